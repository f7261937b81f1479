"""Split text into the pieces of a BERT-uncased vocabulary.

In: any text and a look-up from a piece's bytes to its number. Out: piece numbers in order. Words
that the vocabulary cannot spell, or of more than 100 characters, give nothing. Imports nothing
but `unicodedata`, and that only for text that is not ASCII: prompts are read in a hook.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST_WORD = 100

_CJK = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
# Control characters vanish, tab and line ends separate, punctuation stands alone.
_ASCII: dict[int, str | None] = dict.fromkeys((*range(32), 127))
_ASCII.update({9: " ", 10: " ", 13: " "})
_ASCII.update({ord(mark): f" {mark} " for mark in _PUNCTUATION})


def pieces(text: str, number_of: Callable[[bytes], int]) -> list[int]:
    """The piece numbers of `text`; `number_of` gives -1 for bytes that are no piece."""
    found: list[int] = []
    for word in words(text):
        found += spell(word, number_of)
    return found


def words(text: str) -> list[str]:
    """`text` in lower case without accents, cut at blanks, each punctuation mark on its own."""
    if text.isascii():
        return text.lower().translate(_ASCII).split()
    return "".join(_spread(text)).split()


def _spread(text: str) -> Iterator[str]:
    from unicodedata import category, normalize

    kept = (c for c in text if c in "\t\n\r" or not (c == "\ufffd" or category(c)[0] == "C"))
    spaced = "".join(f" {c} " if _is_cjk(ord(c)) else c for c in kept)
    for char in normalize("NFD", spaced):
        kind = category(char)
        if kind == "Mn":
            continue
        marks = kind[0] == "P" or char in _PUNCTUATION
        # One character at a time: a Greek sigma at a word's end must not change.
        yield f" {char} " if marks else char.lower()


def _is_cjk(code: int) -> bool:
    return any(low <= code <= high for low, high in _CJK)


def spell(word: str, number_of: Callable[[bytes], int]) -> list[int]:
    """The longest pieces that make up `word`, left to right; nothing when one is missing."""
    if len(word) > LONGEST_WORD:
        return []
    found: list[int] = []
    start, prefix = 0, b""
    while start < len(word):
        end = len(word)
        while end > start:
            number = number_of(prefix + word[start:end].encode("utf-8", "surrogatepass"))
            if number >= 0:
                break
            end -= 1
        else:
            return []
        found.append(number)
        start, prefix = end, b"##"
    return found
