"""The hook and the learner must agree: the same rules, written twice for speed, compared here."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adage.constants import CONTROL_SHARE, PROMPT_WORDS
from adage.formulas import arm
from adage.hook import arm as hook_arm
from adage.hook import cjson, places, render
from adage.hook.match import Events, anchors
from adage.hook.paths import levels, relative
from adage.hook.prompt_text import normalise
from adage.hook.shell import Unsure, commands, plain
from adage.hook.words import keys_of, peel, texts
from adage.learn import match
from adage.learn.seal_sections import _forms, _wrappers
from adage.paths import find_places, repository_state
from adage.records import Effect, Trace
from adage.traces import directives, path_class
from adage.traces.command_words import words as word_lists
from adage.traces.keys import command_key, is_followed
from adage.traces.placeholders import prompt_text
from adage.traces.shell import split
from tests.hook.tricky import CHANGED, LEFT_ALONE
from tests.learn.build import session, strings_of

WORDS = (
    "edit registry/a.json", "edit registry/b.json", "edit tests/test_a.py", "edit CHANGELOG.rst",
    "make gen", "make gen!", "pytest", "pytest!", "make lint", "git commit", "git status", "ls",
    "read cmd/main.go", "read cmd/a.go", ">now something else",
)  # fmt: skip
CONTEXTS = (
    ("edit:registry/*.json",), ("edit:**", "edit:CHANGELOG.rst"), ("sh:make gen", "sh:pytest"),
    ("edit:tests/*.py", "edit:CHANGELOG.rst"), ("prompt", "edit:**"), ("edit:**", "sh:make lint"),
    ("edit:registry/*.json", "sh:make gen", "sh:git commit"),
)  # fmt: skip


def hook_events(trace: Trace) -> Events:
    """The steps of a trace as the hook would have recorded them."""
    events = Events()
    for step in trace.steps:
        if step.tool == "edit":
            written: list[Any] = ["e", step.paths[0]]
        elif step.tool == "read":
            written = ["r", step.paths[0]]
        else:
            ok = None if step.ok is None else int(step.ok)
            written = ["s", [step.key], ok, int(step.effect == Effect.OBSERVE), step.raw]
        events.add(written, step.segment, step.turn)
    return events


def places_of(found: list[int], clocks: list[int]) -> list[int]:
    return sorted({clocks[place] for place in found})


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=40),
    st.sampled_from(CONTEXTS),
    st.integers(1, 9),
)
def test_contexts_complete_at_the_same_ticks(
    story: list[str], context: tuple[str, ...], reach: int
) -> None:
    trace = session("a", *story)
    if not trace.steps:
        return
    strings, _ = strings_of(trace)
    events = hook_events(trace)
    assert [event[1] for event in events.events if event[0][0] != "prompt"][-1] == strings.clock[-1]
    theirs = match.anchors(strings, [strings.ids.get(text, -1) for text in context], reach)
    ours = anchors(events, context, reach)
    assert places_of(ours, [event[1] for event in events.events]) == places_of(
        theirs, strings.clock.tolist()
    )


@given(st.text(max_size=40))
def test_the_arm_is_the_formulas_arm(name: str) -> None:
    share = CONTROL_SHARE.default
    assert hook_arm.assign(name, share)[0] == arm(name, share)["arm"]


@given(st.lists(st.sampled_from(["a", "B", "..", ".", "x.py", "Y.JSON", "", "~", "$TMPDIR", "tmp"]),
                max_size=5), st.booleans())  # fmt: skip
def test_paths_are_seen_the_same_way(parts: list[str], is_absolute: bool) -> None:
    assume(".." not in parts or sum(parts.count(word) for word in ("~", "$TMPDIR")) < 2)
    root, cwd = "/home/ann/app", "/home/ann/app/sub"
    path = ("/home/ann/app/" if is_absolute else "") + "/".join(parts)
    place = path_class.Place((root,), cwd)
    assert relative(path, root, cwd) == path_class.relative(path, place)


@given(st.lists(st.sampled_from(["a", "b", "c.py", "D.Py", "e", ".f", "g.tar.gz"]), min_size=1,
                max_size=4))  # fmt: skip
def test_levels_are_the_learners_levels(parts: list[str]) -> None:
    path = "/".join(parts)
    assert levels(path) == path_class.levels(path)


def test_state_stands_where_the_command_line_looks(tmp_path: Path) -> None:
    for environ in (
        {"HOME": str(tmp_path)},
        {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")},
        {"HOME": str(tmp_path), "ADAGE_HOME": str(tmp_path / "own")},
    ):
        state = find_places(environ).state
        assert places.state_folder(environ) == str(state)
        ours = places.repository_state(str(state), "/home/ann/my app")
        assert ours == str(repository_state(state, Path("/home/ann/my app")))


KEYS = (
    "make gen", "python3 -m pytest", ".venv/bin/python -m pytest", "go test ./cmd/...", "pytest",
    "pytest tests/*.py", "uv run pytest", "npm run test", "git diff --stat", "ruff check .",
    "cargo test --workspace", "make lint", "pytest -k x", "git commit -m {str}", "npm test",
)  # fmt: skip
RUNS = (
    "make gen", "make -s gen", "make -j4 gen", "make gen test", "timeout 60 make gen",
    "env A=1 make gen", "python3 -m pytest -q tests/", "python3 -m pytest -x",
    "/usr/bin/python3 -m pytest", ".venv/bin/python -m pytest -q", "go test ./cmd/... -run X",
    "go test ./...", "uv run pytest -q", "pytest tests/test_a.py", "pytest tests/test_a.py -q",
    "pytest", "git diff --stat", "git diff", "ruff check . --fix",
    "cargo test --workspace --quiet", "make lint | tail -3", "npm run test", "npm run tests",
    "sudo make gen", "cd web && make gen", "make gen && make lint", "nice -n 5 make gen",
    'git commit -m "a b"', "npm test -- --watch", "make gen > /dev/null", "echo make gen",
)  # fmt: skip


def hook_texts(command: str, keys: tuple[str, ...]) -> set[str]:
    """The step texts that the hook sees in a command."""
    forms = _forms(f"sh:{key}" for key in keys)
    found: set[str] = set()
    for each in commands(command):
        words = peel([plain(command[a:b]) for a, b in each.words], _wrappers())
        if words:
            near = [form for key in keys_of(words) for form in forms.get(key, ())]
            found |= set(texts(words, near, ""))
    return found


@pytest.mark.parametrize("command", RUNS)
def test_a_command_carries_out_what_the_learner_says_it_does(command: str) -> None:
    """The same keys as `is_followed`; a key with placeholders as the learner's own key."""
    seen = hook_texts(command, KEYS)
    own = {command_key(part) for part in split(command) if part.commands}
    for key in KEYS:
        is_class = "*" in key or "{" in key
        wanted = f"sh:{key}" in own if is_class else is_followed(key, command)
        assert (f"sh:{key}" in seen) == wanted, key


