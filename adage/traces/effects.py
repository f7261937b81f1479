"""What a step does: from only looking to publishing, by the rules of one data file.

In: the rules, and a tool's call. Out: its effect and the rule that said so. The riskiest matching
rule wins, but a person's own rules come before ours; what no rule knows changes the environment, so
that nothing unknown can be insisted on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from adage.errors import ConfigError
from adage.records import Effect
from adage.traces.command_words import read_document, words
from adage.traces.commands import Reading, program, read_words, task_target
from adage.traces.keys import read_part
from adage.traces.shell import Part, split

UNKNOWN = "unknown"
_LONGEST_CLUSTER = 6
_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: the effect, the words a command must have, why, and whether a person wrote it."""

    effect: Effect
    text: str
    reason: str
    names: tuple[str, ...]
    arguments: tuple[tuple[str, ...], ...]
    options: tuple[tuple[str, ...], ...]
    absent: tuple[tuple[str, ...], ...]
    personal: bool = False

    def holds(self, arguments: Sequence[str], options: Sequence[str]) -> bool:
        """Whether a command with these arguments and options is meant, its program aside."""
        if len(arguments) < len(self.arguments) and not self._ends_early(len(arguments)):
            return False
        return (
            all(_argument_fits(wanted, arguments, i) for i, wanted in enumerate(self.arguments))
            and all(_has_option(wanted, options) for wanted in self.options)
            and not any(_has_option(banned, options) for banned in self.absent)
        )

    def _ends_early(self, count: int) -> bool:
        return all("$" in wanted or _is_negative(wanted) for wanted in self.arguments[count:])


def _is_negative(wanted: Sequence[str]) -> bool:
    return wanted[0].startswith("!")


def _argument_fits(wanted: Sequence[str], arguments: Sequence[str], at: int) -> bool:
    if at >= len(arguments):
        return "$" in wanted or _is_negative(wanted)
    if _is_negative(wanted):
        return arguments[at] not in (wanted[0][1:], *wanted[1:])
    return any(one == "+" or fnmatchcase(arguments[at], one) for one in wanted if one != "$")


def _has_option(wanted: Sequence[str], options: Sequence[str]) -> bool:
    return any(_is_option(one, option) for one in wanted for option in options)


def _is_option(wanted: str, option: str) -> bool:
    bare = option.split("=", 1)[0].split(" ", 1)[0]
    if fnmatchcase(bare, wanted):
        return True
    # `-ni` holds `-i`: short options may stand together.
    is_short = len(wanted) == 2 and len(bare) <= _LONGEST_CLUSTER and not bare.startswith("--")
    return is_short and bare[1:].isalpha() and wanted[1] in bare[1:]


def parse_rule(effect: str, text: str, reason: str) -> Rule:
    """A rule from its three columns. Raises `ConfigError` when it makes no sense."""
    try:
        rank = Effect[effect.upper()]
    except KeyError:
        known = ", ".join(each.word for each in Effect)
        raise ConfigError(f"'{effect}' is no effect; the effects are {known}") from None
    names, *rest = text.split() or [""]
    if not names:
        raise ConfigError(f"a rule for {effect} names no program")
    columns = [tuple(word.split("|")) for word in rest]
    return Rule(
        rank, text, reason, tuple(names.split("|")),
        arguments=tuple(c for c in columns if not c[0].lstrip("!").startswith("-")),
        options=tuple(c for c in columns if c[0].startswith("-")),
        absent=tuple((c[0][1:], *c[1:]) for c in columns if c[0].startswith("!-")),
    )  # fmt: skip


