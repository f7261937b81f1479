"""Decide what waits for a person: steps that are quiet, rare or change the machine, and rewrites.

In a terminal each is shown with its counts and asked about with one key. A decision is kept with
your name and the day, outlives every relearning, and reaches the hooks at once. It never lets a
step do more than its kind may: what changes the environment is offered at most, and edits, commits
and pushes are never directed.

examples:
  adage review                 ask about each; without a terminal, list them
  adage review approve ID      offer it from now on; of a dead end: run the command that works
  adage review dismiss ID      say no more of it
  adage review snooze ID       ask again in 14 days
  adage review --json          what waits and what was decided, as JSON
"""

from __future__ import annotations

import argparse
import getpass
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adage.cli.rewrites import this_repository
from adage.config import load_settings
from adage.constants import SNOOZE_DAYS
from adage.decisions import (
    APPROVE,
    SNOOZE,
    VERDICTS,
    Decision,
    in_force,
    keep_decision,
    read_decisions,
)
from adage.errors import AdageError, UsageError
from adage.generations import Generation, kept, load
from adage.hand_over import seal_again
from adage.learn.review import by
from adage.learn.seal_sections import exact_pair
from adage.ledger import followed_counts, read_sessions
from adage.paths import find_places
from adage.records import Reflex
from adage.settings import Settings
from adage.waiting import DEAD_END, Waiting, find_subject, says, waiting, why_not_approved

KEYS = {"a": APPROVE, "d": "dismiss", "s": SNOOZE}
DONE = {APPROVE: "approved", "dismiss": "dismissed", SNOOZE: "put off"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage review`."""
    parser.add_argument("verdict", nargs="?", choices=VERDICTS, help="what to decide")
    parser.add_argument("id", nargs="?", metavar="ID", help="of what; the start of it is enough")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


@dataclass(frozen=True, slots=True)
class Desk:
    """Where one review happens: the repository, what was learned last, who decides, and when."""

    root: Path
    folder: Path
    settings: Settings
    generation: Generation
    now: float

    def decisions(self) -> dict[str, Decision]:
        """The decisions in force."""
        return in_force(read_decisions(self.folder), self.now, self.settings)

    def waiting(self) -> tuple[Waiting, ...]:
        """What waits, with what agents made of it so far."""
        counts = followed_counts(read_sessions(self.folder, self.settings))
        return waiting(self.generation, self.decisions(), counts, self.settings)

    def decide(self, name: str, verdict: str) -> str:
        """Keep one decision; what it was about. Raises `AdageError` when it changes nothing."""
        subject = find_subject(self.generation, name)
        pair: tuple[str, ...] = ()
        if verdict == APPROVE:
            before = self.decisions().get(subject.id)
            if why := why_not_approved(subject, before, self.settings):
                raise AdageError(why)
            pair = exact_pair(subject) if isinstance(subject, Reflex) else ()
        decision = Decision(subject.id, verdict, _name(self.root), self.now, pair)
        keep_decision(self.folder, decision, self.settings)
        return says(subject)

    def seal(self) -> str:
        """Put the decisions where the hooks read them; the generation they made."""
        index = seal_again(self.folder, self.decisions(), self.now, self.settings)
        return index.generation if index else ""


def run(args: argparse.Namespace) -> int:
    """Ask, list or decide."""
    if args.verdict and not args.id:
        raise UsageError(f"adage review {args.verdict} needs an ID. See what waits: adage review")
    desk = _desk()
    if args.verdict:
        print(f"{DONE[args.verdict]}: {desk.decide(args.id, args.verdict)}")
        print(f"The hooks know at once (generation {desk.seal()}).")
        return 0
    found = desk.waiting()
    if args.json:
        print(json.dumps(review_json(found, desk.decisions()), indent=2, sort_keys=True))
    elif sys.stdin.isatty() and sys.stdout.isatty() and found:
        _ask_each(desk, found)
    else:
        print("\n".join(_list(found, desk.decisions(), desk.settings)))
    return 0


def _desk() -> Desk:
    root, folder = this_repository()
    settings = load_settings(find_places().config, root)
    known = kept(folder)
    if not known:
        raise AdageError(f"nothing was learned of {root.name} yet. Learn with: adage learn")
    return Desk(root, folder, settings, load(folder, known[-1].name), time.time())


def _name(root: Path) -> str:
    """Who decides: the name that git knows the person by here, else the one of their account."""
    words = ["git", "-C", str(root), "config", "user.name"]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    try:
        return said or getpass.getuser()
    except (OSError, KeyError):
        return ""


def review_json(found: Sequence[Waiting], decided: Mapping[str, Decision]) -> dict[str, Any]:
    """What waits and what was decided, as JSON-able data."""
    return {
        "waiting": [{**asdict(each), "lb": round(each.lb, 6)} for each in found],
        "decided": [{**asdict(each), "when": _iso(each.when)} for each in decided.values()],
    }


def _list(
    found: Sequence[Waiting], decided: Mapping[str, Decision], settings: Settings
) -> Iterator[str]:
    if not found:
        yield "Nothing waits for a person."
    for each in found:
        yield from _lines(each)
    if found:
        days = settings[SNOOZE_DAYS]
        yield f"Decide with: adage review approve|dismiss|snooze ID (snooze: {days} days)"
    for decision in decided.values():
        yield f"{DONE[decision.verdict]}: {decision.id} by {by(decision)}"


def _lines(each: Waiting) -> Iterator[str]:
    yield f"{each.id}  {each.kind}: {each.says}"
    yield (
        f"{'':<14}{each.k} of {each.n}, at least {each.lb:.2f}, {each.tasks} tasks; when said: "
        f"followed {each.followed}, ignored {each.ignored}, misfired {each.misfired}"
    )
    yield f"{'':<14}{each.why}"
    yield f"{'':<14}approved, {_promise(each)}"
    yield ""


def _promise(each: Waiting) -> str:
    if each.kind == DEAD_END:
        return f"`{each.pair[0]}` runs as `{each.pair[1]}`"
    return "it is offered" if each.becomes == "prime" else "it may insist, as its counts allow"


def _ask_each(desk: Desk, found: Sequence[Waiting]) -> None:
    """One key for each. What was decided stands, also when the person leaves in the middle."""
    decided = 0
    try:
        for place, each in enumerate(found, 1):
            print(f"{place} of {len(found)}", *_lines(each), sep="\n")
            verdict = _verdict(desk.settings)
            if verdict == "quit":
                break
            if verdict:
                desk.decide(each.id, verdict)
                decided += 1
            print(DONE.get(verdict, "left as it is"), end="\n\n")
    finally:
        if decided:
            print(f"{decided} decided; the hooks know at once (generation {desk.seal()}).")


def _verdict(settings: Settings) -> str:
    """What the person wants: a verdict, empty to leave it, or quit."""
    days = settings[SNOOZE_DAYS]
    asked = f"[a]pprove  [d]ismiss  [s]nooze {days} days  [enter] leave it  [q]uit: "
    while True:
        print(asked, end="", flush=True)
        key = _key()
        if key in ("q", "\x04", ""):
            print()
            return "quit"
        if key in ("\r", "\n"):
            return ""
        if key in KEYS:
            return KEYS[key]
        print()


def _key() -> str:
    """One key from the terminal, without waiting for a line; empty when it is gone."""
    import termios
    import tty

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        # Not flushed: a key pressed a moment too early counts.
        tty.setcbreak(handle, termios.TCSADRAIN)
        return sys.stdin.read(1)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat().replace("+00:00", "Z")
