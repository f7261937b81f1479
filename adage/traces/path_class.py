"""Paths as the learner sees them: relative to the repository, and grouped from fine to coarse.

In: a path as an agent wrote it, and the roots of the repository it belongs to. Out: the
repository-relative path, its class (`tests/*.py`), its levels and its shape.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass

OUTSIDE = "{path}"
TEMPORARY = "{tmp}"

_MARKS = frozenset(
    {"test", "tests", "spec", "fixture", "mock", "conftest", "index", "main", "init"}
)
_TOKEN = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_DRIVE = re.compile(r"([A-Za-z]):(?:/|$)")
_GIT_BASH_DRIVE = re.compile(r"/([A-Za-z])(?=/|$)")
_WORKTREE = re.compile(r"(?:^|/)(?:\.claude/worktrees|\.worktrees|\.git/worktrees)/[^/]+(?=/|$)")
_TEMP = re.compile(
    r"/(?:private/)?(?:tmp|var/folders|var/tmp|dev/shm)(?:/|$)|.*/AppData/Local/Temp(?:/|$)|"
    r"\$\{?(?:TMPDIR|TEMP|TMP)\b|%TEMP%",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where paths are seen from: the repository's roots, and the folder a call ran in.

    A git worktree has two roots, its own and the main checkout's; the first is its own.
    """

    roots: tuple[str, ...] = ()
    cwd: str = ""

    def at(self, folder: str) -> Place:
        """The same repository, seen from `folder` (relative to this one's cwd, or absolute)."""
        return Place(self.roots, _join(self.cwd, posix(folder))) if folder else self


def repository_place(cwd: str) -> Place:
    """The place of a session that was started in `cwd`; a worktree belongs to its repository."""
    own = posix(cwd)
    found = _WORKTREE.search(own)
    if not found:
        return Place((own,) if own else (), own)
    # Worktrees under `.worktrees` are named after branches, slashes included.
    is_named_flat = ".claude/" in found.group(0)
    tree, main = own[: found.end()] if is_named_flat else own, own[: found.start()]
    return Place(tuple(root for root in (tree, main) if root), own)


def posix(path: str) -> str:
    """A path with forward slashes and, for a drive, in the form `d:/x`."""
    path = path.strip().replace("\\", "/")
    found = _DRIVE.match(path) or _GIT_BASH_DRIVE.match(path)
    if found:
        path = f"{found.group(1).lower()}:/{path[found.end() :].lstrip('/')}"
    return path


def relative(path: str, place: Place) -> str:
    """`path` seen from the repository's root: posix, `{tmp}` for a temporary one, else `{path}`.

    The root itself is `.`.
    """
    full = _join(place.cwd, posix(path))
    for root in place.roots:
        inside = _inside(full, root)
        if inside is not None:
            return _WORKTREE.sub("", inside).lstrip("/") or "."
    if _TEMP.match(full) and not _climbs(full):
        return TEMPORARY
    return OUTSIDE if _is_absolute(full) or full.startswith("..") else full


def _climbs(path: str) -> bool:
    """Whether a path leaves the folder that its first word names: `$TMPDIR/../x`."""
    return f"{path.partition('/')[2]}/".startswith("../")


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~", "$", "%")) or _DRIVE.match(path) is not None


def _join(folder: str, path: str) -> str:
    if path.startswith(("~", "$", "%")):
        # Only the shell knows what the first word stands for, so no `..` may cancel it.
        first, _, rest = path.partition("/")
        rest = rest.lstrip("/")
        return posixpath.join(first, posixpath.normpath(rest)) if rest else first
    if _is_absolute(path) or not folder:
        return posixpath.normpath(path) if path else folder
    return posixpath.normpath(posixpath.join(folder, path))


def _inside(path: str, root: str) -> str | None:
    # Windows does not tell cases apart, and agents write the drive either way.
    same, start = (path.lower(), root.lower()) if _DRIVE.match(root) else (path, root)
    start = start.rstrip("/")
    if same == start:
        return "."
    return path[len(start) + 1 :] if same.startswith(start + "/") else None


def path_class(path: str) -> str:
    """The class of a repository-relative path: `dir/*.ext`; a file at the root stays itself."""
    if path in (OUTSIDE, TEMPORARY):
        return path
    folder, name = posixpath.split(posixpath.normpath(path.replace("\\", "/")))
    if not folder:
        return name
    return f"{folder}/*{posixpath.splitext(name)[1].lower()}"


def levels(path: str) -> tuple[str, ...]:
    """The classes of a repository-relative path, finest first, each once.

    `a/b/c.go` gives itself, `a/b/*.go`, `a/**/*.go`, `**/*.go` and `**`.
    """
    if path in (OUTSIDE, TEMPORARY):
        return (path,)
    path = posixpath.normpath(path.replace("\\", "/"))
    folder, name = posixpath.split(path)
    extension = posixpath.splitext(name)[1].lower()
    anywhere = (f"**/*{extension}", "**")
    if not folder:
        return (path, *anywhere)
    top = folder.split("/")[0]
    found = (path, f"{folder}/*{extension}", f"{top}/**/*{extension}", *anywhere)
    return tuple(dict.fromkeys(found))


def file_shape(path: str) -> str:
    """What kind of file a path names: its folder, the pattern of its name, its extension.

    `cmd/flag_url.go` and `cmd/flag_port.go` are both `cmd|flag_*|go`.
    """
    folder, name = posixpath.split(posixpath.normpath(path))
    stem, extension = posixpath.splitext(name)
    tokens = [token.lower() for token in _TOKEN.findall(stem)]
    return f"{folder}|{_name_shape(tokens, stem)}|{extension.lower().lstrip('.')}"


def _name_shape(tokens: list[str], stem: str) -> str:
    if len(tokens) < 2:
        return "_".join(tokens) or stem
    if not any(token in _MARKS for token in tokens):
        return f"{tokens[0]}_*"
    shape = "_".join(token if token in _MARKS else "*" for token in tokens)
    return re.sub(r"\*(_\*)+", "*", shape)
