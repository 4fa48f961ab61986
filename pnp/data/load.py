"""Loads the folder of a game into a ``Game``, and reports all errors in its files together."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from pnp.base.ceilings import PIECES
from pnp.base.diagnostics import (
    Finding,
    PnpError,
    Problems,
    Rule,
    Severity,
    Where,
    nearest,
    nearest_between,
    quote,
    unusable,
    user_error,
)
from pnp.data.cards import (
    TEMPLATE_NAMES,
    Column,
    around_choice,
    check_columns,
    check_ids,
    check_optional,
    choosing,
    hidden_names,
    likely_copies,
    read_cards,
    undeclared,
)
from pnp.data.datatexts import translated, unknown_language
from pnp.data.document import Document, read_document
from pnp.data.entry import (
    ComponentRows,
    Entry,
    EntryContext,
    Kinds,
    RowSource,
    usual_title,
)
from pnp.data.errorwords import error_cells
from pnp.data.game import Allowance, Board, Card, Component, Game, Kind, Setup
from pnp.data.gamefile import GameFile, TextSource, game_file_model
from pnp.data.project import GAME_FILE, Project, confined, game_file, game_key
from pnp.data.quotes import quotes_in_cells
from pnp.data.rows import (
    HEADER,
    NoTableError,
    Table,
    TableRow,
    document_rows,
    id_stem,
    name_column,
    no_table,
    with_aliases,
)
from pnp.data.schema import validate
from pnp.data.setupfile import SetupReader
from pnp.data.table import read_table
from pnp.data.texttable import TextTable, is_language, texts_command, texts_header


def check_templates(
    entry: Entry, part: Document, sources: Sequence[RowSource], project: Project, problems: Problems
) -> None:
    """Note the templates that do not exist; ``part`` is the entry in game.yaml."""
    for path in dict.fromkeys([(), *(source.path for source in sources)]):
        keys = part.at(path)
        for key in entry.drawings:
            name = keys.data.get(key)
            if name is not None and not choosing(str(name)):
                with problems.kept():
                    project.find("templates", keys.text((key,)), keys.where((key,)))


def check_choice(
    part: Document, source: RowSource, columns: Mapping[str, Column], problems: Problems
) -> bool:
    """Note the columns that choose a template and are not there; return whether all are."""
    before = len(problems)
    known, keys = ["id", *columns], part.at(source.path)
    for key, name in (("face", source.face), ("back", source.back)):
        for column in choosing(name) if name else ():
            if column not in known:
                where = (keys if key in keys.data else part).where((key,))
                hint = nearest(column, known) or f"the columns are {', '.join(known)}"
                problems.note(f"{quote(name)}: there is no column {quote(column)}", where, hint)
    return len(problems) == before


def check_backs(
    name: str, kind: Kind, part: Document, sources: Iterable[RowSource], problems: Problems
) -> None:
    """Note the sources without a back, if pieces of the kind have two sides."""
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


class GameReader:
    """Reads the components of one game; holds the problems, files and boards met so far."""

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
        """Return the components that can be read, in the order of game.yaml.

        Kinds that are ``measured`` from other components are read last.
        """
        components: dict[str, Component] = {}
        kinds = {name: self.kinds.named(entry.kind) for name, entry in entries.items()}
        for name in sorted(entries, key=lambda name: kinds[name].measured):
            if self._full:
                break
            with self.problems.kept():
                context = self._context(name, components, entries)
                component = self._component(entries[name], kinds[name], context)
                components |= {} if component is None else {name: component}
        self._check_sheets(entries)
        return {name: components[name] for name in entries if name in components}

    def _check_sheets(self, entries: Mapping[str, Entry]) -> None:
        """Note each ``sheets`` that names no component with sheets of its own."""
        hosts = [name for name, entry in entries.items() if entry.sheets == "own"]
        for name, entry in entries.items():
            written = self.document.data["components"]
            unsound = entry.sheets in written and entry.sheets not in entries
            if entry.sheets not in {"own", "shared", *hosts} and not unsound:
                message = f"{quote(entry.sheets)} is no component with sheets: own"
                hint = nearest(entry.sheets, ["own", "shared", *hosts]) or "write own or shared"
                where = self.document.where(("components", name, "sheets"))
                self.problems.note(message, where, hint)

    def _context(
        self, name: str, components: Mapping[str, Component], valid: Mapping[str, Entry]
    ) -> EntryContext:
        return EntryContext(
            name=str(name),
            where=self.document.key_where(("components", name)),
            part=self.document.at(("components", name)),
            components=components,
            unsound=set(self.document.data["components"]).difference(valid),
            palette=self.document.data.get("palette"),
            problems=self.problems,
            read=self._document,
        )

    def _component(self, entry: Entry, kind: Kind, context: EntryContext) -> Component | None:
        """Return a component with its cards, or None if ``Entry.form`` returns None."""
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
            title=entry.title or usual_title(context.name),
            size=form.size,
            corner=form.corner,
            stock=entry.stock,
            aid=entry.aid,
            sheets_of={"own": context.name, "shared": None}.get(entry.sheets, entry.sheets),
            cut=form.cut,
            columns=printed.columns,
            cards=printed.cards,
            where=context.where,
            bleed=entry.bleed,
            safe=form.safe,
            parts=printed.parts,
            own=form.own,
            headers={} if entry.declared() is not None else _headers(tables),
        )

    def setup(self, file: GameFile, components: Mapping[str, Component]) -> tuple[Setup, ...]:
        """Return how the pieces lie before the first turn.

        Raises:
            PnpError: holds what an entry names and is not there.
        """
        reader = SetupReader(self.document, components, self.boards, file.play, self.problems)
        found = reader.read(file.setup)
        self.problems.stop()
        return found

    def texts(self, file: GameFile, *, begins: bool) -> TextTable | None:
        """Return the table of texts in other languages, None if the game has none.

        If ``begins`` is true, a table that is named may be missing or empty: then there is none.
        """
        if file.texts is None:
            return None
        source = file.texts if isinstance(file.texts, TextSource) else TextSource(rows=file.texts)
        where = self.document.where(("texts",))
        with self.problems.kept(), _hinted(HEADER, texts_header(file.language)):
            try:
                table = self._file(source.rows, source.sheet, where, texts=file.language)
            except NoTableError:
                if begins:
                    return None
                raise
            self.findings += error_cells(table)
            return TextTable.checked(table, file.language, self.problems)
        return None

    def _rows(
        self, entry: Entry, kind: Kind, context: EntryContext
    ) -> tuple[list[Table], ComponentRows]:
        """Return the tables of an entry, and those of their rows whose qty is above 0."""
        name, part, sources = context.name, context.part, list(entry.sources())
        check_templates(entry, part, sources, self.project, self.problems)
        check_backs(name, kind, part, sources, self.problems)
        tables = [self._aliased(name, entry, part, source) for source in sources]
        self._count(context.where, rows=sum(len(table.rows) for table in tables))
        self.findings += [finding for table in tables for finding in table.findings]
        columns = _columns(entry, part, tables, sources)
        if entry.declared() is None:
            self.findings += likely_copies(tables)
        own = ("page",) if kind.booklet else ()
        self.findings += hidden_names(tables, (*TEMPLATE_NAMES, *own))
        before = len(self.problems)
        cards: list[Card] = []
        for source, table in zip(sources, tables, strict=True):
            check_columns(table, columns, context.where, self.problems)
            read = read_cards(table, columns, source, self.problems)
            cards += read
            if check_choice(part, source, columns, self.problems):
                self._check_chosen(read, source)
        if len(self.problems) == before:
            check_optional(tables, columns, self.problems)
        check_ids(cards, self.problems)
        types = {name: column.type for name, column in columns.items()}
        printed = self._printed(cards)
        self._count(context.where, pieces=sum(card.qty for card in printed))
        return tables, ComponentRows(types, tuple(printed))

    def _aliased(self, name: str, entry: Entry, part: Document, source: RowSource) -> Table:
        """Return the rows of a source, with its columns named as pnp reads them."""
        table = self._table(name, part, source)
        self.findings += error_cells(table)
        if not source.aliases or not table.columns:
            return table
        with self.problems.kept():
            own = part.at((*source.path, "from"))
            stem = id_stem(name, source.path)
            return with_aliases(table, source.aliases, entry.declared(), own, stem)
        return Table(table.where, {}, ())

    def _check_chosen(self, cards: Sequence[Card], source: RowSource) -> None:
        """Note the templates that rows choose and that do not exist, each once."""
        missing: set[str] = set()
        for card in cards if any(map(choosing, filter(None, (source.face, source.back)))) else ():
            for written, name in ((source.face, card.face), (source.back, card.back)):
                columns = choosing(written) if written else []
                if columns and name and name not in missing:
                    try:
                        self.project.find("templates", name, card.where_of(columns[0]))
                    except PnpError as error:
                        missing.add(name)
                        self.problems += _not_chosen(card, written or "", error)

    @property
    def _full(self) -> bool:
        """Tell whether the limit is exceeded, so that no more components are read."""
        return max(self._row_count, self._piece_count) > PIECES.most

    def _count(self, place: Where, rows: int = 0, pieces: int = 0) -> None:
        """Add the rows and pieces of a component.

        Raises:
            PnpError: the game has more of either than ``PIECES`` allows.
        """
        self._row_count += rows
        self._piece_count += pieces
        for number, things in ((self._row_count, "rows"), (self._piece_count, "pieces")):
            if number > PIECES.most:
                message = f"up to this component the game has {number:,} {things}"
                advice = "lower the qty of its rows, or make two games"
                hint = PIECES.hint(f"the limit is {PIECES.most:,}: {advice}")
                raise user_error(message, place, hint)

    def _document(self, name: str, where: Where, what: str) -> Document:
        """Return a YAML file of the game; ``what`` it is appears in messages: ``board``."""
        path = self._file_path(name, where, what)
        return read_document(path, self.project.show(path))

    def _table(self, name: str, part: Document, source: RowSource) -> Table:
        """Return the rows of a source, or an empty table if they cannot be read."""
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

    def _file(
        self, name: str, sheet: str | None, where: Where, *, texts: str | None = None
    ) -> Table:
        path = self._file_path(name, where, "table", texts=texts)
        return read_table(path, self.project.show(path), sheet, self.problems)

    def _file_path(self, name: str, where: Where, what: str, *, texts: str | None = None) -> Path:
        """Return the path of a file in the game's folder, and record it as an input.

        ``texts`` is the language of the game, for its table of texts: a command writes that, and no
        table of cards is meant by its name.
        """
        path = confined(self.folder, name, where)
        if not path.is_file():
            names = {path.name for path in self.folder.iterdir() if path.is_file()} - {GAME_FILE}
            names = {name for name in names if not name.startswith(".")}  # a Mac's, or of a lock
            how = f"put the {what} beside {GAME_FILE}"
            if texts is not None:
                names -= {each.name for each in self.files}
                how = texts_command(texts, game_key(self.folder), self.project.show(path))
            hint = nearest(name, sorted(names)) or how
            raise no_table(f"{quote(name)} does not exist", where, hint)
        self.files.append(path)
        return path

    def _printed(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards whose qty is above 0, and report the others."""
        printed = []
        for card in cards:
            if card.qty:
                printed.append(card)
            else:
                message = f"{quote(card.id)} is left out: its qty is 0"
                hint = "delete the row, or raise its qty"
                self.findings.append(Finding(ROW_LEFT_OUT, message, card.where_of("qty"), hint))
        return printed


