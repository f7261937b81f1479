"""The objects of chapter 8: one per task that was done both with Adage and without."""

from __future__ import annotations

from collections.abc import Iterator

from adage_map.proof import Proof
from adage_map.things import Thing


def prove_things(found: Proof) -> Iterator[Thing]:
    """Tasks in their order; what each says is its difference in turns."""
    for number, difference in enumerate(found.d):
        more = "more" if difference > 0 else "fewer"
        label = f"task {number + 1}: {abs(difference):.1f} turns {more}"
        yield Thing(f"j:{number}", "task", "cube", label, ref=number, text=found.tasks[number])
