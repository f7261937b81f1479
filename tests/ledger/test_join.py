"""The ledger joined with what transcripts tell: what ran, what was told, in which arm."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adage.learn.read import read
from adage.ledger.join import join_ledger
from adage.ledger.rewrites import rewritten
from adage.records import Call, HookNote, Prompt, Reading, Session, Trace
from adage.settings import Settings
from adage.trial import reading_until

SETTINGS = Settings()
ROOT = "/home/ann/app"
PYTHON = (0, "python3", ".venv/bin/python")


def call(number: int, text: str, **more: Any) -> Call:
    return Call(f"c{number}", "shell", "Bash", number, text=text, outcome="ok", exit_code=0,
                time=100.0 + 10 * number, **more)  # fmt: skip


def session(*calls: Call, name: str = "s", root: str = "", **more: Any) -> Session:
    return Session(
        id=name, root=root or name, harness="codex", path=f"{name}.jsonl", cwd=ROOT, start=100.0,
        end=200.0, prompts=(Prompt(0, "change the registry of the app"),), calls=calls, **more,
    )  # fmt: skip


def said(**more: Any) -> dict[str, Any]:
    """A record in which something was said."""
    directive = {"id": "r", "n": "abc", "kind": "run", "route": "sh:make gen", "track": "learned",
                 "strength": "prime", "arm": "treated", "p": 0.9}  # fmt: skip
    return {"e": "PostToolBatch", "t": 115.5, "g": "f" * 16, "s": [], "d": [directive], **more}


def joined(*sessions: Session, **memories: list[dict[str, Any]]) -> Reading:
    return join_ledger(Reading(sessions, ()), memories, SETTINGS)


def only_trace(*sessions: Session, **memories: list[dict[str, Any]]) -> Trace:
    return read(joined(*sessions, **memories), ROOT, SETTINGS)[0]


THREE = (call(0, "ls"), call(1, "make lint"), call(2, "make gen"))
BLOCK = '<adage-reflex id="r" route="sh:make gen" n="abc">said</adage-reflex>'


@pytest.mark.parametrize(
    ("record", "position"),
    [
        (said(u="c0"), 1),
        (said(u="c1"), 2),
        (said(), 2),
        (said(t=0), 0),
        (said(t=9e9), 3),
        (said(u="unknown", t=105), 1),
    ],
)
def test_what_no_transcript_shows_is_told_where_it_was_said(
    record: dict[str, Any], position: int
) -> None:
    """By the call before it; by the clock where that is not known."""
    (found,) = only_trace(session(*THREE), s=[record]).directives
    assert (found.pos, found.keys, found.reflex) == (position, ("sh:make gen",), "r")


def test_a_transcript_without_times_counts_as_told_from_its_start() -> None:
    calls = [replace(each, time=0.0) for each in THREE]
    assert only_trace(session(*calls), s=[said()]).directives[0].pos == 0


def test_what_the_transcript_shows_is_told_once() -> None:
    shown = session(*THREE, notes=(HookNote(1, "PostToolBatch", BLOCK),))
    reading = joined(shown, s=[said(u="c1")])
    assert reading.ledger[0].entries[0].delivered is True
    assert [d.pos for d in read(reading, ROOT, SETTINGS)[0].directives] == [1]


def test_what_the_transcript_does_not_show_was_not_delivered() -> None:
    reading = joined(session(*THREE), s=[said(u="c1")], gone=[said()])
    assert [ledger.entries[0].delivered for ledger in reading.ledger] == [False, None]


def test_one_telling_recorded_at_two_places_is_one_directive() -> None:
    notes = (HookNote(2, "Stop", BLOCK), HookNote(1, "PostToolBatch", BLOCK))
    found = only_trace(session(*THREE, notes=notes)).directives
    assert len(found) == 1


def test_a_control_session_was_told_nothing() -> None:
    record = said(u="c0")
    record["d"][0] |= {"arm": "control", "p": 0.1}
    found = only_trace(session(*THREE), s=[record])
    assert (found.directives, found.arm, found.propensity) == ((), "control", 0.1)


def test_the_arm_of_a_silent_session_stands_on_its_first_line() -> None:
    found = only_trace(session(*THREE), s=[{"e": "SessionStart", "arm": "treated", "p": 0.9}])
    assert (found.arm, found.propensity) == ("treated", 0.9)


def test_a_session_that_no_hook_saw_has_no_arm() -> None:
    found = only_trace(session(*THREE), other=[said()])
    assert (found.arm, found.propensity, found.directives) == ("", 0.0, ())


def test_a_sub_agent_hears_what_was_said_in_its_lane() -> None:
    main, agent = session(*THREE), session(*THREE, name="s/agent-a1", root="s")
    traces = read(joined(main, agent, s=[said(u="c0", lane="a1")]), ROOT, SETTINGS)
    assert [(t.id, len(t.directives)) for t in traces] == [("s", 0), ("s/agent-a1", 1)]
    assert {trace.arm for trace in traces} == {"treated"}


def test_a_session_with_a_strange_name_is_found_by_its_memorys_name() -> None:
    from adage.ledger.memories import memory_name

    name = "2026/June: a session"
    reading = joined(session(*THREE, name=name), **{memory_name(name): [said(u="c0")]})
    assert [ledger.session for ledger in reading.ledger] == [name]
    assert len(read(reading, ROOT, SETTINGS)[0].directives) == 1


def rewriting(number: int, edit: tuple[int, str, str] = PYTHON, **more: Any) -> dict[str, Any]:
    return {"e": "PreToolUse", "j": [{"call": f"c{number}", "edits": [list(edit)]}], **more}


def test_a_command_is_what_ran_for_every_reader() -> None:
    found = only_trace(session(call(0, "python3 -m pytest -q")), s=[rewriting(0)])
    assert [step.key for step in found.steps] == ["sh:.venv/bin/python -m pytest"]


def test_a_control_session_ran_what_was_written() -> None:
    record = rewriting(0, d=[{"id": "interpreter", "arm": "control"}])
    found = joined(session(call(0, "python3 -m pytest")), s=[record])
    assert found.sessions[0].calls[0].text == "python3 -m pytest"


def test_a_refused_command_stays_as_written() -> None:
    refused = replace(call(0, "python3 -m pytest"), outcome="refused")
    assert joined(session(refused), s=[rewriting(0)]).sessions[0].calls[0].text == refused.text


def test_a_command_that_cannot_be_told_neither_works_nor_fails() -> None:
    """Its result is that of another command, so it must not speak for this one."""
    found = joined(session(call(0, "make test")), s=[rewriting(0)]).sessions[0].calls[0]
    assert (found.text, found.outcome, found.exit_code) == ("make test", "unknown", None)


@pytest.mark.parametrize(
    ("command", "edits", "ran"),
    [
        ("python3 -m pytest", [PYTHON], ".venv/bin/python -m pytest"),
        # The transcript of some clients tells what ran.
        (".venv/bin/python -m pytest", [PYTHON], ".venv/bin/python -m pytest"),
        ("bun run test:ci", [(0, "bun run test", "bun run test:ci")], "bun run test:ci"),
        ("ls; python3 a.py", [(4, "python3", "p")], "ls; p a.py"),
        ("python3 a.py; python3 b.py", [(0, "python3", "py"), (14, "python3", "py")],
         "py a.py; py b.py"),
        ("py a.py; py b.py", [(0, "python3", "py"), (14, "python3", "py")], "py a.py; py b.py"),
        # A secret before it was masked, which moved the rest.
        ("curl -H *** x; python3 a.py", [(40, "python3", "p"), (90, "python3", "p")],
         "curl -H *** x; python3 a.py"),
        ("curl -H *** x; python3 a.py", [(20, "python3", "p")], "curl -H *** x; p a.py"),
        ("make test", [PYTHON], None),
    ],
)  # fmt: skip
def test_the_journal_tells_what_ran(
    command: str, edits: list[tuple[int, str, str]], ran: str | None
) -> None:
    assert rewritten(command, edits) == ran


def test_what_was_said_later_is_unknown_at_an_earlier_moment() -> None:
    sessions = session(*THREE), replace(session(*THREE, name="late"), end=300.0)
    reading = joined(*sessions, s=[said()], late=[said()], gone=[said(t=400)])
    assert [each.session for each in reading_until(reading, 250.0).ledger] == ["s"]


def test_a_reading_without_memories_is_left_as_it_is() -> None:
    reading = Reading((session(*THREE),), ())
    assert join_ledger(reading, {}, SETTINGS) == reading
