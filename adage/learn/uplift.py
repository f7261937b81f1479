"""Uplift: is a reflex worth saying, or do agents take its step anyway?

In: strings and judged reflexes. Out: the same reflexes with the rate at which the step is taken at
once untold, the rate when told, and their difference `u`. One that would change too little stays
quiet, with its reason. Dead ends and what a person wrote are shown but never silenced.
Math: site/math/04-uplift.md
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from adage import formulas
from adage.constants import (
    FOLLOW_ADVISE,
    FOLLOW_AVOID,
    FOLLOW_INTENT,
    FOLLOW_OBLIGATION,
    FOLLOW_READ_BATCH,
    FOLLOW_RUN,
    FOLLOW_SEQUENCE,
    KAPPA_FOLLOW,
    KAPPA_SELF,
    PENDING_BATCHES,
    SELF_ADVISE,
    SELF_AVOID,
    SELF_INTENT,
    SELF_OBLIGATION,
    SELF_READ_BATCH,
    SELF_RUN,
    SELF_SEQUENCE,
    UPLIFT_MIN,
    UPLIFT_SITUATIONS,
    WINDOW,
)
from adage.findings import Family, Value
from adage.learn.chance_arrays import all_read, first_reads, reads_within
from adage.learn.match import chances, is_exposed
from adage.learn.mine_lookups import LOOK_UPS
from adage.learn.mine_reads import HOT
from adage.learn.mine_repairs import REPAIR, SCOPE
from adage.learn.recount import pattern_of
from adage.learn.string import Strings, carrying, taking
from adage.learn.told import NOTHING_TOLD, Tellings
from adage.learn.value import is_worthless, replay_values, value_words
from adage.learn.whole_situations import WHOLE, whole_situations
from adage.records import Pattern, Reflex
from adage.settings import Constant, Settings

# What agents typically do untold and told, by shape.
PRIORS: dict[str, tuple[Constant[float], Constant[float]]] = {
    "avoid": (SELF_AVOID, FOLLOW_AVOID),
    "run": (SELF_RUN, FOLLOW_RUN),
    "obligation": (SELF_OBLIGATION, FOLLOW_OBLIGATION),
    "sequence": (SELF_SEQUENCE, FOLLOW_SEQUENCE),
    "read-batch": (SELF_READ_BATCH, FOLLOW_READ_BATCH),
    "advise": (SELF_ADVISE, FOLLOW_ADVISE),
    "intent": (SELF_INTENT, FOLLOW_INTENT),
    # Kinds that are found whole lean on the shape they are most like.
    REPAIR: (SELF_RUN, FOLLOW_RUN),
    SCOPE: (SELF_OBLIGATION, FOLLOW_OBLIGATION),
    LOOK_UPS: (SELF_SEQUENCE, FOLLOW_SEQUENCE),
    HOT: (SELF_READ_BATCH, FOLLOW_READ_BATCH),
}
AT_ONCE = {
    "obligation": "before they stop",
    "sequence": "in one call",
    LOOK_UPS: "in one turn",
    HOT: "in one turn",
    REPAIR: "before the check",
    SCOPE: "before they stop",
}


def uplift(
    strings: Strings,
    reflexes: Sequence[Reflex],
    settings: Settings,
    *,
    tellings: Tellings = NOTHING_TOLD,
    written: Collection[str] = (),
) -> tuple[Reflex, ...]:
    """Give every reflex its uplift and silence those that would change too little.

    `tellings` holds what became of what was said and withheld; `written` are the ids that a person
    wrote, which stay as loud as they are.
    """
    loud = [r for r in reflexes if r.strength in ("fire", "prime") and r.id not in written]
    values = replay_values(strings, loud, settings)
    return tuple(
        _valued(
            _weighed(strings, reflex, settings, tellings, reflex.id in written),
            values.get(reflex.id),
        )
        for reflex in reflexes
    )


def _valued(reflex: Reflex, value: Value | None) -> Reflex:
    """The reflex with its value; quiet when telling it did more harm than good before."""
    valued = replace(reflex, value=value)
    if value is None or reflex.strength not in ("fire", "prime"):
        return valued
    if not is_worthless(value):
        return valued
    why = value_words(value)
    return replace(valued, strength="nascent", gate="value", why=why, quiet=True)


def _weighed(
    strings: Strings, reflex: Reflex, settings: Settings, tellings: Tellings, written: bool
) -> Reflex:
    followed = tellings.told.get(reflex.id, (0, 0))
    judged = tellings.ledger.get(reflex.id, (0, 0))
    withheld = tellings.withheld.get(reflex.id, (0, 0))
    shown = situations(strings, pattern_of(reflex), settings)
    own = (shown[0] + withheld[0], shown[1] + withheld[1])
    found = telling(reflex.shape, own, followed, settings)
    silenced = bool(found["quiet"]) and reflex.shape != "avoid" and not written
    weighed = replace(
        reflex,
        u=found["u"],
        p_self=found["p_self"],
        p_follow=found["p_follow"],
        k_self=own[0],
        n_self=own[1],
        k_follow=followed[0],
        n_follow=followed[1],
        ledger=(*judged, *withheld),
        quiet=silenced,
    )
    if not silenced or reflex.strength not in ("fire", "prime"):
        return weighed
    why = quiet_words(reflex.shape, own, found, settings)
    return replace(weighed, strength="nascent", gate="uplift", why=why)


def uplift_families(
    families: Sequence[Family],
    settings: Settings,
    *,
    tellings: Tellings = NOTHING_TOLD,
) -> tuple[Family, ...]:
    """The same for families of requests, which bring their own situations."""
    return tuple(_weighed_family(family, settings, tellings) for family in families)


def _weighed_family(family: Family, settings: Settings, tellings: Tellings) -> Family:
    followed = tellings.told.get(family.id, (0, 0))
    withheld = tellings.withheld.get(family.id, (0, 0))
    own = (family.k_self + withheld[0], family.n_self + withheld[1])
    found = telling("intent", own, followed, settings)
    quiet = bool(found["quiet"])
    weighed = replace(
        family,
        u=found["u"],
        p_self=found["p_self"],
        p_follow=found["p_follow"],
        k_self=own[0],
        n_self=own[1],
        quiet=quiet,
    )
    if not quiet or family.strength not in ("fire", "prime"):
        return weighed
    why = quiet_words("intent", own, found, settings)
    return replace(weighed, strength="nascent", gate="uplift", why=why)


def telling(
    shape: str, own: tuple[int, int], followed: tuple[int, int], settings: Settings
) -> dict[str, float]:
    """p_self, p_follow, u and quiet of a shape, from k of n untold and k of n told."""
    prior_self, prior_follow = PRIORS[shape]
    found = formulas.uplift(
        settings[prior_self],
        *own,
        settings[prior_follow],
        *followed,
        settings[KAPPA_SELF],
        settings[KAPPA_FOLLOW],
    )
    least, situations_asked = settings[UPLIFT_MIN], settings[UPLIFT_SITUATIONS]
    return {**found, "quiet": formulas.is_quiet(found["u"], own[1], least, situations_asked)}


def quiet_words(
    shape: str, own: tuple[int, int], found: Mapping[str, float], settings: Settings
) -> str:
    """Why a reflex is not worth saying."""
    when = AT_ONCE.get(shape, f"within {settings[PENDING_BATCHES]} turns")
    return (
        f"agents do it untold {when} in {own[0]} of {own[1]} situations, so telling would add "
        f"{found['u']:+.2f} to {found['p_self']:.2f}; {settings[UPLIFT_MIN]:.2f} is asked for"
    )


def situations(strings: Strings, pattern: Pattern, settings: Settings) -> tuple[int, int]:
    """(k, n): of the untold situations of a pattern, those in which the step was taken at once.

    At once is within the turns in which a directive may still be followed, counted from the last
    trigger; the same call counts. A finish line has until the segment ends. A set of checks is
    taken when all of it stood in one call. A dead end is left when the check that works came first.
    """
    batches = settings[PENDING_BATCHES]
    if pattern.shape in WHOLE:
        return _tally(whole_situations(strings, pattern, settings))
    if pattern.shape == "avoid":
        return _tally(_left_alone(strings, pattern))
    if pattern.shape == "read-batch":
        return _tally(_read_at_once(strings, pattern, settings))
    found = chances(strings, pattern, settings)
    if pattern.shape == "obligation":
        return _tally(hit >= 0 for _, hit in found)
    if pattern.shape == "sequence":
        steps = [strings.labels.of[text] for text in pattern.steps]
        return _tally(hit >= 0 and _in_one_call(strings, steps, at) for at, hit in found)
    turn = strings.turn
    return _tally(hit >= 0 and bool(turn[hit] - turn[at] <= batches) for at, hit in found)


def _tally(taken: Iterable[bool]) -> tuple[int, int]:
    found = list(taken)
    return sum(found), len(found)


def _in_one_call(strings: Strings, steps: Sequence[int], position: int) -> bool:
    """Whether the first run of every step after an event stands in the same call."""
    hits = [runs[bisect_right(runs, position)] for runs in (taking(strings, s) for s in steps)]
    return len({int(strings.call[hit]) for hit in hits}) == 1


def _left_alone(strings: Strings, pattern: Pattern) -> list[bool]:
    """For each segment with the failing runner or the check that works: did the latter come first?

    Segments in which either had been told are left out.
    """
    cure = strings.labels.of.get(pattern.steps[0], -1)
    items = [strings.ids.get(text, -1) for text in pattern.context]
    dead = {strings.alphabet[item].prototype for item in items if item >= 0}
    events = [(at, False) for item in items for at in carrying(strings, item)]
    events += [(at, True) for at in taking(strings, cure)]
    first: dict[int, tuple[int, bool]] = {}
    for at, cured in sorted(events):
        first.setdefault(int(strings.segment[at]), (at, cured))
    return [
        cured for at, cured in first.values() if not is_exposed(strings, sorted({cure, *dead}), at)
    ]


def _read_at_once(strings: Strings, pattern: Pattern, settings: Settings) -> list[bool]:
    """For each trace that read the first file: were all others read within the next turns?"""
    path, *wanted = (t.removeprefix("read:") for t in (*pattern.context, *pattern.steps))
    first, turns = first_reads(strings, path)
    owner, read = reads_within(strings, first, settings[WINDOW])
    turn, since = strings.reads.turn[read], turns[owner]
    soon = (since <= turn) & (turn <= since + settings[PENDING_BATCHES])
    held: list[bool] = all_read(strings, (owner[soon], read[soon]), wanted, len(first)).tolist()
    return held
