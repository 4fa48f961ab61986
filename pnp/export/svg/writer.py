"""Writes pages as SVG files. Their frame is svgwrite's, as are their definitions.

What a page draws is put into the frame as text: an object of svgwrite for each shape and letter
takes twenty times as long.
"""

from pathlib import Path

from pnp.export.svg.nodes import Scribe
from pnp.export.svg.svgpage import SvgPage
from pnp.export.svg.syntax import clean, number
from pnp.geometry.plane import IDENTITY
from pnp.scene.node import Group
from pnp.scene.page import Page
from pnp.scene.sameness import Contents, shared_contents
from pnp.text.fontbook import FontBook

HOLE = "<defs />"
"""How svgwrite writes the empty ``<defs>`` of a drawing; a title has its ``<`` escaped."""


class SvgWriter:
    """Writes the SVG files of a build; what several pages draw is written as text once."""

    def __init__(self, book: FontBook, *, live_text: bool = False) -> None:
        self._scribe = Scribe(book, live_text=live_text)

    def text(self, page: Page) -> str:
        """Return the page as the text of an SVG file: all lengths are millimetres, y down."""
        file = SvgPage(self._scribe, shared_contents([page]))
        drawn = file.drawn(_corrected(page))
        before, _, after = _frame(page).partition(HOLE)
        return f"{before}{file.definitions()}{drawn}{after}\n"

    def write(self, page: Page, path: Path) -> None:
        """Write the page as an SVG file."""
        path.write_bytes(self.text(page).encode())


def svg_text(page: Page, book: FontBook, *, live_text: bool = False) -> str:
    """Return one page as the text of an SVG file.

    Text is written as outlines, or as live text with embedded fonts.
    """
    return SvgWriter(book, live_text=live_text).text(page)


def _corrected(page: Page) -> Contents:
    moved = page.correction != IDENTITY
    return (Group(page.nodes, place=page.correction),) if moved else page.nodes


def _frame(page: Page) -> str:
    """Return an SVG file with the page's size and title, and nothing drawn."""
    import svgwrite

    width, height = number(page.size.width), number(page.size.height)
    frame = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"),
        viewBox=f"0 0 {width} {height}",
        profile="full",
        debug=False,
    )
    frame.set_desc(title=clean(page.label))
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{frame.tostring()}'
