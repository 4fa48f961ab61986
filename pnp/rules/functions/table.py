"""The functions that facts may call: the language grows here, and only here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, floor

from pnp.errors import nearest
from pnp.rules.functions import answers, chances, drawn, likeness, pathways, topology
from pnp.rules.functions.grouping import groupby
from pnp.rules.language.operators import number
from pnp.rules.language.run import Run
from pnp.rules.language.show import show
from pnp.rules.language.source import ExpressionError


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the language, with the arguments it takes; ``most`` None is any number.

    ``usage`` shows a call, as hints print it. ``picks``: a second argument is a condition over
    the columns of rows that the first one stands for; the function is given those rows, and the
    rows that match.
    """

    usage: str
    answer: Callable[..., object]
    least: int = 1
    most: int | None = 1
    options: tuple[str, ...] = ()
    picks: Callable[[Run, object], object] | None = None

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


def itself(run: Run, value: object) -> object:
    """Return the rows that a condition is over, where they are given as they are."""
    return value


FUNCTIONS: Mapping[str, Function] = {
    function.usage.partition("(")[0]: function
    for function in (
        Function('count(deck, colour == "red")', answers.count, most=2, picks=itself),
        Function('rows(deck, colour == "red")', answers.rows, most=2, picks=itself),
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
        Function("all(deck, points > 0)", answers.every, most=2, picks=itself),
        Function("any(deck, points > 3)", answers.some, most=2, picks=itself),
        Function('exists(deck, colour == "red")', answers.exists, most=2, picks=itself),
        Function("tally(values)", answers.tally),
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
        Function('wording(deck, "face")', drawn.wording, most=2),
        Function('lettering(deck, "face")', drawn.lettering, most=2),
        Function('symbols(deck, "star", "face")', drawn.symbols, least=2, most=3),
        Function('same_drawing(deck, "back")', likeness.same_drawing, most=2, options=("colours",)),
        Function(
            'distinct_drawing(deck, "face")',
            likeness.distinct_drawing,
            most=2,
            options=("colours",),
        ),
        Function(
            'odds(deck, kind == "bat", hand=7, at_least=1)',
            chances.odds,
            least=2,
            most=2,
            options=("hand", "at_least"),
            picks=itself,
        ),
        Function(
            'expected(deck, kind == "bat", hand=7)',
            chances.expected,
            least=2,
            most=2,
            options=("hand",),
            picks=itself,
        ),
        Function("parts(die, pips > 1)", answers.rows, most=2, picks=answers.parts_of),
        Function('spaces(board, kind == "house")', answers.rows, most=2, picks=topology.spaces_of),
        Function('links(board, kind == "wall")', answers.rows, most=2, picks=topology.links_of),
        Function("graph(spaces(board), links(board))", topology.graph, least=2, most=2),
        Function("grid(6, 3)", topology.square_grid, least=2, most=2),
        Function('degree(board, "gate")', topology.degree, least=2, most=2),
        Function("degrees(board)", topology.degrees),
        Function('neighbours(board, "gate")', topology.neighbours, least=2, most=2),
        Function('distance(board, "gate", "house-1")', topology.distance, least=3, most=3),
        Function('reachable(board, "gate")', topology.reachable, least=2, most=2),
        Function('within(board, "gate", 2)', topology.within, least=3, most=3),
        Function("diameter(board)", topology.diameter),
        Function('tour(board, "gate")', topology.tour, least=2, most=2),
        Function('is_ring(spaces(board, kind == "street"))', pathways.is_ring),
        Function("connected(board)", pathways.connected),
        Function(
            'separates(links(board, kind == "wall"), spaces(board, side == "in"), '
            'spaces(board, side == "out"))',
            pathways.separates,
            least=3,
            most=3,
        ),
        Function('bijection(board, "street", "house")', pathways.bijection, least=3, most=3),
    )
}
"""Every function by its name."""
