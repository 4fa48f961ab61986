"""An outline that is asked at few places: only what is near them becomes polygons."""

from pnp.rules.printing.box import Box, hull
from pnp.rules.printing.outlines import Outline, Polygon, polygon_of
from pnp.scene.path import Path


class Lines:
    """An outline whose parts become polygons when somebody asks what is near them."""

    def __init__(self, path: Path) -> None:
        self._parts = [(part, hull(part.coords)) for part in path.subpaths()]
        self._polygons: dict[int, Polygon] = {}

    def near(self, box: Box) -> Outline:
        """Return the parts that a box may meet; no other part covers any of its points."""
        left, top, right, bottom = box
        return tuple(
            self._polygon(number, part)
            for number, (part, (x1, y1, x2, y2)) in enumerate(self._parts)
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2
        )

    def _polygon(self, number: int, part: Path) -> Polygon:
        known = self._polygons.get(number)
        if known is None:
            known = self._polygons[number] = polygon_of(part)
        return known
