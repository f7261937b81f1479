"""Families in a replay: the usual first step, told when a request of its kind is made.

In: families, and the prompts of a session. Out: what a family would have said at each prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adage.constants import PROMPT_WORDS
from adage.embed import bundled_path, open_table
from adage.findings import Family
from adage.learn.intent import Embed, recognise
from adage.learn.replay import Said
from adage.learn.string import Strings
from adage.measure.baselines import bare_reflex
from adage.records import Reflex, Trace
from adage.settings import Settings
from adage.traces.normalise import is_continuation
from adage.traces.placeholders import prompt_text

MOMENT = "UserPromptSubmit"
Listener = Callable[[str], Reflex | None]  # the text of a request -> who answers it


def bundled_embedder() -> Embed:
    """The sentence model that comes with Adage."""
    return open_table(bundled_path()).embed


def listen(families: Sequence[Family], embed: Embed, settings: Settings) -> Listener:
    """Who recognises a request as one of `families`."""

    def answer(text: str) -> Reflex | None:
        vector = embed(prompt_text(text, settings[PROMPT_WORDS]))
        found = recognise(vector, families) if vector is not None and families else None
        return bare_reflex("intent", ["prompt"], [found.route], found.k, found.n) if found else None

    return answer


def at_prompts(
    strings: Strings, trace: Trace, hears: Listener, settings: Settings
) -> Iterator[Said]:
    """What is said at each request of a session, before the agent's first turn on it."""
    calls = strings.call.tolist()
    for number, prompt in enumerate(trace.prompts):
        if number and is_continuation(prompt, settings):
            continue
        reflex = hears(prompt.text)
        at = next((i for i, call in enumerate(calls) if call >= prompt.at), -1)
        if reflex and at >= 0:
            before = [step.turn for step in trace.steps if step.call < prompt.at]
            yield Said(reflex, MOMENT, max(before, default=-1), prompt.at - 1, at)
