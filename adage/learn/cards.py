"""Cards: the procedure of a task that a repository repeats.

In: strings, an embedder, and the runners of dead ends. Out: cards, each with the kinds of files
its sessions edited, the commands that worked and those that did not, and the check they ended with.
Costs the square of the number of sessions that edited. Math: site/math/06-cards.md
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from adage.constants import (
    CARD_COSINE,
    CARD_JACCARD,
    CARD_LIMIT,
    CARD_PASSING,
    CARD_TRACES,
)
from adage.findings import Card, Request
from adage.formulas import at_least, jaccard
from adage.hook.look import is_secret_name
from adage.learn.alike import DECIMALS, Matrix, cosines, stack, tight_parts
from adage.learn.card_content import card_commands, card_files, finishing_check
from adage.learn.compile import ID_HEX
from adage.learn.intent import Embed
from adage.learn.requests import read_requests
from adage.learn.string import Strings
from adage.learn.verbs import opposes
from adage.learn.work import Work, read_work
from adage.settings import Settings

Link = tuple[int, int, float, float]  # two places, cosine, overlap
Form = Callable[[int, Sequence[Link]], list[list[int]]]
Ignored = Callable[[Sequence[str]], Collection[str]]  # repository paths -> those that git ignores


def linked_families(count: int, links: Sequence[Link]) -> list[list[int]]:
    """Groups of places in which every two are linked; the most alike in both ways joined first."""
    alike = np.full((count, count), -np.inf)
    for i, j, cosine, overlap in links:
        alike[i, j] = alike[j, i] = round(cosine * overlap, DECIMALS)
    return tight_parts(alike, 0.0)


def chained_families(count: int, links: Sequence[Link]) -> list[list[int]]:
    """Groups of places joined by any chain of links: the design's first rule, kept to compare."""
    found = {place: {place} for place in range(count)}
    for i, j, _, _ in links:
        joined = found[i] | found[j]
        found.update(dict.fromkeys(joined, joined))
    return sorted(map(list, {tuple(sorted(group)) for group in found.values()}))


def make_cards(
    strings: Strings,
    embed: Embed | None,
    settings: Settings,
    *,
    dead: Collection[str] = (),
    ignored: Ignored | None = None,
    form: Form = linked_families,
) -> tuple[Card, ...]:
    """The cards of a repository: most successes first, then most sessions, newest, id.

    `embed` is None when the sentence model is missing, and then there are none. `dead` are the
    runners that a dead end bars: no card names them as a command to run. `ignored` tells which of
    some paths git ignores; no card names those, nor files that are hidden or likely secret.
    """
    work = read_work(strings, read_requests(strings, settings)) if embed else []
    if embed is None or not work:
        return ()
    matrix = stack([embed(one.request.text) for one in work])
    if not matrix.size:
        return ()
    links = list(link_work(work, matrix, settings))
    cards = [
        replace(
            _card(strings, [work[place] for place in members], _within(work, links, members), dead),
            vectors=tuple(tuple(row) for row in matrix[members].tolist()),
        )
        for members in form(len(work), links)
        if _is_enough([work[place] for place in members], settings)
    ]
    cards.sort(key=lambda card: (-card.passing, -card.traces, -card.end, card.id))
    return _public(cards[: settings[CARD_LIMIT]], ignored)


def _public(cards: Sequence[Card], ignored: Ignored | None) -> tuple[Card, ...]:
    """The cards without files that must not be named."""
    paths = sorted({file.path for card in cards for file in card.files})
    barred = {path for path in paths if is_hidden(path)}
    barred |= set(ignored(paths)) if ignored and paths else set()
    return tuple(
        replace(card, files=tuple(file for file in card.files if file.path not in barred))
        for card in cards
    )


def is_hidden(path: str) -> bool:
    """Whether a path has a hidden part, or a name under which secrets are kept."""
    parts = path.split("/")
    return any(part.startswith(".") for part in parts) or is_secret_name(parts[-1])


def link_work(work: Sequence[Work], matrix: Matrix, settings: Settings) -> Iterator[Link]:
    """Pairs of sessions that asked alike, edited alike, and did not ask for opposite things."""
    alike = cosines(matrix, matrix)
    for i, j in combinations(range(len(work)), 2):
        if not at_least(alike[i, j], settings[CARD_COSINE]):
            continue
        overlap = jaccard(list(work[i].shapes), list(work[j].shapes))
        opposed = opposes(work[i].request.text, work[j].request.text)
        if at_least(overlap, settings[CARD_JACCARD]) and not opposed:
            yield i, j, float(alike[i, j]), round(overlap, DECIMALS)


def _is_enough(group: Sequence[Work], settings: Settings) -> bool:
    passing = sum(one.passed for one in group)
    return len(group) >= settings[CARD_TRACES] and passing >= settings[CARD_PASSING]


def _within(
    work: Sequence[Work], links: Sequence[Link], members: Sequence[int]
) -> list[tuple[str, str, float, float]]:
    inside = set(members)
    return [
        (work[i].request.trace, work[j].request.trace, cosine, overlap)
        for i, j, cosine, overlap in links
        if i in inside and j in inside
    ]


def _card(
    strings: Strings,
    group: Sequence[Work],
    links: Sequence[tuple[str, str, float, float]],
    dead: Collection[str],
) -> Card:
    kept, avoided = card_commands(strings, group, dead)
    requests: tuple[Request, ...] = tuple(one.request for one in group)
    return Card(
        id=hashlib.sha256(f"card|{requests[0].task}".encode()).hexdigest()[:ID_HEX],
        requests=requests,
        traces=len(group),
        passing=sum(one.passed for one in group),
        end=max(one.end for one in group),
        files=card_files(group),
        commands=kept,
        avoid=avoided,
        check=finishing_check(strings, group, dead),
        links=tuple(links),
    )
