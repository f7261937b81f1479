"""Alphabet: the items that events carry, entered as they are met.

In: labels, then steps. Out: for each step the items of its event, finest first, and the prototype
that it counts as having run. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from dataclasses import dataclass

from adage.learn.label import Labels
from adage.records import Effect, Step

LEVELS = 5
PROMPT = "prompt"

Read = tuple[tuple[int, ...], int]


@dataclass(frozen=True, slots=True)
class Item:
    """One symbol of the alphabet. `wider` is the item one level up, or -1; `prototype` -1 for none.

    `failed` marks the symbol of a step that went wrong, `context` one that a context may hold.
    """

    text: str
    effect: Effect
    prototype: int
    failed: bool
    context: bool
    is_edit: bool
    wider: int


class Alphabet:
    """All items so far, by number and by text. The first is the pseudo-item of a prompt."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self.items: list[Item] = []
        self.ids: dict[str, int] = {}
        self.prompt = self.item(PROMPT, Effect.OBSERVE, -1, context=True)

    def item(
        self,
        text: str,
        effect: Effect,
        prototype: int,
        *,
        failed: bool = False,
        context: bool = False,
        is_edit: bool = False,
        wider: int = -1,
    ) -> int:
        """The id of the item named `text`, entered now if it is new."""
        if text not in self.ids:
            self.ids[text] = len(self.items)
            self.items.append(Item(text, effect, prototype, failed, context, is_edit, wider))
        return self.ids[text]

    def read_step(self, step: Step) -> Read:
        """The items that a step's event carries, and the prototype it counts as having run."""
        prototype = self.labels.of[step.key]
        if step.levels:
            return self._edit_items(step, prototype), prototype
        failed = step.ok is False and Effect.VERIFY <= step.effect <= Effect.ENVIRONMENT
        text = self.labels.prototypes[prototype].key
        item = self.item(
            text + "!" if failed else text,
            step.effect,
            prototype,
            failed=failed,
            context=not failed and Effect.VERIFY <= step.effect <= Effect.AUTHOR,
        )
        took = not failed or step.effect == Effect.VERIFY
        return (item,), prototype if took else -1

    def _edit_items(self, step: Step, prototype: int) -> tuple[int, ...]:
        wider = -1
        items: list[int] = []
        for place in range(len(step.levels) - 1, -1, -1):
            # Only the directory class stands for the step's own prototype.
            own = prototype if f"edit:{step.levels[place]}" == step.key else -1
            wider = self.item(
                f"edit:{step.levels[place]}",
                Effect.AUTHOR,
                own,
                context=True,
                is_edit=True,
                wider=wider,
            )
            items.append(wider)
        return tuple(reversed(items[-LEVELS:]))
