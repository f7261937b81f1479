"""What the panel and the lists show of one object, taken from the records as they are.

In: a `Cast`. Out: JSON-able rows, one per capsule and one per shown session.
"""

from __future__ import annotations

from typing import Any

from adage.formulas import FORMULAS
from adage.glossary import terms
from adage.learn.uplift import PRIORS
from adage.records import Reflex, Witness
from adage.settings import CONSTANTS, Settings
from adage_map.cast import Cast
from adage_map.things import Capsule
from adage_map.words import readable


def reflex_details(cast: Cast) -> list[dict[str, Any]]:
    """One row per capsule, in the capsules' order."""
    return [_capsule(capsule) for capsule in cast.capsules]


def session_details(cast: Cast) -> list[dict[str, Any]]:
    """One row per shown session, in the order of the lanes."""
    return [
        {
            "id": trace.id,
            "harness": trace.harness,
            "path": trace.path,
            "task": trace.task,
            "start": trace.start,
            "end": trace.end,
            "steps": len(trace.steps),
            "outcome": trace.outcome,
            "arm": trace.arm,
        }
        for trace in cast.lanes
    ]


def registry(settings: Settings) -> dict[str, Any]:
    """Formulas and thresholds as they are declared and as the run had them, for the panel."""
    return {
        "formulas": {
            name: {"sentence": formula.sentence, "latex": formula.latex, "page": formula.page}
            for name, formula in FORMULAS.items()
        },
        "constants": {
            key: {
                "default": found.default,
                "value": settings[found],
                "unit": found.unit,
                "meaning": found.meaning,
            }
            for key, found in CONSTANTS.items()
        },
    }


def glossary_rows() -> dict[str, dict[str, str]]:
    """What each word of the captions means, by the word."""
    return {term.name: {"short": term.short, "long": term.long} for term in terms()}


def _capsule(capsule: Capsule) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": capsule.id,
        "shape": capsule.pattern.shape,
        "trigger": readable(capsule.pattern.context),
        "steps": readable(capsule.pattern.steps),
        "support": capsule.pattern.support,
        "judged": capsule.reflex is not None,
    }
    found = capsule.candidate
    if found is not None:
        row |= {
            "s": round(found.s, 3),
            "weighted": round(found.n, 3),
            "m": round(found.m, 4),
            "mean": round(found.mean, 4),
            "q05": round(found.q05, 4),
            "parent": readable(found.parent.split(" > ")),
            "parent_q05": round(found.parent_q05, 4),
            "mean_cal": _rounded(found.mean_cal),
            "q05_cal": _rounded(found.q05_cal),
            "bits": round(found.bits, 2),
            "gate": found.gate,
            "gate_why": found.why,
        }
    reflex = capsule.reflex
    if reflex is not None:
        row |= {
            "strength": reflex.strength,
            "command": reflex.command,
            "k": reflex.k,
            "n": reflex.n,
            "lb": round(reflex.lb, 4),
            "rate": round(reflex.rate, 4),
            "tasks": reflex.tasks,
            "contrast": reflex.contrast,
            "contrast_counts": list(reflex.contrast_counts),
            "judge_gate": reflex.gate,
            "why": reflex.why,
            **_uplift(reflex),
            "supporting": [_witness(w) for w in reflex.supporting],
            "refuting": [_witness(w) for w in reflex.refuting],
        }
    return row


def _uplift(reflex: Reflex) -> dict[str, Any]:
    """What telling would change, and the typical rates that the two posteriors lean toward."""
    if reflex.u is None:
        return {}
    untold, told = PRIORS[reflex.shape]
    return {
        "u": round(reflex.u, 4),
        "p_self": _rounded(reflex.p_self),
        "p_follow": _rounded(reflex.p_follow),
        "k_self": reflex.k_self,
        "n_self": reflex.n_self,
        "k_follow": reflex.k_follow,
        "n_follow": reflex.n_follow,
        "m_self": untold.default,
        "m_follow": told.default,
        "quiet": reflex.quiet,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _witness(witness: Witness) -> dict[str, Any]:
    return {
        "trace": witness.trace,
        "task": witness.task,
        "path": witness.path,
        "line": witness.line,
        "weight": round(witness.weight, 3),
    }
