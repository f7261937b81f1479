"""Formulas of pages 08 and 09: the index's fingerprint, and a session's arm."""

from __future__ import annotations

import hashlib
from typing import Any

from adage.constants import CONTROL_SHARE, GENERATION_HEX
from adage.formulas.record import Formula


def arm(session: str, share: float = CONTROL_SHARE.default) -> dict[str, Any]:
    """Which arm a session falls into: the first 4 bytes of a SHA-256 read as a number in [0, 1]."""
    digest = hashlib.sha256(b"adage-arm:" + session.encode("utf-8", "surrogatepass")).digest()
    x = int.from_bytes(digest[:4], "little") / (2**32 - 1)
    return {"x": x, "control": x < share, "arm": "control" if x < share else "treated"}


def generation(text: str | bytes, length: int = GENERATION_HEX.default) -> str:
    """The fingerprint that names an index: the first hex digits of its SHA-256."""
    content = text.encode("utf-8") if isinstance(text, str) else text
    return hashlib.sha256(content).hexdigest()[:length]


ENTRIES = (
    Formula(
        "generation",
        "The fingerprint of an index: change one character and it changes completely.",
        r"\mathrm{hex}(\mathrm{SHA256}(index))_{0..15}",
        {"text": "the index's bytes as text", "length": "how many hex digits"},
        "hex digits",
        "08-index",
        generation,
        (GENERATION_HEX,),
        "first {length} hex digits of SHA-256(text): {value}",
        "An index with exactly this text is called {value}, on every machine.",
        'text={"reflexes":[]}',
    ),
    Formula(
        "arm",
        "Whether a session is treated or control: a fingerprint of its id decides.",
        r"x = \frac{u32le(\mathrm{SHA256}(\text{adage-arm:} \Vert session)_{0..3})}{2^{32} - 1},"
        r"\quad control \Leftrightarrow x < share",
        {"session": "the session's id", "share": "share of sessions kept silent"},
        "x between 0 and 1, and the arm",
        "09-hook",
        arm,
        (CONTROL_SHARE,),
        "u32le(SHA-256(adage-arm:{session})[0:4]) / (2³² − 1) = {value[x]:.6f}, against {share}",
        "Session {session} is {value[arm]}: its number {value[x]:.3f} decides, whoever computes it.",
        "session=T2",
    ),
)
