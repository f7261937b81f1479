"""Verbs: whether two requests ask for opposite things.

A sentence model finds "add the provider" and "remove the provider" nearly equal, more so than two
rewordings of either. So before anything is taken over from one request to the other, the verbs of
their first sentences are compared. In: two normalised requests. Out: true or false.
"""

from __future__ import annotations

import re

_OPPOSITES = (
    ("add create introduce", "remove delete drop strip"),
    ("enable activate allow", "disable deactivate forbid block"),
    ("fix repair mend", "skip ignore suppress silence"),
    ("show display reveal expose", "hide conceal"),
    ("increase raise extend grow", "decrease lower reduce shrink shorten"),
    ("start open begin", "stop close end"),
    ("install", "uninstall"),
    ("upgrade update bump", "downgrade revert pin"),
    ("apply implement merge", "undo revert rollback"),
    ("encrypt lock", "decrypt unlock"),
    ("inline combine join", "extract split separate"),
    ("include", "exclude"),
    ("accept", "reject"),
    ("connect attach", "disconnect detach"),
    ("publish release", "unpublish withdraw"),
)
_WORD = re.compile(r"[a-z]+")
_SENTENCE_END = re.compile(r"[.!?:;](?=\s|$)")
_ENDINGS = ("ing", "ed", "es", "s")


def _sides() -> dict[str, list[tuple[int, int]]]:
    """For each verb, the pairs it belongs to and on which side."""
    sides: dict[str, list[tuple[int, int]]] = {}
    for number, pair in enumerate(_OPPOSITES):
        for side, verbs in enumerate(pair):
            for verb in verbs.split():
                sides.setdefault(verb, []).append((number, side))
    return sides


_SIDES = _sides()


def opposes(a: str, b: str) -> bool:
    """Whether one request asks to do what the other asks to undo.

    A request that names both sides of a pair ("replace" in many words) opposes nothing by it.
    """
    one, other = _asked(a), _asked(b)
    does = {place for place in one if _undoing(place) not in one}
    undoes = {place for place in other if _undoing(place) not in other}
    return any(_undoing(place) in undoes for place in does)


def _undoing(place: tuple[int, int]) -> tuple[int, int]:
    return place[0], 1 - place[1]


def _asked(text: str) -> set[tuple[int, int]]:
    first = _SENTENCE_END.split(text, maxsplit=1)[0].lower()
    return {place for word in _WORD.findall(first) for place in _SIDES.get(_verb(word), ())}


def _verb(word: str) -> str:
    """The plain form of a verb: `added`, `adds`, `removing` are `add`, `add`, `remove`."""
    if word in _SIDES:
        return word
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word:
            continue
        for plain in (stem, stem + "e", stem[:-1]):
            if plain in _SIDES:
                return plain
    return word
