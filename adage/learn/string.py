"""String: each trace becomes a string of events over a small alphabet of items.

In: traces and labels. Out: `Strings`, all events of all traces in flat arrays.
An edit event carries up to five items, finest first: the file, `dir/*.ext`, `top/**/*.ext`,
`**/*.ext` and any edit. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from adage.learn.label import Labels
from adage.records import Effect, Step, Trace

LEVELS = 5
PROMPT = "prompt"

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Item:
    """One symbol of the alphabet. `wider` is the item one level up, or -1; `prototype` -1 for none.

    `failed` marks the symbol of a step that went wrong, `context` one that a context may hold.
    """

    text: str
    effect: Effect
    prototype: int
    failed: bool
    context: bool
    is_edit: bool
    wider: int


@dataclass(frozen=True, slots=True)
class Strings:
    """All events. Arrays are aligned: event i has item `label[i]` (its finest), and so on.

    `items[i]` are all items it carries, finest first, padded with -1; `taken[i]` is the prototype
    that the event counts as having run (a red check counts, a failed build does not), or -1.
    `clock` counts decisions: a batch of observations is one tick. `segment` is unique over traces.
    `reads` holds, for each path and trace, the event and the turn of its first read.
    """

    alphabet: tuple[Item, ...]
    ids: dict[str, int]
    label: Ints
    items: Ints
    taken: Ints
    trace: Ints
    root: Ints
    segment: Ints
    clock: Ints
    turn: Ints
    call: Ints
    step: Ints
    traces: tuple[Trace, ...]
    roots: tuple[str, ...]
    tasks: tuple[str, ...]
    ends: tuple[float, ...]
    starts: Ints
    labels: Labels
    places: dict[int, list[int]] = field(default_factory=dict)
    runs: dict[int, list[int]] = field(default_factory=dict)
    told: dict[int, list[tuple[int, frozenset[int]]]] = field(default_factory=dict)
    reads: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.label)


def string(traces: Sequence[Trace], labels: Labels) -> Strings:
    """Write `traces` as strings of events, with inverted indexes from items to positions."""
    writer = _Writer(labels)
    roots = sorted({trace.root for trace in traces})
    number = {root: i for i, root in enumerate(roots)}
    starts = []
    for i, trace in enumerate(traces):
        starts.append(len(writer.rows))
        writer.write(i, number[trace.root], trace)
    starts.append(len(writer.rows))
    return _pack(writer, traces, roots, starts, labels)


def carrying(strings: Strings, item: int) -> list[int]:
    """The positions of the events that carry `item`, ascending."""
    return strings.places.get(item, [])


def taking(strings: Strings, prototype: int) -> list[int]:
    """The positions of the events that ran `prototype`, ascending."""
    return strings.runs.get(prototype, [])


def steps_of(strings: Strings, at: int) -> tuple[Step, ...]:
    """The steps that one event stands for: repeats of a symbol are one event; a prompt has none."""
    number = int(strings.trace[at])
    first = strings.step[at - 1] + 1 if at > strings.starts[number] else 0
    return strings.traces[number].steps[first : strings.step[at] + 1]


def line_of(strings: Strings, at: int) -> int:
    """The transcript line of an event's last step, or of the prompt that opened the segment."""
    trace = strings.traces[strings.trace[at]]
    if steps := steps_of(strings, at):
        return steps[-1].line
    lines = [prompt.line for prompt in trace.prompts if prompt.at <= strings.call[at]]
    return lines[-1] if lines else 0


