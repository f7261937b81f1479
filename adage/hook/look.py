"""A careful look at one file of the repository: read-only, component by component, never a secret.

In: the repository's root and a relative path. Out: the text, or None when it must not be looked at:
a dotfile, a symbolic link anywhere on the way, a name or a line that looks like a secret, a file
that is no plain file or too large.
"""

from __future__ import annotations

import os
import stat

# Names under which secrets are kept, and marks that a line with one carries.
_SECRET_NAMES = ("secret", "credential", "password", "passwd", "token", "id_rsa", "id_ed25519")
_SECRET_ENDS = (".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".env")
_SECRET_MARKS = (
    "-----BEGIN ", "AKIA", "ghp_", "gho_", "github_pat_", "glpat-", "sk-", "xox", "AIza", "npm_",
    "hf_", "eyJhbGciOi", "://:", "Bearer ",
)  # fmt: skip
_SECRET_WORDS = ("password", "passwd", "secret", "api_key", "apikey", "access_key", "auth_token")


def look(root: str, path: str, most_bytes: int) -> str | None:
    """The text of the file at `path` below `root`, None when it is not to be read."""
    parts = path.split("/")
    if not path or any(part in ("", ".", "..") or part.startswith(".") for part in parts):
        return None
    if is_secret_name(parts[-1]) or "\x00" in path:
        return None
    if os.open not in os.supports_dir_fd:  # no way to walk down without following links
        return None
    try:
        content = _read(root, parts, most_bytes)
    except (OSError, ValueError):
        return None
    if content is None:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None


def is_secret_name(name: str) -> bool:
    """Whether a file of this name is likely to hold secrets."""
    lower = name.lower()
    return lower.endswith(_SECRET_ENDS) or any(word in lower for word in _SECRET_NAMES)


def is_secret_line(line: str) -> bool:
    """Whether a line looks as if it held a secret; it is then withheld."""
    if any(mark in line for mark in _SECRET_MARKS):
        return True
    lower = line.lower()
    return any(word in lower for word in _SECRET_WORDS) and ("=" in line or ":" in line)


def _read(root: str, parts: list[str], most_bytes: int) -> bytes | None:
    # Each folder is opened from the one above it, and none through a link: no path leads out.
    close_on_exec = getattr(os, "O_CLOEXEC", 0)
    folder_flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | close_on_exec
    at = os.open(root, os.O_RDONLY | os.O_DIRECTORY | close_on_exec)
    try:
        for part in parts[:-1]:
            inner = os.open(part, folder_flags, dir_fd=at)
            os.close(at)
            at = inner
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | close_on_exec
        file = os.open(parts[-1], flags, dir_fd=at)
    finally:
        os.close(at)
    try:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most_bytes or found.st_nlink > 1:
            return None
        content = os.read(file, most_bytes + 1)
        return content if len(content) <= most_bytes else None
    finally:
        os.close(file)
