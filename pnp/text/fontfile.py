"""What a font file says of itself: its names and style, from its small tables only."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")
"""How a TrueType or OpenType file begins; a collection or a web font begins otherwise."""

NEEDED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6, "name": 6}
"""The tables without which no text can be set, and how many bytes they have at least."""

FAMILY, POSTSCRIPT_NAME, TYPOGRAPHIC_FAMILY = 1, 6, 16
"""Entries of the ``name`` table, numbered by the OpenType specification."""

ENGLISH = (0, 0x409)
"""English on the Macintosh and on Windows."""

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


class _Tables(dict[str, bytes]):
    """The small tables of a font; one that the file lacks is empty."""

    def __missing__(self, tag: str) -> bytes:
        return b""


def read_header(path: Path) -> Header:
    """Return what a font file says of itself.

    Raises:
        ValueError: the file is no whole TrueType or OpenType font, or has no family name.
    """
    try:
        with path.open("rb") as file:
            return _header(_tables(file, path.stat().st_size))
    except struct.error as error:
        raise ValueError("it is cut short") from error


def _header(tables: _Tables) -> Header:
    names = _names(tables["name"])
    family = names.get(TYPOGRAPHIC_FAMILY) or names.get(FAMILY)
    if not family:
        raise ValueError("it has no family name")
    weight, width, italic = _style(tables["OS/2"])
    lightest, heaviest = _weights(tables["fvar"]) or (weight, weight)
    postscript_name = names.get(POSTSCRIPT_NAME) or family.replace(" ", "")
    variable = bool(tables["fvar"])
    legacy = names.get(FAMILY) or family
    weights = weight, lightest, heaviest
    return Header(family, legacy, postscript_name, *weights, width, italic, variable)


def _tables(file: BinaryIO, size: int) -> _Tables:
    """Return the tables that a header is made of, of a file that holds all it lists."""
    head = file.read(12)
    if head[:4] not in SIGNATURES:
        raise ValueError("it is no TrueType or OpenType font")
    (count,) = struct.unpack(">4xH6x", head)
    places = {}
    for tag, offset, length in struct.iter_unpack(">4s4xII", file.read(16 * count)):
        places[tag.decode("latin-1")] = (offset, length)
        if offset + length > size:
            raise ValueError("it is cut short")
    for tag, least in NEEDED.items():
        if tag not in places or places[tag][1] < least:
            raise ValueError(f"it has no {tag} table")
    wanted = [tag for tag in ("OS/2", "fvar", "name") if tag in places]
    return _Tables((tag, _read(file, *places[tag])) for tag in wanted)


def _read(file: BinaryIO, offset: int, length: int) -> bytes:
    file.seek(offset)
    return file.read(length)


def _names(table: bytes) -> dict[int, str]:
    """Return the names by number; English where there is a choice."""
    names: dict[int, str] = {}
    for number, language, text in _name_records(table):
        if language in ENGLISH or number not in names:
            names[number] = text
    return names


def _name_records(table: bytes) -> Iterator[tuple[int, int, str]]:
    count, storage = struct.unpack(">2xHH", table[:6])
    for record in struct.iter_unpack(">6H", table[6 : 6 + 12 * count]):
        platform, _, language, number, length, offset = record
        text = table[storage + offset : storage + offset + length]
        encoding = "mac-roman" if platform == 1 else "utf-16-be"
        yield number, language, text.decode(encoding, "replace").strip("\0 ")


def _style(os2: bytes) -> tuple[int, int, bool]:
    """Return weight, width and slant; old fonts without the table count as plain ones."""
    if len(os2) < 64:
        return 400, 5, False
    weight, width = struct.unpack_from(">2H", os2, 4)
    (selection,) = struct.unpack_from(">H", os2, 62)
    return max(1, min(1000, weight)), width, bool(selection & ITALIC_OR_OBLIQUE)


def _weights(fvar: bytes) -> tuple[int, int] | None:
    """Return the lightest and the heaviest weight of a variable font, None of any other."""
    if len(fvar) < 16:
        return None
    first, count, step = struct.unpack_from(">4xH2xHH", fvar)
    for start in range(first, first + count * step, step or 1):
        tag, lightest, heaviest = struct.unpack_from(">4si4xi", fvar, start)
        if tag == b"wght":
            return round(lightest / 65536), round(heaviest / 65536)
    return None
