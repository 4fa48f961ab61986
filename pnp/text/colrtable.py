"""Counts what a glyph of the ``COLR`` table is painted with, before a renderer visits all of it.

In version 1 the paints of a table use each other, so that a small table may name more of them than
can ever be drawn (OpenType, COLR: a directed graph).
"""

import struct
from collections.abc import Iterable

DEEPEST = 64
"""Paints inside each other; HarfBuzz draws no more."""

_LAYERS, _GLYPH, _COLR_GLYPH, _LAST_NESTED, _COMPOSITE = 1, 10, 11, 31, 32
"""Formats of paints. From ``_GLYPH`` on each has another one inside, 24 bits off after its format;
``_COLR_GLYPH`` has the number of a glyph there, and ``_COMPOSITE`` a second one behind it."""


class ColrTable:
    """The paints of a ``COLR`` table, by the glyphs that they draw."""

    def __init__(self, data: bytes) -> None:
        """Read the glyphs of a table; a font without the table has an empty one.

        Raises:
            struct.error: the table is truncated.
        """
        self._data = data
        self._flat: dict[int, int] = {}
        self._painted: dict[int, int] = {}
        self._layers: list[int] = []
        self._known: dict[int, int] = {}
        if data:
            self._read()

    def _read(self) -> None:
        version, count, flat = struct.unpack_from(">2HI", self._data)
        for gid, _, layers in self._records(">3H", flat, count):
            self._flat[gid] = layers
        if version > 0:
            glyphs, layers = struct.unpack_from(">2I", self._data, 14)
            for gid, offset in self._records(">HI", glyphs + 4, self._number(glyphs)):
                self._painted[gid] = glyphs + offset
            if layers:
                offsets = self._records(">I", layers + 4, self._number(layers))
                self._layers = [layers + offset for (offset,) in offsets]

    def _records(self, form: str, start: int, count: int) -> Iterable[tuple[int, ...]]:
        size = struct.calcsize(form)
        if start + count * size > len(self._data):
            raise struct.error("a list ends behind the table")
        return struct.iter_unpack(form, self._data[start : start + count * size])

    def _number(self, at: int) -> int:
        return int(struct.unpack_from(">I", self._data, at)[0])

    def parts(self, gid: int) -> int:
        """Return how many layers and paints are visited to draw a glyph.

        Raises:
            struct.error: the table is truncated.
            RecursionError: paints are inside each other deeper than ``DEEPEST``, or for ever.
        """
        paint = self._painted.get(gid)
        return self._flat.get(gid, 0) if paint is None else self._visits(paint, 0)

    def _visits(self, paint: int, depth: int) -> int:
        if depth > DEEPEST:
            raise RecursionError
        if paint not in self._known:
            inside = (self._visits(each, depth + 1) for each in self._inside(paint))
            self._known[paint] = 1 + sum(inside)
        return self._known[paint]

    def _inside(self, paint: int) -> Iterable[int]:
        """Return where the paints of a paint begin."""
        (kind,) = struct.unpack_from(">B", self._data, paint)
        if kind == _LAYERS:
            count, first = struct.unpack_from(">BI", self._data, paint + 1)
            return self._layers[first : first + count]
        if kind == _COLR_GLYPH:
            (gid,) = struct.unpack_from(">H", self._data, paint + 1)
            return [self._painted[gid]] if gid in self._painted else []
        if kind == _COMPOSITE:
            return [paint + self._offset(paint + 1), paint + self._offset(paint + 5)]
        return [paint + self._offset(paint + 1)] if _GLYPH <= kind <= _LAST_NESTED else []

    def _offset(self, at: int) -> int:
        return int.from_bytes(self._data[at : at + 3])
