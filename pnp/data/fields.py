"""Parses the values of game.yaml and of cells: lengths, sizes, names, and column types."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from pnp.base.diagnostics import nearest, quote
from pnp.base.units import parse_length, parse_size
from pnp.data.game import Value
from pnp.data.rows import RESERVED
from pnp.data.schema import UnfitError
from pnp.geometry.plane import Size

LONGEST = 2000.0
"""Limit in millimetres: a larger value is a typing error, or in the wrong unit."""

SHORTEST = 3.0
"""Limit for a side in millimetres: nothing smaller can be cut by hand."""

_LONGEST_TEXT = 60

_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

T = TypeVar("T")


def slug(text: str) -> str:
    """Return a name that is valid in file names and in expressions: ``dark-lord``.

    Raises:
        UnfitError: the text is too long, or not lower-case letters, digits and single hyphens.
    """
    if not _SLUG.fullmatch(text) or len(text) > _LONGEST_TEXT:
        hint = "write lower-case letters and digits, with single hyphens: dark-lord"
        raise UnfitError(f"{quote(text)} cannot be used as a name", hint)
    return text


def _parsed(parse: Callable[[str], T], *examples: str) -> Any:
    """Return the pydantic annotations of a type that is parsed from text, also from a number."""

    def checked(value: object) -> T:
        if value is None:
            raise UnfitError("the value is blank", f"write one, as {' or '.join(examples)}")
        if isinstance(value, list | dict):
            shown = "a list" if isinstance(value, list) else "a mapping"
            raise UnfitError(f"{shown} is not one value", f"write {' or '.join(examples)}")
        return parse(str(value)[:_LONGEST_TEXT])

    return PlainValidator(checked), WithJsonSchema({"type": "string", "examples": list(examples)})


def _length(text: str) -> float:
    length = parse_length(text)
    if not 0 <= length <= LONGEST:
        raise UnfitError(f"{quote(text)} is out of range", f"write 0 mm to {LONGEST:g} mm")
    return length


def length_within(least: float, most: float) -> AfterValidator:
    """Return the annotation that limits a length to a range in millimetres."""

    def check(length: float) -> float:
        if not least <= length <= most:
            hint = f"write {least:g} mm to {most:g} mm"
            raise UnfitError(f"{length:g} mm is out of range", hint)
        return length

    return AfterValidator(check)


def _size(text: str) -> Size:
    size = parse_size(text)
    if max(size) > LONGEST:
        raise UnfitError(f"{quote(text)} is too large", f"a side can be {LONGEST:g} mm at most")
    if min(size) < SHORTEST:
        raise UnfitError(f"{quote(text)} is too small", f"a side is {SHORTEST:g} mm or more")
    return size


_LENGTH = _parsed(_length, "3 mm", "0.125 in")

_SIZE = _parsed(_size, "44 x 67 mm", "poker")

Length = Annotated[float, _LENGTH[0], _LENGTH[1]]

TrimSize = Annotated[Size, _SIZE[0], _SIZE[1]]


def _square(size: Size) -> Size:
    if size.width != size.height:
        raise UnfitError(f"{size} is not a square", f"write {size.width:g} x {size.width:g} mm")
    return size


Square = Annotated[TrimSize, AfterValidator(_square)]
"""A size with equal width and height."""

Name = Annotated[str, AfterValidator(slug)]

Stock = Name


def _one_line(text: str) -> str:
    line = text.strip()
    if "\n" in line:
        hint = "write it on one line; where it is printed, it is broken where it has to be"
        raise UnfitError(f"{quote(line)} is more than one line", hint)
    return line


Line = Annotated[str, AfterValidator(_one_line)]
"""Words that messages and lists show on a line of their own."""

Title = Annotated[Line, Field(min_length=1, max_length=100)]

FileName = Annotated[str, Field(min_length=1, max_length=200)]

ColumnType = str | tuple[str, ...]
"""``text``, ``int``, ``number`` or ``bool``, with ``?`` if a cell may be blank; or the words."""

TYPES = ("text", "int", "number", "bool")

_INT = re.compile(r"[-+]?[0-9]{1,15}")

_NUMBER = re.compile(r"[-+]?([0-9]{1,15}(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,2})?")

_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+")

_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}([.,][0-9]{3})+")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]+:[0-9]{2}:[0-9]{2}$")

_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def parse_column(name: str) -> str:
    """Return the name of a declared column.

    Raises:
        UnfitError: every table has the column anyway, or the name is not valid in a header.
    """
    if name.lower() in RESERVED:
        raise UnfitError(f"{quote(name)} needs no type", "leave it out: every table has id and qty")
    if not name.strip() or name != name.strip() or name.startswith("#"):
        hint = "write the name as in the header; pnp does not read columns that begin with #"
        raise UnfitError(f"{quote(name)} cannot name a column", hint)
    return name


def parse_type(value: str | Sequence[str]) -> ColumnType:
    """Return a column's type from its declaration.

    Raises:
        UnfitError: the type is unknown, or the list of words is empty or has duplicates.
    """
    if isinstance(value, str):
        if value.removesuffix("?") not in TYPES:
            hint = nearest(value, TYPES) or f"write {', '.join(TYPES)} or a list of words"
            raise UnfitError(f"{quote(value)} is not a type of column", hint)
        return value
    words = tuple(word.strip() for word in value)
    if not words:
        raise UnfitError("the list of words is empty", "write the words that cells may have")
    for index, word in enumerate(words):
        if word in words[:index]:
            raise UnfitError(f"duplicate word {quote(word)}", "write each word once")
    return words


def described(type_: ColumnType) -> str:
    """Return a type as it appears in messages: ``int``, or ``one of red, blue``."""
    return type_ if isinstance(type_, str) else f"one of {_listed(type_)}"


MOST_LISTED = 12
"""How many words of a column a message lists."""


def _listed(words: Iterable[str]) -> str:
    """Return the words of a column for a message, without the blank one."""
    known = list(filter(None, words))
    more = f", … ({len(known)} words)" if len(known) > MOST_LISTED else ""
    return ", ".join(known[:MOST_LISTED]) + more


def convert(text: str, type_: ColumnType) -> Value:
    """Return a cell's text as a value of its column's type.

    A blank cell is ``""`` as text, and None if the type ends in ``?``.

    Raises:
        UnfitError: the text is not a value of the type.
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
    hint = dated(text) or nearest(text, words) or f"it may be {_listed(words)}"
    raise UnfitError(f"{quote(text)} is not a word of the column", hint)


