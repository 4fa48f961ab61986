"""Tuck boxes: the template is the front, and the net around it is made to measure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import dist
from typing import Annotated, Literal, NamedTuple

from pnp.base.color import BLACK, WHITE, Color, parse_color
from pnp.base.diagnostics import nearest, quote, user_error
from pnp.data.entry import Entry, EntryContext, Form, RowSource
from pnp.data.fields import FileName, Length, Name, length_within
from pnp.data.game import Card, Component, HelpTopic
from pnp.geometry.path import ARC, Path
from pnp.geometry.plane import Affine, Point, Rect, Sides, Size
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.kind import ComponentKind
from pnp.kinds.net import FAMILY, FOLD_DASHES, FOLD_WIDTH, GLUE_GREY, GLUE_WORD, SMALLEST
from pnp.kinds.piece import Piece
from pnp.scene.bounds import path_bounds
from pnp.scene.drawing import Ink
from pnp.scene.node import Clip, Group, Join, Node, Shape, Solid, Stroke
from pnp.scene.page import Face
from pnp.text.style import TextStyle, Typeset
from pnp.text.typeset import line

Thickness = Annotated[Length, length_within(0.1, 3.0)]

Play = Annotated[Length, length_within(0.5, 5.0)]


class BoxEntry(Entry):
    """A tuck box, made to measure for a deck: its size is computed, and `pnp games` shows it."""

    kind: Literal["box"]
    holds: Name
    """The deck, or the tiles, that it is made for."""
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

        None where the deck was refused, which says enough.

        Raises:
            PnpError: the box holds no deck of the game, or its colour is none.
        """
        deck = self._held(at)
        if deck is None:
            return None
        depth = depth_around(deck.qty, self.thickness, self.play)
        box = TuckBox(deck.name, depth, at.color(self.color), self.font)
        return Form(front_around(deck.size, self.play), own=box)

    def _held(self, at: EntryContext) -> Component | None:
        found, where = at.components.get(self.holds), at.part.where(("holds",))
        if found is None and self.holds not in at.unsound:
            decks = [name for name, component in at.components.items() if component.kind.stacked]
            hint = nearest(self.holds, decks) or f"the decks are {', '.join(decks) or 'none'}"
            message = f"the box holds {quote(self.holds)}, which is no deck of the game"
            raise user_error(message, where, hint)
        if found is not None and not found.kind.stacked:
            message = f"the box holds {quote(self.holds)}, which is of the kind {found.kind.name}"
            raise user_error(message, where, "a box is made for a deck or for tiles")
        return found if found is not None and found.cards else None


WALL = 0.3
"""How thick the box's own card is, in millimetres: what home printers take at most."""


@dataclass(frozen=True, slots=True)
class TuckBox:
    """What is special of a tuck box; its front panel is as large as the component.

    ``holds`` names the deck. ``depth`` is how wide the narrow sides are, in millimetres. ``color``
    is the paint of all panels without a drawing, as SVG writes it; ``font`` is the family of the
    titles on them, None for the program's own.
    """

    holds: str
    depth: float
    color: str
    font: str | None = None


def front_around(card: Size, play: float) -> Size:
    """Return a front panel that leaves cards so much play inside, all in millimetres.

    Panels are measured from fold to fold. Half a wall is lost at each fold; a glue flap takes one
    from the width, and dust flaps take one at either end.
    """
    return Size(card.width + play + 2 * WALL, card.height + play + 3 * WALL)


def depth_around(cards: int, thickness: float, play: float) -> float:
    """Return how wide the narrow sides are; a tucked flap and the folds take a wall each."""
    return cards * thickness + play + 2 * WALL


GLUE = 10.0

TUCK = 14.0

DUST = 20.0
"""How far the glue flap, the tucked flaps and the dust flaps reach at most, in millimetres."""

NOTCH = 9.0
"""The largest radius of the notch in the front by which a thumb opens the lid."""

EASE = 0.5
"""Millimetres by which a flap stays clear of the fold that it comes to lie at."""

TAPER = 2.0
"""How much narrower the far end of a flap is on either side, at most."""

DUST_SHARE = 0.45
"""A dust flap covers this share of the width at most, so that the two never meet."""


