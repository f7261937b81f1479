"""Mine the shapes that are pairs or sets rather than grown contexts.

Finish lines (an edit, then a step before the segment ends), check sets (the checks that follow most
edits, told as one call), dead ends (a runner that fails and the check that works instead) and read
batches (files that are read soon after another). In: strings. Out: patterns.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from adage.constants import (
    BATCH_PATHS,
    BATCH_RATE,
    GATE_Q05,
    J_FALSE,
    KAPPA,
    MIN_SUPPORT,
    QUANTILE,
    ROOT_PRIOR,
    SET_SHARE,
    WINDOW,
)
from adage.formulas import at_least, posterior
from adage.learn.chance_arrays import first_reads, next_run, positions, reads_after, runs_of
from adage.learn.grow import least_support
from adage.learn.match import blocks
from adage.learn.string import Ints, Strings, carrying, steps_of
from adage.records import Effect, Pattern
from adage.settings import Settings


def mine_finish_lines(
    strings: Strings, steps: Sequence[int], settings: Settings
) -> Iterator[Pattern]:
    """Pairs (author item, check or build) where the step came after the segment's last trigger."""
    checks = [s for s in steps if _effect(strings, s) in (Effect.VERIFY, Effect.REGENERATE)]
    last_run = {step: _last_by_segment(strings, runs_of(strings, step)) for step in checks}
    support: dict[tuple[int, int], int] = {}
    for item, symbol in enumerate(strings.alphabet):
        if symbol.effect != Effect.AUTHOR:
            continue
        latest = _last_by_segment(strings, positions(strings, item))
        segments = np.flatnonzero(latest >= 0)
        at = latest[segments]
        for step in checks:
            roots = len(np.unique(strings.root[at[last_run[step][segments] > at]]))
            if roots:
                support[item, step] = roots
    yield from _finest(strings, support, least_support(strings, settings))


def _last_by_segment(strings: Strings, at: Ints) -> Ints:
    """For each segment the last of `at` in it, or -1."""
    count = int(strings.segment[-1]) + 1 if len(strings) else 0
    last = np.full(count, -1, dtype=np.int32)
    last[strings.segment[at]] = at  # the last of equal places stays
    return last


def _finest(strings: Strings, support: dict[tuple[int, int], int], least: int) -> Iterator[Pattern]:
    """The frequent pairs, without those that a finer trigger supports equally well."""
    closed = dict(support)
    for (item, step), roots in support.items():
        wider = strings.alphabet[item].wider
        if wider >= 0 and support.get((wider, step), 0) == roots:
            closed.pop((wider, step), None)
    for (item, step), roots in sorted(closed.items()):
        prototype = strings.labels.prototypes[step]
        if roots >= least and prototype.command:
            trigger = (strings.alphabet[item].text,)
            yield Pattern("obligation", trigger, (prototype.key,), roots)


def _effect(strings: Strings, prototype: int) -> Effect:
    return strings.labels.prototypes[prototype].effect


