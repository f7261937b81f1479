"""Instincts as the hook tells them: real hook processes in a repository with files of its own."""

from __future__ import annotations

from typing import Any

import pytest

from adage.assume import Assumed, assume
from adage.learn.index import seal
from adage.learn.seal_sections import sections
from adage.ledger import read_sessions
from adage.records import HookNote, Reflex
from adage.settings import Settings
from adage.traces.directives import read_directives
from adage.traces.effects import load_rules
from adage.traces.keys import NOWHERE
from tests.hook.world import TREATED, World, reflex, text_of

ABSENT = "Exit code 127\nsh: 1: vitest: not found"
PACKAGE = '{"scripts": {"test": "vitest run", "lint": "eslint .", "release": "np"}}'


@pytest.fixture
def pnpm(world: World) -> World:
    """A repository whose packages pnpm manages."""
    (world.root / "pnpm-lock.yaml").touch()
    (world.root / "package.json").write_text(PACKAGE)
    (world.root / "web").mkdir()
    learned(world)
    return world


def learned(world: World, *reflexes: Reflex, **settings: int) -> Assumed:
    """Seal `reflexes` with the instincts of the world's files, as `adage learn` does."""
    chosen = Settings({key.replace("_", ".", 1): value for key, value in settings.items()})
    index = seal(reflexes, chosen)
    assumed = assume(world.root, world.folder, index, [], chosen, load_rules())
    (world.folder / "index.sealed").write_bytes(sections(assumed.index, chosen))
    return assumed


def failed(world: World, command: str, error: Any = ABSENT, session: str = TREATED) -> str:
    """What is told after `command` failed with `error`."""
    event = world.event(
        "PostToolUseFailure", session, tool_name="Bash", tool_use_id="t", error=error,
        is_interrupt=False, tool_input={"command": command},
    )  # fmt: skip
    return text_of(world.hook(event, ADAGE_CONTROL="0"))


def test_another_package_manager_that_fails_brings_the_right_one_to_mind(pnpm: World) -> None:
    said = failed(pnpm, "npm test")
    assert "By pnpm-lock.yaml, this repository's scripts run as `pnpm run test`." in said
    assert 'track="instinct" route="sh:pnpm run test" strength="prime" kind="instinct"' in said
    assert said.splitlines()[-2] == (
        "From Adage, from pnpm-lock.yaml; no session has shown it yet; "
        "ignore it where it does not fit."
    )


@pytest.mark.parametrize(
    ("command", "step"),
    [
        ("npm run lint", "pnpm run lint"),
        ("CI=1 timeout 60 yarn test -- --run", "pnpm run test"),
        ("npm install; bun run lint 2>&1 | tail -5", "pnpm run lint"),
        ("npx eslint src", "pnpm run lint"),
        ("rtk pnpm run test", "pnpm run test"),
        ("cd {root} && npx vitest run", "pnpm run test"),
    ],
)
def test_many_spellings_of_the_wrong_command_are_known(
    pnpm: World, command: str, step: str
) -> None:
    assert f"`{step}`" in failed(pnpm, command.format(root=pnpm.root))


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("npm test", "Exit code 1\n 2 failed | 40 passed"),
        ("pnpm run test", ABSENT),
        ("npm run release", ABSENT),
        ("npm install", ABSENT),
        ("ls nowhere", "Exit code 127\nls: command not found"),
        ("npm test", ""),
        ("cd web && npm test", ABSENT),
        ("for i in 1 2; do npm test; done", ABSENT),
    ],
    ids=[
        "a check that found a mistake", "the right command", "a script that publishes",
        "no script at all", "another kind of command", "no word of why", "in another folder",
        "a loop",
    ],
)  # fmt: skip
def test_nothing_is_told_where_it_would_be_noise(pnpm: World, command: str, error: str) -> None:
    assert failed(pnpm, command, error) == ""


def test_the_right_command_in_the_wrong_folder_is_sent_to_the_root(pnpm: World) -> None:
    said = failed(pnpm, "cd web && pnpm run lint", 'error: Script not found "lint"')
    assert "`pnpm run lint`. It runs from the repository's root folder." in said


def test_it_is_told_once_in_a_session(pnpm: World) -> None:
    assert failed(pnpm, "npm test")
    assert failed(pnpm, "npm run lint") == ""
    assert failed(pnpm, "npm test", session="b1b2c3d4-0000-4000-8000-000000000002")


def test_a_control_session_stays_silent_and_remembers(pnpm: World) -> None:
    event = pnpm.event("PostToolUseFailure", tool_name="Bash", tool_use_id="t", error=ABSENT,
                       is_interrupt=False, tool_input={"command": "npm test"})  # fmt: skip
    assert pnpm.hook(event, ADAGE_CONTROL="1") == {}
    (record,) = pnpm.records()
    assert record["d"][0]["track"] == "instinct"


def test_a_dead_end_is_told_in_its_place(pnpm: World) -> None:
    dead = reflex("avoid", ["sh:npm test!"], ["sh:pnpm vitest"])
    learned(pnpm, dead)
    said = failed(pnpm, "npm test")
    assert f'id="{dead.id}"' in said
    assert "instinct" not in said


def test_what_became_of_it_stands_in_the_ledger(pnpm: World) -> None:
    failed(pnpm, "npm test")
    pnpm.batch(pnpm.shell("pnpm run test --run"))
    (ledger,) = read_sessions(pnpm.folder, Settings())
    assert [(each.kind, each.outcome) for each in ledger.entries] == [("instinct", "followed")]


def test_four_sessions_that_ignore_it_put_it_out(pnpm: World) -> None:
    for number in range(4):
        name = f"c1b2c3d4-0000-4000-8000-00000000000{number}"
        assert failed(pnpm, "npm test", session=name)
        for _ in range(3):
            pnpm.batch(pnpm.shell("git status"), session=name)
    found = {each.trigger[0]: each for each in learned(pnpm).instincts}
    assert found["failed:packages"].gate == "misfires"
    assert found["failed:test"].strength == "prime", "the others are judged on their own"


def test_the_check_line_is_told_at_the_first_edit_where_a_person_wants_it(pnpm: World) -> None:
    assert text_of(pnpm.batch(pnpm.edit("src/a.ts"))) == "", "it is off by default"
    learned(pnpm, instincts_noisy=1)
    said = text_of(pnpm.batch(pnpm.edit("src/b.ts"), session="d1", ADAGE_CONTROL="0"))
    assert "in one call: `pnpm run lint; pnpm run test`." in said
    assert "From Adage, from package.json: scripts.lint and package.json: scripts.test; " in said
    assert text_of(pnpm.batch(pnpm.edit("src/c.ts"), session="d1", ADAGE_CONTROL="0")) == ""


def test_a_step_that_an_instinct_named_is_no_evidence_for_the_habit(pnpm: World) -> None:
    """The route in the agent's transcript marks the step as told."""
    said = failed(pnpm, "npm test")
    note = HookNote(0, "PostToolUseFailure", said)
    (found,) = read_directives([note], [], [], NOWHERE)
    assert found.keys == ("sh:pnpm run test",)


@pytest.mark.parametrize("error", [None, 7, ["vitest: not found"], {"a": 1}])
def test_an_error_of_another_type_is_no_occasion(pnpm: World, error: Any) -> None:
    assert failed(pnpm, "npm test", error) == ""
