"""The SVG back end: a page in millimetres; what repeats is defined once and used by id."""

from pathlib import Path

from pnp.geometry.plane import IDENTITY
from pnp.markup.nodes import Scribe
from pnp.markup.svgpage import SvgPage, frame
from pnp.scene.node import Group
from pnp.scene.page import Page
from pnp.scene.sameness import Contents, shared_contents
from pnp.text.fontbook import FontBook


class SvgWriter:
    """Writes the SVG files of a build; what several pages draw is written as text once."""

    def __init__(self, book: FontBook, *, live_text: bool = False) -> None:
        self._scribe = Scribe(book, live_text=live_text)

    def text(self, page: Page) -> str:
        """Return the page as the text of an SVG file: all lengths are millimetres, y down."""
        file = SvgPage(self._scribe, shared_contents([page]))
        drawn = file.drawn(_corrected(page))
        before, after = frame(page.size, page.label)
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
