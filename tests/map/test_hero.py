"""The hero is chosen by a written rule."""

from __future__ import annotations

from dataclasses import replace

from adage_map.hero import choose_hero
from adage_map.words import item_words, pattern_words, readable
from tests.map.small_run import make_run


def test_nothing_learned_means_no_hero() -> None:
    assert choose_hero(()) is None


def test_an_imperfect_run_after_an_edit_is_preferred() -> None:
    reflexes = make_run().records["judge"].detail
    hero = choose_hero(reflexes)
    assert hero is not None
    assert hero.command == "make gen"
    assert hero.k < hero.n
    assert choose_hero(reversed(reflexes)) == hero


def test_more_opportunities_win_among_equals() -> None:
    hero = choose_hero(make_run().records["judge"].detail)
    assert hero is not None
    more = replace(hero, id="0" * 12, k=hero.k + 5, n=hero.n + 5)
    assert choose_hero((hero, more)) == more


def test_items_read_as_words() -> None:
    assert item_words("sh:make gen") == "make gen"
    assert item_words("sh:pytest!") == "pytest failing"
    assert item_words("asked:find out why ci is failing") == "such a request"
    assert item_words("edit:*") == "any edit"
    assert item_words("edit:**/*.go") == "an edit of any .go file"
    assert item_words("edit:cmd/**/*.go") == "an edit of a .go file under cmd/"
    assert item_words("edit:registry/*.json") == "an edit of registry/*.json"
    assert readable(("asked:fix ci", "asked:fix the ci")) == "such a request"
    assert readable(("read:a.py", "read:b.py", "read:c.py")) == "reading a.py, b.py and 1 more"
    assert readable(("prompt", "sh:make gen")) == "a request, then make gen"
    assert pattern_words(("prompt",), ("sh:make gen",)) == "make gen after a request"
