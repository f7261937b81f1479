"""`adage learn` as a person runs it."""

import json
import subprocess
import sys

import pytest


def adage(*words, cwd=None, env=None):
    return subprocess.run(
        [sys.executable, "-m", "adage", *words], capture_output=True, text=True, cwd=cwd, env=env
    )


@pytest.fixture
def session_file(tmp_path):
    """A folder of real Claude Code transcripts: twenty sessions that run make gen after an edit."""
    folder = tmp_path / "projects" / "-home-ann-app"
    folder.mkdir(parents=True)
    for number in range(20):
        lines = [
            prompt(number, f"change number {number} of the registry"),
            call(number, 1, "Edit", {"file_path": f"/home/ann/app/registry/{number}.json"}),
            result(number, 1),
            call(number, 2, "Bash", {"command": "make gen"}),
            result(number, 2),
        ]
        if number % 5 == 4:
            lines = [lines[0], call(number, 1, "Bash", {"command": "git status"}), lines[2]]
        path = folder / f"{number:08d}-0000-4000-8000-000000000000.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return tmp_path


def record(number, place, kind, message):
    session = f"{number:08d}-0000-4000-8000-000000000000"
    return {
        "type": kind, "uuid": f"{number}-{place}", "parentUuid": None, "sessionId": session,
        "cwd": "/home/ann/app", "timestamp": f"2026-06-{number + 1:02d}T09:00:{place:02d}.000Z",
        "version": "2.1.220", "isSidechain": False, "message": message,
    }  # fmt: skip


def prompt(number, text):
    return record(number, 0, "user", {"role": "user", "content": text})


def call(number, place, name, given):
    block = {"type": "tool_use", "id": f"t{number}-{place}", "name": name, "input": given}
    return record(
        number, place * 2, "assistant",
        {"id": f"m{number}-{place}", "role": "assistant", "content": [block]},
    )  # fmt: skip


def result(number, place):
    block = {"type": "tool_result", "tool_use_id": f"t{number}-{place}", "content": "ok"}
    return record(number, place * 2 + 1, "user", {"role": "user", "content": [block]})


def test_the_table_shows_what_may_insist_and_why_not_more(session_file):
    done = adage("learn", "--traces", str(session_file))
    assert done.returncode == 0, done.stderr
    assert "20 sessions" in done.stdout
    assert "fire" in done.stdout
    assert "16 of 16" in done.stdout
    assert "generation" in done.stdout


def test_json_holds_every_field_and_is_the_same_twice(session_file):
    first, second = (adage("learn", "--traces", str(session_file), "--json") for _ in range(2))
    assert first.stdout == second.stdout
    found = json.loads(first.stdout)
    assert set(found) == {"generation", "traces", "stages", "reflexes", "instincts"}
    assert set(found["traces"]) == {
        "sessions", "files", "subagents", "steps", "skipped", "duplicates", "from", "to",
    }  # fmt: skip
    wanted = {
        "id", "shape", "trigger", "steps", "command", "strength", "k", "n", "lb", "rate", "tasks",
        "contrast", "s", "n_weighted", "m", "mean", "q05", "bits", "gate", "supporting", "refuting",
    }  # fmt: skip
    assert all(wanted <= set(reflex) for reflex in found["reflexes"])


def test_an_explanation_names_files_and_lines(session_file):
    found = json.loads(adage("learn", "--traces", str(session_file), "--json").stdout)
    fire = next(r for r in found["reflexes"] if r["strength"] == "fire")
    told = adage("learn", "--traces", str(session_file), "--explain", fire["id"][:6])
    assert told.returncode == 0
    assert ".jsonl:4" in told.stdout
    assert "0.8064" in told.stdout


def test_explain_alone_lists_what_was_stopped_and_by_which_gate(session_file):
    told = adage("learn", "--traces", str(session_file), "--explain")
    assert told.returncode == 0
    assert "after a prompt comes `make gen`" in told.stdout or "bits" in told.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["learn", "--explain", "zzz", "--traces", "."], "no reflex here has the id zzz"),
        (["learn", "--now", "yesterday", "--traces", "."], "--now and --until take a date"),
        (["learn", "--nonsense"], "unrecognized arguments"),
        (["learn", "--traces", "/nowhere/at/all"], "nothing at /nowhere/at/all"),
    ],
)
def test_a_mistake_gets_one_sentence_and_no_traceback(words, says, session_file):
    done = adage(*words, cwd=session_file)
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_database_that_cannot_be_read_is_named_and_an_error_when_it_is_all(
    tmp_path, session_file
):
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "opencode.db").write_bytes(b"SQLite format 3\0 and then rubbish")
    alone = adage("learn", "--traces", str(broken))
    assert alone.returncode == 1
    assert "opencode.db" in alone.stderr
    assert len(alone.stderr.strip().splitlines()) == 1
    beside = adage("learn", "--traces", str(broken), str(session_file / "projects"))
    assert beside.returncode == 0
    assert "16 of 16" in beside.stdout
    assert "left out" in beside.stderr


def test_a_repository_without_sessions_says_where_to_look_next(tmp_path):
    repo = tmp_path / "app"
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = adage("learn", str(repo), env=env)
    assert done.returncode == 0, done.stderr
    assert "nothing to learn from" in done.stdout
    assert "adage traces" in done.stdout


def test_a_repository_gets_its_index_written_for_its_owner_only(session_file, tmp_path):
    repo = tmp_path / "app"
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    for path in session_file.rglob("*.jsonl"):
        path.write_text(path.read_text().replace("/home/ann/app", str(repo)))
    env = {
        "HOME": str(tmp_path), "PATH": "/usr/bin:/bin",
        "CLAUDE_CONFIG_DIR": str(session_file), "ADAGE_HOME": str(tmp_path / "state"),
    }  # fmt: skip
    done = adage("learn", str(repo), env=env)
    assert done.returncode == 0, done.stderr
    (written,) = (tmp_path / "state").rglob("index.json")
    assert written.stat().st_mode & 0o077 == 0
    assert json.loads(written.read_text())["reflexes"]
