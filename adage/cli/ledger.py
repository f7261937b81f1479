"""Show what Adage said in this repository's sessions, what came of it, and what it kept back.

examples:
  adage ledger                   all sessions, then all reflexes: followed beside ignored
  adage ledger --session ID      one session: each directive, and what stopped the others
  adage ledger --json            everything as JSON
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from adage.cli.rewrites import this_repository
from adage.config import load_settings
from adage.errors import AdageError
from adage.ledger import Entry, ReflexRow, SessionLedger, read_sessions, reflex_rows
from adage.paths import find_places


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage ledger`."""
    parser.add_argument("--session", metavar="ID", help="only this session (the start is enough)")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the ledger; 0 also when nothing was said yet."""
    root, folder = this_repository()
    found = read_sessions(folder, load_settings(find_places().config, root))
    if args.session:
        found = [each for each in found if each.session.startswith(args.session)]
        if not found:
            raise AdageError(f"no session {args.session} is known here. See them all: adage ledger")
    if args.json:
        whole = {
            "sessions": [asdict(each) for each in found],
            "reflexes": [asdict(row) for row in reflex_rows(found)],
        }
        print(json.dumps(whole, indent=2, sort_keys=True))
    elif args.session:
        for each in found:
            print("\n".join(session_lines(each)))
    else:
        print("\n".join([*overview(found), *reflex_lines(reflex_rows(found))]))
    return 0


def overview(found: Sequence[SessionLedger]) -> list[str]:
    """One line for each session."""
    if not found:
        return ["No session of this repository has met Adage's hooks yet. See: adage doctor"]
    lines = [f"{'session':<38} {'arm':<8} said held followed ignored misfired delivered stopped"]
    for each in found:
        ends = Counter(entry.outcome for entry in each.entries)
        said = sum(entry.said for entry in each.entries)
        shown = sum(entry.delivered is True for entry in each.entries)
        lines.append(
            f"{each.session:<38} {each.arm or '-':<8} {said:>4} {len(each.entries) - said:>4} "
            f"{ends['followed']:>8} {ends['ignored']:>7} {ends['misfired']:>8} {shown:>9} "
            f"{len(each.stopped):>7}"
        )
    return lines


def reflex_lines(rows: Sequence[ReflexRow]) -> Iterator[str]:
    """One line for each reflex: what agents did when told, and in control sessions untold."""
    if not rows:
        return
    yield ""
    yield (
        f"{'reflex':<16} {'kind':<12} said followed ignored misfired   "
        "withheld taken left   stopped  step"
    )
    for row in rows:
        followed, ignored, misfired = row.told
        done, left, failed = row.untold
        yield (
            f"{row.id[:16]:<16} {row.kind or '-':<12} {row.said:>4} {followed:>8} {ignored:>7} "
            f"{misfired:>8}   {row.withheld:>8} {done + failed:>5} {left:>4}   {row.stopped:>7}  "
            f"{row.route or '-'}"
        )


def session_lines(each: SessionLedger) -> list[str]:
    """A session in full: what was said or withheld, and the first gate of each other candidate."""
    arm = f"{each.arm}, p = {each.propensity:.2f}" if each.arm else "arm not known"
    lines = [f"session {each.session}: {each.batches} tool batches, {arm}"]
    for entry in each.entries:
        lines.append(f"  {entry.moment:<20} {_verb(entry)} {entry.kind} {entry.id}")
        lines.append(f"{'':<24}{entry.route or 'no step of its own'}")
        lines.append(f"{'':<24}{_fate(entry)}")
    lines += [
        f"  {'UserPromptSubmit':<20} nearly said card {name}: a prompt came near to it"
        for name in each.near
    ]
    lines += [f"  {moment:<20} kept back {name}: {gate}" for moment, name, gate in each.stopped]
    return lines


def _verb(entry: Entry) -> str:
    return "said" if entry.said else "would have said"


def _fate(entry: Entry) -> str:
    shown = {True: "delivered", False: "not in the transcript", None: "delivery not known"}
    parts = [f"p = {entry.propensity:.2f}", entry.outcome or "nothing to follow"]
    return ", ".join([shown[entry.delivered] if entry.said else "withheld (control)", *parts])
