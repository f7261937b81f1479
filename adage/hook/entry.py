"""The hook's only contact with the world: stdin, stdout, the clock, the environment and the disk.

In: `claude post-tool-batch` on the command line and one event on stdin. Out: one JSON document or
nothing, and always exit code 0: whatever goes wrong here, the agent carries on as if Adage were not
installed. `ADAGE_DEBUG=1` prints what went wrong on stderr, `ADAGE_DISABLED=1` ends it at once.
"""

from __future__ import annotations

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from adage.hook.decide import Scene
    from adage.hook.sealed import Sealed
    from adage.hook.session import Session

EVENTS = {
    "session-start": "SessionStart",
    "user-prompt-submit": "UserPromptSubmit",
    "pre-tool-use": "PreToolUse",
    "post-tool-batch": "PostToolBatch",
    "post-tool-use-failure": "PostToolUseFailure",
    "stop": "Stop",
    "session-end": "SessionEnd",
}
# Larger than any event seen; more is not read, because reading it would cost the agent its time.
MOST_EVENT_BYTES = 16 * 1024 * 1024
MOST_SETTINGS_BYTES = 1024 * 1024


def main(words: list[str] | None = None) -> None:
    """Answer the event on stdin and leave. Never returns."""
    try:
        if os.environ.get("ADAGE_DISABLED") != "1":
            _write(1, guarded(sys.argv[1:] if words is None else words, _stdin, os.environ))
    finally:
        # Leaves without taking the interpreter apart, which would be a tenth of the whole.
        os._exit(0)


def guarded(words: list[str], stdin: Any, environ: Mapping[str, str]) -> bytes:
    """What `answer` gives; nothing when anything at all went wrong."""
    try:
        return answer(words, stdin, environ)
    except BaseException as error:  # the agent must never notice that a hook failed
        if environ.get("ADAGE_DEBUG") == "1":
            _write(2, f"adage hook: {type(error).__name__}: {error}\n".encode("utf-8", "replace"))
        return b""


def answer(words: list[str], stdin: Any, environ: Mapping[str, str]) -> bytes:
    """The bytes to print for the event that `stdin()` gives; empty to stay silent."""
    if len(words) != 2 or words[0] != "claude" or words[1] not in EVENTS:
        raise ValueError(f"no such event: {' '.join(words)}")
    from adage.hook.cjson import dumps, loads

    event = loads(str(stdin(), "utf-8", "replace"))
    if not isinstance(event, dict) or event.get("hook_event_name") != EVENTS[words[1]]:
        raise ValueError("stdin holds no such event")
    session, cwd = event.get("session_id"), event.get("cwd")
    if not isinstance(session, str) or not session or not isinstance(cwd, str):
        raise ValueError("the event has no session or no folder")
    output = _answer(event, session, cwd, environ)
    return dumps(output).encode("ascii") + b"\n" if output else b""


def _answer(
    event: dict[str, Any], session: str, cwd: str, environ: Mapping[str, str]
) -> dict[str, Any] | None:
    from adage.hook.places import (
        INDEX,
        OFF,
        repository_root,
        repository_state,
        session_file,
        state_folder,
    )

    root = repository_root(environ.get("CLAUDE_PROJECT_DIR") or cwd)
    folder = repository_state(state_folder(environ), root) if root else ""
    if not root or os.path.lexists(os.path.join(folder, OFF)):
        return None
    from adage.hook.sealed import Sealed, Unsealed

    try:
        index = Sealed(os.path.join(folder, INDEX))
    except Unsealed:
        # Without an index nothing can be said, and the first one comes from learning.
        _learn(event, root, folder, 0, environ)
        raise
    try:
        return _decided(event, index, root, folder, session_file(folder, session), environ)
    finally:
        index.close()


