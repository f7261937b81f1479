"""Mine the shapes that are pairs or sets rather than grown contexts.

Finish lines (an edit, then a step before the segment ends), check sets (the checks that follow most
edits, told as one call), dead ends (a runner that fails and the check that works instead) and read
batches (files that are read soon after another). In: strings. Out: patterns.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from adage.constants import (
    BATCH_PATHS,
    BATCH_RATE,
    GATE_Q05,
    KAPPA,
    MIN_SUPPORT,
    QUANTILE,
    ROOT_PRIOR,
    SET_SHARE,
    WINDOW,
)
from adage.formulas import at_least, posterior
from adage.learn.match import blocks, read_after
from adage.learn.string import Strings, steps_of, taking
from adage.records import Effect, Pattern
from adage.settings import Settings


def mine_finish_lines(
    strings: Strings, steps: Sequence[int], settings: Settings
) -> Iterator[Pattern]:
    """Pairs (author item, check or build) where the step came after the segment's last trigger."""
    checks = [s for s in steps if _effect(strings, s) in (Effect.VERIFY, Effect.REGENERATE)]
    support: dict[tuple[int, int], set[int]] = {}
    for first, last in _segments(strings):
        latest: dict[int, int] = {}
        for at in range(first, last):
            for item in strings.items[at]:
                if item >= 0 and strings.alphabet[item].effect == Effect.AUTHOR:
                    latest[int(item)] = at
        ran = {int(strings.taken[at]): at for at in range(first, last)}
        for step in checks:
            for item, at in latest.items():
                if ran.get(step, -1) > at:
                    support.setdefault((item, step), set()).add(int(strings.root[at]))
    yield from _finest(strings, support, settings[MIN_SUPPORT])


def _finest(
    strings: Strings, support: dict[tuple[int, int], set[int]], least: int
) -> Iterator[Pattern]:
    """The frequent pairs, without those that a finer trigger supports equally well."""
    closed = dict(support)
    for (item, step), roots in support.items():
        wider = strings.alphabet[item].wider
        if wider >= 0 and len(support.get((wider, step), ())) == len(roots):
            closed.pop((wider, step), None)
    for (item, step), roots in sorted(closed.items()):
        prototype = strings.labels.prototypes[step]
        if len(roots) >= least and prototype.command:
            trigger = (strings.alphabet[item].text,)
            yield Pattern("obligation", trigger, (prototype.key,), len(roots))


def _segments(strings: Strings) -> Iterator[tuple[int, int]]:
    """The events of each segment as (first, end)."""
    first = 0
    for at in range(1, len(strings) + 1):
        if at == len(strings) or strings.segment[at] != strings.segment[first]:
            yield first, at
            first = at


def _effect(strings: Strings, prototype: int) -> Effect:
    return strings.labels.prototypes[prototype].effect


