"""Many records at once are the same records, and as frozen."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from adage.records import Call, HookNote, Prompt, Session, Step
from adage.traces.making import make_all

ROWS = [
    (f"c{i}", "shell", "Bash", i, "make test", (), ("command",), "ok", 0, None, "/home/ann/app",
     "bash", 1.5, i, False)
    for i in range(3)
]  # fmt: skip


def test_they_equal_those_that_calling_the_class_gives():
    made = make_all(Call, ROWS)
    assert made == [Call(*row) for row in ROWS]
    assert [hash(call) for call in made] == [hash(Call(*row)) for row in ROWS]
    assert [type(call) for call in made] == [Call] * 3
    assert repr(made[0]) == repr(Call(*ROWS[0]))


def test_they_cannot_be_changed():
    (call, *_) = make_all(Call, ROWS)
    with pytest.raises(FrozenInstanceError):
        call.text = "other"
    with pytest.raises(AttributeError):
        object.__setattr__(call, "more", 1)


def test_they_can_be_copied_with_a_change_and_sent_to_a_worker():
    (call, *_) = make_all(Call, ROWS)
    assert replace(call, text="ls") == Call(*ROWS[0][:4], "ls", *ROWS[0][5:])
    assert pickle.loads(pickle.dumps(call)) == call


@pytest.mark.parametrize("record", [Call, HookNote, Prompt, Session, Step])
def test_every_kind_of_record_is_made_of_its_fields_in_order(record):
    names = [field.name for field in fields(record)]
    (made,) = make_all(record, [names])
    assert [getattr(made, name) for name in names] == names


def test_a_row_of_another_length_is_refused():
    with pytest.raises(TypeError):
        make_all(Call, [ROWS[0][:-1]])