def _not_chosen(card: Card, written: str, error: PnpError) -> Iterator[Finding]:
    """Yield the problems of a row whose template does not exist; ``written`` is its pattern."""
    blank = [name for name in choosing(written) if card.values.get(name, "id") in ("", None)]
    if blank:
        hint = f"fill it: the template of its row is {quote(written)}"
        yield unusable("the cell is blank", card.where_of(blank[0]), hint)
        return
    for each in error.problems:
        yield replace(each, hint=nearest_between(each.hint, *around_choice(written)))


@contextmanager
def _hinted(hint: str, better: str) -> Iterator[None]:
    """Change a hint of the problems of a PnpError raised inside."""
    try:
        yield
    except PnpError as error:
        changed = (
            replace(each, hint=each.hint and each.hint.replace(hint, better))
            for each in error.problems
        )
        raise PnpError(changed) from None


def _headers(tables: Iterable[Table]) -> dict[str, Where]:
    return {name: place for table in tables for name, place in table.columns.items()}


def _columns(
    entry: Entry, part: Document, tables: Sequence[Table], sources: Sequence[RowSource]
) -> dict[str, Column]:
    """Return the declared columns, and as text the one that ids are made from.

    Without a declaration every column of the tables is text.
    """
    declared = entry.declared()
    names = dict.fromkeys(name for table in tables for name in table.columns)
    if declared is None:
        columns = undeclared(names)
    else:
        columns = {n: Column(t, part.where(("columns", n))) for n, t in declared.items()}
        printed = filter(None, (name_column(source.aliases) for source in sources))
        columns = {name: Column("text", None) for name in printed} | columns
    own = entry.own_columns(names)
    return columns | {name: Column(type_, None) for name, type_ in own.items()}


