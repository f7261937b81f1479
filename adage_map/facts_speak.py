"""Facts of chapter 7: what the real hook said in a real session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adage.constants import PENDING_BATCHES
from adage.formulas import arm
from adage.records import Trace
from adage_map.rehearse import HOOKS, Rehearsal
from adage_map.words import readable


def speak_facts(found: Rehearsal, traces: Sequence[Trace]) -> dict[str, Any]:
    """What the captions of the chapter may use."""
    moment = found.moments[found.at]
    taken, left, failed = (ending.outcome for ending in found.endings)
    return {
        "hooks": len(HOOKS),
        "moments": len(found.moments),
        "silent": sum(not each.text for each in found.moments),
        "told_session": found.session,
        "told_event": found.at + 1,
        "told_hook": moment.hook,
        "told": readable(found.told.steps),
        "told_trigger": readable(found.told.trigger),
        "told_said": len(moment.said),
        "told_stopped": len(moment.stopped),
        "told_chars": len(moment.text),
        "told_slots": found.told.command.count("{"),
        "told_text": moment.text,
        "pending": PENDING_BATCHES.default,
        "end_taken": taken,
        "end_left": left,
        "end_failed": failed,
        "half_bytes": found.half,
        **_coin_facts(found, traces),
    }


def _coin_facts(found: Rehearsal, traces: Sequence[Trace]) -> dict[str, Any]:
    """Arms by the sessions' ids; the one that is named is a control session where there is one."""
    roots = sorted((t.id for t in traces if t.id == t.root), key=lambda name: (len(name), name))
    controls = [name for name in roots if arm(name, found.share)["control"]]
    named = controls[0] if controls else found.session
    side = arm(named, found.share)
    return {
        "control_share": found.share,
        "coins": len(roots),
        "controls": len(controls),
        "coin_session": named,
        "coin_name": f"Session {named[:8]}",
        "coin_x": side["x"],
        "coin_arm": side["arm"],
    }
