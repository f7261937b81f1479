"""Worth: what a directive would have changed in a real session that nobody told anything.

In: a replayed session. Out: a `Verdict` for each directive: what became of its step, the turns that
saying it could have saved, and whether it was said for nothing. Agreement is not value: a step that
the agent takes at once saves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from adage.constants import PENDING_BATCHES, WINDOW
from adage.learn.mine_repairs import is_wider
from adage.learn.replay import Heard, Said, dead_runners, first_step, runner_of
from adage.learn.string import Strings, taking
from adage.learn.whole_replay import is_whole, saved_turns
from adage.records import Effect, Step
from adage.settings import Settings

CHECKS = (Effect.VERIFY, Effect.REGENERATE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One directive judged.

    `fate` is once (within three turns), late, wider (only a wider variant of the check ran) or
    never; for a dead end avoided or worked; for a set merged, already (one call), single (only one
    of its checks ran) or never. `right` says that the prediction held within the window. `turns`
    would have been saved: failing runs, turns from a red check until the step that alone turned it
    green, checks or reads that could have been one call. `idle` turns lay without an edit before
    a late step; they are an upper limit only, since the agent used them for something. `red`: the
    step then failed.
    """

    shape: str
    fate: str
    right: bool
    turns: int
    idle: int = 0
    avoided: int = 0
    red: bool = False

    @property
    def wasted(self) -> bool:
        """Whether the step was neither taken nor needed in the whole session."""
        return self.fate in ("never", "worked")


def judge_session(heard: Heard, settings: Settings) -> tuple[Verdict, ...]:
    """The verdict on everything said in one session."""
    return tuple(judge_said(heard.strings, said, settings) for said in heard.said)


def judge_said(strings: Strings, said: Said, settings: Settings) -> Verdict:
    """The verdict on one directive."""
    shape = said.reflex.shape
    if shape == "avoid":
        return _dead_end(strings, said)
    if shape == "sequence":
        return _check_set(strings, said)
    if shape == "read-batch":
        return _batch(strings, said, settings)
    if is_whole(said.reflex) and said.moment != "Stop":
        return _whole(strings, said, settings)
    return _step(strings, said, settings)


def _step(strings: Strings, said: Said, settings: Settings) -> Verdict:
    """A run, an advice or a finish line: when did the step come, untold?"""
    shape = said.reflex.shape
    runs = taking(strings, strings.labels.of.get(said.reflex.steps[0], -1))
    after = [run for run in runs if first_step(strings, run).turn > said.turn]
    if not after:
        return Verdict(shape, _missed(strings, said), False, 0)
    hit = after[0]
    right = said.moment != "Stop" and _in_window(strings, said.at, hit, settings[WINDOW])
    red = first_step(strings, hit).ok is False
    waited = first_step(strings, hit).turn - said.turn
    turns = _saved(strings, said, hit)
    if waited <= settings[PENDING_BATCHES]:
        return Verdict(shape, "once", right or said.moment == "Stop", turns, red=red)
    idle = 0 if said.moment == "Stop" else _idle_turns(strings, said.turn, hit, settings)
    return Verdict(shape, "late", right, turns, idle, red=red)


def _missed(strings: Strings, said: Said) -> str:
    """A step that never came: whether a wider variant of the check did its work."""
    wanted = strings.labels.of.get(said.reflex.steps[0], -1)
    wider = variants(strings, wanted) - {wanted}
    runs = (run for variant in wider for run in taking(strings, variant))
    return "wider" if any(first_step(strings, run).turn > said.turn for run in runs) else "never"


def variants(strings: Strings, prototype: int) -> set[int]:
    """A check and every wider variant of it that ran in a session: `test:ci` of `test`."""
    known = strings.labels.prototypes
    if prototype < 0 or known[prototype].effect != Effect.VERIFY:
        return {prototype}
    ran = (number for number in strings.runs if known[number].effect == Effect.VERIFY)
    return {prototype, *(n for n in ran if is_wider(known[n], known[prototype]))}


def _saved(strings: Strings, said: Said, hit: int) -> int:
    """The turns lost because a step came when it did.

    After an edit: from the first red run of a check until the step, when the step alone turned that
    check green. At a stop: one, when the step was red in a later request.
    """
    taken = first_step(strings, hit)
    if said.moment == "Stop":
        return int(taken.ok is False)
    steps = strings.traces[0].steps
    before = takewhile(_leaves_files, reversed(steps[: taken.idx]))
    after = takewhile(_leaves_files, steps[taken.idx + 1 :])
    green = {_check_of(strings, step) for step in after if step.ok is True}
    red = [
        step.turn
        for step in before
        if step.ok is False and step.turn > said.turn and _check_of(strings, step) in green
    ]
    return taken.turn - min(red) if red else 0


def _leaves_files(step: Step) -> bool:
    return step.effect < Effect.AUTHOR


def _check_of(strings: Strings, step: Step) -> int | None:
    """The check that a step ran, if it is one."""
    return strings.labels.of[step.key] if step.effect == Effect.VERIFY else None


def _in_window(strings: Strings, at: int, hit: int, window: int) -> bool:
    same = strings.segment[at] == strings.segment[hit]
    return bool(same and strings.clock[hit] - strings.clock[at] <= window)


