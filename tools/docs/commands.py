"""Commands shown in the documentation, run for real each time it is built.

In: a command line that starts with `adage`. Out: a Markdown block with the command and what it
printed. The home directory is an empty folder, so that every machine builds the same page.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from mkdocs.exceptions import PluginError

from adage.cli import VERBS

COLUMNS = "78"
TIME_LIMIT_S = 300


def transcript(line: str, root: Path) -> str:
    """`line` and its output as one console block."""
    return f"```console\n$ {line}\n{run(line, root)}\n```"


@cache
def run(line: str, root: Path) -> str:
    """What `line` prints, with this machine's folders named as a reader would see them."""
    words = shlex.split(line)
    if words[:1] != ["adage"]:
        raise PluginError(f"a page may run adage and nothing else, not {line!r}")
    with tempfile.TemporaryDirectory(prefix="adage-docs-") as home:
        done = subprocess.run(
            [sys.executable, "-m", "adage", *words[1:]],
            env=_environment(home, root),
            cwd=home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIME_LIMIT_S,
            check=False,
        )
    if done.returncode != 0:
        raise PluginError(f"{line} ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    shown = done.stdout.replace(str(root), "~/adage").replace(home, "~")
    return "\n".join(text.rstrip() for text in shown.rstrip().splitlines())


def _environment(home: str, root: Path) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(root),
        "HOME": home,
        "COLUMNS": COLUMNS,
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }


def explanation(command: str, root: Path) -> str:
    """Why the best reflex that runs `command` stands where it stands in the sample."""
    learned = json.loads(run("adage learn --sample --json", root))
    found = [reflex for reflex in learned["reflexes"] if reflex["command"] == command]
    if not found:
        raise PluginError(f"the sample teaches no reflex that runs {command}")
    best = max(found, key=lambda r: (r["lb"], r["shape"] == "run", r["id"]))
    return transcript(f"adage learn --sample --explain {best['id']}", root)


def all_help(root: Path) -> str:
    """The help of every verb, under a heading of its own."""
    parts = [f"```text\n{run('adage --help', root)}\n```"]
    for name, _, purpose in VERBS:
        shown = run(f"adage {name} --help", root)
        parts.append(f"## adage {name}\n\nTo {purpose}.\n\n```text\n{shown}\n```")
    return "\n\n".join(parts)
