"""Closed patterns before a step worth delivering."""

import random
from itertools import product

import pytest

from adage.constants import CONTEXT_ITEMS, MIN_SUPPORT, WINDOW
from adage.learn.grow import frequent_contexts
from adage.learn.mine import closed_contexts, mine
from adage.learn.string import Strings, taking
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()


def patterns(shape, *traces):
    """Contexts of one shape with their steps and support; the bare prompt is left out."""
    strings, _ = strings_of(*traces)
    found = [p for p in mine(strings, SETTINGS) if p.shape == shape and p.context != ("prompt",)]
    return {p.context: (p.steps, p.support) for p in found}


def test_the_closed_context_is_the_longest_with_the_same_support():
    traces = [session(f"s{i}", "edit tests/a.py", "edit CHANGELOG.rst", "pytest") for i in range(4)]
    found = patterns("run", *traces)
    assert found == {("edit:tests/a.py", "edit:CHANGELOG.rst"): (("sh:pytest",), 4)}


def test_ties_between_levels_go_to_the_finest():
    different = [session(f"s{i}", f"edit registry/{i}.json", "make gen") for i in range(3)]
    assert patterns("run", *different) == {("edit:registry/*.json",): (("sh:make gen",), 3)}


def test_a_context_reaches_over_anything_in_the_window_but_not_over_a_prompt():
    traces = [session(f"s{i}", "edit a.py", "git status", "ls", "make gen") for i in range(3)]
    assert ("edit:a.py",) in patterns("run", *traces)
    cut = [session(f"s{i}", "edit a.py", ">next, do another thing", "make gen") for i in range(3)]
    assert ("edit:a.py",) not in patterns("run", *cut)


def test_a_prompt_is_a_context_of_its_own_or_none():
    traces = [session(f"s{i}", ">run it", "make gen", "edit a.py", "pytest") for i in range(3)]
    strings, _ = strings_of(*traces)
    runs = {(p.context, p.steps) for p in mine(strings, SETTINGS) if p.shape == "run"}
    assert runs == {
        (("prompt",), ("sh:make gen",)),
        (("prompt",), ("sh:pytest",)),
        (("sh:make gen", "edit:a.py"), ("sh:pytest",)),
    }


def test_a_step_of_one_task_only_is_not_looked_at():
    traces = [session(f"s{i}", "edit a.py", "make gen", task="same") for i in range(6)]
    assert patterns("run", *traces) == {}


def test_nobody_is_told_to_commit_or_push():
    traces = [session(f"s{i}", "edit a.py", "git commit", "git push") for i in range(6)]
    strings, _ = strings_of(*traces)
    assert mine(strings, SETTINGS) == ()


def test_a_dead_end_names_the_check_that_worked_next():
    traces = [
        session(f"s{i}", "python3 -m pytest!", "ls", ".venv/bin/python -m pytest") for i in range(5)
    ]
    found = patterns("avoid", *traces)
    assert found == {("sh:python3 -m pytest!",): (("sh:.venv/bin/python -m pytest",), 5)}


def test_a_set_of_checks_is_told_as_one():
    traces = [session(f"s{i}", "edit a.py", "pytest", "ruff check") for i in range(4)]
    assert patterns("sequence", *traces) == {("edit:**",): (("sh:pytest", "sh:ruff check"), 4)}


def test_files_read_soon_after_another_form_a_batch():
    traces = [session(f"s{i}", "read a.py", "read b.py", "read c.py") for i in range(4)]
    assert patterns("read-batch", *traces)[("read:a.py",)] == (("read:b.py", "read:c.py"), 4)


def brute_force(strings: Strings, step: int) -> dict[tuple[int, ...], int]:
    """Every context by trying all subsequences of the window before each occurrence."""
    window, most = WINDOW.default, CONTEXT_ITEMS.default
    roots: dict[tuple[int, ...], set[int]] = {}
    for end in taking(strings, step):
        before = [
            at
            for at in range(end)
            if strings.segment[at] == strings.segment[end]
            and strings.clock[end] - strings.clock[at] <= window
            and strings.alphabet[strings.label[at]].context
        ]
        chosen: list[list[int]] = [[]]
        for at in before:
            chosen += [[*c, at] for c in chosen if len(c) < most]
        for events in chosen:
            for items in product(*([i for i in strings.items[at] if i >= 0] for at in events)):
                if items and (len(items) == 1 or strings.ids["prompt"] not in items):
                    roots.setdefault(tuple(map(int, items)), set()).add(int(strings.root[end]))
    return {c: len(r) for c, r in roots.items() if len(r) >= MIN_SUPPORT.default}


@pytest.mark.parametrize("seed", range(60))
def test_growing_finds_what_trying_everything_finds(seed):
    """Without edits there are no levels, so every frequent context must agree exactly."""
    draw = random.Random(seed)
    words = ["pytest", "make gen", "npm install", "git commit", "git status", "ls", "pytest!"]
    traces = [
        session(f"s{i}", *(draw.choice(words) for _ in range(draw.randint(3, 14))))
        for i in range(draw.randint(4, 9))
    ]
    strings, labels = strings_of(*traces)
    if "sh:pytest" not in labels.of:
        return
    step = labels.of["sh:pytest"]
    expected = brute_force(strings, step)
    assert frequent_contexts(strings, step, SETTINGS) == expected
    closed = {
        context: n
        for context, n in expected.items()
        if not any(
            m == n and len(other) == len(context) + 1 and _drops_to(other, context)
            for other, m in expected.items()
        )
    }
    assert closed_contexts(strings, step, SETTINGS) == closed


def _drops_to(longer, shorter):
    return any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))


def test_a_set_of_checks_is_told_after_the_files_whose_sessions_check():
    code = [session(f"c{i}", "edit a.go", "go vet", "go test") for i in range(6)]
    text = [session(f"t{i}", "edit a.md", "ls") for i in range(4)]
    steps = ("sh:go vet", "sh:go test")
    assert patterns("sequence", *code, *text) == {("edit:**/*.go",): (steps, 6)}


def test_a_set_of_checks_is_told_after_any_edit_where_all_sessions_check():
    code = [session(f"c{i}", "edit a.go", "go vet", "go test") for i in range(6)]
    text = [session(f"t{i}", "edit a.md", "go vet", "go test") for i in range(4)]
    steps = ("sh:go vet", "sh:go test")
    assert patterns("sequence", *code, *text) == {("edit:**",): (steps, 10)}
