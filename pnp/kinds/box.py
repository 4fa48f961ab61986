"""Tuck boxes: a template for each panel, and a net that is computed to fit a deck.

Front and back have the size that the deck gives them. How deep the box is follows from the number
of cards and their thickness, so the drawings of sides, lid and bottom may have any depth: each lies
in the middle of its panel, smaller where the panel is narrower. What a drawing has above a side is
printed on its dust flap, and what it has below the lid on the tuck flap.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Annotated, ClassVar, Literal

from pnp.base.color import BLACK, WHITE, Color, parse_color
from pnp.base.diagnostics import nearest, quote, user_error
from pnp.base.slotted import slotted
from pnp.data.entry import Entry, EntryContext, Form, RowSource
from pnp.data.fields import FileName, Length, Name, length_within
from pnp.data.game import Card, Component, HelpTopic
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Bounds, Point, Rect, Sides, Size
from pnp.geometry.polygon import Corners
from pnp.kinds.flat import Sleeve
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.net import GLUE_GREY, SMALLEST, glue_word
from pnp.kinds.piece import Piece
from pnp.kinds.tuckbox import Net, tuck_box
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Clip, Group, Join, Node, Shape, Solid, Stroke
from pnp.scene.page import Drawing, Face, Ink
from pnp.text.fontbook import BODY_FAMILY
from pnp.text.style import TextStyle, Typeset
from pnp.text.typeset import line

Thickness = Annotated[Length, length_within(0.1, 3.0)]
Play = Annotated[Length, length_within(0.5, 5.0)]


class BoxEntry(Entry):
    """A tuck box for a deck: its size is computed from the deck, and `pnp games` shows it."""

    drawings: ClassVar[tuple[str, ...]] = (
        *("face", "back"),
        *("sides", "left", "right", "lid", "bottom"),
    )

    kind: Literal["box"]
    holds: Name
    """The deck, or the tiles, that the box holds."""
    face: FileName
    """The template of the front, inside templates/, as large as the front."""
    back: FileName | None = None
    """The template of the back; without it, the back looks like the front."""
    sides: FileName | None = None
    """The template of both narrow sides, as high as the front and of any width."""
    left: FileName | None = None
    """The template of the left side, if it differs from `sides`."""
    right: FileName | None = None
    """The template of the right side, if it differs from `sides`."""
    lid: FileName | None = None
    """The template of the lid, as wide as the front; what is below it is on the tuck flap."""
    bottom: FileName | None = None
    """The template of the bottom, as wide as the front and of any height."""
    thickness: Thickness = 0.33
    """How thick one card is, with its sleeve if it has one."""
    play: Play = 1.0
    """How much room is left inside, in each direction."""
    color: str = "white"
    """The colour of sides, lid, bottom and flaps: a name from the palette, or a colour."""
    font: str | None = None
    """The family of the titles on sides and lid without a template."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, self.back)

    def form(self, at: EntryContext) -> Form | None:
        """Return the size of the front, and the box around the deck, in its sleeves if it has any.

        None if the deck is invalid: that is reported already.

        Raises:
            PnpError: ``holds`` names no deck of the game, or ``color`` is not a colour.
        """
        deck = self._held(at)
        if deck is None:
            return None
        depth = depth_around(deck.qty, self.thickness, self.play)
        box = TuckBox(deck.name, depth, at.color(self.color), self.font, self._templates())
        largest = deck.own.size if isinstance(deck.own, Sleeve) else deck.size
        return Form(front_around(largest, self.play), own=box)

    def _templates(self) -> dict[str, str]:
        named = {
            "left": self.left or self.sides,
            "right": self.right or self.sides,
            "lid": self.lid,
            "bottom": self.bottom,
        }
        return {panel: template for panel, template in named.items() if template}

    def _held(self, at: EntryContext) -> Component | None:
        deck, where = at.components.get(self.holds), at.part.where(("holds",))
        if deck is None and self.holds not in at.unsound:
            decks = [name for name, component in at.components.items() if component.kind.stacked]
            hint = nearest(self.holds, decks) or f"the decks are {', '.join(decks) or 'none'}"
            message = f"the box holds {quote(self.holds)}, which is not a deck of the game"
            raise user_error(message, where, hint)
        if deck is not None and not deck.kind.stacked:
            message = f"the box holds {quote(self.holds)}, which is of the kind {deck.kind.name}"
            raise user_error(message, where, "a box is made for a deck or for tiles")
        return deck if deck is not None and deck.cards else None


