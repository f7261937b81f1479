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

from adage.constants import WINDOW
from adage.learn.alphabet import LEVELS as LEVELS
from adage.learn.alphabet import PROMPT as PROMPT
from adage.learn.alphabet import Alphabet
from adage.learn.alphabet import Item as Item
from adage.learn.label import Labels
from adage.learn.packed import on_one_shelf
from adage.learn.writer import Reads, Rows, Writer
from adage.records import Step, Trace

Ints = npt.NDArray[np.int32]

NOWHERE: Ints = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Strings:
    """All events. Arrays are aligned: event i has item `label[i]` (its finest), and so on.

    `items[i]` are all items it carries, finest first, padded with -1; `taken[i]` is the prototype
    that the event counts as having run (a red check counts, a failed build does not), or -1.
    `clock` counts decisions: a batch of observations is one tick. `segment` is unique over traces.
    `tick` is the clock of all segments in one: events of different segments lie further apart than
    any window. `places` and `runs` hold the ascending positions of each item and prototype.
    `told` says for each trace from which event on it had been told which prototypes, `told_of` for
    each prototype from which event on which traces had been. `last_of` is filled when asked: for an
    item its last event in each segment that has it, and those segments' ends.
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
    places: dict[int, Ints] = field(default_factory=dict)
    runs: dict[int, Ints] = field(default_factory=dict)
    told: dict[int, list[tuple[int, frozenset[int]]]] = field(default_factory=dict)
    reads: Reads = field(default_factory=Reads)
    told_of: dict[int, dict[int, int]] = field(default_factory=dict)
    last_of: dict[int, tuple[Ints, Ints]] = field(default_factory=dict)
    tick: Ints = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tick", _ticks(self.segment, self.clock))

    def __len__(self) -> int:
        return len(self.label)


def _ticks(segment: Ints, clock: Ints) -> Ints:
    same = segment[1:] == segment[:-1]
    steps = np.where(same, clock[1:] - clock[:-1], WINDOW.high + 1)
    return np.concatenate([[0], np.cumsum(steps)]).astype(np.int32)[: len(segment)]


def string(traces: Sequence[Trace], labels: Labels) -> Strings:
    """Write `traces` as strings of events, with inverted indexes from items to positions."""
    roots = sorted({trace.root for trace in traces})
    number = {root: i for i, root in enumerate(roots)}
    shelf, packed = on_one_shelf([trace.steps for trace in traces])
    writer = Writer(Alphabet(labels), shelf)
    starts = [0]
    for steps in packed:
        writer.write(steps)
        starts.append(len(writer))
    rows = writer.rows()
    return _pack(writer.alphabet, rows, traces, number, np.array(starts, dtype=np.int32))


def carrying(strings: Strings, item: int) -> Sequence[int]:
    """The positions of the events that carry `item`, ascending."""
    return strings.places.get(item, NOWHERE).data


def taking(strings: Strings, prototype: int) -> Sequence[int]:
    """The positions of the events that ran `prototype`, ascending."""
    return strings.runs.get(prototype, NOWHERE).data


def steps_of(strings: Strings, at: int) -> Sequence[Step]:
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


def _pack(
    alphabet: Alphabet, rows: Rows, traces: Sequence[Trace], roots: dict[str, int], starts: Ints
) -> Strings:
    lengths = np.diff(starts)
    number = np.array([roots[trace.root] for trace in traces], dtype=np.int32)
    tasks, ends = _by_root(traces, roots)
    strings = Strings(
        alphabet=tuple(alphabet.items), ids=alphabet.ids,
        label=rows.items[:, 0].copy(), items=rows.items, taken=rows.taken,
        trace=np.repeat(np.arange(len(traces), dtype=np.int32), lengths),
        root=np.repeat(number, lengths), segment=rows.segment, clock=rows.clock, turn=rows.turn,
        call=rows.call, step=rows.step, traces=tuple(traces), roots=tuple(roots), tasks=tasks,
        ends=ends, starts=starts, labels=alphabet.labels, places=rows.places, runs=rows.runs,
        reads=rows.reads,
    )  # fmt: skip
    _note_directives(strings)
    return strings


def _by_root(
    traces: Sequence[Trace], roots: dict[str, int]
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
        if not trace.directives:
            continue
        first, last = int(strings.starts[i]), int(strings.starts[i + 1])
        steps = strings.step[first:last].data
        for directive in trace.directives:
            named = frozenset(
                strings.labels.of[key] for key in directive.keys if key in strings.labels.of
            )
            if named:
                place = first + bisect_left(steps, directive.pos)
                strings.told.setdefault(i, []).append((place, named))
            for prototype in sorted(named):
                seen = strings.told_of.setdefault(prototype, {})
                seen[i] = min(place, seen.get(i, place))
