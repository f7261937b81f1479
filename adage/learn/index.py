"""Index: everything that may speak, sealed in one file with a fingerprint.

In: judged reflexes, families and cards. Out: an `Index`, canonical JSON bytes and their generation.
Only what decides at the hook goes in, no date and no path outside the repository, so the generation
changes when what is said changes.
Math: site/math/08-index.md
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from adage.constants import GENERATION_HEX
from adage.findings import Card, Family
from adage.formulas import generation
from adage.learn.compile import MOMENTS
from adage.learn.prompt_rows import prompt_rows
from adage.records import Index, Reflex
from adage.settings import Settings

ACTIVE = ("fire", "prime", "inhibit")
VERSION = 1


def seal(
    reflexes: Sequence[Reflex],
    settings: Settings,
    families: Sequence[Family] = (),
    cards: Sequence[Card] = (),
) -> Index:
    """Seal every reflex that may speak, by (moment, shape, id), then families and cards by id."""
    active = sorted(
        (reflex for reflex in reflexes if reflex.strength in ACTIVE),
        key=lambda reflex: (MOMENTS[reflex.shape], reflex.shape, reflex.id),
    )
    heard = tuple(sorted((f for f in families if f.strength in ACTIVE), key=lambda f: f.id))
    shown = tuple(sorted(cards, key=lambda card: card.id))
    rows = prompt_rows(heard, shown)
    told: dict[str, Any] = {"version": VERSION, "reflexes": [_entry(reflex) for reflex in active]}
    if rows.vectors:
        # The rows themselves are sealed beside it; their fingerprint tells when they change.
        told |= {"families": rows.families, "cards": rows.cards}
        told["vectors"] = hashlib.sha256(rows.vectors).hexdigest()
    content = canonical(told)
    name = generation(content, settings[GENERATION_HEX])
    return Index(name, content, tuple(active), heard, shown)


def canonical(value: Any) -> bytes:
    """One spelling of a JSON value: UTF-8, sorted keys, no blanks, no NaN."""
    text = json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
    return text.encode("utf-8", "replace")


def _entry(reflex: Reflex) -> dict[str, Any]:
    return {
        "id": reflex.id,
        "track": "learned",
        "moment": MOMENTS[reflex.shape],
        "shape": reflex.shape,
        "trigger": list(reflex.trigger),
        "steps": list(reflex.steps),
        "command": reflex.command,
        "effect": reflex.effect.word,
        "strength": reflex.strength,
        "k": reflex.k,
        "n": reflex.n,
        "lb": round(reflex.lb, 6),
        "tasks": reflex.tasks,
    }
