"""One game's components, read one after the other; problems and findings add up."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pnp.content.cards import Column, check_columns, check_ids, read_cards
from pnp.content.document import Document
from pnp.content.entries import Entry, RowSource
from pnp.content.fields import RESERVED
from pnp.content.game import Card, Component
from pnp.content.plain import Step
from pnp.content.problems import Problems
from pnp.content.project import Project, confined
from pnp.content.records import document_rows
from pnp.content.rows import Row, Table
from pnp.content.table import read_table
from pnp.content.text import quoted
from pnp.errors import Where, fail, nearest
from pnp.finding import Finding, Rule, Severity

ROW_LEFT_OUT = Rule(
    id="row-left-out",
    title="A row is left out because its qty is 0",
    severity=Severity.WARNING,
    rationale=(
        "A written 0 is the way to keep a row for later. It is also what a slip of the finger or "
        "a formula leaves behind, and a card that is missing shows only at the table."
    ),
    source="the data format of this project: a row with qty 0 is left out, and reported",
)


class Reading:
    """What was read of a game so far."""

    def __init__(self, folder: Path, project: Project, document: Document) -> None:
        self.folder = folder
        self.project = project
        self.document = document
        self.problems = Problems()
        self.findings: list[Finding] = []
        self.files: list[Path] = []

    def component(self, name: Step, entry: Entry) -> Component:
        """Return a component with its cards, as far as they can be read."""
        place = self.document.key_where(("components", name))
        part = self.document.at(("components", name))
        sources = list(entry.sources())
        before = len(self.problems)
        self._check_templates(part, sources)
        tables = [self._table(str(name), part, source) for source in sources]
        columns = _columns(entry, part, tables)
        cards: list[Card] = []
        for source, table in zip(sources, tables, strict=True):
            check_columns(table, columns, place, self.problems)
            cards += read_cards(table, columns, source, self.problems)
        check_ids(cards, self.problems)
        printed = self._printed(cards)
        if not printed and len(self.problems) == before:
            hint = "write at least one row with a qty above 0"
            self.problems.note(f"{quoted(name)} has no cards", place, hint)
        return Component(
            name=str(name),
            kind=entry.kind,
            title=entry.title or str(name).replace("-", " ").capitalize(),
            size=entry.size,
            corner=entry.corner,
            stock=entry.stock,
            aid=entry.aid,
            cut=entry.cut,
            columns={name: column.type for name, column in columns.items()},
            cards=tuple(printed),
            where=place,
            bleed=entry.bleed,
            safe=entry.safe,
            **entry.own_values(),
        )

    def _check_templates(self, part: Document, sources: Sequence[RowSource]) -> None:
        for path in dict.fromkeys([(), *(source.path for source in sources)]):
            sides = part.at(path)
            for side in ("face", "back"):
                if sides.data.get(side) is not None:
                    with self.problems.kept():
                        where = sides.where((side,))
                        self.project.find("templates", sides.text((side,)), where)

    def _table(self, name: str, part: Document, source: RowSource) -> Table:
        """Return the rows of a source; an empty table where they cannot be read."""
        path = (*source.path, "rows")
        where = part.where(path)
        with self.problems.kept():
            match source.rows:
                case None:
                    return Table(where, {"id": where}, (Row(where, {"id": name}),))
                case list():
                    return document_rows(part.at(path), self.problems)
                case str():
                    return self._file(source.rows, source.sheet, where)
        return Table(where, {}, ())

    def _file(self, name: str, sheet: str | None, where: Where) -> Table:
        path = confined(self.folder, name, where)
        if not path.is_file():
            raise fail(f"{quoted(name)} does not exist", where, self._near(name))
        self.files.append(path)
        return read_table(path, self.project.show(path), sheet, self.problems)

    def _near(self, name: str) -> str:
        names = sorted(path.name for path in self.folder.iterdir() if path.is_file())
        return nearest(name, names) or "put the table beside game.yaml"

    def _printed(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards of which there are copies, and report the others."""
        printed = []
        for card in cards:
            if card.qty:
                printed.append(card)
            else:
                message = f"{quoted(card.id)} is left out: its qty is 0"
                hint = "delete the row, or raise its qty"
                self.findings.append(Finding(ROW_LEFT_OUT, message, card.where_of("qty"), hint))
        return printed


def _columns(entry: Entry, part: Document, tables: Iterable[Table]) -> dict[str, Column]:
    """Return the declared columns; without a declaration, every column that is there is text."""
    declared = entry.declared()
    if declared is None:
        names = dict.fromkeys(name for table in tables for name in table.columns)
        return {name: Column("text", None) for name in names if name.lower() not in RESERVED}
    return {name: Column(type_, part.where(("columns", name))) for name, type_ in declared.items()}
