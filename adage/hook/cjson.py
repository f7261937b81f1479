"""JSON through CPython's own scanner, without the modules that `import json` brings along.

In: a text, or plain values. Out: the values, or an ASCII text that `json` would read the same.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BLANKS = " \t\n\r"


class _Rules:
    """What the scanner asks for: the defaults of `json.JSONDecoder`."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    memo: dict[str, str] = {}  # noqa: RUF012

    @staticmethod
    def parse_constant(name: str) -> float:
        return float({"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}[name])


try:
    from _json import encode_basestring_ascii as quoted
    from _json import make_scanner

    _rules: Any = _Rules
    _scan: Any = make_scanner(_rules)

    def loads(text: str) -> Any:
        """The value that `text` spells. Raises `ValueError` when it spells none."""
        start = len(text) - len(text.lstrip(BLANKS))
        try:
            value, end = _scan(text, start)
        except StopIteration:
            raise ValueError("no JSON value") from None
        if text[end:].strip(BLANKS):
            raise ValueError("text after the JSON value")
        return value
except ImportError:  # a Python without the private module
    import json

    def loads(text: str) -> Any:
        """The value that `text` spells. Raises `ValueError` when it spells none."""
        return json.loads(text)

    from json.encoder import encode_basestring_ascii as quoted


def dumps(value: Any) -> str:
    """`value` as JSON in ASCII without blanks. Takes texts, numbers, lists, tuples and dicts."""
    if isinstance(value, str):
        return str(quoted(value))
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, dict):
        pairs = (f"{quoted(str(key))}:{dumps(each)}" for key, each in value.items())
        return "{" + ",".join(pairs) + "}"
    return "[" + ",".join([dumps(each) for each in value]) + "]"


def _number(value: float) -> str:
    # What is no number has no spelling in JSON.
    return float.__repr__(value) if value - value == 0.0 else "null"
