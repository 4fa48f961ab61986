"""Pictures of sides: alone, or many on a sheet; named after what they show."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import ceil
from typing import Any, NamedTuple

from pnp.base.color import BLACK, WHITE
from pnp.base.units import MM_PER_INCH
from pnp.destinations.goods import PictureSide
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Rect, Size
from pnp.scene.node import Clip, Group, Node, Shape, Solid
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook

COARSER = 0.8
"""The factor by which the resolution of a picture is lowered until it is small enough."""

LEAST_DPI = 30.0


class Plate(NamedTuple):
    """A picture to be made: sides in rows of ``columns``, None for an empty place.

    ``stem`` begins its file's name. ``dpi`` is what is asked for; limits make it less.
    """

    stem: str
    sides: tuple[PictureSide | None, ...]
    columns: int = 1
    dpi: float = 300.0

    @property
    def cell(self) -> Size:
        """Return the size of one side in millimetres."""
        return next(side.size for side in self.sides if side is not None)

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return ceil(len(self.sides) / self.columns)

    @property
    def size(self) -> Size:
        """Return the size of the whole picture in millimetres."""
        return Size(self.cell.width * self.columns, self.cell.height * self.rows)

    @property
    def keys(self) -> tuple[str | None, ...]:
        """Return what is seen at each place."""
        return tuple(None if side is None else side.key for side in self.sides)


class Limits(NamedTuple):
    """What a destination takes: pixels of a picture's longer side, and bytes of its file."""

    side: int
    bytes: int


class MadePicture(NamedTuple):
    """A finished picture: ``MadePicture("owl-3f9c01d2a4b5e6f7.png", b"…", plate)``."""

    name: str
    data: bytes
    plate: Plate

    @property
    def entry(self) -> dict[str, Any]:
        """Return what a manifest says of it."""
        return {
            "file": self.name,
            "columns": self.plate.columns,
            "rows": self.plate.rows,
            "shows": list(self.plate.keys),
        }


def pictures(plates: Sequence[Plate], book: FontBook, limits: Limits) -> list[MadePicture]:
    """Return plates as PNG files, transparent outside of outlines.

    A file is named after a digest of its bytes: programs that remember pictures by their address
    see that one is new.
    """
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import PdfWriter

    if not plates:
        return []
    pages = [page for plate in plates for page in (_page(plate), _mask(plate)) if page is not None]
    pdf = PdfWriter(pages, book).for_pixels(pages, Info("pictures"))
    made = []
    number = 0
    for plate in plates:
        mask = _mask(plate) is not None
        data = _png(pdf, number, plate, limits, mask=mask)
        number += 2 if mask else 1
        made.append(MadePicture(f"{plate.stem}-{sha256(data).hexdigest()[:16]}.png", data, plate))
    return made


def _png(pdf: bytes, number: int, plate: Plate, limits: Limits, *, mask: bool) -> bytes:
    from pnp.export.png import png_bytes

    longest = max(plate.size) / MM_PER_INCH
    dpi = max(LEAST_DPI, min(plate.dpi, limits.side / longest))
    while True:
        data = png_bytes(pdf, number, dpi, number + 1 if mask else None)
        if len(data) <= limits.bytes or dpi <= LEAST_DPI:
            return data
        dpi = max(LEAST_DPI, dpi * COARSER)


def _page(plate: Plate) -> Page:
    """Return the drawing of a plate."""
    return _sheet(plate, tuple(_cells(plate)))


def _mask(plate: Plate) -> Page | None:
    """Return what is opaque in white on black; None if all of it is."""
    if not any(side is not None and side.outline is not None for side in plate.sides):
        return None
    ground = Shape(Path.rect(Rect.of(plate.size)), Solid(BLACK))
    return _sheet(plate, (ground, *_holes(plate)))


def _sheet(plate: Plate, nodes: tuple[Node, ...]) -> Page:
    whole = Rect.of(plate.size)
    return Page(plate.size, nodes, whole, whole, (), plate.stem)


def _cells(plate: Plate) -> Iterator[Node]:
    clip = Clip(Path.rect(Rect.of(plate.cell)))
    for spot, side in _spots(plate):
        yield Group((Group(side.nodes, place=side.place),), place=spot, clip=clip)


def _holes(plate: Plate) -> Iterator[Node]:
    for spot, side in _spots(plate):
        path = side.outline
        place = spot if path is None else spot @ side.place
        hole = Path.rect(Rect.of(plate.cell)) if path is None else path
        yield Shape(hole.placed(place), Solid(WHITE))


def _spots(plate: Plate) -> Iterator[tuple[Affine, PictureSide]]:
    for number, side in enumerate(plate.sides):
        row, column = divmod(number, plate.columns)
        if side is not None:
            yield Affine.move(column * plate.cell.width, row * plate.cell.height), side
