"""Values as messages print them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pnp.rules.language.values import Row, Rows
from pnp.rules.language.verdict import Verdict

LONGEST_SHOWN = 120
"""Characters of a value in a message."""


def ordered(values: frozenset[object]) -> list[object]:
    """Return the members of a set in an order that does not change from run to run."""
    return sorted(values, key=lambda value: (type(value).__name__ == "str", _sortable(value)))


def _sortable(value: object) -> tuple[float, str]:
    return (value, "") if isinstance(value, int | float) else (0.0, show(value))


def show(value: object, *, quoted: bool = True) -> str:
    """Return a value for a message; a long one is cut."""
    return shorten(_shown(value, LONGEST_SHOWN, quoted), LONGEST_SHOWN)


def shorten(text: str, longest: int) -> str:
    """Return a text, cut to a number of characters when it is longer."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _shown(value: object, room: int, quoted: bool = False) -> str:
    match value:
        case bool() | None:
            return {True: "true", False: "false", None: "nothing"}[value]
        case Verdict():
            return "true" if value else "false"
        case Fraction():
            return f"{float(value):.6g}"
        case float():
            return f"{value:.6g}"
        case str():
            return f'"{value}"' if quoted else value
        case Rows() | Row():
            return value.component.name if isinstance(value, Rows) else value.card.id
        case Mapping():
            pairs = (f"{_shown(k, room)}: {_shown(v, room)}" for k, v in value.items())
            return "{" + _joined(pairs, room) + "}"
        case frozenset():
            return "{" + _joined((_shown(v, room) for v in ordered(value)), room) + "}"
        case Sequence():
            return "[" + _joined((_shown(v, room) for v in value), room) + "]"
    return str(value)


def _joined(parts: Iterator[str], room: int) -> str:
    """Return parts with commas between, no more of them than can be shown."""
    taken: list[str] = []
    for part in parts:
        taken.append(part)
        room -= len(part)
        if room < 0:
            break
    return ", ".join(taken)
