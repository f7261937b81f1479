"""What a page may not do: complain, fail, break its policy, or leave this machine."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

LOCAL = ("http://127.0.0.1:", "data:", "blob:")
TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} blocked ${event.blockedURI}`);
});
"""


class Guard:
    """Listens to all pages of one browser context and keeps what is out of order."""

    def __init__(self, context: Any, *, from_disk: bool = False) -> None:
        """Begin to listen; pages opened from now on are covered from their first request.

        With `from_disk` the page is a file and may load the files beside it.
        """
        self._local = (*LOCAL, "file:///") if from_disk else LOCAL
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._expected: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda failed: self.problems.append(f"page: {failed.error}"))

    def expect(self, text: str) -> None:
        """Leave problems that hold this text out: the test provokes them."""
        self._expected.append(text)

    def check(self) -> None:
        """Fail the test when anything unexpected was out of order."""
        left = [p for p in self.problems if not any(text in p for text in self._expected)]
        assert not left, "the page was not in order:\n" + "\n".join(left)

    def paths(self) -> list[str]:
        """The paths asked for so far, in order."""
        return [urlsplit(url).path for url in self.requests if url.startswith("http")]

    def _request(self, request: Any) -> None:
        self.requests.append(request.url)
        if not request.url.startswith(self._local):
            self.problems.append(f"left this machine: {request.url}")

    def _console(self, message: Any) -> None:
        if message.type == "error":
            where = message.location.get("url", "") if message.location else ""
            self.problems.append(f"console: {message.text} {where}")
