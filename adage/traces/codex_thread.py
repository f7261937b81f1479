"""Codex: one thread, read item by item, whatever era wrote it.

In: a rollout's records in file order. Out: a `Draft`. No output and no file content is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from adage.records import Call, HookNote, Prompt, Session
from adage.traces.codex_calls import (
    CALL_TYPES,
    Place,
    arguments_of,
    call_of,
    calls_of_script,
    default_shell,
    edit_call,
    script_of,
    shell_call,
)
from adage.traces.codex_prompts import (
    environment_of,
    hook_notes,
    text_of_message,
    words_of_person,
)
from adage.traces.codex_results import (
    judge_end,
    judge_output,
    judge_script,
    read_output,
    text_of_end,
)
from adage.traces.draft import Draft, Result, Tally, identity, with_result
from adage.traces.fields import Record, joined_text, record_of, seconds_of_iso, text_of, whole_of
from adage.traces.known_types import CODEX_EVENTS, CODEX_FINISHED, CODEX_ITEMS, left_out

_OUTPUT_TYPES = ("function_call_output", "custom_tool_call_output", "local_shell_call_output")


@dataclass(slots=True)
class Thread:
    """Collects one thread. The first session_meta is its identity; later ones are replayed."""

    fallback_id: str
    tally: Tally
    meta: Record = field(default_factory=dict)
    cwd: str = ""
    folder: str = ""
    shell: str = "bash"
    times: tuple[float, float] = (0.0, 0.0)
    turn: int = -1
    in_batch: bool = False
    calls: list[Call] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    positions: dict[str, int] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    ends: dict[str, Result] = field(default_factory=dict)
    said: list[Prompt] = field(default_factory=list)
    messages: list[Prompt] = field(default_factory=list)
    notes: dict[tuple[int, str], HookNote] = field(default_factory=dict)
    processes: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)
    rolled_back: set[int] = field(default_factory=set)
    nested: dict[str, int] = field(default_factory=dict)
    moment: str = "SessionStart"

    def note_time(self, value: Any) -> float:
        """Widen the thread's span by this moment and give it back as seconds."""
        time = seconds_of_iso(value)
        if time:
            start, end = self.times
            self.times = (min(start or time, time), max(end, time))
        return time

    def add_meta(self, meta: Record) -> None:
        """Take in a session_meta; only the first one says who this thread is."""
        if self.meta:
            self.tally.ignored["session_meta of a replayed thread"] += 1
            return
        self.meta = meta
        self.cwd = self.folder = text_of(meta.get("cwd"))

    def go_to(self, folder: str) -> None:
        """Note the folder in which the agent works from here on."""
        self.cwd = self.cwd or folder
        self.folder = folder or self.folder

    def add_item(self, line: int, time: float, item: Record) -> None:
        """Take in a response item."""
        kind = item.get("type")
        if kind in CALL_TYPES:
            self._add_call_item(line, time, item)
        elif kind in _OUTPUT_TYPES:
            self._add_output(text_of(item.get("call_id")), item.get("output"))
        elif kind == "message" or (kind is None and "role" in item):
            self._add_message(line, item)
        else:
            self.tally.ignored[left_out("item", text_of(kind), CODEX_ITEMS)] += 1

    def add_event(self, line: int, time: float, event: Record) -> None:
        """Take in an event_msg payload."""
        kind = text_of(event.get("type"))
        call_id = text_of(event.get("call_id"))
        if kind == "user_message":
            self._add_said(line, words_of_person(text_of(event.get("message"))))
        elif kind == "item_completed":
            self._add_completed(line, time, record_of(event.get("item")))
        elif kind == "exec_command_end":
            self._add_end(call_id, event)
        elif kind == "patch_apply_end":
            self._add_patch_end(line, time, call_id, event, make=False)
        elif kind in ("task_started", "turn_started"):
            self.moment = "SessionStart"
            self.tally.ignored[left_out("event", kind, CODEX_EVENTS)] += 1
        elif kind == "thread_rolled_back":
            self._roll_back(whole_of(event.get("num_turns")) or 0)
        else:
            self.tally.ignored[left_out("event", kind, CODEX_EVENTS)] += 1

    def draft(self, path: str) -> Draft | None:
        """The thread as a session; None when it holds neither a call nor a prompt."""
        prompts = tuple(self.said or self.messages)
        if not self.calls and not prompts:
            return None
        own_id = text_of(self.meta.get("id")) or self.fallback_id
        parent = self._parent()
        git = record_of(self.meta.get("git"))
        start = seconds_of_iso(self.meta.get("timestamp")) or self.times[0]
        session = Session(
            id=own_id,
            root=(text_of(self.meta.get("session_id")) or parent) if parent else own_id,
            harness="codex",
            path=text_of(path),
            # The oldest rollouts name a folder only where a command runs.
            cwd=self.cwd or next((call.cwd for call in self.calls if call.cwd), ""),
            start=start,
            end=max(self.times[1], start),
            # A sub-agent's prompts are its parent's words, not a person's.
            prompts=() if parent else prompts,
            calls=tuple(self._finished(index) for index in range(len(self.calls))),
            notes=tuple(self.notes.values()),
            agent=self._agent() if parent else "",
            branch=text_of(git.get("branch")),
            version=text_of(self.meta.get("cli_version")),
            turns=self.turn + 1,
        )
        replays = text_of(self.meta.get("forked_from_id")) or parent
        return Draft(session, tuple(self.keys), self._prompt_keys(session), replays)

    def _prompt_keys(self, session: Session) -> tuple[str, ...]:
        return tuple(f"{session.id}/{prompt.id}" for prompt in session.prompts)

    def _spawn(self) -> Record:
        return record_of(record_of(self.meta.get("source")).get("subagent"))

    def _parent(self) -> str:
        """The thread that started this one as a sub-agent, empty when a person did."""
        spawn = record_of(self._spawn().get("thread_spawn"))
        parent = text_of(spawn.get("parent_thread_id"))
        return parent or text_of(self.meta.get("parent_thread_id"))

    def _agent(self) -> str:
        spawn = record_of(self._spawn().get("thread_spawn"))
        return text_of(spawn.get("agent_role")) or text_of(spawn.get("agent_nickname")) or "agent"

    def _place(self, line: int, time: float) -> Place:
        return Place(line, self.turn, time, self.folder, self.shell)

    def _add_call_item(self, line: int, time: float, item: Record) -> None:
        name = text_of(item.get("name")).removeprefix("functions.")
        if name == "write_stdin":
            # Not a step of its own: it waits for, or types into, a command that runs already.
            process = arguments_of(item).get("session_id")
            self.inputs[text_of(item.get("call_id"))] = str(process)
            return
        self._next_turn()
        self.moment = "PreToolUse" if self._records_ends() else ""
        place = self._place(line, time)
        if nested := calls_of_script(item, place):
            for call in nested:
                self._add_call(call)
                self.nested[call.id] = len(nested)
            return
        self._add_call(call_of(item, place))
        if (
            item.get("type") == "web_search_call"
            and item.get("status") == "completed"
            and self.calls
        ):
            self.results.setdefault(self.calls[-1].id, Result("ok"))

    def _records_ends(self) -> bool:
        """Whether the rollout holds the end of each command beside its output.

        Then a hook's words before that end are those of PreToolUse, and after it of PostToolUse.
        """
        return self.meta.get("history_mode") == "paginated"

    def _next_turn(self) -> None:
        if not self.in_batch:
            self.turn += 1
            self.in_batch = True

    def _add_call(self, call: Call | None) -> None:
        if call is None:
            self.tally.skipped["call without id or name"] += 1
        elif call.id in self.positions:
            self.tally.duplicates["repeated call id"] += 1
        else:
            self.positions[call.id] = len(self.calls)
            self.calls.append(call)
            self.keys.append(identity(call.id, f"{self.meta.get('id')}/{call.time}"))

    def _add_output(self, call_id: str, value: Any) -> None:
        self.in_batch = False
        self.moment = ""
        output = read_output(value)
        if call_id in self.inputs:
            owner = self.processes.get(self.inputs[call_id])
            if owner is not None and not output.process:
                self.results[owner] = judge_output("shell", output)
            return
        if call_id in self.results:
            self.tally.duplicates["repeated result"] += 1
        position = self.positions.get(call_id)
        tool = self.calls[position].tool if position is not None else "shell"
        if call_id in self.nested:
            found = judge_script(value) if self.nested[call_id] == 1 and tool == "shell" else None
            if found is not None:
                self.results[call_id] = found
            return
        self.results[call_id] = judge_output(tool, output)
        if output.process:
            self.processes[output.process] = call_id

    def _add_message(self, line: int, message: Record) -> None:
        for event, text in hook_notes(message):
            self._add_note(line, event or self.moment, text)
        if message.get("role") != "user":
            return
        folder, shell = environment_of(message)
        if folder:
            self.go_to(folder)
        if shell:
            self.shell = default_shell(shell)
        if text := text_of_message(message):
            self.in_batch = False
            self.moment = "UserPromptSubmit"
            name = text_of(message.get("id")) or f"line {line}"
            self.messages.append(Prompt(len(self.calls), text, line, name, turn=self.turn + 1))

    def _add_note(self, line: int, event: str, text: str) -> None:
        at = len(self.calls)
        if text:
            self.notes.setdefault((at, text), HookNote(at, event, text, line))

    def _add_said(self, line: int, text: str, name: str = "") -> None:
        """A prompt that the program recorded as typed; paginated files may record it twice."""
        self.in_batch = False
        self.moment = "UserPromptSubmit"
        at = len(self.calls)
        if text and not any(prompt.at == at and prompt.text == text for prompt in self.said[-3:]):
            self.said.append(Prompt(at, text, line, name or f"line {line}", turn=self.turn + 1))

    def _add_completed(self, line: int, time: float, item: Record) -> None:
        kind, item_id = text_of(item.get("type")), text_of(item.get("id"))
        if kind == "UserMessage":
            self._add_said(line, words_of_person(joined_text(item.get("content"))), item_id)
        elif kind == "CommandExecution":
            self._add_execution(line, time, item_id, item)
        elif kind == "FileChange":
            self._add_patch_end(line, time, item_id, item, make=True)
        elif kind == "HookPrompt":
            for fragment in _records(item.get("fragments")):
                event = text_of(fragment.get("hookRunId")).partition(":")[0]
                self._add_note(line, event.capitalize(), text_of(fragment.get("text")).strip())
        else:
            self.tally.ignored[left_out("finished item", kind, CODEX_FINISHED)] += 1

    def _add_execution(self, line: int, time: float, call_id: str, item: Record) -> None:
        """A command that ran, as the program saw it: after a hook may have put in another one."""
        source = text_of(item.get("source"))
        if source == "user_shell" or call_id in self.inputs or "interaction" in source:
            self.tally.ignored["command of a person or input to one"] += 1
            return
        command, folder = item.get("command"), text_of(item.get("cwd"))
        call_id = self._nested_call(call_id, command)
        position = self.positions.get(call_id)
        if position is None:
            self._next_turn()
            self._add_call(shell_call(call_id, command, folder, self._place(line, time)))
        elif self.calls[position].tool == "shell":
            script, shell = script_of(command, self.calls[position].shell)
            if script:
                self.calls[position] = replace(self.calls[position], text=script, shell=shell)
        self._add_end(call_id, item)
        self.moment = "PostToolUse"

    def _nested_call(self, call_id: str, command: Any) -> str:
        """The id of the script's call that this command is, else the id as given."""
        if call_id in self.positions:
            return call_id
        script = script_of(command, self.shell)[0]
        for nested in self.nested:
            if nested not in self.ends and self.calls[self.positions[nested]].text == script:
                return nested
        return call_id

    def _add_end(self, call_id: str, event: Record) -> None:
        found = judge_end(event.get("exit_code"), event.get("status"), text_of_end(event))
        if found is not None:
            self.ends[call_id] = found

    def _add_patch_end(
        self, line: int, time: float, call_id: str, event: Record, *, make: bool
    ) -> None:
        paths = tuple(text_of(path) for path in record_of(event.get("changes")))
        position = self.positions.get(call_id)
        if position is None and make and call_id:
            self._next_turn()
            self._add_call(edit_call(call_id, paths, self._place(line, time)))
        elif position is not None and not self.calls[position].paths:
            self.calls[position] = replace(self.calls[position], paths=paths)
        success = event.get("success")
        if isinstance(success, bool):
            self.ends[call_id] = Result("ok" if success else "failed")
        elif found := judge_end(None, event.get("status"), ""):
            self.ends[call_id] = found

    def _roll_back(self, turns: int) -> None:
        """Mark the calls of the last `turns` prompts as abandoned; they ran all the same."""
        prompts = [p for p in self.said or self.messages if p.line not in self.rolled_back]
        gone = prompts[-turns:] if turns > 0 else []
        self.rolled_back |= {prompt.line for prompt in gone}
        if gone:
            for index in range(gone[0].at, len(self.calls)):
                self.calls[index] = replace(self.calls[index], abandoned=True)

    def _finished(self, index: int) -> Call:
        call = self.calls[index]
        found, end = self.results.get(call.id), self.ends.get(call.id)
        if found is None or (found.outcome == "unknown" and end is not None):
            found = end
        return with_result(call, found) if found is not None else call


def _records(value: Any) -> Iterator[Record]:
    return (
        (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())
    )
