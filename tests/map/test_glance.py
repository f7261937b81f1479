"""The glance's data: the core's report, masked, with a place in the tour for each answer."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adage.report import as_document, draw_up
from adage.settings import Settings
from adage.traces import read_paths
from adage_map.app import Context, create_app
from adage_map.glance import STEPS, describe
from adage_map.learning import Task, load
from adage_map.runs import LearnerRun, Loaded, Runs
from adage_map.security import cookie_name
from tests.report.scenes import Scene, write_sessions

NODE = shutil.which("node")
TOKEN = "ghp_" + "a1B2c3D4e5" * 4
HABIT: tuple[Scene, ...] = (
    ("say", "change the names"),
    ("read", "src/names.ts"),
    ("edit", "src/names.ts"),
    ("fail", "rtk bun run test"),
    ("run", "bun run test"),
    ("say", f"push {TOKEN}"),
    ("run", "git push"),
)


def loaded(folder: Path, sessions: int) -> Loaded:
    write_sessions(folder, *[[("say", f"task {n}"), *HABIT[1:]] for n in range(sessions)])
    found = load(Task("own", "names", "", lambda _told: read_paths([folder]), Settings()))
    assert found.run is not None, found.said
    return found


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return loaded(tmp_path_factory.mktemp("glance"), 12)


@pytest.fixture
def run(ready: Loaded) -> LearnerRun:
    assert ready.run is not None
    return ready.run


@pytest.fixture
def browser(ready: Loaded) -> FlaskClient:
    context = Context(Runs(ready))
    client = create_app(context).test_client()
    client.set_cookie(cookie_name("80"), context.access.cookie)
    return client


def test_the_report_is_the_cores_own(run: LearnerRun) -> None:
    """The embedder groups nothing here, so the report without it is the same."""
    own = as_document(draw_up(run.reading, run.traces, run.settings, reflexes=run.index.reflexes))
    shown = json.loads(json.dumps(describe(run)["report"]))
    for part in ("sessions", "turns", "budget", "failing", "after", "files", "trend"):
        assert shown[part] == json.loads(json.dumps(own[part])), part


def test_every_question_has_a_place_in_the_tour(run: LearnerRun) -> None:
    document: Any = json.loads(load_world(run))
    steps = {step["id"] for chapter in document["chapters"] for step in chapter["steps"]}
    for section in describe(run)["sections"]:
        assert section["steps"] == list(STEPS[section["key"]])
        assert steps & set(section["steps"]), section["key"]


def load_world(run: LearnerRun) -> bytes:
    from adage_map.runs import world_json
    from adage_map.world import build_world

    return world_json(build_world(run).document)


def test_no_secret_of_a_prompt_leaves_python(browser: FlaskClient) -> None:
    answer = browser.get("/api/v1/glance").get_data(as_text=True)
    assert "push" in answer
    assert TOKEN not in answer
    assert TOKEN.casefold() not in answer.casefold()


def test_a_dead_end_names_the_reflex_that_was_learned_from_it(run: LearnerRun) -> None:
    (failing,) = describe(run)["report"]["failing"]
    assert failing["reflex"] in {reflex.id for reflex in run.index.reflexes}


def test_the_savings_are_counted_aside_and_come_when_they_are_there(browser: FlaskClient) -> None:
    assert browser.get("/api/v1/glance").get_json()["report"]["savings"] is None
    for _ in range(600):
        said = browser.get("/api/v1/glance/savings").get_json()
        if said["state"] != "running":
            break
        time.sleep(0.1)
    assert said["state"] == "ready", said
    assert said["section"]["key"] == "saved"
    assert said["savings"]["known"] == 5


def test_under_ten_sessions_only_their_number_is_told(tmp_path: Path) -> None:
    few = loaded(tmp_path, 4).run
    assert few is not None
    said = describe(few)
    assert (said["have"], said["least"], said["report"]) == (4, 10, None)


@pytest.mark.skipif(NODE is None, reason="node is not installed; it runs the JavaScript tests")
def test_what_the_page_reckons_by_itself_holds() -> None:
    assert NODE is not None
    script = Path(__file__).resolve().parents[1] / "js" / "glance.test.mjs"
    done = subprocess.run(
        [NODE, "--test", str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_run_that_is_not_there_is_one_sentence(client: FlaskClient) -> None:
    answer = client.get("/api/v1/glance?run=own")
    assert answer.status_code == 404
    assert set(answer.get_json()) == {"error"}
