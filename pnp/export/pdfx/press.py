"""``Press``: sRGB as the inks of a printing condition, by its ICC profile, within a total of ink.

Pillow's door to Little CMS is imported inside the functions. A call of it costs 2 ms whatever its
size, so every colour is converted once.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.base.ceilings import FILE_BYTES
from pnp.base.color import Color
from pnp.base.diagnostics import PnpError, quote, user_error
from pnp.data.project import LONGEST_NAME

if TYPE_CHECKING:
    from pnp.scene.image import Raster

FULL = 255
"""The amount of an ink that covers the paper."""


class Inks(NamedTuple):
    """Cyan, magenta, yellow and black from 0 to 255: ``Inks(0, 247, 251, 0)`` is a red."""

    cyan: int
    magenta: int
    yellow: int
    black: int

    @property
    def colored(self) -> int:
        """Return how much ink there is beside black."""
        return self.cyan + self.magenta + self.yellow


class Standard(StrEnum):
    """A part of PDF/X, as the user names it."""

    X4 = "x4"
    X1A = "x1a"

    @property
    def version(self) -> str:
        """Return the version that a file names: ``PDF/X-1a:2003``."""
        return "PDF/X-4" if self is Standard.X4 else "PDF/X-1a:2003"

    @property
    def transparent(self) -> bool:
        """Return whether a file may have transparency, and layers."""
        return self is Standard.X4

    def takes(self, profile: "PressProfile") -> bool:
        """Tell whether a file may have a profile: PDF 1.4 knows ICC version 2, PDF 1.6 also 4."""
        return profile.icc_version <= 2 or self is Standard.X4


class PressProfile(NamedTuple):
    """A printing condition: the ICC profile, and what to call it.

    ``registered`` is its name in the registry of the International Color Consortium, or blank.
    """

    data: bytes
    name: str
    registered: str = ""

    @property
    def icc_version(self) -> int:
        """Return the major version of the profile's format: ICC.1, 7.2.4."""
        return self.data[8]


SHIPPED = Path(__file__).with_name("FOGRA39L_coated.icc")
"""Offset on coated paper (ISO 12647-2). Its licence is beside it."""


def shipped_profile() -> PressProfile:
    """Return the printing condition that pnp has."""
    return PressProfile(SHIPPED.read_bytes(), "FOGRA39L coated", "FOGRA39")


def read_profile(file: Path) -> PressProfile:
    """Return a printing condition of the user's.

    Raises:
        PnpError: the file cannot be read, or is no profile of a printer with four inks.
    """
    from PIL import ImageCms

    where = f"--profile: {quote(file, LONGEST_NAME)}"
    hint = "name an ICC profile (.icc) of a printer with cyan, magenta, yellow and black"
    try:
        with file.open("rb") as stream:
            data = stream.read(FILE_BYTES.most + 1)
    except OSError as error:
        raise user_error(f"{where} cannot be read: {error.strerror}", hint=hint) from None
    if len(data) > FILE_BYTES.most:
        message = f"{where} is larger than {FILE_BYTES.most / 2**20:,.6g} MB"
        raise user_error(message, hint=FILE_BYTES.hint(hint))
    try:
        found = ImageCms.ImageCmsProfile(BytesIO(data)).profile
    except (OSError, ImageCms.PyCMSError):
        raise user_error(f"{where} is no ICC profile", hint=hint) from None
    space, use = found.xcolor_space.strip(), found.device_class.strip()
    if space != "CMYK":
        raise user_error(f"{where} is a profile for {space}, not for CMYK", hint=hint)
    if use != "prtr":
        raise user_error(f"{where} is not a profile of a printer", hint=hint)
    profile = PressProfile(data, (found.profile_description or file.stem).strip())
    _refuse_one_way(profile, where, hint)
    return profile


def _refuse_one_way(profile: PressProfile, where: str, hint: str) -> None:
    """Refuse a profile that does not say how colours are printed, or what inks look like."""
    press = Press(profile, 400)
    try:
        press.inks(Color(9, 9, 9))
        press.black_alone(Color(99, 99, 99))
    except PnpError:
        message = f"{where} cannot be used: a table of colours is missing, damaged or unknown"
        raise user_error(message, hint=hint) from None


STRIP = 1_000_000
"""The pixels of a picture that are converted at a time: Pillow's sums take 30 bytes for each."""

NEUTRAL = 6
"""Colours whose channels differ by less than this (of 255) are greys where they are one ink."""


