"""The page's pure modules: node runs their tests on a world that is built here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from adage_map.world import build_world
from tests.map.small_run import make_run

ROOT = Path(__file__).resolve().parents[2]
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed; it runs the JavaScript tests")
def test_the_tours_modules_hold_on_a_small_world(tmp_path: Path) -> None:
    assert NODE is not None
    written = tmp_path / "world.json"
    written.write_text(json.dumps(build_world(make_run()).document), encoding="utf-8")
    done = subprocess.run(
        [NODE, "--test", str(ROOT / "tests" / "js" / "tour.test.mjs")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ADAGE_WORLD": str(written)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped 0" in done.stdout


def test_files_of_the_page_stay_small() -> None:
    static = ROOT / "adage_map" / "static"
    for folder in ("js", "chapters"):
        for path in sorted((static / folder).glob("*.js")):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert len(lines) <= 320, f"{path.name} has {len(lines)} lines"
            assert lines[0].startswith("// "), f"{path.name} does not say what it is"
