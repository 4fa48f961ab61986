"""Folds the planned sheets of booklets and reads their pages, independently of imposition.

Paper with print on both sides is nested and stapled in the fold; with print on one side each sheet
is folded alone, print outside, and stapled at the open edges. Lengths are millimetres, y down.
"""

from collections.abc import Iterator, Sequence

from pnp.base.diagnostics import Finding
from pnp.data.game import Component
from pnp.geometry.plane import Rect, Sides
from pnp.imposition.sheet import Backs, Layout
from pnp.kinds.piece import Key, Piece
from pnp.proof.rules import FOLD
from pnp.proof.traits import TOLERANCE
from pnp.scene.page import Face, Page, Placement

STRIP = 4.0
"""The most that label and ruler take from a page at one edge, in millimetres."""

MOST_CREEP = 16.0
"""The most that a page is moved over the fold, in millimetres."""


def has_leaves(backs: Backs) -> bool:
    """Return whether the pages of booklets lie behind each other."""
    return backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE)


def page_keys(
    component: Component, pages: Sequence[Piece], copy: int, backs: Backs
) -> Iterator[tuple[Key, Piece, Face]]:
    """Yield key, piece and face of each page of one booklet in reading order, blank ones included.

    A page behind another one has the key of that one's back: page 2 lies behind page 1, page 7
    behind page 8.
    """
    number = len(pages)
    whole = number + -number % (4 if has_leaves(backs) else 2)
    for page in range(1, whole + 1):
        on_front = not has_leaves(backs) or (page % 2 == 1) == (page <= whole / 2)
        other = page if on_front else page - 1 if page % 2 == 0 else page + 1
        name = pages[other - 1].card.id if other <= number else f"blank~{other}"
        key = Key(f"{component.name}/{name}", copy, "face" if on_front else "back")
        drawn = pages[min(page, number) - 1]
        blank = Face(drawn.face.trim, drawn.face.bleed, drawn.face.safe, (), drawn.face.where)
        yield key, drawn, drawn.face if page <= number else blank


def check_folding(
    pages: Sequence[Page], booklets: Sequence[Sequence[str]], layout: Layout
) -> Iterator[Finding]:
    """Yield the booklets that are not read from page to page once their sheets are folded.

    Each of ``booklets`` has the keys of one copy in reading order.
    """
    for wanted in booklets:
        mine = set(wanted)
        leaves = [
            (
                page,
                [put for put in page.placements if put.key in mine and put.key.endswith("/face")],
            )
            for page in pages
        ]
        sheets = [(page, found) for page, found in leaves if found]
        name = wanted[0].partition("/")[0]
        for page, found in sheets:
            yield from _check_sheet(name, page, found, layout)
        if all(len(found) == 2 for _, found in sheets):
            yield from _check_reading(name, [_in_order(found) for _, found in sheets], wanted)


def _check_reading(
    name: str, sheets: Sequence[tuple[str, str]], wanted: Sequence[str]
) -> Iterator[Finding]:
    backed = any(key.endswith("/back") for key in wanted)
    read = nested(sheets) if backed else [key for sheet in sheets for key in sheet]
    for number, (have, want) in enumerate(zip(read, wanted, strict=False), 1):
        if have != want:
            yield Finding(FOLD, f"{name}: folded, {have} is read as page {number}, not {want}")
            return


def nested(sheets: Sequence[tuple[str, str]]) -> list[str]:
    """Return the keys of pages as they are read, from the left and right key of each front."""
    read = [key for _, right in sheets for key in (right, _behind(right))]
    return read + [key for left, _ in reversed(sheets) for key in (_behind(left), left)]


def _behind(key: str) -> str:
    return str(Key.parse(key)._replace(side="back"))


def _in_order(pair: Sequence[Placement]) -> tuple[str, str]:
    """Return the keys of two pages, the left one first as they are read."""
    turned = pair[0].slot.turn % 180 != 0
    ordered = sorted(pair, key=lambda put: put.slot.at.y if turned else put.slot.at.x)
    return ordered[0].key, ordered[1].key


def _check_sheet(
    name: str, page: Page, pair: Sequence[Placement], layout: Layout
) -> Iterator[Finding]:
    if len(pair) != 2:
        yield Finding(
            FOLD, f"{page.label}: a sheet of {name} has {len(pair)} pages beside it, not 2"
        )
        return
    first, second = sorted(pair, key=lambda put: put.slot.at)
    turned = first.slot.turn % 180 != 0
    if first.slot.turn != second.slot.turn or first.slot.turn not in (0, 90):
        yield Finding(FOLD, f"{page.label}: the pages of {name} are not upright side by side")
        return
    middle, a, b = Rect.of(page.size).center, first.slot.rect, second.slot.rect
    over = (a.bottom - middle.y, middle.y - b.y) if turned else (a.right - middle.x, middle.x - b.x)
    if abs(over[0] - over[1]) > TOLERANCE or not -TOLERANCE <= over[0] <= MOST_CREEP:
        yield Finding(FOLD, f"{page.label}: the pages of {name} do not meet at the fold")
    for put in pair:
        if not put.window.contains(_needed(put, page, layout, turned), TOLERANCE):
            message = f"{page.label}: {put.key} is cut off inside the printable area"
            yield Finding(FOLD, message)


def _needed(put: Placement, page: Page, layout: Layout, turned: bool) -> Rect:
    """Return what must be printed of a page: its half of the paper without margins and labels."""
    widest = max(layout.margins) + STRIP
    area = Rect.of(page.size).inset(Sides.all(widest))
    middle, slot = Rect.of(page.size).center, put.slot.rect
    if turned:
        top = area.y if slot.center.y < middle.y else middle.y
        half = Rect(area.x, top, area.width, area.height / 2)
    else:
        left = area.x if slot.center.x < middle.x else middle.x
        half = Rect(left, area.y, area.width / 2, area.height)
    return slot.intersection(half) or half
