"""Direct: habits that are found whole, so that they are neither grown nor selected.

In: strings, an embedder and the roots' weights. Out: judged reflexes of four kinds: a `repair` (the
fixer before the check it repairs), a `scope` (the wider check at the finish), `look-ups` (after a
prompt people repeat, in one call) and `hot-files` (at the first read). They are counted by whole
sessions and judged by the same bands as all others. Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adage.constants import KAPPA, QUANTILE, ROOT_PRIOR, WILSON_Z, WITNESSES
from adage.formulas import posterior, wilson_lower
from adage.learn.compile import MOMENTS, reflex_id
from adage.learn.count import ROOT
from adage.learn.intent import Embed
from adage.learn.judge import judge
from adage.learn.match import Chance, Vote, vote_of
from adage.learn.mine_lookups import LOOK_UPS, lookup_chances, mine_lookups
from adage.learn.mine_reads import HOT, hot_chances, mine_hot_files
from adage.learn.mine_repairs import (
    REPAIR,
    SCOPE,
    mine_repairs,
    mine_scopes,
    repair_chances,
    scope_chances,
)
from adage.learn.recount import newest_first, witness_of
from adage.learn.string import Strings
from adage.records import Effect, Pattern, Reflex
from adage.settings import Settings

# When a reflex of each kind may speak.
DIRECT_MOMENTS = {kind: MOMENTS[kind] for kind in (REPAIR, SCOPE, LOOK_UPS, HOT)}


def direct(
    strings: Strings, embed: Embed | None, weights: Sequence[float], settings: Settings
) -> tuple[Reflex, ...]:
    """Find, count and judge every such habit; sorted by id. `weights` are the roots' by age."""
    patterns: Iterable[Pattern] = (
        *mine_repairs(strings, settings),
        *mine_scopes(strings, settings),
        *mine_lookups(strings, embed, settings),
        *mine_hot_files(strings, settings),
    )
    made = (_counted(strings, pattern, weights, settings) for pattern in patterns)
    return judge(sorted(made, key=lambda reflex: reflex.id), settings)


def direct_chances(strings: Strings, pattern: Pattern, settings: Settings) -> Iterator[Chance]:
    """Every chance of a pattern of one of these kinds."""
    if pattern.shape == LOOK_UPS:
        yield from lookup_chances(strings, pattern, settings)
    else:
        by_kind = {REPAIR: repair_chances, SCOPE: scope_chances, HOT: hot_chances}
        yield from by_kind[pattern.shape](strings, pattern)


def _votes(strings: Strings, found: Iterable[Chance]) -> list[Vote]:
    pooled: dict[int, list[Chance]] = {}
    for anchor, hit in found:
        pooled.setdefault(int(strings.root[anchor]), []).append((anchor, hit))
    return [vote_of(root, pooled[root], False) for root in sorted(pooled)]


def _counted(
    strings: Strings, pattern: Pattern, weights: Sequence[float], settings: Settings
) -> Reflex:
    votes = _votes(strings, direct_chances(strings, pattern, settings))
    held = [vote for vote in votes if vote.held]
    k, n, m = len(held), len(votes), settings[ROOT_PRIOR]
    s = sum((weights[vote.root] for vote in held), 0.0)
    weighed = sum((weights[vote.root] for vote in votes), 0.0)
    rate = posterior(s, weighed, m, settings[KAPPA], settings[QUANTILE])
    witnesses = [witness_of(strings, vote, weights) for vote in newest_first(strings, votes)]
    most = settings[WITNESSES]
    command, effect = _delivered(strings, pattern)
    return Reflex(
        id=reflex_id(pattern),
        shape=pattern.shape,
        trigger=pattern.context,
        steps=pattern.steps,
        command=command,
        effect=effect,
        strength="provisional",
        k=k,
        n=n,
        lb=wilson_lower(k, n, settings[WILSON_Z]),
        rate=k / n if n else 0.0,
        tasks=len({strings.tasks[vote.root] for vote in held}),
        contrast=None,
        contrast_counts=(k, n, 0, 0),
        pairs=pattern.support,
        s=s,
        n_weighted=weighed,
        m=m,
        mean=rate["mean"],
        q05=rate["q05"],
        parent=ROOT,
        bits=0.0,
        gate="",
        why="",
        supporting=tuple([w for w in witnesses if w.held][:most]),
        refuting=tuple([w for w in witnesses if not w.held][:most]),
    )


def _delivered(strings: Strings, pattern: Pattern) -> tuple[str, Effect]:
    """The text to deliver, and the riskiest effect in it: it caps the strength."""
    if pattern.shape == HOT:
        return " ".join(text.removeprefix("read:") for text in pattern.steps), Effect.OBSERVE
    steps = [strings.labels.prototypes[strings.labels.of[text]] for text in pattern.steps]
    commands = [step.command for step in steps]
    # `;` so that one red check does not hide what the others say.
    return "; ".join(commands) if all(commands) else "", max(step.effect for step in steps)
