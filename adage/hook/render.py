"""What the agent reads: one directive as text.

In: a directive. Out: its block `<adage-reflex ...>` with a fact about this repository, the counts
behind it, and that it may be ignored. No orders, nothing absolute, nothing to be kept from anyone.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FINISH_LINE = "Adage finish-line check:"
DIVIDER = " > "


def block(directive: dict[str, Any]) -> str:
    """The wrapped text of one directive."""
    names = ("id", "track", "route", "strength", "kind", "n")
    attributes = " ".join(f'{name}="{_escape(str(directive.get(name, "")))}"' for name in names)
    said = str(directive["text"]).replace("</adage-reflex", "&lt;/adage-reflex")
    return f"<adage-reflex {attributes}>\n{said}\n{source(directive)}\n</adage-reflex>"


def source(directive: dict[str, Any]) -> str:
    """The last line: where a directive comes from, how often it held, that it may be ignored."""
    k, n = directive.get("held", (0, 0))
    if directive.get("track") == "instinct":
        seen = directive.get("source") or "by looking at this repository"
        return f"From Adage, {seen}; ignore it where it does not fit."
    where = "this repository's own sessions"
    if directive.get("kind") in ("card", "orientation"):
        return f"From Adage, out of {n} of {where} ({k} passing); ignore it where it does not fit."
    return f"From Adage, out of {where}: held in {k} of {n}; ignore it where it does not fit."


def blocks(directives: list[dict[str, Any]]) -> str:
    """Several directives, one after the other."""
    return "\n".join(block(directive) for directive in directives)


def finish_line(directives: list[dict[str, Any]]) -> str:
    """What is said once when the agent wants to stop."""
    return f"{FINISH_LINE}\n{blocks(directives)}"


def _escape(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;")


def words(reflex: dict[str, Any], *, files: str = "") -> str:
    """The sentence of a reflex, its own where it has one. `files` are those still unread."""
    if reflex.get("says"):
        return str(reflex["says"]).replace("{command}", reflex["command"])
    when, then = occasion(reflex["trigger"]), f"`{reflex['command']}`"
    kind = reflex["kind"]
    if kind == "sequence":
        return f"After edits, sessions here usually run these checks; in one call: {then}"
    if kind == "read-batch":
        return f"Sessions here that read {when} went on to read {files}; one batch can hold them."
    if kind == "hot-files":
        return f"Most sessions here read {files} before their first edit; one batch can hold them."
    if kind == "look-ups":
        return f"Sessions here usually look this up after such a request; in one call: {then}"
    if kind == "repair":
        return f"When {when} fails here, a fixer alone usually turns it green: {then}"
    if kind == "scope":
        return f"{then} has failed here where {when} had passed; it is the wider check."
    if kind == "avoid":
        return f"{when} usually fails in this repository; {then} is what worked instead."
    if kind == "obligation":
        return f"{then} has not run since {when}; sessions here usually run it before they end."
    return f"After {when}, sessions here usually run {then} next."


def occasion(trigger: list[str]) -> str:
    """A trigger in words: "edits of tests/*.py and then CHANGELOG.rst"."""
    return " and then ".join(_item(text) for text in trigger)


def _item(text: str) -> str:
    kind, _, rest = text.partition(":")
    if text == "prompt":
        return "a request"
    if kind == "edit":
        return "any edit" if rest == "**" else f"an edit of {rest}"
    if kind == "read":
        return rest
    return f"`{rest.removesuffix('!')}`"