def mine_check_sets(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """The set of checks that run in most stretches after an edit, when it has two members or more.

    A check's share is averaged over the traces that have such stretches, so that one long session
    does not decide; members are ordered by their usual rank in a stretch.
    """
    seen: dict[int, list[list[int]]] = {}
    for start, end in blocks(strings):
        seen.setdefault(int(strings.trace[start]), []).append(_checks(strings, start, end))
    if not seen:
        return
    share: Counter[int] = Counter()
    ranks: dict[int, list[int]] = {}
    roots: dict[int, set[int]] = {}
    for trace, stretches in seen.items():
        root = int(strings.root[strings.starts[trace]])
        for stretch in stretches:
            for rank, step in enumerate(stretch):
                share[step] += 1 / len(stretches)  # type: ignore[assignment]
                ranks.setdefault(step, []).append(rank)
                roots.setdefault(step, set()).add(root)
    dead = failing_runners(strings)
    members = [
        step
        for step, total in share.items()
        if at_least(total / len(seen), settings[SET_SHARE])
        and len(roots[step]) >= settings[MIN_SUPPORT]
        and strings.labels.prototypes[step].command
        and strings.labels.prototypes[step].runner not in dead
    ]
    if len(members) < 2:
        return
    keys = {step: strings.labels.prototypes[step].key for step in members}
    members.sort(key=lambda step: (sum(ranks[step]) / len(ranks[step]), keys[step]))
    together = set.intersection(*(roots[step] for step in members))
    yield Pattern("sequence", ("edit:**",), tuple(keys[s] for s in members), len(together))


def _checks(strings: Strings, start: int, end: int) -> list[int]:
    """The checks and builds that ran in a stretch, each once, in order of first occurrence."""
    ran = (int(strings.taken[at]) for at in range(start + 1, end + 1))
    wanted = (Effect.VERIFY, Effect.REGENERATE)
    return list(dict.fromkeys(s for s in ran if s >= 0 and _effect(strings, s) in wanted))


def failing_runners(strings: Strings) -> set[str]:
    """Runners of checks that never once worked though they ran in several roots.

    They have no place in a set of checks; whether they are dead ends is judged later.
    """
    worked: set[str] = set()
    failed: Counter[str] = Counter()
    for at, item in enumerate(strings.label):
        symbol = strings.alphabet[item]
        if symbol.effect == Effect.VERIFY and symbol.prototype >= 0:
            runner = strings.labels.prototypes[symbol.prototype].runner
            if symbol.failed:
                failed[runner] += 1
            elif _step_ok(strings, at) is True:
                worked.add(runner)
    return {runner for runner in failed if runner not in worked}


def _step_ok(strings: Strings, at: int) -> bool | None:
    return steps_of(strings, at)[-1].ok


def mine_dead_ends(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """For each failing runner, the first check of another runner that worked after it.

    The context names every failing symbol of the runner, so that its evidence is the runner's.
    """
    pairs: dict[tuple[str, int], set[int]] = {}
    symbols: dict[str, set[str]] = {}
    for at, item in enumerate(strings.label):
        symbol = strings.alphabet[item]
        if not symbol.failed or symbol.effect != Effect.VERIFY:
            continue
        runner = strings.labels.prototypes[symbol.prototype].runner
        symbols.setdefault(runner, set()).add(symbol.text)
        cure = _cure(strings, at, runner, settings[WINDOW])
        if cure >= 0:
            pairs.setdefault((runner, cure), set()).add(int(strings.root[at]))
    for (runner, cure), roots in sorted(pairs.items()):
        if len(roots) >= settings[MIN_SUPPORT]:
            step = strings.labels.prototypes[cure].key
            yield Pattern("avoid", tuple(sorted(symbols[runner])), (step,), len(roots))


def _cure(strings: Strings, at: int, runner: str, window: int) -> int:
    """The prototype of the first check by another runner that did not fail soon after `at`."""
    for later in range(at + 1, len(strings)):
        if strings.segment[later] != strings.segment[at]:
            return -1
        if strings.clock[later] - strings.clock[at] > window:
            return -1
        symbol = strings.alphabet[strings.label[later]]
        if symbol.effect != Effect.VERIFY or symbol.failed:
            continue
        if strings.labels.prototypes[symbol.prototype].runner != runner:
            return int(symbol.prototype)
    return -1


def pairs_of(strings: Strings, pattern: Pattern, settings: Settings) -> dict[int, int]:
    """For a dead end: the roots in which its working check followed, with the event of the cure."""
    step = strings.labels.of.get(pattern.steps[0], -1)
    found: dict[int, int] = {}
    for text in pattern.context:
        for at in strings.places.get(strings.ids.get(text, -1), ()):
            symbol = strings.alphabet[strings.label[at]]
            runner = strings.labels.prototypes[symbol.prototype].runner
            if _cure(strings, at, runner, settings[WINDOW]) == step:
                after = next(p for p in taking(strings, step) if p > at)
                found.setdefault(int(strings.root[at]), after)
    return found


def mine_batches(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """For each file, the files that most sessions read soon after it, in a call of their own."""
    for path in sorted(strings.reads):
        found = list(strings.reads[path].values())
        roots = {int(strings.root[at]) for at, _ in found}
        if len(roots) < settings[MIN_SUPPORT] or "{" in path:
            continue
        later: dict[str, set[int]] = {}
        for at, turn in found:
            for other in read_after(strings, at, turn, settings[WINDOW]):
                if other != path and "{" not in other:
                    later.setdefault(other, set()).add(int(strings.root[at]))
        chosen, joint = _batch(later, roots, settings)
        if chosen:
            steps = tuple(f"read:{other}" for other in chosen)
            yield Pattern("read-batch", (f"read:{path}",), steps, len(joint))


def _batch(
    later: dict[str, set[int]], roots: set[int], settings: Settings
) -> tuple[list[str], set[int]]:
    """The files of a batch in order of support, kept while enough sessions read all of them."""
    n = len(roots)
    ranked = sorted(later, key=lambda other: (-len(later[other]), other))
    chosen: list[str] = []
    joint = set(roots)
    for other in ranked:
        rate = len(later[other]) / n
        low = posterior(
            len(later[other]), n, settings[ROOT_PRIOR], settings[KAPPA], settings[QUANTILE]
        )
        if not (at_least(rate, settings[BATCH_RATE]) and at_least(low["q05"], settings[GATE_Q05])):
            continue
        both = joint & later[other]
        if len(both) < max(settings[MIN_SUPPORT], n / 2) or len(chosen) == settings[BATCH_PATHS]:
            break
        chosen.append(other)
        joint = both
    return chosen, joint
