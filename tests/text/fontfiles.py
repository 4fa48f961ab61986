"""Font files taken apart into their tables, and put together again with others."""

import struct

Tables = dict[bytes, bytes]


def tables(data: bytes) -> Tables:
    """Return the tables of a font file by their tags."""
    count = int.from_bytes(data[4:6])
    entries = (struct.unpack_from(">4s4xII", data, 12 + 16 * n) for n in range(count))
    return {tag: data[start : start + length] for tag, start, length in entries}


def packed(parts: Tables) -> bytes:
    """Return a font file of tables, in the order of their tags as OpenType has them."""
    at = 12 + 16 * len(parts)
    head, body = struct.pack(">IHHHH", 0x10000, len(parts), 0, 0, 0), b""
    for tag, content in sorted(parts.items()):
        head += struct.pack(">4sIII", tag, 0, at + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    return head + body


def patched(parts: Tables, tag: bytes, at: int, new: bytes) -> Tables:
    """Return tables with some bytes of one of them replaced."""
    old = parts[tag]
    return {**parts, tag: old[:at] + new + old[at + len(new) :]}
