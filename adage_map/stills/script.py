"""The page's own code, run without a browser: it says what a still shows.

In: a world's document, a theme and the steps that are wanted. Out: what `js/still.js` answers. The
chapters decide on scenery, labels and cameras in JavaScript; running them is the only way that
needs no second copy. The engine has no network, no files and no clock.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from py_mini_racer import MiniRacer

from adage_map.inline import STATIC, beside

ENTRY = "js/still.js"
IMPORT = re.compile(r"^import (\{[^}]*\}|\* as \w+) from '(\.{1,2}/[^']+)';$", re.MULTILINE)
EXPORT = re.compile(r"^export ((?:const|(?:async )?function) (\w+))", re.MULTILINE)

# What a browser has and a bare engine lacks: base64, which positions and looks travel in.
BROWSER = """
const modules = {};
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = Object.fromEntries([...DIGITS].map((digit, value) => [digit, value]));
function atob(text) {
  const parts = [];
  for (let at = 0; at < text.length; at += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((place) => VALUES[text[at + place]] ?? 0);
    const bits = (a << 18) | (b << 12) | (c << 6) | d;
    parts.push(String.fromCharCode(bits >> 16, (bits >> 8) & 255, bits & 255));
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const whole = parts.join('');
  return whole.slice(0, whole.length - padding);
}
"""


def describe(
    document: Mapping[str, Any],
    theme: Mapping[str, Sequence[float]],
    steps: Sequence[str],
    size: tuple[int, int],
) -> dict[str, Any]:
    """Solids, rows, and for each step its camera, scenery and labels, in CSS pixels of `size`."""
    asked = (json.dumps(value) for value in (document, theme, list(steps), *size))
    call = f"JSON.stringify(modules['{ENTRY}'].stillsOf({', '.join(asked)}))"
    with MiniRacer() as engine:
        engine.eval(script(ENTRY))
        found: dict[str, Any] = json.loads(str(engine.eval(call)))
    return found


def script(entry: str) -> str:
    """The module `entry` and all it imports as one script, each in a function of its own."""
    return "\n".join((BROWSER, *_wrapped(entry, set())))


def _wrapped(name: str, seen: set[str]) -> Iterator[str]:
    """What a module imports comes before it."""
    seen.add(name)
    code = (STATIC / name).read_text(encoding="utf-8")
    for _, address in IMPORT.findall(code):
        wanted = beside(name, address)
        if wanted not in seen:
            yield from _wrapped(wanted, seen)
    names = ", ".join(found for _, found in EXPORT.findall(code))
    body = EXPORT.sub(r"\1", IMPORT.sub(partial(_bound, name), code))
    yield f"modules['{name}'] = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"


def _bound(name: str, found: re.Match[str]) -> str:
    """An import as a constant that takes the same names."""
    names = found[1].removeprefix("* as ").replace(" as ", ": ")
    return f"const {names} = modules['{beside(name, found[2])}'];"
