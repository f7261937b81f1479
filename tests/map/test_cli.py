"""`adage map` from the command line, in real processes: what it prints, what it imports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("pyvista", "vtk", "vtkmodules", "plotly", "matplotlib", "sklearn", "pandas")


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


def adage(state: Path, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    home = state / "home"
    home.mkdir(exist_ok=True)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CLAUDE")}
    clean |= {"ADAGE_HOME": str(state), "HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "adage.cli", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=clean,
        timeout=120,
    )


def repository(folder: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def test_get_prints_one_answer_and_nothing_else(state: Path) -> None:
    done = adage(state, "map", "--sample", "--get", "/api/v1/runs")
    assert (done.returncode, done.stderr) == (0, "")
    (run,) = json.loads(done.stdout)["runs"]
    assert (run["name"], run["state"]) == ("sample", "ready")


def test_get_of_what_is_not_there_fails(state: Path) -> None:
    done = adage(state, "map", "--sample", "--get", "/api/v1/stage/none")
    assert done.returncode == 1
    assert "the stages are: read" in json.loads(done.stdout)["error"]


def test_get_gives_a_stage_of_the_sample(state: Path) -> None:
    done = adage(state, "map", "--sample", "--get", "/api/v1/stage/read")
    record = json.loads(done.stdout)
    assert record["name"] == "read"
    assert record["detail"]


def test_the_map_seals_the_same_index_as_adage_learn(state: Path) -> None:
    learned = json.loads(adage(state, "learn", "--sample", "--json").stdout)
    runs = json.loads(adage(state, "map", "--sample", "--get", "/api/v1/runs").stdout)
    assert runs["runs"][0]["generation"] == learned["generation"]


def test_a_repository_without_sessions_says_where_it_looked(state: Path, tmp_path: Path) -> None:
    repo = repository(tmp_path / "shop")
    done = adage(state, "map", str(repo), "--get", "/api/v1/world?run=own")
    said = json.loads(done.stdout)["state"]
    assert said["kind"] == "no-sessions"
    assert len(said["looked"]) == 3
    assert "shop" in said["title"]


def test_a_folder_without_a_repository_is_a_note_and_a_state(state: Path, tmp_path: Path) -> None:
    done = adage(state, "map", "--get", "/api/v1/world?run=own", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["state"]["kind"] == "no-repository"
    assert done.stderr.count("\n") == 1


def test_the_repository_is_left_as_it_was(state: Path, tmp_path: Path) -> None:
    repo = repository(tmp_path / "shop")
    before = sorted(path.relative_to(repo).as_posix() for path in repo.rglob("*"))
    adage(state, "map", str(repo), "--get", "/api/v1/runs")
    assert sorted(path.relative_to(repo).as_posix() for path in repo.rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--port", "70000"), 2),
        (("--port", "x"), 2),
        (("--idle-minutes", "-1"), 2),
        (("--get", "api/v1/runs"), 2),
        (("--sample", "somewhere"), 2),
        (("--traces", "/home/ann/none.jsonl"), 1),
        (("/home/ann/none",), 1),
    ],
)
def test_a_wrong_call_is_one_sentence(state: Path, words: tuple[str, ...], code: int) -> None:
    done = adage(state, "map", *words)
    assert done.returncode == code
    assert done.stdout == ""
    assert done.stderr.startswith("adage: ")
    assert done.stderr.count("\n") == 1


def test_nothing_heavy_is_imported_to_learn_and_show(state: Path) -> None:
    script = (
        "import sys\n"
        "from adage.cli import main\n"
        "code = main(['map', '--sample', '--get', '/api/v1/stage/read'])\n"
        f"found = sorted(set({HEAVY!r}) & set(sys.modules))\n"
        "print('\\n' + ' '.join(found), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ADAGE_HOME": str(state)},
    )
    assert done.returncode == 0
    assert done.stderr.strip() == ""


def test_the_address_is_ready_before_the_learner_is_imported() -> None:
    script = (
        "import sys, adage.cli.map, adage_map.app, adage_map.server\n"
        "print(sorted({'numpy', 'scipy', 'adage.learn'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
