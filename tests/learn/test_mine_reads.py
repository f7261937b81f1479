"""Files that most sessions pass through."""

from adage.learn.mine_reads import hot_chances, mine_hot_files
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()


def mined(*traces, settings=SETTINGS):
    return list(mine_hot_files(strings_of(*traces)[0], settings))


def reading(count, *files, **more):
    words = [f"read {file}" for file in files]
    return [session(f"s{count}{files[0]}{i}", *words, "edit z.py", **more) for i in range(count)]


def test_the_files_most_sessions_read_before_editing_are_named_most_read_first():
    (pattern,) = mined(*reading(3, "a.py", "b.py"), *reading(4, "b.py", "c.py"))
    assert pattern.shape == "hot-files"
    assert pattern.context == ("read:**",)
    assert pattern.steps == ("read:b.py", "read:c.py", "read:a.py")
    assert pattern.support == 7


def test_a_file_that_two_sessions_read_is_not_hot():
    assert mined(*reading(3, "a.py"), *reading(2, "b.py")) == []


def test_one_task_makes_no_file_hot():
    assert mined(*reading(5, "a.py", "b.py", task="same")) == []


def test_what_is_read_after_the_first_edit_does_not_count():
    late = [session(f"s{i}", "read a.py", "edit a.py", "read b.py") for i in range(5)]
    assert mined(*late) == []


def test_only_so_many_files_are_named():
    names = [f"f{i}.py" for i in range(6)]
    (pattern,) = mined(*reading(3, *names), settings=Settings({"mine.hot_files": 4}))
    assert pattern.steps == tuple(f"read:{name}" for name in names[:4])


def test_naming_them_helps_where_two_are_read_in_turns_of_their_own():
    traces = [*reading(3, "x.py", "a.py", "b.py"), session("n", "read a.py", "edit a.py")]
    strings, _ = strings_of(*traces)
    (pattern,) = mine_hot_files(strings, SETTINGS)
    assert sorted(hit >= 0 for _, hit in hot_chances(strings, pattern)) == [False, True, True, True]


def test_a_session_that_reads_nothing_has_no_chance():
    strings, _ = strings_of(*reading(3, "a.py", "b.py"), session("n", "pytest"))
    (pattern,) = mine_hot_files(strings, SETTINGS)
    assert len(list(hot_chances(strings, pattern))) == 3


def test_nothing_read_makes_nothing_hot():
    assert mined() == []
