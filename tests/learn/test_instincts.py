"""Instincts: chosen from files, silenced by evidence, sealed beside what was learned."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adage.assume import assume
from adage.constants import INSTINCT_SCRIPTS, INSTINCTS, PRIME_NEW
from adage.decisions import Decision, keep_decision
from adage.formulas import wilson_limits
from adage.learn.index import seal
from adage.learn.instinct_evidence import Shown, what_sessions_showed
from adage.learn.instinct_gates import by_record
from adage.learn.instinct_table import check_line, read_table
from adage.learn.instincts import instincts, join, yield_to
from adage.ledger.records import Entry
from adage.records import Reflex
from adage.settings import Settings
from adage.traces.effects import load_rules
from tests.hook.world import reflex
from tests.learn.build import session

USUAL = Settings()
ALL = Settings({"instincts.noisy": 1})
PNPM = {"file:pnpm-lock.yaml": "pnpm-lock.yaml"} | {
    f"script:{name}": f"package.json: scripts.{name}"
    for name in ("test", "lint", "release", "deploy")
}
MAKE = {"make:test": "Makefile: test", "make:lint": "Makefile: lint"}


def made(
    facts: Mapping[str, str],
    *stories: Iterable[str],
    told: Iterable[Entry] = (),
    settings: Settings = USUAL,
    **more: Any,
) -> dict[str, Reflex]:
    """The instincts by name, in a repository whose sessions ran `stories`."""
    traces = [session(f"s{i}", *story) for i, story in enumerate(stories)]
    shown = what_sessions_showed(traces)
    found = instincts(facts, shown, told, settings, load_rules(), **more)
    return {each.trigger[0].removeprefix("failed:"): each for each in found}


def entry(reflex_id: str, outcome: str, *, said: bool = True) -> Entry:
    blank = dict.fromkeys(Entry.__dataclass_fields__, "")
    return Entry(**{**blank, "id": reflex_id, "outcome": outcome, "said": said})  # type: ignore[arg-type]


def test_there_are_as_many_as_the_registry_says() -> None:
    assert len(read_table()) == INSTINCTS.default
    assert len({each.name for each in read_table()}) == INSTINCTS.default


def test_no_files_no_instincts() -> None:
    assert made({}) == {}


def test_the_lock_file_names_the_package_manager_and_the_scripts_that_check() -> None:
    """What publishes or does nobody knows what is never named."""
    packages = made(PNPM)["packages"]
    assert packages.steps == ("sh:pnpm run test", "sh:pnpm run lint")
    assert (packages.strength, packages.k, packages.n, packages.track) == (
        "prime", 0, 0, "instinct",
    )  # fmt: skip
    assert packages.found == "pnpm-lock.yaml"
    assert packages.why == "no session has shown it yet"


def test_only_so_many_scripts_are_known() -> None:
    facts = PNPM | {f"script:test:{number}": "" for number in range(500)}
    assert len(made(facts)["packages"].steps) == INSTINCT_SCRIPTS.default


def test_what_package_json_says_comes_before_a_lock_file() -> None:
    facts = {**PNPM, "packages:yarn": "package.json: packageManager"}
    assert made(facts)["test"].command == "yarn run test"


def test_a_script_without_a_known_package_manager_names_no_command() -> None:
    assert made({"script:test": "package.json: scripts.test"}) == {}


@pytest.mark.parametrize(
    ("facts", "name", "command"),
    [
        ({"file:.venv/bin/python": ""}, "environment", ".venv/bin/python -m pytest"),
        ({"file:uv.lock": ""}, "environment", "uv run pytest"),
        ({"file:uv.lock": "", "table:tool.ruff": ""}, "lint", "uv run ruff check"),
        ({"just:test": "", "make:test": ""}, "test", "just test"),
        ({"mise:fmt": "", "file:go.mod": ""}, "format", "mise run fmt"),
        ({"file:buf.gen.yaml": ""}, "generate", "buf generate"),
        ({"file:go.mod": ""}, "test", "go test ./..."),
        ({"file:Cargo.toml": ""}, "lint", "cargo clippy"),
    ],
)
def test_each_kind_of_file_leads_to_its_command(
    facts: dict[str, str], name: str, command: str
) -> None:
    found = made(facts)[name]
    assert (found.command, found.strength) == (command, "prime")
    assert command in found.says.replace("{command}", found.command)


def test_what_measurement_found_to_be_noise_is_off_with_its_reason() -> None:
    facts = {**MAKE, "file:go.mod": "go.mod", "file:lefthook.yml": "lefthook.yml"}
    found = made(facts)
    assert {name for name, each in found.items() if each.gate == "off"} == {
        "lock", "commit", "edit:**",
    }  # fmt: skip
    assert found["edit:**"].why == check_line().off
    turned_on = made(facts, settings=ALL)
    assert [turned_on[name].strength for name in ("lock", "commit", "edit:**")] == ["prime"] * 3


def test_an_environment_step_waits_whoever_turned_it_on() -> None:
    found = made({"file:uv.lock": "uv.lock"}, settings=ALL)["lock"]
    assert (found.command, found.strength, found.gate) == ("uv lock", "nascent", "ceiling")


def test_one_switch_turns_all_of_them_off() -> None:
    assert made(MAKE, settings=Settings({"instincts.enabled": 0})) == {}


def test_a_session_that_ran_it_is_told_of_instead() -> None:
    found = made(MAKE, ["make test"], ["make test", "make test!"], ["make lint!"])
    assert found["test"].why == "it passed in 2 of the 2 sessions that ran it"


def test_a_command_that_ran_and_never_passed_is_silent() -> None:
    found = made(MAKE, ["make lint!"], ["make lint!", "make test"])["lint"]
    assert (found.strength, found.gate) == ("dropped", "evidence")
    assert found.why == "it ran in 2 sessions and passed in none"


def test_sessions_that_use_another_command_of_its_kind_silence_it() -> None:
    assert made(MAKE, *[["pytest"]] * 2)["test"].strength == "prime"
    found = made(MAKE, *[["pytest"]] * 3)["test"]
    assert (found.strength, found.gate) == ("dropped", "evidence")
    assert found.why == "no session ran it, and in 3 another command of its kind passed"
    assert made(MAKE, *[["pytest"]] * 3, ["make test"])["test"].strength == "prime"


def test_the_short_spelling_of_a_script_is_the_same_command() -> None:
    assert made(PNPM, *[["pnpm test"]] * 3)["test"].why.startswith("it passed in 3 of the 3")
    bun = {"file:bun.lock": "bun.lock", "script:test": "package.json: scripts.test"}
    assert made(bun, *[["bun test"]] * 3)["test"].gate == "evidence", "bun has a runner of its own"


def test_an_instinct_that_nobody_follows_is_extinguished_by_the_fourth() -> None:
    name = made(MAKE)["test"].id
    assert made(MAKE, told=[entry(name, "ignored")] * 3)["test"].strength == "prime"
    found = made(MAKE, told=[entry(name, "ignored")] * 3 + [entry(name, "misfired")])["test"]
    assert (found.strength, found.gate) == ("dropped", "misfires")
    assert found.why == "followed in 0 of 4: 0.49 at best, and 0.50 is asked for"


def test_what_was_only_thought_in_a_control_session_extinguishes_nothing() -> None:
    name = made(MAKE)["test"].id
    told = [entry(name, "ignored", said=False)] * 9 + [entry(name, "pending")] * 9
    assert made(MAKE, told=told)["test"].strength == "prime"


@pytest.mark.parametrize("followed", range(4))
def test_it_goes_out_where_the_upper_end_falls_below_a_new_reflexs_rate(followed: int) -> None:
    for others in range(20):
        ends = {"followed": followed, "ignored": others}
        upper = wilson_limits(followed, followed + others)[1]
        assert (by_record(ends, USUAL)[0] == "prime") == (upper >= PRIME_NEW.default)


def test_a_learned_reflex_of_the_same_step_has_the_word() -> None:
    learned = reflex("run", ["edit:src/*.go"], ["sh:make test"])
    found = yield_to([learned], list(made(MAKE).values()))
    gates = {each.command: (each.gate, each.why) for each in found if each.gate != "off"}
    said = f"make test is directed by what the sessions showed ({learned.id})"
    assert gates == {
        "make test": ("precedence", said),
        "make lint": ("", "no session has shown it yet"),
    }
    waiting = replace(learned, strength="nascent")
    assert not yield_to([waiting], list(made(MAKE).values()))[0].gate


def test_a_runner_that_fails_here_is_barred() -> None:
    dead = reflex("avoid", ["sh:pnpm run test!"], ["sh:npx vitest"])
    found = {each.trigger[0]: each for each in yield_to([dead], list(made(PNPM).values()))}
    assert found["failed:packages"].steps == ("sh:pnpm run lint",)
    barred = found["failed:test"]
    assert (barred.strength, barred.gate) == ("dropped", "interlock")
    assert barred.why == f"pnpm run test is a dead end here ({dead.id})"


def test_the_check_line_yields_to_a_learned_set_of_checks() -> None:
    line = made(MAKE, settings=ALL)["edit:**"]
    assert line.command == "make lint; make test"
    learned = reflex("sequence", ["edit:**"], ["sh:make vet", "sh:make unit"])
    assert yield_to([learned], [line])[0].gate == "precedence"
    assert not yield_to([], [line])[0].gate


def test_an_index_with_instincts_has_a_name_of_its_own() -> None:
    index = seal([reflex("run", ["edit:a/*.go"], ["sh:make gen"])], USUAL)
    found = list(made(MAKE).values())
    joined = join(index, found, USUAL)
    assert joined.generation != index.generation
    assert joined == join(index, found, USUAL)
    assert [e["command"] for e in json.loads(joined.content)["instincts"]] == [
        "make test",
        "make lint",
    ]
    assert [each.track for each in joined.reflexes] == ["learned", "instinct", "instinct"]


def test_without_instincts_the_index_is_the_learned_one_byte_for_byte() -> None:
    index = seal([reflex("run", ["edit:a/*.go"], ["sh:make gen"])], USUAL)
    silent = [replace(each, strength="dropped") for each in made(MAKE).values()]
    assert join(index, silent, USUAL) is index


def test_a_person_may_dismiss_one(tmp_path: Path) -> None:
    root, folder = tmp_path / "app", tmp_path / "state"
    root.mkdir()
    (root / "Makefile").write_text("test:\nlint:\n")
    index = seal([], USUAL)
    first = assume(root, folder, index, [], USUAL, load_rules()).instincts[0]
    assert (first.command, first.strength) == ("make test", "prime")
    keep_decision(folder, Decision(first.id, "dismiss", "ann", 0.0), USUAL)
    found = assume(root, folder, index, [], USUAL, load_rules())
    assert (found.instincts[0].strength, found.instincts[0].gate) == ("dropped", "review")
    assert [each.command for each in found.index.reflexes] == ["make lint"]


def test_evidence_counts_sessions_not_runs() -> None:
    shown = what_sessions_showed([session("a", "make test", "make lint", "make test!")])
    assert (shown.of([("make", "test")]).ran, shown.of([("make",)]).passed) == (1, 1)
    assert Shown().of([("make",)]).ran == 0
