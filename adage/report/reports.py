"""Prompts in which a person says that checks fail, or asks for them to be run.

In: the first line of a prompt. Out: whether it speaks of a failing check. English words, and the
failure lines of tools that people paste. What stands below the first line is not kept, so this
finds fewer than a person would.
"""

from __future__ import annotations

import re

from adage.traces.verdicts import verdict

_CHECK = (
    r"(?:(?:unit |integration |the |mise |my )*(?:tests?|lint(?:ing|er)?)|ci|builds?|pipeline|"
    r"type ?checks?|typecheck(?:ing)?|tsc|pre-commit|test:\w+|gh actions|checks)"
)
_WRONG = r"(?:fail\w*|errors?|broken|red|breaks|blow\w*|throws?|complain\w*|issues?|problems?)"
_NEAR = r"\W+(?:[\w'`:/-]+\W+){0,4}?"
_REPORTS = re.compile(
    rf"\b{_CHECK}{_NEAR}{_WRONG}\b|"
    rf"\b{_WRONG} (?:in|on|from|with|of) (?:the )?`?(?:\w+ )?{_CHECK}\b|"
    rf"\b(?:fix|repair) (?:\w+ ){{0,2}}?{_CHECK}\b|\brun (?:the )?(?:tests|lint|linter|checks)\b",
    re.IGNORECASE,
)


def reports_failure(text: str) -> bool:
    """Whether a prompt says that a check fails, or asks to run the checks."""
    return _REPORTS.search(text) is not None or verdict(text) is False
