"""Tuck boxes: the template is the front panel, and the net is computed to fit a deck."""

from collections.abc import Iterator, Mapping
from math import dist
from typing import Annotated, Literal, NamedTuple

from pnp.base.color import BLACK, WHITE, Color, parse_color
from pnp.base.diagnostics import nearest, quote, user_error
from pnp.base.slotted import slotted
from pnp.data.entry import Entry, EntryContext, Form, RowSource
from pnp.data.fields import FileName, Length, Name, length_within
from pnp.data.game import Card, Component, HelpTopic
from pnp.geometry.path import ARC, Path
from pnp.geometry.plane import Affine, Point, Rect, Sides, Size
from pnp.kinds.kind import ComponentKind, FaceRenderer
from pnp.kinds.net import FOLD_DASHES, FOLD_WIDTH, GLUE_GREY, GLUE_WORD, SMALLEST
from pnp.kinds.piece import Piece
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Clip, Group, Join, Node, Shape, Solid, Stroke
from pnp.scene.page import Face, Ink
from pnp.text.fontbook import BODY_FAMILY
from pnp.text.style import TextStyle, Typeset
from pnp.text.typeset import line

Thickness = Annotated[Length, length_within(0.1, 3.0)]
Play = Annotated[Length, length_within(0.5, 5.0)]


class BoxEntry(Entry):
    """A tuck box for a deck: its size is computed from the deck, and `pnp games` shows it."""

    kind: Literal["box"]
    holds: Name
    """The deck, or the tiles, that the box holds."""
    face: FileName
    """The template of the front, inside templates/, as large as the front."""
    back: FileName | None = None
    """The template of the back; without it, the back looks like the front."""
    thickness: Thickness = 0.33
    """How thick one card is, with its sleeve if it has one."""
    play: Play = 1.0
    """How much room is left inside, in each direction."""
    color: str = "white"
    """The colour of sides, lid and bottom: a name from the palette, or a colour."""
    font: str | None = None
    """The family of the titles on sides and lid."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, self.back)

    def form(self, at: EntryContext) -> Form | None:
        """Return the size of the front, and the box around the deck.

        None if the deck is invalid: that is reported already.

        Raises:
            PnpError: ``holds`` names no deck of the game, or ``color`` is not a colour.
        """
        deck = self._held(at)
        if deck is None:
            return None
        depth = depth_around(deck.qty, self.thickness, self.play)
        box = TuckBox(deck.name, depth, at.color(self.color), self.font)
        return Form(front_around(deck.size, self.play), own=box)

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
    of the narrow sides in millimetres. ``color`` is the SVG colour of all panels without a
    drawing; ``font`` is the family of the titles on them, None for pnp's default.
    """

    holds: str
    depth: float
    color: str
    font: str | None = None


def front_around(card: Size, play: float) -> Size:
    """Return the size of a front panel that leaves ``play`` millimetres around the cards.

    Panels are measured from fold to fold. Half a ``WALL`` is lost at each fold; the glue flap takes
    one from the width, and the dust flaps take one at either end.
    """
    return Size(card.width + play + 2 * WALL, card.height + play + 3 * WALL)


def depth_around(cards: int, thickness: float, play: float) -> float:
    """Return the width of the narrow sides in millimetres: the tuck flap and folds take 2 walls."""
    return cards * thickness + play + 2 * WALL


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


HALO = 0.5
"""Width in millimetres of the light line below the black cut line of a dark box."""

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
    """Return the net of a box as a piece, with outline and creases."""
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
    return tuck_box(component.size, component.own_as(TuckBox).depth)


def _color(faces: FaceRenderer) -> Color:
    """Return the colour of the panels without art; in low ink that is white."""
    return WHITE if faces.ink is Ink.LOW else parse_color(faces.component.own_as(TuckBox).color)[0]


def _readable(on: Color) -> Solid:
    return Solid(max(BLACK, WHITE, key=on.contrast))


def _paint(net: Net, faces: FaceRenderer) -> Iterator[Node]:
    """Yield the colour of sides, lid and bottom, with bleed past the edges that are cut."""
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


def _halo(net: Net, faces: FaceRenderer) -> Iterator[Node]:
    """Yield the light line below the cut line of a dark box; it is drawn over the art too."""
    light = _readable(_color(faces))
    if light.color == WHITE:
        yield Shape(net.outline, stroke=Stroke(light, HALO))


def _art(drawing: Group, panel: Rect, bleed: float) -> Group:
    """Return a drawing on a panel, with bleed (millimetres) past its upper and lower edge."""
    window = Rect.of(panel.size).inset(Sides(0, -bleed, 0, -bleed))
    return Group((drawing,), Affine.move(panel.x, panel.y), Clip(Path.rect(window)))


def _folds(net: Net, faces: FaceRenderer) -> Shape:
    path = sum(net.creases, Path("", ()))
    return Shape(path, stroke=Stroke(_readable(_color(faces)), FOLD_WIDTH, dashes=FOLD_DASHES))


def _titles(net: Net, card: Card, faces: FaceRenderer) -> Iterator[Typeset]:
    """Yield the titles: on the sides, running from the top down, and on the lid, facing forward."""
    fill = _readable(_color(faces))
    family = faces.component.own_as(TuckBox).font or BODY_FAMILY
    for name, turn in (("left", 90), ("right", 90), ("lid", 180)):
        panel = net.panels[name]
        size = min(TITLE, TITLE_SHARE * min(panel.size))
        if size >= SMALLEST:
            style = TextStyle((family,), size, weight=700, fill=fill)
            yield _word(faces.component.title, style, panel, turn, card, faces)


def _glue_words(net: Net, card: Card, faces: FaceRenderer) -> Iterator[Typeset]:
    style = TextStyle((BODY_FAMILY,), SMALLEST)
    for flap in net.flaps.values():
        room = path_bounds(flap.path) if flap.glue else None
        if room is not None and min(room.size) > 1.5 * SMALLEST:
            yield _word(GLUE_WORD, style, room, 90 if room.height > room.width else 0, card, faces)


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
    one_sided=True,
    measured=True,
    net=True,
    close_cut=False,
    assembly=HelpTopic("box", 50),
)
