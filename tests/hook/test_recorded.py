"""What the real client sent to its hooks, fed to ours: payloads recorded from it, every one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adage.hook.entry import guarded
from adage.hook.steps import Watch, steps_of
from adage.traces.keys import is_followed
from tests.hook.world import NAMES, World, reflex

pytestmark = pytest.mark.shared
RECORDED_ROOT = "/tmp/adage-home/work/app"  # where the recordings were made
BAD = reflex("advise", ["edit:hello.py"], ["sh:make bad"])


def payloads(shared: Path, name: str = "*") -> Iterator[dict[str, Any]]:
    for path in sorted((shared / "clients" / "runs").glob(f"{name}/hooks.jsonl")):
        # Some payloads hold line separators that are no line ends.
        for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
            found = json.loads(line).get("stdin")
            if isinstance(found, dict) and found.get("hook_event_name") in NAMES:
                yield found


def moved(payload: dict[str, Any], root: Path) -> bytes:
    """The payload as it would have been in our repository."""
    return json.dumps(payload).replace(RECORDED_ROOT, str(root)).encode()


def test_every_recorded_payload_is_taken_and_answered_in_its_form(
    world: World, shared: Path
) -> None:
    world.seal(BAD, reflex("obligation", ["edit:hello.py"], ["sh:make finish"]))
    environ, seen, kept = world.environ(ADAGE_CONTROL="0"), Counter[str](), 0
    for payload in payloads(shared):
        name = payload["hook_event_name"]
        kept += name not in ("PreToolUse", "PostToolUseFailure")
        said = guarded(["claude", NAMES[name]], lambda p=payload: moved(p, world.root), environ)
        if said:
            assert json.loads(said)["hookSpecificOutput"]["hookEventName"] == name
            seen[name] += 1
    assert set(seen) == {"PostToolBatch", "Stop"}
    files = world.folder.rglob("*.jsonl")
    assert sum(len(world.records(file.stem)) for file in files) == kept


def test_a_recorded_session_gives_the_steps_it_took(world: World, shared: Path) -> None:
    """The client's own words for a failed command and a refused edit are understood."""
    world.seal(BAD)
    environ = world.environ(ADAGE_CONTROL="0")
    for payload in payloads(shared, "t01_full_sonnet5"):
        name = payload["hook_event_name"]
        guarded(["claude", NAMES[name]], lambda p=payload: moved(p, world.root), environ)
        session = payload["session_id"]
    steps = [step for record in world.records(session) for step in record.get("s", ())]
    failed = [step for step in steps if step[0] == "s" and step[1] == ["sh:make bad"]]
    assert [step[2] for step in failed] == [0] * len(failed)
    assert failed
    assert ["e", "hello.py"] in steps


def test_the_hook_agrees_with_the_learner_on_the_commands_of_the_corpus(shared: Path) -> None:
    """Real commands: the hook sees a step where the learner says it was carried out."""
    from adage.hook.shell import Unsure, commands
    from adage.learn.seal_sections import _forms, _wrappers

    keys = ["go test ./...", "make test", "npm test", "pytest", "git status", "mise run lint",
            "bun test", "cargo test", "go build ./...", "git diff --stat"]  # fmt: skip
    forms = _forms(f"sh:{key}" for key in keys)

    def near(words: list[str]) -> list[Any]:
        from adage.hook.words import keys_of

        return [form for key in keys_of(words) for form in forms.get(key, ())]

    watch, checked, missed, wrong = Watch(_wrappers(), near), 0, 0, []
    for command in sorted(_commands(shared)):
        call = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": ""}
        steps = steps_of([call], watch, "/home/ann/app", "/home/ann/app")
        ours = {text for step in steps if step[0] == "s" for text in step[1]}
        theirs = {f"sh:{key}" for key in keys if is_followed(key, command)}
        checked += bool(ours or theirs)
        wrong += [(command, ours - theirs)] if ours - theirs else []
        try:
            commands(command)
        except Unsure:
            continue
        missed += bool(theirs - ours)
    assert not wrong[:3]
    assert checked > 100
    assert missed == 0


def _commands(shared: Path) -> set[str]:
    found: set[str] = set()
    for path in (shared / "corpus").rglob("*.jsonl"):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if '"Bash"' in line and '"command"' in line:
                found |= set(_bash_commands(line))
    return found


def _bash_commands(line: str) -> Iterator[str]:
    try:
        message = json.loads(line).get("message") or {}
        blocks = message.get("content") or ()
    except (ValueError, AttributeError):
        return
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, dict) and block.get("name") == "Bash":
            command = (block.get("input") or {}).get("command")
            if isinstance(command, str):
                yield command
