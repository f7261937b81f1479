"""Around one shell command: put the right interpreter in its place, or tell why it failed.

In: a PreToolUse or PostToolUseFailure event of the shell tool. Out: an `Answer`. A rewrite is told
to the agent, shown to the person, and kept in the session's memory by the id of its call: the
client's own transcript shows the command as the agent wrote it.
"""

from __future__ import annotations

from adage.hook.decide import CONTROL, Answer, Scene, lane_of, spoken, written
from adage.hook.gates import directive, passing
from adage.hook.memory import fold
from adage.hook.permissions import allows_rewrite
from adage.hook.render import blocks, words
from adage.hook.rewrite import Edit, apply, changed_commands, interpreter_edits, pair_edits
from adage.hook.steps import Watch, bash_steps
from adage.hook.words import keys_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adage.hook.sealed import Sealed

SHELLS = ("Bash", "PowerShell")
INTERPRETER = "interpreter"
# The gate of a rewrite that the client would judge otherwise than what the agent wrote.
RULES = "your permission rules judge the changed command differently"


def before_command(event: dict[str, Any], index: Sealed, scene: Scene) -> Answer:
    """Change the command word where that is sure to be right; else stay silent."""
    given, call = event.get("tool_input"), event.get("tool_use_id")
    if event.get("tool_name") != "Bash" or not isinstance(given, dict) or not call:
        return Answer()
    command = given.get("command")
    if not isinstance(command, str):
        return Answer()
    edits, about = _edits(command, index, scene)
    if not edits:
        return Answer()
    rewritten = apply(command, edits)
    if event.get("permission_mode") != "bypassPermissions":
        rules = scene.permissions()
        pairs = changed_commands(command, edits)
        if not all(allows_rewrite(rules, old, new) for old, new in pairs):
            return _advice(event, about, index, scene)
    name = f"{scene.session}|{call}"
    told, _ = passing([(about, "")], fold([]), index.settings, name, capped=False)
    journal = [{"call": str(call)[:100], "edits": [list(edit) for edit in edits]}]
    record = {"e": "PreToolUse", "j": journal, "d": written(told, scene), **lane_of(event)}
    if scene.arm == CONTROL:
        return Answer(record)
    return Answer(record, _output(given, rewritten, edits, told))


def _edits(command: str, index: Sealed, scene: Scene) -> tuple[list[Edit], dict[str, Any]]:
    """The edits of the first rewrite that applies, and what it is about."""
    if not scene.rewrites():
        return [], {}
    # What a person approved was seen at the root; elsewhere its paths mean something else.
    pairs = index.section("PreToolUse").get("pairs", ()) if scene.cwd == scene.root else ()
    for pair in pairs:
        edits = pair_edits(command, pair["from"], pair["to"], scene.root)
        if edits:
            return edits, directive({**pair, "kind": "rewrite"}, words(pair))
    python = scene.python()
    if not python or "python" not in command:
        return [], {}
    python = python if scene.cwd == scene.root else f"{scene.root}/{python}"
    if any(char in python for char in " \t\"'$`\\;&|<>()*?[]{}~#!"):
        return [], {}
    reflex = {
        "id": INTERPRETER,
        "track": "instinct",
        "kind": "rewrite",
        "steps": [f"sh:{python} -m pytest"] if "pytest" in command else [],
    }
    said = f"This repository's `{python}` was found to hold pytest; the system's Python may not."
    return interpreter_edits(command, python, scene.root), directive(reflex, said)


def _output(
    given: dict[str, Any], rewritten: str, edits: list[Edit], told: list[dict[str, Any]]
) -> dict[str, Any]:
    swaps = dict.fromkeys(f"`{old}` was run as `{new}`" for _, old, new in edits)
    said = "; ".join(swaps)
    told = [{**each, "text": f"{said}. {each['text']}"} for each in told]
    return {
        "systemMessage": f"Adage: {said} (adage rewrites off turns this off)",
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            # The whole input is replaced: every other key goes back as it came.
            "updatedInput": {**given, "command": rewritten},
            "additionalContext": blocks(told),
        },
    }


def _advice(event: dict[str, Any], about: dict[str, Any], index: Sealed, scene: Scene) -> Answer:
    """What a rewrite would have done, told once where the person's rules would not allow it."""
    before = scene.records()
    if before is None:
        return Answer()
    advice = {**about, "kind": "avoid"}
    told, stopped = passing([(advice, "")], fold(before), index.settings, scene.session)
    record: dict[str, Any] = {"e": "PreToolUse", **lane_of(event)}
    record["w"] = [[about["id"], RULES], *stopped]
    if told:
        record["d"] = written(told, scene)
    return Answer(record, spoken("PreToolUse", told, scene))


def after_failure(event: dict[str, Any], index: Sealed, scene: Scene) -> Answer:
    """Name the dead end that a failed command ran into, or what the files name instead; once."""
    section = index.section("PostToolUseFailure")
    given = event.get("tool_input")
    if event.get("tool_name") not in SHELLS or not section or not isinstance(given, dict):
        return Answer()
    if event.get("is_interrupt") is True:
        return Answer()
    watch = Watch(section["known"], lambda words: _forms(words, section))
    steps = bash_steps(given.get("command"), 0, watch, scene.root, scene.cwd)
    failed = {f"{text}!" for step in steps if step[0] == "s" for text in step[1]}
    hit = [each for each in section["reflexes"] if failed & set(each["trigger"])]
    found = [(directive(each, words(each)), "") for each in hit]
    if not found and section.get("instincts"):
        from adage.hook.instinct import wrong_runner

        found = wrong_runner(event, section, scene)
    before = scene.records() if found else None
    if before is None:
        return Answer()
    told, stopped = passing(found, fold(before), index.settings, scene.session)
    record: dict[str, Any] = {"e": "PostToolUseFailure", **lane_of(event)}
    if told:
        record["d"] = written(told, scene)
    if stopped:
        record["w"] = stopped[:20]
    return Answer(record, spoken("PostToolUseFailure", told, scene))


def _forms(words: list[str], section: dict[str, Any]) -> list[Any]:
    return [form for key in keys_of(words) for form in section["forms"].get(key, ())]
