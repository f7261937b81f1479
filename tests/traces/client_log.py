"""What a recorded run of a real client says happened, told without its transcript.

In: the folder of one recorded run: the requests that reached the model's stub, what the client
printed, and what its hooks were given. Out: a `Run` to hold against a reading of the transcript.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Record = dict[str, Any]
_EXIT = re.compile(r"(?:Exit code|Process exited with code) (\d+)")
# Every run was started with a prompt that begins with this word.
_PROMPT = re.compile(r"MAIN-PROMPT[^'\n]*")
_SAID_TO_MODEL = ("additionalContext", "reason", "stderr", "stdout")
_NAME_CHARS = 24


# A call: its id, the command or the tool's name, the outcome and the exit code.
Told = tuple[str, str, str, int | None]


@dataclass(slots=True)
class Run:
    """A run as told, its calls sorted by id, and the heads of the hook texts the model saw."""

    calls: list[Told] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    contexts: set[str] = field(default_factory=set)


def transcripts(folder: Path) -> list[Path]:
    """The transcripts that the run left, of whichever client."""
    found = [p for p in sorted(folder.rglob("*.jsonl")) if {"projects", "sessions"} & {*p.parts}]
    return [*found, *sorted(folder.rglob("opencode.db"))]


# Runs whose transcript cannot tell what the log tells, and why.
ARGUED = {
    "c26_post_block": "The hook's reason stands in the place of the output; the rollout marks it "
    "nowhere as a hook's, so it is no note. Command and exit code agree.",
}


def run_of(folder: Path) -> Run:
    """The run as its own log tells it."""
    if (folder / "opencode.json").exists():
        return _opencode(folder)
    return _codex(folder) if (folder / "codex_config.toml").exists() else _claude(folder)


def lines_of(path: Path) -> list[Record]:
    """The objects of a file of one object per line, none when there is no such file."""
    if not path.exists():
        return []
    parsed = []
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        try:
            parsed.append(json.loads(line))
        except ValueError:
            continue
    return [line for line in parsed if isinstance(line, dict)]


# --- Claude Code ----------------------------------------------------------------------------------


def _claude(folder: Path) -> Run:
    bodies = [line.get("body") or {} for line in lines_of(folder / "requests.jsonl")]
    spoken = [m for body in bodies for m in body.get("messages") or []]
    printed = lines_of(folder / "stdout.jsonl")
    spoken += [line["message"] for line in printed if isinstance(line.get("message"), dict)]
    asked, answered = _blocks(spoken)
    heard = _hook_calls(folder)
    denied = {d["tool_use_id"] for line in printed for d in line.get("permission_denials") or []}
    given = [_probe_commands(folder), heard]
    calls = [
        (call, *_claude_call(block, answered.get(call), call in denied, given))
        for call, block in asked.items()
    ]
    calls = [_with_late_end(call, _wire(bodies), folder) for call in calls]
    return Run(sorted(calls), _prompts(folder, bodies), _delivered(folder, bodies))


def _blocks(messages: list[Record]) -> tuple[dict[str, Record], dict[str, Record]]:
    asked: dict[str, Record] = {}
    answered: dict[str, Record] = {}
    for message in messages:
        for block in message.get("content") or []:
            if isinstance(block, dict) and block.get("type") == "tool_use":
                asked.setdefault(block["id"], block)
            elif isinstance(block, dict) and block.get("type") == "tool_result":
                answered.setdefault(block["tool_use_id"], block)
    return asked, answered


def _hook_calls(folder: Path) -> dict[str, Record]:
    """What ran, as the hooks after a call were told it: the rewritten command, if any."""
    heard = (line.get("stdin") or {} for line in lines_of(folder / "hooks.jsonl"))
    ends = ("PostToolUse", "PostToolUseFailure")
    return {h["tool_use_id"]: h for h in heard if h.get("hook_event_name") in ends}


def _probe_commands(folder: Path) -> list[str]:
    """The commands that the run's own PreToolUse hooks put in the place of others."""
    return [
        found["command"]
        for said in _values(json.loads((folder / "probe.json").read_text(encoding="utf-8")))
        if isinstance(said, dict) and isinstance(found := said.get("updatedInput"), dict)
        if "command" in found
    ]


