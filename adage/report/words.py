"""The words of a prompt that carry its meaning, and whether two of them are one word mistyped.

In: the first line of a prompt. Out: its telling words, endings taken off, in order.
"""

from __future__ import annotations

import re

_STOP = frozenset((
    "a", "an", "the", "this", "that", "these", "those", "it", "its", "i", "we", "you", "he",
    "they", "me", "us", "my", "our", "your", "to", "of", "in", "on", "at", "for", "from", "with",
    "by", "as", "and", "or", "but", "if", "then", "so", "not", "no", "do", "does", "did", "done",
    "is", "are", "was", "were", "be", "been", "being", "have", "has", "had", "can", "could",
    "should", "would", "will", "shall", "may", "might", "must", "just", "also", "please", "ok",
    "okay", "yes", "now", "here", "there", "what", "which", "who", "how", "when", "where", "why",
    "let", "lets", "all", "any", "some", "more", "most", "other", "into", "out", "up", "down",
    "over", "again", "too", "very", "like", "get", "got", "see", "look", "make", "made", "want",
    "need", "think", "know", "go", "new", "one", "still", "only", "than", "them", "use", "using",
))  # fmt: skip
_WORD = re.compile(r"[a-z][a-z:'-]*")
_CODE = re.compile(r"\{\w+\}|\S*/\S*")
# A word this long may be one slip away from another and still be meant as it.
_LONG = 5


def telling(text: str) -> tuple[str, ...]:
    """The telling words of a text in lower case: no small words, no paths, no plurals."""
    found = _WORD.findall(_CODE.sub(" ", text))
    return tuple(stem(word) for word in found if word.replace("'", "") not in _STOP)


def stem(word: str) -> str:
    """A word without its ending: `tests`, `testing` and `tested` are `test`."""
    for ending, least in (("ing", 3), ("ed", 3), ("ion", 5), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            return word.removesuffix(ending)
    return word


def same_word(a: str, b: str) -> bool:
    """Whether two words are equal, or long and one slip apart: `comit` is `commit`."""
    if a == b:
        return True
    if max(len(a), len(b)) < _LONG or abs(len(a) - len(b)) > 1:
        return False
    short, long = sorted((a, b), key=len)
    if len(short) == len(long):
        return _is_slip(a, b)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def _is_slip(a: str, b: str) -> bool:
    """Whether one letter differs, or two neighbours changed places."""
    differ = [i for i in range(len(a)) if a[i] != b[i]]
    if len(differ) == 2:
        i, j = differ
        return j == i + 1 and a[i] == b[j] and a[j] == b[i]
    return len(differ) == 1


def holds(words: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether every wanted word is among `words`, slips forgiven."""
    return all(any(same_word(word, want) for word in words) for want in wanted)
