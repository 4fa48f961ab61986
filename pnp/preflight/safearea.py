"""Checks for text outside the safe area or beyond the trim line."""

from collections.abc import Iterator

from pnp.base.diagnostics import Rule, Severity, quote
from pnp.geometry.plane import Bounds, Point
from pnp.geometry.polygon import clear, covers, distance
from pnp.preflight.paintops import PaintOp
from pnp.preflight.side import CutFrame, SideView, Violation
from pnp.scene.node import Text
from pnp.text.rules import TEXT_OVERFLOW

HAND = 0.2
"""Tolerance in millimetres: cutting by hand is no finer."""

HINT = "move it in, or lower `safe:` of the component"

SAFE_AREA = Rule(
    "outside-safe-area",
    "Text stays inside the safe area",
    Severity.WARNING,
    "Sheets slip in the printer and knives beside the line, by a millimetre or two. Text that "
    "near the edge looks crooked, or loses a part. `safe:` of the component says how near is too "
    "near.",
    "DriveThruCards, requirements for card files: 1/8 in inside the trim stays clear",
    good='<text x="4" y="20" font-family="Alegreya Sans" font-size="4">Owl</text>',
    bad='<text x="1" y="20" font-family="Alegreya Sans" font-size="4">Owl</text>',
)

CUT_OFF = Rule(
    "text-cut-off",
    "No text is cut through",
    Severity.ERROR,
    "What lies beyond the trim line is cut off with it: a part of the words is missing on every "
    "copy.",
    "PrintNinja, printer's marks: what is outside the trim line is cut away",
    good='<text x="8" y="20" font-family="Alegreya Sans" font-size="4">A small owl</text>',
    bad='<text x="30" y="20" font-family="Alegreya Sans" font-size="4">A small owl</text>',
)


def violations(view: SideView) -> Iterator[Violation]:
    """Yield the texts that are cut off, and those too near the cut; of the data, those all lost.

    A side whose text overflows yields none: ``TEXT_OVERFLOW`` names the cause.
    """
    overfull = any(finding.rule is TEXT_OVERFLOW for finding in view.side.face.findings)
    if not overfull:
        yield from view.text_violations(_violation)
    yield from view.lost_violations(_lost)


CUT_HINT = (
    'move it in, set it smaller, give it pnp:fit="shrink" with pnp:width, or put it into a box '
    "(shape-inside)"
)


def _violation(frame: CutFrame, op: PaintOp) -> Violation | None:
    assert isinstance(op.node, Text)
    if past := _past_panel(frame, op):
        message = f"{quote(op.node.string, 30)} is cut off: it runs {past:.1f} mm past its panel"
        return Violation(CUT_OFF, "panel", past, message, CUT_HINT)
    if _far(frame, op.box):
        return None
    words, room = quote(op.node.string, 30), _room(frame, op, op.node)
    if room < -HAND:
        message = f"{words} is cut off: it runs {-room:.1f} mm past the trim line"
        return Violation(CUT_OFF, "cut", -room, message, CUT_HINT)
    if room < frame.safe - HAND and not frame.component.kind.net:
        message = (
            f"{words} is {max(0.0, room):.1f} mm from the cut, its safe area"
            f" begins {frame.safe:g} mm from it"
        )
        return Violation(SAFE_AREA, "near", -room, message, HINT)
    return None


def _lost(_: CutFrame, op: PaintOp) -> Violation:
    assert isinstance(op.node, Text)
    message = f"{quote(op.node.string, 30)} is cut off: all of it lies beyond the trim line"
    return Violation(CUT_OFF, "lost", 0.0, message, CUT_HINT)


def _past_panel(frame: CutFrame, op: PaintOp) -> float:
    """Return how far a text runs past the panel of a net, whose window clips it; 0 if it does not.

    A net is made of panels: the outermost clip of what they show is their window.
    """
    if not frame.component.kind.net or not op.state.clips:
        return 0.0
    clip, place = op.state.clips[0]
    window = Bounds.hull(clip.path.coords, place)
    past = -_inside(op.box, window)
    return past if past > HAND else 0.0


def _far(frame: CutFrame, box: Bounds) -> bool:
    """Fast path: return True if a box is inside the safe area. False means undecided."""
    left, top, right, bottom = box.grown(max(frame.safe, 0.0))
    trim = frame.trim
    if left < 0 or top < 0 or right > trim.right or bottom > trim.bottom:
        return False
    return not frame.outline or (
        clear(frame.outline, Bounds(left, top, right, bottom))
        and covers(frame.outline, Point(left, top), even_odd=False)
    )


def _room(frame: CutFrame, op: PaintOp, text: Text) -> float:
    """Return the distance of a text from the cut in millimetres; negative outside."""
    room = _inside(op.box, frame.trim)
    if not frame.outline:
        return room
    ink = frame.lettering.ink(text)
    return min(room, *(_depth(frame, op.place.apply(*corner)) for corner in ink.corners))


def _inside(box: Bounds, outer: Bounds) -> float:
    """Return how far a box keeps from the edges of another one; negative beyond them."""
    left, top, right, bottom = outer
    return min(box.left - left, box.top - top, right - box.right, bottom - box.bottom)


def _depth(frame: CutFrame, point: Point) -> float:
    gap = distance(frame.outline, point)
    return gap if covers(frame.outline, point, even_odd=False) else -gap
