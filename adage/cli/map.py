"""Open the map: the learner's work on a repository's own traces, replayed in a browser.

  adage map                      the repository of the current folder
  adage map ~/code/shop          another repository
  adage map --sample             the sample transcripts that come with Adage
  adage map --traces FILE...     exactly these transcripts
  adage map --get /api/v1/runs   print one answer and end, for scripts
  adage map --export ~/map       write it as a folder that any browser opens, without your words
  adage map --stills ~/pictures  draw a picture of each chapter, without a browser

The map listens on this machine only and changes nothing. End it with Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from adage.cli.source import Choice, add_source_arguments, choose_source, read_choice
from adage.config import effects_file, load_settings
from adage.constants import MAP_IDLE_MINUTES
from adage.errors import UsageError
from adage.paths import Places, find_places, repository_root, repository_state
from adage.settings import Settings
from adage.traces import sample_places

if TYPE_CHECKING:
    from adage.decisions import Decision
    from adage_map.app import Context
    from adage_map.live import Own
    from adage_map.progress import Progress
    from adage_map.runs import Loaded

# Nothing of the learner is imported before the address is printed: it takes longer than the server.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to show, where to serve it and when to end."""
    add_source_arguments(parser)
    parser.add_argument(
        "--port",
        type=int,
        metavar="N",
        help="the port to serve on; 0 takes any (default: the first free one from 7717)",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument("--get", metavar="PATH", help="print what the map answers to PATH, and end")
    parser.add_argument(
        "--export",
        type=Path,
        metavar="DIR",
        help="write the map as a folder for any browser, and end",
    )
    parser.add_argument(
        "--include-text",
        action="store_true",
        help="with --export or --stills: keep requests, commands and paths, otherwise left out",
    )
    parser.add_argument(
        "--stills",
        type=Path,
        metavar="DIR",
        help="draw pictures of the chapters into a folder, without a browser, and end",
    )
    parser.add_argument(
        "--every-step",
        action="store_true",
        help="with --stills: a picture of every step, not only of each chapter's main ones",
    )
    parser.add_argument(
        "--theme",
        choices=("light", "dark"),
        help="with --stills: the colours of the pictures (default: light)",
    )
    parser.add_argument(
        "--idle-minutes",
        type=int,
        metavar="N",
        default=MAP_IDLE_MINUTES.default,
        help="end after N minutes without a request; 0 never (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve the map until it is stopped, or answer one --get, write one --export or --stills."""
    _check(args)
    if args.stills is not None:
        _prepare_stills(args)
    places = find_places()
    own = _choose_own(args)

    mine = load_settings(places.config, own.repo if isinstance(own, Choice) else None)

    from adage_map.app import Context, create_app
    from adage_map.runs import OWN, SAMPLE, Loaded, Runs

    runs = Runs(Loaded(SAMPLE, _sample_choice().label, "running"))
    context = Context(runs, kept=_state_folder(own, places))
    if isinstance(own, Choice):
        context.runs.put(Loaded(OWN, own.label, "running"))
    elif own is not None:
        context.runs.put(own)
    app = create_app(context)
    if args.get is not None:
        from adage_map.get import print_answer

        _load_runs(context, own, places, mine)
        return print_answer(app, context, args.get)

    if args.export is not None:
        _load_runs(context, own, places, mine)
        return _export(args, context)

    if args.stills is not None:
        _load_runs(context, own, places, mine)
        return _stills(args, context)

    from adage_map.server import address, bind, catch_signals, serve

    server = bind(app, args.port)
    catch_signals(context)
    Thread(
        target=_load_runs, args=(context, own, places, mine), name="learner", daemon=True
    ).start()
    print(address(server, context.access.new_token()), flush=True)
    _say_over_ssh(os.environ, server.effective_port)
    if not args.no_open:
        _open_browser(os.environ, address(server, context.access.new_token()))
    if serve(server, context, args.idle_minutes):
        _note(f"Nobody asked for {args.idle_minutes} minutes: the map has ended. Again: adage map")
    return 0


def _export(args: argparse.Namespace, context: Context) -> int:
    """Write the folder and say what is in it and what is not."""
    from adage_map.export import export

    done = export(context, _shown(context), args.export, include_text=args.include_text)
    print(done.page)
    _say_removed(done.removed, "--export")
    return 0


def _prepare_stills(args: argparse.Namespace) -> None:
    """Complain now about what would only be found out after the learner's work."""
    from adage_map.export import prepare_folder
    from adage_map.stills import MARK, try_out

    try_out(os.environ)
    prepare_folder(args.stills, MARK, "stills")


def _stills(args: argparse.Namespace, context: Context) -> int:
    """Draw the pictures, naming each as it is there, and say what is not in them."""
    from adage_map.export import document_of
    from adage_map.stills import Wanted, chosen_steps, draw, source_of

    document, removed = document_of(_shown(context), include_text=args.include_text)
    steps = chosen_steps(document, every=args.every_step)
    wanted = Wanted(steps, theme=args.theme or "light", source=source_of(document))
    for still in draw(document, args.stills, wanted, os.environ):
        print(still.path, flush=True)
    _say_removed(removed, "--stills")
    return 0


def _shown(context: Context) -> Loaded:
    """The repository's own run, or the sample's where there is none."""
    from adage_map.runs import OWN

    names = [loaded.name for loaded in context.runs.all()]
    return context.runs.whole(OWN if OWN in names else "")


def _say_removed(removed: Mapping[str, int], word: str) -> None:
    gone = ", ".join(f"{kind} ({count})" for kind, count in sorted(removed.items()) if count)
    if gone:
        _note(f"Removed: {gone}. Templates of commands, counts and ids are in it.")
        _note(f"To keep them: adage map {word} DIR --include-text")
    else:
        _note("Requests, commands and paths are in it, secrets masked. Look before you share it.")


def _check(args: argparse.Namespace) -> None:
    if args.include_text and args.export is None and args.stills is None:
        raise UsageError("--include-text belongs to --export DIR or --stills DIR")
    if args.stills is None and (args.every_step or args.theme):
        raise UsageError(
            f"{'--every-step' if args.every_step else '--theme'} belongs to --stills DIR"
        )
    if args.stills is not None and args.export is not None:
        raise UsageError("--stills and --export each end the command: name one of them")
    if args.port is not None and not 0 <= args.port <= 65535:
        raise UsageError(f"--port takes a number from 0 to 65535, not {args.port}")
    if args.idle_minutes < 0:
        raise UsageError(f"--idle-minutes takes 0 or more, not {args.idle_minutes}")
    if args.get is not None and not args.get.startswith("/"):
        raise UsageError(f"--get takes a path such as /api/v1/runs, not {args.get}")


def _choose_own(args: argparse.Namespace) -> Choice | Loaded | None:
    """What the words name, None for the sample, or a run that says that there is no repository."""
    if args.sample:
        choose_source(args)  # complains about words that exclude each other
        return None
    folder = args.repo or Path.cwd()
    if args.traces or not folder.is_dir() or repository_root(folder) is not None:
        return choose_source(args)

    from adage_map.runs import OWN, Loaded, world_json
    from adage_map.states import no_repository

    said = no_repository(str(folder))
    _note(f"{said.sentences[0]} The map shows the sample. Another: {said.command}")
    document = {"source": OWN, "title": folder.name, "state": said.as_document()}
    return Loaded(OWN, folder.name, "empty", world=world_json(document), said=said)


def _state_folder(own: Choice | Loaded | None, places: Places) -> Path | None:
    """Where the state of the repository stands whose own sessions are shown, if they are."""
    if not isinstance(own, Choice) or own.repo is None or own.places is None:
        return None
    return repository_state(places.state, own.repo)


def _sample_choice() -> Choice:
    places, repo = sample_places()
    return Choice(f"{repo.name} (sample)", repo, places)


def _load_runs(
    context: Context, own: Choice | Loaded | None, places: Places, mine: Settings
) -> None:
    """Put the sample's run into its place and then, if there is one, the repository's own."""
    from adage_map.runs import OWN, SAMPLE
    from adage_map.sample import load_sample

    def learn_sample() -> Loaded:
        # As it was made to be seen, whatever a person has set for their own repository.
        return _learn(_sample_choice(), SAMPLE, places, Settings(), None)

    context.runs.put(load_sample(learn_sample, places.state / "map"))
    if isinstance(own, Choice):
        loaded = _learn(own, OWN, places, mine, context.progress)
        context.runs.put(loaded)
        context.progress.tell({"run": OWN, "state": loaded.state, "text": loaded.title})
        if loaded.run is not None:
            context.own = _watched(context, own, places, mine)
    context.progress.end()


def _watched(context: Context, own: Choice, places: Places, mine: Settings) -> Own:
    """How the own sessions are read and learned again while the map is open."""
    from adage_map.live import Own
    from adage_map.runs import OWN

    def learn_again() -> None:
        loaded = _learn(own, OWN, places, mine, None)
        if loaded.run is not None:
            context.runs.put(loaded)

    folders = tuple(_folders(own.places).values()) if own.places else ()
    return Own(lambda: read_choice(own), learn_again, folders)


def _learn(
    choice: Choice, name: str, places: Places, settings: Settings, progress: Progress | None
) -> Loaded:
    from adage.embed import bundled_path, open_table
    from adage.ignored import ignored_by_git
    from adage_map.learning import Task, load

    task = Task(
        name=name,
        title=choice.label,
        repo=str(choice.repo or ""),
        read=lambda told: read_choice(choice, told),
        settings=settings,
        folders=_folders(choice.places) if choice.places else {},
        log=places.state / "map" / "error.log",
        effects=effects_file(choice.repo),
        embed=open_table(bundled_path()).embed,
        ignored=ignored_by_git(choice.repo) if choice.repo else None,
        decisions=_decisions(choice, places, settings),
    )
    return load(task, progress)


def _decisions(choice: Choice, places: Places, settings: Settings) -> Mapping[str, Decision]:
    """What a person has decided about the repository's own reflexes, as `adage learn` heeds it."""
    from adage.decisions import in_force, read_decisions

    folder = _state_folder(choice, places)
    return in_force(read_decisions(folder), time.time(), settings) if folder else {}


def _folders(places: Places) -> Mapping[str, str]:
    return {
        "claude": str(places.claude),
        "codex": str(places.codex),
        "opencode": str(places.opencode),
    }


def _say_over_ssh(environ: Mapping[str, str], port: int) -> None:
    """Over SSH the browser is on another machine: say how its port gets here."""
    parts = environ.get("SSH_CONNECTION", "").split()
    if len(parts) < 3:
        return
    user = environ.get("USER") or environ.get("LOGNAME") or "USER"
    _note(f"On your own computer run: ssh -L {port}:127.0.0.1:{port} {user}@{parts[2]}")


def _open_browser(environ: Mapping[str, str], url: str) -> None:
    """Open the person's browser; having none is no error, only a note."""
    import webbrowser

    # Without a display the only browsers left draw text, in the terminal that the map needs.
    on_screen = sys.platform in ("darwin", "win32") or any(
        environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER")
    )
    if not on_screen or not webbrowser.open(url):
        _note("No browser was found here. Open the address above in one.")


def _note(text: str) -> None:
    """Say something beside the address: only the address goes to the standard output."""
    print(text, file=sys.stderr, flush=True)
