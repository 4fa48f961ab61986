"""Expressions in templates: compiled once with Jinja, evaluated for each row in a sandbox.

A name is a column of the row, or a name that the program defines; a dot reads an entry of a
mapping. There are a few filters, and operators with limits. Nothing of Python can be reached: no
attribute, no method, no module. This module and ``limits`` are the only users of Jinja.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import isfinite
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from pnp.base.diagnostics import HintedError, PnpError, Where, nearest, quote, user_error
from pnp.data.textfile import unprintable
from pnp.template.limits import (
    FilterRun,
    TooLargeError,
    bounded,
    bounded_range,
    combine,
    join,
    restrict,
)

LONGEST_SOURCE = 2_000
"""Characters of an expression; no useful one has more."""

_LOOKUP = re.compile(r"\{\{\s*(?:card\.)?([A-Za-z_]\w*)\s*\}\}")


class Expression:
    """A compiled expression: call it with the names that it may use, as ``scope`` returns them.

    ``compile_value("card.cost > 3", where)(scope({"card": {"cost": 5}}))`` is True. ``constant``
    is true for an expression without names.
    """

    def __init__(
        self,
        evaluate: Callable[[Mapping[str, Any]], Any],
        source: str,
        where: Where,
        constant: bool,
    ) -> None:
        self._evaluate = evaluate
        self._source = source
        self.where = where
        self.constant = constant

    def __call__(self, values: Mapping[str, Any]) -> Any:
        """Return the value for one row.

        Raises:
            PnpError: a name is unknown, types do not match, or a limit is exceeded.
        """
        try:
            return self._evaluate(values)
        except UnknownNameError as error:
            raise user_error(str(error), self.where, error.hint(values)) from None
        except REFUSED as error:
            message = f"{quote(self._source)} is not allowed: {error}"
            raise user_error(message, self.where, _LESS) from None
        except PnpError:
            raise
        except Exception as error:
            reason = str(error) or type(error).__name__
            message = f"{quote(self._source)} cannot be evaluated: {reason}"
            raise user_error(message, self.where, HINT) from None


def scope(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names for an expression; a column hides a name that the program defines."""
    card = values.get("card", {})
    return {**values, **card, "card": card}


def compile_value(source: str, where: Where) -> Expression:
    """Return the expression of ``pnp:if``, or of ``pnp:for`` after ``in``.

    Raises:
        PnpError: the source is too long or not an expression.
    """
    _refuse_long(source, where)
    try:
        run, constant = compiled_value(source)
    except BadSyntaxError as error:
        message = f"{quote(source)} is not an expression: {error}"
        raise user_error(message, where, error.hint) from None
    return Expression(lambda values: known(run(values)), source, where, constant)


def compile_text(source: str, where: Where) -> Expression:
    """Return the expression of an attribute with ``{{ … }}`` in it; its value is a string.

    Raises:
        PnpError: the source is too long, holds a Jinja statement or does not parse.
    """
    _refuse_long(source, where)
    if "{%" in source:
        hint = "choose and repeat with pnp:if and pnp:for on the element"
        raise user_error("only {{ … }} is read in a template, no {% … %}", where, hint)
    if match := _LOOKUP.fullmatch(source):
        return Expression(_look_up(match[1], source.strip("{} ")), source, where, False)
    try:
        render, constant = compiled_text(source)
    except BadSyntaxError as error:
        raise user_error(f"{quote(source)} does not parse: {error}", where, error.hint) from None
    return Expression(render, source, where, constant)


_LESS = "compute less in it, and put long texts and large tables into the data"


def _look_up(name: str, written: str) -> Callable[[Mapping[str, Any]], str]:
    from_card = written.startswith("card.")

    def find(values: Mapping[str, Any]) -> str:
        owner = values["card"] if from_card else values
        if name not in owner:
            raise UnknownNameError(owner, name)
        return str(shown(owner[name]))

    return find


