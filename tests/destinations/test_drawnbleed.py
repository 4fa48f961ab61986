"""Art that ends before a service's bleed does is found on the picture."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from pnp.destinations.drawnbleed import CutLine, art_ends, too_short
from pnp.destinations.goods import PictureSide
from pnp.destinations.plates import MadePicture, Plate
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size

WHOLE = Size(30, 40)
TRIM = Rect(5, 5, 20, 30)


def straight(inset: float) -> Path:
    return Path.rect(TRIM.inset(inset))


def round_cut(inset: float) -> Path:
    return Path.ellipse((15, 20), 10 - inset, 10 - inset)


def drawn(
    art: tuple[float, float, float, float], fill: str = "#336699", **more: str
) -> MadePicture:
    """A picture of 30 x 40 mm, ten pixels a millimetre, with art from edge to edge in mm."""
    return made(picture_of(art, fill, **more))


def picture_of(
    art: tuple[float, float, float, float], fill: str = "#336699", **more: str
) -> Image.Image:
    picture = Image.new("RGB", (300, 400), "#ffffff")
    draw = ImageDraw.Draw(picture)
    shape = draw.ellipse if more.get("shape") == "round" else draw.rectangle
    left, top, right, bottom = (10 * side for side in art)
    shape((left, top, right - 1, bottom - 1), fill=fill)
    if "line" in more:
        draw.rectangle((48, 48, 252, 352), outline=more["line"], width=5)
    return picture


def made(picture: Image.Image) -> MadePicture:
    data = BytesIO()
    picture.save(data, "PNG")
    plate = Plate("owl-face", (PictureSide("owl", (), WHOLE),), 1, 254)
    return MadePicture("owl-face.png", data.getvalue(), plate)


@pytest.mark.parametrize(
    ("picture", "cut", "end"),
    [
        (drawn((0, 0, 30, 40)), straight, None),
        (drawn((1.8, 1.8, 28.2, 38.2)), straight, None),
        (drawn((3, 0, 30, 40)), straight, 2.0),
        (drawn((3, 0, 26, 40)), straight, 1.0),
        (drawn((5, 5, 25, 35)), straight, 0.0),
        (drawn((8, 8, 22, 32)), straight, None),  # nothing reaches the cut
        (drawn((5, 5, 25, 35), fill="#fafaff"), straight, None),  # white to the eye
        (drawn((8, 8, 22, 32), line="#000000"), straight, None),  # a line may end anywhere
        (drawn((8, 0, 12, 5)), straight, None),
        (drawn((3, 8, 27, 32), shape="round"), round_cut, 2.0),
        (drawn((0, 5, 30, 35), shape="round"), round_cut, None),
    ],
)
def test_where_art_ends(picture: MadePicture, cut: CutLine, end: float | None) -> None:
    found = art_ends(picture, cut, 3.0)
    assert (found is None) == (end is None)
    assert found is None or found == pytest.approx(end, abs=0.15)


def test_a_star_in_the_night_sky_ends_no_art() -> None:
    """A white pixel whose corner alone lies on the way outwards, between two steps of it."""
    sky = picture_of((0, 0, 30, 40), fill="#000033")
    sky.putpixel((261, 268), (255, 255, 255))
    assert art_ends(made(sky), round_cut, 3.175) is None


def test_a_picture_that_limits_made_coarser_is_measured_as_it_is() -> None:
    coarse = picture_of((3, 0, 30, 40)).resize((150, 200), Image.Resampling.NEAREST)
    assert art_ends(made(coarse), straight, 3.0) == pytest.approx(2.0, abs=0.25)


def test_a_component_is_told_once_with_the_picture_where_art_ends_soonest() -> None:
    pictures = [(drawn((left, 0, 30, 40)), straight) for left in (0, 4, 3)]
    art = "owl: the art of owl-face (and of 1 more picture)"
    told = f"{art} ends 1.0 mm past the cut, 3 mm are printed"
    assert list(too_short("owl", pictures, 3.0)) == [told]
    assert list(too_short("owl", pictures[:1], 3.0)) == []
