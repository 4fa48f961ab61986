"""The functions that facts may call: the language grows here, and only here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from pnp.errors import nearest
from pnp.rules import drawn
from pnp.rules.containers import unique
from pnp.rules.grouping import component_rows, groupby
from pnp.rules.operators import bounded, number
from pnp.rules.run import Run
from pnp.rules.show import show
from pnp.rules.source import ExpressionError
from pnp.rules.values import Record, Rows


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the language, with the arguments it takes; ``most`` None is any number.

    ``usage`` shows a call, as hints print it. ``picks``: a second argument is a condition over
    the columns of the rows that come first; the function is given the rows that match.
    """

    usage: str
    answer: Callable[..., object]
    least: int = 1
    most: int | None = 1
    options: tuple[str, ...] = ()
    picks: bool = False

    @property
    def name(self) -> str:
        """Return the function's name with its brackets."""
        return self.usage.partition("(")[0] + "()"

    def call(self, run: Run, *values: object, **options: object) -> object:
        """Return the function's answer.

        Raises:
            ExpressionError: the arguments are too few, too many or of the wrong kind.
        """
        hint = f"write {self.usage}"
        for word in set(options) - set(self.options):
            raise ExpressionError(
                f'{self.name} takes no "{word}"', nearest(word, self.options) or hint
            )
        if len(values) < self.least or (self.most is not None and len(values) > self.most):
            arguments = "1 argument" if len(values) == 1 else f"{len(values)} arguments"
            raise ExpressionError(f"{self.name} does not take {arguments}", hint)
        try:
            return self.answer(run, *values, **options)
        except TypeError:
            raise ExpressionError(
                f"{self.name} cannot take {', '.join(map(show, values))}", hint
            ) from None


def _count(run: Run, values: object) -> object:
    if isinstance(values, Rows):
        run.see(values)
        return len(values)
    return len(_list(run, values))


def _rows(run: Run, rows: object) -> object:
    run.see(component_rows(rows))
    return rows


def _list(run: Run, values: object) -> tuple[object, ...]:
    return tuple(run.members(values))


def _sum(run: Run, values: object) -> object:
    return bounded(sum(map(number, _list(run, values))))


def _extreme(pick: Callable[..., object]) -> Callable[..., object]:
    def answer(run: Run, *values: object) -> object:
        among = _list(run, values[0]) if len(values) == 1 else values
        if not among:
            raise ExpressionError("there is nothing to choose from")
        return pick(among)

    return answer


def _set(run: Run, values: object = ()) -> object:
    return unique(_list(run, values))


def _range(run: Run, *ends: object) -> object:
    if not all(isinstance(end, int) for end in ends) or ends[2:] == (0,):
        raise TypeError
    numbers = range(*ends)  # type: ignore[call-overload]
    run.charge(len(numbers))
    return tuple(numbers)


def _zip(run: Run, *lists: object) -> object:
    members = [_list(run, values) for values in lists]
    if len({len(values) for values in members}) > 1:
        lengths = ", ".join(str(len(values)) for values in members)
        raise ExpressionError(f"the lists are not equally long: {lengths}")
    return tuple(zip(*members, strict=True))


def _entries(read: Callable[[Mapping[object, object]], object]) -> Callable[..., object]:
    def answer(run: Run, mapping: object) -> object:
        if not isinstance(mapping, Mapping):
            raise ExpressionError(f"{show(mapping)} is not a mapping", "groupby() gives one")
        run.charge(len(mapping))
        return read(mapping)

    return answer


def _totals(aid: bool) -> Callable[..., object]:
    def answer(run: Run) -> object:
        components = run.kit.game.components.values()
        return Record({c.name: c.qty for c in components if c.aid is aid})

    return answer


def _pieces(run: Run) -> object:
    components = [c for c in run.kit.game.components.values() if not c.aid]
    for component in components:
        run.see(Rows(component, component.cards))
    return sum(component.qty for component in components)


def _sorted(run: Run, values: object) -> object:
    members: list[Any] = list(_list(run, values))
    return tuple(sorted(members))


def _rounded(run: Run, value: object, digits: object = 0) -> object:
    places = number(digits)
    return round(number(value), int(places)) if places else round(number(value))


FUNCTIONS: Mapping[str, Function] = {
    function.usage.partition("(")[0]: function
    for function in (
        Function('count(deck, colour == "red")', _count, most=2, picks=True),
        Function('rows(deck, colour == "red")', _rows, most=2, picks=True),
        Function(
            'groupby(deck, "colour", "kind")', groupby, least=2, most=None, options=("sum", "set")
        ),
        Function("sum(deck.points)", _sum),
        Function("min(deck.points)", _extreme(min), most=None),
        Function("max(deck.points)", _extreme(max), most=None),
        Function("len(values)", _count),
        Function("sorted(values)", _sorted),
        Function("set(deck.colour)", _set, least=0),
        Function("range(1, 7)", _range, most=3),
        Function("all(condition for card in deck)", lambda run, them: all(_list(run, them))),
        Function("any(condition for card in deck)", lambda run, them: any(_list(run, them))),
        Function("zip(deck.id, deck.points)", _zip, least=2, most=None),
        Function('keys(groupby(deck, "colour"))', _entries(tuple)),
        Function('values(groupby(deck, "colour"))', _entries(lambda them: tuple(them.values()))),
        Function('items(groupby(deck, "colour"))', _entries(lambda them: tuple(them.items()))),
        Function("abs(number)", lambda run, value: abs(number(value))),
        Function("round(number, digits)", _rounded, most=2),
        Function("floor(number)", lambda run, value: floor(number(value))),
        Function("ceil(number)", lambda run, value: ceil(number(value))),
        Function("text(value)", lambda run, value: show(value, quoted=False)),
        Function("components()", _totals(aid=False), least=0, most=0),
        Function("aids()", _totals(aid=True), least=0, most=0),
        Function("pieces()", _pieces, least=0, most=0),
        Function("size(deck)", drawn.size),
        Function("width(deck)", drawn.width),
        Function("height(deck)", drawn.height),
        Function("foot(standee)", drawn.foot),
        Function("cut(deck)", drawn.cut),
        Function('drawing(deck, "back")', drawn.drawing, most=2),
        Function('outline(deck, "back")', drawn.outline, most=2),
        Function('texts(deck, "face")', drawn.texts, most=2),
    )
}
"""Every function by its name."""
