"""The two sides of a sheet: faces and backs in their slots, marks between, a label beside."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.content.game import Game
from pnp.finding import Finding
from pnp.geometry import Rect
from pnp.imposition.batch import Paper
from pnp.imposition.duplex import rect_behind, slot_behind
from pnp.imposition.gutterfold import draw_fold
from pnp.imposition.label import Words, draw_label, draw_ruler, label_texts
from pnp.imposition.marks import Edge, crop_marks, fold_marks, outlines
from pnp.imposition.panelmarks import draw_key, draw_panel, outer_box
from pnp.imposition.placing import Art, page
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.spread import Place, Spread
from pnp.scene.node import Node
from pnp.scene.page import Page, Placement
from pnp.template.drawing import Ink
from pnp.template.text.fonts import FontBook
from pnp.template.text.textstyle import Typeset

NO_LABEL = Typeset((), 0.0, 0.0)


class Desk(NamedTuple):
    """What every sheet of a kit is made with."""

    game: Game
    layout: Layout
    book: FontBook
    ink: Ink
    art: Art


class Load(NamedTuple):
    """A spread and its place in a file: ``number`` counts from 1, there are ``of`` of them."""

    paper: Paper
    spread: Spread
    number: int
    of: int


class Side(NamedTuple):
    """A page, and what is wrong with its label."""

    page: Page
    findings: tuple[Finding, ...]


def draw_front(load: Load, desk: Desk) -> Side:
    """Return the side with the faces, and all that is cut, folded and measured by."""
    spread, book = load.spread, desk.book
    faces = [_face(place) for place in spread.places]
    backs: list[Placement] = []
    marks: list[Node] = []
    if load.paper.backs is Backs.GUTTERFOLD:
        backs = _backs(load, desk)
        marks += draw_fold(desk.layout.paper, spread.field, book)
        marks += _crop_marks(load, backs, _area_behind(load, desk))
    marks += _crop_marks(load, faces, spread.field.area)
    marks += _folds_and_outlines(spread, faces)
    if spread.panel:
        marks += draw_panel(spread.panel, spread.field.area, book)
    if load.number == 1 and spread.field.ruler:
        marks += draw_ruler(spread.field.ruler, book)
    return _side(load, desk, [*faces, *backs], marks, _front_word(load))


def draw_back(load: Load, desk: Desk) -> Side | None:
    """Return the side with the backs, each behind its own face; None on a one-sided sheet."""
    if load.paper.backs in (Backs.NONE, Backs.GUTTERFOLD):
        return None
    placements = _backs(load, desk)
    marks = _crop_marks(load, placements, _area_behind(load, desk))
    return _side(load, desk, placements, marks, "back")


def _face(place: Place) -> Placement:
    return Placement(place.slot, place.copy.piece.face, place.copy.key("face"), place.window)


def _backs(load: Load, desk: Desk) -> list[Placement]:
    """Return the backs where the turned or folded paper brings them behind their faces."""
    size, mirror = desk.layout.paper, load.spread.field.mirror
    return [
        Placement(
            slot_behind(slot, size, mirror),
            copy.piece.back,
            copy.key("back"),
            rect_behind(window, size, mirror),
        )
        for slot, copy, window in load.spread.places
        if copy.piece.back is not None and mirror is not None
    ]


def _area_behind(load: Load, desk: Desk) -> Rect:
    field = load.spread.field
    return rect_behind(field.area, desk.layout.paper, field.mirror) if field.mirror else field.area


def _crop_marks(load: Load, placements: Sequence[Placement], area: Rect) -> tuple[Node, ...]:
    """Return the marks at the edges of what is cut out straight."""
    panel = load.spread.panel
    if panel:
        box = outer_box(panel, area)
        return crop_marks((Edge(panel.cut, box),), (box,), area)
    pairs = zip(placements, load.spread.places, strict=True)
    straight = tuple(
        Edge(put.trim, put.window) for put, place in pairs if place.copy.piece.cut_straight
    )
    return crop_marks(straight, _windows(placements), area)


def _folds_and_outlines(spread: Spread, faces: Sequence[Placement]) -> Iterator[Node]:
    placed = list(zip(faces, [place.copy.piece for place in spread.places], strict=True))
    folds = [(put, crease) for put, piece in placed for crease in piece.creases]
    yield from fold_marks(folds, _windows(faces), spread.field.area)
    yield from outlines([(put, piece.outline) for put, piece in placed if piece.outline])


def _windows(placements: Sequence[Placement]) -> tuple[Rect, ...]:
    return tuple(placement.window for placement in placements)


def _front_word(load: Load) -> str:
    if load.spread.panel:
        return load.spread.panel.words
    if load.paper.backs is Backs.GUTTERFOLD:
        return "faces and backs"
    if load.paper.backs is not Backs.NONE:
        return "front"
    return (
        "fronts only" if any(place.copy.piece.back for place in load.spread.places) else "one side"
    )


def _side(
    load: Load, desk: Desk, placements: Sequence[Placement], marks: Sequence[Node], word: str
) -> Side:
    """Return a finished side; its label is left out where there is no strip for it."""
    texts = label_texts(_words(load, desk, word))
    beside, strip = list(marks), load.spread.field.label
    typeset = NO_LABEL
    if strip and load.spread.panel:
        strip, key = draw_key(load.spread.panel, strip)
        beside.append(key)
    if strip:
        typeset = draw_label(texts, strip, desk.book, desk.game.where)
    finished = page(desk.layout.paper, placements, desk.art, (*beside, *typeset.nodes), texts[0])
    return Side(finished, typeset.findings)


def _words(load: Load, desk: Desk, side: str) -> Words:
    pieces = (place.copy.piece for place in load.spread.places)
    titles = tuple(dict.fromkeys(piece.component.title for piece in pieces))
    paper = load.paper
    return Words(desk.game, titles, load.number, load.of, side, paper.backs, paper.stock, desk.ink)
