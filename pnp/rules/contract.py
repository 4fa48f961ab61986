"""A game's rulebook.yaml: what the rulebook says, fact by fact."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.content.files.document import Document, read_document
from pnp.content.files.problems import Problems
from pnp.content.files.schema import Model, json_schema, validate
from pnp.content.game import Game
from pnp.content.gamefile import GameFile
from pnp.content.kinds.boardfile import BoardFile
from pnp.errors import Where
from pnp.rules.language.grammar import Expression, parse
from pnp.rules.language.source import Source, pointing
from pnp.rules.language.values import frozen
from pnp.rules.rulebookfile import CheckedFact, Fact, ListedFact, RulebookFile

SCHEMAS: Mapping[str, type[Model]] = {
    "game": GameFile,
    "board": BoardFile,
    "rulebook": RulebookFile,
}
"""The models of the files that an editor can complete and check."""


@dataclass(frozen=True, slots=True)
class Check:
    """A checked fact with its expressions read. ``loops`` holds the names given by ``for``."""

    fact: CheckedFact
    place: Where
    expression: Expression
    loops: Mapping[str, Expression]
    pick: Expression | None

    @property
    def compares(self) -> bool:
        """Return whether the value is held against data, rather than being true by itself."""
        return "equals" in self.fact.model_fields_set

    @property
    def expected(self) -> object:
        """Return the data that the value is held against."""
        return frozen(self.fact.equals)


@dataclass(frozen=True, slots=True)
class Contract:
    """Every fact of a rulebook; those that are not checked stand with their places."""

    checks: tuple[Check, ...]
    play: tuple[tuple[Fact, Where], ...]
    listed: tuple[tuple[ListedFact, Where], ...]


def schema_of(document: str) -> dict[str, Any]:
    """Return the JSON Schema of a game's ``game``, ``board`` or ``rulebook`` file."""
    return json_schema(SCHEMAS[document])


def load_contract(game: Game) -> Contract:
    """Return the rulebook of a game; an empty one where the game has none.

    Raises:
        PnpError: the file does not fit its model, names a fact twice, belongs to another game, or
            holds an expression that cannot be read; with every problem in it.
    """
    if game.rulebook is None:
        return Contract((), (), ())
    with pointing(game.rulebook):
        return _read(game, game.rulebook)


def _read(game: Game, rulebook: Path) -> Contract:
    document = read_document(rulebook, game.project.show(rulebook))
    file, problems = validate(RulebookFile, document), Problems()
    _check_game(file, game, document, problems)
    _check_ids(file, document, problems)
    checks = []
    for index, fact in enumerate(file.checks):
        with problems.kept():
            checks.append(_check(fact, document, ("checks", index), game))
    problems.stop()
    return Contract(
        tuple(checks),
        tuple((fact, document.where(("play", i))) for i, fact in enumerate(file.play)),
        tuple((fact, document.where(("listed", i))) for i, fact in enumerate(file.listed)),
    )


def _check(fact: CheckedFact, document: Document, path: tuple[str | int, ...], game: Game) -> Check:
    def read(text: str, *key: str) -> Expression:
        return parse(Source.of(text, document.where((*path, *key)), game.rulebook))

    return Check(
        fact,
        document.where(path),
        read(fact.check, "check"),
        {name: read(text, "for", name) for name, text in fact.for_.items()},
        None if fact.pick is None else read(fact.pick, "pick"),
    )


def _check_game(file: RulebookFile, game: Game, document: Document, problems: Problems) -> None:
    if file.game not in (game.title, game.key):
        message = f'this is the rulebook of "{file.game}", and the game is "{game.title}"'
        hint = f"write `game: {game.title}`, or put the right rulebook here"
        problems.note(message, document.where(("game",)), hint)


def _check_ids(file: RulebookFile, document: Document, problems: Problems) -> None:
    first: dict[str, Where] = {}
    for id_, where in _ids(file, document):
        if id_ in first:
            hint = f"the other stands in line {first[id_].line}"
            problems.note(f'two facts have the id "{id_}"', where, hint)
        first.setdefault(id_, where)


def _ids(file: RulebookFile, document: Document) -> Iterator[tuple[str, Where]]:
    lists: Mapping[str, tuple[Fact, ...]] = {
        "checks": file.checks,
        "play": file.play,
        "listed": file.listed,
    }
    for key, facts in lists.items():
        for index, fact in enumerate(facts):
            yield fact.id, document.where((key, index, "id"))
