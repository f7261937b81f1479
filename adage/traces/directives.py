"""What Adage's own hook told the agent, read back from a transcript.

In: texts that hooks put before the agent, and the trace's steps. Out: `Directive`s: which step keys
were named, and from which step on. Text that a person typed or a command printed never gets here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from adage.records import Call, Directive, HookNote, Step
from adage.traces.keys import command_key
from adage.traces.path_class import Place
from adage.traces.shell import split

ROUTE_DIVIDER = " > "
FINISH_LINE = "Adage finish-line check:"
KEY_KINDS = ("sh:", "edit:", "read:", "mcp:", "other:")
_BARE_KEYS = frozenset({"list", "search", "fetch", "task"})
_BLOCK = re.compile(r'<adage-reflex\b((?:[^>"]|"[^"]*")*)>(.*?)(?:</adage-reflex>|\Z)', re.DOTALL)
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*\"([^\"]*)\"")
_BACKTICKS = re.compile(r"`([^`\n]+)`")
_OWED = re.compile(r"^(.*?) (?:has|have) not (?:been )?run\b", re.DOTALL)


def read_directives(
    notes: Sequence[HookNote], calls: Sequence[Call], steps: Sequence[Step], place: Place
) -> tuple[Directive, ...]:
    """The directives in `notes`, each once, in the order in which they were told.

    A directive's position is the first step of a later turn: what stands in the turn that was
    already under way had been decided before it was read. One telling may be recorded in several
    places; the first of its nonce counts.
    """
    found: dict[Directive, None] = {}
    nonces: set[str] = set()
    for note in notes:
        position = _position(note.at, calls, steps)
        for told, said in _blocks(note.text):
            keys = _keys(told.get("route", ""), said, steps, place)
            nonce = told.get("n", "")
            if keys and nonce not in nonces:
                reflex = told.get("id") or told.get("reflex") or ""
                found[Directive(position, keys, reflex, nonce, told.get("kind", ""))] = None
                nonces.update((nonce,) if nonce else ())
    return tuple(sorted(found, key=lambda each: each.pos))


def _position(at: int, calls: Sequence[Call], steps: Sequence[Step]) -> int:
    turn = calls[at - 1].turn if 0 < at <= len(calls) else -1
    later = (step.idx for step in steps if step.call >= at and step.turn > turn)
    return next(later, len(steps))


def nonces_of(text: str) -> Iterator[str]:
    """The nonces of the directives in a hook's text."""
    return (told["n"] for told, _ in _blocks(text) if told.get("n"))


def _blocks(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """The attributes and the words of each directive in a hook's text."""
    for attributes, said in _BLOCK.findall(text):
        values = {name: unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}
        yield values, unescape(said)
    at = text.find(FINISH_LINE)
    if at >= 0 and not _BLOCK.search(text):
        yield {}, text[at + len(FINISH_LINE) :].strip()


def _keys(route: str, said: str, steps: Sequence[Step], place: Place) -> tuple[str, ...]:
    """The step keys that a directive names: its route's, else those of the commands it spells."""
    named = [key for key in route.split(ROUTE_DIVIDER) if _is_key(key)]
    if not named:
        named = [key for command in _commands(said) for key in _command_keys(command, place)]
        named += _taken_steps(said, steps)
    return tuple(dict.fromkeys(named))


def _is_key(text: str) -> bool:
    return text in _BARE_KEYS or (text.startswith(KEY_KINDS) and not text.endswith(":"))


def _commands(said: str) -> list[str]:
    owed = _OWED.match(said)
    return _BACKTICKS.findall(said) or ([owed.group(1)] if owed else [])


def _command_keys(command: str, place: Place) -> list[str]:
    parts = [part for part in split(command) if not part.changes_folder and part.commands]
    return [command_key(part, place) for part in parts]


def _taken_steps(said: str, steps: Sequence[Step]) -> list[str]:
    """Keys of steps the agent did take whose command stands in the text word for word."""
    # A directive without a route and backticks is old text: it may name a step anywhere in it.
    flat = f" {' '.join(said.split())} "
    found = []
    for step in steps:
        command = " ".join(step.raw.split())
        if step.key.startswith("sh:") and _stands_in(command, flat):
            found.append(step.key)
    return found


def _stands_in(command: str, flat: str) -> bool:
    return (
        bool(command) and re.search(rf"(?<![\w-]){re.escape(command)}(?![\w-])", flat) is not None
    )
