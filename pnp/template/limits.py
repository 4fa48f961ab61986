"""Limits on the values of an expression and on its work, so that a template cannot hang a run."""

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

LARGEST = 100_000
"""The largest value of an expression, in characters as ``size`` counts them."""

LONGEST_RANGE = 1_000

LONGEST_ARGUMENT = 100
"""Characters of a string that is an argument of a filter."""

LARGEST_BITS = 1_024

MOST_DIGITS = 20
"""Places after the decimal point, or before it, to which a number is rounded."""

EFFORT = 500_000
"""Steps of one evaluation: to visit a value costs its size."""

_NUMBERS = frozenset({int, float, bool})

_COLLECTIONS = (list, tuple, range, set, frozenset)

_HOLDERS = (str, bytes, Mapping, *_COLLECTIONS)

_ENTRY = 8
"""The size of an entry of a list, apart from its text."""

_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "*": operator.mul,
    "%": operator.mod,
    "**": operator.pow,
}


class TooLargeError(ValueError):
    """A value or the work of an expression would exceed a limit."""


class Effort:
    """The steps that one evaluation has left."""

    left = EFFORT

    def pay(self, value: Any, times: int = 1) -> int:
        """Subtract the cost of visiting a value from the steps left; return its size.

        Raises:
            TooLargeError: too few steps are left.
        """
        cost = size(value, self.left)
        self.left -= cost * times
        if self.left < 0:
            raise TooLargeError(f"it takes more than {EFFORT:,} steps")
        return cost


def size(value: Any, most: int = LARGEST) -> int:
    """Return roughly how many characters a value takes when it is written out.

    An object that occurs several times in a list counts each time. Counting stops after ``most``.
    """
    if type(value) is str:
        return len(value)
    total, waiting = 0, [value]
    while waiting and total <= most:
        one = waiting.pop()
        total += _ENTRY
        if isinstance(one, str):
            total += len(one)
        elif isinstance(one, int):
            total += one.bit_length() // 4
        elif isinstance(one, Mapping):
            waiting += one.keys()
            waiting += one.values()
        elif isinstance(one, _COLLECTIONS):
            waiting += one
    return total


def combine(effort: Effort, sign: str, left: Any, right: Any) -> Any:
    """Return the result of an operator whose result may be larger than its operands.

    Raises:
        TooLargeError: the result would exceed a limit.
    """
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return _number(sign, left, right)
    if sign == "%" and isinstance(left, str | bytes):
        raise TooLargeError("% formats no text here")
    if sign in ("+", "*") and (_holds(left) or _holds(right)):
        sizes = [effort.pay(side) for side in (left, right) if _holds(side)]
        counts = [side for side in (left, right) if isinstance(side, int)] if sign == "*" else []
        limit(sum(sizes) * max(counts, default=1))
    return _ARITHMETIC[sign](left, right)


def _number(sign: str, left: float, right: float) -> Any:
    if sign == "**" and isinstance(left, int) and left.bit_length() * abs(right) > LARGEST_BITS:
        raise _too_many_digits()
    return bounded(_ARITHMETIC[sign](left, right))


def _holds(value: Any) -> bool:
    return isinstance(value, _HOLDERS)


def bounded(value: Any) -> Any:
    """Return the value of an expression if it is within the limits.

    Raises:
        TooLargeError: it is a string or a number that is too long, or a complex number.
    """
    if isinstance(value, str):
        limit(len(value))
    elif isinstance(value, int):
        if value.bit_length() > LARGEST_BITS:
            raise _too_many_digits()
    elif isinstance(value, complex):
        raise TooLargeError("the root of a negative number is not a number")
    return value


def limit(length: int, most: int = LARGEST) -> None:
    """Refuse a length in characters, as ``size`` counts them.

    Raises:
        TooLargeError: it is more than ``most``.
    """
    if length > most:
        raise TooLargeError(f"its result would be longer than {most:,} characters")


def _too_many_digits() -> TooLargeError:
    return TooLargeError(f"a number has {LARGEST_BITS * 3 // 10} digits at most")


def join(effort: Effort, parts: Iterable[Any], between: str = "") -> str:
    """Return some values as one string, with another string between them.

    Raises:
        TooLargeError: it would be longer than ``LARGEST``.
    """
    words = []
    for part in parts:
        effort.pay(part)
        words.append(part if type(part) is str else str(part))
    limit(sum(map(len, words)) + len(words) * len(between))
    return between.join(words)


def bounded_range(*bounds: int) -> range:
    """Return Python's ``range`` if it is not too long.

    Raises:
        TooLargeError: it has more than ``LONGEST_RANGE`` numbers.
    """
    numbers = range(*bounds)
    if numbers[LONGEST_RANGE:]:
        raise TooLargeError(f"range gives {LONGEST_RANGE:,} numbers at most")
    return numbers
