"""Reading touches nothing: no link is followed out, no pipe blocks, no file appears or changes."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from adage.paths import Places, find_places
from adage.traces import read_repository
from adage.traces.discover import find_sources
from tests.traces.test_opencode import fill
from tests.traces.writing import (
    NAME,
    OPEN_SESSION,
    REPO,
    SESSION,
    open_session,
    prompt,
    read,
    session_meta,
    tool_use,
    user_message,
    write_json,
    write_lines,
    write_tree,
)

PROJECT = Path("projects") / "-home-ann-shop"
SUB_AGENT = PROJECT / SESSION / "subagents" / "agent-1a.jsonl"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Every agent's folder with one session, beside a folder that is none of theirs."""
    home = tmp_path / "home"
    found = find_places({"HOME": str(home), "CLAUDE_CONFIG_DIR": str(home / ".claude")})
    write_lines(found.claude / PROJECT / f"{SESSION}.jsonl", [prompt("u1", "hi")])
    agent = {"isSidechain": True, "agentId": "1a"}
    write_lines(found.claude / SUB_AGENT, [tool_use("s1", None, "toolu_9", **agent)])
    write_lines(found.codex / "sessions" / NAME, [session_meta(), user_message("hi")])
    write_tree(found.opencode / "storage", open_session())
    (tmp_path / "outside").mkdir()
    return found


def link_away(path: Path, outside: Path) -> None:
    """Move what lies at `path` outside and leave a link in its place."""
    path.rename(outside / path.name)
    path.symlink_to(outside / path.name)


def sources(places: Places) -> set[str]:
    return {source.harness for source in find_sources(places)}


@pytest.mark.parametrize(
    ("harness", "moved"),
    [
        ("codex", Path(".codex") / "sessions" / NAME),
        ("opencode", Path(".local/share/opencode/storage")),
    ],
)
def test_a_link_out_of_an_agents_folder_is_no_source(
    places: Places, tmp_path: Path, harness: str, moved: Path
) -> None:
    link_away(tmp_path / "home" / moved, tmp_path / "outside")
    assert sources(places) == {"claude", "codex", "opencode"} - {harness}


def test_a_linked_database_is_no_source(places: Places, tmp_path: Path) -> None:
    path = places.opencode / "opencode.db"
    connection = sqlite3.connect(path)
    fill(connection, open_session("ses_other"))
    connection.close()
    assert sum(source.path == path for source in find_sources(places)) == 1
    link_away(path, tmp_path / "outside")
    assert sum(source.path == path for source in find_sources(places)) == 0


@pytest.mark.parametrize(
    "inner", ["session", "session/p1", f"session/p1/{OPEN_SESSION}.json", "message", "part/msg_2"]
)
def test_a_link_inside_an_opencode_tree_is_not_followed(
    places: Places, tmp_path: Path, inner: str
) -> None:
    storage = places.opencode / "storage"
    link_away(storage / inner, tmp_path / "outside")
    calls = [call for session in read(storage).sessions for call in session.calls]
    assert calls == []


@pytest.mark.parametrize("name", ["../../../outside", "{outside}", "x" * 5000, "..", "a\\b"])
def test_an_id_in_an_opencode_file_leads_nowhere_else(
    places: Places, tmp_path: Path, name: str
) -> None:
    storage = places.opencode / "storage"
    outside = tmp_path / "outside"
    write_json(outside / "msg_8.json", {"id": "msg_8", "role": "user", "time": {"created": 1}})
    path = storage / "session" / "p1" / f"{OPEN_SESSION}.json"
    info = json.loads(path.read_text())
    write_json(path, {**info, "id": name.format(outside=outside)})
    (session,) = read(storage).sessions
    assert (session.id, len(session.calls)) == (OPEN_SESSION, 1)
    assert read(storage).files[0].records == 7


def test_the_note_beside_a_sub_agent_may_be_anything(places: Places, tmp_path: Path) -> None:
    beside = places.claude / SUB_AGENT.with_name("agent-1a.meta.json")
    secret = write_json(tmp_path / "outside" / "x.json", {"agentType": "from outside"})
    beside.symlink_to(secret)
    assert [s.agent for s in read(places.claude).sessions if s.agent] == ["1a"]
    beside.unlink()
    os.mkfifo(beside)
    assert [s.agent for s in read(places.claude).sessions if s.agent] == ["1a"]


