"""Learn in the background: detached, one at a time for a repository, limited, and on record.

In: a repository's state folder, the limits, and the work to be done. Out: nothing for the caller,
who goes on at once; a process of its own does the work, with low priority and without a network,
ends itself when it takes too long, and leaves one line in `auto.log`.
"""

from __future__ import annotations

import faulthandler
import fcntl
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from adage.auto_log import LOG, make_room, write_line
from adage.constants import (
    GRACE_SECS,
    LEARN_BYTES,
    LOG_BYTES,
    MIN_INTERVAL_SECS,
    NICENESS,
    TIME_LIMIT_SECS,
)
from adage.errors import AdageError
from adage.hook.places import LEARNED
from adage.settings import Settings

LOCK = "learn.lock"
MOST_FILES = 65_536
LOOKS, LOOK_S = 10, 0.02
_NETWORK = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo")

Clock = Callable[[], float]


class TooLong(BaseException):
    """The time limit has passed. No `except Exception` in the work may stop it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How often, how long, how large and how urgent a background learning may be."""

    every_s: int
    time_s: int
    grace_s: int
    memory_bytes: int
    niceness: int
    log_bytes: int

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """The limits that `settings` name."""
        return cls(
            settings[MIN_INTERVAL_SECS], settings[TIME_LIMIT_SECS], settings[GRACE_SECS],
            settings[LEARN_BYTES], settings[NICENESS], settings[LOG_BYTES],
        )  # fmt: skip


def why_not(folder: Path, every_s: float, now: float) -> str:
    """Why the repository is not due: it was learned less than `every_s` seconds ago; else empty."""
    try:
        age = now - (folder / LEARNED).stat().st_mtime
    except FileNotFoundError:
        return ""
    if not 0 <= age < every_s:  # a stamp from the future says nothing
        return ""
    return f"it was last learned {age:.0f} s ago; the next time may come {every_s - age:.0f} s on"


def who_learns(folder: Path) -> tuple[str, bool]:
    """The process named in the lock, and whether it is at work; ("", False) when there is none.

    A name without work is that of a learner which was killed.
    """
    try:
        handle = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return "", False
    try:
        return _name_in(handle), not _take(handle)
    finally:
        os.close(handle)


def detach(folder: Path, work: Callable[[], None]) -> None:
    """Do `work` in a process without our session, terminal, streams and files; return at once.

    Raises `AdageError` when `folder` cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise AdageError(
            f"{folder} cannot be made ({error.strerror}), so nothing was started. Set ADAGE_HOME "
            "to a folder you may write to"
        ) from error
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    _be_the_child(folder, work)


def _be_the_child(folder: Path, work: Callable[[], None]) -> NoReturn:
    try:
        os.setsid()
        # The leader of a session may be given a terminal; its child never is, and has no parent.
        if os.fork():
            os._exit(0)
        _leave_streams(folder / LOG)
        work()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _leave_streams(log: Path) -> None:
    nowhere = os.open(os.devnull, os.O_RDONLY)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for given, stream in ((nowhere, 0), (written, 1), (written, 2)):
        os.dup2(given, stream)
    # A pipe of the caller's that stayed open here would keep its reader waiting.
    os.closerange(3, MOST_FILES)


def learn_alone(folder: Path, limits: Limits, work: Callable[[], str], clock: Clock) -> None:
    """Do `work` unless another process does or it was done a moment ago; log what it says."""
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if _take_soon(handle) and not why_not(folder, limits.every_s, clock()):
            make_room(folder, limits.log_bytes)
            _tell_of_the_lost(handle, folder, clock())
            _sign(handle, f"{os.getpid()}\n")
            (folder / LEARNED).touch(mode=0o600)
            _logged(folder, limits, work, clock)
            _sign(handle, "")
    finally:
        os.close(handle)


def _take(handle: int) -> bool:
    """Lock the file, unless another process has: the system unlocks for one that has died."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _tell_of_the_lost(handle: int, folder: Path, now: float) -> None:
    if name := _name_in(handle):
        write_line(folder, now, "lost", 0.0, f"process {name} ended without a word")


def _take_soon(handle: int) -> bool:
    """The same, with patience for someone who only looks whether the lock is held."""
    for _ in range(LOOKS):
        if _take(handle):
            return True
        time.sleep(LOOK_S)
    return False


def _name_in(handle: int) -> str:
    return os.pread(handle, 100, 0).decode("ascii", "replace").strip()


def _sign(handle: int, text: str) -> None:
    os.ftruncate(handle, 0)
    os.pwrite(handle, text.encode("ascii"), 0)


def _logged(folder: Path, limits: Limits, work: Callable[[], str], clock: Clock) -> None:
    start = clock()
    result, said = "failed", ""
    try:
        with _limited(limits):
            result, said = "learned", work()
    except TooLong:
        result, said = "stopped", f"it took longer than {limits.time_s} s"
    except AdageError as error:
        said = str(error)
    except MemoryError:
        said = f"it needed more than {limits.memory_bytes >> 20} MiB"
    except Exception as error:
        traceback.print_exc()
        said = f"{type(error).__name__}: {error}"
    write_line(folder, clock(), result, clock() - start, said)


@contextmanager
def _limited(limits: Limits) -> Iterator[None]:
    """Low priority, bounded memory, no network; `TooLong` when the time is up."""
    os.nice(limits.niceness)
    _bound_memory(limits.memory_bytes)
    sys.addaudithook(_refuse_network)
    # The alarm lets the work tidy up. If that hangs as well, a thread ends the process.
    faulthandler.dump_traceback_later(limits.time_s + limits.grace_s, exit=True, file=2)
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, limits.time_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()


def _bound_memory(most_bytes: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = most_bytes if hard == resource.RLIM_INFINITY else min(most_bytes, hard)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (OSError, ValueError) as error:  # macOS knows the limit and may refuse to set it
        print(f"adage: memory is not limited here: {error}", file=sys.stderr)


def _give_up(_signal: int, _frame: Any) -> NoReturn:
    raise TooLong


def _refuse_network(event: str, _given: tuple[Any, ...]) -> None:
    if event in _NETWORK:
        raise AdageError("background learning never uses the network, and something tried to")
