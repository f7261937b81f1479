"""OpenCode: one session from its messages and parts, whichever storage they lay in.

In: a session's info and its messages with their parts, ids taken from the storage. Out: a `Draft`.
No output and no file content is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from adage.records import Call, HookNote, Prompt, Session
from adage.traces.draft import Draft, Result, Tally, identity
from adage.traces.fields import (
    Record,
    joined_text,
    record_of,
    seconds_of_millis,
    text_of,
    whole_of,
)
from adage.traces.known_types import OPENCODE_PARTS, left_out
from adage.traces.patches import paths_of_patch
from adage.traces.verdicts import verdict

_TOOLS = {
    "bash": "shell",
    "shell": "shell",
    "read": "read",
    "list": "list",
    "ls": "list",
    "glob": "list",
    "grep": "search",
    "codesearch": "search",
    "edit": "edit",
    "multiedit": "edit",
    "write": "edit",
    "patch": "edit",
    "apply_patch": "edit",
    "webfetch": "fetch",
    "websearch": "fetch",
    "task": "task",
}
_OWN_MARK = "<adage-reflex"
# Tools of the program itself whose names hold an underscore; any other such name is a server's.
_OWN = ("apply_patch", "plan_enter", "plan_exit", "lsp_hover", "lsp_diagnostics")
_TEXT_FIELD = {
    "shell": ("command",),
    "search": ("pattern", "query"),
    "list": ("pattern",),
    "fetch": ("url", "query"),
    "task": ("description",),
}
_PATH_FIELDS = ("filePath", "path")
_REFUSED = (
    "The user rejected permission",
    "The user has specified a rule which prevents",
    "Permission denied",
    "PermissionRejectedError",
    "Tool execution rejected",
)
_ABORTED = ("Tool execution aborted", "The operation was aborted", "Aborted")
_INVALID = ("The arguments provided to the tool are invalid", "Invalid tool", "Model tried to call")


@dataclass(frozen=True, slots=True)
class Message:
    """A message with its parts; the ids are those of the storage, not of the contents."""

    id: str
    info: Record
    parts: Sequence[tuple[str, Record]]


@dataclass(frozen=True, slots=True)
class Stored:
    """A session as its storage holds it, before its messages are looked at."""

    id: str
    info: Record
    folder: str = ""


@dataclass(slots=True)
class _Collected:
    """What grows while the messages of one session are read."""

    tally: Tally
    folder: str
    undone_from: str
    turn: int = -1
    calls: list[Call] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    prompts: list[Prompt] = field(default_factory=list)
    prompt_keys: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    notes: dict[tuple[int, str], HookNote] = field(default_factory=dict)


def folder_of(stored: Stored) -> str:
    """The folder in which a stored session worked, empty when only its messages tell."""
    return text_of(stored.info.get("directory")) or stored.folder


def read_session(
    stored: Stored, messages: Iterable[Message], path: str, root: str, tally: Tally
) -> Draft | None:
    """The session as a draft; None when it holds neither a call nor a prompt.

    `root` is the id of the session at the top of its parents, its own when it has none.
    """
    revert = record_of(stored.info.get("revert"))
    found = _Collected(tally, folder_of(stored), text_of(revert.get("messageID")))
    for message in sorted(messages, key=_by_age):
        _add_message(found, message, is_agent=root != stored.id)
    if not found.calls and not found.prompts:
        return None
    time = record_of(stored.info.get("time"))
    created = seconds_of_millis(time.get("created"))
    times = [moment for moment in (created, *found.times) if moment]
    session = Session(
        id=stored.id,
        root=root,
        harness="opencode",
        path=text_of(path),
        cwd=found.folder,
        start=created or min(times, default=0.0),
        end=max(times, default=0.0),
        prompts=tuple(found.prompts),
        calls=tuple(found.calls),
        notes=tuple(found.notes.values()),
        agent=_agent(stored.info) if root != stored.id else "",
        version=text_of(stored.info.get("version")),
        turns=found.turn + 1,
    )
    return Draft(session, tuple(found.keys), tuple(found.prompt_keys))


def root_of(session: str, parents: dict[str, str]) -> str:
    """The session at the top of this one's parents; a circle ends where it closes."""
    seen = {session}
    while (above := parents.get(session, "")) and above not in seen:
        seen.add(above)
        session = above
    return session


def _by_age(message: Message) -> tuple[float, str]:
    created = seconds_of_millis(record_of(message.info.get("time")).get("created"))
    return created, message.id


def _agent(info: Record) -> str:
    return text_of(info.get("agent")) or "agent"


def _add_message(found: _Collected, message: Message, *, is_agent: bool) -> None:
    time = record_of(message.info.get("time"))
    moments = [seconds_of_millis(time.get(name)) for name in ("created", "completed")]
    found.times += [moment for moment in moments if moment]
    role = message.info.get("role")
    if role == "user" and not is_agent:
        _add_prompt(found, message)
    elif role == "user":
        found.tally.ignored["words of a parent session"] += 1
    elif role == "assistant":
        _add_answer(found, message, max(moments, default=0.0))
    else:
        found.tally.skipped["message without a role"] += 1


