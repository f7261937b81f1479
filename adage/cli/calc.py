"""Evaluate one of Adage's formulas and show it with your numbers filled in.

Values are numbers, true, false, text, or JSON for lists and objects. Without a name the formulas
are listed.

examples:
  adage calc                            all formulas, each with a call that works
  adage calc wilson_lower k=6 n=8       how sure is 6 of 8?
  adage calc arm T2                     inputs may come in their own order, without names
  adage calc uplift --json m_s=0.88 k_self=6 n_self=8 m_f=0.97 k_follow=0 n_follow=0
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from adage.calculate import evaluate, example_call, read_words
from adage.formulas import FORMULAS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage calc`."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="the formula")
    parser.add_argument("inputs", nargs="*", metavar="key=value", help="its inputs")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(args: argparse.Namespace) -> int:
    """Print the answer, or the list of formulas, and return 0."""
    if args.name is None:
        _list_formulas(as_json=args.json)
        return 0
    answer = evaluate(args.name, read_words(args.name, args.inputs))
    if args.json:
        print(json.dumps(answer, indent=2, ensure_ascii=False))
        return 0
    print(_plain(answer["value"]))
    print(f"\n{answer['sentence']}\n  {answer['formula']}\n{answer['meaning']}")
    return 0


def _plain(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, dict):
        width = max(map(len, value), default=0)
        return "\n".join(f"{key:<{width}}  {_cell(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return "\n".join(json.dumps(item, ensure_ascii=False) for item in value)
    return str(value)


def _cell(value: Any) -> str:
    nested = isinstance(value, (dict, list, tuple))
    return json.dumps(value, ensure_ascii=False) if nested else _plain(value)


def _list_formulas(*, as_json: bool) -> None:
    if as_json:
        rows = [
            {
                "name": f.name,
                "sentence": f.sentence,
                "inputs": dict(f.inputs),
                "unit": f.gives,
                "latex": f.latex,
                "constants": [constant.key for constant in f.constants],
                "page": f.page,
                "example": example_call(f),
            }
            for f in FORMULAS.values()
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    page = ""
    for formula in FORMULAS.values():
        if formula.page != page:
            page = formula.page
            print(f"\n{page}" if formula is not next(iter(FORMULAS.values())) else page)
        print(f"  {formula.sentence}\n      {example_call(formula)}")
