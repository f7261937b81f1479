"""Count calls straight from a transcript's JSON, with none of Adage's reading code.

In: the path of one transcript. Out: (calls, failed commands, turns with a call), or None when the
file is none. It knows only what an intact file needs: no damage, no copies, no background ends.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

Record = dict[str, Any]
_SHELLS = ("Bash", "PowerShell")
_CODEX_SHELLS = ("exec_command", "shell_command", "shell", "container.exec")
_EXIT = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d+)\s*$", re.MULTILINE)
_RUNNING = re.compile(r"Process running with session ID (\d+)")


def count_raw(agent: str, path: Path) -> tuple[int, int, int] | None:
    """(calls, failed commands, turns) of a transcript of this agent, None for any other file."""
    if agent == "opencode" and path.suffix == ".json" and "export" in path.parts:
        return _opencode(json.loads(path.read_text(encoding="utf-8")))
    if path.suffix != ".jsonl" or "fixtures" in path.parts:
        return None
    if agent == "claude" and path.name != "journal.jsonl" and "acompact" not in path.name:
        return _claude(_lines(path))
    return _codex(_lines(path)) if agent == "codex" and path.name.startswith("rollout-") else None


def _lines(path: Path) -> list[Record]:
    found = []
    for line in path.read_bytes().split(b"\n"):
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return [line for line in found if isinstance(line, dict)]


def _claude(lines: list[Record]) -> tuple[int, int, int]:
    names: dict[str, str] = {}
    turns: set[str] = set()
    failed: dict[str, bool] = {}
    for line in lines:
        message = line.get("message")
        if line.get("type") not in ("user", "assistant") or not isinstance(message, dict):
            continue
        for block in message.get("content") or []:
            if not isinstance(block, dict):
                continue
            if block.get("type") == "tool_use" and block["id"] not in names:
                names[block["id"]] = block["name"]
                turns.add(message.get("id") or line["uuid"])
            elif block.get("type") == "tool_result":
                failed[block["tool_use_id"]] = _claude_failed(block)
    commands = {call for call, name in names.items() if name in _SHELLS}
    return len(names), sum(failed.get(call, False) for call in commands), len(turns)


def _claude_failed(block: Record) -> bool:
    content = block.get("content")
    if isinstance(content, list):
        content = "\n".join(str(part.get("text", "")) for part in content)
    return block.get("is_error") is True and str(content).startswith(("Exit code", "Error: Exit"))


def _codex(lines: list[Record]) -> tuple[int, int, int]:
    items = [line["payload"] for line in lines if line.get("type") == "response_item"]
    calls: dict[str, str] = {}
    failed: dict[str, bool] = {}
    asked: dict[str, str] = {}
    running: dict[str, str] = {}
    turns, in_batch = 0, False
    for item in items:
        kind = str(item.get("type"))
        if kind.endswith("_call") and item.get("name") != "write_stdin":
            call = item.get("call_id") or f"{kind} {len(calls)}"
            turns += not in_batch and call not in calls
            in_batch = True
            calls.setdefault(call, str(item.get("name")))
        elif kind.endswith("_call_output"):
            in_batch = False
            # A command that goes on ends in the output of a later `write_stdin`.
            call = running.get(asked.get(item["call_id"], ""), item["call_id"])
            failed[call] = _codex_failed(item.get("output"))
            if found := _RUNNING.search(str(item.get("output"))):
                running.setdefault(found.group(1), call)
        elif item.get("name") == "write_stdin":
            asked[item["call_id"]] = str(json.loads(item["arguments"]).get("session_id"))
        elif kind == "message" and item.get("role") == "user":
            in_batch = False
    commands = {call for call, name in calls.items() if name in _CODEX_SHELLS}
    return len(calls), sum(failed.get(call, False) for call in commands), turns


def _codex_failed(output: Any) -> bool:
    text = output if isinstance(output, str) else json.dumps(output)
    if text.startswith("{"):
        code = json.loads(text).get("metadata", {}).get("exit_code", 0)
        return bool(code)
    found = _EXIT.search(text.partition("\nOutput:")[0])
    return found is not None and found.group(1) != "0"


def _opencode(document: Record) -> tuple[int, int, int]:
    calls = failed = turns = 0
    for message in document["messages"]:
        step = -1
        seen: set[int] = set()
        for part in message["parts"]:
            step += part.get("type") == "step-start"
            if part.get("type") == "tool":
                calls += 1
                seen.add(step)
                code = (part["state"].get("metadata") or {}).get("exit")
                failed += part["tool"] == "bash" and bool(code)
        turns += len(seen)
    return calls, failed, turns
