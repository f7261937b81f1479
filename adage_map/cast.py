"""Who plays in the world: every object of a run, once, in one fixed order.

In: a run of the learner. Out: a `Cast`, the table of `Thing`s that layout places and the page
draws. An object keeps its row from the transcript line to the index; a world that is too large is
cut by whole sessions, and the totals say what was left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from adage.constants import CONTROL_SHARE
from adage.embed import bundled_path, open_table
from adage.learn.intent import Embed
from adage.records import (
    Candidate,
    Index,
    Pattern,
    Reading,
    Reflex,
    StageRecord,
    Trace,
    Witness,
)
from adage.settings import Settings
from adage_map.hero import choose_hero
from adage_map.likeness import Likeness, find_likeness
from adage_map.proof import Proof, find_proof
from adage_map.rehearse import Presented, Rehearsal, present, rehearse
from adage_map.things import (
    Capsule,
    Thing,
    bead_thing,
    capsule_thing,
    prototype_things,
    session_things,
)
from adage_map.things_prove import prove_things
from adage_map.things_similar import similar_things
from adage_map.things_speak import coin_things, speak_things

# What one screen can hold and a person can still read. Totals in the captions are always exact.
LANES = 24
CAPSULES = 96
BEADS = 1200


class Run(Protocol):
    """What the world needs of a run; `adage_map.runs.LearnerRun` is one."""

    @property
    def traces(self) -> Sequence[Trace]:
        """The traces that were learned from."""

    @property
    def reading(self) -> Reading:
        """The sessions as they were read."""

    @property
    def records(self) -> Mapping[str, StageRecord]:
        """Each stage's record by the stage's name."""

    @property
    def index(self) -> Index:
        """The sealed index."""

    @property
    def settings(self) -> Settings:
        """What it was learned with."""

    @property
    def embed(self) -> Embed | None:
        """The sentence model, where there is one."""

    @property
    def source(self) -> str:
        """Where the traces came from: `sample` or `repository`."""

    @property
    def title(self) -> str:
        """What the page calls this run."""


@dataclass(frozen=True, slots=True)
class Cast:
    """All things of a run, and the ways to find them."""

    run: Run
    hero: Reflex | None
    lanes: tuple[Trace, ...]
    capsules: tuple[Capsule, ...]
    things: tuple[Thing, ...]
    beads: Mapping[int, tuple[Witness, ...]]
    parts: frozenset[str]
    rehearsal: Rehearsal | None = None
    likeness: Likeness | None = None
    presented: Presented | None = None
    proof: Proof | None = None

    def rows(self, kind: str) -> list[int]:
        """The rows of all things of one kind, in order."""
        return [row for row, thing in enumerate(self.things) if thing.kind == kind]

    def hero_row(self) -> int:
        """The hero's row, or -1."""
        wanted = f"r:{self.hero.id}" if self.hero else ""
        return next((row for row, thing in enumerate(self.things) if thing.id == wanted), -1)


def detail(run: Run, stage: str) -> Any:
    """What a stage gave, or an empty tuple when the run stopped before it."""
    record = run.records.get(stage)
    return () if record is None or record.detail is None else record.detail


def judged(run: Run) -> tuple[Reflex, ...]:
    """The reflexes after the last stage that judged them; those found whole come last."""
    found: tuple[Reflex, ...] = detail(run, "judge") or detail(run, "recount")
    last = detail(run, "uplift") or detail(run, "interlock")
    after = {reflex.id: reflex for reflex in last or ()}
    known = {reflex.id for reflex in found}
    whole = tuple(reflex for reflex in after.values() if reflex.id not in known)
    return tuple(after.get(reflex.id, reflex) for reflex in found) + whole


