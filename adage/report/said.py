"""What a person has to say every time: prompts that sessions repeat, in whatever spelling.

In: courses, and an embedder or none. Out: groups of prompts, those of most sessions first. Prompts
are grouped in three passes, each with what the one before left: short prompts around a common one
(`commit` in `then commit, and push`), prompts that ask for the same thing (`add` and `test`), and
prompts that every two of their vectors show to be alike. No model is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from adage.constants import LINK_CUT, PROMPT_WORDS, REPORT_ASK_WORDS, REPORT_SHORT_WORDS
from adage.learn.alike import stack, tight_groups
from adage.redact import redact
from adage.report.courses import Course, Stretch, stretches
from adage.report.records import Repeated, Seen, figure
from adage.report.words import holds, telling
from adage.settings import Settings
from adage.traces.normalise import CONTINUATIONS
from adage.traces.placeholders import prompt_text

Embed = Callable[[str], Sequence[float] | None]

# What one asks an agent to do; the pairs of the second pass hold one of these.
_ASKS = (
    "add", "fix", "run", "test", "lint", "commit", "push", "merge", "rebase", "review", "update",
    "remove", "rename", "revert", "document", "explain", "simplify", "release", "deploy", "format",
)  # fmt: skip
_NEAR, _EARLY = 2, 4
_SPELLINGS = 5
_LEADER_WORDS = 1


@dataclass(frozen=True, slots=True)
class Spoken:
    """One prompt as it is compared: its words with specifics replaced, and the telling ones."""

    stretch: Stretch
    text: str
    words: tuple[str, ...]

    @property
    def session(self) -> int:
        """The number of its session."""
        return self.stretch.course.number


def repeated(
    found: Sequence[Course], least: int, embed: Embed | None, settings: Settings
) -> tuple[Repeated, ...]:
    """What at least `least` sessions were told, those of most sessions first, consent last."""
    left = list(_spoken(found, settings))
    groups: list[list[Spoken]] = []
    groups += _short(left, least, settings)
    groups += _asked(left, least)
    if embed is not None:
        groups += _alike(_rest(left, groups), embed, settings)
    rows = [_row(group) for group in groups if sessions_of(group) >= least]
    return tuple(sorted(rows, key=_rank))


def _rank(row: Repeated) -> tuple[bool, int, int, str]:
    """Those of most sessions first, but words that only say to carry on last."""
    return row.text in CONTINUATIONS, -row.found.sessions, -row.found.count, row.text


def sessions_of(group: Iterable[Spoken]) -> int:
    """In how many sessions these prompts stand."""
    return len({each.session for each in group})


def _spoken(found: Sequence[Course], settings: Settings) -> Iterator[Spoken]:
    for course in found:
        for stretch in stretches(course):
            text = prompt_text(stretch.prompt.text, settings[PROMPT_WORDS])
            text = text.casefold().strip(" .!?,;")
            if text and stretch.prompt.words <= settings[REPORT_ASK_WORDS]:
                yield Spoken(stretch, text, telling(text) or tuple(text.split()))


def _rest(left: Sequence[Spoken], groups: Sequence[Sequence[Spoken]]) -> list[Spoken]:
    taken = {id(each) for group in groups for each in group}
    return [each for each in left if id(each) not in taken]


def _short(left: list[Spoken], least: int, settings: Settings) -> Iterator[list[Spoken]]:
    """Short prompts around the one that most sessions used; what is found leaves `left`."""
    most = settings[REPORT_SHORT_WORDS]
    short = [each for each in left if each.stretch.prompt.words <= most]
    while leader := _leader(short):
        group = [each for each in short if holds(each.words, leader)]
        short = _rest(short, [group])
        if sessions_of(group) >= least:
            left[:] = _rest(left, [group])
            yield group


def _leader(short: Sequence[Spoken]) -> tuple[str, ...]:
    sessions: dict[tuple[str, ...], set[int]] = {}
    for each in short:
        if len(each.words) <= _LEADER_WORDS:
            sessions.setdefault(each.words, set()).add(each.session)
    most = min(sessions, key=lambda w: (-len(sessions[w]), len(w), w), default=())
    return most if len(sessions.get(most, ())) > 1 else ()


def _asked(left: list[Spoken], least: int) -> Iterator[list[Spoken]]:
    """Prompts that ask to do the same to the same: `add` and soon after it `test`."""
    while pair := _pair(left, least):
        group = [each for each in left if pair in _pairs(each.words)]
        left[:] = _rest(left, [group])
        yield group


def _pair(left: Sequence[Spoken], least: int) -> tuple[str, str] | None:
    sessions: dict[tuple[str, str], set[int]] = {}
    for each in left:
        for pair in _pairs(each.words):
            sessions.setdefault(pair, set()).add(each.session)
    best = min(sessions, key=lambda pair: (-len(sessions[pair]), pair), default=None)
    return best if best and len(sessions[best]) >= least else None


def _pairs(words: tuple[str, ...]) -> set[tuple[str, str]]:
    """What a prompt asks to do early on, each with a word soon after it."""
    return {
        (ask, other)
        for i, ask in enumerate(words[:_EARLY])
        if ask in _ASKS
        for other in words[i + 1 : i + 1 + _NEAR]
        if other != ask
    }


def _alike(left: Sequence[Spoken], embed: Embed, settings: Settings) -> list[list[Spoken]]:
    """Prompts every two of which are alike; addresses and names of files are not compared."""
    texts = sorted({each.words for each in left if len(each.words) > 1})
    matrix = stack([embed(" ".join(words)) for words in texts])
    numbers = dict(zip(texts, tight_groups(matrix, settings[LINK_CUT]), strict=True))
    groups: dict[int, list[Spoken]] = {}
    for each in left:
        if each.words in numbers:
            groups.setdefault(numbers[each.words], []).append(each)
    return list(groups.values())


def _row(group: Sequence[Spoken]) -> Repeated:
    counts: dict[str, set[int]] = {}
    for each in group:
        counts.setdefault(first_line(each), set()).add(each.session)
    ranked = sorted(counts, key=lambda text: (-len(counts[text]), len(text), text))
    turns = [each.stretch.turns for each in group]
    by_course: dict[int, list[Spoken]] = {}
    for each in group:
        by_course.setdefault(each.session, []).append(each)
    seen: list[Seen] = [
        mine[0].stretch.course.seen_prompts([each.stretch.prompt for each in mine])
        for mine in by_course.values()
    ]
    return Repeated(
        ranked[0], tuple(ranked[:_SPELLINGS]), float(median(turns)), figure(seen, sum(turns))
    )


def first_line(each: Spoken) -> str:
    """A prompt's first line in lower case, secrets masked."""
    return redact(" ".join(each.stretch.prompt.text.split()).casefold().strip(" .!?,;"))[0]
