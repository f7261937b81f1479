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
from adage.traces.sharing import share_text

_PLAIN = (Prompt, Call, HookNote, Session, Result)
_NAMES = {record: tuple(field.name for field in fields(record)) for record in _PLAIN}
_LISTS = ("prompts", "calls", "notes")
_HEAD = tuple(name for name in _NAMES[Session] if name not in _LISTS)
SHAPE = hashlib.sha256(repr([3, *_NAMES.values()]).encode()).hexdigest()[:8]


def _row(record: Any) -> list[Any]:
    return [getattr(record, name) for name in _NAMES[type(record)]]


class _Table:
    """Values in order of first use, and the place of each."""

    def __init__(self) -> None:
        self.places: dict[Any, int] = {}

    def place(self, value: Any) -> int:
        """Where `value` stands; it is entered now if it is new."""
        return self.places.setdefault(value, len(self.places))


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
    session, texts, kinds = draft.session, _Table(), _Table()
    ids = tuple(call.id for call in session.calls)
    calls = [_encode_call(call, texts, kinds) for call in session.calls]
    return [
        [getattr(session, name) for name in _HEAD],
        [_row(prompt) for prompt in session.prompts],
        list(texts.places),
        list(kinds.places),
        calls,
        [_row(note) for note in session.notes],
        # Nearly always a call's identity is its id.
        None if draft.call_keys == ids else list(draft.call_keys),
        list(draft.prompt_keys),
        draft.replays,
    ]


def _encode_call(call: Call, texts: _Table, kinds: _Table) -> list[Any]:
    """What is a call's own, and the places of its texts and of all that it has with others."""
    kind = (call.tool, call.name, call.arguments, call.outcome, call.exit_code, call.verdict,
            call.cwd, call.shell, call.abandoned)  # fmt: skip
    # True and 1 are equal as keys, so the kind's spelling goes into the key as well.
    place = kinds.place((*kind, repr(kind[4:6])))
    paths = [texts.place(path) for path in call.paths]
    return [call.id, place, call.turn, texts.place(call.text), paths, call.time, call.line]


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
    head, prompts, texts, kinds, calls, notes, call_keys, prompt_keys, replays = row
    shared = [share_text(text) for text in texts]
    kept = [_decode_kind(kind) for kind in kinds]
    session = Session(
        **dict(zip(_HEAD, head, strict=True)),
        prompts=tuple([Prompt(*prompt) for prompt in prompts]),
        calls=tuple([_decode_call(call, shared, kept) for call in calls]),
        notes=tuple([HookNote(*note) for note in notes]),
    )
    keys = [call[0] for call in calls] if call_keys is None else call_keys
    return Draft(session, tuple(keys), tuple(prompt_keys), replays)


def _decode_kind(kind: list[Any]) -> tuple[Any, ...]:
    tool, name, arguments, outcome, exit_code, verdict, cwd, shell, abandoned, _ = kind
    names = tuple(share_text(text) for text in arguments)
    return (share_text(tool), share_text(name), names, share_text(outcome), exit_code, verdict,
            share_text(cwd), share_text(shell), abandoned)  # fmt: skip


def _decode_call(row: list[Any], texts: list[str], kinds: list[tuple[Any, ...]]) -> Call:
    name_id, place, turn, text, paths, time, line = row
    tool, name, arguments, outcome, exit_code, verdict, cwd, shell, abandoned = kinds[place]
    files = tuple([texts[path] for path in paths]) if paths else ()
    return Call(name_id, tool, name, turn, texts[text], files, arguments, outcome, exit_code,
                verdict, cwd, shell, time, line, abandoned)  # fmt: skip
