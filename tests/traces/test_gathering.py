"""Every source is read once, by one process or by several."""

import os
from pathlib import Path

import pytest

from adage.traces import sample_places
from adage.traces.belonging import wanted_in
from adage.traces.cache import Cache, Stamp
from adage.traces.discover import Source, find_sources
from adage.traces.draft import want_all
from adage.traces.gathering import gather_drafts


@pytest.fixture(scope="module")
def sources():
    return find_sources(sample_places()[0])


def test_the_number_of_workers_changes_nothing(sources):
    alone, _ = gather_drafts(sources, want_all)
    together, _ = gather_drafts(sources, want_all, workers=2, parallel_bytes=0)
    assert together == alone


def test_a_repositorys_own_test_of_folders_travels_to_the_workers(sources):
    wanted = wanted_in(sample_places()[1])
    alone, _ = gather_drafts(sources, wanted)
    together, _ = gather_drafts(sources, wanted, workers=2, parallel_bytes=0)
    assert together == alone
    assert any(draft.drafts for draft in alone)


def test_progress_counts_up_to_the_number_of_sources(sources):
    told = []
    gather_drafts(sources, want_all, lambda done, total, path: told.append((done, total, path)))
    assert [done for done, _, _ in told] == [*range(len(sources)), len(sources)]
    assert {total for _, total, _ in told} == {len(sources)}


def test_what_is_known_is_not_read_again(sources, tmp_path):
    path = tmp_path / "evidence.jsonl"
    first, _ = gather_drafts(sources, want_all, cache=Cache(path))
    read = []
    again, kept = gather_drafts(
        sources, want_all, lambda _done, _total, source: read.append(source), Cache(path)
    )
    assert again == first
    assert kept == ()
    assert [source for source in read if source] == []


def test_a_file_whose_name_is_no_text_is_known_again(sources, tmp_path):
    named = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.jsonl"))
    named.write_bytes(sources[0].path.read_bytes())
    source, path = Source(named, "claude"), tmp_path / "evidence.jsonl"
    first, _ = gather_drafts([source], want_all, cache=Cache(path))
    again = Cache(path)
    assert again.damaged == 0
    assert again.known(str(named), Stamp.of(named)) == first[0]


def test_an_unreadable_file_is_tried_again_next_time(tmp_path):
    broken = Source(tmp_path / "rollout-x.jsonl.zst", "codex")
    broken.path.write_bytes(b"\x28\xb5\x2f\xfd damaged")
    cache = Cache(tmp_path / "evidence.jsonl")
    (draft,), _ = gather_drafts([broken], want_all, cache=cache)
    assert draft.tally.problem
    assert cache.entries == {}
