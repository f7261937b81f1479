"""What the map says when nothing may be said: the true reason, and what to type next."""

from __future__ import annotations

from dataclasses import replace

from adage_map.states import no_reflexes
from tests.hook.world import GEN


def test_nothing_that_came_back_is_said_to_be_nothing() -> None:
    said = no_reflexes("shop", 4, ())
    assert said.title == "4 sessions of shop, and no reflex yet"
    assert "No step has come back" in said.sentences[0]


def test_what_is_known_and_not_worth_saying_is_named_with_its_reason() -> None:
    quiet = replace(GEN, quiet=True, strength="nascent", why="told, it would have saved 0 turns")
    said = no_reflexes("shop", 40, (quiet,))
    assert said.title == "40 sessions of shop: 1 known, none worth saying"
    assert f"in {GEN.k} of {GEN.n} sessions" in said.sentences[0]
    assert "It stays quiet: told, it would have saved 0 turns." in said.sentences


def test_what_is_not_sure_enough_yet_says_how_far_it_is() -> None:
    weak = replace(GEN, strength="nascent", why="3 of 8: the rate is below 0.50")
    said = no_reflexes("shop", 8, (weak,))
    assert said.sentences[1] == "3 of 8: the rate is below 0.50."
    assert said.command == "adage learn --explain"
