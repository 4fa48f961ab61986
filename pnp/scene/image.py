"""Raster images, decoded and normalised for every back end: the only user of Pillow's images.

Pillow is imported inside the functions: a run without images does not load it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from io import BytesIO
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple
from warnings import catch_warnings, simplefilter

from pnp.base.ceilings import IMAGE_PIXELS
from pnp.base.diagnostics import PnpError, Where, user_error
from pnp.base.slotted import slotted
from pnp.base.vision import DEUTERANOPIA, LUMINANCE, PROTANOPIA, TRITANOPIA, Rows

if TYPE_CHECKING:
    import PIL.Image

    Raster = PIL.Image.Image

BYTES_A_PIXEL = 3
"""Bytes unpacked for each pixel that is allowed: red, green and blue with 8 bits each."""

MAX_SIDE = 65_535
"""What a JPEG can have: 2.8 m at 600 dots per inch, longer than anything printed."""

MOST_SCANS = 100
"""Scans of a JPEG, each of which visits all pixels again: programs write ten of them."""

WEBP_BYTES = 6
"""Bytes that count for a pixel of a WebP: its decoder keeps several pictures of four bytes each."""

FORMATS = {"PNG": "png", "JPEG": "jpeg", "MPO": "jpeg"}
"""``Image.format`` by Pillow's name. A phone's MPO is a JPEG with a second picture after it.

