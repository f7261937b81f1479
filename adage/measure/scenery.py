"""The invented repository of the bench: families of tasks, their prompts, files and words.

In: a family and random draws. Out: a prompt nobody wrote twice, and the files the task edits.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

WORDS = (
    "carrier", "depot", "parcel", "label", "tariff", "route", "zone", "weight", "pickup", "refund",
    "invoice", "barcode", "customs", "locker", "courier", "manifest", "postcode", "tracking",
    "schedule", "address", "return", "stamp", "delay", "insurance",
)  # fmt: skip
LOOK_AT = (
    "read src/model.py", "read src/errors.py", "read src/prices.py", "read README.md",
    "read Makefile", "read docs/guide.md", "read tests/conftest.py", "read pkg/store.go",
    "search load_settings in src", "search ParcelError in src", "search rules in docs",
    "search fixture in tests", "search Register in registry", "search weight in pkg",
    "list src", "list docs", "list cmd", "list tests",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Family:
    """Similar requests: how they are worded, and which files they edit how often, in order."""

    prompts: tuple[str, ...]
    edits: tuple[tuple[str, float], ...]


FAMILIES = {
    "schema": Family(
        ("Add the field {word} to the {other} schema", "The {other} schema lacks a {word} field",
         "Please extend schema for {other}: it needs {word}", "{id}: {word} missing in the schema",
         "Make {word} a required property of {other}"),
        (("schema/{word}.json", 1.0), ("schema/{other}.json", 0.3), ("src/{word}.py", 0.5)),
    ),
    "bugfix": Family(
        ("Fix {id}: the {word} is wrong for a {other}", "{word} breaks when there is no {other}",
         "Customers see a stale {word} after a {other}. Find out why and fix it",
         "Regression in {word} handling, see {id}", "Why does {other} lose its {word}? Repair it"),
        (("src/{word}.py", 1.0), ("tests/test_{word}.py", 0.8), ("CHANGELOG.rst", 0.6)),
    ),
    "release": Family(
        ("Prepare release notes for {word} and {other}", "Write up {id} for the next release",
         "We ship {word} on Friday, get the changelog ready", "Release chores: {word}, {other}"),
        (("tests/test_{other}.py", 0.6), ("CHANGELOG.rst", 1.0), ("src/version.py", 0.6)),
    ),
    "ui": Family(
        ("Show the {word} next to the {other} on the page", "The {word} dialog cuts off {other}",
         "{id}: add a {word} column to the {other} table", "Make the {word} panel collapsible"),
        (("ui/{word}.tsx", 1.0), ("ui/{other}.tsx", 0.4), ("ui/page.css", 0.4)),
    ),
    "flag": Family(
        ("Add a --{word} flag to the {other} command", "{other} should accept --{word}",
         "Let people turn {word} off from the command line of {other}",
         "{id}: new option {word} for {other}"),
        (("cmd/{other}.go", 1.0), ("registry/{word}.go", 0.6), ("cmd/main.go", 0.3)),
    ),
    "ci": Family(
        ("The nightly build fails in {word}", "CI is red since {id} touched {other}, look into it",
         "Flaky {word} job: make the pipeline green", "The {other} check times out on the runner"),
        (("ci/{word}.yml", 0.7), ("src/{other}.py", 0.7), ("ci/cache.yml", 0.2)),
    ),
    "docs": Family(
        ("Document how {word} and {other} work together", "The guide says nothing about {word}",
         "{id}: the page on {other} is out of date", "Explain {word} to new people"),
        (("docs/{word}.md", 1.0), ("docs/{other}.md", 0.5), ("README.md", 0.3)),
    ),
    "deps": Family(
        ("Upgrade the {word} library", "{id}: bump what we use for {other}",
         "Pin {word} to the version that {other} needs", "Replace the {word} dependency"),
        (("requirements.txt", 1.0), ("src/{word}.py", 0.6)),
    ),
    "proto": Family(
        ("Add {word} to the {other} message", "The {other} service needs a call for {word}",
         "{id}: send {word} along with {other} over the wire", "Rename {word} in the {other} API"),
        (("proto/{other}.proto", 1.0), ("pkg/{other}.go", 0.7)),
    ),
}  # fmt: skip
# One and the same request, handed out again and again.
PERF = "perf"
PERF_PROMPT = "Make the price table load faster, it takes four seconds on a cold start"
PERF_EDITS: tuple[tuple[str, float], ...] = (("src/prices.py", 1.0), ("src/cache.py", 0.5))
# Files that are edited beside the task, at random; some of them set a habit off.
BESIDE = (
    "src/{word}.py", "cmd/{word}.go", "pkg/{word}.go", "src/settings.py", "tests/helpers.txt",
    "schema/{word}.json", "registry/{word}.go", "ui/{word}.tsx", "proto/{word}.proto",
)  # fmt: skip


def choose_family(random: Random) -> str:
    """The family of the next session; one in sixteen repeats the one request about speed."""
    if random.random() < 1 / 16:
        return PERF
    return random.choice(sorted(FAMILIES))


def plan(family: str, random: Random, noise: float) -> tuple[str, list[str]]:
    """The prompt of a session and the files it edits, in order."""
    word, other = random.sample(WORDS, 2)
    names = {"word": word, "other": other, "id": f"P-{random.randrange(100, 9999)}"}
    if family == PERF:
        prompt, edits = PERF_PROMPT, PERF_EDITS
    else:
        prompt, edits = random.choice(FAMILIES[family].prompts), FAMILIES[family].edits
    files = [path.format(**names) for path, share in edits if random.random() < share]
    files = files or [edits[0][0].format(**names)]
    if "CHANGELOG.rst" in files and random.random() < 0.15:
        files.reverse()
    while random.random() < noise:
        beside = random.choice(BESIDE).format(word=random.choice(WORDS))
        files.insert(random.randrange(len(files) + 1), beside)
    if random.random() < 0.25:
        files.insert(random.randrange(len(files) + 1), f"docs/{random.choice(WORDS)}.md")
    return prompt.format(**names), list(dict.fromkeys(files))
