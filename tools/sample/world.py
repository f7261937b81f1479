"""The invented repository /home/ann/parcel: what its files hold and what its commands print.

In: a path, a command or the name of an area. Out: short texts that a tool would have shown.
"""

from __future__ import annotations

REPO = "/home/ann/parcel"
BRANCH = "main"

# What an agent looks at while it finds its way. Kinds alternate, so that a walk is not one event.
AREAS: dict[str, tuple[str, ...]] = {
    "registry": (
        "search carrier in parcel",
        "search load_registry in parcel",
        "search zones in tests",
        "search schema in docs",
        "search Carrier in cmd",
        "search depots in parcel",
        "list registry",
        "list docs",
        "list parcel",
        "read parcel/registry.py",
        "read parcel/generated.py",
        "read docs/registry.md",
        "read Makefile",
        "read README.md",
        "read tests/test_registry.py",
        "read tools/gen.py",
    ),
    "flags": (
        "search StringVar in cmd",
        "search newTrackCommand in cmd",
        "search PersistentFlags in cmd",
        "search verbose in docs",
        "search Execute in cmd",
        "list cmd",
        "list docs",
        "list tests",
        "read cmd/export.go",
        "read cmd/commands.go",
        "read cmd/track.go",
        "read docs/cli.md",
        "read go.mod",
        "read README.md",
        "read cmd/serve.go",
    ),
    "checks": (
        "search validate in parcel",
        "search ParcelError in parcel",
        "search rules in docs",
        "search parametrize in tests",
        "search weight in parcel",
        "search fixture in tests",
        "list tests",
        "list parcel",
        "list docs",
        "read parcel/weights.py",
        "read parcel/model.py",
        "read parcel/errors.py",
        "read docs/rules.md",
        "read tests/conftest.py",
        "read README.md",
        "read tests/test_validate.py",
    ),
    "config": (
        "search staging in parcel",
        "search load_settings in parcel",
        "list config",
        "read parcel/settings.py",
        "read docs/deploy.md",
        "read README.md",
    ),
    "docs": (
        "search postcode in docs",
        "search Contents in docs",
        "list docs",
        "read docs/guide.md",
        "read docs/rules.md",
        "read README.md",
    ),
}

_FILES = {
    "json": '{\n  "version": 3,\n  "entries": []\n}',
    "go": 'package main\n\nfunc init() {\n\tregister("track")\n}',
    "py": "from parcel.model import Parcel\n\n\ndef check(parcel: Parcel) -> None: ...",
    "rst": "Changelog\n=========\n\nUnreleased\n----------",
    "md": "# Parcel\n\nTracks parcels across carriers.",
    "mod": "module parcel\n\ngo 1.24",
    "": ".PHONY: gen test lint fmt\n\ngen:\n\t.venv/bin/python tools/gen.py",
}

_EDITS = {
    "json": ('"entries": []', '"entries": [{{"name": "{word}"}}]'),
    "go": ('register("track")', 'register("track")\n\tflags.String("{word}", "", "{word} to use")'),
    "py": ("...", 'if parcel.{name}_is_wrong():\n        raise ParcelError("{word}")'),
    "rst": ("----------", "----------\n- {word}: see the rules."),
    "md": ("across carriers", "across carriers ({word})"),
}

_TEST_OUTPUT = "214 passed in 1.32s"
_OUTPUTS = {
    "make gen": "wrote parcel/generated.py\nwrote cmd/carriers_gen.go",
    "make test": _TEST_OUTPUT,
    "make lint": "All checks passed!",
    "make fmt": "12 files left unchanged",
    ".venv/bin/python -m pytest": _TEST_OUTPUT,
    "python3 -m pytest": _TEST_OUTPUT,
    "source .venv/bin/activate": _TEST_OUTPUT,
    "go test": "ok  \tparcel/cmd\t0.412s",
    "go vet": "",
    "gofmt -l": "",
    "grep -n W-": "88:{ticket} open  late scans from the Lyon depot are shown twice",
    "git status": " M CHANGELOG.rst",
    "git log": "4be1c02 Prepare the release",
    "git diff": "diff --git a/CHANGELOG.rst b/CHANGELOG.rst",
    "ls -a": ".git  .venv  CHANGELOG.rst  Makefile  cmd  config  docs  parcel  registry  tests",
    "cat Makefile": _FILES[""],
}

_FAILURES = {
    "python3 -m pytest": (1, "/usr/bin/python3: No module named pytest"),
    ".venv/bin/python -m pytest": (
        1,
        "FAILED tests/test_validate.py\n1 failed, 213 passed in 1.41s",
    ),
    "make test": (2, "1 failed, 213 passed in 1.40s\nmake: *** [Makefile:9: test] Error 1"),
    "make gen": (
        2,
        "registry/carriers.json: missing key 'code'\nmake: *** [Makefile:5: gen] Error 1",
    ),
    "make lint": (2, "cmd/main.go:14: line is too long\nmake: *** [Makefile:12: lint] Error 1"),
    "go test": (1, "--- FAIL: TestFlags (0.00s)\nFAIL\tparcel/cmd\t0.398s"),
}


def kind_of(path: str) -> str:
    """The extension of a path's last part, or nothing."""
    name = path.rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[1] if "." in name else ""


def content_of(path: str) -> str:
    """The few lines that a file of this kind holds."""
    return _FILES.get(kind_of(path), "(text)")


def edit_of(path: str, word: str) -> tuple[str, str]:
    """The text that an edit replaces in a file of this kind, and what it puts there."""
    old, new = _EDITS.get(kind_of(path), ("(text)", "(text)\n{word}"))
    return old, new.format(word=word, name=word.replace(" ", "_").replace("-", "_"))


def output_of(command: str) -> str:
    """What a command prints when it works."""
    text = next((out for start, out in _OUTPUTS.items() if command.startswith(start)), "")
    return text.replace("{ticket}", command.split()[2]) if "{ticket}" in text else text


def failure_of(command: str) -> tuple[int, str]:
    """The exit code and output of a command that fails."""
    found = (bad for start, bad in _FAILURES.items() if command.startswith(start))
    return next(found, (1, "error: it did not work"))
