"""The exact pair of words that a person approves for a dead end."""

from __future__ import annotations

import pytest

from adage.hook.rewrite import apply, pair_edits
from adage.learn.seal_sections import exact_pair
from tests.hook.world import DEAD, GEN, reflex


def test_the_pair_holds_the_whole_failing_command_and_the_whole_cure() -> None:
    assert exact_pair(DEAD) == ("python3 -m pytest", ".venv/bin/python -m pytest")
    proxied = reflex("avoid", ["sh:rtk bun run test!"], ["sh:bun run test"])
    assert exact_pair(proxied) == ("rtk bun run test", "bun run test")


def test_a_rewritten_command_is_the_cure_with_what_the_agent_added() -> None:
    proxied = reflex("avoid", ["sh:rtk bun run test!"], ["sh:bun run test"])
    old, new = (text.split() for text in exact_pair(proxied))
    command = "rtk bun run test src/a.test.ts 2>&1 | tail -5"
    edits = pair_edits(command, old, new, "/home/ann/app")
    assert apply(command, edits) == "bun run test src/a.test.ts 2>&1 | tail -5"
    assert not pair_edits("rtk bun install", old, new, "/home/ann/app")


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("sh:a {path}!", "sh:b {n}"),
        ("sh:{path} run!", "sh:b run"),
        ("sh:a | b!", "sh:c"),
        ("sh:make test!", "sh:make test"),
    ],
)
def test_without_two_plain_commands_there_is_no_pair(bad: str, good: str) -> None:
    assert exact_pair(reflex("avoid", [bad], [good])) == ()


def test_only_a_dead_end_has_a_pair() -> None:
    assert exact_pair(GEN) == ()
