"""How colours look: the published examples, and the palette that everybody can tell apart."""

from itertools import combinations

import pytest

from pnp.base.color import BLACK, WHITE, Color, parse_color
from pnp.base.vision import VISIONS, Lab, ciede2000, difference, grey, lab

SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""Test data of Sharma, Wu and Dalal (2005): the two ways round the hues, greys, dark colours."""

OKABE_ITO = ["000000", "E69F00", "56B4E9", "009E73", "F0E442", "0072B2", "D55E00", "CC79A7"]


def color(text: str) -> Color:
    return parse_color(text)[0]


@pytest.mark.parametrize(("one", "other", "apart"), SHARMA)
def test_differences_are_those_that_were_published(one, other, apart):
    assert ciede2000(Lab(*one), Lab(*other)) == pytest.approx(apart, abs=5e-5)
    assert ciede2000(Lab(*other), Lab(*one)) == pytest.approx(apart, abs=5e-5)


def test_white_and_black_are_the_ends_of_lightness():
    assert lab(WHITE) == pytest.approx((100, 0, 0), abs=0.01)
    assert lab(BLACK) == pytest.approx((0, 0, 0), abs=1e-9)
    assert difference(BLACK, WHITE) == pytest.approx(100, abs=0.01)
    assert difference(WHITE, WHITE) == 0


@pytest.mark.parametrize("vision", VISIONS)
def test_grey_is_grey_to_everybody(vision):
    for level in (0, 90, 180, 255):
        assert VISIONS[vision](Color(level, level, level)) == pytest.approx((level,) * 3, abs=1)


@pytest.mark.parametrize(
    ("vision", "alike", "apart"),
    [
        ("with protanopia", ("#cc6644", "#8c8c33"), ("#0072b2", "#d55e00")),
        ("with deuteranopia", ("#cc6644", "#8c8c33"), ("#0072b2", "#d55e00")),
        ("with tritanopia", ("#3f8fae", "#40948b"), ("#cc6644", "#8c8c33")),
        ("in grey", ("#cc6644", "#8c8c33"), ("#f0e442", "#0072b2")),
    ],
)
def test_who_takes_which_colours_for_the_same(vision, alike, apart):
    see = VISIONS[vision]
    assert difference(*(see(color(text)) for text in alike)) < 10
    assert difference(*(see(color(text)) for text in apart)) > 20


def test_the_palette_for_all_eyes_stays_apart():
    """The bound of the rule ``colour-alone`` is a little below what Okabe and Ito reached."""
    colors = [color(f"#{digits}") for digits in OKABE_ITO]
    for name in list(VISIONS)[:3]:
        see = VISIONS[name]
        assert min(difference(see(a), see(b)) for a, b in combinations(colors, 2)) > 11


def test_grey_keeps_the_luminance():
    red = color("#d8422f")
    assert grey(red).luminance == pytest.approx(red.luminance, abs=0.003)
