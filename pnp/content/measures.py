"""Lengths, sizes and names as data files write them."""

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from pnp.content.files.wording import UnfitError
from pnp.errors import quoted
from pnp.geometry import Size
from pnp.sizes import parse_size
from pnp.units import parse_length

LONGEST = 2000.0
"""Millimetres: what is larger is a slip of the pen, or of the unit."""

SHORTEST = 3.0
"""Millimetres: what is smaller nobody cuts with a knife."""

_LONGEST_TEXT = 60
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

T = TypeVar("T")


def slug(text: str) -> str:
    """Return a name that can stand in file names and in expressions.

    Raises:
        UnfitError: the text has other than lower-case letters, digits and single hyphens.
    """
    if not _SLUG.fullmatch(text) or len(text) > _LONGEST_TEXT:
        hint = "write lower-case letters and digits, with single hyphens: dark-lord"
        raise UnfitError(f"{quoted(text)} cannot be used as a name", hint)
    return text


def _parsed(parse: Callable[[str], T], *examples: str) -> Any:
    """Return the parts of a type that is written as text; any value counts as written."""
    check = PlainValidator(lambda value: parse(str(value)[:_LONGEST_TEXT]))
    return check, WithJsonSchema({"type": "string", "examples": list(examples)})


def _length(text: str) -> float:
    length = parse_length(text)
    if not 0 <= length <= LONGEST:
        raise UnfitError(f"{quoted(text)} is out of range", f"write 0 mm to {LONGEST:g} mm")
    return length


def length_within(least: float, most: float) -> AfterValidator:
    """Return the part of a length's type that keeps it between two lengths in millimetres."""

    def check(length: float) -> float:
        if not least <= length <= most:
            hint = f"write {least:g} mm to {most:g} mm"
            raise UnfitError(f"{length:g} mm is out of range", hint)
        return length

    return AfterValidator(check)


def _size(text: str) -> Size:
    size = parse_size(text)
    if max(size) > LONGEST:
        raise UnfitError(f"{quoted(text)} is too large", f"a side can be {LONGEST:g} mm at most")
    if min(size) < SHORTEST:
        raise UnfitError(f"{quoted(text)} is too small", f"a side is {SHORTEST:g} mm or more")
    return size


_LENGTH = _parsed(_length, "3 mm", "0.125 in")
_SIZE = _parsed(_size, "44 x 67 mm", "poker")

Length = Annotated[float, _LENGTH[0], _LENGTH[1]]
TrimSize = Annotated[Size, _SIZE[0], _SIZE[1]]
Name = Annotated[str, AfterValidator(slug)]
Stock = Name
Title = Annotated[str, Field(min_length=1, max_length=100)]
FileName = Annotated[str, Field(min_length=1, max_length=200)]
