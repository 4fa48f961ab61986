"""A finished PDF, read back: the one door to pikepdf. It knows nothing of how the file was made."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from pnp.base.diagnostics import user_error
from pnp.base.units import MM_PER_POINT
from pnp.geometry.plane import Affine, Rect, Size
from pnp.proof.interpret import Interpreter
from pnp.proof.traits import Mark


@dataclass(frozen=True, slots=True)
class Printed:
    """One page of the file, millimetres, y down from its top-left corner; boxes None if absent."""

    size: Size
    trim: Rect | None
    bleed: Rect | None
    keys: tuple[str, ...]
    """The key of each placement, in drawing order; twice where it is drawn twice."""
    marks: tuple[tuple[str | None, Mark], ...]


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """What a PDF holds: its pages, the fonts that are not embedded, and its print settings.

    ``pages`` are read one by one as they are asked for, once: a large file has millions of marks.
    """

    pages: Iterator[Printed]
    page_count: int
    loose_fonts: tuple[str, ...]
    scaling: str | None


@contextmanager
def open_pdf(path: Path) -> Iterator[PrintedFile]:
    """Give what a PDF file shows, as long as it is open.

    Raises:
        PnpError: the file is no PDF that can be read.
    """
    try:
        with pikepdf.open(BytesIO(path.read_bytes())) as pdf:
            reader = Interpreter()
            pages = (_page(page, reader) for page in pdf.pages)
            yield PrintedFile(pages, len(pdf.pages), _loose_fonts(pdf), _scaling(pdf))
    except (pikepdf.PdfError, ValueError) as error:
        raise user_error(f"{path.name} cannot be read back: {error}") from None


def _page(page: pikepdf.Page, reader: Interpreter) -> Printed:
    left, bottom, right, top = (float(side) for side in page.mediabox)
    to_mm = Affine(MM_PER_POINT, 0, 0, -MM_PER_POINT, -left * MM_PER_POINT, top * MM_PER_POINT)
    size = Size((right - left) * MM_PER_POINT, (top - bottom) * MM_PER_POINT)
    drawn = reader.page(_content(page), page.obj.get("/Resources"), to_mm)
    trim, bleed = _box(page, "/TrimBox", to_mm), _box(page, "/BleedBox", to_mm)
    return Printed(size, trim, bleed, tuple(drawn.keys), tuple(drawn.marks))


def _content(page: pikepdf.Page) -> bytes:
    """Return the page's content stream, which may be cut in parts between any two steps."""
    content: Any = page.obj.get("/Contents", [])
    parts = content if isinstance(content, pikepdf.Array) else [content]
    return b"\n".join(part.read_bytes() for part in parts)


def _box(page: pikepdf.Page, name: str, to_mm: Affine) -> Rect | None:
    box: Any = page.obj.get(name)
    if box is None:
        return None
    left, bottom, right, top = (float(side) for side in box)
    return to_mm.box(Rect(left, bottom, right - left, top - bottom))


def _loose_fonts(pdf: pikepdf.Pdf) -> tuple[str, ...]:
    """Return the names of the fonts whose outlines are not in the file."""
    fonts = [obj for obj in pdf.objects if _is(obj, "/Type", "/Font")]
    return tuple(sorted({str(font.get("/BaseFont", "?")) for font in fonts if not _embedded(font)}))


def _embedded(font: Any) -> bool:
    if _is(font, "/Subtype", "/Type3"):
        return True
    if _is(font, "/Subtype", "/Type0"):
        return all(_embedded(inner) for inner in font.DescendantFonts)
    descriptor = font.get("/FontDescriptor", {})
    return any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3"))


def _is(obj: Any, key: str, value: str) -> bool:
    return isinstance(obj, pikepdf.Dictionary) and str(obj.get(key, "")) == value


def _scaling(pdf: pikepdf.Pdf) -> str | None:
    preferences: Any = pdf.Root.get("/ViewerPreferences", {})
    return str(preferences.get("/PrintScaling")) if "/PrintScaling" in preferences else None
