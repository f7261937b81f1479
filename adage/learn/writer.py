"""Writer: the events of one trace after the other, in columns, and where each item stands.

In: packed steps. Out: `Rows`, the columns as arrays with their inverted indexes. A column takes
four bytes an event, so that millions of events fit into memory. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from adage.learn.alphabet import LEVELS, Alphabet
from adage.learn.packed import Packed, Shelf
from adage.records import Effect

Ints = npt.NDArray[np.int32]
Places = dict[int, Ints]


def _none() -> Ints:
    return np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Reads:
    """Every read of a file: the event, the file's number and the turn, in the order they happened.

    `numbers` numbers the paths; `by_path` holds the reads of each path, ascending.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    event: Ints = field(default_factory=_none)
    path: Ints = field(default_factory=_none)
    turn: Ints = field(default_factory=_none)
    by_path: Places = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rows:
    """The columns of `Strings` that come from steps alone, and where each item and run stands."""

    items: Ints
    taken: Ints
    segment: Ints
    clock: Ints
    turn: Ints
    call: Ints
    step: Ints
    places: Places
    runs: Places
    reads: Reads


def _column() -> array[int]:
    return array("i")


@dataclass(slots=True)
class _Columns:
    """One entry an event. `word` numbers what the event carries and counts as having run."""

    word: array[int] = field(default_factory=_column)
    segment: array[int] = field(default_factory=_column)
    clock: array[int] = field(default_factory=_column)
    turn: array[int] = field(default_factory=_column)
    call: array[int] = field(default_factory=_column)
    step: array[int] = field(default_factory=_column)

    def append(self, word: int, segment: int, clock: int, turn: int, call: int, step: int) -> None:
        self.word.append(word)
        self.segment.append(segment)
        self.clock.append(clock)
        self.turn.append(turn)
        self.call.append(call)
        self.step.append(step)

    def replace_last(self, word: int, turn: int, call: int, step: int) -> None:
        self.word[-1], self.turn[-1], self.call[-1], self.step[-1] = word, turn, call, step


@dataclass(frozen=True, slots=True)
class _Kind:
    """What every step of one kind gives: its word, the number of its items, and what it reads."""

    word: int
    items: int
    observes: bool
    paths: tuple[int, ...]


class Writer:
    """Writes traces one after the other; each segment opens with the pseudo-event PROMPT."""

    def __init__(self, alphabet: Alphabet, shelf: Shelf) -> None:
        self.alphabet, self.shelf = alphabet, shelf
        self.columns = _Columns()
        self.words: dict[tuple[tuple[int, ...], int], int] = {((alphabet.prompt,), -1): 0}
        self.spellings: dict[tuple[int, ...], int] = {(alphabet.prompt,): 0}
        self.kinds: dict[int, _Kind] = {}
        self.paths: dict[str, int] = {}
        self.reads = (_column(), _column(), _column())
        self.segments = -1

    def __len__(self) -> int:
        return len(self.columns.word)

    def write(self, steps: Packed) -> None:
        """Append the events of one trace."""
        columns, kinds = self.columns, self.kinds
        segment, clock, before, seen = None, -1, -1, (False, -1)
        for idx, (number, call, turn, part) in enumerate(steps.places()):
            if part != segment:
                segment, clock, before, seen = part, clock + 1, -1, (False, -1)
                self.segments += 1
                columns.append(0, self.segments, clock, turn, call, idx - 1)
            kind = kinds.get(number) or self._read_kind(number)
            if kind.items == before:
                columns.replace_last(kind.word, turn, call, idx)
            else:
                # A batch of observations is one tick: what one turn looks at was decided at once.
                clock += not (kind.observes and seen == (True, turn))
                columns.append(kind.word, self.segments, clock, turn, call, idx)
            before, seen = kind.items, (kind.observes, turn)
            if kind.paths:
                self._note_reads(kind.paths, turn)

    def _read_kind(self, number: int) -> _Kind:
        step = self.shelf.kinds[number]
        items, taken = self.alphabet.read_step(step)
        paths = step.paths if step.tool == "read" else ()
        kind = self.kinds[number] = _Kind(
            self.words.setdefault((items, taken), len(self.words)),
            self.spellings.setdefault(items, len(self.spellings)),
            step.effect == Effect.OBSERVE,
            tuple(self.paths.setdefault(path, len(self.paths)) for path in paths),
        )
        return kind

    def _note_reads(self, paths: tuple[int, ...], turn: int) -> None:
        event, path, at = self.reads
        for number in paths:
            event.append(len(self.columns.word) - 1)
            path.append(number)
            at.append(turn)

    def rows(self) -> Rows:
        """Everything written so far, as arrays."""
        words = list(self.words)
        table = np.full((len(words), LEVELS), -1, dtype=np.int32)
        for word, (items, _) in enumerate(words):
            table[word, : len(items)] = items
        taken = np.array([took for _, took in words], dtype=np.int32)
        columns = self.columns
        words_at = as_array(columns.word)
        at = grouped(words_at, len(words))
        carried = [(item, w) for w, (items, _) in enumerate(words) for item in items]
        ran = [(took, w) for w, (_, took) in enumerate(words) if took >= 0]
        return Rows(
            table[words_at], taken[words_at], as_array(columns.segment), as_array(columns.clock),
            as_array(columns.turn), as_array(columns.call), as_array(columns.step),
            _merged(carried, at), _merged(ran, at), self._reads(),
        )  # fmt: skip

    def _reads(self) -> Reads:
        event, path, turn = (as_array(column) for column in self.reads)
        by_path = dict(enumerate(grouped(path, len(self.paths))))
        return Reads(self.paths, event, path, turn, by_path)


def as_array(column: array[int]) -> Ints:
    """A column as an array of its own."""
    return np.array(column, dtype=np.int32)


def grouped(numbers: Ints, count: int) -> list[Ints]:
    """For each number below `count`, where it stands in `numbers`, ascending."""
    # 16-bit keys are sorted digit by digit, several times as fast.
    keys = numbers.astype(np.uint16) if count <= 1 << 16 else numbers
    order = np.argsort(keys, kind="stable").astype(np.int32)
    cuts = np.cumsum(np.bincount(numbers, minlength=count))[:-1]
    return np.split(order, cuts) if count else []


def _merged(pairs: list[tuple[int, int]], at: list[Ints]) -> Places:
    """The events of each number, ascending, from pairs of a number and a word that gives it."""
    words: dict[int, list[int]] = {}
    for number, word in pairs:
        words.setdefault(number, []).append(word)
    return {
        number: np.sort(np.concatenate([at[word] for word in found]), kind="stable")
        if len(found) > 1
        else at[found[0]]
        for number, found in words.items()
    }
