"""Whether the panels of a board show the whole board: by geometry of its own."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product

from pnp.finding import Finding
from pnp.geometry import Rect
from pnp.proof.faults import PANEL
from pnp.proof.mark import TOLERANCE
from pnp.scene.page import Page, Placement

_PANEL = re.compile(r"\.[A-Z]\d+(?=#)")
"""What a panel's key has more than its board's: ``board.A1#1/face``."""


def check_panels(pages: Sequence[Page]) -> Iterator[Finding]:
    """Yield the boards of which a part is on no panel."""
    boards: dict[str, list[Placement]] = {}
    for page in pages:
        for placed in page.placements:
            if not placed.window.contains(placed.slot.rect, TOLERANCE):
                boards.setdefault(_PANEL.sub("", placed.key), []).append(placed)
    for key, panels in boards.items():
        trim = Rect.of(panels[0].face.trim)
        if missing := uncovered(trim, [shown(placed) for placed in panels]):
            at = f"{missing.x:.1f}, {missing.y:.1f}"
            message = f"{key}: {missing.size} of it are on no panel, from {at} mm on"
            yield Finding(PANEL, message)


def shown(placed: Placement) -> Rect:
    """Return the part of the face that a placement shows, from the face's own trim corner."""
    return placed.slot.place.inverse().box(placed.window)


def uncovered(whole: Rect, parts: Iterable[Rect]) -> Rect | None:
    """Return a part of a rectangle that no other covers, or None."""
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
