"""The functions that facts may call: the language grows here, and only here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, floor

from pnp.errors import nearest
from pnp.rules import answers, drawn
from pnp.rules.grouping import groupby
from pnp.rules.operators import number
from pnp.rules.run import Run
from pnp.rules.show import show
from pnp.rules.source import ExpressionError


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
        for word in sorted(set(options) - set(self.options)):
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


FUNCTIONS: Mapping[str, Function] = {
    function.usage.partition("(")[0]: function
    for function in (
        Function('count(deck, colour == "red")', answers.count, most=2, picks=True),
        Function('rows(deck, colour == "red")', answers.rows, most=2, picks=True),
        Function(
            'groupby(deck, "colour", "kind")', groupby, least=2, most=None, options=("sum", "set")
        ),
        Function("sum(deck.points)", answers.total),
        Function("min(deck.points)", answers.extreme(min), most=None),
        Function("max(deck.points)", answers.extreme(max), most=None),
        Function("len(values)", answers.count),
        Function("sorted(values)", answers.in_order),
        Function("set(deck.colour)", answers.different, least=0),
        Function("range(1, 7)", answers.numbers, most=3),
        Function("all(card.points > 0 for card in deck)", answers.every),
        Function("any(card.points > 3 for card in deck)", answers.some),
        Function("zip(deck.id, deck.points)", answers.paired, least=2, most=None),
        Function('keys(groupby(deck, "colour"))', answers.entries(Mapping.keys)),
        Function('values(groupby(deck, "colour"))', answers.entries(Mapping.values)),
        Function('items(groupby(deck, "colour"))', answers.entries(Mapping.items)),
        Function("abs(number)", lambda run, value: abs(number(value))),
        Function("round(number, digits)", answers.rounded, most=2),
        Function("floor(number)", lambda run, value: floor(number(value))),
        Function("ceil(number)", lambda run, value: ceil(number(value))),
        Function("text(value)", lambda run, value: show(value, quoted=False)),
        Function("components()", answers.totals(aid=False), least=0, most=0),
        Function("aids()", answers.totals(aid=True), least=0, most=0),
        Function("pieces()", answers.pieces, least=0, most=0),
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
