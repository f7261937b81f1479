"""A world without the person's words: what may leave the machine when a map is exported.

In: a world's document and the run it shows. Out: a copy in which requests, command texts, paths and
names are gone (removed, not hidden), and how many of each. Templates, counts and ids stay.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from adage_map.runs import OWN, LearnerRun

GONE = "(removed)"
TITLE = "a repository"
# A request shorter than this is also a part of ordinary words.
LEAST_CHARS = 12
# What each field that holds words of one kind is called in the summary.
FIELDS = {"path": "transcript paths", "text": "texts", "given_text": "texts", "told_text": "texts"}
# The sentences of captions are Adage's own, filled with counts and templates.
CAPTIONS = "chapters"
HOME = re.compile(r"(?:/(?:home|Users|root)/|[A-Za-z]:[\\/]+Users[\\/]+)[^\s\"'`)]*")


def redact_world(
    document: Mapping[str, Any], run: LearnerRun
) -> tuple[dict[str, Any], Counter[str]]:
    """The document without private words, and how often each kind of them was removed."""
    removed: Counter[str] = Counter()
    requests = _requests(run)
    made = {
        key: _clean(key, value, requests, removed, {} if key == CAPTIONS else FIELDS)
        for key, value in document.items()
    }
    if run.source == OWN:
        made["title"] = TITLE
        removed["repository names"] += 1
    return made, removed


def _requests(run: LearnerRun) -> re.Pattern[str]:
    """What people asked, first lines and whole texts as the world may hold them."""
    texts = {prompt.text for trace in run.traces for prompt in trace.prompts}
    lines = {line.strip() for text in texts for line in (text, text.split("\n", 1)[0])}
    parts = {
        part for line in lines for part in (line, line[:200], line[:120], line[:80], line[:60])
    }
    known = sorted((part for part in parts if len(part) >= LEAST_CHARS), key=lambda p: (-len(p), p))
    return re.compile("|".join(map(re.escape, known)) or r"(?!)")


def _clean(
    key: str,
    value: Any,
    requests: re.Pattern[str],
    removed: Counter[str],
    fields: Mapping[str, str],
) -> Any:
    if isinstance(value, Mapping):
        return {name: _clean(name, item, requests, removed, fields) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(key, item, requests, removed, fields) for item in value]
    if not isinstance(value, str) or not value:
        return value
    if key in fields:
        removed[fields[key]] += 1
        return ""
    found, times = requests.subn(GONE, value)
    removed["requests"] += times
    found, times = HOME.subn(GONE, found)
    removed["home paths"] += times
    return found
