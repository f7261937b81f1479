"""Replay: what the reflexes of an index would have said in a session, and when.

In: one trace, reflexes, the labels they were learned with. Out: what was said, in order. A reflex
sees only what had happened by then: after each turn the shapes of PostToolBatch may speak, before
a call the dead ends, at the end of a segment the finish lines. No step is told twice in a session.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from adage.constants import PROTOTYPE_COSINE, PROTOTYPE_DIMS, WINDOW
from adage.formulas import at_least
from adage.learn.compile import MOMENTS
from adage.learn.direct import DIRECT_MOMENTS
from adage.learn.label import Labels, embed_key
from adage.learn.match import anchors
from adage.learn.string import Strings, carrying, steps_of, string, taking
from adage.learn.whole_replay import is_whole, speaks_at
from adage.records import Effect, Prototype, Reflex, Step, Trace
from adage.settings import Settings

ORDER = ("UserPromptSubmit", "PreToolUse", "PostToolBatch", "Stop")


@dataclass(frozen=True, slots=True)
class Said:
    """One directive: at which moment, in which turn, and the call it came after (or just before).

    For a dead end `call` is the run it stands before. `at` is the event that set it off.
    """

    reflex: Reflex
    moment: str
    turn: int
    call: int
    at: int


def replay(
    trace: Trace,
    reflexes: Sequence[Reflex],
    labels: Labels,
    settings: Settings,
    also: Also | None = None,
) -> Heard:
    """Everything that `reflexes` would have said in `trace`, and the trace as they read it.

    `also` adds what is said at other moments, such as at a prompt.
    """
    strings = string([trace], widen(labels, trace, settings))
    others = also(strings, trace) if also else ()
    return Heard(strings, speak(strings, reflexes, settings, others))


def speak(
    strings: Strings, reflexes: Sequence[Reflex], settings: Settings, others: Iterable[Said] = ()
) -> tuple[Said, ...]:
    """Everything that `reflexes` would have said in the one trace of `strings`, with `others`."""
    offered = [said for reflex in reflexes for said in _offers(strings, reflex, settings)]
    offered += others
    offered.sort(key=lambda s: (s.turn, ORDER.index(s.moment), s.call, s.reflex.shape, s.reflex.id))
    spoken: list[Said] = []
    named: dict[bool, set[str]] = {True: set(), False: set()}
    for said in offered:
        # A reflex whose every step has been named says nothing new; but a run that is about to
        # fail is replaced even when the check that works had been told.
        known = named[said.moment == "PreToolUse"]
        if not known.issuperset(said.reflex.steps):
            known.update(said.reflex.steps)
            spoken.append(said)
    return tuple(spoken)


Also = Callable[[Strings, Trace], Iterable[Said]]


@dataclass(frozen=True, slots=True)
class Heard:
    """A replayed session: its string of events and what was said in it."""

    strings: Strings
    said: tuple[Said, ...]


def widen(labels: Labels, trace: Trace, settings: Settings) -> Labels:
    """`labels` with every key of `trace` that they do not know.

    A new key joins the prototype it would have joined while learning, else it gets its own.
    """
    of: dict[str, int] = dict(labels.of)
    prototypes = list(labels.prototypes)
    for step in trace.steps:
        if step.key not in of:
            near = nearest(labels, step, settings)
            of[step.key] = len(prototypes) if near is None else near
            if near is None:
                prototypes.append(_own(len(prototypes), step))
    return Labels(tuple(prototypes), of)


def nearest(labels: Labels, step: Step, settings: Settings) -> int | None:
    """The known prototype that agrees with a step in everything that matters and is most alike."""
    dims, best, chosen = settings[PROTOTYPE_DIMS], settings[PROTOTYPE_COSINE], None
    features = None
    for known in labels.prototypes:
        if _identity(known) != _identity(step):
            continue
        features = embed_key(step.key, step.runner, dims) if features is None else features
        cosine = round(float(features @ embed_key(known.key, known.runner, dims)), 6)
        if at_least(cosine, best) and (chosen is None or cosine > best):
            best, chosen = cosine, known.id
    return chosen


def _identity(known: Step | Prototype) -> tuple[str, Effect, str, tuple[str, ...]]:
    classes = known.levels[1:2] or tuple(sorted(set(known.levels)))
    return known.tool, known.effect, known.runner, classes


def _own(number: int, step: Step) -> Prototype:
    return Prototype(
        number, step.key, step.tool, step.effect, step.runner, (step.key,), step.levels, 1, 1
    )


def _offers(strings: Strings, reflex: Reflex, settings: Settings) -> Iterator[Said]:
    shape = reflex.shape
    if is_whole(reflex):
        yield from _whole(strings, reflex, settings)
    elif shape == "avoid":
        yield from _before_failing(strings, reflex)
    elif shape == "obligation":
        yield from _at_stop(strings, reflex)
    elif shape == "sequence":
        yield from _at_first_edit(strings, reflex)
    elif shape == "read-batch":
        yield from _after_read(strings, reflex)
    else:
        yield from _after_context(strings, reflex, settings[WINDOW])


def _whole(strings: Strings, reflex: Reflex, settings: Settings) -> Iterator[Said]:
    moment, turns = DIRECT_MOMENTS[reflex.shape], strings.turn.tolist()
    for at in speaks_at(strings, reflex, settings):
        if moment == "UserPromptSubmit":
            call = int(strings.call[at]) - (not steps_of(strings, at))
            yield Said(reflex, moment, max(turns[:at], default=-1), call, at)
        else:
            step = steps_of(strings, at)[-1] if moment == "Stop" else first_step(strings, at)
            yield Said(reflex, moment, step.turn, _last_call(strings, step), at)


def first_step(strings: Strings, at: int) -> Step:
    """The first step that an event stands for: a repeated edit speaks when it first happens."""
    return steps_of(strings, at)[0]


def _said(strings: Strings, reflex: Reflex, at: int) -> Said:
    """Said after the turn in which the event `at` first happened."""
    step = first_step(strings, at)
    return Said(reflex, MOMENTS[reflex.shape], step.turn, _last_call(strings, step), at)


def _last_call(strings: Strings, step: Step) -> int:
    """The last call of the turn of `step`."""
    steps = strings.traces[0].steps
    return max(s.call for s in steps[step.idx :] if s.turn == step.turn)


def _runs_of(strings: Strings, texts: Sequence[str]) -> list[Sequence[int]]:
    return [taking(strings, strings.labels.of.get(text, -1)) for text in texts]


def stands_in_batch(strings: Strings, runs: Sequence[int], at: int) -> bool:
    """Whether a step ran after the event `at` in the same turn: too late to say it."""
    turn = first_step(strings, at).turn
    later = runs[bisect_right(runs, at) :]
    return any(first_step(strings, run).turn == turn for run in later)


def _after_context(strings: Strings, reflex: Reflex, window: int) -> Iterator[Said]:
    context = [strings.ids.get(text, -1) for text in reflex.trigger]
    runs = _runs_of(strings, reflex.steps)
    for at in anchors(strings, context, window - 1):
        if not steps_of(strings, at):
            continue  # a prompt opens the segment: nothing has been done yet
        if not all(stands_in_batch(strings, places, at) for places in runs):
            yield _said(strings, reflex, at)


def _at_first_edit(strings: Strings, reflex: Reflex) -> Iterator[Said]:
    """The usual checks as one call, told at the first edit; never after the first check."""
    runs = _runs_of(strings, reflex.steps)
    edits = carrying(strings, strings.ids.get(reflex.trigger[0], -1))[:1]
    for at in edits:
        if not any(stands_in_batch(strings, places, at) for places in runs):
            yield _said(strings, reflex, at)


def _after_read(strings: Strings, reflex: Reflex) -> Iterator[Said]:
    path = reflex.trigger[0].removeprefix("read:")
    others = {text.removeprefix("read:") for text in reflex.steps}
    steps = strings.traces[0].steps
    for step in steps:
        if step.tool == "read" and path in step.paths:
            seen = {p for s in steps if s.tool == "read" and s.turn <= step.turn for p in s.paths}
            if not others <= seen:
                call = _last_call(strings, step)
                at = bisect_left(strings.step.tolist(), step.idx)
                yield Said(reflex, MOMENTS[reflex.shape], step.turn, call, at)
            return


def _before_failing(strings: Strings, reflex: Reflex) -> Iterator[Said]:
    dead = dead_runners(strings.labels, reflex)
    for step in strings.traces[0].steps:
        if step.tool == "shell" and runner_of(strings.labels, step.key) in dead:
            at = bisect_left(strings.step.tolist(), step.idx)
            yield Said(reflex, MOMENTS[reflex.shape], step.turn, step.call, at)


def dead_runners(labels: Labels, reflex: Reflex) -> set[str]:
    """The runners that a dead end is about."""
    return {runner_of(labels, text.removesuffix("!")) for text in reflex.trigger} - {""}


def runner_of(labels: Labels, key: str) -> str:
    """The runner of the prototype that a step key belongs to, or nothing."""
    number = labels.of.get(key)
    return labels.prototypes[number].runner if number is not None else ""


def _at_stop(strings: Strings, reflex: Reflex) -> Iterator[Said]:
    """At the end of each segment in which the trigger came and the step has not followed."""
    (runs,) = _runs_of(strings, reflex.steps)
    last_of: Mapping[int, int] = {
        int(strings.segment[at]): at
        for at in carrying(strings, strings.ids.get(reflex.trigger[0], -1))
    }
    segments = strings.segment.tolist()
    for segment, at in last_of.items():
        end = bisect_right(segments, segment) - 1
        following = bisect_right(runs, at)
        if following == len(runs) or runs[following] > end:
            last = steps_of(strings, end)[-1]
            yield Said(reflex, "Stop", last.turn, last.call, at)
