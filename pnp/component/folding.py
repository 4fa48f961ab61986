"""How nets are drawn: art on the panels, grey on what is glued, dashes where it is folded."""

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, degrees

from pnp.color import Color
from pnp.component.faces import Faces
from pnp.component.piece import Piece
from pnp.component.unfolded import Panel, Tab, Unfolded
from pnp.content.game import Card
from pnp.finding import Finding
from pnp.geometry import Affine, Point
from pnp.scene.face import Face
from pnp.scene.node import Clip, Group, Node, Shape
from pnp.scene.paint import Solid, Stroke
from pnp.scene.path import Path
from pnp.template.drawing import Drawing
from pnp.template.text.fonts import BODY_FAMILY
from pnp.template.text.textstyle import TextStyle
from pnp.template.text.typeset import line
from pnp.units import MM_PER_POINT

GLUE_GREY = Color(230, 230, 230)
FOLD_GREY = Color(120, 120, 120)
"""Folds of a net lie between drawings, which may be dark or light."""

FOLD_WIDTH = 0.2
FOLD_DASHES = (1.6, 1.0)

FAMILY = BODY_FAMILY
SMALLEST = 6.5 * MM_PER_POINT
"""What the words of a net are set in, and the size of the smallest, in millimetres."""

GLUE_WORD = "glue"
GLUE_LEAST = 4.5
"""How far a tab reaches at least that says so: art spills over its fold. In millimetres."""


def folded(
    net: Unfolded, arts: Mapping[str, Drawing], under: Sequence[Node], card: Card, faces: Faces
) -> Piece:
    """Return the piece of a net; ``arts`` are drawings by panel, ``under`` lies below them."""
    nodes = (
        *(Shape(tab.path, Solid(GLUE_GREY)) for tab in net.tabs),
        *under,
        *(art_on(net.panels[name], art) for name, art in arts.items()),
        _folds(net),
        *_glue_words(net, faces),
    )
    component = faces.component
    findings = tuple(dict.fromkeys(_found(arts)))
    face = Face(net.trim, component.bleed, component.safe, nodes, card.where, findings)
    return Piece(component, card, face, None, net.outline, net.creases)


def art_on(panel: Panel, art: Drawing) -> Group:
    """Return a drawing on its panel, cut off where the panel ends."""
    return Group((Group(art.nodes, panel.place),), clip=Clip(panel.window))


def _glue_words(net: Unfolded, faces: Faces) -> Iterator[Node]:
    """Yield the word on each tab that has room for it: along its fold, and never upside down."""
    book, style = faces.templates.book, TextStyle((FAMILY,), SMALLEST)
    font = book.chain(style.families, where=faces.component.where)[0]
    baseline = Point(0, font.x_height * SMALLEST / 2)
    word = line(book, GLUE_WORD, style, baseline, anchor="middle").nodes
    for tab in net.tabs:
        if tab.reach >= GLUE_LEAST:
            yield Group(word, place=_along(tab))


def _along(tab: Tab) -> Affine:
    """Return the map from a word about 0, 0 to the middle of a tab."""
    start, out, back, end = tab.path.points()
    middle = Point((out.x + back.x + start.x + end.x) / 4, (out.y + back.y + start.y + end.y) / 4)
    turn = degrees(atan2(back.y - out.y, back.x - out.x))
    upright = turn if -90 < round(turn, 3) <= 90 else turn + 180
    return Affine.move(*middle) @ Affine.turn(upright)


def _folds(net: Unfolded) -> Shape:
    path = sum(net.creases, Path("", ()))
    return Shape(path, stroke=Stroke(Solid(FOLD_GREY), FOLD_WIDTH, dashes=FOLD_DASHES))


def _found(arts: Mapping[str, Drawing]) -> Iterator[Finding]:
    return (finding for art in arts.values() for finding in art.findings)
