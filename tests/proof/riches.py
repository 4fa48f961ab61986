"""A printed card with one of everything that a drawing may have, and edits of its PDF."""

from collections.abc import Callable, Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pikepdf
import PIL.Image
import pytest

from pnp.base.color import Color
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, Layout, pages
from pnp.kinds.piece import Piece
from pnp.proof.prove import Proof, Prover
from pnp.scene.image import load_image
from pnp.scene.node import (
    Blend,
    Clip,
    Group,
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
from pnp.scene.page import Page
from pnp.text.style import TextStyle
from pnp.text.typeset import line
from tests import make
from tests.make import HERE, RED, card, component, game, layout
from tests.proof.kits import BOOK, write

SIZE = Size(44, 67)
KEY = "rich/all#1/face"
BLUE, GREEN = Color(20, 40, 160), Color(10, 120, 30)
FROM_RED = (Stop(0, RED), Stop(0.4, GREEN), Stop(1, BLUE))

LITTLE, LARGE = Affine.scale(0.1), Affine.move(30, 20) @ Affine.turn(30) @ Affine.scale(3)

LARGE_ENOUGH = pytest.mark.parametrize(
    ("places", "passes"),
    [((LITTLE, LARGE), False), ((LARGE, LITTLE), False), ((LITTLE, LITTLE), True)],
    ids=("at last", "at first", "nowhere"),
)
"""Where a drawing is used, and whether a small fault in it may pass."""

Edit = Callable[[pikepdf.Pdf], None]


def used_at(places: Iterable[Affine]) -> tuple[Group, ...]:
    """Uses of one drawing, which is long enough to be shared: a triangle up to 9 9, and rings."""
    rings = [Shape(Outline.ellipse((4, 4), r, r), Solid(Color(r, 4, 160))) for r in range(1, 20)]
    drawn = (Shape(Outline("MLLZ", (0, 0, 9, 1, 9, 9)), Solid(RED)), *rings)
    return tuple(Group(drawn, at) for at in places)


def picture() -> Picture:
    raster = PIL.Image.new("RGBA", (4, 3), (200, 10, 10, 255))
    raster.putpixel((1, 1), (0, 0, 255, 90))
    file = BytesIO()
    raster.save(file, "PNG")
    return Picture(load_image(file.getvalue()), Rect(30, 40, 8, 6))


def nodes() -> tuple[Node, ...]:
    """One of everything; each solid colour is used once."""
    box, ring = Outline.rect(Rect(2, 2, 10, 6)), Outline.ellipse((30, 10), 6, 4)
    faded = (Stop(0, RED, 1.0), Stop(1, BLUE, 0.2))
    style = TextStyle(("Alegreya Sans",), 5, fill=Solid(Color(1, 2, 3)))
    text = line(BOOK, "Barn Owl", style, Point(4, 60), HERE)
    dashes = Stroke(Solid(Color(9, 90, 9)), 0.6, dashes=(2.0, 1.0), dash_offset=0.5)
    dot = Shape(Outline.ellipse((1, 1), 0.5, 0.5), Solid(GREEN))
    tiles = Pattern((dot,), Rect(0, 0, 2, 2), Affine.move(0.5, 0.5))
    pair = (make.filled(Solid(Color(70, 0, 0)), 3, 30, 6, 6), Shape(ring, Solid(Color(0, 70, 0))))
    fade = make.filled(Linear(Point(2, 0), Point(20, 0), FROM_RED), 2, 28, 20, 12)
    return (
        make.filled(Solid(Color(240, 230, 220)), *Rect.of(SIZE).inset(-3)),
        Shape(box, Linear(Point(2, 2), Point(12, 2), FROM_RED)),
        Shape(ring, Radial(Point(30, 10), 6, Point(29, 10), 0, faded)),
        Shape(box.placed(Affine.move(0, 8)), tiles),
        Shape(Outline.line((4, 20), (40, 20)), None, dashes),
        Shape(box + box.placed(Affine.move(2, 1)), Solid(Color(33, 44, 55)), even_odd=True),
        Group(pair, mask=Mask((fade,), Rect(2, 28, 20, 12))),
        Group(pair, Affine.move(0, 10), opacity=0.5),
        Group((Group(pair, Affine.move(14, 10), blend=Blend.MULTIPLY),), isolated=True),
        Group((Shape(ring, Solid(Color(5, 6, 7))),), clip=Clip(Outline.ellipse((30, 8), 5, 5))),
        make.filled(Linear(Point(0, 0), Point(1, 0), FROM_RED, SpreadMethod.REFLECT), 5, 45, 9, 3),
        make.filled(Solid(Color(77, 88, 99), 0.4), 20, 50, 5, 5),
        picture(),
        *text.nodes,
    )


@cache
def rich() -> tuple[Layout, tuple[Page, ...]]:
    made = component("rich", SIZE, [card("all")])
    piece = Piece(made, made.cards[0], make.face(SIZE, nodes=nodes()), None)
    chosen = layout(backs=Backs.NONE)
    sheets, _ = impose(game(made), [piece], chosen, BOOK)
    return chosen, pages(sheets, duplex=False)


@cache
def good_file() -> bytes:
    with TemporaryDirectory() as folder:
        return write(rich()[1], Path(folder) / "rich.pdf", Backs.NONE).read_bytes()


def proof_after(edit: Edit, folder: Path) -> Proof:
    """The proof of a good file that was edited afterwards."""
    chosen, made = rich()
    path = folder / "rich.pdf"
    with pikepdf.open(BytesIO(good_file())) as pdf:
        edit(pdf)
        pdf.save(path)
    return Prover(chosen, BOOK).prove(path, made, Backs.NONE)


def content(old: str, new: str) -> Edit:
    """Replace words in the first stream that has them: the page's own, or that of a form."""

    def edit(pdf: pikepdf.Pdf) -> None:
        forms = [o for o in pdf.objects if is_a(o, "/Subtype", "/Form") or "/PaintType" in keys(o)]
        for stream in [pdf.pages[0].Contents, *forms]:
            data = stream.read_bytes()
            if old.encode() in data:
                stream.write(data.replace(old.encode(), new.encode(), 1))
                return
        raise AssertionError(f"no stream has {old!r}")

    return edit


def entry(find: Callable[[Any], bool], name: str, value: Any) -> Edit:
    """Set an entry of the first object that is meant."""

    def edit(pdf: pikepdf.Pdf) -> None:
        found = next(thing for thing in everything(pdf) if find(thing))
        if value is None:
            del found[name]
        else:
            found[name] = value

    return edit


def everything(pdf: pikepdf.Pdf) -> list[Any]:
    """The dictionaries and streams of a file, those inside of others too."""
    found: list[Any] = []
    waiting: list[Any] = list(pdf.objects)
    while waiting:
        thing = waiting.pop(0)
        if keys(thing):
            found.append(thing)
            inside = [thing[name] for name in thing.keys() if name != "/Parent"]  # noqa: SIM118
        else:
            inside = list(thing) if isinstance(thing, pikepdf.Array) else []
        waiting += [one for one in inside if is_direct(one)]
    return found


def is_direct(thing: Any) -> bool:
    return isinstance(thing, pikepdf.Object) and not thing.is_indirect


def keys(thing: Any) -> set[str]:
    is_dictionary = isinstance(thing, pikepdf.Dictionary | pikepdf.Stream)
    return {*thing.keys()} if is_dictionary else set()


def is_a(thing: Any, name: str, value: object) -> bool:
    return name in keys(thing) and str(thing[name]) == str(value)
