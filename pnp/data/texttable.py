"""Reads the table of texts: a column with the texts as they are written, one for each language."""

import re
import shlex
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from pnp.base.diagnostics import Problems, quote
from pnp.data.rows import PRIVATE, Table, TableRow, read_delimited
from pnp.data.translation import TextRow, Translation, same_words

OWN_TEXTS = Path(__file__).with_name("words.csv")
"""What pnp prints on its own: labels, marks, and the bundled guide."""

ONLY = "where"
"""The column that limits a row to some places of a text."""

TAG = r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"
"""The form of a language's tag, as ``de`` or ``pt-BR`` (BCP 47)."""


def texts_header(written: str) -> str:
    """Return what to do about an empty table of the texts of a game in the language ``written``."""
    return f"write a header of languages, the game's own first, as {written},{_another(written)}"


def texts_command(written: str, key: str, table: str) -> str:
    """Return what writes the table of texts of a game; ``table`` is its place in the project."""
    command = f"pnp texts {shlex.quote(key)} --language {_another(written)}"
    if not table.lower().endswith(".csv"):
        return f"`{command}` prints the rows to put there"
    return f"`{command} > {shlex.quote(table)}` writes it"


def _another(written: str) -> str:
    return "en" if written.startswith("de") else "de"


def is_language(name: str) -> bool:
    """Tell whether a name has the form of a language's tag."""
    return re.fullmatch(TAG, name) is not None


class TextTable:
    """A table of texts, with the rows of all languages."""

    def __init__(self, table: Table, written: str) -> None:
        self.written, self._table = written, table
        self.languages = tuple(
            name for name in table.columns if name not in (written, ONLY, PRIVATE)
        )

    @classmethod
    def checked(cls, table: Table, written: str, problems: Problems) -> "TextTable":
        """Return a table of texts, and note what is wrong with it."""
        texts = cls(table, written)
        texts._check_columns(problems)
        texts._check_rows(problems)
        return texts

    def translation(self, language: str) -> Translation:
        """Return the texts in one of its languages."""
        own, where = own_texts().rows(language), self._table.where
        return Translation(language, self.written, where, self.rows(language), own)

    def rows(self, language: str) -> Mapping[str, Sequence[TextRow]]:
        """Return the rows in a language, by ``same_words`` of the text."""
        rows: dict[str, list[TextRow]] = {}
        for row in self._table.rows:
            words, only = row.cells.get(self.written, ""), row.cells.get(ONLY, "")
            said = TextRow(words, only, row.cells.get(language, ""), row.place(language))
            rows.setdefault(same_words(words), []).append(said)
        return rows

    def _check_columns(self, problems: Problems) -> None:
        columns = self._table.columns
        if self.written not in columns:
            hint = f"its first column has the texts as the game has them: name it {self.written}"
            message = f"the column {quote(self.written)} is missing"
            problems.note(message, self._table.where, hint)
        for name in self.languages:
            if not is_language(name):
                hint = "name it by the tag of a language, as de or pt-BR, or begin it with #"
                problems.note(f"{quote(name)} is not a language", columns[name], hint)

    def _check_rows(self, problems: Problems) -> None:
        first: dict[tuple[str, str], TableRow] = {}
        for row in self._table.rows if self.written in self._table.columns else ():
            words = row.cells.get(self.written, "")
            other = first.setdefault((same_words(words), row.cells.get(ONLY, "")), row)
            if not words:
                hint = "write the text there as the game has it"
                problems.note("the text is blank", row.place(self.written), hint)
            elif other is not row:
                hint = f"it is already at {other.where}; the column {ONLY} tells places apart"
                message = f"duplicate text {quote(words)}"
                problems.note(message, row.place(self.written), hint)


@cache
def own_texts() -> TextTable:
    """Return the table of what pnp prints on its own."""
    return TextTable(read_delimited(OWN_TEXTS, OWN_TEXTS.name, Problems()), "en")
