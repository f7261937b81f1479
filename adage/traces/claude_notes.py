"""Claude Code: what hooks put before the agent, and what they made of its calls.

In: one transcript line. Out: (event, text) pairs. Only the places that the program itself writes
count: the same words typed by a person or printed by a command are not a hook's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from adage.traces.claude_prompts import STOP_FEEDBACK
from adage.traces.fields import Record, list_of, record_of, text_of, texts_of

# The program shows the model what a hook printed for these; for other events it keeps it back.
_PLAIN_TEXT_EVENTS = ("SessionStart", "UserPromptSubmit", "UserPromptExpansion")


def notes_of(line: Record) -> Iterator[tuple[str, str]]:
    """The (event, text) pairs that hooks delivered by this line."""
    kind = line.get("type")
    if kind == "attachment":
        yield from _attached(record_of(line.get("attachment")))
    elif kind == "system" and line.get("subtype") == "stop_hook_summary":
        for text in texts_of(line.get("hookAdditionalContext")):
            yield "Stop", text
    elif kind == "user" and line.get("isMeta") is True:
        content = record_of(line.get("message")).get("content")
        if isinstance(content, str) and content.startswith(STOP_FEEDBACK):
            yield "Stop", text_of(content.removeprefix(STOP_FEEDBACK)).strip()


def rewritten_command(line: Record) -> tuple[str, str] | None:
    """(call id, command) when a PreToolUse hook put another command in a call's place.

    The call itself and the tool's result keep silent about it; only the hook's own output tells.
    """
    attachment = record_of(line.get("attachment"))
    if attachment.get("type") != "hook_success" or attachment.get("hookEvent") != "PreToolUse":
        return None
    said = record_of(_spoken(attachment).get("hookSpecificOutput"))
    if said.get("permissionDecision") in ("deny", "defer"):
        return None
    command = text_of(record_of(said.get("updatedInput")).get("command"))
    call_id = text_of(attachment.get("toolUseID"))
    return (call_id, command) if command and call_id else None


def _attached(attachment: Record) -> Iterator[tuple[str, str]]:
    kind, event = attachment.get("type"), text_of(attachment.get("hookEvent"))
    event = event or text_of(attachment.get("hookName")).partition(":")[0]
    if kind == "hook_additional_context":
        for text in texts_of(attachment.get("content")):
            yield event, text
    elif kind == "hook_blocking_error":
        yield event, text_of(record_of(attachment.get("blockingError")).get("blockingError"))
    elif kind == "hook_success" and event in _PLAIN_TEXT_EVENTS:
        yield event, _plain_text(attachment)
    elif kind == "async_hook_response":
        said = record_of(record_of(attachment.get("response")).get("hookSpecificOutput"))
        yield event, text_of(said.get("additionalContext"))


def _plain_text(attachment: Record) -> str:
    """What a hook printed that is no JSON; a context in JSON has an attachment of its own."""
    plain = text_of(attachment.get("content"))
    return plain or ("" if _spoken(attachment) else text_of(attachment.get("stdout")).strip())


def _spoken(attachment: Record) -> Record:
    stdout = text_of(attachment.get("stdout")).strip()
    if not stdout.startswith("{"):
        return {}
    try:
        value: Any = json.loads(stdout)
    except (ValueError, RecursionError):
        return {}
    return record_of(value)


def blocks_of(line: Record) -> list[Record]:
    """The blocks of a line's message, those that are objects."""
    content = list_of(record_of(line.get("message")).get("content"))
    return [block for block in content if isinstance(block, dict)]
