"""Finds the cells of a table that say nothing but an error of a spreadsheet, such as ``#REF!``."""

import re
from collections.abc import Iterator

from pnp.base.diagnostics import Finding, Rule, Severity, quote
from pnp.data.rows import Table

_WORDS = (
    *("#REF!", "#NAME?", "#N/A", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!"),
    *("#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#GETTING_DATA", "#ERROR!"),
    *("#BEZUG!", "#WERT!", "#NV", "#ZAHL!", "#LEER!", "#ÜBERLAUF!"),
    *("#NOM?", "#VALEUR!", "#NOMBRE!", "#NUL!"),
    *("#¡REF!", "#¿NOMBRE?", "#¡VALOR!", "#¡DIV/0!", "#¡NUM!", "#¡NULO!"),
    *("#RIF!", "#NOME?", "#VALORE!", "#N/D", "#NULLO!"),
)
"""What Excel, LibreOffice and Google Sheets show, in English, German, French, Spanish, Italian."""

_ERROR = re.compile("|".join([*map(re.escape, _WORDS), r"Err:[0-9]{3}"]))

ERROR_CELL = Rule(
    id="error-cell",
    title="No cell says nothing but an error of a spreadsheet",
    severity=Severity.ERROR,
    rationale=(
        "Where a formula fails, a spreadsheet shows #REF! or #N/A, and writes just that into a "
        "CSV. A card would be printed with it. In a workbook it is an error that stops the run; a "
        "table of text does not tell it from a word that was typed, so it can be accepted."
    ),
    source="ISO/IEC 26300-4 (OpenFormula), section 5.12: constant errors; LibreOffice's Err:5xx",
    good="Draw a card.",
    bad="#REF!",
)

_MOST_NAMED = 5
"""The further lines that one finding names."""

MEND = "mend the formula in the spreadsheet, and save the table again"
"""What to do about such a cell."""

_HINT = f"{MEND}; if a card is to say so, write an entry below allow in game.yaml"


def is_error(text: str) -> bool:
    """Tell whether a text is nothing but an error of a spreadsheet: ``#REF!``, ``Err:508``."""
    return _ERROR.fullmatch(text) is not None


def error_cells(table: Table) -> Iterator[Finding]:
    """Yield a finding for each column with cells that are errors, at the first of them."""
    for name in table.columns:
        wrong = [row for row in table.rows if is_error(row.cells.get(name, ""))]
        for row in wrong[:1]:
            message = f"the cell is the error {quote(row.cells[name])} of a spreadsheet"
            if others := [str(other.where.line) for other in wrong[1:]]:
                listed = ", ".join(others[:_MOST_NAMED]) + ", …" * (len(others) > _MOST_NAMED)
                lines = "line" if len(others) == 1 else "lines"
                message += f", and {len(others)} more of the column: {lines} {listed}"
            yield Finding(ERROR_CELL, message, row.place(name), _HINT)
