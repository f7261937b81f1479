"""Properties that hold for every input, and agreement with scipy, statsmodels and scikit-learn."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adage.formulas import (
    FORMULAS,
    arm,
    at_least,
    at_most,
    bin_rates,
    code_length,
    contrast,
    fire_ladder,
    folds,
    generation,
    half_life_weight,
    interpolate,
    is_quiet,
    isotonic,
    lift_ladder,
    newcombe,
    parent_rate,
    posterior,
    predictive_window,
    quiet_ladder,
    uplift,
    wilson_limits,
    wilson_lower,
)

# No timing decides, and the same examples are drawn on every machine.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

COUNTS = st.integers(1, 2_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
RATES = st.floats(0, 1)


def test_six_of_eight_could_be_as_low_as_41_percent():
    assert round(wilson_lower(6, 8), 2) == 0.41


def test_nothing_seen_bounds_nothing():
    assert wilson_lower(0, 0) == 0
    assert wilson_limits(0, 0) == (0, 1)


@given(COUNTS)
def test_a_lower_bound_rises_with_every_session_that_took_the_step(count):
    k, n = count
    if k < n:
        assert wilson_lower(k, n) < wilson_lower(k + 1, n)


@given(COUNTS)
def test_the_limits_hold_the_rate_between_them(count):
    k, n = count
    low, high = wilson_limits(k, n)
    assert 0 <= low <= k / n + 1e-12
    assert k / n - 1e-12 <= high <= 1


@given(COUNTS)
def test_the_same_rate_from_more_sessions_is_surer(count):
    k, n = count
    assert wilson_lower(2 * k, 2 * n) >= wilson_lower(k, n)


@given(COUNTS)
def test_the_limits_agree_with_statsmodels(count):
    from statsmodels.stats.proportion import proportion_confint

    k, n = count
    wanted = proportion_confint(k, n, method="wilson")
    assert wilson_limits(k, n) == pytest.approx(wanted, abs=1e-7)


@pytest.mark.parametrize(("k", "n"), [(9, 8), (-1, 8)])
def test_more_than_all_is_no_count(k, n):
    with pytest.raises(ValueError, match="is no count"):
        wilson_limits(k, n)


@given(st.integers(0, 200), st.floats(0.05, 0.95))
def test_a_ladder_gives_the_first_number_that_reaches_the_bound(misses, bound):
    n = fire_ladder(misses, bound)
    assert at_least(wilson_lower(n - misses, n), bound)
    assert n == misses + 1 or not at_least(wilson_lower(n - 1 - misses, n - 1), bound)


def test_a_lift_that_no_number_of_sessions_can_prove_is_said_so():
    assert lift_ladder(39, 40) == 0


def test_a_habit_that_telling_always_improves_is_never_quiet():
    assert quiet_ladder(m_s=0.0, m_f=1.0) > 0
    assert not uplift(0.32, 0, 1000, 0.97, 0, 0)["quiet"]
    assert is_quiet(0.05, 3)
    assert not is_quiet(0.05, 2)


@given(COUNTS, st.floats(0.01, 0.99), st.floats(0.1, 50))
def test_a_posterior_lies_between_the_rate_and_its_parent(count, m, kappa):
    s, n = count
    found = posterior(s, n, m, kappa)
    low, high = sorted((s / n, m))
    assert low - 1e-9 <= found["mean"] <= high + 1e-9
    assert 0 <= found["q05"] <= 1


@given(COUNTS, st.floats(0.01, 0.99), st.floats(0.1, 50))
def test_a_posterior_agrees_with_scipy(count, m, kappa):
    from scipy.stats import beta

    s, n = count
    wanted = float(beta.ppf(0.05, s + kappa * m, n - s + kappa * (1 - m)))
    assert posterior(s, n, m, kappa)["q05"] == pytest.approx(wanted, abs=1e-8)


@given(st.floats(0.2, 0.8))
def test_the_parent_that_gives_a_low_end_is_found_again(m):
    low = posterior(7, 8, m)["q05"]
    assert parent_rate(7, 8, low) == pytest.approx(m, abs=1e-6)


@given(st.floats(0, 5_000), st.floats(1, 1_000))
def test_a_session_counts_half_after_each_half_life(age, half_life):
    now = half_life_weight(age, half_life)
    assert half_life_weight(age + half_life, half_life) == pytest.approx(now / 2)
    assert 0 <= now <= 1


def test_a_session_from_the_future_counts_as_one_of_today():
    assert half_life_weight(-3) == 1


@given(COUNTS, COUNTS)
def test_a_contrast_is_the_difference_of_both_rates(with_it, without):
    (a, b), (c, d) = with_it, without
    assert contrast(a, b, c, d) == pytest.approx(a / b - c / d)


def test_a_contrast_without_one_side_is_none():
    assert contrast(3, 3, 0, 0) == contrast(0, 0, 3, 3) == 0


@given(COUNTS, COUNTS)
def test_newcombes_interval_agrees_with_statsmodels(first, second):
    from statsmodels.stats.proportion import confint_proportions_2indep

    (x1, n1), (x2, n2) = first, second
    found = newcombe(x1, n1, x2, n2)
    wanted = confint_proportions_2indep(x1, n1, x2, n2, method="newcomb", compare="diff")
    assert (found["lower"], found["upper"]) == pytest.approx(wanted, abs=1e-6)


@given(RATES, RATES, COUNTS)
def test_uplift_never_leaves_the_range_of_differences(m_s, m_f, count):
    found = uplift(m_s, *count, m_f, *count)
    assert -1 <= found["u"] <= 1
    assert found["u"] == found["p_follow"] - found["p_self"]


@given(st.text(max_size=40))
def test_an_arm_depends_on_nothing_but_the_session(session):
    found = arm(session)
    assert found == arm(session)
    assert 0 <= found["x"] <= 1
    assert found["control"] == (found["x"] < 0.10)
    assert not arm(session, 0.0)["control"]


def test_arms_spread_evenly():
    from scipy.stats import kstest

    numbers = [arm(f"session-{i}")["x"] for i in range(5_000)]
    assert kstest(numbers, "uniform").pvalue > 0.01


@given(st.text(min_size=1, max_size=200), st.data())
def test_one_changed_character_changes_the_whole_generation(text, data):
    """Of 16 hex digits about one stays by chance; half of them never do."""
    at = data.draw(st.integers(0, len(text) - 1))
    other = text[:at] + ("x" if text[at] != "x" else "y") + text[at + 1 :]
    before, after = generation(text), generation(other)
    assert len(before) == len(after) == 16
    assert sum(a == b for a, b in zip(before, after, strict=True)) < 8


@given(st.lists(st.integers(0, 500), max_size=20))
def test_a_code_length_is_the_entropy_of_its_usages(usages):
    from scipy.stats import entropy

    used = [u for u in usages if u]
    wanted = sum(used) * float(entropy(used, base=2)) if used else 0.0
    assert code_length(usages) == pytest.approx(wanted, abs=1e-6)


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.integers(1, 30), max_size=20))
def test_folds_are_balanced_to_within_the_largest_task(sizes):
    loads = [0, 0, 0]
    chosen = folds(sizes, 3)
    assert chosen.keys() == sizes.keys()
    for task, fold in chosen.items():
        loads[fold] += sizes[task]
    assert max(loads) - min(loads) <= max(sizes.values(), default=0)
    assert folds(dict(reversed(sizes.items())), 3) == chosen


POINTS = st.lists(st.tuples(RATES, st.integers(1, 20)), min_size=1, max_size=40)


@given(POINTS)
def test_a_rising_curve_agrees_with_scikit_learn(points):
    from sklearn.isotonic import IsotonicRegression

    y, weights = zip(*points, strict=True)
    wanted = IsotonicRegression().fit_transform(range(len(y)), y, sample_weight=weights)
    found = isotonic(y, weights)
    assert found == pytest.approx(wanted.tolist(), abs=1e-9)
    assert found == sorted(found)


@given(POINTS)
def test_bins_keep_all_weight(points):
    p, n = zip(*points, strict=True)
    binned = bin_rates(p, [0.5 * w for w in n], n, 10)
    assert sum(weight for *_, weight in binned) == sum(n)
    assert all(0 <= b <= 9 and math.isclose(rate, 0.5) for b, _, rate, _ in binned)


def test_a_curve_is_flat_outside_its_points_and_straight_between_them():
    xs, ys = [0.2, 0.4], [0.1, 0.5]
    assert [interpolate(x, xs, ys) for x in (0, 0.2, 0.3, 0.4, 1)] == pytest.approx(
        [0.1, 0.1, 0.3, 0.5, 0.5]
    )


def test_looking_passes_and_a_change_breaks_off():
    assert predictive_window(["observe", "verify", "step"])
    assert not predictive_window(["observe", "change", "step"])
    assert not predictive_window(["observe"] * 8 + ["step"])
    assert not predictive_window([])


def test_comparisons_forgive_the_last_bits_of_a_double():
    assert at_least(0.85 - 0.55, 0.30)
    assert at_most(0.8 - 0.7, 0.10)
    assert at_most(0.811 - 0.10, 0.711)


def test_random_tables_agree_with_scipys_interval():
    """A second witness for Wilson's limits, without statsmodels."""
    from scipy.stats import binomtest

    draw = random.Random(11)
    for _ in range(200):
        n = draw.randint(1, 300)
        k = draw.randint(0, n)
        wanted = binomtest(k, n).proportion_ci(method="wilson")
        assert wilson_limits(k, n) == pytest.approx((wanted.low, wanted.high), abs=1e-6)


def test_formulas_are_listed_in_the_order_of_their_pages():
    pages = [formula.page for formula in FORMULAS.values()]
    assert pages == sorted(pages)
