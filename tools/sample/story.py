"""The story: every session of the sample, oldest first within its group, one row each.

Ann keeps /home/ann/parcel, a service that tracks parcels. For ten weeks agents work there untold.
Then she installs Adage and gives each of eight tasks to four sessions: two that Adage speaks to,
two that fall into the control arm. `script.py` explains the language of the scripts.
"""

# A session in two or three lines reads as a table; the formatter would make ten of them.
# fmt: off
from __future__ import annotations

from sample.script import Session

# --- scripts that several sessions share ----------------------------------------------------------

# A validation rule: its test, the changelog, then the suite. The system's python has no pytest.
RULE_KNOWS = """
    read parcel/validate.py
    look *
    edit {file}
    edit CHANGELOG.rst
    $ .venv/bin/python -m pytest -q
"""
RULE_STUMBLES = """
    read parcel/validate.py
    look *
    edit parcel/validate.py
    edit {file}
    edit CHANGELOG.rst
    ! python3 -m pytest -q
    $ .venv/bin/python -m pytest -q
"""
RULE_STUMBLES_LATE = """
    read parcel/validate.py
    look *
    edit {file}
    edit parcel/validate.py
    edit CHANGELOG.rst
    ! python3 -m pytest -q
    $ ls -a
    $ cat Makefile
    $ .venv/bin/python -m pytest -q
    look 2
"""
RULE_TOLD = """
    read parcel/validate.py
    look *
    edit {file}
    edit parcel/validate.py
    edit CHANGELOG.rst
    note pytest
    $ .venv/bin/python -m pytest -q
"""

# The registry: `make gen` writes the code that the carriers and zones stand in.
REGISTRY_GEN = """
    read {file}
    look *
    edit {file}
    $ make gen
    $ git diff --stat
"""
REGISTRY_FORGOTTEN = """
    read {file}
    look *
    edit {file}
    edit docs/registry.md
    $ git status --short
"""
REGISTRY_UNTOLD = """
    read {file}
    look *
    edit {file}
    ! make gen
    edit {file}
    $ make gen
    $ git diff --stat
    look 2
    edit docs/registry.md
    look 2
"""
REGISTRY_TOLD = """
    read {file}
    look *
    edit {file}
    note gen
    $ make gen
    $ git diff --stat
    edit docs/registry.md
"""
REGISTRY_ASKED = """
    read {file}
    look *
    edit {file}
    edit docs/registry.md
    stop gen
    $ make gen
    $ git diff --stat
"""

# A flag of the command line: its own file, its test, then the Go tests.
FLAG = """
    read cmd/main.go
    search Flags in cmd
    read cmd/flag_verbose.go
    look *
    write cmd/flag_{word}.go
    write cmd/flag_{word}_test.go
    $ go test ./cmd/...
    edit docs/cli.md
"""
FLAG_LOGGED = """
    read cmd/main.go
    search Flags in cmd
    read cmd/flag_verbose.go
    look *
    write cmd/flag_{word}.go
    write cmd/flag_{word}_test.go
    $ go test ./cmd/...
    edit docs/cli.md
    edit CHANGELOG.rst
"""
FLAG_UNTESTED = """
    read cmd/main.go
    search Flags in cmd
    read cmd/flag_verbose.go
    look *
    write cmd/flag_{word}.go
    edit docs/cli.md
    edit CHANGELOG.rst
    $ git diff --stat
"""
FLAG_TOLD = """
    read cmd/main.go
    search Flags in cmd
    read cmd/flag_verbose.go
    look *
    write cmd/flag_{word}.go
    write cmd/flag_{word}_test.go
    note gotest
    $ go test ./cmd/...
    edit docs/cli.md
"""

# --- ten weeks without Adage ----------------------------------------------------------------------

