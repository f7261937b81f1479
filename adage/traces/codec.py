"""Write a digest as plain JSON values and read it back, equal to the last field.

In: a `FileDraft`. Out: a dict of lists. Each record is a list of its fields in order; the texts
that calls share stand once in a table, and calls name them by their place. `SHAPE` is a fingerprint
over the records' fields, so that lines of an Adage with other fields are not misread.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import fields
from typing import Any

from adage.records import Call, HookNote, Prompt, Session
from adage.traces.draft import Draft, FileDraft, Result, Tally
from adage.traces.sharing import share_number, share_text

_PLAIN = (Prompt, Call, HookNote, Session, Result)
_NAMES = {record: tuple(field.name for field in fields(record)) for record in _PLAIN}
_LISTS = ("prompts", "calls", "notes")
_HEAD = tuple(name for name in _NAMES[Session] if name not in _LISTS)
SHAPE = hashlib.sha256(repr([2, *_NAMES.values()]).encode()).hexdigest()[:8]


def _row(record: Any) -> list[Any]:
    return [getattr(record, name) for name in _NAMES[type(record)]]


class _Table:
    """Texts in order of first use, and the place of each."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def place(self, text: str) -> int:
        """Where `text` stands; it is entered now if it is new."""
        return self.places.setdefault(text, len(self.places))


def encode_file(file: FileDraft) -> dict[str, Any]:
    """`file` as JSON-able values."""
    tally = file.tally
    return {
        "shape": SHAPE,
        "path": file.path,
        "harness": file.harness,
        "drafts": [_encode_draft(draft) for draft in file.drafts],
        "tally": [tally.records, dict(tally.skipped), dict(tally.ignored), dict(tally.duplicates),
                  tally.problem],
        "late": {key: _row(result) for key, result in sorted(file.late.items())},
    }  # fmt: skip


def _encode_draft(draft: Draft) -> list[Any]:
    session, table = draft.session, _Table()
    calls = [_encode_call(call, table) for call in session.calls]
    return [
        [getattr(session, name) for name in _HEAD],
        [_row(prompt) for prompt in session.prompts],
        list(table.places),
        calls,
        [_row(note) for note in session.notes],
        list(draft.call_keys),
        list(draft.prompt_keys),
        draft.replays,
    ]


def _encode_call(call: Call, table: _Table) -> list[Any]:
    place = table.place
    return [
        call.id, place(call.tool), place(call.name), call.turn, place(call.text),
        [place(path) for path in call.paths], [place(name) for name in call.arguments],
        place(call.outcome), call.exit_code, call.verdict, place(call.cwd), place(call.shell),
        call.time, call.line, call.abandoned,
    ]  # fmt: skip


def decode_file(body: dict[str, Any]) -> FileDraft:
    """The draft that `encode_file` wrote. Raises `ValueError` for another shape of records."""
    if body.get("shape") != SHAPE:
        raise ValueError("these records have other fields")
    records, skipped, ignored, duplicates, problem = body["tally"]
    tally = Tally(records, Counter(skipped), Counter(ignored), Counter(duplicates), problem)
    return FileDraft(
        body["path"],
        body["harness"],
        tuple(_decode_draft(row) for row in body["drafts"]),
        tally,
        {key: Result(*row) for key, row in body["late"].items()},
    )


def _decode_draft(row: list[Any]) -> Draft:
    head, prompts, texts, calls, notes, call_keys, prompt_keys, replays = row
    table = [share_text(text) for text in texts]
    session = Session(
        **dict(zip(_HEAD, head, strict=True)),
        prompts=tuple(Prompt(*prompt) for prompt in prompts),
        calls=tuple(_decode_call(call, table) for call in calls),
        notes=tuple(HookNote(*note) for note in notes),
    )
    return Draft(session, tuple(call_keys), tuple(prompt_keys), replays)


def _decode_call(row: list[Any], table: list[str]) -> Call:
    (name_id, tool, name, turn, text, paths, arguments, outcome, exit_code, verdict, cwd, shell,
     time, line, abandoned) = row  # fmt: skip
    return Call(
        name_id, table[tool], table[name], share_number(turn), table[text],
        tuple([table[place] for place in paths]), tuple([table[place] for place in arguments]),
        table[outcome], exit_code, verdict, table[cwd], table[shell], time, share_number(line),
        abandoned,
    )  # fmt: skip
