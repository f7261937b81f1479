"""What MkDocs calls while it builds the documentation (mkdocs.yml, `hooks`).

In: the pages of site/, the modules of adage_map/static/calc and the pictures of
adage_map/static/stills. Out: the pages with their tags filled in from the registries and from real
commands, and the calculators and pictures beside them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))  # MkDocs takes it off again once this module is loaded

from tools.docs.tags import Tags  # noqa: E402

DECISIONS = ROOT / "decisions"
SHARED = ROOT / "adage_map" / "static" / "calc"
STILLS = ROOT / "adage_map" / "static" / "stills"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the map's calculators, its stills and the decisions: the files themselves, not copies."""
    for path in sorted(SHARED.rglob("*")) if SHARED.is_dir() else ():
        if path.suffix in (".js", ".css"):
            name = f"assets/adage/calc/{path.relative_to(SHARED).as_posix()}"
            files.append(File.generated(config, name, abs_src_path=str(path)))
    for path in sorted(STILLS.glob("*.webp")):
        name = f"assets/adage/stills/{path.name}"
        files.append(File.generated(config, name, abs_src_path=str(path)))
    for path in sorted(DECISIONS.glob("*.md")):
        files.append(File.generated(config, f"decisions/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the tags of one page."""
    pages = frozenset(file.src_uri for file in files.documentation_pages())
    return Tags(ROOT, Path(config.docs_dir), page.file.src_uri, pages).fill(markdown)
