"""Small traces for the learner's tests, written the way one would tell them.

`session("a", "edit registry/a.json", "make gen", "pytest!")` is a trace whose words are steps: an
edit or read of a file, a prompt (`>text`), or a command, with `!` for one that failed.
"""

from __future__ import annotations

from collections.abc import Sequence

from adage.learn.label import Labels, label
from adage.learn.string import Strings, string
from adage.records import DAY_S, Directive, Effect, Prompt, Step, Trace
from adage.settings import Settings

EFFECTS = {
    "make gen": Effect.REGENERATE,
    "npm install": Effect.ENVIRONMENT,
    "git commit": Effect.AUTHOR,
    "git push": Effect.PUBLISH,
    "git status": Effect.OBSERVE,
    "git log": Effect.OBSERVE,
    "rtk git status": Effect.OBSERVE,
    "rtk git log": Effect.OBSERVE,
    "ls": Effect.OBSERVE,
}


def levels(path: str) -> tuple[str, ...]:
    """The path classes of an edit, finest first, as the normaliser gives them."""
    folder, _, name = path.rpartition("/")
    dot = "." + name.rpartition(".")[2]
    found = [path]
    if folder:
        found += [f"{folder}/*{dot}", f"{folder.split('/')[0]}/**/*{dot}"]
    return tuple(dict.fromkeys([*found, f"**/*{dot}", "**"]))


def step(word: str, idx: int, turn: int, segment: int) -> Step:
    """One step from its word."""
    ok = not word.endswith("!")
    word = word.removesuffix("!")
    verb, _, path = word.partition(" ")
    if verb == "edit":
        wide = levels(path)
        key = f"edit:{wide[1] if '/' in path else path}"
        return Step(idx, idx, turn, segment, "edit", word, key, "", Effect.AUTHOR, ok,
                    (path,), wide, idx + 1)  # fmt: skip
    if verb == "read":
        key = f"read:{levels(path)[1] if '/' in path else path}"
        return Step(idx, idx, turn, segment, "read", word, key, "", Effect.OBSERVE, ok,
                    (path,), (), idx + 1)  # fmt: skip
    effect = EFFECTS.get(word, Effect.VERIFY)
    return Step(idx, idx, turn, segment, "shell", word, f"sh:{word}", word, effect, ok, (), (),
                idx + 1)  # fmt: skip


def session(
    name: str,
    *words: str,
    task: str = "",
    root: str = "",
    age_days: float = 0.0,
    told: Sequence[tuple[int, str]] = (),
) -> Trace:
    """A trace from its words; each step is a turn of its own, each prompt opens a segment."""
    steps: list[Step] = []
    prompts: list[Prompt] = []
    segment = 0
    for word in words:
        if word.startswith(">"):
            segment += bool(steps)
            prompts.append(Prompt(len(steps), word[1:], line=len(steps) + 1))
        else:
            steps.append(step(word, len(steps), len(steps), segment))
    end = 1000 * DAY_S - age_days * DAY_S
    directives = tuple(Directive(pos, (key,), "r") for pos, key in told)
    return Trace(name, root or name, "claude", f"{name}.jsonl", "/home/ann/app", task or name,
                 end - 60, end, tuple(prompts), tuple(steps), directives)  # fmt: skip


def registry_edits(count: int, followed: int) -> list[Trace]:
    """`count` sessions that edit a registry file, the first `followed` of which run make gen."""
    return [
        session(f"r{i}", f"edit registry/{i}.json", *(["make gen"] * (i < followed)))
        for i in range(count)
    ]


def strings_of(*traces: Trace, settings: Settings | None = None) -> tuple[Strings, Labels]:
    """The event strings of traces, and their labels."""
    chosen = settings or Settings()
    ordered = sorted(traces, key=lambda t: (t.end, t.id))
    labels = label(ordered, chosen)
    return string(ordered, labels), labels
