"""Formulas of page 02: how often a pattern held, and whether it earns its place in bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from typing import Any

from adage.constants import (
    HALF_LIFE_DAYS,
    ITEM_BITS,
    KAPPA,
    MAX_ITEMS,
    QUANTILE,
    ROOT_PRIOR,
)
from adage.formulas.record import Formula, check_count, check_rate

PAGE = "02-patterns"


def posterior(
    s: float, n: float, m: float, kappa: float = KAPPA.default, quantile: float = QUANTILE.default
) -> dict[str, float]:
    """Mean and low end of Beta(s + kappa m, n - s + kappa (1 - m)), for a `kappa` above 0.

    `m`, the parent's rate, is kept inside (0, 1) so that the Beta exists even at 0 or 1.
    """
    from scipy.special import betaincinv

    check_count(s, n)
    check_rate(m)
    alpha, beta = _beta(s, n, m, kappa)
    return {"mean": alpha / (alpha + beta), "q05": float(betaincinv(alpha, beta, quantile))}


def posterior_mean(s: float, n: float, m: float, kappa: float = KAPPA.default) -> float:
    """The mean that `posterior` gives, without its low end."""
    alpha, beta = _beta(s, n, m, kappa)
    return alpha / (alpha + beta)


def _beta(s: float, n: float, m: float, kappa: float) -> tuple[float, float]:
    m = min(max(m, 1e-6), 1 - 1e-6)
    return s + kappa * m, (n - s) + kappa * (1 - m)


def half_life_weight(age_days: float, half_life: float = HALF_LIFE_DAYS.default) -> float:
    """What a session of this age counts: 1 today, one half after a half-life."""
    return float(0.5 ** (max(0.0, age_days) / half_life))


def discounted_counts(
    traces: Sequence[Mapping[str, Any]], half_life: float = HALF_LIFE_DAYS.default
) -> dict[str, float]:
    """Weighted `s` of `n` over traces of the form {age: days, s: 1 when the pattern held}."""
    weights = [half_life_weight(t["age"], half_life) for t in traces]
    held = sum(w * t["s"] for w, t in zip(weights, traces, strict=True))
    return {"s": float(held), "n": float(sum(weights))}


def parent_chain(
    chain: Sequence[Mapping[str, float]],
    m: float = ROOT_PRIOR.default,
    kappa: float = KAPPA.default,
) -> dict[str, Any]:
    """The last posterior of a chain of {s, n}, broadest first, and `all` of them.

    Each leans toward the mean of the one before it, the broadest toward `m`.
    """
    found: list[dict[str, float]] = []
    for counts in chain:
        found.append(posterior(counts["s"], counts["n"], m, kappa))
        m = found[-1]["mean"]
    return {**found[-1], "all": found}


def parent_rate(s: float, n: float, q05: float, kappa: float = KAPPA.default) -> float:
    """The parent's rate at which s of n gets this low end; 0 or 1 when none reaches it."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        below = posterior(s, n, middle, kappa)["q05"] < q05
        low, high = (middle, high) if below else (low, middle)
    return (low + high) / 2


def code_length(usages: Sequence[float]) -> float:
    """Bits to write the data with a code table: -sum u log2(u / sum u) over usages above 0."""
    used = [u for u in usages if u > 0]
    total = sum(used)
    return total * log2(total) - sum(u * log2(u) for u in used) if used else 0.0


def pattern_overhead(
    length: int, item_bits: float = ITEM_BITS.default, lengths: int = MAX_ITEMS.default
) -> float:
    """Bits a pattern costs in the code table beside its items' own codes."""
    return item_bits * length + log2(lengths)


def standard_code(count: float, total: float) -> float:
    """Bits of an item's own code: -log2 of its share of all events."""
    return log2(total / count)


