"""Codex: what a person typed, and what hooks put into the conversation.

In: texts of user and developer messages. Out: the person's words, empty when there are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adage.traces.fields import Record, joined_text, list_of, record_of, text_of

_IDE_MARK = "## My request for Codex:"
_INJECTED = (
    "<environment_context>",
    "<user_instructions>",
    "# AGENTS.md instructions",
    "<permissions instructions>",
    "<collaboration_mode>",
    "<multi_agent_mode>",
    "<turn_aborted>",
    "<skill>",
    "<hook_prompt",
    "<user_shell_command>",
    "<subagent_notification>",
    "You are `/root`",
)
_HOOK_PROMPT = re.compile(
    r"<hook_prompt hook_run_id=\"(?P<event>[a-z_]*)[^>]*>(?P<text>.*?)</hook_prompt>", re.DOTALL
)
_FOLDER = re.compile(r"<cwd>\s*(.*?)\s*</cwd>", re.DOTALL)
_SHELL = re.compile(r"<shell>\s*(.*?)\s*</shell>", re.DOTALL)


def words_of_person(text: str) -> str:
    """What a person typed of this text, empty when the program put it there."""
    words = text.strip()
    if words.startswith(_INJECTED):
        return ""
    return words.partition(_IDE_MARK)[2].strip() if _IDE_MARK in words else words


def text_of_message(message: Record) -> str:
    """What a person typed in a message of role user, block by block."""
    content = message.get("content")
    if isinstance(content, str):
        return words_of_person(text_of(content))
    parts = (words_of_person(text_of(record_of(b).get("text"))) for b in list_of(content))
    return "\n".join(part for part in parts if part)


def hook_notes(message: Record) -> Iterator[tuple[str, str]]:
    """The (event, text) pairs that hooks put into the conversation with this message.

    A context comes as a developer message that the program marks as a hook's; its event is not
    recorded, so it comes back empty. A Stop hook's reason comes as a user message in a wrapper.
    """
    if message.get("role") == "user":
        for found in _HOOK_PROMPT.finditer(joined_text(message.get("content"))):
            yield found.group("event").capitalize(), found.group("text").strip()
        return
    marks = record_of(message.get("internal_chat_message_metadata_passthrough"))
    kinds = list_of(marks.get("content_item_kinds"))
    for kind, block in zip(kinds, list_of(message.get("content")), strict=False):
        if kind == "hooks.additional_context":
            yield "", text_of(record_of(block).get("text"))


def environment_of(message: Record) -> tuple[str, str]:
    """(folder, shell) as the injected environment text names them, each empty when it does not."""
    text = joined_text(message.get("content"))
    if "<environment_context>" not in text:
        return "", ""
    folder, shell = _FOLDER.search(text), _SHELL.search(text)
    return (folder.group(1) if folder else "", shell.group(1) if shell else "")
