"""What expressions may compute, so that a template cannot hang a run: limits, filters, tests.

The filters and tests are some of Jinja's, each charged for the size of its input.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from math import isfinite
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from pnp.base.diagnostics import quote

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


class BlankError(ValueError):
    """A value is needed, and it is blank."""


class TooLargeError(ValueError):
    """A value or the work of an expression would exceed a limit."""


class FilterRun(Context):
    """The names of one evaluation, and the steps that it has left."""

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


def combine(run: FilterRun, sign: str, left: Any, right: Any) -> Any:
    """Return the result of an operator whose result may be larger than its operands.

    Raises:
        TooLargeError: the result would exceed a limit.
    """
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return _number(sign, left, right)
    if sign == "%" and isinstance(left, str | bytes):
        raise TooLargeError("% formats no text here")
    if sign in ("+", "*") and (_holds(left) or _holds(right)):
        sizes = [run.pay(side) for side in (left, right) if _holds(side)]
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
    """Refuse a length in characters, as ``size`` counts them."""
    if length > most:
        raise TooLargeError(f"its result would be longer than {most:,} characters")


def _too_many_digits() -> TooLargeError:
    return TooLargeError(f"a number has {LARGEST_BITS * 3 // 10} digits at most")


def join(run: FilterRun, parts: Iterable[Any], between: str = "") -> str:
    """Return some values as one string, with another string between them.

    Raises:
        TooLargeError: it would be longer than ``LARGEST``.
    """
    words = []
    for part in parts:
        run.pay(part)
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


Shown = Callable[[Any], Any]
"""Returns a value as it is printed."""


_CHEAP = ("abs", "default", "first", "last", "length")
"""Filters whose work does not grow with their input."""

_NUMERALS = ("int", "float")

_WALKING = ("int", "list", "max", "min", "reverse", "round", "sort", "sum", "unique")
"""Filters that visit all of their input."""

_WORDED = ("capitalize", "lower", "title", "trim", "upper")
"""Filters that visit all of their input, which is a text: a value becomes what it prints."""

_CHEAP_TESTS = (
    *("boolean", "defined", "false", "float", "integer", "iterable", "mapping", "none", "number"),
    *("sameas", "sequence", "string", "true", "undefined", "in", "lower", "upper", "eq", "ne"),
    *("lt", "le", "gt", "ge", "==", "!=", "<", "<=", ">", ">=", "equalto", "lessthan"),
    "greaterthan",
)

_NUMBER_TESTS = ("odd", "even", "divisibleby")
"""Tests that compute with %, which on a string would format it."""

_PLAIN = "plain "
"""A prefix for the names of Jinja's own filters: it has a space, so no template can name them."""


def restrict(environment: Environment, shown: Shown) -> None:
    """Replace the filters and tests of an environment by those that expressions may use."""
    filters: dict[str, Any] = environment.filters
    tests: dict[str, Any] = environment.tests
    environment.filters = {
        **{name: filters[name] for name in _CHEAP},
        **{name: _paid(name) for name in _WALKING},
        **{name: _of_words(name, shown) for name in _WORDED},
        **{_PLAIN + name: filters[name] for name in (*_WALKING, *_WORDED, "float")},
        "replace": _replacing(shown),
        "join": _joining(shown),
        **{name: _of_a_number(name) for name in _NUMERALS},
    }
    environment.tests = {
        **{name: tests[name] for name in _CHEAP_TESTS},
        **{name: _of_numbers(tests[name]) for name in _NUMBER_TESTS},
    }


def _paid(name: str) -> Callable[..., Any]:
    """Return a filter of Jinja's that charges for its input, and limits its result."""
    check: Callable[..., int] = _CHECKS.get(name, _check_words)

    @pass_context
    def run(context: FilterRun, value: Any, *args: Any, **options: Any) -> Any:
        if value is None and name not in _NUMERALS:  # which give their default
            raise BlankError
        times = check(value, *args, **options)
        context.pay(value, times)
        plain = context.environment.call_filter(_PLAIN + name, value, args, options, context)
        return bounded(list(plain) if isinstance(plain, Iterator) else plain)

    return run


