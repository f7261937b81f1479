"""Write a digest as plain JSON values and read it back, equal to the last field.

In: a `FileDraft`. Out: a dict of lists. Each record is a list of its fields in order; calls are
seven columns. What calls share (texts, lists of paths, kinds) stands once in a table, and the
columns name it by its place. `SHAPE` is a fingerprint over the records' fields, so that lines of an
Adage with other fields are not misread.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

import orjson

from adage.records import Call, HookNote, Prompt, Session
from adage.traces.draft import Draft, FileDraft, Result, Tally
from adage.traces.making import make_all
from adage.traces.sharing import share_all, share_text

_PLAIN = (Prompt, Call, HookNote, Session, Result)
_NAMES = {record: tuple(field.name for field in fields(record)) for record in _PLAIN}
_LISTS = ("prompts", "calls", "notes")
_HEAD = tuple(name for name in _NAMES[Session] if name not in _LISTS)
SHAPE = hashlib.sha256(repr([4, *_NAMES.values()]).encode()).hexdigest()[:8]


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
    session, texts, paths, kinds = draft.session, _Table(), _Table(), _Table()
    ids = [call.id for call in session.calls]
    columns = [
        ids,
        [kinds.place(_kind_of(call)) for call in session.calls],
        [call.turn for call in session.calls],
        [texts.place(call.text) for call in session.calls],
        [paths.place(call.paths) for call in session.calls],
        [call.time for call in session.calls],
        [call.line for call in session.calls],
    ]
    return [
        [getattr(session, name) for name in _HEAD],
        [_row(prompt) for prompt in session.prompts],
        list(texts.places),
        list(paths.places),
        # As text, so that a kind which many files have is decoded once for all of them.
        [json.dumps(kind[:-1]) for kind in kinds.places],
        columns,
        [_row(note) for note in session.notes],
        # Nearly always a call's identity is its id.
        None if draft.call_keys == tuple(ids) else list(draft.call_keys),
        list(draft.prompt_keys),
        draft.replays,
    ]


def _kind_of(call: Call) -> tuple[Any, ...]:
    """All that a call has with many others."""
    kind = (call.tool, call.name, call.arguments, call.outcome, call.exit_code, call.verdict,
            call.cwd, call.shell, call.abandoned)  # fmt: skip
    # True and 1 are equal as keys, so the spelling of what may be either goes into the key as well.
    return *kind, repr(kind[4:6])


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
    head, prompts, texts, paths, kinds, columns, notes, call_keys, prompt_keys, replays = row
    shared = [share_text(text) for text in texts]
    files = [share_all(tuple(each)) for each in paths]
    known = [_kind(text) for text in kinds]
    calls = make_all(Call, _call_rows(columns, shared, files, known))
    session = Session(
        **dict(zip(_HEAD, head, strict=True)),
        prompts=tuple(make_all(Prompt, prompts)),
        calls=tuple(calls),
        notes=tuple(make_all(HookNote, notes)),
    )
    keys = columns[0] if call_keys is None else call_keys
    return Draft(session, tuple(keys), tuple(prompt_keys), replays)


@lru_cache(maxsize=1 << 12)
def _kind(text: str) -> tuple[Any, ...]:
    tool, name, arguments, outcome, exit_code, verdict, cwd, shell, abandoned = orjson.loads(text)
    return (share_text(tool), share_text(name), share_all(tuple(arguments)), share_text(outcome),
            exit_code, verdict, share_text(cwd), share_text(shell), abandoned)  # fmt: skip


def _call_rows(
    columns: list[list[Any]],
    texts: Sequence[str],
    files: Sequence[tuple[str, ...]],
    kinds: Sequence[tuple[Any, ...]],
) -> Iterator[tuple[Any, ...]]:
    """The fields of each call, in order."""
    for name_id, kind, turn, text, paths, time, line in zip(*columns, strict=True):
        tool, name, arguments, outcome, exit_code, verdict, cwd, shell, abandoned = kinds[kind]
        yield (name_id, tool, name, turn, texts[text], files[paths], arguments, outcome, exit_code,
               verdict, cwd, shell, time, line, abandoned)  # fmt: skip
