"""Codex: a response item as a harness-neutral `Call`.

In: a function_call, custom_tool_call, local_shell_call or search item. Out: the call, its outcome
still unknown; a patch is an edit however it was fed to the tool.
"""

from __future__ import annotations

import json
import posixpath
import shlex
from dataclasses import dataclass
from typing import Any

from adage.records import Call
from adage.traces.codex_script import calls_in_script
from adage.traces.fields import Record, list_of, record_of, text_of
from adage.traces.patches import patch_in_script, paths_of_patch

CALL_TYPES = (
    "function_call",
    "custom_tool_call",
    "local_shell_call",
    "web_search_call",
    "tool_search_call",
    "image_generation_call",
)
_SHELLS = ("bash", "sh", "zsh", "dash", "fish", "ksh")
_POWERSHELLS = ("powershell", "pwsh")
_TOOLS = {"view_image": "read", "spawn_agent": "task", "read_file": "read", "list_dir": "list"}
_SHELL_TOOLS = ("exec_command", "shell_command", "shell", "container.exec", "local_shell")


@dataclass(frozen=True, slots=True)
class Place:
    """Where and when an item stands: its line, turn and time, and the folder and shell by then."""

    line: int
    turn: int
    time: float
    cwd: str
    shell: str


def call_of(item: Record, place: Place) -> Call | None:
    """The call of this item; None when it has neither an id nor a name."""
    kind = item.get("type")
    call_id = text_of(item.get("call_id")) or text_of(item.get("id"))
    if kind == "local_shell_call":
        action = record_of(item.get("action"))
        given: Record = (
            {"command": action.get("command"), "workdir": action["working_directory"]}
            if action.get("working_directory")
            else {"command": action.get("command")}
        )
        return _shell_call(call_id, "local_shell", given, place) if call_id else None
    if kind == "web_search_call":
        action = record_of(item.get("action"))
        text = text_of(action.get("query")) or text_of(action.get("url"))
        return _call(call_id or f"line {place.line}", "fetch", "web_search", place, text=text)
    if kind in ("tool_search_call", "image_generation_call"):
        return _call(call_id or f"line {place.line}", "other", str(kind)[:-5], place)
    name = text_of(item.get("name"))
    if not call_id or not name:
        return None
    return _tool_call(call_id, name, item, place)


def calls_of_script(item: Record, place: Place) -> list[Call]:
    """The calls inside a script for the `exec` tool, none when the item is no such script.

    The first has the item's own id, the others that id and a number.
    """
    call_id, name = text_of(item.get("call_id")), text_of(item.get("name"))
    if name.removeprefix("functions.") != "exec" or not call_id:
        return []
    given = arguments_of(item)
    script = text_of(item.get("input")) or _first(given, "source", "code", "input")
    return [
        _tool_call(f"{call_id}/{at}" if at > 1 else call_id, tool, {"arguments": arguments}, place)
        for at, (tool, arguments) in enumerate(calls_in_script(script), start=1)
    ]


def arguments_of(item: Record) -> Record:
    """The arguments of a function call, which come as JSON in a text."""
    given: Any = item.get("arguments")
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return {}
    return record_of(given)


def shell_call(call_id: str, command: Any, cwd: str, place: Place) -> Call:
    """A shell call from an event that names the command and the folder itself."""
    return _shell_call(call_id, "exec_command", {"command": command, "workdir": cwd}, place)


def edit_call(call_id: str, paths: tuple[str, ...], place: Place) -> Call:
    """An edit from an event that names the changed files itself."""
    return _call(call_id, "edit", "apply_patch", place, paths=paths)


def script_of(command: Any, shell: str) -> tuple[str, str]:
    """(script, shell) of a command given as a text or as words; a wrapping shell is opened."""
    if isinstance(command, str):
        return text_of(command), shell
    words = [text_of(word) for word in list_of(command)]
    if len(words) >= 3 and words[-2].lower() in ("-lc", "-c", "-command"):
        program = words[0].replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")
        if program in _SHELLS:
            return words[-1], "bash"
        if program in _POWERSHELLS:
            return words[-1], "powershell"
    return shlex.join(words), shell


def _tool_call(call_id: str, name: str, item: Record, place: Place) -> Call:
    given = arguments_of(item)
    plain = name.removeprefix("functions.")
    if plain in _SHELL_TOOLS:
        return _shell_call(call_id, plain, given, place)
    if plain == "apply_patch":
        patch = text_of(item.get("input")) or _first(given, "input", "patch", "patchText")
        return _call(call_id, "edit", plain, place, paths=paths_of_patch(patch))
    space = text_of(item.get("namespace"))
    if space or "__" in plain:
        full = f"{space.removeprefix('mcp__')}__{plain.strip('_')}" if space else plain
        tool = "mcp:" + full.removeprefix("mcp__")
        return _call(call_id, tool, plain, place, arguments=_names(given))
    path = text_of(given.get("path")) or text_of(given.get("file_path"))
    return _call(
        call_id,
        _TOOLS.get(plain, "other"),
        plain,
        place,
        paths=(path,) if path else (),
        arguments=_names(given),
    )


def _shell_call(call_id: str, name: str, given: Record, place: Place) -> Call:
    command = given.get("cmd") if given.get("cmd") is not None else given.get("command")
    words = list_of(command)
    cwd = _joined(place.cwd, text_of(given.get("workdir")) or text_of(given.get("cwd")))
    if len(words) == 2 and words[0] == "apply_patch":
        return _call(call_id, "edit", name, place, cwd=cwd, paths=paths_of_patch(text_of(words[1])))
    script, shell = script_of(command, _shell_named(text_of(given.get("shell"))) or place.shell)
    if found := patch_in_script(script):
        folder, patch = found
        paths = paths_of_patch(patch)
        return _call(call_id, "edit", name, place, cwd=_joined(cwd, folder), paths=paths)
    return _call(
        call_id, "shell", name, place, cwd=cwd, text=script, shell=shell, arguments=_names(given)
    )


def _call(
    call_id: str,
    tool: str,
    name: str,
    place: Place,
    *,
    text: str = "",
    cwd: str = "",
    shell: str = "",
    paths: tuple[str, ...] = (),
    arguments: tuple[str, ...] = (),
) -> Call:
    return Call(
        id=call_id,
        tool=tool,
        name=name,
        turn=place.turn,
        text=text,
        paths=paths,
        arguments=arguments,
        cwd=cwd or place.cwd,
        shell=shell or place.shell,
        time=place.time,
        line=place.line,
    )


def _shell_named(name: str) -> str:
    program = name.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")
    if program in _POWERSHELLS:
        return "powershell"
    return "bash" if program in _SHELLS else ""


def default_shell(name: str) -> str:
    """The neutral shell of a name such as `zsh` or `powershell`; bash when it is not known."""
    return _shell_named(name) or "bash"


def _joined(folder: str, inner: str) -> str:
    """`inner` seen from `folder`; newer versions write it as a file URL."""
    inner = inner.removeprefix("file://")
    if not inner or inner.startswith("/") or inner[1:2] == ":" or not folder:
        return inner or folder
    return posixpath.normpath(posixpath.join(folder, inner))


def _first(given: Record, *keys: str) -> str:
    return next((text_of(given[key]) for key in keys if text_of(given.get(key))), "")


def _names(given: Record) -> tuple[str, ...]:
    return tuple(sorted(text_of(key) for key in given))
