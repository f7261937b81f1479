"""Propose: steps that follow their context so surely that a person may be asked to let them run.

In: strings and reflexes. Out: `RunEvidence` for each that could run. This evidence is stricter than
that of the other stages and apart from it: every completed context counts, nothing but looking may
lie between, and the step must have worked. It opens a question to a person and does nothing else.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adage.constants import PREDICT_SESSIONS, PREDICT_SHARE, PREDICT_TASKS, WINDOW
from adage.findings import RunEvidence
from adage.formulas import predictive, predictive_window
from adage.learn.match import anchors, is_exposed
from adage.learn.string import Strings, steps_of
from adage.records import Effect, Reflex
from adage.settings import Settings


def propose(
    strings: Strings, reflexes: Sequence[Reflex], settings: Settings
) -> tuple[RunEvidence, ...]:
    """The evidence for running each run or sequence reflex that has a command, in their order."""
    wanted = (r for r in reflexes if r.shape in ("run", "sequence") and r.command)
    return tuple(_evidence(strings, r, settings) for r in wanted if r.effect < Effect.AUTHOR)


def _evidence(strings: Strings, reflex: Reflex, settings: Settings) -> RunEvidence:
    steps = frozenset(strings.labels.of[text] for text in reflex.steps)
    context = [strings.ids.get(text, -1) for text in reflex.trigger]
    window = settings[WINDOW]
    roots: set[int] = set()
    opportunities = supported = 0
    for position in anchors(strings, context, window - 1):
        if is_exposed(strings, steps, _trace_end(strings, position)):
            continue
        opportunities += 1
        roots.add(int(strings.root[position]))
        supported += predictive_window(list(_ticks(strings, position, steps)), window)
    tasks = {strings.tasks[root] for root in roots}
    return RunEvidence(
        reflex=reflex.id,
        sessions=len(roots),
        tasks=len(tasks),
        opportunities=opportunities,
        supported=supported,
        is_enough=predictive(
            len(roots),
            len(tasks),
            opportunities,
            supported,
            settings[PREDICT_SESSIONS],
            settings[PREDICT_TASKS],
            settings[PREDICT_SHARE],
        ),
    )


def _trace_end(strings: Strings, position: int) -> int:
    """The last event of the trace of `position`: a session told at any time was steered."""
    return int(strings.starts[strings.trace[position] + 1]) - 1


def _ticks(strings: Strings, position: int, steps: frozenset[int]) -> Iterator[str]:
    """What followed an event, one word a clock tick, as `predictive_window` reads them."""
    missing = set(steps)
    clock = strings.clock[position]
    for at in range(position + 1, len(strings)):
        if strings.segment[at] != strings.segment[position]:
            yield "prompt"
            return
        missing.discard(_worked(strings, at))
        if not missing:
            yield "step"
            return
        # A batch of observations is one tick; whatever it holds, it only looks.
        if strings.clock[at] > clock:
            yield _word(strings, at, steps)
            clock = strings.clock[at]


def _worked(strings: Strings, at: int) -> int:
    """The prototype that ran and is known to have worked at an event, or -1."""
    made = steps_of(strings, at)
    return int(strings.taken[at]) if made and made[-1].ok is True else -1


def _word(strings: Strings, at: int, steps: frozenset[int]) -> str:
    symbol = strings.alphabet[strings.label[at]]
    if symbol.prototype in steps:
        # Of a set of steps, one that worked is on the way; a failure, or a single step that is not
        # known to have worked, breaks it off.
        return "change" if symbol.failed or len(steps) == 1 else "verify"
    return "observe" if symbol.effect <= Effect.VERIFY else "change"
