"""Which arm a session is in, and fingerprints: SHA-256 without the modules of `hashlib`.

In: a session's id and the share of control sessions. Out: the arm and its propensity.
The formula stands in `adage.formulas.hook` too, where `adage calc` finds it; a test compares them.
"""

from __future__ import annotations

# Typed as hashlib's, which is the same function behind an import that costs 4 ms.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha256 import sha256
    except ImportError:  # Python 3.12 and later
        from _sha2 import sha256

LARGEST = 2**32 - 1


def assign(session: str, share: float) -> tuple[str, float]:
    """The arm ("control" or "treated") of `session`, and the probability with which it gets it."""
    digest = sha256(b"adage-arm:" + session.encode("utf-8", "surrogatepass")).digest()
    is_control = int.from_bytes(digest[:4], "little") / LARGEST < share
    return ("control", share) if is_control else ("treated", 1.0 - share)


def fingerprint(text: str | bytes, length: int) -> str:
    """The first `length` hex digits of the SHA-256 of `text`."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return str(sha256(content).hexdigest())[:length]
