"""LaTeX to MathML, so that formulas need neither JavaScript nor fonts.

In: LaTeX as the formula registry holds it. Out: one `<math>` element on one line.
"""

from __future__ import annotations

import re

from latex2mathml.converter import convert

# Words set as one identifier: letter by letter they would read as a product.
_WORDS = re.compile(r"(?<![\\A-Za-z{])([A-Za-z]{2,})(?![A-Za-z}])")


def to_mathml(latex: str) -> str:
    """A block formula in a box that scrolls sideways when the page is narrow."""
    upright = _WORDS.sub(r"\\mathrm{\1}", latex)
    return (
        f'<div class="formula" tabindex="0" role="group">{convert(upright, display="block")}</div>'
    )
