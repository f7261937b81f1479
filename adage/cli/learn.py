"""Learn reflexes from a repository's traces and seal them in the index that the hooks read.

examples:
  adage learn                              this repository's sessions of all agents
  adage learn --sample                     the sample sessions that come with Adage
  adage learn --traces ~/old/transcripts   exactly these files and folders
  adage learn --explain                    what was stopped, and by which gate
  adage learn --explain 16ba277e19ab       why this reflex stands where it stands
  adage learn --json                       everything as JSON
  adage learn --auto                       learn in the background, if it is due
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from adage.cli.progress import live_progress
from adage.cli.source import add_source_arguments, choose_source, read_choice, tell_problems
from adage.errors import UsageError
from adage.records import Index, Reflex


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage learn`."""
    add_source_arguments(parser)
    parser.add_argument(
        "--now",
        type=_moment,
        metavar="ISO",
        help="the moment from which ages count (default: the end of the newest session)",
    )
    parser.add_argument(
        "--until",
        type=_moment,
        metavar="ISO",
        help="only sessions that had ended by then; nothing is written",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument(
        "--auto",
        action="store_true",
        help="return at once and learn in the background, unless that was done a moment ago",
    )
    parser.add_argument(
        "--explain",
        nargs="?",
        const="",
        metavar="ID",
        help="tell why the reflex ID stands where it stands; with no ID, list what was stopped",
    )


def _moment(text: str) -> float:
    """Seconds since 1970 of an ISO date or time; without a zone it is UTC."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        examples = "2026-06-01 or 2026-06-01T12:00:00Z"
        raise UsageError(
            f"--now and --until take a date or time such as {examples}, not {text}"
        ) from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def run(args: argparse.Namespace) -> int:
    """Learn, seal, and print what was learned; 0 also when there was nothing to learn."""
    if args.auto:
        from adage.cli.learn_auto import start

        return start(args)
    done = learn_now(args)
    recording = done.recording
    if args.explain is not None:
        return _explain(args, recording, done.settings, done.instincts)
    from adage.cli.learn_instincts import instinct_json, print_instincts

    if args.json:
        told = report(recording) | {"instincts": [instinct_json(each) for each in done.instincts]}
        print(json.dumps(told, sort_keys=True, indent=2))
        return 0
    from adage.cli.learn_table import print_report

    print_report(recording, done.label, done.written)
    print_instincts(done.instincts, done.index)
    return 0


@dataclass(frozen=True, slots=True)
class Learned:
    """One learning: its stages' records, the index, and where that was written, if it was.

    `instincts` are those of the repository's files, silenced ones included.
    """

    recording: Any
    index: Index
    settings: Any
    label: str
    written: str
    instincts: tuple[Reflex, ...] = ()


def learn_now(
    args: argparse.Namespace, *, workers: int | None = None, keep: bool = True
) -> Learned:
    """Read with so many processes, learn, and write the index of a repository where `keep`."""
    from adage.config import effects_file, load_settings
    from adage.decisions import in_force, read_decisions
    from adage.embed import bundled_path, open_table
    from adage.ignored import ignored_by_git
    from adage.learn import STAGES, learn
    from adage.learn.recorder import Recording
    from adage.paths import find_places, repository_state
    from adage.traces.effects import load_rules
    from adage.trial import reading_until

    choice = choose_source(args)
    places = find_places()
    settings = load_settings(places.config, choice.repo)
    rules = load_rules(effects_file(choice.repo))
    recording = Recording()
    is_kept = choice.repo and choice.places and not args.sample and args.until is None
    folder = repository_state(places.state, choice.repo) if is_kept and choice.repo else None
    moment = time.time()
    decisions = in_force(read_decisions(folder), moment, settings) if folder else {}
    with live_progress() as show:
        reading = read_choice(
            choice, lambda done, total, _path: show("Reading", done, total), workers
        )
        tell_problems(reading)
        if args.until is not None:
            reading = reading_until(reading, args.until)
        index = learn(
            reading,
            str(choice.repo or ""),
            now=args.now,
            settings=settings,
            recorder=recording,
            progress=lambda place, done, total: show(STAGES[place].title, done, total),
            rules=rules,
            embed=open_table(bundled_path()).embed,
            ignored=ignored_by_git(choice.repo) if choice.repo else None,
            decisions=decisions,
        )
    written = ""
    made: tuple[Reflex, ...] = ()
    if keep and folder and choice.repo:
        from adage.assume import assume
        from adage.hand_over import hand_over
        from adage.learn.generation import generation_of

        traces = recording.records["read"].detail
        assumed = assume(choice.repo, folder, index, traces, settings, rules)
        index, made = assumed.index, assumed.instincts
        kept = generation_of(recording.records, index, made, moment, settings)
        written = str(hand_over(folder, choice.repo, index, kept, decisions, settings))
    return Learned(recording, index, settings, choice.label, written, made)


def report(recording: Any) -> dict[str, Any]:
    """The whole result as JSON-able data: generation, traces, stages and reflexes."""
    from adage.learn.recorder import last_reflexes

    records = recording.records
    read = dict(records["read"].summary)
    wanted = ("sessions", "files", "subagents", "steps", "skipped", "duplicates")
    traces = {key: read[key] for key in wanted}
    traces |= {"from": _iso(read["from"]), "to": _iso(read["to"])}
    return {
        "generation": records["index"].detail.generation,
        "traces": traces,
        "stages": recording.summaries(),
        "reflexes": [reflex_json(reflex) for reflex in last_reflexes(records)],
    }


def reflex_json(reflex: Any) -> dict[str, Any]:
    """One judged reflex as JSON-able data, with the sessions for and against it."""
    plain = {
        name: getattr(reflex, name)
        for name in (
            "id", "shape", "command", "strength", "k", "n", "lb", "rate", "tasks", "contrast", "s",
            "n_weighted", "m", "mean", "q05", "mean_cal", "q05_cal", "parent", "bits", "gate",
            "why", "pairs", "u", "p_self", "p_follow", "k_self", "n_self", "k_follow", "n_follow",
            "quiet",
        )
    }  # fmt: skip
    rounded = {k: round(v, 6) if isinstance(v, float) else v for k, v in plain.items()}
    return rounded | {
        "trigger": list(reflex.trigger),
        "steps": list(reflex.steps),
        "effect": reflex.effect.word,
        "contrast_counts": list(reflex.contrast_counts),
        "ledger": list(reflex.ledger),
        "supporting": [_witness(witness) for witness in reflex.supporting],
        "refuting": [_witness(witness) for witness in reflex.refuting],
    }


def _witness(witness: Any) -> dict[str, Any]:
    return {
        "trace": witness.trace,
        "root": witness.root,
        "task": witness.task,
        "path": witness.path,
        "line": witness.line,
        "end": _iso(witness.end),
        "weight": round(witness.weight, 6),
    }


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat().replace("+00:00", "Z") if moment else ""


def _explain(
    args: argparse.Namespace, recording: Any, settings: Any, made: tuple[Reflex, ...]
) -> int:
    from adage.cli.learn_instincts import explain_instinct
    from adage.learn.explain import explain, find_reflex, stopped

    named = [each for each in made if args.explain and each.id.startswith(args.explain)]
    if args.explain:
        lines = (
            list(explain_instinct(named[0]))
            if len(named) == 1
            else explain(recording.records, find_reflex(recording.records, args.explain), settings)
        )
        if args.json:
            print(json.dumps({"id": args.explain, "lines": lines}, indent=2))
        else:
            print("\n".join(lines))
        return 0
    rows = stopped(recording.records)
    if args.json:
        keys = ("gate", "id", "sentence", "why")
        print(json.dumps([dict(zip(keys, row, strict=True)) for row in rows], indent=2))
        return 0
    if not rows:
        print("Nothing was stopped: no pattern was frequent enough to be looked at.")
    for gate, reflex, text, why in rows:
        sys.stdout.write(f"{gate:<10} {reflex}  {text}\n{'':<24}{why}\n")
    return 0
