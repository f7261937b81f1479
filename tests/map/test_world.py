"""The world's document: what the page is given, for runs of every state."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

from adage_map.runs import world_json
from adage_map.world import World, build_world
from tests.map.small_run import empty_run, make_run


@pytest.fixture(scope="module")
def world() -> World:
    return build_world(make_run())


def test_the_document_survives_json_and_the_page(world: World) -> None:
    assert json.loads(world_json(world.document)) == json.loads(json.dumps(world.document))


def test_the_same_run_gives_the_same_bytes(world: World) -> None:
    again = build_world(make_run())
    assert again.frames == world.frames
    assert world_json(again.document) == world_json(world.document)


def test_frames_hold_one_position_per_keyframe_and_thing(world: World) -> None:
    things = len(world.document["things"]["id"])
    frames = np.frombuffer(world.frames, dtype="<f4")
    assert frames.size == (len(world.document["steps"]) + 1) * things * 3
    assert np.isfinite(frames).all()
    assert base64.b64decode(world.document["frames"]) == world.frames


def test_every_step_has_words_and_every_word_a_step(world: World) -> None:
    spoken = [step["id"] for c in world.document["chapters"] for step in c["steps"]]
    assert spoken == [step["id"] for step in world.document["steps"]]
    assert len(set(spoken)) == len(spoken)


def test_ids_are_unique_and_owners_exist(world: World) -> None:
    things = world.document["things"]
    assert len(set(things["id"])) == len(things["id"])
    for row, owner in enumerate(things["owner"]):
        assert owner == -1 or (0 <= owner < len(things["id"]) and owner != row)


def test_a_bead_stands_for_each_session_that_was_counted(world: World) -> None:
    things, kinds = world.document["things"], world.document["kinds"]
    for row, item in enumerate(world.document["reflexes"]):
        if not item["judged"]:
            continue
        capsule = things["id"].index(item["id"])
        beads = [
            place
            for place, owner in enumerate(things["owner"])
            if owner == capsule and kinds[things["kind"][place]] == "bead"
        ]
        assert len(beads) == item["n"], row
        assert sum(things["ok"][bead] for bead in beads) == item["k"]


def test_the_hero_is_an_object_of_the_world(world: World) -> None:
    assert world.document["hero"] in world.document["things"]["id"]
    assert world.document["facts"]["hero"] == "make gen"


def test_a_run_that_stopped_early_still_gives_a_world() -> None:
    world = build_world(empty_run())
    assert world.document["hero"] == ""
    assert world.document["facts"]["reflexes"] == 0
    assert "No reflex" in world.document["chapters"][0]["steps"][0]["text"]


def test_secrets_in_commands_are_masked() -> None:
    run = make_run(4)
    secret = "ghp_" + "a1B2" * 9
    step = run.traces[0].steps[0]
    object.__setattr__(step, "raw", f"curl -H 'Authorization: {secret}'")
    object.__setattr__(run.reading.sessions[0].calls[0], "text", f"export TOKEN={secret}")
    assert secret not in json.dumps(build_world(run).document)


def test_changing_one_trace_changes_the_counts() -> None:
    before = build_world(make_run(18)).document["facts"]
    after = build_world(make_run(17)).document["facts"]
    assert after["sessions"] == before["sessions"] - 1
    assert after["steps"] < before["steps"]
