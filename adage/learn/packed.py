"""Packed: the steps of all traces in flat arrays, with everything that steps share kept once.

In: steps. Out: `Packed`, a sequence of the same steps that makes each one anew when it is asked
for. An agent runs the same few steps over and over: millions of them take 20 bytes each.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from adage.records import Step


def _column() -> array[int]:
    return array("i")


@dataclass(slots=True, eq=False)
class Shelf:
    """Where packed steps stand: `kinds` holds every different step once, at no place of its own.

    Row i of the columns is one step: which kind it is, and where it stands in its trace.
    """

    kinds: list[Step] = field(default_factory=list)
    kind: array[int] = field(default_factory=_column)
    call: array[int] = field(default_factory=_column)
    turn: array[int] = field(default_factory=_column)
    segment: array[int] = field(default_factory=_column)
    line: array[int] = field(default_factory=_column)
    numbers: dict[tuple[object, ...], int] = field(default_factory=dict)

    def put(self, steps: Iterable[Step]) -> Packed:
        """Append the steps of one trace; a step's `idx` is its place among them."""
        first = len(self.kind)
        for step in steps:
            self.kind.append(self._number(step))
            self.call.append(step.call)
            self.turn.append(step.turn)
            self.segment.append(step.segment)
            self.line.append(step.line)
        return Packed(self, first, len(self.kind))

    def _number(self, step: Step) -> int:
        same = (step.tool, step.raw, step.key, step.runner, step.effect, step.ok, step.paths,
                step.levels)  # fmt: skip
        number = self.numbers.get(same)
        if number is None:
            number = self.numbers[same] = len(self.kinds)
            self.kinds.append(Step(0, 0, 0, 0, *same))
        return number

    def step(self, row: int, idx: int) -> Step:
        """The step of a row, as number `idx` of its trace."""
        kind = self.kinds[self.kind[row]]
        return Step(
            idx, self.call[row], self.turn[row], self.segment[row], kind.tool, kind.raw, kind.key,
            kind.runner, kind.effect, kind.ok, kind.paths, kind.levels, self.line[row],
        )  # fmt: skip


class Packed(Sequence[Step]):
    """The steps of one trace: rows `first` to before `end` of a shelf."""

    __slots__ = ("end", "first", "shelf")

    def __init__(self, shelf: Shelf, first: int, end: int) -> None:
        self.shelf, self.first, self.end = shelf, first, end

    def __len__(self) -> int:
        return self.end - self.first

    @overload
    def __getitem__(self, at: int) -> Step: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, at: int | slice) -> Step | tuple[Step, ...]:
        places = range(len(self))[at]
        if isinstance(places, int):
            return self.shelf.step(self.first + places, places)
        return tuple(self.shelf.step(self.first + place, place) for place in places)

    def __iter__(self) -> Iterator[Step]:
        return (self.shelf.step(self.first + place, place) for place in range(len(self)))

    def kinds(self) -> array[int]:
        """The kind of each step, as a number on the shelf."""
        return self.shelf.kind[self.first : self.end]

    def places(self) -> Iterator[tuple[int, int, int, int]]:
        """(kind, call, turn, segment) of each step, without making the step."""
        rows, shelf = slice(self.first, self.end), self.shelf
        return zip(
            shelf.kind[rows], shelf.call[rows], shelf.turn[rows], shelf.segment[rows], strict=True
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def on_one_shelf(sequences: Sequence[Sequence[Step]]) -> tuple[Shelf, list[Packed]]:
    """The steps of several traces on one shelf; those that stand on one already stay there."""
    packed = [steps for steps in sequences if isinstance(steps, Packed)]
    if packed and len(packed) == len(sequences) and len({id(p.shelf) for p in packed}) == 1:
        return packed[0].shelf, packed
    shelf = Shelf()
    return shelf, [shelf.put(steps) for steps in sequences]
