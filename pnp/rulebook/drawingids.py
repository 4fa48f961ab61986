"""The ids of drawings that a fact writes out, and which of them no drawing of the game has.

An id that a template has but draws under a condition only is there; a misspelt one is nowhere.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from posixpath import dirname, join, normpath

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

_LINKED = re.compile(rb"""href\s*=\s*["']([^"'#{:]+)\.svg""")
"""A drawing that another one uses, without its suffix."""


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
    """Return all ids in the folders of the game's templates, drawn or not."""
    return kit.kept("ids of templates", lambda: _ids_in_folders(kit.game))


def _ids_in_folders(game: Game) -> frozenset[str]:
    """Return the ids in the folders of the components' templates, and in those that they use."""
    cards = [card for component in game.components.values() for card in component.cards]
    waiting = {dirname(name) for card in cards for name in (card.face, card.back or card.face)}
    found, seen = set[str](), set[str]()
    while waiting - seen:
        folder = min(waiting - seen)
        seen.add(folder)
        for data in _drawings_in(game, folder):
            found |= {id_.decode("utf-8", "replace") for id_ in _ID.findall(data)}
            links = (link.decode("utf-8", "replace") for link in _LINKED.findall(data))
            waiting |= {normpath(join(folder, dirname(link))) for link in links}
    return frozenset(found)


def _drawings_in(game: Game, folder: str) -> Iterator[bytes]:
    """Yield the drawings in a folder of ``templates/``, also those in its own folders."""
    pattern = "*.svg*" if folder in ("", ".") else "**/*.svg*"
    for root in game.project.folders(FOLDER) if not folder.startswith("..") else ():
        for path in (root / folder).glob(pattern):
            with suppress(OSError, PnpError):
                name = path.relative_to(root).as_posix()
                yield unpacked(read_bytes(confined(root, name), name), Where(name))


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