class _Writer:
    """Collects rows of (items, taken, trace, root, segment, clock, turn, call, step)."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.alphabet: list[Item] = []
        self.ids: dict[str, int] = {}
        self.rows: list[tuple[tuple[int, ...], int, int, int, int, int, int, int, int]] = []
        self.segments = -1
        self.prompt = self.item(PROMPT, Effect.OBSERVE, -1, context=True)

    def item(
        self,
        text: str,
        effect: Effect,
        prototype: int,
        *,
        failed: bool = False,
        context: bool = False,
        is_edit: bool = False,
        wider: int = -1,
    ) -> int:
        """The id of the item named `text`, entered now if it is new."""
        if text not in self.ids:
            self.ids[text] = len(self.alphabet)
            self.alphabet.append(Item(text, effect, prototype, failed, context, is_edit, wider))
        return self.ids[text]

    def write(self, number: int, root: int, trace: Trace) -> None:
        """Append the events of one trace; each segment opens with the pseudo-event PROMPT."""
        segment, clock, seen = None, -1, None
        for step in trace.steps:
            if step.segment != segment:
                segment, clock, seen = step.segment, clock + 1, None
                self.segments += 1
                self._row(
                    (self.prompt,), -1, number, root, clock, step.turn, step.call, step.idx - 1
                )
            items, taken = self.read_step(step)
            observes = step.effect == Effect.OBSERVE
            if self.rows[-1][0] == items and seen is not None:
                self.rows.pop()
            elif not (observes and seen == (True, step.turn)):
                clock += 1
            self._row(items, taken, number, root, clock, step.turn, step.call, step.idx)
            seen = (observes, step.turn)

    def _row(
        self,
        items: tuple[int, ...],
        taken: int,
        trace: int,
        root: int,
        clock: int,
        turn: int,
        call: int,
        step: int,
    ) -> None:
        self.rows.append((items, taken, trace, root, self.segments, clock, turn, call, step))

    def read_step(self, step: Step) -> tuple[tuple[int, ...], int]:
        """The items that a step's event carries, and the prototype it counts as having run."""
        prototype = self.labels.of[step.key]
        if step.levels:
            return self._edit_items(step, prototype), prototype
        failed = step.ok is False and Effect.VERIFY <= step.effect <= Effect.ENVIRONMENT
        text = self.labels.prototypes[prototype].key
        item = self.item(
            text + "!" if failed else text,
            step.effect,
            prototype,
            failed=failed,
            context=not failed and Effect.VERIFY <= step.effect <= Effect.AUTHOR,
        )
        took = not failed or step.effect == Effect.VERIFY
        return (item,), prototype if took else -1

    def _edit_items(self, step: Step, prototype: int) -> tuple[int, ...]:
        wider = -1
        items: list[int] = []
        for place in range(len(step.levels) - 1, -1, -1):
            # Only the directory class stands for the step's own prototype.
            own = prototype if f"edit:{step.levels[place]}" == step.key else -1
            wider = self.item(
                f"edit:{step.levels[place]}",
                Effect.AUTHOR,
                own,
                context=True,
                is_edit=True,
                wider=wider,
            )
            items.append(wider)
        return tuple(reversed(items[-LEVELS:]))


def _pack(
    writer: _Writer,
    traces: Sequence[Trace],
    roots: list[str],
    starts: list[int],
    labels: Labels,
) -> Strings:
    columns = list(zip(*writer.rows, strict=True)) or [()] * 9
    items = np.full((len(writer.rows), LEVELS), -1, dtype=np.int32)
    places: dict[int, list[int]] = {}
    runs: dict[int, list[int]] = {}
    for i, row in enumerate(writer.rows):
        items[i, : len(row[0])] = row[0]
        for item in row[0]:
            places.setdefault(item, []).append(i)
        if row[1] >= 0:
            runs.setdefault(row[1], []).append(i)
    arrays = [np.array(column, dtype=np.int32) for column in columns[1:]]
    taken, trace, root, segment, clock, turn, call, step = arrays
    tasks, ends = _by_root(traces, roots)
    strings = Strings(
        tuple(writer.alphabet), writer.ids,
        items[:, 0].copy(), items, taken, trace, root, segment, clock, turn, call, step,
        tuple(traces), tuple(roots), tasks, ends, np.array(starts, dtype=np.int32), labels,
        places, runs,
    )  # fmt: skip
    _note_directives(strings)
    _note_reads(strings)
    return strings


def _by_root(
    traces: Sequence[Trace], roots: list[str]
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Each root's task, and the end of its latest lane."""
    tasks: dict[str, str] = {}
    ends: dict[str, float] = {}
    for trace in traces:
        if trace.id == trace.root or trace.root not in tasks:
            tasks[trace.root] = trace.task
        ends[trace.root] = max(ends.get(trace.root, trace.end), trace.end)
    return tuple(tasks[root] for root in roots), tuple(ends[root] for root in roots)


def _note_directives(strings: Strings) -> None:
    """Enter, for each trace, from which event on it had been told which prototypes."""
    for i, trace in enumerate(strings.traces):
        first, last = int(strings.starts[i]), int(strings.starts[i + 1])
        steps = strings.step[first:last].tolist()
        for directive in trace.directives:
            named = frozenset(
                strings.labels.of[key] for key in directive.keys if key in strings.labels.of
            )
            if named:
                place = first + bisect_left(steps, directive.pos)
                strings.told.setdefault(i, []).append((place, named))


def _note_reads(strings: Strings) -> None:
    """Enter the first read of every path in every trace."""
    for at in range(len(strings)):
        number = int(strings.trace[at])
        for step in steps_of(strings, at):
            for path in step.paths if step.tool == "read" else ():
                strings.reads.setdefault(path, {}).setdefault(number, (at, step.turn))
