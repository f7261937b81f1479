"""A long session in one line: what is decided afterwards is what would have been decided before."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from adage.hook.checkpoint import MOST_OLD, MOST_READ, checkpoint
from adage.hook.decide import Answer
from adage.hook.match import anchors, ran_after
from adage.hook.memory import CHECKPOINT, Memory, fold
from adage.hook.session import FOLD_BYTES, Session, append, read
from tests.hook.world import GEN, TREATED, World

WINDOW = 8
SETTINGS = {"session_bytes": 1 << 19, "lock_ms": 2000, "window": WINDOW}
FILES = ("a.py", "src/b.py", "src/c.py", "CHANGELOG.rst")
STEPS = ("sh:make gen", "sh:pytest", "sh:make lint")
CONTEXTS = (
    ["edit:**"], ["edit:src/*.py", "edit:CHANGELOG.rst"], ["sh:make gen", "sh:pytest"],
    ["prompt", "edit:**"], ["edit:a.py", "sh:pytest!"],
)  # fmt: skip


def random_records(dice: random.Random, count: int) -> list[dict[str, Any]]:
    """Prompts, batches of two lanes, stops, and now and then something said."""
    found: list[dict[str, Any]] = []
    for number in range(count):
        draw = dice.random()
        if draw < 0.05:
            found.append({"e": "UserPromptSubmit", "c": dice.randrange(2)})
        elif draw < 0.1:
            found.append({"e": "Stop", "d": [{"id": "owed", "kind": "obligation"}]})
        else:
            steps = [random_step(dice, number) for _ in range(dice.randrange(1, 4))]
            record: dict[str, Any] = {"e": "PostToolBatch", "s": steps}
            if draw > 0.8:
                record["lane"] = "sub"
            if draw > 0.95:
                record["d"] = [{"id": dice.choice(("r", "q")), "kind": "run"}]
                record["cards"] = ["card"]
            found.append(record)
    return found


def random_step(dice: random.Random, number: int) -> list[Any]:
    kind = dice.choice("ersso")
    if kind in "er":
        return [kind, dice.choice(FILES)]
    if kind == "s":
        return ["s", [dice.choice(STEPS)], dice.choice((0, 1, None)), dice.randrange(2), "m"]
    return ["o", f"tool{number % 3}", dice.randrange(2)]


def answers(memory: Memory) -> Any:
    """All that decisions ask of a memory."""
    events = memory.events
    last = len(events.events) - 1
    owed = {
        item: [ran_after(events, step, places[-1]) for step in STEPS]
        for item, places in sorted(events.places.items())
        if item.startswith("edit:")
    }
    found = [
        (context, events.events[last][1] - events.events[place][1])
        for context in CONTEXTS
        for place in anchors(events, context, WINDOW - 1)
        if events.events[place][3] == memory.batch
    ]
    told = {name: (len(times), times[-1][1]) for name, times in memory.said.items()}
    totals = (memory.segment, memory.batch, memory.asks, memory.prompts, memory.shown)
    return totals, told, memory.cards, set(memory.seen), owed, found


@pytest.mark.parametrize("seed", range(60))
def test_a_checkpoint_changes_no_answer(seed: int) -> None:
    """Both lanes, at every record after the checkpoint, and with a checkpoint of a checkpoint."""
    dice = random.Random(seed)
    records = random_records(dice, 120)
    cut, again = dice.randrange(10, 60), dice.randrange(61, 90)
    first = checkpoint(records[:cut], WINDOW)
    second = checkpoint([first, *records[cut:again]], WINDOW)
    for end in range(again, len(records)):
        for lane in ("", "sub"):
            whole = answers(fold(records[:end], lane))
            assert answers(fold([first, *records[cut:end]], lane)) == whole
            if lane == "":
                assert answers(fold([second, *records[again:end]], lane)) == whole


def test_a_checkpoint_stays_small_whatever_the_session_held() -> None:
    steps = [["e", f"src/part{i}/{'x' * 40}{i}.py"] for i in range(3000)]
    steps += [["r", f"docs/{i}.md"] for i in range(3000)]
    records = [{"e": "PostToolBatch", "s": [step]} for step in steps]
    kept = checkpoint(records, WINDOW)["lanes"][""]
    assert (kept[0], len(kept[1])) == (len(records), MOST_READ)
    assert len(kept[2]) <= 2 * MOST_OLD + WINDOW + 2


def test_an_old_edit_stays_owed_by_its_folder() -> None:
    """Far back a file is known by its class only, which is what finish lines ask for."""
    steps = [["e", f"src/part{i % 30}/{i}.py"] for i in range(400)]
    records = [{"e": "PostToolBatch", "s": [step]} for step in steps]
    memory = fold([checkpoint(records, WINDOW)])
    assert all(f"edit:src/part{i}/*.py" in memory.events.places for i in range(30))


def test_a_damaged_checkpoint_changes_nothing() -> None:
    known = [{"e": "PostToolBatch", "s": [["e", "a.py"]]}]
    empty: dict[str, Any] = {"all": [1, 2, 3, 4], "said": {}, "near": [], "lanes": {}}
    wrong: list[dict[str, Any]] = [
        {"all": 1}, {"all": [1]}, {"said": []}, {"near": 1}, {"lanes": {"": [1, [], [1]]}},
    ]  # fmt: skip
    for odd in wrong:
        memory = fold([*known, {"e": CHECKPOINT, **empty, **odd}])
        assert (memory.batch, len(memory.events.events)) == (1, 2)


def remember(file: Path, count: int) -> None:
    for number in range(count):
        session = Session(str(file), SETTINGS)
        session.records()
        step = ["s", ["sh:make gen"], 1, 0, f"mark{number}"]
        answer = Answer({"e": "PostToolBatch", "s": [step, ["e", f"src/{number % 40}.py"]]})
        session.keep(answer, Answer, {"t": number}, {"arm": "treated", "p": 0.9})


def test_what_is_read_of_a_long_session_stays_short(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    remember(file, 600)
    known = read(str(file), SETTINGS["session_bytes"])
    assert known is not None
    assert known[0]["e"] == CHECKPOINT
    assert sum(len(str(record)) for record in known) < 4 * FOLD_BYTES
    assert fold(known).batch == 600
    assert file.read_bytes().count(b'"arm"') == 1


def test_a_long_session_speaks_on_after_the_limit_of_a_short_one(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    remember(file, 300)
    assert read(str(file), 4096) is not None


def test_a_torn_checkpoint_is_passed_over(tmp_path: Path) -> None:
    """A hook that was killed while it wrote one leaves the session as it was."""
    file = tmp_path / "s.jsonl"
    remember(file, 200)
    before = fold(read(str(file), 1 << 20) or [])
    with file.open("ab") as torn:
        torn.write(b'{"e":"Memory","all":[0,0,0,0],"said":{"x":[1')
    assert fold(read(str(file), 1 << 20) or []).batch == before.batch
    append(str(file), {"e": "Stop"}, 200)
    after = fold(read(str(file), 1 << 20) or [])
    assert (after.batch, after.seen) == (before.batch, before.seen)


def test_fifty_hooks_at_once_say_a_thing_once(world: World) -> None:
    """Each decides on the file as it found it, and again when another wrote meanwhile."""
    world.seal(GEN)
    with ThreadPoolExecutor(50) as pool:
        calls = [world.edit(f"registry/{number}.json") for number in range(50)]
        said = list(pool.map(world.batch, calls))
    assert sum(bool(answer) for answer in said) == 1
    told = [record for record in world.records(TREATED) if record.get("d")]
    assert (len(told), len(world.records(TREATED))) == (1, 50)


def test_what_was_said_is_placed_by_its_call(world: World) -> None:
    world.seal(GEN)
    world.batch(world.shell("ls"), world.edit("registry/a.json"))
    record = world.records(TREATED)[0]
    assert (record["u"], record["arm"], record["p"]) == ("e", "treated", 0.9)
