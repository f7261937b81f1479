"""The sample traces tell one story, and the real readers and learner find it in them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from datetime import datetime
from itertools import combinations
from pathlib import Path
from statistics import fmean

import pytest

from adage.constants import LINK_CUT
from adage.embed import bundled_path, cosine, open_table
from adage.formulas import arm, posterior
from adage.learn import learn
from adage.learn.recorder import Recording
from adage.paths import Places
from adage.records import Index, Reading, Reflex, Session, Trace
from adage.traces import read_paths, read_repository
from adage.traces.placeholders import prompt_text

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "adage" / "data" / "sample"
MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def reading() -> Reading:
    return read_paths([SAMPLE / "claude", SAMPLE / "codex", SAMPLE / "opencode"])


@pytest.fixture(scope="module")
def about() -> dict[str, str]:
    return dict(json.loads((SAMPLE / "sample.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def learned(reading: Reading, about: dict[str, str]) -> tuple[Index, Recording]:
    kept = Recording()
    return learn(reading, about["repo"], recorder=kept), kept


@pytest.fixture(scope="module")
def reflexes(learned: tuple[Index, Recording]) -> tuple[Reflex, ...]:
    return learned[0].reflexes


@pytest.fixture(scope="module")
def traces(learned: tuple[Index, Recording]) -> dict[str, Trace]:
    return {trace.id: trace for trace in learned[1].records["read"].detail}


def reflex_of(reflexes: tuple[Reflex, ...], shape: str, *steps: str) -> Reflex:
    (found,) = [r for r in reflexes if r.shape == shape and r.steps == steps]
    return found


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "README.md"
    }


def main_sessions(reading: Reading) -> list[Session]:
    return [
        session for session in reading.sessions if session.id == session.root and session.prompts
    ]


def test_making_the_sample_again_gives_the_same_bytes(tmp_path: Path) -> None:
    made = tmp_path / "sample"
    subprocess.run([sys.executable, ROOT / "tools" / "make_sample.py", made], check=True)
    assert files_below(made) == files_below(SAMPLE)


def test_the_sample_is_small() -> None:
    assert sum(len(content) for content in files_below(SAMPLE).values()) < MOST_BYTES


def test_all_three_agents_wrote_sessions(reading: Reading) -> None:
    harnesses = Counter(session.harness for session in main_sessions(reading))
    assert harnesses == {"claude": 48, "codex": 8, "opencode": 3}


def test_a_sub_agent_belongs_to_the_session_that_started_it(reading: Reading) -> None:
    lanes = [session for session in reading.sessions if session.agent]
    assert len(lanes) == 1
    assert lanes[0].root in {session.id for session in main_sessions(reading)}


def test_the_planted_damage_is_counted_and_nothing_else_is_lost(reading: Reading) -> None:
    skipped = Counter[str]()
    for file in reading.files:
        skipped.update(file.skipped)
    assert skipped == {"cut off at the end": 1}
    assert [file.path for file in reading.files if file.problem] == []
    assert sum(file.ignored.get("unknown line of type weather", 0) for file in reading.files) == 1


def test_calls_that_never_ran_are_told_apart(reading: Reading) -> None:
    outcomes = Counter(call.outcome for session in reading.sessions for call in session.calls)
    assert (outcomes["refused"], outcomes["invalid"], outcomes["unknown"]) == (1, 1, 1)
    assert outcomes["failed"] == 17


def test_a_rewind_leaves_an_abandoned_branch(reading: Reading) -> None:
    abandoned = {s.id for s in reading.sessions for call in s.calls if call.abandoned}
    assert len(abandoned) == 1


def test_one_turn_holds_two_calls(reading: Reading) -> None:
    batches = Counter((s.id, c.turn) for s in main_sessions(reading) for c in s.calls)
    assert Counter(batches.values())[2] == 1


def test_a_queued_prompt_is_a_prompt_and_a_compaction_summary_is_none(reading: Reading) -> None:
    prompts = [prompt.text for session in reading.sessions for prompt in session.prompts]
    assert "also link the page from the guide" in prompts
    assert not [text for text in prompts if text.startswith("This session is being continued")]


def test_the_story_ends_when_its_newest_trace_ends(reading: Reading, about: dict[str, str]) -> None:
    now = datetime.fromisoformat(about["now"]).timestamp()
    assert max(session.end for session in reading.sessions) == pytest.approx(now, abs=1.0)
    days = (now - min(session.start for session in reading.sessions)) / 86_400
    assert 89 < days < 90


def test_every_session_ran_in_the_repository_that_the_sample_names(
    reading: Reading, about: dict[str, str]
) -> None:
    assert {session.cwd for session in reading.sessions} == {about["repo"]}


def test_the_sample_reads_as_the_folders_of_a_home_do(
    reading: Reading, about: dict[str, str], tmp_path: Path
) -> None:
    places = Places(SAMPLE / "claude", SAMPLE / "codex", SAMPLE / "opencode", tmp_path, tmp_path)
    found = read_repository(places, Path(about["repo"]))
    assert [session.id for session in found.sessions] == [s.id for s in reading.sessions]


def test_session_t2_is_left_alone(reading: Reading) -> None:
    (session,) = [session for session in reading.sessions if session.id == "T2"]
    assert arm("T2")["arm"] == "control"
    assert session.notes == ()


def test_adage_spoke_in_no_control_session(reading: Reading) -> None:
    told = [session for session in main_sessions(reading) if session.notes]
    assert len(told) == 16
    assert {arm(session.id)["arm"] for session in told} == {"treated"}


def turns_by_task(reading: Reading) -> dict[str, dict[str, list[int]]]:
    """Turns of each run, by task and arm, where both arms have runs."""
    tasks: dict[str, dict[str, list[int]]] = {}
    for session in main_sessions(reading):
        runs = tasks.setdefault(session.prompts[0].text, {})
        turns = len({call.turn for call in session.calls})
        runs.setdefault(str(arm(session.id)["arm"]), []).append(turns)
    return {task: runs for task, runs in tasks.items() if len(runs) == 2}


def test_eight_tasks_took_9_9_turns_fewer_with_adage(reading: Reading) -> None:
    tasks = turns_by_task(reading)
    assert len(tasks) == 8
    assert {len(runs) for arms in tasks.values() for runs in arms.values()} == {2}
    differences = [fmean(runs["treated"]) - fmean(runs["control"]) for runs in tasks.values()]
    assert round(fmean(differences), 1) == -9.9
    assert max(differences) < 0


def test_regenerating_followed_a_registry_edit_in_7_of_8(reflexes: tuple[Reflex, ...]) -> None:
    """The hero of the map and of the page about patterns."""
    hero = reflex_of(reflexes, "run", "sh:make gen")
    assert hero.trigger == ("edit:registry/*.json",)
    assert (hero.k, hero.n, hero.strength, hero.command) == (7, 8, "prime", "make gen")
    assert hero.tasks >= 2


def test_the_7_of_8_score_0_59_because_they_lean_toward_the_broader_habit(
    reflexes: tuple[Reflex, ...],
) -> None:
    hero = reflex_of(reflexes, "run", "sh:make gen")
    assert round(hero.q05, 2) == 0.59
    assert hero.parent == "edit:**/*.json"
    assert round(hero.m, 2) == 0.57
    assert hero.m < hero.mean < hero.s / hero.n_weighted
    assert round(posterior(7, 8, hero.m)["q05"], 2) == 0.59


def test_six_of_eight_may_be_as_low_as_41_percent(reflexes: tuple[Reflex, ...]) -> None:
    go_test = reflex_of(reflexes, "run", "sh:go test ./cmd/...")
    assert go_test.trigger == ("edit:cmd/*.go",)
    assert (go_test.k, go_test.n, round(go_test.lb, 4)) == (6, 8, 0.4093)


def test_sixteen_of_sixteen_may_insist(reflexes: tuple[Reflex, ...]) -> None:
    check = reflex_of(reflexes, "run", "sh:.venv/bin/python -m pytest")
    assert (check.k, check.n, round(check.lb, 4), check.strength) == (16, 16, 0.8064, "fire")


def test_the_check_follows_the_tests_and_then_the_changelog(reflexes: tuple[Reflex, ...]) -> None:
    check = reflex_of(reflexes, "run", "sh:.venv/bin/python -m pytest")
    assert check.trigger == ("edit:tests/*.py", "edit:CHANGELOG.rst")


def test_the_steps_seldom_run_without_their_trigger(reflexes: tuple[Reflex, ...]) -> None:
    for step in ("sh:make gen", "sh:go test ./cmd/...", "sh:.venv/bin/python -m pytest"):
        reflex = reflex_of(reflexes, "run", step)
        assert reflex.contrast is not None
        assert reflex.contrast > 0.7
        assert reflex.contrast_counts[3] >= 3


def test_the_system_python_is_a_dead_end(reflexes: tuple[Reflex, ...]) -> None:
    dead = reflex_of(reflexes, "avoid", "sh:.venv/bin/python -m pytest")
    assert dead.trigger == ("sh:python3 -m pytest!",)
    assert (dead.k, dead.n, dead.pairs, dead.strength) == (10, 11, 10, "inhibit")
    assert dead.tasks >= 2


def test_two_tickets_are_one_step(reading: Reading, traces: dict[str, Trace]) -> None:
    prompts = {
        session.prompts[0].text: traces[session.id].steps[0].key
        for session in main_sessions(reading)
        if session.prompts[0].text.startswith("look up ticket")
    }
    assert set(prompts) == {"look up ticket W-1041", "look up ticket W-1042"}
    assert {prompt_text(text) for text in prompts} == {"look up ticket {id}"}
    assert set(prompts.values()) == {"sh:grep -n {id} docs/*.md"}


def test_two_tickets_are_two_tasks(reading: Reading, traces: dict[str, Trace]) -> None:
    tasks = [
        traces[session.id].task
        for session in main_sessions(reading)
        if session.prompts[0].text.startswith("look up ticket")
    ]
    assert len(set(tasks)) == 2


def test_sessions_that_were_told_are_no_evidence(
    reading: Reading, traces: dict[str, Trace], reflexes: tuple[Reflex, ...]
) -> None:
    told = {session.id for session in main_sessions(reading) if session.notes}
    assert all(traces[session].directives for session in told)
    for step in ("sh:make gen", "sh:go test ./cmd/...", "sh:.venv/bin/python -m pytest"):
        reflex = reflex_of(reflexes, "run", step)
        named = {w.trace for w in (*reflex.supporting, *reflex.refuting)}
        assert named.isdisjoint(told)


def test_flags_of_the_command_line_are_files_of_one_shape(reading: Reading) -> None:
    edited = {
        path.rsplit("/", 1)[-1]
        for session in main_sessions(reading)
        for call in session.calls
        if call.tool == "edit"
        for path in call.paths
    }
    assert {"flag_url.go", "flag_port.go", "flag_url_test.go", "flag_port_test.go"} <= edited


def test_adage_asks_at_the_finish_line_once(reading: Reading) -> None:
    asked = [note.text for session in reading.sessions for note in session.notes]
    finish_lines = {text for text in asked if text.startswith("Adage finish-line check:")}
    assert len(finish_lines) == 1


@pytest.mark.parametrize(
    "family",
    [
        ("Find out why CI is failing on main", "CI is failing on main again, find out why",
         "Find out why CI keeps failing on main"),
        ("look up ticket W-1041", "look up ticket W-1042", "please look up ticket W-1057"),
        ("Reject parcels without a receiver", "Reject parcels with a missing sender",
         "Reject parcels with an empty postcode"),
        ("Add Tern Logistics to the carrier registry", "Add Polar Freight to the carrier registry",
         "Add the depot Lyon Nord to the carrier registry"),
        ("Add a --url flag to the track command", "Add a --port flag to the serve command",
         "Add a --timeout flag to the serve command"),
    ],
)  # fmt: skip
def test_prompts_of_one_family_are_alike(reading: Reading, family: tuple[str, ...]) -> None:
    prompts = {prompt.text for session in reading.sessions for prompt in session.prompts}
    assert set(family) <= prompts
    table = open_table(bundled_path())
    vectors = [table.embed(prompt_text(text)) or [] for text in family]
    assert min(cosine(a, b) for a, b in combinations(vectors, 2)) >= LINK_CUT.default
