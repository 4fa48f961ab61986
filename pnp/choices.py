"""What a user chose for a build, from the words of the command line."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pnp.errors import PnpError, fail, quoted
from pnp.export.png import LEAST_DPI, MOST_DPI
from pnp.geometry import Sides, Size
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kit import Format, Options
from pnp.sizes import parse_paper
from pnp.template.drawing import Ink
from pnp.units import parse_length

T = TypeVar("T")

LARGEST_PAPER = 5080.0
"""Millimetres: PDF readers show 14,400 points at most (ISO 32000-1, annex C)."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def options(
    *,
    paper: str,
    margin: str,
    backs: str,
    bleed: str,
    gutter: str,
    ink: str,
    only: Sequence[str] = (),
    formats: Sequence[str] = ("pdf", "svg"),
    dpi: float = 300,
) -> Options:
    """Return the options of a build.

    Raises:
        PnpError: a number cannot be read or is out of range, or leaves no room to print.
    """
    size = _chosen("--paper", _paper, paper)
    margins = _chosen("--margin", parse_sides, margin)
    gap = _chosen("--gutter", _length, gutter)
    layout = Layout(size, paper, margins, Backs(backs), Bleed(bleed), gap)
    _refuse_impossible(layout)
    _refuse_resolution(dpi)
    return Options(
        layout, Ink(ink), frozenset(only) or None, frozenset(map(Format, formats)), float(dpi)
    )


def parse_sides(text: str) -> Sides:
    """Return lengths for the sides from one length, or from left, top, right and bottom.

    The unit of the last one is meant where others have none: ``5 5 5 12 mm``. 0 needs none.

    Raises:
        ValueError: neither one nor four lengths.
    """
    words = text.replace(",", " ").split()
    unit = _unit(words[-1]) if words else ""
    lengths = [_length(w if _unit(w) else w + unit) for w in words if w != unit]
    if len(lengths) not in (1, 4):
        raise ValueError(f"{quoted(text)} is not a margin: write 5 mm, or 5 5 5 12 mm")
    return Sides.all(lengths[0]) if len(lengths) == 1 else Sides(*lengths)


def _chosen(option: str, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except ValueError as error:
        raise fail(f"{option}: {error}") from None


def output_folder(text: str) -> Path:
    """Return the folder for kits.

    Raises:
        PnpError: the text names no folder, or holds control characters.
    """
    hint = "write --output kits, or --output . for the folder you are in"
    if not text.strip():
        raise fail("--output: no folder is named", hint=hint)
    if _CONTROL.search(text):
        raise fail(f"--output: {quoted(text)} holds a control character", hint=hint)
    return Path(text)


def _paper(text: str) -> Size:
    size = parse_paper(text)
    if not max(size) <= LARGEST_PAPER:
        raise ValueError(f"{quoted(text)} is too large: a side can be {LARGEST_PAPER:g} mm at most")
    return size


def _length(text: str) -> float:
    return 0.0 if text.strip() == "0" else parse_length(text)


def _unit(word: str) -> str:
    return word.lstrip("-+0123456789.")


def _refuse_impossible(layout: Layout) -> None:
    left, top, right, bottom = layout.margins
    room = (layout.paper.width - left - right, layout.paper.height - top - bottom)
    if layout.gutter < 0:
        raise fail("--gutter: a gap is never below 0", hint="write --gutter '2 mm'")
    if min(layout.margins) < 0:
        raise _impossible("--margin: a margin is never below 0")
    if min(room) <= 0:
        raise _impossible(f"--margin: the margins leave no room on {layout.paper}")
    if layout.gutter >= max(room):
        hint = (
            f"it must be less than {max(room):g} mm, what the margins leave; write --gutter '2 mm'"
        )
        raise fail("--gutter: the gap is as wide as the paper", hint=hint)


def _refuse_resolution(dpi: float) -> None:
    if not LEAST_DPI <= dpi <= MOST_DPI:  # nothing compares with a nan
        hint = f"choose a resolution from {LEAST_DPI} to {MOST_DPI} dpi"
        raise fail(f"--dpi: {dpi:g} is out of range", hint=hint)


def _impossible(message: str) -> PnpError:
    return fail(message, hint="write --margin '5 mm', or left, top, right, bottom: '5 5 5 12 mm'")
