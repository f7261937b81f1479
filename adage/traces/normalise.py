"""From what an agent called to what it did: sessions become traces of steps.

In: a `Session` as its reader gives it. Out: a `Trace`: each call cut into its sub-actions, each
with its key, effect and outcome; prompts cut into segments; the task, the outcome, the directives.
Math: site/math/01-reading.md
"""

from __future__ import annotations

from collections.abc import Sequence

from adage.constants import CONTINUATION_WORDS
from adage.records import Call, Effect, Prompt, Session, Step, Trace
from adage.settings import Settings
from adage.traces.digest import fingerprint
from adage.traces.directives import read_directives
from adage.traces.effects import Rules, load_rules
from adage.traces.path_class import Place, levels, path_class, relative, repository_place
from adage.traces.shell_steps import shell_steps

CONTINUATIONS = frozenset(
    {
        "continue",
        "go on",
        "go ahead",
        "proceed",
        "yes",
        "ok",
        "do it",
        "keep going",
        "next",
        "thanks",
    }
)
Known = dict[tuple[object, ...], list[Step]]

# Calls of these tools come again and again with the same paths.
REPEATED = frozenset({"read", "edit", "list"})
NEVER_RAN = frozenset({"refused", "cancelled", "invalid"})
# These record work without changing it, so a check that ran before them still speaks for it.
_RECORDS_WORK = ("sh:git add", "sh:git commit", "sh:rtk git add", "sh:rtk git commit")
_MUTATING = (Effect.REGENERATE, Effect.AUTHOR)


def to_trace(
    session: Session,
    repo: str,
    settings: Settings,
    rules: Rules | None = None,
    known: Known | None = None,
) -> Trace:
    """One session as a trace. `repo` is the repository's name or its root folder.

    A session that was started in a folder inside that root is read from the root. `known` keeps the
    steps of commands between sessions: agents run the same few commands over and over.
    """
    place = _session_place(session, repo)
    known = {} if known is None else known
    steps = _steps(session, place, settings, rules or load_rules(), known)
    return Trace(
        id=session.id,
        root=session.root,
        harness=session.harness,
        path=session.path,
        repo=repo,
        task=task_key(session),
        start=session.start,
        end=session.end,
        prompts=session.prompts,
        steps=steps,
        directives=read_directives(session.notes, session.calls, steps, place),
        outcome=_outcome(steps) if session.outcome is None else session.outcome,
        agent=session.agent,
    )


def _session_place(session: Session, repo: str) -> Place:
    own, whole = repository_place(session.cwd), repository_place(repo)
    if own.roots and whole.roots and relative(own.roots[-1], whole) not in ("{path}", "{tmp}"):
        roots = dict.fromkeys((*(r for r in own.roots[:-1]), *whole.roots))
        return Place(tuple(roots), own.cwd)
    return own


def task_key(session: Session) -> str:
    """The task a session worked on: its own task id, else the fingerprint of its first prompt."""
    if session.task_id:
        return session.task_id
    if not session.prompts:
        return fingerprint(f"root:{session.root}")
    return session.prompts[0].task or fingerprint(session.prompts[0].text)


def is_continuation(prompt: Prompt, settings: Settings) -> bool:
    """Whether a prompt only tells the agent to carry on with what it is at."""
    words = prompt.text.split()
    bare = " ".join(words).casefold().strip(".!,; ")
    length = prompt.words or len(words)
    whole = length == len(words)
    return length <= settings[CONTINUATION_WORDS] or (whole and bare in CONTINUATIONS)


def segment_starts(prompts: Sequence[Prompt], settings: Settings) -> list[int]:
    """The call index at which each segment starts; the first prompt always starts one."""
    return [
        prompt.at
        for i, prompt in enumerate(prompts)
        if i == 0 or not is_continuation(prompt, settings)
    ]


def _steps(
    session: Session, place: Place, settings: Settings, rules: Rules, known: Known
) -> tuple[Step, ...]:
    starts = segment_starts(session.prompts, settings)
    seen_from: dict[str, Place] = {}
    steps: list[Step] = []
    for at, call in enumerate(session.calls):
        if call.outcome in NEVER_RAN:
            continue
        if call.cwd not in seen_from:
            seen_from[call.cwd] = place.at(call.cwd)
        segment = sum(start <= at for start in starts)
        for step in _call_steps(call, seen_from[call.cwd], rules, known):
            steps.append(_placed(step, len(steps), at, segment, call))
    return tuple(steps)


def _placed(step: Step, idx: int, at: int, segment: int, call: Call) -> Step:
    """A step of a call where it stands. Written out: `replace` takes five times as long."""
    return Step(
        idx, at, call.turn, segment, step.tool, step.raw, step.key, step.runner, step.effect,
        step.ok, step.paths, step.levels, call.line,
    )  # fmt: skip


def _call_steps(call: Call, place: Place, rules: Rules, known: Known) -> list[Step]:
    # Everything of a call that decides its steps, but for where it stands.
    same: tuple[object, ...]
    if call.tool == "shell":
        same = (call.text, call.shell, call.outcome, call.exit_code, call.verdict, place)
        if same not in known:
            known[same] = shell_steps(call, place, rules)
        return known[same]
    if call.tool not in REPEATED:
        return _tool_steps(call, place, rules)
    same = (call.tool, call.name, call.text, call.paths, call.outcome == "failed",
            call.outcome == "ok", place)  # fmt: skip
    if same not in known:
        known[same] = _tool_steps(call, place, rules)
    return known[same]


def _tool_steps(call: Call, place: Place, rules: Rules) -> list[Step]:
    if call.tool == "edit" and call.outcome == "failed":
        return []
    effect, _ = rules.effect(call.tool)
    ok = {"ok": True, "failed": False}.get(call.outcome)
    paths = tuple(dict.fromkeys(relative(path, place) for path in call.paths))
    # Each file of a call is a step of its own; a search or a look-up names at most places.
    groups = [(path,) for path in paths] if call.tool in ("read", "edit") and paths else [paths]
    return [_tool_step(call, named, effect, ok) for named in groups]


def _tool_step(call: Call, paths: tuple[str, ...], effect: Effect, ok: bool | None) -> Step:
    said = call.text or " ".join(paths)
    return Step(
        idx=0,
        call=0,
        turn=0,
        segment=0,
        tool=call.tool,
        raw=f"{call.name} {said}".strip(),
        key=_tool_key(call, paths),
        runner=call.tool if call.tool.startswith("mcp:") else "",
        effect=effect,
        ok=ok,
        paths=paths,
        levels=levels(paths[0]) if call.tool == "edit" and paths else (),
    )


def _tool_key(call: Call, paths: tuple[str, ...]) -> str:
    if call.tool in ("read", "edit"):
        return f"{call.tool}:{path_class(paths[0]) if paths else '{path}'}"
    if call.tool.startswith("mcp:"):
        return " ".join((call.tool, *sorted(call.arguments)))
    return f"other:{call.name}" if call.tool == "other" else call.tool


def _outcome(steps: Sequence[Step]) -> bool | None:
    """How the last check after the last change ended; None when there was none."""
    for step in reversed(steps):
        if step.effect == Effect.VERIFY:
            return step.ok
        if step.effect in _MUTATING and not step.key.startswith(_RECORDS_WORK):
            return None
    return None
