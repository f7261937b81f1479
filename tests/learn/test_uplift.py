"""What telling adds, and when a reflex is not worth saying."""

from dataclasses import replace

import pytest

from adage.learn.compile import compile_reflexes
from adage.learn.count import count
from adage.learn.told import Tellings
from adage.learn.uplift import PRIORS, situations, telling, uplift
from adage.records import DAY_S, Candidate, Pattern
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
RUN = Pattern("run", ("edit:**/*.py",), ("sh:pytest",), 0)
FINISH = Pattern("obligation", ("edit:**/*.py",), ("sh:pytest",), 0)
SET = Pattern("sequence", ("edit:**",), ("sh:ruff", "sh:pytest"), 0)
BATCH = Pattern("read-batch", ("read:a.py",), ("read:b.py",), 0)
DEAD = Pattern("avoid", ("sh:old test!",), ("sh:new test",), 0)


def own(pattern, *traces):
    strings, _ = strings_of(*traces)
    return situations(strings, pattern, SETTINGS)


def reflex(strings, pattern, strength="prime", **fields):
    (made,) = compile_reflexes(strings, [Candidate(pattern, 0, 0, 0, 0, 0, "", 0)])
    return replace(made, strength=strength, **fields)


def habit(count, followed, *rest):
    return [
        session(f"s{i}", "edit a.py", *(["pytest"] if i < followed else ["ls"]), *rest)
        for i in range(count)
    ]


def test_a_step_within_three_turns_of_its_trigger_is_taken_at_once():
    assert own(RUN, session("a", "edit a.py", "ls", "git status", "pytest")) == (1, 1)


def test_a_step_after_more_than_three_turns_is_not_taken_at_once():
    words = ("edit a.py", "ls", "git status", "read b.py", "pytest")
    assert own(RUN, session("a", *words)) == (0, 1)


def test_the_turns_count_from_the_last_trigger():
    words = ("edit a.py", "ls", "ruff", "edit a.py", "ls", "pytest")
    assert own(RUN, session("a", *words)) == (1, 1)


def test_a_step_in_the_same_call_as_its_trigger_counts_as_taken():
    trace = session("a", "edit a.py", "pytest")
    joined = replace(trace, steps=tuple(replace(s, turn=0, call=0) for s in trace.steps))
    assert own(RUN, joined) == (1, 1)


def test_a_red_check_counts_as_taken():
    assert own(RUN, session("a", "edit a.py", "pytest!")) == (1, 1)


def test_a_situation_in_which_the_agent_was_told_is_left_out():
    told = session("a", "edit a.py", "pytest", told=[(1, "sh:pytest")])
    assert own(RUN, told, session("b", "edit a.py", "pytest")) == (1, 1)


def test_a_finish_line_has_until_the_segment_ends():
    late = session("a", "edit a.py", *["ls", "ruff"] * 8, "pytest")
    assert own(FINISH, late, session("b", "edit a.py", ">something else", "pytest")) == (1, 2)


def test_a_set_of_checks_is_taken_when_it_stood_in_one_call():
    apart = session("a", "edit a.py", "ruff", "pytest")
    joined = replace(apart, steps=tuple(replace(s, call=min(s.call, 1)) for s in apart.steps))
    assert own(SET, apart) == (0, 1)
    assert own(SET, joined) == (1, 1)


def test_a_batch_is_taken_when_all_its_files_are_read_within_three_turns():
    near = session("a", "read a.py", "read b.py")
    far = session("b", "read a.py", "ls", "git status", "ls", "read b.py")
    assert own(BATCH, near, far) == (1, 2)


def test_a_dead_end_is_left_when_the_working_check_came_first():
    fell = session("a", "edit a.py", "old test!", "new test")
    left = session("b", "edit a.py", "new test", "old test!")
    assert own(DEAD, fell, left) == (1, 2)


@pytest.mark.parametrize("shape", sorted(PRIORS))
def test_a_prior_alone_never_silences(shape):
    assert not telling(shape, (0, 0), (0, 0), SETTINGS)["quiet"]
    assert not telling(shape, (2, 2), (0, 0), SETTINGS)["quiet"]


def test_a_habit_without_exception_goes_quiet_at_seventeen_and_not_at_sixteen():
    assert not telling("run", (16, 16), (0, 0), SETTINGS)["quiet"]
    assert telling("run", (17, 17), (0, 0), SETTINGS)["quiet"]


def test_a_quiet_reflex_is_nascent_with_its_reason():
    strings, _ = strings_of(*habit(20, 20))
    (found,) = uplift(strings, [reflex(strings, RUN, "fire")], SETTINGS)
    assert (found.strength, found.gate, found.quiet) == ("nascent", "uplift", True)
    assert "20 of 20 situations" in found.why
    assert found.u == pytest.approx(0.97 - (4 * 0.32 + 20) / 24)


def test_a_habit_taken_late_stays_worth_saying():
    strings, _ = strings_of(*habit(20, 0, "ruff", "ls", "ruff", "ls", "pytest"))
    (found,) = uplift(strings, [reflex(strings, RUN)], SETTINGS)
    assert (found.k_self, found.n_self, found.strength) == (0, 20, "prime")


def test_what_was_stopped_before_keeps_its_first_reason():
    strings, _ = strings_of(*habit(20, 20))
    stopped = reflex(strings, RUN, "nascent", gate="contrast", why="no contrast")
    (found,) = uplift(strings, [stopped], SETTINGS)
    assert (found.gate, found.why, found.quiet) == ("contrast", "no contrast", True)


def test_tellings_that_were_not_followed_lower_the_uplift():
    strings, _ = strings_of(*habit(9, 6))
    plain = reflex(strings, RUN)
    (alone,) = uplift(strings, [plain], SETTINGS)
    (ignored,) = uplift(strings, [plain], SETTINGS, tellings=Tellings({plain.id: (2, 12)}))
    assert (ignored.k_follow, ignored.n_follow) == (2, 12)
    assert ignored.u < alone.u
    assert ignored.quiet


def test_what_a_person_wrote_is_never_silenced():
    strings, _ = strings_of(*habit(20, 20))
    plain = reflex(strings, RUN)
    (found,) = uplift(strings, [plain], SETTINGS, written=[plain.id])
    assert (found.strength, found.quiet) == ("prime", False)
    assert found.u < 0.1


def test_a_dead_end_is_never_silenced():
    traces = [session(f"s{i}", "edit a.py", "new test", "old test!") for i in range(20)]
    strings, _ = strings_of(*traces)
    (found,) = uplift(strings, [reflex(strings, DEAD, "inhibit")], SETTINGS)
    assert (found.strength, found.k_self, found.n_self) == ("inhibit", 20, 20)


def test_counting_and_uplift_judge_the_same_habit_by_two_horizons():
    strings, _ = strings_of(*habit(6, 0, "ruff", "ls", "ruff", "pytest"))
    (counted,) = count(strings, [RUN], 1000 * DAY_S, SETTINGS)
    assert counted.s == counted.n > 0
    assert situations(strings, RUN, SETTINGS) == (0, 6)
