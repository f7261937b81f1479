"""Claude Code: one lane of a transcript, the main conversation or one sub-agent, read line by line.

In: the lane's lines in file order. Out: a `Draft`. No output and no file content is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adage.records import Call, HookNote, Prompt, Session
from adage.traces.branches import Node, find_abandoned
from adage.traces.claude_notes import blocks_of, notes_of, rewritten_command
from adage.traces.claude_prompts import queued_text, typed_text
from adage.traces.claude_results import background_id, judge_background, judge_result
from adage.traces.claude_tools import call_of
from adage.traces.draft import Draft, Result, Tally, as_run, identity, with_result
from adage.traces.fields import Record, joined_text, record_of, seconds_of_iso, text_of
from adage.traces.known_types import CLAUDE_BLOCKS, left_out

_TASK_ID = re.compile(r"<task-id>([^<]+)</task-id>")
_NOTIFIED_CALL = re.compile(r"<tool-use-id>([^<]+)</tool-use-id>")
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_KILLED = 137  # a shell's number for an end by signal 9
_READS_BACKGROUND = ("BashOutput", "TaskOutput", "AgentOutput")


@dataclass(slots=True)
class Lane:
    """Collects one lane. `main` is the lane that started this one when both stand in one file.

    `sessions` are the session ids its lines name: a resumed conversation may name several.
    """

    key: str
    is_agent: bool
    agent: str
    main: Lane | None
    tally: Tally
    sessions: dict[str, None] = field(default_factory=dict)
    cwd: str = ""
    branch: str = ""
    version: str = ""
    times: tuple[float, float] = (0.0, 0.0)
    calls: list[Call] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)
    positions: dict[str, int] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    prompts: list[Prompt] = field(default_factory=list)
    queued: list[Prompt] = field(default_factory=list)
    notes: dict[tuple[int, str], HookNote] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    background: dict[str, str] = field(default_factory=dict)
    rewritten: dict[str, str] = field(default_factory=dict)
    moments: dict[str, float] = field(default_factory=dict)
    killed: dict[str, bool] = field(default_factory=dict)

    def add(self, number: int, line: Record) -> None:
        """Take in one line of a type that carries conversation: user, assistant, attachment ..."""
        self._note_place(line)
        kind = self._read(number, line)
        if line_id := text_of(line.get("uuid")):
            self.nodes.append(Node(line_id, text_of(line.get("parentUuid")), kind))

    def session_id(self, file_stem: str) -> str:
        """The id of the conversation: the file's name if its lines agree, else what they say."""
        if self.main is not None:
            return self.main.session_id(file_stem)
        return file_stem if file_stem in self.sessions else next(iter(self.sessions), file_stem)

    def draft(self, path: str, file_stem: str) -> Draft | None:
        """The lane as a session; None when it holds neither a call nor a prompt."""
        prompts = self._all_prompts()
        if not self.calls and not prompts:
            return None
        left = find_abandoned(self.nodes)
        root = self.session_id(file_stem)
        session = Session(
            id=f"{root}/{self.key}" if self.is_agent else root,
            root=root,
            harness="claude",
            path=text_of(path),
            cwd=self.cwd,
            start=self.times[0],
            end=self.times[1],
            prompts=prompts,
            calls=tuple(self._finished(i, left) for i in range(len(self.calls))),
            notes=tuple(self.notes.values()),
            agent=self.agent,
            branch=self.branch,
            version=self.version,
            turns=len(self.turns),
        )
        keys = tuple(
            identity(call.id, f"{owner} {call.time}")
            for call, owner in zip(self.calls, self.owners, strict=True)
        )
        prompt_keys = (identity(p.id, f"{self.moments.get(p.id, 0.0)} {p.text}") for p in prompts)
        return Draft(session, keys, tuple(prompt_keys))

    def late(self) -> Mapping[str, Result]:
        """Results whose call is not in this lane."""
        return {key: found for key, found in self.results.items() if key not in self.positions}

    def _note_place(self, line: Record) -> None:
        self.cwd = self.cwd or text_of(line.get("cwd"))
        self.branch = self.branch or text_of(line.get("gitBranch"))
        self.version = self.version or text_of(line.get("version"))
        if time := seconds_of_iso(line.get("timestamp")):
            start, end = self.times
            self.times = (min(start or time, time), max(end, time))

    def _read(self, number: int, line: Record) -> str:
        """Take in what the line says; its kind as a tree node comes back."""
        for event, text in notes_of(line):
            self._add_note(number, event, text)
        match line.get("type"):
            case "assistant":
                return self._add_message(number, line)
            case "user":
                return self._add_user_line(number, line)
            case "attachment":
                self._add_attachment(number, line)
        return ""

    def _add_note(self, number: int, event: str, text: str) -> None:
        at = len(self.calls)
        if text:
            self.notes.setdefault((at, text), HookNote(at, event, text, number))

    def _add_message(self, number: int, line: Record) -> str:
        message = record_of(line.get("message"))
        own_id = text_of(line.get("uuid")) or f"line {number}"
        message_id = text_of(message.get("id")) or own_id
        turn = self.turns.setdefault(message_id, len(self.turns))
        self._go_on(turn)
        for block in blocks_of(line):
            if block.get("type") == "tool_use":
                self._add_call(call_of(block, line, number, turn), own_id)
            elif (kind := text_of(block.get("type"))) not in CLAUDE_BLOCKS:
                self.tally.ignored[left_out("block", kind, CLAUDE_BLOCKS)] += 1
        return message_id

    def _add_call(self, call: Call | None, owner: str) -> None:
        if call is None:
            self.tally.skipped["call without id or name"] += 1
        elif call.id in self.positions:
            self.tally.duplicates["repeated call id"] += 1
        else:
            self.positions[call.id] = len(self.calls)
            self.calls.append(call)
            self.owners.append(owner)

    def _add_user_line(self, number: int, line: Record) -> str:
        for block in blocks_of(line):
            if block.get("type") == "tool_result":
                self._add_result(block, line)
        self._add_notice(joined_text(record_of(line.get("message")).get("content")))
        text = "" if self.is_agent else typed_text(line)
        if not text:
            return ""
        self.prompts.append(self._prompt(number, line, text))
        self.killed = dict.fromkeys(self.killed, True)
        return "prompt"

    def _go_on(self, turn: int) -> None:
        """The model goes on after a killed command: then the session was not what was stopped."""
        for call_id, is_over in list(self.killed.items()):
            if not is_over and self.calls[self.positions[call_id]].turn < turn:
                del self.killed[call_id]

    def _prompt(self, number: int, line: Record, text: str) -> Prompt:
        prompt_id = text_of(line.get("uuid")) or f"line {number}"
        self.moments[prompt_id] = seconds_of_iso(line.get("timestamp"))
        return Prompt(len(self.calls), text, number, prompt_id, turn=len(self.turns))

    def _add_result(self, block: Record, line: Record) -> None:
        call_id = text_of(block.get("tool_use_id"))
        position = self.positions.get(call_id)
        call = self.calls[position] if position is not None else None
        if call_id in self.results:
            self.tally.duplicates["repeated result"] += 1
        is_piped = call is None or "|" in call.text or call_id in self.rewritten
        tool = call.tool if call else "shell"
        self.results[call_id] = judge_result(tool, block, line, is_piped=is_piped)
        if call is not None and call.tool == "shell" and self.results[call_id].exit_code == _KILLED:
            self.killed.setdefault(call_id, False)
        if task := background_id(line):
            self.background[task] = call_id
        if call is not None and call.name in _READS_BACKGROUND:
            self._settle_background(joined_text(block.get("content")).partition("<output>")[0])

    def _add_notice(self, text: str) -> None:
        """Join the end of a background command, told by a notification, with its call."""
        if text.startswith("<task-notification>"):
            self._settle_background(text)

    def _settle_background(self, text: str) -> None:
        task, named = _TASK_ID.search(text), _NOTIFIED_CALL.search(text)
        call_id = self.background.get(task.group(1), "") if task else ""
        if not call_id and named and named.group(1) in self.background.values():
            call_id = named.group(1)
        summary = _SUMMARY.search(text)
        found = judge_background(summary.group(1) if summary else text)
        if call_id and found is not None:
            self.results[call_id] = found

    def _add_attachment(self, number: int, line: Record) -> None:
        attachment = record_of(line.get("attachment"))
        if found := rewritten_command(line):
            self.rewritten[found[0]] = found[1]
        if attachment.get("type") != "queued_command":
            return
        self._add_notice(joined_text(attachment.get("prompt")))
        text = "" if self.is_agent else queued_text(attachment)
        if text:
            self.queued.append(self._prompt(number, line, text))

    def _all_prompts(self) -> tuple[Prompt, ...]:
        """The typed prompts with the queued ones that were not written as a user line as well."""
        queued = {(prompt.at, prompt.text): prompt for prompt in reversed(self.queued)}
        extra = [
            prompt
            for prompt in queued.values()
            if not any(p.text == prompt.text and p.line > prompt.line for p in self.prompts)
        ]
        return tuple(sorted([*self.prompts, *extra], key=lambda prompt: prompt.line))

    def _finished(self, position: int, left: frozenset[str]) -> Call:
        call = self.calls[position]
        if found := self.results.get(call.id):
            # Stopping the program kills the command it runs; that says nothing of the command.
            found = Result("unknown", _KILLED) if call.id in self.killed else found
            call = with_result(call, found)
        if call.id in self.rewritten:
            call = as_run(call, self.rewritten[call.id])
        return replace(call, abandoned=True) if self.owners[position] in left else call
