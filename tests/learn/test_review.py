"""A person's decisions, applied to what was learned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adage.decisions import Decision
from adage.learn.judge import judge
from adage.learn.review import review
from adage.records import Effect, Reflex
from adage.settings import Settings
from tests.hook.world import DEAD, GEN, reflex

SETTINGS = Settings()
JUNE = 1_781_000_000.0


def decide(verdict: str, one: Reflex) -> Reflex:
    said = {one.id: Decision(one.id, verdict, "ann", JUNE)}
    return review((one,), (), (), said, SETTINGS).reflexes[0]


def judged(k: int, n: int, effect: Effect, trigger: str = "edit:registry/*.json") -> Reflex:
    """A reflex of k of n as the judge leaves it: distinct tasks and contrast are there."""
    from adage.formulas import wilson_lower

    one = replace(
        reflex("run", [trigger], ["sh:make gen"], k=k, n=n), effect=effect, tasks=k,
        lb=wilson_lower(k, n), rate=k / n, contrast=0.9, contrast_counts=(k, n, 0, 9),
    )  # fmt: skip
    return judge([one], SETTINGS)[0]


def test_without_decisions_nothing_changes() -> None:
    assert review((GEN, DEAD), (), (), {}, SETTINGS).reflexes == (GEN, DEAD)


def test_what_was_dismissed_is_silent_and_says_who_and_when() -> None:
    found = decide("dismiss", GEN)
    assert (found.strength, found.gate) == ("nascent", "review")
    assert found.why == "dismissed by ann on 2026-06-09"


def test_a_dead_end_can_be_dismissed() -> None:
    assert decide("dismiss", DEAD).strength == "nascent"


def test_an_approved_reflex_that_was_too_rare_is_offered() -> None:
    waits = judged(8, 20, Effect.VERIFY)
    assert waits.strength == "nascent"
    assert decide("approve", waits).strength == "prime"


@pytest.mark.parametrize(("k", "n"), [(6, 8), (20, 20), (200, 200)])
def test_an_approved_environment_step_is_offered_and_never_insists(k: int, n: int) -> None:
    waits = judged(k, n, Effect.ENVIRONMENT)
    assert waits.strength == "nascent"
    assert decide("approve", waits).strength == "prime"


@pytest.mark.parametrize("effect", [Effect.AUTHOR, Effect.PUBLISH])
def test_nobody_can_approve_an_author_or_publish_step(effect: Effect) -> None:
    waits = replace(judged(20, 20, Effect.VERIFY), effect=effect, strength="nascent", gate="tasks")
    assert decide("approve", waits).strength == "nascent"


def test_an_approval_is_no_evidence_so_a_failed_contrast_never_insists() -> None:
    waits = replace(judged(20, 20, Effect.VERIFY), strength="nascent", gate="contrast")
    assert decide("approve", waits).strength == "prime"


def test_what_was_only_quiet_speaks_as_its_evidence_allows() -> None:
    waits = replace(judged(20, 20, Effect.VERIFY), strength="nascent", gate="uplift", quiet=True)
    assert decide("approve", waits).strength == "fire"


def test_a_dead_end_without_the_evidence_stays_one_that_waits() -> None:
    waits = replace(DEAD, strength="nascent", gate="share")
    assert decide("approve", waits) == waits


def test_a_snooze_changes_nothing_that_is_said() -> None:
    assert decide("snooze", GEN) == GEN


def test_what_a_dead_end_bars_cannot_be_approved() -> None:
    barred = replace(GEN, strength="dropped", gate="interlock")
    assert decide("approve", barred) == barred
