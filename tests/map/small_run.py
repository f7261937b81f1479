"""A small run for tests: eighteen invented sessions through the real stages of the learner."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adage.embed import bundled_path, open_table
from adage.learn.calibrate import calibrate_all
from adage.learn.cards import make_cards
from adage.learn.compile import compile_reflexes
from adage.learn.count import count, weigh
from adage.learn.index import seal
from adage.learn.intent import Embed, intent
from adage.learn.interlock import interlock
from adage.learn.judge import judge
from adage.learn.label import label
from adage.learn.lift import lift
from adage.learn.mine import mine
from adage.learn.recount import recount
from adage.learn.select import select
from adage.learn.string import string
from adage.learn.uplift import uplift, uplift_families
from adage.ledger import SessionLedger
from adage.records import (
    Call,
    Directive,
    Effect,
    FileReading,
    Index,
    Prompt,
    Reading,
    Session,
    StageRecord,
    Step,
    Trace,
)
from adage.settings import Settings

DAY = 86_400.0
START = 1_700_000_000.0
EDIT = ("registry/names.json", "registry/*.json", "registry/**/*.json", "**/*.json", "*")
EMBED = open_table(bundled_path()).embed
READ, GEN, TEST, LOOK, DEPLOY, INSTALL = range(6)


@dataclass(frozen=True)
class SmallRun:
    """A run as `build_world` takes it."""

    traces: tuple[Trace, ...]
    reading: Reading
    records: dict[str, StageRecord]
    index: Index
    source: str = "sample"
    title: str = "Sample traces"
    settings: Settings = field(default_factory=Settings)
    embed: Embed | None = None


def make_run(sessions: int = 18) -> SmallRun:
    """A run of so many sessions; `make gen` follows an edit in registry/ in most of them."""
    made = [_session(number) for number in range(sessions)]
    traces = tuple(trace for _, trace in made)
    settings = Settings()
    labels = label(traces, settings)
    strings = string(traces, labels)
    patterns = mine(strings, settings)
    counted = count(strings, patterns, traces[-1].end, settings)
    calibrated = calibrate_all(strings, counted, traces[-1].end, settings)
    selected = select(strings, calibrated.candidates, settings)
    compiled = compile_reflexes(strings, selected)
    weights = weigh(strings, traces[-1].end, settings)
    recounted = recount(strings, compiled, weights, settings)
    judged = lift(strings, judge(recounted, settings), settings)
    locked = interlock(judged, labels)
    weighed = uplift(strings, locked, settings)
    families = uplift_families(intent(strings, EMBED, settings), settings)
    cards = make_cards(strings, EMBED, settings)
    index = seal(weighed, settings, families, cards)
    details = {
        "read": traces,
        "label": labels,
        "string": strings,
        "mine": patterns,
        "count": counted,
        "calibrate": calibrated,
        "select": selected,
        "compile": compiled,
        "recount": recounted,
        "judge": judged,
        "interlock": locked,
        "uplift": weighed,
        "intent": families,
        "cards": cards,
        "index": index,
    }
    records = {name: StageRecord(name, "", {}, value) for name, value in details.items()}
    files = tuple(
        FileReading(session.path, session.harness, (session,), 2 * len(session.calls))
        for session, _ in made
    )
    # Sessions n and n + 9 do the same task, one told and one not.
    ledger = tuple(_ledger(session.id, number) for number, (session, _) in enumerate(made))
    reading = Reading(tuple(s for s, _ in made), files, ledger=ledger)
    return SmallRun(traces, reading, records, index, embed=EMBED)


def empty_run() -> SmallRun:
    """Sessions were read, but the learner stopped before anything was found."""
    run = make_run(2)
    records = {"read": run.records["read"]}
    return replace(run, records=records, index=Index("", b"", ()))


def _ledger(session: str, number: int) -> SessionLedger:
    arm = "control" if number % 2 else "treated"
    return SessionLedger(session, (), (), "", 0, None, arm=arm, propensity=0.5)


def _session(number: int) -> tuple[Session, Trace]:
    name, start = f"ann-{number:02d}", START + number * 4 * DAY
    path = f"/home/ann/.claude/projects/app/{name}.jsonl"
    steps = _steps(number)
    asked = "Find out why the pipeline is failing on main"
    if number % 6 != 1:
        asked = f"Add the name W-{1041 + number} to the registry"
    prompt = Prompt(0, asked, 1)
    calls = tuple(
        Call(
            f"call_{step.call}",
            step.tool,
            step.tool,
            step.turn,
            step.raw,
            step.paths,
            outcome="failed" if step.ok is False else "ok",
            line=step.line,
        )
        for step in _first_of_each_call(steps)
    )
    told = (Directive(4, ("sh:make gen",), "r1"),) if number == 17 else ()
    end = start + 600
    session = Session(
        name, name, "claude_code", path, "/home/ann/app", start, end, (prompt,), calls
    )
    trace = Trace(
        name, name, "claude_code", path, "/home/ann/app", f"task-{number % 9}", start, end,
        (prompt,), steps, told, number % 4 != 2,
    )  # fmt: skip
    return session, trace


def _first_of_each_call(steps: tuple[Step, ...]) -> list[Step]:
    first: dict[int, Step] = {}
    for step in steps:
        first.setdefault(step.call, step)
    return list(first.values())


def _steps(number: int) -> tuple[Step, ...]:
    steps: list[Step] = []

    def add(raw: str, key: str, effect: Effect, ok: bool = True, new_call: bool = True) -> None:
        call = (steps[-1].call + new_call) if steps else 0
        tool = key.split(":")[0].replace("sh", "shell")
        levels = EDIT if effect == Effect.AUTHOR else ()
        paths = EDIT[:1] if effect == Effect.AUTHOR else ()
        runner = key.removeprefix("sh:") if tool == "shell" else ""
        steps.append(
            Step(len(steps), call, call // 2, 0, tool, raw, key, runner, effect, ok, paths,
                 levels, 2 * call + 2)
        )  # fmt: skip

    if number % 6 == 1:
        add("make check", "sh:make check", Effect.VERIFY)
    add(f"issues view W-{1041 + number}", "sh:issues view {id}", Effect.OBSERVE)
    for part in range(1 + number % 3):
        add(f"src/part{part}.py", "read:src/*.py", Effect.OBSERVE)
    if number % 5 != 4:
        add("registry/names.json", "edit:registry/*.json", Effect.AUTHOR)
        if number % 8 != 5:
            add("make gen", "sh:make gen", Effect.REGENERATE)
    if number % 2:
        add("pytest -q", "sh:pytest", Effect.VERIFY, ok=False)
    add("uv run pytest -q", "sh:uv run pytest", Effect.VERIFY, new_call=number % 3 != 0)
    if number % 4 == 0:
        add("uv sync", "sh:uv sync", Effect.ENVIRONMENT)
    if number % 6 == 0:
        add("git push", "sh:git push", Effect.PUBLISH)
    return tuple(steps)
