"""Images from cameras, scanners and paint programs: one kind comes out."""

from io import BytesIO
from itertools import chain
from struct import pack
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow
from PIL import ImageCms

from pnp.base.ceilings import IMAGE_PIXELS
from pnp.base.diagnostics import PnpError, Where
from pnp.scene.image import Image, load_image, samples

RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)
QUARTERS = (RED, GREEN, BLUE, YELLOW)
ORIENTATION = 0x0112

TURNED_BACK = {
    1: (0, 1, 2, 3),
    2: (1, 0, 3, 2),
    3: (3, 2, 1, 0),
    4: (2, 3, 0, 1),
    5: (0, 2, 1, 3),
    6: (2, 0, 3, 1),
    7: (3, 1, 2, 0),
    8: (1, 3, 0, 2),
}
"""Which stored quarter is seen top left, top right, and below (Exif 2.32, section 4.6.4)."""


def file_of(raster: Pillow.Image, form: str = "PNG", **how: object) -> bytes:
    file = BytesIO()
    raster.save(file, form, **how)
    return file.getvalue()


def plain(mode: str, value: object) -> Pillow.Image:
    return Pillow.new(mode, (2, 1), value)


def quarters(side: int = 1) -> Pillow.Image:
    """Return four colours, each a square of so many pixels."""
    small = Pillow.frombytes("RGB", (2, 2), bytes(chain(*QUARTERS)))
    return small.resize((2 * side, 2 * side), Pillow.Resampling.NEAREST)


def exif(orientation: int) -> bytes:
    tags = Pillow.Exif()
    tags[ORIENTATION] = orientation
    return tags.tobytes()


def pixel(image: Image, x: int, y: int) -> tuple[int, ...]:
    found = samples(image)
    width = len(found.mode)
    at = (y * found.width + x) * width
    return tuple(found.data[at : at + width])


@pytest.mark.parametrize(
    ("raster", "mode", "data", "alpha"),
    [
        (plain("1", 1), "L", b"\xff\xff", None),
        (plain("L", 7), "L", b"\x07\x07", None),
        (plain("LA", (7, 9)), "L", b"\x07\x07", b"\x09\x09"),
        (plain("LA", (7, 255)), "L", b"\x07\x07", None),
        (plain("RGB", (1, 2, 3)), "RGB", b"\x01\x02\x03" * 2, None),
        (plain("RGBA", (1, 2, 3, 4)), "RGB", b"\x01\x02\x03" * 2, b"\x04\x04"),
        (plain("I;16", 0x9C40), "L", b"\x9c\x9c", None),
        (plain("RGB", (1, 2, 3)).quantize(4), "RGB", b"\x01\x02\x03" * 2, None),
    ],
)
def test_every_kind_of_png_gives_eight_bits_a_channel(
    raster: Pillow.Image, mode: str, data: bytes, alpha: bytes | None
) -> None:
    image = load_image(file_of(raster))
    assert samples(image) == (mode, data, alpha, 2, 1)
    assert image.grey == (mode == "L")


@pytest.mark.parametrize(("mode", "value"), [("L", 7), ("RGB", (1, 2, 3))])
def test_a_colour_that_stands_for_clear_becomes_opacity(mode: str, value: object) -> None:
    image = load_image(file_of(plain(mode, value), transparency=value))
    assert samples(image).alpha == b"\x00\x00"


def test_a_palette_with_opacity_keeps_it() -> None:
    raster = plain("P", 1)
    raster.putpalette([9, 9, 9, 1, 2, 3])
    found = samples(load_image(file_of(raster, transparency=b"\xff\x40")))
    assert (found.data, found.alpha) == (b"\x01\x02\x03" * 2, b"\x40\x40")


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_good_file_is_kept_as_it_is(form: str) -> None:
    data = file_of(quarters(8), form)
    image = load_image(data)
    assert image.data == data
    assert image.format == form.lower()
    assert (image.width, image.height) == (16, 16)


def test_equal_files_are_one_image() -> None:
    assert load_image(file_of(quarters())) is load_image(bytes(bytearray(file_of(quarters()))))


def test_a_digest_tells_drawings_apart() -> None:
    one, other = load_image(file_of(plain("L", 1))), load_image(file_of(plain("L", 2)))
    assert len(one.digest) == 64
    assert one.digest != other.digest


