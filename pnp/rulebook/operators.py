"""Arithmetic, comparison, sets and mappings, with limits so that no value grows too large."""

import ast
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from math import isclose
from typing import Any

from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.values import ColumnValues, Row, Rows, code, show, spelled

LARGEST = 10**18
"""The largest absolute value of a number."""

STEEPEST = 64
"""The largest exponent."""

MOST_BITS = 2048
"""The most bits of an exact fraction's denominator; a longer one becomes a float."""

Number = int | float | Fraction
"""Probabilities are exact fractions; division in an expression gives a float."""

NUMBERS: Mapping[type[ast.operator], Callable[[Any, Any], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}

SETS: Mapping[
    type[ast.operator], Callable[[frozenset[object], frozenset[object]], frozenset[object]]
] = {
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.Sub: operator.sub,
}

COMPARISONS: Mapping[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: lambda left, right: equal(left, right),
    ast.NotEq: lambda left, right: not equal(left, right),
    ast.In: lambda left, right: holds(right, left),
    ast.NotIn: lambda left, right: not holds(right, left),
    ast.Lt: lambda left, right: operator.lt(left, right) and not close(left, right),  # type: ignore[arg-type]
    ast.LtE: lambda left, right: operator.le(left, right) or close(left, right),  # type: ignore[arg-type]
    ast.Gt: lambda left, right: operator.gt(left, right) and not close(left, right),  # type: ignore[arg-type]
    ast.GtE: lambda left, right: operator.ge(left, right) or close(left, right),  # type: ignore[arg-type]
}

SIGNS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
}


def combine(kind: type[ast.operator], left: object, right: object) -> object:
    """Return the result of a binary operator."""
    if isinstance(left, Number) and isinstance(right, Number) and kind in NUMBERS:
        return _number(kind, left, right)
    if isinstance(left, frozenset) and isinstance(right, frozenset) and kind in SETS:
        return SETS[kind](left, right)
    if kind is ast.Add and any(
        isinstance(left, both) and isinstance(right, both) for both in (str, tuple)
    ):
        return left + right  # type: ignore[operator]
    sign = SIGNS[kind]
    raise ExpressionError(f"{show(left)} {sign} {show(right)} cannot be computed")


def _number(kind: type[ast.operator], left: Number, right: Number) -> Number:
    if kind is ast.Pow and not -STEEPEST <= right <= STEEPEST:
        raise ExpressionError(f"the exponent {show(right)} is too large, {STEEPEST} is the most")
    try:
        return bounded(NUMBERS[kind](left, right))
    except ZeroDivisionError:
        raise ExpressionError(f"{show(left)} is divided by zero") from None
    except OverflowError:
        raise ExpressionError("the number grows too large") from None
    except TypeError:
        raise ExpressionError("a negative number has no real root") from None


def bounded(number: Number) -> Number:
    """Return the number, checked against the limits; a long fraction becomes a float.

    Raises:
        ExpressionError: it is too large, or not a number (NaN).
        TypeError: it is complex.
    """
    if not -LARGEST <= number <= LARGEST:  # false for NaN too
        raise ExpressionError("the number grows too large")
    long = isinstance(number, Fraction) and number.denominator.bit_length() > MOST_BITS
    return float(number) if long else number


ALIKE = 1e-9
"""How far apart decimal fractions may be, as a share of them: 0.1 + 0.2 is meant to be 0.3."""


def equal(left: object, right: object) -> bool:
    """Return whether two values are equal, fractions also if they are ``close``."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(equal, left, right))
    if left == right:
        return True
    if isinstance(left, frozenset) and isinstance(right, frozenset):
        return pairs_alike(left, right) is not None
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        pairs = pairs_alike(left.keys(), right.keys())
        return pairs is not None and all(equal(left[a], right[b]) for a, b in pairs)
    return close(left, right)


def pairs_alike(left: Set[object], right: Set[object]) -> Sequence[tuple[object, object]] | None:
    """Return the members of two sets in pairs of equal ones, None if some are in one alone."""
    if len(left) != len(right):
        return None
    common = left & right
    try:
        others: list[Any] = [sorted(own - common) for own in (left, right)]
    except TypeError:
        return None
    pairs = [*((one, one) for one in common), *zip(*others, strict=True)]
    return pairs if all(equal(one, other) for one, other in pairs[len(common) :]) else None


def holds(whole: object, member: object) -> bool:
    """Return whether a value is a member of another one, fractions also if they are ``close``."""
    if operator.contains(whole, member):  # type: ignore[arg-type]
        return True
    if not isinstance(whole, tuple | frozenset | Mapping):
        return False
    if isinstance(member, int) and float not in set(map(type, whole)):
        return False
    return isinstance(member, Number | tuple) and any(equal(member, other) for other in whole)


def close(left: object, right: object) -> bool:
    """Return whether two numbers differ by rounding alone, as only decimal fractions can."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        return False
    rounded = isinstance(left, float) or isinstance(right, float)
    return rounded and isclose(left, right, rel_tol=ALIKE, abs_tol=ALIKE)


