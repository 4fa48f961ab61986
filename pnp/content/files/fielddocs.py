"""What the fields of a model mean: the strings under them, read from the source when asked for."""

import ast
import inspect
from itertools import pairwise
from textwrap import dedent


def field_docs(model: type, base: type) -> dict[str, str]:
    """Return the docstring of each field that a class, or one between it and a base, gives one."""
    found: dict[str, str] = {}
    for owner in reversed(model.__mro__[: model.__mro__.index(base)]):
        found |= _own_docs(owner)
    return found


def _own_docs(owner: type) -> dict[str, str]:
    (statement,) = ast.parse(dedent(inspect.getsource(owner))).body
    body = statement.body if isinstance(statement, ast.ClassDef) else []
    return {
        field.target.id: inspect.cleandoc(after.value.value)
        for field, after in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(after.value.value, str)
    }
