"""Families and cards as the hook reads them, and the whole learner with the sentence model."""

import pytest

from adage.embed import bundled_path, open_table
from adage.hook.prompt import Likeness, cards_of, family_of
from adage.learn import NO_MODEL, learn
from adage.learn.explain import explain, find_reflex, stopped
from adage.learn.prompt_rows import prompt_rows
from adage.learn.recorder import Recording
from adage.measure.generate import generate
from adage.measure.play import REPO, as_reading
from adage.measure.suite import LEARN_DAYS, STORY_START
from adage.settings import Settings

TABLE = open_table(bundled_path())
PLAYS = generate(1, 120, days=LEARN_DAYS)


def learned(embed, **more):
    recording = Recording()
    reading = as_reading(PLAYS, STORY_START)
    return learn(reading, REPO, recorder=recording, embed=embed, **more), recording.records


@pytest.fixture(scope="module")
def with_model():
    return learned(TABLE.embed)


def test_with_the_model_the_index_carries_families_and_cards(with_model):
    index, records = with_model
    assert index.families
    assert index.cards
    assert {f.strength for f in index.families} <= {"fire", "prime"}
    assert len(records["intent"].detail) >= len(index.families)
    assert records["intent"].summary["families"] == len(records["intent"].detail)
    assert "why" not in records["cards"].summary


def test_without_the_model_the_stages_say_so():
    index, records = learned(None)
    assert (index.families, index.cards) == ((), ())
    for name in ("intent", "cards"):
        assert records[name].summary["why"] == NO_MODEL


def test_the_hook_recognises_a_request_by_the_rows(with_model):
    index, _ = with_model
    rows = prompt_rows(index.families, index.cards)
    dims = len(index.families[0].centre)
    assert len(rows.vectors) == dims * (
        len(rows.families) + sum(len(c["rows"]) for c in rows.cards)
    )
    text = index.families[0].requests[0].text
    found = family_of(Likeness(text, 128, TABLE, rows.vectors), list(rows.families))
    assert found is not None
    assert found[0]["id"] == index.families[0].id
    card = rows.cards[0]
    likeness = Likeness(index.cards[0].requests[0].text, 128, TABLE, rows.vectors)
    (best, cosine), *_ = cards_of(likeness, list(rows.cards))
    assert cosine > 0.99
    assert set(best) >= {"id", "title", "files", "commands", "avoid", "check"}
    assert card["n"] == index.cards[0].traces


def test_a_file_that_git_ignores_or_that_may_hold_a_secret_is_on_no_card(with_model):
    path = next(file.path for card in with_model[0].cards for file in card.files)
    index, _ = learned(TABLE.embed, ignored=lambda _: {path})
    named = {file.path for card in index.cards for file in card.files}
    assert path not in named
    assert named
    assert index.generation != with_model[0].generation


def test_a_family_and_a_card_are_explained_by_their_ids(with_model):
    index, records = with_model
    family, card = index.families[0], index.cards[0]
    told = "\n".join(explain(records, find_reflex(records, family.id), Settings()))
    assert f"{family.k} of {family.n} requests" in told
    shown = "\n".join(explain(records, find_reflex(records, card.id), Settings()))
    assert f"done in {card.traces} sessions" in shown
    gates = {gate for gate, identity, _, _ in stopped(records) if identity == family.id}
    assert not gates
