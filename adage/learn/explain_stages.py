"""Explain the stages around a reflex: what was read, how its steps are spelled, where it went.

In: the stages' records and a reflex. Out: lines of text, in the order of the stages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adage.constants import LIFT_MIN, WINDOW
from adage.decisions import Decision
from adage.learn.compile import MOMENTS
from adage.learn.review import by
from adage.records import Reflex, StageRecord
from adage.settings import Settings

Records = Mapping[str, StageRecord]
SPELLINGS = 3  # named of each step


def before_counting(records: Records, reflex: Reflex, settings: Settings) -> Iterator[str]:
    """Read, label, string and compile."""
    if "read" in records:
        read = records["read"].summary
        yield f"Read    {read['sessions']} sessions, {read['tasks']} tasks, {read['steps']} steps."
    yield from _spellings(records, reflex)
    if "string" in records:
        strings = records["string"].summary
        yield (
            f"String  {strings['events']} events of {strings['symbols']} kinds in "
            f"{strings['segments']} requests; a habit may span {settings[WINDOW]} ticks of one."
        )
    moment = MOMENTS.get(reflex.shape, "no moment of its own")
    yield f"Shape   {reflex.shape}, {reflex.effect.word}: may be said at {moment}."


def _spellings(records: Records, reflex: Reflex) -> Iterator[str]:
    if "label" not in records:
        return
    labels = records["label"].detail
    for key in reflex.steps:
        number = labels.of.get(key)
        if number is None:
            continue
        prototype = labels.prototypes[number]
        named = ", ".join(f"`{text.removeprefix('sh:')}`" for text in prototype.keys[:SPELLINGS])
        more = len(prototype.keys) - SPELLINGS
        said = f"; said as `{prototype.command}`" if prototype.command else "; no usual text to say"
        yield f"Step    {named}{f' and {more} more' if more > 0 else ''} count as one{said}."


def after_judging(records: Records, reflex: Reflex, settings: Settings) -> Iterator[str]:
    """Lift, interlock, families and cards, review and index."""
    if reflex.lift is not None:
        with_it, ran, without, others = reflex.lift_counts
        yield (
            f"Lift    {with_it} of {ran} sessions with it succeeded, {without} of {others} without "
            f"it: at least {reflex.lift:+.2f}; offered by that from {settings[LIFT_MIN]:.2f} on"
        )
    barred = reflex.why if reflex.gate == "interlock" else "by no dead end of this repository"
    yield f"Barred  {barred}"
    yield from _requests(records, reflex)
    yield from _decided(records, reflex)
    if "index" in records:
        index = records["index"].detail
        is_in = any(each.id == reflex.id for each in index.reflexes)
        yield f"Sealed  {'in' if is_in else 'not in'} generation {index.generation}"
    yield ""


def _requests(records: Records, reflex: Reflex) -> Iterator[str]:
    if "intent" not in records or "cards" not in records:
        return
    families = [each for each in records["intent"].detail if each.route in reflex.steps]
    cards = [
        card
        for card in records["cards"].detail
        if any(command.key in reflex.steps for command in card.commands)
    ]
    start = f"{len(families)} families of requests start with its step"
    yield f"Asked   {start}; {len(cards)} cards list it"


def _decided(records: Records, reflex: Reflex) -> Iterator[str]:
    if "review" not in records:
        return
    decided: tuple[Decision, ...] = records["review"].detail.decided
    mine = [f"{each.verdict} by {by(each)}" for each in decided if each.id == reflex.id]
    yield f"Review  {mine[0] if mine else 'no person has decided on it'}"
