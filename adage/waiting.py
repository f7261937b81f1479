"""Waiting: what a person may decide, the surest first.

In: the generation learned last, the decisions in force, and what agents made of each directive.
Out: one `Waiting` for each thing that an approval would change and nobody has decided on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adage.decisions import APPROVE, DISMISS, Decision
from adage.errors import AdageError
from adage.findings import Card, Family
from adage.generations import Generation
from adage.learn.explain import sentence
from adage.learn.explain_prompts import family_sentence
from adage.learn.review import SILENCED, approved_strength
from adage.learn.seal_sections import exact_pair
from adage.records import Effect, Reflex
from adage.settings import Settings

Subject = Reflex | Family | Card
DEAD_END, ENVIRONMENT, QUIET, NASCENT = "dead end", "environment", "quiet", "nascent"


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits: `kind` says for what, `becomes` what an approval makes of it.

    `pair` are the words that would be rewritten and those in their place. `followed`, `ignored` and
    `misfired` count what agents made of it when it was said.
    """

    id: str
    kind: str
    says: str
    becomes: str
    k: int
    n: int
    lb: float
    tasks: int
    why: str
    pair: tuple[str, ...]
    followed: int = 0
    ignored: int = 0
    misfired: int = 0


def waiting(
    generation: Generation,
    decisions: Mapping[str, Decision],
    counts: Mapping[str, tuple[int, int, int]],
    settings: Settings,
) -> tuple[Waiting, ...]:
    """Everything that waits and was not decided, by the lower bound of its rate, highest first."""
    subjects: tuple[Reflex | Family, ...] = (*generation.learned, *generation.families)
    found = (
        _waiting(subject, counts.get(subject.id, (0, 0, 0)), settings)
        for subject in subjects
        if not _is_decided(subject, decisions.get(subject.id))
    )
    return tuple(sorted((w for w in found if w), key=lambda w: (-round(w.lb, 9), -w.n, w.id)))


def _is_decided(subject: Reflex | Family, decision: Decision | None) -> bool:
    """Whether a person decided on this as it stands now; an approved pair may have changed."""
    if decision is None or decision.verdict != APPROVE or subject.strength != "inhibit":
        return decision is not None
    return isinstance(subject, Reflex) and decision.pair == exact_pair(subject)


def _waiting(
    subject: Reflex | Family, counts: tuple[int, int, int], settings: Settings
) -> Waiting | None:
    pair = exact_pair(subject) if isinstance(subject, Reflex) else ()
    if pair and subject.strength == "inhibit":
        kind, becomes = DEAD_END, "rewrite"
    elif subject.strength == "nascent":
        kind, becomes = _kind(subject), approved_strength(subject, settings)
    else:
        return None
    if becomes == "nascent":
        return None
    return Waiting(
        subject.id, kind, says(subject), becomes, subject.k, subject.n, subject.lb, subject.tasks,
        subject.why, pair if kind == DEAD_END else (), *counts,
    )  # fmt: skip


def _kind(subject: Reflex | Family) -> str:
    if subject.effect == Effect.ENVIRONMENT:
        return ENVIRONMENT
    return QUIET if subject.gate in SILENCED else NASCENT


def says(subject: Subject) -> str:
    """What a reflex, family or card says, in one sentence."""
    if isinstance(subject, Reflex):
        return subject.says or sentence(subject)
    if isinstance(subject, Family):
        return family_sentence(subject)
    return f'the card for requests like "{subject.requests[0].text[:80]}"'


def find_subject(generation: Generation, wanted: str) -> Subject:
    """What was learned under the id that starts with `wanted`.

    Raises `AdageError` when nothing or several things were.
    """
    known = {subject.id: subject for subject in _subjects(generation)}
    found = sorted(name for name in known if name.startswith(wanted))
    if len(found) == 1:
        return known[found[0]]
    if found:
        raise AdageError(f"{wanted} could be any of {', '.join(found)}; give more of the id")
    raise AdageError(f"nothing here has the id {wanted}. See what waits: adage review")


def _subjects(generation: Generation) -> Iterator[Subject]:
    yield from generation.learned
    yield from generation.families
    yield from generation.cards
    yield from generation.instincts


def why_not_approved(subject: Subject, decision: Decision | None, settings: Settings) -> str:
    """Why an approval of this would change nothing; empty when it would change something."""
    if decision is not None and decision.verdict == DISMISS:
        return ""
    if isinstance(subject, Card) or subject.strength in ("fire", "prime"):
        return f"{subject.id} is said already; there is nothing to approve"
    if subject.strength == "inhibit":
        why = "its two commands are not plain words that could take each other's place"
        pair = exact_pair(subject) if isinstance(subject, Reflex) else ()
        return "" if pair else f"{subject.id} is said already, and nothing can be rewritten: {why}"
    if subject.strength == "nascent" and approved_strength(subject, settings) != "nascent":
        return ""
    return f"{subject.id} cannot be approved: {subject.why}"
