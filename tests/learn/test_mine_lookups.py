"""Look-ups that follow a prompt people repeat."""

from dataclasses import replace

from adage.learn.mine_lookups import bare, lookup_chances, mine_lookups, read_prompts
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
STATUS, LOG = "sh:git status", "sh:git log"


def embed(text):
    return [1.0, 0.0] if "commit" in text else [0.0, 1.0]


def committing(count, prompt=">commit this", *steps, **more):
    words = steps or ("git status", "git log", "git commit")
    names = [f"{prompt}{steps}{i}" for i in range(count)]
    return [session(n, "edit a.py", "pytest", prompt, *words, **more) for n in names]


def mined(*traces, using=None):
    return list(mine_lookups(strings_of(*traces)[0], using, SETTINGS))


def test_look_ups_after_a_repeated_prompt_are_found_in_their_usual_order():
    (pattern,) = mined(*committing(3))
    assert pattern.shape == "look-ups"
    assert (pattern.context, pattern.steps) == (("asked:commit this",), (STATUS, LOG))
    assert pattern.support == 3


def test_a_prompt_of_two_sessions_or_of_one_task_is_not_repeated():
    assert mined(*committing(2)) == []
    assert mined(*committing(5, task="same")) == []


def test_spellings_that_mean_the_same_are_one_prompt_with_a_model():
    traces = [*committing(2), *committing(2, ">Commit."), *committing(1, ">commit it")]
    assert mined(*traces) == []
    (pattern,) = mined(*traces, using=embed)
    assert pattern.context == ("asked:commit", "asked:commit it", "asked:commit this")


def test_look_ups_that_stood_in_one_call_already_are_not_worth_saying():
    joined = [
        replace(t, steps=tuple(replace(s, turn=min(s.turn, 2)) for s in t.steps))
        for t in committing(5)
    ]
    assert mined(*joined) == []


def test_what_comes_after_the_first_change_does_not_belong_to_the_prompt():
    assert mined(*committing(5, ">commit this", "git status", "git commit", "git log")) == []


def test_one_look_up_alone_needs_no_call_of_its_own():
    assert mined(*committing(5, ">commit this", "git status", "git commit")) == []


def test_a_proxy_before_some_calls_does_not_split_the_habit():
    through = committing(3, ">commit this", "rtk git status", "rtk git log", "git commit")
    (pattern,) = mined(*committing(2), *through)
    assert pattern.steps == ("sh:rtk git status", "sh:rtk git log")
    assert pattern.support == 5


def test_a_look_up_known_only_with_its_first_word_is_itself():
    strings, labels = strings_of(session("a", "rtk git log"))
    assert bare(strings, labels.of["sh:rtk git log"]) == labels.of["sh:rtk git log"]


def test_a_chance_is_taken_when_all_look_ups_came_before_anything_else():
    late = committing(1, ">commit this", "git status", "git commit", "git log")
    strings, _ = strings_of(*committing(3), *late)
    (pattern,) = mine_lookups(strings, None, SETTINGS)
    taken = [hit >= 0 for _, hit in lookup_chances(strings, pattern, SETTINGS)]
    assert sorted(taken) == [False, True, True, True]


def test_a_session_that_was_told_is_no_chance():
    told = session("t", "edit a.py", ">commit this", "git status", "git log", told=[(0, STATUS)])
    strings, _ = strings_of(*committing(3), told)
    (pattern,) = mine_lookups(strings, None, SETTINGS)
    assert len(list(lookup_chances(strings, pattern, SETTINGS))) == 3


def test_a_prompt_that_nothing_followed_is_left_out():
    strings, _ = strings_of(session("a", ">look here", "ls", ">thanks"), session("b", "ls"))
    assert [said.text for said in read_prompts(strings, SETTINGS)] == ["look here"]


def test_nothing_read_gives_no_look_ups():
    assert mined() == []
    assert mined(using=embed) == []
