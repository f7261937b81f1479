"""A running `adage map`: its address, its cookie, its end."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass
class MapServer:
    """One process. `url` is the address it printed, `base` the same without its token."""

    process: subprocess.Popen[str]
    url: str
    _cookie: tuple[str, str] | None = field(default=None)

    @classmethod
    def start(
        cls, words: Sequence[str], *, cwd: Path | None = None, environ: Mapping[str, str] = {}
    ) -> MapServer:
        """Start the program on a free port and wait for the address that it prints."""
        process = subprocess.Popen(
            [sys.executable, "-m", "adage.cli", "map", "--no-open", "--port", "0", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env={**os.environ, **environ},
        )
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            _, complaint = process.communicate(timeout=10)
            raise AssertionError(f"adage map did not start: {complaint}")
        return cls(process, url)

    @property
    def base(self) -> str:
        """The address without its token, ending in a slash."""
        return self.url.partition("?")[0]

    @property
    def port(self) -> int:
        """The port it listens on."""
        return urlsplit(self.url).port or 0

    def ask(
        self, path: str, *, method: str = "GET", headers: Mapping[str, str] = {}, known: bool = True
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of one request; `known` sends the cookie along."""
        sent = dict(headers)
        if known:
            name, value = self._let_in()
            sent["Cookie"] = f"{name}={value}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, headers=sent)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def cookie(self) -> dict[str, Any]:
        """The cookie of a browser that has been let in, for a browser context."""
        name, value = self._let_in()
        return {
            "name": name,
            "value": value,
            "domain": "127.0.0.1",
            "path": "/",
            "httpOnly": True,
            "sameSite": "Strict",
        }

    def stop(self, *, by: signal.Signals = signal.SIGINT) -> int:
        """End the process as a person would, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        try:
            return self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            for stream in (self.process.stdout, self.process.stderr):
                if stream is not None:
                    stream.close()

    def _let_in(self) -> tuple[str, str]:
        """Use the one-time token once and keep the cookie."""
        if self._cookie is None:
            parts = urlsplit(self.url)
            status, headers, _ = self.ask(f"{parts.path}?{parts.query}", known=False)
            assert status == 302, status
            name, _, rest = headers["Set-Cookie"].partition("=")
            self._cookie = (name, rest.partition(";")[0])
        return self._cookie
