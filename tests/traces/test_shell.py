"""Shell scripts: how they are cut, which part is blamed, what their output says."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adage.traces.shell import blame, blame_parts, split, split_texts, verdict

Oracles = dict[str, dict[str, Any]]
SHELL_TEXT = st.text(alphabet="ab1 \n\t'\"`$(){};&|<>#\\=-/.[]!*", max_size=60)


@pytest.mark.shared
def test_every_split_of_the_oracles_comes_out_the_same(oracles: Oracles) -> None:
    cases = [case for name, case in oracles.items() if name.startswith("shell_split")]
    assert len(cases) >= 9
    for case in cases:
        assert split_texts(case["inputs"]["command"]) == case["expected"]["parts"], case["name"]


@pytest.mark.shared
def test_blame_follows_the_oracle(oracles: Oracles) -> None:
    case = oracles["blame_rule"]
    told = [blame_parts(each["cmd"], each["exit"]) for each in case["inputs"]["cases"]]
    assert told == case["expected"]


@pytest.mark.parametrize(
    ("script", "parts"),
    [
        ("a && b || c; d & e", ["a", "b", "c", "d", "e"]),
        ("echo 'a; b' && c", ["echo 'a; b'", "c"]),
        ('echo "$(a; b)" ; c', ['echo "$(a; b)"', "c"]),
        ("echo `a; b`; c", ["echo `a; b`", "c"]),
        ("echo $'it\\'s; x'; c", ["echo $'it\\'s; x'", "c"]),
        ("echo $((1<<2)); c", ["echo $((1<<2))", "c"]),
        ("echo ${x:-a;b}; c", ["echo ${x:-a;b}", "c"]),
        ("diff <(a; b) <(c) && d", ["diff <(a; b) <(c)", "d"]),
        ("a 2>&1 | b &> out; c", ["a 2>&1 | b &> out", "c"]),
        ("a |& b; c", ["a |& b", "c"]),
        ("a \\\n  b\nc", ["a \\\n  b", "c"]),
        ("# said first\na # said after\nb", ["a", "b"]),
        ("x=(a b); y=()\nc", ["x=(a b)", "y=()", "c"]),
        ("[[ -f a && -d b ]] && c", ["[[ -f a && -d b ]]", "c"]),
        ("if a; then b; fi && c", ["if a; then b; fi", "c"]),
        ("while a; do b; done < f; c", ["while a; do b; done < f", "c"]),
        ("case $x in a) b;; (c) d;; esac; e", ["case $x in a) b;; (c) d;; esac", "e"]),
        ("f() {\n a; b\n}\nf", ["f() {\n a; b\n}", "f"]),
        ("function f { a; b; }; c", ["function f { a; b; }", "c"]),
        ("{ a; b; } && c", ["a", "b", "c"]),
        ("{ a; b; } > out; c", ["{ a; b; } > out", "c"]),
        ("(a; b) | tail -3; c", ["(a; b) | tail -3", "c"]),
        ("((x++)); c", ["((x++))", "c"]),
        ("a |\n b\nc", ["a |\n b", "c"]),
        ("", []),
        ("  \n # only words\n", []),
    ],
)
def test_scripts_are_cut_at_their_top_level(script: str, parts: list[str]) -> None:
    assert split_texts(script) == parts


def test_a_commit_message_in_a_here_document_is_one_part() -> None:
    commit = "git commit -m \"$(cat <<'EOF'\nfix (it's done); a && b\nEOF\n)\""
    assert split_texts(f"git add . && {commit} && git push") == ["git add .", commit, "git push"]


def test_two_here_documents_on_one_line_are_stepped_over() -> None:
    script = "paste <<A <<-B\na; b\nA\n\tc && d\n\tB\nmake"
    assert split_texts(script) == [script[: -len("\nmake")], "make"]


def test_a_command_on_the_line_of_a_here_document_stays_with_it() -> None:
    script = "cat <<EOF > f && make\nx\nEOF"
    assert split_texts(script) == [script]


@pytest.mark.parametrize("script", ["echo 'a; b", 'echo "a; b', "a; (b", "cat <<EOF\na; b", "a )"])
def test_a_script_that_is_not_closed_stays_whole(script: str) -> None:
    assert split_texts(script) == [script]


def test_cd_moves_the_parts_after_it_and_only_inside_its_subshell() -> None:
    parts = split("cd web && a; (cd ../api && b); c; cd /tmp/x\nd")
    folders = {part.text: part.folder for part in parts}
    assert (folders["a"], folders["b"], folders["c"], folders["d"]) == (
        "web",
        "api",
        "web",
        "/tmp/x",
    )


def test_powershell_is_cut_by_its_own_quoting() -> None:
    script = "$x = 'it''s; a'; git diff | Select-Object -First 3\nif ($y) { a; b } else { c }\nd"
    parts = split(script, "powershell")
    assert [part.text for part in parts] == [
        "$x = 'it''s; a'",
        "git diff | Select-Object -First 3",
        "if ($y) { a; b } else { c }",
        "d",
    ]
    assert parts[1].is_filtered
    assert parts[1].program == "git"


def test_powershell_here_strings_and_backticks_stay_in_one_part() -> None:
    script = "Set-Content a.txt @'\nx; y\n'@\ngit commit `\n -m x; ls"
    texts = [part.text for part in split(script, "powershell")]
    assert texts == ["Set-Content a.txt @'\nx; y\n'@", "git commit `\n -m x", "ls"]


@given(SHELL_TEXT, st.sampled_from(["bash", "powershell"]))
@settings(max_examples=400, deadline=None)
def test_splitting_never_raises_and_keeps_every_word_in_order(script: str, shell: str) -> None:
    at = 0
    for part in split(script, shell):
        assert part.text
        # A PowerShell `else` on a line of its own is joined to its `if`, so blanks may differ.
        found = script.find(part.text, at)
        assert found >= at
        at = found + len(part.text)


@given(SHELL_TEXT.filter(lambda text: "#" not in text))
@settings(max_examples=400, deadline=None)
def test_only_separators_are_lost_between_parts(script: str) -> None:
    at, lost = 0, ""
    for part in split(script):
        found = script.find(part.text, at)
        lost += script[at:found]
        at = found + len(part.text)
    assert set(lost + script[at:]) <= set(" \t\n;&|(){}\\")


FRAGMENTS = [
    "make gen",
    "a | tail -3",
    "echo 'x; y && z'",
    "git commit -m \"$(cat <<'EOF'\nit's; done\nEOF\n)\"",
    "cat > f <<EOF\na && b\nEOF",
    "if a; then b || c; fi",
    "for f in *.py; do x $f; done > out",
    "case $x in a|b) c;; *) d;; esac",
    "x=(a b)",
    "f() { a; b; }",
    "diff <(a; b) c 2>&1",
    "echo $((1 << 2)) ${x:-a;b}",
    "[[ $a == b && c < d ]]",
]


@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=5), st.data())
@settings(max_examples=300, deadline=None)
def test_commands_joined_by_operators_come_apart_again(
    joined: list[str], data: st.DataObject
) -> None:
    script = joined[0]
    for before, fragment in pairwise(joined):
        # Only a line break may follow the last line of a here-document.
        ends_line = before.endswith("\nEOF")
        operators = ["\n", "\n\n# why\n"] if ends_line else [" && ", "; ", " || ", "\n", " & "]
        script += data.draw(st.sampled_from(operators)) + fragment
    assert split_texts(script) == joined


@given(st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_arbitrary_text_is_never_too_strange(text: str) -> None:
    for shell in ("bash", "powershell"):
        blame(split(text, shell), exit_code=1)
    verdict(text)


def test_a_display_filter_hides_the_outcome_unless_the_output_shows_it() -> None:
    parts = split("make fmt && make test 2>&1 | tail -20")
    assert blame(parts, exit_code=0) == [True, None]
    assert blame(parts, exit_code=0, verdict=False) == [True, False]
    assert blame(parts, exit_code=0, verdict=True) == [True, True]


def test_a_verdict_that_two_hidden_parts_may_have_said_is_given_to_neither() -> None:
    parts = split("make test | tail -5; make lint | tail -5")
    assert blame(parts, exit_code=0, verdict=False) == [None, None]


def test_a_failure_before_an_or_true_is_found_in_the_output() -> None:
    parts = split("make test || true")
    assert blame(parts, exit_code=0) == [None, None]
    assert blame(parts, exit_code=0, verdict=False) == [False, None]


def test_what_a_closed_group_pipes_away_is_unknown() -> None:
    assert blame(split("(make gen; make test) | tail -3"), exit_code=0) == [None]


def test_without_an_exit_code_the_recorded_outcome_decides() -> None:
    parts = split("make gen && make test")
    assert blame(parts, ok=False) == [True, False]
    assert blame(parts, ok=True) == [True, True]
    assert blame(parts) == [None, None]


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("==== 3 failed, 2 passed in 0.1s ====", False),
        ("5 passed, 1 warning in 2s", True),
        (" 12 pass\n 0 fail\nRan 12 tests", True),
        (" 10 pass\n 2 fail", False),
        ("error: unrecognized subcommand 'bun'\n\nUsage: rtk", False),
        ("ok  \texample.com/app\t0.3s", True),
        ("--- FAIL: TestX (0.0s)\nFAIL\n", False),
        ("ok  \texample.com/a\t0.3s\nFAIL\texample.com/b\t0.1s", False),
        ("test result: ok. 5 passed; 0 failed; 0 ignored", True),
        ("test result: FAILED. 4 passed; 1 failed", False),
        ("make: *** [Makefile:3: test] Error 2", False),
        ("✖ 3 problems (2 errors, 1 warning)", False),
        ("✖ 3 problems (0 errors, 3 warnings)", True),
        ("Found 3 errors (3 fixed, 0 remaining).", True),
        ("Found 5 errors (3 fixed, 2 remaining).", False),
        ("Tests:       1 failed, 5 passed, 6 total", False),
        ("Test Files  2 passed (2)", True),
        ("[lint:go] 0 issues.", True),
        ("[lint:go] 1 issues:\n[lint:go] * dupl: 1", False),
        ("[test] ERROR task failed", False),
        ("Checked 286 files in 125ms. No fixes applied.", True),
        ("Checked 286 files in 125ms. No fixes applied.\nFound 1 error.", False),
        ("Success: no issues found in 3 source files", True),
        ("FAILED tests/test_x.py::test_a", False),
        ("\x1b[31m2 failing\x1b[0m", False),
        ("0 failed", True),
        ("src/a.ts: 3 errors in this file are discussed", None),
        ("hello", None),
        ("", None),
    ],
)
def test_summary_lines_speak(output: str, said: bool | None) -> None:
    assert verdict(output) is said


def test_an_error_that_a_passing_test_prints_does_not_make_it_fail() -> None:
    assert verdict("error: Database connection failed\n 315 pass\n 0 fail") is True
