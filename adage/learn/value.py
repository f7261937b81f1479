"""Value: would telling have saved turns in the sessions that are known?

In: strings and reflexes. Out: for each reflex its `Value`: it is replayed alone through the newest
sessions in which it had not been told, by the rules of the hook, and each telling is judged by what
then happened. One whose tellings cost more than they saved has to stay quiet.
Math: site/math/04-uplift.md
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean, stdev

from adage.constants import J_FALSE, VALUE_SESSIONS, VALUE_Z
from adage.findings import Value
from adage.formulas import at_least, telling_value, value_high
from adage.learn.label import Labels
from adage.learn.replay import speak
from adage.learn.string import Strings, string
from adage.learn.worth import Verdict, judge_said
from adage.records import Reflex, Trace
from adage.settings import Settings


def replay_values(
    strings: Strings, reflexes: Sequence[Reflex], settings: Settings
) -> dict[str, Value]:
    """The value of each reflex by its id; one that would have said nothing has none."""
    verdicts: dict[str, list[Verdict]] = {reflex.id: [] for reflex in reflexes}
    for trace in newest_sessions(strings, settings) if reflexes else ():
        alone = string([trace], strings.labels)
        for reflex in reflexes:
            if not _was_told(trace, reflex, strings.labels):
                said = speak(alone, (reflex,), settings)
                verdicts[reflex.id] += [judge_said(alone, each, settings) for each in said]
    return {name: value_of(found, settings) for name, found in verdicts.items() if found}


def newest_sessions(strings: Strings, settings: Settings) -> list[Trace]:
    """The sessions that ended last, sub-agents left out: nobody speaks to them."""
    own = [trace for trace in strings.traces if trace.id == trace.root]
    own.sort(key=lambda trace: (-trace.end, trace.id))
    return own[: settings[VALUE_SESSIONS]]


def value_of(verdicts: Sequence[Verdict], settings: Settings) -> Value:
    """The value of tellings that have been judged; at least one."""
    cost = settings[J_FALSE]
    worth = [telling_value(each.turns, each.wasted, cost) for each in verdicts]
    mean = fmean(worth)
    deviation = stdev(worth) if len(worth) > 1 else 0.0
    return Value(
        said=len(worth),
        turns=sum(each.turns for each in verdicts),
        useless=sum(each.wasted for each in verdicts),
        mean=mean,
        high=value_high(mean, deviation, len(worth), settings[VALUE_Z]),
    )


def is_worthless(value: Value) -> bool:
    """Whether telling costs more than it saves, chance allowed for."""
    return not at_least(value.high, 0.0)


def value_words(value: Value) -> str:
    """What a value says, in words."""
    return (
        f"told in the sessions so far, it would have saved {value.turns} turns and been of no use "
        f"{value.useless} times in {value.said}: {value.mean:+.2f} turns a telling, at most "
        f"{value.high:+.2f}; below 0 it is not worth saying"
    )


def _was_told(trace: Trace, reflex: Reflex, labels: Labels) -> bool:
    """Whether a session had been told a step of this reflex at any time: it proves nothing then."""
    if not trace.directives:
        return False
    wanted = {labels.of.get(text, text) for text in reflex.steps}
    return any(labels.of.get(key, key) in wanted for key in _named(trace))


def _named(trace: Trace) -> Iterator[str]:
    return (key for directive in trace.directives for key in directive.keys)
