"""Read OpenCode's storage: a tree of JSON files, a database, or one exported session.

In: the path of a `storage` folder, an `opencode*.db` or an export. Out: a `FileDraft`. Nothing is
ever written below those paths, not even beside a database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from adage.traces.draft import Draft, FileDraft, Tally, Wanted
from adage.traces.fields import Record, list_of, record_of, text_of
from adage.traces.jsonl import read_document
from adage.traces.opencode_database import Database, open_database
from adage.traces.opencode_session import (
    Message,
    Stored,
    folder_of,
    read_session,
    root_of,
)

HARNESS = "opencode"
# The parts of each message: (id, part).
Parts = dict[str, list[tuple[str, Record]]]


def read_opencode(path: Path, wanted: Wanted) -> FileDraft:
    """Read one storage of any of the three kinds, keeping the sessions that are wanted."""
    tally = Tally()
    if path.is_dir():
        drafts = _read_tree(path, tally, wanted)
    elif path.suffix == ".json":
        drafts = _read_export(path, tally, wanted)
    else:
        drafts = _read_database(path, tally, wanted)
    return FileDraft(str(path), HARNESS, tuple(drafts), tally)


def is_export(document: Record) -> bool:
    """Whether a whole JSON file is an exported session."""
    return isinstance(document.get("info"), dict) and isinstance(document.get("messages"), list)


def _read_export(path: Path, tally: Tally, wanted: Wanted) -> list[Draft]:
    document = record_of(read_document(path, tally))
    if not is_export(document):
        tally.problem = tally.problem or f"{path} is JSON, but no OpenCode session."
        return []
    info = record_of(document["info"])
    stored = Stored(text_of(info.get("id")) or path.stem, info)
    parent = text_of(info.get("parentID"))
    messages = list(_exported_messages(document["messages"], tally))
    tally.records += 1
    found = [(stored, messages)]
    return list(_drafts(found, {stored.id: parent}, str(path), tally, wanted))


def _exported_messages(listed: list[object], tally: Tally) -> Iterator[Message]:
    for number, entry in enumerate(listed):
        info = record_of(record_of(entry).get("info"))
        tally.records += 1
        if not info:
            tally.skipped["message without info"] += 1
            continue
        # Newer exports leave the ids out; the order in the file is then the order of creation.
        name = text_of(info.get("id")) or f"message {number:06d}"
        parts = [
            (text_of(record_of(part).get("id")) or f"part {at:06d}", record_of(part))
            for at, part in enumerate(list_of(record_of(entry).get("parts")))
        ]
        tally.records += len(parts)
        yield Message(name, info, parts)


def _read_tree(storage: Path, tally: Tally, wanted: Wanted) -> list[Draft]:
    sessions: dict[str, Stored] = {}
    folders = [folder for folder in _inside(storage / "session") if folder.is_dir()]
    for file in (file for folder in folders for file in _json_files(folder)):
        info = _record_in(file, tally)
        if info is not None:
            # After a move between projects the contents lag behind: the path has the ids.
            project = _quiet_record(storage / "project" / f"{file.parent.name}.json")
            sessions[file.stem] = Stored(file.stem, info, text_of(project.get("worktree")))
    parents = {name: text_of(stored.info.get("parentID")) for name, stored in sessions.items()}
    flat = _flat_parts(storage / "part", tally)
    found = (
        (stored, _messages_in(storage, stored, flat, tally))
        for _, stored in sorted(sessions.items())
        if not folder_of(stored) or wanted(folder_of(stored))
    )
    return list(_drafts(found, parents, str(storage), tally, wanted))


def _flat_parts(folder: Path, tally: Tally) -> Parts:
    """The parts of the oldest layout, in which all lie in one folder and name their message."""
    flat: Parts = {}
    for name, part in _parts_in(folder, tally):
        flat.setdefault(text_of(part.get("messageID")), []).append((name, part))
    return flat


def _messages_in(storage: Path, stored: Stored, flat: Parts, tally: Tally) -> list[Message]:
    # One old layout names the folder by the id inside the file, not by the file's own name.
    names = _folder_names(stored.id, stored.info)
    messages = []
    for file in (f for name in names for f in _json_files(storage / "message" / name)):
        info = _record_in(file, tally)
        if info is not None:
            ids = _folder_names(file.stem, info)
            parts = [pair for name in ids for pair in _parts_in(storage / "part" / name, tally)]
            parts += [pair for name in ids for pair in flat.get(name, ())]
            messages.append(Message(file.stem, info, parts))
    return messages


def _folder_names(own: str, info: Record) -> list[str]:
    """The name of a file and the id inside it, unless that would lead to another place."""
    told = text_of(info.get("id"))
    leads_away = told in ("", ".", "..", own) or "/" in told or "\\" in told
    return [own] if leads_away else [own, told]


def _parts_in(folder: Path, tally: Tally) -> Iterator[tuple[str, Record]]:
    for file in _json_files(folder):
        part = _record_in(file, tally)
        if part is not None:
            yield file.stem, part


def _json_files(folder: Path) -> list[Path]:
    return [path for path in _inside(folder) if path.suffix == ".json"]


def _inside(folder: Path) -> list[Path]:
    """What lies in the folder, sorted, without links that lead away from it."""
    above = folder.parent
    try:
        if folder.is_symlink() or (above.name in ("message", "part") and above.is_symlink()):
            return []
        return sorted(path for path in folder.iterdir() if not path.is_symlink())
    except OSError:
        return []


def _record_in(file: Path, tally: Tally) -> Record | None:
    """The object in one file of the tree, None (and counted) when it cannot be used."""
    tally.records += 1
    own = Tally()
    value = read_document(file, own)
    if isinstance(value, dict):
        return value
    tally.skipped["unreadable file" if "cannot be read" in own.problem else "not JSON"] += 1
    return None


def _quiet_record(file: Path) -> Record:
    is_own = file.is_file() and not file.is_symlink()
    return record_of(read_document(file, Tally())) if is_own else {}


def _read_database(path: Path, tally: Tally, wanted: Wanted) -> list[Draft]:
    drafts: list[Draft] = []
    try:
        with open_database(path, tally) as database:
            sessions = list(database.sessions())
            parents = {stored.id: text_of(stored.info.get("parentID")) for stored in sessions}
            found = (
                (stored, _rows_as_messages(database, stored.id))
                for stored in sessions
                if not folder_of(stored) or wanted(folder_of(stored))
            )
            # `extend` takes one by one, so damage further back leaves the sessions before it.
            drafts.extend(_drafts(found, parents, str(path), tally, wanted))
    except (sqlite3.Error, OSError) as error:
        tally.problem = f"{path} cannot be read: {error}."
    return drafts


def _rows_as_messages(database: Database, session: str) -> list[Message]:
    parts: dict[str, list[tuple[str, Record]]] = {}
    for message, part, data in database.parts(session):
        parts.setdefault(message, []).append((part, data))
    return [Message(name, info, parts.get(name, [])) for name, info in database.messages(session)]


def _drafts(
    found: Iterable[tuple[Stored, list[Message]]],
    parents: dict[str, str],
    path: str,
    tally: Tally,
    wanted: Wanted,
) -> Iterator[Draft]:
    for stored, messages in found:
        draft = read_session(stored, messages, path, root_of(stored.id, parents), tally)
        if draft is not None and wanted(draft.session.cwd):
            yield draft
