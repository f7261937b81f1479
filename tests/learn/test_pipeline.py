"""The whole learner on real sessions: what it learns, and that nothing but the traces decides."""

import random
from dataclasses import replace

import pytest

from adage.learn import STAGES, learn
from adage.learn.explain import explain, find_reflex, sentence, stopped
from adage.learn.recorder import Recording, last_reflexes
from adage.settings import Settings
from adage.traces import read_paths

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def entire(shared):
    return read_paths([shared / "corpus" / "claude" / "entireio__cli"])


@pytest.fixture(scope="module")
def learned(entire):
    recording = Recording()
    return learn(entire, "", recorder=recording), recording.records


def habit(records):
    """A reflex that was selected and counted, whether it may speak or not."""
    return max(records["judge"].detail, key=lambda reflex: reflex.n)


def test_what_would_cost_more_than_it_saves_stays_quiet(learned):
    """Agents run the checks of this code base anyway: telling one of them never saved a turn."""
    index, records = learned
    worthless = [r for r in last_reflexes(records) if r.gate == "value"]
    assert worthless
    for reflex in worthless:
        assert reflex.quiet
        assert reflex.value.high < 0
        assert f"{reflex.value.useless} times in {reflex.value.said}" in reflex.why
    assert not {r.id for r in worthless} & {r.id for r in index.reflexes}


def test_the_checks_of_a_go_code_base_are_found(learned):
    _, records = learned
    assert records["read"].summary["sessions"] >= 126
    steps = {step for reflex in last_reflexes(records) for step in reflex.steps}
    assert steps & {"sh:mise run fmt", "sh:mise run lint", "sh:mise run test"}


def test_the_recorder_changes_nothing(entire, learned):
    assert learn(entire, "").content == learned[0].content


def test_the_order_of_the_sessions_changes_nothing(entire, learned):
    sessions = list(entire.sessions)
    random.Random(3).shuffle(sessions)
    assert learn(replace(entire, sessions=tuple(sessions)), "").content == learned[0].content


def test_every_stage_leaves_its_record_in_order(learned):
    assert list(learned[1]) == [stage.name for stage in STAGES]


def test_the_evidence_names_lines_that_exist(learned):
    index, _ = learned
    for reflex in index.reflexes:
        for witness in (*reflex.supporting, *reflex.refuting):
            with open(witness.path, "rb") as file:
                assert sum(1 for _ in file) >= witness.line > 0


def test_k_and_n_are_the_sessions_for_and_against(learned):
    for reflex in learned[1]["interlock"].detail:
        if reflex.n <= 20:
            assert len(reflex.supporting) == reflex.k
            assert len(reflex.refuting) == reflex.n - reflex.k


def test_an_explanation_holds_the_numbers_of_its_reflex(learned):
    _, records = learned
    reflex = find_reflex(records, habit(records).id[:8])
    text = "\n".join(explain(records, reflex, Settings()))
    assert sentence(reflex) in text
    for number in (f"k = {reflex.k} of n = {reflex.n}", f"{reflex.lb:.4f}", f"{reflex.q05:.4f}"):
        assert number in text
    assert reflex.supporting[0].path in text


def test_everything_that_was_stopped_has_a_gate_and_a_reason(learned):
    rows = stopped(learned[1])
    assert len(rows) > 50
    assert all(gate and why for gate, _, _, why in rows)


def test_a_runner_that_always_fails_becomes_a_dead_end(shared):
    reading = read_paths([shared / "corpus" / "claude" / "PackmindHub__context-evaluator"])
    dead = [r for r in learn(reading, "").reflexes if r.shape == "avoid"]
    assert [(r.k, r.n, r.strength) for r in dead] == [(52, 52, "inhibit")]
    assert dead[0].trigger == ("sh:rtk bun run test!",)


def test_a_trace_taken_away_is_gone_from_the_counts(entire, learned):
    reflex = habit(learned[1])
    gone = reflex.supporting[0].root
    kept = tuple(s for s in entire.sessions if s.root != gone)
    recording = Recording()
    learn(replace(entire, sessions=kept), "", recorder=recording)
    again = {r.id: r for r in recording.records["interlock"].detail}.get(reflex.id)
    assert again is not None
    assert (again.k, again.n) == (reflex.k - 1, reflex.n - 1)
