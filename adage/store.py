"""Files of Adage's own, replaced whole: a reader sees the old content or the new, never a half.

In: a path and bytes. The file and the folders made for it are readable by their owner only.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from adage.errors import AdageError


def replace_file(path: Path, content: bytes) -> None:
    """Write `content` beside `path`, flush it to disk, and move it into place.

    Raises `AdageError` when the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise AdageError(
            f"{path} cannot be written ({error.strerror}); nothing was changed. Set ADAGE_HOME to "
            "a folder you may write to"
        ) from error
