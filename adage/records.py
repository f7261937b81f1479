"""The nouns that cross module borders, each defined once.

A reader turns a transcript into a `Session` of `Call`s, the normaliser turns that into a `Trace` of
`Step`s, and the learner turns traces into `Pattern`s, `Candidate`s, `Reflex`es and one `Index`.
All records are frozen. Times are seconds since 1970-01-01 UTC, counts are whole numbers, every
`line` counts from 1 and is 0 where the harness keeps no lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adage.findings import Card, Family, Value
    from adage.ledger.records import SessionLedger

# Seconds of a day: times are in seconds, ages in days.
DAY_S = 86_400.0


class Effect(IntEnum):
    """What a step does, from safest to riskiest; the rank caps how hard it may be pushed."""

    OBSERVE = 0
    VERIFY = 1
    REGENERATE = 2
    ENVIRONMENT = 3
    AUTHOR = 4
    PUBLISH = 5

    @property
    def word(self) -> str:
        """The effect's name as people read it: `observe` to `publish`."""
        return self.name.lower()


# --- what a reader gives: one session as the harness wrote it -------------------------------------


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a person typed. `at` is the index of the first call after it.

    In a digest `text` is only the masked first line; `words` is the length of the whole, and `task`
    the fingerprint of its first words. `turn` numbers the first model call after it.
    """

    at: int
    text: str
    line: int = 0
    id: str = ""
    words: int = 0
    task: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call joined with its result.

    `tool` is harness-neutral: read, list, search, edit, shell, fetch, task, mcp:<name> or other.
    `text` is the shell script, search pattern or address; `paths` are as the agent wrote them.
    `outcome` is one of ok, failed, timeout (it ran), unknown (no result), or refused, cancelled,
    invalid (it never ran). `verdict` is what a summary line in the output says when the exit code
    proves nothing: True passed, False failed, None says nothing. `turn` numbers the model calls.
    """

    id: str
    tool: str
    name: str
    turn: int
    text: str = ""
    paths: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    outcome: str = "unknown"
    exit_code: int | None = None
    verdict: bool | None = None
    cwd: str = ""
    shell: str = "bash"
    time: float = 0.0
    line: int = 0
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class HookNote:
    """Text that a hook put before the agent. `at` is the index of the first call after it."""

    at: int
    event: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Session:
    """One run of an agent as its transcript tells it, before any meaning is given to its calls.

    `root` is the id of the session that started this one (a sub-agent's parent), else its own id.
    `turns` counts the model calls, also those that only said something.
    """

    id: str
    root: str
    harness: str
    path: str
    cwd: str
    start: float
    end: float
    prompts: tuple[Prompt, ...]
    calls: tuple[Call, ...]
    notes: tuple[HookNote, ...] = ()
    agent: str = ""
    branch: str = ""
    version: str = ""
    task_id: str = ""
    outcome: bool | None = None
    turns: int = 0


@dataclass(frozen=True, slots=True)
class FileReading:
    """What one transcript file or database gave, and what was left out of it and why.

    `skipped` counts records that could not be used, `ignored` those left out on purpose, both by
    reason. `problem` is one sentence when the file as a whole could not be read.
    """

    path: str
    harness: str
    sessions: tuple[Session, ...] = ()
    records: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    ignored: Mapping[str, int] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read for one repository: sessions oldest first, duplicates already dropped.

    `kept` are the paths of transcripts that are gone and live on in the evidence cache alone.
    `ledger` is what Adage's own hook remembers of this repository's sessions.
    """

    sessions: tuple[Session, ...]
    files: tuple[FileReading, ...]
    duplicates: Mapping[str, int] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    ledger: tuple[SessionLedger, ...] = ()


# --- what the normaliser gives: steps with meaning ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One sub-action. A compound shell command gives one step for each of its parts.

    `key` is the step with its specifics replaced; `levels` are the path classes of an edit, finest
    first; `call` is the index of the call it came from; `ok` is None when the outcome is unknown.
    """

    idx: int
    call: int
    turn: int
    segment: int
    tool: str
    raw: str
    key: str
    runner: str
    effect: Effect
    ok: bool | None
    paths: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Directive:
    """What Adage's own hook told the agent. `pos` is the first step index that came after it.

    `nonce` is the mark of this one telling, by which it counts once wherever it is recorded; `kind`
    is how it was told: a reflex's shape, card, or rewrite.
    """

    pos: int
    keys: tuple[str, ...]
    reflex: str
    nonce: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """A session read into steps. Evidence counts distinct `root`s and spans distinct `task`s."""

    id: str
    root: str
    harness: str
    path: str
    repo: str
    task: str
    start: float
    end: float
    prompts: tuple[Prompt, ...]
    steps: Sequence[Step]
    directives: tuple[Directive, ...] = ()
    outcome: bool | None = None
    arm: str = ""
    propensity: float = 0.0
    agent: str = ""


