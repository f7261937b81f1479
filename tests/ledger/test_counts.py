"""Counts by reflex: what was followed, ignored or failed, told and untold."""

from __future__ import annotations

from dataclasses import replace

from adage.ledger import Entry, SessionLedger, followed_counts, withheld_counts

ENTRY = Entry(
    id="r", nonce="abc", kind="run", track="learned", route="sh:make gen", strength="prime",
    moment="PostToolBatch", time=5, generation="f" * 16, arm="treated", propensity=0.9, said=True,
    delivered=True, outcome="followed",
)  # fmt: skip


def ledger(*entries: Entry) -> SessionLedger:
    return SessionLedger("s", entries, (), "", 3, None)


def ended(outcome: str, name: str = "r") -> Entry:
    return replace(ENTRY, outcome=outcome, id=name)


def test_each_reflex_has_followed_beside_ignored_and_misfired() -> None:
    one = ledger(ended("followed"), ended("followed"), ended("ignored"), ended("ignored", "b"))
    two = ledger(ended("misfired"), ended("followed", "b"))
    assert followed_counts([one, two]) == {"b": (1, 1, 0), "r": (2, 1, 1)}


def test_what_is_pending_or_has_no_step_counts_nowhere() -> None:
    assert followed_counts([ledger(ended("pending"), ended(""))]) == {}


def test_what_the_transcript_does_not_show_was_perhaps_never_read() -> None:
    lost, unknown = replace(ENTRY, delivered=False), replace(ENTRY, delivered=None)
    assert followed_counts([ledger(lost, unknown)]) == {"r": (1, 0, 0)}


def test_withheld_directives_count_apart() -> None:
    control = replace(ENTRY, said=False, delivered=None, arm="control")
    both = [ledger(control, ENTRY)]
    assert (followed_counts(both), withheld_counts(both)) == ({"r": (1, 0, 0)}, {"r": (1, 0, 0)})
