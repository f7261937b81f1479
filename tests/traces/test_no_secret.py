"""A secret in a transcript reaches neither the evidence cache nor an export, wherever it stood."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from adage.paths import find_places
from adage.redact import RULES, Rule
from adage.settings import Settings
from adage.traces import read_repository
from adage.traces.export import FORMATS, export
from adage.traces.normalise import to_trace
from tests.traces.writing import (
    NAME,
    REPO,
    SESSION,
    attachment,
    function_call,
    open_bash,
    open_session,
    open_text,
    prompt,
    session_meta,
    tool_result,
    tool_use,
    user_message,
    write_json,
    write_lines,
    write_tree,
)

CAUGHT = [(rule, text) for rule in RULES for text in rule.catches]


def hidden_part(rule: Rule, text: str) -> str:
    """What must not be found again: the rule's own part of its example."""
    found = re.search(rule.pattern, text)
    assert found is not None
    return found.group("secret" if "secret" in rule.pattern.groupindex else 0)


def plant(home: Path, text: str) -> None:
    """Put the text where transcripts hold texts: prompts, commands, paths, notes, names."""
    command = f"echo {text}"
    hook = {"type": "hook_additional_context", "hookEvent": "PostToolBatch", "content": [text]}
    edit = {"file_path": f"{REPO}/{text}", "old_string": text}
    lines = [
        prompt("u1", f"{text}\nmore {text}", gitBranch=text, version=text),
        tool_use("a1", "u1", "toolu_1", command),
        tool_result("r1", "a1", "toolu_1", f"Exit code 1\n{text}", error=True),
        tool_use("a2", "r1", "toolu_2", name="Edit", given=edit),
        tool_use("a3", "a2", "toolu_3", name="Grep", given={"pattern": text, "path": text}),
        tool_use("a4", "a3", "toolu_4", name="WebFetch", given={"url": text}),
        tool_use("a5", "a4", "toolu_5", name="Task", given={"description": text, text: 1}),
        attachment("h1", "a5", **hook),
    ]
    write_lines(home / ".claude" / "projects" / "p" / f"{SESSION}.jsonl", lines)
    thread = [
        session_meta(git={"branch": text}),
        user_message(text),
        function_call("c1", "exec_command", {"cmd": command}),
    ]
    write_lines(home / ".codex" / "sessions" / NAME, thread)
    exported = open_session()
    exported["messages"][0]["parts"].append(open_text("p8", text))
    exported["messages"][1]["parts"].append(open_bash("p9", "call_9", command))
    write_tree(home / ".local" / "share" / "opencode" / "storage", exported)
    write_json(home / "unrelated.json", {})


@pytest.mark.parametrize(("rule", "text"), CAUGHT, ids=lambda value: getattr(value, "kind", ""))
def test_a_secret_reaches_no_file(rule: Rule, text: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    plant(home, text)
    places = find_places({"HOME": str(home)})
    cache = places.state / "evidence.jsonl"
    cache.parent.mkdir(parents=True)
    sessions = read_repository(places, Path(REPO), cache=cache).sessions
    assert len(sessions) == 3
    written = [cache.read_text(encoding="utf-8")]
    traces = [to_trace(session, session.cwd, Settings()) for session in sessions]
    for form in FORMATS:
        out = io.StringIO()
        export(traces, form, out)
        written.append(out.getvalue())
    for part in hidden_part(rule, text).split("\n"):
        assert not any(part in content for content in written)
    assert cache.stat().st_mode & 0o077 == 0
