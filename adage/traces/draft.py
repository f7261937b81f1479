"""What a harness's reader hands over: sessions with the identity of their records, and counts.

The identities let the deduplication recognise a copied record in another file; they go no further.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from adage.constants import IDENTITY_CHARS
from adage.records import Call, FileReading, Session
from adage.traces.fields import text_of

# Says whether a session that started in this folder belongs to what is being read.
Wanted = Callable[[str], bool]


def want_all(_cwd: str) -> bool:
    """Want every session, wherever it started."""
    return True


@dataclass(slots=True)
class Tally:
    """Counts that grow while one file is read. `duplicates` are counted over all files later."""

    records: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    ignored: Counter[str] = field(default_factory=Counter)
    duplicates: Counter[str] = field(default_factory=Counter)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a call: the fields of the same names in `Call`."""

    outcome: str
    exit_code: int | None = None
    verdict: bool | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A session, the identity of each of its calls and prompts, and whose history it may replay."""

    session: Session
    call_keys: tuple[str, ...]
    prompt_keys: tuple[str, ...] = ()
    replays: str = ""


@dataclass(frozen=True, slots=True)
class FileDraft:
    """One file as its reader gave it. `late` holds results whose call stands in no lane of it."""

    path: str
    harness: str
    drafts: tuple[Draft, ...]
    tally: Tally
    late: Mapping[str, Result] = field(default_factory=dict)

    def finish(self, sessions: tuple[Session, ...]) -> FileReading:
        """The public reading of this file with the sessions that survived deduplication."""
        return FileReading(
            path=text_of(self.path),
            harness=self.harness,
            sessions=sessions,
            records=self.tally.records,
            skipped=dict(sorted(self.tally.skipped.items())),
            ignored=dict(sorted(self.tally.ignored.items())),
            problem=text_of(self.tally.problem),
        )


def identity(record_id: str, within: str) -> str:
    """What makes a record the same one in another file.

    A harness's own ids are long and random. Short ones (`call_1`) come from proxies and repeat, so
    they count only together with `within`, what is known of the record around them, as a
    fingerprint: identities are kept, and a prompt's text must not be.
    """
    if len(record_id) >= IDENTITY_CHARS.default:
        return record_id
    around = hashlib.blake2b(within.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{around}/{record_id}"


def with_result(call: Call, result: Result) -> Call:
    """The call joined with what became of it."""
    return replace(call, outcome=result.outcome, exit_code=result.exit_code, verdict=result.verdict)


def as_run(call: Call, command: str) -> Call:
    """The call with `command` in the place of what the agent wrote: the result belongs to what ran.

    A hook may change a command before it runs. A refused one never ran, and stays as written.
    """
    ran = call.tool == "shell" and call.outcome != "refused"
    return replace(call, text=command) if ran else call
