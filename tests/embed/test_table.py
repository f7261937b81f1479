"""The bundled model: the very bytes that were tested, read without loading them."""

import hashlib
import itertools
import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adage.embed import MODEL_SHA256, ModelError, bundled_path, check_model, cosine, open_table

ROOT = Path(__file__).resolve().parents[2]
SOURCE = os.environ.get("ADAGE_MODEL_SOURCE", "")


@pytest.fixture(scope="module")
def table():
    return open_table(bundled_path())


def test_the_bundled_file_is_the_pinned_one():
    content = Path(bundled_path()).read_bytes()
    assert hashlib.sha256(content).hexdigest() == MODEL_SHA256
    check_model(bundled_path())


def test_the_notice_names_every_work_the_model_was_made_from():
    notice = (Path(bundled_path()).parent / "NOTICE").read_text(encoding="utf-8")
    for name in (
        "potion-base-8M",
        "bge-base-en-v1.5",
        "BERT uncased",
        "quantised",
        "MIT",
        "Apache",
    ):
        assert name in notice


@pytest.mark.skipif(not SOURCE, reason="ADAGE_MODEL_SOURCE names no original model")
def test_the_original_files_build_the_same_bytes(tmp_path):
    made = tmp_path / "table"
    script = ROOT / "tools" / "build_model.py"
    subprocess.run([sys.executable, script, SOURCE, made], check=True, capture_output=True)
    assert made.read_bytes() == Path(bundled_path()).read_bytes()


@pytest.mark.skipif(not SOURCE, reason="ADAGE_MODEL_SOURCE names no original model")
def test_another_model_is_refused_by_the_builder(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "other")
    (tmp_path / "other" / "config.json").write_text("{}")
    script = ROOT / "tools" / "build_model.py"
    done = subprocess.run(
        [sys.executable, script, tmp_path / "other", tmp_path / "out"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "config.json is not the original" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_vector_has_length_one(table):
    vector = table.embed("run the tests")
    assert len(vector) == table.dims == 256
    assert math.isclose(sum(x * x for x in vector), 1, rel_tol=1e-12)


def test_a_text_without_known_pieces_has_no_vector(table):
    assert table.embed("") is None
    assert table.embed("\u200b \n") is None


def test_words_that_mean_the_same_are_closer_than_words_that_do_not(table):
    tests, again, other = map(
        table.embed, ("run the tests", "please run all the tests", "write the release notes")
    )
    assert cosine(tests, again) > 0.8 > cosine(tests, other)


def test_far_apart_wordings_of_one_question_look_different_to_this_model(table):
    """The known limit: 0.21, far below any threshold, although a person sees one question."""
    a, b = map(table.embed, ("Why is CI failing on main?", "the main build is red, can you look?"))
    assert round(cosine(a, b), 2) == 0.21


def test_placeholders_make_two_tickets_one_text(table):
    from adage.traces.placeholders import prompt_text

    one, two = (table.embed(prompt_text(f"look up ticket W-{n}")) for n in (1041, 1042))
    assert one == two
    assert cosine(one, two) == 1.0


def test_a_reader_imports_nothing_heavy():
    """A prompt is read in a hook: no json, re, numpy or pathlib."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from adage.embed import *; "
        "print(len(open_table(bundled_path()).embed('run the tests'))); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    length, modules = done.stdout.splitlines()
    assert length == "256"
    assert not {"json", "re", "numpy", "pathlib", "typing", "dataclasses"} & set(modules.split())


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "cannot be read"),
        (b"no table" * 100, "is no table of vectors"),
        (b"ADAGEVEC" + (9).to_bytes(4, "little") + bytes(100), "is a table of version 9"),
        (b"ADAGEVEC" + (1).to_bytes(4, "little") + bytes(100), "was cut short"),
    ],
)
def test_a_file_that_is_no_table_is_named_in_one_sentence(tmp_path, content, says):
    file = tmp_path / "table"
    file.write_bytes(content)
    with pytest.raises(ModelError, match=says):
        open_table(str(file))


def test_a_table_that_is_absent_or_changed_is_said_so(tmp_path):
    absent = tmp_path / "absent"
    with pytest.raises(ModelError, match=r"cannot be read \(.*\); install Adage again"):
        open_table(str(absent))
    with pytest.raises(ModelError, match="cannot be read"):
        check_model(str(absent))
    absent.write_bytes(b"other")
    with pytest.raises(ModelError, match="is not the model"):
        check_model(str(absent))


@pytest.mark.shared
@pytest.mark.parametrize(("kind", "least"), [("light", 0.99), ("intent", 0.77), ("card", 0.98)])
def test_requests_that_mean_the_same_rank_above_those_that_do_not(shared, table, kind, least):
    """Area under the curve of same-family against different-family pairs."""
    from sklearn.metrics import roc_auc_score

    lines = (shared / "bench" / "prompt_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    prompts = [r for r in rows if r["kind"] == "prompt" and r["set"] == kind]
    vectors = [table.embed(p["text"]) for p in prompts]
    pairs = list(itertools.combinations(range(len(prompts)), 2))
    alike = [cosine(vectors[i], vectors[j]) for i, j in pairs]
    same = [prompts[i]["family"] == prompts[j]["family"] for i, j in pairs]
    assert roc_auc_score(same, alike) > least
