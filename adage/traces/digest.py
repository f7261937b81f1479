"""Digest: keep of a transcript what learning needs, and nothing that must not be kept.

In: a file as its reader gave it. Out: the same with commands masked and without the bodies of their
here-documents, and of each prompt its masked first line, its length and its task's fingerprint. No
output and no file content was there to begin with. Everything that learns works on digests, so a
transcript that is gone counts exactly as it did.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from adage.constants import DIGEST_CHARS, PROMPT_LINE_CHARS, PROMPT_WORDS
from adage.records import Call, HookNote, Prompt
from adage.redact import redact
from adage.traces.draft import Draft, FileDraft
from adage.traces.making import make_all
from adage.traces.sharing import LONGEST_SHARED, share_all, share_number, share_text
from adage.traces.shell_scan import Heredoc, Unsure, read_heredoc, skip_bodies, skip_one

TASK_HEX = 16
# What stands for itself in a script, whatever comes before it.
_PLAIN = re.compile(r"[^<\n\\`$'\"]+")


def digest_file(file: FileDraft) -> FileDraft:
    """The digest of everything read from one file."""
    return replace(file, drafts=tuple(_digest_draft(draft) for draft in file.drafts))


def _digest_draft(draft: Draft) -> Draft:
    session = draft.session
    slim = replace(
        session,
        prompts=tuple(digest_prompt(prompt) for prompt in session.prompts),
        calls=tuple(digest_calls(session.calls)),
        notes=tuple(_digest_note(note) for note in session.notes),
        cwd=_masked_whole(session.cwd),
        agent=_masked_whole(session.agent),
        branch=_masked_whole(session.branch),
        version=_masked_whole(session.version),
    )
    return replace(draft, session=slim)


def digest_prompt(prompt: Prompt) -> Prompt:
    """A prompt's first line, masked and cut; its length in words and its task's fingerprint."""
    if prompt.task:
        return prompt
    first = prompt.text.strip().split("\n", 1)[0]
    line = _masked(first, PROMPT_LINE_CHARS.default)
    return replace(prompt, text=line, words=len(prompt.text.split()), task=fingerprint(prompt.text))


def fingerprint(text: str) -> str:
    """What makes two prompts the same task: their first words, whatever their case and blanks.

    Specifics stay in, so two tickets are two tasks and a re-run of one prompt is the same task.
    """
    words = text.split(maxsplit=PROMPT_WORDS.default)[: PROMPT_WORDS.default]
    kept = " ".join(words).casefold()
    return hashlib.sha256(kept.encode("utf-8", "surrogatepass")).hexdigest()[:TASK_HEX]


def digest_calls(calls: Iterable[Call]) -> list[Call]:
    """The calls with their texts masked, cut and shared, and without here-document bodies."""
    return make_all(Call, map(_fields_of_digest, calls))


def _fields_of_digest(call: Call) -> tuple[Any, ...]:
    text = without_bodies(call.text) if call.tool == "shell" and "<<" in call.text else call.text
    return (
        call.id,
        share_text(call.tool),
        share_text(call.name),
        share_number(call.turn),
        _masked(text, DIGEST_CHARS.default),
        share_all(tuple([_masked_whole(path) for path in call.paths])),
        share_all(tuple([_masked_whole(name) for name in call.arguments])),
        call.outcome,
        call.exit_code,
        call.verdict,
        _masked_whole(call.cwd),
        call.shell,
        call.time,
        share_number(call.line),
        call.abandoned,
    )


def _masked(text: str, most: int) -> str:
    """The masked beginning of `text`; what is far beyond the cut is not even looked at.

    Twice the length is masked, so that a secret that stands across the cut is seen whole.
    """
    return _masked_whole(text[: 2 * most])[:most]


def _masked_whole(text: str) -> str:
    return _masked_short(text) if len(text) <= LONGEST_SHARED else redact(text)[0]


# The same few texts come over and over, and looking for secrets is what a digest costs.
@lru_cache(maxsize=1 << 14)
def _masked_short(text: str) -> str:
    return share_text(redact(text)[0])


def _digest_note(note: HookNote) -> HookNote:
    return replace(note, text=redact(note.text)[0])


def without_bodies(script: str) -> str:
    """`script` with every here-document emptied: what it feeds a command is content, not a step."""
    kept: list[str] = []
    pending: list[Heredoc] = []
    at = start = 0
    try:
        while at < len(script):
            if script.startswith("<<<", at):
                at += 3
            elif script.startswith("<<", at):
                heredoc, at = read_heredoc(script, at)
                pending.append(heredoc)
            elif script[at] == "\n" and pending:
                end = skip_bodies(script, at + 1, pending)
                kept += [script[start : at + 1], "\n".join(heredoc.end for heredoc in pending)]
                start, at, pending = end, end, []
            else:
                plain = _PLAIN.match(script, at)
                at = plain.end() if plain else skip_one(script, at)
    except Unsure:
        # A body that is never closed is dropped to the end; an open quote is left as it is.
        return "".join(kept) + (script[start:at] if pending else script[start:])
    return "".join([*kept, script[start:]])
