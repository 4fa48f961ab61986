"""Parses content streams into operations (ISO 32000-1, 7.2 and 7.8.2), and decodes operands."""

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from struct import Struct
from typing import Any, NamedTuple

POINTS = "points"
"""A pseudo-operator for a run of path construction operators: only their points are compared."""

_TOKEN = re.compile(
    rb"""(?P<points>(?:(?:[-+.\d]++\s++)*+[mlcvyh]\s++)++)
       | (?P<image>\bBI\s.*?\sID\s.*?\sEI(?![^\s]))
       | (?P<word>true|false|null)\b
       | (?P<shown>\[(?:<[\dA-Fa-f]*+>|[-+.\d\s]++)*+\]\s*+TJ\b)
       | (?P<operator>(?:[-+.\d]++\s++)*+(?!true\b|false\b|null\b)[A-Za-z'"][\w*]*+)
       | (?P<number>[-+.\d]++)
       | (?P<name>/[^\s()<>\[\]{}/%]*+)
       | (?P<opening><<|\[)
       | (?P<closing>>>|\])
       | <(?P<hex>[\dA-Fa-f\s]*+)>
       | \((?P<string>(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\))*+)\)
       | %[^\r\n]*+
    """,
    re.VERBOSE | re.DOTALL,
)

_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)

_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"} | dict.fromkeys(
    (b"\n", b"\r", b"\r\n"), b""
)


class Operation(NamedTuple):
    """An operator and its operands: numbers, names with their slash, bytes, and lists of those.

    A dictionary is a list of alternating names and values. An inline image is ``BI`` without
    operands. For example ``Operation("BDC", ["/Piece", ["/Key", b"deck/owl#1/face"]])``.
    """

    operator: str
    operands: Sequence[Any]


def steps(data: bytes) -> Iterator[Operation]:
    """Yield the operations of a content stream.

    Raises:
        ValueError: a token looks like a number, and is none: ``1.2.3``.
    """
    operands: list[Any] = []
    outer: list[list[Any]] = []
    for match in _TOKEN.finditer(data):
        kind = match.lastgroup
        if kind == "points":
            yield Operation(POINTS, _points(match[0]))
        elif kind == "operator":
            *numbers, operator = match[0].split()
            yield Operation(operator.decode("ascii"), [*operands, *map(float, numbers)])
            operands = []
        elif kind == "shown":
            yield Operation("TJ", [_of_hex(_BETWEEN.sub(b"", match[0]))])
        elif kind == "image":
            yield Operation("BI", ())
        elif kind == "opening":
            outer.append(operands)
            operands = []
        elif kind == "closing":
            operands = [*(outer.pop() if outer else ()), operands]
        elif kind:
            operands.append(_READ[kind](match[kind]))


_BETWEEN = re.compile(rb">[^<]*<?|\[[^<]*<?")
"""What is between the strings of a TJ array: numbers, which move the next string."""


@lru_cache(4096)
def _points(run: bytes) -> "array[float]":
    """Return the coordinates of a run of path construction operators."""
    return array("d", map(float, run.translate(None, b"mlcvyh").split()))


def _unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(_unescape, text)


def _unescape(match: re.Match[bytes]) -> bytes:
    escape = match[1]
    if escape[:1].isdigit():
        return bytes([int(escape, 8) & 255])
    return _ESCAPED.get(escape, escape)


def _of_hex(digits: bytes) -> bytes:
    text = b"".join(digits.split())
    return bytes.fromhex((text + b"0" * (len(text) % 2)).decode("ascii"))


_READ: dict[str, Callable[[bytes], Any]] = {
    "word": {b"true": True, b"false": False}.get,
    "number": float,
    "name": bytes.decode,
    "hex": _of_hex,
    "string": _unescaped,
}


def key_of(operands: Sequence[Any]) -> str | None:
    """Return the key in the operands of a ``BDC``, None if the marked content is no ``/Piece``."""
    if len(operands) != 2 or operands[0] != "/Piece":
        return None
    entries = operands[1]
    key: bytes | None = dict(zip(entries[::2], entries[1::2], strict=True)).get("/Key")
    if key is None:
        return None
    return key.decode("utf-16") if key.startswith(b"\xfe\xff") else key.decode("latin-1")


def color_of(operands: Sequence[Any]) -> str | None:
    """Return a grey or RGB colour as ``#rrggbb``; None for a pattern or another colour space."""
    if not operands or isinstance(operands[-1], str):
        return None
    return _hex(*operands)


@lru_cache(4096)
def _hex(*levels: float) -> str | None:
    channels = [round(n * 255) for n in levels]
    if len(channels) == 1:
        channels *= 3
    return "#" + "".join(f"{n:02x}" for n in channels) if len(channels) == 3 else None


Decoder = Callable[[bytes], str]
_CODES = Struct(">H")
_CHARS = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")

_RANGE = re.compile(
    rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]*)>|\[(.*?)\])", re.DOTALL
)

_HEX = re.compile(rb"<([0-9A-Fa-f]*)>")


def decoder(font: Any) -> Decoder:
    """Return a font's decoder, from its ToUnicode CMap of two-byte codes; Latin-1 without one."""
    stream = font.get("/ToUnicode")
    if stream is None:
        return lambda codes: codes.decode("latin-1")
    letters = _read(stream.read_bytes())

    def text(codes: bytes) -> str:
        return "".join([letters.get(code, "\ufffd") for (code,) in _CODES.iter_unpack(codes)])

    return text


def _read(data: bytes) -> dict[int, str]:
    letters = {}
    for block in _CHARS.findall(data):
        letters.update({int(code, 16): _text(text) for code, text in _PAIR.findall(block)})
    for block in _RANGES.findall(data):
        for first, last, start, listed in _RANGE.findall(block):
            letters.update(_range(int(first, 16), int(last, 16), start, listed))
    return letters


def _range(first: int, last: int, start: bytes, listed: bytes) -> dict[int, str]:
    if listed:
        return dict(zip(range(first, last + 1), map(_text, _HEX.findall(listed)), strict=False))
    base = _text(start)
    return {
        code: base[:-1] + chr(ord(base[-1]) + code - first)
        for code in range(first, last + 1)
        if base
    }


def _text(digits: bytes) -> str:
    return bytes.fromhex(digits.decode("ascii")).decode("utf-16-be", errors="replace")