def _refuse_long(source: str, where: Where) -> None:
    if len(source) > LONGEST_SOURCE:
        raise user_error(f"an expression has at most {LONGEST_SOURCE:,} characters", where)


MOST_REMEMBERED = 256
"""Results that an expression caches; with more different values, it is not one in a loop."""

Render = Callable[[Mapping[str, Any]], str]
"""Returns an expression's value as a string, given the names that it may use."""


def remembering(render: Render, names: Sequence[str]) -> Render:
    """Return ``render`` with a cache by the values of some names, if these are int or str.

    In a loop, an expression is evaluated for the same values on each row.
    """
    cached: dict[tuple[Any, ...], str] = {}

    def text(values: Mapping[str, Any]) -> str:
        key = tuple([values.get(name) for name in names])
        if not all(type(value) in (int, str) for value in key):
            return render(values)
        if key not in cached:
            if len(cached) >= MOST_REMEMBERED:
                cached.clear()
            cached[key] = render(values)
        return cached[key]

    return text


DEEPEST = 50
"""Levels of brackets, operators and filters; Jinja visits them by recursion."""

_ALLOWED = (
    *(nodes.Template, nodes.Output, nodes.TemplateData),
    *(nodes.Name, nodes.Const, nodes.Tuple, nodes.List, nodes.Dict, nodes.Pair, nodes.Slice),
    *(nodes.Getattr, nodes.Getitem, nodes.Call, nodes.Filter, nodes.Test, nodes.Keyword),
    *(nodes.CondExpr, nodes.Compare, nodes.Operand, nodes.Concat, nodes.And, nodes.Or, nodes.Not),
    *(nodes.Neg, nodes.Pos, nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv),
    *(nodes.Mod, nodes.Pow),
)

HINT = "an expression looks like card.name, card.shots + 1 or 'a' if card.kind == 'b' else 'c'"

_SPLIT = "compute less in it: write `card.kind in ('a', 'b')` for many `or`, or add a column"


class BadSyntaxError(HintedError):
    """The text is not an expression."""

    def __init__(self, message: str, hint: str = HINT) -> None:
        super().__init__(message, hint)


@contextmanager
def syntax_errors() -> Iterator[None]:
    """Turn the errors of Jinja's parser and compiler inside into BadSyntaxError."""
    try:
        yield
    except TemplateSyntaxError as error:
        raise BadSyntaxError(str(error.message)) from None
    except RecursionError:
        raise _too_deep() from None


def check(tree: nodes.Node) -> None:
    """Refuse a tree that is nested too deep, or has a node that is not allowed."""
    level = [tree]
    for _ in range(DEEPEST + 2):  # the Template and Output nodes are above the expression
        for node in level:
            _check(node)
        level = [inner for node in level for inner in node.iter_child_nodes()]
    if level:
        raise _too_deep()


def _too_deep() -> BadSyntaxError:
    return BadSyntaxError(f"it nests deeper than {DEEPEST} levels", _SPLIT)


def _check(node: nodes.Node) -> None:
    if not isinstance(node, _ALLOWED):
        raise BadSyntaxError(f"it holds {type(node).__name__.lower()}")
    if isinstance(node, nodes.Name) and node.name == "self":
        raise BadSyntaxError("self is not a name here")
    value = node.value if isinstance(node, nodes.Const) else None
    if isinstance(value, str) and (bad := unprintable(value)):
        raise BadSyntaxError(f"{bad} is not allowed in text", "leave the \\ escape out")
    if isinstance(value, float) and not isfinite(value):
        raise BadSyntaxError("it holds a number that is too large")


REFUSED = (SecurityError, TemplateError, TooLargeError)
"""The errors of an expression that does something forbidden or exceeds a limit."""


@lru_cache(maxsize=2048)
def compiled_value(source: str) -> tuple[Callable[[Mapping[str, Any]], Any], bool]:
    """Return the function that evaluates an expression, and whether it is constant.

    Raises:
        BadSyntaxError: the source is not an expression, or nested too deep.
    """
    with syntax_errors():
        tree = _parse(source)
        check(tree)
        run = _ENVIRONMENT.compile_expression(source, undefined_to_none=False)
    return run, not _names(tree)


