"""What a user chose for a build, from the words of the command line."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from pnp.errors import PnpError, fail, quoted
from pnp.geometry import Sides
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kit import Format, Options
from pnp.sizes import parse_paper
from pnp.template.drawing import Ink
from pnp.units import parse_length

T = TypeVar("T")


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
        PnpError: a length or a size cannot be read, or does not leave room to print.
    """
    size = _chosen("--paper", parse_paper, paper)
    margins = _chosen("--margin", parse_sides, margin)
    gap = _chosen("--gutter", _length, gutter)
    layout = Layout(size, paper, margins, Backs(backs), Bleed(bleed), gap)
    _refuse_impossible(layout)
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


def _impossible(message: str) -> PnpError:
    return fail(message, hint="write --margin '5 mm', or left, top, right, bottom: '5 5 5 12 mm'")
