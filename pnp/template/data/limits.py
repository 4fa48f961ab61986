"""How large the values of an expression may become: a hostile one stops at once."""

from typing import Any

LONGEST_TEXT = 100_000
LONGEST_RANGE = 1_000
LARGEST_BITS = 1_024
"""Limits that no honest template meets."""


class TooLargeError(ValueError):
    """A value that would grow beyond the limits."""


def refuse_growth(operator: str, left: Any, right: Any) -> None:
    """Refuse an operation on two values whose result would be larger than any honest one.

    Raises:
        TooLargeError: it would.
    """
    if operator == "%" and isinstance(left, str):
        raise TooLargeError("% formats no text here")
    if operator == "*" and any(hasattr(side, "__len__") for side in (left, right)):
        count = next((side for side in (left, right) if isinstance(side, int)), 0)
        size = max(len(side) for side in (left, right) if hasattr(side, "__len__"))
        limit(count * size, LONGEST_TEXT)
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length() * abs(right) if operator == "**" else left.bit_length()
        limit(max(bits, right.bit_length()), LARGEST_BITS)


def limit(size: int, most: int) -> None:
    """Refuse a size beyond a limit.

    Raises:
        TooLargeError: it is.
    """
    if size > most:
        raise TooLargeError(f"its result would be larger than {most:,}")


def bounded_range(*bounds: int) -> range:
    """Return whole numbers in a row, as Python's ``range`` does, but not too many.

    Raises:
        TooLargeError: they would be.
    """
    numbers = range(*bounds)
    limit(len(numbers), LONGEST_RANGE)
    return numbers
