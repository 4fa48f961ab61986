"""The net of a tuck box: its panels, its flaps, its outline and its folds, computed from a size."""

from collections.abc import Mapping
from math import dist
from typing import NamedTuple

from pnp.geometry.path import ARC, Path
from pnp.geometry.plane import Affine, Rect, Size

GLUE = 10.0
TUCK = 14.0
DUST = 20.0
"""The longest glue flap, tuck flaps and dust flaps, in millimetres."""

NOTCH = 9.0
"""The largest radius of the thumb notch in the front, in millimetres."""

EASE = 0.5
"""Clearance between a flap and the fold that it lies against, in millimetres."""

TAPER = 2.0
"""How much narrower the far end of a flap is on either side, at most, in millimetres."""

DUST_SHARE = 0.45
"""The largest share of the width that a dust flap covers, so that the two never meet."""


class Flap(NamedTuple):
    """A flap that lies inside the finished box; ``glue`` tells whether it is glued there."""

    path: Path
    glue: bool


class Net(NamedTuple):
    """A net, in millimetres from the top-left corner of its trim.

    ``panels`` are back, left, front, right, lid and bottom. ``outline`` is cut, ``creases`` folded.
    """

    trim: Size
    panels: Mapping[str, Rect]
    flaps: Mapping[str, Flap]
    outline: Path
    creases: tuple[Path, ...]


def tuck_box(front: Size, depth: float) -> Net:
    """Return the net of a box with this front panel, and sides ``depth`` millimetres wide."""
    glue, tuck = min(GLUE, depth - EASE), min(TUCK, front.height / 3)
    panels = _panels(front, depth, glue, depth + tuck)
    flaps = _flaps(panels, glue, tuck)
    return Net(
        trim=Size(panels["right"].right, 2 * (depth + tuck) + front.height),
        panels=panels,
        flaps={name: Flap(_closed(flap.path), flap.glue) for name, flap in flaps.items()},
        outline=_outline(panels, flaps),
        creases=tuple(_creases(panels)),
    )


def _panels(front: Size, depth: float, glue: float, end: float) -> dict[str, Rect]:
    """Return the panels; their row begins right of the glue flap, ``end`` mm below the top."""
    width, height = front
    back, left, face, right = glue, glue + width, glue + width + depth, glue + 2 * width + depth
    return {
        "back": Rect(back, end, width, height),
        "left": Rect(left, end, depth, height),
        "front": Rect(face, end, width, height),
        "right": Rect(right, end, depth, height),
        "lid": Rect(back, end - depth, width, depth),
        "bottom": Rect(back, end + height, width, depth),
    }


def _flaps(panels: Mapping[str, Rect], glue: float, tuck: float) -> dict[str, Flap]:
    """Return the flaps as open paths that begin and end at their creases, clockwise."""
    width, depth = panels["lid"].size
    dust = _trapezoid(depth, min(DUST, DUST_SHARE * width, depth + tuck))
    tucked, seam = _tucked(width, tuck), _trapezoid(panels["back"].height, glue)
    return {
        "tuck": Flap(tucked.placed(_above(panels["lid"])), False),
        "left": Flap(dust.placed(_above(panels["left"])), False),
        "right": Flap(dust.placed(_above(panels["right"])), False),
        "bottom-right": Flap(dust.placed(_below(panels["right"])), True),
        "bottom-left": Flap(dust.placed(_below(panels["left"])), True),
        "bottom-tuck": Flap(tucked.placed(_below(panels["bottom"])), True),
        "glue": Flap(seam.placed(_before(panels["back"])), True),
    }


def _outline(panels: Mapping[str, Rect], flaps: Mapping[str, Flap]) -> Path:
    """Return the outline of the net, clockwise from the end of the glue flap."""
    lid, bottom, front = panels["lid"], panels["bottom"], panels["front"]
    return _closed(
        _joined(
            Path.line((lid.x, lid.bottom), (lid.x, lid.y)),
            flaps["tuck"].path,
            Path.line((lid.right, lid.y), (lid.right, lid.bottom)),
            flaps["left"].path,
            _notched(front.width).placed(_above(front)),
            flaps["right"].path,
            flaps["bottom-right"].path,
            flaps["bottom-left"].path,
            Path.line((bottom.right, bottom.y), (bottom.right, bottom.bottom)),
            flaps["bottom-tuck"].path,
            Path.line((bottom.x, bottom.bottom), (bottom.x, bottom.y)),
            flaps["glue"].path,
        )
    )


def _creases(panels: Mapping[str, Rect]) -> list[Path]:
    """Return the folds: vertical between the panels, horizontal at all flaps."""
    row = [panels[name] for name in ("back", "left", "front", "right")]
    upright = [Path.line((panel.x, panel.y), (panel.x, panel.bottom)) for panel in row]
    closing = [panels[name] for name in ("back", "left", "right")]
    spans = [(panel.x, y, panel.right) for panel in closing for y in (panel.y, panel.bottom)]
    lid, bottom = panels["lid"], panels["bottom"]
    spans += [(lid.x + EASE, y, lid.right - EASE) for y in (lid.y, bottom.bottom)]
    return upright + [Path.line((x, y), (right, y)) for x, y, right in spans]


def _above(panel: Rect) -> Affine:
    """Return the place of a flap on the top edge of a panel; flaps are drawn pointing up."""
    return Affine.move(panel.x, panel.y)


def _below(panel: Rect) -> Affine:
    return Affine.move(panel.right, panel.bottom) @ Affine.turn(180)


def _before(panel: Rect) -> Affine:
    return Affine.move(panel.x, panel.bottom) @ Affine.turn(-90)


def _trapezoid(width: float, reach: float) -> Path:
    taper = min(TAPER, width / 4)
    return Path("MLLL", (0, 0, taper, -reach, width - taper, -reach, width, 0))


def _tucked(width: float, reach: float) -> Path:
    """Return a flap with round corners, narrower than its lid."""
    left, right, r = EASE, width - EASE, min(reach * 0.6, width / 4)
    k = r * (1 - ARC)
    return Path(
        "MLCLCL",
        (
            *(left, 0, left, r - reach),
            *(left, k - reach, left + k, -reach, left + r, -reach),
            *(right - r, -reach),
            *(right - k, -reach, right, k - reach, right, r - reach),
            *(right, 0),
        ),
    )


def _notched(width: float) -> Path:
    """Return the free edge of the front, with a half circle cut into it."""
    r = min(NOTCH, width / 6)
    k, middle = r * ARC, width / 2
    return Path(
        "MLCCL",
        (
            *(0, 0, middle - r, 0),
            *(middle - r, k, middle - k, r, middle, r),
            *(middle + k, r, middle + r, k, middle + r, 0),
            *(width, 0),
        ),
    )


def _joined(*runs: Path) -> Path:
    """Return open paths as one; a gap between two of them is closed by a line."""
    ops, coords = runs[0]
    for run in runs[1:]:
        touching = dist(coords[-2:], run.coords[:2]) < EASE / 10
        ops += run.ops[1:] if touching else "L" + run.ops[1:]
        coords += run.coords[2:] if touching else run.coords
    return Path(ops, coords)


def _closed(path: Path) -> Path:
    return Path(path.ops + "Z", path.coords)