def test_a_pipe_in_a_transcripts_place_does_not_block(places: Places) -> None:
    os.mkfifo(places.claude / PROJECT / "22222222.jsonl")
    os.mkfifo(places.codex / "sessions" / NAME.replace("0000", "0001"))
    os.mkfifo(places.opencode / "storage" / "part" / "msg_2" / "prt_9.json")
    cache = places.state / "evidence.jsonl"
    cache.parent.mkdir(parents=True)
    reading = read_repository(places, Path(REPO), cache=cache)
    assert len(reading.sessions) == 4
    assert sum("it is not a file" in file.problem for file in reading.files) == 2


def test_folders_named_like_files_cost_nothing(places: Places) -> None:
    for folder in (places.claude / PROJECT, places.codex / "sessions"):
        (folder / "rollout-x.jsonl").mkdir()
    (places.opencode / "storage" / "session" / "p1" / "ses_x.json").mkdir()
    (places.opencode / "opencode.db").mkdir()
    reading = read_repository(places, Path(REPO))
    assert len(reading.sessions) == 4
    assert [file.problem for file in reading.files if file.problem] == []


def test_nothing_outside_adages_own_folder_changes(places: Places, tmp_path: Path) -> None:
    def state() -> dict[str, tuple[int, int]]:
        own = str(places.state)
        found = [p for p in sorted(tmp_path.rglob("*")) if not str(p).startswith(own)]
        return {str(p): (p.stat().st_size, p.stat().st_mtime_ns) for p in found}

    cache = places.state / "repositories" / "shop" / "evidence.jsonl"
    cache.parent.mkdir(parents=True)
    before = state()
    for _ in range(2):
        assert len(read_repository(places, Path(REPO), cache=cache).sessions) == 4
    assert state() == before
    assert cache.is_file()


def test_a_line_of_25_megabytes_is_read_in_bounded_memory(tmp_path: Path) -> None:
    long = "x" * 25_000_000
    path = write_lines(tmp_path / "x.jsonl", [prompt("u1", long), tool_use("a1", "u1", "toolu_1")])
    code = (
        "import sys; from pathlib import Path; from adage.traces import read_paths\n"
        "(session,) = read_paths([Path(sys.argv[1])]).sessions\n"
        # Not ru_maxrss: that of a child begins at its parent's.
        "status = Path('/proc/self/status').read_text().split()\n"
        "print(len(session.calls), int(status[status.index('VmHWM:') + 1]) // 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path], check=True, capture_output=True, text=True
    )
    calls, megabytes = (int(word) for word in done.stdout.split())
    assert calls == 1
    assert megabytes < 400


def test_a_database_that_a_person_chose_is_looked_at(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "OPENCODE_DB": str(tmp_path / "own.sqlite")}
    chosen = find_places(env)
    assert find_sources(chosen) == ()
    connection = sqlite3.connect(tmp_path / "own.sqlite")
    fill(connection, open_session())
    connection.close()
    assert [session.id for session in read_repository(chosen, Path(REPO)).sessions] == [
        OPEN_SESSION
    ]


def test_a_bare_name_of_a_database_lies_in_opencodes_folder() -> None:
    home = Path("/home/ann")
    own = home / ".local" / "share" / "opencode"
    assert find_places({"HOME": str(home), "OPENCODE_DB": "x.db"}).opencode_db == own / "x.db"
    assert find_places({"HOME": str(home), "OPENCODE_DB": ":memory:"}).opencode_db is None


def test_the_parts_of_the_oldest_tree_lie_in_one_folder(tmp_path: Path) -> None:
    storage = write_tree(tmp_path / "storage", open_session())
    for part in list((storage / "part").rglob("*.json")):
        message = part.parent.name
        flat = {**json.loads(part.read_text()), "messageID": message}
        part.unlink()
        write_json(storage / "part" / part.name, flat)
    (session,) = read(storage).sessions
    assert [call.text for call in session.calls] == ["make test"]
    assert [p.text for p in session.prompts] == ["fix the login bug"]
