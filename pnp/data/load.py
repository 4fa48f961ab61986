"""A game's folder becomes a Game; everything that is wrong with its files is said at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.base.diagnostics import (
    Finding,
    PnpError,
    Problems,
    Rule,
    Severity,
    Where,
    nearest,
    quote,
    user_error,
)
from pnp.data.board import Board
from pnp.data.boardfile import read_board
from pnp.data.boxreading import held, measured, raised
from pnp.data.cards import Column, check_columns, check_ids, read_cards
from pnp.data.document import Document, Step, read_document
from pnp.data.entries import (
    ENTRIES,
    BoxEntry,
    PanelsEntry,
    PartsEntry,
    TrayEntry,
    check_parts,
    made_of,
    own_columns,
)
from pnp.data.entry import Entry, RowSource
from pnp.data.fields import RESERVED
from pnp.data.game import Allowance, Card, Component, Game, Parts
from pnp.data.gamefile import GameFile
from pnp.data.project import GAME_FILE, Project, confined, game_file, game_key
from pnp.data.rows import Table, TableRow, document_rows
from pnp.data.schema import validate
from pnp.data.table import read_table


def check_templates(
    entry: Entry,
    part: Document,
    sources: Sequence[RowSource],
    project: Project,
    problems: Problems,
) -> None:
    """Note the templates that do not exist; ``part`` is the entry as it is written."""
    for path in dict.fromkeys([(), *(source.path for source in sources)]):
        named = part.at(path)
        for key in entry.drawings:
            if named.data.get(key) is not None:
                with problems.kept():
                    project.find("templates", named.text((key,)), named.where((key,)))


def check_backs(
    name: str, entry: Entry, part: Document, sources: Iterable[RowSource], problems: Problems
) -> None:
    """Note the sources of pieces with two sides that name no back."""
    for source in sources:
        if entry.two_sided and source.back is None:
            message = f'{quote(name)} is a {entry.kind} with one side: the key "back" is missing'
            hint = "name a template: back: my-game/back.svg, or write kind: token"
            problems.note(message, part.where(source.path), hint)


ROW_LEFT_OUT = Rule(
    id="row-left-out",
    title="A row is left out because its qty is 0",
    severity=Severity.WARNING,
    rationale=(
        "A written 0 is the way to keep a row for later. It is also what a slip of the finger or "
        "a formula leaves behind, and a card that is missing shows only at the table."
    ),
    source="the data format of this project: a row with qty 0 is left out, and reported",
    good="rows: [{id: owl, qty: 1}]",
    bad="rows: [{id: owl, qty: 0}]",
)

MOST_PIECES = 20_000
"""Of one game, and rows of all its tables: two thousand sheets of cards, and some minutes."""


class GameReader:
    """What was read of a game so far."""

    def __init__(self, folder: Path, project: Project, document: Document) -> None:
        self.folder = folder
        self.project = project
        self.document = document
        self.problems = Problems()
        self.findings: list[Finding] = []
        self.files: list[Path] = []
        self.boards: dict[str, Board] = {}
        self._rows = self._pieces = 0

    def components(self, entries: Mapping[str, Entry]) -> dict[str, Component]:
        """Return the components with their cards, as far as they can be read.

        Boxes are read last: they are measured from what they hold.
        """
        found: dict[str, Component] = {}
        for name, entry in entries.items():
            if not isinstance(entry, BoxEntry) and not self._full:
                with self.problems.kept():
                    found[name] = self._component(name, entry, self._own(name, entry))
        for name, entry in entries.items():
            if isinstance(entry, BoxEntry) and not self._full:
                with self.problems.kept():
                    found |= self._box(name, entry, found, entries)
        return {name: found[name] for name in entries if name in found}

    def _own(self, name: str, entry: Entry) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        if isinstance(entry, TrayEntry):
            part = self.document.at(("components", name))
            return raised(entry, part, self.document.data.get("palette"))
        return entry.own_values()

    def _box(
        self, name: str, entry: BoxEntry, found: Mapping[str, Component], sound: Collection[str]
    ) -> dict[str, Component]:
        """Return a box under its name; nothing where what it holds has been told to be unsound."""
        part = self.document.at(("components", name))
        unsound = set(self.document.data["components"]).difference(sound)
        deck = held(entry, part.where(("holds",)), found, unsound)
        if deck is None:
            return {}
        own = measured(entry, part, deck, self.document.data.get("palette"))
        return {name: self._component(name, entry, own)}

    def _component(self, name: Step, entry: Entry, own: Mapping[str, Any]) -> Component:
        """Return a component with its cards; ``own`` is what not every kind has."""
        place = self.document.key_where(("components", name))
        part = self.document.at(("components", name))
        sources = list(entry.sources())
        before = len(self.problems)
        check_templates(entry, part, sources, self.project, self.problems)
        check_backs(str(name), entry, part, sources, self.problems)
        tables = [self._table(str(name), part, source) for source in sources]
        self._count(place, rows=sum(len(table.rows) for table in tables))
        columns = _columns(entry, part, tables)
        cards: list[Card] = []
        for source, table in zip(sources, tables, strict=True):
            check_columns(table, columns, place, self.problems)
            cards += read_cards(table, columns, source, self.problems)
        check_ids(cards, self.problems)
        printed = self._printed(cards)
        self._count(place, pieces=sum(card.qty for card in printed))
        rows = Parts({name: column.type for name, column in columns.items()}, tuple(printed))
        if isinstance(entry, PartsEntry):
            if len(self.problems) == before:
                check_parts(entry, printed, tables[0], part, self.problems)
        elif not printed and len(self.problems) == before:
            hint = "write at least one row with a qty above 0"
            self.problems.note(f"{quote(name)} has no cards", place, hint)
        if isinstance(entry, PanelsEntry) and entry.board is not None:
            self._board(str(name), entry, entry.board, part.where(("board",)))
        return Component(
            name=str(name),
            kind=entry.kind,
            title=entry.title or str(name).replace("-", " ").capitalize(),
            stock=entry.stock,
            aid=entry.aid,
            where=place,
            bleed=entry.bleed,
            **made_of(str(name), entry, rows, place),
            **own,
        )

    @property
    def _full(self) -> bool:
        """Say whether no more is read, as it is too much already."""
        return max(self._rows, self._pieces) > MOST_PIECES

    def _count(self, place: Where, rows: int = 0, pieces: int = 0) -> None:
        """Add what a component has, and refuse more than any game has."""
        self._rows += rows
        self._pieces += pieces
        for number, things in ((self._rows, "rows"), (self._pieces, "pieces")):
            if number > MOST_PIECES:
                message = f"down to this component the game has {number:,} {things}"
                hint = f"{MOST_PIECES:,} are the most: lower the qty of its rows, or make two games"
                raise user_error(message, place, hint)

    def _board(self, name: str, entry: PanelsEntry, file: str, where: Where) -> None:
        """Read the spaces and links of a component, as far as they can be read."""
        with self.problems.kept():
            path = self._found(file, where, "board")
            document = read_document(path, self.project.show(path))
            self.boards[name] = read_board(name, entry.size, document, self.problems)

    def _table(self, name: str, part: Document, source: RowSource) -> Table:
        """Return the rows of a source; an empty table where they cannot be read."""
        path = (*source.path, "rows")
        where = part.where(path)
        with self.problems.kept():
            match source.rows:
                case None:
                    return Table(where, {"id": where}, (TableRow(where, {"id": name}),))
                case list():
                    return document_rows(part.at(path), self.problems)
                case str():
                    return self._file(source.rows, source.sheet, where)
        return Table(where, {}, ())

    def _file(self, name: str, sheet: str | None, where: Where) -> Table:
        path = self._found(name, where, "table")
        return read_table(path, self.project.show(path), sheet, self.problems)

    def _found(self, name: str, where: Where, what: str) -> Path:
        """Return the path of a file of the game, and remember that it is read."""
        path = confined(self.folder, name, where)
        if not path.is_file():
            names = {path.name for path in self.folder.iterdir() if path.is_file()} - {GAME_FILE}
            hint = nearest(name, sorted(names)) or f"put the {what} beside {GAME_FILE}"
            raise user_error(f"{quote(name)} does not exist", where, hint)
        self.files.append(path)
        return path

    def _printed(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards of which there are copies, and report the others."""
        printed = []
        for card in cards:
            if card.qty:
                printed.append(card)
            else:
                message = f"{quote(card.id)} is left out: its qty is 0"
                hint = "delete the row, or raise its qty"
                self.findings.append(Finding(ROW_LEFT_OUT, message, card.where_of("qty"), hint))
        return printed


