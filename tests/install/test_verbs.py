"""`adage install`, `uninstall`, `doctor`, `rewrites`, `hook` and `ledger`, as people call them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hook.world import ALL, GEN, TREATED, World
from tests.install.test_settings_file import OTHERS

CLAUDE = "#!/bin/sh\necho '{} (Claude Code)'\n"


def adage(world: World, *words: str, version: str = "2.1.332") -> subprocess.CompletedProcess[str]:
    """Run one verb in the repository, beside a `claude` that tells this version."""
    programs = world.home / "bin"
    programs.mkdir(exist_ok=True)
    (programs / "claude").write_text(CLAUDE.format(version))
    (programs / "claude").chmod(0o755)
    environ = world.environ(PATH=f"{programs}:{os.environ['PATH']}")
    return subprocess.run(
        [sys.executable, "-m", "adage", *words], cwd=world.root, env=environ, text=True,
        capture_output=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


@pytest.fixture
def repository(world: World) -> World:
    """A real git repository."""
    (world.root / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(world.root)], check=True)
    return world


def settings(world: World) -> Path:
    return world.home / ".claude" / "settings.json"


@pytest.mark.parametrize("before", [None, '{"model": "opus"}\n', OTHERS])
def test_in_and_out_and_in_again(repository: World, before: str | None) -> None:
    path = settings(repository)
    if before is not None:
        path.parent.mkdir()
        path.write_bytes(before.encode())
    assert adage(repository, "install", "claude", "--yes").returncode == 0
    first = path.read_bytes()
    again = adage(repository, "install", "claude", "--yes")
    assert "already; nothing was changed" in again.stdout
    assert path.read_bytes() == first
    assert adage(repository, "uninstall", "claude", "--yes").returncode == 0
    assert (path.read_bytes().decode() if path.exists() else None) == before
    adage(repository, "install", "claude", "--yes")
    assert path.read_bytes() == first


def test_the_change_is_shown_and_not_made_without_a_yes(repository: World) -> None:
    done = adage(repository, "install", "claude")
    assert done.returncode == 1
    assert "+++" in done.stdout
    assert "Nothing was changed" in done.stdout
    assert not settings(repository).exists()


@pytest.mark.parametrize("version", ["2.0.50", "2.1.112", "nothing to say"])
def test_an_old_or_silent_client_is_refused(repository: World, version: str) -> None:
    done = adage(repository, "install", "claude", "--yes", version=version)
    assert done.returncode == 1
    assert done.stderr.startswith("adage: Claude Code")
    assert not settings(repository).exists()


def test_the_projects_own_settings_are_the_local_ones(repository: World) -> None:
    adage(repository, "install", "claude", "--project", "--yes")
    assert (repository.root / ".claude" / "settings.local.json").exists()
    adage(repository, "uninstall", "claude", "--project", "--yes")
    assert not (repository.root / ".claude" / "settings.local.json").exists()


def test_a_broken_settings_file_is_named_and_left(repository: World) -> None:
    settings(repository).parent.mkdir()
    settings(repository).write_text("{ no")
    done = adage(repository, "install", "claude", "--yes")
    assert done.returncode == 1
    assert "settings.json is no JSON that Adage can read" in done.stderr
    assert settings(repository).read_text() == "{ no"


def test_the_installed_command_runs_as_the_client_runs_it(repository: World) -> None:
    """Through `sh -c`, with the event on stdin; and with its program gone it still ends with 0."""
    repository.seal(*ALL)
    adage(repository, "install", "claude", "--yes")
    hooks = json.loads(settings(repository).read_text())["hooks"]
    command = hooks["PostToolBatch"][0]["hooks"][0]["command"]
    event = repository.event("PostToolBatch", tool_calls=[repository.edit("registry/a.json")])
    for text, wanted in ((command, True), (command.replace(sys.executable, "/gone/python"), False)):
        done = subprocess.run(
            ["sh", "-c", text], input=json.dumps(event).encode(), env=repository.environ(),
            capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, bool(done.stdout)) == (0, wanted)


def test_the_doctor_says_what_to_do_about_each_red_line(repository: World) -> None:
    before = adage(repository, "doctor")
    assert before.returncode == 1
    assert "NO  PostToolBatch" in before.stdout
    assert "do: adage install claude" in before.stdout
    assert "the index cannot be opened" in before.stdout
    adage(repository, "install", "claude", "--yes")
    repository.batch(repository.edit("registry/a.json"))
    after = adage(repository, "doctor")
    assert (after.returncode, "NO " in after.stdout) == (0, False), after.stdout
    assert "registered in settings.json" in after.stdout
    old = adage(repository, "doctor", version="2.1.112")
    assert "below 2.1.118 it loads none of the plugin's hooks" in old.stdout


def test_the_doctor_names_a_damaged_index(repository: World) -> None:
    repository.seal(*ALL)
    path = repository.folder / "index.sealed"
    path.write_bytes(path.read_bytes()[:-10])
    found = json.loads(adage(repository, "doctor", "--json").stdout)
    index = next(each for each in found if each["name"] == "index")
    assert not index["ok"]
    assert "bytes, not" in index["seen"]


def test_switches_are_set_and_told(repository: World) -> None:
    assert adage(repository, "hook", "off").returncode == 0
    assert (repository.folder / "off").exists()
    adage(repository, "hook", "on")
    assert not (repository.folder / "off").exists()
    assert "has no .venv" in adage(repository, "rewrites", "on").stdout
    adage(repository, "rewrites", "off")
    assert (repository.folder / "rewrites-off").exists()
    assert "Rewrites are off" in adage(repository, "rewrites").stdout


def test_the_ledger_tells_what_was_said_and_what_stopped_the_rest(repository: World) -> None:
    repository.seal(GEN)
    assert "No session" in adage(repository, "ledger").stdout
    repository.batch(repository.edit("registry/a.json"))
    repository.batch(repository.edit("registry/b.json"))
    repository.batch(repository.shell("make gen"))
    assert TREATED in adage(repository, "ledger").stdout
    told = adage(repository, "ledger", "--session", TREATED[:8]).stdout
    assert "said run" in told
    assert "followed" in told
    assert "said after this prompt" in told
    assert adage(repository, "ledger", "--session", "zzz").returncode == 1
