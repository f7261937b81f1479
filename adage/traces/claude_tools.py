"""Claude Code: a tool_use block as a harness-neutral `Call`.

In: the block and the line that carries it. Out: the call, its outcome still unknown.
"""

from __future__ import annotations

from adage.records import Call
from adage.traces.fields import Record, record_of, seconds_of_iso, text_of

_TOOLS = {
    "Bash": "shell",
    "PowerShell": "shell",
    "Read": "read",
    "NotebookRead": "read",
    "LS": "list",
    "Glob": "list",
    "Grep": "search",
    "Edit": "edit",
    "MultiEdit": "edit",
    "Write": "edit",
    "NotebookEdit": "edit",
    "WebFetch": "fetch",
    "WebSearch": "fetch",
    "Task": "task",
    "Agent": "task",
}
_TEXT_FIELD = {
    "shell": ("command",),
    "search": ("pattern",),
    "list": ("pattern",),
    "fetch": ("url", "query"),
    "task": ("description",),
}
_PATH_FIELDS = ("file_path", "notebook_path", "path")


def tool_of(name: str) -> str:
    """The neutral tool of a Claude Code tool name."""
    if name.startswith("mcp__"):
        return "mcp:" + name.removeprefix("mcp__")
    return _TOOLS.get(name, "other")


def call_of(block: Record, line: Record, number: int, turn: int) -> Call | None:
    """The call of a `tool_use` block, None when it has no id or no name."""
    call_id, name = text_of(block.get("id")), text_of(block.get("name"))
    if not call_id or not name:
        return None
    given = record_of(block.get("input"))
    tool = tool_of(name)
    return Call(
        id=call_id,
        tool=tool,
        name=name,
        turn=turn,
        text=_first_text(given, _TEXT_FIELD.get(tool, ())),
        paths=tuple(text_of(given[key]) for key in _PATH_FIELDS if text_of(given.get(key))),
        arguments=tuple(sorted(text_of(key) for key in given)),
        cwd=text_of(line.get("cwd")),
        shell="powershell" if name == "PowerShell" else "bash",
        time=seconds_of_iso(line.get("timestamp")),
        line=number,
    )


def _first_text(given: Record, fields: tuple[str, ...]) -> str:
    return next((text_of(given[key]) for key in fields if text_of(given.get(key))), "")
