"""What the page is told about pieces and findings: plain data, ready for JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

from pnp.base.diagnostics import Finding
from pnp.data.game import Component, Game
from pnp.data.project import Project
from pnp.kinds.piece import Piece
from pnp.markup.syntax import path_data
from pnp.scene.node import Group, Node, Text

Entry = dict[str, Any]

Sides = Mapping[str, Mapping[str, str | None]]
"""The digests of a piece's sides in each ink: ``{"full": {"face": "e448…", "back": None}}``."""


class Entries:
    """Makes entries of a project's pieces and findings, with places that an editor can open."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._strings: WeakKeyDictionary[Group, tuple[str, ...]] = WeakKeyDictionary()

    def components(self, game: Game, pieces: Sequence[Entry]) -> list[Entry]:
        """Return the entries of a game's components, each with the entries of its pieces."""
        return [
            _component(each, [piece for piece in pieces if piece["component"] == each.name])
            for each in game.components.values()
        ]

    def piece(self, piece: Piece, sides: Sides, before: Sides | None) -> Entry:
        """Return the entry of a piece; ``before`` are its sides before they last changed."""
        trim, where = piece.trim, piece.card.where
        shown = (*piece.face.nodes, *(piece.back.nodes if piece.back else ()))
        return {
            "id": piece.id,
            "component": piece.component.name,
            "qty": piece.qty,
            "width": trim.width,
            "height": trim.height,
            "bleed": piece.face.bleed,
            "safe": piece.face.safe,
            "cut": path_data(piece.cut) if piece.outline or piece.component.corner else None,
            "folds": [path_data(crease) for crease in piece.creases],
            "text": " ".join(chain.from_iterable(map(self._texts, shown))),
            "sides": sides,
            "before": before,
            "file": where.file,
            "line": where.line,
            "path": self.path(where.file),
        }

    def finding(self, finding: Finding, pieces: Iterable[Piece] = ()) -> Entry:
        """Return the entry of a finding; it names the one of the pieces that it is about."""
        where = finding.where
        file = where.file if where else None
        return {
            "rule": finding.rule.id,
            "severity": finding.severity.value,
            "message": finding.message,
            "hint": finding.hint,
            "place": str(where) if where else None,
            "file": file,
            "line": where.line if where else None,
            "path": self.path(file),
            "piece": _about(finding, tuple(pieces)),
        }

    def fact(self, fact: Entry, pieces: Sequence[Piece]) -> Entry:
        """Return the entry of a fact of ``report.as_data``; it names a piece at its place."""
        piece = _at(fact["file"], fact["line"], pieces)
        return {**fact, "path": self.path(fact["file"]), "piece": piece}

    def _texts(self, node: Node) -> Iterable[str]:
        """Return the strings in a node; those of a group are kept while it is drawn again."""
        if not isinstance(node, Group):
            return _texts((node,))
        if node not in self._strings:
            self._strings[node] = tuple(_texts(node.nodes))
        return self._strings[node]

    def path(self, file: str | None) -> str | None:
        """Return the whole path of a file that messages name, for a link into an editor."""
        path = self._project.root / file if file else None
        return str(path) if path is not None and path.is_file() else None


def _component(component: Component, pieces: list[Entry]) -> Entry:
    return {
        "name": component.name,
        "title": component.title,
        "kind": component.kind.name,
        "guide": component.kind.guide,
        "qty": component.qty,
        "pieces": pieces,
    }


def _about(finding: Finding, pieces: Sequence[Piece]) -> str | None:
    """Return the id of the piece that a finding is about: named first, or at its place."""
    named = finding.message.partition(":")[0].removeprefix("the back of ")
    own = next((piece.id for piece in pieces if piece.id == named), None)
    where = finding.row or finding.where
    return own or (_at(where.file, where.line, pieces) if where else None)


def _at(file: str | None, line: int | None, pieces: Sequence[Piece]) -> str | None:
    """Return the id of the first piece whose row, or else whose component, is at a line."""
    rows = ((piece.id, piece.card.where) for piece in pieces)
    components = ((piece.id, piece.component.where) for piece in pieces)
    found = (id_ for id_, each in chain(rows, components) if (each.file, each.line) == (file, line))
    return next(found, None)


def _texts(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Group):
            yield from _texts(node.nodes)
        elif isinstance(node, Text):
            yield node.string
