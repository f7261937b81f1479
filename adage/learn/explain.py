"""Explain: why a reflex stands where it stands, in words, with every formula filled in.

In: the stages' records. Out: lines of text. Nothing is computed here that a stage has not recorded,
except the formulas evaluated again on the recorded counts so that a reader can follow them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from adage.constants import (
    CONTRAST_MIN,
    FIRE_LB,
    GATE_Q05,
    HALF_LIFE_DAYS,
    ITEM_BITS,
    KAPPA,
    MAX_ITEMS,
    MIN_TASKS,
    PREDICT_SHARE,
    QUANTILE,
    UPLIFT_MIN,
    UPLIFT_SITUATIONS,
    WILSON_Z,
)
from adage.errors import AdageError
from adage.findings import Card, Family
from adage.formulas import at_least, wilson_lower
from adage.learn.compile import reflex_id
from adage.learn.direct import DIRECT_MOMENTS
from adage.learn.explain_prompts import explain_card, explain_family, family_sentence
from adage.learn.explain_stages import after_judging, before_counting
from adage.learn.mine_lookups import ASKED, LOOK_UPS
from adage.learn.mine_repairs import REPAIR, SCOPE
from adage.learn.recorder import last_reflexes
from adage.learn.recount import pattern_of
from adage.learn.review import GATE as REVIEWED
from adage.records import Candidate, Reflex, StageRecord, Witness
from adage.settings import Settings

Records = Mapping[str, StageRecord]
Learned = Reflex | Family | Card


def find_reflex(records: Records, wanted: str) -> Learned:
    """The judged reflex, family or card whose id starts with `wanted`.

    Raises `AdageError` when none or several do.
    """
    made: Sequence[Learned] = (*last_reflexes(records), *_told(records))
    found = [each for each in made if each.id.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(each.id for each in found)
        raise AdageError(f"{wanted} could be any of {ids}; give more of the id")
    raise AdageError(
        f"no reflex here has the id {wanted}. List them with: adage learn, and what was stopped "
        "earlier with: adage learn --explain"
    )


def _told(records: Records) -> Iterator[Family | Card]:
    """The families and cards of a run, none where it stopped before them."""
    if "review" in records:
        yield from records["review"].detail.families
        yield from records["cards"].detail
        return
    for name in ("intent", "cards"):
        yield from records[name].detail if name in records else ()


def explain(records: Records, learned: Learned, settings: Settings) -> list[str]:
    """Every stage's say about one reflex, family or card, top to bottom."""
    if isinstance(learned, Family):
        return list(explain_family(learned, settings))
    if isinstance(learned, Card):
        return list(explain_card(learned, settings))
    return _reflex_lines(records, learned, settings)


def _reflex_lines(records: Records, reflex: Reflex, settings: Settings) -> list[str]:
    lines = [f"{reflex.id}  {sentence(reflex)}", f"Strength: {reflex.strength}. {reflex.why}."]
    lines += [*_undecided(records, reflex), "", *before_counting(records, reflex, settings)]
    lines += _whole(reflex) if reflex.shape in DIRECT_MOMENTS else ()
    lines += () if reflex.shape in DIRECT_MOMENTS else _counted(records, reflex, settings)
    lines += _judged(reflex, settings)
    lines += _runs(records, reflex, settings)
    lines += after_judging(records, reflex, settings)
    lines += _witnesses("For it", reflex.supporting, reflex.k)
    lines += _witnesses("Against it", reflex.refuting, reflex.n - reflex.k)
    return lines


def _undecided(records: Records, reflex: Reflex) -> Iterator[str]:
    """Where it would stand if no person had decided."""
    if reflex.gate == REVIEWED:
        before = next(each for each in records["uplift"].detail if each.id == reflex.id)
        yield f"Without that it would be {before.strength}: {before.why}."


def sentence(reflex: Reflex) -> str:
    """What the reflex says, in one sentence."""
    pattern = pattern_of(reflex)
    return describe(pattern.shape, pattern.context, pattern.steps)


