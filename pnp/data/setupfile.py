"""Reads ``setup`` in game.yaml: how the pieces lie before the first turn, on a table on a screen.

Numbers may be taken from ``play``, where the rulebook's checks read them: ``grid: play.floor``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from pnp.base.diagnostics import HintedError, Problems, Where, nearest, quote
from pnp.data.document import Document, Step
from pnp.data.game import Board, Card, Component, Setup, SetupGrid, SetupPlace
from pnp.data.schema import Model
from pnp.data.wanted import Wanted
from pnp.geometry.plane import ROUNDING, Point, Size

Word = Annotated[str, Field(min_length=1)]

Millimetres = Annotated[float, Field(allow_inf_nan=False)]

MOST_CELLS = 100
"""Pieces side by side in a grid, or one below the other."""

PLAY = "play."


class SetupEntry(Model):
    """How some pieces lie before the first turn."""

    put: Word | list[Word]
    """The pieces: `graveyard`, `headstone/red`, `"*-sticker"`, or a list of such names."""
    each: Annotated[int, Field(ge=1)] | None = None
    """How many of each different piece; without it, all that no entry above has put."""
    shuffled: bool = False
    """Whether they are shuffled: one pile, from which places are dealt one piece each."""
    up: Literal["face", "back"] | None = None
    """The side in sight; without it the back of what is shuffled and has one, else the face."""
    on: Word | None = None
    """The board, mat, track or sheet that they lie on; on each copy of it."""
    at: Word | list[Any] | None = None
    """Places there: ids or kinds of its spaces, or points in mm: `[[30, 20], [60, 20]]`."""
    grid: list[int] | Word | None = None
    """Places in rows: `[6, 3]` are six side by side, three one below the other."""
    gap: Millimetres | list[Millimetres] = 2.0
    """Millimetres between the places of a grid, or `[across, down]`."""
    in_: Word | None = Field(default=None, alias="in")
    """The component that holds them all, as a bowl or a bag: they are one pile named after it."""
    aside: bool = False
    """Whether they are of no use on a screen, and are left out there."""


class SetupReader(NamedTuple):
    """What ``setup`` refers to."""

    document: Document
    components: Mapping[str, Component]
    boards: Mapping[str, Board]
    play: Mapping[str, Any]
    problems: Problems

    def read(self, entries: Sequence[SetupEntry]) -> tuple[Setup, ...]:
        """Return the entries; notes names that nothing has, and places that are not there."""
        return tuple(
            self._entry(entry, self.document.at(("setup", index)))
            for index, entry in enumerate(entries)
        )

    def _entry(self, entry: SetupEntry, part: Document) -> Setup:
        names = [entry.put] if isinstance(entry.put, str) else entry.put
        put = tuple(map(Wanted.parse, names))
        for name, wanted in zip(names, put, strict=True):
            if not any(wanted.takes(*row) for row in self._rows()):
                known = [*self.components, *(f"{part}/{card}" for part, card in self._rows())]
                message = f"nothing is called {quote(name)}"
                self.problems.note(message, part.where(("put",)), nearest(name, known))
        for key, holder in (("on", entry.on), ("in", entry.in_)):
            if holder is not None and holder not in self.components:
                hint = nearest(holder, self.components) or "write the name of a component"
                self.problems.note(f"{quote(holder)} is no component", part.where((key,)), hint)
        grid = self._grid(entry, part)
        setup = Setup(
            put=put,
            where=part.where(),
            each=entry.each,
            shuffled=entry.shuffled,
            up=entry.up,
            on=entry.on if entry.on in self.components else None,
            grid=grid if entry.on is None else None,
            held=entry.in_ if entry.in_ in self.components else None,
            aside=entry.aside,
        )
        return self._placed(setup, entry, grid, part)

    def _rows(self) -> Iterator[tuple[str, str]]:
        for component in self.components.values():
            for card in component.cards:
                yield component.name, card.id

    def _placed(
        self, setup: Setup, entry: SetupEntry, grid: SetupGrid | None, part: Document
    ) -> Setup:
        if entry.on is None:
            if entry.at is not None:
                hint = "write on: with the name of a board"
                self.problems.note('"at" is for places on a component', part.where(("at",)), hint)
            return setup
        if setup.on is None:
            return setup
        board = self.components[setup.on]
        if grid is not None:
            sizes = [
                component.size
                for component in self.components.values()
                if any(setup.takes(component.name, card.id) for card in component.cards)
            ]
            places = grid.places(sizes[0], board.size) if sizes else ()
            return replace(setup, places=places)
        if entry.at is None and entry.grid is None:
            self.problems.note(
                f"where on {quote(setup.on)} is not said",
                part.where(("on",)),
                "write at: with ids of spaces, or grid:",
            )
            return setup
        return replace(setup, places=tuple(self._places(board, entry.at or [], part)))

    def _places(self, board: Component, at: object, part: Document) -> Iterator[SetupPlace]:
        """Yield the places that a value names."""
        found = self._value(at, part, "at") if isinstance(at, str) else at
        words = found if isinstance(found, list) else [] if found is None else [found]
        spaces = {place_id: (kind, place) for place_id, kind, place in self._spaces(board)}
        for number, word in enumerate(words):
            path: tuple[Step, ...] = ("at", number) if isinstance(at, list) else ("at",)
            if isinstance(word, list):
                yield from self._point(board, word, part.where(path))
                continue
            name = part.text(path) if isinstance(at, list) else str(word)
            if name in spaces:
                yield spaces[name][1]
                continue
            alike = [place for kind, place in spaces.values() if kind and kind == name]
            if not alike:
                known = [*spaces, *dict.fromkeys(kind for kind, _ in spaces.values() if kind)]
                hint = nearest(name, known) or "write ids or kinds of its spaces, or points"
                message = f"{quote(name)} is no space of {quote(board.name)}"
                self.problems.note(message, part.where(path), hint)
            yield from alike

    def _point(self, board: Component, word: list[Any], where: Where) -> Iterator[SetupPlace]:
        inside = (
            len(word) == 2
            and all(type(value) in (int, float) for value in word)
            and -ROUNDING <= word[0] <= board.size.width + ROUNDING
            and -ROUNDING <= word[1] <= board.size.height + ROUNDING
        )
        if inside:
            yield SetupPlace(Point(*map(float, word)))
        else:
            message = f"{word} is no point on {quote(board.name)}"
            hint = f"write [x, y] in millimetres; it is {board.size}"
            self.problems.note(message, where, hint)

    def _spaces(self, board: Component) -> Iterator[tuple[str, str, SetupPlace]]:
        """Yield id, kind and place of each space of a board, or of each spot of a track."""
        for space in self.boards[board.name].spaces if board.name in self.boards else ():
            turn = _number(space.values.get("turn"))
            yield space.id, space.kind, SetupPlace(space.at, turn, space.id)
        spots: Sequence[Card] = board.parts.cards if board.parts is not None else ()
        for card in spots:
            if {"x", "y"} <= card.values.keys():
                at = Point(_number(card.values["x"]), _number(card.values["y"]))
                yield card.id, "", SetupPlace(at, space=card.id)

    def _grid(self, entry: SetupEntry, part: Document) -> SetupGrid | None:
        if entry.grid is None:
            return None
        numbers: Any = self._value(entry.grid, part, "grid")
        if numbers is None:
            return None
        fits = isinstance(numbers, list) and len(numbers) == 2
        if not fits or not all(type(n) is int and 0 < n <= MOST_CELLS for n in numbers):
            hint = f"write [columns, rows], 1 to {MOST_CELLS} each"
            self.problems.note("the grid is not two numbers", part.where(("grid",)), hint)
            return None
        gaps = entry.gap if isinstance(entry.gap, list) else [entry.gap, entry.gap]
        if len(gaps) != 2:
            hint = "write one number, or [across, down]"
            self.problems.note("the gap is not one or two numbers", part.where(("gap",)), hint)
            return None
        return SetupGrid(numbers[0], numbers[1], Size(gaps[0], gaps[1]))

    def _value(self, value: object, part: Document, key: str) -> object:
        """Return a value; one that begins with ``play.`` is looked up there."""
        if not isinstance(value, str) or not value.startswith(PLAY):
            return value
        try:
            return looked_up(self.play, value.removeprefix(PLAY))
        except HintedError as error:
            self.problems.note(str(error), part.where((key,)), error.hint)
            return None


def looked_up(play: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path with dots.

    Raises:
        HintedError: there is none.
    """
    found: Any = play
    for step in path.split("."):
        if not isinstance(found, dict) or step not in found:
            known = found if isinstance(found, dict) else {}
            hint = nearest(step, known) or "write it under play"
            raise HintedError(f"{quote(f'{PLAY}{path}')} does not exist", hint)
        found = found[step]
    return found


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
