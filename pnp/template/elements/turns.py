"""``pnp:for``: the turns of a loop, and the names that stand for something in each."""

from collections.abc import Iterator, Sequence
from itertools import islice

from pnp.errors import Where, fail, quoted
from pnp.template.data.compile import Loop
from pnp.template.data.memo import Asking, Binding, freeze
from pnp.template.reading.svg import Element

MAX_TURNS = 1_000
"""No face needs more turns of its loops; what does would draw for ever."""


class Turns:
    """The loops of one drawing, and how many turns they may still make."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._left = MAX_TURNS

    def of(self, loop: Loop, element: Element) -> Iterator[None]:
        """Yield once for each item, with the loop's names bound meanwhile.

        Raises:
            PnpError: there is nothing to loop over, or too much.
        """
        for item in self._items(loop, element):
            with self._asking.turn(_bindings(loop.names, item, element.where)):
                yield

    def _items(self, loop: Loop, element: Element) -> Sequence[object]:
        items = self._asking.ask(loop.items)
        try:
            found = list(islice(items, self._left + 1))
        except TypeError:
            hint = "loop over a list, or over range(n)"
            raise fail(f"pnp:for cannot loop over {quoted(items)}", element.where, hint) from None
        self._left -= len(found)
        if self._left < 0:
            hint = "draw less in one drawing"
            raise fail(f"the loops make more than {MAX_TURNS:,} turns", element.where, hint)
        return found


def _bindings(names: tuple[str, ...], item: object, where: Where) -> tuple[Binding, ...]:
    values: Sequence[object] = (item,)
    if len(names) > 1:
        values = item if isinstance(item, Sequence) and not isinstance(item, str) else ()
    if len(values) != len(names):
        hint = "with two names, each item is a pair"
        raise fail(f"pnp:for finds {quoted(item)} where two values are due", where, hint)
    pairs = zip(names, values, strict=True)
    return tuple(Binding(name, freeze(value), value) for name, value in pairs)
