"""Evidence that outlives its transcripts, as a person sees it."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.cli.test_learn import session_file  # noqa: F401  # a fixture


@pytest.fixture
def home(session_file, tmp_path):  # noqa: F811
    """A person's machine: a repository, Claude Code's transcripts of it, Adage's own folder."""
    repo = tmp_path / "app"
    subprocess.run(["git", "init", "-q", str(repo)], check=True)
    agent = tmp_path / "agent"
    shutil.move(session_file / "projects", agent / "projects")
    for path in agent.rglob("*.jsonl"):
        path.write_text(path.read_text().replace("/home/ann/app", str(repo)))
    env = {
        "HOME": str(tmp_path), "PATH": os.environ["PATH"],
        "CLAUDE_CONFIG_DIR": str(agent), "ADAGE_HOME": str(tmp_path / "state"),
    }  # fmt: skip

    def adage(*words):
        done = subprocess.run(
            [sys.executable, "-m", "adage", *words, str(repo)],
            capture_output=True, text=True, env=env,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    adage.agent, adage.state, adage.repo = agent, tmp_path / "state", repo
    return adage


def index(home):
    (path,) = home.state.rglob("index.json")
    return path.read_bytes()


def test_deleted_transcripts_give_the_same_index_byte_for_byte(home):
    home("learn")
    before = index(home)
    shutil.rmtree(home.agent / "projects")
    told = home("learn")
    assert "16 of 16" in told
    assert index(home) == before


def test_a_new_session_is_added_to_what_is_kept(home):
    home("learn")
    files = sorted(home.agent.rglob("*.jsonl"))
    text = files[0].read_text()
    for path in files:
        path.unlink()
    old = files[0].stem
    new = "99999999-0000-4000-8000-000000000000"
    fresh = text.replace(old, new).replace('"0-', '"new-').replace('"t0-', '"tn-')
    fresh = fresh.replace('"m0-', '"mn-').replace("change number 0", "change number ninety-nine")
    (files[0].parent / f"{new}.jsonl").write_text(fresh)
    assert "17 of 17" in home("learn")


def test_traces_say_what_lives_only_in_the_cache_and_how_long_the_rest_has(home):
    (home.agent / "settings.json").write_text('{"cleanupPeriodDays": 99999}')
    first = json.loads(home("traces", "--json"))["evidence"]
    assert first["only_in_cache"] == 0
    assert (first["retention_days"], first["days_left"] > 0) == (99999, True)
    for path in sorted(home.agent.rglob("*.jsonl"))[:5]:
        path.unlink()
    after = json.loads(home("traces", "--json"))
    assert after["evidence"]["only_in_cache"] == 5
    assert after["sessions"] == 20
    assert "5 sessions live only there" in home("traces")


def test_the_cache_is_for_its_owner_only_and_holds_no_secret(home):
    secret = "ghp_" + "a1B2c3D4e5" * 4
    path = sorted(home.agent.rglob("*.jsonl"))[0]
    path.write_text(path.read_text().replace("change number 0", f"use {secret} and change 0"))
    home("learn")
    (cache,) = home.state.rglob("evidence.jsonl")
    assert cache.stat().st_mode & 0o077 == 0
    for file in home.state.rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes()


def test_a_transcript_that_grew_is_read_again(home):
    home("learn")
    path = sorted(home.agent.rglob("*.jsonl"))[4]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    extra = json.dumps(lines[0] | {"uuid": "late", "message": {"role": "user", "content": "more"}})
    with path.open("a") as file:
        file.write(extra + "\n")
    assert json.loads(home("traces", "--json"))["prompts"] == 21


def test_a_person_can_give_a_command_another_effect(home):
    folder = home.repo / ".adage"
    folder.mkdir()
    (folder / "effects.toml").write_text('rules = [["environment", "make gen", "needs a server"]]')
    told = home("learn")
    assert "16 of 16" in told
    assert "fire" not in told
    assert "environment" in home("traces", "--effects")


def test_the_event_log_has_an_event_for_every_step(home, tmp_path):
    log = tmp_path / "log.csv"
    told = home("traces", "--export", "csv", "--output", str(log))
    rows = log.read_text().splitlines()
    assert len(rows) == 1 + 16 * 2 + 4
    assert "36 events of 20 cases" in told
