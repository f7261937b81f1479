"""`adage learn --auto`: learn this repository in the background, if it is due.

In: the words of `adage learn`. Out: one line that says what was started or why nothing was, and the
exit code; the learning itself goes on in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import partial
from pathlib import Path

from adage.auto_log import LOG
from adage.background import Limits, detach, learn_alone, who_learns, why_not
from adage.cli.source import choose_source
from adage.config import load_settings
from adage.errors import UsageError
from adage.paths import find_places, repository_state

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
NOT_WITH = ("traces", "sample", "now", "until", "json", "explain")


def start(args: argparse.Namespace) -> int:
    """Start the learner and return at once; 0 also when it is not due or already at work."""
    for word in NOT_WITH:
        if getattr(args, word) not in (None, False):
            raise UsageError(f"--auto learns a repository by itself. Leave --{word} out.")
    repo = choose_source(args).repo
    assert repo is not None  # without --traces there always is one
    places = find_places()
    limits = Limits.of(load_settings(places.config, repo))
    folder = repository_state(places.state, repo)
    if why := _why_not(folder, limits):
        print(f"{repo.name} is not learned now: {why}")
        return 0
    detach(folder, lambda: learn_alone(folder, limits, partial(_learn, args), time.time))
    print(f"Learning {repo.name} in the background. What came of it: {folder / LOG}")
    return 0


def _why_not(folder: Path, limits: Limits) -> str:
    name, is_at_work = who_learns(folder)
    if is_at_work:
        return f"process {name} is learning it"
    return why_not(folder, limits.every_s, time.time())


def _learn(args: argparse.Namespace) -> str:
    """Learn and seal with one worker and one thread; what came of it in a few words."""
    # Read by numpy's linear algebra as it is loaded: a thread for each core would take its share
    # of the address space before there is any work, and no priority is low on every core at once.
    os.environ.update(dict.fromkeys(THREADS, "1"))
    from adage.cli.learn import learn_now

    done = learn_now(args, workers=1)
    read = done.recording.records["read"].summary
    return (
        f"{read['sessions']} sessions, {len(done.index.reflexes)} reflexes, generation "
        f"{done.index.generation}"
    )
