"""Whatever is drawn, in whatever groups, a file that nobody changed is what was planned."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.base.color import Color
from pnp.export.svg import svg_text
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Affine, Point, Rect
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, pages
from pnp.kinds.piece import Piece
from pnp.proof.prove import Prover
from pnp.proof.svgsheets import prove_sheets
from pnp.scene.node import (
    Cap,
    Clip,
    Group,
    Join,
    Linear,
    Mask,
    Node,
    Pattern,
    Picture,
    Radial,
    Shape,
    Solid,
    SpreadMethod,
    Stop,
    Stroke,
)
from pnp.text.style import TextStyle
from pnp.text.typeset import line
from tests import make
from tests.make import HERE, card, component, game, layout
from tests.proof.kits import BOOK, SIZE, write
from tests.proof.riches import picture

numbers = st.floats(-20, 60).map(lambda n: round(n, 5))
lengths = st.floats(0.5, 40).map(lambda n: round(n, 5))
shares = st.floats(0, 1).map(lambda n: round(n, 3))
points = st.builds(Point, numbers, numbers)
colors = st.builds(Color, *[st.integers(0, 255)] * 3)
places = st.one_of(
    st.just(Affine()),
    st.builds(Affine.move, numbers, numbers),
    st.builds(Affine.turn, st.sampled_from([90, 180, 33.3])),
    st.builds(Affine.scale, st.floats(0.2, 3), st.sampled_from([0.5, -1.0, 2.0])),
    st.just(Affine(1, 0.2, -0.4, 1.1, 3, 5)),
)
rects = st.builds(Rect, numbers, numbers, lengths, lengths)
outlines = st.one_of(
    st.builds(Outline.rect, rects, st.sampled_from([0.0, 2.0])),
    st.builds(Outline.ellipse, points, lengths, lengths),
    st.lists(points, min_size=2, max_size=5).map(Outline.polygon),
    st.builds(Outline.line, points, points),
)
solids = st.builds(Solid, colors, st.sampled_from([1.0, 1.0, 0.35, 0.0]))
stops = st.lists(
    st.builds(Stop, shares, colors, st.sampled_from([1.0, 1.0, 0.3])), min_size=1, max_size=4
).map(lambda found: tuple(sorted(found, key=lambda stop: stop.offset)))
spreads = st.sampled_from(SpreadMethod)


@st.composite
def gradients(draw: st.DrawFn) -> Linear | Radial:
    start, spread, place = draw(points), draw(spreads), draw(places)
    along, found = draw(st.floats(8, 40)), draw(stops)
    if draw(st.booleans()):
        return Linear(start, Point(start.x + along, start.y + 5), found, spread, place)
    focus = Point(start.x + along * draw(st.sampled_from([0.0, 0.3])), start.y)
    return Radial(start, along, focus, 0.0, found, spread, place)


tiles = st.builds(
    lambda path, color, place: Pattern((Shape(path, color),), Rect(0, 0, 9, 7), place),
    outlines,
    solids,
    places,
)
paints = st.one_of(solids, gradients(), tiles)
strokes = st.builds(
    Stroke,
    paints,
    st.floats(0.05, 4).map(lambda n: round(n, 4)),
    st.sampled_from(Cap),
    st.sampled_from(Join),
    st.sampled_from([1.0, 4.0, 10.0]),
    st.sampled_from([(), (2.0,), (1.0, 0.5), (0.0, 0.0), (2.0, 99999.0), (0.00004,) * 30]),
    st.sampled_from([0.0, 0.7, -99999.0]),
)


@st.composite
def texts(draw: st.DrawFn) -> Node:
    words = draw(st.sampled_from(["Barn Owl", "AVATAR fi ffl", "x", "é ≤ “Te.”", "1 / 2"]))
    style = TextStyle(("Alegreya Sans",), draw(st.floats(1, 30)), fill=draw(paints))
    nodes = line(BOOK, words, style, draw(points), HERE).nodes
    return Group(nodes, draw(places))


leaves = st.one_of(
    st.builds(Shape, outlines, st.none() | paints, st.none() | strokes, st.booleans()),
    texts(),
    st.builds(lambda box: Picture(picture().image, box), rects),
)


def groups(inside: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    nodes = st.lists(inside, min_size=1, max_size=4).map(tuple)
    return st.builds(
        Group,
        nodes,
        places,
        st.none() | st.builds(Clip, outlines, st.booleans()),
        st.none() | st.builds(Mask, nodes, rects, st.booleans()),
        st.sampled_from([1.0, 1.0, 0.5, 0.0]),
    )


drawings = st.lists(st.recursive(leaves, groups, max_leaves=8), min_size=1, max_size=5)


@settings(max_examples=25, deadline=None)
@given(nodes=drawings, copies=st.integers(1, 3), again=st.booleans())
def test_a_printed_drawing_is_what_was_planned(nodes: list[Node], copies: int, again: bool) -> None:
    art = (*nodes, Group(tuple(nodes), Affine.move(3, 4))) if again else tuple(nodes)
    made = component("any", SIZE, [card("one", copies)])
    piece = Piece(made, made.cards[0], make.face(SIZE, nodes=art), None)
    chosen = layout(backs=Backs.NONE)
    sheets, _ = impose(game(made), [piece], chosen, BOOK)
    printed = pages(sheets, duplex=False)
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = write(printed, folder / "any.pdf", Backs.NONE)
        proof = Prover(chosen, BOOK).prove(path, printed, Backs.NONE)
        drawn = {f"{number}.svg": page for number, page in enumerate(printed)}
        for file, page in drawn.items():
            (folder / "svg").mkdir(exist_ok=True)
            (folder / "svg" / file).write_text(svg_text(page, BOOK), encoding="utf-8")
        proof += prove_sheets(folder / "svg", drawn, BOOK)
    assert [finding.message for finding in proof.findings] == []
