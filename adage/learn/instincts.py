"""Instincts: what a repository's files say, offered until its own sessions know better.

In: the evidence in the root folder, what the sessions showed of each command, what became of
earlier deliveries, and the learned index. Out: reflexes of the track `instinct`, each with the gate
that silences it, if any, and the index that holds those that may speak beside the learned ones.
Page: site/instincts.md
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adage.constants import GENERATION_HEX, INSTINCT_SCRIPTS, INSTINCTS, INSTINCTS_ENABLED
from adage.formulas import generation
from adage.learn.compile import reflex_id
from adage.learn.index import ACTIVE, canonical
from adage.learn.instinct_evidence import Shown, Words
from adage.learn.instinct_gates import Verdict, by_effect, by_evidence, by_record, count_ends
from adage.learn.instinct_table import PACKAGES, Instinct, check_line, read_table
from adage.ledger.records import Entry
from adage.records import Effect, Index, Pattern, Reflex
from adage.settings import Settings
from adage.traces.effects import Rules
from adage.traces.keys import runner
from adage.traces.shell import split

TRACK = SHAPE = "instinct"
FAILED = "failed:"
CHECK_SET = "sequence"
ANY_EDIT = "edit:**"
# `bun test` is another command than `bun run test`.
MAY_LEAVE_RUN_OUT = ("npm", "pnpm", "yarn", "mise")
Facts = Mapping[str, str]
Ends = Mapping[str, Counter[str]]


def instincts(
    facts: Facts,
    shown: Shown,
    told: Iterable[Entry],
    settings: Settings,
    rules: Rules,
    *,
    dismissed: Collection[str] = (),
) -> tuple[Reflex, ...]:
    """One reflex for each instinct that the files speak for, in the table's order.

    `facts` are those of `look_at`, `shown` those of `what_sessions_showed`, `told` the ledger's
    entries, `dismissed` the ids that a person wants to hear no more of. Empty when instincts are
    turned off.
    """
    if not settings[INSTINCTS_ENABLED]:
        return ()
    known: dict[str, str] = {}
    ends = count_ends(told)
    made: dict[str, Reflex] = {}
    for instinct in read_table():
        chosen = instinct.choose(facts, known)
        if chosen is None:
            continue
        known[instinct.name] = chosen[0]
        bare = _bare(instinct, *chosen, facts, rules)
        bare = replace(bare, steps=bare.steps[: settings[INSTINCT_SCRIPTS]])
        if bare.steps and len(made) < settings[INSTINCTS]:
            made[instinct.name] = _gated(bare, _verdicts(bare, instinct, shown, ends, settings))
    found = (*made.values(), *_checks(made, ends, settings))
    return tuple(_without(each) if each.id in dismissed else each for each in found)


def _without(made: Reflex) -> Reflex:
    return replace(made, strength="dropped", gate="review", why="a person dismissed it")


def _bare(instinct: Instinct, row: str, found: str, facts: Facts, rules: Rules) -> Reflex:
    """The reflex of a row, before its verdicts."""
    commands = [instinct.step.format(row=row)]
    if instinct.name == PACKAGES:
        scripts = [name.removeprefix("script:") for name in facts if name.startswith("script:")]
        commands = [f"{row} run {script}" for script in scripts]
    effects = {command: rules.effect("shell", command.split())[0] for command in commands}
    if instinct.name == PACKAGES:
        # Of a package's scripts only those that check or make something are ever named.
        effects = {c: effect for c, effect in effects.items() if effect <= Effect.REGENERATE}
    return _reflex(
        SHAPE,
        (FAILED + instinct.name,),
        tuple(f"sh:{command}" for command in effects),
        command=row if instinct.name == PACKAGES else commands[0],
        effect=max(effects.values(), default=Effect.OBSERVE),
        says=instinct.says.replace("{found}", found),
        found=found,
    )


def _reflex(
    shape: str, trigger: Words, steps: Words, *, command: str, effect: Effect, says: str, found: str
) -> Reflex:
    told = steps if shape != SHAPE else (command,)
    return Reflex(
        id=reflex_id(Pattern(shape, trigger, told, 0)), shape=shape, trigger=trigger, steps=steps,
        command=command, effect=effect, strength="prime", k=0, n=0, lb=0.0, rate=0.0, tasks=0,
        contrast=None, contrast_counts=(0, 0, 0, 0), pairs=0, s=0.0, n_weighted=0.0, m=0.0,
        mean=0.0, q05=0.0, parent="", bits=0.0, gate="", why="", supporting=(), refuting=(),
        track=TRACK, says=says, found=found,
    )  # fmt: skip


def _verdicts(
    bare: Reflex, instinct: Instinct, shown: Shown, ends: Ends, settings: Settings
) -> list[Verdict]:
    own = _spellings(runner_of(bare.command).split())
    tools = [tuple(tool.split()) for tool in instinct.tools]
    return [
        by_effect(bare.effect, instinct.off, settings),
        by_record(ends.get(bare.id, {}), settings),
        by_evidence(own, tools, shown, settings),
    ]


def _spellings(own: Sequence[str]) -> list[Words]:
    """A command's first words; `pnpm run test` may also be written `pnpm test`."""
    found = [tuple(own)]
    if own[0] in MAY_LEAVE_RUN_OUT and own[1:2] == ["run"] and len(own) > 2:
        found.append((own[0], *own[2:]))
    return found


