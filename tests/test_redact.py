"""Masking: every rule catches its own examples and leaves its own counter-examples alone."""

import pytest

from adage.redact import HINTS, RULES, Rule, redact

CAUGHT = [(rule, text) for rule in RULES for text in rule.catches]
SPARED = [(rule, text) for rule in RULES for text in rule.spares]


@pytest.mark.parametrize(("rule", "text"), CAUGHT, ids=lambda value: getattr(value, "kind", ""))
def test_a_rule_masks_what_it_says_it_catches(rule: Rule, text: str) -> None:
    masked, count = redact(f"before {text} after")
    assert count == 1
    assert f"[masked: {rule.kind}]" in masked
    assert masked.startswith("before ")


@pytest.mark.parametrize(("rule", "text"), CAUGHT, ids=lambda value: getattr(value, "kind", ""))
def test_what_a_rule_catches_holds_one_of_the_hints(rule: Rule, text: str) -> None:
    assert any(hint in text.lower() for hint in HINTS), rule.kind


@pytest.mark.parametrize(("rule", "text"), SPARED, ids=lambda value: getattr(value, "kind", ""))
def test_no_rule_masks_what_a_rule_spares(rule: Rule, text: str) -> None:
    assert redact(text) == (text, 0), rule.kind


def test_only_the_secret_part_of_an_address_is_masked() -> None:
    masked, _ = redact("psql postgres://ann:" + "hunter2@localhost/db")
    assert masked == "psql postgres://ann:[masked: password in an address]@localhost/db"


def test_masking_twice_changes_nothing_more() -> None:
    once, _ = redact("DB_PASSWORD=" + "correct-horse-42")
    assert redact(once) == (once, 0)


def test_two_secrets_on_a_line_are_both_counted() -> None:
    text = "ghp_" + "a1B2c3D4e5" * 4 + " and AKIA" + "Z3XAMPL7Q2W4R5T6"
    assert redact(text)[1] == 2
