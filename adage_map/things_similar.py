"""The objects of chapter 4: requests and the cards that some of them fold into.

In: a `Likeness`. Out: `Thing`s: `t:N` for a request, `k:N` for a card, numbered as they were found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adage_map.likeness import REQUESTS, Likeness
from adage_map.things import Thing, shorten


def similar_things(found: Likeness, lane_of: Mapping[str, int]) -> Iterator[Thing]:
    """Requests in the order of their sessions, then cards."""
    for number, one in enumerate(found.asked[:REQUESTS]):
        # What was asked stands in `text` alone, so that it can be taken out of what leaves here.
        text, label = shorten(one.request.text), f"request {number + 1}"
        lane = lane_of.get(one.request.trace, -1)
        line = one.request.line
        yield Thing(
            f"t:{number}", "request", "request", label, lane=lane, ref=number, text=text, line=line
        )
    for number, card in enumerate(found.cards):
        label = f"{card.traces} sessions, {card.passing} passed"
        text = shorten(card.requests[0].text)
        yield Thing(f"k:{number}", "card", "card", label, ref=number, text=text)


def requests_of(found: Likeness, number: int) -> list[int]:
    """Numbers of the requests that made a card."""
    wanted = {(request.trace, request.line) for request in found.cards[number].requests}
    return [
        place
        for place, one in enumerate(found.asked[:REQUESTS])
        if (one.request.trace, one.request.line) in wanted
    ]
