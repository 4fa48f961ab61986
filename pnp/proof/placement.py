"""Checks slots against margins, neighbours and backs, and that panels cover their board.

The geometry is independent of imposition. Lengths are millimetres, y down.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, product

from pnp.base.diagnostics import Finding
from pnp.geometry.plane import Rect, Size
from pnp.imposition.sheet import Backs, Layout
from pnp.kinds.piece import Key
from pnp.proof.rules import BACK, MARGIN, OVERLAP, PANEL
from pnp.proof.ticket import side_of
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.page import Page, Placement

FOLD_CLEAR = 5.0
"""The least distance of bleed from the fold of a gutterfold, in millimetres."""


def check_places(
    pages: Sequence[Page], layout: Layout, turn: Backs, folded: Collection[str] = ()
) -> Iterator[Finding]:
    """Yield the findings of all pages of a file; ``turn`` is how its sheets are turned over.

    ``folded`` are the components whose pages may reach into the margins: booklets.
    """
    for page in pages:
        yield from check_room(page, layout)
    yield from check_backs(pages, turn)
    yield from check_panels(pages, folded)


def check_room(page: Page, layout: Layout) -> Iterator[Finding]:
    """Yield placements that leave the printable area, bleed included, or overlap.

    On a back they are where the correction for the printer moves them.
    """
    printable = Rect.of(page.size).inset(layout.margins)
    for placed in page.placements:
        trim, window = map(page.correction.box, (placed.trim, placed.window))
        if not printable.contains(trim, TOLERANCE):
            yield Finding(MARGIN, f"{page.label}: {placed.key} leaves the printable area")
        elif not printable.contains(window, TOLERANCE):
            message = f"{page.label}: the bleed of {placed.key} leaves the printable area"
            yield Finding(MARGIN, message)
    for first, second in _overlaps(page.placements):
        yield Finding(OVERLAP, f"{page.label}: {first.key} and {second.key} overlap")


def _overlaps(placements: Sequence[Placement]) -> Iterator[tuple[Placement, Placement]]:
    in_order = sorted(placements, key=lambda placed: (placed.window.x, placed.window.y))
    for index, first in enumerate(in_order):
        for second in in_order[index + 1 :]:
            if second.window.x >= first.window.right - TOLERANCE:
                break
            if _share(first.window, second.window):
                yield first, second


def _share(first: Rect, second: Rect) -> bool:
    both = first.intersection(second)
    return both is not None and min(both.width, both.height) > TOLERANCE


def check_backs(pages: Sequence[Page], turn: Backs) -> Iterator[Finding]:
    """Yield every back that is not behind its own face.

    In a duplex file, pages alternate: front, back. In any other, backs lie beside their faces, and
    come behind them when the sheet is folded in the middle (gutterfold).
    """
    if turn not in (Backs.LONG_EDGE, Backs.SHORT_EDGE):
        for page in pages:
            yield from check_gutterfold(page)
        return
    for front, back in list(pairwise(pages))[::2]:
        faces = front.placements
        yield from _check_pairs(faces, back.placements, back, _sideways(front.size, turn))


def check_gutterfold(page: Page) -> Iterator[Finding]:
    """Yield every back on a page that is not behind its face, in the better of both folds."""
    faces, backs = (
        [placed for placed in page.placements if side_of(placed) == side]
        for side in ("face", "back")
    )
    if backs:
        ways = [
            [*_check_pairs(faces, backs, page, upright), *_check_fold(page, upright)]
            for upright in (True, False)
        ]
        yield from min(ways, key=len)


def _check_fold(page: Page, upright: bool) -> Iterator[Finding]:
    """Yield placements that are too near the fold line in the middle of the page."""
    middle = Rect.of(page.size).center
    for placed in page.placements:
        low, high, fold = (
            (placed.window.x, placed.window.right, middle.x)
            if upright
            else (placed.window.y, placed.window.bottom, middle.y)
        )
        clear = max(low - fold, fold - high)
        if clear < FOLD_CLEAR - TOLERANCE:
            apart = f"{clear:.2f} mm from the fold, not {FOLD_CLEAR:g} mm"
            yield Finding(BACK, f"{page.label}: {placed.key} is {apart}")


def _check_pairs(
    faces: Sequence[Placement], found: Sequence[Placement], page: Page, sideways: bool
) -> Iterator[Finding]:
    """Yield every back that is not its face's mirror image about the middle of the page.

    The axis is vertical if ``sideways``. A back without a face is reported too.
    """
    backs = {_copy(placed): placed for placed in found}
    for face in faces:
        yield from _check_back(face, backs.pop(_copy(face), None), page, sideways)
    for left in backs.values():
        yield Finding(BACK, f"{page.label}: {left.key} has no face on the sheet's other side")


def _check_back(
    face: Placement, back: Placement | None, page: Page, sideways: bool
) -> Iterator[Finding]:
    if back is None:
        return
    want = mirrored(face.slot.rect, page.size, sideways)
    away = apart(want.center, back.slot.rect.center)
    if away > TOLERANCE or apart(want.size, back.slot.rect.size) > TOLERANCE:
        yield Finding(BACK, f"{page.label}: {back.key} is {away:.2f} mm from behind its face")
    elif back.slot.turn % 360 != turned_through(face.slot.turn, sideways):
        yield Finding(BACK, f"{page.label}: {back.key} is turned the wrong way behind its face")


def mirrored(rect: Rect, paper: Size, sideways: bool) -> Rect:
    """Return where a rectangle lies after the paper is turned over, or folded in the middle."""
    if sideways:
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def turned_through(angle: int, sideways: bool) -> int:
    """Return the turn, in degrees, of a back that is upright when a card is flipped sideways.

    Turning the paper about a vertical edge swaps left and right; about a horizontal edge it swaps
    top and bottom.
    """
    return (-angle if sideways else 180 - angle) % 360


def _sideways(paper: Size, turn: Backs) -> bool:
    """Return whether the paper is turned about a vertical edge, as the long one of portrait is."""
    return (turn is Backs.LONG_EDGE) == (paper.height >= paper.width)


def _copy(placed: Placement) -> Key:
    return Key.parse(placed.key)._replace(side="")


def check_panels(pages: Sequence[Page], folded: Collection[str] = ()) -> Iterator[Finding]:
    """Yield the boards that have a part on no panel; those of ``folded`` components are none."""
    boards: dict[str, list[Placement]] = {}
    for page in pages:
        for placed in page.placements:
            panel = not placed.window.contains(placed.slot.rect, TOLERANCE)
            if panel and placed.key.partition("/")[0] not in folded:
                boards.setdefault(str(Key.parse(placed.key)._replace(panel="")), []).append(placed)
    for key, panels in boards.items():
        trim = Rect.of(panels[0].face.trim)
        if missing := uncovered(trim, [shown(placed) for placed in panels]):
            at = f"{missing.x:.1f}, {missing.y:.1f}"
            message = f"{key}: {missing.size} of it are on no panel, from {at} mm on"
            yield Finding(PANEL, message)


def shown(placed: Placement) -> Rect:
    """Return the part of the face that a placement shows, from the face's top-left trim corner."""
    return placed.slot.place.inverse().box(placed.window)


def uncovered(whole: Rect, parts: Iterable[Rect]) -> Rect | None:
    """Return a part of a rectangle that no other rectangle covers, or None."""
    covers = list(parts)
    xs = _cuts(whole.x, whole.right, [x for r in covers for x in (r.x, r.right)])
    ys = _cuts(whole.y, whole.bottom, [y for r in covers for y in (r.y, r.bottom)])
    for (left, right), (top, bottom) in product(pairwise(xs), pairwise(ys)):
        cell = Rect(left, top, right - left, bottom - top)
        if min(cell.size) > TOLERANCE and not any(r.contains(cell, TOLERANCE) for r in covers):
            return cell
    return None


def _cuts(low: float, high: float, cuts: Iterable[float]) -> list[float]:
    return sorted({low, high, *(cut for cut in cuts if low < cut < high)})
