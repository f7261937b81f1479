"""Hooks in a settings file, and out again: every other byte stays as it was."""

from __future__ import annotations

import json

import pytest

from adage.errors import ConfigError
from adage.install.claude import hook_entries, read_version
from adage.install.jsonc import parse, plain
from adage.install.settings_file import has_ours, with_hooks, without_hooks

HOOKS = hook_entries("/home/ann/.venv/bin/python")
OTHERS = """{
    // what I allow
    "permissions": {"allow": ["Bash(make:*)"]},
    "hooks": {
        "Stop": [
            {"hooks": [{"type": "command", "command": "say done"}]}
        ],
        "PostToolUse": [],
        "PreToolUse": [{"matcher": "Edit", "hooks": [{"type": "command", "command": "lint"}]},],
    }, /* mine */
    "model": "opus",
}
"""
KINDS = [
    "{}\n", "{}", "  {\n}\n", '{"model": "opus"}', '{\n  "model": "opus"\n}\n', OTHERS,
    '{\n\t"hooks": {}\n}\n', '{"hooks": {"Stop": []}}', '{"a": {"hooks": 1}, "hooks": {}}',
    OTHERS.replace("\n", "\r\n"),
]  # fmt: skip


@pytest.mark.parametrize("text", KINDS)
def test_out_again_leaves_the_file_byte_for_byte(text: str) -> None:
    made = with_hooks(text, HOOKS)
    assert set(has_ours(made.text)) == set(HOOKS)
    assert without_hooks(made.text, made.pieces) == text


@pytest.mark.parametrize("text", KINDS)
def test_a_second_installation_changes_nothing(text: str) -> None:
    made = with_hooks(text, HOOKS)
    again = with_hooks(made.text, HOOKS)
    assert (again.text, again.pieces) == (made.text, ())


def test_every_other_hook_and_comment_is_kept() -> None:
    made = with_hooks(OTHERS, HOOKS).text
    assert "// what I allow" in made
    assert "/* mine */" in made
    hooks = plain(parse(made))["hooks"]
    assert [len(hooks[event]) for event in ("Stop", "PreToolUse", "PostToolUse")] == [2, 2, 0]


def test_what_the_person_changed_since_is_kept_too() -> None:
    made = with_hooks('{\n  "model": "opus"\n}\n', HOOKS)
    changed = made.text.replace('"opus"', '"sonnet"')
    assert without_hooks(changed, made.pieces) == '{\n  "model": "sonnet"\n}\n'


def test_entries_changed_since_are_taken_out_one_by_one() -> None:
    made = with_hooks(OTHERS, HOOKS)
    changed = made.text.replace('"timeout": 5', '"timeout": 7')
    left = without_hooks(changed, made.pieces)
    assert not has_ours(left)
    assert plain(parse(left))["hooks"]["Stop"] == plain(parse(OTHERS))["hooks"]["Stop"]


def test_every_hook_command_ends_well_even_without_its_program() -> None:
    for entry in HOOKS.values():
        assert entry["hooks"][0]["command"].endswith(" || exit 0")
    assert [e for e, v in HOOKS.items() if "matcher" in v] == ["PreToolUse", "PostToolUseFailure"]
    assert json.dumps(HOOKS)


@pytest.mark.parametrize("text", ["{", "[1]", '{"a" 1}', '{"a": }', '{"a": 1} x', '{"hooks": 3}'])
def test_a_file_that_is_no_settings_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ConfigError):
        with_hooks(text, HOOKS)


def test_versions_are_read_from_what_the_program_prints() -> None:
    assert read_version("2.1.332 (Claude Code)\n") == (2, 1, 332)
    assert read_version("no such thing") is None
