"""What an expression may be written of: Jinja's tree of it, checked before it is compiled."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite

from jinja2 import TemplateSyntaxError, nodes

from pnp.content.files.text import unprintable

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
