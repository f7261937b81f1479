"""The stages' rules on strings of letters, small enough to check by hand."""

import math

import pytest

from adage.learn.examples import (
    closed_neighbours,
    closed_patterns,
    code_table,
    dead_end,
    letters,
    select_patterns,
    strength,
)


def test_each_letter_is_one_event_of_its_session():
    strings = letters(["ab", "b"])
    assert [strings.alphabet[i].text for i in strings.label] == ["a", "b", "b"]
    assert strings.trace.tolist() == [0, 0, 1]
    assert strings.clock.tolist() == [0, 1, 0]


def test_without_patterns_the_data_cost_their_entropy():
    """Two letters, equally often: one bit for each of four events."""
    found = code_table(["ab", "ba"], [])
    assert (found["L_D"], found["L_CT"], found["total"]) == (4, 0, 4)
    assert found["usages"] == {"a": 2, "b": 2}


def test_a_pattern_that_covers_everything_leaves_only_its_own_price():
    """One symbol needs no bits; the table pays one bit an item, 4 an item, and log2 6."""
    found = code_table(["ab", "ab"], ["ab"])
    assert found["usages"] == {"ab": 2}
    assert found["L_D"] == 0
    assert found["L_CT"] == pytest.approx(2 * 1 + 2 * 4 + math.log2(6))


def test_side_by_side_skips_nothing_and_a_window_pays_a_bit_for_each_skip():
    assert "ab" not in code_table(["axb"], ["ab"])["usages"]
    found = code_table(["axb"], ["ab"], window=2)
    assert (found["usages"]["ab"], found["gap_bits"]) == (1, 1)


def test_the_pattern_given_first_claims_first():
    db = ["abc", "abc"]
    assert code_table(db, ["abc", "ab"])["usages"] == {"abc": 2}
    assert code_table(db, ["ab", "abc"])["usages"] == {"ab": 2, "c": 2}


def test_a_pattern_that_saves_nothing_is_not_accepted():
    found = select_patterns(["ab", "ba"], ["ab"])
    assert found == {"start": 4, "accepted": []}


def test_the_accepted_pattern_pays_for_itself():
    db = ["xab", "aby", "zab"] * 12
    found = select_patterns(db, ["ab", "ba"])
    ((pattern, gain, bits),) = found["accepted"]
    assert pattern == "ab"
    assert bits == pytest.approx(code_table(db, ["ab"], window=8)["total"])
    assert found["start"] - gain == pytest.approx(bits)


def test_a_pattern_is_closed_when_no_longer_one_occurs_as_often():
    found = closed_patterns(["abc", "abc", "bc"], "c", min_support=2)
    assert found["frequent"] == {"c": 3, "bc": 3, "ac": 2, "abc": 2}
    assert found["closed"] == {"abc": 2, "bc": 3}


def test_neighbours_do_not_reach_over_a_gap():
    assert closed_neighbours(["axb", "ayb"], min_support=2) == {"a": 2, "b": 2}
    assert closed_neighbours(["ab", "xab"], min_support=2) == {"ab": 2}


def test_the_effect_caps_the_evidence():
    assert strength(16, 16) == "fire"
    assert strength(30, 30, effect="environment") == "nascent"
    assert strength(30, 30, effect="publish") == "never"


def test_a_dead_end_needs_failures_and_a_check_that_works():
    assert dead_end(10, 9, 5)
    assert not dead_end(10, 8, 5)
    assert not dead_end(10, 9, 4)
    assert not dead_end(0, 0, 5)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: code_table(["ab"], ["az"]), "a pattern is two or more letters of the strings"),
        (lambda: code_table(["ab"], ["a"]), "a pattern is two or more letters of the strings"),
        (lambda: closed_patterns(["ab"], "z"), "the step z occurs in none of the strings"),
        (lambda: strength(1, 1, effect="huge"), "there is no effect huge"),
    ],
)
def test_what_is_not_in_the_strings_is_said_so(ask, says):
    with pytest.raises(ValueError, match=says):
        ask()
