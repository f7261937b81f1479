"""What the map says when there is nothing to replay, or when something went wrong.

In: what was looked for and found. Out: a `State`: what happened, what it means, what to type next.
The page shows it in place of the scene, beside the sample that always plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from adage.errors import AdageError
from adage.records import Reading, Reflex
from adage_map.words import readable

EXPLAIN = "adage learn --explain"


@dataclass(frozen=True, slots=True)
class State:
    """A state in words. `looked` lists (place, transcript files, sessions); `command` is next."""

    kind: str
    title: str
    sentences: tuple[str, ...]
    command: str
    looked: tuple[tuple[str, int, int], ...] = ()
    stage: str = ""

    def as_document(self) -> dict[str, Any]:
        """The state as the page reads it."""
        looked = [{"place": p, "files": f, "sessions": s} for p, f, s in self.looked]
        return asdict(self) | {"sentences": list(self.sentences), "looked": looked}


def no_repository(folder: str) -> State:
    """`folder` is not inside a git work tree."""
    return State(
        "no-repository",
        "This folder is not in a git repository",
        (
            f"Adage looked in {folder} and above it and found no repository.",
            "It learns from the sessions of one repository; here is the sample instead.",
        ),
        "adage map PATH-OF-A-REPOSITORY",
    )


def no_sessions(title: str, reading: Reading, folders: Mapping[str, str]) -> State:
    """No transcript belongs to the repository. `folders` maps each agent to its folder."""
    looked = []
    for harness, folder in folders.items():
        files = [file for file in reading.files if file.harness == harness]
        looked.append((f"{harness}: {folder}", len(files), sum(len(f.sessions) for f in files)))
    return State(
        "no-sessions",
        f"No sessions of {title} yet",
        (
            "Adage reads what coding agents leave behind; it found none that worked here.",
            "Work with your agent in this repository, or name transcripts yourself:",
        ),
        "adage map --traces PATH",
        tuple(looked),
    )


def no_reflexes(title: str, sessions: int, judged: Sequence[Reflex]) -> State:
    """Sessions were read, but nothing may be said; `judged` is everything that was judged."""
    quiet = [reflex for reflex in judged if reflex.quiet]
    best = max(quiet or judged, key=lambda reflex: (reflex.lb, reflex.id), default=None)
    count = f"{sessions} {'session' if sessions == 1 else 'sessions'} of {title}"
    if best is None:
        far = "No step has come back in enough sessions to count."
        needs = "A reflex needs a step that keeps following the same moment."
        return State("no-reflexes", f"{count}, and no reflex yet", (far, needs), EXPLAIN)
    far = f"The surest is {readable(best.steps)}, in {best.k} of {best.n} sessions."
    if quiet:
        title = f"{count}: {len(quiet)} known, none worth saying"
        why = f"It stays quiet: {best.why}." if best.why else "It stays quiet."
        return State("no-reflexes", title, (far, why), EXPLAIN)
    return State("no-reflexes", f"{count}, and no reflex yet", (far, f"{best.why}."), EXPLAIN)


def learner_failed(stage: str, error: Exception, log: str) -> State:
    """The learner stopped in `stage`; the stages before it can still be played."""
    known = isinstance(error, AdageError)
    message = str(error) if known else f"{type(error).__name__}: {error}"
    kept = (f"What went wrong is written to {log}.",) if log else ()
    return State(
        "learner-error",
        f"The learner stopped at the stage {stage}" if stage else "The traces could not be read",
        (message, *kept, "The stages before it can still be played."),
        "adage learn",
        stage=stage,
    )
