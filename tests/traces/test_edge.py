"""Every edge file of the corpus is made of what its list says should be made of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adage.records import Reading, Session
from tests.traces.writing import read

pytestmark = pytest.mark.shared

MAIN = "11111111-2222-4333-8444-555555555555"
CLAUDE = "claude/"
PLAIN_PROMPTS, PLAIN_CALLS = ["run the tests"], [("make test", "ok")]


def prompts(session: Session) -> list[str]:
    return [prompt.text for prompt in session.prompts]


def calls(session: Session) -> list[tuple[str, str]]:
    return [(call.text, call.outcome) for call in session.calls]


def only(reading: Reading) -> Session:
    assert len(reading.sessions) == 1
    return reading.sessions[0]


def skipped(reading: Reading) -> dict[str, int]:
    (file,) = reading.files
    return dict(file.skipped)


def is_basic(reading: Reading) -> None:
    session = only(reading)
    assert (prompts(session), calls(session)) == (PLAIN_PROMPTS, PLAIN_CALLS)


def is_basic_with(**expected: int) -> Callable[[Reading], None]:
    def check(reading: Reading) -> None:
        is_basic(reading)
        assert skipped(reading) == {key.replace("_", " "): n for key, n in expected.items()}

    return check


def is_empty(reading: Reading) -> None:
    assert reading.sessions == ()


def is_empty_without_a_problem(reading: Reading) -> None:
    assert reading.sessions == ()
    assert [file.problem for file in reading.files] == [""]


def repeats_lines(reading: Reading) -> None:
    is_basic(reading)
    assert reading.duplicates == {"record written twice": 2}


def repeats_a_result(reading: Reading) -> None:
    is_basic(reading)
    assert reading.duplicates == {"repeated result": 1}


def is_resumed(reading: Reading) -> None:
    session = only(reading)
    assert session.id.startswith("99999999")
    assert (prompts(session), calls(session)) == ([*PLAIN_PROMPTS, "now lint"], PLAIN_CALLS)
    assert reading.duplicates == {"copied session": 1}


def is_one_turn(reading: Reading) -> None:
    assert [(call.text, call.turn) for call in only(reading).calls] == [
        ("make test", 0),
        ("git status", 0),
    ]


def keeps_every_branch(reading: Reading) -> None:
    session = only(reading)
    assert len(session.calls) == 2
    assert {(call.outcome, call.abandoned) for call in session.calls} == {("ok", False)}


def ignores_progress(reading: Reading) -> None:
    is_basic(reading)
    assert set(reading.files[0].ignored) == {"line of type progress"}
    assert not only(reading).calls[0].abandoned


def is_rewound(reading: Reading) -> None:
    session = only(reading)
    assert [(call.id, call.abandoned) for call in session.calls] == [
        ("toolu_1", False),
        ("toolu_3", True),
    ]
    assert len(session.prompts) == 3


def is_rewound_and_compacted(reading: Reading) -> None:
    assert prompts(only(reading)) == [
        "Start", "First attempt", "Second attempt", "Keep going", "After compaction",
    ]  # fmt: skip


def goes_on_over_the_gap(reading: Reading) -> None:
    session = only(reading)
    assert [call.outcome for call in session.calls] == ["ok", "ok"]
    assert len(session.prompts) == 1
    assert not any(call.abandoned for call in session.calls)


def splits_the_side_lane(reading: Reading) -> None:
    side, main = reading.sessions if reading.sessions[1].id == MAIN else reversed(reading.sessions)
    assert [call.name for call in main.calls] == ["Task", "Bash"]
    assert [call.name for call in side.calls] == ["Grep"]
    assert (side.root, side.prompts) == (MAIN, ())


def is_windows(reading: Reading) -> None:
    session = only(reading)
    assert session.cwd.startswith("C:\\Users\\Ann")
    assert len(session.calls) == 1


def survives_unicode(reading: Reading) -> None:
    session = only(reading)
    assert "\u2028" in session.prompts[0].text
    assert (session.calls[0].outcome, session.calls[0].exit_code) == ("failed", 1)
    json.dumps(prompts(session), ensure_ascii=False).encode("utf-8")


def keeps_the_step(reading: Reading) -> None:
    assert len(only(reading).calls) == 1


def finds_cwd_late(reading: Reading) -> None:
    is_basic(reading)
    assert (only(reading).id, only(reading).cwd) == (MAIN, "/home/ann/shop")


def is_two_sessions(reading: Reading) -> None:
    assert [session.id[:8] for session in reading.sessions] == ["11111111", "44444444"]


def is_interrupted(reading: Reading) -> None:
    session = only(reading)
    assert prompts(session) == PLAIN_PROMPTS
    assert [(call.id, call.outcome) for call in session.calls] == [
        ("toolu_1", "refused"),
        ("toolu_5", "unknown"),
    ]


def has_one_sub_agent(reading: Reading) -> None:
    side, main = sorted(reading.sessions, key=lambda session: session.id == MAIN)
    assert (main.id, side.root, side.agent) == (MAIN, MAIN, "Explore")
    assert calls(side) == [("grep -rn x .", "ok")]
    assert len(reading.files) == 2


def has_odd_values(reading: Reading) -> None:
    session = only(reading)
    assert calls(session) == PLAIN_CALLS
    json.dumps([session.start, session.end], allow_nan=False)


def is_exposed(reading: Reading) -> None:
    session = only(reading)
    assert [note.at for note in session.notes] == [0, 1]
    assert all("<adage-reflex" in note.text for note in session.notes)
    assert session.calls[1].text == "make gen"


def is_forged(reading: Reading) -> None:
    assert only(reading).notes == ()


def is_of_a_proxy(reading: Reading) -> None:
    assert [(call.text, call.turn) for call in only(reading).calls] == [("make test", 1)]


def has_two_prompts(reading: Reading) -> None:
    assert prompts(only(reading)) == ["fix the login bug", "also add a test"]


def is_stopped(reading: Reading) -> None:
    session = only(reading)
    assert (len(session.prompts), len(session.calls)) == (1, 2)
    assert [(note.at, note.event) for note in session.notes] == [(1, "PostToolBatch"), (1, "Stop")]


def fails_without_numbers(reading: Reading) -> None:
    assert [(call.outcome, call.exit_code) for call in only(reading).calls] == [
        ("failed", None),
        ("cancelled", None),
        ("failed", 1),
    ]


def is_codex(outcome: str, code: int | None = None) -> Callable[[Reading], None]:
    def check(reading: Reading) -> None:
        session = only(reading)
        assert (session.harness, prompts(session)) == ("codex", PLAIN_PROMPTS)
        assert [(call.outcome, call.exit_code) for call in session.calls] == [(outcome, code)]
        assert session.cwd == "/home/ann/shop"

    return check


def replays_its_parent(reading: Reading) -> None:
    session = only(reading)
    assert session.id.endswith("bb")
    assert [call.id for call in session.calls] == ["c1", "c2"]


def ends_in_the_background(reading: Reading) -> None:
    found = {call.id: (call.outcome, call.exit_code) for call in only(reading).calls}
    assert found == {"c1": ("failed", 1), "c3": ("unknown", None)}


def has_all_output_shapes(reading: Reading) -> None:
    found = {call.id: call for call in only(reading).calls}
    assert (found["c2"].outcome, found["c2"].exit_code) == ("failed", 1)
    assert (found["c3"].tool, found["c3"].paths, found["c3"].outcome) == ("edit", ("a.py",), "ok")


def is_rolled_back(reading: Reading) -> None:
    session = only(reading)
    assert [(call.id, call.abandoned) for call in session.calls] == [("c1", True)]
    assert prompts(session) == ["run the tests", "instead: lint"]


def is_a_stream(reading: Reading) -> None:
    is_empty(reading)
    assert "codex exec --json" in reading.files[0].problem


def is_a_faulty_storage(reading: Reading) -> None:
    session = only(reading)
    assert (session.id, session.cwd, prompts(session)) == ("ses_a", "/home/ann/shop", PLAIN_PROMPTS)
    assert [(call.tool, call.outcome, call.exit_code) for call in session.calls] == [
        ("shell", "failed", 2),
        ("shell", "unknown", None),
        ("edit", "failed", None),
    ]
    assert skipped(reading) == {"not JSON": 1}


CHECKS: dict[str, Callable[[Reading], None]] = {
    "claude/00_basic_valid.jsonl": is_basic,
    "claude/01_empty.jsonl": is_empty_without_a_problem,
    "claude/02_truncated_last_line.jsonl": is_basic_with(cut_off_at_the_end=1),
    "claude/03_nul_block_midfile.jsonl": is_basic_with(only_NUL_bytes=1),
    "claude/03b_record_then_nul_padding.jsonl": is_basic,
    "claude/04_malformed_midfile.jsonl": is_basic_with(not_JSON=1),
    "claude/05_glued_objects.jsonl": is_basic_with(),
    "claude/06_duplicate_lines.jsonl": repeats_lines,
    "claude/06b_duplicate_result_other_uuid.jsonl": repeats_a_result,
    "claude/07_resume_copy": is_resumed,
    "claude/08_split_message_interleaved.jsonl": is_one_turn,
    "claude/09_parallel_siblings.jsonl": keeps_every_branch,
    "claude/10_progress_fork.jsonl": ignores_progress,
    "claude/11_rewind.jsonl": is_rewound,
    "claude/12_compact_after_rewind_preserved.jsonl": is_rewound_and_compacted,
    "claude/13_dangling_logical_parent.jsonl": goes_on_over_the_gap,
    "claude/14_orphan_parent.jsonl": goes_on_over_the_gap,
    "claude/15_inline_sidechain_legacy.jsonl": splits_the_side_lane,
    "claude/17_windows_crlf": is_windows,
    "claude/18_bom.jsonl": is_basic_with(),
    "claude/19_unicode.jsonl": survives_unicode,
    "claude/20_invalid_utf8.jsonl": keeps_the_step,
    "claude/21_binary.jsonl": is_empty,
    "claude/22_unknown_and_nondict.jsonl": is_basic_with(not_an_object=4),
    "claude/23_metadata_only.jsonl": is_empty_without_a_problem,
    "claude/23b_metadata_first.jsonl": finds_cwd_late,
    "claude/24_mismatch": is_two_sessions,
    "claude/25_result_before_call.jsonl": is_basic,
    "claude/26_no_result_interrupted.jsonl": is_interrupted,
    "claude/27_subagents": has_one_sub_agent,
    "claude/28_result_content_arrays.jsonl": keeps_the_step,
    "claude/29_deep_nesting.jsonl": is_basic_with(nested_too_deep=1),
    "claude/30_nan_dupkeys.jsonl": has_odd_values,
    "claude/31_blank_lines.jsonl": is_basic_with(),
    "claude/32_hook_directive_real.jsonl": is_exposed,
    "claude/33_hook_directive_forged.jsonl": is_forged,
    "claude/34_proxy_model.jsonl": is_of_a_proxy,
    "claude/35_slash_and_meta_prompts.jsonl": has_two_prompts,
    "claude/36_not_jsonl_pretty.json": keeps_the_step,
    "claude/37_stop_feedback_and_batch_context.jsonl": is_stopped,
    "claude/38_failure_without_exit_code.jsonl": fails_without_numbers,
    "codex/00_basic_valid.jsonl": is_codex("failed", 2),
    "codex/01_bare_era.jsonl": is_codex("ok", 0),
    "codex/02_legacy_2025-06.json": is_codex("ok", 0),
    "codex/03_fork_replay.jsonl": replays_its_parent,
    "codex/04_paginated.jsonl": is_codex("ok", 0),
    "codex/05_compressed_rollout-2026-05-01T09-00-00-019dd000-0000-7000-8000-000000000001"
    ".jsonl.zst": is_codex("failed", 2),
    "codex/06_malformed.jsonl": is_codex("ok", 0),
    "codex/07_partial_then_full.jsonl": is_codex("ok", 0),
    "codex/08_background_stdin.jsonl": ends_in_the_background,
    "codex/09_flattened_items.jsonl": is_codex("ok", 0),
    "codex/10_output_shapes.jsonl": has_all_output_shapes,
    "codex/11_rollback_abort.jsonl": is_rolled_back,
    "codex/12_compacted.jsonl": is_codex("failed", 2),
    "codex/13_unknown_types.jsonl": is_codex("failed", 2),
    "codex/14_exec_json_stream.jsonl": is_a_stream,
    "codex/15_empty.jsonl": is_empty_without_a_problem,
    "opencode/storage_faults": is_a_faulty_storage,
}


@pytest.mark.parametrize("name", CHECKS)
def test_an_edge_file_is_read_as_its_list_says(shared: Path, name: str) -> None:
    CHECKS[name](read(shared / "corpus" / "edge" / name))


def test_every_edge_file_that_is_listed_is_checked(shared: Path) -> None:
    edge = shared / "corpus" / "edge"
    rows = (edge / "EXPECT.tsv").read_text(encoding="utf-8").splitlines()[1:]
    listed = {row.partition("\t")[0].replace("…", "*") for row in rows}
    # These rows name no file here: other folders of the corpus, and the maker of a huge one.
    listed = {name for name in listed if name.startswith((CLAUDE, "codex/", "opencode/"))}
    unchecked = {
        name for name in listed
        if not any(Path(check).match(name) or name.startswith(check + "/") for check in CHECKS)
    }  # fmt: skip
    assert unchecked == set()


def test_a_huge_line_costs_bounded_memory_at_most(shared: Path, tmp_path: Path) -> None:
    make = shared / "corpus" / "edge" / "make_huge.py"
    for size, outcome, left_out in (("25", "ok", 0), ("40", "unknown", 1)):
        path = tmp_path / f"{size}.jsonl"
        subprocess.run([sys.executable, make, path, size], check=True)
        reading = read(path)
        assert calls(only(reading)) == [("make test", outcome)]
        assert skipped(reading).get("line too long", 0) == left_out
        assert only(reading).end - only(reading).start == 3


def test_a_database_whose_rows_lie_in_the_log_is_read_without_a_trace(shared: Path) -> None:
    folder = shared / "corpus" / "opencode_derived" / "sqlite"
    before = sorted(path.name for path in folder.iterdir())
    assert len(read(folder / "opencode-local.db").sessions) == 2
    assert sorted(path.name for path in folder.iterdir()) == before
