"""What became of each telling, by the ledger and by the transcripts, counted once."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from adage.learn.told import Tellings, tellings, was_taken
from adage.ledger import Entry, SessionLedger, session_ledger
from adage.records import Directive, Trace
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
ENTRY = Entry(
    id="r", nonce="n1", kind="run", track="learned", route="sh:make gen", strength="prime",
    moment="PostToolBatch", time=5.0, generation="f" * 16, arm="treated", propensity=0.9, said=True,
    delivered=True, outcome="followed",
)  # fmt: skip


def ledger(*entries: Entry, name: str = "a") -> SessionLedger:
    return SessionLedger(name, entries, (), "", 3, None)


def told(name: str, *words: str, nonce: str = "n1", pos: int = 1) -> Trace:
    return replace(
        session(name, *words), directives=(Directive(pos, ("sh:make gen",), "r", nonce),)
    )


def counted(*traces: Trace, ledgers: tuple[SessionLedger, ...] = ()) -> Tellings:
    return tellings(strings_of(*traces)[0], ledgers, SETTINGS)


FOLLOWED = ("edit a.json", "make gen")
IGNORED = ("edit a.json", "make lint", "make lint", "make lint", "make gen")


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        (FOLLOWED, True),
        (("edit a.json", "make gen!"), True),
        (("edit a.json", "ls", "ls", "make gen"), True),
        (IGNORED, False),
        (("edit a.json",), False),
    ],
)
def test_a_step_is_taken_within_three_turns_of_the_telling(
    words: tuple[str, ...], taken: bool
) -> None:
    trace = told("a", *words)
    labels = strings_of(trace)[0].labels.of
    assert was_taken(trace, trace.directives[0], labels, 3) is taken


def test_every_step_of_a_telling_must_be_taken() -> None:
    trace = session("a", "edit a.json", "make lint", "make gen")
    both = Directive(1, ("sh:make lint", "sh:make gen"), "r")
    other = Directive(1, ("sh:make lint", "sh:make docs"), "r")
    labels = strings_of(trace)[0].labels.of
    assert [was_taken(trace, each, labels, 3) for each in (both, other)] == [True, False]


def test_files_that_were_named_are_taken_when_all_are_read() -> None:
    trace = session("a", "read main.go", "read cmd/a.go", "read cmd/b.go")
    labels = strings_of(trace)[0].labels.of
    found = [Directive(1, (f"read:{a}", f"read:{b}"), "r")
             for a, b in (("cmd/a.go", "cmd/b.go"), ("cmd/a.go", "cmd/c.go"))]  # fmt: skip
    assert [was_taken(trace, each, labels, 3) for each in found] == [True, False]


def test_transcripts_alone_tell_what_was_followed() -> None:
    found = counted(told("a", *FOLLOWED), told("b", *IGNORED, nonce="n2"))
    assert (found.told, found.ledger) == ({"r": (1, 2)}, {})


def test_what_the_ledger_judged_is_not_judged_again() -> None:
    """Even where the transcript would say otherwise: the hook saw every batch."""
    found = counted(told("a", *IGNORED), ledgers=(ledger(ENTRY),))
    assert found.told == found.ledger == {"r": (1, 1)}


def test_what_the_ledger_does_not_know_is_added() -> None:
    other = told("b", *IGNORED, nonce="n2")
    found = counted(told("a", *FOLLOWED), other, ledgers=(ledger(ENTRY),))
    assert (found.told, found.ledger) == ({"r": (1, 2)}, {"r": (1, 1)})


@pytest.mark.parametrize(
    "unsure", [{"outcome": "pending"}, {"outcome": ""}, {"delivered": False}, {"said": False}]
)
def test_what_is_not_known_to_be_told_counts_nowhere(unsure: dict[str, Any]) -> None:
    found = counted(told("a", *FOLLOWED), ledgers=(ledger(replace(ENTRY, **unsure)),))
    assert found.told == {}


def test_one_that_was_followed_and_failed_was_taken() -> None:
    failed = replace(ENTRY, outcome="misfired")
    assert counted(session("a", "ls"), ledgers=(ledger(failed),)).told == {"r": (1, 1)}


def test_control_sessions_count_where_their_transcript_is_not_read() -> None:
    """One that is read counts among the situations that its transcript shows."""
    control = replace(ENTRY, said=False, delivered=None, arm="control")
    ledgers = (ledger(control, name="a"), ledger(control, name="gone"))
    found = counted(session("a", *FOLLOWED), ledgers=ledgers)
    assert (found.told, found.withheld) == ({}, {"r": (1, 1)})


@pytest.mark.parametrize("seed", range(40))
def test_the_hooks_ledger_and_the_transcript_judge_alike(seed: int) -> None:
    """The same session, as the hook remembers it and as the reader tells it."""
    dice = random.Random(seed)
    words = [dice.choice(("make gen", "make gen!", "make lint", "edit b.json", "read c.md"))
             for _ in range(dice.randrange(6))]  # fmt: skip
    trace = told("a", "edit a.json", *words)
    directive = {"id": "r", "n": "n1", "kind": "run", "route": "sh:make gen", "arm": "treated"}
    first: dict[str, Any] = {"e": "PostToolBatch", "s": [["e", "a.json"]], "d": [directive]}
    batches = [{"e": "PostToolBatch", "s": [remembered(word)]} for word in words]
    entry = session_ledger("a", [first, *batches, {"e": "SessionEnd"}], SETTINGS, {"n1"}).entries[0]
    labels = strings_of(trace)[0].labels.of
    assert was_taken(trace, trace.directives[0], labels, 3) is (entry.outcome != "ignored")


def remembered(word: str) -> list[Any]:
    kind, _, path = word.partition(" ")
    if kind in ("edit", "read"):
        return [kind[0], path]
    return ["s", [f"sh:{word.removesuffix('!')}"], int(not word.endswith("!")), 0, "m"]
