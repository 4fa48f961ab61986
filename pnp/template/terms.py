"""What a column's name and Jinja's expressions have in common: how values print, and mistakes."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from pnp.base.diagnostics import HintedError, nearest, quote

EXACT = 14
"""Digits of a decimal that arithmetic keeps: those after them are what binary fractions leave."""

_AS_WRITTEN = 16
"""Characters of a decimal that is printed as it is: with arithmetic's leavings it has more."""


class UnprintableError(HintedError):
    """A value cannot be printed: it is several values, or no number any more."""


def printed(value: Any, *, exact: bool = False) -> Any:
    """Return a value as it is printed: 2.0 as ``2``, true as ``true``, a blank cell as ``""``.

    What arithmetic leaves of binary fractions is not printed: 0.1 + 0.2 is ``0.3``. An ``exact``
    value has it: it is a length, or another number that is computed with.

    Raises:
        UnprintableError: it is a list, a mapping, or a number beyond all bounds.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return _decimal(value, exact=exact)
    if isinstance(value, Mapping):
        names = ", ".join(map(str, value))
        raise UnprintableError("it is a mapping, not one value", f"name one of {names[:60]}")
    if isinstance(value, Iterable):
        hint = "write |join(', ') behind it, or name one value: [0] is the first"
        raise UnprintableError("it is a list, not one value", hint)
    return value


def _decimal(value: float, *, exact: bool) -> str:
    if not isfinite(value):
        raise UnprintableError("it is a number beyond all bounds", "compute with smaller numbers")
    text = repr(value)
    if len(text) > _AS_WRITTEN and not exact:
        value = float(f"{round(value, EXACT):.{EXACT}g}")
        text = repr(value)
    return str(int(value)) if value.is_integer() else text


HINT = "an expression looks like card.name, card.shots + 1 or 'a' if card.kind == 'b' else 'c'"


class BadSyntaxError(HintedError):
    """The text is not an expression."""

    def __init__(self, message: str, hint: str = HINT) -> None:
        super().__init__(message, hint)


UNKNOWN = "is not known here"
"""How the message of a name that is not known ends."""

NO_OWNER = object()
"""The owner of a name that no dot precedes."""


_BLANKS = frozenset({"null", "nil", "blank", "empty", "nothing"})

_NO_ENTRIES = "a text or number has no entries; filters stand behind a bar, as in card.name|length"


class UnknownNameError(Exception):
    """A name that is neither a column nor defined by the program."""

    def __init__(self, owner: object, name: str) -> None:
        super().__init__(f"{quote(name)} {UNKNOWN}")
        self.owner, self.name = owner, name

    def hint(self, values: Mapping[str, Any]) -> str:
        """Return a hint with the nearest known name, or with all known names."""
        owner = values if self.owner is NO_OWNER else self.owner
        names = [str(name) for name in owner] if isinstance(owner, Mapping) else []
        known = f"known are: {', '.join(names)}" if names else _NO_ENTRIES
        near = nearest(self.name, names)
        if self.owner is not NO_OWNER:
            return f"{near} {known}" if near else known
        if self.name.lower() in _BLANKS:
            return f"write not card.name for a blank; or '{self.name}', if it is a word of the data"
        hint = near or known
        return f"{hint}; put a word of the data in quotes: '{self.name}'".replace("?;", "?")