RULEBOOK = "rulebook.yaml"


def _rulebook(folder: Path, project: Project) -> Path | None:
    """Return the path of a game's rulebook, or None if it has none.

    Raises:
        PnpError: it is a link that leads nowhere, or out of the folder.
    """
    place = folder / RULEBOOK
    if not os.path.lexists(place):
        return None
    where = Where(project.show(folder) + "/" + RULEBOOK)
    path = confined(folder, RULEBOOK, where)
    if not path.exists():
        raise user_error(f"{quote(RULEBOOK)} is a link that leads nowhere", where)
    return path


def load_game(
    folder: Path,
    project: Project,
    kinds: Kinds,
    language: str | None = None,
    *,
    begins: bool = False,
) -> Game:
    """Return the game in a folder: game.yaml, its tables and its boards.

    ``kinds`` are the kinds that components may have, usually ``pnp.kinds.catalog.KINDS``.
    ``language`` is one that its table of texts has; None is the one that it is written in. If
    ``begins`` is true, the table may lack it, or be missing: then nothing is translated yet.

    Raises:
        PnpError: holds every error in game.yaml, its tables and its boards; or the game has no
            texts in the language.
    """
    path, key = _game_file(folder, project), game_key(folder)
    document = read_document(path, project.show(path))
    reader = GameReader(folder, project, document, kinds)
    models = kinds.entries(_named_kinds(document))
    try:
        file = validate(game_file_model(models), document)
    except PnpError as error:
        # read what is valid all the same, so that errors in its tables are reported too
        reader.components(dict(_valid_entries(document, models)))
        raise PnpError([*error.problems, *reader.problems]) from None
    components, texts = reader.components(file.components), reader.texts(file, begins=begins)
    reader.problems.stop()
    laid = reader.setup(file, components)
    game = Game(
        key=key,
        title=file.title,
        designer=file.designer,
        version=file.version,
        players=file.players,
        play=file.play,
        palette=file.palette,
        components=components,
        rulebook=_rulebook(folder, project),
        project=project,
        where=document.where(),
        files=tuple(dict.fromkeys([path, *reader.files])),
        findings=(*reader.findings, *quotes_in_cells(components.values(), file.language)),
        boards=reader.boards,
        allow=tuple(
            Allowance(entry.rule, entry.where, entry.reason, document.where(("allow", index)))
            for index, entry in enumerate(file.allow)
        ),
        language=file.language,
        languages=(file.language, *(texts.languages if texts else ())),
        names=(file.title, key),
        setup=laid,
    )
    spelled = {each.lower(): each for each in game.languages}
    language = spelled.get((language or file.language).lower(), language)
    if language is None or language == file.language:
        return game
    if language not in game.languages and not (begins and is_language(language)):
        raise unknown_language(game, language)
    texts = texts or TextTable(Table(game.where, {file.language: game.where}, ()), file.language)
    return translated(game, document, texts.translation(language))


