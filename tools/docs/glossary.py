"""The glossary page, made from site/glossary.yml.

In: a list of terms with `term`, `short`, `long` and, where there is one, `page`. Out: Markdown.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import yaml


def page(path: Path, link: Callable[[str], str]) -> str:
    """Every term in alphabetical order, each under a heading that can be linked to."""
    terms = yaml.safe_load(path.read_text(encoding="utf-8"))
    ordered = sorted(terms, key=lambda entry: entry["term"].lower())
    return "\n\n".join(_entry(entry, link) for entry in ordered)


def _entry(entry: dict[str, str], link: Callable[[str], str]) -> str:
    more = f" [Read more]({link(entry['page'])})." if "page" in entry else ""
    return f"### {entry['term']}\n\n**{entry['short']}** {entry['long']}{more}"
