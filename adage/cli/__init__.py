"""The command line: find the verb, import only that verb's module, run it.

Each verb is one module in this package with two functions: `add_arguments(parser)` declares its
words, `run(args)` does the work and returns the exit code. Nothing heavy is imported before the
verb that needs it.
"""

from __future__ import annotations

import sys

# Verb, module, one line of help. The order is the order of `adage --help`.
VERBS = (
    ("map", "map", "open the map of a repository's traces in a browser"),
    ("learn", "learn", "learn reflexes from a repository's traces"),
    ("report", "report", "show a repository at a glance: where the turns go, what always fails"),
    ("traces", "traces", "show which transcripts were found and how they were read"),
    ("why", "why", "tell why a step is told or not, and what would change that"),
    ("diff", "diff", "show what changed between two generations, and why"),
    ("review", "review", "decide what waits for a person"),
    ("install", "install", "put Adage's hooks into an agent's settings"),
    ("uninstall", "uninstall", "take them out again"),
    ("doctor", "doctor", "check that the hooks are there and work"),
    ("ledger", "ledger", "show what was said in each session, and what came of it"),
    ("rewrites", "rewrites", "turn the rewriting of commands off or on"),
    ("hook", "hook", "answer a hook event, or silence the hooks here"),
    ("params", "params", "list every threshold with its default, unit and meaning"),
    ("calc", "calc", "evaluate a formula, such as: adage calc wilson_lower k=6 n=8"),
)

# A verb may be called by a second name, which no help lists.
OTHER_NAMES = {"condition": "learn"}


def main(argv: list[str] | None = None) -> int:
    """Run one verb and return the exit code: 0 done, 1 failed, 2 wrong call, 130 interrupted."""
    words = sys.argv[1:] if argv is None else argv
    if words[:1] in (["--version"], ["-V"]):
        from adage import __version__

        print(f"adage {__version__}")
        return 0
    if words[:2] == ["hook", "claude"]:
        # Never through the parser: a hook that ends with 2 would erase the person's prompt.
        from adage.hook.entry import main as answer_hook

        answer_hook(words[1:])
    from adage.cli.parse import run_verb

    return run_verb(words)
