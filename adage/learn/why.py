"""Why: what happened to every candidate that would direct one step, stage by stage.

In: the records of a run, and a step key or command as a person types it. Out: an `Answer` for each
step in it: what is told already, and for each of the rest the first gate that stopped it, with the
numbers and what would change the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from adage.constants import CONTEXT_ITEMS, MIN_SUPPORT, MIN_TASKS
from adage.findings import Card, Family
from adage.learn.compile import reflex_id
from adage.learn.direct import DIRECT_MOMENTS
from adage.learn.explain import describe, phrase, sentence
from adage.learn.explain_prompts import family_sentence
from adage.learn.grow import frequent_contexts
from adage.learn.index import ACTIVE
from adage.learn.mine import closed_contexts, is_deliverable
from adage.learn.missing import for_barred, for_candidate, for_reflex, for_route
from adage.learn.recorder import last_reflexes
from adage.learn.string import Strings, taking
from adage.records import Candidate, Effect, Prototype, Reflex, StageRecord
from adage.settings import Settings
from adage.traces.keys import command_key
from adage.traces.shell import split
from adage.traces.shell_steps import is_idle

Records = Mapping[str, StageRecord]
# In which order the gates stand; the nearer to being said, the further on.
GATES = (
    "effect", "support", "closed", "rate", "parent", "bits", "route", "common", "command",
    "tasks", "contrast", "share", "pairs", "interlock", "lift", "ceiling", "uplift", "value",
    "review", "",
)  # fmt: skip
NEAREST = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """One candidate: the first gate that stopped it (none when it is said) and what would help."""

    gate: str
    id: str
    says: str
    strength: str
    why: str
    change: str
    lb: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one step. `key` is empty for a command that was never seen.

    `sessions` and `runs` count where it ran; `nearest` are seen commands that read alike.
    """

    asked: str
    key: str
    effect: str = ""
    sessions: int = 0
    tasks: int = 0
    runs: int = 0
    verdicts: tuple[Verdict, ...] = ()
    nearest: tuple[str, ...] = ()


def why(records: Records, asked: str, settings: Settings) -> tuple[Answer, ...]:
    """The answer for each step that `asked` names, in order."""
    strings: Strings = records["string"].detail
    return tuple(_answer(records, strings, name, settings) for name in _keys(asked, strings))


def _keys(asked: str, strings: Strings) -> list[str]:
    """The step keys in what a person typed: a key as it stands, else those of a command."""
    of = strings.labels.of
    for known in (asked, f"sh:{asked}"):
        if known in of:
            return [known]
    parts = [part for part in split(asked) if not is_idle(part)]
    return list(dict.fromkeys(command_key(part) for part in parts)) or [f"sh:{asked}"]


def _answer(records: Records, strings: Strings, key: str, settings: Settings) -> Answer:
    number = strings.labels.of.get(key)
    if number is None:
        return Answer(key.removeprefix("sh:"), "", nearest=_nearest(key, strings))
    prototype = strings.labels.prototypes[number]
    roots = {int(strings.root[at]) for at in taking(strings, number)}
    tasks = {strings.tasks[root] for root in roots}
    found = list(_verdicts(records, strings, prototype, len(roots), len(tasks), settings))
    return Answer(
        asked=key.removeprefix("sh:"),
        key=prototype.key,
        effect=prototype.effect.word,
        sessions=prototype.roots,
        tasks=len(tasks),
        runs=prototype.steps,
        verdicts=tuple(sorted(found, key=_rank)),
    )


def _rank(verdict: Verdict) -> tuple[int, float, str]:
    """What is said first, then what came furthest, the surest of equals first."""
    place = GATES.index(verdict.gate) if verdict.gate in GATES else 0
    said = verdict.strength in ACTIVE
    return -len(GATES) if said else -place, -round(verdict.lb, 9), verdict.id


def _nearest(key: str, strings: Strings) -> tuple[str, ...]:
    known = sorted(text.removeprefix("sh:") for text in strings.labels.of if text[:3] == "sh:")
    asked = key.removeprefix("sh:")
    first = asked.split(" ", 1)[0]
    close = get_close_matches(asked, known, NEAREST, 0.5)
    same = [text for text in known if text.split(" ", 1)[0] == first]
    return tuple(dict.fromkeys([*close, *same]))[:NEAREST]


def _verdicts(
    records: Records,
    strings: Strings,
    prototype: Prototype,
    roots: int,
    tasks: int,
    settings: Settings,
) -> Iterator[Verdict]:
    if not is_deliverable(prototype):
        yield _never(prototype)
    elif roots < settings[MIN_SUPPORT] or tasks < settings[MIN_TASKS]:
        yield _too_rare(roots, tasks, settings)
    else:
        yield from _not_grown(strings, prototype, settings)
    yield from _grown(records, strings, prototype, settings)
    yield from _others(records, prototype, settings)


