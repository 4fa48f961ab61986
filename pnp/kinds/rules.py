"""The rules for outlines that are cut through two drawings at once."""

from pnp.base.diagnostics import Finding, Rule, Severity
from pnp.data.game import Card, Component

BACK_OUTLINE = Rule(
    "back-outline",
    "A back's outline is that of its face, seen from behind",
    Severity.WARNING,
    "A knife goes through both sides: the back is cut along the outline of its face, mirrored. A "
    "back that draws another one was made for a shape that it does not get.",
    "this project: the outline of a face is the one that is cut",
    good='a back without pnp:role="cut", or with the outline of its face, mirrored',
    bad="a copy of the face with a slanted outline as the back, not mirrored",
)

UNEVEN_HALVES = Rule(
    "uneven-halves",
    "The halves of a folded standee have one outline",
    Severity.WARNING,
    "A standee is folded in the middle and glued: where one half is larger, its white back, or the "
    "back of the paper, is seen beside the other.",
    "this project: a standee is one strip, folded at the head",
    good="an outline whose upper half is the lower one, upside down",
    bad="a figure whose upper half is 10 mm wide, and whose lower half is 20 mm wide",
)

RULES = (BACK_OUTLINE, UNEVEN_HALVES)


def back_outline(component: Component, card: Card) -> Finding:
    """Return the warning that a back draws another outline than its face gives it."""
    message = f'the outline of "{card.back}" is not that of "{card.face}", mirrored'
    hint = 'a back is cut with its face: mirror the path with pnp:role="cut" there, or delete it'
    if card.back == card.face:
        hint = "a back is cut with its face: draw it in a template of its own"
    return Finding(BACK_OUTLINE, message, component.where, hint)


def uneven_halves(component: Component, card: Card) -> Finding:
    """Return the warning that the halves of a standee do not meet when it is folded."""
    message = f'the halves of the outline of "{card.face}" differ when {component.name} is folded'
    hint = "draw the upper half as the lower one, upside down, or write cut: straight"
    return Finding(UNEVEN_HALVES, message, component.where, hint)
