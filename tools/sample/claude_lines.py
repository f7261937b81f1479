"""The lines of one transcript of Claude Code, each hanging off the one before it.

In: a session and what is said in it. Out: JSON lines, one for each block of a message.
"""

from __future__ import annotations

import json
from typing import Any

from sample.clock import Clock, Draws, iso
from sample.script import Session
from sample.world import BRANCH, REPO

MODEL = "claude-sonnet-4-5"


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