@lru_cache(maxsize=2048)
def compiled_text(source: str) -> tuple[Render, bool]:
    """Return the function that renders a text with ``{{ … }}``, and whether it is constant.

    Raises:
        BadSyntaxError: the source does not parse, or an expression in it is nested too deep.
    """
    with syntax_errors():
        tree = _ENVIRONMENT.parse(source)
        check(tree)
        render, names = _ENVIRONMENT.from_string(tree).render, _names(tree)
    return remembering(lambda values: str(bounded(render(values))), names), not names


def _parse(source: str) -> nodes.Node:
    parser = Parser(_ENVIRONMENT, source, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        parser.fail("text follows after its end")
    return nodes.Output([tree])


def _names(tree: nodes.Node) -> list[str]:
    return sorted({name.name for name in tree.find_all(nodes.Name)})


class UnknownNameError(UndefinedError):
    """A name that is neither a column nor defined by the program."""

    def __init__(self, owner: object, name: str) -> None:
        super().__init__(f"{quote(name)} is not known here")
        self.owner, self.name = owner, name

    def hint(self, values: Mapping[str, Any]) -> str:
        """Return a hint with the nearest known name, or with all known names."""
        owner = values if self.owner is missing else self.owner
        names = [str(name) for name in owner] if isinstance(owner, Mapping) else []
        known = f"known are: {', '.join(names)}" if names else "a text or number has no entries"
        hint = nearest(self.name, names) or known
        if self.owner is not missing:
            return hint
        return f"{hint}; put a word of the data in quotes: '{self.name}'".replace("?;", "?")


class _Missing(StrictUndefined):
    """A placeholder for an unknown name; it raises when it is used, so ``is defined`` works."""

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, *_: Any
    ) -> None:
        super().__init__(hint, obj, name, exc=lambda _text: UnknownNameError(obj, str(name)))  # type: ignore[arg-type]


class _Code(CodeGenerator):
    """Jinja's compiler, with a limit on strings that are concatenated by ``~``."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """Write a call of ``concatenated`` instead of a plain join."""
        self.write("environment.concatenated(context, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without Python's objects: entries of mappings, a few filters, operators with limits."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})
    context_class = FilterRun
    code_generator_class = _Code

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an entry of a mapping, never an attribute of a Python object."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return obj if isinstance(obj, _Missing) else self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an entry of a mapping or a list, or a character of a string."""
        try:
            return obj[argument]
        except (TypeError, LookupError):
            return self.undefined(obj=obj, name=str(argument))

    def is_safe_callable(self, obj: Any) -> bool:
        """Say whether an object may be called: only ``range`` may."""
        return known(obj) is bounded_range

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator if it is within the limits."""
        return combine(context, operator, left, right)

    def concatenated(self, context: FilterRun, parts: tuple[Any, ...]) -> str:
        """Return some values as one string if it is within the limits."""
        return join(context, parts)


def shown(value: Any) -> Any:
    """Return a value as it is printed: 2.0 as ``2``, true as ``true``, a blank cell as ``""``."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else known(value)


def known(value: Any) -> Any:
    """Return a value unchanged unless it is the placeholder for an unknown name.

    Raises:
        UnknownNameError: it is the placeholder.
    """
    if isinstance(value, _Missing):
        str(value)
    return value


def _environment() -> _Sandbox:
    # delimiters that no text contains: comments and statements are off, as CSS may have {#id{…}}
    environment = _Sandbox(
        undefined=_Missing,
        autoescape=False,
        finalize=shown,
        block_start_string="\x01%",
        block_end_string="%\x01",
        comment_start_string="\x01#",
        comment_end_string="#\x01",
    )
    restrict(environment, shown)
    environment.globals = {"range": bounded_range}
    return environment


_ENVIRONMENT = _environment()
