"""Decide: what to say at one event of a session, if anything. A pure function.

In: the event, the index, and the scene around it (where, which arm, what may be looked at). Out:
an `Answer`: the record for the session's memory and the output for the agent.
Math: site/math/09-hook.md
"""

from __future__ import annotations

from adage.hook.render import blocks, finish_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from adage.hook.sealed import Sealed

CONTROL = "control"
# The client cuts a longer text and sends the agent to a file instead.
MOST_CHARS = 9_500


class Scene:
    """What surrounds an event. `records` and the functions are called only when needed."""

    __slots__ = (
        *("arm", "cwd", "open_table", "permissions", "propensity", "python", "read", "records"),
        *("rewrites", "root", "session"),
    )

    def __init__(
        self,
        *,
        root: str,
        cwd: str,
        session: str,
        arm: tuple[str, float],
        records: Callable[[], list[dict[str, Any]] | None],
        read: Callable[[str], str | None],
        rewrites: Callable[[], bool],
        python: Callable[[], str],
        permissions: Callable[[], list[Any]],
        open_table: Callable[[], Any],
    ) -> None:
        self.root, self.cwd, self.session = root, cwd, session
        self.arm, self.propensity = arm
        self.records, self.read, self.python = records, read, python
        self.rewrites, self.permissions, self.open_table = rewrites, permissions, open_table


class Answer:
    """What to remember (`record`) and what to print (`output`); either may be None."""

    __slots__ = ("output", "record")

    def __init__(
        self, record: dict[str, Any] | None = None, output: dict[str, Any] | None = None
    ) -> None:
        self.record, self.output = record, output


def decide(event: dict[str, Any], index: Sealed, scene: Scene) -> Answer:
    """The answer to `event`. An event that is not ours gets an empty one."""
    name = event.get("hook_event_name")
    if name == "PostToolBatch":
        from adage.hook.at_batch import at_batch as answer
    elif name == "PreToolUse":
        from adage.hook.at_command import before_command as answer
    elif name == "PostToolUseFailure":
        from adage.hook.at_command import after_failure as answer
    elif name == "UserPromptSubmit":
        from adage.hook.at_prompt import at_prompt as answer
    elif name == "Stop":
        from adage.hook.at_stop import at_stop as answer
    elif name in ("SessionStart", "SessionEnd"):
        return Answer(_bare_record(event))
    else:
        return Answer()
    return answer(event, index, scene)


def _bare_record(event: dict[str, Any]) -> dict[str, Any]:
    record = {"e": event["hook_event_name"]}
    for key in ("source", "reason", "transcript_path"):
        if isinstance(event.get(key), str):
            record[key] = event[key][:1000]
    return record


def lane_of(event: dict[str, Any]) -> dict[str, str]:
    """The mark of a sub-agent's records; the conversation's own have none."""
    agent = event.get("agent_id")
    return {"lane": agent[:80]} if isinstance(agent, str) and agent else {}


def written(directives: list[dict[str, Any]], scene: Scene) -> list[dict[str, Any]]:
    """Directives as the session's memory keeps them: what, in which arm, how probable; no text."""
    kept = ("id", "n", "track", "kind", "route", "strength", "spare")
    about = {"arm": scene.arm, "p": round(scene.propensity, 6)}
    return [{**{key: each[key] for key in kept if key in each}, **about} for each in directives]


def spoken(event: str, directives: list[dict[str, Any]], scene: Scene) -> dict[str, Any] | None:
    """The output that puts `directives` before the agent; None in a control session."""
    if not directives or scene.arm == CONTROL:
        return None
    text = finish_line(directives) if event == "Stop" else blocks(directives)
    if len(text) > MOST_CHARS:
        return spoken(event, directives[:-1], scene)
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
