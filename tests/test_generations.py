"""The kept generations: lossless, at most so many, and readable by their owner alone."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from adage.errors import AdageError
from adage.findings import Family, Request
from adage.generations import Generation, Lane, Made, Stopped, Voters, find, keep, kept, load
from adage.records import Effect, Witness
from tests.hook.world import DEAD, GEN

SEEN = Witness("t", "r", "task", "/home/ann/a.jsonl", 4, True, 1.5, 0.75)
FAMILY = Family(
    "fff", (Request("t", "r", "k", "p", 1, "run it", "sh:make test", 0.9),), (0.5, 0.25),
    "sh:make test", "make test", Effect.VERIFY, "prime", 3, 4, 2, 0.5, 0.7, 3, 4, 0.3,
)  # fmt: skip


def made(name: str, last: float, first: float | None = None) -> Made:
    return Made(name, last if first is None else first, last, 8, 1.0, 2)


def generation(name: str, last: float) -> Generation:
    reflex = replace(GEN, supporting=(SEEN,), mean_cal=0.5)
    return Generation(
        made(name, last), (reflex, DEAD), (reflex,), (FAMILY,), (), (DEAD,),
        (Lane("r", "/home/ann/a.jsonl"),), (Voters(GEN.id, (0,), (4,), (1,)),),
        (Stopped("sss", "rate", "too low"),),
    )  # fmt: skip


def test_a_generation_comes_back_exactly_as_it_was(tmp_path: Path) -> None:
    one = generation("aaaa", 1.0)
    keep(tmp_path, one, 20)
    assert load(tmp_path, "aaaa") == one


def test_its_file_is_the_owners_alone_and_the_same_each_time(tmp_path: Path) -> None:
    keep(tmp_path, generation("aaaa", 1.0), 20)
    path = tmp_path / "generations" / "aaaa.json.gz"
    before = path.read_bytes()
    assert path.stat().st_mode & 0o077 == 0
    keep(tmp_path, generation("aaaa", 1.0), 20)
    assert path.read_bytes() == before


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    for number in range(25):
        keep(tmp_path, generation(f"{number:04d}", float(number)), 20)
    assert [each.name for each in kept(tmp_path)] == [f"{number:04d}" for number in range(5, 25)]


def test_one_that_comes_back_is_the_newest_and_keeps_its_first_day(tmp_path: Path) -> None:
    for name, when in (("aaaa", 1.0), ("bbbb", 2.0), ("aaaa", 3.0)):
        keep(tmp_path, generation(name, when), 20)
    assert kept(tmp_path) == [made("bbbb", 2.0), made("aaaa", 3.0, first=1.0)]


def test_the_start_of_a_name_is_enough(tmp_path: Path) -> None:
    for name in ("aaaa", "aabb"):
        keep(tmp_path, generation(name, 1.0), 20)
    assert find(tmp_path, "aab").name == "aabb"
    with pytest.raises(AdageError, match="could be any of aabb, aaaa; give more"):
        find(tmp_path, "aa")


def test_an_unknown_name_is_answered_with_those_that_are_kept(tmp_path: Path) -> None:
    with pytest.raises(AdageError, match=r"no generation c is kept here\. There are: none"):
        find(tmp_path, "c")
    keep(tmp_path, generation("aaaa", 1.0), 20)
    with pytest.raises(AdageError, match="There are: aaaa"):
        find(tmp_path, "c")


def test_a_damaged_or_foreign_file_is_left_out_and_named_when_asked_for(tmp_path: Path) -> None:
    keep(tmp_path, generation("aaaa", 1.0), 20)
    keep(tmp_path, generation("bbbb", 2.0), 20)
    folder = tmp_path / "generations"
    whole = (folder / "bbbb.json.gz").read_bytes()
    (folder / "bbbb.json.gz").write_bytes(whole[: len(whole) // 2])
    (folder / "cccc.json.gz").write_bytes(gzip.compress(b'{"version": 99}\n{}\n'))
    (folder / "dddd.json.gz").write_bytes(b"no gzip at all")
    assert "aaaa" in [each.name for each in kept(tmp_path)]
    assert not {"cccc", "dddd"} & {each.name for each in kept(tmp_path)}
    with pytest.raises(AdageError, match=r"bbbb\.json\.gz cannot be read"):
        load(tmp_path, "bbbb")
