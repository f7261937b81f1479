"""Traces become strings of events."""

from adage.learn.string import carrying, line_of, steps_of, taking
from tests.learn.build import session, strings_of


def texts(strings):
    return [strings.alphabet[item].text for item in strings.label]


def test_each_segment_opens_with_a_prompt():
    strings, _ = strings_of(session("a", ">one", "pytest", ">two", "ls"))
    assert texts(strings) == ["prompt", "sh:pytest", "prompt", "sh:ls"]
    assert strings.segment.tolist() == [0, 0, 1, 1]


def test_immediate_repeats_are_one_event_that_keeps_all_its_steps():
    strings, _ = strings_of(session("a", "edit a.py", "edit a.py", "pytest"))
    assert texts(strings) == ["prompt", "edit:a.py", "sh:pytest"]
    assert len(steps_of(strings, 1)) == 2


def test_an_edit_carries_every_level_of_its_path_finest_first():
    strings, _ = strings_of(session("a", "edit src/core/x.py"))
    items = [strings.alphabet[i].text for i in strings.items[1] if i >= 0]
    assert items == [
        "edit:src/core/x.py", "edit:src/core/*.py", "edit:src/**/*.py", "edit:**/*.py", "edit:**",
    ]  # fmt: skip


def test_the_wider_item_of_each_level_is_the_next_one():
    strings, _ = strings_of(session("a", "edit src/core/x.py"))
    ids = [int(i) for i in strings.items[1] if i >= 0]
    assert [strings.alphabet[i].wider for i in ids] == [*ids[1:], -1]


def test_a_failed_check_is_a_symbol_of_its_own_and_still_counts_as_run():
    strings, labels = strings_of(session("a", "pytest!", "ls", "pytest"))
    assert texts(strings) == ["prompt", "sh:pytest!", "sh:ls", "sh:pytest"]
    assert list(taking(strings, labels.of["sh:pytest"])) == [1, 3]


def test_a_failed_build_did_not_run():
    strings, labels = strings_of(session("a", "make gen!", "ls", "make gen"))
    assert list(taking(strings, labels.of["sh:make gen"])) == [3]


def test_the_clock_counts_decisions_not_reads_of_one_batch():
    from dataclasses import replace

    trace = session("a", "read a.py", "read b.md", "read c.go", "pytest")
    batch = tuple(replace(s, turn=0) if s.tool == "read" else s for s in trace.steps)
    strings, _ = strings_of(replace(trace, steps=batch))
    assert strings.clock.tolist() == [0, 1, 1, 1, 2]


def test_the_line_of_a_prompt_is_where_the_person_typed_it():
    strings, _ = strings_of(session("a", "ls", ">now do something else entirely", "pytest"))
    assert texts(strings)[2] == "prompt"
    assert line_of(strings, 2) == 2


def test_every_position_is_found_again_through_the_indexes():
    strings, _ = strings_of(session("a", "edit a.py", "pytest"), session("b", "edit b.py", "ls"))
    for item, symbol in enumerate(strings.alphabet):
        for at in carrying(strings, item):
            assert symbol.text in {strings.alphabet[i].text for i in strings.items[at] if i >= 0}
