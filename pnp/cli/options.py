"""How the values of a build's options are parsed."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import floor
from pathlib import Path
from typing import TypeVar

from pnp.base.diagnostics import PnpError, quote, user_error
from pnp.base.units import PAPERS, POINTS, parse_length, parse_paper, with_points
from pnp.cli.flags import DEFAULTS
from pnp.data.wanted import Wanted
from pnp.export.png import LEAST_DPI, MOST_DPI
from pnp.geometry.plane import ROUNDING, Rect, Sides, Size
from pnp.imposition.precut import Precut, parse_precut
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kit import Format, Options
from pnp.scene.page import Ink

T = TypeVar("T")

LARGEST_PAPER = 5080.0
"""Millimetres: PDF readers show pages of at most 14,400 points (ISO 32000-1, annex C)."""

USUAL_MARGIN = 5.0
"""Millimetres that most printers leave white: what a message advises."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def options(
    *,
    bleed: str,
    gutter: str,
    ink: str,
    paper: str | None = None,
    margin: str | None = None,
    backs: str | None = None,
    usual: Mapping[str, str] = DEFAULTS,
    precut: str | None = None,
    components: Sequence[str] = (),
    cards: Sequence[str] = (),
    formats: Sequence[str] = ("pdf", "svg"),
    dpi: float = 300,
    language: str | None = None,
) -> Options:
    """Return the options of a build, parsed from the words of the command line.

    ``usual`` has the paper, margin and backs where they are None; but the paper is then that of
    the ``precut`` stock, if that has one.

    Raises:
        PnpError: a value is invalid or out of range, or leaves no room to print.
    """
    stock = None if precut is None else _chosen("--precut", parse_precut, precut)
    name = paper or (stock and stock.paper) or usual["paper"]
    size = _chosen("--paper", _paper, name)
    margins = _chosen("--margin", parse_sides, margin or usual["margin"])
    gap = _chosen("--gutter", _length, gutter)
    turned = Backs(backs or usual["backs"])
    layout = Layout(size, name, margins, turned, Bleed(bleed), gap, precut=stock)
    _refuse_impossible(layout)
    _refuse_stock(layout)
    _refuse_resolution(dpi)
    only = (*map(Wanted, components), *map(Wanted.parse, cards))
    return Options(
        layout, Ink(ink), only or None, frozenset(map(Format, formats)), float(dpi), language
    )


_DECIMAL_COMMA = re.compile(r"\d+,\d+[a-z]*")
"""One number with a comma; more numbers between commas are lengths."""


def parse_sides(text: str) -> Sides:
    """Return margins from one length, or from left, top, right and bottom: ``5 5 5 12 mm``.

    Lengths without a unit have that of the last one; 0 needs none.

    Raises:
        ValueError: the text does not have one or four lengths, or decimals with a comma.
    """
    if any(_DECIMAL_COMMA.fullmatch(word) for word in text.split()):
        raise ValueError(f"{quote(text)} is not a margin: {POINTS} {with_points(text)}")
    words = text.replace(",", " ").split()
    unit = _unit(words[-1]) if words else ""
    numbers = [word for word in words if word != unit]
    if len(numbers) not in (1, 4):
        raise ValueError(
            f"{quote(text)} is not a margin: write one length, as 5 mm, "
            "or left, top, right and bottom, as 5 5 5 12 mm"
        )
    if not unit and re.search("[1-9]", text):
        raise ValueError(f"{quote(text)} is not a margin: write the unit, as {' '.join(words)} mm")
    if len(numbers) == 1:
        return Sides.all(_length(" ".join(words)))
    return Sides(*(_length(w if _unit(w) else f"{w} {unit}") for w in numbers))


