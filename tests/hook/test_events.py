"""What is said at each event of a session, by real hook processes."""

from __future__ import annotations

from tests.hook.world import ALL, CHECKS, DEAD, GEN, OWED, READS, TWO, World, reflex, text_of


def test_after_an_edit_the_step_that_usually_follows_is_told(world: World) -> None:
    world.seal(GEN)
    said = text_of(world.batch(world.edit("registry/a.json")))
    assert "`make gen`" in said
    assert f'id="{GEN.id}"' in said
    assert "held in 7 of 8" in said
    assert said.strip().endswith("</adage-reflex>")
    assert "ignore it where it does not fit" in said


def test_a_step_that_ran_in_the_same_batch_is_not_told(world: World) -> None:
    world.seal(GEN)
    answer = world.batch(world.edit("registry/a.json"), world.shell("make gen"))
    assert answer == {}
    assert world.records()[0]["w"] == [[GEN.id, "it ran already"]]


def test_a_step_is_told_once_after_each_prompt(world: World) -> None:
    world.seal(GEN)
    world.prompt("please rename the field")
    assert text_of(world.batch(world.edit("registry/a.json")))
    assert not text_of(world.batch(world.edit("registry/b.json")))
    world.prompt("and now add another field")
    assert text_of(world.batch(world.edit("registry/c.json")))


def test_two_edits_in_order_complete_a_context(world: World) -> None:
    world.seal(TWO)
    assert not text_of(world.batch(world.edit("tests/test_a.py")))
    assert 'strength="fire"' in text_of(world.batch(world.edit("CHANGELOG.rst")))


def test_the_finish_line_is_asked_once_and_marked_as_ours(world: World) -> None:
    world.seal(OWED)
    world.batch(world.edit("registry/a.json"))
    said = text_of(world.stop())
    assert said.startswith("Adage finish-line check:")
    assert "`make gen` has not run since an edit of registry/*.json" in said
    assert world.stop(again=True) == {}


def test_a_session_is_asked_at_most_twice(world: World) -> None:
    world.seal(OWED)
    asked = []
    for number in range(4):
        world.prompt(f"change the registry file number {number}")
        world.batch(world.edit(f"registry/{number}.json"))
        asked.append(bool(text_of(world.stop())))
    assert asked == [True, True, False, False]


def test_an_older_client_is_asked_with_a_block(world: World) -> None:
    world.seal(OWED)
    world.batch(world.edit("registry/a.json"))
    answer = world.hook(world.event("Stop", stop_hook_active=False))
    assert answer["decision"] == "block"
    assert answer["reason"].startswith("Adage finish-line check:")


def test_nothing_is_owed_when_the_step_ran_after_the_last_edit(world: World) -> None:
    world.seal(OWED)
    world.batch(world.edit("registry/a.json"))
    world.batch(world.shell("make gen"))
    assert world.stop() == {}


def test_a_dead_end_is_named_once_after_the_first_edit(world: World) -> None:
    world.seal(DEAD)
    said = text_of(world.batch(world.edit("src/a.py")))
    assert "`python3 -m pytest` usually fails in this repository" in said
    assert not text_of(world.batch(world.edit("src/b.py")))


def test_a_dead_end_is_not_named_to_someone_who_knows_the_way(world: World) -> None:
    world.seal(DEAD)
    world.batch(world.shell(".venv/bin/python -m pytest -q tests/"))
    world.batch(world.shell(".venv/bin/python -m pytest -q"))
    assert not text_of(world.batch(world.edit("src/a.py")))


def test_a_failure_names_the_way_out_where_nothing_did_before(world: World) -> None:
    world.seal(DEAD)
    failed = world.event(
        "PostToolUseFailure", tool_name="Bash", tool_use_id="t", error="Exit code 1\nno pytest",
        tool_input={"command": "python3 -m pytest -q"}, is_interrupt=False,
    )  # fmt: skip
    assert "`.venv/bin/python -m pytest -q` is what worked" in text_of(world.hook(failed))
    assert world.hook(failed) == {}


