"""The architecture, as tests: who imports whom, who reads the clock, what is written only once.

These read the source as text or syntax trees; nothing is imported or run.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import adage.constants  # noqa: F401 - importing it fills the registry
from adage.settings import CONSTANTS

ROOT = Path(__file__).resolve().parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("adage", "adage_map")
    for path in sorted((ROOT / package).rglob("*.py"))
}

# What a part of the code may not import. The first match of a module's name decides.
FORBIDDEN = {
    "adage.cli": (),
    "adage.errors": ("adage", "adage_map"),
    "adage.records": ("adage.traces", "adage.learn", "adage.cli", "adage_map"),
    "adage.formulas": ("adage.traces", "adage.learn", "adage.cli", "adage_map"),
    "adage.traces": ("adage.learn", "adage.cli", "adage_map"),
    "adage.embed": ("adage.traces", "adage.learn", "adage.cli", "adage_map"),
    "adage.learn": ("adage.measure", "adage.cli", "adage_map"),
    "adage.measure": ("adage.cli", "adage_map"),
    "adage.report": ("adage.cli", "adage_map"),
    "adage_map": ("adage.cli",),
    "adage": ("adage_map",),
}
ENTRY_POINTS = {"adage.__main__"}  # `python -m adage` is the command line itself
HOOK_MAY_IMPORT = {"__future__", "os", "stat", "fcntl", "mmap", "_json", "_sha256", "_sha2"}

CLOCK_AND_SURROUNDINGS = {
    "os.environ",
    "os.getenv",
    "os.getcwd",
    "os.path.expanduser",
    "time.time",
    "time.time_ns",
    "time.localtime",
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "date.today",
    "Path.home",
    "Path.cwd",
}
MAY_READ_THEM = ("adage.cli", "adage.paths", "adage.hook.entry")

# Values so common that meeting one says nothing about where it came from.
ORDINARY = {0.0, 0.5, 1.0, 2.0, 4.0, 60.0, 95.0}


def _imports(path: Path, name: str, *, running: bool = False) -> Iterator[str]:
    """Every module that `path` imports, also inside functions; relative ones made absolute.

    With `running` only what is imported while it runs: not for types alone, not as a second choice.
    """
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in _running(_tree(path)) if running else ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [base])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below `node` without `if TYPE_CHECKING` and `except ImportError`."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and _dotted(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from _running(other)
        elif not (isinstance(child, ast.ExceptHandler) and _names_import_error(child)):
            yield from _running(child)


def _names_import_error(handler: ast.ExceptHandler) -> bool:
    return handler.type is not None and _dotted(handler.type) == "ImportError"


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _is_in(name: str, part: str) -> bool:
    return name == part or name.startswith(part + ".")


def _tracked(*suffixes: str) -> list[Path]:
    """Files under version control, or about to be, without what others wrote."""
    which = ["--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(
        # A clone that belongs to somebody else is no reason to look at nothing.
        ["git", "-c", "safe.directory=*", "ls-files", "-z", *which],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    paths = (ROOT / name for name in sorted(filter(None, listed)))
    return [p for p in paths if p.is_file() and (not suffixes or p.suffix in suffixes)]


def _is_vendored(path: Path) -> bool:
    return "vendor" in path.parts or path.name == "package-lock.json"


def _forbidden_for(name: str) -> tuple[str, ...]:
    return next((parts for part, parts in FORBIDDEN.items() if _is_in(name, part)), ())


def test_imports_flow_one_way() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, path in MODULES.items()
        if name not in ENTRY_POINTS
        for target in _imports(path, name)
        if any(_is_in(target, part) for part in _forbidden_for(name)) and not _is_in(target, name)
    ]
    assert not wrong


def _at_start(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports that run whenever a module is loaded: none for types, none that only stand in."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and _dotted(node.test) == "TYPE_CHECKING":
            yield from _at_start(ast.Module(node.orelse, []))
        elif not isinstance(node, ast.FunctionDef | ast.ExceptHandler):
            yield from _at_start(node)


def _loaded_by_a_bare_interpreter() -> set[str]:
    """Modules that cost nothing, because an interpreter has them before the first line runs."""
    command = [sys.executable, "-I", "-S", "-c", "import sys; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_the_hook_imports_almost_nothing() -> None:
    """Each module costs milliseconds of a process that stands in the agent's way."""
    hooks = {name: path for name, path in MODULES.items() if _is_in(name, "adage.hook")}
    if not hooks:
        pytest.skip("this version has no hook")
    named = [
        (name, target)
        for name, path in hooks.items()
        for node in _at_start(_tree(path))
        for target in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
        )
    ]
    assert named
    allowed = HOOK_MAY_IMPORT | _loaded_by_a_bare_interpreter()
    wrong = [
        f"{name} imports {target}"
        for name, target in named
        if target not in allowed and not _is_in(target, "adage.hook")
    ]
    assert not wrong


