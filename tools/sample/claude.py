"""Writes a session as Claude Code writes it: one JSON object a line, one line for each block.

In: a session of the story with its id. Out: the transcript's path below `projects/` and its text.
"""

from __future__ import annotations

import json
from typing import Any

from sample.clock import Clock, Draws, iso
from sample.results import SHELL, result_of
from sample.script import Aside, Call, Session, Turn, read_script
from sample.story import NOTES
from sample.world import BRANCH, REPO, edit_of

FOLDER = "-home-ann-parcel"
MODEL = "claude-sonnet-4-5"
REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was"
    " a file edit, the new_string was NOT written to the file). STOP what you are doing and wait"
    " for the user to tell you how to proceed."
)
UNREAD = "File has not been read yet. Read it first before writing to it."
SUMMARY = (
    "This session is being continued from a previous conversation that ran out of context."
    " The page about the rules is written and linked from the guide."
)


def claude_version(day: int) -> str:
    """The version of the client on a day of the story."""
    return f"2.1.{198 + day // 3}"


class Transcript:
    """The growing lines of one transcript; each line hangs off the one before it."""

    def __init__(self, session: Session, draws: Draws, agent: str = "") -> None:
        self.session, self.draws, self.agent = session, draws, agent
        self.clock = Clock(session, draws)
        self.lines: list[dict[str, Any]] = []
        self.last: str | None = None
        self.prompt_id = draws.uuid()
        self.opening: str | None = None

    def add(self, kind: str, seconds: tuple[int, int] = (0, 1), **fields: Any) -> str:
        """Append a line of the conversation and return its uuid."""
        uuid = self.draws.uuid()
        line: dict[str, Any] = {"parentUuid": self.last, "isSidechain": bool(self.agent)}
        if self.agent:
            line["agentId"] = self.agent
        line |= {"type": kind, **fields, "uuid": uuid, "timestamp": iso(self.clock.tick(*seconds))}
        line |= {
            "userType": "external",
            "entrypoint": "cli",
            "cwd": REPO,
            "sessionId": self.session.id,
            "version": claude_version(self.session.day),
            "gitBranch": BRANCH,
        }
        self.lines.append(line)
        self.last = uuid
        return uuid

    def person(self, text: str, seconds: tuple[int, int] = (0, 1)) -> None:
        """A prompt that a person typed."""
        self.opening = self.last
        self.prompt_id = self.draws.uuid()
        self.add(
            "user",
            seconds,
            promptId=self.prompt_id,
            message={"role": "user", "content": text},
            permissionMode="default",
            origin={"kind": "human"},
        )

    def machine(self, **fields: Any) -> None:
        """A line without a place in the conversation: a title, a mode, something unknown."""
        self.lines.append({**fields, "sessionId": self.session.id})

    def message(self, blocks: list[dict[str, Any]], stop: str) -> list[str]:
        """A model message, one line for each block; the lines' uuids."""
        identity, request = "msg_" + self.draws.letters(22), "req_" + self.draws.letters(22)
        uuids = []
        for number, block in enumerate(blocks):
            last = number == len(blocks) - 1
            message = {
                "id": identity,
                "type": "message",
                "role": "assistant",
                "model": MODEL,
                "content": [block],
                "stop_reason": stop if last else None,
                "usage": {"input_tokens": 4, "output_tokens": 12 + 31 * number},
            }
            wait = (3, 14) if number == 0 else (0, 1)
            uuids.append(self.add("assistant", wait, requestId=request, message=message))
        return uuids

    def result(self, call: str, of: str, text: str, structured: Any, *, error: bool) -> None:
        """The line that answers a call; `of` is the uuid of the line that made it."""
        block: dict[str, Any] = {"tool_use_id": call, "type": "tool_result", "content": text}
        if error:
            block["is_error"] = True
        self.add(
            "user",
            (1, 6),
            promptId=self.prompt_id,
            message={"role": "user", "content": [block]},
            toolUseResult=structured,
            sourceToolAssistantUUID=of,
        )

    def text(self) -> str:
        """The transcript's text; a cut session ends in the middle of its last line."""
        lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in self.lines]
        text = "\n".join(lines) + "\n"
        return text[: -len(lines[-1]) // 2] if self.session.cut else text


def write_claude(session: Session) -> dict[str, str]:
    """The transcript of a session, and those of its sub-agents, by path below `projects/`."""
    draws = Draws(session.name)
    session_file = f"{FOLDER}/{session.id}.jsonl"
    transcript = Transcript(session, draws)
    files: dict[str, str] = {}
    transcript.machine(type="permission-mode", permissionMode="default")
    transcript.person(session.prompt)
    for item in read_script(session, draws.random):
        if isinstance(item, Turn):
            files |= _turn(transcript, item)
        else:
            _aside(transcript, item)
    transcript.message([{"type": "text", "text": session.answer}], "end_turn")
    transcript.machine(type="last-prompt", lastPrompt=session.prompt, leafUuid=transcript.last)
    return {session_file: transcript.text()} | files


def _turn(transcript: Transcript, turn: Turn) -> dict[str, str]:
    """One model call and the results of its tool calls; what a sub-agent wrote, if one ran."""
    calls = ["toolu_" + transcript.draws.letters(22) for _ in turn.calls]
    blocks = [
        {"type": "tool_use", "id": identity, "name": name, "input": arguments}
        for identity, call in zip(calls, turn.calls, strict=True)
        for name, arguments in [_tool(call, transcript.session.word)]
    ]
    uuids = transcript.message(blocks, "tool_use")
    files: dict[str, str] = {}
    for identity, uuid, call in zip(calls, uuids, turn.calls, strict=True):
        if call.verb == "agent":
            files |= _agent(transcript, identity, uuid, call.rest)
        else:
            _answer(transcript, identity, uuid, call)
    return files


def _tool(call: Call, word: str) -> tuple[str, dict[str, Any]]:
    """The tool that a verb of the script calls, and its input."""
    path = f"{REPO}/{call.rest}"
    if call.verb in SHELL:
        return "Bash", {"command": call.rest, "description": f"Run {call.rest.split()[0]}"}
    if call.verb == "read":
        return "Read", {"file_path": path}
    if call.verb == "list":
        return "Glob", {"pattern": f"{call.rest}/*", "path": REPO}
    if call.verb == "search":
        pattern, place = call.rest.split(" in ")
        return "Grep", {"pattern": pattern, "path": f"{REPO}/{place}", "output_mode": "content"}
    if call.verb == "agent":
        return "Agent", {"description": call.rest, "prompt": call.rest, "subagent_type": "Explore"}
    old, new = edit_of(call.rest, word)
    if call.verb == "write":
        return "Write", {"file_path": path, "content": new}
    return "Edit", {"file_path": path, "old_string": old, "new_string": new, "replace_all": False}


def _answer(transcript: Transcript, identity: str, uuid: str, call: Call) -> None:
    """What came back for one call, in words and in the client's own structure."""
    path = f"{REPO}/{call.rest}"
    result = result_of(call, transcript.session.word)
    if call.verb == "interrupted":
        stop = [{"type": "text", "text": "[Request interrupted by user for tool use]"}]
        transcript.add("user", (8, 20), message={"role": "user", "content": stop})
    elif call.verb == "refused":
        transcript.result(identity, uuid, REFUSED, "User rejected tool use", error=True)
    elif call.verb == "unread":
        text = f"<tool_use_error>{UNREAD}</tool_use_error>"
        transcript.result(identity, uuid, text, f"Error: {UNREAD}", error=True)
    elif call.verb == "!":
        text = f"Exit code {result.exit_code}\n{result.text}"
        transcript.result(identity, uuid, text, f"Error: {text}", error=True)
    elif call.verb == "$":
        shown = {"stdout": result.text, "stderr": "", "interrupted": False, "isImage": False}
        transcript.result(identity, uuid, result.text, shown, error=False)
    elif call.verb == "read":
        lines = result.text.splitlines()
        numbered = "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, start=1))
        shown = {"type": "text", "file": {"filePath": path, "numLines": len(lines)}}
        transcript.result(identity, uuid, numbered, shown, error=False)
    elif call.verb in ("edit", "write"):
        text = f"The file {path} has been updated successfully."
        kind = {"type": "create"} if call.verb == "write" else {}
        transcript.result(identity, uuid, text, {**kind, "filePath": path}, error=False)
    else:
        shown = {"numFiles": 2, "filenames": result.text.splitlines()}
        transcript.result(identity, uuid, result.text, shown, error=False)


def _agent(transcript: Transcript, identity: str, uuid: str, text: str) -> dict[str, str]:
    """Run a sub-agent: its own transcript beside the session's, its answer in the session."""
    session, name = transcript.session, transcript.draws.hex(16)
    lane = Transcript(session, Draws(f"{session.name}/{name}"), agent=name)
    lane.clock.now = transcript.clock.now
    lane.add("user", message={"role": "user", "content": text}, promptId=transcript.prompt_id)
    script = Session(**{**vars(session), "script": session.lane, "turns": 0})
    for item in read_script(script, lane.draws.random):
        assert isinstance(item, Turn)
        _turn(lane, item)
    lane.message([{"type": "text", "text": "Eleven rules, all in parcel/validate.py."}], "end_turn")
    transcript.clock.now = lane.clock.now
    shown = {"status": "completed", "agentId": name, "agentType": "Explore", "prompt": text}
    transcript.result(identity, uuid, "Eleven rules.", shown, error=False)
    folder = f"{FOLDER}/{session.id}/subagents/agent-{name}"
    meta = json.dumps({"agentType": "Explore", "spawnDepth": 1}, separators=(",", ":"))
    return {f"{folder}.jsonl": lane.text(), f"{folder}.meta.json": meta + "\n"}


def _aside(transcript: Transcript, aside: Aside) -> None:
    """What stands between the turns."""
    if aside.kind == "note":
        _note(transcript, aside.text)
    elif aside.kind == "ask":
        transcript.message([{"type": "text", "text": "I stopped there."}], "end_turn")
        transcript.person(aside.text, (30, 90))
    elif aside.kind == "rewind":
        transcript.last = transcript.opening
        transcript.person(aside.text, (20, 60))
    elif aside.kind == "queue":
        queued = {"type": "queued_command", "prompt": aside.text, "commandMode": "prompt"}
        transcript.add("attachment", attachment=queued)
    elif aside.kind == "compact":
        _compact(transcript)
    else:
        transcript.machine(type="weather", forecast="rain over the depot")


def _note(transcript: Transcript, name: str) -> None:
    """What Adage's hook put before the agent after a batch of calls."""
    route, kind, strength, command, reason, record = NOTES[name]
    text = (
        f'<adage-reflex track="parcel/learned" route="{route}" strength="{strength}" kind="{kind}">'
        f"\n{reason} this repository runs `{command}`."
        f"\nFrom Adage: {record} sessions here did so.</adage-reflex>"
    )
    attachment = {
        "type": "hook_additional_context",
        "content": [text],
        "hookName": "PostToolBatch",
        "toolUseID": f"hook-{transcript.draws.uuid()}",
        "hookEvent": "PostToolBatch",
    }
    transcript.add("attachment", attachment=attachment)


def _compact(transcript: Transcript) -> None:
    """The border and the summary that a compaction leaves."""
    before, transcript.last = transcript.last, None
    transcript.add(
        "system",
        (20, 40),
        logicalParentUuid=before,
        subtype="compact_boundary",
        content="Conversation compacted",
        isMeta=False,
        level="info",
        compactMetadata={"trigger": "auto", "preTokens": 151_204, "postTokens": 8_911},
    )
    transcript.add(
        "user",
        message={"role": "user", "content": SUMMARY},
        isVisibleInTranscriptOnly=True,
        isCompactSummary=True,
    )
