"""Checks for faces that differ only in colours which some people cannot tell apart."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple, assert_never

from pnp.base.color import Color
from pnp.base.diagnostics import Rule, Severity
from pnp.base.vision import VISIONS, difference
from pnp.preflight.side import PieceSide, Violation
from pnp.scene.node import Group, Linear, Node, Paint, Pattern, Picture, Radial, Shape, Solid, Text
from pnp.scene.sameness import RoughForms, form

LEAST = 10.0
"""The least difference (CIEDE2000) of two colours in every simulated vision. The nearest two of
Okabe and Ito's palette (2002) are 11 apart to those who lack one kind of cone."""

MOST_COLOURINGS = 100
"""How many colourings of one form are compared. Among more some always look alike: no more than
twelve greys are ``LEAST`` apart from one another."""

RULE = Rule(
    "colour-alone",
    "What differs in colour alone can be told apart by everybody",
    Severity.WARNING,
    "One man in twelve and one woman in two hundred lacks a kind of cone, many print in grey, and "
    "candles have no blue. What differs by more than its colour is told apart by all.",
    "WCAG 2.2, success criterion 1.4.1: use of color; simulation after Machado, Oliveira and "
    "Fernandes (2009), difference by CIEDE2000",
    good='<circle cx="20" cy="20" r="8" pnp:fill="{{ card.colour }}"/>'
    '<text x="8" y="45" font-family="Alegreya Sans" font-size="4" pnp:text="{{ card.name }}"/>',
    bad='<circle cx="20" cy="20" r="8" pnp:fill="{{ card.colour }}"/>',
)


class _Likeness(NamedTuple):
    """The difference (CIEDE2000) of two sides in a simulated vision, and the colours it is of."""

    apart: float
    vision: str
    colors: tuple[Color, Color]


def violations(sides: Sequence[PieceSide]) -> Iterator[Violation]:
    """Yield a violation per pair of sides that differ only in colours that some vision confuses."""
    for family in _families(sides):
        for forms in _alike(family):
            for (one, first), (other, second) in combinations(_colourings(forms), 2):
                worst = _likeness(first, second)
                if worst is not None and worst.apart < LEAST:
                    yield _violation(one, other, worst)


def _colourings(forms: Iterable[PieceSide]) -> list[tuple[PieceSide, Sequence[Color]]]:
    """Return one side for each colouring, with its colours; at most ``MOST_COLOURINGS``."""
    found: dict[Sequence[Color], PieceSide] = {}
    for side in forms:
        found.setdefault(tuple(_colors(side.face.nodes)), side)
    return [(side, colors) for colors, side in islice(found.items(), MOST_COLOURINGS)]


def _families(sides: Sequence[PieceSide]) -> Iterator[list[PieceSide]]:
    """Yield sides that players compare: those of a component, or backs of decks of one size."""
    families: dict[object, list[PieceSide]] = {}
    for side in sides:
        component = side.piece.component
        deck_back = component.kind.shuffled and side.side == "back"
        families.setdefault(component.size if deck_back else component.name, []).append(side)
    return (family for family in families.values() if len(family) > 1)


def _alike(family: Sequence[PieceSide]) -> Iterator[list[PieceSide]]:
    """Yield groups of sides that are equal without their colours."""
    # The rough form is cheap to compute, and leaves few sides for the exact one.
    rough_forms = RoughForms()
    for rough in _grouped(family, lambda side: tuple(rough_forms.of(side.face.nodes))):
        yield from _grouped(rough, lambda side: form(side.face.nodes))


def _grouped(
    sides: Sequence[PieceSide], key: Callable[[PieceSide], object]
) -> list[list[PieceSide]]:
    groups: dict[object, list[PieceSide]] = {}
    for side in sides:
        groups.setdefault(key(side), []).append(side)
    return [group for group in groups.values() if len(group) > 1]


def _likeness(one: Sequence[Color], other: Sequence[Color]) -> _Likeness | None:
    """Return the difference of two sides in the vision that sees least of it, None if equal."""
    differing = {pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]}
    return min(_seen_by(vision, differing) for vision in VISIONS) if differing else None


def _seen_by(vision: str, pairs: Collection[tuple[Color, Color]]) -> _Likeness:
    """Return the largest difference among pairs of colours in a simulated vision."""
    see = VISIONS[vision]
    return max(_Likeness(difference(see(a), see(b)), vision, (a, b)) for a, b in sorted(pairs))


def _colors(nodes: Sequence[Node]) -> Iterator[Color]:
    """Yield every colour of a drawing, in drawing order."""
    for node in nodes:
        match node:
            case Group():
                yield from _colors(node.mask.nodes if node.mask else ())
                yield from _colors(node.nodes)
            case Shape() | Text():
                yield from _of_paint(node.fill)
                yield from _of_paint(node.stroke and node.stroke.paint)
            case Picture():
                pass
            case _:
                assert_never(node)


def _of_paint(paint: Paint | None) -> Iterator[Color]:
    match paint:
        case Solid():
            yield paint.color
        case Linear() | Radial():
            yield from (stop.color for stop in paint.stops)
        case Pattern():
            yield from _colors(paint.nodes)


def _violation(one: PieceSide, other: PieceSide, worst: _Likeness) -> Violation:
    first, second = (color.hex for color in worst.colors)
    message = (
        f"differs from {one.name} in colour alone: {worst.vision}, {first} and {second} are"
        f" {worst.apart:.0f} apart, less than {LEAST:.0f}"
    )
    hint = "give each a sign, a letter or a pattern of its own, or colours that differ in lightness"
    return other.located(Violation(RULE, "colours", -worst.apart, message, hint))