def _columns(entry: Entry, part: Document, tables: Sequence[Table]) -> dict[str, Column]:
    """Return the declared columns; without a declaration, every column that is there is text."""
    declared = entry.declared()
    names = dict.fromkeys(name for table in tables for name in table.columns)
    if declared is None:
        columns = {n: Column("text", None) for n in names if n.lower() not in RESERVED}
    else:
        columns = {n: Column(t, part.where(("columns", n))) for n, t in declared.items()}
    return columns | own_columns(entry, names)


RULEBOOK = "rulebook.yaml"


def load_game(folder: Path, project: Project) -> Game:
    """Return the game of a folder, with every row of its tables.

    Raises:
        PnpError: with everything that is wrong in game.yaml and in all tables, sorted by place.
    """
    path, key = game_file(folder), game_key(folder)
    document = read_document(path, project.show(path))
    reading = GameReader(folder, project, document)
    try:
        file = validate(GameFile, document)
    except PnpError as error:
        reading.components(dict(_sound_entries(document)))
        raise PnpError([*error.problems, *reading.problems]) from None
    components = reading.components(file.components)
    reading.problems.stop()
    return Game(
        key=key,
        title=file.title,
        designer=file.designer,
        version=file.version,
        players=file.players,
        play=file.play,
        palette=file.palette,
        components=components,
        rulebook=confined(folder, RULEBOOK) if (folder / RULEBOOK).exists() else None,
        project=project,
        where=document.where(),
        files=tuple(dict.fromkeys([path, *reading.files])),
        findings=tuple(reading.findings),
        boards=reading.boards,
        allow=tuple(
            Allowance(fault.rule, fault.where, fault.reason, document.where(("allow", index)))
            for index, fault in enumerate(file.allow)
        ),
    )


def _sound_entries(document: Document) -> Iterator[tuple[str, Entry]]:
    """Yield the components that fit their model, of a game.yaml that as a whole does not."""
    entries = document.data.get("components") if isinstance(document.data, dict) else None
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        model = ENTRIES.get(str(entry.get("kind"))) if isinstance(entry, dict) else None
        if model is not None:
            try:
                sound = validate(model, document.at(("components", name)))
            except PnpError:
                continue
            yield name, sound
