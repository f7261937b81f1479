"""Mines the bulk strings with another library and prints how long it took.

    python timed_peer.py prefixspan|sequential SESSIONS

PrefixSpan mines frequent patterns with free gaps, at 40 % support because lower takes minutes;
seq2pat mines frequent patterns within the window, at 1 %.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from tests.bench.bulk import bulk

ITEMS = 6


def main(package, sessions):
    labels, numbers = bulk(sessions)  # seq2pat wants numbers from 1 on
    cuts = np.flatnonzero(np.diff(numbers)) + 1
    rows = [part.tolist() for part in np.split(labels + 1, cuts)]
    began = time.perf_counter()
    if package == "prefixspan":
        from prefixspan import PrefixSpan

        miner = PrefixSpan(rows)
        miner.maxlen = ITEMS
        found, said = miner.frequent(int(0.4 * sessions)), "frequent, free gaps, 40 %"
    else:
        from sequential.seq2pat import Seq2Pat

        miner = Seq2Pat(sequences=rows, max_span=9, n_jobs=1)
        found, said = miner.get_patterns(min_frequency=sessions // 100), "span 8, 1 %"
    seconds = time.perf_counter() - began
    print(f"{package}: {said}: {len(found)} patterns in {seconds:.1f} wall s")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
