"""Slots: a value from the prompt put into a command, under its contract or not at all.

In: a command with `{name}` slots, their contracts from the index, and the words of a prompt. Out:
the command with every slot bound, or None. A contract says how the values seen so far look:
{"prefix": "W-", "digits": true} binds `W-1041`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ALLOWED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@=+,-")
_AROUND = ".,;:!?()[]{}'\"`"


def bind(command: str, slots: dict[str, Any], prompt: str, longest: int) -> str | None:
    """`command` with each slot's value from `prompt`; None when one has none, or has several."""
    for name, contract in slots.items():
        values = values_of(contract, prompt, longest)
        if len(values) != 1:
            return None
        command = command.replace("{" + name + "}", values[0])
    return command if "{" not in command else None


def values_of(contract: Any, prompt: str, longest: int) -> list[str]:
    """The distinct words of `prompt` that a contract admits, in order."""
    if not isinstance(contract, dict):
        return []
    words = (word.strip(_AROUND) for word in prompt.split())
    return list(dict.fromkeys(w for w in words if is_plain(w, longest) and _admits(contract, w)))


def is_plain(value: str, longest: int) -> bool:
    """Whether a value is a plain token: short, harmless characters only, no leading dash."""
    return 0 < len(value) <= longest and value[0] != "-" and ALLOWED.issuperset(value)


def _admits(contract: dict[str, Any], value: str) -> bool:
    prefix, suffix = str(contract.get("prefix", "")), str(contract.get("suffix", ""))
    if not value.startswith(prefix) or not value.endswith(suffix):
        return False
    inner = value[len(prefix) : len(value) - len(suffix)]
    if not inner or not (prefix or suffix or contract.get("digits")):
        return False
    return inner.isascii() and inner.isdigit() if contract.get("digits") else True
