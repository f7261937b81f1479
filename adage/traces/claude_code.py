"""Read a Claude Code transcript: one file, one or more lanes (the conversation and sub-agents).

In: the path of a session file or of a sub-agent's file. Out: a `FileDraft` with one session for
each lane. Lines are read in file order; the tree of parents only tells what was abandoned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from adage.traces.claude_lane import Lane
from adage.traces.draft import Draft, FileDraft, Result, Tally, Wanted
from adage.traces.fields import Record, list_of, record_of, text_of
from adage.traces.jsonl import read_document, read_records
from adage.traces.known_types import CLAUDE_LINES, left_out

HARNESS = "claude"
# Lines that carry the conversation; every other type is metadata and is left out on purpose.
_CONVERSATION = ("user", "assistant", "attachment", "system", "progress")


def read_claude(path: Path, wanted: Wanted) -> FileDraft:
    """Read one transcript file, keeping the sessions whose first folder is wanted."""
    tally = Tally()
    lines = _web_lines(path, tally) if path.suffix == ".json" else read_records(path, tally)
    return read_claude_lines(path, lines, tally, wanted)


def read_claude_lines(
    path: Path, lines: Iterable[tuple[int, Record]], tally: Tally, wanted: Wanted
) -> FileDraft:
    """Read numbered transcript lines, from wherever they come, as the file at `path`."""
    lanes = Lanes(path, tally)
    for number, line in lines:
        lanes.add(number, line)
    drafts: list[Draft] = []
    late: dict[str, Result] = {}
    for lane in lanes.all():
        late.update(lane.late())
        draft = lane.draft(str(path), path.stem)
        if draft is not None and wanted(draft.session.cwd):
            drafts.append(draft)
    return FileDraft(str(path), HARNESS, tuple(drafts), tally, late)


def first_folder(path: Path, tally: Tally) -> str:
    """The folder in which the file's first session started, empty when no line names one."""
    for _, line in read_records(path, tally):
        if cwd := text_of(line.get("cwd")):
            return cwd
    return ""


def is_claude_line(line: Record) -> bool:
    """Whether the object looks like a line of a Claude Code transcript."""
    kind = line.get("type")
    if kind in ("user", "assistant"):
        return isinstance(line.get("message"), dict)
    return isinstance(kind, str) and any(
        key in line for key in ("sessionId", "leafUuid", "messageId", "parentUuid")
    )


def is_web_document(document: Record) -> bool:
    """Whether a whole JSON file is a session of the web client: the lines in one list."""
    return isinstance(document.get("loglines"), list)


def _web_lines(path: Path, tally: Tally) -> Iterator[tuple[int, Record]]:
    for line in list_of(record_of(read_document(path, tally)).get("loglines")):
        tally.records += 1
        if isinstance(line, dict):
            yield 0, line
        else:
            tally.skipped["not an object"] += 1


class Lanes:
    """Sorts the lines of one file into lanes and keeps each record once."""

    def __init__(self, path: Path, tally: Tally) -> None:
        """Start with no lanes; a name beginning with `agent-` makes every lane a sub-agent's."""
        self._path = path
        self._tally = tally
        self._lanes: dict[str, Lane] = {}
        self._lane_of: dict[str, str] = {}
        self._alias: dict[str, str] = {}
        self._seen: set[tuple[str, str, str]] = set()
        self._session = ""
        self._is_agent = path.name.startswith("agent-")

    def all(self) -> Iterator[Lane]:
        """The lanes in order of their first line."""
        yield from self._lanes.values()

    def add(self, number: int, line: Record) -> None:
        """Put the line into its lane, or count why it is left out."""
        kind = text_of(line.get("type"))
        if kind not in _CONVERSATION:
            self._tally.ignored[left_out("line", kind, CLAUDE_LINES)] += 1
            return
        line_id = text_of(line.get("uuid"))
        # Redaction may leave one word in the place of many ids, so the moment has to agree as well.
        record = (line_id, kind, text_of(line.get("timestamp")))
        if line_id and record in self._seen:
            self._tally.ignored["record written twice"] += 1
            self._tally.duplicates["record written twice"] += 1
            return
        self._seen.add(record)
        lane = self._lane(line, line_id or f"line {number}")
        if reason := _reason_to_ignore(kind, line):
            self._tally.ignored[reason] += 1
            # Later lines may hang off this one, so it keeps its place in the tree.
            lane.add(number, {**_place_of(line), "type": "ignored"})
            return
        lane.add(number, line)

    def _lane(self, line: Record, line_id: str) -> Lane:
        named = text_of(line.get("sessionId")) or self._session or _name_of_session(self._path)
        self._session = self._session or named
        key = self._key(line, line_id, named)
        self._lane_of[line_id] = key
        if key not in self._lanes:
            self._lanes[key] = self._start(line, key, named)
        self._lanes[key].sessions.setdefault(named)
        return self._lanes[key]

    def _key(self, line: Record, line_id: str, named: str) -> str:
        """Which lane the line is of: its agent's, the one its chain is in, or its session's."""
        if self._is_agent:
            return self._path.stem
        above = self._lane_of.get(text_of(line.get("parentUuid")), "")
        if line.get("isSidechain") is True:
            if agent := text_of(line.get("agentId")):
                return f"agent-{agent}"
            return above if above.startswith("agent-") else f"agent-{line_id}"
        # A resumed session goes on under another id but in the same chain.
        if above and not above.startswith("agent-"):
            self._alias.setdefault(named, above)
        return self._alias.setdefault(named, named)

    def _start(self, line: Record, key: str, named: str) -> Lane:
        is_agent = key.startswith("agent-")
        main = None if self._is_agent else self._lanes.get(self._alias.get(named, named))
        agent = _agent_type(self._path) if self._is_agent else ""
        agent = agent or text_of(line.get("agentId")) or key.removeprefix("agent-")
        return Lane(
            key, is_agent, agent if is_agent else "", main if is_agent else None, self._tally
        )


def _name_of_session(path: Path) -> str:
    """The session id that the place of the file tells when no line does."""
    folders = [folder.name for folder in path.parents]
    if "subagents" in folders:
        return folders[folders.index("subagents") + 1] or path.stem
    return path.stem


def _place_of(line: Record) -> Record:
    return {key: line[key] for key in ("uuid", "parentUuid") if key in line}


def _reason_to_ignore(kind: str, line: Record) -> str:
    if kind == "progress":
        return "line of type progress"
    message = record_of(line.get("message"))
    if kind == "assistant" and (
        line.get("isApiErrorMessage") or message.get("model") == "<synthetic>"
    ):
        return "text of the program, not the model"
    return ""


def _agent_type(path: Path) -> str:
    """The kind of a sub-agent as the file beside its transcript names it."""
    beside = path.with_name(path.name.removesuffix(".jsonl") + ".meta.json")
    if beside.is_symlink() or not beside.is_file():
        return ""
    return text_of(record_of(read_document(beside, Tally())).get("agentType"))
