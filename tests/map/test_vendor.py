"""The vendored libraries: as recorded, licensed, and free of addresses that a page would load."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
VENDOR = ROOT / "adage_map" / "static" / "vendor"
RECORD = json.loads((VENDOR / "VENDOR.json").read_text(encoding="utf-8"))
FILES = [file for package in RECORD for file in package["files"]]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file["path"]))
def test_a_vendored_file_is_the_one_recorded(file: dict[str, str | int]) -> None:
    content = (VENDOR / str(file["path"])).read_bytes()
    assert len(content) == file["bytes"]
    assert hashlib.sha256(content).hexdigest() == file["sha256"]


def test_every_file_of_the_folder_is_recorded() -> None:
    present = {p.relative_to(VENDOR).as_posix() for p in VENDOR.rglob("*") if p.is_file()}
    ours = {name for name in present if name.endswith(".d.ts")} | {"VENDOR.json"}
    assert present - ours == {file["path"] for file in FILES}


def test_every_package_has_its_version_licence_and_licence_text() -> None:
    pinned = json.loads((ROOT / "tools" / "package.json").read_text())["devDependencies"]
    for package in RECORD:
        assert package["version"] == pinned[package["name"]]
        assert package["license"] == "MIT"
        texts = [file["path"] for file in package["files"] if file["path"].endswith("LICENSE")]
        assert len(texts) == 1
        assert "Permission is hereby granted" in (VENDOR / texts[0]).read_text(encoding="utf-8")


def test_the_lock_names_no_address() -> None:
    lock = (ROOT / "tools" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    locked = json.loads(lock)["packages"]
    assert all("integrity" in entry for name, entry in locked.items() if name)


def test_the_style_sheet_of_katex_loads_only_fonts_that_are_here() -> None:
    named = re.findall(r"url\(([^)]+)\)", (VENDOR / "katex.css").read_text(encoding="utf-8"))
    assert named
    assert all((VENDOR / name).is_file() for name in named)


def test_the_scene_library_stays_small_and_needs_no_eval() -> None:
    text = (VENDOR / "three.js").read_text(encoding="utf-8")
    assert len(text) < 650_000
    assert "new Function" not in text
    assert "eval(" not in text


def test_its_types_name_exactly_what_is_bundled() -> None:
    bundled = (ROOT / "tools" / "vendor_three.js").read_text(encoding="utf-8")
    assert (VENDOR / "three.d.ts").read_text(encoding="utf-8") == bundled
