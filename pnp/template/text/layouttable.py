"""A font's layout tables, GSUB and GPOS, as bytes: what they hold for one language only."""

import struct

APPLIED = (
    *("rvrn", "ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt", "rand", "lnum"),
    *("kern", "dist", "curs", "mark", "mkmk"),
)
"""The features that HarfBuzz applies to left-to-right text unasked, and the one labels ask for."""


def without_languages(table: bytes, kept: bytes) -> bytes:
    """Return a layout table that treats every language alike, except where it knows ``kept``.

    ``kept`` is OpenType's tag of a language, four letters; a script that has rules of its own for
    it stays whole.

    Raises:
        struct.error: the table is cut short.
    """
    data = bytearray(table)
    (scripts,) = struct.unpack_from(">4xH", data)
    (count,) = struct.unpack_from(">H", data, scripts)
    for number in range(count):
        (offset,) = struct.unpack_from(">4xH", data, scripts + 2 + 6 * number)
        script = scripts + offset
        (languages,) = struct.unpack_from(">2xH", data, script)
        records = struct.iter_unpack(">4sH", data[script + 4 : script + 4 + 6 * languages])
        if kept not in [tag for tag, _ in records]:
            struct.pack_into(">H", data, script + 2, 0)
    return bytes(data)