def _add_prompt(found: _Collected, message: Message) -> None:
    words = []
    for _, part in message.parts:
        if part.get("type") != "text":
            found.tally.ignored[_part_reason(part)] += 1
        elif part.get("synthetic") is True or part.get("ignored") is True:
            _add_note(found, "chat.message", text_of(part.get("text")))
            found.tally.ignored["text of the program, not a person"] += 1
        else:
            words.append(text_of(part.get("text")).strip())
    text = "\n".join(word for word in words if word)
    if text:
        at = len(found.calls)
        found.prompts.append(Prompt(at, text, 0, message.id, turn=found.turn + 1))
        # A forked session has the same messages under new ids.
        created = record_of(message.info.get("time")).get("created")
        found.prompt_keys.append(identity("", f"{created or message.id} {text}"))


def _part_reason(part: Record) -> str:
    return left_out("part", text_of(part.get("type")), OPENCODE_PARTS)


def _add_note(found: _Collected, event: str, text: str) -> None:
    """Keep what a plugin put before the agent, when it is Adage's: others' words look alike."""
    if _OWN_MARK in text:
        at = len(found.calls)
        found.notes.setdefault((at, text), HookNote(at, event, text))


def _appended(part: Record) -> str:
    """What a plugin added to a call's output: it stands behind the plain one, kept beside it."""
    state = record_of(part.get("state"))
    whole, plain = text_of(state.get("output")), record_of(state.get("metadata")).get("output")
    if not isinstance(plain, str) or not whole.startswith(plain := text_of(plain)):
        return ""
    return whole[len(plain) :].strip()


def _add_answer(found: _Collected, message: Message, time: float) -> None:
    if message.info.get("summary") is True:
        found.tally.ignored["summary of a compaction"] += 1
        return
    place = message.info.get("path")
    folder = text_of(record_of(place).get("cwd")) or text_of(place)
    found.folder = found.folder or folder
    found.turn += 1
    undone = bool(found.undone_from) and message.id >= found.undone_from
    seen: set[str] = set()
    has_called = False
    for part_id, part in message.parts:
        if part.get("type") == "step-start" and has_called:
            # One message may hold several model calls, each with its own step.
            found.turn += 1
            has_called = False
        if part.get("type") != "tool":
            found.tally.ignored[_part_reason(part)] += 1
            continue
        call = _call_of(part_id, part, folder or found.folder, found.turn, time, undone)
        if call is None:
            found.tally.skipped["call without id or name"] += 1
        elif call.id in seen:
            found.tally.duplicates["repeated call id"] += 1
        else:
            seen.add(call.id)
            found.calls.append(call)
            found.keys.append(identity(call.id, f"{message.id}/{part_id}"))
            found.times.append(call.time)
            _add_note(found, "tool.execute.after", _appended(part))
            has_called = True


def _call_of(
    part_id: str, part: Record, folder: str, turn: int, time: float, undone: bool
) -> Call | None:
    name = text_of(part.get("tool"))
    call_id = text_of(part.get("callID")) or part_id
    if not name or not call_id:
        return None
    state = record_of(part.get("state"))
    given = record_of(state.get("input"))
    tool = _tool_of(name)
    result = _judge(tool, state)
    return Call(
        id=call_id,
        tool=tool,
        name=name,
        turn=turn,
        text=_first(given, _TEXT_FIELD.get(tool, ())),
        paths=_paths(tool, given),
        arguments=tuple(sorted(text_of(key) for key in given)),
        outcome="invalid" if name == "invalid" else result.outcome,
        exit_code=result.exit_code,
        verdict=result.verdict,
        cwd=_first(given, ("workdir", "cwd")) or folder,
        time=seconds_of_millis(record_of(state.get("time")).get("start")) or time,
        abandoned=undone,
    )


def _tool_of(name: str) -> str:
    if name in _TOOLS:
        return _TOOLS[name]
    return f"mcp:{name}" if "_" in name and name not in _OWN else "other"


def _paths(tool: str, given: Record) -> tuple[str, ...]:
    if patch := text_of(given.get("patchText")):
        return paths_of_patch(patch)
    if tool not in ("read", "list", "search", "edit", "other"):
        return ()
    return tuple(text_of(given[key]) for key in _PATH_FIELDS if text_of(given.get(key)))


def _first(given: Record, names: tuple[str, ...]) -> str:
    return next((text_of(given[name]) for name in names if text_of(given.get(name))), "")


def _judge(tool: str, state: Record) -> Result:
    """What became of a call. A command that failed is `completed`: its exit code decides."""
    status = state.get("status")
    if status == "error":
        return _judge_error(tool, joined_text(state.get("error")))
    if status not in ("completed", "success"):
        return Result("unknown")
    if tool != "shell":
        return Result("ok")
    details = record_of(state.get("metadata"))
    # The plain output stands here; `state.output` may hold what a plugin added.
    output = text_of(details.get("output")) or text_of(state.get("output"))
    code = whole_of(details.get("exit"))
    if code is None:
        return _judge_unended(output)
    return Result("ok" if code == 0 else "failed", code, verdict(output))


def _judge_unended(output: str) -> Result:
    """A command without an exit code was killed or ran out of time."""
    tail = output[-500:]
    timed_out = "terminated command after exceeding timeout" in tail or "timed out" in tail
    return Result("timeout" if timed_out else "unknown")


def _judge_error(tool: str, text: str) -> Result:
    if text.startswith(_REFUSED):
        return Result("refused")
    if text.startswith(_ABORTED):
        return Result("unknown")
    if _INVALID[0] in text or text.startswith(_INVALID):
        return Result("invalid")
    # A command that failed is `completed`. This one was stopped by a plugin, or a plugin broke
    # after it had run: nothing tells which.
    return Result("unknown" if tool == "shell" else "failed")
