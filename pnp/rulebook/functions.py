"""The table of all functions that expressions can call, with their signatures."""

from collections.abc import Callable, Mapping
from math import ceil, floor

from pnp.base.diagnostics import nearest
from pnp.base.slotted import slotted
from pnp.rulebook import boards, counting, drawings, roles
from pnp.rulebook.counting import groupby
from pnp.rulebook.evaluation import Evaluation
from pnp.rulebook.grammar import ExpressionError
from pnp.rulebook.operators import number
from pnp.rulebook.values import show


@slotted
class Function:
    """A function of the expression language; it takes ``least`` to ``most`` arguments (None: any).

    ``usage`` is a sample call for hints. If ``picks`` is set, it turns the first argument into
    rows, and a second argument is a condition over their columns: the function then gets those
    rows, and the rows that match. A multiset has members instead, each called ``it``.
    """

    usage: str
    answer: Callable[..., object]
    least: int = 1
    most: int | None = 1
    options: tuple[str, ...] = ()
    picks: Callable[[Evaluation, object], object] | None = None

    @property
    def name(self) -> str:
        """Return the function's name with brackets: ``count()``."""
        return self.usage.partition("(")[0] + "()"

    def check_number(self, values: int) -> None:
        """Find out whether the function takes so many values.

        Raises:
            ExpressionError: it takes fewer or more.
        """
        if values < self.least or (self.most is not None and values > self.most):
            arguments = "1 argument" if values == 1 else f"{values} arguments"
            message = f"{self.name} does not take {arguments}"
            raise ExpressionError(message, f"write {self.usage}")

    def call(self, run: Evaluation, *values: object, **options: object) -> object:
        """Return the result of a call with as many values as it takes."""
        hint = f"write {self.usage}"
        for word in sorted(set(options) - set(self.options)):
            raise ExpressionError(
                f'{self.name} takes no "{word}"', nearest(word, self.options) or hint
            )
        try:
            return self.answer(run, *values, **options)
        except TypeError:
            raise ExpressionError(
                f"{self.name} cannot take {', '.join(map(show, values))}", hint
            ) from None


def itself(run: Evaluation, value: object) -> object:
    """Return the value unchanged: the ``picks`` of functions whose argument is rows already."""
    return value


ELSEWHERE: Mapping[str, str] = {
    **dict.fromkeys(("average", "avg", "mean"), "sum(values) / len(values)"),
    **dict.fromkeys(("distinct", "unique"), "set(deck.colour)"),
    **dict.fromkeys(("length", "countif", "number"), 'count(deck, colour == "red")'),
    **dict.fromkeys(("sumif", "total"), 'sum(rows(deck, colour == "red").points)'),
    **dict.fromkeys(("filter", "where", "select"), 'rows(deck, colour == "red")'),
    **dict.fromkeys(("contains", "includes"), '"owl" in name'),
    **dict.fromkeys(("str", "string"), "text(value)"),
    **dict.fromkeys(("int", "trunc"), "floor(number)"),
}
"""What to write for the functions of spreadsheets and other languages."""

