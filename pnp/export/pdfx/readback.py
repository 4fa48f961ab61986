"""Reads finished PDF/X back: what each page says that it is, and what it draws."""

from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from pikepdf import Array, Pdf, parse_content_stream


class ReadPage(NamedTuple):
    """A page of a file: the key of its drawing, and a digest of the operators that draw it."""

    key: str
    drawn: str


def read_keys(file: Path) -> list[ReadPage]:
    """Return the pages of a file; a page without a key has a blank one."""
    with Pdf.open(file) as pdf:
        known: dict[tuple[int, int], ReadPage] = {}
        found = []
        for page in pdf.pages:
            content = page.obj.Contents
            stream = content[0] if isinstance(content, Array) else content
            if stream.objgen not in known:
                known[stream.objgen] = _read(stream)
            found.append(known[stream.objgen])
    return found


def _read(stream: Any) -> ReadPage:
    for each in parse_content_stream(stream):
        operands: Any = each.operands
        if str(each.operator) == "BDC" and operands[0] == "/Piece":
            drawing = stream.read_bytes().partition(b"BDC")[2]
            return ReadPage(str(operands[1]["/Key"]), blake2b(drawing).hexdigest())
    return ReadPage("", "")
