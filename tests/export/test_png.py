from pathlib import Path

import pytest
from PIL import Image as Pillow

from pnp.base.diagnostics import PnpError
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.export.png import rasterise, write_png, write_preview
from pnp.geometry.plane import Rect
from tests.pictures import NO_FONTS, block, page_of


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """A file of two pages: a red corner, a blue corner."""
    path = tmp_path / "pages.pdf"
    pages = [page_of([block(letter, 0, 0, 10, 10)], 50, 30) for letter in "RB"]
    write_pdf(pages, path, NO_FONTS, Info("two pages"))
    return path


def test_a_page_has_the_pixels_of_its_resolution(pdf: Path) -> None:
    assert rasterise(pdf, 0, 100).size == (197, 118)
    assert rasterise(pdf, 0, 300).size == (591, 354)


def test_pages_count_from_nothing(pdf: Path) -> None:
    assert rasterise(pdf, 0, 100).getpixel((5, 5)) == (255, 0, 0)
    assert rasterise(pdf, 1, 100).getpixel((5, 5)) == (0, 0, 255)


def test_a_pdf_may_be_bytes(pdf: Path) -> None:
    assert rasterise(pdf.read_bytes(), 1, 100).getpixel((5, 5)) == (0, 0, 255)


def test_paper_is_white(pdf: Path) -> None:
    assert rasterise(pdf, 0, 100).getpixel((150, 100)) == (255, 255, 255)


def test_grey_shows_how_light_a_colour_is(pdf: Path) -> None:
    raster = rasterise(pdf, 0, 100, grey=True)
    assert raster.mode == "L"
    assert 50 < raster.getpixel((5, 5)) < 130
    assert raster.getpixel((150, 100)) == 255


def test_a_box_is_a_part_of_the_page(pdf: Path) -> None:
    raster = rasterise(pdf, 0, 254, box=Rect(5, 5, 10, 6))
    assert raster.size == (100, 60)
    assert raster.crop((0, 0, 49, 49)).getcolors() == [(49 * 49, (255, 0, 0))]
    assert raster.crop((51, 0, 100, 60)).getcolors() == [(49 * 60, (255, 255, 255))]


def test_a_box_may_stick_out_of_the_page(pdf: Path) -> None:
    raster = rasterise(pdf, 0, 254, box=Rect(-5, -5, 10, 10))
    assert raster.getpixel((20, 20)) == (255, 255, 255)
    assert raster.getpixel((80, 80)) == (255, 0, 0)


def test_a_file_knows_its_resolution(pdf: Path, tmp_path: Path) -> None:
    write_png(pdf, 0, 150, tmp_path / "page.png")
    with Pillow.open(tmp_path / "page.png") as written:
        assert written.format == "PNG"
        assert written.info["dpi"] == pytest.approx((150, 150), abs=0.1)
        assert written.size == (295, 177)


def test_the_same_page_gives_the_same_bytes(pdf: Path, tmp_path: Path) -> None:
    for name in ("one.png", "two.png"):
        write_png(pdf, 1, 150, tmp_path / name, box=Rect(0, 0, 20, 20))
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


@pytest.mark.parametrize(("dpi", "shown"), [(0, "0"), (9.5, "9.5"), (-300, "-300"), (1201, "1201")])
def test_a_resolution_out_of_range_is_refused(pdf: Path, dpi: float, shown: str) -> None:
    with pytest.raises(PnpError) as error:
        rasterise(pdf, 0, dpi)
    assert str(error.value) == (
        f"{shown} dpi is out of range\n  hint: choose a resolution from 10 to 1200 dpi"
    )


def test_a_picture_too_large_for_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "poster.pdf"
    write_pdf([page_of([], 841, 1189)], path, NO_FONTS, Info("poster"))
    with pytest.raises(PnpError) as error:
        rasterise(path, 0, 1200)
    assert str(error.value) == (
        "1200 dpi makes 2232 million pixels\n  hint: choose at most 359 dpi for a page of this size"
        "; PNP_LIMITS=png-pixels=NUMBER allows more"
    )


@pytest.mark.parametrize(("page", "shown"), [(2, 3), (-1, 0)])
def test_a_page_that_is_not_there_is_refused(pdf: Path, page: int, shown: int) -> None:
    with pytest.raises(PnpError) as error:
        rasterise(pdf, page, 100)
    assert str(error.value) == f"there is no page {shown}\n  hint: the file has 2 pages"


def test_a_preview_has_the_pixels_and_the_resolution_of_a_png(pdf: Path, tmp_path: Path) -> None:
    write_png(pdf, 0, 72, tmp_path / "exact.png")
    write_preview(pdf, 0, 72, tmp_path / "quick.png")
    with Pillow.open(tmp_path / "exact.png") as exact, Pillow.open(tmp_path / "quick.png") as quick:
        quick.load()
        assert quick.info["dpi"] == exact.info["dpi"]
        assert (quick.mode, quick.tobytes()) == (exact.mode, exact.tobytes())