def _idle_turns(strings: Strings, turn: int, hit: int, settings: Settings) -> int:
    """The turns without an edit between telling and the step, if there were more than two.

    A step in a later segment waits for the person, not for us: it saves nothing.
    """
    steps = strings.traces[0].steps
    taken = first_step(strings, hit)
    said_in = [s.segment for s in steps if s.turn <= turn]
    if said_in and said_in[-1] != taken.segment:
        return 0
    between = [s for s in steps if turn < s.turn < taken.turn]
    edits = {s.turn for s in between if s.effect >= Effect.AUTHOR}
    idle = taken.turn - turn - 1 - len(edits)
    return idle if idle > settings[PENDING_BATCHES] - 1 else 0


def _dead_end(strings: Strings, said: Said) -> Verdict:
    """Naming the working check before the failing run, or rewriting it, saves each failing run."""
    dead = dead_runners(strings.labels, said.reflex)
    runs = [
        step
        for step in strings.traces[0].steps
        if step.call >= said.call
        and step.tool == "shell"
        and runner_of(strings.labels, step.key) in dead
    ]
    failed = [step for step in runs if step.ok is False]
    if not failed:
        return Verdict("avoid", "worked", False, 0)
    turns = {step.turn for step in failed}
    return Verdict("avoid", "avoided", True, len(turns), avoided=len(failed))


def _check_set(strings: Strings, said: Said) -> Verdict:
    """The turns of checks directly after a turn of checks that could have been one call with it."""
    keys = members_of(strings, said.reflex.steps)
    later = [turn for turn in _turns(strings) if turn[0].turn > said.turn]
    ran = {p for turn in later for p in _ran(strings, turn, keys)}
    if not ran:
        return Verdict("sequence", "never", False, 0)
    merged = mergeable(strings, later, keys)
    if merged:
        return Verdict("sequence", "merged", True, merged)
    together = any(len(_ran(strings, turn, keys)) > 1 for turn in later)
    return Verdict("sequence", "already" if together else "single", together, 0)


Members = Mapping[int, frozenset[int]]  # what ran -> the members of the set that it counts as


def members_of(strings: Strings, steps: Sequence[str]) -> Members:
    """For each check that ran in a session, the members of a set of checks that it takes care of.

    A wider variant of a check takes care of it too.
    """
    found: dict[int, set[int]] = {}
    for text in steps:
        member = strings.labels.of.get(text, -1)
        for variant in variants(strings, member):
            found.setdefault(variant, set()).add(member)
    return {variant: frozenset(members) for variant, members in found.items()}


def mergeable(strings: Strings, turns: Sequence[Sequence[Step]], keys: Members) -> int:
    """Turns of nothing but checks, directly after another such turn that did not fail.

    Both take care of members of a set, and the later one of other members than those before it.
    """
    saved = 0
    done: set[int] = set()  # what the present chain of turns has run
    before: Sequence[Step] = ()
    for turn in turns:
        ran = _pure(strings, turn, keys)
        if done and ran and not ran & done and _follows(before, turn):
            saved += 1
            done = done | ran
        else:
            done = ran
        before = turn
    return saved


def _follows(before: Sequence[Step], turn: Sequence[Step]) -> bool:
    """Whether a turn came directly after one that did not fail, in the same segment."""
    last, first = before[-1], turn[0]
    failed = any(step.ok is False for step in before)
    return not failed and first.turn == last.turn + 1 and first.segment == last.segment


def _pure(strings: Strings, turn: Sequence[Step], keys: Members) -> set[int]:
    """The members that a turn ran when it did nothing but check; else nothing."""
    return _ran(strings, turn, keys) if all(s.effect in CHECKS for s in turn) else set()


def _ran(strings: Strings, turn: Sequence[Step], keys: Members) -> set[int]:
    return {member for s in turn for member in keys.get(strings.labels.of[s.key], ())}


def _turns(strings: Strings) -> list[list[Step]]:
    """The steps of a session by model turn."""
    found: list[list[Step]] = []
    for step in strings.traces[0].steps:
        if not found or found[-1][0].turn != step.turn:
            found.append([])
        found[-1].append(step)
    return found


def _whole(strings: Strings, said: Said, settings: Settings) -> Verdict:
    """A habit found whole came up, and so many of its turns would have been one call."""
    times, turns = saved_turns(strings, said.reflex, said.turn, settings)
    fate = "merged" if turns else ("single" if times else "never")
    return Verdict(said.reflex.shape, fate, turns > 0, turns)


def _batch(strings: Strings, said: Said, settings: Settings) -> Verdict:
    """Files read later, each in a turn of its own, could have been one turn."""
    wanted = {text.removeprefix("read:") for text in said.reflex.steps}
    reads = [
        step
        for step in strings.traces[0].steps
        if step.turn > said.turn and step.tool == "read" and wanted & set(step.paths)
    ]
    if not reads:
        return Verdict("read-batch", "never", False, 0)
    turns = {step.turn for step in reads}
    near = min(turns) - said.turn <= settings[PENDING_BATCHES]
    every = {path for step in reads for path in step.paths} >= wanted
    return Verdict("read-batch", "once" if near else "late", every, len(turns) - 1)


def situations(strings: Strings) -> Iterator[int]:
    """The events that run a check or a build: what there was to predict."""
    for at in range(len(strings)):
        prototype = int(strings.taken[at])
        if prototype >= 0 and strings.labels.prototypes[prototype].effect in CHECKS:
            yield at
