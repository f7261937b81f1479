"""Rules that live in a stage's own module, entered by reference so that people can try them."""

from __future__ import annotations

from adage.formulas.record import Formula

ENTRIES: tuple[Formula, ...] = ()
