"""What all tests share: where the shared corpus and oracles are, and skipping without them."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("ADAGE_SHARED") or ROOT.parent / "shared")


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes that tests start, also where ours was started without it.

    A shell starts background jobs with the interrupt ignored, and every child inherits that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what reads the shared files where they are absent, and say why."""
    if SHARED.is_dir():
        return
    absent = pytest.mark.skip(reason="the shared corpus is not beside the project (ADAGE_SHARED)")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the corpus, the oracles and the recordings."""
    return SHARED


@pytest.fixture(scope="session")
def oracles() -> dict[str, dict[str, Any]]:
    """Golden values computed by other libraries, by name."""
    document = json.loads((SHARED / "oracles" / "oracles.json").read_text(encoding="utf-8"))
    return {entry["name"]: entry for entry in document["oracles"]}
