"""Jinja in a sandbox: compiles the expressions of templates that are more than a name.

This module and ``limits`` are the only users of Jinja. They are imported with the first such
expression: a drawing that only shows columns does without.
"""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import isfinite
from typing import Any

from jinja2 import (
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
    Undefined,
    UndefinedError,
    nodes,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from pnp.base.bounded import Bounded
from pnp.base.diagnostics import nearest, quote
from pnp.data.textfile import unprintable
from pnp.template.limits import (
    BlankError,
    FilterRun,
    TooLargeError,
    bounded,
    bounded_range,
    combine,
    join,
    restrict,
)
from pnp.template.terms import NO_OWNER, BadSyntaxError, UnknownNameError, printed

MOST_REMEMBERED = 256
"""Results that an expression caches; with more different values, it is not one in a loop."""

Render = Callable[[Mapping[str, Any]], str]
"""Returns an expression's value as a string, given the names that it may use."""


def remembering(render: Render, names: Sequence[str]) -> Render:
    """Return ``render`` with a cache by the values of some names, if these are int or str.

    In a loop, an expression is evaluated for the same values on each row.
    """
    cached = Bounded[tuple[Any, ...], str](MOST_REMEMBERED)

    def text(values: Mapping[str, Any]) -> str:
        key = tuple([values.get(name) for name in names])
        if not all(type(value) in (int, str) for value in key):
            return render(values)
        known = cached.get(key)
        return cached.keep(key, render(values)) if known is None else known

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

_CALLED = "write range(3), or card.range for a column"

_SPLIT = "compute less in it: write `card.kind in ('a', 'b')` for many `or`, or add a column"


@contextmanager
def syntax_errors() -> Iterator[None]:
    """Turn the errors of Jinja's parser and compiler inside into BadSyntaxError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # Python's, on what evaluation refuses
            yield
    except TemplateSyntaxError as error:
        raise _bad_syntax(str(error.message)) from None
    except RecursionError:
        raise _too_deep() from None


def _bad_syntax(message: str) -> BadSyntaxError:
    """Return the error of Jinja's parser; one of an unknown filter or test names the nearest."""
    unknown = _UNKNOWN.match(message)
    if unknown is None:
        return BadSyntaxError(message)
    kind, name = unknown.groups()
    table = _ENVIRONMENT.filters if kind == "filter" else _ENVIRONMENT.tests
    names = sorted(word for word in table if word.isalpha())
    near, all_ = nearest(name, names), f"the {kind}s are {', '.join(names)}"
    return BadSyntaxError(f"there is no {kind} {quote(name)}", f"{near} {all_}" if near else all_)


_UNKNOWN = re.compile(r"No (filter|test) named '(.*?)'")


def check(tree: nodes.Node) -> list[str]:
    """Return the names in a tree; refuse one nested too deep, or with a node that is not allowed.

    Raises:
        BadSyntaxError: says what is not allowed.
    """
    level, names, called = [tree], list[nodes.Name](), set[int]()
    for _ in range(DEEPEST + 2):  # the Template and Output nodes are above the expression
        for node in level:
            _check(node)
            if isinstance(node, nodes.Name):
                names.append(node)
            elif isinstance(node, nodes.Call):
                called.add(id(node.node))
        level = [inner for node in level for inner in node.iter_child_nodes()]
    if level:
        raise _too_deep()
    if any(name.name == "range" and id(name) not in called for name in names):
        raise BadSyntaxError("range is a function, not a value", _CALLED)
    return sorted({name.name for name in names})


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
        names = check(tree)
        kept = nodes.Assign(nodes.Name(_RESULT, "store"), tree.nodes[0], lineno=1)
        program = _ENVIRONMENT.from_string(nodes.Template([kept], lineno=1)).root_render_func

    def run(values: Mapping[str, Any]) -> Any:
        context = _context(values)
        for _ in program(context):  # it yields no text, but runs only while somebody asks
            pass
        return context.vars[_RESULT]

    return run, not names


@lru_cache(maxsize=2048)
def compiled_text(source: str, solid: bool = False) -> tuple[Render, bool]:
    """Return the function that renders a text with ``{{ … }}``, and whether it is constant.

    If it is ``solid``, its numbers are exact, and no part of it may be blank, but the whole: in
    ``translate({{ x }} {{ y }})`` a number that is left out would make it another one.

    Raises:
        BadSyntaxError: the source does not parse, or an expression in it is nested too deep.
    """
    with syntax_errors():
        tree = _ENVIRONMENT.parse(source)
        names = check(tree)
        _refuse_stray_braces(tree)
        if solid:
            _solidify(tree)
        program = _ENVIRONMENT.from_string(tree).root_render_func

    def render(values: Mapping[str, Any]) -> str:
        return str(bounded("".join(program(_context(values)))))

    return remembering(render, names), not names


def _refuse_stray_braces(tree: nodes.Template) -> None:
    """Refuse braces behind an expression that close nothing: they would be printed."""
    parts = [part for output in tree.find_all(nodes.Output) for part in output.nodes]
    written = [part.data for part in parts if isinstance(part, nodes.TemplateData)]
    if len(written) < len(parts) and any("}}" in text for text in written):
        raise BadSyntaxError("it has }} that closes nothing", "take it out, or write {{ before it")


def _solidify(tree: nodes.Template) -> None:
    """Put a filter around each expression of a text: ``_part`` among others, or ``_whole``."""
    for output in tree.find_all(nodes.Output):
        filter_ = _PART if len(output.nodes) > 1 else _WHOLE
        output.nodes = [
            part if isinstance(part, nodes.TemplateData) else _filtered(part, filter_)
            for part in output.nodes
        ]
    tree.set_environment(_ENVIRONMENT)


def _filtered(part: nodes.Expr, name: str) -> nodes.Filter:
    column = nodes.Const(isinstance(part, nodes.Name | nodes.Getattr))
    return nodes.Filter(part, name, [column], [], None, None, lineno=part.lineno)


_PART, _WHOLE = "solid part", "solid whole"
"""The names of two filters; they have a space, so no template can name them."""


def _part(value: Any, column: bool) -> Any:
    """Return a value as it is written into a text; the text of a ``column`` may not be blank.

    Raises:
        BlankError: it is blank.
    """
    if value is None or (column and known(value) == ""):
        raise BlankError
    return printed(known(value), exact=True)


def _whole(value: Any, _column: bool) -> Any:
    """Return a value as it is written if it is the whole text."""
    return printed(known(value), exact=True)


_RESULT = "result"


def _context(values: Mapping[str, Any]) -> FilterRun:
    """Return the names of one evaluation; Jinja's own way to make them takes four times as long.

    A column named range is read as ``card.range``, so that the function is always there.
    """
    return FilterRun(_ENVIRONMENT, {**values, **_ENVIRONMENT.globals}, None, {})


def _parse(source: str) -> nodes.Output:
    parser = Parser(_ENVIRONMENT, source, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        parser.fail("text follows after its end")
    tree.set_environment(_ENVIRONMENT)
    return nodes.Output([tree])


class _UndefinedError(UnknownNameError, UndefinedError):
    """An unknown name in one of Jinja's expressions."""


class _Missing(StrictUndefined):
    """A placeholder for an unknown name; it raises when it is used, so ``is defined`` works."""

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, *_: Any
    ) -> None:
        owner = NO_OWNER if obj is missing else obj

        def error(_text: str | None) -> Exception:  # only a part of a blank has no name
            return BlankError() if name is None else _UndefinedError(owner, str(name))

        super().__init__(hint, obj, name, exc=error)  # type: ignore[arg-type]


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
        if _is_blank(obj):
            return self.undefined()
        return obj if isinstance(obj, _Missing) else self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an entry of a mapping or a list, or a character of a string."""
        try:
            return obj[argument]
        except (TypeError, LookupError):
            if _is_blank(obj) or _is_blank(argument):
                return self.undefined()
            return self.undefined(obj=obj, name=str(argument))

    def is_safe_callable(self, obj: Any) -> bool:
        """Say whether an object may be called: only ``range`` may."""
        return known(obj) is bounded_range

    def call(self, context: Any, obj: Any, *args: Any, **more: Any) -> Any:
        """Return what ``range`` returns; a name that is not known is told before it is counted."""
        return super().call(context, obj, *map(known, args), **more)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator if it is within the limits."""
        return combine(context, operator, left, right)

    def concatenated(self, context: FilterRun, parts: tuple[Any, ...]) -> str:
        """Return some values as one string if it is within the limits."""
        return join(context, map(_shown, parts))


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value)


def _shown(value: Any) -> Any:
    return printed(known(value))


def known(value: Any) -> Any:
    """Return a value unchanged unless it is the placeholder for an unknown name.

    What a condition without ``else`` gives if it does not hold is a blank text.

    Raises:
        UnknownNameError: it is the placeholder.
    """
    if isinstance(value, _Missing):
        str(value)
    return "" if type(value) is Undefined else value


def _environment() -> _Sandbox:
    # delimiters that no text contains: comments and statements are off, as CSS may have {#id{…}}
    environment = _Sandbox(
        undefined=_Missing,
        optimized=False,  # folding constants takes longer than they do
        autoescape=False,
        finalize=_shown,
        block_start_string="\x01%",
        block_end_string="%\x01",
        comment_start_string="\x01#",
        comment_end_string="#\x01",
    )
    restrict(environment, _shown)
    environment.filters |= {_PART: _part, _WHOLE: _whole}
    environment.globals = {"range": bounded_range}
    return environment


_ENVIRONMENT = _environment()
