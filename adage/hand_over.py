"""Hand over: put what one learning gave where the hook, and a person, will look for it.

In: a repository's state folder, its root, the sealed index, the generation behind it and a person's
decisions. Out: files, each replaced whole: `index.json` to read, `index.sealed` for the hook,
`verified.json` for the rewrite of the interpreter, and the generation among those that are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from adage.constants import GENERATIONS
from adage.decisions import APPROVE, Decision, in_force, read_decisions
from adage.generations import Generation, keep, kept, load
from adage.hook.places import INDEX, VERIFIED
from adage.install.venv import verify
from adage.learn.index import seal
from adage.learn.instincts import join
from adage.learn.prompt_rows import prompt_rows
from adage.learn.review import is_dismissed, review
from adage.learn.seal_sections import exact_pair, sections
from adage.records import Index, Reflex
from adage.settings import Settings
from adage.store import replace_file

READABLE = "index.json"


def hand_over(
    folder: Path,
    root: Path,
    index: Index,
    generation: Generation,
    decisions: Mapping[str, Decision],
    settings: Settings,
) -> Path:
    """Write all files; the path of the readable index.

    `decisions` are those that `index` was sealed with. One that came meanwhile is heeded at once.
    Raises `AdageError` when the folder cannot be written.
    """
    _write(folder, index, generation, decisions, settings)
    refresh_stamp(folder, root)
    newest = in_force(read_decisions(folder), generation.made.last, settings)
    if newest != decisions:
        seal_again(folder, newest, generation.made.last, settings)
    return folder / READABLE


def seal_again(
    folder: Path, decisions: Mapping[str, Decision], now: float, settings: Settings
) -> Index | None:
    """Seal what was learned last once more, with these decisions; None where nothing was learned.

    It gives the same bytes as learning the same sessions again with these decisions.
    """
    known = kept(folder)
    if not known:
        return None
    last = load(folder, known[-1].name)
    made = review(last.learned, last.families, last.cards, decisions, settings)
    index = seal(made.reflexes, settings, made.families, made.cards)
    heard = [each for each in last.instincts if not is_dismissed(decisions.get(each.id))]
    index = join(index, heard, settings)
    about = replace(last.made, name=index.generation, first=now, last=now, said=len(index.reflexes))
    generation = replace(last, made=about, reflexes=made.reflexes)
    _write(folder, index, generation, decisions, settings)
    return index


def _write(
    folder: Path,
    index: Index,
    generation: Generation,
    decisions: Mapping[str, Decision],
    settings: Settings,
) -> None:
    rows = prompt_rows(index.families, index.cards)
    content = sections(
        index,
        settings,
        families=rows.families,
        cards=rows.cards,
        vectors=rows.vectors,
        approved=approved_pairs(index.reflexes, decisions),
    )
    replace_file(folder / READABLE, index.content)
    replace_file(folder / INDEX, content)
    keep(folder, generation, settings[GENERATIONS])


def approved_pairs(
    reflexes: Iterable[Reflex], decisions: Mapping[str, Decision]
) -> tuple[str, ...]:
    """The ids of dead ends whose rewrite, exactly as it stands now, a person has approved."""
    return tuple(
        reflex.id
        for reflex in reflexes
        if reflex.strength == "inhibit"
        and (decision := decisions.get(reflex.id)) is not None
        and decision.verdict == APPROVE
        and decision.pair
        and decision.pair == exact_pair(reflex)
    )


def refresh_stamp(folder: Path, root: Path) -> None:
    """Look at the repository's `.venv` again; without one that holds pytest there is no stamp."""
    stamp = verify(root)
    if isinstance(stamp, str):
        (folder / VERIFIED).unlink(missing_ok=True)
    else:
        replace_file(folder / VERIFIED, json.dumps(stamp).encode())
