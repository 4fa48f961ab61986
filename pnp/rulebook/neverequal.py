"""Comparisons of a column with what it can never hold: a word that is not declared, another type.

They are found in the text of a fact, before it is evaluated: a misspelt word makes facts hold that
say of nothing that it is not so.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.base.diagnostics import PnpError, nearest, quote
from pnp.data.game import Component
from pnp.rulebook.evaluation import FactContext
from pnp.rulebook.functions import FUNCTIONS
from pnp.rulebook.grammar import FactExpression
from pnp.rulebook.values import Rows, column_names, spelled


class _TypedColumn(NamedTuple):
    """The values in a column of a component."""

    component: Component
    name: str


Known = Component | _TypedColumn
"""What a part of an expression stands for: rows of a component, or values in a column."""

Names = Mapping[str, Known]

EQUALITIES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)


def never_equal(
    kit: FactContext,
    expressions: Sequence[FactExpression],
    loops: Mapping[str, FactExpression],
    lets: Mapping[str, FactExpression],
) -> Iterator[PnpError]:
    """Yield an error for each word or number in a fact that a column can never be equal to.

    ``loops`` and ``lets`` are what its names stand for.
    """
    walk = _ColumnWalk(kit)
    known: dict[str, Known] = {
        name: rows.component for name, rows in kit.names.items() if isinstance(rows, Rows)
    }
    for name, expression in (*loops.items(), *lets.items()):
        known.pop(name, None)
        found = walk.known(expression.root, known)
        if found is not None:
            known[name] = found
    for expression in (*loops.values(), *lets.values(), *expressions):
        for column, text in walk.compared(expression.root, known):
            if wrong := _wrong(column, text.value):
                yield expression.source.error(text, *wrong)


class _ColumnWalk:
    """Follows the names of an expression to the columns that they stand for."""

    def __init__(self, kit: FactContext) -> None:
        self._kit = kit

    def known(self, node: ast.expr, names: Names) -> Known | None:
        """Return what a part of an expression stands for, None if that is not known."""
        match node:
            case ast.Name(id=name):
                return names.get(name)
            case ast.Attribute(value=owner, attr=column):
                rows = self.known(owner, names)
                return _TypedColumn(rows, column) if isinstance(rows, Component) else None
            case ast.Call(func=ast.Name(id="rows" | "sorted" | "set"), args=[first, *_]):
                return self.known(first, names)
            case ast.Call(func=ast.Name(id="parts"), args=[first, *_]):
                rows = self.known(first, names)
                parts = self._kit.parts(rows) if isinstance(rows, Component) else None
                return parts.component if parts else None
        return None

    def compared(self, node: ast.AST, names: Names) -> Iterator[tuple[_TypedColumn, ast.Constant]]:
        """Yield the columns that are compared with a constant, with the constant."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            names = self._inside(node.generators, names)
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            for left, sign, right in zip(parts, node.ops, parts[1:], strict=False):
                if isinstance(sign, EQUALITIES):
                    yield from self._pairs(left, right, names)
        inner = self._inside_condition(node, names)
        for number, child in enumerate(ast.iter_child_nodes(node)):
            is_condition = isinstance(node, ast.Call) and number == CONDITION
            yield from self.compared(child, inner if is_condition else names)

    def _pairs(
        self, left: ast.expr, right: ast.expr, names: Names
    ) -> Iterator[tuple[_TypedColumn, ast.Constant]]:
        for one, other in ((left, right), (right, left)):
            column = self.known(one, names)
            if isinstance(column, _TypedColumn):
                parts = other.elts if isinstance(other, ast.List | ast.Tuple | ast.Set) else [other]
                yield from ((column, part) for part in parts if isinstance(part, ast.Constant))

    def _inside(self, generators: list[ast.comprehension], names: Names) -> Names:
        """Return the names inside of loops."""
        inner = dict(names)
        for generator in generators:
            found = self.known(generator.iter, inner)
            for target in ast.walk(generator.target):
                if isinstance(target, ast.Name):
                    inner.pop(target.id, None)
            if isinstance(generator.target, ast.Name) and found is not None:
                inner[generator.target.id] = found
        return inner

    def _inside_condition(self, node: ast.AST, names: Names) -> Names:
        """Return the names in the condition of a call: the columns of its rows."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=[first, _]):
                function = FUNCTIONS.get(name)
                rows = self.known(first, names) if function and function.picks else None
                if name in OF_BOARDS:
                    rows = None
                elif name == "parts":
                    rows = self.known(node, names)
                if isinstance(rows, Component):
                    columns = {column: _TypedColumn(rows, column) for column in column_names(rows)}
                    return {**names, **columns}
        return names


OF_BOARDS = ("spaces", "links")
"""The functions whose conditions read what a board file says, and no column of the board."""

CONDITION = 2
"""Where the condition of a call is among its parts, after the function and the first argument."""


def _wrong(column: _TypedColumn, value: object) -> tuple[str, str] | None:
    """Return what is said of a column that is never equal to a value, with a hint."""
    owner, name = column
    declared = _declared(owner, name)
    if value is None or declared is None or name in ("id", "qty"):
        return None
    what = f"{quote(name)} of {owner.name}"
    if isinstance(declared, tuple):
        if str(value) in declared and not isinstance(value, str):
            return f"{what} is a word, and never {_shown(value)}", f"write {quote(value)}"
        if value in (*declared, ""):
            return None
        near = nearest(str(value), declared)
        return f"{what} is never {_shown(value)}", near or f"it is {', '.join(declared)}"
    return _other_type(what, declared.rstrip("?"), value)


def _declared(owner: Component, name: str) -> str | tuple[str, ...] | None:
    """Return the type of a column; what a table has besides those declared is text."""
    declared = {spelled(key): type_ for key, type_ in owner.columns.items()}
    if name in declared or not owner.headers:
        return declared.get(name)
    return "text" if name in map(spelled, owner.headers) else None


def _other_type(what: str, declared: str, value: object) -> tuple[str, str] | None:
    is_text = isinstance(value, str)
    if declared == "text" and not is_text:
        return f"{what} is a text, and never {_shown(value)}", f"write {quote(_shown(value))}"
    if declared in ("int", "number") and is_text:
        hint = f"write {value}, without quotes" if _is_number(str(value)) else "write a number"
        return f"{what} is a number, and never {quote(value)}", hint
    if declared == "bool" and is_text:
        return f"{what} is true or false, and never {quote(value)}", "write true or false"
    return None


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdecimal()


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote(value) if isinstance(value, str) else str(value)
