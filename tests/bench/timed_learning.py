"""Learns from generated sessions in a process of its own and prints how long it took.

    python timed_learning.py SESSIONS [profile]

Out: one line of JSON: sessions, events, CPU seconds of each stage and of all, wall seconds, peak
memory in MB. With `profile` the hottest functions follow, by time spent in themselves.
A session is made when the learner asks for it and dropped when it is read, as a cache on a disk
would give it; the time that takes is not the learner's and is told apart.
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
from adage.measure.generate import each_play
from adage.measure.play import REPO, as_session
from adage.records import Reading
from adage.settings import Settings

STRETCH = 6.0  # gives about 60 events a session
START = 1_767_225_600.0


class Sessions:
    """Generated sessions, made one by one. `cpu` and `wall` are the seconds that making took."""

    def __init__(self, count: int) -> None:
        self.count, self.cpu, self.wall = count, 0.0, 0.0

    def __len__(self) -> int:
        return self.count

    def __iter__(self):
        plays = each_play(1, self.count, length=STRETCH)
        for _ in range(self.count):
            cpu, wall = time.process_time(), time.perf_counter()
            session = as_session(next(plays), START)
            self.cpu += time.process_time() - cpu
            self.wall += time.perf_counter() - wall
            yield session


def main(count: int, profile: bool) -> None:
    sessions = Sessions(count)
    began, cpu = time.perf_counter(), time.process_time()
    marks: list[float] = []

    def note(place: int, done: int, _total: int) -> None:
        if done == 0 and len(marks) == place:
            marks.append(time.process_time())
            at = f"{STAGES[place].name} at {marks[-1] - cpu:.1f} s, {peak_mb():.0f} MB"
            print(at, file=sys.stderr, flush=True)

    recording = Recording()
    profiler = cProfile.Profile() if profile else None
    if profiler:
        profiler.enable()
    reading = Reading(sessions, ())  # type: ignore[arg-type]
    index = learn(reading, REPO, settings=Settings(), recorder=recording, progress=note)
    if profiler:
        profiler.disable()
    ended, wall = time.process_time(), time.perf_counter() - began
    ends = [*marks[1:], ended]
    stages = {s.name: round(e - m, 3) for s, m, e in zip(STAGES, marks, ends, strict=False)}
    stages["read"] = round(stages["read"] - sessions.cpu, 3)
    print(json.dumps({
        "sessions": count,
        "events": len(recording.records["string"].detail),
        "patterns": len(recording.records["mine"].detail),
        "reflexes": len(index.reflexes),
        "generation": index.generation,
        "cpu_s": round(ended - cpu - sessions.cpu, 3),
        "wall_s": round(wall - sessions.wall, 3),
        "making_s": round(sessions.cpu, 3),
        "stages": stages,
        "peak_mb": round(peak_mb()),
    }))  # fmt: skip
    if profiler:
        text = io.StringIO()
        pstats.Stats(profiler, stream=text).sort_stats("tottime").print_stats(22)
        print(text.getvalue())


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(int(sys.argv[1]), len(sys.argv) > 2)
