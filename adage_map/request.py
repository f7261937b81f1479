"""A request that a person types: what it resembles here, and what the hook would say to it.

In: a run and the text. Out: how alike each family and card is, and the answer of the real hook to
that prompt in a session of its own. The text is compared and forgotten.
"""

from __future__ import annotations

from typing import Any

from adage.constants import CARD_BELOW, CARD_THRESHOLD, CONTINUATION_WORDS, PROMPT_WORDS
from adage.embed import bundled_path, open_table
from adage.hook.decide import Scene, decide
from adage.hook.prompt import Likeness, cards_of
from adage.hook.prompt_text import normalise
from adage.learn.prompt_rows import prompt_rows
from adage_map.rehearse import opened
from adage_map.runs import LearnerRun
from adage_map.words import readable

# A session that is told, so that the answer is what an agent would read.
SESSION = "a-request-typed-into-the-map"
MOST_CHARS = 20_000


def answer_request(run: LearnerRun, text: str) -> dict[str, Any]:
    """What `text` resembles in this run, most alike first, and what would be said to it."""
    text = text[:MOST_CHARS]
    words = run.settings[PROMPT_WORDS]
    table = open_table(bundled_path())
    families = run.records["intent"].detail if "intent" in run.records else ()
    rows = prompt_rows(families, run.index.cards)
    likeness = Likeness(text, words, table, rows.vectors)
    near = [
        {
            "id": family.id,
            "asked": family.requests[0].text[:120],
            "sessions": family.roots,
            "route": readable([family.route]),
            "cosine": likeness.to(row["row"], row["norm"]),
            "threshold": row["threshold"],
            "strength": family.strength,
            "k": family.k,
            "n": family.n,
            "lb": family.lb,
            "why": family.why,
        }
        for family, row in zip(families, rows.families, strict=True)
    ]
    near.sort(key=lambda each: (-each["cosine"], each["id"]))
    said, stopped = _hear(run, text)
    return {
        "seen": normalise(text, words),
        "known": table.embed(normalise(text, words)) is not None,
        "goes_on": len(text.split()) <= run.settings[CONTINUATION_WORDS],
        "families": near,
        "cards": [_card(card, cosine) for card, cosine in cards_of(likeness, list(rows.cards))],
        "card_threshold": run.settings[CARD_THRESHOLD],
        "card_at_edit": run.settings[CARD_THRESHOLD] - run.settings[CARD_BELOW],
        "said": said,
        "stopped": stopped,
    }


def _card(card: dict[str, Any], cosine: float) -> dict[str, Any]:
    names = ("id", "title", "files", "commands", "avoid", "check", "k", "n")
    return {name: card[name] for name in names} | {"cosine": cosine}


def _hear(run: LearnerRun, text: str) -> tuple[str, list[dict[str, str]]]:
    """The hook's own words to the prompt, and the gate that stopped each candidate."""
    event = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": SESSION,
        "cwd": run.repo or "/",
        "prompt_id": "p",
        "prompt": text,
    }
    scene = Scene(
        root=run.repo or "/", cwd=run.repo or "/", session=SESSION, arm=("treated", 1.0),
        records=list, read=lambda _: None, rewrites=lambda: False, python=str,
        permissions=list, open_table=lambda: open_table(bundled_path()),
    )  # fmt: skip
    with opened(run.index, run.settings) as sealed:
        answer = decide(event, sealed, scene)
    output = (answer.output or {}).get("hookSpecificOutput", {})
    stopped = [{"id": str(i), "gate": str(gate)} for i, gate in (answer.record or {}).get("w", ())]
    return str(output.get("additionalContext", "")), stopped
