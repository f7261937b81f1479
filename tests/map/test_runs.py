"""Runs: learning the sample, keeping its world, and what is said when something is missing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

from adage.errors import TraceError
from adage.records import Reading
from adage.settings import Settings
from adage.traces import read_repository, sample_places
from adage_map.learning import Task, load
from adage_map.lines import read_lines
from adage_map.objects import find_object
from adage_map.plain import as_plain
from adage_map.progress import Progress
from adage_map.runs import SAMPLE, LearnerRun, Loaded, Runs, UnknownRun
from adage_map.sample import fingerprint, keep, load_sample, read_kept


def sample_task(name: str = SAMPLE, log: Path | None = None) -> Task:
    places, repo = sample_places()

    def read(_told: object) -> Reading:
        return read_repository(places, repo)

    return Task(name, "parcel (sample)", str(repo), read, Settings(), log=log)


@pytest.fixture(scope="module")
def sample() -> Loaded:
    return load(sample_task())


@pytest.fixture
def run(sample: Loaded) -> LearnerRun:
    assert sample.run is not None
    return sample.run


def test_the_sample_is_ready_and_its_world_is_json(sample: Loaded) -> None:
    assert sample.state == "ready"
    assert sample.entry()["reflexes"] > 0
    document = json.loads(sample.world)
    assert document["source"] == "sample"
    assert "state" not in document
    assert len(sample.frames) % 12 == 0


def test_the_same_sample_gives_the_same_bytes(sample: Loaded) -> None:
    again = load(sample_task())
    assert (again.world, again.frames) == (sample.world, sample.frames)


def test_every_stage_record_has_a_plain_form(run: LearnerRun) -> None:
    assert next(iter(run.records)) == "read"
    for record in run.records.values():
        plain = as_plain(record)
        assert json.loads(json.dumps(plain)) == plain


def test_progress_tells_each_stage_in_order() -> None:
    progress = Progress()
    load(sample_task(), progress)
    progress.end()
    text = "".join(progress.stream(0, lambda: False))
    told = [json.loads(line[6:]) for line in text.splitlines() if line.startswith('data: {"run')]
    places = [event["at"] for event in told]
    assert places == sorted(places)
    assert {event["of"] for event in told} == {max(places)}
    assert all(event["text"] for event in told)


def test_a_kept_world_is_read_back_and_learned_again_only_for_its_records(
    sample: Loaded, tmp_path: Path
) -> None:
    folder = tmp_path / "state" / "map"
    assert load_sample(lambda: sample, folder) is sample
    kept = load_sample(lambda: sample, folder)
    assert kept.run is None
    assert (kept.world, kept.frames) == (sample.world, sample.frames)
    assert kept.entry() == sample.entry()
    assert Runs(kept).whole() is sample


def test_a_damaged_world_is_learned_again(sample: Loaded, tmp_path: Path) -> None:
    load_sample(lambda: sample, tmp_path)
    (kept,) = tmp_path.glob("sample-*.world")
    for content in (b"", b"{", kept.read_bytes()[:-1], b"[]\n", b"{}\nxx"):
        kept.write_bytes(content)
        assert read_kept(kept) is None
        assert load_sample(lambda: sample, tmp_path) is sample


def test_a_newer_world_replaces_the_older(sample: Loaded, tmp_path: Path) -> None:
    keep(tmp_path / "sample-1.world", sample)
    keep(tmp_path / "sample-2.world", sample)
    assert [path.name for path in tmp_path.iterdir()] == ["sample-2.world"]


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(
    sample: Loaded, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert load_sample(lambda: sample, blocked / "map") is sample


def test_the_fingerprint_follows_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one")
    first = fingerprint((tmp_path,))
    assert first == fingerprint((tmp_path,))
    (tmp_path / "a.py").write_text("two")
    assert fingerprint((tmp_path,)) != first


def test_no_sessions_name_the_folders_that_were_looked_in() -> None:
    task = Task(
        "own",
        "shop",
        "/home/ann/shop",
        lambda _told: Reading((), ()),
        Settings(),
        folders={"claude": "/home/ann/.claude", "codex": "/home/ann/.codex"},
    )
    loaded = load(task)
    assert loaded.state == "empty"
    state = json.loads(loaded.world)["state"]
    assert state["kind"] == "no-sessions"
    assert [place["place"] for place in state["looked"]] == [
        "claude: /home/ann/.claude",
        "codex: /home/ann/.codex",
    ]
    assert state["command"].startswith("adage map")


def test_sessions_without_a_reflex_say_how_far_the_best_is(run: LearnerRun) -> None:
    few = Reading(run.reading.sessions[:3], run.reading.files)
    task = Task("own", "parcel", "", lambda _told: few, Settings())
    loaded = load(task)
    assert loaded.state == "ready"
    assert loaded.said is not None
    assert loaded.said.kind == "no-reflexes"
    assert "3 sessions" in loaded.said.title


def test_a_mistake_while_reading_is_told_in_its_own_words() -> None:
    def read(_told: object) -> Reading:
        raise TraceError("There is nothing at /home/ann/old. Name a transcript file or folder.")

    loaded = load(Task("own", "old", "", read, Settings()))
    assert loaded.state == "failed"
    assert loaded.said is not None
    assert "/home/ann/old" in loaded.said.sentences[0]


def test_a_defect_names_the_stage_and_the_log_and_keeps_the_stages_before(
    run: LearnerRun, tmp_path: Path
) -> None:
    log = tmp_path / "state" / "error.log"
    broken = Settings()
    # A settings object that breaks half-way stands for any defect of a later stage.
    broken.overrides["mine.window"] = None
    task = Task("own", "parcel", "", lambda _told: run.reading, broken, log=log)
    loaded = load(task)
    assert loaded.state == "failed"
    assert loaded.said is not None
    assert loaded.said.stage == "mine"
    assert str(log) in " ".join(loaded.said.sentences)
    assert "Traceback" in log.read_text()
    assert loaded.run is not None
    assert "read" in loaded.run.records
    assert json.loads(loaded.world)["state"]["kind"] == "learner-error"


def test_a_run_that_is_not_there_names_those_that_are(sample: Loaded) -> None:
    with pytest.raises(UnknownRun, match="the runs are: sample"):
        Runs(sample).get("own")


def test_objects_are_found_by_the_ids_of_the_world(run: LearnerRun) -> None:
    reflex, trace = run.index.reflexes[0], run.traces[0]
    for name, kind in (
        (f"r:{reflex.id}", "reflex"),
        (f"s:{trace.id}", "trace"),
        (f"e:{trace.id}:{trace.steps[0].idx}", "step"),
        ("l:0", "prototype"),
    ):
        found = find_object(run, name)
        assert found is not None, name
        assert found["kind"] == kind
        json.dumps(found)
    for name in ("r:none", "s:none", f"e:{trace.id}:9999", "l:9999", "x", ""):
        assert find_object(run, name) is None


def test_lines_are_those_of_the_file(run: LearnerRun) -> None:
    trace = next(t for t in run.traces if t.harness != "opencode")
    whole = Path(trace.path).read_text(encoding="utf-8").splitlines()
    shown = read_lines(trace, 2, 3)
    assert [row["line"] for row in shown["lines"]] == [2, 3]
    assert shown["lines"][0]["text"] == whole[1]
    assert not shown["cut"]


def test_lines_are_at_most_40_and_20_kB(run: LearnerRun, tmp_path: Path) -> None:
    long = tmp_path / "long.jsonl"
    long.write_text("\n".join("x" * 10 for _ in range(100)), encoding="utf-8")
    trace = replace(run.traces[0], path=str(long), harness="claude_code")
    shown = read_lines(trace, 0, 99)
    assert len(shown["lines"]) == 40
    assert shown["cut"]
    long.write_text("y" * 50_000 + "\nz\n", encoding="utf-8")
    shown = read_lines(trace, 1, 2)
    assert sum(len(row["text"]) for row in shown["lines"]) == 20_000
    assert shown["lines"][0]["bytes"] == 50_000
    assert shown["cut"]


def test_secrets_in_lines_are_masked(run: LearnerRun, tmp_path: Path) -> None:
    file = tmp_path / "secret.jsonl"
    file.write_text('{"env": "GITHUB_TOKEN=ghp_' + "a1B2c3D4e5" * 4 + '"}\n', encoding="utf-8")
    shown = read_lines(replace(run.traces[0], path=str(file), harness="codex"), 1, 1)
    assert shown["masked"] == 1
    assert "a1B2" not in shown["lines"][0]["text"]


def test_a_compressed_transcript_shows_its_lines(run: LearnerRun, tmp_path: Path) -> None:
    file = tmp_path / "rollout.jsonl.zst"
    file.write_bytes(zstandard.compress(b"one\ntwo\nthree\n"))
    shown = read_lines(replace(run.traces[0], path=str(file), harness="codex"), 2, 2)
    assert [row["text"] for row in shown["lines"]] == ["two"]


def test_a_file_that_is_gone_and_a_database_are_told_in_one_sentence(run: LearnerRun) -> None:
    gone = replace(run.traces[0], path="/home/ann/gone.jsonl", harness="codex")
    with pytest.raises(TraceError, match="cannot be read any more"):
        read_lines(gone, 1, 1)
    with pytest.raises(TraceError, match="database"):
        read_lines(replace(gone, harness="opencode"), 1, 1)
