"""Inserts an entry under ``components:`` of a game.yaml, and leaves every other byte as it is."""

import codecs
import json
import re

from pnp.base.diagnostics import PnpError, Where, user_error
from pnp.data.document import Document, KeyLines, parse_document
from pnp.data.textfile import decode

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line in YAML."""

_STEP = 2
"""The spaces of a level in an entry that is to be inserted."""

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
"""Byte order marks, and the encodings that they announce."""


_PLAIN = re.compile(r"[^\W\d][\w./ -]*(?<! )")
"""A text that YAML takes for one without quotes, but for a few words."""

_NO_TEXT = ("true", "false", "yes", "no", "on", "off", "null", "y", "n")


def text_of(words: str) -> str:
    """Return words as YAML writes them: in quotes where they would be something else."""
    plain = _PLAIN.fullmatch(words) and words.lower() not in _NO_TEXT
    return words if plain else json.dumps(words, ensure_ascii=False)


def inserted(data: bytes, entry: str, shown: str) -> bytes:
    """Return the bytes of a game.yaml with one more component, the last one.

    ``entry`` is YAML: a mapping whose only key is the component's name, indented by two spaces a
    level. ``shown`` is the file's name in messages.

    Raises:
        PnpError: the file is not YAML, the name is taken, or there is no place for an entry.
    """
    text = decode(data, shown)
    document = parse_document(text, shown)
    added = parse_document(entry, shown).data
    block = _block(document)
    _check_free(document, *added)
    offset = _end(text, block)
    more = _fitted(entry, text, offset, block.indent)
    data_then = {**document.data, "components": {**document.data["components"], **added}}
    if not _holds(text[:offset] + more + text[offset:], data_then):
        raise _no_place(document.where(("components",)))
    return _spliced(data, text[:offset], more)


def _block(document: Document) -> KeyLines:
    """Return where the components stand.

    Raises:
        PnpError: there are none, or they are not written below each other.
    """
    if not isinstance(document.data, dict) or "components" not in document.data:
        hint = "write it in a line of its own, and a component below, indented"
        raise user_error('the key "components" is missing', Where(document.file, 1), hint)
    block = document.key_lines(("components",))
    if block is None:
        raise _no_place(document.key_where(("components",)))
    return block


def _no_place(where: Where) -> PnpError:
    hint = "write each component in a line of its own below `components:`, indented, without braces"
    return user_error("no component can be added here", where, hint)


def _check_free(document: Document, name: str) -> None:
    if name in document.data["components"]:
        where = document.key_where(("components", name))
        raise user_error(f"there is a component {name} already", where, "choose another name")


def _end(text: str, block: KeyLines) -> int:
    """Return the offset behind the last line of a block; comments further out come after it."""
    starts = [0, *(match.end() for match in _BREAK.finditer(text))]
    lines = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    end = block.last_line + 1
    for number in range(end, len(lines)):
        words = lines[number].strip()
        inner = _spaces(lines[number]) >= block.indent
        if words and inner:
            end = number + 1
        elif words and not words.startswith("#"):
            break
    return starts[end] if end < len(starts) else len(text)


def _fitted(entry: str, text: str, offset: int, indent: int) -> str:
    """Return an entry with the indentation and the line ends of the text around it."""
    first = _BREAK.search(text)
    end = "\r\n" if first is not None and first[0] == "\r\n" else "\n"
    lines = (line.lstrip(" ") for line in entry.splitlines())
    levels = (1 + _spaces(line) // _STEP for line in entry.splitlines())
    more = end.join(" " * indent * level + line for level, line in zip(levels, lines, strict=True))
    return more + end if _BREAK.fullmatch(text[offset - 1]) else end + more


def _spaces(line: str) -> int:
    """Return how many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _holds(text: str, data: object) -> bool:
    """Tell whether a text is YAML with this data."""
    try:
        return bool(parse_document(text, "").data == data)
    except PnpError:
        return False


def _spliced(data: bytes, before: str, more: str) -> bytes:
    """Return bytes of text with more text after ``before``, in the same encoding."""
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    codec = _MARKS.get(mark, "utf-8")
    at = len(mark) + len(before.encode(codec))
    return data[:at] + more.encode(codec) + data[at:]