def describe(shape: str, context: Sequence[str], steps: Sequence[str]) -> str:
    """A pattern in words: `after an edit of schema/*.json comes make gen`."""
    before = ", then ".join(phrase(text) for text in context)
    after = ", ".join(phrase(text) for text in steps)
    if shape == "avoid":
        failing = " or ".join(sorted({phrase(text.removesuffix("!")) for text in context}))
        return f"{failing} fails here; {after} works"
    if shape == "obligation":
        return f"after {before}, {after} runs before the work is done"
    if shape == "sequence":
        return f"after {before}, these checks run: {after}"
    if shape == "read-batch":
        files = ", ".join(text.removeprefix("read:") for text in steps)
        return f"after {before}, these are read: {files}"
    if shape in DIRECT_MOMENTS:
        return _describe_whole(shape, context, steps)
    return f"after {before} comes {after}"


def _describe_whole(shape: str, context: Sequence[str], steps: Sequence[str]) -> str:
    after = ", ".join(phrase(text) for text in steps)
    if shape == REPAIR:
        return f"{phrase(steps[0])} goes before {phrase(steps[1])}, which it repairs"
    if shape == SCOPE:
        return f"{after} is the check to end with: {phrase(context[0])} passes where it fails"
    if shape == LOOK_UPS:
        asked = ", ".join(text.removeprefix(ASKED) for text in context)
        return f"when asked: {asked}; look up in one call: {after}"
    files = ", ".join(text.removeprefix("read:") for text in steps)
    return f"these are read before most first edits, at best in one call: {files}"


def phrase(item: str) -> str:
    """One item of a pattern as people say it."""
    failed = " (failed)" if item.endswith("!") else ""
    kind, _, rest = item.removesuffix("!").partition(":")
    if kind == "edit":
        return ("any edit" if rest == "**" else f"an edit of {rest}") + failed
    if kind == "read":
        return f"a read of {rest}"
    if item == "prompt":
        return "a prompt"
    return (f"`{rest}`" if kind == "sh" else f"`{item}`") + failed


def _counted(records: Records, reflex: Reflex, settings: Settings) -> Iterator[str]:
    candidate = _candidate(records, reflex)
    kappa, q = settings[KAPPA], settings[QUANTILE]
    s, n, m = candidate.s, candidate.n, candidate.m
    parent = " > ".join(phrase(t) for t in candidate.parent.split(" > "))
    parent = "how often the step comes anyway" if candidate.parent == "anywhere" else parent
    yield f"Mined   in {candidate.pattern.support} sessions."
    yield (
        f"Counted s = {s:.3f} of n = {n:.3f}: sessions weighted by age, half after "
        f"{settings[HALF_LIFE_DAYS]:g} days."
    )
    yield f"Parent  m = {m:.4f}: {parent}."
    yield (
        f"Rate    mean = (s + κ m) / (n + κ) = ({s:.3f} + {kappa:g} x {m:.4f}) / "
        f"({n:.3f} + {kappa:g}) = {candidate.mean:.4f}"
    )
    yield (
        f"        low end ({q:.0%} quantile of Beta({s + kappa * m:.3f}, "
        f"{n - s + kappa * (1 - m):.3f})) = {candidate.q05:.4f}; gate {settings[GATE_Q05]:.2f}, "
        f"parent {candidate.parent_q05:.4f}"
    )
    if candidate.q05_cal is not None and candidate.mean_cal is not None:
        yield (
            f"        on tasks not seen such rates came to {candidate.mean_cal:.4f}; the low end "
            f"by that is {candidate.q05_cal:.4f}, which the gate reads"
        )
    items = len(reflex.trigger) + len(reflex.steps)
    yield (
        f"Bits    saves {candidate.bits:.1f} bits, its entry of {items} items "
        f"({settings[ITEM_BITS]:g} x {items} + log2 {settings[MAX_ITEMS]} and the items' codes) "
        "already paid."
    )


def _candidate(records: Records, reflex: Reflex) -> Candidate:
    candidates: Sequence[Candidate] = records["select"].detail
    return next(c for c in candidates if reflex_id(c.pattern) == reflex.id)


def _whole(reflex: Reflex) -> Iterator[str]:
    yield f"Found   whole in {reflex.pairs} sessions: not grown, not selected."
    yield f"Counted s = {reflex.s:.3f} of n = {reflex.n_weighted:.3f}: sessions weighted by age."
    yield f"Rate    mean {reflex.mean:.4f}, low end {reflex.q05:.4f}, leaning toward {reflex.m:.2f}"


