"""A pattern earns its place in bits."""

import numpy as np
import pytest

from adage.learn.code_table import CodeTable, Matches
from adage.learn.count import count
from adage.learn.mine import mine
from adage.learn.select import select
from adage.records import DAY_S
from adage.settings import Settings
from tests.learn.build import registry_edits, session, strings_of

SETTINGS = Settings()


def table_of(labels):
    return CodeTable(np.array(labels, dtype=np.int32))


def matches_of(events, extra=0.0):
    return Matches(np.array(events, dtype=np.int32), np.full(len(events), extra))


def selected(*traces):
    strings, _ = strings_of(*traces)
    return select(
        strings, count(strings, mine(strings, SETTINGS), 1000 * DAY_S, SETTINGS), SETTINGS
    )


def test_a_table_of_single_labels_costs_its_entropy():
    table = table_of([0, 0, 1, 1])
    assert table.total_bits() == pytest.approx(4.0)


def test_the_gain_is_what_the_total_falls_by():
    labels = [0, 1] * 20 + [2, 3, 4, 5] * 5
    table = table_of(labels)
    matches = matches_of([(i, i + 1) for i in range(0, 40, 2)])
    counts = [20, 20]
    before, gain = table.total_bits(), table.gain(matches, counts)
    table.accept(matches, counts)
    assert before - table.total_bits() == pytest.approx(gain)
    assert gain > 0


def test_a_gap_costs_a_bit_for_each_event_skipped():
    labels = [0, 2, 1] * 10
    events = [(i, i + 2) for i in range(0, 30, 3)]
    close, gapped = matches_of(events), matches_of(events, extra=1.0)
    table = table_of(labels)
    assert table.gain(close, [10, 10]) - table.gain(gapped, [10, 10]) == pytest.approx(10.0)


def test_a_strong_habit_is_kept_and_a_copy_of_it_is_not():
    traces = [session(f"r{i}", f"edit registry/{i}.json", "make gen", "ls") for i in range(9)]
    traces += [session(f"o{i}", "read a.py", "pytest", "git status") for i in range(9)]
    runs = [c for c in selected(*traces) if c.pattern.shape == "run" and not c.gate]
    assert [c.pattern.context for c in runs] == [("edit:registry/*.json",)]
    assert runs[0].bits > 0


def test_what_was_stopped_before_is_left_as_it_was():
    traces = registry_edits(12, followed=3)
    stopped = [c for c in selected(*traces) if c.gate == "rate"]
    assert stopped
    assert all(c.bits == 0 for c in stopped)


def test_a_rejected_pattern_says_how_many_bits_it_lacks():
    traces = [session(f"s{i}", "edit a.py", "pytest") for i in range(20)]
    traces += [session(f"t{i}", "pytest", "edit b.py") for i in range(20)]
    reasons = [c.why for c in selected(*traces) if c.gate == "bits"]
    assert all("bits more than it saves" in why or "already cover" in why for why in reasons)
