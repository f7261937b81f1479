"""Frozen records to JSON and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adage.lossless import plain, restore
from adage.records import Calibration, Effect, Prototype, Reflex, Witness
from tests.hook.world import DEAD, GEN

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
FLOAT = st.floats(allow_nan=False, allow_infinity=False)
WITNESSES = st.builds(
    Witness, TEXT, TEXT, TEXT, TEXT, st.integers(0, 9), st.booleans(), FLOAT, FLOAT
)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(plain(value)))


@given(WITNESSES)
def test_any_witness_survives(witness: Witness) -> None:
    assert restore(Witness, through_json(witness)) == witness


@pytest.mark.parametrize("reflex", [GEN, DEAD])
def test_a_reflex_survives_with_enums_tuples_and_missing_values(reflex: Reflex) -> None:
    assert restore(Reflex, through_json(reflex)) == reflex


def test_mappings_and_empty_tuples_survive() -> None:
    one = Calibration((), (0.5,), (), (), 3, {"task": 1}, "why")
    assert restore(Calibration, through_json(one)) == one
    other = Prototype(0, "k", "shell", Effect.VERIFY, "make", ("k",), (), 1, 1, "make")
    assert restore(Prototype, through_json(other)) == other


@pytest.mark.parametrize(
    "broken",
    [{"trace": 3}, {"nonsense": 1}, {}, {"line": "four"}, {"held": [1]}],
)
def test_what_is_no_such_record_is_refused(broken: dict[str, Any]) -> None:
    whole = through_json(Witness("t", "r", "k", "p", 1, True, 0.0, 1.0))
    value = {**whole, **broken} if broken else {}
    with pytest.raises((TypeError, ValueError, KeyError)):
        restore(Witness, value)
