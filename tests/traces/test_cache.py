"""The evidence cache: digests that outlive their transcripts."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from adage.errors import AdageError
from adage.traces import sample_places
from adage.traces.cache import Cache, Stamp
from adage.traces.codec import decode_file, encode_file
from adage.traces.digest import digest_file
from adage.traces.discover import find_sources
from adage.traces.draft import want_all
from adage.traces.read import read_source


@pytest.fixture(scope="module")
def drafts():
    places, _ = sample_places()
    sources = find_sources(places)
    return {str(s.path): digest_file(read_source(s, want_all)) for s in sources[:12] + sources[-2:]}


def stamped(drafts):
    return {path: (Stamp(1, 2, "x"), draft) for path, draft in drafts.items()}


def test_a_digest_survives_being_written_as_json(drafts):
    for draft in drafts.values():
        assert decode_file(json.loads(json.dumps(encode_file(draft)))) == draft


def test_what_was_added_is_there_when_the_cache_is_opened_again(tmp_path, drafts):
    path = tmp_path / "deep" / "evidence.jsonl"
    Cache(path).add(stamped(drafts))
    again = Cache(path)
    assert {p: e.draft() for p, e in again.entries.items()} == drafts
    assert path.stat().st_mode & 0o077 == 0


def test_a_changed_file_is_not_known_and_a_gone_one_is(tmp_path, drafts):
    cache = Cache(tmp_path / "evidence.jsonl")
    cache.add(stamped(drafts))
    path, draft = next(iter(drafts.items()))
    assert cache.known(path, Stamp(1, 2, "x")) == draft
    assert cache.known(path, Stamp(1, 3, "x")) is None
    assert cache.known(path, None) == draft
    assert cache.gone([]) == sorted(drafts)


def test_the_newest_line_of_a_path_counts_and_old_ones_are_swept(tmp_path, drafts):
    path = tmp_path / "evidence.jsonl"
    (name, draft), *_ = drafts.items()
    cache = Cache(path)
    for size in range(60):
        cache.add({name: (Stamp(size, 2, "x"), draft)})
    assert Cache(path).entries[name].stamp.size == 59
    assert len(path.read_bytes().splitlines()) < 30


def test_a_torn_line_costs_only_itself(tmp_path, drafts):
    path = tmp_path / "evidence.jsonl"
    Cache(path).add(stamped(drafts))
    with path.open("ab") as file:
        file.write(b'{"path": "/half')
    draft = next(iter(drafts.values()))
    Cache(path).add({"/new": (Stamp(1, 1, "y"), draft)})
    again = Cache(path)
    assert set(again.entries) == {*drafts, "/new"}
    assert again.damaged == 1


def test_a_cache_of_another_version_is_not_misread(tmp_path):
    path = tmp_path / "evidence.jsonl"
    path.write_text('{"adage":"evidence","version":99}\n{"path":"/a","stamp":[1,2,"x"]}\n')
    assert Cache(path).entries == {}


def test_an_unreadable_cache_is_one_clear_sentence(tmp_path):
    (tmp_path / "evidence.jsonl").mkdir()
    with pytest.raises(AdageError, match=r"evidence\.jsonl cannot be read"):
        Cache(tmp_path / "evidence.jsonl")


def test_two_writers_at_once_lose_nothing(tmp_path, drafts):
    path = tmp_path / "evidence.jsonl"
    (_, draft), *_ = drafts.items()
    Cache(path).add({"/first": (Stamp(1, 1, "x"), draft)})
    script = (
        "import sys; from pathlib import Path; from adage.traces.cache import Cache, Stamp\n"
        "cache = Cache(Path(sys.argv[1])); draft = cache.entries['/first'].draft()\n"
        "for i in range(12): cache.add({f'/{sys.argv[2]}-{i}': (Stamp(i, 1, 'x'), draft)})\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", script, str(path), name]) for name in ("a", "b")
    ]
    assert [process.wait() for process in running] == [0, 0]
    found = set(Cache(path).entries)
    assert found == {"/first", *(f"/{n}-{i}" for n in ("a", "b") for i in range(12))}


def test_a_stamp_sees_a_rewrite_of_the_same_length(tmp_path):
    path = Path(tmp_path / "a.jsonl")
    path.write_text("one")
    first = Stamp.of(path)
    path.write_text("two")
    os.utime(path, ns=(first.mtime_ns, first.mtime_ns))
    assert Stamp.of(path) != first
    assert Stamp.of(tmp_path / "nothing") is None
