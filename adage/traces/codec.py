"""Write a digest as plain JSON values and read it back, equal to the last field.

In: a `FileDraft`. Out: a dict of lists; each record is a list of its fields in order, so that a
field added to a record changes `SHAPE` and old lines are not misread.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import fields
from typing import Any

from adage.records import Call, HookNote, Prompt, Session
from adage.traces.draft import Draft, FileDraft, Result, Tally
from adage.traces.sharing import share

_PLAIN = (Prompt, Call, HookNote, Session, Result)
_NAMES = {record: tuple(field.name for field in fields(record)) for record in _PLAIN}
_TUPLES = tuple(_NAMES[Call].index(name) for name in ("paths", "arguments"))
SHAPE = hashlib.sha256(repr(list(_NAMES.values())).encode()).hexdigest()[:8]


def _row(record: Any) -> list[Any]:
    return [getattr(record, name) for name in _NAMES[type(record)]]


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
    session = draft.session
    head = [value for name, value in zip(_NAMES[Session], _row(session), strict=True)
            if name not in ("prompts", "calls", "notes")]  # fmt: skip
    return [
        head,
        [_row(prompt) for prompt in session.prompts],
        [_row(call) for call in session.calls],
        [_row(note) for note in session.notes],
        list(draft.call_keys),
        list(draft.prompt_keys),
        draft.replays,
    ]


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
    head, prompts, calls, notes, call_keys, prompt_keys, replays = row
    names = [name for name in _NAMES[Session] if name not in ("prompts", "calls", "notes")]
    session = Session(
        **dict(zip(names, head, strict=True)),
        prompts=tuple(Prompt(*prompt) for prompt in prompts),
        calls=tuple(_call(call) for call in calls),
        notes=tuple(HookNote(*note) for note in notes),
    )
    return Draft(session, tuple(call_keys), tuple(prompt_keys), replays)


def _call(row: list[Any]) -> Call:
    for place in _TUPLES:
        row[place] = tuple(row[place])
    return share(Call(*row))
