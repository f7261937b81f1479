"""At the finish line: a step that this repository usually takes and that is still owed.

In: a Stop event. Out: at most one message, which begins `Adage finish-line check:`, as an `Answer`.
"""

from __future__ import annotations

from adage.hook.decide import Answer, Scene, spoken, written
from adage.hook.gates import directive, passing
from adage.hook.match import ran_after
from adage.hook.memory import Memory, fold
from adage.hook.render import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adage.hook.sealed import Sealed


def at_stop(event: dict[str, Any], index: Sealed, scene: Scene) -> Answer:
    """Remember the stop, and tell once what is owed."""
    record: dict[str, Any] = {"e": "Stop"}
    reflexes = index.section("Stop").get("reflexes", ())
    before = scene.records() if reflexes else None
    if not reflexes or before is None:
        return Answer(record)
    memory = fold(before)
    gate = _gate(event, memory, index.settings)
    candidates = [
        (directive(reflex, words(reflex)), gate) for reflex in reflexes if is_owed(reflex, memory)
    ]
    told, stopped = passing(candidates, memory, index.settings, scene.session)
    if told:
        record["d"] = written(told, scene)
    if stopped:
        record["w"] = stopped[:20]
    return Answer(record, _output(event, told, scene))


def is_owed(reflex: dict[str, Any], memory: Memory) -> bool:
    """Whether the trigger happened after the last prompt and the step has not run since."""
    events = memory.events
    places = [
        place
        for place in events.places.get(reflex["trigger"][-1], ())
        if events.events[place][2] == memory.segment
    ]
    return bool(places) and not any(ran_after(events, text, places[-1]) for text in reflex["steps"])


def _gate(event: dict[str, Any], memory: Memory, settings: dict[str, Any]) -> str:
    # Some clients would go round for ever: the count is our own, and a continued stop is let go.
    if event.get("stop_hook_active") is not False:
        return "asked at this finish line"
    return "asked often enough" if memory.asks >= settings["asks"] else ""


def _output(
    event: dict[str, Any], told: list[dict[str, Any]], scene: Scene
) -> dict[str, Any] | None:
    output = spoken("Stop", told, scene)
    # `prompt_id` came with a later version than context at Stop; older ones know only the block.
    if output is None or "prompt_id" in event:
        return output
    return {"decision": "block", "reason": output["hookSpecificOutput"]["additionalContext"]}
