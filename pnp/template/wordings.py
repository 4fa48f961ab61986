"""The texts of a drawing, and the drawing in another language.

A text is the value of ``pnp:text``, with its ``{{ … }}``, or else a run of plain words in a
``<text>``. It is replaced in the tree, before anything is compiled: in the drawing it looks as if
the artist had written it so.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.base.diagnostics import Where, user_error
from pnp.data.translation import GameText, TextRow, Translation, has_words
from pnp.svg.parse import Element, SvgFile

TEXTS = ("text", "tspan", "textPath", "a", "flowPara", "flowSpan", "flowDiv")
"""The elements whose words are drawn."""


class Wording(NamedTuple):
    """Words of an element: its ``pnp:text``, its ``text``, or the ``tail`` after it."""

    element: Element
    part: str
    text: GameText


class Worded(NamedTuple):
    """What a drawing says: its texts as it has them, and where translated data texts are written.

    ``places`` are the cells of the translation of each ``pnp:text``: what is wrong there is told
    at the table's row, not in the drawing.
    """

    texts: tuple[GameText, ...] = ()
    places: Mapping[Element, Where] = {}


def translate(file: SvgFile, translation: Translation) -> Worded:
    """Replace the texts of a drawing by their translations, and return them as they were.

    Raises:
        PnpError: the translation of plain words holds data.
    """
    wordings = tuple(_wordings(file.root))
    places: dict[Element, Where] = {}
    for element, part, text in wordings:
        row, said = translation.row(text.words, text.address), translation.said(*text[:2])
        if said is None:
            continue
        if part == "pnp:text":
            element.pnp_attrs["text"] = said
            places |= {element: row.where} if row and row.said else {}
        else:
            _refuse_data(row)
            whole = getattr(element, part)
            setattr(element, part, whole.replace(whole.strip(), said))
    return Worded(tuple(wording.text for wording in wordings), places)


def _wordings(element: Element) -> Iterator[Wording]:
    """Yield the texts of an element and of those in it, in the order of the file.

    What is drawn for the readers of one language only needs no translation.
    """
    if element.pnp_attrs.get("role") == "sample" or "systemLanguage" in element.attrs:
        return
    if "text" in element.pnp_attrs:
        yield from _wording(element, "pnp:text", element.pnp_attrs["text"])
        return
    shown = element.tag in TEXTS
    if shown:
        yield from _wording(element, "text", element.text)
    for child in element.children:
        yield from _wordings(child)
        if shown:
            yield from _wording(child, "tail", child.tail)


def _wording(element: Element, part: str, words: str) -> Iterator[Wording]:
    if has_words(words):
        own = next((each for each in (element, *_inward(element)) if "id" in each.attrs), None)
        anchor = f"#{own.attrs['id']}" if own else ""
        address = f"{element.file.name}{anchor}"
        yield Wording(element, part, GameText(words.strip(), address, element.where))


def _inward(element: Element) -> list[Element]:
    """Return the ancestors of an element, the nearest first."""
    return list(element.above())[::-1]


def _refuse_data(row: TextRow | None) -> None:
    """Refuse data in the translation of plain words, which the drawing would show as braces."""
    if row and "{{" in row.said:
        hint = "give the text in the drawing a pnp:text with its words, which may hold data"
        raise user_error("the translation of a plain text holds {{ }}", row.where, hint)