def _values(node: Any) -> Iterator[Any]:
    yield node
    for inner in (
        node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    ):
        yield from _values(inner)


def _claude_call(
    block: Record, answer: Record | None, is_denied: bool, given: list[Any]
) -> tuple[str, str, int | None]:
    rewrites, heard = given
    # A model may still call the tool by its old name.
    name = "Agent" if block["name"] == "Task" else block["name"]
    command = block["input"].get("command") or name
    if answer is None:
        return command, "unknown", None
    text = _text(answer.get("content"))
    outcome, code = _claude_outcome(text, answer.get("is_error") is True, block["name"])
    if block["id"] in heard:
        command = heard[block["id"]]["tool_input"].get("command") or command
    elif outcome in ("ok", "failed"):
        # Without a hook after the call, only what `echo WORD` printed tells which one ran.
        first = text.split("\n", 1)[0]
        command = next((c for c in rewrites if c.split()[-1] == first), command)
    was_told = block["id"] in heard and heard[block["id"]]["hook_event_name"].endswith("Failure")
    if is_denied or (outcome == "failed" and code is None and not was_told):
        return command, "refused", None
    return command, outcome, code


def _with_late_end(told: Told, wire: str, folder: Path) -> Told:
    """The call with what became of it after its result: in the background, or by a signal."""
    call, command, outcome, code = told
    if outcome == "unknown" and (at := wire.find(f"<tool-use-id>{call}</tool-use-id>")) >= 0:
        found = re.search(r"exit code (\d+)", wire[at : at + 600])
        code = int(found.group(1)) if found else None
        return call, command, "failed" if code else "ok", code
    # The run's own script stopped the client, and with it what ran.
    if code == 137 and "kill -" in (folder / "scenario.json").read_text(encoding="utf-8"):
        return call, command, "unknown", code
    return told


def _claude_outcome(text: str, is_error: bool, name: str) -> tuple[str, int | None]:
    if not is_error:
        running = "running in background" in text[:80]
        # A `grep` that found nothing ended with 1, which is no failure.
        is_plain = name == "Bash" and not text.startswith("(Bash completed with no output)")
        return ("unknown", None) if running else ("ok", 0 if is_plain else None)
    if text.startswith("<tool_use_error>"):
        is_sibling = "Sibling" in text[:60] or "Cancelled" in text[:60]
        return ("cancelled" if is_sibling else "invalid"), None
    if found := _EXIT.match(text):
        timed_out = "Command timed out" in text[:60]
        return ("timeout" if timed_out else "failed"), int(found.group(1))
    return "failed", None


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(str(block.get("text", "")) for block in content or [])


def _prompts(folder: Path, bodies: list[Record]) -> list[str]:
    """The prompts of the command lines that reached the model: a hook may have erased one."""
    runs = json.loads((folder / "scenario.json").read_text(encoding="utf-8"))["runs"]
    wire = _wire(bodies)
    prompts = [_prompt_of(argv) for argv in runs]
    return [prompt for prompt in prompts if prompt and prompt in wire]


def _wire(bodies: list[Record]) -> str:
    return _flat([body.get("messages") or body.get("input") or [] for body in bodies])


def _prompt_of(argv: list[str]) -> str:
    found = _PROMPT.search("\n".join(argv))
    return found.group() if found else ""


def _delivered(folder: Path, bodies: list[Record]) -> set[str]:
    """The texts of the run's own hooks that stand in a request to the model."""
    wire = _wire(bodies)
    found = set()
    for text in configured(folder):
        if text[:_NAME_CHARS] in wire:
            found.add(text[:_NAME_CHARS])
            # A shorter text may be the head of a longer one.
            wire = wire.replace(text[:_NAME_CHARS], "")
    return found


def configured(folder: Path) -> list[str]:
    """Every text that a hook of the run could put before the model, the longest first."""
    probe = json.loads((folder / "probe.json").read_text(encoding="utf-8"))
    texts = {
        said[key]
        for events in probe.values()
        for event, outputs in events.items()
        for said in _values(outputs)
        if isinstance(said, dict)
        for key in _SAID_TO_MODEL
        # Why a call was refused is the outcome of the call.
        if (event, key) != ("PreToolUse", "stderr")
        and isinstance(said.get(key), str)
        and said[key].strip()
    }
    return sorted(texts, key=lambda text: (-len(text), text))


