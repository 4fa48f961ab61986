"""Text that the knife may reach, or that it cuts."""

from collections.abc import Iterator

from pnp.content.game import Kind
from pnp.errors import quoted
from pnp.finding import Rule, Severity
from pnp.geometry import Point
from pnp.rules.printing.marks import Mark
from pnp.rules.printing.outlines import covers, distance
from pnp.rules.printing.view import Fault, View
from pnp.scene.node import Text
from pnp.template.text.textfaults import TEXT_OVERFLOW

SLACK = 0.2
"""In millimetres: nobody cuts or sees more finely by hand."""

FOLDED = frozenset({Kind.BOX, Kind.TRAY, Kind.DIE})
"""Nets: most of their edges are folds, and the words on their flaps are glued away."""

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


def faults(view: View) -> Iterator[Fault]:
    """Yield the texts that are cut, and those that are too near the cut.

    Where text overflows its place, that is the fault to tell.
    """
    overfull = any(finding.rule is TEXT_OVERFLOW for finding in view.face.findings)
    if overfull:
        return
    for _, mark, text in view.texts:
        room = _room(view, mark, text)
        if room < -SLACK:
            message = (
                f"{quoted(text.string, 30)} is cut off: it runs {-room:.1f} mm past the trim line"
            )
            yield view.fault(CUT_OFF, "cut", -room, message, "move it in, or set it smaller")
        elif room < view.face.safe - SLACK and view.piece.component.kind not in FOLDED:
            message = (
                f"{quoted(text.string, 30)} is {max(0.0, room):.1f} mm from the cut, its safe area"
                f" begins {view.face.safe:g} mm from it"
            )
            hint = "move it in, or lower `safe:` of the component"
            yield view.fault(SAFE_AREA, "near", -room, message, hint)


def _room(view: View, mark: Mark, text: Text) -> float:
    """Return how far a text stays inside the cut, in millimetres; negative where it leaves."""
    box, trim = mark.box, view.trim
    room = min(
        box.left - trim.left, box.top - trim.top, trim.right - box.right, trim.bottom - box.bottom
    )
    if not view.outline:
        return room
    ink = view.reader.lettering.ink(text)
    return min(room, *(_depth(view, mark.place.apply(*corner)) for corner in ink.corners))


def _depth(view: View, point: Point) -> float:
    gap = distance(view.outline, point)
    return gap if covers(view.outline, point, even_odd=False) else -gap
