"""Evaluates expressions: one function per kind of syntax node, under a budget of steps."""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from pnp.base.diagnostics import nearest
from pnp.rulebook import operators
from pnp.rulebook.evaluation import Evaluation, Let, Scope, bound
from pnp.rulebook.functions import ELSEWHERE, FUNCTIONS, Function
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.values import Multiset, Record, Row, Rows, column_names, show


def resolve_name(run: Evaluation, name: str, scope: Scope) -> object:
    """Return the value of a name: a loop variable, a column or a global, innermost scope first.

    Raises:
        ExpressionError: the name is unbound, or is a column as well as a name outside.
    """
    holder, row = None, None
    inner: Scope | None = scope
    while inner is not None:  # the commonest step of all: ``chain`` would double its time
        if name in inner.names:
            row = row or inner.row
            if holder is not None and row is not None:
                message = f'"{name}" is a column of {row.component.name} and a name outside as well'
                raise ExpressionError(message, "give the loop variable another name")
            holder = holder or inner
        inner = inner.outer
    if holder is not None:
        value = holder.names[name]
        return _worked_out(run, value) if isinstance(value, Let) else value
    if name in run.kit.names:
        return run.kit.names[name]
    raise _unknown(run, name, scope)


def _worked_out(run: Evaluation, let: Let) -> object:
    """Return the value of a name under ``let:``; records what it was worked out from."""
    if let.known is None or (run.evidence and not let.known[1].evidence):
        own = Evaluation(run.kit, let.expression.source, evidence=run.evidence)
        let.known = evaluate(own, let.expression.root, let.scope), own
    value, own = let.known
    run.take(own)
    return value


def _unknown(run: Evaluation, name: str, scope: Scope) -> ExpressionError:
    if name in FUNCTIONS:
        return ExpressionError(f'"{name}" is a function', f"write {FUNCTIONS[name].usage}")
    if name in run.kit.shared:
        message = f'"{name}" is a component, and {run.kit.shared[name]} as well'
        return ExpressionError(message, "give the component another name in game.yaml")
    if name.casefold() in NULL:
        return ExpressionError(f'nothing here is called "{name}"', "a blank is written null")
    known = {*run.kit.names, *(name for inner in scope.chain() for name in inner.names)}
    hint = nearest(name, sorted(known)) or _all_known(run, scope)
    return ExpressionError(f'nothing here is called "{name}"', hint)


NULL = frozenset({"nothing", "none", "nil", "blank", "empty", "null"})


def _all_known(run: Evaluation, scope: Scope) -> str:
    """Return the hint with all names: the columns in a condition, else the components."""
    for inner in scope.chain():
        if inner.row is not None:
            return f"the columns of {inner.row.component.name} are {', '.join(sorted(inner.names))}"
    components = sorted(n for n, value in run.kit.names.items() if isinstance(value, Rows))
    return f"the components are {', '.join(components)}"


def evaluate(run: Evaluation, node: ast.expr, scope: Scope) -> object:
    """Return the value of a node of the run's expression.

    Raises:
        PnpError: it cannot be evaluated; the error points at the innermost node that fails.
    """
    try:
        run.spend(1)
        return EVALUATE[type(node)](run, node, scope)
    except ExpressionError as mistake:
        message = f"{_turn(node, scope)}{mistake}"
        raise run.source.error(node, message, mistake.hint) from None
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as mistake:
        reason = str(mistake) or type(mistake).__name__
        raise run.source.error(node, f"this cannot be computed: {reason}") from None


def _turn(node: ast.expr, scope: Scope) -> str:
    """Return what an error of values begins with: the row of a condition, or the loops' values."""
    if not isinstance(node, ast.Compare | ast.BinOp | ast.UnaryOp | ast.Subscript):
        return ""
    turn = scope.turn()
    rows = [f"{inner.row.card.id}: " for inner in scope.chain() if inner.row is not None]
    return (f"with {turn}, " if turn else "") + "".join(reversed(rows))


def turns(run: Evaluation, generators: list[ast.comprehension], scope: Scope) -> Iterator[Scope]:
    """Yield a scope for each iteration of nested loops whose conditions hold; record loop rows."""
    if not generators:
        yield scope
        return
    first, *rest = generators
    for member in run.members(evaluate(run, first.iter, scope)):
        inner = scope.inner(bound(_target(first.target), member))
        if all(evaluate(run, condition, inner) for condition in first.ifs):
            for row in member if isinstance(member, tuple) else (member,):
                if isinstance(row, Row):
                    run.record(Rows(row.component, (row.card,)))
            yield from turns(run, rest, inner)


def narrowed(run: Evaluation, rows: object, condition: ast.expr, scope: Scope) -> Rows | Multiset:
    """Return the rows or members for which a condition holds, over their columns or ``it``."""
    if isinstance(rows, Multiset):
        holds = {m: evaluate(run, condition, scope.inner({"it": m})) for m in set(rows)}
        return Multiset(member for member in rows if holds[member])
    if not isinstance(rows, Rows):
        raise ExpressionError(
            f"{show(rows)} is not a component", "a condition picks rows of a component"
        )
    cards = tuple(row.card for row, inner in by_row(rows, scope) if evaluate(run, condition, inner))
    if not cards:  # the evidence for "none" is all rows
        run.record(rows)
    return Rows(rows.component, cards)


def by_row(rows: Rows, scope: Scope) -> Iterator[tuple[Row, Scope]]:
    """Yield every row, whatever its quantity, with a scope that binds its columns."""
    empty = dict.fromkeys(column_names(rows.component))
    for row in rows.once():
        yield row, scope.inner(empty | dict(row.columns()), row)


