"""Proof by shuffling: against exact enumeration, and against what was computed elsewhere."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from adage.calculate import evaluate
from adage.formulas import holm, sign_flip, task_differences, task_interval, task_permutation
from adage.formulas.proof import flipped, shuffled

TASKS = [
    {"adage": [20, 22], "control": [25, 21, 27]},
    {"adage": [30, 28], "control": [31, 36]},
    {"adage": [15, 18], "control": [17, 14]},
]


def exact_p(tasks: list[dict[str, list[int]]]) -> float:
    """The share of all ways to hand out the labels that do at least as well."""
    observed = abs(task_differences(tasks)["T"])
    ways = [
        [
            sum(picked) / len(picked) - (sum(pool) - sum(picked)) / (len(pool) - len(picked))
            for picked in combinations(pool, len(task["adage"]))
        ]
        for task in tasks
        for pool in [[*task["adage"], *task["control"]]]
    ]
    means = [sum(way) / len(way) for way in product(*ways)]
    share: float = sum(abs(mean) >= observed - 1e-9 for mean in means) / len(means)
    return share


def test_shuffling_agrees_with_trying_every_way() -> None:
    found = task_permutation(TASKS)
    assert found["p"] == pytest.approx(exact_p(TASKS), abs=0.02)


def test_the_same_seed_gives_the_same_p_and_another_seed_nearly_so() -> None:
    assert task_permutation(TASKS) == task_permutation(TASKS)
    other = task_permutation(TASKS, seed=7)
    assert other != task_permutation(TASKS)
    assert other["p"] == pytest.approx(task_permutation(TASKS)["p"], abs=0.02)


def test_labels_never_leave_their_task() -> None:
    lonely = [{"adage": [1], "control": [3]}, {"adage": [100], "control": [102]}]
    assert set(shuffled(lonely, 200).round(9)) == {-2.0, 0.0, 2.0}


def test_a_task_without_both_arms_is_left_out_and_counted() -> None:
    found = task_differences([*TASKS, {"adage": [3], "control": []}])
    assert found["left_out"] == 1
    assert found["T"] == task_differences(TASKS)["T"]
    with pytest.raises(ValueError, match="no task"):
        task_differences([{"adage": [3], "control": []}])


def test_every_pattern_of_signs_is_tried_once() -> None:
    assert sorted(flipped([1.0, 2.0])) == [-3.0, -1.0, 1.0, 3.0]
    assert sign_flip([-1.0] * 5) == {"p": 0.0625, "smallest": 0.0625}
    assert sign_flip([0.0, 0.0])["p"] == 1.0


def test_many_tasks_are_flipped_at_random() -> None:
    found = sign_flip([-1.0] * 20)
    assert found["p"] == found["smallest"] == pytest.approx(1 / 10_001)


def test_the_interval_holds_the_mean() -> None:
    d = task_differences(TASKS)["d"]
    ends = task_interval(d)
    assert min(d) <= ends["lower"] <= sum(d) / len(d) <= ends["upper"] <= max(d)


def test_adjusted_values_never_fall_below_those_before_them() -> None:
    assert holm([0.0001, 0.02, 0.5]) == pytest.approx([0.0003, 0.04, 0.5])
    assert holm([0.05, 0.05, 0.05]) == pytest.approx([0.15] * 3)
    assert holm([]) == []


@pytest.mark.shared
def test_the_golden_values_of_page_10(oracles: dict[str, dict[str, Any]]) -> None:
    seen = 0
    for each in oracles.values():
        given, wanted, name = each["inputs"], each["expected"], each["name"]
        if each["section"] != "10":
            continue
        if name == "eight_tasks_example":
            found = evaluate("task_permutation", given)["value"]
            assert found["T"] == pytest.approx(wanted["T"])
            assert found["p"] == pytest.approx(wanted["mc_p_if_no_shuffle_reaches"])
            assert evaluate("task_differences", given)["value"]["d"] == pytest.approx(wanted["d"])
            assert sign_flip(wanted["d"])["p"] == wanted["signflip_p"]
        elif name == "task_permutation_small_exact":
            found = evaluate("task_permutation", {"tasks": given["tasks"]})["value"]
            assert found["T"] == pytest.approx(wanted["T"])
            assert found["p"] == pytest.approx(wanted["exact_p"], abs=0.015)
        elif name.startswith("signflip_min"):
            assert sign_flip([1.0] * given["J"])["smallest"] == wanted
        elif name.startswith("signflip"):
            assert evaluate("sign_flip", given)["value"]["p"] == pytest.approx(wanted)
        elif name.startswith("holm"):
            assert evaluate("holm", given)["value"] == pytest.approx(wanted)
        elif name == "cluster_bootstrap_ci":
            found = evaluate("task_interval", {"d": given["d"]})["value"]
            assert found["lower"] == pytest.approx(wanted["lo"])
            assert found["upper"] == pytest.approx(wanted["hi"])
        else:
            continue
        seen += 1
    assert seen >= 15
