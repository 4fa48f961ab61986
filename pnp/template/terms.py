"""What a column's name and Jinja's expressions have in common: how values print, and mistakes."""

from collections.abc import Mapping
from typing import Any

from pnp.base.diagnostics import HintedError, nearest, quote


def printed(value: Any) -> Any:
    """Return a value as it is printed: 2.0 as ``2``, true as ``true``, a blank cell as ``""``."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else value


HINT = "an expression looks like card.name, card.shots + 1 or 'a' if card.kind == 'b' else 'c'"


class BadSyntaxError(HintedError):
    """The text is not an expression."""

    def __init__(self, message: str, hint: str = HINT) -> None:
        super().__init__(message, hint)


UNKNOWN = "is not known here"
"""How the message of a name that is not known ends."""

NO_OWNER = object()
"""The owner of a name that no dot precedes."""


class UnknownNameError(Exception):
    """A name that is neither a column nor defined by the program."""

    def __init__(self, owner: object, name: str) -> None:
        super().__init__(f"{quote(name)} {UNKNOWN}")
        self.owner, self.name = owner, name

    def hint(self, values: Mapping[str, Any]) -> str:
        """Return a hint with the nearest known name, or with all known names."""
        owner = values if self.owner is NO_OWNER else self.owner
        names = [str(name) for name in owner] if isinstance(owner, Mapping) else []
        known = f"known are: {', '.join(names)}" if names else "a text or number has no entries"
        near = nearest(self.name, names)
        if self.owner is not NO_OWNER:
            return f"{near} {known}" if near else known
        hint = near or known
        return f"{hint}; put a word of the data in quotes: '{self.name}'".replace("?;", "?")
