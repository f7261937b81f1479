"""The page as a folder that needs no server: modules become data addresses, styles become files.

In: the page's HTML and the static files. Out: HTML that also works from `file://`, where a browser
loads no module from disk. Every module is put into an import map as a `data:` address, with its
imports renamed to the map's own names. No build step, and the code stays as it was written.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

STATIC = Path(__file__).resolve().parent / "static"
ENTRY = "js/main.js"
IMPORT = re.compile(r"(\bfrom\s*|\bimport\s*\(?\s*)(['\"])(\.{1,2}/[^'\"]+)\2")
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">')
STILL = re.compile(r'"/static/(stills/[^"]+)"')
SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)"></script>')
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'unsafe-inline' data:",
        "style-src 'self' file: 'unsafe-inline'",
        "font-src 'self' file: data:",
        "img-src 'self' file: data: blob:",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


def inline_page(html: str, folder: Path) -> None:
    """Write `html` as `index.html` with everything that it needs into `folder`."""
    for name in STYLE.findall(html):
        _copy(name, folder)
    for font in sorted((STATIC / "vendor" / "fonts").iterdir()):
        _copy(f"vendor/fonts/{font.name}", folder)
    for name in ("icon.svg", *STILL.findall(html)):
        _copy(name, folder)
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<script type="importmap">{json.dumps({"imports": dict(modules())})}</script>'
    )
    html = STYLE.sub(r'<link rel="stylesheet" href="assets/\1">', html)
    html = SCRIPT.sub(lambda found: _starter(found[1]), html)
    html = STILL.sub(r'"assets/\1"', html)
    html = html.replace("/static/icon.svg", "assets/icon.svg")
    html = html.replace("<head>", f"<head>\n{head}", 1).replace("<html ", "<html data-exported ", 1)
    (folder / "index.html").write_text(html, encoding="utf-8")


def _starter(name: str) -> str:
    return f'<script type="module">import "{_name(name)}";</script>'


def modules() -> Iterator[tuple[str, str]]:
    """Every module that the page may load: its name in the import map, and its `data:` address."""
    for name in sorted(_reached(ENTRY)):
        code = IMPORT.sub(partial(_renamed, name), _read(name))
        data = base64.b64encode(code.encode()).decode()
        yield _name(name), f"data:text/javascript;base64,{data}"


def _reached(entry: str) -> set[str]:
    """The modules that are imported from `entry` on, at once or later."""
    seen: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        # Comments name types that stand in declaration files.
        if name in seen or not (STATIC / name).is_file():
            continue
        seen.add(name)
        waiting += [beside(name, found[3]) for found in IMPORT.finditer(_read(name))]
    return seen


def _renamed(name: str, found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}{_name(beside(name, found[3]))}{found[2]}"


def beside(name: str, address: str) -> str:
    """The name of a module that `name` imports by a relative address."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _name(path: str) -> str:
    return f"adage/{path}"


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _copy(name: str, folder: Path) -> None:
    target = folder / "assets" / name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(STATIC / name, target)
