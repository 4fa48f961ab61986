"""Reads the names and the style of a font file, from its small tables only.

HarfBuzz reads names and axes. The table directory is checked here, as HarfBuzz takes a truncated
file for one with small tables. (fontTools takes 50 ms to import, more than all of this.)
"""

import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

import uharfbuzz as hb

SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")
"""The first bytes of a TrueType or OpenType font; collections and web fonts have others."""

NEEDED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6, "name": 6}
"""The tables that text needs, and the least number of bytes of each."""

FAMILY, POSTSCRIPT_NAME, TYPOGRAPHIC_FAMILY = 1, 6, 16
"""Name ids of the ``name`` table (OpenType)."""

ITALIC_OR_OBLIQUE = 0x201
"""Bits of ``fsSelection`` in the ``OS/2`` table."""


class Header(NamedTuple):
    """The names and the style of a font file. ``lightest`` and ``heaviest`` differ if ``variable``.

    ``legacy_family`` is the name for programs with four styles a family at most. ``width`` is
    ``usWidthClass``: 1 is the narrowest, 5 normal, 9 the widest.
    """

    family: str
    legacy_family: str
    postscript_name: str
    weight: int
    lightest: int
    heaviest: int
    width: int
    italic: bool
    variable: bool


def read_header(path: Path) -> Header:
    """Return the names and the style of a font file.

    Raises:
        ValueError: the file is not a whole TrueType or OpenType font, or has no family name.
    """
    try:
        with path.open("rb") as file:
            _check_tables(file, path.stat().st_size)
    except struct.error as error:
        raise ValueError("it is cut short") from error
    return _header(hb.Face(hb.Blob.from_file_path(str(path))))


def _header(face: hb.Face) -> Header:
    legacy = _name(face, FAMILY)
    family = _name(face, TYPOGRAPHIC_FAMILY) or legacy
    if not family:
        raise ValueError("it has no family name")
    weight, width, italic = _style(face.reference_table("OS/2").data)
    axes = {axis.tag: axis for axis in face.axis_infos}
    lightest = heaviest = weight
    if "wght" in axes:
        lightest, heaviest = round(axes["wght"].min_value), round(axes["wght"].max_value)
    postscript_name = _name(face, POSTSCRIPT_NAME) or family.replace(" ", "")
    weights = weight, lightest, heaviest
    return Header(family, legacy or family, postscript_name, *weights, width, italic, bool(axes))


def _check_tables(file: BinaryIO, size: int) -> None:
    """Refuse a file that ends within a table, or lacks a table that text needs."""
    head = file.read(12)
    if head[:4] not in SIGNATURES:
        raise ValueError("it is not a TrueType or OpenType font")
    (count,) = struct.unpack(">4xH6x", head)
    lengths = {}
    for tag, offset, length in struct.iter_unpack(">4s4xII", file.read(16 * count)):
        lengths[tag.decode("latin-1")] = length
        if offset + length > size:
            raise ValueError("it is cut short")
    for tag, least in NEEDED.items():
        if lengths.get(tag, 0) < least:
            raise ValueError(f"it has no {tag} table")


def _name(face: hb.Face, number: int) -> str:
    """Return an entry of the ``name`` table, in English if there are several languages."""
    name = face.get_name(number, "en")
    if not name:
        entries = (entry for entry in face.list_names() if entry.name_id == number)
        name = next((face.get_name(number, entry.language) for entry in entries), "")
    return str(name or "").strip("\0 ")


def _style(os2: bytes) -> tuple[int, int, bool]:
    """Return weight, width and slant; an old font without the table counts as regular."""
    if len(os2) < 64:
        return 400, 5, False
    weight, width = struct.unpack_from(">2H", os2, 4)
    (selection,) = struct.unpack_from(">H", os2, 62)
    return max(1, min(1000, weight)), width, bool(selection & ITALIC_OR_OBLIQUE)