class Flap(NamedTuple):
    """A part that comes to lie inside; ``glue`` says whether it is glued there."""

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
    """Return the net of a box with a front panel of a size, and sides ``depth`` wide."""
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
    """Return the panels; the row of them begins after the glue flap, ``end`` below the top."""
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
    """Return the line round the net, clockwise from the end of the glue flap."""
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
    """Return the folds: upright between the panels, level at all flaps."""
    row = [panels[name] for name in ("back", "left", "front", "right")]
    upright = [Path.line((panel.x, panel.y), (panel.x, panel.bottom)) for panel in row]
    closing = [panels[name] for name in ("back", "left", "right")]
    spans = [(panel.x, y, panel.right) for panel in closing for y in (panel.y, panel.bottom)]
    lid, bottom = panels["lid"], panels["bottom"]
    spans += [(lid.x + EASE, y, lid.right - EASE) for y in (lid.y, bottom.bottom)]
    return upright + [Path.line((x, y), (right, y)) for x, y, right in spans]


def _above(panel: Rect) -> Affine:
    """Return where a shape on the top edge of a panel stands; shapes point up."""
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
    """Return open paths as one; each is joined to the next, by a line where they are apart."""
    ops, coords = runs[0]
    for run in runs[1:]:
        met = dist(coords[-2:], run.coords[:2]) < EASE / 10
        ops += run.ops[1:] if met else "L" + run.ops[1:]
        coords += run.coords[2:] if met else run.coords
    return Path(ops, coords)


def _closed(path: Path) -> Path:
    return Path(path.ops + "Z", path.coords)


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


def piece(card: Card, faces: FaceRenderer) -> Piece:
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
    return tuck_box(component.size, component.own_as(TuckBox).depth)


def _color(faces: FaceRenderer) -> Color:
    """Return the colour of the panels without art: in low ink it stays in the printer."""
    return WHITE if faces.ink is Ink.LOW else parse_color(faces.component.own_as(TuckBox).color)[0]


def _readable(on: Color) -> Solid:
    return Solid(max(BLACK, WHITE, key=on.contrast))


def _paint(net: Net, faces: FaceRenderer) -> Iterator[Node]:
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


def _halo(net: Net, faces: FaceRenderer) -> Iterator[Node]:
    """Yield the light line under the cut line: over the art too, which is as dark as the box."""
    light = _readable(_color(faces))
    if light.color == WHITE:
        yield Shape(net.outline, stroke=Stroke(light, HALO))


def _art(drawing: Group, panel: Rect, bleed: float) -> Group:
    """Return a drawing on a panel; it runs past the upper and the lower edge by a bleed."""
    window = Rect.of(panel.size).inset(Sides(0, -bleed, 0, -bleed))
    return Group((drawing,), Affine.move(panel.x, panel.y), Clip(Path.rect(window)))


def _folds(net: Net, faces: FaceRenderer) -> Shape:
    path = sum(net.creases, Path("", ()))
    return Shape(path, stroke=Stroke(_readable(_color(faces)), FOLD_WIDTH, dashes=FOLD_DASHES))


def _titles(net: Net, card: Card, faces: FaceRenderer) -> Iterator[Typeset]:
    """Yield the title on the sides, read from the top down, and on the lid, read from the front."""
    fill = _readable(_color(faces))
    family = faces.component.own_as(TuckBox).font or FAMILY
    for name, turn in (("left", 90), ("right", 90), ("lid", 180)):
        panel = net.panels[name]
        size = min(TITLE, TITLE_SHARE * min(panel.size))
        if size >= SMALLEST:
            style = TextStyle((family,), size, weight=700, fill=fill)
            yield _word(faces.component.title, style, panel, turn, card, faces)


def _glue_words(net: Net, card: Card, faces: FaceRenderer) -> Iterator[Typeset]:
    style = TextStyle((FAMILY,), SMALLEST)
    for flap in net.flaps.values():
        room = path_bounds(flap.path) if flap.glue else None
        if room is not None and min(room.size) > 1.5 * SMALLEST:
            yield _word(GLUE_WORD, style, room, 90 if room.height > room.width else 0, card, faces)


def _word(
    text: str, style: TextStyle, room: Rect, turn: float, card: Card, faces: FaceRenderer
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
