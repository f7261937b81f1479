"""Seal the index in the form that the hook reads: a directory, then one section for each moment.

In: an `Index`, the settings, and what else may be said (families, cards, approved dead ends). Out:
the bytes of one file. The generation is that of the index's canonical bytes: it names what is said,
not how it is laid out. The layout stands in `adage/hook/sealed.py`.
Math: site/math/08-index.md
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from adage.constants import (
    CARD_BELOW,
    CARD_THRESHOLD,
    CONTINUATION_WORDS,
    CONTROL_SHARE,
    FINISH_ASKS,
    HOOK_LOCK_MS,
    HOOK_SESSION_BYTES,
    HOOK_SESSION_CAP,
    HOOK_TURN_CAP,
    MIN_INTERVAL_SECS,
    ORIENT_BYTES,
    ORIENT_TOKENS,
    PENDING_BATCHES,
    PROMPT_WORDS,
    SLOT_CHARS,
    WINDOW,
)
from adage.hook.sealed import BUCKETS, DIRECTORY_BYTES, FORMAT, PAIR_BYTES, bucket_of
from adage.learn.index import canonical
from adage.learn.instincts import SHAPE, by_failure
from adage.learn.mine_lookups import LOOK_UPS
from adage.learn.mine_reads import HOT
from adage.learn.mine_repairs import REPAIR, SCOPE
from adage.records import Effect, Index, Reflex
from adage.settings import Constant, Settings
from adage.traces.command_words import words
from adage.traces.commands import Reading, program, read_words
from adage.traces.effects import load_rules
from adage.traces.keys import read_part
from adage.traces.shell import plain_word, split

# The names under which the hook knows the thresholds that it decides by.
SETTINGS: dict[str, Constant[Any]] = {
    "control_share": CONTROL_SHARE,
    "window": WINDOW,
    "pending": PENDING_BATCHES,
    "asks": FINISH_ASKS,
    "turn_cap": HOOK_TURN_CAP,
    "session_cap": HOOK_SESSION_CAP,
    "lock_ms": HOOK_LOCK_MS,
    "session_bytes": HOOK_SESSION_BYTES,
    "continuation": CONTINUATION_WORDS,
    "prompt_words": PROMPT_WORDS,
    "slot_chars": SLOT_CHARS,
    "card": CARD_THRESHOLD,
    "card_below": CARD_BELOW,
    "orient_tokens": ORIENT_TOKENS,
    "orient_bytes": ORIENT_BYTES,
    "learn_every": MIN_INTERVAL_SECS,
}
AT_BATCH = ("run", "sequence", "read-batch", "advise", REPAIR, SCOPE, HOT)
Form = list[Any]  # [text, lead, words, options, values]: see adage/hook/words.py


def sections(
    index: Index,
    settings: Settings,
    *,
    families: Sequence[Mapping[str, Any]] = (),
    cards: Sequence[Mapping[str, Any]] = (),
    vectors: bytes = b"",
    approved: Collection[str] = (),
) -> bytes:
    """The file that the hook reads.

    `families` and `cards` are in the form of `adage/hook/prompt.py`, `vectors` the int8 rows that
    they point at, `approved` the ids of dead ends whose rewrite a person has approved.
    """
    parts = _parts(index, families, cards, approved)
    contents = {name: canonical(value) for name, value in parts.items() if value}
    if vectors:
        contents["vectors"] = vectors
    return _file(index.generation, contents, _bucketed(index.reflexes), settings)


def _parts(
    index: Index,
    families: Sequence[Mapping[str, Any]],
    cards: Sequence[Mapping[str, Any]],
    approved: Collection[str],
) -> dict[str, Any]:
    """What each moment's section holds; a moment with nothing to say has none."""
    dead = [_entry(reflex) for reflex in index.reflexes if reflex.shape == "avoid"]
    asked = [_entry(reflex) for reflex in index.reflexes if reflex.shape == "obligation"]
    failing = _forms(text for entry in dead for text in entry["trigger"])
    pairs = [pair for entry in dead if entry["id"] in approved for pair in _pairs(entry)]
    assumed = [
        {**_entry(each), **by_failure(each)} for each in index.reflexes if each.shape == SHAPE
    ]
    return {
        # The memory of a session is kept even while nothing can be said in it.
        "PostToolBatch": {"known": _known(), "dead": dead, "cards": _files(cards)},
        "PostToolUseFailure": _at_failure(dead, failing, assumed),
        "PreToolUse": {"pairs": pairs} if pairs else {},
        "Stop": {"reflexes": asked} if asked else {},
        "UserPromptSubmit": {"families": [*families], "cards": [*cards]}
        if families or cards
        else {},
    }


