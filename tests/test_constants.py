"""The registry of thresholds says everything a person needs, and agrees with the design."""

import re

import pytest

import adage.constants as constants
from adage.settings import CONSTANTS, Constant

# The parameter table of the design, by key.
DESIGN = {
    "judge.z": 1.959964, "judge.fire_lb": 0.80, "judge.fire_min_k": 5,
    "judge.prime_new": 0.50, "judge.prime_keep": 0.30, "judge.nascent_floor": 0.30,
    "judge.contrast_min": 0.30, "judge.contrast_min_without": 3,
    "judge.dead_end_share": 0.90, "judge.dead_end_pairs": 5, "judge.min_tasks": 2,
    "judge.lift_min": 0.20, "judge.predict_sessions": 5, "judge.predict_tasks": 2,
    "judge.predict_share": 0.90, "count.kappa": 2.0, "count.quantile": 0.05,
    "count.half_life_days": 60.0, "count.root_prior": 0.5, "count.gate_q05": 0.30,
    "calibrate.folds": 3, "calibrate.bins": 200, "calibrate.min_pairs": 20,
    "select.item_bits": 4.0, "select.gap_bits": 1.0, "mine.max_items": 6, "mine.window": 8,
    "mine.min_support": 3, "mine.context_items": 3, "mine.batch_paths": 8, "mine.set_share": 0.60,
    "label.prototype_cosine": 0.80, "label.prototype_dims": 256, "label.slot_chars": 200,
    "uplift.min": 0.10, "uplift.situations": 3, "uplift.kappa_self": 4.0,
    "uplift.kappa_follow": 11.8, "uplift.self_avoid": 0.29, "uplift.self_run": 0.32,
    "uplift.self_obligation": 0.88, "uplift.self_sequence": 0.88, "uplift.self_read_batch": 0.93,
    "uplift.self_intent": 0.95, "uplift.self_advise": 0.32, "uplift.follow_avoid": 0.92,
    "uplift.follow_run": 0.97, "uplift.follow_obligation": 0.97, "uplift.follow_sequence": 0.95,
    "uplift.follow_read_batch": 0.95, "uplift.follow_intent": 0.99, "uplift.follow_advise": 0.88,
    "hook.pending_batches": 3, "hook.control_share": 0.10, "hook.finish_asks": 2,
    "intent.prompt_words": 128, "intent.neighbours": 10, "intent.link_cut": 0.60,
    "intent.resolution": 2.0, "intent.family_share": 0.60, "intent.common_route": 0.80,
    "intent.family_roots": 3, "intent.family_tasks": 2, "cards.cosine": 0.60,
    "cards.jaccard": 0.25, "cards.traces": 2, "cards.passing": 1, "cards.limit": 16,
    "cards.tokens": 800, "cards.orient_tokens": 1200, "cards.orient_bytes": 1 << 20,
    "learn.card_threshold": 0.811, "cards.below": 0.10, "learn.min_interval_secs": 120,
    "skills.follow": 0.70, "skills.gap": 0.10, "skills.cost": 1.10, "index.generation_hex": 16,
    "index.instincts": 8, "measure.permutations": 10_000, "measure.bootstrap": 2_000,
    "measure.exact_flips": 16, "measure.share_treated": 10, "measure.share_control": 5,
    "measure.dollars_control": 10, "measure.dollars_treated": 30,
    "measure.winsor_percentile": 95.0, "measure.j_false": -2.0, "measure.j_f1": 1.0,
    "guides.check_cap": 30, "guides.check_anchor": 5, "guides.check_threshold": 2.0,
    "ratings.recall_floor": 0.6, "ratings.window_min": 500, "ratings.window_max": 5_000,
    "ratings.explore_floor": 0.02, "ratings.explore_cap": 0.98, "ratings.canary_rate": 0.02,
    "ratings.canary_words": 200, "ratings.canary_gate": 0.05, "ratings.delta_ratings": 2_000,
    "ratings.delta_human": 100, "ratings.discount": 0.98, "ratings.count_floor": 10.0,
    "ratings.prior_alpha": 1.0, "ratings.prior_beta": 3.0, "ratings.adwin_delta": 0.002,
    "ratings.clip": 10.0, "ratings.ess_floor": 50.0, "ratings.flips": 0.05,
}  # fmt: skip
EVERY = list(CONSTANTS.values())


@pytest.mark.parametrize(("key", "value"), DESIGN.items())
def test_a_threshold_of_the_design_has_the_design_s_value(key, value):
    assert CONSTANTS[key].default == value


@pytest.mark.parametrize("constant", EVERY, ids=lambda c: c.key)
def test_a_threshold_is_well_described(constant):
    assert re.fullmatch(r"[a-z]+\.[a-z0-9_]+", constant.key)
    assert constant.source in ("design", "measured", "choice")
    assert constant.unit
    assert constant.stage.isidentifier()
    assert constant.low < constant.high
    assert constant.check(constant.default) == constant.default


@pytest.mark.parametrize("constant", EVERY, ids=lambda c: c.key)
def test_a_meaning_is_one_sentence_that_stands_alone(constant):
    assert re.fullmatch(r"[A-Z].*\.", constant.meaning), "starts large and ends with a full stop"
    assert "\n" not in constant.meaning


def test_no_two_thresholds_mean_the_same():
    meanings = [c.meaning for c in EVERY]
    assert len(set(meanings)) == len(meanings)


def test_every_threshold_has_one_name_in_the_code():
    named = [c.key for c in vars(constants).values() if isinstance(c, Constant)]
    assert sorted(named) == sorted(CONSTANTS)
