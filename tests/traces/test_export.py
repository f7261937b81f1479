"""The event log that others can count again."""

import csv
import io
import json

import pytest

from adage.traces.export import FORMATS, export
from tests.learn.build import session

TRACES = [
    session("a", "edit registry/a.json", "make gen", "pytest!"),
    session("b", "read x.py", "edit registry/b.json", "make gen"),
]


def exported(form, traces=TRACES):
    out = io.StringIO()
    events = export(traces, form, out)
    return out.getvalue(), events


@pytest.mark.parametrize("form", FORMATS)
def test_every_step_is_one_event(form):
    _, events = exported(form)
    assert events == 6


def test_the_table_has_a_row_for_every_step_in_order():
    rows = list(csv.DictReader(io.StringIO(exported("csv")[0])))
    assert [row["activity"] for row in rows if row["case"] == "a"] == [
        "edit:registry/*.json", "sh:make gen", "sh:pytest",
    ]  # fmt: skip
    assert rows[2]["outcome"] == "failed"
    moments = [row["timestamp"] for row in rows if row["case"] == "a"]
    assert moments == sorted(moments)


def test_json_lines_hold_the_same_rows_as_the_table():
    rows = list(csv.DictReader(io.StringIO(exported("csv")[0])))
    lines = [json.loads(line) for line in exported("jsonl")[0].splitlines()]
    assert [{k: str(v) for k, v in line.items()} for line in lines] == rows


@pytest.mark.filterwarnings("ignore")
def test_a_process_miner_counts_the_same_cases_events_and_pairs(tmp_path):
    pm4py = pytest.importorskip("pm4py", reason="pm4py is not installed")
    path = tmp_path / "log.xes"
    path.write_text(exported("xes")[0], encoding="utf-8")
    log = pm4py.read_xes(str(path))
    assert log["case:concept:name"].nunique() == len(TRACES)
    assert len(log) == 6
    pairs, _, _ = pm4py.discover_dfg(log)
    assert pairs[("edit:registry/*.json", "sh:make gen")] == 2
    assert sum(pairs.values()) == sum(len(t.steps) - 1 for t in TRACES)


def test_what_xml_cannot_hold_is_replaced_and_nothing_breaks():
    from dataclasses import replace
    from xml.etree import ElementTree

    trace = session("a", "pytest")
    odd = replace(trace.steps[0], key='sh:echo "\x00\ud83d<&>"')
    text, _ = exported("xes", [replace(trace, steps=(odd,))])
    names = [
        e.get("value")
        for e in ElementTree.fromstring(text).iter()
        if e.get("key") == "concept:name"
    ]
    assert names == ["a", 'sh:echo "��<&>"']
