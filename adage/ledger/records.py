"""What the ledger knows of one directive and of one session."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One directive. `moment` is the hook event at which it was decided, `nonce` its own mark.

    `said` is False in a control session: it would have been said. `delivered` is None while no
    transcript tells. `outcome` is followed, ignored, misfired (it was followed and failed), pending
    (three tool batches have not passed yet), or empty where there is no step to follow. `call` is
    the id of the last tool call before it, `lane` the sub-agent it was said to; both may be empty.
    """

    id: str
    nonce: str
    kind: str
    track: str
    route: str
    strength: str
    moment: str
    time: float
    generation: str
    arm: str
    propensity: float
    said: bool
    delivered: bool | None
    outcome: str
    call: str = ""
    lane: str = ""


@dataclass(frozen=True, slots=True)
class SessionLedger:
    """One session: its directives in order, and the candidates that a gate stopped.

    `stopped` holds (moment, reflex id, gate); `near` the cards that a prompt came near to without
    reaching them. `arm` is control or treated with the probability `propensity`, empty in memories
    of an Adage that did not write it. `outcome` is how the session's last recorded command that the
    index knows ended, None when there was none.
    """

    session: str
    entries: tuple[Entry, ...]
    stopped: tuple[tuple[str, str, str], ...]
    transcript: str
    batches: int
    outcome: bool | None
    near: tuple[str, ...] = ()
    arm: str = ""
    propensity: float = 0.0
