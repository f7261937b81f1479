"""Who may read the map: this machine, one browser per address, and reading only.

In: a request's headers. Out: None when it may go on, or a `Refusal` with the words for its sender.
A page from elsewhere can point its own name at 127.0.0.1, so the Host header is checked first.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hmac import compare_digest
from threading import Lock

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})
METHODS = ("GET", "HEAD")

# The hash is the empty <style> that plotly adds; style attributes are what it draws SVG with.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is turned away: HTTP status, a title, what happened and what to do."""

    status: int
    title: str
    sentences: tuple[str, ...]
    command: str = ""


FOREIGN_HOST = Refusal(
    403,
    "This address is not the map's own",
    ("The map answers only to 127.0.0.1, localhost and [::1].", "Use the address it printed."),
)
FOREIGN_PAGE = Refusal(
    403,
    "Another site asked for this page",
    (
        "The map answers only when it is opened directly, never on behalf of another site.",
        "Paste the address that it printed into the address bar.",
    ),
)
READ_ONLY = Refusal(
    405, "The map can only be read", ("It answers GET and HEAD and changes nothing.",)
)
NO_TOKEN = Refusal(
    401,
    "This browser has not been let in yet",
    (
        "Open the full address that adage map printed in its terminal; it ends in ?token=...",
        "Each address lets in one browser, once. If yours has been used, stop the map with "
        "Ctrl-C and start it again:",
    ),
    "adage map",
)


class Access:
    """The tokens that let a browser in, each once, and the cookie it keeps from then on."""

    def __init__(self) -> None:
        """Draw the cookie's value anew, so that it ends with this process."""
        self.cookie = secrets.token_urlsafe(32)
        self._tokens: set[str] = set()
        self._lock = Lock()

    def new_token(self) -> str:
        """A fresh token that lets in one browser, once."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._tokens.add(token)
        return token

    def spend(self, offered: str) -> bool:
        """Whether `offered` is a token not yet used; it is used from now on."""
        with self._lock:
            # No early end: the time taken must not tell which token came close.
            matches = [token for token in self._tokens if same(token, offered)]
            self._tokens.difference_update(matches)
        return bool(matches)

    def holds(self, cookie: str) -> bool:
        """Whether `cookie` is the one this process gave out."""
        return same(self.cookie, cookie)


def same(ours: str, theirs: str) -> bool:
    """Whether two texts are equal, in a time that does not depend on where they differ."""
    return compare_digest(ours.encode(), theirs.encode("utf-8", "surrogatepass"))


def refuse(method: str, host: str, site: str, mode: str) -> Refusal | None:
    """Why a request is turned away whoever sent it, or None.

    `host`, `site` and `mode` are the headers Host, Sec-Fetch-Site and Sec-Fetch-Mode, or empty.
    """
    if host_name(host) not in LOOPBACK_NAMES:
        return FOREIGN_HOST
    if method not in METHODS:
        return READ_ONLY
    # Another port of this machine counts as the same site: a person may follow its link here, its
    # scripts may not read.
    if site == "same-site" and mode != "navigate":
        return FOREIGN_PAGE
    return FOREIGN_PAGE if site == "cross-site" else None


def host_name(host: str) -> str:
    """The name in a Host header, without its port and in lower case."""
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower()


def cookie_name(port: str) -> str:
    """The cookie's name on a port: browsers share cookies between the ports of a host."""
    return f"adage_map_{port}"
