"""Told: what became of each telling, by the hook's ledger and by the transcripts, each once.

In: strings, and the ledgers of sessions. Out: `Tellings`, from which the stage uplift takes the
rates at which a step is taken when told and when not. Math: site/math/04-uplift.md
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adage.constants import PENDING_BATCHES
from adage.learn.string import Strings
from adage.ledger.counts import OUTCOMES
from adage.ledger.records import Entry, SessionLedger
from adage.records import Directive, Step, Trace
from adage.settings import Settings

Counts = Mapping[str, tuple[int, int]]
IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Tellings:
    """By reflex id, (taken, judged) of tellings; one that was followed and failed was taken.

    `told` holds all that was said, `ledger` the part of it that the hook judged itself. `withheld`
    holds what control sessions were not told, as far as no transcript of them is read: the others'
    situations are counted where they stand.
    """

    told: Counts = field(default_factory=dict)
    ledger: Counts = field(default_factory=dict)
    withheld: Counts = field(default_factory=dict)


NOTHING_TOLD = Tellings()


def tellings(strings: Strings, ledgers: Sequence[SessionLedger], settings: Settings) -> Tellings:
    """Count every telling once: as the ledger judged it, else as the transcript shows it.

    What the ledger has as pending is judged nowhere yet. What was said and never reached a
    transcript that is read may not have been read by the agent, so it counts nowhere.
    """
    read = {trace.root for trace in strings.traces}
    said = [e for ledger in ledgers for e in ledger.entries if e.said and e.delivered is not False]
    held = [e for each in ledgers if each.session not in read for e in each.entries if not e.said]
    known = {entry.nonce for ledger in ledgers for entry in ledger.entries}
    judged = list(_judged(said))
    shown = _shown(strings, known, settings[PENDING_BATCHES])
    return Tellings(_counted([*judged, *shown]), _counted(judged), _counted(_judged(held)))


def _judged(entries: Iterable[Entry]) -> Iterator[tuple[str, bool]]:
    """(reflex, whether its steps were taken) of the entries whose end is known."""
    for entry in entries:
        if entry.outcome in OUTCOMES:
            yield entry.id, entry.outcome != IGNORED


def _shown(strings: Strings, known: set[str], batches: int) -> Iterator[tuple[str, bool]]:
    """The same of directives in transcripts that no ledger knows."""
    for trace in strings.traces:
        for directive in trace.directives:
            # A rewrite was run, not told; what a dead end should spare only the ledger knows.
            has_step = bool(directive.reflex) and directive.kind not in ("rewrite", "avoid")
            if has_step and directive.nonce not in known:
                yield directive.reflex, was_taken(trace, directive, strings.labels.of, batches)


def was_taken(trace: Trace, directive: Directive, labels: Mapping[str, int], batches: int) -> bool:
    """Whether all steps that a directive named ran in the next `batches` turns with any step."""
    turns: dict[int, None] = {}
    ran: set[str | int] = set()
    for step in trace.steps[directive.pos :]:
        turns.setdefault(step.turn)
        if len(turns) > batches:
            break
        ran.update(_names(step, labels))
    return all(labels.get(key, key) in ran for key in directive.keys)


def _names(step: Step, labels: Mapping[str, int]) -> Iterator[str | int]:
    """What a directive may call the step: its label, or the file that it reads."""
    yield labels.get(step.key, step.key)
    if step.tool == "read":
        yield from (f"read:{path}" for path in step.paths)


def _counted(found: Iterable[tuple[str, bool]]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for reflex, taken in found:
        k, n = counts.get(reflex, (0, 0))
        counts[reflex] = (k + taken, n + 1)
    return dict(sorted(counts.items()))
