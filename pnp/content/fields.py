"""Cells become values: what a column's type accepts, and what it says to the rest."""

import re
from collections.abc import Sequence

from pnp.content.files.wording import UnfitError
from pnp.content.game import Value
from pnp.errors import nearest, quoted

ColumnType = str | tuple[str, ...]
"""``text``, ``int``, ``number``, ``bool``, each with ``?`` where a cell may be blank, or words."""

RESERVED = ("id", "qty")
"""The columns of every table."""

TYPES = ("text", "int", "number", "bool")

_INT = re.compile(r"[-+]?[0-9]{1,15}")
_NUMBER = re.compile(r"[-+]?([0-9]{1,15}(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,2})?")
_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+")
_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def parse_column(name: str) -> str:
    """Return the name of a declared column.

    Raises:
        UnfitError: every table has the column anyway, or no table can have it.
    """
    if name.lower() in RESERVED:
        raise UnfitError(
            f"{quoted(name)} needs no type", "leave it out: every table has id and qty"
        )
    if not name.strip() or name != name.strip() or name.startswith("#"):
        hint = "write the name as it stands in the header; a # marks what pnp does not read"
        raise UnfitError(f"{quoted(name)} cannot name a column", hint)
    return name


def parse_type(value: str | Sequence[str]) -> ColumnType:
    """Return a column's type from its declaration.

    Raises:
        UnfitError: the type is not known, or the list of words is empty or repeats a word.
    """
    if isinstance(value, str):
        if value.removesuffix("?") not in TYPES:
            hint = nearest(value, TYPES) or f"write {', '.join(TYPES)} or a list of words"
            raise UnfitError(f"{quoted(value)} is not a type of column", hint)
        return value
    words = tuple(word.strip() for word in value)
    if not words:
        raise UnfitError("the list of words is empty", "write the words that the column may hold")
    for index, word in enumerate(words):
        if word in words[:index]:
            raise UnfitError(f"the word {quoted(word)} stands twice", "write each word once")
    return words


def described(type_: ColumnType) -> str:
    """Return a type as messages name it."""
    return type_ if isinstance(type_, str) else f"one of {', '.join(filter(None, type_))}"


def convert(text: str, type_: ColumnType) -> Value:
    """Return a cell's text as a value of its column's type.

    A blank cell is ``""`` as text, and None where the type ends in ``?``.

    Raises:
        UnfitError: the text is no such value.
    """
    if not isinstance(type_, str):
        return _word(text, type_)
    name = type_.removesuffix("?")
    if not text:
        return _blank(name, optional=type_ != name)
    match name:
        case "int":
            return _int(text)
        case "number":
            return _number(text)
        case "bool":
            return _bool(text)
    return text


def _blank(name: str, *, optional: bool) -> Value:
    if optional:
        return None
    if name == "text":
        return ""
    raise UnfitError("the cell is blank", f'fill it, or declare the column as "{name}?"')


def _word(text: str, words: tuple[str, ...]) -> str:
    if text in words:
        return text
    if not text:
        raise UnfitError("the cell is blank", 'fill it, or add "" to the words of the column')
    listed = f"it may be {', '.join(filter(None, words))}"
    raise UnfitError(f"{quoted(text)} is no word of the column", nearest(text, words) or listed)


def _int(text: str) -> int:
    if not _INT.fullmatch(text):
        raise UnfitError(f"{quoted(text)} is not a whole number")
    return int(text)


def _number(text: str) -> int | float:
    if _INT.fullmatch(text):
        return int(text)
    if not _NUMBER.fullmatch(text):
        hint = f"write {text.replace(',', '.')}" if _COMMA.fullmatch(text) else None
        raise UnfitError(f"{quoted(text)} is not a number", hint)
    return float(text)


def _bool(text: str) -> bool:
    if text.lower() not in _BOOLS:
        raise UnfitError(f"{quoted(text)} is neither true nor false", "write true or false")
    return _BOOLS[text.lower()]
