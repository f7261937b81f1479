"""Count every record once, however many files it was copied into.

In: the drafts of all files. Out: the sessions that remain, sorted by (end, id), and what was
dropped by reason. A resumed or forked session starts with a copy of the old one; a storage that
moved keeps the old files. The order of the files does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from adage.records import Reading, Session
from adage.traces.draft import Draft, FileDraft, Result, with_result


@dataclass(slots=True)
class _Entry:
    """A draft on its way through the deduplication; `file` is the index of its file.

    `keys` are the identities of its calls and prompts, where other sessions have some of them too:
    nearly none do, and the sets of millions of calls would take much memory.
    """

    file: int
    draft: Draft
    keys: frozenset[str] = frozenset()

    @property
    def order(self) -> tuple[object, ...]:
        session = self.draft.session
        return session.start, session.end, session.id, session.path


def gather(files: Iterable[FileDraft]) -> Reading:
    """One `Reading` of all files, in which every session and every call stands once."""
    every = sorted(files, key=lambda file: file.path)
    duplicates: Counter[str] = Counter()
    entries: list[_Entry] = []
    for harness in sorted({file.harness for file in every}):
        late = _late(every, harness)
        mine = [
            _Entry(index, _join_late(draft, late))
            for index, file in enumerate(every)
            if file.harness == harness
            for draft in file.drafts
        ]
        entries += _once(mine, duplicates)
    for file in every:
        duplicates.update(file.tally.duplicates)
    return _reading(every, entries, duplicates)


def _reading(files: list[FileDraft], entries: list[_Entry], duplicates: Counter[str]) -> Reading:
    by_file: dict[int, list[Session]] = {index: [] for index in range(len(files))}
    for entry in entries:
        by_file[entry.file].append(entry.draft.session)
    finished = tuple(
        file.finish(tuple(sorted(by_file[index], key=_by_end))) for index, file in enumerate(files)
    )
    sessions = sorted((session for file in finished for session in file.sessions), key=_by_end)
    return Reading(tuple(sessions), finished, dict(sorted(duplicates.items())))


def _by_end(session: Session) -> tuple[float, str, str]:
    return session.end, session.id, session.path


def _once(entries: list[_Entry], duplicates: Counter[str]) -> list[_Entry]:
    entries.sort(key=lambda entry: entry.order)
    entries = _drop_replays(entries, duplicates)
    repeated = _repeated(entries)
    for entry in entries if repeated else ():
        mine = _identities(entry.draft)
        entry.keys = frozenset() if repeated.isdisjoint(mine) else frozenset(mine)
    entries = _drop_copies(entries, repeated, duplicates)
    entries = _drop_shared_records(entries, repeated, duplicates)
    return _name_apart(entries)


def _late(files: list[FileDraft], harness: str) -> Mapping[str, Result]:
    found: dict[str, Result] = {}
    for file in files:
        if file.harness == harness:
            found.update(file.late)
    return found


def _join_late(draft: Draft, late: Mapping[str, Result]) -> Draft:
    """Join calls without a result with results that stand in another file."""
    if late.keys().isdisjoint(draft.call_keys):
        return draft
    calls = draft.session.calls
    joined = tuple(
        with_result(call, late[call.id])
        if call.outcome == "unknown" and call.id in late and key == call.id
        else call
        for call, key in zip(calls, draft.call_keys, strict=True)
    )
    if joined == calls:
        return draft
    return replace(draft, session=replace(draft.session, calls=joined))


def _drop_replays(entries: list[_Entry], duplicates: Counter[str]) -> list[_Entry]:
    """Take the parent's history out of the sessions that replay it."""
    sessions = {entry.draft.session.id: entry.draft.session for entry in entries}
    for entry in entries:
        parent = sessions.get(entry.draft.replays)
        if parent is None or parent.id == entry.draft.session.id:
            continue
        known = frozenset(call.id for call in parent.calls)
        calls = entry.draft.session.calls
        drop = frozenset(i for i, call in enumerate(calls) if call.id in known)
        prompts = _replayed_prompts(entry.draft.session, parent, drop)
        if drop or prompts:
            duplicates["replayed history"] += len(drop) + len(prompts)
            entry.draft = _without(entry.draft, drop, prompts)
    return entries


def _replayed_prompts(child: Session, parent: Session, drop: frozenset[int]) -> frozenset[int]:
    """The prompts before the last replayed call, and those that repeat the parent's from the start.

    A replay begins with the parent's first prompt and may hold no call at all.
    """
    last = max(drop, default=-1)
    pairs = zip(child.prompts, parent.prompts, strict=False)
    same = 0
    for mine, theirs in pairs:
        if mine.text != theirs.text:
            break
        same += 1
    return frozenset(i for i, p in enumerate(child.prompts) if p.at <= last or i < same)


