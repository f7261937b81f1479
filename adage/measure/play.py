"""A play: one generated session, what the agent did turn by turn and what it needed to be told.

In: plays from the generator. Out: the same as `Session`s, just as the readers would give them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adage.records import DAY_S, Call, HookNote, Prompt, Reading, Session

REPO = "/home/ann/parcel"
TURN_S = 20.0
PREFIX = {"read": "sed -n '1,160p' ", "list": "ls "}


@dataclass(frozen=True, slots=True)
class Move:
    """One call. `verb` is read, list, search, edit or run; `text` a path or a command.

    A search is `WORD in FOLDER`. `ok` tells whether a command worked; everything else works.
    """

    verb: str
    text: str
    ok: bool = True


@dataclass(frozen=True, slots=True)
class Need:
    """Something a planted rule asks for, open from the call `after` to before the call `until`.

    `after` is -1 for a need that the prompt opens; `until` is the number of calls when the agent
    never did it by itself. Naming one of `steps` in between saves `wasted` turns; a `stop` need
    wastes them only in a session that ends without the step.
    """

    rule: str
    steps: tuple[str, ...]
    after: int
    until: int
    wasted: int


@dataclass(frozen=True, slots=True)
class Told:
    """What a hook said before the turn `turn`: the key of a step and its command."""

    turn: int
    key: str
    command: str


@dataclass(frozen=True, slots=True)
class Play:
    """One generated session; `day` counts from the first day of the repository's story."""

    name: str
    day: float
    family: str
    harness: str
    prompt: str
    turns: tuple[tuple[Move, ...], ...]
    needs: tuple[Need, ...] = ()
    told: tuple[Told, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """All calls in order; needs count in these."""
        return tuple(move for turn in self.turns for move in turn)


def as_reading(plays: Sequence[Play], start: float) -> Reading:
    """The sessions of plays, oldest first, without files; `start` is the story's first second."""
    sessions = sorted((as_session(play, start) for play in plays), key=lambda s: (s.end, s.id))
    return Reading(tuple(sessions), ())


def as_session(play: Play, start: float) -> Session:
    """What the reader of the play's harness would give for it."""
    begin = start + play.day * DAY_S
    calls = tuple(_calls(play, begin))
    return Session(
        id=play.name,
        root=play.name,
        harness=play.harness,
        path=f"{play.name}.jsonl",
        cwd=REPO,
        start=begin,
        end=begin + TURN_S * (len(play.turns) + 1),
        prompts=(Prompt(0, play.prompt, line=1),),
        calls=calls,
        notes=tuple(_notes(play)),
    )


def _calls(play: Play, begin: float) -> Iterator[Call]:
    number = 0
    for turn, moves in enumerate(play.turns):
        for move in moves:
            yield _call(play, move, number, turn, begin + TURN_S * (turn + 1))
            number += 1


def _call(play: Play, move: Move, number: int, turn: int, time: float) -> Call:
    tool, text, paths = _tool(move, play.harness)
    return Call(
        id=f"{play.name}/{number}",
        tool=tool,
        name=tool,
        turn=turn,
        text=text,
        paths=paths,
        outcome="ok" if move.ok else "failed",
        exit_code=0 if move.ok else 1,
        cwd=REPO,
        time=time,
        line=number + 2,
    )


def _tool(move: Move, harness: str) -> tuple[str, str, tuple[str, ...]]:
    """The tool, text and paths of a move; Codex reads, lists and searches in the shell."""
    if move.verb == "run":
        return "shell", move.text, ()
    if move.verb == "edit":
        return "edit", "", (f"{REPO}/{move.text}",)
    found, _, place = move.text.partition(" in ")
    if harness == "codex":
        command = f"rg -n {found} {place}" if place else PREFIX[move.verb] + move.text
        return "shell", command, ()
    if move.verb == "search":
        return "search", found, (f"{REPO}/{place}",)
    if move.verb == "list":
        return "list", f"{move.text}/*", (REPO,)
    return "read", "", (f"{REPO}/{move.text}",)


def _notes(play: Play) -> Iterator[HookNote]:
    for told in play.told:
        at = sum(len(turn) for turn in play.turns[: told.turn])
        text = f'<adage-reflex route="{told.key}">`{told.command}`</adage-reflex>'
        yield HookNote(at, "PostToolBatch", text)