Others that are read, GIF and WebP, become PNG: of an animation, the first picture.
"""

READ = ("PNG", "JPEG", "GIF", "WEBP")

SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")

SAME = 3
"""A profile that changes no channel by more than this (of 255) counts as sRGB."""

_ORIENTATION = 0x0112

_SCAN = b"\xff\xda"
"""The marker before each scan of a JPEG, which occurs nowhere in its pixels."""

_GREY = ("1", "L", "LA", "I", "I;16", "I;16B")


@slotted(eq=False)
class Image:
    """A raster image as back ends expect it: upright, in sRGB.

    ``data`` is a whole file in the ``format`` ``png`` or ``jpeg``. Width and height are in pixels.
    ``digest`` is the SHA-256 of ``data``. A JPEG always has 8 bits a channel: one channel if it is
    ``grey``, else three.
    """

    data: bytes
    format: str
    width: int
    height: int
    digest: str
    grey: bool = False


class Samples(NamedTuple):
    """Unpacked pixels, row by row, eight bits a channel, for formats that cannot embed a PNG.

    ``mode`` is ``L`` (one byte a pixel) or ``RGB`` (three). ``alpha`` has one byte a pixel and is
    None if all pixels are opaque. Width and height are in pixels.
    """

    mode: str
    data: bytes
    alpha: bytes | None
    width: int
    height: int


def load_image(data: bytes, where: Where | None = None) -> Image:
    """Return the image of a file of pixels, turned by its EXIF orientation, converted to sRGB.

    Equal files give the same object.

    Raises:
        PnpError: another format, a damaged file, or one beyond ``IMAGE_PIXELS``, ``MAX_SIDE``
            or ``BYTES_A_PIXEL``.
    """
    with catch_warnings():
        simplefilter("ignore")  # Pillow warns about faults that do no harm
        try:
            return _load(data)
        except PnpError as error:
            raise PnpError(replace(problem, where=where) for problem in error.problems) from None


def enlarged(image: Image, width: int, height: int) -> Image:
    """Return an image of another size in pixels, its colours mixed smoothly."""
    import PIL.Image

    raster = _decode(image.data).convert("RGBa")  # else clear pixels would darken the edges
    larger = raster.resize((width, height), PIL.Image.Resampling.BICUBIC).convert("RGBA")
    file = BytesIO()
    larger.save(file, "PNG", compress_level=1)
    return _load(file.getvalue())


def samples(image: Image) -> Samples:
    """Return the unpacked pixels of an image, its opacity separate from its colours."""
    colour, alpha = _split(_decode(image.data))
    opacity = alpha.tobytes() if alpha else None
    return Samples(colour.mode, colour.tobytes(), opacity, image.width, image.height)


@lru_cache(maxsize=256)
def _load(data: bytes) -> Image:
    raster = _decode(data)
    form, grey = FORMATS.get(str(raster.format), ""), raster.mode in _GREY
    if not form or not _is_normal(raster):
        raster = _normalised(raster)
        data, form, grey = _as_png(raster), "png", raster.mode in _GREY
    return Image(data, form, raster.width, raster.height, sha256(data).hexdigest(), grey)


def _decode(data: bytes) -> "Raster":
    import PIL.Image

    most, usual = IMAGE_PIXELS.most, PIL.Image.MAX_IMAGE_PIXELS
    bombs = (PIL.Image.DecompressionBombWarning, PIL.Image.DecompressionBombError)
    with catch_warnings():
        simplefilter("ignore")
        simplefilter("error", PIL.Image.DecompressionBombWarning)
        try:
            PIL.Image.MAX_IMAGE_PIXELS = most
            raster = PIL.Image.open(BytesIO(data), formats=READ)
            if max(raster.size) > MAX_SIDE:
                raise _too_long()
            if raster.width * raster.height > most:
                raise _too_large()
            if raster.width * raster.height * _bytes_a_pixel(raster, data) > BYTES_A_PIXEL * most:
                raise _too_deep()
            if raster.format in ("JPEG", "MPO") and data.count(_SCAN) > MOST_SCANS:
                raise _too_many_scans()
            raster.load()
        except PnpError:
            raise
        except bombs:
            raise _too_large() from None
        except Exception:  # on a broken file, decoders raise errors of many types
            raise _unreadable(data) from None
        finally:
            PIL.Image.MAX_IMAGE_PIXELS = usual
    if raster.mode == "P" and not (raster.palette and raster.palette.palette):
        raise _unreadable(data)
    return raster


def _too_large() -> PnpError:
    advice = "scale it down: print shows no more than 600 pixels per inch"
    message = f"the image has more than {_in_millions(IMAGE_PIXELS.most)} pixels"
    return user_error(message, hint=IMAGE_PIXELS.hint(advice))


def _too_many_scans() -> PnpError:
    return user_error(f"the JPEG has more than {MOST_SCANS} scans", hint=_SAVE_AGAIN)


def _in_millions(number: int) -> str:
    return f"{number / 1e6:,.6g} million"


def _too_long() -> PnpError:
    message = f"the image has a side of more than {MAX_SIDE:,} pixels"
    return user_error(message, hint="scale it down, or cut it into several")


def _bytes_a_pixel(raster: "Raster", data: bytes) -> int:
    """Return how many bytes a pixel unpacks to; the 25th byte of a PNG is its bit depth."""
    if raster.format == "WEBP":
        return WEBP_BYTES
    deep = raster.format == "PNG" and data[24:25] == b"\x10"
    return len(raster.getbands()) * (2 if deep else 1)


def _too_deep() -> PnpError:
    advice = "scale it down, or save it with 8 bits a channel and without opacity"
    most = _in_millions(BYTES_A_PIXEL * IMAGE_PIXELS.most)
    return user_error(
        f"the image unpacks to more than {most} bytes", hint=IMAGE_PIXELS.hint(advice)
    )


_SAVE_AGAIN = "open it in an image editor and save it again"


def _unreadable(data: bytes) -> PnpError:
    if data.startswith(SIGNATURES):
        return user_error("the image is damaged or cut short", hint=_SAVE_AGAIN)
    message = "the image is neither PNG nor JPEG, GIF, WebP or SVG"
    return user_error(message, hint="save it as PNG or JPEG")


def _is_normal(raster: "Raster") -> bool:
    """Say whether every viewer draws the file alike: upright, still, in sRGB without a profile."""
    moves = raster.format == "PNG" and getattr(raster, "is_animated", False)
    return not moves and raster.mode != "CMYK" and not _turned(raster) and _is_srgb(raster)


def _turned(raster: "Raster") -> bool:
    try:
        return int(raster.getexif().get(_ORIENTATION, 1)) in range(2, 9)
    except Exception:  # the pixels of a file with a damaged EXIF block are still good
        return False


def _normalised(raster: "Raster") -> "Raster":
    from PIL import ImageOps

    upright = ImageOps.exif_transpose(raster) if _turned(raster) else raster
    colour, alpha = _split(upright)
    colour = _to_srgb(colour, raster.info.get("icc_profile"))
    if alpha:
        colour.putalpha(alpha)
    return colour


def _split(raster: "Raster") -> "tuple[Raster, Raster | None]":
    """Return the colours (L, RGB or CMYK) and the opacity, None if all pixels are opaque."""
    if raster.mode.startswith("I"):
        raster = _narrowed(raster)
    grey = raster.mode in _GREY
    if raster.has_transparency_data:
        mode = "LA" if grey else "RGBA"
        both = raster if raster.mode == mode else raster.convert(mode)
        alpha = both.getchannel("A")
        return both.convert("L" if grey else "RGB"), None if _opaque(alpha) else alpha
    if raster.mode == "CMYK":
        return raster, None
    return raster.convert("L" if grey else "RGB"), None


def _narrowed(raster: "Raster") -> "Raster":
    """Return samples of 16 bits as their upper 8 bits; Pillow's own conversion clips instead."""
    import PIL.Image

    # "I" has four bytes a pixel and "I;16" two, the lowest first; "I;16B" has the highest first
    first, step = {"I;16": (1, 2), "I;16B": (0, 2)}.get(raster.mode, (1, 4))
    return PIL.Image.frombytes("L", raster.size, raster.tobytes()[first::step])