def _repeated(entries: list[_Entry]) -> frozenset[str]:
    """The identities that stand in more than one session; most of the time there are none."""
    seen: set[str] = set()
    again: set[str] = set()
    for entry in entries:
        mine = frozenset(_identities(entry.draft))
        again |= mine & seen
        seen |= mine
    return frozenset(again)


def _identities(draft: Draft) -> list[str]:
    return [*draft.call_keys, *(f"prompt {key}" for key in draft.prompt_keys)]


def _drop_copies(
    entries: list[_Entry], repeated: frozenset[str], duplicates: Counter[str]
) -> list[_Entry]:
    """Drop the sessions whose every record stands in another one, which goes on from there."""
    keys = {index: entry.keys for index, entry in enumerate(entries) if entry.keys}
    holders: dict[str, list[int]] = {}
    for index, mine in keys.items():
        for key in mine & repeated:
            holders.setdefault(key, []).append(index)
    heir: dict[int, int] = {}
    for index, mine in keys.items():
        if mine <= repeated:
            fewest = min((holders[key] for key in mine), key=len)
            wider = [o for o in fewest if o != index and _continues(o, index, keys)]
            if wider:
                heir[index] = max(wider, key=lambda other: (len(keys[other]), -other))
    duplicates["copied session"] += len(heir)
    if not heir:
        del duplicates["copied session"]
        return entries
    roots = {entries[a].draft.session.id: entries[b].draft.session.root for a, b in heir.items()}
    kept = [entry for index, entry in enumerate(entries) if index not in heir]
    for entry in kept:
        _adopt(entry, roots)
    return kept


def _continues(other: int, index: int, keys: Mapping[int, frozenset[str]]) -> bool:
    """Whether `other` holds all of `index` and more, or the same and comes first."""
    return keys[index] < keys[other] or (keys[index] == keys[other] and other < index)


def _adopt(entry: _Entry, roots: Mapping[str, str]) -> None:
    """Give a sub-agent of a dropped session the root of the session that goes on instead."""
    session = entry.draft.session
    seen: set[str] = set()
    root = session.root
    while root in roots and root not in seen and root != session.id:
        seen.add(root)
        root = roots[root]
    if root != session.root:
        entry.draft = replace(entry.draft, session=replace(session, root=root))


def _drop_shared_records(
    entries: list[_Entry], repeated: frozenset[str], duplicates: Counter[str]
) -> list[_Entry]:
    """Leave each call and prompt to the first session that holds it."""
    seen: set[str] = set()
    kept: list[_Entry] = []
    for entry in entries:
        if entry.keys:
            _take_out(entry, seen, duplicates)
            seen |= entry.keys & repeated
        if entry.draft.session.calls or entry.draft.session.prompts:
            kept.append(entry)
    return kept


def _take_out(entry: _Entry, seen: set[str], duplicates: Counter[str]) -> None:
    """Take the calls and prompts out that an earlier session holds."""
    draft = entry.draft
    calls = frozenset(i for i, key in enumerate(draft.call_keys) if key in seen)
    prompts = frozenset(i for i, key in enumerate(draft.prompt_keys) if f"prompt {key}" in seen)
    if calls or prompts:
        duplicates["copied record"] += len(calls) + len(prompts)
        entry.draft = _without(draft, calls, prompts)


def _without(draft: Draft, calls: frozenset[int], prompts: frozenset[int]) -> Draft:
    """The draft without these calls and prompts; what points at calls moves along."""
    session = draft.session
    place, kept = [], 0
    for index in range(len(session.calls)):
        place.append(kept)
        kept += index not in calls
    place.append(kept)
    left = {call.turn for i, call in enumerate(session.calls) if i not in calls}
    gone = {session.calls[i].turn for i in calls} - left
    slimmer = replace(
        session,
        turns=session.turns - len(gone),
        calls=tuple(c for i, c in enumerate(session.calls) if i not in calls),
        prompts=tuple(
            replace(p, at=place[p.at]) for i, p in enumerate(session.prompts) if i not in prompts
        ),
        notes=tuple(
            # A note right before a dropped call was copied with it.
            replace(n, at=place[n.at])
            for n in session.notes
            if n.at not in calls
        ),
    )
    return replace(
        draft,
        session=slimmer,
        call_keys=tuple(k for i, k in enumerate(draft.call_keys) if i not in calls),
        prompt_keys=tuple(k for i, k in enumerate(draft.prompt_keys) if i not in prompts),
    )


def _name_apart(entries: list[_Entry]) -> list[_Entry]:
    """Give a second session of the same id a name of its own; its root stays the same."""
    seen: Counter[str] = Counter()
    for entry in entries:
        session = entry.draft.session
        seen[session.id] += 1
        if seen[session.id] > 1:
            name = f"{session.id}~{seen[session.id]}"
            entry.draft = replace(entry.draft, session=replace(session, id=name))
    return entries
