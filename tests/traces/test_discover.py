"""Which files are transcripts, and which of them belong to a repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from adage.paths import Places
from adage.records import Reading
from adage.traces import read_repository, sample_places
from adage.traces.belonging import wanted_in
from adage.traces.discover import find_sources, walk
from tests.traces.writing import (
    SESSION,
    THREAD,
    Record,
    function_call,
    open_session,
    prompt,
    read,
    session_meta,
    tool_use,
    user_message,
    wrapped,
    write_json,
    write_lines,
    write_tree,
)

OTHER = "99999999-2222-4333-8444-555555555555"


@pytest.fixture
def places(tmp_path: Path) -> Places:
    home = tmp_path / "home"
    return Places(
        claude=home / ".claude",
        codex=home / ".codex",
        opencode=home / "opencode",
        state=home / "state",
        config=home / "config",
    )


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.invalid")
    subprocess.run(["git", "-C", folder, *identity, *words], check=True, capture_output=True)


def write_claude(places: Places, session: str, cwd: Path | str, folder: str = "-x") -> Path:
    path = places.claude / "projects" / folder / f"{session}.jsonl"
    lines: list[Record] = [
        {"type": "mode", "sessionId": session},
        prompt(f"u{session}", "hi", cwd=str(cwd), sessionId=session),
        tool_use(f"a{session}", None, f"toolu_{session}", cwd="/elsewhere", sessionId=session),
    ]
    return write_lines(path, lines)


def ids(reading: Reading) -> list[str]:
    return sorted(session.id for session in reading.sessions)


# --- which sessions belong ------------------------------------------------------------------------


def test_a_session_belongs_by_its_first_folder(places: Places, repo: Path, tmp_path: Path) -> None:
    write_claude(places, SESSION, repo / "src")
    write_claude(places, OTHER, tmp_path / "shop-2")
    reading = read_repository(places, repo)
    assert ids(reading) == [SESSION]
    assert len(reading.files) == 1


def test_all_three_agents_are_looked_at(places: Places, repo: Path) -> None:
    write_claude(places, SESSION, repo)
    rollout = places.codex / "sessions" / "2026" / "05" / "01" / f"rollout-x-{THREAD}.jsonl"
    write_lines(rollout, [session_meta(cwd=str(repo)), user_message("run it")])
    archived = places.codex / "archived_sessions" / "rollout-y.jsonl"
    write_lines(archived, [session_meta("other", cwd="/elsewhere"), user_message("run it")])
    write_tree(places.opencode / "storage", open_session(directory=str(repo)))
    write_tree(places.opencode / "storage", open_session("ses_other", directory="/elsewhere"))
    harnesses = [session.harness for session in read_repository(places, repo).sessions]
    assert sorted(harnesses) == ["claude", "codex", "opencode"]


def test_a_bare_rollout_belongs_by_its_environment_text(places: Places, repo: Path) -> None:
    text = f"<environment_context>\n<cwd>{repo}</cwd>\n</environment_context>"
    content = [{"type": "input_text", "text": text}]
    item = wrapped("response_item", {"type": "message", "role": "user", "content": content})
    call = function_call("c1", "exec_command", {"cmd": "ls"})
    path = places.codex / "sessions" / "rollout-2025-08-20T09-00-00-x.jsonl"
    write_lines(path, [item, call])
    assert len(read_repository(places, repo).sessions) == 1


def test_the_work_trees_of_a_repository_belong_to_it(
    places: Places, repo: Path, tmp_path: Path
) -> None:
    git(repo, "commit", "-q", "--allow-empty", "-m", "Start")
    git(repo, "worktree", "add", "-q", str(tmp_path / "shop-fix"))
    write_claude(places, SESSION, tmp_path / "shop-fix" / "src")
    assert ids(read_repository(places, repo)) == [SESSION]
    assert ids(read_repository(places, tmp_path / "shop-fix")) == [SESSION]


def test_a_repository_is_the_same_behind_a_link(places: Places, repo: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repo)
    write_claude(places, SESSION, tmp_path / "link")
    write_claude(places, OTHER, repo)
    assert ids(read_repository(places, repo)) == [SESSION, OTHER]
    assert ids(read_repository(places, tmp_path / "link")) == [SESSION, OTHER]


def test_the_folder_name_of_a_project_is_never_decoded(places: Places, repo: Path) -> None:
    slug = str(repo).replace("/", "-")
    write_claude(places, SESSION, "/elsewhere", folder=slug)
    write_claude(places, OTHER, repo, folder="-any-name")
    assert ids(read_repository(places, repo)) == [OTHER]


@pytest.mark.parametrize(
    ("cwd", "belongs"),
    [
        (r"D:\shop", True),
        (r"d:\SHOP\src", True),
        ("D:/shop/src", True),
        (r"D:\shop-2", False),
        (r"C:\shop", False),
        ("", False),
    ],
)
def test_a_windows_path_has_no_case(cwd: str, belongs: bool) -> None:
    assert wanted_in(Path(r"D:\shop"))(cwd) is belongs


# --- which files are transcripts ------------------------------------------------------------------


def test_helper_files_are_no_transcripts(places: Places) -> None:
    project = places.claude / "projects" / "-x"
    session = write_claude(places, SESSION, "/x")
    agent = write_lines(project / SESSION / "subagents" / "agent-1.jsonl", [])
    for name in (
        "subagents/agent-acompact-1.jsonl", "subagents/workflows/wf/journal.jsonl",
        "tool-results/toolu_1.txt", "subagents/agent-1.meta.json",
    ):  # fmt: skip
        write_lines(project / SESSION / name, [])
    write_lines(places.claude / "history.jsonl", [])
    write_lines(places.codex / "history.jsonl", [])
    write_lines(places.codex / "sessions" / "notes.jsonl", [])
    assert [source.path for source in find_sources(places)] == sorted([session, agent])


def test_a_link_out_of_the_agents_folder_is_not_followed(places: Places, tmp_path: Path) -> None:
    outside = write_lines(tmp_path / "outside" / f"{OTHER}.jsonl", [prompt("u1", "secret")])
    project = write_claude(places, SESSION, "/x").parent
    (project / f"{OTHER}.jsonl").symlink_to(outside)
    (project / "folder").symlink_to(outside.parent)
    (project / "circle").symlink_to(project)
    (project / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    assert [path.stem for path in walk(places.claude / "projects")] == [SESSION]


def test_a_folder_named_like_a_file_is_looked_into(places: Places) -> None:
    path = places.claude / "projects" / "-x" / "odd.jsonl" / f"{SESSION}.jsonl"
    write_lines(path, [prompt("u1", "hi")])
    assert [source.path for source in find_sources(places)] == [path]


def test_a_transcript_that_cannot_be_read_is_told_of_in_every_repository(
    places: Places, repo: Path
) -> None:
    write_claude(places, SESSION, repo)
    pipe = places.claude / "projects" / "-x" / f"{OTHER}.jsonl"
    os.mkfifo(pipe)
    reading = read_repository(places, repo)
    assert ids(reading) == [SESSION]
    assert [file.problem for file in reading.files if file.problem] == [
        f"{pipe} cannot be read: it is not a file."
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_costs_itself(places: Places) -> None:
    path = write_claude(places, SESSION, "/x")
    write_claude(places, OTHER, "/x")
    path.chmod(0)
    reading = read(places.claude)
    assert len(reading.sessions) == 1
    assert [file.problem for file in reading.files if file.problem] == [
        f"{path} cannot be read: permission denied."
    ]


def test_folders_that_are_not_there_hold_nothing(places: Places, repo: Path) -> None:
    assert read_repository(places, repo) == Reading((), ())


# --- files a person named -------------------------------------------------------------------------


def test_files_are_told_apart_by_content_and_not_by_name(tmp_path: Path) -> None:
    write_lines(tmp_path / "one.jsonl", [{"type": "mode", "sessionId": SESSION}, prompt("u", "hi")])
    write_lines(tmp_path / "two.jsonl", [session_meta(), user_message("run it")])
    write_json(tmp_path / "three.json", open_session())
    write_json(tmp_path / "four.json", {"loglines": [prompt("u9", "web", sessionId=OTHER), 7]})
    sessions = read(tmp_path).sessions
    assert sorted(s.harness for s in sessions) == ["claude", "claude", "codex", "opencode"]


def test_a_foreign_file_is_reported_and_not_parsed(tmp_path: Path) -> None:
    write_json(tmp_path / "package.json", {"name": "shop"})
    write_lines(tmp_path / "data.jsonl", [{"type": "row", "value": 1}])
    write_lines(tmp_path / "empty.jsonl", [])
    reading = read(tmp_path)
    assert reading.sessions == ()
    problems = {Path(file.path).name: file.problem for file in reading.files}
    assert "no transcript" in problems["package.json"]
    assert "no transcript" in problems["data.jsonl"]
    assert problems["empty.jsonl"] == ""


def test_a_path_named_twice_or_inside_another_is_read_once(tmp_path: Path) -> None:
    path = write_lines(tmp_path / f"{SESSION}.jsonl", [prompt("u1", "hi")])
    reading = read(path, tmp_path, path)
    assert (len(reading.files), reading.duplicates) == (1, {})


def test_a_name_that_is_no_text_is_shown_with_marks_in_its_place(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl"))
    write_lines(path, [prompt("u1", "hi")])
    write_json(path.with_suffix(".json"), {})
    reading = read(tmp_path)
    assert reading.sessions[0].path.endswith("\ufffd.jsonl")
    for file in reading.files:
        (file.path + file.problem).encode()


def test_a_path_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    (file,) = read(tmp_path / "gone.jsonl").files
    assert "cannot be read" in file.problem


def test_progress_goes_from_nothing_to_all(places: Places, repo: Path) -> None:
    write_claude(places, SESSION, repo)
    write_claude(places, OTHER, repo)
    told: list[tuple[int, int]] = []
    read_repository(places, repo, lambda done, total, _path: told.append((done, total)))
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_the_sample_is_read_like_a_repository() -> None:
    places, repo = sample_places()
    reading = read_repository(places, repo)
    assert {session.harness for session in reading.sessions} == {"claude", "codex", "opencode"}
    assert not [file.problem for file in reading.files if file.problem]