@pytest.mark.parametrize("orientation", TURNED_BACK)
def test_a_camera_that_was_turned_is_turned_back(orientation: int) -> None:
    image = load_image(file_of(quarters(), exif=exif(orientation)))
    seen = [pixel(image, x, y) for y in (0, 1) for x in (0, 1)]
    assert seen == [QUARTERS[stored] for stored in TURNED_BACK[orientation]]


def test_a_jpeg_is_turned_without_a_second_loss() -> None:
    data = file_of(quarters(8).resize((16, 8)), "JPEG", exif=exif(6), quality=95)
    image = load_image(data)
    assert (image.format, image.width, image.height) == ("png", 8, 16)
    with Pillow.open(BytesIO(data)) as stored:
        turned = stored.convert("RGB").transpose(Pillow.Transpose.ROTATE_270)
    assert samples(image).data == turned.tobytes()


def test_an_orientation_that_means_nothing_is_ignored() -> None:
    data = file_of(quarters(), exif=exif(99))
    assert load_image(data).data == data


def test_cmyk_becomes_rgb() -> None:
    image = load_image(file_of(plain("CMYK", (255, 0, 0, 0)), "JPEG", quality=100))
    assert image.format == "png"
    assert pixel(image, 0, 0) == pytest.approx((0, 255, 255), abs=3)


def srgb() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def test_an_srgb_profile_changes_nothing() -> None:
    data = file_of(quarters(), icc_profile=srgb())
    assert load_image(data).data == data


def test_a_broken_profile_is_ignored() -> None:
    data = file_of(quarters(), icc_profile=b"no profile at all")
    assert load_image(data).data == data


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_another_profile_is_brought_to_srgb(form: str) -> None:
    grey = plain("RGB", (128, 128, 128))
    image = load_image(file_of(grey, form, icc_profile=gamma_one(), quality=100))
    assert image.format == "png"
    assert pixel(image, 0, 0) == pytest.approx((188, 188, 188), abs=2)
    with Pillow.open(BytesIO(image.data)) as written:
        assert "icc_profile" not in written.info


def test_opacity_is_kept_beside_another_profile() -> None:
    raster = plain("RGBA", (128, 128, 128, 9))
    assert samples(load_image(file_of(raster, icc_profile=gamma_one()))).alpha == b"\x09\x09"


def gamma_one() -> bytes:
    """Return sRGB's profile with its curves made straight, so that 128 means half of the light."""
    profile = bytearray(srgb())
    count = int.from_bytes(profile[128:132])
    for entry in range(132, 132 + 12 * count, 12):
        if profile[entry : entry + 4] in (b"rTRC", b"gTRC", b"bTRC"):
            start = int.from_bytes(profile[entry + 4 : entry + 8])
            profile[start : start + 12] = b"curv" + bytes(8)  # no entries: a straight line
    return bytes(profile)


PLACE = Where("templates/halloween/grave.svg", line=12)


@pytest.mark.parametrize(
    "data", [b"", b"BM" + bytes(99), b"<svg/>", b"\x00"], ids=["empty", "bmp", "svg", "nul"]
)
def test_another_format_is_refused(data: bytes) -> None:
    assert refusal(data).startswith("templates/halloween/grave.svg:12: the image is neither ")


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_a_file_that_is_cut_short_is_refused(form: str, share: float) -> None:
    data = file_of(Pillow.effect_noise((100, 100), 50), form)
    assert refusal(data[: max(9, int(len(data) * share))]) == (
        "templates/halloween/grave.svg:12: the image is damaged or cut short\n"
        "  hint: open it in an image editor and save it again"
    )


@pytest.mark.parametrize("side", [int(IMAGE_PIXELS.default**0.5) + 1, 20_000])
def test_an_image_that_unpacks_to_too_much_is_refused(side: int) -> None:
    assert refusal(file_of(Pillow.new("1", (side, side)))) == (
        "templates/halloween/grave.svg:12: the image has more than 80 million pixels\n"
        "  hint: scale it down: print shows no more than 600 pixels per inch; "
        "PNP_LIMITS=image-pixels=NUMBER allows more"
    )