HISTORY = (
    Session("rule-weight", 0, "09:12", "Reject parcels with a negative weight", "negative weight",
            "checks", RULE_STUMBLES, 10, file="tests/test_weight.py"),
    Session("rule-postcode", 5, "14:03", "Reject parcels with an empty postcode", "empty postcode",
            "checks", RULE_STUMBLES, 11, file="tests/test_address.py", harness="codex"),
    Session("rule-sender", 12, "10:41", "Reject parcels with a missing sender", "missing sender",
            "checks", RULE_KNOWS, 9, file="tests/test_people.py"),
    Session("rule-country", 19, "16:20", "Reject parcels with an unknown country",
            "unknown country", "checks", RULE_STUMBLES, 12, file="tests/test_address.py",
            harness="codex"),
    Session("rule-reference", 27, "09:55", "Reject parcels with a reference that is too long",
            "long reference", "checks", RULE_STUMBLES, 10, file="tests/test_validate.py"),
    Session("rule-size", 35, "11:30", "Reject parcels with a size of zero", "zero size",
            "checks", RULE_KNOWS, 9, file="tests/test_weight.py", harness="opencode"),
    Session("rule-twice", 44, "15:47", "Reject parcels with an id that was seen before",
            "seen id", "checks", RULE_STUMBLES, 11, file="tests/test_validate.py",
            harness="codex"),
    Session("rule-currency", 53, "08:58", "Reject parcels with an unknown currency",
            "unknown currency", "checks", RULE_KNOWS, 10, file="tests/test_price.py"),
    Session("carrier-northwind", 40, "10:05", "Add Northwind Express to the carrier registry",
            "northwind", "registry", REGISTRY_GEN, 12, file="registry/carriers.json"),
    Session("zone-rename", 30, "13:15", "Rename the zone Benelux in the carrier registry",
            "benelux", "registry", REGISTRY_FORGOTTEN, 11, file="registry/zones.json"),
    Session("depot-lyon", 51, "09:20", "Add the depot Lyon Nord to the carrier registry", "lyon",
            "registry", REGISTRY_GEN, 12, file="registry/depots.json", harness="codex"),
    Session("carrier-tern", 63, "17:02", "Add Tern Logistics to the carrier registry", "tern",
            "registry", REGISTRY_GEN, 13, file="registry/carriers.json"),
    Session("flag-url", 43, "11:11", "Add a --url flag to the track command", "url", "flags",
            FLAG, 12),
    Session("flag-port", 50, "15:30", "Add a --port flag to the serve command", "port", "flags",
            FLAG_LOGGED, 12),
    Session("flag-retries", 20, "10:10", "Add a --retries flag to the track command", "retries",
            "flags", FLAG_UNTESTED, 12, harness="codex"),
    Session("flag-format", 27, "14:44", "Add a --format flag to the export command", "format",
            "flags", FLAG_UNTESTED, 11, harness="codex"),
    Session("ticket-1041", 7, "09:01", "look up ticket W-1041", "W-1041", "docs", """
        $ grep -n W-1041 docs/tickets.md
        read docs/tickets.md
        """, answer="W-1041 is open: late scans from the Lyon depot are shown twice."),
    Session("ticket-1042", 8, "09:04", "look up ticket W-1042", "W-1042", "docs", """
        $ grep -n W-1042 docs/tickets.md
        read docs/tickets.md
        """, answer="W-1042 is open as well and has the same cause as W-1041."),
    Session("ticket-1057", 24, "16:31", "please look up ticket W-1057", "W-1057", "docs", """
        $ grep -n W-1057 docs/tickets.md
        """, harness="opencode", answer="W-1057 is open."),
    Session("red-main", 14, "08:35", "Find out why CI is failing on main", "ci", "checks", """
        ! make test
        look 3
        read tests/test_validate.py ++ read parcel/validate.py
        ask fix it, and change no test
        edit parcel/validate.py
        $ make test
        rewind fix it in the model, and change no test
        read parcel/model.py
        edit parcel/model.py
        $ make test
        """),
    Session("red-again", 38, "08:40", "CI is failing on main again, find out why", "ci", "checks",
            """
        ! make test
        look 2
        edit parcel/validate.py
        $ make test
        refused git push origin main
        ask commit it and leave the push to me
        $ .venv/bin/python -m pytest -q
        $ git commit -am "Fix the postcode rule"
        """),
    Session("red-third", 59, "08:31", "Find out why CI keeps failing on main", "ci", "checks", """
        ! make test
        look 3
        edit parcel/settings.py
        $ source .venv/bin/activate && python3 -m pytest -q
        $ make test
        """, harness="codex"),
    Session("config-retries", 22, "12:12", "Raise the retry limit in the staging config", "retries",
            "config", """
        read config/staging.json
        look 3
        edit config/staging.json
        look 2
        """),
    Session("config-poll", 46, "12:40", "Lower the poll interval in the staging config", "poll",
            "config", """
        read config/staging.json
        look 2
        edit config/staging.json
        $ git diff --stat
        """, harness="codex"),
    Session("config-tracing", 61, "11:50", "Turn on tracing in the staging config", "tracing",
            "config", """
        read config/staging.json
        unread config/staging.json
        look 2
        edit config/staging.json
        interrupted make lint
        """, cut=True),
    Session("guide-typos", 28, "18:05", "Fix the typos in the user guide", "typos", "docs", """
        read docs/guide.md
        edit docs/guide.md
        edit README.md
        """, harness="opencode"),
    Session("guide-rules", 50, "13:33", "Write a page about the validation rules in the docs",
            "rules", "docs", """
        look 2
        agent List every validation rule with its error message
        strange
        write docs/rules.md
        queue also link the page from the guide
        edit docs/guide.md
        compact
        look 2
        edit README.md
        """, lane="""
        search ParcelError in parcel
        read parcel/validate.py
        read parcel/model.py
        $ git log --oneline -5
        """),
)

