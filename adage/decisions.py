"""Decisions: what a person has said about a reflex, a family or a card, with who and when.

In: a repository's state folder. Out: the decisions so far, oldest first. They stand in a file that
is only ever appended to, hang on ids, and so outlive every relearning. A decision is about what may
be said; nothing in it can raise what a step of its effect may be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from adage.constants import HOOK_LOCK_MS, SNOOZE_DAYS
from adage.errors import AdageError
from adage.hook.session import Busy, append, records
from adage.records import DAY_S
from adage.settings import Settings

FILE = "decisions.jsonl"
APPROVE, DISMISS, SNOOZE = "approve", "dismiss", "snooze"
VERDICTS = (APPROVE, DISMISS, SNOOZE)


@dataclass(frozen=True, slots=True)
class Decision:
    """One verdict on one id. `when` is in seconds.

    `pair` is what a dead end's approval is about: the words that fail, and those to run instead.
    """

    id: str
    verdict: str
    who: str
    when: float
    pair: tuple[str, ...] = ()


def read_decisions(folder: Path) -> list[Decision]:
    """Every decision in the repository's state folder; a damaged line is left out."""
    try:
        content = (folder / FILE).read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise AdageError(f"{folder / FILE} cannot be read ({error.strerror})") from error
    return [found for record in records(content) if (found := _decision(record))]


def _decision(record: dict[str, Any]) -> Decision | None:
    name, verdict, when = record.get("id"), record.get("verdict"), record.get("when")
    pair = record.get("pair", [])
    if not isinstance(name, str) or verdict not in VERDICTS or not isinstance(when, int | float):
        return None
    if not isinstance(pair, list) or not all(isinstance(each, str) for each in pair):
        return None
    return Decision(name, str(verdict), str(record.get("who", "")), float(when), tuple(pair))


def keep_decision(folder: Path, decision: Decision, settings: Settings) -> None:
    """Append one decision. Raises `AdageError` when that is impossible; then nothing was kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        append(str(folder / FILE), asdict(decision), settings[HOOK_LOCK_MS])
    except (OSError, Busy) as error:
        raise AdageError(
            f"{folder / FILE} cannot be written ({error}); the decision was not kept. Try again"
        ) from error


def in_force(decisions: Iterable[Decision], now: float, settings: Settings) -> dict[str, Decision]:
    """The newest decision on each id; one that was put off counts until its time is up."""
    newest = {decision.id: decision for decision in decisions}
    return {
        name: decision
        for name, decision in sorted(newest.items())
        if decision.verdict != SNOOZE or now < snoozed_until(decision, settings)
    }


def snoozed_until(decision: Decision, settings: Settings) -> float:
    """When a decision that was put off is asked for again."""
    return decision.when + settings[SNOOZE_DAYS] * DAY_S
