"""The calculators of map and docs: node runs their tests on vectors that the core computes here."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from adage.formulas import FORMULAS
from tools.calc_defaults import TARGET, defaults_module

ROOT = Path(__file__).resolve().parent.parent.parent
NODE = shutil.which("node")


def core(name: str, *inputs: Any) -> Any:
    return FORMULAS[name].function()(*inputs)


def wilson_vectors(chance: random.Random) -> list[dict[str, Any]]:
    from adage.formulas.evidence import wilson_limits

    rows = []
    for _ in range(1000):
        n = chance.randint(0, 400)
        k, z = chance.randint(0, n), chance.choice([1.281552, 1.644854, 1.959964, 2.575829])
        lower = core("wilson_lower", k, n, z)
        rows.append({"k": k, "n": n, "z": z, "limits": wilson_limits(k, n, z), "lower": lower})
    return rows


def vectors() -> dict[str, Any]:
    chance = random.Random(7717)
    from adage.learn.examples import strength

    pairs = [(k, n) for n in range(60) for k in range(n + 1)]
    posterior = []
    for _ in range(200):
        n = chance.uniform(0, 80)
        inputs = (chance.uniform(0, n), n, chance.random(), chance.uniform(0.5, 12))
        posterior.append(
            dict(zip("snm", inputs[:3], strict=True))
            | {"kappa": inputs[3]}
            | core("posterior", *inputs)
        )
    uplift = []
    for _ in range(200):
        told, own = chance.randint(0, 40), chance.randint(0, 40)
        row = [chance.random(), chance.randint(0, own), own]
        row += [chance.random(), chance.randint(0, told), told]
        found = core("uplift", *row)
        uplift.append(
            {"inputs": row, "self": found["p_self"], "follow": found["p_follow"], "u": found["u"]}
        )
    sessions = ["", "T2", "naïve ☕ 🗝", "x" * 200, *(f"session-{i}" for i in range(100))]
    return {
        "wilson": wilson_vectors(chance),
        "strength": [{"k": k, "n": n, "strength": strength(k, n)} for k, n in pairs],
        "posterior": posterior,
        "uplift": uplift,
        "arm": [
            {"session": s, "generation": core("generation", s)}
            | {key: core("arm", s)[key] for key in ("x", "arm")}
            for s in sessions
        ],
    }


@pytest.mark.skipif(NODE is None, reason="node is not installed; it runs the JavaScript tests")
def test_the_calculators_agree_with_the_core(tmp_path: Path) -> None:
    assert NODE is not None
    written = tmp_path / "vectors.json"
    written.write_text(json.dumps(vectors()), encoding="utf-8")
    done = subprocess.run(
        [NODE, "--test", str(ROOT / "tests" / "js" / "calculators.test.mjs")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ADAGE_VECTORS": str(written)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped 0" in done.stdout


def test_the_calculators_start_from_the_registry() -> None:
    assert TARGET.read_text(encoding="utf-8") == defaults_module(), (
        "run: python tools/calc_defaults.py"
    )
