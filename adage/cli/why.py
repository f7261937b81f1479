"""Tell why a step is told, or why not: every candidate, the gate that stopped it, what would help.

examples:
  adage why "mise run lint"                     in this repository
  adage why "make gen && make test" --json      of each step in it, everything as JSON
  adage why "make gen" --traces ~/transcripts   by exactly these files and folders
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict

from adage.cli.learn import learn_now
from adage.cli.source import add_source_arguments
from adage.errors import UsageError
from adage.learn.index import ACTIVE
from adage.learn.why import Answer, Verdict, why

SHOWN = 12  # candidates in text; JSON holds all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage why`."""
    parser.add_argument("step", metavar="STEP", help="a command, or a step key as --json shows it")
    add_source_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.set_defaults(now=None, until=None)


def run(args: argparse.Namespace) -> int:
    """Learn without writing anything, and answer."""
    if not args.step.strip():
        raise UsageError('name a step, such as: adage why "make test"')
    done = learn_now(args, keep=False)
    answers = why(done.recording.records, args.step.strip(), done.settings)
    if args.json:
        print(json.dumps([asdict(answer) for answer in answers], indent=2, sort_keys=True))
        return 0
    print("\n".join(line for answer in answers for line in _lines(answer)))
    return 0


def _lines(answer: Answer) -> Iterator[str]:
    if not answer.key:
        yield f"`{answer.asked}` was never seen in these sessions."
        if answer.nearest:
            yield "The nearest that were: " + ", ".join(f"`{text}`" for text in answer.nearest)
        return
    yield (
        f"`{answer.key.removeprefix('sh:')}` ({answer.effect}) ran {answer.runs} times in "
        f"{answer.sessions} sessions of {answer.tasks} tasks."
    )
    said = [each for each in answer.verdicts if each.strength in ACTIVE]
    rest = [each for each in answer.verdicts if each.strength not in ACTIVE]
    yield "What is told:" if said else "Nothing is told about it."
    for each in said:
        yield from _verdict_lines(each, each.strength)
    if rest:
        gates = Counter(each.gate or each.strength for each in rest)
        yield "What is not: " + ", ".join(f"{n} at {gate}" for gate, n in sorted(gates.items()))
    for each in rest[:SHOWN]:
        yield from _verdict_lines(each, each.gate or each.strength)
    if len(rest) > SHOWN:
        yield f"and {len(rest) - SHOWN} more that came less far: add --json"


def _verdict_lines(each: Verdict, title: str) -> Iterator[str]:
    yield f"  {title:<10} {each.id:<12}  {each.says}"
    yield f"{'':<27}{each.why}"
    if each.change:
        yield f"{'':<27}{each.change}"