def _at_failure(
    dead: list[dict[str, Any]], failing: dict[str, list[Form]], assumed: list[dict[str, Any]]
) -> dict[str, Any]:
    if not dead and not assumed:
        return {}
    known = {**_wrappers(), "proxies": sorted(words().proxies)}
    return {"reflexes": dead, "forms": failing, "known": known, "instincts": assumed}


def _bucketed(reflexes: Sequence[Reflex]) -> list[bytes]:
    """For each bucket its JSON: reflexes by their last trigger item, forms by their key."""
    found: list[dict[str, dict[str, list[Any]]]] = [{} for _ in range(BUCKETS)]

    def keep(kind: str, key: str, value: Any) -> None:
        found[bucket_of(key)].setdefault(kind, {}).setdefault(key, []).append(value)

    for reflex in reflexes:
        if reflex.shape in AT_BATCH:
            keep("reflexes", reflex.trigger[-1], _entry(reflex))
        elif reflex.shape == LOOK_UPS:
            # Each trigger is one spelling of the prompt; the entry need not repeat them.
            entry = {**_entry(reflex), "trigger": []}
            for text in reflex.trigger:
                keep("reflexes", text, entry)
    forms = _forms(text for reflex in reflexes for text in (*reflex.trigger, *reflex.steps))
    for key, values in forms.items():
        for form in values:
            keep("forms", key, form)
    return [canonical(each) if each else b"" for each in found]


def _file(
    generation: str, contents: Mapping[str, bytes], buckets: Sequence[bytes], settings: Settings
) -> bytes:
    """Directory, sections, table of buckets, buckets."""
    at = DIRECTORY_BYTES
    places: dict[str, list[int]] = {}
    for name, content in contents.items():
        places[name] = [at, len(content)]
        at += len(content)
    places["buckets"] = [at, BUCKETS * PAIR_BYTES]
    at += BUCKETS * PAIR_BYTES
    table = b""
    for content in buckets:
        table += at.to_bytes(4, "little") + len(content).to_bytes(4, "little")
        at += len(content)
    directory = {
        "adage": FORMAT,
        "bytes": at,
        "generation": generation,
        "sections": places,
        "settings": {name: settings[constant] for name, constant in SETTINGS.items()},
    }
    return b"".join((_padded(canonical(directory)), *contents.values(), table, *buckets))


def _padded(directory: bytes) -> bytes:
    if len(directory) >= DIRECTORY_BYTES:
        raise ValueError(f"the directory of the index takes {len(directory)} bytes")
    return directory.ljust(DIRECTORY_BYTES - 1) + b"\n"


def _entry(reflex: Reflex) -> dict[str, Any]:
    own = {"says": reflex.says, "source": f"from {reflex.found}; {reflex.why}"}
    return {
        **(own if reflex.says else {}),
        "id": reflex.id,
        "kind": reflex.shape,
        "track": reflex.track,
        "strength": reflex.strength,
        "trigger": list(reflex.trigger),
        "steps": list(reflex.steps),
        "command": reflex.command,
        "k": reflex.k,
        "n": reflex.n,
    }


