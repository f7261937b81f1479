"""Mine what a check's failures teach: fixers to run before it, and wider checks to end with.

In: strings. Out: patterns of two kinds. A `repair` (`x!`; fixer, x): the check failed, the fixer
ran and nothing was edited, the check passed; so the fixer goes before the check. A `scope` (a; b):
a passed, nothing was edited, the wider b of the same kind failed; so b is the one to end with.
Costs the events times the longest stretch without an edit. Math: site/math/02-patterns.md
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

import numpy as np

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
    stretches = Stretches(strings)
    for item, symbol in enumerate(strings.alphabet):
        for at in carrying(strings, item) if is_failed_check(symbol) else ():
            fixer, passed = stretches.outcome(at)
            if fixer >= 0 and passed >= 0:
                roots.setdefault((symbol.prototype, fixer), set()).add(int(strings.root[at]))
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
    stretches = Stretches(strings)
    for at in carrying(strings, strings.ids.get(pattern.context[0], -1)):
        if at <= until:
            continue
        found, passed = stretches.outcome(at)
        until = passed if passed >= 0 else stretches.end(at)
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
    for at, wider in Stretches(strings).wider_checks():
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
    for at, later in Stretches(strings).wider_checks():
        pair = (_item(strings, at).prototype, _item(strings, later).prototype)
        if pair == (narrow, wide) and not is_exposed(strings, (wide,), later):
            yield at, later if _item(strings, later).failed else -1


def is_failed_check(item: Item) -> bool:
    """Whether an item is that of a check that failed."""
    return item.failed and item.effect == Effect.VERIFY


def _item(strings: Strings, at: int) -> Item:
    return strings.alphabet[int(strings.label[at])]


class Stretches:
    """What happened in a trace after an event, up to the first that changed files by hand.

    `acts` are the events that more than look, `stops` where each stretch is over.
    """

    def __init__(self, strings: Strings) -> None:
        self.strings = strings
        effects = np.array([item.effect for item in strings.alphabet], dtype=np.int32)
        effect = effects[strings.label]
        edits = np.flatnonzero(effect >= Effect.AUTHOR)
        self.stops = np.union1d(edits, strings.starts[1:]).tolist()
        self.acts = np.flatnonzero((effect > Effect.OBSERVE) & (effect < Effect.AUTHOR)).tolist()
        self.label = strings.label.data

    def end(self, at: int) -> int:
        """The last event of the stretch after `at`; `at` itself when it is empty."""
        return int(self.stops[bisect_right(self.stops, at)]) - 1

    def _untouched(self, at: int) -> Iterator[tuple[int, Item]]:
        end, place = self.end(at), bisect_right(self.acts, at)
        while place < len(self.acts) and (later := self.acts[place]) <= end:
            yield later, self.strings.alphabet[self.label[later]]
            place += 1

    def outcome(self, at: int) -> tuple[int, int]:
        """What became of a failed check: (the one fixer that ran or -1, where it passed or -1).

        Other checks and looking may lie between; two different fixers leave open which one helped.
        """
        check = _item(self.strings, at).prototype
        fixers: set[int] = set()
        for later, item in self._untouched(at):
            if item.prototype == check and not item.failed:
                return (fixers.pop() if len(fixers) == 1 else -1), later
            if item.effect in (Effect.REGENERATE, Effect.ENVIRONMENT) and not item.failed:
                fixers.add(item.prototype)
        return -1, -1

    def wider_checks(self) -> Iterator[tuple[int, int]]:
        """(a check that passed, the first run of a wider one of its kind with no edit between)."""
        wider = self._wider()
        for at in self.acts:
            item = self.strings.alphabet[self.label[at]]
            if item.effect != Effect.VERIFY or item.failed or not wider.get(item.prototype):
                continue
            seen = {item.prototype}
            for later, other in self._untouched(at):
                if other.effect == Effect.VERIFY and other.prototype not in seen:
                    seen.add(other.prototype)
                    if other.prototype in wider[item.prototype]:
                        yield at, later

    def _wider(self) -> dict[int, set[int]]:
        """For each check that ran, those that are wider."""
        prototypes = self.strings.labels.prototypes
        ran = {i.prototype for i in self.strings.alphabet if i.effect == Effect.VERIFY} - {-1}
        return {
            check: {other for other in ran if is_wider(prototypes[other], prototypes[check])}
            for check in sorted(ran)
        }


def _spans(strings: Strings, roots: set[int], least: int, settings: Settings) -> bool:
    tasks = {strings.tasks[root] for root in roots}
    return len(roots) >= least and len(tasks) >= settings[MIN_TASKS]


def is_wider(check: Prototype, than: Prototype) -> bool:
    """Whether a check is named as a variant of another: `test:ci` of `test`, and not the reverse.

    Of one runner, the check with fewer words asks for less to be left out: `go test ./...` is wider
    than `go test ./cmd -run One`.
    """
    if check.runner == than.runner:
        return len(_WORD.findall(check.key)) < len(_WORD.findall(than.key))
    return set(_WORD.findall(than.runner)) < set(_WORD.findall(check.runner))
