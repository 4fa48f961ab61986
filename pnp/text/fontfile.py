"""What a font file says of itself: its names and style, from its small tables only.

HarfBuzz reads names and axes. The table directory is read here, as HarfBuzz takes a file that is
cut short for one with small tables. (fontTools takes 50 ms to import, more than all of this.)
"""

import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

import uharfbuzz as hb

SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")
"""How a TrueType or OpenType file begins; a collection or a web font begins otherwise."""

NEEDED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6, "name": 6}
"""The tables without which no text can be set, and how many bytes they have at least."""

FAMILY, POSTSCRIPT_NAME, TYPOGRAPHIC_FAMILY = 1, 6, 16
"""Entries of the ``name`` table, numbered by the OpenType specification."""

ITALIC_OR_OBLIQUE = 0x201
"""Bits of ``fsSelection`` in the ``OS/2`` table."""


class Header(NamedTuple):
    """What a font file says of itself. ``lightest`` and ``heaviest`` differ in a variable font.

    ``legacy_family`` is the name for programs that know four styles a family. ``width`` goes from
    1, the narrowest, by 5, the normal one, to 9.
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
    """Return what a font file says of itself.

    Raises:
        ValueError: the file is no whole TrueType or OpenType font, or has no family name.
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
    """Refuse a file that lacks what it lists, or what text needs."""
    head = file.read(12)
    if head[:4] not in SIGNATURES:
        raise ValueError("it is no TrueType or OpenType font")
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
    """Return an entry of the ``name`` table, in English where there is a choice."""
    name = face.get_name(number, "en")
    if not name:
        entries = (entry for entry in face.list_names() if entry.name_id == number)
        name = next((face.get_name(number, entry.language) for entry in entries), "")
    return str(name or "").strip("\0 ")


def _style(os2: bytes) -> tuple[int, int, bool]:
    """Return weight, width and slant; old fonts without the table count as plain ones."""
    if len(os2) < 64:
        return 400, 5, False
    weight, width = struct.unpack_from(">2H", os2, 4)
    (selection,) = struct.unpack_from(">H", os2, 62)
    return max(1, min(1000, weight)), width, bool(selection & ITALIC_OR_OBLIQUE)
