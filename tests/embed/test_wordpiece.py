"""Text becomes the pieces that the model was made with."""

import os
import random
from pathlib import Path

import pytest

from adage.embed import bundled_path, open_table
from adage.embed.wordpiece import spell, words

PROMPTS = (
    "Why is CI failing on main?",
    "look up ticket {id} in {path}, see {url}.",
    "Ünïcödé ΣΑΣ, naïve—dash “quotes”",
    "漢字 and かな, 한국어 too",
    "a\u200bb\x00c\x85d \u2028 e\u00a0f",
    "emoji 🎉 done, 3 €",
    "$a+b=<c>^`|~ don't re-run",
    "İstanbul ẞ ﬁ Å",
    "x" * 100 + " " + "y" * 101,
    "",
)


def test_a_text_is_lowered_and_cut_at_blanks_and_punctuation():
    assert words("Fix\tthe CI-build (now)!") == [
        "fix",
        "the",
        "ci",
        "-",
        "build",
        "(",
        "now",
        ")",
        "!",
    ]


def test_accents_and_control_characters_vanish():
    assert words("Café\x00 na\u200bïve") == ["cafe", "naive"]


def test_each_ideograph_stands_alone():
    assert words("漢字x") == ["漢", "字", "x"]


def test_the_longest_piece_is_taken_first():
    known = {b"un": 1, b"una": 2, b"##ble": 3, b"##able": 4}
    assert spell("unable", lambda piece: known.get(piece, -1)) == [2, 3]


def test_a_word_that_cannot_be_spelled_gives_nothing():
    assert spell("xyz", lambda piece: 1 if piece == b"x" else -1) == []


def test_a_word_of_more_than_a_hundred_characters_gives_nothing():
    assert spell("x" * 101, lambda _: 1) == []
    assert spell("x" * 100, lambda _: 1) == [1]


def original_tokenizer() -> Path:
    return Path(os.environ.get("ADAGE_MODEL_SOURCE") or "absent") / "tokenizer.json"


@pytest.mark.skipif(
    not original_tokenizer().is_file(), reason="ADAGE_MODEL_SOURCE names no original model"
)
def test_pieces_are_those_of_the_original_tokenizer():
    """Several hundred texts: ours, and words of its own vocabulary mixed at random."""
    from tokenizers import Tokenizer

    theirs = Tokenizer.from_file(str(original_tokenizer()))
    vocabulary = sorted(word.removeprefix("##") for word in theirs.get_vocab() if word[0] != "[")
    draw = random.Random(7)
    made = (
        "".join(draw.choices([*draw.sample(vocabulary, 12), " ", "-"], k=9)) for _ in range(400)
    )
    table = open_table(bundled_path())
    for text in (*PROMPTS, *made):
        wanted = [n for n in theirs.encode(text, add_special_tokens=False).ids if n != 1]
        assert table.pieces(text) == wanted, text