@pytest.mark.parametrize("palette", [b"", None], ids=["empty", "none"])
def test_numbers_of_colours_without_a_palette_are_refused(palette: bytes | None) -> None:
    data = file_of(Pillow.new("P", (3, 3)), bits=8)
    start = data.index(b"PLTE") - 4
    end = start + 12 + int.from_bytes(data[start : start + 4])
    parts = () if palette is None else (pack(">I", 0) + b"PLTE" + pack(">I", crc32(b"PLTE")),)
    assert "the image is damaged" in refusal(data[:start] + b"".join(parts) + data[end:])


def test_a_jpeg_of_many_scans_is_refused() -> None:
    """Half a megabyte of them, each over all pixels, takes half a minute."""
    data = file_of(quarters(8), "JPEG", progressive=True)
    scan = data[data.rindex(b"\xff\xda") : -2]
    assert load_image(data[:-2] + 9 * scan + data[-2:], PLACE).format == "jpeg"
    assert refusal(data[:-2] + 100 * scan + data[-2:]) == (
        "templates/halloween/grave.svg:12: the JPEG has more than 100 scans\n"
        "  hint: open it in an image editor and save it again"
    )


def test_a_moving_png_is_its_first_picture_in_every_viewer() -> None:
    still, *more = [Pillow.new("RGB", (4, 4), colour) for colour in QUARTERS]
    data = file_of(still, save_all=True, append_images=more)
    assert b"acTL" in data
    image = load_image(data)
    assert b"acTL" not in image.data and pixel(image, 0, 0) == RED


def test_a_webp_counts_by_what_its_decoder_keeps() -> None:
    """A picture of 80 million pixels took 1.6 gigabytes."""
    data = file_of(Pillow.new("RGB", (6400, 6400)), "WEBP", lossless=True)
    assert "the image unpacks to more than 240 million bytes" in refusal(data)


def header(width: int, height: int, depth: int, kind: int) -> bytes:
    """A PNG that says how large it is, and has no pixels."""
    parts = [(b"IHDR", pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)), (b"IDAT", b"")]
    chunks = (pack(">I", len(d)) + name + d + pack(">I", crc32(name + d)) for name, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def test_an_image_that_is_longer_than_anything_printed_is_refused() -> None:
    assert refusal(header(2, 65_536, 8, 2)) == (
        "templates/halloween/grave.svg:12: the image has a side of more than 65,535 pixels\n"
        "  hint: scale it down, or cut it into several"
    )
    assert "is damaged" in refusal(header(2, 65_535, 8, 2))


@pytest.mark.parametrize(
    ("depth", "kind", "width"), [(16, 6, 8000), (8, 6, 8000), (16, 2, 8000), (16, 6, 3031)]
)
def test_an_image_with_deep_pixels_may_have_fewer_of_them(
    depth: int, kind: int, width: int
) -> None:
    assert refusal(header(width, 9900, depth, kind)) == (
        "templates/halloween/grave.svg:12: the image unpacks to more than 240 million bytes\n"
        "  hint: scale it down, or save it with 8 bits a channel and without opacity; "
        "PNP_LIMITS=image-pixels=NUMBER allows more"
    )


@pytest.mark.parametrize(("depth", "kind", "width"), [(8, 2, 8000), (8, 6, 6000), (16, 6, 3000)])
def test_a_sheet_of_600_dots_per_inch_is_not_too_deep(depth: int, kind: int, width: int) -> None:
    assert "is damaged" in refusal(header(width, 9900, depth, kind))


def refusal(data: bytes) -> str:
    with pytest.raises(PnpError) as error:
        load_image(data, PLACE)
    return str(error.value)


@given(st.sampled_from(["PNG", "JPEG"]), st.dictionaries(st.integers(0, 2000), st.integers(0, 255)))
def test_a_file_with_wrong_bytes_is_an_image_or_a_clear_error(
    form: str, wrong: dict[int, int]
) -> None:
    data = bytearray(file_of(quarters(8), form, icc_profile=gamma_one(), exif=exif(6)))
    for at, byte in wrong.items():
        data[at % len(data)] = byte
    try:
        image = load_image(bytes(data), PLACE)
    except PnpError as error:
        assert str(error).startswith("templates/halloween/grave.svg:12: the image ")
    else:
        assert len(samples(image).data) in (image.width * image.height * n for n in (1, 3))
