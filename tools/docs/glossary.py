"""The glossary page, made from the words in adage/data/glossary.toml.

In: how to link to a page. Out: Markdown.
"""

from __future__ import annotations

from collections.abc import Callable

from adage.glossary import Term, terms


def page(link: Callable[[str], str]) -> str:
    """Every term in alphabetical order, each under a heading that can be linked to."""
    ordered = sorted(terms(), key=lambda term: term.name.lower())
    return "\n\n".join(_entry(term, link) for term in ordered)


def _entry(term: Term, link: Callable[[str], str]) -> str:
    more = f" [Read more]({link(term.page)})." if term.page else ""
    return f"### {term.name}\n\n**{term.short}** {term.long}{more}"
