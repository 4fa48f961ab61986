"""The resources of a PDF read back: fonts, images, shadings, graphics states (ISO 32000-1).

What has a meaning that is not known here raises ``NotUnderstoodError``: nothing is passed over.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.proof.expected import digest_of
from pnp.proof.traits import ColorRamp


class NotUnderstoodError(Exception):
    """The file has something whose effect on the print is not known to the proof."""


def only(what: str, thing: Any, known: Collection[str]) -> None:
    """Raise an error if a dictionary has an entry that is not known."""
    for name in sorted(thing.keys()):
        if name not in known:
            raise NotUnderstoodError(f"the entry {name} of {what}")


def one_of(what: str, value: Any, known: Collection[object]) -> None:
    """Raise an error if a value is not one of the known ones; names are compared as texts."""
    if (value if isinstance(value, bool | int | float | None) else str(value)) not in known:
        raise NotUnderstoodError(f"{what} {value}")


def numbers(values: Any) -> tuple[float, ...]:
    """Return an array of numbers."""
    return tuple(float(value) for value in values)


def matrix(thing: Any) -> Affine:
    """Return the matrix of a form or a pattern."""
    return Affine(*numbers(thing["/Matrix"])) if "/Matrix" in thing else IDENTITY


def box(values: Any) -> Rect:
    """Return a rectangle given by two opposite corners."""
    x, y, right, bottom = numbers(values)
    return Rect(min(x, right), min(y, bottom), abs(right - x), abs(bottom - y))


# fonts

EM = 1000
"""Units per em of a font's widths (9.7.4.3) and of the numbers in a TJ array (9.4.3)."""

_CHARS = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")

_RANGE = re.compile(
    rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]*)>|\[(.*?)\])", re.DOTALL
)

_HEX = re.compile(rb"<([0-9A-Fa-f]*)>")


class PrintedFont(NamedTuple):
    """A font whose codes are the ids of its glyphs, two bytes each.

    ``letters`` are the texts of glyphs, ``widths`` their advances in ems; both know any glyph, and
    list those that the font has. ``program`` is the font file; empty if none is embedded.
    """

    name: str
    letters: Mapping[int, str]
    widths: Mapping[int, float]
    program: bytes


_FONT = ("/Type", "/Subtype", "/BaseFont", "/Encoding", "/DescendantFonts", "/ToUnicode", "/Name")
_DESCENDANT = ("/Type", "/Subtype", "/BaseFont", "/CIDSystemInfo", "/FontDescriptor")
_DESCENDANT_MORE = ("/DW", "/W", "/CIDToGIDMap")


def read_font(font: Any) -> PrintedFont:
    """Return a font."""
    one_of("a font of the type", font.get("/Subtype"), ("/Type0",))
    only("a font", font, _FONT)
    one_of("the encoding", font.get("/Encoding"), ("/Identity-H",))
    inner = font["/DescendantFonts"][0]
    only("a font", inner, (*_DESCENDANT, *_DESCENDANT_MORE))
    one_of("a font of the type", inner.get("/Subtype"), ("/CIDFontType0", "/CIDFontType2"))
    one_of("the glyph map", inner.get("/CIDToGIDMap", "/Identity"), ("/Identity",))
    name = re.sub(r"^/(?:[A-Z]{6}\+)?", "", str(font["/BaseFont"]))
    texts = _letters(font["/ToUnicode"].read_bytes()) if "/ToUnicode" in font else {}
    advances = {gid: width / EM for gid, width in _widths(list(inner.get("/W", ())))}
    advance = float(inner.get("/DW", EM)) / EM
    program = _program(inner.get("/FontDescriptor", {}))
    return PrintedFont(name, _OfGlyphs(texts, "\ufffd"), _OfGlyphs(advances, advance), program)


def _program(descriptor: Any) -> bytes:
    found = [descriptor[name] for name in ("/FontFile2", "/FontFile3") if name in descriptor]
    return bytes(found[0].read_bytes()) if found else b""


T = TypeVar("T")


class _OfGlyphs(dict[int, T]):
    """Values by glyph, with a default."""

    def __init__(self, values: Mapping[int, T], default: T) -> None:
        super().__init__(values)
        self.default = default

    def __missing__(self, gid: int) -> T:
        return self.default


def _widths(entries: Sequence[Any]) -> Iterator[tuple[int, float]]:
    """Yield the entries of a W array: a glyph and the widths from it on, or a range with one."""
    at = 0
    while at < len(entries):
        first, then = int(entries[at]), entries[at + 1]
        try:
            listed = [float(width) for width in then]
        except TypeError:
            yield from ((gid, float(entries[at + 2])) for gid in range(first, int(then) + 1))
            at += 3
        else:
            yield from enumerate(listed, first)
            at += 2


def _letters(data: bytes) -> dict[int, str]:
    """Return the texts of glyphs, by a ToUnicode CMap."""
    letters = {}
    for block in _CHARS.findall(data):
        letters.update({int(code, 16): _text(text) for code, text in _PAIR.findall(block)})
    for block in _RANGES.findall(data):
        for first, last, start, listed in _RANGE.findall(block):
            letters.update(_range(int(first, 16), int(last, 16), start, listed))
    return letters


