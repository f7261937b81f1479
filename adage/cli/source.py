"""The three ways to say which transcripts a verb works on, shared by `traces`, `learn` and `map`.

In: the parsed words REPO, --traces and --sample. Out: a `Reading` and the label of its repository.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from adage.config import load_settings
from adage.errors import TraceError, UsageError
from adage.ledger.join import read_ledger
from adage.paths import Places, find_places, repository_root, repository_state
from adage.records import Reading
from adage.traces import Progress, read_paths, read_repository, sample_places


@dataclass(frozen=True, slots=True)
class Choice:
    """What the words ask for: agents' folders and a repository, or paths a person named.

    `cache` is where the repository's evidence is kept; the sample and named paths have none.
    """

    label: str
    repo: Path | None
    places: Places | None
    paths: tuple[Path, ...] = ()
    cache: Path | None = None


def add_source_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare REPO, --traces and --sample."""
    parser.add_argument(
        "repo",
        nargs="?",
        type=Path,
        metavar="REPO",
        help="folder of a git repository (default: the current one)",
    )
    parser.add_argument(
        "--traces",
        nargs="+",
        type=Path,
        metavar="PATH",
        help="read exactly these transcript files and folders instead of the agents' own",
    )
    parser.add_argument(
        "--sample", action="store_true", help="read the sample transcripts that come with Adage"
    )


def read_source(args: argparse.Namespace, progress: Progress | None = None) -> tuple[Reading, str]:
    """The reading that the words ask for, and the repository's label.

    Raises `UsageError` for words that exclude each other and `TraceError` for a place that is not
    there or is no repository.
    """
    choice = choose_source(args)
    return read_choice(choice, progress), choice.label


def read_choice(
    choice: Choice, progress: Progress | None = None, workers: int | None = None
) -> Reading:
    """Read what was chosen, with as many processes as the machine has cores unless told."""
    workers = workers or os.cpu_count() or 1
    if choice.places is not None and choice.repo is not None:
        found = read_repository(choice.places, choice.repo, progress, choice.cache, workers)
        if choice.cache is None:
            return found
        # Beside the evidence stands what Adage's own hook remembers of the sessions.
        settings = load_settings(choice.places.config, choice.repo)
        return read_ledger(found, choice.cache.parent, settings)
    return read_paths(choice.paths, progress, workers)


def tell_problems(reading: Reading) -> None:
    """Say on standard error what could not be read; an error when nothing else could."""
    problems = [file.problem for file in reading.files if file.problem]
    if problems and not reading.sessions:
        more = f" (and {len(problems) - 1} more: adage traces)" if len(problems) > 1 else ""
        raise TraceError(f"nothing could be read. {problems[0]}{more}")
    for problem in problems:
        print(f"adage: left out: {problem}", file=sys.stderr)


def choose_source(args: argparse.Namespace) -> Choice:
    """What the words ask for, checked but not yet read."""
    if args.sample and (args.traces or args.repo):
        raise UsageError("--sample brings its own transcripts. Leave REPO and --traces out.")
    if args.sample:
        places, repo = sample_places()
        return Choice(f"{repo.name} (sample)", repo, places)
    if args.traces:
        return _chosen_paths(tuple(args.traces), args.repo)
    repo = _repository(args.repo or Path.cwd())
    places = find_places()
    return Choice(
        repo.name, repo, places, cache=repository_state(places.state, repo) / "evidence.jsonl"
    )


def _chosen_paths(paths: tuple[Path, ...], repo: Path | None) -> Choice:
    for path in paths:
        if not path.exists():
            raise TraceError(f"There is nothing at {path}. Name a transcript file or folder.")
    if repo is not None:
        root = _repository(repo)
        return Choice(root.name, root, None, paths)
    return Choice(paths[0].resolve().name, None, None, paths)


def _repository(folder: Path) -> Path:
    if not folder.is_dir():
        raise TraceError(f"{folder} is not a directory. Name the folder of a git repository.")
    root = repository_root(folder)
    if root is None:
        raise TraceError(
            f"{folder} is not in a git repository. Go into one, or give its folder as REPO."
        )
    return root
