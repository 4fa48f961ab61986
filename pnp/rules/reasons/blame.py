"""Which rows and keys of the data carry a broken fact."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from pnp.content.files.document import Document, read_document
from pnp.content.game import Card, Component, Game
from pnp.errors import Where
from pnp.rules.language.values import spelled
from pnp.rules.reasons.explain import Key, Reason
from pnp.rules.result import Result, Status


class Places:
    """Where the data of a game stands. Its game.yaml is read when a broken fact rests on it."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def behind(self, reasons: Sequence[Reason]) -> tuple[Where, ...]:
        """Return the rows and keys that reasons rest on; a component's own place for all rows."""
        found: dict[Where, None] = {}
        for reason in reasons:
            owners = {component.name: component for component, _ in reason.rows}
            found.update(dict.fromkeys(map(self._key, reason.keys)))
            for owner in owners.values():
                cards = [card for component, card in reason.rows if component is owner]
                found.update(dict.fromkeys(_rows_or_whole(owner, cards)))
        return tuple(found) or (self.game.where,)

    @cached_property
    def _document(self) -> Document | None:
        if self.game.rulebook is None:
            return None
        path = self.game.rulebook.with_name("game.yaml")
        return read_document(path, self.game.project.show(path)) if path.is_file() else None

    def _key(self, key: Key) -> Where:
        """Return the place of a key as expressions spell it."""
        if self._document is None:
            return self.game.where
        data, path = self._document.data, list[str]()
        for name in key:
            known = {spelled(str(k)): k for k in data} if isinstance(data, dict) else {}
            if name not in known:
                break
            path.append(known[name])
            data = data[known[name]]
        return self._document.key_where(tuple(path)) if path else self.game.where


def sharpened(results: Sequence[Result], game: Game) -> Iterator[Result]:
    """Yield the results; what whole groups broke is told of the few rows another fact blames."""
    components = game.components.values()
    culprits = {c.name: _culprits(c, results) for c in components}
    for result in results:
        if result.status is Status.FAIL:
            named = [row for c in components for row in _named(result, c, culprits[c.name])]
            yield replace(result, places=tuple(named) or result.places)
        else:
            yield result


def _rows_or_whole(component: Component, cards: Sequence[Card]) -> Iterable[Where]:
    if len(cards) == len(component.cards) > 1:
        return [component.where]
    return [card.where for card in cards]


def _culprits(component: Component, results: Sequence[Result]) -> tuple[Where, ...]:
    """Return the fewest rows of a component that a broken fact rests on."""
    rows = {card.where for card in component.cards}
    broken = [result.places for result in results if result.status is Status.FAIL]
    blamed = [tuple(place for place in places if place in rows) for places in broken]
    return min(filter(None, blamed), key=len, default=())


def _named(result: Result, component: Component, culprits: tuple[Where, ...]) -> Sequence[Where]:
    """Return the culprits of a component where a result rests on them and on more of its rows."""
    covered = component.where in result.places or set(culprits) <= set(result.places)
    return culprits if covered else ()
