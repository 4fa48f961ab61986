"""Loads a game's rulebook.yaml: its model, its facts with parsed expressions, and their results."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pnp.base.diagnostics import Finding, PnpError, Problems, Rule, Severity, Where, quote
from pnp.base.slotted import slotted
from pnp.data.document import Document, read_document
from pnp.data.game import Game
from pnp.data.gamefile import game_file_model
from pnp.data.schema import Model, UnfitError, json_schema, validate
from pnp.data.textfile import read_text
from pnp.kinds.catalog import KINDS
from pnp.rulebook.grammar import FactExpression, Source, is_name, parse, pointing
from pnp.rulebook.values import frozen


class Tier(StrEnum):
    """Where a fact comes from: stated or implied by the rulebook, or chosen by the game's maker."""

    STATED = "stated"
    DERIVED = "derived"
    CHOICE = "choice"


Line = Annotated[str, Field(min_length=1)]

_ID = r"^\w[\w.-]*$"


def _fact_id(value: Any) -> Any:
    if isinstance(value, str) and not re.match(_ID, value):
        near = re.sub(r"[^\w.-]+", "-", value).strip("-.")
        hint = "write letters, digits, -, . and _" + (f", as in {near}" if near else "")
        raise UnfitError(f"{quote(value)} cannot be an id", hint)
    return value


def _written_out(value: Any) -> Any:
    if isinstance(value, list | dict):
        what = "a list" if isinstance(value, list) else "a mapping"
        hint = 'put the expression in quotes: "[2, 3]"'
        raise UnfitError(f"{what} of YAML is not an expression", hint)
    return value


def _own_name(value: str) -> str:
    if not is_name(value):
        hint = "write letters, digits and _, as in my_n"
        raise UnfitError(f"{quote(value)} cannot be a name in expressions", hint)
    return value


Expression = Annotated[str, BeforeValidator(_written_out), Field(min_length=1)]

OwnName = Annotated[str, AfterValidator(_own_name)]


class Fact(Model):
    """A fact of the rulebook. In ``play:`` it is one that only a game being played can break.

    For example ``{id: HW-07, tier: stated, says: Every grave colour hides the same nine monsters.,
    where: Material}``.
    """

    id: Annotated[str, BeforeValidator(_fact_id), Field(pattern=_ID)]
    """The fact's name, unique in the file; it never changes."""
    tier: Tier
    """stated: the rulebook says it. derived: it follows. choice: the rulebook is silent."""
    says: Line
    """The fact in your own words."""
    where: Line
    """Where the rulebook says it: a heading, a page, a few words of it."""


class ListedFact(Fact):
    """A fact that no change of the kit can break, with the reason."""

    reason: Line
    """Why there is nothing to check."""


class CheckedFact(Fact):
    """A fact that is checked against the kit."""

    check: Expression
    """An expression that must be true, or equal to ``equals`` if given; a list needs ``all(…)``."""
    equals: Any = None
    """What the value of ``check`` must be."""
    for_: Annotated[Mapping[OwnName, Expression], Field(alias="for")] = {}
    """Loop names for ``check``, each with an expression for its values: {n: players}."""
    let: Mapping[OwnName, Expression] = {}
    """Names for `check` and `pick`, each for an expression that is worked out once in a turn."""
    arithmetic: Line | None = None
    """How a derived fact follows from stated ones."""
    pick: Expression | None = None
    """An expression for what the maker picked where the rulebook is silent."""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.tier is Tier.DERIVED and self.arithmetic is None:
            raise UnfitError(
                "a derived fact has no arithmetic", "add `arithmetic:`: how it follows"
            )
        if self.tier is Tier.CHOICE and self.pick is None:
            raise UnfitError(
                "a choice has no pick", "add `pick:`, an expression for what was chosen"
            )
        if self.tier is not Tier.CHOICE and self.pick is not None:
            raise UnfitError("a fact with a pick is not a choice", "write `tier: choice`")
        return self


class RulebookFile(Model):
    """A game's rulebook as a contract."""

    game: Line
    """The title of the game whose rulebook this is."""
    checks: tuple[CheckedFact, ...] = ()
    """Facts that are checked against the kit."""
    play: tuple[Fact, ...] = ()
    """Facts that only a game being played can break; they are listed, not checked."""
    listed: tuple[ListedFact, ...] = ()
    """Facts that nothing in the kit can break, with the reason."""


@slotted
class Check:
    """A checked fact with its parsed expressions.

    ``loops`` maps each name under ``for`` to its expression: ``{"n": players}``; so does ``lets``
    for those under ``let``. ``place`` is the fact in its file:
    ``card_data/halloween/rulebook.yaml:42:5``.
    """

    fact: CheckedFact
    place: Where
    expression: FactExpression
    loops: Mapping[str, FactExpression]
    lets: Mapping[str, FactExpression]
    pick: FactExpression | None

    @property
    def compares(self) -> bool:
        """Return whether the fact has ``equals``: its value is compared with data."""
        return "equals" in self.fact.model_fields_set

    @property
    def expected(self) -> object:
        """Return the data under ``equals``, as expression values."""
        return frozen(self.fact.equals)


@slotted
class Contract:
    """Every fact of a rulebook; the unchecked ones with their places in the file.

    For example ``Contract(checks=(Check(…), …), play=((Fact(…), Where(…)),), listed=())``.
    """

    checks: tuple[Check, ...]
    play: tuple[tuple[Fact, Where], ...]
    listed: tuple[tuple[ListedFact, Where], ...]