WALL = 0.3
"""Thickness of the box's card stock in millimetres: the most that home printers take."""


@slotted
class TuckBox:
    """The data of a tuck box: ``TuckBox("monsters", depth=18.4, color="#1f2a44")``.

    The front panel is as large as the component. ``holds`` names the deck. ``depth`` is the width
    of the narrow sides in millimetres. ``color`` is the SVG colour of all panels but front and
    back, below their drawings; ``font`` is the family of the titles on those without a drawing,
    None for pnp's default. ``templates`` are those of left, right, lid and bottom.
    """

    holds: str
    depth: float
    color: str
    font: str | None = None
    templates: Mapping[str, str] = field(default_factory=dict)


def front_around(card: Size, play: float) -> Size:
    """Return the size of a front panel that leaves ``play`` millimetres around the cards.

    Panels are measured from fold to fold. Half a ``WALL`` is lost at each fold; the glue flap takes
    one from the width, and the dust flaps take one at either end.
    """
    return Size(card.width + play + 2 * WALL, card.height + play + 3 * WALL)


def depth_around(cards: int, thickness: float, play: float) -> float:
    """Return the width of the narrow sides in millimetres: the tuck flap and folds take 2 walls."""
    return cards * thickness + play + 2 * WALL


TITLE = 5.0
"""The largest font size of a title in millimetres."""

TITLE_SHARE = 0.45
"""The font size of a title as a share of its panel's narrow side."""

CLEAR = 4.0
"""Distance of a title from the ends of its panel in millimetres."""


def trim(component: Component) -> Size:
    """Return the size of the net in millimetres."""
    return _net(component).trim


def piece(card: Card, faces: FaceRenderer) -> Piece:
    """Return the net of a box as a piece, with outline and creases.

    Raises:
        PnpError: a template is missing, broken, or not of the size of its panel.
    """
    component = faces.component
    net, arts = _net(component), dict(_arts(card, faces))
    windows = _windows(net, component.bleed)
    words = [*_titles(net, card, faces), *_glue_words(net, card, faces)]
    nodes = (
        *(Shape(flap.path, Solid(GLUE_GREY)) for flap in net.flaps.values() if flap.glue),
        *_paint(net, windows, faces),
        *(_art(name, art, net.panels[name], windows[name]) for name, art in arts.items()),
        *(node for typeset in words for node in typeset.nodes),
    )
    drawn = (finding for art in arts.values() for finding in art.findings)
    found = (*drawn, *(finding for typeset in words for finding in typeset.findings))
    findings = tuple(dict.fromkeys(found))
    face = Face(net.trim, component.bleed, component.safe, nodes, card.where, findings)
    return Piece(component, card, face, None, net.outline, net.creases)


