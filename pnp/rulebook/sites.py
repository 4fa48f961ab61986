"""Which part of a piece, or space of a board, is at a point of its drawn face.

Sides of a die and panels of a box lie where its net has them; segments of a spinner by their angle;
positions of a track and spaces of a board are the nearest to the point.
"""

from collections.abc import Callable, Mapping, Sequence
from math import atan2, degrees, dist, inf

from pnp.data.game import Card, Component
from pnp.geometry.plane import Point
from pnp.geometry.polygon import Polygon, polygon
from pnp.kinds import die, spinner
from pnp.kinds.kind import ComponentKind

SiteAt = Callable[[Point], Card | None]
"""Returns the row of a part or a space for a point in millimetres; None where there is none."""


def sites_of(whole: Component, rows: Sequence[Card]) -> SiteAt:
    """Return the function that finds the one of a component's parts or spaces at a point."""
    if whole.kind.name == "spinner":
        return lambda point: _segment(whole, rows, point)
    centres = [(_side(whole, row) if whole.kind.name == "die" else _given(row)) for row in rows]
    return lambda point: min(
        zip(centres, rows, strict=True), key=lambda pair: dist(pair[0], point), default=(None, None)
    )[1]


def panels_of(component: Component) -> Mapping[str, Polygon]:
    """Return the panels of a box or a tray by name, on its drawn face; none of another piece."""
    kind = component.kind
    found = kind.panels(component) if isinstance(kind, ComponentKind) else {}
    return {name: polygon(corners) for name, corners in found.items()}


def _given(row: Card) -> Point:
    x, y = row.values.get("x"), row.values.get("y")
    if isinstance(x, int | float) and isinstance(y, int | float):
        return Point(x, y)
    return Point(inf, inf)


def _side(whole: Component, row: Card) -> Point:
    corners = die.cross(whole.size.width, whole.bleed).panels[die.side_of(row)].corners
    return Point(sum(c.x for c in corners) / 4, sum(c.y for c in corners) / 4)


def _segment(whole: Component, rows: Sequence[Card], point: Point) -> Card | None:
    """Return the segment that a point lies in; None beside the disc."""
    radius = whole.size.width / 2
    right, down = point.x - spinner.trim(whole).width / 2, point.y - radius
    if dist((0, 0), (right, down)) > radius:
        return None
    turn = degrees(atan2(right, -down))
    for row, segment in zip(rows, spinner.segments(rows, radius), strict=True):
        if (turn - segment["start"]) % 360 < segment["sweep"]:
            return row
    return None
