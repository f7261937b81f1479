"""Mine the look-ups that a prompt people repeat is always followed by, to be made in one call.

In: strings and an embedder. Out: patterns of the kind `look-ups`: the spellings of the prompt, each
as `asked:text`; the look-ups. Short prompts such as "commit this" open no task of their own, so
every prompt counts here. Costs the square of the number of different prompts.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adage.constants import LINK_CUT, MIN_SUPPORT, MIN_TASKS, PROMPT_WORDS, SET_SHARE
from adage.formulas import at_least
from adage.learn.alike import DECIMALS, stack, tight_groups
from adage.learn.intent import Embed
from adage.learn.match import Chance, is_exposed
from adage.learn.mine import is_deliverable
from adage.learn.string import Strings
from adage.records import Effect, Pattern
from adage.settings import Settings
from adage.traces.placeholders import prompt_text

LOOK_UPS = "look-ups"
ASKED = "asked:"


@dataclass(frozen=True, slots=True)
class Said:
    """One prompt as it is compared, the event that came next, and the first event beyond it."""

    text: str
    at: int
    end: int


def mine_lookups(strings: Strings, embed: Embed | None, settings: Settings) -> Iterator[Pattern]:
    """For each prompt that many sessions repeat: the look-ups that most of them made next.

    Without an embedder only prompts of the same words are the same.
    """
    spoken: dict[str, list[Said]] = {}
    for said in read_prompts(strings, settings):
        spoken.setdefault(said.text, []).append(said)
    for texts in _same_prompts(list(spoken), embed, settings):
        found = [said for text in texts for said in spoken[text]]
        roots = {int(strings.root[said.at]) for said in found}
        if not _is_common(strings, roots, settings):
            continue
        steps, support = _usual(strings, found, len(roots), settings)
        if len(steps) > 1 and support >= settings[MIN_SUPPORT]:
            keys = tuple(strings.labels.prototypes[step].key for step in steps)
            yield Pattern(LOOK_UPS, tuple(ASKED + text for text in sorted(texts)), keys, support)


def lookup_chances(strings: Strings, pattern: Pattern, settings: Settings) -> Iterator[Chance]:
    """Every untold prompt of these spellings; taken when all look-ups came before anything else."""
    texts = {text.removeprefix(ASKED) for text in pattern.context}
    steps = [strings.labels.of[key] for key in pattern.steps]
    wanted = {bare(strings, step) for step in steps}
    for said in read_prompts(strings, settings):
        if said.text not in texts:
            continue
        made = {bare(strings, step): at for step, at in look_ups(strings, said)}
        hit = max(made[step] for step in wanted) if wanted <= set(made) else -1
        if not is_exposed(strings, steps, hit if hit >= 0 else said.end - 1):
            yield said.at, hit


def bare(strings: Strings, prototype: int) -> int:
    """The same look-up without a word put before it: `git status` of `rtk git status`.

    Agents' set-ups put a proxy before some calls and not before others. Only a look-up that also
    ran without the word is taken for the same.
    """
    key = strings.labels.prototypes[prototype].key
    return strings.labels.of.get("sh:" + key.removeprefix("sh:").partition(" ")[2], prototype)


def read_prompts(strings: Strings, settings: Settings) -> Iterator[Said]:
    """Every prompt of a session that something followed, in lower case with specifics replaced."""
    for number, trace in enumerate(strings.traces):
        if trace.id != trace.root:
            continue
        first, last = int(strings.starts[number]), int(strings.starts[number + 1])
        calls = strings.call[first:last].tolist()
        places = [first + bisect_left(calls, prompt.at) for prompt in trace.prompts]
        ends = [*places[1:], last]
        for prompt, at, end in zip(trace.prompts, places, ends[: len(places)], strict=True):
            text = prompt_text(prompt.text, settings[PROMPT_WORDS]).casefold().strip(" .!?,;")
            if text and at < end:
                yield Said(text, at, end)


def _same_prompts(texts: Sequence[str], embed: Embed | None, settings: Settings) -> list[list[str]]:
    """Groups of texts that say the same, every two of them alike."""
    if embed is None:
        return [[text] for text in texts]
    groups: dict[int, list[str]] = {}
    matrix = stack([embed(text) for text in texts])
    for text, group in zip(texts, tight_groups(matrix, settings[LINK_CUT]), strict=True):
        groups.setdefault(group, []).append(text)
    return list(groups.values())


def look_ups(strings: Strings, said: Said) -> Iterator[tuple[int, int]]:
    """(prototype, event) of the named look-ups after a prompt, before anything but looking."""
    for at in range(said.at, said.end):
        item = strings.alphabet[strings.label[at]]
        if item.effect > Effect.OBSERVE:
            return
        if item.prototype >= 0 and is_deliverable(strings.labels.prototypes[item.prototype]):
            yield item.prototype, at


def _usual(
    strings: Strings, found: Sequence[Said], roots: int, settings: Settings
) -> tuple[list[int], int]:
    """The look-ups of most sessions in their usual order, and the sessions that made two of them.

    Those that stood in one call already are of no use: two turns at least must have held them.
    """
    made: dict[int, dict[int, int]] = {}
    spelled: dict[int, Counter[int]] = {}
    for said in found:
        for step, at in look_ups(strings, said):
            same = bare(strings, step)
            made.setdefault(int(strings.root[said.at]), {}).setdefault(same, at)
            spelled.setdefault(same, Counter())[step] += 1
    counts = Counter(step for ran in made.values() for step in ran)
    usual = [s for s, n in counts.items() if at_least(n / roots, settings[SET_SHARE])]
    usual.sort(key=lambda step: (_usual_rank(made.values(), step), step))
    apart = sum(_turns(strings, ran, usual) > 1 for ran in made.values())
    return [min(spelled[s], key=lambda step: (-spelled[s][step], step)) for s in usual], apart


def _usual_rank(made: Iterable[dict[int, int]], step: int) -> float:
    ranks = [sorted(ran, key=ran.__getitem__).index(step) for ran in made if step in ran]
    return round(sum(ranks) / len(ranks), DECIMALS)


def _turns(strings: Strings, ran: dict[int, int], steps: Sequence[int]) -> int:
    return len({int(strings.turn[ran[step]]) for step in steps if step in ran})


def _is_common(strings: Strings, roots: set[int], settings: Settings) -> bool:
    tasks = {strings.tasks[root] for root in roots}
    return len(roots) >= settings[MIN_SUPPORT] and len(tasks) >= settings[MIN_TASKS]
