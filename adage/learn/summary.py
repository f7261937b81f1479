"""Summary: the few numbers by which each stage tells what it did.

In: a stage's name and output. Out: a mapping of names to whole numbers, floats and texts, the same
that `adage learn --json`, the map and the docs show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from adage.findings import Card, Family, RunEvidence
from adage.records import Candidate, Effect, Index, Pattern, Reading, Reflex, Trace


def summarise(name: str, detail: Any, reading: Reading | None = None) -> dict[str, Any]:
    """The summary of the stage `name`, from its output."""
    if name == "read":
        return summarise_read(detail, reading)
    by_name: dict[str, Callable[[Any], dict[str, Any]]] = {
        "label": _label,
        "string": _string,
        "mine": _mine,
        "count": _candidates,
        "calibrate": _calibrate,
        "select": _candidates,
        "compile": _reflexes,
        "recount": _reflexes,
        "judge": _reflexes,
        "direct": _reflexes,
        "propose": _propose,
        "interlock": _reflexes,
        "uplift": _reflexes,
        "intent": _intent,
        "cards": _cards,
        "review": _review,
        "index": _index,
    }
    return by_name[name](detail)


def summarise_read(traces: Sequence[Trace], reading: Reading | None) -> dict[str, Any]:
    """How much was read: sessions, files, sub-agents, steps, what was skipped, the time span."""
    files = reading.files if reading else ()
    duplicates = reading.duplicates if reading else {}
    effects = Counter(step.effect for trace in traces for step in trace.steps)
    return {
        "sessions": len({trace.root for trace in traces}),
        "files": len(files),
        "subagents": sum(trace.id != trace.root for trace in traces),
        "prompts": sum(len(trace.prompts) for trace in traces),
        "steps": sum(len(trace.steps) for trace in traces),
        "failed": sum(step.ok is False for trace in traces for step in trace.steps),
        "skipped": sum(sum(file.skipped.values()) for file in files),
        "duplicates": sum(duplicates.values()),
        "tasks": len({trace.task for trace in traces}),
        "exposed": sum(bool(trace.directives) for trace in traces),
        "from": min((trace.start for trace in traces), default=0.0),
        "to": max((trace.end for trace in traces), default=0.0),
        "effects": {effect.word: effects[effect] for effect in Effect},
    }


def _label(labels: Any) -> dict[str, Any]:
    prototypes = labels.prototypes
    effects = Counter(prototype.effect for prototype in prototypes)
    return {
        "keys": len(labels.of),
        "prototypes": len(prototypes),
        "with_command": sum(bool(prototype.command) for prototype in prototypes),
        "effects": {effect.word: effects[effect] for effect in Effect},
    }


def _string(strings: Any) -> dict[str, Any]:
    return {
        "events": len(strings),
        "symbols": len(strings.alphabet),
        "segments": int(strings.segment[-1]) + 1 if len(strings) else 0,
        "exposed": len(strings.told),
    }


def _mine(patterns: Sequence[Pattern]) -> dict[str, Any]:
    shapes = Counter(pattern.shape for pattern in patterns)
    return {"patterns": len(patterns), "shapes": dict(sorted(shapes.items()))}


def _candidates(candidates: Sequence[Candidate]) -> dict[str, Any]:
    gates = Counter(candidate.gate for candidate in candidates if candidate.gate)
    return {
        "candidates": len(candidates),
        "kept": sum(not candidate.gate for candidate in candidates),
        "bits": sum(candidate.bits for candidate in candidates if not candidate.gate),
        "gates": dict(sorted(gates.items())),
    }


def _calibrate(calibrated: Any) -> dict[str, Any]:
    calibration = calibrated.calibration
    return _candidates(calibrated.candidates) | {
        "pairs": calibration.pairs,
        "bins": len(calibration.x),
        "folds": len(set(calibration.folds.values())),
        "why": calibration.why,
    }


def _reflexes(reflexes: Sequence[Reflex]) -> dict[str, Any]:
    strengths = Counter(reflex.strength for reflex in reflexes)
    gates = Counter(reflex.gate for reflex in reflexes if reflex.gate)
    return {
        "reflexes": len(reflexes),
        "strengths": dict(sorted(strengths.items())),
        "gates": dict(sorted(gates.items())),
    }


def _propose(found: Sequence[RunEvidence]) -> dict[str, Any]:
    return {"looked_at": len(found), "enough": sum(each.is_enough for each in found)}


def _intent(families: Sequence[Family]) -> dict[str, Any]:
    strengths = Counter(family.strength for family in families)
    gates = Counter(family.gate for family in families if family.gate)
    return {
        "families": len(families),
        "requests": sum(len(family.requests) for family in families),
        "strengths": dict(sorted(strengths.items())),
        "gates": dict(sorted(gates.items())),
    }


def _cards(cards: Sequence[Card]) -> dict[str, Any]:
    return {
        "cards": len(cards),
        "sessions": len({request.root for card in cards for request in card.requests}),
        "files": sum(len(card.files) for card in cards),
    }


def _review(reviewed: Any) -> dict[str, Any]:
    verdicts = Counter(decision.verdict for decision in reviewed.decided)
    return {"decisions": len(reviewed.decided), "verdicts": dict(sorted(verdicts.items()))}


def _index(index: Index) -> dict[str, Any]:
    strengths = Counter(reflex.strength for reflex in index.reflexes)
    return {
        "generation": index.generation,
        "reflexes": len(index.reflexes),
        "families": len(index.families),
        "cards": len(index.cards),
        "bytes": len(index.content),
        "strengths": dict(sorted(strengths.items())),
    }