def _opaque(alpha: "Raster") -> bool:
    return alpha.getextrema() == (255, 255)


def _to_srgb(colour: "Raster", profile: bytes | None) -> "Raster":
    """Return the colours in sRGB; a profile that is broken or for another mode is ignored."""
    from PIL import ImageCms

    transform = _transform(profile, colour.mode)
    converted = ImageCms.applyTransform(colour, transform) if transform else colour
    return (converted or colour).convert("L" if colour.mode == "L" else "RGB")


@lru_cache(maxsize=32)
def _transform(profile: bytes | None, mode: str) -> Any:
    from PIL import ImageCms

    if profile is None:
        return None
    try:
        return ImageCms.buildTransform(
            ImageCms.ImageCmsProfile(BytesIO(profile)),
            ImageCms.createProfile("sRGB"),
            mode,
            "RGB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError):
        return None


def _is_srgb(raster: "Raster") -> bool:
    """Say whether the colours are sRGB, by converting samples: a profile's name may be wrong."""
    from PIL import ImageChops

    before = _swatches("L" if raster.mode in _GREY else "RGB")
    after = _to_srgb(before, raster.info.get("icc_profile"))
    return max(ImageChops.difference(before, after).tobytes()) <= SAME


def _swatches(mode: str) -> "Raster":
    import PIL.Image

    ramp = range(0, 256, 51)
    channels = [ramp] if mode == "L" else [ramp, ramp, ramp]
    colours = bytes(chain.from_iterable(product(*channels)))
    return PIL.Image.frombytes(mode, (len(colours) // len(mode), 1), colours)


def _as_png(raster: "Raster") -> bytes:
    file = BytesIO()
    raster.info.clear()  # Pillow would write the old profile into the new file
    raster.save(file, "PNG", compress_level=6)
    return file.getvalue()


VIEWS: Mapping[str, Rows] = {
    "grey": LUMINANCE,
    "protanopia": PROTANOPIA,
    "deuteranopia": DEUTERANOPIA,
    "tritanopia": TRITANOPIA,
}
"""Ways to see a picture, as ``--view`` names them: by a matrix of linear red, green and blue."""


def seen(picture: "Raster", view: str) -> "Raster":
    """Return a picture with its colours as one of ``VIEWS`` shows them."""
    from PIL import Image as Pillow
    from PIL import ImageMath

    red, green, blue = picture.convert("RGB").split()
    bands = [
        ImageMath.lambda_eval(partial(_mixed, row=row), red=red, green=green, blue=blue)
        for row in VIEWS[view]
    ]
    return Pillow.merge("RGB", bands)


def _mixed(args: Mapping[str, Any], row: Sequence[float]) -> Any:
    """Mix linear light by a row of a matrix, in Pillow's arithmetic of pictures.

    The curve of sRGB without its short straight part at black: what it turns to light and back is
    less than one level of 255 off.
    """
    light = sum(
        part * ((args["float"](args[name]) / 255 + 0.055) / 1.055) ** 2.4
        for part, name in zip(row, ("red", "green", "blue"), strict=True)
    )
    level = args["max"](light, 0.0) ** (1 / 2.4) * 1.055 - 0.055
    return args["convert"](args["min"](args["max"](level * 255 + 0.5, 0.0), 255.0), "L")
