from io import BytesIO
from pathlib import Path

import PIL.Image

from pnp.geometry.plane import Affine, Rect
from pnp.scene.image import Image, load_image
from pnp.scene.node import Group, Picture
from tests.export.pdfs import images, opened, sheet
from tests.pictures import LEGEND, assert_picture, page_of

RGB = {letter: rgb for rgb, letter in LEGEND.items()}


def saved(raster: PIL.Image.Image, form: str) -> bytes:
    file = BytesIO()
    raster.save(file, form)
    return file.getvalue()


def drawn(rows: str) -> Image:
    """Return an image with a square for each letter, large enough to stay sharp; a dot is clear."""
    lines = rows.split()
    raster = PIL.Image.new("RGBA", (len(lines[0]), len(lines)))
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            if letter != ".":
                raster.putpixel((x, y), (*RGB[letter], 255))
    large = raster.resize((raster.width * 40, raster.height * 40), PIL.Image.Resampling.NEAREST)
    return load_image(saved(large, "PNG"))


def test_the_first_row_is_at_the_top_and_clear_pixels_are_clear() -> None:
    picture = Picture(drawn("RG .B"), Rect(1, 1, 4, 4))
    assert_picture(
        page_of([picture], 6, 6),
        """
        ______
        _RRGG_
        _RRGG_
        ___BB_
        ___BB_
        ______
        """,
    )


def test_a_picture_fades_with_its_group() -> None:
    picture = Picture(drawn("KK .."), Rect(0, 0, 4, 4))
    assert_picture(page_of([Group((picture,), opacity=0.5)], 4, 4), "gggg gggg ____ ____")


def test_an_image_stands_in_the_file_once(tmp_path: Path) -> None:
    image, same = drawn("RG BK"), drawn("RG BK")
    pictures = [Picture(image, Rect(0, 0, 9, 9)), Picture(same, Rect(20, 0, 5, 5))]
    turned = Group((pictures[0],), Affine.turn(30))
    assert len(images(opened([sheet([*pictures, turned]), sheet(pictures)], tmp_path))) == 1


def test_a_jpeg_goes_in_as_it_is(tmp_path: Path) -> None:
    data = saved(PIL.Image.new("RGB", (30, 20), "red"), "JPEG")
    pdf = opened(sheet([Picture(load_image(data), Rect(0, 0, 9, 6))]), tmp_path)
    (image,) = images(pdf)
    assert image.read_raw_bytes() == data
    assert image.ColorSpace == "/DeviceRGB"
    assert (image.Width, image.Height) == (30, 20)


def test_a_grey_jpeg_stays_grey(tmp_path: Path) -> None:
    data = saved(PIL.Image.new("L", (30, 20), 99), "JPEG")
    pdf = opened(sheet([Picture(load_image(data), Rect(0, 0, 9, 6))]), tmp_path)
    (image,) = images(pdf)
    assert image.ColorSpace == "/DeviceGray"


def test_a_grey_png_takes_one_byte_a_pixel(tmp_path: Path) -> None:
    data = saved(PIL.Image.new("L", (30, 20), 99), "PNG")
    pdf = opened(sheet([Picture(load_image(data), Rect(0, 0, 9, 6))]), tmp_path)
    (image,) = images(pdf)
    assert image.ColorSpace == "/DeviceGray"
    assert image.read_bytes() == bytes([99]) * 600


def test_opacity_is_an_image_of_its_own(tmp_path: Path) -> None:
    pdf = opened(sheet([Picture(drawn("R."), Rect(0, 0, 9, 9))]), tmp_path)
    (colours,) = [image for image in images(pdf) if "/SMask" in image]
    assert set(colours.SMask.read_bytes()) == {0, 255}