def _gated(bare: Reflex, verdicts: Sequence[Verdict]) -> Reflex:
    """With the first verdict that has a gate, else the last one."""
    strength, gate, why = next((each for each in verdicts if each[1]), verdicts[-1])
    return replace(bare, strength=strength, gate=gate, why=why)


def runner_of(command: str) -> str:
    """The words of a command that select its tool: `go test` of `go test ./...`."""
    parts = split(command)
    return runner(parts[0]) if parts else ""


def _checks(made: Mapping[str, Reflex], ends: Ends, settings: Settings) -> list[Reflex]:
    """The checks of several instincts as one call after the first edit."""
    line = check_line()
    parts = [made[name] for name in line.of if name in made and made[name].strength == "prime"]
    if len(parts) < len(line.of) or any(part.effect != Effect.VERIFY for part in parts):
        return []
    bare = _reflex(
        CHECK_SET,
        (ANY_EDIT,),
        tuple(step for part in parts for step in part.steps),
        command="; ".join(part.command for part in parts),
        effect=Effect.VERIFY,
        says=line.says,
        found=" and ".join(part.found for part in parts),
    )
    verdicts = [
        by_effect(bare.effect, line.off, settings),
        by_record(ends.get(bare.id, {}), settings),
    ]
    return [_gated(bare, [*verdicts, ("prime", "", "; ".join(part.why for part in parts))])]


def yield_to(learned: Sequence[Reflex], made: Sequence[Reflex]) -> tuple[Reflex, ...]:
    """The instincts `made`, silent where the repository's own evidence has the word."""
    dead = {
        runner_of(text.removeprefix("sh:").removesuffix("!")): reflex
        for reflex in learned
        if reflex.strength == "inhibit"
        for text in reflex.trigger
    }
    taken = {step: each for each in learned if each.strength in ACTIVE for step in each.steps}
    has_checks = any(each.shape == CHECK_SET and each.strength in ACTIVE for each in learned)
    return tuple(_yielded(each, dead, taken, has_checks=has_checks) for each in made)


def _yielded(
    made: Reflex, dead: Mapping[str, Reflex], taken: Mapping[str, Reflex], *, has_checks: bool
) -> Reflex:
    if made.gate:
        return made
    if made.shape == CHECK_SET and has_checks:
        why = "the sessions have shown a set of checks"
        return replace(made, strength="dropped", gate="precedence", why=why)
    barred = [step for step in made.steps if runner_of(step.removeprefix("sh:")) in dead]
    known = [step for step in made.steps if step in taken]
    left = tuple(step for step in made.steps if step not in (*barred, *known))
    if left == made.steps or (left and made.shape == SHAPE):
        return replace(made, steps=left)
    gate, step = ("interlock", barred[0]) if barred else ("precedence", known[0])
    by = dead[runner_of(step.removeprefix("sh:"))] if barred else taken[step]
    said = "is a dead end here" if barred else "is directed by what the sessions showed"
    why = f"{step.removeprefix('sh:')} {said} ({by.id})"
    return replace(made, strength="dropped", gate=gate, why=why)


def by_failure(reflex: Reflex) -> dict[str, Any]:
    """What the hook needs to know an instinct's occasion: whose failure, and what it says then."""
    name = reflex.trigger[0].removeprefix(FAILED)
    instinct = next(each for each in read_table() if each.name == name)
    own = reflex.command.split()[0]
    is_packages = name == PACKAGES
    tools = [tool.split() for tool in instinct.tools]
    # Of a package manager all commands are its own.
    kept = [tool for tool in tools if not (is_packages and tool[0] == own)]
    return {"tools": kept, "signs": list(instinct.signs), "by_script": is_packages}


def join(index: Index, made: Sequence[Reflex], settings: Settings) -> Index:
    """The index with the instincts that may speak; the very same one when none may.

    Own evidence comes first: a learned reflex of the same id stays.
    """
    known = {reflex.id for reflex in index.reflexes}
    heard = tuple(each for each in made if each.strength in ACTIVE and each.id not in known)
    if not heard:
        return index
    told = json.loads(index.content) | {"instincts": [_entry(reflex) for reflex in heard]}
    content = canonical(told)
    name = generation(content, settings[GENERATION_HEX])
    return replace(index, generation=name, content=content, reflexes=(*index.reflexes, *heard))


def _entry(reflex: Reflex) -> dict[str, Any]:
    return {
        "id": reflex.id,
        "track": reflex.track,
        "shape": reflex.shape,
        "trigger": list(reflex.trigger),
        "steps": list(reflex.steps),
        "command": reflex.command,
        "effect": reflex.effect.word,
        "strength": reflex.strength,
        "says": reflex.says,
        "found": reflex.found,
        "why": reflex.why,
    }
