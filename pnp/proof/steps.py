"""A content stream as steps: operators with their operands (ISO 32000-1, 7.2 and 7.8.2)."""

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

POINTS = "points"
"""Stands for a run of the operators that build an outline: nothing but its points counts."""

_TOKEN = re.compile(
    rb"""(?P<points>(?:(?:[-+.\d]++\s++)*+[mlcvyh]\s++)++)
       | (?P<image>\bBI\s.*?\sID\s.*?\sEI(?![^\s]))
       | (?P<word>true|false|null)\b
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


class Step(NamedTuple):
    """An operator and its operands: numbers, names with their slash, bytes, and lists of those.

    A dictionary is a list too, of names and values by turns. An inline image comes without its
    dictionary and data.
    """

    operator: str
    operands: Sequence[Any]


def steps(data: bytes) -> Iterator[Step]:
    """Yield the steps of a content stream.

    Raises:
        ValueError: a number is none.
    """
    operands: list[Any] = []
    outer: list[list[Any]] = []
    for match in _TOKEN.finditer(data):
        kind = match.lastgroup
        if kind == "points":
            yield Step(POINTS, _numbers(match[0].translate(None, b"mlcvyh")))
        elif kind == "operator":
            *numbers, operator = match[0].split()
            yield Step(operator.decode("ascii"), [*operands, *map(float, numbers)])
            operands = []
        elif kind == "image":
            yield Step("BI", ())
        elif kind == "opening":
            outer.append(operands)
            operands = []
        elif kind == "closing":
            operands = [*(outer.pop() if outer else ()), operands]
        elif kind:
            operands.append(_READ[kind](match[kind]))


def _numbers(text: bytes) -> "array[float]":
    return array("d", map(float, text.split()))


def _unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(_meant, text)


def _meant(match: re.Match[bytes]) -> bytes:
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
