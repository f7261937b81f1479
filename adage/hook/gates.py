"""From what could be said to what is said: each candidate with the first gate that stops it.

In: candidates with what stops them already, and the session's memory. Out: those that pass, named
and ready to be told, and the rest as [id, gate].
"""

from __future__ import annotations

from adage.hook.arm import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adage.hook.memory import Memory

ORDER = ("fire", "inhibit", "prime")
# These are worth saying once in a session; the others once after each prompt.
ONCE = frozenset({"sequence", "read-batch", "hot-files", "avoid", "intent", "card", "instinct"})
# A secret-sized name for one delivery, by which a transcript shows that it arrived.
NONCE_HEX = 10


def directive(reflex: dict[str, Any], text: str) -> dict[str, Any]:
    """A reflex of the index as something to say. Of a dead end also what it should spare."""
    spared = (
        {"spare": reflex["trigger"]} if reflex["kind"] == "avoid" and "trigger" in reflex else {}
    )
    return {
        **spared,
        "id": reflex["id"],
        "track": reflex.get("track", "learned"),
        "kind": reflex["kind"],
        "route": " > ".join(reflex.get("steps", ())),
        "strength": reflex.get("strength", "prime"),
        "held": (reflex.get("k", 0), reflex.get("n", 0)),
        "source": reflex.get("source", ""),
        "text": text,
    }


def passing(
    candidates: list[tuple[dict[str, Any], str]],
    memory: Memory,
    settings: dict[str, Any],
    session: str,
    *,
    capped: bool = True,
) -> tuple[list[dict[str, Any]], list[list[str]]]:
    """Directives to tell, and [id, gate] of the others. A candidate is (directive, own gate)."""
    told: list[dict[str, Any]] = []
    stopped: list[list[str]] = []
    for each, own in sorted(candidates, key=_rank):
        gate = own or _said(each, memory)
        if not gate and capped:
            gate = _cap(len(told), memory, settings)
        if gate:
            stopped.append([each["id"], gate])
        else:
            count = len(memory.said.get(each["id"], ()))
            each["n"] = fingerprint(f"{session}|{each['id']}|{count}", NONCE_HEX)
            told.append(each)
    return told, stopped


def _rank(candidate: tuple[dict[str, Any], str]) -> tuple[int, float, str]:
    each = candidate[0]
    strength = ORDER.index(each["strength"]) if each["strength"] in ORDER else len(ORDER)
    k, n = each["held"]
    return strength, -k / n if n else 0.0, each["id"]


def _said(each: dict[str, Any], memory: Memory) -> str:
    before = memory.said.get(each["id"], ())
    if before and each["kind"] in ONCE:
        return "said in this session"
    if any(segment == memory.segment for _, segment in before):
        return "said after this prompt"
    return ""


def _cap(count: int, memory: Memory, settings: dict[str, Any]) -> str:
    if count >= settings["turn_cap"]:
        return "enough said in this turn"
    return "enough said in this session" if memory.shown + count >= settings["session_cap"] else ""