def build_cast(run: Run) -> Cast:
    """Choose what is shown and list it: reflexes first, then whole sessions, hero's first."""
    reflexes = judged(run)
    hero = choose_hero(reflexes)
    lanes = choose_lanes(run.traces, hero)
    capsules = choose_capsules(run, reflexes, hero)
    labels = detail(run, "label")
    things: list[Thing] = [Thing("book", "book", "book", run.index.generation)]
    things += prototype_things(labels.prototypes if labels else ())
    first_capsule = len(things)
    things += [capsule_thing(capsule, ref) for ref, capsule in enumerate(capsules)]
    beads = _beads(capsules)
    lane_of = {trace.id: lane for lane, trace in enumerate(lanes)}
    for ref, witnesses in beads.items():
        for number, witness in enumerate(witnesses):
            things.append(bead_thing(witness, number, capsules[ref], ref, first_capsule, lane_of))
    table = open_table(bundled_path()) if run.embed else None
    rehearsal = rehearse(run.reading.sessions, run.index, hero, run.settings, table)
    if rehearsal is not None:
        things += speak_things(rehearsal, lane_of, len(things))
    proof = find_proof(run.traces, run.reading.ledger, run.settings)
    if rehearsal is not None or proof is not None:
        first = {trial.session for trial in proof.trials} if proof else set()
        things += coin_things(run.settings[CONTROL_SHARE], run.traces, lane_of, first)
    things += prove_things(proof) if proof else ()
    likeness = find_likeness(run.records, run.embed, run.settings)
    things += similar_things(likeness, lane_of) if likeness else ()
    presented = present(run.reading.sessions, run.index, run.settings, table)
    calls = {session.id: session.calls for session in run.reading.sessions}
    for lane in lane_order(lanes, hero):
        things += session_things(lanes[lane], lane, calls.get(lanes[lane].id, ()), len(things))
    parts = frozenset(
        name
        for name, there in {
            "calibrate": bool(detail(run, "calibrate")),
            "uplift": any(reflex.u is not None for reflex in reflexes),
            "speak": rehearsal is not None,
            "prove": proof is not None,
            "similar": likeness is not None,
            "threshold": bool(likeness and likeness.cuts),
            "cards": bool(likeness and likeness.cards),
            "given": presented is not None,
        }.items()
        if there
    )
    return Cast(
        run,
        hero,
        lanes,
        capsules,
        tuple(things),
        beads,
        parts,
        rehearsal,
        likeness,
        presented,
        proof,
    )


def choose_lanes(traces: Sequence[Trace], hero: Reflex | None) -> tuple[Trace, ...]:
    """The sessions that get a lane: all, or the hero's witnesses first and the rest evenly."""
    kept = [trace for trace in traces if trace.steps]
    if len(kept) > LANES:
        seen = {witness.trace for witness in _witnesses(hero)}
        first = [trace for trace in kept if trace.id in seen][: LANES * 2 // 3]
        rest = [trace for trace in kept if trace not in first]
        room = LANES - len(first)
        kept = first + [rest[number * len(rest) // room] for number in range(room)]
    return tuple(sorted(kept, key=lambda trace: (trace.end, trace.id)))


def lane_order(lanes: Sequence[Trace], hero: Reflex | None) -> list[int]:
    """Lanes in the order in which a small machine should draw them: the hero's witnesses first."""
    seen = {witness.trace for witness in _witnesses(hero)}
    return sorted(range(len(lanes)), key=lambda lane: (lanes[lane].id not in seen, lane))


def choose_capsules(
    run: Run, reflexes: Iterable[Reflex], hero: Reflex | None
) -> tuple[Capsule, ...]:
    """Reflexes, each joined with the candidate it came from, then candidates that became none."""
    candidates: dict[tuple[Any, ...], Candidate] = {}
    for stage in ("count", "select"):
        for candidate in detail(run, stage):
            candidates[_key(candidate.pattern)] = candidate
    chosen: dict[tuple[Any, ...], Capsule] = {}
    for reflex in sorted(reflexes, key=lambda r: (r is not hero, -r.lb, r.id)):
        pattern = Pattern(reflex.shape, reflex.trigger, reflex.steps, reflex.k)
        found = candidates.get(_key(pattern))
        chosen[_key(pattern)] = Capsule(found.pattern if found else pattern, found, reflex)
    order = sorted(candidates.values(), key=lambda c: (c.gate != "", -c.q05, _key(c.pattern)))
    for candidate in order:
        chosen.setdefault(_key(candidate.pattern), Capsule(candidate.pattern, candidate, None))
    return tuple(chosen.values())[:CAPSULES]


def _key(pattern: Pattern) -> tuple[Any, ...]:
    return (pattern.shape, pattern.context, pattern.steps)


def _witnesses(reflex: Reflex | None) -> tuple[Witness, ...]:
    return () if reflex is None else (*reflex.supporting, *reflex.refuting)


def _beads(capsules: Sequence[Capsule]) -> dict[int, tuple[Witness, ...]]:
    """One witness per counted session: k that held, then the others.

    The learner keeps only the first few of each kind; a session counted beyond them stands here
    without a name, so that the picture shows k of n and not the length of a list.
    """
    beads: dict[int, tuple[Witness, ...]] = {}
    room = BEADS
    for ref, capsule in enumerate(capsules):
        reflex = capsule.reflex
        if reflex is None or not 0 < reflex.n <= room:
            continue
        more_held = reflex.k - len(reflex.supporting)
        more_missed = reflex.n - reflex.k - len(reflex.refuting)
        beads[ref] = (
            *reflex.supporting,
            *(_unnamed(held=True) for _ in range(more_held)),
            *reflex.refuting,
            *(_unnamed(held=False) for _ in range(more_missed)),
        )
        room -= reflex.n
    return beads


def _unnamed(*, held: bool) -> Witness:
    return Witness("", "", "", "", 0, held, 0.0, 0.0)