def _runs(records: Records, reflex: Reflex, settings: Settings) -> Iterator[str]:
    """Whether a person may be asked to let it run: stricter evidence, apart from all other."""
    for found in records["propose"].detail if "propose" in records else ():
        if found.reflex == reflex.id:
            verdict = "a person may be asked to let it run" if found.is_enough else "not enough"
            yield (
                f"Runs    it followed with nothing but looking before it, and worked, in "
                f"{found.supported} of {found.opportunities} places of {found.sessions} sessions "
                f"and {found.tasks} tasks; {settings[PREDICT_SHARE]:.2f} is asked for: {verdict}"
            )
            yield ""


def _judged(reflex: Reflex, settings: Settings) -> Iterator[str]:
    z, k, n = settings[WILSON_Z], reflex.k, reflex.n
    yield (
        f"Counted again, whole sessions: k = {k} of n = {n}, rate {reflex.rate:.4f}; Wilson lower "
        f"bound at z = {z:g}: {reflex.lb:.4f}"
    )
    if reflex.shape != "avoid" and not at_least(reflex.lb, settings[FIRE_LB]):
        more = _more_needed(k, n, settings)
        yield f"        to insist it needs {settings[FIRE_LB]:.2f}: {more} more in a row"
    if reflex.contrast is not None:
        k, n, anyway, without = reflex.contrast_counts
        yield (
            f"Contrast {k}/{n} with the trigger - {anyway}/{without} without it = "
            f"{reflex.contrast:.4f}; asked for {settings[CONTRAST_MIN]:.2f}"
        )
    yield f"Tasks   {reflex.tasks}; asked for {settings[MIN_TASKS]}"
    if reflex.u is not None:
        yield (
            f"Uplift  told {reflex.p_follow:.4f} - untold {reflex.p_self:.4f} (taken at once in "
            f"{reflex.k_self} of {reflex.n_self} situations) = {reflex.u:.4f}; quiet below "
            f"{settings[UPLIFT_MIN]:.2f} from {settings[UPLIFT_SITUATIONS]} situations on"
        )
    if reflex.value is not None:
        value = reflex.value
        yield (
            f"Value   {value.said} tellings in the sessions so far: {value.turns} turns saved, "
            f"{value.useless} of no use = {value.mean:+.4f} turns a telling, at most "
            f"{value.high:+.4f}; quiet below 0"
        )
        yield from _sources(reflex)
    yield ""


def _sources(reflex: Reflex) -> Iterator[str]:
    """Where the tellings come from: what the hook judged itself, and what transcripts show."""
    told, of_told, withheld, of_withheld = reflex.ledger
    if reflex.n_follow:
        yield (
            f"        told: taken in {reflex.k_follow} of {reflex.n_follow}; {told} of {of_told} "
            f"by the hook's ledger, {reflex.k_follow - told} of {reflex.n_follow - of_told} by "
            "transcripts alone"
        )
    if of_withheld:
        yield (
            f"        untold: {withheld} of {of_withheld} by the ledger of control sessions whose "
            "transcripts are not read"
        )


def _more_needed(k: int, n: int, settings: Settings) -> int:
    """How many sessions in a row must take the step before the bound reaches the fire line."""
    more = 0
    while not at_least(wilson_lower(k + more, n + more, settings[WILSON_Z]), settings[FIRE_LB]):
        more += 1
    return more


def _witnesses(title: str, witnesses: Sequence[Witness], total: int) -> Iterator[str]:
    shown = f", the newest {len(witnesses)}" if len(witnesses) < total else ""
    yield f"{title}: {total} sessions{shown}"
    for witness in witnesses:
        day = datetime.fromtimestamp(witness.end, UTC).date().isoformat()
        place = f"{witness.path}:{witness.line}" if witness.line else witness.path
        yield f"  {day}  weight {witness.weight:.2f}  {place}"
    yield ""


def stopped(records: Records) -> list[tuple[str, str, str, str]]:
    """Everything that was stopped: (gate, id, sentence, why), by the order of the gates."""
    rows = []
    for candidate in records["select"].detail:
        if candidate.gate:
            pattern = candidate.pattern
            text = describe(pattern.shape, pattern.context, pattern.steps)
            rows.append((candidate.gate, reflex_id(pattern), text, candidate.why))
    rows += [
        (reflex.gate, reflex.id, sentence(reflex), reflex.why)
        for reflex in last_reflexes(records)
        if reflex.gate and reflex.gate != "ceiling"
        if reflex.gate != REVIEWED or reflex.strength == "nascent"
    ]
    families = (told for told in _told(records) if isinstance(told, Family) and told.gate)
    rows += [(f.gate, f.id, family_sentence(f), f.why) for f in families]
    return rows
