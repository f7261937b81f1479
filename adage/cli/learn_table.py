"""Print what was learned: a line about the traces, the reflexes by strength, what waits, the index.

In: the stages' records. Out: text on standard output, as wide as the terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from rich.table import Table

from adage.cli.console import open_console
from adage.learn.explain import sentence
from adage.learn.recorder import last_reflexes
from adage.records import Reflex

ORDER = ("fire", "prime", "inhibit", "nascent")


def print_report(recording: Any, label: str, written: str) -> None:
    """Print the summary of one learning."""
    console = open_console()
    records = recording.records
    read, index = records["read"].summary, records["index"].detail
    reflexes: Sequence[Reflex] = last_reflexes(records)
    console.print(_traces_line(label, read))
    if not read["sessions"]:
        console.print("There is nothing to learn from yet. See where Adage looked: adage traces")
        return
    shown = [reflex for reflex in reflexes if reflex.strength in ORDER]
    if shown:
        console.print(_table(shown))
    else:
        console.print(
            "No reflex yet: no pattern passed its gates. See which: adage learn --explain"
        )
    console.print(_stopped_line(records))
    console.print(f"Index: generation {index.generation}, {len(index.reflexes)} reflexes")
    if written:
        console.print(f"Written to {written}", soft_wrap=True)


def _traces_line(label: str, read: Any) -> str:
    days = " to ".join(_day(read[key]) for key in ("from", "to"))
    span = f", {days}" if read["sessions"] else ""
    return (
        f"{label}: {read['sessions']} sessions, {read['subagents']} sub-agents, {read['steps']} "
        f"steps, {read['tasks']} tasks{span}; {read['skipped']} records skipped, "
        f"{read['duplicates']} duplicates dropped"
    )


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def _table(reflexes: Sequence[Reflex]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", expand=False)
    columns = (("strength", "left"), ("id", "left"), ("k of n", "right"), ("LB", "right"))
    for name, justify in columns:
        table.add_column(name, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    table.add_column("reflex", overflow="fold")
    ranked = sorted(reflexes, key=lambda r: (ORDER.index(r.strength), -r.lb, -r.n, r.id))
    for reflex in ranked:
        waits = f" [{reflex.gate}]" if reflex.gate else ""
        table.add_row(
            reflex.strength,
            reflex.id,
            f"{reflex.k} of {reflex.n}",
            f"{reflex.lb:.2f}",
            f"{reflex.shape}: {sentence(reflex)}{waits}",
        )
    return table


def _stopped_line(records: Any) -> str:
    gates: Counter[str] = Counter()
    gates.update(candidate.gate for candidate in records["select"].detail if candidate.gate)
    gates.update(r.gate for r in last_reflexes(records) if r.strength == "dropped")
    if not gates:
        return "Nothing was stopped."
    parts = ", ".join(f"{n} at {gate}" for gate, n in sorted(gates.items()))
    return f"Stopped: {parts}. Why, one by one: adage learn --explain"
