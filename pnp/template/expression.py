"""Expressions in templates, sandboxed and bounded: the one door to Jinja.

A name is a column of the row, or one of the names that the program gives; a dot reads an entry of
a mapping. Nothing of Python's can be reached: no attribute, no method, no module.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import (
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
    UndefinedError,
    nodes,
)
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from pnp.errors import PnpError, Where, fail, nearest, quoted
from pnp.template.limits import LONGEST_TEXT, TooLargeError, bounded_range, limit, refuse_growth
from pnp.template.remembered import Render, remembering

LONGEST_SOURCE = 2_000
"""No honest expression is longer."""

_LOOKUP = re.compile(r"\{\{\s*(?:card\.)?([A-Za-z_]\w*)\s*\}\}")


class Expression:
    """A compiled expression: call it with the names it may see, as ``scope`` gives them."""

    def __init__(
        self, evaluate: Callable[[Mapping[str, Any]], Any], where: Where, constant: bool
    ) -> None:
        self._evaluate = evaluate
        self.where = where
        self.constant = constant

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """Return the value for one row.

        Raises:
            PnpError: a name is unknown, types do not fit, or a limit is met.
        """
        try:
            return self._evaluate(values)
        except _UnknownNameError as error:
            raise fail(str(error), self.where, error.hint(values)) from None
        except (SecurityError, TemplateError, TooLargeError) as error:
            raise fail(f"the expression is not allowed: {error}", self.where) from None
        except PnpError:
            raise
        except Exception as error:
            raise fail(f"the expression does not work out: {error}", self.where) from None


def scope(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names an expression sees: the row's columns first, then what the program gives."""
    card = values.get("card", {})
    return {**values, **card, "card": card}


def compile_value(source: str, where: Where) -> Expression:
    """Return the expression of ``pnp:if`` or of the right side of ``pnp:for``.

    Raises:
        PnpError: the source is too long or no expression.
    """
    _refuse_long(source, where)
    try:
        run, constant = _compiled_value(source)
    except TemplateSyntaxError as error:
        raise fail(
            f"{quoted(source)} is not an expression: {error.message}", where, _HINT
        ) from None
    return Expression(lambda values: _known(run(values)), where, constant)


def compile_text(source: str, where: Where) -> Expression:
    """Return the expression of an attribute or text with ``{{ … }}`` in it; its value is a text.

    Raises:
        PnpError: the source is too long, holds a Jinja statement or does not parse.
    """
    _refuse_long(source, where)
    if "{%" in source:
        hint = "choose and repeat with pnp:if and pnp:for on the element"
        raise fail("only {{ … }} is read in a template, no {% … %}", where, hint)
    if match := _LOOKUP.fullmatch(source):
        return Expression(_look_up(match[1], source.strip("{} ")), where, False)
    try:
        render, constant = _compiled_text(source)
    except TemplateSyntaxError as error:
        raise fail(f"{quoted(source)} does not parse: {error.message}", where, _HINT) from None
    return Expression(render, where, constant)


@lru_cache(maxsize=2048)
def _compiled_value(source: str) -> tuple[Callable[[Mapping[str, Any]], Any], bool]:
    constant = _is_constant(_ENVIRONMENT.parse("{{ " + source + " }}"))
    return _ENVIRONMENT.compile_expression(source, undefined_to_none=False), constant


@lru_cache(maxsize=2048)
def _compiled_text(source: str) -> tuple[Render, bool]:
    tree = _ENVIRONMENT.parse(source)
    constant = _is_constant(tree)
    names = sorted({name.name for name in tree.find_all(nodes.Name)})
    return remembering(_ENVIRONMENT.from_string(tree).render, names), constant


_HINT = "an expression looks like card.name, card.shots + 1 or 'a' if card.kind == 'b' else 'c'"


class _UnknownNameError(UndefinedError):
    """A name that is no column and no name of the program's."""

    def __init__(self, owner: object, name: str) -> None:
        super().__init__(f"{quoted(name)} is not known here")
        self.owner, self.name = owner, name

    def hint(self, values: Mapping[str, Any]) -> str | None:
        owner = values if self.owner is missing else self.owner
        names = [str(name) for name in owner] if isinstance(owner, Mapping) else []
        return nearest(self.name, names) or (
            f"known are: {', '.join(names)}" if names else "a text or number has no entries"
        )


class _Missing(StrictUndefined):
    """Stands for an unknown name until it is used, so that ``is defined`` works."""

    def __init__(
        self, hint: str | None = None, obj: Any = None, name: str | None = None, *_: Any
    ) -> None:
        super().__init__(hint, obj, name, exc=lambda _text: _UnknownNameError(obj, str(name)))  # type: ignore[arg-type]


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja with nothing but data: entries of mappings, a few filters, bounded operators."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an entry of a mapping; Python's attributes do not exist."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an entry of a mapping, a list or a text."""
        try:
            return obj[argument]
        except (TypeError, LookupError):
            return self.undefined(obj=obj, name=str(argument))

    def is_safe_callable(self, obj: Any) -> bool:
        """Say yes to the functions given here only."""
        return _known(obj) is bounded_range

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator when it stays within the limits."""
        refuse_growth(operator, left, right)
        return super().call_binop(context, operator, left, right)


def _replace(text: Any, old: str, new: str) -> str:
    found = str(text)
    limit(len(found) + found.count(str(old)) * len(str(new)), LONGEST_TEXT)
    return found.replace(str(old), str(new))


def _join(parts: Iterable[Any], between: str = "") -> str:
    words = [str(_shown(part)) for part in parts]
    limit(sum(map(len, words)) + len(words) * len(between), LONGEST_TEXT)
    return between.join(words)


def _shown(value: Any) -> Any:
    """Return a value as it is printed: 2.0 as 2, nothing for a blank cell."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else _known(value)


def _known(value: Any) -> Any:
    if isinstance(value, _Missing):
        str(value)
    return value


def _look_up(name: str, shown: str) -> Callable[[Mapping[str, Any]], str]:
    from_card = shown.startswith("card.")

    def find(values: Mapping[str, Any]) -> str:
        owner = values["card"] if from_card else values
        if name not in owner:
            raise _UnknownNameError(owner, name)
        return str(_shown(owner[name]))

    return find


def _is_constant(tree: nodes.Template) -> bool:
    names = {name.name for name in tree.find_all(nodes.Name)}
    if "self" in names:
        raise TemplateSyntaxError("self is no name here", 1)
    return not names


def _refuse_long(source: str, where: Where) -> None:
    if len(source) > LONGEST_SOURCE:
        raise fail(f"an expression has at most {LONGEST_SOURCE:,} characters", where)


_FILTERS = (
    *("abs", "capitalize", "default", "first", "float", "int", "last", "length", "lower"),
    *("max", "min", "reverse", "round", "sort", "sum", "title", "trim", "unique", "upper", "list"),
)


def _environment() -> _Sandbox:
    # comments and statements are moved to marks that no text holds: CSS may write {#id{…}}
    environment = _Sandbox(
        undefined=_Missing,
        autoescape=False,
        finalize=_shown,
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
