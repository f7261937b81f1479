"""Charts show the records' own numbers, and their colours are the page's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adage_map.charts import charts
from adage_map.plain import as_plain
from tests.map.test_trials import base  # noqa: F401 - a fixture

CSS = Path(__file__).resolve().parents[2] / "adage_map" / "static" / "app.css"


@pytest.fixture
def drawn(base):  # noqa: F811 - the fixture
    """The sample's charts by name, for `make gen` after an edit in registry/."""
    hero = next(r for r in base.index.reflexes if r.steps == ("sh:make gen",))
    return {chart.name: chart for chart in charts(base, hero.id)}, base, hero


def test_the_posterior_chart_holds_the_reflexs_counts(drawn):
    found, _, hero = drawn
    numbers = dict(found["posterior"].rows)
    assert (numbers["k"], numbers["n"]) == (7, 8)
    assert numbers["Wilson's lower bound"] == pytest.approx(hero.lb)
    assert numbers["weighted s"] == hero.s


def test_the_density_has_its_five_percent_point_where_the_learner_has_it(drawn):
    found, _, hero = drawn
    curve = found["posterior"].traces[0]
    step = curve["x"][1] - curve["x"][0]
    below = sum(y for x, y in zip(curve["x"], curve["y"], strict=True) if x < hero.q05) * step
    assert below == pytest.approx(0.05, abs=0.02)


def test_the_reliability_chart_is_the_learners_calibration(drawn):
    found, run, _ = drawn
    calibration = run.records["calibrate"].detail.calibration
    assert [row[2] for row in found["reliability"].rows] == list(calibration.fitted)


def test_the_best_saving_stands_first(drawn):
    found, _, _ = drawn
    bits = [row[1] for row in found["bits"].rows]
    assert bits == sorted(bits, reverse=True)


def test_every_colour_of_a_chart_is_one_of_the_page(drawn):
    found, _, _ = drawn
    text = json.dumps(as_plain(tuple(found.values())))
    known = set(re.findall(r"(--[a-z0-9-]+):", CSS.read_text()))
    used = set(re.findall(r'"(--[a-z0-9-]+)"', text))
    assert used
    assert used <= known
