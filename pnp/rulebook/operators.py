"""Arithmetic, comparison, sets and mappings, with limits so that no value grows too large."""

import ast
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isclose
from typing import Any

from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.values import show

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
    ast.In: lambda left, right: operator.contains(right, left),  # type: ignore[arg-type]
    ast.NotIn: lambda left, right: not operator.contains(right, left),  # type: ignore[arg-type]
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
    return left == right or close(left, right)


def close(left: object, right: object) -> bool:
    """Return whether two numbers differ by rounding alone, as only decimal fractions can."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        return False
    rounded = isinstance(left, float) or isinstance(right, float)
    return rounded and isclose(left, right, rel_tol=ALIKE, abs_tol=ALIKE)


def compare(kind: type[ast.cmpop], left: object, right: object) -> bool:
    """Return whether a comparison holds."""
    try:
        return bool(COMPARISONS[kind](left, right))
    except TypeError:
        pass
    if kind in (ast.In, ast.NotIn):
        raise ExpressionError(f"nothing can be in {show(right)}", "write a list, a set or a column")
    raise ExpressionError(f"{show(left)} and {show(right)} have no order")


def number(value: object) -> Number:
    """Return the value, checked to be a number."""
    if isinstance(value, Number):
        return value
    raise ExpressionError(f"{show(value)} is not a number")


def constant(value: object) -> object:
    """Return a literal."""
    return bounded(value) if isinstance(value, int | float) else value


def entry(value: object, key: object) -> object:
    """Return ``value[key]`` of a mapping or a sequence."""
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