def languages(folder: Path, project: Project, kinds: Kinds) -> tuple[str | None, ...]:
    """Return the languages that a game can be had in, None for the one that it is written in.

    What is wrong with its files is told by ``load_game``.
    """
    with suppress(PnpError):
        path = _game_file(folder, project)
        document = read_document(path, project.show(path))
        if isinstance(document.data, dict) and "texts" in document.data:
            return (None, *load_game(folder, project, kinds).languages[1:])
    return (None,)


def _game_file(folder: Path, project: Project) -> Path:
    is_root = folder.resolve() == project.root.resolve()
    return game_file(folder, "" if is_root else project.show(folder))


def _entries(document: Document) -> Iterator[tuple[str, Mapping[object, object]]]:
    """Yield name and entry of each component of a game.yaml whose entry is a mapping."""
    entries = document.data.get("components") if isinstance(document.data, dict) else None
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        if isinstance(entry, dict):
            yield name, entry


def _named_kinds(document: Document) -> set[str]:
    """Return the values of ``kind`` in a game.yaml, known or not; an empty text for none."""
    kinds = (entry.get("kind") for _, entry in _entries(document))
    return {kind if isinstance(kind, str) else "" for kind in kinds}


def _valid_entries(
    document: Document, models: Mapping[str, type[Entry]]
) -> Iterator[tuple[str, Entry]]:
    """Yield the valid components of a game.yaml that is invalid as a whole."""
    for name, entry in _entries(document):
        model = models.get(str(entry.get("kind")))
        if model is not None:
            try:
                valid = validate(model, document.at(("components", name)))
            except PnpError:
                continue
            yield name, valid
