"""Parses content streams into operations (ISO 32000-1, 7.2 and 7.8.2), and decodes operands."""

import re
from binascii import unhexlify
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from struct import unpack
from typing import Any, NamedTuple

from pnp.geometry.path import POINTS_OF, Path

PATH = "path"
"""A pseudo-operator for a run of path construction operators; its operand is a ``Path``."""

_TOKEN = re.compile(
    rb"""(?:(?:[-+.\d]++\s++)*+
         (?:(?P<path>[mlch]\s++(?:(?:[-+.\d]++\s++)*+[mlch]\s++)*+)
          | (?P<operator>(?!(?:true|false|null)\b|BI\s)[A-Za-z'"][\w*]*+))
       | (?P<shown>\[(?:<(?:[\dA-Fa-f]{4})*+>|[-+.\d\s]++)*+\]\s*+TJ\b)
       | (?P<named>(?:(?:/[^\s()<>\[\]{}/%]*+|[-+.\d]++)\s++)++
                   (?!(?:true|false|null)\b)[A-Za-z'"][\w*]*+)
       | (?P<image>\bBI\s.*?\sID\s.*?\sEI(?![^\s]))
       | (?P<word>true|false|null)\b
       | (?P<number>[-+.\d]++)
       | (?P<name>/[^\s()<>\[\]{}/%]*+)
       | (?P<opening><<|\[)
       | (?P<closing>>>|\])
       | <(?P<hex>[\dA-Fa-f\s]*+)>
       | \((?P<string>(?:[^()\\]|\\.|\((?:[^()\\]|\\.)*+\))*+)\)
       | %[^\r\n]*+
       | (?P<unknown>.)
       )\s*+
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
        ValueError: something is no token, or looks like a number, and is none: ``1.2.3``.
    """
    operands: list[Any] = []
    outer: list[list[Any]] = []
    for match in _TOKEN.finditer(data, len(data) - len(data.lstrip())):
        kind = match.lastgroup
        if kind == "operator" or kind == "named":
            operation = _operation(match[0])
            if operands:
                operation = operation._replace(operands=[*operands, *operation.operands])
                operands = []
            yield operation
        elif kind == "path":
            yield Operation(PATH, _path(match[0]))
        elif kind == "shown":
            yield Operation("TJ", [_shown(match["shown"])])
        elif kind == "image":
            yield Operation("BI", ())
        elif kind == "opening":
            outer.append(operands)
            operands = []
        elif kind == "closing":
            operands = [*(outer.pop() if outer else ()), operands]
        elif kind == "unknown":
            raise ValueError(f"a content stream has {data[match.start() : match.start() + 20]!r}")
        elif kind:
            operands.append(_READ[kind](match[kind]))
    if operands or outer:
        raise ValueError("a content stream has operands without an operator")


@lru_cache(4096)
def _operation(token: bytes) -> Operation:
    """Return an operator with the names and numbers right before it: many occur on each page.

    Raises:
        ValueError: something looks like a number, and is none.
    """
    *words, operator = token.split()
    operands = [word.decode() if word.startswith(b"/") else float(word) for word in words]
    return Operation(operator.decode("ascii"), operands)


_OPERATORS = bytes.maketrans(b"mlch", b"MLCZ")


@lru_cache(4096)
def _path(run: bytes) -> Path:
    """Return a run of path construction operators as a path.

    Raises:
        ValueError: an operator has too many or too few numbers.
    """
    ops = run.translate(_OPERATORS, b"-+.0123456789 \t\r\n\f\0").decode("ascii")
    coords = tuple(map(float, run.translate(None, b"mlch").split()))
    if len(coords) != 2 * sum(map(POINTS_OF.__getitem__, ops)):
        raise ValueError(f"path operators with {len(coords)} numbers: {ops}")
    return Path(ops, coords)


class ShownCodes(NamedTuple):
    """The operand of TJ: two-byte codes, and moves, each with the number of codes before it."""

    codes: Sequence[int]
    moves: Sequence[tuple[int, float]]


def _shown(array: bytes) -> ShownCodes:
    """Return an array of strings in hexadecimal, with numbers in between."""
    fields = array[1 : array.rindex(b"]")].replace(b">", b"<").split(b"<")
    codes = _codes(unhexlify(b"".join(fields[1::2])))
    if len(fields) == 3 and not fields[0] and not fields[2]:
        return ShownCodes(codes, ())
    at = accumulate([len(part) // 4 for part in fields[1::2]], initial=0)
    moves = [(n, float(x)) for n, some in zip(at, fields[::2], strict=True) for x in some.split()]
    return ShownCodes(codes, moves)


def shown_codes(parts: Sequence[Any]) -> ShownCodes:
    """Return strings of two-byte codes, with numbers in between, as the operand of TJ."""
    codes: list[int] = []
    moves: list[tuple[int, float]] = []
    for part in parts:
        if isinstance(part, bytes):
            codes += _codes(part)
        else:
            moves.append((len(codes), part))
    return ShownCodes(codes, moves)


def _codes(text: bytes) -> tuple[int, ...]:
    """Return the two-byte codes of a string.

    Raises:
        ValueError: it has an odd number of bytes.
    """
    if len(text) % 2:
        raise ValueError(f"a string of two-byte codes has {len(text)} bytes")
    return unpack(f">{len(text) // 2}H", text)


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


def entries_of(operands: Sequence[Any]) -> dict[str, Any]:
    """Return the dictionary in the operands of a ``BDC``; empty if there is none."""
    if len(operands) != 2 or not isinstance(operands[1], list) or len(operands[1]) % 2:
        return {}
    return dict(zip(operands[1][::2], operands[1][1::2], strict=True))


def text_of(text: bytes) -> str:
    """Return a text string: UTF-16 if it begins with the mark of one, else Latin-1."""
    return text.decode("utf-16") if text.startswith(b"\xfe\xff") else text.decode("latin-1")
