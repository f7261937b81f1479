"""Steps in flat arrays are the same steps."""

from adage.learn.packed import Shelf, on_one_shelf
from tests.learn.build import session

STEPS = session("a", ">do it", "edit a/x.py", "pytest", "pytest!", ">then this", "pytest").steps


def test_packed_steps_are_the_steps_that_were_put_in():
    packed = Shelf().put(STEPS)
    assert packed == STEPS
    assert list(packed) == list(STEPS)
    assert packed[-1] == STEPS[-1]
    assert packed[1:3] == STEPS[1:3]
    assert len(packed) == len(STEPS)


def test_what_steps_share_is_kept_once():
    shelf = Shelf()
    shelf.put(STEPS)
    shelf.put(STEPS)
    assert [kind.raw for kind in shelf.kinds] == ["edit a/x.py", "pytest", "pytest"]
    assert len(shelf.kind) == 2 * len(STEPS)


def test_steps_of_several_shelves_are_put_on_one():
    shelf = Shelf()
    first, second = shelf.put(STEPS), shelf.put(STEPS[:2])
    assert on_one_shelf([first, second])[0] is shelf
    other, packed = on_one_shelf([first, STEPS])
    assert other is not shelf
    assert packed == [first, STEPS]
