"""Booklets: pages joined to leaves, and leaves laid on sheets that are folded in the middle.

Turned over, a sheet of a booklet has two leaves side by side, each with a page on either side. Of
eight pages the outer sheet has 8 and 1 in front, 2 and 7 behind; the inner one 6 and 3, 4 and 5.
The sheets lie in each other and are stapled in the fold. Printed on one side, a sheet has two pages
in reading order, is folded with the print outside, and stapled with the others at the open edges.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from pnp.base.diagnostics import Finding, Where, unusable
from pnp.data.game import Card, Component
from pnp.geometry.plane import ROUNDING, Point, Rect, Size
from pnp.imposition import rules
from pnp.imposition.grid import STRIP, UsableArea, fields, on_paper
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.sheetlayout import Copy, Place, SheetLayout
from pnp.kinds.piece import Piece
from pnp.scene.page import Face, Slot


class Spread(NamedTuple):
    """How two pages lie side by side on a paper: ``Spread(turn=90, half=Size(148.5, 210))``.

    ``turn`` is the clockwise turn of the pages in degrees; ``half`` is half of the paper, as the
    upright page sees it, in millimetres.
    """

    turn: int
    half: Size

    def scale(self, page: Size) -> float:
        """Return the factor, at most 1, at which a page fits half of the paper."""
        return min(1.0, self.half.width / page.width, self.half.height / page.height)


def spread_of(page: Size, paper: Size) -> Spread:
    """Return the spread in which a page is larger: upright, or turned by 90 degrees."""
    ways = (
        Spread(0, Size(paper.width / 2, paper.height)),
        Spread(90, Size(paper.height / 2, paper.width)),
    )
    return max(ways, key=lambda way: way.scale(page))


def both_sides(backs: Backs) -> bool:
    """Tell whether booklets are printed on both sides; a gutterfold prints on one."""
    return backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE)


def bound(pieces: Sequence[Piece], backs: Backs) -> Iterator[Piece]:
    """Yield the pieces, in place of a booklet's pages what its sheets have side by side.

    Two pieces in a row share a sheet, the outer sheet first: leaves with a page on either side, or
    single pages if paper is printed on one side. Missing pages are blank.
    """
    for component, group in groupby(pieces, key=lambda piece: piece.component):
        if not component.kind.booklet:
            yield from group
        elif both_sides(backs):
            yield from _leaves(filled_up(list(group), 4))
        else:
            yield from filled_up(list(group), 2)


def filled_up(pages: Sequence[Piece], multiple: int) -> list[Piece]:
    """Return the pages with blank ones after the last, up to a multiple of 2 or 4."""
    last = pages[-1]
    ends = range(len(pages) + 1, len(pages) + 1 + -len(pages) % multiple)
    return [*pages, *(_blank(last, number) for number in ends)]


def _blank(page: Piece, number: int) -> Piece:
    """Return an empty page; the id of no row has a tilde."""
    card = Card(f"blank~{number}", page.qty, {}, page.card.where, page.card.face)
    face = Face(page.face.trim, page.face.bleed, page.face.safe, (), page.face.where)
    return replace(page, card=card, face=face)


def _leaves(pages: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the leaves of each sheet: the left one of its front, then the right one."""
    for first in range(0, len(pages) // 2, 2):
        last = len(pages) - 1 - first
        yield replace(pages[last], back=pages[last - 1].face)
        yield replace(pages[first], back=pages[first + 1].face)


def sheets(pieces: Sequence[Piece], layout: Layout, backs: Backs) -> list[SheetLayout]:
    """Return the sheets of the booklet that two pieces in a row share a sheet of."""
    component, creep = pieces[0].component, _creep(pieces, backs).each
    leaf = both_sides(backs)
    field = next(fields(layout, backs, 0.0 if leaf else STRIP))
    pairs = list(zip(pieces[::2], pieces[1::2], strict=True))
    return [
        SheetLayout(
            _pair(left, right, number, depth * creep, field, layout.paper),
            field,
            counts=((component.name, int(depth == len(pairs) - 1)),),
            leaf=leaf,
        )
        for number in range(1, pieces[0].qty + 1)
        for depth, (left, right) in enumerate(pairs)
    ]


class Creep(NamedTuple):
    """How far pages are moved over the fold, which cuts that off. Millimetres.

    ``each`` is what one sheet moves those inside it, ``most`` what all together move the innermost.
    ``where`` is the place of ``creep`` in game.yaml.
    """

    each: float
    most: float
    where: Where


def _creep(pieces: Sequence[Piece], backs: Backs) -> Creep:
    """Return the creep of the booklet that two pieces in a row share a sheet of."""
    from pnp.kinds.booklet import Folding  # imported late: few games have a booklet

    folding = pieces[0].component.own_as(Folding)
    each = folding.creep if both_sides(backs) else 0.0
    return Creep(each, each * (len(pieces) // 2 - 1), folding.where)


def _pair(
    left: Piece, right: Piece, number: int, shift: float, field: UsableArea, paper: Size
) -> tuple[Place, ...]:
    """Return two leaves at the fold, moved over it by ``shift`` mm; the fold cuts off the rest."""
    turn = spread_of(left.trim, paper).turn
    size, middle = on_paper(left.trim, turn), Rect.of(paper).center
    if turn:
        x = middle.x - size.width / 2
        corners = Point(x, middle.y - size.height + shift), Point(x, middle.y - shift)
        halves = _above_and_below(field.area, middle.y)
    else:
        y = middle.y - size.height / 2
        corners = Point(middle.x - size.width + shift, y), Point(middle.x - shift, y)
        halves = _left_and_right(field.area, middle.x)
    return tuple(
        _place(Slot(at, leaf.trim, turn), Copy(leaf, number), half)
        for leaf, at, half in zip((left, right), corners, halves, strict=True)
    )


def _place(slot: Slot, copy: Copy, half: Rect) -> Place:
    shown = slot.rect.inset(-copy.piece.face.bleed).intersection(half)
    return Place(slot, copy, shown or half)


def _left_and_right(area: Rect, x: float) -> tuple[Rect, Rect]:
    left = Rect(area.x, area.y, x - area.x, area.height)
    return left, Rect(x, area.y, area.right - x, area.height)


def _above_and_below(area: Rect, y: float) -> tuple[Rect, Rect]:
    above = Rect(area.x, area.y, area.width, y - area.y)
    return above, Rect(area.x, y, area.width, area.bottom - y)


def told(pieces: Iterable[Piece], backs: Backs) -> Iterator[Finding]:
    """Yield what becomes of booklets on any paper: blank pages, sheets printed on one side."""
    for component, group in groupby(pieces, key=lambda piece: piece.component):
        if not component.kind.booklet:
            continue
        if blank := rules.blank_pages(component, len(list(group)), 4 if both_sides(backs) else 2):
            yield blank
        if not both_sides(backs):
            yield rules.folded_singly(component)


def findings(
    pages: Sequence[Piece], laid: Sequence[SheetLayout], layout: Layout, backs: Backs
) -> Iterator[Finding]:
    """Yield what is lost of a booklet's pages, at edges and fold, and a rim that is to be cut off.

    ``laid`` are the sheets of ``pages``.
    """
    component, safe, creep = pages[0].component, pages[0].face.safe, _creep(pages, backs)
    leaf = spread_of(pages[0].trim, layout.paper).half
    if larger := rules.leaf_larger(component, pages[0].trim, leaf, layout.paper_name):
        yield larger
    lost = max((_lost(place, layout.paper) for sheet in laid for place in sheet.places), default=0)
    if lost > safe + ROUNDING:
        yield rules.page_clipped(component, lost, safe, layout.paper_name)
    if creep.most > safe + ROUNDING:
        yield rules.page_over_fold(component, creep.most, safe, creep.where)


def _lost(place: Place, paper: Size) -> float:
    """Return how many millimetres of a page are not printed at one of its edges, at most."""
    slot, window, middle = place.slot.rect, place.window, Rect.of(paper).center
    sides = (
        (window.x, window.x - slot.x, middle.x),
        (window.y, window.y - slot.y, middle.y),
        (window.right, slot.right - window.right, middle.x),
        (window.bottom, slot.bottom - window.bottom, middle.y),
    )
    return max(lost for end, lost, fold in sides if abs(end - fold) > ROUNDING)


def unfit(pages: Sequence[Piece], layout: Layout, backs: Backs) -> Iterator[Finding]:
    """Yield the errors of pages that cannot be bound: too large, or moved out of their half."""
    component, trim, creep = pages[0].component, pages[0].trim, _creep(pages, backs)
    spread = spread_of(trim, layout.paper)
    if spread.scale(trim) < 1 - ROUNDING:
        yield _too_large(component, trim, spread.half, layout)
    elif creep.most >= trim.width / 2:
        yield _too_much_creep(component, trim, creep)


def _too_large(component: Component, page: Size, half: Size, layout: Layout) -> Finding:
    """Return the error for pages that would have to be made smaller than anybody reads."""
    message = f"the pages of {component.name} are {page}, but half of {layout.paper_name} is {half}"
    return unusable(message, component.where, "print on larger paper, or draw smaller pages")


def _too_much_creep(component: Component, page: Size, creep: Creep) -> Finding:
    """Return the error for pages of which the fold would cut off half or more."""
    message = (
        f"the creep of {component.name} moves the pages of its innermost sheet {creep.most:g} mm"
        f" over the fold, and they are {page.width:g} mm wide"
    )
    return unusable(message, creep.where, "write a smaller creep, or make two booklets")
