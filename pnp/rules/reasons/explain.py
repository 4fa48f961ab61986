"""Why an expression is not true: the parts that made it false, their values, what they rest on."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.content.game import Card, Component
from pnp.rules.functions.grouping import component_rows
from pnp.rules.language.evaluate import by_row, evaluate, turns
from pnp.rules.language.kit import Kit
from pnp.rules.language.operators import compare
from pnp.rules.language.run import Run, Scope
from pnp.rules.language.show import show
from pnp.rules.language.source import Source
from pnp.rules.language.values import Row, Rows
from pnp.rules.language.verdict import Difference, Verdict
from pnp.rules.reasons.comparison import Compared, sentence
from pnp.rules.reasons.difference import differences

Key = tuple[str, ...]
"""A key of game.yaml with those around it, outermost first."""

Rests = tuple[tuple[Component, Card], ...]
"""Rows, each with its component."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that made a fact false, in words, with the rows and keys that it rests on."""

    text: str
    rows: Rests
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains one expression. ``says`` leads to a value in messages: "the rulebook says"."""

    kit: Kit
    source: Source
    says: str

    def untrue(self, node: ast.expr, scope: Scope) -> Iterator[Reason]:
        """Yield what makes an expression false, down to the parts that are compared."""
        match node:
            case ast.BoolOp(op=ast.And()):
                first = next(part for part in node.values if not self._value(part, scope))
                yield from self.untrue(first, scope)
            case ast.BoolOp():
                for part in node.values:
                    yield from self.untrue(part, scope)
            case ast.IfExp():
                chosen = node.body if self._value(node.test, scope) else node.orelse
                yield from self.untrue(chosen, scope)
            case ast.Compare():
                yield from self._comparison(node, scope)
            case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() as each]):
                yield from self._exceptions(each, scope)
            case ast.Call(func=ast.Name(id="all"), args=[rows, condition]):
                yield from self._outliers(self._value(rows, scope), condition, scope)
            case ast.UnaryOp(op=ast.Not()):
                yield from self._plainly(node.operand, scope, ", and must not be")
            case _:
                yield from self._plainly(node, scope, "")

    def unequal(self, node: ast.expr, scope: Scope, expected: object) -> Iterator[Reason]:
        """Yield how the value of an expression differs from data."""
        found = self._value(node, scope)
        for difference in differences(self.source.part(node), found, expected, self.says):
            yield self._told(difference, node, scope)

    def _plainly(self, node: ast.expr, scope: Scope, end: str) -> Iterator[Reason]:
        value = self._value(node, scope)
        if isinstance(value, Verdict) and not value:
            yield from (self._told(difference, node, scope) for difference in value.against)
        else:
            yield self._reason(f"{self.source.part(node)} is {show(value)}{end}", scope, node)

    def _told(self, difference: Difference, node: ast.expr, scope: Scope) -> Reason:
        """Return a difference as a reason; it rests on its own rows where it has some."""
        reason = self._reason(difference.text, scope, node)
        return replace(reason, rows=_pairs(difference.rows)) if difference.rows else reason

    def _outliers(self, rows: object, condition: ast.expr, scope: Scope) -> Iterator[Reason]:
        """Yield why each row that breaks a condition for all rows does."""
        for row, inner in by_row(component_rows(rows), scope):
            if not self._value(condition, inner):
                for reason in self.untrue(condition, inner):
                    yield replace(reason, text=f"{row.card.id}: {reason.text}")

    def _exceptions(self, node: ast.GeneratorExp, scope: Scope) -> Iterator[Reason]:
        """Yield why each member that breaks an ``all`` does: its row, or all that is read."""
        whole = self._reason("", scope, node)
        for inner in turns(Run(self.kit, self.source), node.generators, scope):
            if not self._value(node.elt, inner):
                for reason in self.untrue(node.elt, inner):
                    yield reason if _looped(inner) else replace(whole, text=reason.text)

    def _comparison(self, node: ast.Compare, scope: Scope) -> Iterator[Reason]:
        """Yield why the first pair of a chain that should compare does not."""
        parts = [node.left, *node.comparators]
        for left, sign, right in zip(parts, node.ops, parts[1:], strict=False):
            have, want = self._value(left, scope), self._value(right, scope)
            if compare(type(sign), have, want):
                continue
            if isinstance(sign, ast.Eq) and _is_literal(left) != _is_literal(right):
                asked, expected = (right, have) if _is_literal(left) else (left, want)
                yield from self.unequal(asked, scope, expected)
            else:
                sides = (self._side(left, have), self._side(right, want))
                yield self._reason(sentence(*sides, type(sign), self.says), scope, left, right)
            return

    def _side(self, node: ast.expr, value: object) -> Compared:
        return Compared(self.source.part(node), show(value), _is_literal(node))

    def _value(self, node: ast.expr, scope: Scope) -> object:
        return evaluate(Run(self.kit, self.source), node, scope)

    def _reason(self, text: str, scope: Scope, *nodes: ast.expr) -> Reason:
        """Return a reason that rests on what some parts of the expression ask."""
        keys = dict.fromkeys(key for node in nodes for key in _keys(node))
        return Reason(_loops(scope) + text, self._rows(nodes, scope), tuple(keys))

    def _rows(self, nodes: Sequence[ast.expr], scope: Scope) -> Rests:
        """Return the rows that parts rest on: those of the loops, else those they looked at."""
        if looped := _looped(scope):
            return looped
        run = Run(self.kit, self.source)
        for node in nodes:
            evaluate(run, node, scope)
        return tuple(run.seen.values())


def _looped(scope: Scope) -> Rests:
    """Return the rows that loops stand at."""
    rows = [inner.row for inner in scope.chain()]
    values = [value for inner in scope.chain() for value in inner.names.values()]
    return tuple((r.component, r.card) for r in (*rows, *values) if isinstance(r, Row))


def _loops(scope: Scope) -> str:
    """Return the values of the loops' names, as the beginning of a message."""
    scopes = reversed([inner for inner in scope.chain() if inner.row is None])
    names = [f"{n} = {show(v, quoted=False)}" for s in scopes for n, v in s.names.items()]
    return f"with {', '.join(names)}, " if names else ""


def _is_literal(node: ast.expr) -> bool:
    """Say whether a part is written out: it asks nothing of the kit."""
    return not any(isinstance(part, ast.Name) for part in ast.walk(node))


def _keys(node: ast.expr) -> Iterator[Key]:
    """Yield the keys of game.yaml that an expression names: ``players``, ``play.grid``."""
    for part in ast.walk(node):
        match part:
            case ast.Attribute(value=ast.Name(id="play"), attr=name):
                yield "play", name
            case ast.Name(id="players"):
                yield ("players",)
            case ast.Name(id="components" | "aids"):
                yield ("components",)


def _pairs(rows: Rows) -> Rests:
    return tuple((rows.component, card) for card in rows.cards)