def _arts(card: Card, faces: FaceRenderer) -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings by panel: lid and bottom first, whose bleed the sides cover."""
    box, size = faces.component.own_as(TuckBox), faces.component.size
    for name in ("lid", "bottom", "left", "right"):
        if name in box.templates:
            yield name, _beside(name, card, box.templates[name], faces)
    front = _seeing(faces, "front", size).drawing(card, card.face, size)
    back = card.back and _seeing(faces, "back", size).drawing(card, card.back, size)
    yield "back", back or front
    yield "front", front


PARTS = {"left": "left side", "right": "right side", "lid": "lid", "bottom": "bottom"}
"""The panels beside front and back, and what messages call them."""


def _beside(name: str, card: Card, template: str, faces: FaceRenderer) -> Drawing:
    """Return the drawing of a panel; it must be as long as the edge to front or back."""
    front, depth = faces.component.size, faces.component.own_as(TuckBox).depth
    upright = name in ("left", "right")
    panel = Size(depth, front.height) if upright else Size(front.width, depth)
    drawing = _seeing(faces, name, panel).drawn(card, template)
    own = drawing.size
    wanted = Size(own.width, front.height) if upright else Size(front.width, own.height)
    faces.check_size(own, wanted, template, PARTS[name])
    return drawing


def _seeing(faces: FaceRenderer, name: str, size: Size) -> FaceRenderer:
    """Return the renderer with the panel that is drawn, for templates."""
    panel = {"name": name, "width": size.width, "height": size.height}
    return replace(faces, values={**faces.values, "panel": panel})


def panels(component: Component) -> dict[str, Corners]:
    """Return the corners of each panel on the net."""
    return {name: Bounds.of(panel).corners for name, panel in _net(component).panels.items()}


def _net(component: Component) -> Net:
    return tuck_box(component.size, component.own_as(TuckBox).depth)


def _color(faces: FaceRenderer) -> Color:
    """Return the colour of the panels without art; in low ink that is white."""
    return WHITE if faces.ink is Ink.LOW else parse_color(faces.component.own_as(TuckBox).color)[0]


def _readable(on: Color) -> Solid:
    return Solid(max(BLACK, WHITE, key=on.contrast))


OVERLAP = 2.0
"""How far art runs over a fold onto a glue flap, in millimetres: no fold shows a pale edge."""


def _windows(net: Net, bleed: float) -> dict[str, Path]:
    """Return what is printed of each panel's art: with bleed past the edges that are cut.

    Sides go on over their dust flaps and the lid over the tuck flap. Art ends at the fold between
    two panels, and runs onto the glue flaps.
    """
    over = min(OVERLAP, bleed)
    dust = net.panels["left"].y - min(point.y for point in net.flaps["left"].path.points())
    tuck = net.panels["lid"].y - min(point.y for point in net.flaps["tuck"].path.points())
    around = {
        "lid": Sides(bleed, tuck + bleed, bleed, 0),
        "bottom": Sides(bleed, 0, bleed, over),
        "left": Sides(0, dust + bleed, 0, over),
        "right": Sides(0, dust + bleed, bleed, over),
        "back": Sides(over, 0, 0, 0),
        "front": Sides(0, bleed, 0, bleed),
    }
    return {name: Path.rect(_grown(net.panels[name], by)) for name, by in around.items()}


def _grown(panel: Rect, by: Sides) -> Rect:
    return panel.inset(Sides(*(-length for length in by)))


def _paint(net: Net, windows: Mapping[str, Path], faces: FaceRenderer) -> Iterator[Node]:
    """Yield the colour of sides, lid and bottom, with bleed past the edges that are cut."""
    color, bleed = _color(faces), faces.component.bleed
    if color == WHITE:
        return
    paint = Solid(color)
    spread = Stroke(paint, 2 * bleed, join=Join.ROUND) if bleed else None
    window = sum((windows[name] for name in PARTS), Path("", ()))
    yield Group((Shape(net.outline, paint, spread),), clip=Clip(window))


def _art(name: str, art: Drawing, panel: Rect, window: Path) -> Group:
    """Return a drawing in the middle of its panel, never larger than it, in its window.

    The lid is read from the front, so it lies head down in the net.
    """
    width, height = art.size
    small = min(1.0, round(min(panel.width / width, panel.height / height), 4))
    left = panel.x + (panel.width - small * width) / 2
    top = panel.y + (panel.height - small * height) / 2
    place = Affine.move(left, top) @ Affine.scale(small)
    if name == "lid":
        place = Affine.turn(180, panel.center) @ place
    return Group((Group(art.nodes, place),), clip=Clip(window))


def _titles(net: Net, card: Card, faces: FaceRenderer) -> Iterator[Typeset]:
    """Yield the titles of panels without a drawing: down the sides, and facing front on the lid."""
    fill = _readable(_color(faces))
    box = faces.component.own_as(TuckBox)
    for name, turn in (("left", 90), ("right", 90), ("lid", 180)):
        if name in box.templates:
            continue
        panel = net.panels[name]
        size = min(TITLE, TITLE_SHARE * min(panel.size))
        if size >= SMALLEST:
            style = TextStyle((box.font or BODY_FAMILY,), size, weight=700, fill=fill)
            yield _word(faces.component.title, style, panel, turn, card, faces)


def _glue_words(net: Net, card: Card, faces: FaceRenderer) -> Iterator[Typeset]:
    style = TextStyle((BODY_FAMILY,), SMALLEST)
    glue = glue_word(faces)
    for flap in net.flaps.values():
        room = path_bounds(flap.path) if flap.glue else None
        if room is not None and min(room.size) > 1.5 * SMALLEST:
            yield _word(glue, style, room, 90 if room.height > room.width else 0, card, faces)


def _word(
    text: str, style: TextStyle, room: Rect, turn: float, card: Card, faces: FaceRenderer
) -> Typeset:
    """Return a word centred in ``room``, turned clockwise by ``turn`` degrees."""
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


BOX = ComponentKind(
    name="box",
    entry=BoxEntry,
    piece=piece,
    trim=trim,
    panels=panels,
    one_sided=True,
    measured=True,
    net=True,
    creased=True,
    close_cut=False,
    assembly=HelpTopic("box", 50),
)
