"""OpenCode storage: the JSON tree, the database with its log, and exports."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from adage.records import Call, Session
from tests.traces.writing import (
    CREATED_MS,
    OPEN_SESSION,
    REPO,
    Record,
    only_session,
    open_bash,
    open_info,
    open_message,
    open_session,
    open_text,
    read,
    told,
    write_json,
    write_tree,
)

COLUMNS = "id TEXT, directory TEXT, parent_id TEXT, version TEXT, time_created INT, revert TEXT"


def write_database(path: Path, *exported: Record) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    fill(connection, *exported)
    connection.close()
    return path


def fill(connection: sqlite3.Connection, *exported: Record) -> None:
    connection.executescript(
        f"CREATE TABLE IF NOT EXISTS session({COLUMNS});"
        "CREATE TABLE IF NOT EXISTS message(id TEXT, session_id TEXT, data TEXT);"
        "CREATE TABLE IF NOT EXISTS part(id TEXT, message_id TEXT, session_id TEXT, data TEXT);"
    )
    for entry in exported:
        info = entry["info"]
        own = (info["id"], info.get("directory"), info.get("parentID"), info["version"])
        revert = json.dumps(info["revert"]) if "revert" in info else None
        connection.execute(
            "INSERT INTO session VALUES(?,?,?,?,?,?)", (*own, info["time"]["created"], revert)
        )
        for message in entry["messages"]:
            name = message["info"]["id"]
            row = (name, info["id"], json.dumps(message["info"]))
            connection.execute("INSERT INTO message VALUES(?,?,?)", row)
            for part in message["parts"]:
                connection.execute(
                    "INSERT INTO part VALUES(?,?,?,?)",
                    (part["id"], name, info["id"], json.dumps(part)),
                )
    connection.commit()


def with_part(part: Record) -> Record:
    """An exported session whose one answer holds this part."""
    exported = open_session()
    exported["messages"][1]["parts"] = [part]
    return exported


def call_of(tmp_path: Path, part: Record) -> Call:
    return only_session(write_json(tmp_path / "x.json", with_part(part))).calls[0]


def assert_is_the_plain_session(session: Session) -> None:
    assert (session.id, session.root, session.harness) == (OPEN_SESSION, OPEN_SESSION, "opencode")
    assert (session.cwd, session.version) == (REPO, "1.2.27")
    assert [(p.text, p.at) for p in session.prompts] == [("fix the login bug", 0)]
    assert [(c.id, c.text, c.outcome, c.exit_code) for c in session.calls] == [
        ("call_1", "make test", "failed", 2)
    ]
    assert session.start == CREATED_MS / 1000


def test_an_export_is_read(tmp_path: Path) -> None:
    assert_is_the_plain_session(only_session(write_json(tmp_path / "x.json", open_session())))


def test_a_tree_of_files_is_read(tmp_path: Path) -> None:
    assert_is_the_plain_session(only_session(write_tree(tmp_path / "storage", open_session())))


@pytest.mark.parametrize("name", ["opencode.db", "opencode-local.db"])
def test_a_database_of_any_channel_is_read(tmp_path: Path, name: str) -> None:
    write_database(tmp_path / name, open_session())
    assert_is_the_plain_session(only_session(tmp_path))


def test_rows_that_only_the_log_holds_are_read_and_nothing_is_written(tmp_path: Path) -> None:
    live = sqlite3.connect(tmp_path / "opencode.db")
    live.execute("PRAGMA journal_mode=WAL")
    live.execute("PRAGMA wal_autocheckpoint=0")
    fill(live, open_session())
    for end in ("", "-wal"):
        inside = (tmp_path / f"opencode.db{end}").read_bytes()
        target = tmp_path / "copy" / f"opencode.db{end}"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(inside)
    live.close()
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "copy").iterdir()}
    assert_is_the_plain_session(only_session(tmp_path / "copy"))
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "copy").iterdir()} == before


def test_a_database_in_use_is_read_beside_its_writer(tmp_path: Path) -> None:
    live = sqlite3.connect(tmp_path / "opencode.db")
    live.execute("PRAGMA journal_mode=WAL")
    fill(live, open_session())
    live.execute("BEGIN IMMEDIATE")
    assert_is_the_plain_session(only_session(tmp_path))
    live.close()


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100, b"SQLite format 3\0" * 9])
def test_a_file_that_is_no_database_is_a_problem(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "opencode.db").write_bytes(content)
    write_json(tmp_path / "x.json", open_session())
    reading = read(tmp_path)
    assert len(reading.sessions) == 1
    assert [file.path for file in reading.files if file.problem] == [str(tmp_path / "opencode.db")]


def test_the_same_session_in_three_storages_counts_once(tmp_path: Path) -> None:
    write_json(tmp_path / "x.json", open_session())
    write_tree(tmp_path / "storage", open_session())
    write_database(tmp_path / "opencode.db", open_session())
    reading = read(tmp_path)
    assert len(reading.sessions) == 1
    assert reading.duplicates == {"copied session": 2}


# --- outcomes and calls ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "outcome", "code"),
    [
        ({"metadata": {"exit": 0}}, "ok", 0),
        ({"metadata": {"exit": 2}}, "failed", 2),
        ({"metadata": {"exit": None}}, "unknown", None),
        ({"metadata": {"exit": None}, "output": "bash tool terminated command after exceeding "
          "timeout 1000 ms"}, "timeout", None),
        ({"status": "running"}, "unknown", None),
        ({"status": "pending"}, "unknown", None),
        ({"status": 7}, "unknown", None),
        ({"status": "error", "error": "The user rejected permission to use this"}, "refused", None),
        ({"status": "error", "error": "Tool execution aborted"}, "unknown", None),
        ({"status": "error", "error": "stopped by a plugin"}, "unknown", None),
    ],
)  # fmt: skip
def test_the_exit_code_decides_and_not_the_status(
    tmp_path: Path, state: Record, outcome: str, code: int | None
) -> None:
    call = call_of(tmp_path, open_bash("prt_1", "call_1", "make test", **state))
    assert (call.outcome, call.exit_code) == (outcome, code)


@pytest.mark.parametrize(
    ("name", "given", "tool", "text", "paths"),
    [
        ("bash", {"command": "ls", "workdir": "/tmp"}, "shell", "ls", ()),
        ("read", {"filePath": "/a/b.py"}, "read", "", ("/a/b.py",)),
        ("edit", {"filePath": "/a/b.py", "oldString": "x"}, "edit", "", ("/a/b.py",)),
        ("write", {"filePath": "/a/b.py", "content": "x"}, "edit", "", ("/a/b.py",)),
        (
            "apply_patch",
            {"patchText": "*** Begin Patch\n*** Update File: a.py\n*** End Patch"},
            "edit",
            "",
            ("a.py",),
        ),
        ("grep", {"pattern": "x", "path": "src"}, "search", "x", ("src",)),
        ("glob", {"pattern": "*.py"}, "list", "*.py", ()),
        ("webfetch", {"url": "https://a.invalid"}, "fetch", "https://a.invalid", ()),
        ("task", {"description": "look", "prompt": "x"}, "task", "look", ()),
        ("tracker_get", {"id": 7}, "mcp:tracker_get", "", ()),
        ("todowrite", {"todos": []}, "other", "", ()),
    ],
)
def test_every_tool_has_a_neutral_name(
    tmp_path: Path, name: str, given: Record, tool: str, text: str, paths: tuple[str, ...]
) -> None:
    state = {"status": "completed", "input": given, "metadata": {"exit": 0}}
    part = {"id": "prt_1", "type": "tool", "tool": name, "callID": "call_1", "state": state}
    call = call_of(tmp_path, part)
    assert (call.tool, call.text, call.paths) == (tool, text, paths)
    assert call.cwd == given.get("workdir", REPO)


def test_a_message_is_a_turn_and_so_is_each_step_in_it(tmp_path: Path) -> None:
    exported = open_session()
    step = {"type": "step-start"}
    exported["messages"][1]["parts"] = [
        {**step, "id": "prt_a"}, open_bash("prt_b", "c1", "a"), open_bash("prt_c", "c2", "b"),
        {**step, "id": "prt_d"}, open_bash("prt_e", "c3", "c"),
    ]  # fmt: skip
    exported["messages"].append(
        {"info": open_message("msg_3", "assistant", 9), "parts": [open_bash("prt_f", "c4", "d")]}
    )
    session = only_session(write_json(tmp_path / "x.json", exported))
    assert [call.turn for call in session.calls] == [0, 0, 1, 2]


def test_a_call_id_that_a_proxy_repeats_in_another_message_is_another_call(tmp_path: Path) -> None:
    exported = open_session()
    again = {"info": open_message("msg_3", "assistant", 9),
             "parts": [open_bash("prt_9", "call_1", "make lint")]}  # fmt: skip
    exported["messages"].append(again)
    session = only_session(write_json(tmp_path / "x.json", exported))
    assert [call.text for call in session.calls] == ["make test", "make lint"]


def test_what_was_reverted_is_abandoned(tmp_path: Path) -> None:
    exported = open_session(revert={"messageID": "msg_2"})
    for path in (write_json(tmp_path / "x.json", exported),
                 write_database(tmp_path / "opencode.db", exported)):  # fmt: skip
        assert [call.abandoned for call in only_session(path).calls] == [True]


def test_a_child_session_has_its_top_parents_root_and_no_prompts(tmp_path: Path) -> None:
    child = open_session("ses_child", parentID=OPEN_SESSION)
    grandchild = open_session("ses_grandchild", parentID="ses_child")
    for exported in (child, grandchild):
        exported["messages"][1]["parts"][1]["callID"] = exported["info"]["id"]
    database = write_database(tmp_path / "opencode.db", open_session(), child, grandchild)
    sessions = {session.id: session for session in read(database).sessions}
    assert {session.root for session in sessions.values()} == {OPEN_SESSION}
    assert sessions["ses_grandchild"].prompts == ()


def test_a_circle_of_parents_ends(tmp_path: Path) -> None:
    exported = open_session(parentID=OPEN_SESSION)
    assert only_session(write_tree(tmp_path / "storage", exported)).root == OPEN_SESSION


def test_a_summary_of_a_compaction_is_no_work(tmp_path: Path) -> None:
    exported = open_session()
    summary = {"info": open_message("msg_3", "assistant", 9, summary=True),
               "parts": [open_bash("prt_9", "call_9", "make lint")]}  # fmt: skip
    exported["messages"].append(summary)
    session = only_session(write_json(tmp_path / "x.json", exported))
    assert [call.text for call in session.calls] == ["make test"]


# --- damage ---------------------------------------------------------------------------------------


def test_ids_come_from_the_path(tmp_path: Path) -> None:
    storage = write_tree(tmp_path / "storage", open_session())
    info = open_info("ses_other_id_inside", projectID="another")
    write_json(storage / "session" / "p1" / f"{OPEN_SESSION}.json", info)
    assert_is_the_plain_session(only_session(storage))


def test_a_broken_file_of_the_tree_costs_itself(tmp_path: Path) -> None:
    storage = write_tree(tmp_path / "storage", open_session())
    (storage / "message" / OPEN_SESSION / "msg_bad.json").write_text('{"role":')
    (storage / "session" / "p1" / "ses_bad.json").write_bytes(b"\xff\xfe")
    (storage / "part" / "msg_2" / "prt_9.json").write_text("[1]")
    reading = read(storage)
    assert_is_the_plain_session(reading.sessions[0])
    assert reading.files[0].skipped == {"not JSON": 3}


def test_a_broken_row_costs_itself(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "opencode.db")
    fill(connection, open_session())
    connection.execute("INSERT INTO message VALUES('msg_9', ?, '{\"role\":')", (OPEN_SESSION,))
    connection.execute("INSERT INTO part VALUES('prt_9', 'msg_2', ?, '7')", (OPEN_SESSION,))
    connection.commit()
    connection.close()
    reading = read(tmp_path)
    assert_is_the_plain_session(reading.sessions[0])
    assert reading.files[0].skipped == {"not JSON": 1, "not an object": 1}


@pytest.mark.parametrize(
    "messages",
    [
        [7, None, {"info": 7}, {"info": {"role": "user"}, "parts": 7}],
        [{"info": {"role": "assistant", "time": 7, "path": 7}, "parts": [7, {"type": "tool"}]}],
        [{"info": {"role": 7}, "parts": [open_text("p", "x")]}],
    ],
)
def test_fields_of_the_wrong_type_cost_nothing_else(tmp_path: Path, messages: list[Any]) -> None:
    exported = open_session()
    exported["messages"] += messages
    reading = read(write_json(tmp_path / "x.json", exported))
    assert told(reading) == [(OPEN_SESSION, ("fix the login bug",), ("call_1 failed",))]