def _files(cards: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The files of each card by its id: the first edit of one may bring a card that nearly came."""
    return {str(card["id"]): list(card.get("files", ())) for card in cards}


def _forms(texts: Iterable[str]) -> dict[str, list[Form]]:
    """The forms of all step keys among `texts`, by the key under which the hook looks for them."""
    found: dict[str, list[Form]] = {}
    for text in dict.fromkeys(text.removesuffix("!") for text in texts):
        if text.startswith("sh:") and (form := form_of(text)):
            found.setdefault(_form_key(form), []).append(form)
    return found


def _form_key(form: Form) -> str:
    """The program and its first word that is no option, where that is always the same word."""
    spoken: list[str] = [*form[1], *form[2]]
    said = [word for word in spoken[1:] if not word.startswith("-")]
    is_fixed = bool(said) and "*" not in said[0] and "{" not in said[0]
    name = program(spoken[0])
    return f"{name} {said[0]}" if is_fixed else name


def form_of(text: str) -> Form | None:
    """The form of a step key such as `sh:make gen`; None when it is not one plain command."""
    reading = _one_reading(text.removeprefix("sh:"))
    if reading is None or not reading.words:
        return None
    lead = _lead(reading)
    inner = reading.words[len(lead) :]
    name = program(inner[0]) if inner else program(reading.words[0])
    values = [option[1] for option in words().value_options if option[0] == name]
    plain = [*reading.head, *reading.arguments][len(lead) :]
    return [text, lead, plain, list(reading.options), sorted(values)]


def _one_reading(script: str) -> Reading | None:
    parts = split(script)
    if len(parts) != 1 or parts[0].compound or parts[0].kept != len(parts[0].commands):
        return None
    found = read_part(parts[0])
    return found[0] if len(found) == 1 else None


def _lead(reading: Reading) -> list[str]:
    """The words of a launcher at the front of a command, such as `uv run` or `python -m`."""
    if not reading.inner or reading.is_proxied:
        return []
    return list(reading.head[: len(reading.words) - len(reading.inner)])


def exact_pair(reflex: Reflex) -> tuple[str, ...]:
    """What a person approves of a dead end: the first words that fail, those that replace them.

    Empty where the two are not both plain words.
    """
    found = _pairs(_entry(reflex)) if reflex.shape == "avoid" else []
    return (" ".join(found[0]["from"]), " ".join(found[0]["to"])) if found else ()


def _pairs(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a rewrite needs: the words that fail, and those that take their place."""
    (bad, rest), (good, other) = (
        _spoken(text) for text in (entry["trigger"][0], entry["steps"][0])
    )
    # What follows stays as the agent wrote it, so both commands must go on in the same way.
    if not bad or not good or bad == good or rest != other:
        return []
    return [{**entry, "from": bad, "to": good}]


def _spoken(text: str) -> tuple[list[str], list[str]]:
    """The words of a step key that are always the same, and those from its first specific on.

    None at all where the key is not one plain command, or where its runner holds a specific.
    """
    parts = split(text.removeprefix("sh:").removesuffix("!"))
    if len(parts) != 1 or len(parts[0].commands) != 1:
        return [], []
    plain = [plain_word(word) for word in parts[0].commands[0].words]
    end = next((at for at, word in enumerate(plain) if "{" in word or "*" in word), len(plain))
    runner = read_words(tuple(plain)).runner
    return (plain[:end], plain[end:]) if runner and end >= len(runner) else ([], [])


def _wrappers() -> dict[str, Any]:
    known = words()
    return {
        "wrappers": sorted(known.wrappers),
        "wrapper_values": sorted(" ".join(pair) for pair in known.wrapper_values),
        "filters": sorted(known.display_filters),
        "folders": sorted(" ".join(pair) for pair in known.folder_options),
    }


def _known() -> dict[str, Any]:
    return {**_wrappers(), "observing": _observing()}


def _observing() -> dict[str, list[str]]:
    """Programs that only look, each with the first arguments for which that holds (none: any)."""
    found: dict[str, list[str]] = {}
    for rule in load_rules().rules:
        if rule.effect != Effect.OBSERVE or rule.options or rule.absent:
            continue
        first = [] if not rule.arguments else [each for each in rule.arguments[0] if each != "$"]
        for name in rule.names:
            if "*" not in name and (first or not rule.arguments):
                found[name] = sorted({*found.get(name, ()), *first})
    return found
