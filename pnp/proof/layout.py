"""Whether the slots of the pages can be printed, cut and turned: by geometry of its own."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.finding import Finding
from pnp.geometry import Point, Rect, Size
from pnp.imposition.sheet import Backs, Layout
from pnp.proof.faults import BACK, MARGIN, OVERLAP
from pnp.proof.mark import TOLERANCE
from pnp.scene.page import Page, Placement


def check_room(page: Page, layout: Layout) -> Iterator[Finding]:
    """Yield what leaves the printable area, or the paper, or lies over something else."""
    printable = Rect.of(page.size).inset(layout.margins)
    for placed in page.placements:
        if not printable.contains(placed.slot.rect, TOLERANCE):
            yield Finding(MARGIN, f"{page.label}: {placed.key} leaves the printable area")
        elif not Rect.of(page.size).contains(placed.window, TOLERANCE):
            yield Finding(MARGIN, f"{page.label}: the bleed of {placed.key} leaves the paper")
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
    common = first.intersection(second)
    return common is not None and min(common.width, common.height) > TOLERANCE


def check_backs(pages: Sequence[Page], turn: Backs) -> Iterator[Finding]:
    """Yield every back that is not behind its own face; pages go front, back, front, back."""
    if turn is Backs.NONE:
        return
    for front, back in list(pairwise(pages))[::2]:
        backs = {_piece(placed): placed for placed in back.placements}
        for face in front.placements:
            yield from _check_back(face, backs.pop(_piece(face), None), front, turn)
        for left in backs.values():
            yield Finding(BACK, f"{back.label}: {left.key} has no face on the sheet's other side")


def _check_back(
    face: Placement, back: Placement | None, page: Page, turn: Backs
) -> Iterator[Finding]:
    if back is None:
        return
    want = through_paper(face.slot.rect, page.size, turn)
    away = distance(want.center, back.slot.rect.center)
    if away > TOLERANCE or not _same_size(want.size, back.slot.rect.size):
        yield Finding(BACK, f"{page.label}: {back.key} is {away:.2f} mm from behind its face")
    elif back.slot.turn % 360 != turned_through(face.slot.turn, page.size, turn):
        yield Finding(BACK, f"{page.label}: {back.key} is turned the wrong way behind its face")


def through_paper(rect: Rect, paper: Size, turn: Backs) -> Rect:
    """Return where a rectangle of the front lies on the back when the paper has been turned."""
    if _sideways(paper, turn):
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def turned_through(angle: int, paper: Size, turn: Backs) -> int:
    """Return the turn of a back so that its top is its face's top when a card is flipped sideways.

    Turned about a vertical edge, right becomes left and up stays up; about a horizontal edge up
    becomes down.
    """
    return (-angle if _sideways(paper, turn) else 180 - angle) % 360


def _sideways(paper: Size, turn: Backs) -> bool:
    """Say whether the paper is turned about a vertical edge: the long one of a portrait page."""
    return (turn is Backs.LONG_EDGE) == (paper.height >= paper.width)


def distance(first: Point, second: Point) -> float:
    """Return how far two points are apart, in millimetres."""
    return max(abs(first.x - second.x), abs(first.y - second.y))


def _same_size(first: Size, second: Size) -> bool:
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) <= TOLERANCE


def _piece(placed: Placement) -> str:
    return placed.key.rpartition("/")[0]
