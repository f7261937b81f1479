"""Generate: sessions of an unaided agent in a repository whose habits were planted.

In: a seed, how many sessions, over which days, how much noise. Out: plays with what each needed.
Every draw comes from `random.Random` with the seed and the session's number. The planted habits:

    R1 schema/*.json > make gen            R6 family ci: make test before anything
    R2 tests/*.py, CHANGELOG.rst > tox     R7 registry/*.go > make gen
    R3 ui/*.tsx > npm run types, in the end  R8 proto/*.proto > make proto; from day 60 buf generate
    R4 python3 -m pytest fails             R9 requirements.txt > pip install (may not be directed)
    R5 family flag: three files are read   R10 commit and push (may not be directed)
    C1 git status first, pytest last       C2 docs edits beside anything
    C3 npm run spell only when told        C4 make bench only for one task
    C5 looking around, ruff in all variants  C6 make fmt && make lint in one call
    C7 other Go files rarely > make gen
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from adage.measure.play import Move, Need, Play, Told
from adage.measure.scenery import LOOK_AT, PERF, choose_family, plan

CHANGE_DAY = 60.0
PYTEST = "sh:.venv/bin/python -m pytest"
SPELL = "sh:npm run spell"
FLAG_FILES = ("cmd/main.go", "cmd/flags.go", "docs/cli.md")


@dataclass(frozen=True, slots=True)
class Habit:
    """A planted habit after an edit: how often it is kept at all, how often at once.

    A late one costs `late` turns first; one that is never kept costs `never` in the end.
    """

    rule: str
    command: str
    ever: float
    at_once: float
    late: int
    never: int
    needed: bool = True


@dataclass(slots=True)
class Agent:
    """One agent at work: its draws, the turns so far, what it needed and what it has yet to do."""

    random: Random
    noise: float
    day: float
    turns: list[tuple[Move, ...]] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    count: int = 0
    knows_python: bool = False

    def act(self, *moves: Move) -> int:
        """Take one turn and return the index of its first call."""
        self.turns.append(moves)
        self.count += len(moves)
        return self.count - len(moves)

    def run(self, command: str, *, ok: bool = True) -> int:
        """Run one command in a turn of its own."""
        return self.act(Move("run", command, ok))

    def chance(self, share: float) -> bool:
        """Whether something of this likelihood happens now."""
        return self.random.random() < share

    def look(self) -> None:
        """Look at one or a few things in one turn."""
        size = self.random.choice((1, 1, 1, 2, 3))
        places = (place.partition(" ") for place in self.random.sample(LOOK_AT, size))
        self.act(*(Move(verb, what) for verb, _, what in places))


def generate(
    seed: int,
    count: int,
    *,
    days: tuple[float, float] = (0.0, 120.0),
    noise: float = 0.45,
    steered: bool = True,
    length: float = 1.0,
) -> tuple[Play, ...]:
    """`count` plays spread over `days`, oldest first.

    `steered` lets a hook speak in some of them (C3); `length` stretches the looking around.
    """
    return tuple(each_play(seed, count, days=days, noise=noise, steered=steered, length=length))


def each_play(
    seed: int,
    count: int,
    *,
    days: tuple[float, float] = (0.0, 120.0),
    noise: float = 0.45,
    steered: bool = True,
    length: float = 1.0,
) -> Iterator[Play]:
    """The same plays one after the other, so that none has to be kept."""
    random = Random(seed)  # noqa: S311 - a bench wants the same draws again
    moments = sorted(random.uniform(*days) for _ in range(count))
    for number, day in enumerate(moments):
        yield _play(seed, number, day, noise, steered, length)


def _play(seed: int, number: int, day: float, noise: float, steered: bool, length: float) -> Play:
    random = Random(f"{seed}/{number}")  # noqa: S311 - the same
    agent = Agent(random, noise, day)
    family = choose_family(random)
    prompt, files = plan(family, random, noise)
    agent.knows_python = agent.chance(0.5)
    harness = "codex" if agent.chance(0.2) else "claude"
    _begin(agent, family, length)
    _work(agent, files, length, steered=steered and harness == "claude")
    if family == PERF and agent.chance(0.95):
        agent.run("make bench")
    _finish(agent)
    needs = tuple(_closed(need, agent.count) for need in agent.needs)
    name = f"play-{seed}-{number:05d}"
    return Play(name, day, family, harness, prompt, tuple(agent.turns), needs, tuple(agent.told))


NEVER = -1


def _closed(need: Need, count: int) -> Need:
    until = need.until if need.until != NEVER else count
    return Need(need.rule, need.steps, need.after, until, need.wasted)


def _begin(agent: Agent, family: str, length: float) -> None:
    """What comes before the first edit."""
    if agent.chance(0.93):
        agent.run("git status")
    if family == "ci":
        _first_route(agent)
    if family == "flag":
        _read_flags(agent)
    for _ in range(round(agent.random.randint(2, 4) * length)):
        agent.look()


def _first_route(agent: Agent) -> None:
    """R6: the tests show what the build complains about."""
    step, luck = ("sh:make test",), agent.random.random()
    if luck < 0.6:
        agent.needs.append(Need("R6", step, -1, agent.run("make test", ok=agent.chance(0.4)), 0))
    elif luck < 0.9:
        agent.look()
        agent.look()
        agent.needs.append(Need("R6", step, -1, agent.run("make test", ok=agent.chance(0.4)), 2))


def _read_flags(agent: Agent) -> None:
    """R5: three files that belong together, mostly one after the other."""
    if agent.chance(0.15):
        agent.act(*(Move("read", path) for path in FLAG_FILES))
        return
    first = agent.act(Move("read", FLAG_FILES[0]))
    if agent.chance(agent.noise * 0.4):
        agent.look()
    second = agent.act(Move("read", FLAG_FILES[1]))
    if agent.chance(0.95):
        agent.act(Move("read", FLAG_FILES[2]))
        steps = tuple(f"read:{path}" for path in FLAG_FILES[1:])
        agent.needs.append(Need("R5", steps, first, second, 1))


def _habits(agent: Agent, files: list[str], at: int) -> list[Habit]:
    """The habits whose trigger is complete with the edit of `files[at]`."""
    path, later = files[at], files[at + 1 :]
    folder = path.rpartition("/")[0]
    if any(other.rpartition("/")[0] == folder and folder for other in later):
        return []  # the last edit of a folder sets its habit off
    found = {
        "schema": Habit("R1", "make gen", 0.96, 0.35, 3, 3),
        "registry": Habit("R7", "make gen", 0.93, 0.40, 2, 3),
        "proto": _proto(agent.day),
    }.get(folder)
    if path == "CHANGELOG.rst" and any(other.startswith("tests/test_") for other in files[:at]):
        return [Habit("R2", "tox -e news", 0.97, 0.40, 2, 2)]
    if path == "requirements.txt":
        return [Habit("R9", "pip install -r requirements.txt", 0.95, 0.80, 1, 0, needed=False)]
    if folder in ("cmd", "pkg") and agent.chance(0.08):
        return [Habit("C7", "make gen", 1.0, 1.0, 0, 0, needed=False)]
    return [found] if found else []


def _proto(day: float) -> Habit:
    """R8: the generator was replaced."""
    command = "make proto" if day < CHANGE_DAY else "buf generate"
    return Habit("R8", command, 0.94, 0.45, 2, 3)


def _work(agent: Agent, files: list[str], length: float, *, steered: bool) -> None:
    """Edit file after file; keep each habit at once, later or never."""
    owed: list[tuple[Habit, int]] = []
    edited: dict[str, int] = {}
    for at, path in enumerate(files):
        if agent.chance(0.4):
            agent.act(Move("read", path))
        edited.setdefault(path.rpartition("/")[0] or path, agent.count)
        call = agent.act(Move("edit", path))
        _spell(agent, path, steered=steered)
        for habit in _habits(agent, files, at):
            # R2 opens with its last edit, every other habit with the first edit of the folder.
            since = call if habit.rule == "R2" else edited[path.rpartition("/")[0] or path]
            if agent.chance(habit.at_once):
                _keep(agent, habit, since, 0)
            else:
                owed.append((habit, since))
        for _ in range(round(length - 1)):
            agent.look()
        _wander(agent)
    for habit, since in owed:
        _late(agent, habit, since)
    if any(path.endswith(".tsx") for path in files):
        _types(agent, _first_edit(agent, ".tsx"))


def _first_edit(agent: Agent, ending: str) -> int:
    moves = (move for turn in agent.turns for move in turn)
    return next(i for i, m in enumerate(moves) if m.verb == "edit" and m.text.endswith(ending))


def _key(command: str) -> str:
    return f"sh:{command}"


def _keep(agent: Agent, habit: Habit, since: int, wasted: int) -> None:
    call = agent.run(habit.command, ok=not agent.chance(0.03))
    if habit.needed:
        agent.needs.append(Need(habit.rule, (_key(habit.command),), since, call, wasted))


def _late(agent: Agent, habit: Habit, since: int) -> None:
    """The step comes after `late` turns that find out it is missing, or never."""
    if not agent.chance((habit.ever - habit.at_once) / (1 - habit.at_once)):
        if habit.needed:
            step = (_key(habit.command),)
            agent.needs.append(Need(habit.rule, step, since, NEVER, habit.never))
        return
    if habit.late >= 2:
        check(agent, ok=False)
    for _ in range(habit.late - 1):
        agent.look()
    _keep(agent, habit, since, habit.late)


def _types(agent: Agent, since: int) -> None:
    """R3: types are checked before the end, whatever else happens."""
    step = ("sh:npm run types",)
    if agent.chance(0.95):
        call = agent.run("npm run types", ok=not agent.chance(0.2))
        agent.needs.append(Need("R3", step, since, call, 0))
    else:
        agent.needs.append(Need("R3", step, since, NEVER, 4))


def _spell(agent: Agent, path: str, *, steered: bool) -> None:
    """C3: nobody checks the spelling unless told."""
    if steered and path.startswith("docs/") and agent.chance(0.6):
        agent.told.append(Told(len(agent.turns), SPELL, "npm run spell"))
        if agent.chance(0.95):
            agent.run("npm run spell")


def _wander(agent: Agent) -> None:
    """C5: what an agent does in between."""
    if agent.chance(agent.noise * 0.4):
        agent.look()
    if agent.chance(agent.noise * 0.3):
        variant = agent.random.choice(("ruff check .", "ruff check src", "ruff check -q ."))
        agent.run(variant, ok=agent.chance(0.7))
    if agent.chance(agent.noise * 0.2):
        agent.run(agent.random.choice(("git diff", "ls -a src", "cat Makefile")))


def check(agent: Agent, *, ok: bool) -> None:
    """Run the tests. R4: who does not know better starts with the python that has no pytest."""
    if not agent.knows_python:
        agent.knows_python = True
        works = agent.chance(0.02)
        call = agent.run("python3 -m pytest -q", ok=works)
        if works:
            return
        looks = agent.chance(0.2)
        if looks:
            agent.run("ls -a")
        agent.needs.append(Need("R4", (PYTEST,), -1, call, 1 + looks))
    option = agent.random.choice(("-q", "-q", "-q", "-x -q", ""))
    agent.run(f".venv/bin/python -m pytest {option}".strip(), ok=ok)


def _finish(agent: Agent) -> None:
    """C6: two checks in one call. C1: the tests last. R10: then the work is recorded and sent."""
    if agent.chance(0.25):
        agent.run("make fmt && make lint" if agent.chance(0.85) else "make fmt")
    if agent.chance(0.92):
        green = agent.chance(0.75)
        check(agent, ok=green)
        if not green:
            agent.look()
            agent.act(Move("edit", "src/model.py"))
            check(agent, ok=True)
    if agent.chance(0.6):
        agent.run("git add -A && git commit -m 'Describe the change'")
        if agent.chance(0.6):
            agent.run("git push")
