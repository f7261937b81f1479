"""Find anything of a run by its words: reflexes, commands, files and sessions.

In: a run and what a person typed. Out: for each kind how many match and the first of them, each
with the id under which the world and `/api/v1/object/` know it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from adage.constants import MAP_FOUND
from adage.learn.recorder import last_reflexes
from adage.redact import redact
from adage_map.runs import LearnerRun
from adage_map.words import item_words, readable

Match = dict[str, Any]


def search(run: LearnerRun, text: str) -> list[dict[str, Any]]:
    """Matches of every word of `text`, by kind; with no words the first of each kind."""
    words = text.casefold().split()
    kinds = (
        ("reflexes", _reflexes(run)),
        ("commands", _commands(run)),
        ("files", _files(run)),
        ("sessions", _sessions(run)),
    )
    return [_matching(kind, matches, words) for kind, matches in kinds]


def _matching(kind: str, matches: Iterable[Match], words: Sequence[str]) -> dict[str, Any]:
    found = [m for m in matches if all(word in m["text"].casefold() for word in words)]
    return {"kind": kind, "total": len(found), "found": found[: MAP_FOUND.default]}


def _reflexes(run: LearnerRun) -> Iterable[Match]:
    if "uplift" not in run.records:
        return
    ranked = sorted(last_reflexes(run.records), key=lambda r: (r.strength == "none", -r.lb, r.id))
    for reflex in ranked:
        after = " > ".join(item_words(item) for item in reflex.trigger)
        steps = readable(reflex.steps)
        said = f"{reflex.strength}, {reflex.k} of {reflex.n}"
        text = f"{steps} after {after}" if after else steps
        yield {"id": f"r:{reflex.id}", "text": text, "aside": said}


def _commands(run: LearnerRun) -> Iterable[Match]:
    record = run.records.get("label")
    prototypes = record.detail.prototypes if record else ()
    for prototype in sorted(prototypes, key=lambda p: (-p.roots, p.id)):
        text = readable([prototype.key])
        yield {"id": f"l:{prototype.id}", "text": text, "aside": f"{prototype.roots} sessions"}


def _files(run: LearnerRun) -> Iterable[Match]:
    """Files by how many sessions touched them; the id is the newest step that did."""
    roots: dict[str, set[str]] = {}
    newest: dict[str, str] = {}
    for trace in run.traces:
        for step in trace.steps:
            for path in step.paths:
                roots.setdefault(path, set()).add(trace.root)
                newest[path] = f"e:{trace.id}:{step.idx}"
    counts = Counter({path: len(found) for path, found in roots.items()})
    for path, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield {"id": newest[path], "text": path, "aside": f"{count} sessions"}


def _sessions(run: LearnerRun) -> Iterable[Match]:
    for trace in reversed(run.traces):
        first = redact(trace.prompts[0].text.split("\n", 1)[0])[0][:120] if trace.prompts else ""
        text = " ".join(part for part in (first, trace.id) if part)
        yield {"id": f"s:{trace.id}", "text": text, "aside": f"{len(trace.steps)} steps"}
