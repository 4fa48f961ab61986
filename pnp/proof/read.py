"""Reads a PDF file back. The only module that uses pikepdf; it knows nothing of the PDF writer."""

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
    """One page of a PDF in millimetres, y down from its top-left corner; a missing box is None."""

    size: Size
    trim: Rect | None
    bleed: Rect | None
    keys: tuple[str, ...]
    """The key of each placement in drawing order; twice if it is drawn twice."""
    marks: tuple[tuple[str | None, Mark], ...]


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """The contents of a PDF: pages, names of fonts that are not embedded, and PrintScaling.

    ``pages`` can be iterated once, and reads each page on demand: a large file has millions of
    marks.
    """

    pages: Iterator[Printed]
    page_count: int
    loose_fonts: tuple[str, ...]
    scaling: str | None


@contextmanager
def open_pdf(path: Path) -> Iterator[PrintedFile]:
    """Open a PDF file for the duration of the context.

    Raises:
        PnpError: the file cannot be read as a PDF.
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
    """Return the page's content stream; the file may split it between any two operators."""
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
    """Return the names of the fonts that are not embedded."""
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
