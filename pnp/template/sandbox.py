"""Jinja with nothing but data in it, and bounds on what its values may become.

The only user of Jinja.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from pnp.base.diagnostics import nearest, quote

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


MOST_REMEMBERED = 256
"""Texts that an expression keeps; one with more different values is not of a loop."""

Render = Callable[[Mapping[str, Any]], str]
"""Gives the text of an expression for the names that it sees."""


def remembering(render: Render, names: Sequence[str]) -> Render:
    """Return what gives a text again for the same numbers and words: loops ask so on each row."""
    known: dict[tuple[Any, ...], str] = {}

    def text(values: Mapping[str, Any]) -> str:
        key = tuple([values.get(name) for name in names])
        if not all(type(value) in (int, str) for value in key):
            return render(values)
        if key not in known:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            known[key] = render(values)
        return known[key]

    return text


BadSyntaxError = TemplateSyntaxError
"""The text is no expression; ``message`` says why."""

REFUSED = (SecurityError, TemplateError, TooLargeError)
"""What an expression may not do, or may not make."""


@lru_cache(maxsize=2048)
def compiled_value(source: str) -> tuple[Callable[[Mapping[str, Any]], Any], bool]:
    """Return what evaluates an expression, and whether its value is the same for all rows."""
    constant = _is_constant(_ENVIRONMENT.parse("{{ " + source + " }}"))
    return _ENVIRONMENT.compile_expression(source, undefined_to_none=False), constant


@lru_cache(maxsize=2048)
def compiled_text(source: str) -> tuple[Render, bool]:
    """Return what fills a text with ``{{ … }}`` in it, and whether it is the same for all rows."""
    tree = _ENVIRONMENT.parse(source)
    constant = _is_constant(tree)
    names = sorted({name.name for name in tree.find_all(nodes.Name)})
    return remembering(_ENVIRONMENT.from_string(tree).render, names), constant


class UnknownNameError(UndefinedError):
    """A name that is no column and no name of the program's."""

    def __init__(self, owner: object, name: str) -> None:
        super().__init__(f"{quote(name)} is not known here")
        self.owner, self.name = owner, name

    def hint(self, values: Mapping[str, Any]) -> str:
        """Return the known name that was meant, or which names there are."""
        owner = values if self.owner is missing else self.owner
        names = [str(name) for name in owner] if isinstance(owner, Mapping) else []
        known = f"known are: {', '.join(names)}" if names else "a text or number has no entries"
        found = nearest(self.name, names) or known
        if self.owner is not missing:
            return found
        return f"{found}; a word of the data stands in quotes: '{self.name}'".replace("?;", "?")


class _Missing(StrictUndefined):
    """Stands for an unknown name until it is used, so that ``is defined`` works."""

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, *_: Any
    ) -> None:
        super().__init__(hint, obj, name, exc=lambda _text: UnknownNameError(obj, str(name)))  # type: ignore[arg-type]


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja with nothing but data: entries of mappings, a few filters, bounded operators."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an entry of a mapping; Python's attributes do not exist."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return obj if isinstance(obj, _Missing) else self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an entry of a mapping, a list or a text."""
        try:
            return obj[argument]
        except (TypeError, LookupError):
            return self.undefined(obj=obj, name=str(argument))

    def is_safe_callable(self, obj: Any) -> bool:
        """Say yes to the functions given here only."""
        return known(obj) is bounded_range

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator when it stays within the limits."""
        refuse_growth(operator, left, right)
        return super().call_binop(context, operator, left, right)


def _replace(text: Any, old: str, new: str) -> str:
    found = str(text)
    limit(len(found) + found.count(str(old)) * len(str(new)), LONGEST_TEXT)
    return found.replace(str(old), str(new))


def _join(parts: Iterable[Any], between: str = "") -> str:
    words = [str(shown(part)) for part in parts]
    limit(sum(map(len, words)) + len(words) * len(between), LONGEST_TEXT)
    return between.join(words)


def shown(value: Any) -> Any:
    """Return a value as it is printed: 2.0 as 2, nothing for a blank cell."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else known(value)


def known(value: Any) -> Any:
    """Return a value as it is.

    Raises:
        UnknownNameError: it stands for a name that is not known.
    """
    if isinstance(value, _Missing):
        str(value)
    return value


def _is_constant(tree: nodes.Template) -> bool:
    names = {name.name for name in tree.find_all(nodes.Name)}
    if "self" in names:
        raise TemplateSyntaxError("self is no name here", 1)
    return not names


_FILTERS = (
    *("abs", "capitalize", "default", "first", "float", "int", "last", "length", "lower"),
    *("max", "min", "reverse", "round", "sort", "sum", "title", "trim", "unique", "upper", "list"),
)


def _environment() -> _Sandbox:
    # comments and statements are moved to marks that no text holds: CSS may write {#id{…}}
    environment = _Sandbox(
        undefined=_Missing,
        autoescape=False,
        finalize=shown,
        block_start_string="\x01%",
        block_end_string="%\x01",
        comment_start_string="\x01#",
        comment_end_string="#\x01",
    )
    kept = {name: environment.filters[name] for name in _FILTERS}
    environment.filters = {**kept, "replace": _replace, "join": _join}
    environment.globals = {"range": bounded_range}
    return environment


_ENVIRONMENT = _environment()