def schema_of(document: str) -> dict[str, Any]:
    """Return the JSON Schema of a game's ``game``, ``board`` or ``rulebook`` file.

    That of ``game`` includes the kinds of component that installed packages add.
    """
    from pnp.data.boardfile import BoardFile  # its models are only for boards with spaces

    if document == "game":
        entries = {name: kind.entry for name, kind in KINDS.all.items()}
        return json_schema(game_file_model(entries))
    return json_schema(BoardFile if document == "board" else RulebookFile)


def load_contract(game: Game) -> Contract:
    """Return the contract of a game, empty if the game has no rulebook.

    Raises:
        PnpError: the file does not fit its model, has a duplicate id, belongs to another game, or
            holds an expression that cannot be parsed; with every problem in it.
    """
    if game.rulebook is None:
        return Contract((), (), ())
    with pointing(game.rulebook):
        return _read(game, game.rulebook)


def _read(game: Game, rulebook: Path) -> Contract:
    shown = game.project.show(rulebook)
    with _quotes_advised(rulebook):
        document = read_document(rulebook, shown, optional=True)
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


_HALF_QUOTED = re.compile(r"""\w:\s+("[^"]*"|'[^']*'|\{[^{}]*\}|\[[^][]*\])\s*$""")
"""A value that begins with a quote or a bracket: YAML takes it for all of the value."""


@contextmanager
def _quotes_advised(rulebook: Path) -> Iterator[None]:
    """Add a hint to an error of YAML in an expression that needs quotes around all of it."""
    try:
        yield
    except PnpError as error:
        first, *others = error.problems
        where = first.where
        if where is None or where.line is None or where.column is None:
            raise
        line = "".join(read_text(rulebook, rulebook.name).splitlines()[where.line - 1 : where.line])
        half = _HALF_QUOTED.search(line[: where.column - 1])
        if half is None or not line[where.column - 1 :].strip():
            raise
        in_braces = "{" in line[: half.start(1)]
        whole = f"{half[1]} …" if in_braces else line[half.start(1) :].rstrip()
        hint = f"put the whole expression into single quotes: {_single_quoted(whole)}"
        raise PnpError([replace(first, hint=hint), *others]) from None


def _single_quoted(value: str) -> str:
    return "'{}'".format(value.replace("'", "''"))


def _check(fact: CheckedFact, document: Document, path: tuple[str | int, ...], game: Game) -> Check:
    def read(text: str, *key: str) -> FactExpression:
        return parse(Source.of(text, document.where((*path, *key)), game.rulebook))

    return Check(
        fact,
        document.where(path),
        read(fact.check, "check"),
        {name: read(text, "for", name) for name, text in fact.for_.items()},
        {name: read(text, "let", name) for name, text in fact.let.items()},
        None if fact.pick is None else read(fact.pick, "pick"),
    )


def _check_game(file: RulebookFile, game: Game, document: Document, problems: Problems) -> None:
    if file.game not in (game.title, game.key, *game.names):
        message = f'this is the rulebook of "{file.game}", and the game is "{game.title}"'
        hint = f"write `game: {game.title}`, or delete the file if its facts are of another game"
        problems.note(message, document.where(("game",)), hint)


def _check_ids(file: RulebookFile, document: Document, problems: Problems) -> None:
    first: dict[str, Where] = {}
    for id_, where in _ids(file, document):
        if id_ in first:
            hint = f"the first one is in line {first[id_].line}"
            problems.note(f'duplicate id "{id_}"', where, hint)
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


class Status(StrEnum):
    """Whether the kit keeps a fact; CHOICE holds, PLAY and LISTED cannot be checked.

    UNTESTED is a fact that found nothing in the kit to be checked on.
    """

    PASS = "pass"
    FAIL = "fail"
    UNTESTED = "untested"
    ALLOWED = "allowed"
    CHOICE = "choice"
    PLAY = "play"
    LISTED = "listed"


@slotted
class FactResult:
    """A fact with its status on a kit.

    ``where`` is the printed rulebook's place. ``places`` are the data rows that break the fact; for
    an unbroken one, its own line in rulebook.yaml. ``reason`` is why a broken one is allowed.
    ``FactResult(fact, Status.FAIL, "graveyard: white has 3 × zombie, …", (Where(…),))``.
    """

    fact: Fact
    status: Status
    message: str
    places: tuple[Where, ...]
    reason: str | None = None

    @property
    def id(self) -> str:
        """Return the fact's id."""
        return self.fact.id

    @property
    def where(self) -> str:
        """Return the fact's place in the printed rulebook."""
        return self.fact.where

    @property
    def allowed(self) -> bool:
        """Tell whether the fact is broken, and an ``allow:`` entry covers it."""
        return self.status is Status.ALLOWED

    @property
    def broken(self) -> bool:
        """Tell whether the fact does not hold; a stated one has to find what it is about."""
        stated = self.fact.tier is Tier.STATED
        return self.status is Status.FAIL or (stated and self.status is Status.UNTESTED)

    @property
    def finding(self) -> Finding | None:
        """Return the finding of a broken fact, None if it holds or is allowed."""
        return self.fault if self.broken else None

    @property
    def fault(self) -> Finding | None:
        """Return the finding of a broken fact, allowed or not; None if it holds."""
        if not self.broken and not self.allowed:
            return None
        rule = Rule(self.id, self.fact.says, Severity.ERROR, self.fact.says, self.where)
        return Finding(rule, f"{self.message} ({self.where})", self.places[0])
