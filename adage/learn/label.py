"""Label: step keys that mean the same step become one prototype.

In: traces. Out: `Labels`, the prototypes and which prototype each step key belongs to.
Only option and argument variants merge: two keys must agree in tool, effect, runner and path
classes before their hashed features are compared. Math: site/math/02-patterns.md
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from adage.constants import COMMAND_SHARE, PROTOTYPE_COSINE, PROTOTYPE_DIMS
from adage.formulas import at_least
from adage.learn.packed import on_one_shelf
from adage.records import Effect, Prototype, Step, Trace
from adage.settings import Settings

_WORD = re.compile(r"[^\s/:._\-=,]+")


@dataclass(frozen=True, slots=True)
class Labels:
    """The prototypes in order of their id, and the prototype id of every step key."""

    prototypes: tuple[Prototype, ...]
    of: Mapping[str, int]


@dataclass(slots=True)
class _Key:
    """What is known of one step key while the prototypes are formed."""

    text: str
    step: Step
    roots: set[str] = field(default_factory=set)
    commands: Counter[str] = field(default_factory=Counter)
    steps: int = 0

    @property
    def identity(self) -> tuple[str, int, str, tuple[str, ...]]:
        """What two keys must share before they may merge."""
        classes = self.step.levels[1:2] or tuple(sorted(set(self.step.levels)))
        return self.step.tool, int(self.step.effect), self.step.runner, classes


def label(traces: Sequence[Trace], settings: Settings) -> Labels:
    """Group the step keys of `traces` into prototypes by leader clustering in a fixed order."""
    keys = sorted(_collect(traces).values(), key=lambda key: (-len(key.roots), key.text))
    leaders: dict[tuple[str, int, str, tuple[str, ...]], list[tuple[int, Vector]]] = {}
    members: list[list[_Key]] = []
    of: dict[str, int] = {}
    for key in keys:
        features = embed_key(key.text, key.step.runner, settings[PROTOTYPE_DIMS])
        group = leaders.setdefault(key.identity, [])
        chosen = _nearest(group, features, settings[PROTOTYPE_COSINE])
        if chosen is None:
            chosen = len(members)
            group.append((chosen, features))
            members.append([])
        members[chosen].append(key)
        of[key.text] = chosen
    prototypes = tuple(_prototype(i, group, settings) for i, group in enumerate(members))
    return Labels(prototypes, of)


Vector = npt.NDArray[np.float64]


def embed_key(key: str, runner: str, dims: int) -> Vector:
    """A unit vector of hashed features: words 1, pairs of words 0.5, words of the runner 2."""
    words = _WORD.findall(key.lower())
    heavy = set(_WORD.findall(runner.lower()))
    features = [(word, 2.0 if word in heavy else 1.0) for word in words]
    features += [(f"{a} {b}", 0.5) for a, b in pairwise(words)]
    vector = np.zeros(dims)
    for text, weight in features:
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        place = int.from_bytes(digest[:4], "little") % dims
        vector[place] += weight if digest[4] & 1 else -weight
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def _collect(traces: Sequence[Trace]) -> dict[str, _Key]:
    shelf, packed = on_one_shelf([trace.steps for trace in traces])
    found: dict[str, _Key] = {}
    for trace, steps in zip(traces, packed, strict=True):
        for number, times in Counter(steps.kinds()).items():
            step = shelf.kinds[number]
            key = found.setdefault(step.key, _Key(step.key, step))
            key.roots.add(trace.root)
            key.steps += times
            if step.tool == "shell" and step.ok is not False:
                key.commands[step.raw] += times
    return found


def _nearest(group: list[tuple[int, Vector]], features: Vector, bar: float) -> int | None:
    """The most similar leader of `group` at or above `bar`; the lowest id among equals."""
    best, chosen = bar, None
    for leader, vector in group:
        # Sums of doubles differ between machines in the last bits; rounding keeps the choice equal.
        cosine = round(float(features @ vector), 6)
        if at_least(cosine, best) and (chosen is None or cosine > best):
            best, chosen = cosine, leader
    return chosen


def _prototype(number: int, group: list[_Key], settings: Settings) -> Prototype:
    leader = group[0]
    commands: Counter[str] = Counter()
    for key in group:
        commands.update(key.commands)
    return Prototype(
        id=number,
        key=leader.text,
        tool=leader.step.tool,
        effect=Effect(leader.step.effect),
        runner=leader.step.runner,
        keys=tuple(key.text for key in group),
        levels=leader.step.levels,
        steps=sum(key.steps for key in group),
        roots=len(set().union(*(key.roots for key in group))),
        command=_canonical(commands, settings[COMMAND_SHARE]),
    )


def _canonical(commands: Counter[str], share: float) -> str:
    """The text to deliver: the commonest run, if it makes up enough of them; else nothing."""
    if not commands:
        return ""
    text, count = min(commands.items(), key=lambda item: (-item[1], item[0]))
    return text if at_least(count / commands.total(), share) else ""
