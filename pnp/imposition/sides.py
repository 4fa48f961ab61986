"""The two sides of a sheet as pages: faces and backs in slots, marks between, labels beside."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pnp.base.diagnostics import Finding
from pnp.data.game import Game
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Rect, Size
from pnp.imposition.batch import OutputFile
from pnp.imposition.duplex import rect_behind, slot_behind
from pnp.imposition.label import LabelText, draw_label, draw_ruler, label_texts
from pnp.imposition.marks import (
    CutEdge,
    crop_marks,
    draw_fold,
    draw_key,
    draw_panel,
    fold_marks,
    outer_box,
    outlines,
)
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.sheetlayout import Place, SheetLayout
from pnp.scene.bounds import union
from pnp.scene.drawing import Ink
from pnp.scene.node import Clip, Group, Node
from pnp.scene.page import Face, Page, Placement, Slot
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook
from pnp.text.style import Typeset


@dataclass(frozen=True, slots=True)
class FaceCache:
    """One group for each different drawing, so that back ends store it once for all copies."""

    _groups: dict[Contents, Group] = field(default_factory=dict)

    def group(self, face: Face) -> Group:
        """Return the group that draws a face; faces of equal drawing share it."""
        if face.nodes not in self._groups:
            self._groups[face.nodes] = Group(face.nodes)
        return self._groups[face.nodes]

    def placed(self, placement: Placement) -> Group:
        """Return a face in its slot, cut off at its window, under its key."""
        place = placement.slot.place
        window = Path.rect(place.inverse().box(placement.window))
        art = (self.group(placement.face),)
        return Group(art, place=place, clip=Clip(window), key=placement.key)


def page(
    paper: Size, placements: Sequence[Placement], art: FaceCache, beside: Iterable[Node], label: str
) -> Page:
    """Return a side of a sheet: the placements, then what stands beside and over them."""
    whole = Rect.of(paper)
    return Page(
        size=paper,
        nodes=(*(art.placed(placement) for placement in placements), *beside),
        trim=union(placement.trim for placement in placements) or whole,
        bleed=union(placement.window for placement in placements) or whole,
        placements=tuple(placements),
        label=label,
    )


def single(face: Face, key: str) -> Page:
    """Return a page as large as the face with its bleed; its trim box is the face's trim."""
    size = face.bleed_box.size
    slot = Slot(Point(face.bleed, face.bleed), face.trim)
    placement = Placement(slot, face, key, Rect.of(size))
    return page(size, [placement], FaceCache(), (), key)


NO_LABEL = Typeset((), 0.0, 0.0)


class SheetContext(NamedTuple):
    """What every sheet of a kit is made with."""

    game: Game
    layout: Layout
    book: FontBook
    ink: Ink
    art: FaceCache


class SheetJob(NamedTuple):
    """A spread and its place in a file: ``number`` counts from 1, there are ``of`` of them."""

    paper: OutputFile
    spread: SheetLayout
    number: int
    of: int


class PageSide(NamedTuple):
    """A page, and what is wrong with its label."""

    page: Page
    findings: tuple[Finding, ...]


def draw_front(load: SheetJob, desk: SheetContext) -> PageSide:
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


def draw_back(load: SheetJob, desk: SheetContext) -> PageSide | None:
    """Return the side with the backs, each behind its own face; None on a one-sided sheet."""
    if load.paper.backs in (Backs.NONE, Backs.GUTTERFOLD):
        return None
    placements = _backs(load, desk)
    marks = _crop_marks(load, placements, _area_behind(load, desk))
    return _side(load, desk, placements, marks, "back")


def _face(place: Place) -> Placement:
    return Placement(place.slot, place.copy.piece.face, place.copy.key("face"), place.window)


def _backs(load: SheetJob, desk: SheetContext) -> list[Placement]:
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


def _area_behind(load: SheetJob, desk: SheetContext) -> Rect:
    field = load.spread.field
    return rect_behind(field.area, desk.layout.paper, field.mirror) if field.mirror else field.area


def _crop_marks(load: SheetJob, placements: Sequence[Placement], area: Rect) -> tuple[Node, ...]:
    """Return the marks at the edges of what is cut out straight."""
    panel = load.spread.panel
    if panel:
        box = outer_box(panel, area)
        return crop_marks((CutEdge(panel.cut, box),), (box,), area)
    pairs = zip(placements, load.spread.places, strict=True)
    straight = tuple(
        CutEdge(put.trim, put.window) for put, place in pairs if place.copy.piece.cut_straight
    )
    return crop_marks(straight, _windows(placements), area)


def _folds_and_outlines(spread: SheetLayout, faces: Sequence[Placement]) -> Iterator[Node]:
    placed = list(zip(faces, [place.copy.piece for place in spread.places], strict=True))
    folds = [(put, crease) for put, piece in placed for crease in piece.creases]
    yield from fold_marks(folds, _windows(faces), spread.field.area)
    yield from outlines([(put, piece.outline) for put, piece in placed if piece.outline])


def _windows(placements: Sequence[Placement]) -> tuple[Rect, ...]:
    return tuple(placement.window for placement in placements)


def _front_word(load: SheetJob) -> str:
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
    load: SheetJob,
    desk: SheetContext,
    placements: Sequence[Placement],
    marks: Sequence[Node],
    word: str,
) -> PageSide:
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
    return PageSide(finished, typeset.findings)


def _words(load: SheetJob, desk: SheetContext, side: str) -> LabelText:
    pieces = (place.copy.piece for place in load.spread.places)
    titles = tuple(dict.fromkeys(piece.component.title for piece in pieces))
    paper = load.paper
    return LabelText(
        desk.game, titles, load.number, load.of, side, paper.backs, paper.stock, desk.ink
    )
