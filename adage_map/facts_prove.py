"""Facts of chapter 8: what the tasks done in both arms show."""

from __future__ import annotations

from typing import Any

from adage.constants import BOOTSTRAP, DOLLARS_CONTROL, DOLLARS_TREATED
from adage.settings import Settings
from adage_map.proof import Proof

INVENTED = "These are the sample's invented sessions; the method is the real one"
OWN = "These are this repository's own sessions"


def prove_facts(found: Proof, settings: Settings, source: str) -> dict[str, Any]:
    """What the captions of the chapter may use."""
    told = [trial.turns for trial in found.trials if trial.treated]
    silent = [trial.turns for trial in found.trials if not trial.treated]
    enough = len(told) >= settings[DOLLARS_TREATED] and len(silent) >= settings[DOLLARS_CONTROL]
    return {
        "proof_tasks": len(found.tasks),
        "proof_left_out": found.left_out,
        "proof_treated": len(told),
        "proof_control": len(silent),
        "proof_mean_told": sum(told) / len(told),
        "proof_mean_silent": sum(silent) / len(silent),
        "proof_t": found.mean,
        "proof_size": abs(found.mean),
        "proof_way": "fewer" if found.mean < 0 else "more",
        "proof_better": sum(each < 0 for each in found.d),
        "proof_p": found.p,
        "proof_hits": found.hits,
        "proof_shuffles": found.shuffles,
        "proof_seed": found.seed,
        "proof_swapped": len(found.swapped),
        "flip_p": found.flip_p,
        "flip_smallest": found.flip_smallest,
        "flip_patterns": sum(found.flips.counts),
        "proof_lower": found.lower,
        "proof_upper": found.upper,
        "resamples": settings[BOOTSTRAP],
        "dollars_treated": settings[DOLLARS_TREATED],
        "dollars_control": settings[DOLLARS_CONTROL],
        "proof_money": "enough for money to be named"
        if enough
        else "too few for money to be named",
        "proof_source": INVENTED if source == "sample" else OWN,
    }