# --- eight tasks, each with Adage and without -----------------------------------------------------

RULE, CARRIER, COMMAND = "checks", "registry", "flags"

# task, prompt, word, area, file; then for each arm: (day, hour, turns, script) of two runs
TRIAL = (
    ("finite", "Reject parcels whose weight is not finite",
     "finite weight", RULE, "tests/test_weight.py",
     ((70, "09:00", 9, RULE_TOLD), (79, "09:10", 8, RULE_TOLD)),
     ((71, "09:05", 17, RULE_STUMBLES_LATE), (80, "09:20", 16, RULE_KNOWS))),
    ("past", "Reject parcels with a delivery date in the past",
     "past date", RULE, "tests/test_dates.py",
     ((70, "11:00", 10, RULE_TOLD), (79, "11:10", 11, RULE_TOLD)),
     ((71, "11:05", 21, RULE_STUMBLES), (80, "11:20", 21, RULE_STUMBLES_LATE))),
    ("receiver", "Reject parcels without a receiver",
     "missing receiver", RULE, "tests/test_people.py",
     ((72, "09:00", 12, RULE_TOLD), (81, "09:10", 12, RULE_TOLD)),
     ((73, "09:05", 20, RULE_STUMBLES_LATE), (82, "09:20", 21, RULE_KNOWS))),
    ("barcode", "Reject parcels with an unreadable barcode",
     "bad barcode", RULE, "tests/test_barcode.py",
     ((72, "14:00", 9, RULE_TOLD), (81, "14:10", 10, RULE_TOLD)),
     ((73, "14:05", 19, RULE_STUMBLES), (82, "14:20", 19, RULE_KNOWS))),
    ("polar", "Add Polar Freight to the carrier registry",
     "polar", CARRIER, "registry/carriers.json",
     ((74, "10:00", 10, REGISTRY_TOLD), (83, "10:10", 11, REGISTRY_TOLD)),
     ((75, "10:05", 22, REGISTRY_UNTOLD), (84, "10:20", 22, REGISTRY_UNTOLD))),
    ("azores", "Add the zone Azores to the carrier registry",
     "azores", CARRIER, "registry/zones.json",
     ((74, "15:00", 11, REGISTRY_TOLD), (83, "15:10", 12, REGISTRY_ASKED)),
     ((75, "15:05", 21, REGISTRY_UNTOLD), (84, "15:20", 21, REGISTRY_UNTOLD))),
    ("timeout", "Add a --timeout flag to the serve command",
     "timeout", COMMAND, "",
     ((76, "09:30", 12, FLAG_TOLD), (87, "09:40", 12, FLAG_TOLD)),
     ((77, "09:35", 24, FLAG), (89, "09:50", 24, FLAG))),
    ("quiet", "Add a --quiet flag to the track command",
     "quiet", COMMAND, "",
     ((76, "13:30", 13, FLAG_TOLD), (87, "13:40", 12, FLAG_TOLD)),
     ((77, "13:35", 22, FLAG), (89, "13:50", 23, FLAG))),
)

# What Adage said, by name: the step's key, kind and strength, the command, and why.
NOTES = {
    "pytest": ("sh:.venv/bin/python -m pytest", "run", "prime", ".venv/bin/python -m pytest -q",
               "After edits of tests/*.py and CHANGELOG.rst", "8 of 8"),
    "gen": ("sh:make gen", "run", "prime", "make gen", "After an edit in registry/", "3 of 4"),
    "gotest": ("sh:go test ./cmd/...", "run", "prime", "go test ./cmd/...",
               "After an edit of cmd/*.go", "3 of 4"),
    "spell": ("sh:npm run spell", "run", "prime", "npm run spell", "After an edit in docs/",
              "3 of 4"),
}

# What Adage asked for at the finish line, by name.
ASKED = {"gen": "`make gen` has not run since registry/zones.json changed."}

# The control session that the documentation follows has this id; all others are made.
NAMED = {"finite-control-1": "T2"}


def sessions() -> tuple[Session, ...]:
    """Every session of the story; ids are still to be given except where the story names one."""
    return HISTORY + tuple(_trial())


def _trial() -> list[Session]:
    found = []
    for task, prompt, word, area, file, treated, control in TRIAL:
        for arm, runs in (("treated", treated), ("control", control)):
            for number, (day, hour, turns, script) in enumerate(runs, start=1):
                name = f"{task}-{arm}-{number}"
                found.append(
                    Session(name, day, hour, prompt, word, area, script, turns, arm=arm,
                            file=file, id=NAMED.get(name, ""))
                )
    return found
