"""Mine: closed patterns that end in a step worth delivering.

In: strings. Out: patterns, each a context of one to three items and the step that follows it within
the window, whatever lies between; and the special shapes of `mine_pairs`. A pattern is closed when
no pattern with one more item, and none with an edit item one level finer, has the same support.
Mining only nominates: every count that decides comes from `match`. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterator

from adage.constants import MIN_SUPPORT, MIN_TASKS
from adage.learn.grow import Context
from adage.learn.grow import frequent_contexts as frequent_contexts
from adage.learn.mine_pairs import mine_batches, mine_check_sets, mine_dead_ends, mine_finish_lines
from adage.learn.string import PROMPT, Strings, taking
from adage.records import Effect, Pattern, Prototype
from adage.settings import Settings


def mine(strings: Strings, settings: Settings) -> tuple[Pattern, ...]:
    """All closed patterns of every shape, sorted by shape, steps and context."""
    steps = deliverable_steps(strings, settings)
    found: list[Pattern] = []
    for step in steps:
        closed = closed_contexts(strings, step, settings)
        found += (_pattern(strings, context, step, n) for context, n in closed.items())
    found += mine_finish_lines(strings, steps, settings)
    found += mine_check_sets(strings, settings)
    found += mine_dead_ends(strings, settings)
    found += mine_batches(strings, settings)
    return tuple(sorted(found, key=lambda p: (p.shape, p.steps, p.context)))


def deliverable_steps(strings: Strings, settings: Settings) -> list[int]:
    """Prototypes that a reflex may direct: checks, builds, installs and named look-ups.

    Each must have run in enough roots and tasks to be looked at.
    """
    found = []
    for prototype in strings.labels.prototypes:
        if not is_deliverable(prototype):
            continue
        roots = {int(strings.root[at]) for at in taking(strings, prototype.id)}
        tasks = {strings.tasks[root] for root in roots}
        if len(roots) >= settings[MIN_SUPPORT] and len(tasks) >= settings[MIN_TASKS]:
            found.append(prototype.id)
    return found


def is_deliverable(prototype: Prototype) -> bool:
    """Whether a prototype is a step worth delivering at all.

    A plain viewer (`ls`, `cat`: a runner of one word) is as little a look-up as the read tool is.
    """
    if Effect.VERIFY <= prototype.effect <= Effect.ENVIRONMENT:
        return True
    named = prototype.tool.startswith("mcp:") or " " in prototype.runner
    return prototype.effect == Effect.OBSERVE and named


def closed_contexts(strings: Strings, step: int, settings: Settings) -> dict[Context, int]:
    """Closed contexts of a step (item ids in order) and the distinct roots each occurs in."""
    frequent = frequent_contexts(strings, step, settings)
    open_ = set()
    for context, support in frequent.items():
        for wider in _generalisations(strings, context):
            if frequent.get(wider) == support:
                open_.add(wider)
    return {c: n for c, n in sorted(frequent.items()) if c not in open_}


def _generalisations(strings: Strings, context: Context) -> Iterator[Context]:
    """The contexts with one item fewer, and those with one edit item one level wider."""
    for place, item in enumerate(context):
        if len(context) > 1:
            yield context[:place] + context[place + 1 :]
        wider = strings.alphabet[item].wider
        if wider >= 0:
            yield (*context[:place], wider, *context[place + 1 :])


def _pattern(strings: Strings, context: Context, step: int, support: int) -> Pattern:
    last = strings.alphabet[context[-1]]
    prototype = strings.labels.prototypes[step]
    after_author = last.effect == Effect.AUTHOR or last.text == PROMPT
    runs = prototype.effect in (Effect.VERIFY, Effect.REGENERATE) and bool(prototype.command)
    return Pattern(
        shape="run" if after_author and runs else "advise",
        context=tuple(strings.alphabet[item].text for item in context),
        steps=(prototype.key,),
        support=support,
    )
