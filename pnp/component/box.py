"""Tuck boxes: the template is the front, and the net around it is made to measure.

The template is as large as the front panel. It is drawn on the front, and on the back too where no
template is named for the back; each is the right way up as the box stands. Art that runs over the
upper and lower edge of the front is its bleed. The other panels have the box's colour and title;
what is glued is grey.
"""

from collections.abc import Iterator

from pnp.color import BLACK, WHITE, Color, parse_color
from pnp.component.faces import Faces
from pnp.component.folding import (
    FAMILY,
    FOLD_DASHES,
    FOLD_WIDTH,
    GLUE_GREY,
    GLUE_WORD,
    SMALLEST,
)
from pnp.component.nets import Net, tuck_box
from pnp.component.piece import Piece
from pnp.content.game import Card, Component
from pnp.content.kinds.box import Box
from pnp.geometry import Affine, Point, Rect, Sides, Size
from pnp.scene.bounds import path_bounds
from pnp.scene.face import Face
from pnp.scene.node import Clip, Group, Node, Shape
from pnp.scene.paint import Join, Solid, Stroke
from pnp.scene.path import Path
from pnp.template.drawing import Ink
from pnp.template.text.textstyle import TextStyle, Typeset
from pnp.template.text.typeset import line

HALO = 0.5
"""How wide the light line is under the cut line, which is black, where the box is dark."""

TITLE = 5.0
"""The largest size of a title in millimetres: it is as large as its panel allows."""

TITLE_SHARE = 0.45
"""How much of a panel's width the font size takes."""

CLEAR = 4.0
"""How far a title stays from the ends of its panel."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return _net(component).trim


def piece(card: Card, faces: Faces) -> Piece:
    """Return the net of a box: cut along its outline, folded at its creases.

    Raises:
        PnpError: a template is missing or broken, or is not as large as the front.
    """
    component = faces.component
    net = _net(component)
    front = faces.drawing(card, card.face, component.size)
    back = faces.drawing(card, card.back, component.size) if card.back else front
    fronts = Group(front.nodes)
    words = [*_titles(net, card, faces), *_glue_words(net, card, faces)]
    nodes = (
        *_paint(net, faces),
        _art(Group(back.nodes) if card.back else fronts, net.panels["back"], 0),
        _art(fronts, net.panels["front"], component.bleed),
        *_halo(net, faces),
        *(Shape(flap.path, Solid(GLUE_GREY)) for flap in net.flaps.values() if flap.glue),
        _folds(net, faces),
        *(node for typeset in words for node in typeset.nodes),
    )
    found = (*front.findings, *back.findings, *(f for typeset in words for f in typeset.findings))
    findings = tuple(dict.fromkeys(found))
    face = Face(net.trim, component.bleed, component.safe, nodes, card.where, findings)
    return Piece(component, card, face, None, net.outline, net.creases)


def _net(component: Component) -> Net:
    return tuck_box(component.size, _box(component).depth)


def _box(component: Component) -> Box:
    assert component.box is not None
    return component.box


def _color(faces: Faces) -> Color:
    """Return the colour of the panels without art: in low ink it stays in the printer."""
    return WHITE if faces.ink is Ink.LOW else parse_color(_box(faces.component).color)[0]


def _readable(on: Color) -> Solid:
    return Solid(max(BLACK, WHITE, key=on.contrast))


def _paint(net: Net, faces: Faces) -> Iterator[Node]:
    """Yield the colour of sides, lid and bottom, which runs past the edges that are cut."""
    color, bleed = _color(faces), faces.component.bleed
    if color == WHITE:
        return
    left, right, lid, bottom = (net.panels[name] for name in ("left", "right", "lid", "bottom"))
    above = lid.y + bleed + net.trim.height
    zones = (
        lid.inset(Sides(-bleed, -above, -bleed, 0)),
        left.inset(Sides(0, -above, 0, 0)),
        right.inset(Sides(0, -above, -bleed, 0)),
        bottom.inset(Sides(-bleed, 0, -bleed, 0)),
    )
    paint = Solid(color)
    spread = Stroke(paint, 2 * bleed, join=Join.ROUND) if bleed else None
    window = sum(map(Path.rect, zones), Path("", ()))
    yield Group((Shape(net.outline, paint, spread),), clip=Clip(window))


def _halo(net: Net, faces: Faces) -> Iterator[Node]:
    """Yield the light line under the cut line: over the art too, which is as dark as the box."""
    light = _readable(_color(faces))
    if light.color == WHITE:
        yield Shape(net.outline, stroke=Stroke(light, HALO))


def _art(drawing: Group, panel: Rect, bleed: float) -> Group:
    """Return a drawing on a panel; it runs past the upper and the lower edge by a bleed."""
    window = Rect.of(panel.size).inset(Sides(0, -bleed, 0, -bleed))
    return Group((drawing,), Affine.move(panel.x, panel.y), Clip(Path.rect(window)))


def _folds(net: Net, faces: Faces) -> Shape:
    path = sum(net.creases, Path("", ()))
    return Shape(path, stroke=Stroke(_readable(_color(faces)), FOLD_WIDTH, dashes=FOLD_DASHES))


def _titles(net: Net, card: Card, faces: Faces) -> Iterator[Typeset]:
    """Yield the title on the sides, read from the top down, and on the lid, read from the front."""
    fill = _readable(_color(faces))
    family = _box(faces.component).font or FAMILY
    for name, turn in (("left", 90), ("right", 90), ("lid", 180)):
        panel = net.panels[name]
        size = min(TITLE, TITLE_SHARE * min(panel.size))
        if size >= SMALLEST:
            style = TextStyle((family,), size, weight=700, fill=fill)
            yield _word(faces.component.title, style, panel, turn, card, faces)


def _glue_words(net: Net, card: Card, faces: Faces) -> Iterator[Typeset]:
    style = TextStyle((FAMILY,), SMALLEST)
    for flap in net.flaps.values():
        room = path_bounds(flap.path) if flap.glue else None
        if room is not None and min(room.size) > 1.5 * SMALLEST:
            yield _word(GLUE_WORD, style, room, 90 if room.height > room.width else 0, card, faces)


def _word(
    text: str, style: TextStyle, room: Rect, turn: float, card: Card, faces: Faces
) -> Typeset:
    """Return a word in the middle of a room, turned clockwise."""
    book = faces.templates.book
    font = book.chain(style.families, style.weight, style.italic, faces.component.where)[0]
    length = (room.height if turn == 90 else room.width) - 2 * CLEAR
    typeset = line(
        book,
        text,
        style,
        Point(0, font.cap_height * style.size / 2),
        card.where,
        anchor="middle",
        max_width=length,
        min_size=SMALLEST,
    )
    place = Affine.move(*room.center) @ Affine.turn(turn)
    return typeset._replace(nodes=(Group(typeset.nodes, place),))
