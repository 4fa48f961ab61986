"""The two sides of a sheet: faces and backs in their slots, marks between, a label beside."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.content.game import Game
from pnp.finding import Finding
from pnp.geometry import Rect
from pnp.imposition.batch import Copy, Paper
from pnp.imposition.duplex import rect_behind, slot_behind
from pnp.imposition.frame import Frame
from pnp.imposition.label import TURN_WORDS, Words, draw_label, draw_ruler, label_texts
from pnp.imposition.marks import Edge, crop_marks, fold_marks, outlines
from pnp.imposition.placing import Art, page
from pnp.imposition.sheet import Backs, Layout
from pnp.scene.node import Node
from pnp.scene.page import Page, Placement, Slot
from pnp.template.drawing import Ink
from pnp.template.fonts import FontBook
from pnp.template.textstyle import Typeset

NO_LABEL = Typeset((), 0.0, 0.0)


class Desk(NamedTuple):
    """What every sheet of a kit is made with."""

    game: Game
    layout: Layout
    book: FontBook
    ink: Ink
    art: Art


class Load(NamedTuple):
    """What lies on one sheet: copies in the first slots of a frame, each shown in its window.

    ``number`` counts the sheets of one file from 1; there are ``of`` of them.
    """

    paper: Paper
    frame: Frame
    copies: tuple[Copy, ...]
    windows: tuple[Rect, ...]
    number: int
    of: int


class Side(NamedTuple):
    """A page, and what is wrong with its label."""

    page: Page
    findings: tuple[Finding, ...]


def draw_front(load: Load, desk: Desk) -> Side:
    """Return the side with the faces, and all that is cut, folded and measured by."""
    placements = [
        Placement(slot, copy.piece.face, copy.key("face"), window)
        for slot, copy, window in _places(load)
    ]
    placed = list(zip(placements, load.copies, strict=True))
    folds = [(put, crease) for put, copy in placed for crease in copy.piece.creases]
    cuts = [(put, copy.piece.outline) for put, copy in placed if copy.piece.outline is not None]
    ruler = load.frame.ruler if load.number == 1 else None
    marks = (
        *crop_marks(_straight(load, placements), _windows(placements), load.frame.area),
        *fold_marks(folds, _windows(placements), load.frame.area),
        *outlines(cuts),
        *(draw_ruler(ruler, desk.book) if ruler else ()),
    )
    return _side(load, desk, placements, marks, _front_word(load))


def draw_back(load: Load, desk: Desk) -> Side | None:
    """Return the side with the backs, each behind its own face; None on a one-sided sheet."""
    size, turn = desk.layout.paper, load.paper.backs
    if turn is Backs.NONE:
        return None
    placements = [
        Placement(
            slot_behind(slot, size, turn), back, copy.key("back"), rect_behind(window, size, turn)
        )
        for slot, copy, window in _places(load)
        if (back := copy.piece.back) is not None
    ]
    area = rect_behind(load.frame.area, size, turn)
    marks = crop_marks(_straight(load, placements), _windows(placements), area)
    return _side(load, desk, placements, marks, "back")


def _places(load: Load) -> Iterator[tuple[Slot, Copy, Rect]]:
    slots = load.frame.grid.slots[: len(load.copies)]
    return zip(slots, load.copies, load.windows, strict=True)


def _straight(load: Load, placements: Sequence[Placement]) -> tuple[Edge, ...]:
    """Return the edges of what is cut out straight."""
    pairs = zip(placements, load.copies, strict=True)
    return tuple(
        Edge(put.slot.rect, put.window) for put, copy in pairs if copy.piece.outline is None
    )


def _windows(placements: Sequence[Placement]) -> tuple[Rect, ...]:
    return tuple(placement.window for placement in placements)


def _front_word(load: Load) -> str:
    if load.paper.backs is not Backs.NONE:
        return "front"
    return "fronts only" if any(copy.piece.back for copy in load.copies) else "one side"


def _side(
    load: Load, desk: Desk, placements: Sequence[Placement], marks: Sequence[Node], word: str
) -> Side:
    """Return a finished side; its label is left out where there is no strip for it."""
    texts = label_texts(_words(load, desk, word))
    strip = load.frame.label
    typeset = draw_label(texts, strip, desk.book, desk.game.where) if strip else NO_LABEL
    beside = (*marks, *typeset.nodes)
    finished = page(desk.layout.paper, placements, desk.art, beside, texts[0])
    return Side(finished, typeset.findings)


def _words(load: Load, desk: Desk, side: str) -> Words:
    titles = tuple(dict.fromkeys(copy.piece.component.title for copy in load.copies))
    turn = TURN_WORDS[load.paper.backs] if load.paper.backs is not Backs.NONE else None
    stock = load.paper.stock
    return Words(desk.game, titles, load.number, load.of, side, turn, stock, desk.ink)