def _range(first: int, last: int, start: bytes, listed: bytes) -> dict[int, str]:
    if listed:
        return dict(zip(range(first, last + 1), map(_text, _HEX.findall(listed)), strict=False))
    base = _text(start)
    return {
        code: base[:-1] + chr(ord(base[-1]) + code - first)
        for code in range(first, last + 1)
        if base
    }


def _text(digits: bytes) -> str:
    return bytes.fromhex(digits.decode("ascii")).decode("utf-16-be", errors="replace")


# images

_IMAGE = ("/Type", "/Subtype", "/Width", "/Height", "/ColorSpace", "/BitsPerComponent")
_PACKING = ("/Filter", "/Length", "/SMask")
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The markers of frame headers."""
_MODES = {"/DeviceGray": "L", "/DeviceRGB": "RGB"}


def read_image(image: Any) -> str:
    """Return the digest of an image XObject, its soft mask included."""
    alpha: bytes | None = None
    only("an image", image, (*_IMAGE, *_PACKING))
    if "/SMask" in image:
        only("the soft mask of an image", image["/SMask"], (*_IMAGE, *_PACKING[:2]))
        one_of("a soft mask of the colours", image["/SMask"]["/ColorSpace"], ("/DeviceGray",))
        one_of("an image's bits", image["/SMask"]["/BitsPerComponent"], (8,))
        size = [int(image["/SMask"][side]) for side in ("/Width", "/Height")]
        one_of("a soft mask of the size", size == [image["/Width"], image["/Height"]], (True,))
        alpha = bytes(image["/SMask"].read_bytes())
    one_of("the colour space", image["/ColorSpace"], _MODES)
    one_of("an image's bits", image["/BitsPerComponent"], (8,))
    one_of("the filter", image.get("/Filter"), ("/FlateDecode", "/DCTDecode", None, "None"))
    width, height = int(image["/Width"]), int(image["/Height"])
    mode = _MODES[str(image["/ColorSpace"])]
    if str(image.get("/Filter")) == "/DCTDecode":
        file = bytes(image.read_raw_bytes())
        one_of(f"a JPEG, as {mode}, with channels:", _channels(file), (len(mode),))
        return digest_of("jpeg", width, height, file, alpha)
    return digest_of(mode, width, height, bytes(image.read_bytes()), alpha)


def _channels(jpeg: bytes) -> int:
    """Return the number of a JPEG's channels, which its frame header has (ISO 10918-1, B.2.2)."""
    at = 2
    while jpeg[at + 1] not in _FRAMES:
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return jpeg[at + 9]


# gradients

_SHADING = ("/ShadingType", "/ColorSpace", "/Coords", "/Function", "/Extend", "/Domain", "/Type")
_COORDS = {2: 4, 3: 6}
"""How many coordinates a shading has by its type: axial and radial (8.7.4.5.3 and 8.7.4.5.4)."""
_FUNCTION = ("/FunctionType", "/Domain", "/C0", "/C1", "/N", "/Functions", "/Bounds", "/Encode")

Stops = tuple[tuple[float, tuple[float, float, float]], ...]


def read_ramp(pattern: Any, place: Affine) -> ColorRamp:
    """Return a shading pattern; ``place`` is the map from its parent's space to the page."""
    only("a shading pattern", pattern, ("/Type", "/PatternType", "/Shading", "/Matrix"))
    shading = pattern["/Shading"]
    only("a shading", shading, _SHADING)
    kind = int(shading["/ShadingType"])
    one_of("a shading of the type", kind, _COORDS)
    one_of("the colour space", shading["/ColorSpace"], ("/DeviceRGB",))
    extends = [bool(end) for end in shading.get("/Extend", ())]
    one_of("a shading that extends", extends == [True, True], (True,))
    coords = numbers(shading["/Coords"])
    one_of(f"a shading of type {kind} with coordinates:", len(coords), (_COORDS[kind],))
    _unit("a shading", shading)
    return ColorRamp(coords, tuple(_stops(shading["/Function"])), place @ matrix(pattern))


def _unit(what: str, thing: Any) -> None:
    """Raise an error if the domain is not from 0 to 1."""
    if numbers(thing.get("/Domain", (0, 1))) != (0, 1):
        raise NotUnderstoodError(f"the domain of {what}")


def _stops(function: Any) -> Iterator[tuple[float, tuple[float, float, float]]]:
    """Yield the ends of each linear part of a colour function."""
    only("a function", function, _FUNCTION)
    _unit("a function", function)
    if int(function["/FunctionType"]) == 3:
        parts = list(function["/Functions"])
        if numbers(function["/Encode"]) != (0.0, 1.0) * len(parts):
            raise NotUnderstoodError("the encoding of a function")
        ends = (0.0, *numbers(function["/Bounds"]), 1.0)
    else:
        parts, ends = [function], (0.0, 1.0)
    for part, (start, end) in zip(parts, pairwise(ends), strict=True):
        one_of("a function of the type", int(part["/FunctionType"]), (2,))
        one_of("a function's exponent", float(part["/N"]), (1.0,))
        for offset, name in ((start, "/C0"), (end, "/C1")):
            red, green, blue = numbers(part[name])
            yield offset, (red * 255, green * 255, blue * 255)
