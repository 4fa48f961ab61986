"""The ids of drawings that a fact writes out, and which of them no drawing of the game has.

An id that a template has but draws under a condition only is there; a misspelt one is nowhere.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

from pnp.base.diagnostics import PnpError, Where
from pnp.data.game import Game
from pnp.data.project import confined
from pnp.data.textfile import read_bytes
from pnp.rulebook.drawnmarks import marks_of
from pnp.rulebook.evaluation import FactContext
from pnp.rulebook.grammar import FactExpression
from pnp.template.sources import FOLDER, unpacked

ROLES: Mapping[str, slice] = {
    **dict.fromkeys(("words", "drawn", "symbols", "marks", "colours"), slice(1, 2)),
    **dict.fromkeys(("letter_size", "overlaps"), slice(1, 2)),
    "beside": slice(1, None),
    "printed": slice(0, 1),
}
"""Which arguments of functions are ids of drawings."""

_ID = re.compile(rb"""\sid\s*=\s*["']([^"']+)["']""")


def unknown_ids(
    kit: FactContext, expressions: Sequence[FactExpression], loops: Mapping[str, FactExpression]
) -> Iterator[tuple[FactExpression, ast.Constant, str]]:
    """Yield the ids that no drawing has of those that a fact writes out and has asked for.

    Each comes with its expression and the text that has it. Templates are read only for ids that
    are drawn nowhere.
    """
    found = {asked.role for asked, is_found in kit.asked.items() if is_found}
    wanted = {asked.role for asked in kit.asked} - found
    if not wanted:
        return
    for expression in expressions:
        for text in _written(expression.root, loops):
            for id_ in text.value.split() if text.value in wanted else ():
                if not _is_known(id_, drawn_ids(kit)) and not _is_known(id_, template_ids(kit)):
                    yield expression, text, id_


def _is_known(id_: str, known: frozenset[str]) -> bool:
    return id_ in known or any(fnmatchcase(other, id_) for other in known)


def drawn_ids(kit: FactContext) -> frozenset[str]:
    """Return all ids of what is drawn on the faces that facts have looked at so far."""
    return frozenset[str]().union(*(kit.read(face, marks_of).ids for face in kit.faces()))


def template_ids(kit: FactContext) -> frozenset[str]:
    """Return all ids of the project's templates, drawn or not."""
    return kit.kept("ids of templates", lambda: _ids_in_templates(kit.game))


def _ids_in_templates(game: Game) -> frozenset[str]:
    """Return the ids of all drawings of the project: a template may use any of them."""
    found = set[str]()
    for root in game.project.folders(FOLDER):
        for path in root.rglob("*.svg*"):
            with suppress(OSError, PnpError):
                name = path.relative_to(root).as_posix()
                data = unpacked(read_bytes(confined(root, name), name), Where(name))
                found |= {id_.decode("utf-8", "replace") for id_ in _ID.findall(data)}
    return frozenset(found)


def _written(root: ast.expr, loops: Mapping[str, FactExpression]) -> Iterator[ast.Constant]:
    """Yield the roles that an expression writes out: in a call, or in a list for a loop's name."""
    nodes = [*ast.walk(root)]
    lists: dict[str, list[ast.expr]] = {name: [loop.root] for name, loop in loops.items()}
    for node in nodes:
        if isinstance(node, ast.comprehension) and isinstance(node.target, ast.Name):
            lists.setdefault(node.target.id, []).append(node.iter)
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for role in node.args[ROLES.get(node.func.id, slice(0))]:
                yield from _texts(role)
                if isinstance(role, ast.Name):
                    yield from (text for each in lists.get(role.id, ()) for text in _texts(each))


def _texts(node: ast.expr) -> Iterator[ast.Constant]:
    """Yield a text that is written out, or those of a list."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        for part in node.elts:
            yield from _texts(part)
