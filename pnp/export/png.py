"""Rasterises pages of a finished PDF. The only module that uses pdfium."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any

from pnp.base.ceilings import PNG_PIXELS
from pnp.base.diagnostics import PnpError, user_error
from pnp.base.units import MM_PER_INCH, MM_PER_POINT, pixels
from pnp.geometry.plane import Rect, Size

if TYPE_CHECKING:
    from pnp.scene.image import Raster

LEAST_DPI, MOST_DPI = 10, 1200
"""The range of resolutions in dots per inch."""

COMPRESSION = 6
"""zlib's default level: level 9 takes seven times as long and saves a few per cent."""

PREVIEW_COMPRESSION = 3
"""zlib's level for rows without a filter: as fast as level 1, and smaller."""

SIGNATURE, TRUECOLOUR, NO_FILTER = b"\x89PNG\r\n\x1a\n", 2, b"\0"


def rasterise(
    pdf: Path | bytes, page: int, dpi: float, grey: bool = False, box: Rect | None = None
) -> "Raster":
    """Return one page as pixels on white; pages count from 0.

    ``box`` is the part to rasterise, in millimetres, y down from the page's top-left corner.

    Raises:
        PnpError: the resolution is out of range, or the file has no such page.
    """
    if not LEAST_DPI <= dpi <= MOST_DPI:
        hint = f"choose a resolution from {LEAST_DPI} to {MOST_DPI} dpi"
        raise user_error(f"{dpi:g} dpi is out of range", hint=hint)
    with _opened(pdf, page) as leaf:
        size = _size(leaf)
        raster: Raster = _rendered(leaf, size, dpi, box or Rect.of(size), grey=grey).to_pil()
        return raster


def write_png(
    pdf: Path | bytes,
    page: int,
    dpi: float,
    path: Path,
    box: Rect | None = None,
    view: str | None = None,
) -> None:
    """Write one page, or the part of it inside a box, as a PNG with its resolution (pHYs).

    ``view`` is a way of seeing colours, of ``scene.image.VIEWS``: ``grey``.
    """
    raster = rasterise(pdf, page, dpi, box=box)
    if view:
        from pnp.scene.image import seen

        raster = seen(raster, view)
    raster.save(path, "PNG", dpi=(dpi, dpi), compress_level=COMPRESSION)


def png_bytes(pdf: bytes, page: int, dpi: float, mask: int | None = None) -> bytes:
    """Return one page as a PNG; ``mask`` is a page that is white where the picture is opaque."""
    raster = rasterise(pdf, page, dpi)
    if mask is not None:
        raster.putalpha(rasterise(pdf, mask, dpi, grey=True))
    data = BytesIO()
    raster.save(data, "PNG", dpi=(dpi, dpi), compress_level=COMPRESSION)
    return data.getvalue()


def write_preview(pdf: Path | bytes, page: int, dpi: float, path: Path) -> None:
    """Write one page as a PNG without row filters, in a third of the time.

    Flat art is even smaller without them; photographs are larger.
    """
    from pypdfium2 import raw

    with _opened(pdf, page) as leaf:
        size = _size(leaf)
        bitmap = _rendered(leaf, size, dpi, Rect.of(size), raw.FPDF_REVERSE_BYTE_ORDER)
        path.write_bytes(_png(bitmap, dpi))


def _png(bitmap: Any, dpi: float) -> bytes:
    """Return a bitmap of red, green and blue bytes as a PNG with its resolution (RFC 2083)."""
    data, stride, used = memoryview(bitmap.buffer).cast("B"), bitmap.stride, 3 * bitmap.width
    starts = range(0, stride * bitmap.height, stride)
    rows = b"".join(part for at in starts for part in (NO_FILTER, data[at : at + used]))
    size = pack(">IIBBBBB", bitmap.width, bitmap.height, 8, TRUECOLOUR, 0, 0, 0)
    per_metre = round(dpi / MM_PER_INCH * 1000)
    chunks = (
        _chunk(b"IHDR", size),
        _chunk(b"pHYs", pack(">IIB", per_metre, per_metre, 1)),
        _chunk(b"IDAT", zlib.compress(rows, PREVIEW_COMPRESSION)),
        _chunk(b"IEND", b""),
    )
    return SIGNATURE + b"".join(chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))


@contextmanager
def _opened(pdf: Path | bytes, page: int) -> Iterator[Any]:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        count = len(document)
        if not 0 <= page < count:
            hint = f"the file has {count} page{'s' * (count != 1)}"
            raise user_error(f"there is no page {page + 1}", hint=hint)
        yield document[page]


def _size(leaf: Any) -> Size:
    return Size(leaf.get_width() * MM_PER_POINT, leaf.get_height() * MM_PER_POINT)


def _rendered(
    leaf: Any, size: Size, dpi: float, box: Rect, flags: int = 0, *, grey: bool = False
) -> Any:
    """Return the bitmap of a box: the page, rendered with an offset into a smaller bitmap."""
    import pypdfium2
    from pypdfium2 import raw

    width, height = pixels(box.width, dpi), pixels(box.height, dpi)
    if width * height > PNG_PIXELS.most:
        raise _too_many(width * height, dpi)
    form = raw.FPDFBitmap_Gray if grey else raw.FPDFBitmap_BGR
    flags |= raw.FPDF_ANNOT | (raw.FPDF_GRAYSCALE if grey else 0)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, form)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    whole = Size(pixels(size.width, dpi), pixels(size.height, dpi))
    left, top = box.x / size.width * whole.width, box.y / size.height * whole.height
    raw.FPDF_RenderPageBitmap(bitmap, leaf, -round(left), -round(top), *whole, 0, flags)
    return bitmap


def _too_many(count: int, dpi: float) -> PnpError:
    fitting = int(dpi * (PNG_PIXELS.most / count) ** 0.5)
    hint = PNG_PIXELS.hint(f"choose at most {fitting} dpi for a page of this size")
    return user_error(f"{dpi:g} dpi makes {count / 1e6:.0f} million pixels", hint=hint)
