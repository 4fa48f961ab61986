"""Writes a page as an SVG file. The only module that imports svgwrite."""

from io import StringIO
from pathlib import Path
from typing import Any

from pnp.export.svg.nodes import Draughtsman
from pnp.export.svg.syntax import clean, number
from pnp.scene.page import Page
from pnp.scene.sameness import shared_contents
from pnp.text.fontbook import FontBook


def svg_text(page: Page, book: FontBook, *, live_text: bool = False) -> str:
    """Return the page as the text of an SVG file.

    All lengths are millimetres, y down. Text is written as outlines, or as live text with embedded
    fonts.
    """
    file = StringIO()
    drawing(page, book, live_text=live_text).write(file)
    return file.getvalue() + "\n"


def write_svg(page: Page, path: Path, book: FontBook, *, live_text: bool = False) -> None:
    """Write the page as an SVG file."""
    path.write_text(svg_text(page, book, live_text=live_text), encoding="utf-8", newline="\n")


def drawing(page: Page, book: FontBook, *, live_text: bool = False, debug: bool = False) -> Any:
    """Return the page as a drawing of svgwrite, which validates attributes under ``debug``."""
    import svgwrite

    width, height = number(page.size.width), number(page.size.height)
    whole = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"),
        viewBox=f"0 0 {width} {height}",
        profile="full",
        debug=debug,
    )
    shared = shared_contents([page])
    draughtsman = Draughtsman(whole, book, shared, live_text=live_text)
    draughtsman.fill(whole, page.nodes)
    draughtsman.words.finish()
    whole.set_desc(title=clean(page.label))
    return whole
