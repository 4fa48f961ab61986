"""What the codes of an embedded font stand for: its ToUnicode map (ISO 32000-1, 9.10.3)."""

import re
from collections.abc import Callable
from typing import Any

Decoder = Callable[[bytes], str]

_CHARS = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")
_RANGE = re.compile(
    rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]*)>|\[(.*?)\])", re.DOTALL
)
_HEX = re.compile(rb"<([0-9A-Fa-f]*)>")


def decoder(font: Any) -> Decoder:
    """Return the function that turns shown bytes of a font into text; two bytes a code."""
    stream = font.get("/ToUnicode")
    if stream is None:
        return lambda codes: codes.decode("latin-1")
    letters = _read(stream.read_bytes())

    def text(codes: bytes) -> str:
        pairs = zip(codes[::2], codes[1::2], strict=True)
        return "".join(letters.get(high << 8 | low, "\ufffd") for high, low in pairs)

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
