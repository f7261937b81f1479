"""Whatever a transcript holds, reading it ends, gives whole records and loses no count."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adage.records import Reading
from adage.traces.dedupe import gather
from adage.traces.discover import Source
from adage.traces.draft import want_all
from adage.traces.read import read_source
from tests.traces.writing import (
    function_call,
    open_session,
    output,
    prompt,
    read,
    session_meta,
    tool_result,
    tool_use,
    user_message,
)

ODD: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["tool_use", "tool_result", "c1", "\ud800", "\0", "Exit code: 1\nOutput:\n"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "id", "content", "input", "payload", "state"]), inner
        )
    ),
    max_leaves=6,
)
CLAUDE = [prompt("u1", "hi"), tool_use("a1", "u1", "c1"), tool_result("r1", "a1", "c1")]
CODEX = [
    session_meta(),
    user_message("hi"),
    function_call("c1", "exec_command", {"cmd": "ls"}),
    output("c1", "Exit code: 0\nOutput:\n"),
]


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside a JSON value, its own first."""
    found = [path]
    inner: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    for key, item in inner:
        found += places_in(item, (*path, key))
    return found


@st.composite
def bent(draw: st.DrawFn, value: Any) -> Any:
    """`value` with a few of its inner values replaced by something else."""
    value = json.loads(json.dumps(value))
    for _ in range(draw(st.integers(1, 4))):
        *above, last = draw(st.sampled_from(places_in(value)[1:] or [(0,)]))
        holder = value
        for key in above:
            holder = holder[key]
        if isinstance(holder, (dict, list)) and holder:
            holder[last] = draw(ODD)
    return value


def assert_is_whole(reading: Reading) -> None:
    for session in reading.sessions:
        json.dumps([session.start, session.end], allow_nan=False)
        texts = [p.text for p in session.prompts] + [c.text for c in session.calls]
        "".join([session.id, session.root, session.cwd, *texts]).encode("utf-8")
        assert all(0 <= p.at <= len(session.calls) for p in session.prompts)
    for file in reading.files:
        assert sum(file.skipped.values()) <= file.records


def read_as(harness: str, name: str, content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        assert_is_whole(gather([read_source(Source(path, harness), want_all)]))
        assert_is_whole(read(path))


def as_lines(records: list[Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


@given(bent(CLAUDE))
@settings(max_examples=60, deadline=None)
def test_a_bent_claude_code_transcript_is_read(records: list[Any]) -> None:
    read_as("claude", "x.jsonl", as_lines(records))


@given(bent(CODEX))
@settings(max_examples=60, deadline=None)
def test_a_bent_rollout_is_read(records: list[Any]) -> None:
    read_as("codex", "rollout-x.jsonl", as_lines(records))


@given(bent(open_session()))
@settings(max_examples=60, deadline=None)
def test_a_bent_export_is_read(document: Any) -> None:
    read_as("opencode", "x.json", json.dumps(document).encode())


@given(st.binary(max_size=200), st.integers(0, 400))
@settings(max_examples=60, deadline=None)
def test_any_bytes_in_the_middle_cost_themselves(noise: bytes, at: int) -> None:
    content = as_lines(CLAUDE)
    read_as("claude", "x.jsonl", content[:at] + noise + content[at:])
    read_as("codex", "rollout-x.jsonl", noise)