def _dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}".lstrip(".")
    return node.id if isinstance(node, ast.Name) else ""


def test_nothing_in_the_middle_reads_clock_environment_or_home() -> None:
    wrong = [
        f"{name}:{node.lineno} reads {_dotted(node)}"
        for name, path in MODULES.items()
        if not any(_is_in(name, part) for part in MAY_READ_THEM) and name not in ENTRY_POINTS
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Attribute)
        and (
            ".".join(_dotted(node).split(".")[-2:]) in CLOCK_AND_SURROUNDINGS
            or node.attr == "expanduser"
        )
    ]
    assert not wrong


def test_no_file_has_more_than_400_lines() -> None:
    sources = (path for path in _tracked(".py", ".js", ".css", ".html") if not _is_vendored(path))
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources}
    assert not {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > 400}


def _thresholds() -> set[float]:
    """Defaults that are telling: a fraction that two people would hardly type by chance."""
    values = {c.default for c in CONSTANTS.values() if isinstance(c.default, float)}
    return values - ORDINARY


def _compared(tree: ast.Module) -> Iterator[ast.Constant]:
    """Number literals that a comparison looks at, also through `at_least` and `at_most`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and _dotted(node.func).endswith(("at_least", "at_most")):
            operands = node.args
        else:
            continue
        yield from (o for o in operands if isinstance(o, ast.Constant))


def test_no_threshold_is_typed_a_second_time() -> None:
    """A decision reads its threshold from the registry, never from a literal beside it.

    The map draws and the bench throws dice; their numbers decide nothing.
    """
    wrong = [
        f"{name}:{literal.lineno} compares with {literal.value}"
        for name, path in MODULES.items()
        if name != "adage.constants" and not _is_in(name, "adage.measure")
        if not _is_in(name, "adage_map")
        for literal in _compared(_tree(path))
        if isinstance(literal.value, float) and literal.value in _thresholds()
    ]
    assert not wrong


@pytest.mark.parametrize("digits", ["1.959964", "0.811", "11.8"])
def test_a_telling_number_stands_in_the_registry_alone(digits: str) -> None:
    """Numbers nobody types by chance must not occur in any other source file, in any language."""
    pattern = re.compile(rf"(?<![\d.]){re.escape(digits)}(?!\d)")
    wrong = [
        str(path.relative_to(ROOT))
        for path in _tracked(".py", ".js", ".html", ".css", ".toml")
        if not _is_vendored(path)
        and path.relative_to(ROOT).parts[0] in ("adage", "adage_map", "tools", "site")
        and path != ROOT / "adage" / "constants.py"
        and path.parent != ROOT / "adage" / "formulas"  # LaTeX shows the defaults it is read with
        and pattern.search(text := path.read_text(encoding="utf-8"))
        and "Written by tools/" not in text[:200]  # generated from the registry
    ]
    assert not wrong


def _needles() -> re.Pattern[str]:
    """Put together here, so that this file does not hold what it looks for."""
    folders = ["/" + "work" + "/", "/" + "root" + "/"]
    hosts = ["pypi" + ".org", "pythonhosted" + ".org", "registry" + ".npmjs", "unpkg" + ".com"]
    hosts += ["jsdelivr" + ".net"]
    places = "|".join(rf"(?<![\w.~-]){re.escape(folder)}" for folder in folders)
    return re.compile(places + "|" + "|".join(re.escape(host) for host in hosts))


def test_no_file_names_a_development_machine_or_a_registry() -> None:
    needles, wrong = _needles(), []
    for path in _tracked():
        if _is_vendored(path):
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        wrong += [f"{path.relative_to(ROOT)}: {found[0]}" for found in needles.finditer(text)]
    assert not wrong


def test_there_is_no_module_named_after_nothing() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "handler", "common", "misc"}
    assert not [name for name in MODULES if name.rpartition(".")[2] in vague]
