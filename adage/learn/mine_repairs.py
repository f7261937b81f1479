"""Mine what a check's failures teach: fixers to run before it, and wider checks to end with.

In: strings. Out: patterns of two kinds. A `repair` (`x!`; fixer, x): the check failed, the fixer
ran and nothing was edited, the check passed; so the fixer goes before the check. A `scope` (a; b):
a passed, nothing was edited, the wider b of the same kind failed; so b is the one to end with.
Costs the events times the longest stretch without an edit. Math: site/math/02-patterns.md
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adage.constants import MIN_SUPPORT, MIN_TASKS, REPAIR_ROOTS
from adage.learn.match import Chance, is_exposed
from adage.learn.mine_pairs import failing_runners
from adage.learn.string import Item, Strings, carrying
from adage.records import Effect, Pattern, Prototype
from adage.settings import Settings

REPAIR, SCOPE = "repair", "scope"
_WORD = re.compile(r"[^\s:./_-]+")


def mine_repairs(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """Checks that a fixer alone turned green in enough sessions and tasks."""
    roots: dict[tuple[int, int], set[int]] = {}
    for at in range(len(strings)):
        if is_failed_check(strings, at):
            fixer, passed = _outcome(strings, at)
            if fixer >= 0 and passed >= 0:
                check = _item(strings, at).prototype
                roots.setdefault((check, fixer), set()).add(int(strings.root[at]))
    dead = failing_runners(strings)
    for (check, fixer), found in sorted(roots.items()):
        steps = [strings.labels.prototypes[number] for number in (fixer, check)]
        if _spans(strings, found, settings[REPAIR_ROOTS], settings) and all(
            step.command and step.runner not in dead for step in steps
        ):
            keys = tuple(step.key for step in steps)
            yield Pattern(REPAIR, (f"{keys[1]}!",), keys, len(found))


def repair_chances(strings: Strings, pattern: Pattern) -> Iterator[Chance]:
    """Every untold failure of the check; taken when the fixer alone turned it green.

    Of failures in a row, with nothing edited between, the first is the chance.
    """
    fixer, check = (strings.labels.of[text] for text in pattern.steps)
    until = -1
    for at in carrying(strings, strings.ids.get(pattern.context[0], -1)):
        if at <= until:
            continue
        found, passed = _outcome(strings, at)
        until = passed if passed >= 0 else _stretch_end(strings, at)
        if not is_exposed(strings, (fixer, check), until):
            yield at, passed if found == fixer else -1


def with_repairs(steps: Sequence[str], repairs: Sequence[Pattern]) -> tuple[str, ...]:
    """A set of checks with each fixer put before the check it repairs, once."""
    found: list[str] = []
    for step in steps:
        for repair in repairs:
            fixer, check = repair.steps
            if check == step and fixer not in steps and fixer not in found:
                found.append(fixer)
        found.append(step)
    return tuple(found)


def mine_scopes(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """Pairs of checks of one kind where the wider failed after the narrower had passed."""
    roots: dict[tuple[int, int], set[int]] = {}
    for at, wider in _wider_after(strings):
        if _item(strings, wider).failed:
            pair = (_item(strings, at).prototype, _item(strings, wider).prototype)
            roots.setdefault(pair, set()).add(int(strings.root[at]))
    for (narrow, wide), found in sorted(roots.items()):
        keys = [strings.labels.prototypes[number].key for number in (narrow, wide)]
        if _spans(strings, found, settings[MIN_SUPPORT], settings):
            yield Pattern(SCOPE, (keys[0],), (keys[1],), len(found))


def scope_chances(strings: Strings, pattern: Pattern) -> Iterator[Chance]:
    """Every untold run of the wider check after the narrower passed; taken when it failed."""
    narrow, wide = strings.labels.of[pattern.context[0]], strings.labels.of[pattern.steps[0]]
    for at, later in _wider_after(strings):
        pair = (_item(strings, at).prototype, _item(strings, later).prototype)
        if pair == (narrow, wide) and not is_exposed(strings, (wide,), later):
            yield at, later if _item(strings, later).failed else -1


def is_failed_check(strings: Strings, at: int) -> bool:
    """Whether an event is a check that failed."""
    item = _item(strings, at)
    return item.failed and item.effect == Effect.VERIFY


def _item(strings: Strings, at: int) -> Item:
    return strings.alphabet[int(strings.label[at])]


def _untouched(strings: Strings, at: int) -> Iterator[int]:
    """The events of a trace after `at`, up to the first that changes files by hand."""
    for later in range(at + 1, len(strings)):
        if strings.trace[later] != strings.trace[at] or _item(strings, later).effect >= (
            Effect.AUTHOR
        ):
            return
        yield later


def _stretch_end(strings: Strings, at: int) -> int:
    return max(_untouched(strings, at), default=at)


def _outcome(strings: Strings, at: int) -> tuple[int, int]:
    """What became of a failed check: (the one fixer that ran, or -1; where it passed, or -1).

    Other checks and looking may lie between; two different fixers leave open which one helped.
    """
    check = _item(strings, at).prototype
    fixers: set[int] = set()
    for later in _untouched(strings, at):
        item = _item(strings, later)
        if item.prototype == check and not item.failed:
            return (fixers.pop() if len(fixers) == 1 else -1), later
        if item.effect in (Effect.REGENERATE, Effect.ENVIRONMENT) and not item.failed:
            fixers.add(item.prototype)
    return -1, -1


def _spans(strings: Strings, roots: set[int], least: int, settings: Settings) -> bool:
    tasks = {strings.tasks[root] for root in roots}
    return len(roots) >= least and len(tasks) >= settings[MIN_TASKS]


def _wider_after(strings: Strings) -> Iterator[tuple[int, int]]:
    """(a check that passed, the first run of a wider one of its kind with no edit between)."""
    prototypes = strings.labels.prototypes
    for at in range(len(strings)):
        item = _item(strings, at)
        if item.effect != Effect.VERIFY or item.failed or item.prototype < 0:
            continue
        seen = {item.prototype}
        for later in _untouched(strings, at):
            other = _item(strings, later)
            if other.effect == Effect.VERIFY and other.prototype not in seen:
                seen.add(other.prototype)
                if is_wider(prototypes[other.prototype], prototypes[item.prototype]):
                    yield at, later


def is_wider(check: Prototype, than: Prototype) -> bool:
    """Whether a check is named as a variant of another: `test:ci` of `test`, and not the reverse.

    Of one runner, the check with fewer words asks for less to be left out: `go test ./...` is wider
    than `go test ./cmd -run One`.
    """
    if check.runner == than.runner:
        return len(_WORD.findall(check.key)) < len(_WORD.findall(than.key))
    return set(_WORD.findall(than.runner)) < set(_WORD.findall(check.runner))