class Rules:
    """The rules, ready to be asked."""

    def __init__(self, rules: Sequence[Rule], tools: Mapping[str, Effect]) -> None:
        self.rules = tuple(rules)
        self.tools = dict(tools)
        self._by_name: dict[str, list[Rule]] = {}
        self._by_pattern = [rule for rule in rules if any("*" in name for name in rule.names)]
        self._known: dict[tuple[str, ...], tuple[Effect, str]] = {}
        for rule in rules:
            for name in rule.names:
                self._by_name.setdefault(name, []).append(rule)

    def effect(self, tool: str, part: Part | Sequence[str] = ()) -> tuple[Effect, str]:
        """The effect of a call of `tool` and the words of the rule that says so.

        For a shell call `part` is the part of its script, or the words of one command.
        """
        if tool != "shell":
            return self._tool_effect(tool)
        if isinstance(part, Part):
            return self._part_effect(part)
        return self._command_effect(read_words(tuple(part)))

    def _tool_effect(self, tool: str) -> tuple[Effect, str]:
        kind, _, name = tool.partition(":")
        if kind in self.tools:
            return self.tools[kind], f"tool {kind}"
        if kind == "mcp":
            said = set(name.replace("__", "_").replace("-", "_").lower().split("_"))
            if said & words().mcp_observing:
                return Effect.OBSERVE, "tool mcp that looks"
        return Effect.ENVIRONMENT, UNKNOWN

    def _part_effect(self, part: Part) -> tuple[Effect, str]:
        readings = read_part(part)
        found = [self._command_effect(reading) for reading in readings]
        if not found:
            return Effect.ENVIRONMENT, UNKNOWN
        return max(found, key=lambda each: each[0])

    def _command_effect(self, reading: Reading) -> tuple[Effect, str]:
        found = self._words_effect(reading.words)
        if reading.raised and found[0] < Effect.ENVIRONMENT:
            return Effect.ENVIRONMENT, "sudo"
        return found

    def _words_effect(self, plain: tuple[str, ...]) -> tuple[Effect, str]:
        known = self._known.get(plain)
        if known is None:
            known = self._known[plain] = self._find(plain)
        return known

    def _find(self, plain: tuple[str, ...]) -> tuple[Effect, str]:
        if not plain:
            return Effect.ENVIRONMENT, UNKNOWN
        reading = read_words(plain)
        script = _inner_script(plain)
        if script:
            return max((self._part_effect(part) for part in split(script)), key=lambda e: e[0])
        if reading.inner and not reading.is_proxied:
            return self._words_effect(reading.inner)
        own = self._match(plain)
        inner = self._words_effect(reading.inner) if reading.inner else (own[0], UNKNOWN)
        if UNKNOWN in (own[1], inner[1]):
            return inner if own[1] == UNKNOWN else own
        return max(own, inner, key=lambda each: each[0])

    def _match(self, plain: tuple[str, ...]) -> tuple[Effect, str]:
        """The riskiest rule that holds for the words as they stand."""
        found = _sorted_words(plain)
        name, arguments, options = program(plain[0]), found[0], found[1]
        names = dict.fromkeys((name, name.lower()))
        rules = [rule for each in names for rule in self._by_name.get(each, ())]
        held = [rule for rule in rules if rule.holds(arguments, options)]
        held += [
            rule
            for rule in self._by_pattern
            if any(fnmatchcase(name, pattern) for pattern in rule.names)
            and rule.holds(arguments, options)
        ]
        target = task_target(plain)
        if target:
            held += [r for r in self._by_name.get("<task>", ()) if r.holds((target,), options)]
        if not held:
            return Effect.ENVIRONMENT, UNKNOWN
        # A person's rule stands where it matches, also when ours would be more careful.
        held = [rule for rule in held if rule.personal] or held
        best = max(held, key=lambda rule: rule.effect)
        return best.effect, best.text


def _sorted_words(plain: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    reading = read_words(plain)
    return (*reading.head[1:], *reading.arguments), reading.options


def _inner_script(plain: Sequence[str]) -> str:
    """The script that `bash -c '...'` runs, or empty."""
    if program(plain[0]) not in _SHELLS:
        return ""
    for at, word in enumerate(plain[1:], start=1):
        if word in ("-c", "-lc", "-ic", "-ec", "-xc") and at + 1 < len(plain):
            return plain[at + 1]
    return ""


def load_rules(own: Path | None = None) -> Rules:
    """Adage's rules, and before them those of a person's file `own` (TOML: `rules = [[...], ...]`).

    Raises `ConfigError` when a file cannot be used.
    """
    document = read_document()
    tools: Mapping[str, Any] = document["tools"]
    kinds = {kind: parse_rule(word, kind, "tool").effect for kind, word in tools.items()}
    rules = [parse_rule(*row) for row in document["rules"]]
    return Rules([*(_personal_rules(own) if own else ()), *rules], kinds)


def _personal_rules(path: Path) -> list[Rule]:
    columns = read_document(path).get("rules", [])
    if not isinstance(columns, list) or not all(_is_rule(row) for row in columns):
        raise ConfigError(f"each effect rule in {path} must be three texts: effect, words, reason")
    try:
        return [replace(parse_rule(*row), personal=True) for row in columns]
    except ConfigError as error:
        raise ConfigError(f"{error}. It stands in {path}") from None


def _is_rule(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 3 and all(isinstance(each, str) for each in row)
