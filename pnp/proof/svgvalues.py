"""Reads the attribute values of SVG sheets: numbers, outlines, maps, references.

It knows the notation of the sheets, which is a small part of SVG's, and nothing of the SVG writer;
anything else raises ``NotUnderstoodError``.
"""

import re
from binascii import Error
from functools import lru_cache

from pnp.base.diagnostics import quote
from pnp.geometry.path import POINTS_OF, Path
from pnp.geometry.plane import IDENTITY, Affine
from pnp.proof.printedobjects import NotUnderstoodError

LONGEST = 8192
"""Path data with more characters than this is not cached: it would fill the memory."""

_NUMBER = r"-?+\d++(?:\.\d++)?+"
_ANY_NUMBER = rf"{_NUMBER}(?:e-\d\d)?+"
_ONE_NUMBER = re.compile(_NUMBER)
_NUMBERS = re.compile(rf"{_NUMBER}(?: {_NUMBER})*+")
_DATA = re.compile(rf"(?:[ML]{_NUMBER} {_NUMBER}|C{_NUMBER}(?: {_NUMBER}){{5}}|Z)*+")
_TRANSFORM = re.compile(rf"(translate|matrix)\(({_ANY_NUMBER}(?: {_ANY_NUMBER})*+)\)")
_PICTURE = re.compile(r"data:image/(png|jpeg);base64,")
_REFERENCE = re.compile(r"url\(#([A-Za-z][\w-]*)\)", re.ASCII)

_WITHOUT_NUMBERS = {ord(char): None for char in "0123456789.- "}
_WITHOUT_OPERATORS = {ord(op): " " for op in POINTS_OF}


def number(text: str) -> float:
    """Return a number without a unit: ``12.5``."""
    if not _ONE_NUMBER.fullmatch(text):
        raise NotUnderstoodError(f"the number {quote(text)}")
    return float(text)


def numbers(text: str) -> tuple[float, ...]:
    """Return numbers with a space between them."""
    if not _NUMBERS.fullmatch(text):
        raise NotUnderstoodError(f"the numbers {quote(text)}")
    return tuple(map(float, text.split()))


@lru_cache(maxsize=512)
def transform(text: str | None) -> Affine:
    """Return a map given as ``translate(x y)`` or as ``matrix(a b c d e f)``."""
    if text is None:
        return IDENTITY
    found = _TRANSFORM.fullmatch(text)
    values = tuple(map(float, found[2].split())) if found else ()
    if found and len(values) == {"translate": 2, "matrix": 6}[found[1]]:
        return Affine.move(*values) if len(values) == 2 else Affine(*values)
    raise NotUnderstoodError(f"the transform {quote(text)}")


def outline(data: str) -> Path:
    """Return the outline of path data in absolute moves, lines, cubic curves and closes."""
    return _outline(data) if len(data) > LONGEST else _known_outline(data)


def _outline(data: str) -> Path:
    if not _DATA.fullmatch(data):
        raise NotUnderstoodError(f"the outline {quote(data)}")
    coords = tuple(map(float, data.translate(_WITHOUT_OPERATORS).split()))
    return Path(data.translate(_WITHOUT_NUMBERS), coords)


_known_outline = lru_cache(maxsize=1024)(_outline)


def reference(text: str) -> str | None:
    """Return the id in ``url(#id)``, None if it is none."""
    found = _REFERENCE.fullmatch(text)
    return found[1] if found else None


def picture_data(text: str) -> bytes:
    """Return the image file in a ``data:`` address."""
    from base64 import b64decode

    found = _PICTURE.match(text)
    try:
        if found:
            return b64decode(text[found.end() :], validate=True)
    except Error:
        pass
    raise NotUnderstoodError("an image that is not in the file itself")
