"""Tables and entries made from the two registries: thresholds and formulas.

In: `adage.constants` and `adage.formulas`. Out: Markdown. No number is typed here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import adage.constants  # noqa: F401 - importing it fills the registry
from adage.formulas import Formula
from adage.redact import RULES
from adage.settings import CONSTANTS, Constant
from tools.docs.mathml import to_mathml

_SOURCES = {
    "design": "the design",
    "measured": "measured",
    "choice": "a choice",
}


def number(value: float) -> str:
    """A value as tables show it: thousands apart, no needless digits."""
    return f"{value:,}" if isinstance(value, int) else repr(value)


def all_constants() -> str:
    """Every threshold, one table for each stage, each row with an anchor named like its key."""
    parts = []
    for stage, members in groupby(CONSTANTS.values(), lambda constant: constant.stage):
        rows = "\n".join(_full_row(constant) for constant in members)
        parts.append(
            f"## {stage.capitalize()}\n\n"
            "| Key | Default | Range | Meaning | Chosen by |\n"
            "| --- | --- | --- | --- | --- |\n"
            f"{rows}"
        )
    return "\n\n".join(_joined(parts))


def _joined(parts: list[str]) -> list[str]:
    """Refuse a registry whose stages are torn apart: its headings would repeat."""
    titles = [part.split("\n", 1)[0] for part in parts]
    if len(set(titles)) < len(titles):
        raise ValueError("the constants of one stage do not stand together in constants.py")
    return parts


def _full_row(constant: Constant[Any]) -> str:
    return (
        f'| <code id="{constant.key}">{constant.key}</code> '
        f"| **{number(constant.default)}** {constant.unit} "
        f"| {number(constant.low)} to {number(constant.high)} "
        f"| {constant.meaning} "
        f"| {_SOURCES[constant.source]} |"
    )


def short_constants(stages: Sequence[str], thresholds: str) -> str:
    """The thresholds of some stages in three columns, linked to the full table."""
    rows = [
        f"| [`{c.key}`]({thresholds}#{c.key}) | **{number(c.default)}** {c.unit} | {c.meaning} |"
        for c in CONSTANTS.values()
        if c.stage in stages
    ]
    if not rows:
        return ""
    return "\n".join(["| Key | Default | Meaning |", "| --- | --- | --- |", *rows])


def formula_entry(formula: Formula, math_page: str | None, link: Callable[[str], str]) -> str:
    """One formula: its sentence, the formula, its inputs, where it lives and is explained."""
    inputs = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in formula.inputs.items())
    thresholds = link("reference/thresholds.md")
    uses = ", ".join(f"[`{c.key}`]({thresholds}#{c.key})" for c in formula.constants)
    where = f"`{_location(formula)}`"
    explained = f" Explained on [its page]({link(math_page)})." if math_page else ""
    starts = f" Starts from {uses}." if uses else ""
    return (
        f"## {formula.name}\n\n{formula.sentence}\n\n{to_mathml(formula.latex)}\n\n"
        f"| Input | Meaning |\n| --- | --- |\n{inputs}\n\n"
        f"Gives: {formula.gives}. In the code: {where}.{starts}{explained}"
    )


def _location(formula: Formula) -> str:
    function = formula.function()
    return f"{function.__module__}.{function.__qualname__}"


def secrets() -> str:
    """What is masked: a row for every rule, with an example of what it spares.

    Examples of what a rule catches are left out, or scanners would take this page for a leak.
    """
    rows = [f"| {rule.kind} | `{rule.spares[0]}` |" for rule in RULES]
    return "\n".join(["| masked | left alone, for example |", "| --- | --- |", *rows])
