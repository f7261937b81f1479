"""Read a Codex rollout of any era: plain or compressed lines, or the one object of spring 2025.

In: the path of a rollout. Out: a `FileDraft` with at most one session. Enveloped, bare and
flattened items are brought into one shape here; `Thread` reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from adage.traces.codex_calls import CALL_TYPES, arguments_of
from adage.traces.codex_prompts import environment_of
from adage.traces.codex_thread import Thread
from adage.traces.draft import FileDraft, Tally, Wanted
from adage.traces.fields import Record, record_of, seconds_of_iso, text_of
from adage.traces.jsonl import read_document, read_records
from adage.traces.known_types import CODEX_LINES, left_out

HARNESS = "codex"
_ENVELOPES = ("session_meta", "turn_context", "response_item", "event_msg", "compacted")
_BARE_TYPES = (
    *CALL_TYPES,
    "message",
    "reasoning",
    "function_call_output",
    "custom_tool_call_output",
    "local_shell_call_output",
)
_STREAM_TYPES = ("thread.started", "turn.started", "item.started", "item.completed")
_FILE_NAME = re.compile(
    r"rollout-(\d{4}-\d\d-\d\d)(?:T(\d\d)-(\d\d)-(\d\d))?-(?P<id>.+?)\.json(?:l(?:\.zst)?)?$"
)


def read_codex(path: Path, wanted: Wanted) -> FileDraft:
    """Read one rollout, keeping its session when its first folder is wanted."""
    tally = Tally()
    thread = Thread(_name_of_thread(path), tally)
    for line, record in _records(path, tally):
        _add(thread, line, record)
    if not thread.times[1]:
        # Bare items have no time of their own; the file's name tells when the thread began.
        thread.note_time(_time_of_name(path))
    draft = thread.draft(str(path))
    kept = (draft,) if draft is not None and wanted(draft.session.cwd) else ()
    return FileDraft(str(path), HARNESS, kept, tally)


def first_folder(path: Path, tally: Tally) -> str:
    """The folder in which the thread started, empty when nothing names one."""
    for _, record in _records(path, tally):
        body = record_of(record.get("payload")) or record
        folder = text_of(body.get("cwd")) or environment_of(body)[0]
        folder = folder or text_of(record_of(body.get("action")).get("working_directory"))
        folder = folder or text_of(arguments_of(body).get("workdir"))
        if folder:
            return folder
    return ""


def is_codex_line(record: Record) -> bool:
    """Whether the object looks like a line of a rollout."""
    kind = record.get("type")
    if kind in _ENVELOPES:
        return isinstance(record.get("payload"), dict)
    if kind in _BARE_TYPES:
        return "call_id" in record or "role" in record or "summary" in record
    return "record_type" in record or _is_bare_meta(record)


def is_exec_stream(record: Record) -> bool:
    """Whether the object is of the stream that `codex exec --json` prints: another grammar."""
    return record.get("type") in _STREAM_TYPES and "payload" not in record


def is_old_document(document: Record) -> bool:
    """Whether a whole JSON file is a rollout of spring 2025."""
    return isinstance(document.get("session"), dict) and isinstance(document.get("items"), list)


def _records(path: Path, tally: Tally) -> Iterable[tuple[int, Record]]:
    if path.suffix != ".json":
        return read_records(path, tally)
    document = record_of(read_document(path, tally))
    if not is_old_document(document):
        tally.problem = tally.problem or f"{path} is JSON, but no Codex rollout."
        return []
    records = [{**record_of(document["session"]), "type": "session_meta"}, *document["items"]]
    usable = [record for record in records if isinstance(record, dict)]
    tally.records += len(records)
    if len(usable) < len(records):
        tally.skipped["not an object"] += len(records) - len(usable)
    return [(0, record) for record in usable]


def _add(thread: Thread, line: int, record: Record) -> None:
    kind = record.get("type")
    payload = record_of(record.get("payload"))
    time = thread.note_time(record.get("timestamp"))
    if kind == "session_meta":
        thread.add_meta(payload or record)
    elif _is_bare_meta(record):
        thread.add_meta(record)
    elif kind == "turn_context":
        thread.go_to(text_of(payload.get("cwd")))
    elif kind == "event_msg":
        thread.add_event(line, time, payload)
    elif kind == "response_item":
        thread.add_item(line, time or seconds_of_iso(payload.get("timestamp")), payload)
    elif kind in _BARE_TYPES:
        thread.add_item(line, time, record)
    else:
        name = text_of(kind) or ("state" if "record_type" in record else "none")
        thread.tally.ignored[left_out("line", name, CODEX_LINES)] += 1


def _is_bare_meta(record: Record) -> bool:
    return "type" not in record and "id" in record and "instructions" in record


def _name_of_thread(path: Path) -> str:
    found = _FILE_NAME.search(path.name)
    return found.group("id") if found else path.name.partition(".")[0]


def _time_of_name(path: Path) -> str:
    """The moment in the file's name. It is local time there; read as UTC it is off by hours."""
    found = _FILE_NAME.search(path.name)
    if found is None:
        return ""
    day, hour, minute, second = found.group(1, 2, 3, 4)
    return f"{day}T{hour}:{minute}:{second}" if hour else day
