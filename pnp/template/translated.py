"""Texts of the data in another language: drawings print those, and ask for what is written.

A template that says ``pnp:href="#sticker-{{ card.team }}"`` or ``card.team == 'girls'`` means the
word of the table, whatever language the card is printed in; ``pnp:text="{{ card.team }}"`` prints
the word of that language. Texts see the values ``as_printed``, all else those ``as_written``.
"""

from typing import Any

from pnp.data.translation import Said, retold


class TranslatedWord(Said):
    """A text that prints in the kit's language, and compares as it is written in the data."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self.written == (other.written if isinstance(other, Said) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.written)


def as_printed(value: Any) -> Any:
    """Return plain data in which translated texts compare as they are written."""
    return retold(value, lambda said: TranslatedWord(said, said.written))
