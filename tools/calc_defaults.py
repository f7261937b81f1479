"""Write adage_map/static/calc/defaults.js: the thresholds that the calculators start from.

In: the registry of constants. Out: one JavaScript module; a test compares the two.
Run: python tools/calc_defaults.py
"""

from __future__ import annotations

import json
from pathlib import Path

import adage.constants  # noqa: F401  (declares them)
from adage.settings import CONSTANTS

TARGET = Path(__file__).resolve().parent.parent / "adage_map" / "static" / "calc" / "defaults.js"
STAGES = ("count", "judge", "uplift")
SINGLE = ("hook.control_share", "index.generation_hex")


def defaults_module() -> str:
    """The text of the module: every constant that a calculator may need."""
    chosen = {
        key: constant.default
        for key, constant in CONSTANTS.items()
        if key.split(".")[0] in STAGES or key in SINGLE
    }
    body = json.dumps(chosen, indent=2)
    return (
        "// @ts-check\n"
        "// Written by tools/calc_defaults.py from adage/constants.py; change it there.\n"
        f"export const DEFAULTS = Object.freeze({body});\n"
    )


if __name__ == "__main__":
    TARGET.write_text(defaults_module(), encoding="utf-8")
