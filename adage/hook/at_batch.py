"""After a batch of tool calls: the next step, before the model is asked for it.

In: a PostToolBatch event. Out: what its edits, reads and commands bring to mind, as an `Answer`.
"""

from __future__ import annotations

from adage.hook.decide import Answer, Scene, lane_of, spoken, written
from adage.hook.gates import directive, passing
from adage.hook.match import anchors, ran_after
from adage.hook.memory import Memory, fold
from adage.hook.paths import relative
from adage.hook.render import words
from adage.hook.steps import Watch, steps_of
from adage.hook.whitespace import exact_text, failed_edit
from adage.hook.words import keys_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adage.hook.sealed import Sealed

    Candidate = tuple[dict[str, Any], str]

ANY_EDIT = "edit:**"
MOST_RECORD_CHARS = 3_000


def at_batch(event: dict[str, Any], index: Sealed, scene: Scene) -> Answer:
    """Remember the batch, and tell what it makes worth telling."""
    section = index.section("PostToolBatch")
    lane = lane_of(event)
    watch = Watch(section.get("known", {}), lambda words: _forms(words, index))
    steps = _kept(steps_of(event.get("tool_calls"), watch, scene.root, scene.cwd))
    record: dict[str, Any] = {"e": "PostToolBatch", "s": steps, **lane}
    before = scene.records()
    if before is None:
        return Answer(record)
    memory = fold(before, lane.get("lane", ""))
    memory.take(record)
    candidates = _learned(section, memory, index)
    candidates += _cards(event, section, memory, index, scene)
    candidates += _exact(event, scene)
    told, stopped = passing(candidates, memory, index.settings, scene.session)
    if told:
        record["d"] = written(told, scene)
    if stopped:
        record["w"] = stopped[:20]
    return Answer(record, spoken("PostToolBatch", told, scene))


def _forms(words: list[str], index: Sealed) -> list[Any]:
    """The forms of the index that some words may have."""
    return [
        form for key in keys_of(words) for form in index.bucket(key).get("forms", {}).get(key, ())
    ]


def _kept(steps: list[list[Any]]) -> list[list[Any]]:
    """As many steps as fit into a short line; a batch of more than that is cut."""
    room = MOST_RECORD_CHARS
    for at, step in enumerate(steps):
        room -= sum(len(str(part)) + 4 for part in step)
        if room < 0:
            return steps[:at]
    return steps


def _learned(section: dict[str, Any], memory: Memory, index: Sealed) -> list[Candidate]:
    """The reflexes whose occasion this batch completes, each with the gate that stops it."""
    new = dict.fromkeys(item for items in memory.events.of_batch(memory.batch) for item in items)
    found: list[Candidate] = []
    if ANY_EDIT in new:
        dead = section.get("dead", ())
        found += [(directive(each, words(each)), _dead_gate(each, memory)) for each in dead]
    for item in new:
        for reflex in index.bucket(item).get("reflexes", {}).get(item, ()):
            made = _completed(reflex, memory, index.settings)
            if made is not None:
                found.append(made)
    return found


def _completed(
    reflex: dict[str, Any], memory: Memory, settings: dict[str, Any]
) -> Candidate | None:
    """The candidate of a reflex whose last item was just seen, None when others are missing."""
    events = memory.events
    if reflex["kind"] in ("read-batch", "hot-files"):
        return _unread(reflex, memory)
    reach = settings["window"] - 1
    places = anchors(events, reflex["trigger"], reach)
    places = [place for place in places if events.events[place][3] == memory.batch]
    if not places:
        return None
    has_run = all(ran_after(events, text, places[-1]) for text in reflex["steps"])
    return directive(reflex, words(reflex)), "it ran already" if has_run else ""


def _unread(reflex: dict[str, Any], memory: Memory) -> Candidate:
    left = [text for text in reflex["steps"] if text not in memory.seen]
    said = words(reflex, files=", ".join(text.removeprefix("read:") for text in left))
    gate = "" if left else "they were read already"
    if reflex["kind"] == "hot-files" and ANY_EDIT in memory.events.places:
        gate = "an edit came first"
    return directive(reflex, said), gate


def _dead_gate(reflex: dict[str, Any], memory: Memory) -> str:
    """Naming a dead end helps only someone who has not found the way around it."""
    knows = any(text in memory.seen for text in reflex["steps"])
    return "the working check ran already" if knows else ""


def _cards(
    event: dict[str, Any], section: dict[str, Any], memory: Memory, index: Sealed, scene: Scene
) -> list[Candidate]:
    """A card that the prompt nearly brought, at the first edit of one of its files."""
    files = section.get("cards") or {}
    edited = {place for item in _new_edits(memory) for place in [item.removeprefix("edit:")]}
    near = [name for name in sorted(memory.cards) if edited & set(files.get(name, ()))]
    if not near or event.get("agent_id"):
        return []
    from adage.hook.at_prompt import card_candidate

    cards = index.section("UserPromptSubmit").get("cards", ())
    return [
        (card_candidate(card, index.settings, scene), "") for card in cards if card["id"] in near
    ]


def _new_edits(memory: Memory) -> list[str]:
    return [item for items in memory.events.of_batch(memory.batch) for item in items[:1]]


def _exact(event: dict[str, Any], scene: Scene) -> list[Candidate]:
    """The instinct: an edit that failed only over white space."""
    call = failed_edit(event.get("tool_calls"))
    if call is None:
        return []
    found = exact_text(call, lambda path: scene.read(relative(path, scene.root, scene.cwd)))
    return [] if found is None else [(_exact_directive(*found, scene), "")]


def _exact_directive(path: str, text: str, scene: Scene) -> dict[str, Any]:
    place = relative(path, scene.root, scene.cwd)
    reflex = {"id": f"exact-text:{place}"[:200], "track": "instinct", "kind": "exact-text"}
    said = (
        f"That edit of {place} differs from the file only in white space. The one place that "
        f"matches otherwise reads exactly:\n{text}"
    )
    return directive(reflex, said)
