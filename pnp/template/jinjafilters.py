"""The filters and tests of expressions: Jinja's own, each paid for by what it walks through."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from pnp.template import limits
from pnp.template.limits import Effort, TooLargeError, limit

Shown = Callable[[Any], Any]
"""Gives a value as it is printed."""


class FilterRun(Context, Effort):
    """The names that one evaluation sees, and what it may still spend."""


_CHEAP = ("abs", "default", "first", "float", "last", "length")
"""Filters that look at one value only, or hand on what they get."""

_WALKING = (
    *("capitalize", "int", "list", "lower", "max", "min", "reverse", "round", "sort", "sum"),
    *("title", "trim", "unique", "upper"),
)
"""Filters that walk through all of a value."""

_CHEAP_TESTS = (
    *("boolean", "defined", "false", "float", "integer", "iterable", "mapping", "none", "number"),
    *("sameas", "sequence", "string", "true", "undefined", "in", "lower", "upper", "eq", "ne"),
    *("lt", "le", "gt", "ge", "==", "!=", "<", "<=", ">", ">=", "equalto", "lessthan"),
    "greaterthan",
)

_NUMBER_TESTS = ("odd", "even", "divisibleby")
"""Tests that compute with %, which on a text would format it."""

_PLAIN = "plain "
"""Before the names of Jinja's own filters and tests, where no template can name them."""


def restrict(environment: Environment, shown: Shown) -> None:
    """Leave an environment only the filters and tests that expressions have."""
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
    """Return a filter of Jinja's that is paid for before it begins, and bounded when it ends."""
    check: Callable[..., int] = _CHECKS.get(name, _check_words)

    @pass_context
    def run(context: FilterRun, value: Any, *args: Any, **options: Any) -> Any:
        times = check(value, *args, **options)
        context.pay(value, times)
        plain = context.environment.call_filter(_PLAIN + name, value, args, options, context)
        return limits.bounded(list(plain) if isinstance(plain, Iterator) else plain)

    return run


def _check_words(_: Any, *args: Any, **options: Any) -> int:
    """Return how often a filter walks through its value: the path of an attribute has steps."""
    times = 1
    for word in (*args, *options.values()):
        if isinstance(word, str):
            if len(word) > limits.LONGEST_ARGUMENT:
                most = limits.LONGEST_ARGUMENT
                raise TooLargeError(f"a filter takes words of {most} characters at most")
            times += word.count(".") + word.count(",")
        elif not isinstance(word, int | float | None):
            raise TooLargeError("a filter is told what to do by a word or a number")
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
        str(value)  # an unknown name says so here
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
    found, gone, come = str(text), str(old), str(new)
    limit(len(found) + found.count(gone) * len(come))
    return found.replace(gone, come)


def _joining(shown: Shown) -> Callable[..., str]:
    @pass_context
    def run(context: FilterRun, parts: Any, between: Any = "") -> str:
        context.pay(parts)
        context.pay(between)
        return limits.join(context, (shown(part) for part in parts), str(between))

    return run
