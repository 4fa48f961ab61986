"""A game's folder becomes a Game; everything that is wrong with its files is said at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

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
from pnp.data.cards import Column, check_columns, check_ids, read_cards
from pnp.data.document import Document, read_document
from pnp.data.entry import ComponentRows, Entry, EntryContext, Kinds, RowSource
from pnp.data.fields import RESERVED
from pnp.data.game import Allowance, Card, Component, Game, Kind
from pnp.data.gamefile import game_file_model
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
    name: str, kind: Kind, part: Document, sources: Iterable[RowSource], problems: Problems
) -> None:
    """Note the sources of pieces with two sides that name no back."""
    for source in sources:
        if kind.two_sided and source.back is None:
            message = f'{quote(name)} is a {kind.name} with one side: the key "back" is missing'
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

    def __init__(self, folder: Path, project: Project, document: Document, kinds: Kinds) -> None:
        self.folder = folder
        self.project = project
        self.document = document
        self.kinds = kinds
        self.problems = Problems()
        self.findings: list[Finding] = []
        self.files: list[Path] = []
        self.boards: dict[str, Board] = {}
        self._row_count = self._piece_count = 0

    def components(self, entries: Mapping[str, Entry]) -> dict[str, Component]:
        """Return the components with their cards, as far as they can be read.

        Those that are measured from others are read last.
        """
        found: dict[str, Component] = {}
        kinds = {name: self.kinds.named(entry.kind) for name, entry in entries.items()}
        for name in sorted(entries, key=lambda name: kinds[name].measured):
            if self._full:
                break
            with self.problems.kept():
                context = self._context(name, found, entries)
                made = self._component(entries[name], kinds[name], context)
                found |= {} if made is None else {name: made}
        return {name: found[name] for name in entries if name in found}

    def _context(
        self, name: str, found: Mapping[str, Component], sound: Mapping[str, Entry]
    ) -> EntryContext:
        return EntryContext(
            name=str(name),
            where=self.document.key_where(("components", name)),
            part=self.document.at(("components", name)),
            components=found,
            unsound=set(self.document.data["components"]).difference(sound),
            palette=self.document.data.get("palette"),
            problems=self.problems,
            read=self._document,
        )

    def _component(self, entry: Entry, kind: Kind, context: EntryContext) -> Component | None:
        """Return a component with its cards; None where its entry leaves it out."""
        before = len(self.problems)
        tables, rows = self._rows(entry, kind, context)
        if len(self.problems) == before:
            entry.check_rows(rows.cards, tables, context)
        form, printed = entry.form(context), entry.pieces(rows, context)
        if form is None:
            return None
        if form.board is not None:
            self.boards[context.name] = form.board
        return Component(
            name=context.name,
            kind=kind,
            title=entry.title or context.name.replace("-", " ").capitalize(),
            size=form.size,
            corner=form.corner,
            stock=entry.stock,
            aid=entry.aid,
            cut=form.cut,
            columns=printed.columns,
            cards=printed.cards,
            where=context.where,
            bleed=entry.bleed,
            safe=form.safe,
            parts=printed.parts,
            own=form.own,
        )

    def _rows(
        self, entry: Entry, kind: Kind, context: EntryContext
    ) -> tuple[list[Table], ComponentRows]:
        """Return the tables of an entry, and their rows of which there are copies."""
        name, part, sources = context.name, context.part, list(entry.sources())
        check_templates(entry, part, sources, self.project, self.problems)
        check_backs(name, kind, part, sources, self.problems)
        tables = [self._table(name, part, source) for source in sources]
        self._count(context.where, rows=sum(len(table.rows) for table in tables))
        columns = _columns(entry, part, tables)
        cards: list[Card] = []
        for source, table in zip(sources, tables, strict=True):
            check_columns(table, columns, context.where, self.problems)
            cards += read_cards(table, columns, source, self.problems)
        check_ids(cards, self.problems)
        types = {name: column.type for name, column in columns.items()}
        printed = self._printed(cards)
        self._count(context.where, pieces=sum(card.qty for card in printed))
        return tables, ComponentRows(types, tuple(printed))

    @property
    def _full(self) -> bool:
        """Say whether no more is read, as it is too much already."""
        return max(self._row_count, self._piece_count) > MOST_PIECES

    def _count(self, place: Where, rows: int = 0, pieces: int = 0) -> None:
        """Add what a component has, and refuse more than any game has."""
        self._row_count += rows
        self._piece_count += pieces
        for number, things in ((self._row_count, "rows"), (self._piece_count, "pieces")):
            if number > MOST_PIECES:
                message = f"down to this component the game has {number:,} {things}"
                hint = f"{MOST_PIECES:,} are the most: lower the qty of its rows, or make two games"
                raise user_error(message, place, hint)

    def _document(self, name: str, where: Where, what: str) -> Document:
        """Return a YAML file of the game."""
        path = self._found(name, where, what)
        return read_document(path, self.project.show(path))

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
    own = entry.own_columns(names)
    return columns | {name: Column(type_, None) for name, type_ in own.items()}


RULEBOOK = "rulebook.yaml"


def load_game(folder: Path, project: Project, kinds: Kinds) -> Game:
    """Return the game of a folder, with every row of its tables.

    Its components are of these kinds, usually ``pnp.kinds.catalog.KINDS``.

    Raises:
        PnpError: with everything that is wrong in game.yaml and in all tables, sorted by place.
    """
    path, key = game_file(folder), game_key(folder)
    document = read_document(path, project.show(path))
    reading = GameReader(folder, project, document, kinds)
    models = kinds.entries(_named_kinds(document))
    try:
        file = validate(game_file_model(models), document)
    except PnpError as error:
        reading.components(dict(_sound_entries(document, models)))
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


def _entries(document: Document) -> Iterator[tuple[str, Mapping[object, object]]]:
    """Yield the components of a game.yaml that are groups of keys, by name."""
    entries = document.data.get("components") if isinstance(document.data, dict) else None
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        if isinstance(entry, dict):
            yield name, entry


def _named_kinds(document: Document) -> set[str]:
    """Return the words after ``kind:``, also those that are no kind."""
    kinds = (entry.get("kind") for _, entry in _entries(document))
    return {kind for kind in kinds if isinstance(kind, str)}


def _sound_entries(
    document: Document, models: Mapping[str, type[Entry]]
) -> Iterator[tuple[str, Entry]]:
    """Yield the components that fit their model, of a game.yaml that as a whole does not."""
    for name, entry in _entries(document):
        model = models.get(str(entry.get("kind")))
        if model is not None:
            try:
                sound = validate(model, document.at(("components", name)))
            except PnpError:
                continue
            yield name, sound
