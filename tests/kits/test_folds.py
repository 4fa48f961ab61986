"""Folds are printed on the pieces that are folded: at both ends, and seen on any ground."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

import pytest
from PIL import Image

from pnp.base.units import MM_PER_INCH
from pnp.data.selection import selected
from pnp.data.wanted import Wanted
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Rect
from pnp.imposition.piecefolds import piece_folds
from pnp.kinds.compose import compose
from pnp.kinds.piece import Piece
from pnp.scene.page import Ink, Page, Placement, Slot
from tests.kits.bundled import GAMES, game
from tests.make import templates
from tests.pictures import page_of, svg_raster

PIXELS = 12
"""For a millimetre."""

ASIDE = 0.4
"""Millimetres from the middle of a fold to the ground beside it."""

SEEN = 30
"""Of 255: a line whose grey differs by less from the ground beside it is overlooked."""

STEP = 0.1
"""Millimetres between the places along a fold that are looked at."""

END = 4.0
"""Millimetres at either end of a fold: a ruler is laid from one to the other."""

LEAST = 1.0
"""Millimetres of a line in such an end that are seen: fewer are a speck."""

BORDER = 0.9
"""The share of an end along which two grounds meet where the fold is their border."""


def folded(key: str, ink: Ink) -> Iterator[Piece]:
    """One piece of each component that is folded, for each of its looks."""
    parts = game(key).components.items()
    folded_ones = [Wanted(name) for name, part in parts if part.kind.assembly]
    pieces = compose(game(key), templates(), ink, selected(game(key), folded_ones))
    yield from (piece for piece in pieces if piece.creases)


def printed(piece: Piece) -> Page:
    """The piece as its sheet shows it, with the folds on it."""
    slot = Slot(Point(0, 0), piece.trim)
    placed = Placement(slot, piece.face, f"{piece.id}#1/face", Rect.of(piece.trim))
    return page_of((*piece.face.nodes, *piece_folds([(placed, piece)])), *piece.trim)


def places(crease: Path) -> Iterator[tuple[Point, Point]]:
    """Yield points along a fold, each with the way across it."""
    lines = (line for part in crease.subpaths() for line in pairwise(part.points()))
    for start, end in lines:
        length = dist(start, end)
        across = Point(-(end.y - start.y) / length, (end.x - start.x) / length)
        for number in range(int(length / STEP)):
            share = (number + 0.5) * STEP / length
            at = Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
            yield at, across


def tones(picture: Image.Image, at: Point, across: Point) -> tuple[int, list[int]]:
    """Return the grey at a point of a fold, and those beside it that are on the piece."""
    here, *beside = (
        (int((at.x + by * across.x) * PIXELS), int((at.y + by * across.y) * PIXELS))
        for by in (0, -ASIDE, ASIDE)
    )
    inside = [
        spot for spot in beside if 0 <= spot[0] < picture.width and 0 <= spot[1] < picture.height
    ]
    return picture.getpixel(here), [picture.getpixel(spot) for spot in inside]


def is_seen(picture: Image.Image, end: Sequence[tuple[Point, Point]]) -> bool:
    """Say whether an end of a fold differs from what is on both sides, or is the border of them.

    Where a dark panel meets a light one, black lies on black and white on white: the fold is seen
    as their border if that goes along the end.
    """
    greys = [tones(picture, at, across) for at, across in end]
    seen = sum(all(abs(here - grey) >= SEEN for grey in beside) for here, beside in greys)
    parted = sum(max(beside) - min(beside) >= SEEN for _, beside in greys)
    return STEP * seen >= LEAST or parted >= BORDER * len(greys)


def ends(crease: Path) -> dict[str, list[tuple[Point, Point]]]:
    """Return the places at the first and at the last end of a fold."""
    along, steps = list(places(crease)), round(END / STEP)
    return {"first": along[:steps], "last": along[-steps:]}


@pytest.mark.thorough
@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("key", GAMES)
def test_both_ends_of_every_fold_are_seen_on_its_piece(key: str, ink: Ink) -> None:
    faults, seen = [], 0
    for piece in folded(key, ink):
        picture = svg_raster(printed(piece), PIXELS * MM_PER_INCH, templates().book).convert("L")
        for number, crease in enumerate(piece.creases):
            seen += 1
            faults += [
                f"{piece.id}, fold {number}: its {name} end is not seen"
                for name, end in ends(crease).items()
                if not is_seen(picture, end)
            ]
    assert seen, "every game has something to fold"
    assert not faults, "\n".join(faults)
