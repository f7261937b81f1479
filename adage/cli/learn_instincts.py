"""The instincts of a repository as `adage learn` shows and explains them.

In: the instincts with their gates. Out: a short table, JSON, or lines that explain one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table

from adage.cli.console import open_console
from adage.learn.index import ACTIVE
from adage.learn.instincts import FAILED
from adage.records import Index, Reflex


def print_instincts(made: Sequence[Reflex], index: Index) -> None:
    """Print those instincts that the files speak for, and the generation that holds them."""
    if not made:
        return
    console = open_console()
    console.print("\nInstincts: what this repository's files say, offered after a failed command")
    table = Table(box=None, pad_edge=False, header_style="bold", expand=False)
    for name in ("instinct", "id", "strength"):
        table.add_column(name, no_wrap=True)
    table.add_column("command and evidence", overflow="fold")
    for each in made:
        gate = f" [{each.gate}]" if each.gate else ""
        told = f"{each.command}: from {each.found}; {each.why}{gate}"
        table.add_row(name_of(each), each.id, each.strength, told)
    console.print(table)
    if any(each.strength in ACTIVE for each in made):
        console.print(f"With them the hooks read generation {index.generation}")


def name_of(made: Reflex) -> str:
    """The name of an instinct in its table; that of the check line is `checks`."""
    item = made.trigger[0]
    return item.removeprefix(FAILED) if item.startswith(FAILED) else "checks"


def instinct_json(made: Reflex) -> dict[str, Any]:
    """One instinct as JSON-able data."""
    plain = {
        key: getattr(made, key)
        for key in ("id", "shape", "command", "strength", "gate", "why", "found", "says", "k", "n")
    }
    return {**plain, "name": name_of(made), "steps": list(made.steps), "effect": made.effect.word}


def explain_instinct(made: Reflex) -> Iterator[str]:
    """Why an instinct stands where it stands, line by line."""
    yield f"{made.id}  the instinct {name_of(made)}: `{made.command}`"
    gate = f" at the gate {made.gate}" if made.gate else ""
    yield f"Strength: {made.strength}{gate}: {made.why}."
    yield ""
    yield f"Found   {made.found}; that is no evidence that it works, so it is offered at most"
    yield f"Effect  {made.effect.word}"
    if made.trigger[0].startswith(FAILED):
        yield (
            "Told    once in a session, after a failed command of its kind whose output says that "
            "a runner or a target is not there"
        )
    else:
        yield "Told    once in a session, after the first edit"
    yield f"Says    {made.says.replace('{command}', made.command)}"
    for step in made.steps if len(made.steps) > 1 else ():
        yield f"        {step.removeprefix('sh:')}"
