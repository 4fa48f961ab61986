"""Tells the quotation marks of other languages in texts that are German or French."""

from collections.abc import Iterable, Iterator

from pnp.base.diagnostics import Finding, Rule, Severity, Where, quote
from pnp.data.game import Component, Parts
from pnp.data.translation import language_name, without_data

FOREIGN_QUOTES = Rule(
    id="foreign-quotes",
    title="Quotation marks are those of the language",
    severity=Severity.WARNING,
    rationale=(
        "Each language has quotation marks of its own. Straight ones come from a keyboard or a "
        "program for lists, English ones stay behind when only the words between them are changed."
    ),
    source="Council for German Orthography, Amtliches Regelwerk (2024), section 89; Lexique des "
    "règles typographiques en usage à l’Imprimerie nationale (2002), guillemets",
    good="en,de\n“Hoo!” it says.,„Schuhu!“, ruft sie.",
    bad="en,de\n“Hoo!” it says.,“Schuhu!”, ruft sie.",
)

QUOTES = {"de": ('"”', "„ and “, or » and «"), "fr": ('"“”„', "« and », with narrow spaces inside")}
"""By language: the marks that it does not quote with, and those that it does."""


def foreign_quotes(texts: Iterable[tuple[str, Where]], language: str) -> Iterator[Finding]:
    """Yield a finding for each text in a language that quotes with marks of others."""
    foreign, own = QUOTES.get(language.partition("-")[0].lower(), ("", ""))
    for text, where in texts if foreign else ():
        found = next((mark for mark in without_data(text) if mark in foreign), None)
        if found is not None:
            message = f"{language_name(language)} does not quote with {found}: {quote(text)}"
            yield Finding(FOREIGN_QUOTES, message, where, f"write {own}")


def quotes_in_cells(components: Iterable[Component], language: str) -> Iterator[Finding]:
    """Yield a finding for each cell of text that quotes with marks of other languages."""
    for component in components:
        owners: list[Component | Parts] = [component, *filter(None, [component.parts])]
        for owner in owners:
            texts = [name for name, type_ in owner.columns.items() if type_ in ("text", "text?")]
            cells = ((card, name) for card in owner.cards for name in texts)
            said = ((str(card.values.get(name) or ""), card.where_of(name)) for card, name in cells)
            yield from foreign_quotes(said, language)
