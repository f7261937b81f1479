"""The corpus replayed through `decide`: how much is said in a session, and what.

Each repository's sessions are learned, its index sealed, and every session played back as the
events that the client would have sent. `./do bench -k replay` prints the figures.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from adage.constants import CONTROL_SHARE, HOOK_SESSION_CAP
from adage.embed import bundled_path, open_table
from adage.hook.arm import assign
from adage.hook.decide import Answer, Scene, decide
from adage.hook.orient import CHARS_A_TOKEN
from adage.hook.sealed import Sealed
from adage.learn import learn
from adage.learn.prompt_rows import prompt_rows
from adage.learn.recorder import Recording
from adage.learn.seal_sections import sections
from adage.records import Call, Effect, Reading, Session
from adage.settings import Settings
from adage.traces import read_paths

pytestmark = pytest.mark.shared
SETTINGS = Settings()
SHARE = SETTINGS[CONTROL_SHARE]
NAMES = {"shell": "Bash", "edit": "Edit", "read": "Read", "search": "Grep", "list": "Glob"}
ANSWERS = {"ok": "done", "failed": "Exit code 1\nboom", "timeout": "Exit code 143\nboom"}


def events(session: Session) -> Iterator[dict[str, Any]]:
    """A session as the client would have sent it: prompts, batches, a stop before each prompt."""
    prompts = list(session.prompts)
    base = {"session_id": session.id, "cwd": session.cwd, "prompt_id": "p"}
    stop = {**base, "hook_event_name": "Stop", "stop_hook_active": False}
    has_acted = False
    for _, batch in groupby(enumerate(session.calls), key=lambda pair: pair[1].turn):
        calls = list(batch)
        while prompts and prompts[0].at <= calls[0][0]:
            if has_acted:
                yield stop
            has_acted = False
            yield {**base, "hook_event_name": "UserPromptSubmit", "prompt": prompts.pop(0).text}
        has_acted = True
        yield {**base, "hook_event_name": "PostToolBatch",
               "tool_calls": [_call(call) for _, call in calls]}  # fmt: skip
    yield stop


def _call(call: Call) -> dict[str, Any]:
    given: dict[str, Any] = {"command": call.text} if call.tool == "shell" else {}
    if call.paths:
        given["file_path"] = call.paths[0]
    said = ANSWERS.get(call.outcome, "<tool_use_error>never ran")
    answer = None if call.outcome == "unknown" else said
    name = NAMES.get(call.tool, call.name)
    return {"tool_name": name, "tool_input": given, "tool_response": answer}


def replay(session: Session, index: Sealed, root: str) -> list[Answer]:
    """The answers to all events of a session."""
    memory: list[dict[str, Any]] = []
    answers = []
    for event in events(session):
        scene = Scene(
            root=root, cwd=event["cwd"], session=session.id, arm=assign(session.id, SHARE),
            records=lambda: memory, read=lambda _: None, rewrites=lambda: False, python=str,
            permissions=list, open_table=lambda: open_table(bundled_path()),
        )  # fmt: skip
        answer = decide(event, index, scene)
        if answer.record is not None:
            memory.append(answer.record)
        answers.append(answer)
    return answers


def learned(folder: Path, tmp_path: Path) -> tuple[Reading, dict[str, Effect], Sealed]:
    """A repository's sessions, what its steps do, and what was learned as the hook opens it."""
    reading, recording = read_paths([folder]), Recording()
    table = open_table(bundled_path())
    index = learn(reading, "", settings=SETTINGS, embed=table.embed, recorder=recording)
    prototypes = recording.records["label"].detail.prototypes
    effects = {key: each.effect for each in prototypes for key in each.keys}
    rows = prompt_rows(index.families, index.cards)
    content = sections(
        index, SETTINGS, families=rows.families, cards=rows.cards, vectors=rows.vectors
    )
    path = tmp_path / f"{folder.name}.sealed"
    path.write_bytes(content)
    return reading, effects, Sealed(str(path))


def said_chars(answer: Answer) -> int:
    output = answer.output or {}
    return len(output.get("hookSpecificOutput", {}).get("additionalContext", ""))


def test_the_corpus_hears_little_and_nothing_that_writes(shared: Path, tmp_path: Path) -> None:
    counts, tokens, controls, withheld, kinds = [], [], 0, 0, Counter[str]()
    for folder in sorted((shared / "corpus" / "claude").iterdir()):
        reading, effects, sealed = learned(folder, tmp_path)
        for session in reading.sessions:
            if session.id != session.root or not session.calls:
                continue
            answers = replay(session, sealed, session.cwd)
            named = [each for a in answers for each in (a.record or {}).get("d", ())]
            steps = [key for each in named for key in each["route"].split(" > ") if key]
            assert all(key.startswith("read:") or effects[key] < Effect.AUTHOR for key in steps), (
                steps
            )
            chars = sum(map(said_chars, answers))
            if assign(session.id, SHARE)[0] == "control":
                controls, withheld = controls + 1, withheld + len(named)
                assert chars == 0
            else:
                counts.append(len(named))
                kinds.update(each["kind"] for each in named)
                tokens.append(chars // CHARS_A_TOKEN)
        sealed.close()
    counts.sort()
    tokens.sort()
    last = int(len(counts) * 0.95)
    print(
        f"\n{len(counts)} treated sessions: directives median {statistics.median(counts)}, p95 "
        f"{counts[last]}, most {counts[-1]}; tokens median {statistics.median(tokens)}, p95 "
        f"{tokens[last]}; {controls} control sessions, {withheld} directives withheld, none said; "
        f"by kind: {dict(kinds.most_common())}"
    )
    assert len(counts) > 100
    assert counts[-1] <= SETTINGS[HOOK_SESSION_CAP]
