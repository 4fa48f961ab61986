"""What the rules of Girls vs Ghouls call black is black on paper: with little ink, and in grey."""

from functools import cache
from math import hypot
from statistics import mean

import pytest
from PIL import Image, ImageFilter

from pnp.base.units import MM_PER_INCH
from pnp.data.selection import selected
from pnp.data.wanted import Wanted
from pnp.kinds.compose import compose
from pnp.scene.page import Ink
from tests.make import bundled, templates
from tests.pictures import page_of, svg_raster

PIXELS = 10
"""For a millimetre."""

DARK = 60
"""Of 255: grey that is darker is black to the eye."""

LINE = 0.7
"""Millimetres: black that is narrower is an outline, which every drawing has."""

CHIPS = {"candy-chip/candy": (7.0, 80), "x5-chip/x5": (10.0, 40)}
"""The chips: how many millimetres the drawing reaches from the middle, and by how much of 255 the
two sides differ in grey there."""

CHIP, TILE = (20.0, 1.0), (10.0, 4.0)
"""How many per cent are black: of a black side at least, of an orange one at most."""

SIDES = [
    *((chip, CHIP) for chip in CHIPS),
    *((f"house-tile/{name}", TILE) for name in ("barn", "gable", "tower", "mushroom")),
]
"""Pieces with an orange side in front and a black one behind."""

ORANGE = ["treat/fizz-chew", "treat/swirl-pop", "treat/full-size-bar", "identity/girl"]
BLACK = ["treat/liquorice", "treat/sardines", "treat/toothbrush", "identity/ghoul"]


ASKED = {
    *CHIPS,
    *(piece for piece, _ in SIDES),
    *BLACK,
    *ORANGE,
    "trick/invert",
}


@pytest.mark.parametrize(("piece", "bounds"), SIDES)
def test_a_black_side_is_black_with_little_ink_and_an_orange_one_is_not(
    piece: str, bounds: tuple[float, float]
) -> None:
    least, most = bounds
    assert black(sides(Ink.LOW)[piece, "back"]) >= least
    assert black(sides(Ink.LOW)[piece, "face"]) <= most


def test_numerals_and_names_that_mean_black_are_black_with_little_ink() -> None:
    heads = {piece: head(sides(Ink.LOW)[piece, "face"]) for piece in (*BLACK, *ORANGE)}
    assert min(heads[piece] for piece in BLACK) >= 5
    assert max(heads[piece] for piece in ORANGE) <= 3
    assert black(sides(Ink.LOW)["trick/invert", "face"]) >= 5  # the chip that is turned over


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("piece", CHIPS)
def test_in_grey_the_black_side_of_a_chip_is_darker_by_far(piece: str, ink: Ink) -> None:
    radius, apart = CHIPS[piece]
    front, behind = (grey(sides(ink)[piece, side], radius) for side in ("face", "back"))
    assert front - behind >= apart


# --- pixels ------------------------------------------------------------------------------------


@cache
def sides(ink: Ink) -> dict[tuple[str, str], Image.Image]:
    """Return the sides that are asked about, cut along their trim, in grey."""
    library = templates()
    game = bundled("girls-vs-ghouls")
    wanted = [Wanted.parse(piece) for piece in ASKED]
    return {
        (piece.id, side): svg_raster(
            page_of(face.nodes, *face.trim), PIXELS * MM_PER_INCH, library.book
        ).convert("L")
        for piece in compose(game, library, ink, selected(game, wanted))
        for side, face in (("face", piece.face), ("back", piece.back))
        if face
    }


def black(side: Image.Image) -> float:
    """Return how many per cent are black, lines left out."""
    wide = int(LINE * PIXELS) // 2 * 2 + 1
    solid = side.filter(ImageFilter.MaxFilter(wide)).filter(ImageFilter.MinFilter(wide))
    return 100 * sum(solid.histogram()[:DARK]) / (side.width * side.height)


def head(side: Image.Image) -> float:
    """Return the same of the upper fifth of a card, where its name and its numeral stand."""
    return black(side.crop((0, 0, side.width, side.height // 5)))


def grey(side: Image.Image, radius: float) -> float:
    """Return the mean of a circle in the middle."""
    middle = side.width / 2
    return mean(
        side.getpixel((x, y))
        for x in range(side.width)
        for y in range(side.height)
        if hypot(x - middle, y - middle) < radius * PIXELS
    )
