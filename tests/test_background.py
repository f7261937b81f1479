"""Background learning: its own process, one at a time, limited, one line for each run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from adage.auto_log import LOG, OLDER, last_run, make_room, write_line
from adage.background import Limits, who_learns, why_not
from adage.settings import Settings

DEADLINE_S = 60.0
ALONE = """
import sys, time, os, signal, socket
from pathlib import Path
from adage.background import Limits, detach, learn_alone
folder, limits = Path(sys.argv[1]), Limits(*map(int, sys.argv[2].split()))
def wait_for(name):
    while not (folder / name).exists():
        time.sleep(0.01)
def work():
    (folder / "begun").touch()
{work}
"""
USUAL = Limits(120, 60, 10, 1 << 32, 10, 65_536)


def script(work: str, then: str) -> str:
    body = "\n".join("    " + line for line in work.strip().splitlines())
    return ALONE.format(work=body) + then


def alone(
    folder: Path, work: str, limits: Limits = USUAL, then: str = ""
) -> subprocess.Popen[bytes]:
    """A real process that does `work` under the lock of `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    then = then or "learn_alone(folder, limits, work, time.time)"
    spelled = " ".join(
        str(each)
        for each in (limits.every_s, limits.time_s, limits.grace_s, limits.memory_bytes,
                     limits.niceness, limits.log_bytes)
    )  # fmt: skip
    command = [sys.executable, "-c", script(work, then), str(folder), spelled]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[bytes]) -> bytes:
    """What a process printed on standard error, once it has ended."""
    return process.communicate(timeout=DEADLINE_S)[1]


def until(claim: Callable[[], object]) -> None:
    start = time.monotonic()
    while not claim():
        assert time.monotonic() - start < DEADLINE_S
        time.sleep(0.02)


def run(folder: Path, work: str, limits: Limits = USUAL) -> tuple[str, str]:
    """The result and the words that one run leaves in the log."""
    finish(alone(folder, work, limits))
    found = last_run(folder)
    assert found is not None
    return found.result, found.said


def test_the_caller_goes_on_while_the_work_is_still_under_way(tmp_path: Path) -> None:
    """The reader of the caller's pipes sees their end, so nothing of it is held open."""
    folder = tmp_path / "state"
    finish(alone(folder, "wait_for('go')\n(folder / 'done').touch()", then="detach(folder, work)"))
    assert not (folder / "done").exists()
    (folder / "go").touch()
    until((folder / "done").exists)


def test_the_work_is_in_no_session_of_the_callers(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    work = "(folder / 'ids').write_text(f'{os.getsid(0)} {os.getpid()} {os.getpgid(0)}')"
    caller = alone(folder, work, then="detach(folder, work)")
    finish(caller)
    until(lambda: (folder / "ids").exists() and (folder / "ids").read_text())
    session, process, group = (int(each) for each in (folder / "ids").read_text().split())
    assert session == group
    assert len({session, process, caller.pid, os.getsid(0)}) == 4


def test_what_the_work_prints_stands_in_the_log(tmp_path: Path) -> None:
    finish(alone(tmp_path, "print('left out', flush=True)", then="detach(folder, work)"))
    until(lambda: "left out" in (tmp_path / LOG).read_text())


def test_a_second_one_at_the_same_time_does_nothing(tmp_path: Path) -> None:
    first = alone(tmp_path, "wait_for('go')\nreturn 'the first'")
    until((tmp_path / "begun").exists)
    assert who_learns(tmp_path) == (str(first.pid), True)
    finish(alone(tmp_path, "(folder / 'second').touch()\nreturn 'the second'"))
    assert not (tmp_path / "second").exists()
    (tmp_path / "go").touch()
    finish(first)
    assert (tmp_path / LOG).read_text().endswith(": the first\n")
    assert who_learns(tmp_path) == ("", False)


def test_the_lock_of_a_killed_one_is_free_and_the_next_one_says_so(tmp_path: Path) -> None:
    killed = alone(tmp_path, "wait_for('never')")
    until((tmp_path / "begun").exists)
    killed.send_signal(signal.SIGKILL)
    finish(killed)
    assert who_learns(tmp_path) == (str(killed.pid), False)
    (tmp_path / "learn.stamp").unlink()
    assert run(tmp_path, "return 'again'") == ("learned", "again")
    lost = (tmp_path / LOG).read_text().splitlines()[0]
    assert lost.endswith(f"lost in 0.0 s: process {killed.pid} ended without a word")


def test_it_is_not_due_again_within_its_interval(tmp_path: Path) -> None:
    assert why_not(tmp_path, 120, 0.0) == ""
    assert run(tmp_path, "return 'once'") == ("learned", "once")
    assert run(tmp_path, "return 'twice'") == ("learned", "once")
    moment = (tmp_path / "learn.stamp").stat().st_mtime
    assert why_not(tmp_path, 120, moment + 40) == (
        "it was last learned 40 s ago; the next time may come 80 s on"
    )
    assert why_not(tmp_path, 120, moment + 120) == ""
    assert why_not(tmp_path, 120, moment - 1000) == "", "a clock that was set back blocks nothing"


def test_a_run_that_fails_is_not_tried_again_at_once_either(tmp_path: Path) -> None:
    work = "from adage.errors import AdageError\nraise AdageError('nothing could be read')"
    assert run(tmp_path, work) == ("failed", "nothing could be read")
    assert run(tmp_path, "return 'again'") == ("failed", "nothing could be read")


def test_it_ends_itself_when_it_takes_too_long(tmp_path: Path) -> None:
    """Also where the work catches every ordinary exception."""
    work = "while True:\n    try:\n        time.sleep(1)\n    except Exception:\n        pass"
    limits = Limits(0, 1, 30, 1 << 32, 10, 65_536)
    assert run(tmp_path, work, limits) == ("stopped", "it took longer than 1 s")


def test_work_that_cannot_be_interrupted_is_ended_after_the_grace(tmp_path: Path) -> None:
    work = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\nwait_for('never')"
    process = alone(tmp_path, work, Limits(0, 1, 1, 1 << 32, 10, 65_536))
    assert b"Timeout" in finish(process)
    assert who_learns(tmp_path) == (str(process.pid), False)


def test_a_defect_leaves_its_name_in_the_log_and_its_trace_before_it(tmp_path: Path) -> None:
    process = alone(tmp_path, "return 1 // 0")
    assert b"ZeroDivisionError" in finish(process)
    found = last_run(tmp_path)
    assert found is not None
    assert (found.result, found.went_well) == ("failed", False)
    assert found.said.startswith("ZeroDivisionError: ")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds to this limit for sure")
def test_it_cannot_take_all_memory(tmp_path: Path) -> None:
    limits = Limits(0, 60, 10, 1 << 29, 10, 65_536)
    result, said = run(tmp_path, "bytearray(1 << 31)\nreturn 'had it'", limits)
    assert (result, said) == ("failed", "it needed more than 512 MiB")


def test_it_cannot_use_the_network(tmp_path: Path) -> None:
    result, said = run(tmp_path, "socket.create_connection(('127.0.0.1', 9))\nreturn 'did'")
    assert result == "failed"
    assert "never uses the network" in said


def test_it_gives_way_to_other_programs(tmp_path: Path) -> None:
    assert run(tmp_path, "return str(os.nice(0))")[1] == str(min(19, os.nice(0) + 10))


def test_the_limits_are_those_of_the_settings() -> None:
    limits = Limits.of(Settings({"learn.time_limit_secs": 30, "learn.niceness": 5}))
    assert (limits.every_s, limits.time_s, limits.niceness) == (120, 30, 5)


def test_a_log_that_has_grown_makes_room_and_the_older_one_stays(tmp_path: Path) -> None:
    write_line(tmp_path, 0.0, "learned", 1.0, "the older")
    make_room(tmp_path, 10_000)
    assert not (tmp_path / OLDER).exists()
    make_room(tmp_path, 10)
    assert (tmp_path / LOG).read_text() == ""
    found = last_run(tmp_path)
    assert found is not None
    assert (found.moment, found.said) == ("1970-01-01T00:00:00Z", "the older")
    write_line(tmp_path, 60.0, "failed", 2.25, "the\nnewer")
    found = last_run(tmp_path)
    assert found is not None
    assert (found.result, found.seconds, found.said) == ("failed", 2.2, "the newer")


def test_nothing_on_record_is_no_run(tmp_path: Path) -> None:
    assert last_run(tmp_path) is None
    (tmp_path / LOG).write_text("something printed\n")
    assert last_run(tmp_path) is None
