"""Explain families and cards: why a kind of request is answered as it is, in words and numbers.

In: a `Family` or `Card` as its stage left it. Out: lines of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adage.constants import CARD_THRESHOLD, FAMILY_SHARE, UPLIFT_MIN
from adage.findings import Card, Family, Request
from adage.learn.card_content import card_text
from adage.settings import Settings

SHOWN = 8  # requests listed
CHARS = 100


def family_sentence(family: Family) -> str:
    """What the family says, in one sentence."""
    route = f"`{family.route.removeprefix('sh:')}`" if family.route else "no usual first step"
    return f"requests like {_quoted(family.requests[0])} start with {route}"


def explain_family(family: Family, settings: Settings) -> Iterator[str]:
    """Every number behind a family."""
    yield f"{family.id}  {family_sentence(family)}"
    yield f"Strength: {family.strength}. {family.why}."
    yield ""
    yield (
        f"Route   {family.routed} of {family.roots} sessions started with it; "
        f"{settings[FAMILY_SHARE]:.2f} of them are asked for. All sessions: {family.common:.2f}"
    )
    yield f"Tasks   {family.tasks}"
    if family.n:
        yield (
            f"Alike   from a cosine of {family.threshold:.4f} on: {family.k} of {family.n} "
            f"requests ran it, lower bound {family.lb:.4f}"
        )
    if family.u is not None:
        yield (
            f"Uplift  told {family.p_follow:.4f} - untold {family.p_self:.4f} (taken at once in "
            f"{family.k_self} of {family.n_self}) = {family.u:.4f}; quiet below "
            f"{settings[UPLIFT_MIN]:.2f}"
        )
    yield ""
    yield from _requests(family.requests)


def explain_card(card: Card, settings: Settings) -> Iterator[str]:
    """What a card says, when, and which sessions it was made of."""
    yield f"{card.id}  card for requests like {_quoted(card.requests[0])}"
    yield (
        f"Shown once a session, to a request with a cosine of {settings[CARD_THRESHOLD]:g} or more "
        "to one of these."
    )
    yield ""
    yield from card_text(card, settings).split("\n")
    yield ""
    for one, other, cosine, overlap in card.links:
        yield f"{one} and {other}: requests alike {cosine:.2f}, kinds of files shared {overlap:.2f}"
    yield from _requests(card.requests)


def _requests(requests: Sequence[Request]) -> Iterator[str]:
    yield f"Requests: {len(requests)}"
    for request in requests[:SHOWN]:
        place = f"{request.path}:{request.line}" if request.line else request.path
        yield f"  {_quoted(request)}  {place}"


def _quoted(request: Request) -> str:
    text = request.text if len(request.text) <= CHARS else request.text[: CHARS - 3] + "..."
    return f'"{text}"'
