"""What a tool shows after a call, the same for every harness.

In: a call of a script and the session's word. Out: a `Result` with its text and how it ended.
"""

from __future__ import annotations

from dataclasses import dataclass

from sample.script import Call
from sample.world import content_of, edit_of, failure_of, output_of

SHELL = {"$", "!", "refused", "interrupted"}


@dataclass(frozen=True)
class Result:
    """The text a tool showed; `exit_code` is None where nothing ran."""

    text: str
    exit_code: int | None = 0


def result_of(call: Call, word: str) -> Result:
    """What the call of a script gave."""
    if call.verb == "!":
        code, text = failure_of(call.rest)
        return Result(text, code)
    if call.verb == "$":
        return Result(output_of(call.rest.rpartition("&& ")[2]))
    if call.verb == "read":
        return Result(content_of(call.rest))
    if call.verb == "search":
        found, place = call.rest.split(" in ")
        return Result(f"{place}/model.py:21:# {found}\n{place}/rules.py:7:# {found}")
    if call.verb == "list":
        return Result(f"{call.rest}/a\n{call.rest}/b")
    if call.verb in ("edit", "write"):
        return Result(edit_of(call.rest, word)[1])
    return Result("", None)
