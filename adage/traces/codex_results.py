"""Codex: what became of a call, told from the header of its output.

In: the output of a tool in any of its four grammars. Out: a `Result`, and the id of the process
when it still runs. Only the header counts: the command's own output may say anything.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from adage.traces.draft import Result
from adage.traces.fields import joined_text, list_of, record_of, text_of, whole_of
from adage.traces.verdicts import verdict

_EXITED = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d{1,10})\s*$", re.MULTILINE)
_RUNNING = re.compile(r"^Process running with session ID (\S+)\s*$", re.MULTILINE)
_HEADER = re.compile(r"\A(?:Chunk ID:|Wall time:?|Exit code:|Process )")
_BODY = re.compile(r"^Output:[ ]*$\n?", re.MULTILINE)
_SANDBOX_EXIT = re.compile(r"exit code: (-?\d{1,10})")
_TIMED_OUT = ("command timed out", "exec_command timed out")
_REFUSED = ("Command blocked by PreToolUse hook", "exec command rejected by user")
_INVALID = ("failed to parse function arguments", "unsupported call", "unsupported custom tool")
_FAILED = (
    "failed in sandbox",
    "exec_command failed",
    "execution error",
    "apply_patch verification failed",
    "write_stdin failed",
    "failed to",
    "err:",
)


@dataclass(frozen=True, slots=True)
class Output:
    """A tool's output in one shape. `exit_code` is None when the header names none."""

    exit_code: int | None
    body: str
    process: str = ""
    success: bool | None = None


def read_output(value: Any) -> Output:
    """Bring an output of any grammar into one shape."""
    if isinstance(value, dict):
        return _of_record(value)
    text = joined_text(value)
    if text.startswith("{"):
        try:
            return _of_record(record_of(json.loads(text)), text)
        except (ValueError, RecursionError):
            pass
    if not _HEADER.match(text):
        return Output(None, text)
    split = _BODY.search(text)
    header, body = (text[: split.start()], text[split.end() :]) if split else (text, "")
    exited, running = _EXITED.search(header), _RUNNING.search(header)
    return Output(
        int(exited.group(1)) if exited else None, body, running.group(1) if running else ""
    )


def judge_output(tool: str, output: Output) -> Result:
    """What became of a call of the neutral `tool` with this output."""
    if output.process:
        return Result("unknown")
    body = output.body.lstrip()
    code = output.exit_code
    if body.startswith(_TIMED_OUT) and code in (None, 124):
        return Result("timeout", code)
    said = verdict(output.body) if tool == "shell" else None
    if code is not None:
        return Result("ok" if code == 0 else "failed", code, said)
    return _judge_text(tool, body, output.success)


def judge_end(exit_code: Any, status: Any, text: str) -> Result | None:
    """What an event about a command's end says, None when it says nothing final."""
    code = whole_of(exit_code)
    if status == "declined":
        return Result("refused")
    if code is not None:
        return Result("ok" if code == 0 else "failed", code, verdict(text))
    if status in ("completed", "failed"):
        return Result("ok" if status == "completed" else "failed")
    return None


def _of_record(record: dict[str, Any] | Any, whole: str = "") -> Output:
    details = record_of(record.get("metadata"))
    code = whole_of(details.get("exit_code"))
    if code is None and "output" not in record and "content" not in record:
        # A command may print JSON of its own.
        return Output(None, whole)
    body = joined_text(record.get("output")) or joined_text(record.get("content"))
    success = record.get("success")
    return Output(code, body, "", success if isinstance(success, bool) else None)


def judge_script(value: Any) -> Result | None:
    """What a script with one command printed about its end, None when it printed no exit code."""
    printed = [text_of(record_of(part).get("text")) for part in list_of(value)]
    codes = [code for text in printed if (code := _code_in(text)) is not None]
    if len(codes) != 1:
        return None
    return Result("ok" if codes[0] == 0 else "failed", codes[0])


def _code_in(text: str) -> int | None:
    if not text.startswith("{"):
        return None
    try:
        return whole_of(record_of(json.loads(text)).get("exit_code"))
    except (ValueError, RecursionError):
        return None


def _judge_text(tool: str, body: str, success: bool | None) -> Result:
    """What a bare text says, for outputs without a header."""
    if body.startswith(_REFUSED) or "rejected by user" in body[:200]:
        return Result("refused")
    if body.startswith("aborted"):
        return Result("unknown")
    if body.startswith(_INVALID):
        return Result("invalid")
    if body.startswith(_FAILED) or success is False:
        found = _SANDBOX_EXIT.search(body.partition("\n")[0])
        return Result("failed", int(found.group(1)) if found else None)
    if tool == "shell" and success is None:
        return Result("unknown", None, verdict(body))
    return Result("ok")


def text_of_end(payload: Any) -> str:
    """The output that an event about a command's end carries."""
    return text_of(record_of(payload).get("aggregated_output"))