def _decided(
    event: dict[str, Any],
    index: Sealed,
    root: str,
    folder: str,
    file: str,
    environ: Mapping[str, str],
) -> dict[str, Any] | None:
    """Decide, put it on record, and give what is to be printed."""
    from adage.hook.decide import decide
    from adage.hook.session import Session

    session = Session(file, index.settings)
    scene = _scene(index, event, root, folder, session, environ)
    said = decide(event, index, scene)
    if said.record is not None:
        now = time.time()
        head: dict[str, Any] = {"t": int(now), "g": index.generation}
        if said.record.get("d"):
            # By these the learner finds in any transcript where it was said.
            head["t"] = round(now, 3)
            head |= last_call(event)
        first = {"arm": scene.arm, "p": round(scene.propensity, 6)}
        # What is not on record must not be said: nobody could tell later that it was.
        said = session.keep(said, lambda: decide(event, index, scene), head, first)
    _learn(event, root, folder, index.settings["learn_every"], environ)
    return said.output


def _learn(
    event: dict[str, Any], root: str, folder: str, every_s: float, environ: Mapping[str, str]
) -> None:
    """Start the learner where a session stops or ends."""
    if event["hook_event_name"] in ("Stop", "SessionEnd"):
        from adage.hook.background import start_learner

        start_learner(root, folder, every_s, time.time(), environ)


def last_call(event: dict[str, Any]) -> dict[str, str]:
    """The id of the last tool call that the event tells of, as {"u": id}; {} without one."""
    calls = event.get("tool_calls")
    last = calls[-1] if isinstance(calls, list) and calls else event
    found = last.get("tool_use_id") if isinstance(last, dict) else None
    return {"u": found[:100]} if isinstance(found, str) else {}


def _scene(
    index: Sealed,
    event: dict[str, Any],
    root: str,
    folder: str,
    session: Session,
    environ: Mapping[str, str],
) -> Scene:
    from adage.hook.arm import assign
    from adage.hook.decide import Scene
    from adage.hook.places import REWRITES_OFF

    settings = index.settings
    share = _share(environ.get("ADAGE_CONTROL"), settings["control_share"])
    return Scene(
        root=root,
        cwd=os.path.realpath(event["cwd"]),
        session=event["session_id"],
        arm=assign(event["session_id"], share),
        records=session.records,
        read=lambda path: _look(root, path, settings["orient_bytes"]),
        rewrites=lambda: not os.path.lexists(os.path.join(folder, REWRITES_OFF)),
        python=lambda: _verified_python(folder, root),
        permissions=lambda: _permissions(root, environ),
        open_table=_open_table,
    )


def _share(said: str | None, default: float) -> float:
    """The share of control sessions: `ADAGE_CONTROL` (0 to 1) over the index's own."""
    if not said:
        return default
    share = float(said)
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"ADAGE_CONTROL must lie between 0 and 1, not {said}")
    return share


def _look(root: str, path: str, most_bytes: int) -> str | None:
    from adage.hook.look import look

    return look(root, path, most_bytes)


def _verified_python(folder: str, root: str) -> str:
    """The repository's interpreter, when it was verified and has not changed since."""
    from adage.hook.places import VERIFIED
    from adage.hook.rewrite import is_verified

    return is_verified(_document(os.path.join(folder, VERIFIED)), root)


def _permissions(root: str, environ: Mapping[str, str]) -> list[Any]:
    home = environ.get("CLAUDE_CONFIG_DIR") or os.path.join(environ.get("HOME", ""), ".claude")
    names = (
        os.path.join(home, "settings.json"),
        os.path.join(root, ".claude", "settings.json"),
        os.path.join(root, ".claude", "settings.local.json"),
    )
    return [_document(name) for name in names]


def _document(path: str) -> Any:
    """The JSON in a small file, None when there is none."""
    from adage.hook.cjson import loads

    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        content = os.read(handle, MOST_SETTINGS_BYTES)
    finally:
        os.close(handle)
    try:
        return loads(str(content, "utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def _open_table() -> Any:
    from adage.embed import bundled_path, open_table

    return open_table(bundled_path())


def _stdin() -> bytes:
    parts: list[bytes] = []
    room = MOST_EVENT_BYTES
    while part := os.read(0, 65_536):
        parts.append(part)
        room -= len(part)
        if room < 0:
            raise ValueError("the event is too large")
    return b"".join(parts)


def _write(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]