# --- what the learner's stages give ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prototype:
    """A group of step keys that mean the same step. `command` is the text to deliver, or empty."""

    id: int
    key: str
    tool: str
    effect: Effect
    runner: str
    keys: tuple[str, ...]
    levels: tuple[str, ...]
    steps: int
    roots: int
    command: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the miner found: after `context`, `steps` follow. Not yet judged.

    Items of the context and steps are texts: a step key, `key!` for a failed one, `prompt`, or an
    edit at one of its levels (`edit:schema/*.json`). `support` counts distinct roots.
    """

    shape: str
    context: tuple[str, ...]
    steps: tuple[str, ...]
    support: int


@dataclass(frozen=True, slots=True)
class Witness:
    """One trace for or against a reflex: where to look. `line` is the line of the deciding step."""

    trace: str
    root: str
    task: str
    path: str
    line: int
    held: bool
    end: float
    weight: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pattern with its weighted counts and its posterior, leaning toward its parent's rate.

    `s` of `n` are weighted by age; `m` is the parent's mean; `mean` and `q05` come from the Beta
    posterior. `gate` names the first gate that stopped it, or is empty. The `_cal` fields say what
    such predictions turned out to mean on tasks not seen; None before the stage calibrate.
    """

    pattern: Pattern
    s: float
    n: float
    m: float
    mean: float
    q05: float
    parent: str
    parent_q05: float
    bits: float = 0.0
    gate: str = ""
    why: str = ""
    mean_cal: float | None = None
    q05_cal: float | None = None


@dataclass(frozen=True, slots=True)
class Calibration:
    """What predicted rates turned out to mean on held-out tasks: a reliability diagram.

    Bin i predicted `x[i]` on average, saw the rate `y[i]` with the weight `weight[i]`, and stands
    for `fitted[i]` on the rising staircase. `folds` says in which fold each task was held out. When
    `why` is not empty there was too little to go by, and every rate is left as it is.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    weight: tuple[float, ...]
    fitted: tuple[float, ...]
    pairs: int
    folds: Mapping[str, int]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Reflex:
    """A judged pattern that may be delivered.

    `k` of `n` whole roots took the step where they had the chance, `lb` bounds the true rate from
    below, `contrast` is P(step | trigger) - P(step | no trigger) or None where it does not apply.
    `contrast_counts` are its four counts. `pairs` are the roots that support it (for a dead end:
    that went on to the check that works). `gate` names what stopped or capped it, `why` says so in
    words with the numbers. Telling raises the rate of taking the step from `p_self` (`k_self` of
    `n_self` situations) to `p_follow` by `u`; `quiet` when that is too little. `lift_counts` are
    successes with the step and sessions with it, the same without it; `lift` is the lower end of
    the difference. All None before their stages. `ledger` holds the parts of these counts that only
    the hook's ledger knows: taken of told, and taken of withheld in sessions with no transcript.
    `value` is what telling would have saved in earlier sessions, None when nothing was replayed.
    `track` is where it comes from; an instinct `says` its own words about what was `found` where.
    """

    id: str
    shape: str
    trigger: tuple[str, ...]
    steps: tuple[str, ...]
    command: str
    effect: Effect
    strength: str
    k: int
    n: int
    lb: float
    rate: float
    tasks: int
    contrast: float | None
    contrast_counts: tuple[int, int, int, int]
    pairs: int
    s: float
    n_weighted: float
    m: float
    mean: float
    q05: float
    parent: str
    bits: float
    gate: str
    why: str
    supporting: tuple[Witness, ...]
    refuting: tuple[Witness, ...]
    mean_cal: float | None = None
    q05_cal: float | None = None
    u: float | None = None
    p_self: float | None = None
    p_follow: float | None = None
    k_self: int = 0
    n_self: int = 0
    k_follow: int = 0
    n_follow: int = 0
    quiet: bool = False
    lift: float | None = None
    lift_counts: tuple[int, int, int, int] = (0, 0, 0, 0)
    ledger: tuple[int, int, int, int] = (0, 0, 0, 0)
    value: Value | None = None
    track: str = "learned"
    says: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class Index:
    """The one sealed file: its canonical bytes and their 16-hex fingerprint, the generation.

    `reflexes` and `families` are those that may speak, `cards` all that were made.
    """

    generation: str
    content: bytes
    reflexes: tuple[Reflex, ...]
    families: tuple[Family, ...] = ()
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRecord:
    """What one stage did, for whoever asks: the map, `--explain`, the tests and the docs.

    `summary` holds whole numbers and rounded floats by name; `detail` is the stage's own output;
    `constants` are the keys of the constants that it read.
    """

    name: str
    letter: str
    summary: Mapping[str, Any]
    detail: Any
    constants: frozenset[str] = frozenset()
