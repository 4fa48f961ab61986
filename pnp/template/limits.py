"""How large the values of an expression may become, and how much work it may make."""

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

LARGEST = 100_000
"""The size of a value that an expression makes; see ``size``."""

LONGEST_RANGE = 1_000

LONGEST_ARGUMENT = 100
"""Characters of a text that tells a filter what to do."""

LARGEST_BITS = 1_024

MOST_DIGITS = 20
"""Places behind the point, or before it, to which a number is rounded."""

EFFORT = 500_000
"""What one evaluation may spend: a value that is walked through costs its size."""

_NUMBERS = frozenset({int, float, bool})

_COLLECTIONS = (list, tuple, range, set, frozenset)

_HOLDERS = (str, bytes, Mapping, *_COLLECTIONS)

_ENTRY = 8
"""What an entry of a list counts, apart from its text."""

_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "*": operator.mul,
    "%": operator.mod,
    "**": operator.pow,
}


class TooLargeError(ValueError):
    """A value that would grow beyond the limits, or work that would."""


class Effort:
    """What one evaluation may still spend."""

    left = EFFORT

    def pay(self, value: Any, times: int = 1) -> int:
        """Take the cost of walking through a value from what is left; return its size.

        Raises:
            TooLargeError: too little is left.
        """
        cost = size(value, self.left)
        self.left -= cost * times
        if self.left < 0:
            raise TooLargeError(f"it takes more than {EFFORT:,} steps")
        return cost


def size(value: Any, most: int = LARGEST) -> int:
    """Return about how many characters a value takes when it is written out.

    What stands in a list several times counts each time. Counting stops soon after ``most``.
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
    """Return the result of an operator that could make more of its values than they are.

    Raises:
        TooLargeError: the result would be larger than any honest one.
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
    """Return a value that an expression made, an iterator as a list.

    Raises:
        TooLargeError: it is a longer text, or a larger number, than any honest one.
    """
    if isinstance(value, str):
        limit(len(value))
    elif isinstance(value, int):
        if value.bit_length() > LARGEST_BITS:
            raise _too_many_digits()
    elif isinstance(value, complex):
        raise TooLargeError("the root of a negative number is no number")
    return value


def limit(length: int, most: int = LARGEST) -> None:
    """Refuse a length in characters, or about so many as a list takes, beyond a limit.

    Raises:
        TooLargeError: it is.
    """
    if length > most:
        raise TooLargeError(f"its result would be longer than {most:,} characters")


def _too_many_digits() -> TooLargeError:
    return TooLargeError(f"a number has {LARGEST_BITS * 3 // 10} digits at most")


def join(effort: Effort, parts: Iterable[Any], between: str = "") -> str:
    """Return the texts of some values as one text, with another text between them.

    Raises:
        TooLargeError: it would be longer than any honest one.
    """
    words = []
    for part in parts:
        effort.pay(part)
        words.append(part if type(part) is str else str(part))
    limit(sum(map(len, words)) + len(words) * len(between))
    return between.join(words)


def bounded_range(*bounds: int) -> range:
    """Return whole numbers in a row, as Python's ``range`` does, but not too many.

    Raises:
        TooLargeError: they would be.
    """
    numbers = range(*bounds)
    if numbers[LONGEST_RANGE:]:
        raise TooLargeError(f"range gives {LONGEST_RANGE:,} numbers at most")
    return numbers
