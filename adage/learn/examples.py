"""The stages' own rules on examples small enough to check by hand.

In: strings of letters, each letter one event, or a few counts. Out: plain values. `adage calc`,
the map's calculators and the documentation try the stages here; nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from adage.constants import DEAD_END_PAIRS, MIN_SUPPORT, WINDOW
from adage.formulas import SLACK, wilson_lower
from adage.learn.cover import event_cover, find_matches, item_counts
from adage.learn.grow import frequent_contexts
from adage.learn.judge import band, ceiling, is_dead
from adage.learn.label import Labels
from adage.learn.mine import closed_contexts
from adage.learn.select import greedy
from adage.learn.string import LEVELS, PROMPT, Item, Strings, taking
from adage.learn.writer import grouped
from adage.records import Effect, Pattern, Prototype
from adage.settings import Settings


def letters(db: Sequence[str]) -> Strings:
    """Each text of `db` as the string of one session, each letter as one check that worked."""
    names = sorted({letter for text in db for letter in text})
    prototypes = tuple(
        Prototype(i, name, "shell", Effect.VERIFY, name, (name,), (), 0, 0, name)
        for i, name in enumerate(names)
    )
    of = {name: i for i, name in enumerate(names)}
    symbols = [Item(name, Effect.VERIFY, i, False, True, False, -1) for i, name in enumerate(names)]
    symbols.append(Item(PROMPT, Effect.OBSERVE, -1, False, True, False, -1))
    label = np.array([of[letter] for text in db for letter in text], dtype=np.int32)
    session = np.array([i for i, text in enumerate(db) for _ in text], dtype=np.int32)
    clock = np.array([at for text in db for at in range(len(text))], dtype=np.int32)
    items = np.full((len(label), LEVELS), -1, dtype=np.int32)
    items[:, 0] = label
    places = dict(enumerate(grouped(label, len(names))))
    names_of_sessions = tuple(str(i) for i in range(len(db)))
    starts = np.cumsum([0, *map(len, db)]).astype(np.int32)
    return Strings(
        tuple(symbols), {item.text: i for i, item in enumerate(symbols)},
        label, items, label, session, session, session, clock, clock, clock, clock,
        (), names_of_sessions, names_of_sessions, (0.0,) * len(db), starts,
        Labels(prototypes, of), places, dict(places),
    )  # fmt: skip


def _pattern(strings: Strings, items: Sequence[str]) -> Pattern:
    unknown = [item for item in items if item not in strings.labels.of]
    if unknown or len(items) < 2:
        raise ValueError(f"a pattern is two or more letters of the strings, not {list(items)}")
    return Pattern("run", tuple(items[:-1]), (items[-1],), 0)


def code_table(
    db: Sequence[str], patterns: Sequence[str], window: int | None = None
) -> dict[str, Any]:
    """What the strings cost in bits with these patterns, which claim events in the order given.

    With `window` any event may be skipped inside a match, at the gap charge; without it a match
    is letters side by side.
    """
    strings = letters(db)
    cover = event_cover(strings)
    table, gaps = cover.table, 0.0
    usages: dict[str, int] = {}
    for items in patterns:
        pattern = _pattern(strings, items)
        settings = Settings({WINDOW.key: window or len(items) - 1})
        matches = find_matches(cover, pattern, settings)
        if len(matches):
            table.accept(matches, item_counts(cover, pattern))
            gaps += float(matches.extra.sum())
            usages[items] = len(matches)
    single = {strings.alphabet[i].text: n for i, n in enumerate(table.usages.tolist()) if n}
    return {
        "usages": {**single, **usages},
        "L_D": table.data_bits(),
        "L_CT": table.fixed - gaps,
        "gap_bits": gaps,
        "total": table.total_bits(),
        "st": {
            strings.alphabet[i].text: table.standard_code(n)
            for i, n in enumerate(table.counts.tolist())
        },
    }


def select_patterns(
    db: Sequence[str], candidates: Sequence[str], window: int = WINDOW.default
) -> dict[str, Any]:
    """The candidates that shorten the description, best gain first, and the bits after each.

    Returns `start`, the bits without any pattern, and `accepted`: (pattern, gain, bits after it).
    """
    strings = letters(db)
    cover = event_cover(strings)
    start = cover.table.total_bits()
    patterns = [_pattern(strings, items) for items in candidates]
    gains = greedy(cover, patterns, Settings({WINDOW.key: window}))
    kept = [(gain, items) for gain, items in zip(gains, candidates, strict=True) if gain > SLACK]
    accepted: list[tuple[str, float, float]] = []
    bits = start
    for gain, items in sorted(kept, key=lambda found: (-found[0], found[1])):
        bits -= gain
        accepted.append((items, gain, bits))
    return {"start": start, "accepted": accepted}


def closed_patterns(
    db: Sequence[str],
    step: str,
    window: int = WINDOW.default,
    max_len: int = 4,
    min_support: int = MIN_SUPPORT.default,
) -> dict[str, dict[str, int]]:
    """Patterns that end in `step`, with the sessions each occurs in: `frequent` and `closed`."""
    strings = letters(db)
    if step not in strings.labels.of:
        raise ValueError(f"the step {step} occurs in none of the strings")
    number = strings.labels.of[step]
    settings = _mining(window, max_len, min_support)
    frequent = frequent_contexts(strings, number, settings)
    closed = closed_contexts(strings, number, settings)
    alone = _sessions(strings, number)
    return {
        "frequent": {step: alone, **{_text(strings, c) + step: n for c, n in frequent.items()}},
        "closed": {_text(strings, c) + step: n for c, n in closed.items()},
    }


def closed_neighbours(
    db: Sequence[str], max_len: int = 6, min_support: int = MIN_SUPPORT.default
) -> dict[str, int]:
    """Letters side by side, with the sessions each run occurs in, that no longer run equals."""
    strings = letters(db)
    found = {text: n for text, n in _runs(strings, max_len, min_support) if n >= min_support}
    longer = {(part, n) for text, n in found.items() for part in (text[1:], text[:-1])}
    return {text: n for text, n in found.items() if (text, n) not in longer}


def _runs(strings: Strings, max_len: int, min_support: int) -> Iterator[tuple[str, int]]:
    """A match of so many letters in a window of one less has no gap."""
    for name, number in strings.labels.of.items():
        yield name, _sessions(strings, number)
        for length in range(2, max_len + 1):
            settings = _mining(length - 1, length, min_support)
            for context, support in frequent_contexts(strings, number, settings).items():
                if len(context) == length - 1:
                    yield _text(strings, context) + name, support


def _mining(window: int, max_len: int, min_support: int) -> Settings:
    return Settings(
        {
            "mine.window": window,
            "mine.context_items": max_len - 1,
            "mine.min_support": min_support,
        }
    )


def _sessions(strings: Strings, number: int) -> int:
    return len({int(strings.root[at]) for at in taking(strings, number)})


def _text(strings: Strings, context: Sequence[int]) -> str:
    return "".join(strings.alphabet[item].text for item in context)


def strength(k: int, n: int, new: bool = True, effect: str = "verify") -> str:
    """How hard a step taken in k of n sessions may be pushed: fire, prime, nascent, dropped, never.

    A regenerate step is taken to have its edit in the trigger.
    """
    if effect.upper() not in Effect.__members__:
        raise ValueError(f"there is no effect {effect}")
    found = band(k, n, wilson_lower(k, n), Settings(), new=new)
    return ceiling(found, Effect[effect.upper()], edit_in_trigger=True)


def dead_end(ran: int, failed: int, pairs: int) -> bool:
    """Whether a runner that failed in `failed` of `ran` sessions is told as a dead end.

    `pairs` counts the sessions in which a check that works followed the failure.
    """
    settings = Settings()
    return is_dead(failed, ran, settings) and pairs >= settings[DEAD_END_PAIRS]
