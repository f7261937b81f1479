"""What a card says: files, commands to run and to avoid, the check to end with, and its text.

In: the sessions of one card. Out: the card's parts; every list is in a fixed order.
Math: site/math/06-cards.md
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from statistics import fmean

from adage.constants import CARD_TOKENS
from adage.findings import Card, CardCommand, CardFile
from adage.learn.string import Strings
from adage.learn.work import Work
from adage.records import Effect, Prototype, Step
from adage.settings import Settings

CHARS_PER_TOKEN = 4


def card_files(group: Sequence[Work]) -> tuple[CardFile, ...]:
    """Kinds of files that at least half of the sessions edited, in the usual order of first edits.

    Each with the file of the latest success that edited one, or else of the latest session.
    """
    made = {shape for one in group for shape in one.shapes}
    counts = {shape: sum(shape in one.shapes for one in group) for shape in made}
    wanted = [shape for shape in made if 2 * counts[shape] >= len(group)]
    wanted.sort(key=lambda shape: (_usual_place(group, shape), shape))
    return tuple(CardFile(shape, _example(group, shape), counts[shape]) for shape in wanted)


def _usual_place(group: Sequence[Work], shape: str) -> float:
    """The mean place of a kind of file among those of each session, from 0 to 1, rounded."""
    ranks = [
        list(one.shapes).index(shape) / len(one.shapes) for one in group if shape in one.shapes
    ]
    return round(fmean(ranks), 6)


def _example(group: Sequence[Work], shape: str) -> str:
    own = [one for one in group if shape in one.shapes]
    return max(own, key=lambda one: (one.passed, one.end, one.request.trace)).shapes[shape]


def card_commands(
    strings: Strings, group: Sequence[Work], dead: Collection[str]
) -> tuple[tuple[CardCommand, ...], tuple[CardCommand, ...]]:
    """Commands that more than half of the sessions ran: (those that worked, those that failed).

    Worked or failed in more than half of the runs whose outcome is known; in between a command is
    left out. Of a check only the last run of each session counts: the red ones before it did their
    work. One that changes files or publishes is never named, one with a dead runner never kept.
    """
    kept, avoided = [], []
    for prototype, command in _common_commands(strings, group):
        failed = command.runs - command.worked
        if 2 * command.worked > command.runs and prototype.runner not in dead:
            # Without one usual text there is nothing to run.
            kept += [command] if prototype.command else []
        elif 2 * failed > command.runs:
            avoided.append(command)
    return tuple(kept), tuple(avoided)


def _common_commands(
    strings: Strings, group: Sequence[Work]
) -> Iterator[tuple[Prototype, CardCommand]]:
    """Commands of more than half of the sessions, in the usual order of their first runs."""
    places: dict[int, list[float]] = {}
    outcomes: dict[int, Counter[bool]] = {}
    for one in group:
        for number, (at, known) in _runs_of(strings, one.steps).items():
            places.setdefault(number, []).append(at / len(one.steps))
            is_check = strings.labels.prototypes[number].effect == Effect.VERIFY
            outcomes.setdefault(number, Counter()).update(known[-1:] if is_check else known)
    common = [p for p in places if 2 * len(places[p]) > len(group)]
    for number in sorted(common, key=lambda p: (round(fmean(places[p]), 6), p)):
        prototype = strings.labels.prototypes[number]
        if prototype.tool != "shell" or prototype.effect >= Effect.AUTHOR:
            continue
        worked, failed = outcomes[number][True], outcomes[number][False]
        text = prototype.command or prototype.key.removeprefix("sh:")
        made = CardCommand(prototype.key, text, len(places[number]), worked + failed, worked)
        yield prototype, made


def _runs_of(strings: Strings, steps: Sequence[Step]) -> dict[int, tuple[int, list[bool]]]:
    """For each prototype: where it first ran, and how each run of known outcome ended."""
    found: dict[int, tuple[int, list[bool]]] = {}
    for at, step in enumerate(steps):
        _, known = found.setdefault(strings.labels.of[step.key], (at, []))
        if step.ok is not None:
            known.append(step.ok)
    return found


def finishing_check(strings: Strings, group: Sequence[Work], dead: Collection[str]) -> str:
    """The check that successes most often ended with after their last edit, as a command."""
    last = Counter(
        number
        for one in group
        if one.passed and (number := _last_check(strings, one.steps)) is not None
    )
    usable = {
        strings.labels.prototypes[number]: count
        for number, count in last.items()
        if strings.labels.prototypes[number].command
        and strings.labels.prototypes[number].runner not in dead
    }
    if not usable:
        return ""
    return min(usable, key=lambda prototype: (-usable[prototype], prototype.key)).command


def _last_check(strings: Strings, steps: Sequence[Step]) -> int | None:
    for step in reversed(steps):
        if step.levels:
            return None
        if step.effect == Effect.VERIFY and step.ok is True:
            return strings.labels.of[step.key]
    return None


def tokens(text: str) -> int:
    """How many tokens a text takes, about: a quarter of its characters, rounded up."""
    return -(-len(text) // CHARS_PER_TOKEN)


def card_text(card: Card, settings: Settings) -> str:
    """The card as it is delivered; lines that would make it too long are left out at the end."""
    lines = [f"A task like this was done in {card.traces} sessions, {card.passing} succeeded."]
    if card.files:
        lines.append("They edited, in this order:")
        lines += [f"- {file.path} ({file.traces} of {card.traces})" for file in card.files]
    lines += [f"Run: {one.command} (worked in {one.worked} of {one.runs})" for one in card.commands]
    lines += [
        f"Avoid: {one.command} (failed in {one.runs - one.worked} of {one.runs})"
        for one in card.avoid
    ]
    if card.check:
        lines.append(f"End with: {card.check}")
    while len(lines) > 1 and tokens("\n".join(lines)) > settings[CARD_TOKENS]:
        lines.pop()
    return "\n".join(lines)