def _chosen(option: str, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise user_error(f"{option}: {error}") from None


def output_folder(text: str) -> Path:
    """Return the folder for kits.

    Raises:
        PnpError: the text contains control characters.
    """
    hint = "write --output kits, or --output . for the folder you are in"
    if _CONTROL.search(text):
        raise user_error(f"--output: {quote(text)} contains a control character", hint=hint)
    return Path(text)


def _paper(text: str) -> Size:
    size = parse_paper(text)
    if not max(size) <= LARGEST_PAPER:
        raise ValueError(f"{quote(text)} is too large: a side can be {LARGEST_PAPER:g} mm at most")
    return size


def _length(text: str) -> float:
    return 0.0 if text.strip() == "0" else parse_length(text)


def _unit(word: str) -> str:
    return word.lstrip("-+0123456789.")


def _refuse_impossible(layout: Layout) -> None:
    left, top, right, bottom = layout.margins
    room = (layout.paper.width - left - right, layout.paper.height - top - bottom)
    if layout.gutter < 0:
        raise user_error("--gutter: a gap cannot be negative", hint="write --gutter '2 mm'")
    if min(layout.margins) < 0:
        raise _impossible("--margin: a margin cannot be negative")
    if min(room) <= 0 and min(layout.paper) <= 2 * USUAL_MARGIN:
        message = f"--paper: {layout.paper} has no room inside its margins"
        raise user_error(message, hint="name larger paper, or write --margin '0 mm'")
    if min(room) <= 0:
        raise _impossible(f"--margin: the margins leave no room on {layout.paper}")
    if layout.gutter >= max(room):
        hint = (
            f"it must be less than {max(room):g} mm, what the margins leave; write --gutter '2 mm'"
        )
        raise user_error("--gutter: the gap is as wide as the paper", hint=hint)


def _refuse_stock(layout: Layout) -> None:
    stock, paper = layout.precut, layout.paper
    if stock is None:
        return
    if stock.paper is not None and not same_paper(paper, PAPERS[stock.paper]):
        hint = f"leave out --paper, or write what you have as --precut '{stock.words}'"
        message = f"--paper: that precut stock is {stock.paper}, not {layout.paper_name}"
        raise user_error(message, hint=hint)
    room, free = Rect.of(paper).inset(layout.margins).size, stock.margins_on(paper)
    if min(free) < -ROUNDING:
        raise user_error(
            f"--precut: its pieces take {stock.whole}, and {layout.paper_name} prints {room}",
            hint=_paper_for(layout, stock),
        )
    if not _reached(free, layout.margins):
        beside, above = (floor(length * 100 + ROUNDING) / 100 for length in free[:2])
        hint = f"write --margin '{beside:g} {above:g} {beside:g} {above:g} mm', or less"
        other = "" if stock.paper else "; or name the stock's paper with --paper"
        message = f"--margin: precut pieces lie {beside:g} mm from the sides of {layout.paper_name}"
        raise user_error(f"{message}, {above:g} mm from its other edges", hint=hint + other)


def same_paper(one: Size, other: Size) -> bool:
    """Tell whether two papers are one, by whatever name or unit."""
    return all(abs(a - b) <= ROUNDING for a, b in zip(one, other, strict=True))


def _reached(free: Sides, margins: Sides) -> bool:
    """Tell whether a printer with these margins reaches what leaves so much paper free around."""
    return all(margin <= at + ROUNDING for margin, at in zip(margins, free, strict=True))


def _paper_for(layout: Layout, stock: Precut) -> str:
    """Return which papers take the pieces of a stock, the usual ones if they do."""
    fitting = [
        name for name, size in PAPERS.items() if _reached(stock.margins_on(size), layout.margins)
    ]
    usual = [name for name in ("a4", "letter") if name in fitting] or fitting[:1]
    if not usual:
        return "name the stock's paper by its size: --paper '13 x 19 in'"
    return f"name the stock's paper: {' or '.join(f'--paper {name}' for name in usual)}"


def _refuse_resolution(dpi: float) -> None:
    if not LEAST_DPI <= dpi <= MOST_DPI:  # written so that nan is refused too
        hint = f"choose a resolution from {LEAST_DPI} to {MOST_DPI} dpi"
        raise user_error(f"--dpi: {dpi:g} is out of range", hint=hint)


def _impossible(message: str) -> PnpError:
    usual = f"write --margin '{USUAL_MARGIN:g} mm'"
    return user_error(message, hint=f"{usual}, or left, top, right, bottom: '5 5 5 12 mm'")
