"""Compile: a selected candidate becomes a reflex, provisional until it is counted again.

In: candidates and strings. Out: reflexes with an id, a command and no evidence of their own yet.
The id hangs on the texts of trigger and steps only, so it survives relearning.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from adage.learn.string import Strings
from adage.records import Candidate, Effect, Pattern, Reflex

ID_HEX = 12

# When a reflex of each shape may speak; the hook registers these moments.
MOMENTS = {
    "run": "PostToolBatch",
    "sequence": "PostToolBatch",
    "obligation": "Stop",
    "avoid": "PreToolUse",
    "read-batch": "PostToolBatch",
    "advise": "PostToolBatch",
    # Found whole by `direct`, never compiled here.
    "repair": "PostToolBatch",
    "scope": "Stop",
    "look-ups": "UserPromptSubmit",
    "hot-files": "PostToolBatch",
}


def compile_reflexes(strings: Strings, candidates: Sequence[Candidate]) -> tuple[Reflex, ...]:
    """A provisional reflex for every candidate that no gate has stopped, sorted by id."""
    made = (_reflex(strings, candidate) for candidate in candidates if not candidate.gate)
    return tuple(sorted(made, key=lambda reflex: reflex.id))


def reflex_id(pattern: Pattern) -> str:
    """The name of a pattern: 12 hex digits over its shape, trigger and steps."""
    text = "|".join((pattern.shape, "\x1f".join(pattern.context), "\x1f".join(pattern.steps)))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_HEX]


def _reflex(strings: Strings, candidate: Candidate) -> Reflex:
    pattern = candidate.pattern
    return Reflex(
        id=reflex_id(pattern),
        shape=pattern.shape,
        trigger=pattern.context,
        steps=pattern.steps,
        command=_command(strings, pattern),
        effect=_effect(strings, pattern),
        strength="provisional",
        k=0,
        n=0,
        lb=0.0,
        rate=0.0,
        tasks=0,
        contrast=None,
        contrast_counts=(0, 0, 0, 0),
        pairs=0,
        s=candidate.s,
        n_weighted=candidate.n,
        m=candidate.m,
        mean=candidate.mean,
        q05=candidate.q05,
        parent=candidate.parent,
        bits=candidate.bits,
        gate="",
        why="",
        supporting=(),
        refuting=(),
        mean_cal=candidate.mean_cal,
        q05_cal=candidate.q05_cal,
    )


def _command(strings: Strings, pattern: Pattern) -> str:
    """The text to deliver: one command, a sequence as one line, or the files of a batch."""
    if pattern.shape == "read-batch":
        return " ".join(text.removeprefix("read:") for text in pattern.steps)
    commands = [
        strings.labels.prototypes[strings.labels.of[text]].command for text in pattern.steps
    ]
    # `;` so that one red check does not hide the results of the others.
    return "; ".join(commands) if all(commands) else ""


def _effect(strings: Strings, pattern: Pattern) -> Effect:
    """The riskiest effect among the steps: it caps the strength."""
    if pattern.shape == "read-batch":
        return Effect.OBSERVE
    found = (strings.labels.prototypes[strings.labels.of[text]].effect for text in pattern.steps)
    return max(found)
