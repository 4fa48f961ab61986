"""What the operands of some operators say."""

from collections.abc import Sequence
from typing import Any


def key_of(operands: Sequence[Any]) -> str | None:
    """Return the key that marked content has if it is a placement."""
    if len(operands) != 2 or operands[0] != "/Piece":
        return None
    entries = operands[1]
    key: bytes | None = dict(zip(entries[::2], entries[1::2], strict=True)).get("/Key")
    if key is None:
        return None
    return key.decode("utf-16") if key.startswith(b"\xfe\xff") else key.decode("latin-1")


def color_of(operands: Sequence[Any]) -> str | None:
    """Return a colour as ``#rrggbb``, or None for a pattern or inks that are not told apart."""
    if not operands or isinstance(operands[-1], str):
        return None
    channels = [round(n * 255) for n in operands]
    if len(channels) == 1:
        channels *= 3
    return "#" + "".join(f"{n:02x}" for n in channels) if len(channels) == 3 else None
