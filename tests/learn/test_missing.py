"""What would change a verdict, by the formulas that gave it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adage.formulas import wilson_lower
from adage.learn.judge import judge
from adage.learn.missing import for_barred, for_reflex, for_route, smallest
from adage.records import Effect, Reflex
from adage.settings import Settings
from tests.hook.world import DEAD, reflex

SETTINGS = Settings()


def judged(k: int, n: int, **more: object) -> Reflex:
    given = {"effect": Effect.VERIFY, "tasks": k, "contrast": 0.9, "contrast_counts": (k, n, 0, 9)}
    one = reflex("run", ["edit:a/*.go"], ["sh:make lint"], k=k, n=n)
    one = replace(one, lb=wilson_lower(k, n), rate=k / n, **{**given, **more})  # type: ignore[arg-type]
    return judge([one], SETTINGS)[0]


def test_eleven_of_twelve_need_thirteen_more_in_a_row() -> None:
    assert for_reflex(judged(11, 12), SETTINGS) == "11 of 12; needs 13 more in a row to reach 0.80"
    assert wilson_lower(24, 25) >= 0.80 > wilson_lower(23, 24)


def test_what_insists_lacks_nothing() -> None:
    assert for_reflex(judged(20, 20), SETTINGS) == ""


def test_a_rate_below_one_half_needs_so_many_in_a_row() -> None:
    assert "4 of 12; needs 4 more in a row to reach a rate of 0.50" in for_reflex(
        judged(4, 12), SETTINGS
    )


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"tasks": 1}, "needs 1 more tasks"),
        ({"contrast_counts": (9, 10, 0, 1)}, "needs 2 more sessions without the trigger"),
        (
            {"contrast": 0.1, "contrast_counts": (9, 10, 8, 10)},
            "needs 4 more sessions with neither",
        ),
        ({"contrast": -0.1, "contrast_counts": (2, 10, 3, 10)}, "no number of sessions"),
        ({"effect": Effect.ENVIRONMENT}, "adage review approve"),
    ],
)
def test_each_gate_says_what_it_asks_for(more: dict[str, object], says: str) -> None:
    assert says in for_reflex(judged(9, 10, **more), SETTINGS)


def test_a_quiet_habit_needs_situations_in_which_it_is_not_done() -> None:
    quiet = replace(judged(20, 20), gate="uplift", strength="nascent", k_self=20, n_self=20)
    said = for_reflex(quiet, SETTINGS)
    assert said.startswith("needs 1 more situations in which it is not done at once")
    assert f"adage review approve {quiet.id}" in said


def test_a_dead_end_is_lifted_when_it_works_often_enough() -> None:
    dead = replace(DEAD, k=18, n=18)
    assert "needs 3 more sessions in which it works to be lifted" in for_barred(dead, SETTINGS)


def test_a_family_needs_sessions_that_start_with_its_route() -> None:
    assert "needs 1 more sessions that start with it" in for_route(2, 4, SETTINGS)


def test_the_smallest_number_is_found_or_none() -> None:
    assert smallest(lambda j: j >= 7) == 7
    assert smallest(lambda j: j >= 1) == 1
    assert smallest(lambda _: False) is None
