"""The filters and tests of expressions: some of Jinja's, each charged for the size of its input."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from pnp.template import limits
from pnp.template.limits import Effort, TooLargeError, limit

Shown = Callable[[Any], Any]
"""Returns a value as it is printed."""


class FilterRun(Context, Effort):
    """The names and the remaining effort of one evaluation."""


_CHEAP = ("abs", "default", "first", "float", "last", "length")
"""Filters whose work does not grow with their input."""

_WALKING = (
    *("capitalize", "int", "list", "lower", "max", "min", "reverse", "round", "sort", "sum"),
    *("title", "trim", "unique", "upper"),
)
"""Filters that visit all of their input."""

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
        **{_PLAIN + name: filters[name] for name in _WALKING},
        "replace": _replace,
        "join": _joining(shown),
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
        times = check(value, *args, **options)
        context.pay(value, times)
        plain = context.environment.call_filter(_PLAIN + name, value, args, options, context)
        return limits.bounded(list(plain) if isinstance(plain, Iterator) else plain)

    return run


def _check_words(_: Any, *args: Any, **options: Any) -> int:
    """Return how often a filter visits its input: once, and once for each step of an attribute."""
    times = 1
    for word in (*args, *options.values()):
        if isinstance(word, str):
            if len(word) > limits.LONGEST_ARGUMENT:
                most = limits.LONGEST_ARGUMENT
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
    if abs(precision) > limits.MOST_DIGITS:
        raise TooLargeError(f"round goes to {limits.MOST_DIGITS} places at most")
    return _check_words(value, method)


_CHECKS: Mapping[str, Callable[..., int]] = {
    "sort": _check_sort,
    "sum": _check_sum,
    "round": _check_round,
}


def _of_numbers(test: Callable[..., bool]) -> Callable[..., bool]:
    def run(*values: Any) -> bool:
        for value in values:
            if not isinstance(value, int | float):
                raise TooLargeError(f"{str(value)[:20]!r} is not a number")
        return test(*values)

    return run


@pass_context
def _replace(context: FilterRun, text: Any, old: Any, new: Any) -> str:
    for value in (text, old, new):
        context.pay(value)
    whole, removed, added = str(text), str(old), str(new)
    limit(len(whole) + whole.count(removed) * len(added))
    return whole.replace(removed, added)


def _joining(shown: Shown) -> Callable[..., str]:
    @pass_context
    def run(context: FilterRun, parts: Any, between: Any = "") -> str:
        context.pay(parts)
        context.pay(between)
        return limits.join(context, (shown(part) for part in parts), str(between))

    return run