def name_of(text: str, folder: Path) -> str:
    """The head of the configured text that `text` delivers, whole, cut or wrapped; else itself."""
    heads = [told[:_NAME_CHARS] for told in configured(folder)]
    return max((head for head in heads if head in text), key=len, default=text)


def _flat(node: Any) -> str:
    return " ".join(value for value in _values(node) if isinstance(value, str))


# --- Codex ----------------------------------------------------------------------------------------


def _codex(folder: Path) -> Run:
    bodies = [line.get("body") or {} for line in lines_of(folder / "requests.jsonl")]
    items = [item for body in bodies for item in body.get("input") or []]
    asked = {
        i["call_id"]: i for i in items if i.get("type") in ("function_call", "custom_tool_call")
    }
    answered = {i["call_id"]: i for i in items if str(i.get("type")).endswith("_call_output")}
    heard = _hook_calls(folder)
    calls = [(c, *_codex_call(i, answered.get(c), heard.get(c))) for c, i in asked.items()]
    calls = _with_printed_ends(calls, lines_of(folder / "stdout.jsonl"))
    return Run(sorted(calls), _prompts(folder, bodies), _delivered(folder, bodies))


def _with_printed_ends(calls: list[Told], printed: list[Record]) -> list[Told]:
    """The end of a command as the client printed it, where a hook's words hide it on the wire."""
    items = [line.get("item") or {} for line in printed if line.get("type") == "item.completed"]
    ends = {str(i.get("command")): i.get("exit_code") for i in items if "exit_code" in i}
    fixed = []
    for call, command, outcome, code in calls:
        end = next((n for told, n in ends.items() if command in told), None)
        if outcome == "unknown" and end is not None:
            outcome, code = ("failed" if end else "ok"), end
        fixed.append((call, command, outcome, code))
    return fixed


def _codex_call(
    item: Record, answer: Record | None, heard: Record | None
) -> tuple[str, str, int | None]:
    given = json.loads(item["arguments"]) if "arguments" in item else {}
    command = given.get("cmd") or item["name"]
    if heard is not None and "cmd" in given:
        command = heard["tool_input"].get("command") or command
    text = _text(answer.get("output")) if answer else ""
    head = text.partition("Output:")[0]
    if found := _EXIT.search(head):
        return command, "ok" if found.group(1) == "0" else "failed", int(found.group(1))
    if "blocked by PreToolUse hook" in text:
        return command, "refused", None
    if text.startswith("unsupported"):
        return command, "invalid", None
    if text.startswith(("Exit code: 0", "Success. Updated")):
        return command, "ok", 0 if text.startswith("Exit") else None
    return command, "failed" if "verification failed" in text else "unknown", None


# --- OpenCode -------------------------------------------------------------------------------------


def _opencode(folder: Path) -> Run:
    begun: dict[str, Record] = {}
    ended: dict[str, Record] = {}
    for line in lines_of(folder / "hooks.jsonl"):
        told = line.get("input") or {}
        if line["event"] == "tool.execute.before":
            begun.setdefault(told["callID"], {**told, **line["output"]})
        elif line["event"] == "tool.execute.after":
            ended[told["callID"]] = {**told, **line["output"]}
    calls = []
    for call, told in begun.items():
        args = (ended.get(call) or {}).get("args") or told["args"]
        code = ((ended.get(call) or {}).get("metadata") or {}).get("exit")
        # The hook after a call is not called when the call did not come to its end.
        outcome = "failed" if code or told["tool"] != "bash" else "unknown"
        if call in ended and not code:
            outcome = "ok"
        calls.append((call, args.get("command") or told["tool"], outcome, code))
    runs = json.loads((folder / "scenario.json").read_text(encoding="utf-8"))["runs"]
    # The command line's words come to the client in quotation marks when they hold blanks.
    prompts = [f'"{argv[-1]}"' for argv in runs]
    return Run(sorted(calls), prompts, set())