def _of_a_number(name: str) -> Callable[..., Any]:
    """Return a filter of Jinja's for a number, which refuses a text that has none.

    Jinja's gives 0 for it. A blank is 0 all the same, and a default is for whatever is no number.
    """
    paid = _paid(name)

    @pass_context
    def run(context: FilterRun, value: Any, *args: Any, **options: Any) -> Any:
        defaults = bool(args) or "default" in options
        if isinstance(value, str) and value.strip() and not defaults and not _has_number(value):
            raise ValueError(f"{quote(value)} is no number; write |{name}(0) for 0 in its place")
        return paid(context, value, *args, **options)

    return run


def _has_number(text: str) -> bool:
    with suppress(ValueError):
        int(text)
        return True
    with suppress(ValueError):
        return isfinite(float(text))
    return False


def _of_words(name: str, shown: Shown) -> Callable[..., Any]:
    """Return a filter of Jinja's for a text, which gets any value as it is printed."""
    paid = _paid(name)

    @pass_context
    def run(context: FilterRun, value: Any, *args: Any, **options: Any) -> Any:
        return paid(context, shown(value), *args, **options)

    return run


def _check_words(_: Any, *args: Any, **options: Any) -> int:
    """Return how often a filter visits its input: once, and once for each step of an attribute."""
    times = 1
    for word in (*args, *options.values()):
        if isinstance(word, str):
            if len(word) > LONGEST_ARGUMENT:
                most = LONGEST_ARGUMENT
                raise TooLargeError(f"a filter takes words of {most} characters at most")
            times += word.count(".") + word.count(",")
        elif not isinstance(word, int | float | None):
            raise TooLargeError("the arguments of a filter are words or numbers")
    return times


def _check_sort(value: Any, *args: Any, **options: Any) -> int:
    return 4 * _check_words(value, *args, **options)


def _check_sum(
    value: Any, attribute: str | int | None = None, start: Any = 0, **options: Any
) -> int:
    if not isinstance(start, int | float):
        raise TooLargeError("sum adds numbers only")
    return _check_words(value, attribute, **options)


def _check_round(value: Any, precision: Any = 0, method: Any = "common") -> int:
    if not isinstance(value, int | float) or not isinstance(precision, int):
        str(value)  # raises for an unknown name, which is the better message
        raise TooLargeError("round takes a number, and a whole number of places")
    if abs(precision) > MOST_DIGITS:
        raise TooLargeError(f"round goes to {MOST_DIGITS} places at most")
    return _check_words(value, method)


_CHECKS: Mapping[str, Callable[..., int]] = {
    "sort": _check_sort,
    "sum": _check_sum,
    "round": _check_round,
}


def _of_numbers(test: Callable[..., bool]) -> Callable[..., bool]:
    def run(*values: Any) -> bool:
        for value in values:
            if value is None:
                raise BlankError
            if not isinstance(value, int | float):
                raise TooLargeError(f"{str(value)[:20]!r} is not a number")
        return test(*values)

    return run


def _replacing(shown: Shown) -> Callable[..., str]:
    @pass_context
    def run(context: FilterRun, text: Any, old: Any, new: Any) -> str:
        for value in (text, old, new):
            context.pay(value)
        whole, removed, added = (str(shown(value)) for value in (text, old, new))
        limit(len(whole) + whole.count(removed) * len(added))
        return whole.replace(removed, added)

    return run


def _joining(shown: Shown) -> Callable[..., str]:
    @pass_context
    def run(context: FilterRun, parts: Any, between: Any = "") -> str:
        context.pay(parts)
        context.pay(between)
        return join(context, (shown(part) for part in parts), str(between))

    return run
