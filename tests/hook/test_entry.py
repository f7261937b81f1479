"""The edge of the hook: what it imports, and that nothing makes it fail or speak out of turn."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from typing import Any

import pytest

from adage.hook.entry import EVENTS, guarded
from adage.hook.sealed import DIRECTORY_BYTES, Sealed, Unsealed
from tests.hook.test_prompt import seal
from tests.hook.world import ALL, GEN, NAMES, TREATED, World, text_of

FUZZ = int(os.environ.get("ADAGE_FUZZ", "500"))
CONTROL = "T2"
MODULES = "import sys; print(' '.join(sorted(sys.modules)))"
# Beside Adage's own; `_sha2` is `_sha256` from Python 3.12 on.
ALLOWED = {"__future__", "fcntl", "mmap", "_json", "_sha256", "_sha2"}


def events(world: World) -> dict[str, dict[str, Any]]:
    """One ordinary event of each kind."""
    shell: dict[str, Any] = {
        "tool_name": "Bash",
        "tool_use_id": "t",
        "tool_input": {"command": "make test"},
    }
    return {
        "SessionStart": world.event("SessionStart", source="startup"),
        "UserPromptSubmit": world.event("UserPromptSubmit", prompt="fix the broken greeting page"),
        "PreToolUse": world.event("PreToolUse", **shell),
        "PostToolBatch": world.event(
            "PostToolBatch",
            tool_calls=[world.edit("registry/a.json"), world.shell("make test | tail -3")],
        ),
        "PostToolUseFailure": world.event("PostToolUseFailure", error="Exit code 1", **shell),
        "Stop": world.event("Stop", stop_hook_active=False, prompt_id="p"),
        "SessionEnd": world.event("SessionEnd", reason="other"),
    }


@pytest.mark.parametrize("name", EVENTS.values())
def test_the_hook_imports_almost_nothing(world: World, name: str) -> None:
    """Against `sys.modules` of a bare interpreter of the same kind."""
    world.seal(*ALL)
    spy = (
        "import os, sys; leave = os._exit\n"
        "def told(code): sys.stderr.write(' '.join(sys.modules)); sys.stderr.flush(); leave(code)\n"
        "os._exit = told\nfrom adage.hook.entry import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", spy, "claude", NAMES[name]],
        input=json.dumps(events(world)[name]).encode(), env=world.environ(), capture_output=True,
        check=True,
    )  # fmt: skip
    bare = subprocess.run([sys.executable, "-I", "-c", MODULES], capture_output=True, check=True)
    extra = set(done.stderr.decode().split()) - set(bare.stdout.decode().split())
    others = {module for module in extra if module != "adage" and "adage.hook" not in module}
    assert others <= ALLOWED


def test_a_control_session_is_silent_and_remembers_what_it_would_have_said(world: World) -> None:
    """T2 is a control session by its fingerprint; a treated one hears every part of it."""
    world.seal(*ALL)
    heard: dict[str, list[list[str]]] = {}
    for session in (CONTROL, TREATED):
        world.prompt("please change the registry", session)
        said = [
            world.batch(world.edit("registry/a.json"), session=session),
            world.batch(
                world.edit("tests/test_a.py"), world.edit("CHANGELOG.rst"), session=session
            ),
            world.stop(session),
        ]
        assert [bool(each) for each in said] == [session == TREATED] * 3
        directives = [each for record in world.records(session) for each in record.get("d", ())]
        heard[session] = [[each["id"], each["kind"], each["route"]] for each in directives]
        share = 0.1 if session == CONTROL else 0.9
        arm = "control" if session == CONTROL else "treated"
        assert {(each["arm"], each["p"]) for each in directives} == {(arm, share)}
    assert heard[CONTROL] == heard[TREATED]
    assert len(heard[CONTROL]) >= 4


def test_a_control_session_keeps_its_commands_as_they_are(world: World) -> None:
    world.seal(*ALL)
    world.verify_venv()
    assert world.before("python3 -m pytest", CONTROL) == {}
    assert world.records(CONTROL)[0]["j"][0]["edits"] == [[0, "python3", ".venv/bin/python"]]


def test_the_share_of_control_sessions_can_be_set(world: World) -> None:
    world.seal(GEN)
    assert not world.batch(world.edit("registry/a.json"), ADAGE_CONTROL="1")
    assert world.batch(world.edit("registry/a.json"), session="other", ADAGE_CONTROL="0")
    assert [world.records(name)[0]["d"][0]["p"] for name in (TREATED, "other")] == [1.0, 1.0]


def test_switches_are_honoured_before_anything_else(world: World) -> None:
    world.seal(GEN)
    assert world.batch(world.edit("registry/a.json"), ADAGE_DISABLED="1") == {}
    (world.folder / "off").touch()
    assert world.batch(world.edit("registry/a.json")) == {}
    assert not (world.folder / "sessions").exists()


def test_outside_a_repository_nothing_happens(world: World) -> None:
    event = {**world.event("Stop"), "cwd": "/"}
    assert world.hook(event, CLAUDE_PROJECT_DIR="/") == {}


@pytest.mark.parametrize(
    "damage", ["missing", "empty", "half", "version", "noise", "huge", "sizes"]
)
def test_a_damaged_index_brings_silence_and_a_reason(world: World, damage: str) -> None:
    world.seal(*ALL)
    path = world.folder / "index.sealed"
    content = path.read_bytes()
    changed = {
        "empty": b"",
        "half": content[: len(content) // 2],
        "version": content.replace(b'"adage":1', b'"adage":9', 1),
        "noise": content[:DIRECTORY_BYTES] + os.urandom(len(content) - DIRECTORY_BYTES),
        "huge": content + b" " * 50_000_000,
        "sizes": content.replace(b'"Stop":[', b'"Stop":[9', 1),
    }
    path.unlink() if damage == "missing" else path.write_bytes(changed[damage])
    for event in events(world).values():
        answer = world.hook(event)
        assert damage in ("noise", "sizes") or not answer
    if damage not in ("noise", "sizes"):
        with pytest.raises(Unsealed):
            Sealed(str(path))


def test_a_reason_is_given_on_stderr_when_asked_for(world: World) -> None:
    event = json.dumps(events(world)["Stop"]).encode()
    done = world.run(event, "stop", world.environ(ADAGE_DEBUG="1"))
    assert done.returncode == 0
    assert b"the index cannot be opened" in done.stderr


def mutated(event: dict[str, Any], dice: random.Random) -> bytes:
    """The event damaged in one of many ways."""
    odd: list[Any] = [
        None,
        0,
        -1.5,
        "",
        "x" * 5000,
        [],
        {},
        [[]],
        {"a": {}},
        True,
        "\ud800",
        "\x00",
    ]
    kind = dice.randrange(7)
    holder: Any = json.loads(json.dumps(event))
    if kind <= 2:
        target = holder
        while isinstance(target, dict) and target and dice.random() < 0.7:
            key = dice.choice(sorted(target))
            if not isinstance(target[key], (dict, list)) or dice.random() < 0.4:
                target[key] = dice.choice(odd)
                break
            target = (
                target[key][0] if isinstance(target[key], list) and target[key] else target[key]
            )
    text = json.dumps(holder).encode("utf-8", "surrogatepass")
    if kind == 3:
        return text[: dice.randrange(len(text) + 1)]
    if kind == 4:
        at = dice.randrange(len(text))
        return text[:at] + bytes([dice.randrange(256)]) + text[at + 1 :]
    if kind == 5:
        return text.decode().encode(dice.choice(["utf-16", "utf-8-sig", "utf-7"]))
    if kind == 6 and dice.random() < 0.1:
        holder["tool_calls"] = [{"tool_name": "Bash", "tool_input": {"command": "x; " * 20_000}}]
        holder["prompt"] = "word " * 50_000
        return json.dumps(holder).encode()
    return text


@pytest.mark.parametrize("name", EVENTS.values())
def test_no_event_whatever_makes_the_hook_fail(world: World, name: str) -> None:
    """Valid, mutated, truncated, huge, of wrong types and encodings: JSON or nothing, in time."""
    seal(world, *ALL)
    dice, environ, slowest = random.Random(name), world.environ(), 0.0
    event = events(world)[name]
    for number in range(FUZZ):
        content = mutated({**event, "session_id": f"s{number % 40}"}, dice)
        started = time.perf_counter()
        said = guarded(["claude", NAMES[name]], lambda c=content: c, environ)
        slowest = max(slowest, time.perf_counter() - started)
        if said:
            assert json.loads(said)["hookSpecificOutput"]["hookEventName"] == name
    assert slowest < 5.0  # the time that the settings give a hook, far above what it takes


@pytest.mark.parametrize("name", EVENTS.values())
def test_real_processes_leave_with_zero_and_nothing_on_stderr(world: World, name: str) -> None:
    world.seal(*ALL)
    dice = random.Random(name)
    for number in range(6):
        content = mutated({**events(world)[name], "session_id": f"s{number}"}, dice)
        done = world.run(content, NAMES[name])
        assert (done.returncode, done.stderr) == (0, b"")
        assert not done.stdout or json.loads(done.stdout)


@pytest.mark.parametrize("words", [[], ["claude"], ["codex", "stop"], ["claude", "no-such-event"]])
def test_words_that_name_no_event_are_silent(world: World, words: list[str]) -> None:
    assert guarded(words, lambda: b"{}", world.environ()) == b""


def test_the_command_line_answers_an_event_too(world: World) -> None:
    world.seal(GEN)
    event = world.event("PostToolBatch", tool_calls=[world.edit("registry/a.json")])
    done = subprocess.run(
        [sys.executable, "-m", "adage", "hook", "claude", "post-tool-batch"],
        input=json.dumps(event).encode(), env=world.environ(), capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "`make gen`" in text_of(json.loads(done.stdout))
