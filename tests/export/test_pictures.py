"""The pictures themselves: a comparison that cannot fail proves nothing."""

import pytest
from PIL import Image

from pnp.geometry.plane import Affine
from pnp.scene.node import Group
from tests import pictures
from tests.pictures import assert_picture, block, difference, page_of, side_by_side

PAGE = page_of([block("R", 0, 0, 2, 1), block("B", 2, 1, 1, 1)], 3, 2)


def test_a_wrong_picture_fails_and_all_three_are_shown() -> None:
    with pytest.raises(AssertionError) as error:
        assert_picture(PAGE, "RR_ _B_")
    assert "wanted  pdf     svg" in str(error.value)
    assert "_B_     __B     __B" in str(error.value)


@pytest.mark.parametrize("side", ["pdf_raster", "svg_raster"])
def test_one_back_end_alone_can_fail(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, side, lambda *_: Image.new("RGB", (24, 16), "white"))
    with pytest.raises(AssertionError):
        assert_picture(PAGE, "RR_ __B")


def test_pictures_of_unequal_height_stand_side_by_side() -> None:
    assert side_by_side(one=["KK", "KK"], two=["_"]).split() == ["one", "two", "KK", "_", "KK"]


def test_both_back_ends_agree_but_for_edges() -> None:
    slanted = Group((block("R", 2, 0, 9, 9),), Affine.turn(15))
    differing, off_edges = difference(page_of([slanted, block("K", 7, 8, 5, 3)], 20, 20), 100)
    assert differing < 0.01
    assert off_edges == 0


def test_a_shape_that_one_back_end_lost_is_off_the_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = Image.new("RGB", (24 * pictures.FINER, 16 * pictures.FINER), "white")
    monkeypatch.setattr(pictures, "pdf_raster", lambda *_: blank)
    differing, off_edges = difference(PAGE, pictures.DPI)
    assert differing == off_edges == pytest.approx(0.5)