def test_files_still_unread_are_named(world: World) -> None:
    world.seal(READS)
    said = text_of(world.batch(world.reading("cmd/main.go"), world.reading("cmd/a.go")))
    assert "cmd/b.go" in said
    assert "read cmd/a.go" not in said


def test_a_sequence_is_told_once_as_one_line(world: World) -> None:
    world.seal(CHECKS)
    assert "`make lint; make test`" in text_of(world.batch(world.edit("src/a.py")))
    world.prompt("something else entirely please")
    assert not text_of(world.batch(world.edit("src/a.py")))


def test_a_turn_brings_two_directives_at_most(world: World) -> None:
    world.seal(*ALL)
    said = text_of(world.batch(world.edit("registry/a.json"), world.edit("src/b.py")))
    assert said.count("<adage-reflex ") == 2
    assert [gate for _, gate in world.records()[0]["w"]] == ["enough said in this turn"]


def test_a_sub_agent_has_a_memory_of_its_own(world: World) -> None:
    world.seal(TWO)
    world.batch(world.edit("tests/test_a.py"))
    other = world.event("PostToolBatch", agent_id="sub", agent_type="general",
                        tool_calls=[world.edit("CHANGELOG.rst")])  # fmt: skip
    assert world.hook(other) == {}
    assert text_of(world.batch(world.edit("CHANGELOG.rst")))


def test_an_edit_that_failed_over_white_space_gets_the_exact_text(world: World) -> None:
    world.seal()
    (world.root / "a.py").write_text("def f():\n\treturn  1\n\nx = 2\n")
    failed = world.edit("a.py", "<tool_use_error>String to replace not found in file.")
    failed["tool_input"]["old_string"] = "def f():\n    return 1"
    said = text_of(world.batch(failed))
    assert "def f():\n\treturn  1" in said
    assert 'track="instinct"' in said


def test_start_and_end_are_remembered_and_silent(world: World) -> None:
    world.seal(*ALL)
    assert world.hook(world.event("SessionStart", source="startup")) == {}
    assert world.hook(world.event("SessionEnd", reason="other")) == {}
    assert [record["e"] for record in world.records()] == ["SessionStart", "SessionEnd"]


def test_a_failed_check_names_its_fixer(world: World) -> None:
    fixer = reflex("repair", ["sh:make lint!"], ["sh:make fmt", "sh:make lint"], k=4, n=5)
    world.seal(fixer)
    assert not text_of(world.batch(world.shell("make lint")))
    said = text_of(world.batch(world.shell("make lint", "Exit code 1\nbad layout")))
    assert "When `make lint` fails here, a fixer alone usually turns it green" in said
    assert "`make fmt; make lint`" in said


def test_a_narrow_check_names_the_wider_one(world: World) -> None:
    world.seal(reflex("scope", ["sh:go test ./cmd/..."], ["sh:go test ./..."], k=3, n=4))
    said = text_of(world.batch(world.shell("go test ./cmd/...")))
    assert "`go test ./...` has failed here where `go test ./cmd/...` had passed" in said


def test_the_first_read_names_what_a_newcomer_needs(world: World) -> None:
    hot = reflex("hot-files", ["read:**"], ["read:src/a.py", "read:src/b.py"], k=9, n=10)
    world.seal(hot)
    said = text_of(world.batch(world.reading("src/b.py")))
    assert "read src/a.py before their first edit" in said
    assert not text_of(world.batch(world.reading("src/c.py")))


def test_a_repeated_prompt_brings_its_look_ups_however_short(world: World) -> None:
    world.seal(reflex("look-ups", ["asked:commit this"], ["sh:git status", "sh:git diff"]))
    assert "`git status; git diff`" in text_of(world.prompt("commit  this"))
    assert world.prompt("commit that") == {}
