"""Translates the texts of a game's data: titles, cells of text, words under ``play``, boards."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from pnp.base.diagnostics import PnpError, Where, nearest, quote, user_error
from pnp.data.document import Document
from pnp.data.game import Board, Card, Component, Game, Parts
from pnp.data.translation import GameText, Said, Translation, has_words, retold, same_words


def unknown_language(game: Game, language: str) -> PnpError:
    """Return the error that a game has no texts in a language."""
    known = ", ".join(game.languages)
    hint = nearest(language, game.languages) or f"its languages are {known}"
    if len(game.languages) == 1:
        hint = f"write texts: texts.csv in game.yaml, a table with the columns {known},{language}"
    return user_error(f"{game.key} has no texts in {quote(language)}", game.where, hint)


def translated(game: Game, document: Document, translation: Translation) -> Game:
    """Return a game with its data in another language; ``document`` is its game.yaml."""
    data = _DataTexts(document, translation, frozenset(_keys(game)))
    return replace(
        game,
        title=data.said(game.title, "title", document.where(("title",)), printed=True),
        play=data.value(game.play, ("play",)),
        components={name: data.component(each) for name, each in game.components.items()},
        boards={name: data.board(each) for name, each in game.boards.items()},
        language=translation.language,
        translation=replace(translation, texts=tuple(data.texts), cells=data.cells),
    )


def written(game: Game, tell: Callable[[Said], str] = attrgetter("written")) -> Game:
    """Return a game with the texts of its data as they are written, or as ``tell`` makes them."""
    if game.translation is None:
        return game

    def cards(each: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(replace(card, values=retold(card.values, tell)) for card in each)

    def component(each: Component) -> Component:
        parts = each.parts and Parts(each.parts.columns, cards(each.parts.cards))
        return replace(each, cards=cards(each.cards), parts=parts)

    def board(each: Board) -> Board:
        spaces = (replace(space, values=retold(space.values, tell)) for space in each.spaces)
        return replace(each, spaces=tuple(spaces))

    return replace(
        game,
        play=retold(game.play, tell),
        components={name: component(each) for name, each in game.components.items()},
        boards={name: board(each) for name, each in game.boards.items()},
    )


def _keys(game: Game) -> Iterator[str]:
    """Yield the words that the game looks things up by: in another language it would find nothing.

    They are the words that columns declare, and the names of colours, components and kinds.
    """
    yield from (*game.palette, *game.components)
    for component in game.components.values():
        parts = component.parts.columns if component.parts else {}
        for type_ in (*component.columns.values(), *parts.values()):
            yield from type_ if isinstance(type_, tuple) else ()
    for board in game.boards.values():
        yield from (word for space in board.spaces for word in (space.id, space.kind))


class _DataTexts:
    """Translates the texts of the data, and collects them as they are written."""

    def __init__(self, document: Document, translation: Translation, keys: Collection[str]) -> None:
        self._document, self._translation, self._keys = document, translation, keys
        self.texts: list[GameText] = []
        self.cells: dict[str, Where] = {}

    def said(self, words: str, address: str, where: Where, *, printed: bool = False) -> str:
        if words in self._keys or not has_words(words):
            return words
        self.texts.append(GameText(words, address, where, printed))
        row = self._translation.row(words, address)
        if row is None or not row.said:
            return words
        self.cells.setdefault(same_words(row.said), row.where)
        return Said(row.said, words)

    def value(self, value: Any, path: tuple[str | int, ...]) -> Any:
        """Return plain data of game.yaml with its texts translated; keys stay."""
        match value:
            case str():
                return self.said(value, ".".join(map(str, path)), self._document.where(path))
            case dict():
                return {key: self.value(inner, (*path, key)) for key, inner in value.items()}
            case list():
                return [self.value(inner, (*path, index)) for index, inner in enumerate(value)]
        return value

    def component(self, component: Component) -> Component:
        name, parts = component.name, component.parts
        where = self._document.where(("components", name, "title"))
        return replace(
            component,
            title=self.said(component.title, f"{name}.title", where, printed=True),
            cards=self._cards(name, component.cards, component.columns),
            parts=parts and Parts(parts.columns, self._cards(name, parts.cards, parts.columns)),
        )

    def board(self, board: Board) -> Board:
        return replace(
            board,
            spaces=tuple(
                replace(space, values=dict(self._values(space.values, address, space.where)))
                for space in board.spaces
                for address in [f"{board.component}/{space.id}"]
            ),
        )

    def _values(
        self, values: Mapping[str, Any], address: str, where: Where
    ) -> Iterator[tuple[str, Any]]:
        for key, value in values.items():
            said = value
            if isinstance(value, str):
                said = self.said(value, f"{address}.{key}", where)
            yield key, said

    def _cards(
        self, name: str, cards: Iterable[Card], columns: Mapping[str, object]
    ) -> tuple[Card, ...]:
        texts = [column for column, type_ in columns.items() if type_ in ("text", "text?")]
        return tuple(self._card(name, card, texts) for card in cards)

    def _card(self, name: str, card: Card, columns: Iterable[str]) -> Card:
        said = {
            column: self.said(words, f"{name}/{card.id}.{column}", card.where_of(column))
            for column in columns
            if isinstance(words := card.values.get(column), str)
        }
        return replace(card, values={**card.values, **said})
