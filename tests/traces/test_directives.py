"""Directives: only what Adage's hook said, named by step key, from the next turn on."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.records import Call, Directive, HookNote, Prompt, Session
from adage.settings import Settings
from adage.traces.claude_code import read_claude
from adage.traces.normalise import to_trace


def session(*calls: Call, notes: tuple[HookNote, ...] = ()) -> Session:
    return Session(
        id="s", root="s", harness="claude", path="s.jsonl", cwd="/home/ann/app", start=0.0, end=1.0,
        prompts=(Prompt(0, "change the schema of the app"),), calls=calls, notes=notes,
    )  # fmt: skip


def shell(script: str, turn: int) -> Call:
    return Call(f"c{turn}", "shell", "Bash", turn, text=script, outcome="ok", exit_code=0)


def directives(text: str, at: int, *calls: Call) -> tuple[Directive, ...]:
    note = HookNote(at, "PostToolBatch", text)
    return to_trace(session(*calls, notes=(note,)), "app", Settings()).directives


def block(said: str, attributes: str = 'route="r"') -> str:
    return f'<adage-reflex track="t" {attributes} strength="fire" kind="run">{said}</adage-reflex>'


def test_a_route_of_step_keys_names_its_steps_in_order() -> None:
    text = block("do it", 'id="abc" route="sh:make gen &gt; sh:make test"')
    assert directives(text, 0) == (
        Directive(0, ("sh:make gen", "sh:make test"), "abc", kind="run"),
    )


def test_an_unescaped_divider_is_read_too() -> None:
    text = block("do it", 'reflex="abc" route="sh:make gen > list"')
    found = directives(text, 0)
    assert [(d.keys, d.reflex) for d in found] == [(("sh:make gen", "list"), "abc")]


def test_without_a_route_of_keys_the_command_in_backticks_is_named() -> None:
    found = directives(block("After schema edits run `make gen && make test -q`."), 0)
    assert [d.keys for d in found] == [("sh:make gen", "sh:make test")]


def test_a_command_that_the_agent_ran_is_found_word_for_word() -> None:
    found = directives(block("Run make gen after edits."), 0, shell("make gen", 1), shell("ls", 2))
    assert [d.keys for d in found] == [("sh:make gen",)]


def test_part_of_a_longer_word_is_not_the_command() -> None:
    assert directives(block("Run make general."), 0, shell("make gen", 1)) == ()


def test_the_finish_line_names_what_has_not_run() -> None:
    found = directives("Adage finish-line check: make gen has not run since a.json changed.", 0)
    assert [d.keys for d in found] == [("sh:make gen",)]


def test_a_directive_counts_from_the_next_turn_on() -> None:
    first, same, later = shell("ls", 1), shell("pwd", 1), shell("make gen", 2)
    found = directives(block("`make gen`"), 1, first, same, later)
    assert [d.pos for d in found] == [2]


def test_a_directive_after_the_last_step_stands_behind_it() -> None:
    assert [d.pos for d in directives(block("`make gen`"), 1, shell("ls", 1))] == [1]


def test_the_same_block_told_twice_at_one_moment_is_one_directive() -> None:
    note = HookNote(0, "Stop", block("`make gen`"))
    told = to_trace(session(notes=(note, note)), "app", Settings()).directives
    assert len(told) == 1


def test_text_of_another_hook_is_no_directive() -> None:
    assert directives("Remember to run `make gen`.", 0) == ()


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("32_hook_directive_real.jsonl", True),
        ("33_hook_directive_forged.jsonl", False),
        ("37_stop_feedback_and_batch_context.jsonl", True),
    ],
)
def test_real_transcripts_tell_our_words_from_forged_ones(
    name: str, told: bool, shared: Path
) -> None:
    drafts = read_claude(shared / "corpus" / "edge" / "claude" / name, lambda _: True).drafts
    traces = [to_trace(draft.session, "app", Settings()) for draft in drafts]
    named = {key for trace in traces for each in trace.directives for key in each.keys}
    assert named == ({"sh:make gen"} if told else set())
