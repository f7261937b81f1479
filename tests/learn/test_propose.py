"""Evidence for asking a person to let a step run."""

import pytest

from adage.learn.compile import compile_reflexes
from adage.learn.propose import propose
from adage.records import Candidate, Pattern
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
RUN = Pattern("run", ("edit:a.py", "edit:b.py"), ("sh:pytest",), 0)
SET = Pattern("sequence", ("edit:a.py",), ("sh:ruff", "sh:pytest"), 0)
# The letters of the golden value: the context is an edit t, then an edit c.
WORDS = {"t": "edit a.py", "c": "edit b.py", "V": "pytest", "o": "ls", "m": "edit d.py", "P": ">x"}


def evidence(*traces, pattern=RUN):
    strings, _ = strings_of(session("z", "pytest"), session("y", "ruff"), *traces)
    made = compile_reflexes(strings, [Candidate(pattern, 0, 0, 0, 0, 0, "", 0)])
    found = propose(strings, made, SETTINGS)
    return found[0] if found else None


def spell(text):
    """A session from letters; every second look is another one, so that none collapses."""
    words = [WORDS[letter] for letter in text]
    return [w if w != "ls" else ("ls", "git status")[i % 2] for i, w in enumerate(words)]


@pytest.mark.shared
def test_the_window_of_every_golden_string_is_read_from_events(oracles):
    oracle = oracles["predictive_window"]
    for text, wanted in zip(oracle["inputs"]["strings"], oracle["expected"], strict=True):
        found = evidence(session("a", *spell(text)))
        assert (found.opportunities, found.supported) == (1, wanted == "support"), text


@pytest.mark.parametrize(("sessions", "enough"), [(4, False), (5, True)])
def test_five_sessions_are_asked_for(sessions, enough):
    found = evidence(*(session(f"s{i}", *spell("tcV")) for i in range(sessions)))
    assert (found.sessions, found.is_enough) == (sessions, enough)


def test_one_task_is_not_enough():
    found = evidence(*(session(f"s{i}", *spell("tcV"), task="same") for i in range(9)))
    assert (found.tasks, found.is_enough) == (1, False)


def test_nine_of_ten_opportunities_must_be_supported():
    good = [session(f"s{i}", *spell("tcV")) for i in range(9)]
    assert evidence(*good, session("b", *spell("tcm"))).is_enough
    assert not evidence(*good, session("b", *spell("tcmtcm"))).is_enough


def test_a_step_that_failed_does_not_support():
    assert evidence(session("a", "edit a.py", "edit b.py", "pytest!")).supported == 0


def test_a_session_that_was_steered_does_not_count():
    steered = session("a", *spell("tcV"), told=[(0, "sh:pytest")])
    later = session("b", *spell("tcVo"), told=[(3, "sh:pytest")])
    assert evidence(steered, later, session("c", *spell("tcV"))).sessions == 1


def test_a_set_of_steps_is_supported_when_all_of_them_worked():
    both = session("a", "edit a.py", "ruff", "ls", "pytest")
    one = session("b", "edit a.py", "ruff", "ls")
    red = session("c", "edit a.py", "ruff!", "pytest")
    found = evidence(both, one, red, pattern=SET)
    assert (found.opportunities, found.supported) == (3, 1)


def test_a_step_that_authors_is_never_proposed():
    commit = Pattern("run", ("edit:a.py",), ("sh:git commit",), 0)
    assert evidence(session("a", "edit a.py", "git commit"), pattern=commit) is None
