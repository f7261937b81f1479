"""Facts of chapter 4: requests, the groups they form, families and cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

from adage.constants import CARD_THRESHOLD, FAMILY_SHARE, NEIGHBOURS, RELATIVE_CUT
from adage.findings import Family
from adage.formulas import at_least
from adage.settings import Settings
from adage_map.likeness import Likeness
from adage_map.rehearse import Presented
from adage_map.words import item_words


def similar_facts(found: Likeness, settings: Settings) -> dict[str, Any]:
    """What the captions of the chapter may use."""
    sizes = Counter(found.groups)
    facts = {
        "requests": len(found.asked),
        "dims": found.dims,
        "kept_variance": found.kept,
        "relative_cut": settings[RELATIVE_CUT],
        "alike_pairs": found.pairs,
        "alike_drawn": len(found.links),
        "neighbours": settings[NEIGHBOURS],
        "groups": sum(size > 1 for size in sizes.values()),
        "loners": sum(size == 1 for size in sizes.values()),
        "largest_group": max(sizes.values(), default=0),
        "families": len(found.families),
        "family_share": settings[FAMILY_SHARE],
        "families_closed": sum(is_closed(family, settings) for family in found.families),
        "cards": len(found.cards),
        "card_cosine": settings[CARD_THRESHOLD],
    }
    if found.cards:
        facts |= {"card_traces": found.cards[0].traces, "card_passing": found.cards[0].passing}
    return facts | (_family(found.chosen) if found.chosen else {})


def _family(family: Family) -> dict[str, Any]:
    return {
        "family_route": item_words(family.route) if family.route else "",
        "family_routed": family.routed,
        "family_roots": family.roots,
        "family_t": family.threshold,
        "family_k": family.k,
        "family_n": family.n,
        "family_lb": family.lb,
        "family_strength": family.strength,
        "family_why": family.why,
    }


def is_closed(family: Family, settings: Settings) -> bool:
    """Whether enough of a group's sessions started the same way."""
    return bool(family.route) and at_least(family.routed, settings[FAMILY_SHARE] * family.roots)


def given_facts(given: Presented) -> dict[str, Any]:
    """What the hook did with a card."""
    return {
        "given_chars": len(given.text),
        "given_text": given.text,
        "given_again": given.again,
    }
