"""Sets and mappings made, and looked into."""

from collections.abc import Iterable, Mapping, Sequence

from pnp.rules.language.show import show
from pnp.rules.language.source import ExpressionError


def entry(value: object, key: object) -> object:
    """Return what stands under a key of a mapping or at a place of a sequence.

    Raises:
        ExpressionError: nothing stands there, or the value has no places.
    """
    try:
        if isinstance(value, Mapping):
            return value[key]
        if isinstance(value, Sequence) and isinstance(key, int | slice):
            return value[key]
    except (LookupError, TypeError, ValueError):
        raise ExpressionError(f"{show(value)} has nothing at {show(key)}") from None
    raise ExpressionError(f"{show(value)} cannot be asked for {show(key)}")


def unique(values: Iterable[object]) -> frozenset[object]:
    """Return the different values.

    Raises:
        ExpressionError: one of them is a mapping, which a set cannot hold.
    """
    return frozenset(_plain(value) for value in values)


def mapped(pairs: Iterable[tuple[object, object]]) -> dict[object, object]:
    """Return a mapping.

    Raises:
        ExpressionError: one of the keys is a mapping itself.
    """
    return {_plain(key): value for key, value in pairs}


def _plain(value: object) -> object:
    try:
        hash(value)
    except TypeError:
        raise ExpressionError(f"{show(value)} cannot stand in a set or be a key") from None
    return value
