"""Writes a session as Claude Code writes it: one JSON object a line, one line for each block.

In: a session of the story with its id. Out: the transcript's path below `projects/` and its text.
"""

from __future__ import annotations

import json
from typing import Any

from sample.claude_asides import write_aside
from sample.claude_lines import Transcript
from sample.clock import Draws
from sample.results import SHELL, result_of
from sample.script import Call, Session, Turn, read_script
from sample.world import REPO, edit_of

FOLDER = "-home-ann-parcel"
REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was"
    " a file edit, the new_string was NOT written to the file). STOP what you are doing and wait"
    " for the user to tell you how to proceed."
)
UNREAD = "File has not been read yet. Read it first before writing to it."


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
            write_aside(transcript, item)
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
