"""LaTeX to MathML, so that formulas need neither JavaScript nor fonts.

In: LaTeX as the formula registry holds it. Out: one `<math>` element on one line.
"""

from __future__ import annotations

import re

from latex2mathml.converter import convert

# A word stands for one thing: set letter by letter in italics it would read as a product.
_WORD = re.compile(r"(\\(?:text|mathrm|operatorname)\{[^}]*\}|\\[A-Za-z]+)|([A-Za-z][A-Za-z0-9]+)")

# Commands that KaTeX knows and the converter does not, in words that it does.
_SAME = {r"\\arg(?![a-z])": r"\\mathrm{arg}\\,", r"\\ne(?![a-z])": r"\\neq"}


def to_mathml(latex: str) -> str:
    """A block formula in a box that scrolls sideways when the page is narrow."""
    known = latex
    for ours, theirs in _SAME.items():
        known = re.sub(ours, theirs, known)
    element = convert(_WORD.sub(_upright, known), display="block")
    if "\\" in element:
        raise ValueError(f"the formula {latex} holds a command that has no MathML")
    return f'<div class="formula" tabindex="0" role="group" aria-label="Formula">{element}</div>'


def _upright(found: re.Match[str]) -> str:
    return found[1] or rf"\mathrm{{{found[2]}}}"