def compare(kind: type[ast.cmpop], left: object, right: object) -> bool:
    """Return whether a comparison holds."""
    if kind in (ast.In, ast.NotIn) and isinstance(right, Rows) and not isinstance(left, Row):
        name = spelled(right.component.name)
        message = f"{show(left)} is no row, and {show(right)} has rows only"
        raise ExpressionError(message, f"ask a column, as in {code(left) or '…'} in {name}.id")
    if kind in MIRRORED:
        for sign, one, other in ((kind, left, right), (MIRRORED[kind], right, left)):
            if isinstance(one, ColumnValues) and isinstance(other, Number | str):
                raise _of_a_column(COMPARING[sign], one, other)
    try:
        return bool(COMPARISONS[kind](left, right))
    except TypeError:
        pass
    if kind in (ast.In, ast.NotIn) and right is None:
        hint = "it is blank: ask for that first, as in name != null and …"
        raise ExpressionError(f"{show(left)} cannot be in nothing", hint)
    if kind in (ast.In, ast.NotIn):
        raise ExpressionError(f"nothing can be in {show(right)}", "write a list, a set or a column")
    raise ExpressionError(f"{show(left)} and {show(right)} have no order")


COMPARING: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
"""How the comparisons of one value with another are written."""

MIRRORED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}
"""The same comparisons with their sides exchanged."""


def _of_a_column(sign: str, column: ColumnValues, value: object) -> ExpressionError:
    """Return the error for a column that is compared with one value."""
    deck, name = spelled(column.rows.component.name), spelled(column.name)
    message = f"{deck}.{name} is the values of all rows, and {show(value)} is one"
    hint = f"write all({deck}, {name} {sign} {code(value) or '…'}), or any or count"
    return ExpressionError(message, hint)


def number(value: object) -> Number:
    """Return the value, checked to be a number."""
    if isinstance(value, Number):
        return value
    raise ExpressionError(f"{show(value)} is not a number")


def whole(value: object) -> int | None:
    """Return a whole number, also one that a division gave; None for any other value."""
    if isinstance(value, int):
        return value
    if isinstance(value, float | Fraction) and close(value, round(value)):
        return round(value)
    return None


def constant(value: object) -> object:
    """Return a literal."""
    return bounded(value) if isinstance(value, int | float) else value


def entry(value: object, key: object) -> object:
    """Return ``value[key]`` of a mapping or a sequence, or a column of rows by its name."""
    if isinstance(value, Rows | Row) and isinstance(key, str):
        return value.column(spelled(key))
    try:
        if isinstance(value, Mapping):
            return value[key]
        if isinstance(value, Sequence) and isinstance(key, int | slice):
            return value[key]
    except (LookupError, TypeError, ValueError):
        raise ExpressionError(f"{show(value)} has nothing at {show(key)}") from None
    raise ExpressionError(f"{show(value)} cannot be indexed with {show(key)}")


def unique(values: Iterable[object]) -> frozenset[object]:
    """Return the set of values."""
    return frozenset(_hashable(value) for value in values)


def mapped(pairs: Iterable[tuple[object, object]]) -> dict[object, object]:
    """Return a mapping of pairs."""
    return {_hashable(key): value for key, value in pairs}


def _hashable(value: object) -> object:
    try:
        hash(value)
    except TypeError:
        raise ExpressionError(f"{show(value)} cannot be a member of a set or a key") from None
    return value
