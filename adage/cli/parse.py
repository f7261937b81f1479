"""Parse a command line, run its verb, and turn what goes wrong into one sentence.

In: the words after `adage`. Out: the exit code.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import NoReturn

from adage.cli import OTHER_NAMES, VERBS
from adage.errors import AdageError, UsageError


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence that names the next thing to type."""

    def error(self, message: str) -> NoReturn:
        """Raise a `UsageError` instead of printing a usage block."""
        raise UsageError(f"{message}. See: {self.prog} --help")


def run_verb(words: list[str]) -> int:
    """Run the verb that `words` name and return the exit code."""
    try:
        return _run(words)
    except AdageError as error:
        print(f"adage: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (`adage params | head`): nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    verb, rest = words[0], words[1:]
    modules = {name: module for name, module, _ in VERBS}
    verb = OTHER_NAMES.get(verb, verb)
    if verb not in modules:
        kind = "option" if verb.startswith("-") else "verb"
        raise UsageError(f"there is no {kind} {verb}. The verbs are: {', '.join(modules)}")
    module = importlib.import_module(f"adage.cli.{modules[verb]}")
    parser = Parser(
        prog=f"adage {verb}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    code: int = module.run(parser.parse_args(rest))
    return code


def overview() -> str:
    """The text of `adage --help`: what each verb is for."""
    lines = ["Adage learns from coding-agent transcripts which steps pay off in a repository.", ""]
    widest = max(len(name) for name, _, _ in VERBS)
    lines += [f"  adage {name:<{widest}}  {text}" for name, _, text in VERBS]
    lines += ["", "Each verb has its own help with examples: adage VERB --help"]
    return "\n".join(lines)
