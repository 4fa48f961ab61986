"""A game that is kept drawn while its files change: what the page shows, as plain data.

Pictures are named by the digest of their drawing (``sameness.look``). A save changes the digests of
the faces that look different, so a browser asks for those alone; and the server hands out what is
in the dictionary of digests, never a file by its path.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from time import time_ns
from typing import Any

from pnp.base.diagnostics import Finding, PnpError
from pnp.check import Inspection, inspection
from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.export.svg.syntax import path_data
from pnp.export.svg.writer import svg_text
from pnp.imposition.impose import single
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.kit import Drawn, Options, draw, gc_paused, lay_out
from pnp.rulebook.report import as_data
from pnp.scene.node import Group, Node, Text
from pnp.scene.page import Ink, Page
from pnp.scene.sameness import look
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook

GENERATIONS = 3
"""For how many redraws an old picture can still be asked for: by a slow tab, or to compare."""

MOST_WRITTEN = 2000
"""How many pictures are kept as SVG text; others are written again when they are asked for."""


@dataclass(slots=True)
class Offered:
    """A page that can be asked for by its digest, and the last redraw that showed it."""

    page: Page
    seen: int


class Pictures:
    """The pictures that browsers may ask for, by digest; written as SVG on the first request."""

    def __init__(self) -> None:
        self._pictures: dict[str, Offered] = {}
        self._written: OrderedDict[str, str] = OrderedDict()

    def offer(self, page: Page, digest: str, redraw: int) -> str:
        """Let browsers ask for a page by its digest; return the digest."""
        self._pictures[digest] = Offered(page, redraw)
        return digest

    def forget(self, redraw: int) -> None:
        """Drop the pictures that have not been shown for some redraws."""
        old = [d for d, shown in self._pictures.items() if shown.seen <= redraw - GENERATIONS]
        for digest in old:
            del self._pictures[digest]
            self._written.pop(digest, None)

    def svg(self, digest: str, book: FontBook) -> str | None:
        """Return a picture as an SVG file, None for a digest that was not offered."""
        if digest in self._written:
            self._written.move_to_end(digest)
        elif digest in self._pictures:
            self._written[digest] = svg_text(self._pictures[digest].page, book)
            if len(self._written) > MOST_WRITTEN:
                self._written.popitem(last=False)
        return self._written.get(digest)


@dataclass(slots=True)
class Desk:
    """The game of a folder, drawn in each ink that a browser has asked for.

    All methods can be called from several threads. ``state`` and ``checks`` are what the page
    shows, ready for JSON; ``version`` counts the redraws, ``begun`` is when the last one began.
    """

    folder: Path
    project: Project
    options: Options
    version: int = 0
    begun: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    checks: dict[str, Any] | None = None
    _inks: list[Ink] = field(default_factory=lambda: [Ink.FULL])
    _templates: Templates | None = None
    _game: Game | None = None
    _drawn: dict[Ink, Drawn] = field(default_factory=dict)
    _pictures: Pictures = field(default_factory=Pictures)
    _sheets: dict[str, Any] | None = None
    _lock: RLock = field(default_factory=RLock)

    def redraw(self, changed: Collection[Path] | None = ()) -> None:
        """Draw the game again after files changed; None: nobody knows which.

        If it cannot be used, the last good pictures stay, and ``state["problems"]`` says why.
        """
        with self._lock, gc_paused():
            self.version += 1
            self.begun = time_ns()
            try:
                self._draw(changed)
                problems: Iterable[Finding] = ()
            except PnpError as error:
                problems = error.problems
            except OSError as error:  # a folder or file that vanished while it was read
                problems = _vanished(error)
            self.state = {**self._shown(), "version": self.version}
            self.state["problems"] = [self._finding(problem) for problem in problems]

    def report(self, error: PnpError) -> None:
        """Show an error in place of the problems of the last redraw."""
        with self._lock:
            self.state = {**self.state, "problems": list(map(self._finding, error.problems))}

    def also(self, ink: Ink) -> None:
        """Draw the game in another ink too, from now on."""
        with self._lock:
            if ink not in self._inks:
                self._inks.append(ink)
                self.redraw()

    def check(self) -> None:
        """Check the drawn game against its rulebook and the print rules, as ``pnp check`` does."""
        with self._lock, gc_paused():
            if self._game is None or self.checks is not None:
                return
            try:
                found = inspection(self._game, self._drawn[Ink.FULL])
            except PnpError as error:
                self.checks = {"facts": [], "findings": list(map(self._finding, error.problems))}
                return
            self.checks = self._checked(found)

    def sheets(self) -> dict[str, Any]:
        """Return the sheets as a build would print them, each side with its digest."""
        with self._lock, gc_paused():
            if self._sheets is None and self._game is not None:
                self._sheets = self._laid_out(self._game)
            return self._sheets or {"sheets": []}

    def svg(self, digest: str) -> str | None:
        """Return a picture as an SVG file, None for a digest that this desk has not shown."""
        with self._lock, gc_paused():
            book = self._templates.book if self._templates else None
            return None if book is None else self._pictures.svg(digest, book)

    @property
    def watched(self) -> tuple[Path, ...]:
        """Return the existing folders whose files make the game: data, templates, fonts."""
        own = (self.project.root / name for name in ("card_data", "templates", "fonts"))
        return tuple(dict.fromkeys(path for path in (self.folder, *own) if path.is_dir()))

    def _draw(self, changed: Collection[Path] | None) -> None:
        """Load and draw the game; keep nothing of it if that fails."""
        fonts = self.project.root / "fonts"
        anything = changed is None or any(path.is_relative_to(fonts) for path in changed)
        if self._templates is None or anything:
            self._templates = Templates(self.project, FontBook(self.project.folders("fonts")))
        else:
            self._templates.forget(changed or ())
        game = load_game(self.folder, self.project, KINDS)
        drawn = {ink: draw(game, ink, self._templates) for ink in self._inks}
        self._game, self._drawn = game, drawn
        self.checks = self._sheets = None

    def _shown(self) -> dict[str, Any]:
        """Return the last game that could be drawn: its components with their pieces."""
        game, full = self._game, self._drawn.get(Ink.FULL)
        if game is None or full is None:
            return {"title": self.folder.name, "key": self.folder.name, "components": []}
        sides = {ink: self._sides(drawn.pieces) for ink, drawn in self._drawn.items()}
        self._pictures.forget(self.version)
        entries = [
            self._piece(piece, {ink.value: sides[ink][number] for ink in sides})
            for number, piece in enumerate(full.pieces)
        ]
        return {"title": game.title, "key": game.key, "components": _by_component(game, entries)}

    def _sides(self, pieces: Iterable[Piece]) -> list[dict[str, str | None]]:
        return [
            {"face": self._offered(piece, "face"), "back": self._offered(piece, "back")}
            for piece in pieces
        ]

    def _offered(self, piece: Piece, side: str) -> str | None:
        face = piece.face if side == "face" else piece.back
        if face is None:
            return None
        page = single(face, f"{piece.id}/{side}")
        return self._pictures.offer(page, f"{look(face.nodes)}", self.version)

    def _piece(self, piece: Piece, sides: Mapping[str, Any]) -> dict[str, Any]:
        trim, where = piece.trim, piece.card.where
        return {
            "id": piece.id,
            "component": piece.component.name,
            "qty": piece.qty,
            "width": trim.width,
            "height": trim.height,
            "bleed": piece.face.bleed,
            "safe": piece.face.safe,
            "cut": path_data(piece.outline) if piece.outline else None,
            "folds": [path_data(crease) for crease in piece.creases],
            "text": " ".join(_texts(piece.face.nodes)),
            "sides": sides,
            "file": where.file,
            "line": where.line,
            "path": self._path(where.file),
        }

    def _checked(self, found: Inspection) -> dict[str, Any]:
        entries = as_data([found])
        facts = [e for e in entries if e["tier"] != "print"]
        broken = [e for e in facts if e["status"] == "fail"]
        held = sum(e["status"] == "pass" for e in facts)
        return {
            "held": held,
            "facts": [{**fact, "path": self._path(fact["file"])} for fact in broken],
            "findings": [self._finding(finding) for finding in found.findings],
        }

    def _finding(self, finding: Finding) -> dict[str, Any]:
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
            "path": self._path(file),
            "piece": self._about(finding),
        }

    def _about(self, finding: Finding) -> str | None:
        """Return the id of the piece that a finding is about: named first, or of its row."""
        full = self._drawn.get(Ink.FULL)
        named = finding.message.partition(":")[0].removeprefix("the back of ")
        pieces = full.pieces if full else ()
        own = (piece.id for piece in pieces if piece.id == named)
        row = (piece.id for piece in pieces if _same_row(piece, finding))
        return next(own, None) or next(row, None)

    def _path(self, file: str | None) -> str | None:
        """Return the whole path of a file that messages name, for a link into an editor."""
        path = self.project.root / file if file else None
        return str(path) if path is not None and path.is_file() else None

    def _laid_out(self, game: Game) -> dict[str, Any]:
        try:
            kit = lay_out(game, self.options, lambda _: None)
        except PnpError as error:
            return {"sheets": [], "problems": list(map(self._finding, error.problems))}
        sides = (page for sheet in kit.sheets for page in (sheet.front, sheet.back) if page)
        return {"sheets": [self._sheet(page) for page in sides]}

    def _sheet(self, page: Page) -> dict[str, Any]:
        digest = self._pictures.offer(page, look(page.nodes), self.version)
        width, height = page.size
        return {"label": page.label, "picture": digest, "width": width, "height": height}


def _by_component(game: Game, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            "name": component.name,
            "title": component.title,
            "kind": component.kind.name,
            "qty": component.qty,
            "pieces": [entry for entry in entries if entry["component"] == component.name],
        }
        for component in game.components.values()
    ]


def _texts(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Group):
            yield from _texts(node.nodes)
        elif isinstance(node, Text):
            yield node.string


def _same_row(piece: Piece, finding: Finding) -> bool:
    row, where = piece.card.where, finding.where
    return where is not None and (row.file, row.line) == (where.file, where.line)


def _vanished(error: OSError) -> tuple[Finding, ...]:
    from pnp.base.diagnostics import unusable

    name = error.filename or "a file"
    return (unusable(f"{name} cannot be read: {error.strerror or error}"),)
