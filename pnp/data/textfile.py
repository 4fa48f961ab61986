"""Reads text files in UTF-8 or UTF-16, and refuses what is not text."""

import codecs
import re
from pathlib import Path
from unicodedata import normalize

from pnp.base.ceilings import FILE_BYTES
from pnp.base.diagnostics import PnpError, Where, user_error

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that are not valid in XML, and so neither in spreadsheets nor in SVG."""

_IN_EDITOR = "save it as UTF-8: most editors ask for the encoding under Save As"

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How a zip begins, which .xlsx and .ods are, and a workbook of old Excel."""


def read_bytes(path: Path, shown: str) -> bytes:
    """Return the content of a file; ``shown`` is its name in messages.

    Raises:
        PnpError: the file is missing, not a regular file, not readable or too large.
    """
    where = Where(shown)
    try:
        if not path.is_file():
            raise user_error("the file does not exist", where)
        if path.stat().st_size > FILE_BYTES.most:
            message = f"the file is larger than {FILE_BYTES.most / 2**20:,.6g} MB"
            raise user_error(message, where, FILE_BYTES.hint("delete what is not about the pieces"))
        return path.read_bytes()
    except OSError as error:
        raise user_error(f"the file cannot be read: {error.strerror}", where) from None


def composed(text: str) -> str:
    """Return a text with each accented letter as one character, as most programs write it.

    Names of files on a Mac, PDFs and some databases have two, a letter and its accent: they look
    the same, and are no other word.
    """
    return normalize("NFC", text)


def read_text(path: Path, shown: str) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark, ``composed``.

    Raises:
        PnpError: the file cannot be read, or is not text.
    """
    data = read_bytes(path, shown)
    if data.startswith(_WORKBOOKS):
        hint = "name it as what it is, .xlsx or .ods, or save it as CSV"
        raise user_error("the file is a workbook, not text", Where(shown), hint)
    text = composed(decode(data, shown))
    if bad := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, bad.start()) + 1
        hint = "save the file as UTF-8 text" if bad[0] == "\0" else "delete the character"
        raise user_error(f"{named(bad[0])} is not allowed in text", Where(shown, line), hint)
    return text


def decode(data: bytes, shown: str) -> str:
    """Return bytes as text, without a byte order mark.

    Raises:
        PnpError: the bytes are neither UTF-8 nor marked as UTF-16.
    """
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise _undecodable(error, data, shown, "UTF-16" if utf16 else "UTF-8") from None


def unprintable(text: str) -> str | None:
    """Return the name of the first character that cannot be printed, or None."""
    bad = _UNPRINTABLE.search(text)
    return named(bad[0]) if bad else None


def named(char: str) -> str:
    """Return the name of a control character for messages."""
    return "a NUL character" if char == "\0" else f"the control character U+{ord(char):04X}"


def _undecodable(error: UnicodeDecodeError, data: bytes, shown: str, encoding: str) -> PnpError:
    place = Where(shown, data.count(b"\n", 0, error.start) + 1)
    message = f"the file is not {encoding}: byte 0x{data[error.start]:02x} is invalid"
    table = shown.lower().endswith((".csv", ".tsv"))
    hint = 'save it as UTF-8; Excel calls that "CSV UTF-8"' if table else _IN_EDITOR
    return user_error(message, place, hint)
