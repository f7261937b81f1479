"""Growing contexts finds what trying everything finds, and what another library finds."""

import importlib.util
import random
from itertools import combinations

import pytest

from adage.learn import grow
from adage.learn.examples import letters
from adage.learn.grow import frequent_contexts, least_support
from adage.learn.mine import closed_contexts
from adage.settings import Settings
from tests.learn.build import session, strings_of

LEAST = 2


def settings_of(window, items):
    return Settings({"mine.window": window, "mine.context_items": items, "mine.min_support": LEAST})


def some_texts(seed):
    """A few short sessions over a few letters."""
    draw = random.Random(seed)
    alphabet = "abcd"[: draw.randint(2, 4)]
    return [
        "".join(draw.choice(alphabet) for _ in range(draw.randint(1, 9)))
        for _ in range(draw.randint(2, 7))
    ]


def tried(texts, step, window, items):
    """Every context before `step` by trying all subsequences, with the sessions it occurs in."""
    found = {}
    for number, text in enumerate(texts):
        for end, letter in enumerate(text):
            before = range(max(0, end - window), end)
            for size in range(1, items + 1) if letter == step else ():
                for chosen in combinations(before, size):
                    name = "".join(text[at] for at in chosen)
                    found.setdefault(name, set()).add(number)
    return {name: len(numbers) for name, numbers in found.items() if len(numbers) >= LEAST}


def closed_of(supports):
    """Those that no context with one more letter anywhere equals in support."""
    return {
        name: n
        for name, n in supports.items()
        if not any(
            m == n and len(other) == len(name) + 1 and other[:i] + other[i + 1 :] == name
            for other, m in supports.items()
            for i in range(len(other))
        )
    }


def named(strings, contexts):
    return {"".join(strings.alphabet[i].text for i in c): n for c, n in contexts.items()}


@pytest.mark.parametrize("window", [3, 64], ids=["in a window", "free gaps"])
@pytest.mark.parametrize("block", range(10))
def test_two_hundred_small_databases_give_what_trying_everything_gives(window, block):
    """No session is longer than nine events, so that a window of 64 leaves gaps free."""
    for seed in range(20 * block, 20 * block + 20):
        texts = some_texts(seed)
        strings, settings = letters(texts), settings_of(window, 3)
        step = random.Random(seed).choice(sorted(strings.labels.of))
        expected = closed_of(tried(texts, step, window, 3))
        found = closed_contexts(strings, strings.labels.of[step], settings)
        assert named(strings, found) == expected


@pytest.mark.skipif(
    importlib.util.find_spec("sequential") is None,
    reason="seq2pat is not installed; it is only a peer to compare with",
)
def test_seq2pat_finds_the_same_patterns_in_a_window():
    """Its span counts the events of a match, ours the ticks from first to last: one less."""
    from sequential.seq2pat import Seq2Pat

    window = 4
    for seed in range(12):
        texts = ["ab", "ba", *some_texts(seed)]
        strings = letters(texts)
        rows = [[strings.labels.of[letter] + 1 for letter in text] for text in texts]
        found = Seq2Pat(sequences=rows, max_span=window + 1, n_jobs=1).get_patterns(LEAST)
        theirs = {tuple(items): n for *items, n in found if 2 <= len(items) <= 4}
        ours = {}
        for number in strings.labels.of.values():
            contexts = frequent_contexts(strings, number, settings_of(window, 3))
            ours |= {(*(i + 1 for i in c), number + 1): n for c, n in contexts.items()}
        assert ours == theirs


def test_the_batches_in_which_rows_are_grown_change_nothing(monkeypatch):
    draw = random.Random(5)
    words = ["pytest", "make gen", "edit a/x.py", "edit a/y.py", "edit b/z.go", "git commit"]
    traces = [session(f"s{i}", *(draw.choice(words) for _ in range(14))) for i in range(25)]
    strings, labels = strings_of(*traces)
    step, settings = labels.of["sh:pytest"], Settings()
    whole = frequent_contexts(strings, step, settings)
    monkeypatch.setattr(grow, "BATCH_ROWS", 7)
    assert frequent_contexts(strings, step, settings) == whole
    assert len(whole) > 50


@pytest.mark.parametrize(("sessions", "least"), [(1, 3), (1000, 3), (1001, 4), (10_000, 30)])
def test_the_support_asked_for_grows_only_with_thousands_of_sessions(sessions, least):
    assert least_support(letters(["a"] * sessions), Settings()) == least
