"""Reads an SVG sheet back: its size, what it draws, and what it defines.

The only module of the proof that parses XML; it knows nothing of the SVG writer.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

from pnp.base.diagnostics import quote
from pnp.geometry.plane import Size
from pnp.proof.printedobjects import NotUnderstoodError
from pnp.proof.svgvalues import number, numbers

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
KEY = "data-key"
MM = "mm"

_RUN = "letters"
_LETTER = r'<use(?: x="([\d.-]+)")?+(?: y="([\d.-]+)")?+ xlink:href="(#[\w-]+)" />'
_LETTERS = re.compile(_LETTER.encode())
_TEXT = re.compile(
    rf'(?P<start><g fill="[^"]*"(?: [a-z-]+="[^"]*")*+>)(?P<run>(?:{_LETTER})++)(?=</g>)'.encode()
)
"""A text: a group with a fill, and in it nothing but uses of glyphs."""

_USE = frozenset({"x", "y", HREF})
_ROOT = frozenset({"baseProfile", "version", "width", "height", "viewBox"})
_DEFINED = ("clipPath", "mask", "linearGradient", "radialGradient", "pattern", "g", "path", "image")


class DrawnSheet(NamedTuple):
    """An SVG file: what it draws in painting order, and the elements that have an id.

    Its user unit is the millimetre. ``keys`` count the elements drawn for each placement. ``runs``
    are the letters of texts as in the file: an element for each would take most of the time.
    """

    size: Size
    drawn: tuple[Element, ...]
    by_id: dict[str, Element]
    keys: Counter[str]
    runs: Sequence[bytes]

    def letters(self, text: Element) -> "DrawnLetters":
        """Return the letters of a text."""
        if len(text) == 1 and text[0].tag == SVG + _RUN:
            found = _LETTERS.findall(self.runs[int(text[0].get("n", ""))])
            across, down, glyphs = zip(*found, strict=True)
            return DrawnLetters(_values(across), _values(down), glyphs)
        for element in text:
            only(element, "use", _USE)
        xs, ys = ([number(use.get(name, "0")) for use in text] for name in "xy")
        return DrawnLetters(xs, ys, [use.get(HREF, "").encode() for use in text])


class DrawnLetters(NamedTuple):
    """Where the letters of a text are, in its own units, and the references to their glyphs."""

    xs: Sequence[float]
    ys: Sequence[float]
    glyphs: Sequence[bytes]


def _values(texts: Sequence[bytes]) -> Sequence[float]:
    """Return numbers, 0 for each that is empty."""
    try:
        return [float(text) if text else 0.0 for text in texts]
    except ValueError as error:
        raise NotUnderstoodError(f"the place of a letter: {error}") from None


def read_sheet(data: bytes) -> DrawnSheet:
    """Return what an SVG file draws.

    Raises:
        NotUnderstoodError: it is damaged, or has something whose effect is not known.
    """
    if data.count(b"<?") != 1 or b"<!" in data or f"<{_RUN}".encode() in data:
        raise NotUnderstoodError("declarations or instructions in the file")
    runs: list[bytes] = []

    def without_letters(text: re.Match[bytes]) -> bytes:
        runs.append(text["run"])
        return text["start"] + f'<{_RUN} n="{len(runs) - 1}"/>'.encode()

    try:
        root = fromstring(_TEXT.sub(without_letters, data))
    except (ParseError, ValueError) as error:
        raise NotUnderstoodError(f"what to make of a damaged file: {error}") from None
    only(root, "svg", _ROOT)
    parts = [part for part in root if part.tag != f"{SVG}title"]
    drawn = tuple(part for part in parts if part.tag != f"{SVG}defs")
    for part in parts:
        for defined in part if part.tag == f"{SVG}defs" else ():
            if name_of(defined) not in _DEFINED:
                raise NotUnderstoodError(f"the definition of a {name_of(defined)}")
    keys = Counter(key for element in root.iter() if (key := element.get(KEY)) is not None)
    return DrawnSheet(_size(root), drawn, _by_id(root), keys, runs)


def name_of(element: Element) -> str:
    """Return the name of an SVG element: ``path``."""
    return element.tag.removeprefix(SVG)


def only(element: Element, name: str, known: frozenset[str]) -> None:
    """Raise an error if an element has another name, or an attribute that is not known."""
    if element.tag != SVG + name:
        raise NotUnderstoodError(f"the element {name_of(element)} in the place of a {name}")
    if not element.attrib.keys() <= known:
        unknown = min(element.attrib.keys() - known)
        raise NotUnderstoodError(f"the attribute {unknown} of a {name}")


def _size(root: Element) -> Size:
    """Return the size of a sheet whose user unit is the millimetre."""
    width, height = root.get("width", ""), root.get("height", "")
    if not (width.endswith(MM) and height.endswith(MM)):
        raise NotUnderstoodError(f"the size {quote(width)} x {quote(height)}")
    size = Size(number(width.removesuffix(MM)), number(height.removesuffix(MM)))
    if numbers(root.get("viewBox", "")) != (0, 0, *size):
        raise NotUnderstoodError("a viewBox that scales or moves the sheet")
    return size


def _by_id(root: Element) -> dict[str, Element]:
    found: dict[str, Element] = {}
    for element in root.iter():
        name = element.get("id")
        if name is not None and found.setdefault(name, element) is not element:
            raise NotUnderstoodError(f"two elements with the id {quote(name)}")
    return found