def mine_check_sets(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """The set of checks that run in most stretches after an edit, when it has two members or more.

    It is told after any edit, or after those of the one kind of file where that pays most.

    A check's share is averaged over the traces that have such stretches, so that one long session
    does not decide; members are ordered by their usual rank in a stretch.
    """
    seen = _stretches(strings)
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
    ran = set.union(*(roots[step] for step in members))
    trigger = _best_trigger(strings, ran, settings)
    yield Pattern("sequence", (trigger,), tuple(keys[s] for s in members), len(together))


def _best_trigger(strings: Strings, ran: set[int], settings: Settings) -> str:
    """The edits after which to tell the set: any, or those of the one kind of file that pays most.

    A session that edits such a file and then checks may save a turn; one that does not check was
    told for nothing. Ties go to any edit.
    """
    best, most = "edit:**", float("-inf")
    for text in sorted(strings.ids, key=lambda text: (text != best, text)):
        if text == "edit:**" or text.startswith("edit:**/*"):
            had = set(strings.root[positions(strings, strings.ids[text])].tolist())
            net = len(had & ran) + settings[J_FALSE] * len(had - ran)
            if net > most:
                best, most = text, net
    return best


def _stretches(strings: Strings) -> dict[int, list[list[int]]]:
    """For each trace the checks and builds of each of its stretches, in order of first run."""
    taken, trace = strings.taken.data, strings.trace.data
    wanted = {
        prototype.id
        for prototype in strings.labels.prototypes
        if prototype.effect in (Effect.VERIFY, Effect.REGENERATE)
    }
    seen: dict[int, list[list[int]]] = {}
    for start, end in blocks(strings):
        ran = (step for step in taken[start + 1 : end + 1] if step in wanted)
        seen.setdefault(trace[start], []).append(list(dict.fromkeys(ran)))
    return seen


def failing_runners(strings: Strings) -> set[str]:
    """Runners of checks that never once worked though they ran in several roots.

    They have no place in a set of checks; whether they are dead ends is judged later.
    """
    failed: set[str] = set()
    others: dict[str, list[int]] = {}
    for item, symbol in enumerate(strings.alphabet):
        if symbol.effect == Effect.VERIFY and symbol.prototype >= 0 and item in strings.places:
            runner = strings.labels.prototypes[symbol.prototype].runner
            if symbol.failed:
                failed.add(runner)
            else:
                others.setdefault(runner, []).append(item)
    return {r for r in failed if not any(_worked(strings, item) for item in others.get(r, ()))}


def _worked(strings: Strings, item: int) -> bool:
    """Whether any event of an item is known to have gone well."""
    return any(steps_of(strings, at)[-1].ok is True for at in carrying(strings, item))


def mine_dead_ends(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """For each failing runner, the first check of another runner that worked after it.

    The context names every failing symbol of the runner, so that its evidence is the runner's.
    """
    failing: dict[str, list[int]] = {}
    for item, symbol in enumerate(strings.alphabet):
        if symbol.failed and symbol.effect == Effect.VERIFY and item in strings.places:
            runner = strings.labels.prototypes[symbol.prototype].runner
            failing.setdefault(runner, []).append(item)
    for runner, items in sorted(failing.items()):
        at = np.concatenate([positions(strings, item) for item in items])
        cured, cure = _cures(strings, at, runner, settings[WINDOW])
        pairs = np.unique(np.stack([cure, strings.root[at[cured]]]), axis=1)
        texts = tuple(sorted(strings.alphabet[item].text for item in items))
        for step, roots in zip(*np.unique(pairs[0], return_counts=True), strict=True):
            if roots >= settings[MIN_SUPPORT]:
                key = strings.labels.prototypes[step].key
                yield Pattern("avoid", texts, (key,), int(roots))


def _cures(strings: Strings, at: Ints, runner: str, window: int) -> tuple[Ints, Ints]:
    """Which of some failures were followed by a cure within the window, and its prototype.

    A cure is the first check by another runner that did not fail.
    """
    prototypes = strings.labels.prototypes
    items = [
        item
        for item, symbol in enumerate(strings.alphabet)
        if symbol.effect == Effect.VERIFY
        and not symbol.failed
        and prototypes[symbol.prototype].runner != runner
    ]
    places = [positions(strings, item) for item in items]
    working = np.sort(np.concatenate([*places, np.array([len(strings)], dtype=np.int32)]))
    later = working[np.searchsorted(working[:-1], at, side="right")]
    there = np.flatnonzero(later < len(strings))
    near = there[strings.tick[later[there]] - strings.tick[at[there]] <= window]
    prototype = np.array([item.prototype for item in strings.alphabet], dtype=np.int32)
    return near.astype(np.int32), prototype[strings.label[later[near]]]


def pairs_of(strings: Strings, pattern: Pattern, settings: Settings) -> dict[int, int]:
    """For a dead end: the roots in which its working check followed, with the event of the cure."""
    step = strings.labels.of.get(pattern.steps[0], -1)
    found: dict[int, int] = {}
    for text in pattern.context:
        item = strings.ids.get(text, -1)
        at = positions(strings, item)
        if not len(at):
            continue
        runner = strings.labels.prototypes[strings.alphabet[item].prototype].runner
        cured, cure = _cures(strings, at, runner, settings[WINDOW])
        at = at[cured[cure == step]]
        after = next_run(strings, step, at)
        for root, cure_at in zip(strings.root[at].tolist(), after.tolist(), strict=True):
            found.setdefault(root, cure_at)
    return found


def mine_batches(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """For each file, the files that most sessions read soon after it, in a call of their own."""
    names, least = list(strings.reads.numbers), least_support(strings, settings)
    for path in sorted(names):
        if "{" in path or len(strings.reads.by_path[strings.reads.numbers[path]]) < least:
            continue
        first, turns = first_reads(strings, path)
        roots = np.unique(strings.root[first])
        if len(roots) < least:
            continue
        owner, read = reads_after(strings, first, turns, settings[WINDOW])
        later = _by_path(strings, strings.root[first[owner]], strings.reads.path[read])
        others = {
            names[number]: found
            for number, found in later
            if at_least(len(found) / len(roots), settings[BATCH_RATE])
            and names[number] != path
            and "{" not in names[number]
        }
        chosen, joint = _batch(others, roots, settings)
        if chosen:
            steps = tuple(f"read:{other}" for other in chosen)
            yield Pattern("read-batch", (f"read:{path}",), steps, joint)


def _by_path(strings: Strings, root: Ints, path: Ints) -> Iterable[tuple[int, Ints]]:
    """For each file its distinct roots, ascending."""
    if not len(root):
        return ()
    pairs = np.unique(path.astype(np.int64) * len(strings.roots) + root)
    path = (pairs // len(strings.roots)).astype(np.int32)
    root = (pairs % len(strings.roots)).astype(np.int32)
    opens = np.flatnonzero(np.append(True, path[1:] != path[:-1]))
    return zip(path[opens].tolist(), np.split(root, opens[1:]), strict=True)


def _batch(later: dict[str, Ints], roots: Ints, settings: Settings) -> tuple[list[str], int]:
    """The files of a batch in order of support, kept while enough sessions read all of them.

    `later` holds the files that come often enough; the second result counts the sessions.
    """
    n = len(roots)
    ranked = sorted(later, key=lambda other: (-len(later[other]), other))
    chosen: list[str] = []
    joint = roots
    for other in ranked:
        k = len(later[other])
        low = posterior(k, n, settings[ROOT_PRIOR], settings[KAPPA], settings[QUANTILE])
        if not at_least(low["q05"], settings[GATE_Q05]):
            continue
        both = np.intersect1d(joint, later[other], assume_unique=True)
        if len(both) < max(settings[MIN_SUPPORT], n / 2) or len(chosen) == settings[BATCH_PATHS]:
            break
        chosen.append(other)
        joint = both
    return chosen, len(joint)
