"""The texts of a drawing, and the drawing in another language.

A text is the value of ``pnp:text``, with its ``{{ … }}``, or else a run of plain words in a
``<text>``. It is replaced before anything is compiled: the drawing looks as if the artist had
written it so. What says nothing is one and the same element in every language.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
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
    """A drawing in a language, its texts as it was written, and where translated ones are written.

    ``places`` are the cells of the translation of each ``pnp:text``: what is wrong there is told
    at the table's row, not in the drawing.
    """

    file: SvgFile
    texts: tuple[GameText, ...] = ()
    places: Mapping[Element, Where] = {}


def translate(file: SvgFile, translation: Translation, *, shared: bool) -> Worded:
    """Return a drawing with its texts replaced by their translations.

    If it is ``shared`` with the language that it is written in, it stays as it is, and what is
    returned has elements of its own where it says something, and the very same elsewhere.

    Raises:
        PnpError: the translation of plain words holds data.
    """
    wordings = tuple(_wordings(file.root))
    copied = _Copied(file) if shared else None
    places: dict[Element, Where] = {}
    for written, part, text in wordings:
        element = copied.elements[written] if copied else written
        row, said = translation.row(text.words, text.address), translation.said(*text[:2])
        if said is None:
            continue
        _note(element if part != "tail" else element.parent, row)
        if part == "pnp:text":
            element.pnp_attrs["text"] = said
            places |= {element: row.where} if row and row.said else {}
        else:
            _refuse_data(row)
            whole = getattr(element, part)
            setattr(element, part, whole.replace(whole.strip(), said))
    texts = tuple(wording.text for wording in wordings)
    return Worded(copied.file if copied else file, texts, places)


class _Copied:
    """A drawing that shares its elements with another, except those that a language may change.

    ``elements`` has its own ones by the other's. Those around them are its own, too, and all that
    refer to others: what they refer to may say something.
    """

    def __init__(self, file: SvgFile) -> None:
        own = _own(file)
        self.elements: dict[Element, Element] = {}
        self.file = replace(file, ids={})
        self.file.root = self._copied(file.root, None, own)
        self.file.ids |= {id_: self.elements.get(each, each) for id_, each in file.ids.items()}

    def _copied(self, element: Element, parent: Element | None, own: set[Element]) -> Element:
        if element not in own:
            return element
        copy = replace(
            element,
            pnp_attrs=dict(element.pnp_attrs),
            file=self.file,
            parent=parent,
            children=[],
            _provenance=None,
        )
        self.elements[element] = copy
        copy.children += (self._copied(child, copy, own) for child in element.children)
        return copy


def _own(file: SvgFile) -> set[Element]:
    """Return the elements of a drawing that a language may change, or that lead to such."""
    everything = list(file.root.walk())
    if any(map(_reaches_far, everything)):
        return set(everything)
    own: set[Element] = set()
    for element in everything:
        if element.tag in TEXTS:
            own.update(element.walk())
        if _depends(element):
            own.update(element.above())
            own.add(element)
    return own


def _reaches_far(element: Element) -> bool:
    """Say whether an element brings drawings to others that do not name it by an attribute."""
    if element.tag in ("pattern", "marker"):
        return any(inner.tag in TEXTS for inner in element.walk())
    return element.tag == "filter" or (element.tag == "style" and "url(" in element.text)


def _depends(element: Element) -> bool:
    """Say whether an element's drawing may be another one in another language."""
    bound = {*element.attrs, *element.pnp_attrs}
    if element.tag in (*TEXTS, "switch") or not _DEPENDING.isdisjoint(bound):
        return True
    return any("url(" in each for each in (*element.attrs.values(), *element.pnp_attrs.values()))


_DEPENDING = frozenset({"href", "text", "systemLanguage"})


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


def _note(element: Element | None, row: TextRow | None) -> None:
    """Note on an element, and on the text around it, the row that its words are from."""
    while row and element is not None and element.tag in TEXTS:
        if row.where not in element.said:
            element.said += (row.where,)
        element = element.parent


def _refuse_data(row: TextRow | None) -> None:
    """Refuse data in the translation of plain words, which the drawing would show as braces."""
    if row and "{{" in row.said:
        hint = "give the text in the drawing a pnp:text with its words, which may hold data"
        raise user_error("the translation of a plain text holds {{ }}", row.where, hint)