class Press:
    """Converts colours to inks: relative colorimetric, with black point compensation.

    ``limit_percent`` is the most ink at one place, in per cent of one ink: 400 is all four.
    """

    def __init__(self, profile: PressProfile, limit_percent: int) -> None:
        self.profile = profile
        self.limit_percent = limit_percent
        self._known: dict[Color, Inks] = {}

    @property
    def most_ink(self) -> int:
        """Return the most ink at one place, in parts of ``FULL``."""
        return self.limit_percent * FULL // 100

    def inks(self, color: Color) -> Inks:
        """Return a colour in inks."""
        if color not in self._known:
            self.learn((color,))
        return self._known[color]

    def learn(self, colors: Iterable[Color]) -> None:
        """Convert colours at once: it takes as long as one."""
        from PIL import Image

        new = [color for color in dict.fromkeys(colors) if color not in self._known]
        if new:
            row = Image.frombytes(
                "RGB", (len(new), 1), bytes([part for color in new for part in color])
            )
            made = self.raster(row).tobytes()
            found = (Inks(*made[at : at + 4]) for at in range(0, len(made), 4))
            self._known.update(zip(new, found, strict=True))

    def black_alone(self, color: Color) -> Inks | None:
        """Return a grey as black ink alone, None for a colour.

        Small letters and thin lines of several inks get coloured edges where sheets shift. What is
        darker than black ink alone is black ink alone.
        """
        if max(color) - min(color) >= NEUTRAL:
            return None
        return Inks(0, 0, 0, self.blacks[round(sum(color) / 3)])

    @cached_property
    def blacks(self) -> Sequence[int]:
        """Return the amount of black ink that is as light as each grey of sRGB."""
        lights = self._lightness_of_blacks
        ramp = map(_lightness, range(255))
        nearest = [min(range(256), key=lambda k: abs(lights[k] - light)) for light in ramp]
        return [*nearest, 0]

    @cached_property
    def _lightness_of_blacks(self) -> Sequence[int]:
        from PIL import Image, ImageCms

        lab = ImageCms.createProfile("LAB")
        ramp = Image.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, k)) for k in range(256)))
        shown = self._applied(
            ramp, self._transform(self._opened, lab, "CMYK", "LAB", ImageCms.Flags.NONE)
        )
        return list(shown.tobytes()[::3])

    def raster(self, picture: "Raster") -> "Raster":
        """Return a picture in sRGB as one in inks, converted in strips: it may be a large one."""
        from PIL import Image

        made = Image.new("CMYK", picture.size)
        rows = max(1, STRIP // picture.width)
        for top in range(0, picture.height, rows):
            part = (0, top, picture.width, min(top + rows, picture.height))
            made.paste(self._strip(picture.crop(part)), part)
        return made

    def _strip(self, picture: "Raster") -> "Raster":
        inked = self._applied(picture, self._to_inks)
        extremes: Any = inked.getextrema()
        highest = sum(high for _, high in extremes)
        return inked if highest <= self.most_ink else self._limited(inked)

    def _limited(self, inked: "Raster") -> "Raster":
        """Return inks within the limit: black stays, the others shrink by one factor."""
        from PIL import Image, ImageMath

        bands = dict(zip("cmyk", inked.split(), strict=True))
        made = (
            ImageMath.lambda_eval(partial(_shrunk, band=band, most=self.most_ink), **bands)
            for band in "cmy"
        )
        return Image.merge("CMYK", [*made, bands["k"]])

    @cached_property
    def _opened(self) -> Any:
        from PIL import ImageCms

        return ImageCms.ImageCmsProfile(BytesIO(self.profile.data))

    @cached_property
    def _to_inks(self) -> Any:
        from PIL import ImageCms

        flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
        return self._transform(ImageCms.createProfile("sRGB"), self._opened, "RGB", "CMYK", flags)

    def _transform(self, source: Any, target: Any, mode: str, made: str, flags: Any) -> Any:
        from PIL import ImageCms

        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        try:
            return ImageCms.buildTransform(source, target, mode, made, intent, flags)
        except (ImageCms.PyCMSError, OSError) as error:
            raise user_error(f"the profile {quote(self.profile.name)}: {error}") from None

    def _applied(self, picture: "Raster", transform: Any) -> "Raster":
        from PIL import ImageCms

        try:
            made: Raster | None = ImageCms.applyTransform(picture, transform)
        except (ImageCms.PyCMSError, OSError) as error:  # it marks the picture with the profile
            raise user_error(f"the profile {quote(self.profile.name)}: {error}") from None
        assert made is not None  # it is, unless made in place
        return made


def _lightness(grey: int) -> float:
    """Return L* of a grey of sRGB, from 0 to 255 as Pillow stores it."""
    light = Color(grey, grey, grey).luminance
    cube = light ** (1 / 3) if light > (6 / 29) ** 3 else light / (3 * (6 / 29) ** 2) + 4 / 29
    return (116 * cube - 16) * 2.55


def _shrunk(args: Mapping[str, Any], band: str, most: int) -> Any:
    """Return a band so that all four stay within ``most``, in Pillow's arithmetic of pictures."""
    colored = args["c"] + args["m"] + args["y"]
    room = args["min"](most - args["k"], colored)
    # rounded down, so that the sum is never above; 1 stands for nothing to shrink
    return args["convert"](args[band] * room / args["max"](colored, 1), "L")
