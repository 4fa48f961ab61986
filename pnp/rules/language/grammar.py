"""The language of rulebook expressions: Python's syntax, cut down to what facts need."""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.content.files.text import unprintable
from pnp.errors import PnpError
from pnp.rules.language.source import Source

LONGEST = 2000
"""Characters in one expression."""

DEEPEST = 40
"""How deep the parts of one expression may nest."""

ALLOWED = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Call, ast.keyword),
    *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.IfExp, ast.BoolOp, ast.Compare),
    *(ast.BinOp, ast.UnaryOp, ast.comprehension),
    *(ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp),
    *(ast.And, ast.Or, ast.Not, ast.USub, ast.UAdd, ast.Load, ast.Store),
    *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
    *(ast.BitAnd, ast.BitOr, ast.BitXor),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
)

NAMES = {
    ast.Lambda: "a lambda",
    ast.JoinedStr: "an f-string",
    ast.NamedExpr: "an assignment",
    ast.Starred: "unpacking with *",
    ast.MatMult: "the operator @",
    ast.LShift: "the operator <<",
    ast.RShift: "the operator >>",
    ast.Invert: "the operator ~",
    ast.Is: "the operator is",
    ast.IsNot: "the operator is not",
}

HINT = "write names, numbers, words in quotes, comparisons, comprehensions and known functions"


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression that keeps to the language."""

    source: Source
    root: ast.expr


def parse(source: Source) -> Expression:
    """Return the expression in a text.

    Raises:
        PnpError: it is too long, no expression at all, or uses what the language does not have.
    """
    if len(source.text) > LONGEST:
        message = f"the expression has {len(source.text)} characters, {LONGEST} are the most"
        raise source.error_at(0, message, "split the fact into several")
    root = _read(source)
    for node, depth in _walk(root, 1):
        if depth > DEEPEST:
            message = f"the expression nests deeper than {DEEPEST} levels"
            raise source.error(root, message, "split the fact into several")
        if wrong := _refusal(node):
            raise source.error(_placed(node, root), f"{wrong} is not part of the language", HINT)
    return Expression(source, root)


def _read(source: Source) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Python warns of what it will refuse one day: 1if x
            root = ast.parse(source.text, mode="eval").body
    except SyntaxError as error:
        raise _unreadable(source, error) from None
    except (ValueError, RecursionError, MemoryError, Warning):
        raise source.error_at(0, "this is not an expression", HINT) from None
    rest = source.text.encode()[root.end_col_offset or 0 :].decode(errors="ignore")
    if "#" in rest:
        at = len(source.text) - len(rest) + rest.index("#")
        raise source.error_at(at, "a comment is not part of the language", "write it above the row")
    return root


def _unreadable(source: Source, error: SyntaxError) -> PnpError:
    at = min(max((error.offset or 1) - 1, 0), len(source.text))
    hint = "write == to compare" if source.text[at : at + 1] == "=" else HINT
    if not source.text:
        return source.error_at(0, "the expression is empty", HINT)
    return source.error_at(at, "the expression cannot be read from here", hint)


def _walk(node: ast.AST, depth: int) -> Iterator[tuple[ast.AST, int]]:
    """Yield every part with its depth, outer parts first; stop one level past the limit."""
    yield node, depth
    if depth <= DEEPEST:
        for child in ast.iter_child_nodes(node):
            yield from _walk(child, depth + 1)


def _refusal(node: ast.AST) -> str | None:
    """Return the name of what is refused, or None where the part is fine."""
    if not isinstance(node, ALLOWED):
        return NAMES.get(type(node), f"{type(node).__name__.lower()}")
    match node:
        case ast.Constant(value=str(value)) if bad := unprintable(value):
            return bad
        case ast.Constant(value=value) if not isinstance(value, str | int | float | None):
            return repr(value)
        case ast.Name(id=name) | ast.Attribute(attr=name) if name.startswith("_"):
            return f'the name "{name}"'
        case ast.Call(func=func) if not isinstance(func, ast.Name):
            return "a call of anything but a known function"
        case ast.keyword(arg=None):
            return "unpacking with **"
        case ast.Dict(keys=keys) if None in keys:
            return "unpacking with **"
        case ast.comprehension(is_async=1):
            return "async"
    return None


def _placed(node: ast.AST, root: ast.AST) -> ast.AST:
    """Return the part itself, or the nearest part around it that has a place in the text."""
    if hasattr(node, "col_offset"):
        return node
    for outer in ast.walk(root):
        if node in ast.iter_child_nodes(outer) and hasattr(outer, "col_offset"):
            return outer
    return root
