"""The generated sessions: the same from the same seed, and true to the habits planted in them."""

from collections import Counter

import pytest

from adage.measure.generate import CHANGE_DAY, generate
from adage.measure.play import as_reading
from adage.measure.scenery import FAMILIES, PERF, PERF_PROMPT


def commands(play):
    return [move.text for move in play.moves if move.verb == "run"]


def edits(play, folder):
    return [m.text for m in play.moves if m.verb == "edit" and m.text.startswith(folder)]


def needs(plays, rule):
    return [need for play in plays for need in play.needs if need.rule == rule]


def test_the_same_seed_gives_the_same_sessions():
    assert generate(3, 20) == generate(3, 20)
    assert generate(3, 20) != generate(4, 20)


def test_a_session_does_not_depend_on_how_noisy_its_prompt_draw_was():
    assert [p.family for p in generate(3, 20)] == [p.family for p in generate(3, 20, noise=0.8)]


def test_sessions_come_oldest_first_within_the_days_asked_for(plays):
    days = [play.day for play in plays]
    assert days == sorted(days)
    assert 0 <= days[0] < days[-1] <= 120


def test_every_family_occurs_and_rewords_its_prompts(plays):
    seen = {}
    for play in plays:
        seen.setdefault(play.family, set()).add(play.prompt)
    assert set(seen) == {*FAMILIES, PERF}
    assert all(len(prompts) > 10 for family, prompts in seen.items() if family != PERF)
    assert seen[PERF] == {PERF_PROMPT}


def test_both_harnesses_write_some_of_the_sessions(plays):
    counted = Counter(play.harness for play in plays)
    assert counted["codex"] > 40
    assert counted["claude"] > 250


@pytest.mark.parametrize("rule", ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"])
def test_every_rule_leaves_needs(plays, rule):
    assert len(needs(plays, rule)) >= 8


def test_a_need_opens_before_the_agent_meets_it(plays):
    for play in plays:
        for need in play.needs:
            assert -1 <= need.after < need.until <= len(play.moves)
            assert need.wasted >= 0


def test_the_call_that_meets_a_need_runs_its_step(plays):
    for play in plays:
        for need in play.needs:
            if need.until < len(play.moves) and need.rule in ("R1", "R2", "R3", "R7", "R8"):
                assert f"sh:{play.moves[need.until].text}" in need.steps


def test_schema_edits_are_followed_by_make_gen_nearly_always_but_often_late(plays):
    found = needs(plays, "R1")
    ran = [n for n in found if n.wasted != 3 or n.until - n.after > 1]
    assert len(ran) / len(found) > 0.85
    assert 0.2 < sum(n.wasted == 0 for n in found) / len(found) < 0.5


def test_the_changelog_alone_calls_for_nothing(plays):
    with_tests = {p.name for p in plays if edits(p, "tests/test_")}
    for play in plays:
        if edits(play, "CHANGELOG") and play.name not in with_tests:
            assert "tox -e news" not in commands(play)


def test_the_wrong_python_fails_nearly_always(plays):
    runs = [m for p in plays for m in p.moves if m.text.startswith("python3 -m pytest")]
    assert len(runs) > 100
    assert sum(not m.ok for m in runs) / len(runs) > 0.95


def test_the_proto_generator_changes_on_its_day(plays):
    for play in plays:
        assert ("make proto" not in commands(play)) or play.day < CHANGE_DAY
        assert ("buf generate" not in commands(play)) or play.day >= CHANGE_DAY


def test_spelling_is_checked_only_where_a_hook_asked_for_it(plays):
    checked = [play for play in plays if "npm run spell" in commands(play)]
    assert checked
    assert all(play.told for play in checked)
    assert not any(play.told for play in generate(7, 100, steered=False))


def test_only_one_task_is_benchmarked(plays):
    assert {p.prompt for p in plays if "make bench" in commands(p)} == {PERF_PROMPT}


def test_nearly_every_session_starts_with_the_status_and_ends_with_tests(plays):
    first = sum(p.moves[0].text == "git status" for p in plays) / len(plays)
    tested = sum(any("pytest" in c for c in commands(p)) for p in plays) / len(plays)
    assert 0.88 < first < 0.98
    assert tested > 0.88


def test_longer_sessions_hold_more_looking_around():
    short, long = generate(3, 30), generate(3, 30, length=5.0)
    assert sum(len(p.moves) for p in long) > 2 * sum(len(p.moves) for p in short)


def test_a_reading_of_plays_is_sorted_like_any_other(plays):
    reading = as_reading(plays, 1_767_225_600.0)
    assert [s.end for s in reading.sessions] == sorted(s.end for s in reading.sessions)
    assert len({s.id for s in reading.sessions}) == len(plays)
