"""The rewrite: only the command word of a top-level command, and only where that is sure."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from adage.hook.at_command import RULES
from adage.hook.permissions import allows_rewrite, matches
from adage.hook.rewrite import apply, interpreter_edits, pair_edits
from tests.hook.tricky import CHANGED, LEFT_ALONE
from tests.hook.world import DEAD, TREATED, World, text_of

ROOT = "/home/ann/app"
VENV = ".venv/bin/python"
COMPOSITIONS = int(os.environ.get("ADAGE_COMPOSITIONS", "60"))


def rewritten(command: str) -> str:
    return apply(command, interpreter_edits(command, VENV, ROOT))


@pytest.mark.parametrize(("command", "wanted"), CHANGED)
def test_the_command_word_changes(command: str, wanted: str) -> None:
    assert rewritten(command) == wanted


@pytest.mark.parametrize("command", LEFT_ALONE)
def test_everything_else_is_left_alone(command: str) -> None:
    assert rewritten(command) == command


def test_going_to_the_root_changes_nothing_about_the_command() -> None:
    command = f"cd {ROOT} && python3 -m pytest"
    assert rewritten(command) == f"cd {ROOT} && {VENV} -m pytest"


def test_an_approved_pair_replaces_whole_words_only() -> None:
    old, new = ["python3", "-m", "pytest"], [VENV, "-m", "pytest"]
    command = "python3 -m pytest -q && python3 -m pytestx && echo 'python3 -m pytest'"
    wanted = f"{VENV} -m pytest -q && python3 -m pytestx && echo 'python3 -m pytest'"
    assert apply(command, pair_edits(command, old, new, ROOT)) == wanted


STUB = """#!/bin/sh
sum=none
[ -t 0 ] || sum=$(cksum)
printf '%s\\n' "$* $sum" >> "$STUB_LOG"
"""
FRAGMENTS = [
    "python3 -m pytest -q", "python3 a.py", "echo hi", "true", "false", "printf 'x\\n'",
    "python3 - <<'EOF'\nprint('a')\npython3 -m pytest\nEOF", "python3 -c 'pass'", "echo $(echo y)",
    "echo 'python3 -m pytest'", 'echo "python3 $(echo z)"', "cat <<A\nbody python3\nA",
    "x=1", "A=2 python3 a.py", "(python3 a.py)", "if true; then python3 a.py; fi", "cd .",
    "for i in 1 2; do python3 a.py; done", "env B=1 python3 a.py", "! python3 a.py",
    "python3 -m pytest -k 'a and b'", "python3 a.py < in.txt", "python3 a.py 2>/dev/null",
    "echo é ✓", "# python3 -m pytest\ntrue", "python3 \\\n -m pytest", "cat in.txt",
]  # fmt: skip
OPERATORS = ["; ", " && ", " || ", " | ", "\n", " & wait\n"]


def compose(dice: random.Random) -> str:
    """One to four fragments with operators between; a here-document ends its line."""
    text = dice.choice(FRAGMENTS)
    for _ in range(dice.randint(0, 3)):
        operator = "\n" if text.endswith(("EOF", "\nA")) else dice.choice(OPERATORS)
        text += operator + dice.choice(FRAGMENTS)
    return text


def runs(command: str, folder: Path, name: str) -> tuple[int, bytes, list[str]]:
    """How the command ends, what it prints, and what the stub programs were called with."""
    log = folder / f"{name}.log"
    environ = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "STUB_LOG": str(log), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environ, capture_output=True,
        stdin=subprocess.DEVNULL, timeout=60, check=False,
    )  # fmt: skip
    lines = sorted(log.read_text().splitlines()) if log.exists() else []
    log.unlink(missing_ok=True)
    return done.returncode, done.stdout, lines


def test_random_commands_do_the_same_after_the_rewrite(tmp_path: Path) -> None:
    """Both run under real bash, with stubs in the place of the two interpreters."""
    for place in ("bin", ".venv/bin"):
        (tmp_path / place).mkdir(parents=True)
    for stub in ("bin/python3", ".venv/bin/python"):
        (tmp_path / stub).write_text(STUB)
        (tmp_path / stub).chmod(0o755)
    (tmp_path / "in.txt").write_text("in\n")
    dice, changed = random.Random(7), 0
    for _ in range(COMPOSITIONS):
        command = compose(dice)
        new = apply(command, interpreter_edits(command, VENV, str(tmp_path)))
        changed += new != command
        if new != command:
            assert runs(new, tmp_path, "new") == runs(command, tmp_path, "old"), command
    assert changed > COMPOSITIONS // 5


def test_a_verified_repository_gets_its_own_interpreter(world: World) -> None:
    world.seal()
    world.verify_venv()
    answer = world.before("python3 -m pytest -q")
    inside = answer["hookSpecificOutput"]
    assert inside["updatedInput"] == {"command": ".venv/bin/python -m pytest -q", "timeout": 5}
    assert "permissionDecision" not in inside
    assert "`python3` was run as `.venv/bin/python`" in inside["additionalContext"]
    assert answer["systemMessage"].startswith("Adage: `python3` was run as")
    record = world.records()[0]
    assert record["j"] == [{"call": "toolu_1", "edits": [[0, "python3", ".venv/bin/python"]]}]


def test_a_changed_environment_is_no_longer_verified(world: World) -> None:
    world.seal()
    world.verify_venv()
    (world.root / ".venv" / "pyvenv.cfg").write_text("home = /somewhere/else\n")
    assert world.before("python3 -m pytest -q") == {}


def test_rewrites_can_be_turned_off(world: World) -> None:
    world.seal()
    world.verify_venv()
    (world.folder / "rewrites-off").touch()
    assert world.before("python3 -m pytest -q") == {}


def test_a_rewrite_that_the_rules_would_not_allow_becomes_advice(world: World) -> None:
    world.seal()
    world.verify_venv()
    (world.root / ".claude").mkdir()
    rules = '{"permissions": {"allow": ["Bash(python3:*)"]}}'
    (world.root / ".claude" / "settings.json").write_text(rules)
    answer = world.before("make build && python3 -m pytest -q", permission_mode="default")
    assert "updatedInput" not in answer["hookSpecificOutput"]
    assert "was found to hold pytest" in text_of(answer)
    assert world.before("python3 -m pytest -q", permission_mode="default") == {}
    gates = [gate for record in world.records() for _, gate in record["w"]]
    assert gates == [RULES, RULES, "said in this session"]


@pytest.mark.parametrize(
    ("rule", "command", "fits"),
    [
        ("Bash", "make gen", True),
        ("Bash(make gen)", "make gen", True),
        ("Bash(make gen)", "make gen -s", False),
        ("Bash(make:*)", "make gen", True),
        ("Bash(npm run *)", "npm run test", True),
        ("Bash(* --check)", "ruff . --check", True),
        ("Bash(a*b*c)", "axxbxxc", True),
        ("Bash(a*b*c)", "axxc", False),
        ("Edit(make gen)", "make gen", False),
    ],
)
def test_a_permission_rule_fits_the_commands_it_names(rule: str, command: str, fits: bool) -> None:
    assert matches(rule, command) is fits


@pytest.mark.parametrize(
    ("kind", "rule", "allowed"),
    [
        ("allow", "Bash(python3:*)", False),
        ("allow", "Bash(.venv/bin/python:*)", True),
        ("allow", "Bash", True),
        ("deny", "Bash(.venv/bin/python:*)", False),
        ("deny", "Bash(python3:*)", False),
        ("ask", "Bash(.venv/*)", False),
        ("allow", "Bash(make:*)", True),
    ],
)
def test_a_rewrite_needs_rules_that_see_no_difference(kind: str, rule: str, allowed: bool) -> None:
    settings: list[Any] = [None, {"permissions": {kind: [rule, 3]}}, {"permissions": []}]
    old, new = "python3 -m pytest", ".venv/bin/python -m pytest"
    assert allows_rewrite(settings, old, new) is allowed


def test_a_dead_end_is_rewritten_once_a_person_approved_it(world: World) -> None:
    world.seal(DEAD)
    assert world.before("python3 -m pytest -q") == {}
    world.seal(DEAD, approved=[DEAD.id])
    answer = world.before("python3 -m pytest -q")["hookSpecificOutput"]
    assert answer["updatedInput"]["command"] == ".venv/bin/python -m pytest -q"
    assert world.records(TREATED)[0]["d"][0]["kind"] == "rewrite"
    (world.root / "sub").mkdir()
    elsewhere = world.event("PreToolUse", tool_name="Bash", tool_use_id="t",
                            tool_input={"command": "python3 -m pytest -q"})  # fmt: skip
    assert world.hook({**elsewhere, "cwd": str(world.root / "sub")}) == {}
    (world.folder / "rewrites-off").touch()
    assert world.before("python3 -m pytest -q") == {}


def test_from_a_folder_below_the_interpreter_is_named_in_full(world: World) -> None:
    world.seal()
    world.verify_venv()
    (world.root / "sub").mkdir()
    event = world.event("PreToolUse", tool_name="Bash", tool_use_id="t",
                        tool_input={"command": "python3 -m pytest"})  # fmt: skip
    answer = world.hook({**event, "cwd": str(world.root / "sub")})
    command = answer["hookSpecificOutput"]["updatedInput"]["command"]
    assert command == f"{world.root}/.venv/bin/python -m pytest"
