"""How the code stands: the rooms, one door for each outside library, and small pieces."""

import ast
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted((ROOT / "pnp").rglob("*.py"))

DOORS = {
    "yaml": {"data/document.py"},
    "python_calamine": {"data/table.py"},
    "jinja2": {"template/limits.py", "template/sandbox.py"},
    "lxml": {"svg/parse.py"},
    "tinycss2": {"svg/css.py"},
    "cssselect2": {"svg/css.py"},
    "uharfbuzz": {"text/font.py"},
    "uniseg": {"text/breaking.py"},
    "pyphen": {"text/hyphenation.py"},
    # images, the names of colours, colour profiles
    "PIL": {"scene/image.py", "base/color.py", "export/pdfx/press.py"},
    "reportlab": {"export/pdf/"},
    "svgwrite": {"markup/"},
    "watchfiles": {"preview/watch.py"},
    "pypdfium2": {"export/png.py"},
    "resvg_py": {"svg/filters.py"},
    "pikepdf": {"proof/read.py", "export/pdfx/"},  # the proof, and what is made of a finished PDF
    "click": {"cli/"},
}


def name(path: Path) -> str:
    return path.relative_to(ROOT / "pnp").as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> frozenset[str]:
    """Every library that a module needs to run; names for types alone are nobody's door."""
    return frozenset(_imported(parsed(path)))


def _imported(tree: ast.Module) -> Iterator[str]:
    types = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n)]
    for node in {*ast.walk(tree)} - {inner for each in types for inner in ast.walk(each)}:
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def bodies() -> Iterator[tuple[str, int]]:
    """Every function with the lines of its body, docstring apart."""
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
                yield f"{name(path)}:{node.name}", lines


def test_an_upper_room_imports_lower_ones_only() -> None:
    run = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    result = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("library", DOORS)
def test_an_outside_library_has_one_door(library: str) -> None:
    doors = tuple(DOORS[library])
    users = {name(path) for path in MODULES if library in imported(path)}
    assert users
    assert {user for user in users if not user.startswith(doors)} == set()


def test_factors_between_units_stand_in_one_module() -> None:
    """A length is scaled by 25.4, 72 or 96 in one place only."""
    users = set()
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            scales = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div)
            sides = (node.left, node.right) if scales else ()
            numbers = {side.value for side in sides if isinstance(side, ast.Constant)}
            if numbers & {25.4, 72, 96} or (isinstance(node, ast.Constant) and node.value == 25.4):
                users.add(name(path))
    assert users == {"base/units.py"}


def test_functions_are_short() -> None:
    lengths = sorted(lines for _, lines in bodies())
    assert statistics.median(lengths) <= 5
    assert [where for where, lines in bodies() if lines > 45] == []


def test_only_the_flow_is_at_the_root() -> None:
    root = {path.stem for path in MODULES if path.parent == ROOT / "pnp"}
    assert root == {"__init__", "__main__", "build", "kit", "check", "show"}


SAME_STEMS = {
    "nodes": "the back ends' files bear the same names",
    "syntax": "the back ends' files bear the same names",
    "rules": "each room that finds faults of the work lists them in a file of this name",
}
"""Names of modules that stand in more than one room, with the reason why."""


def twice(names: Iterator[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}


def test_a_class_name_has_one_meaning() -> None:
    classes = (
        node.name.lstrip("_")
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef)
    )
    assert twice(classes) == set()


def test_a_module_name_stands_in_one_room() -> None:
    assert twice(path.stem for path in MODULES if path.stem != "__init__") == set(SAME_STEMS)


def needed(path: Path) -> Iterator[str]:
    """Every module of the program that a module names, names for types included."""
    known = modules()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            asked = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            asked = [each if each in known else node.module for each in inside]
        else:
            asked = []
        yield from (known[each] for each in asked if each in known)


@cache
def modules() -> dict[str, str]:
    """The files of the modules, by the names that imports use."""
    return {module(path): name(path) for path in MODULES}


def module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def knots(graph: dict[str, set[str]]) -> set[str]:
    """The modules of a graph that lie in circles, or between two: each step takes the ends off."""
    left = set(graph)
    while ends := {one for one in left if not graph[one] & left or not _needs(graph, left, one)}:
        left -= ends
    return left


def _needs(graph: dict[str, set[str]], users: set[str], one: str) -> bool:
    return any(one in graph[user] for user in users)


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name(path): {*needed(path)} - {name(path)} for path in MODULES}
    assert knots(graph) == set()


def test_no_rooms_import_each_other_in_a_circle() -> None:
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        graph.setdefault(room(name(path)), set()).update(room(each) for each in needed(path))
    assert knots({one: used - {one} for one, used in graph.items()}) == set()


def room(path: str) -> str:
    return path.partition("/")[0]


def test_a_circle_of_modules_is_found() -> None:
    chain = {"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": set()}
    assert knots(chain) == set()
    assert knots(chain | {"c": {"b", "d"}}) == {"b", "c"}
