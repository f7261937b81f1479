"""Run Claude Code headless against a `StubModel`, without any network but loopback.

As a script it is the inner process, in a network name space of its own: it raises loopback, serves
the stub and runs the client. In: a JSON file with `program`, `words`, `turns`, `folder`, `environ`.
Out: a JSON file with the client's exit code and output, and the requests that it made.
"""

from __future__ import annotations

import fcntl
import json
import socket
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from tests.real_clients.stub_model import StubModel, Turn

LIMIT_S = 120
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1


def run_claude(
    program: Path,
    words: Sequence[str],
    turns: Sequence[Turn],
    folder: Path,
    environ: Mapping[str, str],
    scratch: Path,
) -> dict[str, Any]:
    """`{code, stdout, stderr, requests}` of one run of the client in `folder`."""
    spec = {"program": str(program), "words": list(words), "turns": [list(t) for t in turns],
            "folder": str(folder), "environ": dict(environ)}  # fmt: skip
    asked, answered = scratch / "spec.json", scratch / "result.json"
    asked.write_text(json.dumps(spec))
    subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net", sys.executable, __file__, str(asked),
         str(answered)],
        stdin=subprocess.DEVNULL, timeout=LIMIT_S + 30, check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(answered.read_text())
    return found


def _raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, _GET_FLAGS, asked))[1]
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", b"lo", flags | _UP))


def _inner(asked: Path, answered: Path) -> None:
    spec = json.loads(asked.read_text())
    _raise_loopback()
    turns = [[b if isinstance(b, str) else (b[0], b[1]) for b in turn] for turn in spec["turns"]]
    stub = StubModel(turns)
    done = subprocess.run(
        [spec["program"], *spec["words"]], cwd=spec["folder"], stdin=subprocess.DEVNULL,
        env={**spec["environ"], "ANTHROPIC_BASE_URL": stub.url}, capture_output=True, text=True,
        timeout=LIMIT_S, check=False,
    )  # fmt: skip
    result = {"code": done.returncode, "stdout": done.stdout, "stderr": done.stderr,
              "requests": stub.requests}  # fmt: skip
    answered.write_text(json.dumps(result))


if __name__ == "__main__":
    _inner(Path(sys.argv[1]), Path(sys.argv[2]))
