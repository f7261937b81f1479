"""The ledger: what became of what was said, and what was run in place of what was written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adage.constants import PENDING_BATCHES
from adage.ledger import applied_rewrites, read_sessions, session_ledger
from adage.ledger.delivered import delivered_nonces
from adage.ledger.rewrites import rewritten
from adage.settings import Settings
from tests.hook.conftest import world
from tests.hook.world import GEN, TREATED, World

__all__ = ["world"]
SETTINGS = Settings()


def said(**more: Any) -> dict[str, Any]:
    directive = {"id": "r", "n": "abc", "kind": "run", "route": "sh:make gen", "track": "learned",
                 "strength": "prime", "arm": "treated", "p": 0.9, **more}  # fmt: skip
    return {"e": "PostToolBatch", "t": 5, "g": "f" * 16, "s": [["e", "a"]], "d": [directive]}


def ran(text: str, ok: int | None = 1) -> dict[str, Any]:
    return {"e": "PostToolBatch", "s": [["s", [text], ok, 0, "m"]]}


OTHER = ran("sh:make lint")
END = {"e": "SessionEnd"}


@pytest.mark.parametrize(
    ("later", "outcome"),
    [
        ([ran("sh:make gen")], "followed"),
        ([OTHER, OTHER, ran("sh:make gen")], "followed"),
        ([ran("sh:make gen", None)], "followed"),
        ([ran("sh:make gen", 0)], "misfired"),
        ([OTHER, OTHER, OTHER, ran("sh:make gen")], "ignored"),
        ([OTHER], "pending"),
        ([OTHER, END], "ignored"),
        ([], "pending"),
    ],
)
def test_a_directive_is_followed_ignored_or_misfired_within_three_batches(
    later: list[dict[str, Any]], outcome: str
) -> None:
    assert SETTINGS[PENDING_BATCHES] == 3
    assert session_ledger("s", [said(), *later], SETTINGS).entries[0].outcome == outcome


@pytest.mark.parametrize(
    ("later", "outcome"),
    [
        ([OTHER, OTHER, OTHER, OTHER, ran("sh:make good")], "followed"),
        ([OTHER, OTHER, OTHER, OTHER, ran("sh:make good", 0)], "misfired"),
        ([OTHER, ran("sh:make bad", 0), ran("sh:make good")], "ignored"),
        ([OTHER, OTHER, OTHER, OTHER], "pending"),
        ([OTHER, END], ""),
    ],
)
def test_a_dead_end_that_was_named_ahead_waits_for_its_occasion(
    later: list[dict[str, Any]], outcome: str
) -> None:
    """Whichever came first, the command that fails or the one that works."""
    first = said(kind="avoid", route="sh:make good", spare=["sh:make bad!"])
    assert session_ledger("s", [first, *later], SETTINGS).entries[0].outcome == outcome


def test_the_batch_in_which_a_command_failed_is_not_yet_an_answer() -> None:
    """Its record comes after that of the failure at which the dead end was named."""
    about = said(kind="avoid", route="sh:make good", spare=["sh:make bad!"])
    first = {**about, "e": "PostToolUseFailure", "s": None}
    records = [first, ran("sh:make bad", 0), OTHER, OTHER, ran("sh:make good")]
    assert session_ledger("s", records, SETTINGS).entries[0].outcome == "followed"


def test_every_step_of_a_route_must_run() -> None:
    first = said(route="sh:make lint > sh:make test")
    half = session_ledger("s", [first, OTHER, OTHER, OTHER], SETTINGS)
    whole = session_ledger("s", [first, OTHER, ran("sh:make test")], SETTINGS)
    assert [half.entries[0].outcome, whole.entries[0].outcome] == ["ignored", "followed"]


def test_another_lane_follows_nothing() -> None:
    records = [said(), {**ran("sh:make gen"), "lane": "sub"}, OTHER, OTHER, OTHER]
    assert session_ledger("s", records, SETTINGS).entries[0].outcome == "ignored"


def test_a_withheld_directive_is_judged_like_one_that_was_said() -> None:
    ledger = session_ledger("s", [said(arm="control", p=0.1), ran("sh:make gen")], SETTINGS)
    entry = ledger.entries[0]
    assert (entry.said, entry.delivered, entry.outcome) == (False, None, "followed")


def attachment(text: str) -> str:
    said = {"type": "hook_additional_context", "hookEvent": "PostToolBatch", "content": [text]}
    line = {"type": "attachment", "attachment": said}
    return json.dumps(line) + "\n"


def test_a_delivery_counts_where_the_client_itself_records_it(tmp_path: Path) -> None:
    block = '<adage-reflex id="r" n="{}">said</adage-reflex>'
    typed = {"type": "user", "message": {"role": "user", "content": block.format("0bad")}}
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(attachment(block.format("abc")) + json.dumps(typed) + "\n")
    assert delivered_nonces(transcript) == frozenset({"abc"})
    assert delivered_nonces(tmp_path / "none.jsonl") is None


def test_a_session_is_read_with_its_transcript(world: World) -> None:
    world.seal(GEN)
    world.hook(world.event("SessionStart", source="startup"))
    answer = world.batch(world.edit("registry/a.json"))
    transcript = world.home / ".claude" / "projects" / "app" / f"{TREATED}.jsonl"
    assert read_sessions(world.folder, SETTINGS)[0].entries[0].delivered is None
    transcript.parent.mkdir(parents=True)
    transcript.write_text(attachment(answer["hookSpecificOutput"]["additionalContext"]))
    ledger = read_sessions(world.folder, SETTINGS)[0]
    assert [entry.delivered for entry in ledger.entries] == [True]
    assert ledger.session == TREATED


def test_the_journal_tells_what_was_run_instead(world: World) -> None:
    world.seal()
    world.verify_venv()
    world.before("python3 -m pytest -q")
    world.before("python3 -m pytest -q", "T2")
    edits = applied_rewrites(world.folder)["toolu_1"]
    assert rewritten("python3 -m pytest -q", edits) == ".venv/bin/python -m pytest -q"
    assert rewritten("make test", edits) is None


def test_following_the_advice_leaves_k_and_n_as_they_were() -> None:
    """A session that was told counts neither way, whether it followed or not."""
    from adage.learn.match import votes
    from adage.records import Pattern
    from tests.learn.build import session, strings_of

    pattern = Pattern("run", GEN.trigger, GEN.steps, 0)
    own = [session(f"s{i}", "edit registry/a.json", *["make gen"] * (i < 3)) for i in range(4)]
    said = [(1, "sh:make gen")]
    told = [
        session("followed", "edit registry/a.json", "make gen", told=said),
        session("ignored", "edit registry/a.json", "ls", told=said),
    ]
    found = votes(strings_of(*own, *told)[0], pattern, SETTINGS)
    assert (sum(vote.held for vote in found), len(found)) == (3, 4)


def test_the_reader_takes_what_was_said_for_no_evidence(world: World) -> None:
    """The words of a real hook, read back as the transcript's reader reads them."""
    from adage.records import HookNote
    from adage.traces.directives import read_directives
    from adage.traces.path_class import Place

    world.seal(GEN)
    text = world.batch(world.edit("registry/a.json"))["hookSpecificOutput"]["additionalContext"]
    found = read_directives([HookNote(0, "PostToolBatch", text)], [], [], Place())
    assert [(each.reflex, each.keys) for each in found] == [(GEN.id, ("sh:make gen",))]
