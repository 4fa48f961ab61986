"""Expressions compiled by Jinja: names of the row, a few filters, bounded operators.

With ``jinjafilters`` the only user of Jinja.
"""

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

from pnp.base.diagnostics import nearest, quote
from pnp.data.textfile import unprintable
from pnp.template.jinjafilters import FilterRun, restrict
from pnp.template.limits import TooLargeError, bounded, bounded_range, combine, join

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


DEEPEST = 50
"""Levels of brackets, operators and filters; Jinja goes through them by recursion."""

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


class BadSyntaxError(ValueError):
    """The text is no expression; ``message`` says why."""

    def __init__(self, message: str, hint: str = HINT) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@contextmanager
def told() -> Iterator[None]:
    """Say in our words what Jinja's parser or compiler refuses inside.

    Raises:
        BadSyntaxError: it does.
    """
    try:
        yield
    except TemplateSyntaxError as error:
        raise BadSyntaxError(str(error.message)) from None
    except RecursionError:
        raise _too_deep() from None


def check(tree: nodes.Node) -> None:
    """Refuse a tree that nests too deep, or holds what no expression may hold.

    Raises:
        BadSyntaxError: it does.
    """
    level = [tree]
    for _ in range(DEEPEST + 2):  # a template and its output stand above the expression
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
        raise BadSyntaxError("self is no name here")
    value = node.value if isinstance(node, nodes.Const) else None
    if isinstance(value, str) and (bad := unprintable(value)):
        raise BadSyntaxError(f"{bad} does not belong into text", "leave the \\ escape out")
    if isinstance(value, float) and not isfinite(value):
        raise BadSyntaxError("it holds a number that is too large")


REFUSED = (SecurityError, TemplateError, TooLargeError)
"""What an expression may not do, or may not make."""


@lru_cache(maxsize=2048)
def compiled_value(source: str) -> tuple[Callable[[Mapping[str, Any]], Any], bool]:
    """Return what evaluates an expression, and whether its value is the same for all rows.

    Raises:
        BadSyntaxError: the source is no expression, or one that nests too deep.
    """
    with told():
        tree = _parse(source)
        check(tree)
        run = _ENVIRONMENT.compile_expression(source, undefined_to_none=False)
    return run, not _names(tree)


@lru_cache(maxsize=2048)
def compiled_text(source: str) -> tuple[Render, bool]:
    """Return what fills a text with ``{{ … }}`` in it, and whether it is the same for all rows.

    Raises:
        BadSyntaxError: the source does not parse, or an expression in it nests too deep.
    """
    with told():
        tree = _ENVIRONMENT.parse(source)
        check(tree)
        render, names = _ENVIRONMENT.from_string(tree).render, _names(tree)
    return remembering(lambda values: str(bounded(render(values))), names), not names


def _parse(source: str) -> nodes.Node:
    parser = Parser(_ENVIRONMENT, source, state="variable")
    tree = parser.parse_expression()
    if not parser.stream.eos:
        parser.fail("text follows behind its end")
    return nodes.Output([tree])


def _names(tree: nodes.Node) -> list[str]:
    return sorted({name.name for name in tree.find_all(nodes.Name)})


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


class _Code(CodeGenerator):
    """Jinja's compiler, with a bound for texts that are put together by ``~``."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """Write the call that puts texts together."""
        self.write("environment.concatenated(context, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja with nothing but data: entries of mappings, a few filters, bounded operators."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})
    context_class = FilterRun
    code_generator_class = _Code

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
        return combine(context, operator, left, right)

    def concatenated(self, context: FilterRun, parts: tuple[Any, ...]) -> str:
        """Return the texts of some values as one text when it stays within the limits."""
        return join(context, parts)


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
    restrict(environment, shown)
    environment.globals = {"range": bounded_range}
    return environment


_ENVIRONMENT = _environment()