@pytest.mark.parametrize("command", [*LEFT_ALONE, *(before for before, _ in CHANGED)])
def test_commands_are_cut_where_the_learner_cuts_them(command: str) -> None:
    """What the hook is sure of the learner reads the same way."""
    try:
        ours = [[plain(command[a:b]) for a, b in each.words] for each in commands(command)]
    except Unsure:
        return
    filters = word_lists().display_filters
    theirs = [
        [plain(word) for word in each.words] for part in split(command) for each in part.commands
    ]
    assert filters
    assert [words for words in ours if words] == [words for words in theirs if words]


@pytest.mark.shared
def test_prompts_read_the_same(shared: Path) -> None:
    """Written without regular expressions: equal on every prompt of the bench."""
    lines = (shared / "bench" / "prompt_pairs.jsonl").read_text().splitlines()
    prompts = [json.loads(line)["text"] for line in lines if '"text"' in line]
    limit = PROMPT_WORDS.default
    wrong = [text for text in prompts if normalise(text, limit) != prompt_text(text, limit)]
    assert len(prompts) > 100
    assert not wrong


def test_json_is_read_as_json_reads_it() -> None:
    dice = random.Random(5)
    texts = ['{"a":[1,2.5,null,true,NaN,-Infinity]}', " [1] ", '"\\ud800"', "", "[1,]", "\ufeff{}"]
    document = json.dumps({"a": [1, -2.5e3, "é\n"], "b": {"c": None}})
    for _ in range(2000):
        at = dice.randrange(len(document))
        texts.append(document[:at] + dice.choice('{}[],:"0a\\ \x00') + document[at + 1 :])
    for text in texts:
        try:
            wanted = json.loads(text)
        except ValueError:
            with pytest.raises(ValueError, match=r".*"):
                cjson.loads(text)
        else:
            assert repr(cjson.loads(text)) == repr(wanted)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(json_values)
def test_json_is_written_so_that_json_reads_it_back(value: Any) -> None:
    assert json.loads(cjson.dumps(value)) == value


def test_the_marks_of_a_directive_are_those_the_reader_knows() -> None:
    assert (render.FINISH_LINE, render.DIVIDER) == (
        directives.FINISH_LINE,
        directives.ROUTE_DIVIDER,
    )