FUNCTIONS: Mapping[str, Function] = {
    function.usage.partition("(")[0]: function
    for function in (
        Function('count(deck, colour == "red")', counting.count, most=2, picks=itself),
        Function('rows(deck, colour == "red")', counting.rows, most=2, picks=itself),
        Function(
            'groupby(deck, "colour", "kind")', groupby, least=2, most=None, options=("sum", "set")
        ),
        Function("sum(deck.points)", counting.total),
        Function("min(deck.points)", counting.extreme(min), most=None),
        Function("max(deck.points)", counting.extreme(max), most=None),
        Function("len(values)", counting.count),
        Function("sorted(values)", counting.in_order),
        Function("set(deck.colour)", counting.different, least=0),
        Function("range(1, 7)", counting.numbers, most=3),
        Function("all(deck, points > 0)", counting.every, most=2, picks=itself),
        Function("any(deck, points > 3)", counting.some, most=2, picks=itself),
        Function('exists(deck, colour == "red")', counting.exists, most=2, picks=itself),
        Function("tally(values)", counting.tally),
        Function("zip(deck.id, deck.points)", counting.paired, least=2, most=None),
        Function('keys(groupby(deck, "colour"))', counting.entries(Mapping.keys)),
        Function('values(groupby(deck, "colour"))', counting.entries(Mapping.values)),
        Function('items(groupby(deck, "colour"))', counting.entries(Mapping.items)),
        Function("abs(number)", lambda run, value: abs(number(value))),
        Function("round(number, digits)", counting.rounded, most=2),
        Function("floor(number)", lambda run, value: floor(number(value))),
        Function("ceil(number)", lambda run, value: ceil(number(value))),
        Function("text(value)", counting.text),
        Function("components()", counting.totals(aid=False), least=0, most=0),
        Function("aids()", counting.totals(aid=True), least=0, most=0),
        Function('optional("score-pad")', counting.optional),
        Function("pairs(deck)", counting.pairs),
        Function("laid(deck)", counting.laid),
        Function("pieces()", counting.pieces, least=0, most=0),
        Function("size(deck)", drawings.size),
        Function("width(deck)", drawings.width),
        Function("height(deck)", drawings.height),
        Function("foot(standee)", drawings.foot),
        Function("cut(deck)", drawings.cut),
        Function('drawing(deck, "back")', drawings.drawing, most=2),
        Function('outline(deck, "back")', drawings.outline, most=2),
        Function('texts(deck, "face")', drawings.texts, most=2),
        Function('wording(deck, "face")', drawings.wording, most=2),
        Function('lettering(deck, "face")', drawings.lettering, most=2),
        Function('symbols(deck, "star", "face")', roles.symbols, least=2, most=3),
        Function('words(deck, "title", "face")', roles.words, least=2, most=3),
        Function('drawn(deck, "numeral-*", "face")', roles.drawn, least=2, most=3),
        Function('colours(deck, "ground", "face")', roles.colours, most=3),
        Function('beside(deck, "number", "star", "moon")', roles.beside, least=3, most=None),
        Function('marks(deck, "tally", "face")', roles.marks, least=2, most=3),
        Function('letter_size(deck, "points", "face")', roles.letter_size, least=2, most=3),
        Function('shows(deck, "name", "text")', roles.shows, least=2, most=None, options=("side",)),
        Function('printed("rule-tie")', roles.printed),
        Function("numbers(text)", roles.numbers),
        Function("plain(deck.text[0])", roles.plain),
        Function('colour("#d8422f")', roles.colour),
        Function('same_drawing(deck, "back")', drawings.same_drawing, most=2, options=("colours",)),
        Function(
            'distinct_drawing(deck, "face")',
            drawings.distinct_drawing,
            most=2,
            options=("colours",),
        ),
        Function(
            'odds(deck, kind == "bat", hand=7, at_least=1)',
            counting.odds,
            least=2,
            most=2,
            options=("hand", "at_least"),
            picks=counting.multiset,
        ),
        Function(
            'expected(deck, kind == "bat", hand=7)',
            counting.expected,
            least=2,
            most=2,
            options=("hand",),
            picks=counting.multiset,
        ),
        Function("parts(die, pips > 1)", counting.rows, most=2, picks=counting.parts_of),
        Function('spaces(board, kind == "house")', counting.rows, most=2, picks=boards.spaces_of),
        Function('links(board, kind == "wall")', counting.rows, most=2, picks=boards.links_of),
        Function("graph(spaces(board), links(board))", boards.graph, least=2, most=2),
        Function("grid(6, 3)", boards.square_grid, least=2, most=2),
        Function('degree(board, "gate")', boards.degree, least=2, most=2),
        Function("degrees(board)", boards.degrees),
        Function('neighbours(board, "gate")', boards.neighbours, least=2, most=2),
        Function('distance(board, "gate", "house-1")', boards.distance, least=3, most=3),
        Function('reachable(board, "gate")', boards.reachable, least=2, most=2),
        Function('within(board, "gate", 2)', boards.within, least=3, most=3),
        Function("diameter(board)", boards.diameter),
        Function('tour(board, "gate")', boards.tour, least=2, most=2),
        Function('is_ring(spaces(board, kind == "street"))', boards.is_ring),
        Function("connected(board)", boards.connected),
        Function(
            'separates(links(board, kind == "wall"), spaces(board, side == "in"), '
            'spaces(board, side == "out"))',
            boards.separates,
            least=3,
            most=3,
        ),
        Function('overlaps(spaces(board), "space")', boards.overlaps, least=2, most=2),
        Function('bijection(board, "street", "house")', boards.bijection, least=3, most=3),
    )
}
"""Every function by its name."""