def _never(prototype: Prototype) -> Verdict:
    is_risky = prototype.effect >= Effect.AUTHOR
    why = (
        f"{prototype.effect.word} steps are never directed"
        if is_risky
        else "a plain look around is no look-up that is worth naming"
    )
    change = "nothing: no evidence and no person can raise that" if is_risky else ""
    return Verdict("effect", "", phrase(prototype.key), "", why, change)


def _too_rare(roots: int, tasks: int, settings: Settings) -> Verdict:
    least, several = settings[MIN_SUPPORT], settings[MIN_TASKS]
    short, few = max(0, least - roots), max(0, several - tasks)
    lacks = [_many(short, "more session")] if short else []
    lacks += [_many(few, "more task")] if few else []
    return Verdict(
        gate="support",
        id="",
        says="any pattern that ends in it",
        strength="",
        why=(
            f"it ran in {_many(roots, 'session')} of {_many(tasks, 'task')}; {least} and {several} "
            "are asked for"
        ),
        change=f"needs {' and '.join(lacks)} with it",
    )


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _not_grown(strings: Strings, prototype: Prototype, settings: Settings) -> Iterator[Verdict]:
    """Single triggers that were too rare, or that a finer or longer pattern stands for."""
    least = settings[MIN_SUPPORT]
    loose = Settings({**settings.overrides, MIN_SUPPORT.key: 1, CONTEXT_ITEMS.key: 1})
    frequent = frequent_contexts(strings, prototype.id, loose)
    closed = closed_contexts(strings, prototype.id, settings)
    for context, support in sorted(frequent.items()):
        if context in closed:
            continue
        text = strings.alphabet[context[0]].text
        says = describe("advise", (text,), (prototype.key,))
        if support < least:
            why = f"it occurs in {_many(support, 'session')}; {least} are asked for"
            change = f"needs {_many(least - support, 'more session')}"
            yield Verdict("support", "", says, "", why, change)
        else:
            why = f"a finer or longer pattern has the same {support} sessions and stands for it"
            yield Verdict("closed", "", says, "", why, "is judged by that pattern")


def _grown(
    records: Records, strings: Strings, prototype: Prototype, settings: Settings
) -> Iterator[Verdict]:
    """Every candidate that was mined, as the last stage that looked at it left it."""
    calibration = records["calibrate"].detail.calibration
    judged = {reflex.id: reflex for reflex in last_reflexes(records)}
    for candidate in records["select"].detail:
        if not _names(candidate, prototype.key):
            continue
        name, pattern = reflex_id(candidate.pattern), candidate.pattern
        if name in judged:
            yield _reflex(judged[name], tuple(judged.values()), settings)
            continue
        says = describe(pattern.shape, pattern.context, pattern.steps)
        change = for_candidate(candidate, strings, calibration, settings)
        yield Verdict(candidate.gate, name, says, "", candidate.why, change, candidate.q05)


def _names(candidate: Candidate, key: str) -> bool:
    pattern = candidate.pattern
    is_dead = pattern.shape == "avoid" and f"{key}!" in pattern.context
    return is_dead or key in pattern.steps


def _reflex(reflex: Reflex, all_of_them: Sequence[Reflex], settings: Settings) -> Verdict:
    if reflex.gate == "interlock":
        dead = next(
            (r for r in all_of_them if r.strength == "inhibit" and r.id in reflex.why), None
        )
        change = for_barred(dead, settings)
    else:
        change = for_reflex(reflex, settings)
    return Verdict(
        reflex.gate, reflex.id, sentence(reflex), reflex.strength, reflex.why, change, reflex.lb
    )


def _others(records: Records, prototype: Prototype, settings: Settings) -> Iterator[Verdict]:
    """What was found whole, families of requests that start with the step, cards that list it."""
    judged = last_reflexes(records)
    for reflex in judged:
        if reflex.shape in DIRECT_MOMENTS and prototype.key in reflex.steps:
            yield _reflex(reflex, judged, settings)
    families: Sequence[Family] = records["review"].detail.families
    for family in families:
        if family.route == prototype.key:
            yield _family(family, settings)
    cards: Sequence[Card] = records["review"].detail.cards
    for card in cards:
        if any(command.key == prototype.key for command in card.commands):
            says = f'the card for requests like "{card.requests[0].text[:80]}"'
            why = f"{card.passing} of {card.traces} sessions succeeded"
            yield Verdict("", card.id, says, "prime", why, "")


def _family(family: Family, settings: Settings) -> Verdict:
    change = ""
    if family.strength == "nascent":
        change = f"a person may let it be offered: adage review approve {family.id}"
    elif family.gate == "route":
        change = for_route(family.routed, family.roots, settings)
    return Verdict(
        family.gate, family.id, family_sentence(family), family.strength, family.why, change,
        family.lb,
    )  # fmt: skip
