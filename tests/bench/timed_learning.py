"""Learns from generated sessions in a process of its own and prints how long it took.

    python timed_learning.py SESSIONS [PROFILE]

Out: one line of JSON: sessions, events, CPU seconds of each stage and of all, wall seconds, peak
memory in MB. With PROFILE the hottest functions follow, by time spent in themselves.
CPU seconds are compared, since other work on the machine stretches the wall clock.
"""

import cProfile
import io
import json
import pstats
import resource
import sys
import time

from adage.learn import STAGES, learn
from adage.learn.recorder import Recording
from adage.measure.generate import generate
from adage.measure.play import REPO, as_reading
from adage.settings import Settings

STRETCH = 6.0  # gives about 60 events a session


def main(count: int, profile: bool) -> None:
    reading = as_reading(generate(1, count, length=STRETCH), 1_767_225_600.0)
    before = peak_mb()
    began, cpu = time.perf_counter(), time.process_time()
    marks: list[float] = []

    def note(place: int, done: int, _total: int) -> None:
        if done == 0 and len(marks) == place:
            marks.append(time.process_time())
            print(f"{STAGES[place].name} at {marks[-1] - cpu:.1f} s", file=sys.stderr, flush=True)

    recording = Recording()
    profiler = cProfile.Profile() if profile else None
    if profiler:
        profiler.enable()
    index = learn(reading, REPO, settings=Settings(), recorder=recording, progress=note)
    if profiler:
        profiler.disable()
    ended, wall = time.process_time(), time.perf_counter() - began
    ends = [*marks[1:], ended]
    stages = {s.name: round(e - m, 3) for s, m, e in zip(STAGES, marks, ends, strict=False)}
    print(json.dumps({
        "sessions": count,
        "events": len(recording.records["string"].detail),
        "reflexes": len(index.reflexes),
        "cpu_s": round(ended - cpu, 3),
        "wall_s": round(wall, 3),
        "stages": stages,
        "peak_mb": round(peak_mb()),
        "before_mb": round(before),
    }))  # fmt: skip
    if profiler:
        text = io.StringIO()
        pstats.Stats(profiler, stream=text).sort_stats("tottime").print_stats(22)
        print(text.getvalue())


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(int(sys.argv[1]), len(sys.argv) > 2)