def _int(text: str) -> int:
    if not _INT.fullmatch(text):
        raise UnfitError(f"{quote(text)} is not a whole number", thousands(text) or dated(text))
    return int(text)


def _number(text: str) -> int | float:
    if _INT.fullmatch(text):
        return int(text)
    if not _NUMBER.fullmatch(text):
        hint = f"write {text.replace(',', '.')}" if _COMMA.fullmatch(text) else dated(text)
        hint = thousands(text, whole=False) or hint
        raise UnfitError(f"{quote(text)} is not a number", hint)
    return float(text)


def undotted(number: float) -> str:
    """Return a number as people write it: 2.0 as ``2``."""
    whole = isinstance(number, float) and number.is_integer()
    return str(int(number) if whole else number)


def thousands(text: str, *, whole: bool = True) -> str | None:
    """Return a hint for a number with marks between its thousands, or None.

    A single mark may be that of decimals: ``1,500`` is 1500 or, if it need not be ``whole``, 1.500.
    """
    if not _THOUSANDS.fullmatch(text):
        return None
    first, *others = re.split("[.,]", text)
    hint = f"write {''.join([first, *others])}, without marks"
    if len(others) > 1:
        return hint
    return f"{hint}, or {first if whole else f'{first}.{others[0]}'}"


def dated(text: str) -> str | None:
    """Return a hint for what a spreadsheet saved as a date or a time: 2.3 was typed, or 1:30."""
    if not _DATE.match(text):
        return None
    what = "date" if "-" in text else "time"
    return f"a spreadsheet took it for a {what}: format the column as Text and type it again"


def _bool(text: str) -> bool:
    if text.lower() not in _BOOLS:
        hint = dated(text) or "write true or false"
        raise UnfitError(f"{quote(text)} is neither true nor false", hint)
    return _BOOLS[text.lower()]
