"""The tags of a page: `{{ name word key=value }}` alone on a line, replaced by generated text.

In: a page's Markdown. Out: the same with each tag's table, formula, calculator or command output.
A tag that does not exist, or names something that does not, stops the build.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Callable
from html import escape
from pathlib import Path

from mkdocs.exceptions import PluginError

from adage.formulas import FORMULAS, Formula
from adage.learn import STAGES
from tools.docs import commands, glossary, tables
from tools.docs.mathml import to_mathml

_TAG = re.compile(r"^\{\{ (\w+)(?: (.+?))? \}\}$", re.MULTILINE)


class Tags:
    """What the tags of one page stand for. `page` and `pages` are paths relative to the docs."""

    def __init__(self, root: Path, docs: Path, page: str, pages: frozenset[str]) -> None:
        self.root, self.docs, self.page, self.pages = root, docs, page, pages
        self._known: dict[str, Callable[[str], str]] = {
            "calculator": self._calculator,
            "command": self._command,
            "constants": self._constants,
            "decisions": self._decisions,
            "explain": self._explain,
            "formula": self._formula,
            "formulas": self._formulas,
            "glossary": self._glossary,
            "include": self._include,
            "math": self._math,
            "secrets": self._secrets,
            "source": self._source,
            "until": self._until,
            "verbs": self._verbs,
        }

    def fill(self, markdown: str) -> str:
        """`markdown` with every tag replaced."""
        return _TAG.sub(self._replace, markdown)

    def link(self, target: str) -> str:
        """A link from this page to `target`, a page of the documentation with or without anchor."""
        return posixpath.relpath(target, posixpath.dirname(self.page) or ".")

    def _replace(self, found: re.Match[str]) -> str:
        name, words = found[1], found[2] or ""
        if name not in self._known:
            raise PluginError(f"{self.page}: there is no tag {name}")
        return self._known[name](words)

    def _calculator(self, words: str) -> str:
        name, *values = shlex.split(words)
        data = "".join(
            f' data-{key}="{escape(value)}"' for key, _, value in (v.partition("=") for v in values)
        )
        return (
            f'<div class="calculator" data-calculator="{escape(name)}"{data}>'
            "<noscript><p>The calculator needs JavaScript. The same sum on the command line: "
            "<code>adage calc</code>.</p></noscript></div>"
        )

    def _command(self, words: str) -> str:
        return commands.transcript(words, self.root)

    def _constants(self, words: str) -> str:
        wanted = {key: value for key, _, value in (w.partition("=") for w in words.split())}
        if not wanted:
            return tables.all_constants()
        stages, link = wanted["stage"].split(","), self.link("reference/thresholds.md")
        rows = tables.short_constants(stages, link)
        if not rows:
            raise PluginError(f"{self.page}: no constant belongs to the stage {wanted['stage']}")
        return rows

    def _decisions(self, _words: str) -> str:
        pages = sorted(page for page in self.pages if page.startswith("decisions/"))
        return "\n".join(f"- [{self._title(page)}]({self.link(page)})" for page in pages)

    def _title(self, page: str) -> str:
        first = (self.root / page).read_text(encoding="utf-8").split("\n", 1)[0]
        return first.removeprefix("# ")

    def _explain(self, words: str) -> str:
        return commands.explanation(words, self.root)

    def _formula(self, words: str) -> str:
        return to_mathml(self._registered(words).latex)

    def _formulas(self, _words: str) -> str:
        return "\n\n".join(
            tables.formula_entry(formula, self._math_page(formula), self.link)
            for formula in FORMULAS.values()
        )

    def _math_page(self, formula: Formula) -> str | None:
        page = f"math/{formula.page}.md"
        return page if page in self.pages else None

    def _registered(self, name: str) -> Formula:
        if name not in FORMULAS:
            raise PluginError(f"{self.page}: there is no formula {name}")
        return FORMULAS[name]

    def _glossary(self, _words: str) -> str:
        return glossary.page(self.link)

    def _include(self, words: str) -> str:
        return (self.docs / words).read_text(encoding="utf-8").strip()

    def _math(self, words: str) -> str:
        return to_mathml(words)

    def _secrets(self, _words: str) -> str:
        return tables.secrets()

    def _source(self, words: str) -> str:
        """The files that do what a page describes. A file that is gone stops the build."""
        for path in words.split():
            if not (self.root / path).is_file():
                raise PluginError(f"{self.page}: {path} does not exist")
        return "\n".join(f"- `{path}`" for path in words.split())

    def _until(self, words: str) -> str:
        """A note that stands on the page until the learner has the stage it names first."""
        stage, _, text = words.partition(" ")
        if stage in {there.name for there in STAGES}:
            return ""
        return f'!!! note "In this version"\n    {text}'

    def _verbs(self, _words: str) -> str:
        return commands.all_help(self.root)
