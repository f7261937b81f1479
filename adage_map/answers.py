"""What the map answers to a question, JSON-able: constants, days, reflexes and what changed.

In: a run and what the trials found. Out: plain data with every number as the learner gave it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adage.compare import Difference, compare
from adage.constants import MAP_HISTORY_DAYS, MIN_SUPPORT
from adage.errors import AdageError
from adage.findings import Family
from adage.generations import find, kept, load
from adage.learn import STAGES
from adage.learn.changes import Standing, changes
from adage.learn.explain import sentence
from adage.learn.explain_prompts import family_sentence
from adage.learn.index import ACTIVE
from adage.learn.recorder import last_reflexes
from adage.learn.why import why
from adage.records import Reflex
from adage.settings import CONSTANTS
from adage_map.plain import as_plain
from adage_map.runs import LearnerRun
from adage_map.trials import Asked
from adage_map.words import item_words, readable

# The stages whose constants are asked about most; the others follow in their own order.
FIRST = ("judge", "uplift", "count", "mine")


def learner_constants(run: LearnerRun) -> list[dict[str, Any]]:
    """Every constant that a stage of the learner reads; those that decide stand first."""
    order = {stage.name: place for place, stage in enumerate(STAGES)}
    order |= {name: place - len(FIRST) for place, name in enumerate(FIRST)}
    found = [constant for constant in CONSTANTS.values() if constant.stage in order]
    return [
        {
            "key": constant.key,
            "stage": constant.stage,
            "default": constant.default,
            "value": run.settings[constant.key],
            "unit": constant.unit,
            "low": constant.low,
            "high": constant.high,
            "whole": isinstance(constant.default, int),
            "meaning": constant.meaning,
        }
        for constant in sorted(found, key=lambda constant: order[constant.stage])
    ]


def history_days(run: LearnerRun) -> list[float]:
    """Moments (seconds) in the life of a repository: ends of sessions, evenly by their number.

    The first is the end of the session with which a pattern can first be counted, the last is the
    end of the newest.
    """
    ends = sorted({session.end for session in run.reading.sessions})
    first = min(MIN_SUPPORT.default, len(ends))
    after = ends[max(0, first - 1) :]
    most = min(MAP_HISTORY_DAYS.default, len(after))
    if most < 2:
        return after
    places = [round(place * (len(after) - 1) / (most - 1)) for place in range(most)]
    return [after[place] for place in places]


def as_answer(asked: Asked, base: LearnerRun | None) -> dict[str, Any]:
    """How far a question is, with its reflexes once it is ready, and what changed from `base`."""
    told = asked.progress()
    if asked.state != "ready":
        return told
    told |= {"generation": asked.generation, "sessions": asked.sessions}
    told["reflexes"] = [reflex_row(reflex) for reflex in asked.reflexes]
    if base is not None:
        told["changes"] = change_rows(last_reflexes(base.records), asked.reflexes)
    return told


def change_rows(before: Sequence[Reflex], after: Sequence[Reflex]) -> list[dict[str, Any]]:
    """Every reflex that changed, with its row before and after (or None)."""
    old = {reflex.id: reflex_row(reflex) for reflex in before}
    new = {reflex.id: reflex_row(reflex) for reflex in after}
    return [
        {"kind": each.kind, "id": each.id, "before": old.get(each.id), "after": new.get(each.id)}
        for each in changes(before, after)
    ]


def why_rows(run: LearnerRun, step: str) -> list[dict[str, Any]]:
    """What `adage why` answers for each step in `step`; `said` marks what is told."""
    answers: list[dict[str, Any]] = as_plain(why(run.records, step, run.settings))
    for answer in answers:
        for verdict in answer["verdicts"]:
            verdict["said"] = verdict["strength"] in ACTIVE
    return answers


def generation_rows(folder: Path | None) -> list[dict[str, Any]]:
    """The generations kept of a repository, the newest first; none where nothing is kept."""
    made = reversed(kept(folder)) if folder else ()
    return [as_plain(each) for each in made]


def comparison(folder: Path | None, before: str, after: str) -> dict[str, Any]:
    """What changed between two kept generations, and because of which sessions.

    Raises `AdageError` when one of them is not kept.
    """
    if folder is None:
        raise AdageError("generations are kept for a repository's own sessions only")
    old, new = (load(folder, find(folder, name).name) for name in (before, after))
    return {
        "before": as_plain(old.made),
        "after": as_plain(new.made),
        "changes": [_difference(each) for each in compare(old, new)],
    }


def _difference(each: Difference) -> dict[str, Any]:
    standing = each.after or each.before
    return {
        "kind": each.kind,
        "id": each.id,
        "says": _says(standing),
        "was": _counts(each.before),
        "now": _counts(each.after),
        "why": each.why,
        "joined": as_plain(each.joined),
        "left": as_plain(each.left),
        "turned": as_plain(each.turned),
    }


def _says(standing: Standing | None) -> str:
    if isinstance(standing, Reflex):
        return sentence(standing)
    if isinstance(standing, Family):
        return family_sentence(standing)
    return f"a card, {standing.id}" if standing else ""


def _counts(standing: Standing | None) -> str:
    if standing is None:
        return ""
    quiet = ", quiet" if standing.quiet else ""
    return f"{standing.strength}{quiet}, {standing.k} of {standing.n}"


def reflex_row(reflex: Reflex) -> dict[str, Any]:
    """What a list says of one reflex."""
    return {
        "id": reflex.id,
        "shape": reflex.shape,
        "after": " > ".join(item_words(item) for item in reflex.trigger),
        "steps": readable(reflex.steps),
        "strength": reflex.strength,
        "k": reflex.k,
        "n": reflex.n,
        "lb": reflex.lb,
        "u": reflex.u,
        "quiet": reflex.quiet,
        "speaks": reflex.strength in ACTIVE and not reflex.quiet,
        "gate": reflex.gate,
        "why": reflex.why,
    }