ENTRIES = (
    Formula(
        "posterior",
        "A rate from few sessions leans toward its parent's rate; q05 is the low end of what it may be.",
        r"\theta \sim \mathrm{Beta}(s + \kappa m,\ (n - s) + \kappa (1 - m)),\quad "
        r"\bar\theta = \frac{s + \kappa m}{n + \kappa}",
        {
            "s": "weighted sessions the pattern held in",
            "n": "weighted sessions it could have held in",
            "m": "the parent's rate",
            "kappa": "sessions' worth of weight of the parent",
            "quantile": "which low end",
        },
        "mean and low end, probabilities",
        PAGE,
        posterior,
        (KAPPA, QUANTILE),
        "Beta({s} + {kappa}·{m}, ({n} − {s}) + {kappa}·(1 − {m})): "
        "mean {value[mean]:.4f}, low end {value[q05]:.4f}",
        "It held in {s} of {n}. Leaning toward its parent's {m:.2f}, its rate is about "
        "{value[mean]:.2f} and, if unlucky, as low as {value[q05]:.2f}.",
        "s=7 n=8 m=0.5",
    ),
    Formula(
        "half_life_weight",
        "A session counts less the older it is: half after one half-life.",
        r"w = 2^{-\mathrm{age}/h}",
        {"age_days": "age in days", "half_life": "days after which a session counts half"},
        "weight between 0 and 1",
        PAGE,
        half_life_weight,
        (HALF_LIFE_DAYS,),
        "0.5 ^ ({age_days} / {half_life}) = {value:.4f}",
        "A session {age_days} days old counts as {value:.2f} of one from today.",
        "age_days=60",
    ),
    Formula(
        "discounted_counts",
        "In how many sessions a pattern held, when old sessions count less.",
        r"s = \sum_t w_t\,h_t,\quad n = \sum_t w_t,\quad w_t = 2^{-\mathrm{age}_t/h}",
        {
            "traces": "a list of {age: days, s: 1 when the pattern held, else 0}",
            "half_life": "days after which a session counts half",
        },
        "weighted s and n, sessions",
        PAGE,
        discounted_counts,
        (HALF_LIFE_DAYS,),
        "s = Σ w·s = {value[s]:.4f}, n = Σ w = {value[n]:.4f}, w = 0.5 ^ (age / {half_life})",
        "Together the sessions count as {value[s]:.2f} of {value[n]:.2f} from today.",
        'traces=[{"age":0,"s":1},{"age":60,"s":0}]',
    ),
    Formula(
        "parent_chain",
        "From the broadest habit to the narrowest, each rate leans toward the one before it.",
        r"\bar\theta_i = \frac{s_i + \kappa\,\bar\theta_{i-1}}{n_i + \kappa}",
        {
            "chain": "a list of {s, n}, broadest first",
            "m": "the rate the broadest leans toward",
            "kappa": "sessions' worth of weight of a parent",
        },
        "a mean and a low end for each, probabilities",
        PAGE,
        parent_chain,
        (ROOT_PRIOR, KAPPA),
        "m₀ = {m}, then (s + {kappa}·m) / (n + {kappa}) from each to the next",
        "The narrowest habit ends at {value[mean]:.2f}, at the low end {value[q05]:.2f}.",
        'chain=[{"s":30,"n":100},{"s":7,"n":8}]',
    ),
    Formula(
        "parent_rate",
        "How common the broader habit must be for a pattern to get this low end.",
        r"m:\ \mathrm{Beta}^{-1}_{0.05}(s + \kappa m,\ (n - s) + \kappa (1 - m)) = q_{05}",
        {
            "s": "weighted sessions the pattern held in",
            "n": "weighted sessions it could have held in",
            "q05": "the low end wanted",
            "kappa": "sessions' worth of weight of the parent",
        },
        "the parent's rate",
        PAGE,
        parent_rate,
        (KAPPA,),
        "the m at which {s} of {n} has the low end {q05}: {value:.4f}",
        "{s} of {n} has a low end of {q05} when its parent held in {value:.0%} of its chances.",
        "s=7 n=8 q05=0.59",
    ),
    Formula(
        "code_length",
        "Bits needed to write the sessions with a code table that used its entries this often.",
        r"L(D \mid CT) = -\sum_X u(X) \log_2 \frac{u(X)}{\sum_Y u(Y)}",
        {"usages": "how often each entry was used, a list of counts"},
        "bits",
        PAGE,
        code_length,
        (),
        "−Σ u·log₂(u / Σu) over {usages} = {value:.4f}",
        "Written with these codes the sessions take {value:.1f} bits.",
        "usages=[3,1,2]",
    ),
    Formula(
        "pattern_overhead",
        "What a pattern costs in the code table beside its items' own codes.",
        r"4\,len + \log_2 6",
        {
            "length": "items of the pattern",
            "item_bits": "bits per item",
            "lengths": "how many lengths there are",
        },
        "bits",
        PAGE,
        pattern_overhead,
        (ITEM_BITS, MAX_ITEMS),
        "{item_bits}·{length} + log₂ {lengths} = {value:.4f}",
        "A pattern of {length} items has to save {value:.1f} bits, and its items' codes, to be kept.",
        "length=3",
    ),
    Formula(
        "standard_code",
        "How many bits an item's own code takes: the rarer, the longer.",
        r"st(i) = -\log_2 \frac{count(i)}{N}",
        {"count": "how often the item occurs", "total": "events in all"},
        "bits",
        PAGE,
        standard_code,
        (),
        "−log₂({count} / {total}) = {value:.4f}",
        "An item seen {count} times in {total} events is written in {value:.1f} bits.",
        "count=32 total=108",
    ),
)
