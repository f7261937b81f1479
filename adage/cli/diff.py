"""Show what changed between two generations, and because of which sessions.

A generation is what one learning gave; the last 20 of a repository are kept.

examples:
  adage diff                   between the last two
  adage diff 6f0d 76dd         between these two; the start of a name is enough
  adage diff --list            the generations that are kept
  adage diff --json            everything as JSON
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adage.cli.rewrites import this_repository
from adage.compare import CardStanding, Difference, Voice, compare, sessions_between
from adage.errors import AdageError, UsageError
from adage.findings import Family
from adage.generations import Generation, Made, find, kept, load
from adage.learn.changes import Standing
from adage.learn.explain import sentence
from adage.learn.explain_prompts import family_sentence
from adage.records import Reflex

SHOWN = 8  # sessions named for each change; JSON names all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage diff`."""
    parser.add_argument("generations", nargs="*", metavar="GEN", help="two generations, or none")
    parser.add_argument("--list", action="store_true", help="list the generations that are kept")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the differences; 0 also when there is none."""
    _, folder = this_repository()
    if args.list:
        return _list(kept(folder), args.json)
    before, after = (load(folder, made.name) for made in _chosen(folder, args.generations))
    found = compare(before, after)
    if args.json:
        print(json.dumps(diff_json(before, after, found), indent=2, sort_keys=True))
        return 0
    print("\n".join(_lines(before, after, found)))
    return 0


def _chosen(folder: Path, names: Sequence[str]) -> tuple[Made, Made]:
    if len(names) == 2:
        return find(folder, names[0]), find(folder, names[1])
    if names:
        raise UsageError("adage diff takes two generations, or none for the last two")
    known = kept(folder)
    if len(known) < 2:
        have = "only one generation is" if known else "no generation is"
        again = "again after more sessions" if known else "twice, with more sessions in between"
        raise AdageError(
            f"{have} kept here, and it takes two to compare. Learn {again}: adage learn"
        )
    return known[-2], known[-1]


def _list(known: Sequence[Made], as_json: bool) -> int:
    if as_json:
        print(json.dumps([made_json(made) for made in known], indent=2, sort_keys=True))
        return 0
    if not known:
        print("No generation is kept here yet. Learn with: adage learn")
    for made in reversed(known):
        print(f"{made.name}  {_when(made.last)}  {made.sessions} sessions, {made.said} may speak")
    return 0


def made_json(made: Made) -> dict[str, Any]:
    """A generation's head as JSON-able data."""
    return {
        "generation": made.name,
        "first": _iso(made.first),
        "last": _iso(made.last),
        "sessions": made.sessions,
        "until": _iso(made.until),
        "said": made.said,
    }


def diff_json(before: Generation, after: Generation, found: Sequence[Difference]) -> dict[str, Any]:
    """The whole comparison as JSON-able data."""
    joined, left = sessions_between(before, after)
    return {
        "before": made_json(before.made),
        "after": made_json(after.made),
        "joined": sorted(joined),
        "left": sorted(left),
        "changes": [_difference_json(each) for each in found],
    }


def _difference_json(each: Difference) -> dict[str, Any]:
    return {
        "kind": each.kind,
        "id": each.id,
        "says": _says(each),
        "before": _standing_json(each.before),
        "after": _standing_json(each.after),
        "why": each.why,
        **{
            name: [
                {"session": v.root, "path": v.path, "line": v.line, "took_it": v.held}
                for v in getattr(each, name)
            ]
            for name in ("joined", "left", "turned")
        },
    }


def _standing_json(standing: Standing | None) -> dict[str, Any] | None:
    if standing is None:
        return None
    return {name: getattr(standing, name) for name in ("strength", "quiet", "k", "n")}


def _lines(before: Generation, after: Generation, found: Sequence[Difference]) -> Iterator[str]:
    joined, left = sessions_between(before, after)
    yield f"{_head(before.made)} -> {_head(after.made)}"
    yield f"{len(joined)} sessions joined, {len(left)} left"
    if not found:
        yield "Nothing changed in what was learned."
    for each in found:
        yield ""
        yield from _difference_lines(each)


def _head(made: Made) -> str:
    return f"{made.name} ({_when(made.last)}, {made.sessions} sessions)"


def _difference_lines(each: Difference) -> Iterator[str]:
    yield f"{each.kind:<10} {each.id}  {_says(each)}"
    yield f"{'':<10} {_stands(each.before)} -> {_stands(each.after)}"
    if each.why:
        yield f"{'':<10} {each.why}"
    for sign, title, voices in (
        ("+", "joined", each.joined), ("-", "left", each.left), ("~", "turned", each.turned),
    ):  # fmt: skip
        yield from _voice_lines(sign, title, voices)


def _voice_lines(sign: str, title: str, voices: Sequence[Voice]) -> Iterator[str]:
    for voice in voices[:SHOWN]:
        place = f"{voice.path}:{voice.line}" if voice.line else voice.path
        yield f"{'':<10} {sign} {'took it' if voice.held else 'did not':<8} {place}"
    if len(voices) > SHOWN:
        yield f"{'':<10} {sign} and {len(voices) - SHOWN} more that {title}: adage diff --json"


def _stands(standing: Standing | None) -> str:
    if standing is None:
        return "not there"
    quiet = ", quiet" if standing.quiet else ""
    return f"{standing.strength}{quiet}, {standing.k} of {standing.n}"


def _says(each: Difference) -> str:
    known = each.after or each.before
    if isinstance(known, Reflex):
        return known.says or sentence(known)
    if isinstance(known, Family):
        return family_sentence(known)
    assert isinstance(known, CardStanding)
    return f'card for requests like "{known.card.requests[0].text[:80]}"'


def _when(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat().replace("+00:00", "Z")
