"""The bundled sentence model and its reader: text in, a unit vector out.

`open_table(bundled_path()).embed(text)` gives a vector, `cosine(a, b)` compares two. The table is
potion-base-8M, quantised; `adage/data/model/NOTICE` says where it comes from.
"""

from __future__ import annotations

import os

from adage.embed.table import ModelError, Table, cosine, open_table

__all__ = [
    "MODEL_SHA256",
    "ModelError",
    "Table",
    "bundled_path",
    "check_model",
    "cosine",
    "open_table",
]

MODEL_SHA256 = "ffca058db0f55d5708e9b134e321dfcd0caa9b4cdf1b0e5e0df18758e4e6433d"


def bundled_path() -> str:
    """Where the model that comes with Adage stands."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.join(package, "data", "model", "potion-base-8M.int8")


def check_model(path: str) -> None:
    """Raise `ModelError` unless the file at `path` is the very model that Adage was tested with.

    Reads the whole file, so it is for learning and for checking an installation, not for a hook.
    """
    import hashlib

    try:
        with open(path, "rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(
            f"the table of vectors {path} cannot be read ({error.strerror}); install Adage again"
        ) from error
    if found != MODEL_SHA256:
        raise ModelError(f"{path} is not the model that Adage was tested with: reinstall Adage")
