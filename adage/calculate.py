"""Answer a question to one formula, with the numbers filled in and what the answer means.

In: a formula's name and its inputs, as values or as the words a person typed. Out: a plain object.
`adage calc` and the map's calculators call the same `evaluate`.
"""

from __future__ import annotations

import inspect
import json
import shlex
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from adage.errors import ConfigError, UsageError
from adage.formulas import FORMULAS, Formula


def find(name: str) -> Formula:
    """The formula of that name, or a `UsageError` that names the nearest one."""
    if name in FORMULAS:
        return FORMULAS[name]
    close = get_close_matches(name, FORMULAS, 1, 0.5)
    hint = f"Did you mean {close[0]}? " if close else ""
    raise UsageError(f"there is no formula {name}. {hint}See all of them with: adage calc")


def evaluate(name: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of formula `name` for `inputs`, which may leave out those with a default.

    Returns name, sentence, inputs (with the defaults used), value, unit, formula (numbers filled
    in), latex, meaning and page. Raises `UsageError` in one sentence for inputs that do not fit.
    """
    formula = find(name)
    function = formula.function()
    hints = typing.get_type_hints(function)
    used = _complete(formula, function, inputs)
    for key, value in used.items():
        if not _fits(value, hints.get(key, Any)):
            wanted = f"{name} needs {key} to be {_words(hints[key])}, not {_short(value)}"
            raise UsageError(f"{wanted}. {_call(formula)}")
    try:
        value = function(**used)
    except (ArithmeticError, LookupError, ValueError, TypeError, ConfigError) as error:
        why = f"missing {error}" if isinstance(error, KeyError) else str(error)
        raise UsageError(f"{name} has no answer: {why}. {_call(formula)}") from error
    return _answer(formula, used, value)


def read_words(name: str, words: Sequence[str]) -> dict[str, Any]:
    """The inputs that a person typed as key=value, or as bare values in the formula's own order.

    A value is read as JSON where the formula wants no text; what is no JSON stays text.
    """
    formula = find(name)
    hints = typing.get_type_hints(formula.function())
    order = list(formula.inputs)
    given: dict[str, Any] = {}
    for place, word in enumerate(words):
        key, equals, text = word.partition("=")
        if not (equals and key.isidentifier()):
            if place >= len(order):
                raise UsageError(f"{name} takes {len(order)} inputs at most. {_call(formula)}")
            key, text = order[place], word
        if key in given:
            raise UsageError(f"{name} was given {key} twice. {_call(formula)}")
        given[key] = text if _is_text(hints.get(key)) else _parse(text)
    return given


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _complete(
    formula: Formula, function: Callable[..., Any], inputs: Mapping[str, Any]
) -> dict[str, Any]:
    known = inspect.signature(function).parameters
    unknown = [key for key in inputs if key not in known]
    if unknown:
        raise UsageError(f"{formula.name} has no input {unknown[0]}. {_call(formula)}")
    missing = [k for k, p in known.items() if p.default is p.empty and k not in inputs]
    if missing:
        raise UsageError(f"{formula.name} still needs {' and '.join(missing)}. {_call(formula)}")
    return {key: inputs.get(key, p.default) for key, p in known.items()}


def _call(formula: Formula) -> str:
    return f"Call it as: {example_call(formula)}"


def example_call(formula: Formula) -> str:
    """A call of this formula that works when it is pasted into a shell."""
    return shlex.join(["adage", "calc", formula.name, *formula.example.split()])


def _is_text(hint: Any) -> bool:
    return hint is str or (isinstance(hint, types.UnionType) and str in hint.__args__)


def _fits(value: Any, hint: Any) -> bool:
    if isinstance(hint, types.UnionType):
        return any(_fits(value, part) for part in hint.__args__)
    if hint is bool:
        return isinstance(value, bool)
    if hint in (int, float):
        return isinstance(value, int if hint is int else (int, float)) and _is_number(value)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (list, tuple, Sequence):
        return isinstance(value, (list, tuple)) and all(_fits(v, inner[0]) for v in value)
    if origin in (dict, Mapping):
        return isinstance(value, dict) and all(_fits(v, inner[1]) for v in value.values())
    return hint is Any or (isinstance(hint, type) and isinstance(value, hint))


def _is_number(value: float) -> bool:
    return not isinstance(value, bool) and value == value and abs(value) != float("inf")


def _words(hint: Any) -> str:
    plain = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
    if isinstance(hint, types.UnionType):
        return " or ".join(_words(part) for part in hint.__args__)
    origin = typing.get_origin(hint)
    if origin in (list, tuple, Sequence):
        return f"a list, each of it {_words(typing.get_args(hint)[0])}"
    if origin in (dict, Mapping):
        return f"an object, each value {_words(typing.get_args(hint)[1])}"
    return plain.get(hint, "nothing" if hint is type(None) else "anything")


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _answer(formula: Formula, inputs: dict[str, Any], value: Any) -> dict[str, Any]:
    shown = {**{key: _compact(item) for key, item in inputs.items()}, "value": _spoken(value)}
    return {
        "name": formula.name,
        "sentence": formula.sentence,
        "inputs": inputs,
        "value": value,
        "unit": formula.gives,
        "formula": formula.filled.format(**shown),
        "latex": formula.latex,
        "meaning": formula.says.format(**shown),
        "page": formula.page,
    }


def _spoken(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _spoken(item) for key, item in value.items()}
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _compact(value: Any) -> Any:
    return _short(value) if isinstance(value, (list, tuple, dict)) else value
