"""Mines the bulk strings with another library and prints how long it took.

    python timed_peer.py PEER SESSIONS [SPMF_JAR]

PEER is prefixspan (frequent patterns with free gaps, at 40 % support because lower takes minutes),
sequential (seq2pat: frequent patterns within the window, at 1 %), CM-SPAM (the same side by side)
or GoKrimp (patterns that compress). The last two are SPMF's and need Java and its jar. CPU seconds
are those of the peer alone.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from tests.bench.bulk import bulk

ITEMS = 6
SPMF = {
    "CM-SPAM": (["1%", "1", str(ITEMS), "", "1", "false"], "frequent, side by side, 1 %"),
    "GoKrimp": ([], "by description length"),
}


def prefixspan(rows):
    from prefixspan import PrefixSpan

    miner = PrefixSpan(rows)
    miner.maxlen = ITEMS
    return len(miner.frequent(int(0.4 * len(rows)))), "frequent, free gaps, 40 %"


def sequential(rows):
    from sequential.seq2pat import Seq2Pat

    miner = Seq2Pat(sequences=rows, max_span=9, n_jobs=1)
    return len(miner.get_patterns(min_frequency=len(rows) // 100)), "frequent, span 8, 1 %"


def spmf(peer, rows, jar):
    words, said = SPMF[peer]
    with tempfile.TemporaryDirectory() as folder:
        given, found = Path(folder, "in.txt"), Path(folder, "out.txt")
        given.write_text("".join(" -1 ".join(map(str, row)) + " -1 -2\n" for row in rows))
        command = ["java", "-Xmx4g", "-jar", jar, "run", peer, str(given), str(found), *words]
        subprocess.run(command, check=True, capture_output=True)
        return len(found.read_text().splitlines()), said


def main(peer, sessions, jar=""):
    labels, numbers = bulk(sessions)  # seq2pat wants numbers from 1 on
    cuts = np.flatnonzero(np.diff(numbers)) + 1
    rows = [part.tolist() for part in np.split(labels + 1, cuts)]
    began, cpu = time.perf_counter(), cpu_s()
    found, said = spmf(peer, rows, jar) if peer in SPMF else globals()[peer](rows)
    wall = time.perf_counter() - began
    print(f"{peer}: {said}: {found} patterns in {cpu_s() - cpu:.1f} CPU s, {wall:.1f} wall s")


def cpu_s():
    """CPU seconds of this process and of the children that have ended."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in spent)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
