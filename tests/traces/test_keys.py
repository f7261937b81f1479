"""Step keys and runners: the same step reads the same, different steps do not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adage.traces.keys import command_key, is_followed, runner
from adage.traces.path_class import repository_place
from adage.traces.shell import split

HOME = repository_place("/home/ann/app")


def key(script: str, shell: str = "bash") -> str:
    return command_key(split(script, shell)[-1], HOME)


def runs(script: str) -> str:
    return runner(split(script)[-1])


@pytest.mark.shared
def test_the_oracle_says_when_a_command_was_followed(oracles: dict[str, dict[str, Any]]) -> None:
    case = oracles["followed_rule"]
    told = [is_followed(case["inputs"]["canonical"], run) for run in case["inputs"]["runs"]]
    assert told == case["expected"]


@pytest.mark.parametrize(
    "script",
    [
        "mise run test",
        "mise run test 2>&1",
        "mise run test 2>&1 | tail -20",
        "mise run test | grep -v ok | head -5",
        "cd sub && mise run test",
        "FOO=1 BAR='x y' mise run test",
        "timeout 60 mise run test",
        "time mise run test",
        "env -u X FOO=1 nice -n 5 mise run test",
        "sudo -u ann mise run test",
        "mise run test -q > /dev/null",
        "mise -C sub run test",
    ],
)
def test_what_surrounds_a_command_is_no_part_of_its_key(script: str) -> None:
    assert key(script) == "sh:mise run test"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("git -C web diff a/b.py", "sh:git diff web/a/*.py"),
        ("sed -i '' a/b.py", "sh:sed -i {str} a/*.py"),
        ("pytest -x -q tests/test_a.py --tb=short", "sh:pytest tests/*.py"),
        ("pytest tests/test_a.py -k name", "sh:pytest -k tests/*.py name"),
        ("/usr/bin/python3 -m pytest", "sh:python3 -m pytest"),
        (".venv/bin/python -m pytest", "sh:.venv/bin/python -m pytest"),
        ("git commit -m 'fix the bug'", "sh:git commit -m {str}"),
        ("git -C /home/ann/app diff /home/ann/app/src/a.py", "sh:git diff src/*.py"),
        ("git show a1b2c3d", "sh:git show {sha}"),
        ("gh pr view 12", "sh:gh pr view {n}"),
        ("head -20 README.md", "sh:head -{n} README.md"),
        ("go test ./cmd/... -run TestA", "sh:go test -run ./cmd/... TestA"),
        ("cat /tmp/a.log ~/x/y", "sh:cat {tmp} {path}"),
        ("rtk git log --oneline -5", "sh:rtk git log --oneline -{n}"),
        ("cat a.txt | ./run.sh", "sh:cat a.txt | ./run.sh"),
        ("for f in a; do b; cat x | tail; done", "sh:{code} b cat tail"),
        ("if a; then make test; fi", "sh:{code} a make"),
        ("[[ -f a && -d b ]]", "sh:{code} [["),
        ("echo 'never closed", "sh:{code}"),
        ("curl https://example.com/a?b=1", "sh:curl {url}"),
    ],
)
def test_keys_keep_the_step_and_drop_the_specifics(script: str, expected: str) -> None:
    assert key(script) == expected


def test_a_path_is_seen_from_the_folder_the_part_runs_in() -> None:
    assert key("cd web && npx eslint src/a.ts") == "sh:npx eslint web/src/*.ts"


def test_powershell_filters_leave_the_key_too() -> None:
    assert key("git diff | Select-Object -First 20", "powershell") == "sh:git diff"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("make gen", "make gen"),
        ("make -C web test", "make test"),
        ("make", "make"),
        ("npm run lint:fix -- --quiet", "npm run lint:fix"),
        ("npm test", "npm test"),
        ("bun run test", "bun run test"),
        ("mise run test:ci", "mise run test:ci"),
        ("just fmt", "just fmt"),
        ("python -m pytest -q", "python -m pytest"),
        ("uv run --with x pytest tests", "uv run pytest"),
        ("npx tsc --noEmit", "npx tsc"),
        ("git status --short", "git status"),
        ("docker compose up", "docker compose"),
        ("pytest tests", "pytest"),
        ("rtk bun run test", "rtk bun"),
        ("rtk git log", "rtk git"),
        ("rtk test bun run test", "rtk test"),
        ("./gradlew test", "./gradlew test"),
        ("FOO=1", ""),
    ],
)
def test_the_runner_is_the_words_that_select_the_tool(script: str, expected: str) -> None:
    assert runs(script) == expected


def test_a_command_is_followed_with_more_options_but_not_on_other_things() -> None:
    assert is_followed("make gen", "make gen 2>&1 | tail -3")
    assert is_followed("make gen && make test", "make test; make gen")
    assert is_followed("cd web && npm test", "cd web; npm test")
    assert not is_followed("make gen", "make")
    assert not is_followed("gofmt -l .", "gofmt .")
    assert not is_followed("", "make gen")


@given(
    st.text(alphabet="ab1 -=/.'\"|;&$<>\n", max_size=60), st.sampled_from(["bash", "powershell"])
)
@settings(max_examples=300, deadline=None)
def test_any_text_has_a_key_of_one_line(script: str, shell: str) -> None:
    for part in split(script, shell):
        made = command_key(part, HOME)
        assert made.startswith("sh:")
        assert made == command_key(part, HOME)
        assert "\n" not in made
