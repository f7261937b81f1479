"""At the prompt: the usual first step of such requests, and the card of a task that repeats.

In: a UserPromptSubmit event. Out: an `Answer`. A prompt that only says to go on opens nothing new.
"""

from __future__ import annotations

from adage.hook.decide import Answer, Scene, spoken, written
from adage.hook.gates import directive, passing
from adage.hook.memory import fold
from adage.hook.orient import orientation
from adage.hook.prompt import Likeness, card_text, cards_of, family_of
from adage.hook.prompt_text import normalise
from adage.hook.render import words
from adage.hook.slots import bind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adage.hook.sealed import Sealed


ASKED = "asked:"
# Far more than the words that are ever compared.
MOST_PROMPT_CHARS = 20_000


def at_prompt(event: dict[str, Any], index: Sealed, scene: Scene) -> Answer:
    """Remember that a prompt came (not its text), and tell what it brings to mind."""
    prompt = event.get("prompt")
    prompt = prompt[:MOST_PROMPT_CHARS] if isinstance(prompt, str) else ""
    settings = index.settings
    goes_on = len(prompt.split()) <= settings["continuation"]
    record: dict[str, Any] = {"e": "UserPromptSubmit", "c": int(goes_on)}
    section = {} if goes_on else index.section("UserPromptSubmit")
    candidates = _lookups(prompt, index)
    before = scene.records() if section or candidates else None
    if before is None:
        return Answer(record)
    memory = fold(before)
    memory.take(record)
    near: list[str] = []
    if section:
        table = scene.open_table()
        likeness = Likeness(prompt, settings["prompt_words"], table, index.raw("vectors"))
        candidates += _family(likeness, section, prompt, settings)
        cards, near = _cards(likeness, section, settings)
        candidates += [(card_candidate(card, settings, scene), "") for card in cards]
    told, stopped = passing(candidates, memory, settings, scene.session)
    if near:
        record["cards"] = near
    if told:
        record["d"] = written(told, scene)
    if stopped:
        record["w"] = stopped[:20]
    return Answer(record, spoken("UserPromptSubmit", told, scene))


def _lookups(prompt: str, index: Sealed) -> list[tuple[dict[str, Any], str]]:
    """The look-ups that always follow a prompt of these very words, short ones included."""
    key = ASKED + normalise(prompt, index.settings["prompt_words"])
    found = index.bucket(key).get("reflexes", {}).get(key, ())
    return [(directive(each, words(each)), "") for each in found]


def _family(
    likeness: Likeness, section: dict[str, Any], prompt: str, settings: dict[str, Any]
) -> list[tuple[dict[str, Any], str]]:
    found = family_of(likeness, section.get("families"))
    if found is None:
        return []
    family = {"kind": "intent", **found[0]}
    command = family["command"]
    if family.get("slots"):
        command = bind(command, family["slots"], prompt, settings["slot_chars"])
        if command is None:
            return [(directive(family, ""), "a slot has no value")]
    said = f"Requests like this one usually start here with `{command}`."
    return [(directive(family, said), "")]


def _cards(
    likeness: Likeness, section: dict[str, Any], settings: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[str]]:
    """The card to deliver (the likest one), and the names of those that nearly came."""
    found = cards_of(likeness, section.get("cards"))
    here = [card for card, cosine in found[:1] if cosine >= settings["card"]]
    least = settings["card"] - settings["card_below"]
    near = [card["id"] for card, cosine in found if least <= cosine and card not in here]
    return here, near[:8]


def card_candidate(card: dict[str, Any], settings: dict[str, Any], scene: Scene) -> dict[str, Any]:
    """A card as something to say, with where its files stand now."""
    text = card_text(card)
    here = orientation(list(card.get("files", ())), scene.read, settings["orient_tokens"])
    if here:
        text += "\nWhere these files stand now:\n" + here
    steps = card.get("steps", ())
    return directive({**card, "kind": "card", "strength": "prime", "steps": steps}, text)
