"""From calls to steps: what ran, in which segment, with which key, and how it ended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adage.constants import CONTINUATION_WORDS
from adage.records import Call, Effect, Prompt, Session, Step, Trace
from adage.settings import Settings
from adage.traces.claude_code import read_claude
from adage.traces.effects import load_rules
from adage.traces.normalise import is_continuation, task_key, to_trace

ROOT = "/home/ann/app"
RULES = load_rules()
SETTINGS = Settings()


def call(tool: str, turn: int = 1, **values: Any) -> Call:
    names = {"shell": "Bash", "edit": "Edit", "read": "Read", "search": "Grep"}
    values = {"outcome": "ok", "cwd": ROOT, "name": names.get(tool, tool), **values}
    return Call(id=f"c{turn}", tool=tool, turn=turn, **values)


def session(*calls: Call, prompts: tuple[Prompt, ...] = (Prompt(0, "add a flag please now"),),
            **values: Any) -> Session:  # fmt: skip
    made = Session(
        id="s", root="s", harness="claude", path="s.jsonl", cwd=ROOT, start=1.0, end=2.0,
        prompts=prompts, calls=calls,
    )  # fmt: skip
    return replace(made, **values)


def trace(*calls: Call, **values: Any) -> Trace:
    return to_trace(session(*calls, **values), "app", SETTINGS, RULES)


def steps(*calls: Call) -> tuple[Step, ...]:
    return trace(*calls).steps


def keys(*calls: Call) -> list[str]:
    return [step.key for step in steps(*calls)]


def test_a_compound_command_is_one_step_for_each_part() -> None:
    found = steps(call("shell", text="cd web && export A=1\nmake gen; make test", exit_code=1,
                       outcome="failed", line=7))  # fmt: skip
    assert [(s.key, s.ok, s.runner, s.effect) for s in found] == [
        ("sh:make gen", True, "make gen", Effect.REGENERATE),
        ("sh:make test", False, "make test", Effect.VERIFY),
    ]
    assert [(s.idx, s.call, s.line) for s in found] == [(0, 0, 7), (1, 0, 7)]


def test_the_text_to_deliver_is_right_from_the_root() -> None:
    script = "cd web && make test 2>&1 | tail -20; cd .. ; FOO=1 make gen > /dev/null 2>&1"
    assert [s.raw for s in steps(call("shell", text=script))] == [
        "cd web && make test",
        "FOO=1 make gen",
    ]


def test_a_call_made_in_a_folder_of_the_repository_says_so() -> None:
    (found,) = steps(call("shell", text="npm test", cwd=f"{ROOT}/my web"))
    assert found.raw == 'cd "my web" && npm test'


def test_calls_that_never_ran_are_no_steps() -> None:
    gone = [
        call("shell", text="make", outcome=each) for each in ("refused", "cancelled", "invalid")
    ]
    assert steps(*gone) == ()


def test_a_failed_edit_is_no_edit_and_a_timeout_is_unknown() -> None:
    assert keys(call("edit", paths=("a.py",), outcome="failed")) == []
    (found,) = steps(call("shell", text="make test", outcome="timeout", exit_code=143))
    assert found.ok is None


def test_an_edit_has_a_key_levels_and_a_path_for_each_of_its_files() -> None:
    found = steps(call("edit", paths=(f"{ROOT}/cmd/web/a.go", "README.md")))
    assert [(s.key, s.paths, s.effect) for s in found] == [
        ("edit:cmd/web/*.go", ("cmd/web/a.go",), Effect.AUTHOR),
        ("edit:README.md", ("README.md",), Effect.AUTHOR),
    ]
    assert found[0].levels == ("cmd/web/a.go", "cmd/web/*.go", "cmd/**/*.go", "**/*.go", "**")


def test_other_tools_have_keys_without_specifics() -> None:
    assert keys(
        call("read", paths=(f"{ROOT}/src/a.py",)),
        call("list", paths=(ROOT,)),
        call("search", text="needle", paths=(f"{ROOT}/src",)),
        call("fetch", text="https://example.com"),
        call("task", text="look around"),
        call("mcp:tracker__get_issue", arguments=("owner", "id")),
        call("other", name="TodoWrite"),
        call("edit", paths=("/tmp/x.py",)),
        call("edit", paths=("/etc/hosts",)),
    ) == [
        "read:src/*.py", "list", "search", "fetch", "task", "mcp:tracker__get_issue id owner",
        "other:TodoWrite", "edit:{tmp}", "edit:{path}",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("cat > src/a.py <<'EOF'\nx > y\nEOF", ["edit:src/*.py"]),
        ("echo x >> notes.md", ["edit:notes.md"]),
        ("make gen | tee out/log.txt", ["edit:out/*.txt"]),
        ("cd src && echo x > a.py", ["edit:src/*.py"]),
        ("make gen > /dev/null 2>&1", ["sh:make gen"]),
        ("make test > /tmp/log 2>&1", ["sh:make test"]),
        ("make test >&2", ["sh:make test"]),
        ("FOO=1", []),
        ("true", []),
        ("cd web", []),
        ("make test || true", ["sh:make test"]),
    ],
)
def test_a_part_that_writes_a_file_is_an_edit_of_it(script: str, expected: list[str]) -> None:
    assert keys(call("shell", text=script)) == expected


def test_a_failure_behind_a_filter_is_seen_by_its_summary_line() -> None:
    hidden = call("shell", text="rtk bun run test 2>&1 | tail -20", exit_code=0)
    assert [s.ok for s in steps(hidden)] == [None]
    (found,) = steps(replace(hidden, verdict=False))
    assert (found.ok, found.runner, found.effect) == (False, "rtk bun", Effect.VERIFY)


def test_paths_a_command_names_are_kept() -> None:
    (found,) = steps(call("shell", text="pytest tests/a.py /tmp/x ~/y tests/a.py src/b.py -q"))
    assert found.paths == ("tests/a.py", "src/b.py")


def test_a_prompt_opens_a_segment_unless_it_only_says_go_on() -> None:
    prompts = (Prompt(0, "yes"), Prompt(1, "go on"), Prompt(2, "now do the other thing"))
    found = trace(*[call("list", turn) for turn in range(3)], prompts=prompts)
    assert [s.segment for s in found.steps] == [1, 1, 2]


def test_continuations_are_short_or_known() -> None:
    assert is_continuation(Prompt(0, "Keep going!"), SETTINGS)
    assert is_continuation(Prompt(0, "fix it now"), SETTINGS)
    assert not is_continuation(Prompt(0, "fix it right now"), SETTINGS)
    never_short = Settings({CONTINUATION_WORDS.key: 0})
    assert is_continuation(Prompt(0, "Go ahead."), never_short)
    assert not is_continuation(Prompt(0, "fix it now"), never_short)


def test_a_rerun_is_the_same_task_and_another_ticket_is_not() -> None:
    def task(text: str) -> str:
        return task_key(session(prompts=(Prompt(0, text),)))

    assert task("Fix  ticket\nW-1") == task("fix ticket w-1")
    assert task("fix ticket W-1") != task("fix ticket W-2")
    assert len(task("x")) == 16
    assert task_key(session(task_id="t-7")) == "t-7"


def test_sessions_without_a_prompt_are_tasks_of_their_own() -> None:
    one, other = session(prompts=(), root="a"), session(prompts=(), root="b")
    assert task_key(one) != task_key(other)


def shell(script: str, exit_code: int = 0) -> Call:
    outcome = "failed" if exit_code else "ok"
    return call("shell", text=script, exit_code=exit_code, outcome=outcome)


EDIT = call("edit", paths=("a.py",))


@pytest.mark.parametrize(
    ("calls", "outcome"),
    [
        ((EDIT, shell("make test")), True),
        ((EDIT, shell("make test", 2)), False),
        ((shell("make test"), EDIT), None),
        ((EDIT, shell("make test"), shell("npm ci"), shell("git push")), True),
        ((EDIT, shell("make test"), shell("git add . && git commit -m x")), True),
        ((EDIT, shell("make test"), shell("make gen")), None),
        ((EDIT, shell("make test 2>&1 | tail -3")), None),
        ((), None),
    ],
)
def test_the_last_check_after_the_last_change_decides(
    calls: tuple[Call, ...], outcome: bool | None
) -> None:
    assert trace(*calls).outcome is outcome


def test_an_outcome_that_the_harness_gives_is_kept() -> None:
    assert trace(EDIT, shell("make test"), outcome=False).outcome is False


def test_a_session_started_in_a_subfolder_is_read_from_the_repositorys_root() -> None:
    inside = session(call("read", paths=("a.py",), cwd=f"{ROOT}/web"), cwd=f"{ROOT}/web")
    assert to_trace(inside, ROOT, SETTINGS, RULES).steps[0].paths == ("web/a.py",)
    assert to_trace(inside, "app", SETTINGS, RULES).steps[0].paths == ("a.py",)


def test_a_worktree_reads_like_its_repository() -> None:
    tree = f"{ROOT}/.claude/worktrees/fix-1"
    found = trace(
        call("read", paths=(f"{tree}/src/a.py",), cwd=tree),
        call("edit", paths=(f"{ROOT}/src/a.py",), cwd=tree),
        call("shell", text=f"cd {ROOT} && make test", cwd=tree),
        cwd=tree,
    )
    assert [s.key for s in found.steps] == ["read:src/*.py", "edit:src/*.py", "sh:make test"]
    assert found.steps[2].raw == "make test"


def test_windows_paths_and_powershell_read_like_any_other() -> None:
    found = trace(
        call("edit", paths=("D:\\app\\src\\a.go",), cwd="D:\\app"),
        call("shell", text="cd /d/app/src && go vet ./...", cwd="D:\\app"),
        call("shell", text="git diff | Select-Object -First 3", cwd="D:\\app", shell="powershell"),
        cwd="D:\\app",
    )
    assert [s.key for s in found.steps] == ["edit:src/*.go", "sh:go vet ./...", "sh:git diff"]
    assert [s.raw for s in found.steps[1:]] == ["cd src && go vet ./...", "git diff"]


@pytest.mark.shared
def test_every_edge_transcript_becomes_sound_traces(shared: Path) -> None:
    files = sorted((shared / "corpus" / "edge" / "claude").rglob("*.jsonl"))
    drafts = [d for path in files for d in read_claude(path, lambda _: True).drafts]
    traces = [to_trace(draft.session, "app", SETTINGS, RULES) for draft in drafts]
    assert len(traces) > 10
    for found in traces:
        assert [s.idx for s in found.steps] == list(range(len(found.steps)))
        assert all(s.key and s.raw for s in found.steps)
        assert all(0 <= d.pos <= len(found.steps) for d in found.directives)


@pytest.mark.shared
def test_the_runner_that_never_worked_is_always_seen_to_fail(shared: Path) -> None:
    folder = shared / "corpus" / "claude" / "PackmindHub__context-evaluator"
    drafts = [d for path in sorted(folder.rglob("*.jsonl")) for d in read_claude(
        path, lambda _: True).drafts]  # fmt: skip
    found = [to_trace(draft.session, "app", SETTINGS, RULES) for draft in drafts]
    runs = [s.ok for each in found for s in each.steps if s.runner == "rtk bun"]
    assert len(runs) >= 50
    assert set(runs) == {False}
