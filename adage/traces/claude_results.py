"""Claude Code: what became of a tool call, told from its tool_result block and the line around it.

In: the call's tool, the result block and the user line. Out: a `Result`.
"""

from __future__ import annotations

import re

from adage.traces.draft import Result
from adage.traces.fields import Record, joined_text, record_of, text_of
from adage.traces.verdicts import verdict

_EXIT_CODE = re.compile(r"(?:Error: )?Exit code (-?\d{1,10})\b")
_BACKGROUND_EXIT = re.compile(r"exit code (-?\d{1,10})\b|<exit_code>(-?\d{1,10})</exit_code>")
_SIBLING = ("Sibling tool call errored", "Cancelled: parallel tool call")
_REFUSED = (
    "The user doesn't want to proceed",
    "The user doesn't want to take this action",
    "User rejected tool use",
    "[Request interrupted",
    "Permission to use ",
    "This command requires approval",
    "Claude requested permissions",
    "Hook PreToolUse",
    "PreToolUse:",
)
_TIMED_OUT = "Command timed out after"


def judge_result(tool: str, block: Record, line: Record, *, is_piped: bool = True) -> Result:
    """What became of a call of the neutral `tool` that this `tool_result` block answers.

    The output is searched for a verdict only where a pipe may have swallowed the exit code.
    """
    text = joined_text(block.get("content")).strip()
    if line.get("toolDenialKind"):
        return Result("refused")
    if block.get("is_error") is True:
        whole = text_of(line.get("toolUseResult"))
        words = whole if _EXIT_CODE.match(whole) else text
        return _judge_error(tool, words, is_piped, _always_numbers(line))
    if text.startswith("<tool_use_error>"):
        return _judge_error(tool, text, is_piped, False)
    return _judge_success(tool, text, record_of(line.get("toolUseResult")), is_piped)


def _always_numbers(line: Record) -> bool:
    """Whether the program that wrote the line gives the exit code of every failed command.

    The versions 0 and 1 did not.
    """
    version = text_of(line.get("version"))
    return version[:1].isdigit() and not version.startswith(("0.", "1."))


def background_id(line: Record) -> str:
    """The id under which a command goes on in the background, empty when it does not."""
    return text_of(record_of(line.get("toolUseResult")).get("backgroundTaskId"))


def judge_background(text: str) -> Result | None:
    """What a later notice or output says about a background command, None when nothing final."""
    found = _BACKGROUND_EXIT.search(text)
    if found is None:
        return None
    code = int(found.group(1) or found.group(2))
    return Result("ok" if code == 0 else "failed", code, verdict(text))


def _judge_success(tool: str, text: str, details: Record, is_piped: bool) -> Result:
    if tool != "shell":
        return Result("ok")
    if details.get("backgroundTaskId") or details.get("interrupted") is True:
        return Result("unknown")
    # Success has no number in a transcript; this note marks a code that is not 0 but no failure.
    code = None if details.get("returnCodeInterpretation") else 0
    return Result("ok", code, verdict(text) if is_piped else None)


def _judge_error(tool: str, text: str, is_piped: bool, always_numbered: bool) -> Result:
    bare = text.removeprefix("<tool_use_error>").removeprefix("Error: ")
    if bare.startswith(_SIBLING):
        return Result("cancelled")
    if text.startswith("<tool_use_error>"):
        return Result("invalid")
    if bare.startswith(_REFUSED):
        return Result("refused")
    found = _EXIT_CODE.match(text)
    code = int(found.group(1)) if found else None
    rest = text[found.end() :].lstrip() if found else bare
    if rest.startswith("[Request interrupted"):
        return Result("unknown", code)
    if rest.startswith(_TIMED_OUT) or (code in (124, 143) and _TIMED_OUT in rest):
        return Result("timeout", code)
    if tool == "shell" and code is None and always_numbered:
        # Whatever words refused it: a command that ran and failed has its number.
        return Result("refused")
    return Result("failed", code, verdict(rest) if tool == "shell" and is_piped else None)
