"""The job ticket: every side of every copy that must be printed, by key, from the game's data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.base.diagnostics import Finding
from pnp.base.slotted import slotted
from pnp.data.game import Card, Component, Game
from pnp.data.translation import Translation
from pnp.imposition.sheet import Backs
from pnp.kinds.piece import Key, Piece
from pnp.proof.folding import has_leaves, page_keys
from pnp.proof.rules import COUNT
from pnp.scene.page import Face, Page, Placement


class Part(NamedTuple):
    """Sheets that are counted together: of one stock, with backs or without; guides apart.

    Each part is a file, except that all guides on one stock share a file.
    ``Part("card 300 g", guide=False, backed=True)``.
    """

    stock: str
    guide: bool
    backed: bool

    @property
    def file(self) -> "Part":
        """Return the part that identifies the file: for guides, backs do not count."""
        return self._replace(backed=self.backed and not self.guide)


class Side(NamedTuple):
    """One side of a drawn piece; ``face`` is the drawing of that side, a back as well."""

    piece: Piece
    face: Face
    part: Part


class Claim(NamedTuple):
    """What a placement's key claims to show: a side, or one panel of it.

    ``panel`` is (row, column) from 0, or None. The key ``board/map.B1#1/face`` gives
    ``Claim("board/map#1/face", side, (1, 0))``.
    """

    key: str
    side: Side
    panel: tuple[int, int] | None


@slotted
class Ticket:
    """The sides that must be printed, by key; ``findings`` are rows and pieces that do not match.

    ``booklets`` are the keys of the pages of each copy of a booklet, in reading order.
    ``translation`` has what their labels say, if that is not English.

    ``Ticket({"deck/owl#1/face": Side(…), "deck/owl#1/back": Side(…)})``.
    """

    sides: Mapping[str, Side]
    findings: tuple[Finding, ...] = ()
    translation: Translation | None = None
    booklets: tuple[tuple[str, ...], ...] = ()

    @property
    def backed(self) -> bool:
        """Return whether any side is printed with its back."""
        return any(side.part.backed for side in self.sides.values())

    @property
    def files(self) -> dict[Part, "Ticket"]:
        """Return the ticket of each file, by the part that identifies it."""
        apart: dict[Part, dict[str, Side]] = {}
        for key, side in self.sides.items():
            apart.setdefault(side.part.file, {})[key] = side
        return {
            part: replace(
                self,
                sides=sides,
                findings=(),
                booklets=tuple(keys for keys in self.booklets if keys[0] in sides),
            )
            for part, sides in apart.items()
        }

    def claims(self, page: Page) -> Iterator[Claim]:
        """Yield what the placements of a page claim to show, of those on the ticket."""
        return filter(None, (self.claim(put.key) for put in page.placements))

    def claim(self, key: str) -> Claim | None:
        """Return the side or panel that a key names, None if the ticket has no such side."""
        side = self.sides.get(key)
        if side is not None:
            return Claim(key, side, None)
        part = Key.parse(key)
        whole = str(part._replace(panel=""))
        side = self.sides.get(whole)
        if side is None or side.piece.panels is None or part.side != "face" or not part.panel:
            return None
        return Claim(whole, side, (ord(part.panel[0]) - ord("A"), int(part.panel[1:]) - 1))


def side_of(put: Placement) -> str:
    """Return which side a placement's key names: ``face`` or ``back``."""
    return Key.parse(put.key).side


def job_ticket(game: Game, pieces: Sequence[Piece], backs: Backs) -> Ticket:
    """Return the job ticket of a game, or of the part of one that is to be printed."""
    drawn = {(piece.component.name, piece.card.id): piece for piece in pieces}
    sides: dict[str, Side] = {}
    booklets: list[tuple[str, ...]] = []
    faults: list[Finding] = []
    for component in game.components.values():
        if component.kind.booklet:
            for bound in _booklets(component, drawn, backs, faults):
                sides.update(bound)
                booklets.append(tuple(bound))
            continue
        for card in _cards(component, pieces):
            piece = drawn.pop((component.name, card.id), None)
            if piece is None:
                faults.append(_undrawn(component, card, "it"))
            elif _is_backed(component, card) and piece.back is None:
                faults.append(_undrawn(component, card, "its back"))
            else:
                sides.update(_sides(component, card, piece, backs))
    for name, row in drawn:
        message = f"{name}/{row} was drawn, and the game has no such row"
        faults.append(Finding(COUNT, message))
    return Ticket(sides, tuple(faults), game.translation, tuple(booklets))


def _booklets(
    component: Component,
    drawn: dict[tuple[str, str], Piece],
    backs: Backs,
    faults: list[Finding],
) -> Iterator[dict[str, Side]]:
    """Yield the sides of each copy of a booklet; remove its pages from those that are drawn."""
    found = [(card, drawn.pop((component.name, card.id), None)) for card in component.cards]
    faults += (_undrawn(component, card, "it") for card, piece in found if piece is None)
    pages = [piece for _, piece in found if piece is not None]
    part = Part(component.stock, False, has_leaves(backs))
    for copy in range(1, component.cards[0].qty + 1) if len(pages) == len(found) else ():
        keyed = page_keys(component, pages, copy, backs)
        yield {str(key): Side(piece, face, part) for key, piece, face in keyed}


def _cards(component: Component, pieces: Sequence[Piece]) -> Sequence[Card]:
    """Return a component's rows; for a guide, which is paginated, one row per drawn page."""
    if not component.kind.guide:
        return component.cards
    return [piece.card for piece in pieces if piece.component.name == component.name]


def _is_backed(component: Component, card: Card) -> bool:
    return bool(card.back) and not component.kind.one_sided


def _sides(
    component: Component, card: Card, piece: Piece, backs: Backs
) -> Iterator[tuple[str, Side]]:
    """Yield the sides of all copies of a row with their keys."""
    backed = _is_backed(component, card) and backs is not Backs.NONE
    part = Part(component.stock, component.kind.guide, backed)
    for number in range(1, card.qty + 1):
        face = Key(piece.id, number, "face")
        yield str(face), Side(piece, piece.face, part)
        if backed and piece.back is not None:
            yield str(face._replace(side="back")), Side(piece, piece.back, part)


def _undrawn(component: Component, card: Card, what: str) -> Finding:
    message = f"{component.name}/{card.id} is a row of the game, and {what} was not drawn"
    return Finding(COUNT, message, card.where)
