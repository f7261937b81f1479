"""A person's permission rules for shell commands, as far as a rewrite must respect them.

In: the `permissions` of Claude Code's settings files, and two commands. Out: whether replacing one
by the other would ask for more, or less, than the person has allowed. The client judges the
rewritten command by its own rules as well; this only avoids putting one before it that it refuses.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def allows_rewrite(settings: list[Any], original: str, rewritten: str) -> bool:
    """Whether the rules treat `rewritten` no worse than `original`."""
    allow, deny, ask = (_rules(settings, kind) for kind in ("allow", "deny", "ask"))
    if _any(deny, rewritten) != _any(deny, original):
        return False
    if _any(ask, rewritten) != _any(ask, original):
        return False
    return _any(allow, rewritten) or not _any(allow, original)


def _rules(settings: list[Any], kind: str) -> list[str]:
    found: list[str] = []
    for document in settings:
        permissions = document.get("permissions") if isinstance(document, dict) else None
        rules = permissions.get(kind) if isinstance(permissions, dict) else None
        found += (
            [rule for rule in rules if isinstance(rule, str)] if isinstance(rules, list) else []
        )
    return found


def _any(rules: list[str], command: str) -> bool:
    return any(matches(rule, command) for rule in rules)


def matches(rule: str, command: str) -> bool:
    """Whether a rule such as `Bash`, `Bash(make gen)`, `Bash(git:*)` or `Bash(npm run *)` fits."""
    name, opened, inner = rule.partition("(")
    if name != "Bash":
        return False
    if not opened:
        return True
    pattern = inner.removesuffix(")")
    if pattern.endswith(":*"):
        return command.startswith(pattern[:-2])
    return _glob(pattern, command)


def _glob(pattern: str, text: str) -> bool:
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    if not text.startswith(first):
        return False
    at = len(first)
    for part in rest[:-1]:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return len(text) - at >= len(rest[-1]) and text.endswith(rest[-1])