@lru_cache(maxsize=1024)
def _target(node: ast.expr) -> object:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(map(_target, parts))
    raise ExpressionError("the target of a loop must be plain names")


def _name(run: Evaluation, node: ast.Name, scope: Scope) -> object:
    return resolve_name(run, node.id, scope)


def _attribute(run: Evaluation, node: ast.Attribute, scope: Scope) -> object:
    owner = evaluate(run, node.value, scope)
    if isinstance(owner, Rows):
        run.record(owner)
    if isinstance(owner, Rows | Row | Record):
        return owner.column(node.attr)
    raise ExpressionError(
        f"{show(owner)} has no columns", "a dot asks a component or a card for a column"
    )


def _subscript(run: Evaluation, node: ast.Subscript, scope: Scope) -> object:
    return operators.entry(evaluate(run, node.value, scope), evaluate(run, node.slice, scope))


def _slice(run: Evaluation, node: ast.Slice, scope: Scope) -> object:
    ends = (node.lower, node.upper, node.step)
    return slice(*(None if end is None else evaluate(run, end, scope) for end in ends))


def _call(run: Evaluation, node: ast.Call, scope: Scope) -> object:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    function = FUNCTIONS.get(name)
    if function is None:
        meant = ELSEWHERE.get(name.lower())
        near = f"write {meant}" if meant else nearest(name, FUNCTIONS)
        known = f"the functions are {', '.join(sorted(FUNCTIONS))}"
        raise run.source.error(node.func, f'no function is called "{name}"', near or known)
    if function.picks and len(node.args) > 2 and function.most == 2:
        deck, *conditions = map(run.source.part, node.args)
        message = f"{function.name} does not take {len(node.args)} arguments"
        hint = f"join conditions with and: {name}({deck}, {' and '.join(conditions)})"
        raise ExpressionError(message, hint)
    function.check_number(len(node.args))
    options = {word.arg: evaluate(run, word.value, scope) for word in node.keywords if word.arg}
    return function.call(run, *_arguments(run, function, node.args, scope), **options)


def _arguments(
    run: Evaluation, function: Function, nodes: list[ast.expr], scope: Scope
) -> Iterator[object]:
    """Yield the argument values of a call; a condition becomes the rows that match it."""
    if function.picks and nodes and len(nodes) <= 2:
        first, *condition = nodes
        rows = function.picks(run, evaluate(run, first, scope))
        yield rows
        yield from (narrowed(run, rows, node, scope) for node in condition)
        return
    for node in nodes:
        yield evaluate(run, node, scope)


def _binary(run: Evaluation, node: ast.BinOp, scope: Scope) -> object:
    left, right = evaluate(run, node.left, scope), evaluate(run, node.right, scope)
    return run.built(operators.combine(type(node.op), left, right))


def _unary(run: Evaluation, node: ast.UnaryOp, scope: Scope) -> object:
    value = evaluate(run, node.operand, scope)
    if isinstance(node.op, ast.Not):
        return not value
    return operators.number(value) * (-1 if isinstance(node.op, ast.USub) else 1)


def _boolean(run: Evaluation, node: ast.BoolOp, scope: Scope) -> object:
    stop = isinstance(node.op, ast.Or)
    value: object = not stop
    for part in node.values:
        value = evaluate(run, part, scope)
        if bool(value) is stop:
            break
    return value


def _compare(run: Evaluation, node: ast.Compare, scope: Scope) -> object:
    left = evaluate(run, node.left, scope)
    for sign, part in zip(node.ops, node.comparators, strict=True):
        right = evaluate(run, part, scope)
        if not operators.compare(type(sign), left, right):
            return False
        left = right
    return True


def _choose(run: Evaluation, node: ast.IfExp, scope: Scope) -> object:
    return evaluate(run, node.body if evaluate(run, node.test, scope) else node.orelse, scope)


def _sequence(run: Evaluation, node: ast.Tuple | ast.List, scope: Scope) -> object:
    return run.built(tuple(evaluate(run, part, scope) for part in node.elts))


def _set(run: Evaluation, node: ast.Set, scope: Scope) -> object:
    return run.built(operators.unique(evaluate(run, part, scope) for part in node.elts))


def _mapping(run: Evaluation, node: ast.Dict, scope: Scope) -> object:
    pairs = [(k, v) for k, v in zip(node.keys, node.values, strict=True) if k is not None]
    entries = ((evaluate(run, k, scope), evaluate(run, v, scope)) for k, v in pairs)
    return run.built(operators.mapped(entries))


def _each(run: Evaluation, node: ast.GeneratorExp | ast.ListComp, scope: Scope) -> object:
    return run.built(
        tuple(evaluate(run, node.elt, inner) for inner in turns(run, node.generators, scope))
    )


def _set_of(run: Evaluation, node: ast.SetComp, scope: Scope) -> object:
    inside = turns(run, node.generators, scope)
    return run.built(operators.unique(evaluate(run, node.elt, inner) for inner in inside))


def _mapping_of(run: Evaluation, node: ast.DictComp, scope: Scope) -> object:
    inside = turns(run, node.generators, scope)
    pairs = ((evaluate(run, node.key, i), evaluate(run, node.value, i)) for i in inside)
    return run.built(operators.mapped(pairs))


EVALUATE: Mapping[type[ast.expr], Callable[[Evaluation, Any, Scope], object]] = {
    ast.Constant: lambda run, node, scope: run.built(operators.constant(node.value)),
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Call: _call,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.Compare: _compare,
    ast.IfExp: _choose,
    ast.Tuple: _sequence,
    ast.List: _sequence,
    ast.Set: _set,
    ast.Dict: _mapping,
    ast.GeneratorExp: _each,
    ast.ListComp: _each,
    ast.SetComp: _set_of,
    ast.DictComp: _mapping_of,
}
