"""The other two things `adage traces` can print: an event log, and which rule knew which command.

In: what was chosen and read. Out: text, JSON or a file.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from adage.cli.source import Choice
from adage.config import effects_file, load_settings
from adage.records import Reading
from adage.store import replace_file
from adage.traces.effects import load_rules
from adage.traces.effects_report import EffectRow, report_effects, share_known
from adage.traces.export import export

UNKNOWN_SHOWN = 20


def export_log(choice: Choice, reading: Reading, form: str, output: Path | None) -> int:
    """Write the steps of all sessions as an event log to `output` or standard output."""
    from adage.learn.read import read

    settings = load_settings(choice.places.config if choice.places else None, choice.repo)
    rules = load_rules(effects_file(choice.repo))
    traces = read(reading, str(choice.repo or ""), settings, rules=rules)
    if output is None:
        export(traces, form, sys.stdout)
        return 0
    text = io.StringIO()
    events = export(traces, form, text)
    replace_file(output, text.getvalue().encode("utf-8", "replace"))
    print(f"{events:,} events of {len(traces):,} cases written to {output}")
    return 0


def print_effects(choice: Choice, reading: Reading, *, as_json: bool) -> int:
    """Print a row for every command key, or all of it as JSON."""
    rows = report_effects(reading.sessions, load_rules(effects_file(choice.repo)))
    known, unknown = [r for r in rows if r.is_known], [r for r in rows if not r.is_known]
    if as_json:
        document = {
            "share_known": round(share_known(rows), 6),
            "known": [_plain(row) for row in known],
            "unknown": [_plain(row) for row in unknown],
        }
        print(json.dumps(document, sort_keys=True, indent=2))
        return 0
    total = sum(row.count for row in rows)
    if not total:
        print("No command ran in these sessions. See where Adage looked: adage traces")
        return 0
    print(f"{total:,} commands ran; a rule knew {share_known(rows):.1%} of them.")
    _print_rows("Known", known)
    _print_rows("Unknown (so: environment), most frequent first", unknown[:UNKNOWN_SHOWN])
    print("Give a command another effect in .adage/effects.toml:")
    print('  rules = [["verify", "make smoke", "our quick check"]]')
    return 0


def _plain(row: EffectRow) -> dict[str, str | int]:
    return {"effect": row.effect.word, "rule": row.rule, "key": row.key, "count": row.count}


def _print_rows(title: str, rows: Sequence[EffectRow]) -> None:
    if not rows:
        return
    print(f"\n{title}")
    for row in rows:
        rule = f"   by {row.rule[:60]}" if row.is_known else ""
        print(f"{row.count:>6}  {row.effect.word:<12}{row.key.removeprefix('sh:')[:70]}{rule}")
