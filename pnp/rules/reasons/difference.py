"""What was found beside what was expected, path by path."""

from collections.abc import Iterator, Mapping

from pnp.rules.language.operators import equal
from pnp.rules.language.show import ordered, show
from pnp.rules.language.values import Rows, Tally
from pnp.rules.language.verdict import Difference


def same(found: object, expected: object) -> bool:
    """Return whether a value equals plain data; a set equals a list of its members."""
    if isinstance(found, frozenset) and isinstance(expected, tuple):
        return found == frozenset(expected)
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        return found.keys() == expected.keys() and all(same(found[k], expected[k]) for k in found)
    if isinstance(found, tuple) and isinstance(expected, tuple):
        return len(found) == len(expected) and all(map(same, found, expected))
    return equal(found, expected)


def differences(name: str, found: object, expected: object, says: str) -> Iterator[Difference]:
    """Yield what is not as expected; ``name`` is what the value is called.

    ``says`` leads to the expected value: "the rulebook says".
    """
    match found, expected:
        case Tally(), Mapping():
            yield from _counted(found, expected, says, ())
        case Mapping(), Mapping():
            yield from _mapped(name, found, expected, says)
        case frozenset(), frozenset() | tuple():
            yield from _members(name, found, frozenset(expected), says)
        case _ if not same(found, expected):
            yield Difference(f"{name} is {show(found)}, {says} {show(expected)}")


def _counted(
    found: Tally, expected: Mapping[object, object], says: str, path: tuple[str, ...]
) -> Iterator[Difference]:
    for key in [*expected, *(key for key in found if key not in expected)]:
        have, want = found.get(key, 0), expected.get(key, 0)
        inside = (*path, show(key, quoted=False))
        if isinstance(have, Tally) and isinstance(want, Mapping):
            yield from _counted(have, want, says, inside)
        elif not same(have, want):
            rows = _odd(found, key, want)
            if isinstance(have, frozenset) and isinstance(want, tuple):
                want = frozenset(want)
            text = f"{_amount(found, key, have, path)}, {says} {_wanted(want)}"
            yield Difference(text, rows if rows.cards else found.rows)


def _odd(tally: Tally, key: object, want: object) -> Rows:
    """Return the rows under a key; of gathered values only those that are not wanted."""
    rows = tally.behind(key)
    if tally.of is None or tally.of[0] != "set" or not isinstance(want, tuple):
        return rows
    column = tally.of[1]
    odd = [row.card for row in rows.once() if row.column(column) not in want]
    return Rows(rows.component, tuple(odd)) if odd else rows


def _amount(tally: Tally, key: object, have: object, path: tuple[str, ...]) -> str:
    """Return how many of what a tally has: ``graveyard: white has 3 × zombie``."""
    component = tally.rows.component.name
    name = show(key, quoted=False) if isinstance(key, str) else f"{tally.column} {show(key)}"
    if tally.of:
        measure = " of ".join(tally.of)
        return f"{component}: the {measure} for {', '.join((*path, name))} is {show(have)}"
    amount = "some" if isinstance(have, Mapping) else show(have)
    group = f": {', '.join(path)}" if path else ""
    return f"{component}{group} has {amount} × {name}"


def _wanted(want: object) -> str:
    return "none" if want in (0, frozenset()) else show(want)


def _mapped(
    name: str, found: Mapping[object, object], expected: Mapping[object, object], says: str
) -> Iterator[Difference]:
    for key, want in expected.items():
        if key in found:
            yield from differences(f"{name}[{show(key)}]", found[key], want, says)
        else:
            yield Difference(f"{name} has no {show(key)}, {says} {show(want)}")
    for key, have in found.items():
        if key not in expected:
            yield Difference(f"{name} has {show(key)}: {show(have)}, {says} nothing of it")


def _members(
    name: str, found: frozenset[object], expected: frozenset[object], says: str
) -> Iterator[Difference]:
    for member in ordered(found - expected):
        yield Difference(f"{name} has {show(member)}, {says} {_wanted(expected)}")
    for member in ordered(expected - found):
        yield Difference(f"{name} lacks {show(member)}, {says} {_wanted(expected)}")
