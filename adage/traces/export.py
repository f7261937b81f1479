"""Export: the steps as an event log that other tools read, so that anyone can count again.

In: traces. Out: XES (the standard of process mining, IEEE 1849), CSV or JSON lines. One case is one
trace, one event is one step. Only keys, effects and outcomes leave: no prompt, no output, and every
text is masked as everywhere else.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TextIO
from xml.sax.saxutils import quoteattr

from adage.records import Step, Trace
from adage.redact import redact

FORMATS = ("xes", "csv", "jsonl")
COLUMNS = ("case", "activity", "timestamp", "harness", "task", "root", "effect", "tool", "outcome",
           "segment", "turn", "line")  # fmt: skip


def export(traces: Sequence[Trace], form: str, out: TextIO) -> int:
    """Write `traces` to `out` as one of `FORMATS`; the number of events written."""
    writer = {"xes": _write_xes, "csv": _write_csv, "jsonl": _write_jsonl}[form]
    writer(traces, out)
    return sum(len(trace.steps) for trace in traces)


def _rows(trace: Trace) -> Iterator[dict[str, str | int]]:
    for step in trace.steps:
        yield {
            "case": trace.id,
            "activity": redact(step.key)[0],
            "timestamp": _moment(trace, step),
            "harness": trace.harness,
            "task": trace.task,
            "root": trace.root,
            "effect": step.effect.word,
            "tool": step.tool,
            "outcome": {True: "ok", False: "failed", None: "unknown"}[step.ok],
            "segment": step.segment,
            "turn": step.turn,
            "line": step.line,
        }


def _moment(trace: Trace, step: Step) -> str:
    """A time that keeps the order of the steps: a trace dates its ends, not every step.

    Steps are spread evenly over the trace's time; readers of event logs sort by time.
    """
    share = (step.idx + 1) / (len(trace.steps) + 1)
    moment = trace.start + share * max(trace.end - trace.start, len(trace.steps) / 1000)
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


def _write_csv(traces: Sequence[Trace], out: TextIO) -> None:
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for trace in traces:
        writer.writerows(_rows(trace))


def _write_jsonl(traces: Sequence[Trace], out: TextIO) -> None:
    for trace in traces:
        for row in _rows(trace):
            out.write(json.dumps(row, sort_keys=True) + "\n")


_XES_NAMES = {"activity": "concept:name", "timestamp": "time:timestamp"}


def _write_xes(traces: Sequence[Trace], out: TextIO) -> None:
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
    out.write(
        '<log xes.version="1849-2016" xes.features="" xmlns="http://www.xes-standard.org/">\n'
    )
    for name, uri in (("Concept", "concept"), ("Time", "time")):
        out.write(
            f'  <extension name="{name}" prefix="{uri}" '
            f'uri="http://www.xes-standard.org/{uri}.xesext"/>\n'
        )
    for trace in traces:
        out.write("  <trace>\n" + _attribute("concept:name", trace.id, 4))
        for row in _rows(trace):
            out.write("    <event>\n")
            for key, value in row.items():
                if key != "case":
                    out.write(_attribute(_XES_NAMES.get(key, key), value, 6))
            out.write("    </event>\n")
        out.write("  </trace>\n")
    out.write("</log>\n")


def _attribute(key: str, value: str | int, indent: int) -> str:
    kind = "date" if key == "time:timestamp" else "int" if isinstance(value, int) else "string"
    text = quoteattr(_printable(str(value)))
    return f"{' ' * indent}<{kind} key={quoteattr(key)} value={text}/>\n"


def _printable(text: str) -> str:
    """`text` without what XML cannot hold: control characters and halves of surrogate pairs."""
    return "".join(
        c if c in "\t\n\r" or (c >= " " and not 0xD800 <= ord(c) <= 0xDFFF) else "�" for c in text
    )
