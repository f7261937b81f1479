"""A batch of tool calls as the steps that the session's memory keeps.

In: the tool calls of one PostToolBatch, and what the index watches for. Out: short lists:
["e", path] a file was edited, ["r", path] read, ["s", [texts], ok, looks, mark] a command ran,
["o", mark, looks] anything else. `mark` tells repeats of one step apart from others; it is a
fingerprint, so that no command's text is kept.
"""

from __future__ import annotations

from adage.hook.arm import fingerprint
from adage.hook.paths import OUTSIDE, TEMPORARY, relative
from adage.hook.shell import Simple, Unsure, commands, plain
from adage.hook.words import peel, program, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
READS = ("Read", "NotebookRead")
LOOKS = ("Grep", "Glob", "LS", "WebFetch", "WebSearch", "Task", "Agent")
NEVER_RAN = (
    "<tool_use_error>", "The user doesn't want", "Permission to use ", "PreToolUse:",
    "This command requires approval", "Claude requested permissions", "[Request interrupted",
)  # fmt: skip
# These change only the shell they run in.
IDLE = frozenset(
    ("cd", "pushd", "export", "unset", "declare", "local", "set", "true", ":", "shopt", "alias")
)
MOST_STEPS = 60
MARK_HEX = 8


class Watch:
    """What the index looks out for: `forms` gives those that some words may have."""

    __slots__ = ("forms", "known")

    def __init__(self, known: dict[str, Any], forms: Callable[[list[str]], list[Any]]) -> None:
        self.known, self.forms = known, forms


def steps_of(calls: Any, watch: Watch, root: str, cwd: str) -> list[list[Any]]:
    """The steps of a batch of `tool_calls`, in order."""
    found: list[list[Any]] = []
    for call in calls if isinstance(calls, list) else []:
        if isinstance(call, dict):
            found += _call_steps(call, watch, root, cwd)
        if len(found) >= MOST_STEPS:
            break
    return found[:MOST_STEPS]


def answer_text(response: Any) -> str | None:
    """The text of a tool's answer, None when there is no answer."""
    if isinstance(response, str):
        return response
    if not isinstance(response, list):
        return None
    parts = [block.get("text") for block in response if isinstance(block, dict)]
    return "\n".join(part for part in parts if isinstance(part, str))


def _call_steps(call: dict[str, Any], watch: Watch, root: str, cwd: str) -> list[list[Any]]:
    name, given = call.get("tool_name"), call.get("tool_input")
    said = answer_text(call.get("tool_response"))
    if not isinstance(name, str) or not isinstance(given, dict):
        return []
    if said is not None and said.startswith(NEVER_RAN):
        return []
    if name in ("Bash", "PowerShell"):
        return bash_steps(given.get("command"), outcome(said), watch, root, cwd)
    path = given.get("file_path") or given.get("notebook_path")
    if isinstance(path, str) and name in EDITS + READS:
        return [["e" if name in EDITS else "r", relative(path, root, cwd)[:300]]]
    looks = name in LOOKS or not name.startswith("mcp__")
    return [["o", name[:60], int(looks)]]


def outcome(said: str | None) -> int | None:
    """Whether a command worked: 1, 0, or None when nothing tells."""
    if said is None:
        return None
    return 0 if said.startswith(("Exit code ", "Error: Exit code ")) else 1


def bash_steps(command: Any, ok: int | None, watch: Watch, root: str, cwd: str) -> list[list[Any]]:
    """The steps of one shell command that ended as `ok` says."""
    if not isinstance(command, str) or not command.strip():
        return []
    try:
        simple = commands(command)
    except (Unsure, RecursionError):
        return [["s", [], ok, 0, _mark(command)]]
    pipelines = _pipelines(simple)
    blamed = _blame(pipelines, ok)
    found: list[list[Any]] = []
    for pipeline, told in zip(pipelines, blamed, strict=True):
        found += _pipeline_steps(command, pipeline, told, watch, root, cwd)
    return found


def _pipelines(simple: list[Simple]) -> list[list[Simple]]:
    made: list[list[Simple]] = [[]]
    for each in simple:
        made[-1].append(each)
        if each.after not in ("|", "|&"):
            made.append([])
    return [pipeline for pipeline in made if pipeline]


def _blame(pipelines: list[list[Simple]], ok: int | None) -> list[int | None]:
    """How each part ended: a failure is the last part's; with `||` nothing is known."""
    if ok is None or any(pipeline[-1].after == "||" for pipeline in pipelines):
        return [None] * len(pipelines)
    return [ok if i == len(pipelines) - 1 else 1 for i in range(len(pipelines))]


def _pipeline_steps(
    command: str,
    pipeline: list[Simple],
    ok: int | None,
    watch: Watch,
    root: str,
    cwd: str,
) -> list[list[Any]]:
    written = [relative(plain(command[a:b]), root, cwd) for each in pipeline
               for a, b in each.files if _is_file(plain(command[a:b]))]  # fmt: skip
    written = [path for path in written if path != TEMPORARY]
    if written:
        return [["e", path[:300]] for path in dict.fromkeys(written)]
    spoken = [peel([plain(command[a:b]) for a, b in each.words], watch.known) for each in pipeline]
    kept = len(spoken)
    while (
        kept > 1
        and spoken[kept - 1]
        and program(spoken[kept - 1][0]) in watch.known.get("filters", ())
    ):
        kept -= 1
    spoken = [words for words in spoken[:kept] if words]
    if not spoken or (len(spoken) == 1 and spoken[0][0] in IDLE):
        return []
    if kept < len(pipeline):
        ok = None if ok else ok
    named = [text for words in spoken for text in texts(words, watch.forms(words), root)]
    looks = all(is_looking(words, watch.known) for words in spoken)
    mark = _mark(" ".join(" ".join(words) for words in spoken))
    return [["s", list(dict.fromkeys(named)), ok, int(looks), mark]]


def is_looking(words: list[str], known: dict[str, Any]) -> bool:
    """Whether a command only looks, by the programs that the index lists."""
    first = known.get("observing", {}).get(program(words[0]))
    if first is None:
        return False
    rest = [word for word in words[1:] if not word.startswith("-")]
    return not first or bool(rest and rest[0] in first)


def _is_file(target: str) -> bool:
    return (
        bool(target)
        and not target.isdigit()
        and target not in ("-", OUTSIDE)
        and not (target.startswith(("/dev/", "&", "$(", ">(")))
    )


def _mark(text: str) -> str:
    return fingerprint(text, MARK_HEX)
