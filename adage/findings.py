"""The nouns of what is learned beside reflexes: requests, families of them, procedure cards.

`adage.records` holds the nouns of the pipeline from transcript to index; these follow its rules:
frozen, counts as whole numbers, a line counts from 1 and is 0 where the harness keeps none.
"""

from __future__ import annotations

from dataclasses import dataclass

from adage.records import Effect


@dataclass(frozen=True, slots=True)
class Value:
    """What telling would have been worth in earlier sessions, replayed: turns a telling.

    Of `said` tellings `useless` were of no use; the others saved `turns` in all. The true value is
    hardly above `high`.
    """

    said: int
    turns: int
    useless: int
    mean: float
    high: float


@dataclass(frozen=True, slots=True)
class RunEvidence:
    """How surely a step follows its context and works: what a person is shown before a grant.

    `supported` of `opportunities` places, in `sessions` that were not told, of `tasks` tasks.
    `is_enough` opens the question to a person; it never lets anything run.
    """

    reflex: str
    sessions: int
    tasks: int
    opportunities: int
    supported: int
    is_enough: bool


@dataclass(frozen=True, slots=True)
class Request:
    """A prompt as the learner compares it: its text with the specifics replaced.

    `route` is the key of the first check or look-up that followed before any edit, or empty;
    `cosine` how much it is like the centre of its family.
    """

    trace: str
    root: str
    task: str
    path: str
    line: int
    text: str
    route: str = ""
    cosine: float = 0.0


@dataclass(frozen=True, slots=True)
class Family:
    """Requests that mean the same thing, and the first step most of them were answered with.

    `routed` of `roots` sessions started with `route`. Of the `n` prompts at least `threshold` like
    the centre, `k` had the route run in their session; `lb` bounds that rate. `common` is the share
    of all sessions with the route. `gate` and `why` say what stopped it.
    """

    id: str
    requests: tuple[Request, ...]
    centre: tuple[float, ...]
    route: str
    command: str
    effect: Effect
    strength: str
    routed: int
    roots: int
    tasks: int
    common: float
    threshold: float
    k: int
    n: int
    lb: float
    gate: str = ""
    why: str = ""
    u: float | None = None
    p_self: float | None = None
    p_follow: float | None = None
    k_self: int = 0
    n_self: int = 0
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class CardFile:
    """A kind of file that a card's task touches, and the concrete one of its latest success."""

    shape: str
    path: str
    traces: int


@dataclass(frozen=True, slots=True)
class CardCommand:
    """A command of a card: run in `traces` sessions, `worked` of its `runs` runs worked."""

    key: str
    command: str
    traces: int
    runs: int
    worked: int


@dataclass(frozen=True, slots=True)
class Card:
    """The procedure of a task that a repository repeats.

    `traces` sessions made it, `passing` of which succeeded. `links` are the pairs that hold it
    together: two sessions, how alike their first requests are, how much their files overlap.
    `vectors` are the unit vectors of its requests, in their order.
    """

    id: str
    requests: tuple[Request, ...]
    traces: int
    passing: int
    end: float
    files: tuple[CardFile, ...]
    commands: tuple[CardCommand, ...]
    avoid: tuple[CardCommand, ...]
    check: str
    links: tuple[tuple[str, str, float, float], ...]
    vectors: tuple[tuple[float, ...], ...] = ()
