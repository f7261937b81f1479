"""Specifics replaced, so that two tellings of one thing read the same.

In: a prompt, or one word of a command. Out: the text with addresses, ids, paths, versions and, in
commands, numbers replaced by `{url}`, `{id}`, `{path}`, `{sha}`, `{ver}`, `{str}` and `{n}`.
Math: site/math/01-reading.md
"""

from __future__ import annotations

import re

from adage.constants import PROMPT_WORDS

_NOT_TICKETS = frozenset({"UTF", "SHA", "ISO", "AES", "RSA", "MD", "HTTP", "TLS", "IPV", "PY"})
_EXTENSIONS = (
    "py|pyi|go|rs|js|jsx|ts|tsx|json|yaml|yml|toml|md|rst|txt|c|h|cc|cpp|hpp|java|kt|rb|sh|sql|"
    "proto|css|html|cfg|ini|lock|xml|cs|swift|php"
)
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_URL = re.compile(r"\b(?:https?|ssh|git|ftp)://[^\s<>\"']+")
_UUID = re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")
_TICKET = re.compile(r"\b([A-Z][A-Z0-9]{0,9})-(\d+)\b|(?<!\w)#\d+\b")
_SHA = re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b")
_VERSION = re.compile(r"\bv?\d+\.\d+(?:\.\d+)*(?:[-+.]?(?:a|b|rc|alpha|beta|dev|post)\.?\d*)?\b")
_PATH = re.compile(
    r"(?<![\w/])(?:(?:~|\.{1,2})?/)?(?:[\w.@+-]+/)+[\w.@+*-]*"
    rf"|(?<![\w./-])[\w-]+(?:\.[\w-]+)*\.(?:{_EXTENSIONS})\b"
)
_INTEGER = re.compile(r"(?<![\w.{-])\d+(?![\w.}])")
_URL_TAIL = ".,;:!?)]}"


def prompt_text(text: str, words: int = PROMPT_WORDS.default) -> str:
    """A prompt with its specifics replaced, blanks collapsed, cut after `words` words."""
    text = _URL.sub(_url, _CODE.sub("{code}", text))
    text = _TICKET.sub(_ticket, _UUID.sub("{id}", text))
    text = _VERSION.sub("{ver}", _SHA.sub("{sha}", _PATH.sub("{path}", text)))
    return " ".join(text.split()[:words])


def command_text(word: str) -> str:
    """One unquoted word of a command that names no path, with its specifics replaced.

    An empty word, and one with a blank, a substitution or a line break in it, becomes `{str}`.
    """
    if not word or any(char.isspace() for char in word) or "$(" in word or "`" in word:
        return "{str}"
    text = _TICKET.sub(_ticket, _UUID.sub("{id}", _URL.sub("{url}", word)))
    return _INTEGER.sub("{n}", _VERSION.sub("{ver}", _SHA.sub("{sha}", text)))


def looks_like_path(word: str) -> bool:
    """Whether a whole word of a command is a path: it has a slash, or an extension we know."""
    if _URL.match(word) or "://" in word:
        return False
    return _PATH.fullmatch(word) is not None or ("/" in word and _PATH.search(word) is not None)


def _url(found: re.Match[str]) -> str:
    # Punctuation that ends the sentence is not part of the address.
    address = found.group(0)
    return "{url}" + address[len(address.rstrip(_URL_TAIL)) :]


def _ticket(found: re.Match[str]) -> str:
    return found.group(0) if found.group(1) in _NOT_TICKETS else "{id}"
