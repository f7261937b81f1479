"""Where things are on this machine, resolved once by the command line and passed down.

Nothing below the command line reads the environment or the home directory.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """The folders one run works with. `state` is Adage's own, the others belong to the agents.

    `opencode_db` is the database that a person chose for OpenCode instead of the one in its folder.
    """

    claude: Path
    codex: Path
    opencode: Path
    state: Path
    config: Path
    opencode_db: Path | None = None


def find_places(environ: Mapping[str, str] | None = None) -> Places:
    """The agents' and Adage's folders as `environ` (default: this process's) names them."""
    env = os.environ if environ is None else environ
    home = Path(env.get("HOME") or env.get("USERPROFILE") or "~").expanduser()
    data = Path(env.get("XDG_DATA_HOME") or home / ".local" / "share")
    config = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
    return Places(
        claude=Path(env.get("CLAUDE_CONFIG_DIR") or home / ".claude"),
        codex=Path(env.get("CODEX_HOME") or home / ".codex"),
        opencode=data / "opencode",
        state=Path(env.get("ADAGE_HOME") or data / "adage"),
        config=config / "adage",
        opencode_db=_own_database(env.get("OPENCODE_DB", ""), data / "opencode"),
    )


def _own_database(named: str, folder: Path) -> Path | None:
    """The database a person chose for OpenCode; a bare name lies in its folder."""
    return folder / named if named and named != ":memory:" else None


def repository_root(folder: Path) -> Path | None:
    """The top of the git work tree that holds `folder`, or None when there is none."""
    try:
        found = subprocess.run(
            ["git", "-C", str(folder), "rev-parse", "--show-toplevel"],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return None
    return Path(found.stdout.strip()) if found.returncode == 0 else None


def repository_state(state: Path, repo: Path) -> Path:
    """Adage's own folder for one repository: its name, and a hash so that two never collide."""
    digest = hashlib.sha256(str(repo).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return state / "repositories" / f"{repo.name}-{digest}"
