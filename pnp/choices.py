"""What a user chose for a build, from the words of the command line."""

from collections.abc import Sequence

from pnp.errors import PnpError, fail, quoted
from pnp.geometry import Sides
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kit import Format, Options
from pnp.sizes import parse_paper
from pnp.template.drawing import Ink
from pnp.units import parse_length


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
    try:
        size, margins, gap = parse_paper(paper), parse_sides(margin), parse_length(gutter)
    except ValueError as error:
        raise fail(str(error)) from None
    layout = Layout(size, paper, margins, Backs(backs), Bleed(bleed), gap)
    _refuse_impossible(layout)
    return Options(
        layout, Ink(ink), frozenset(only) or None, frozenset(map(Format, formats)), float(dpi)
    )


def parse_sides(text: str) -> Sides:
    """Return lengths for the sides from one length, or from left, top, right and bottom.

    The unit of the last one is meant where others have none: ``5 5 5 12 mm``.

    Raises:
        ValueError: neither one nor four lengths.
    """
    words = text.replace(",", " ").split()
    unit = _unit(words[-1]) if words else ""
    lengths = [parse_length(w if _unit(w) else w + unit) for w in words if w != unit]
    if len(lengths) not in (1, 4):
        raise ValueError(f"{quoted(text)} is not a margin: write 5 mm, or 5 5 5 12 mm")
    return Sides.all(lengths[0]) if len(lengths) == 1 else Sides(*lengths)


def _unit(word: str) -> str:
    return word.lstrip("-+0123456789.")


def _refuse_impossible(layout: Layout) -> None:
    left, top, right, bottom = layout.margins
    room = (layout.paper.width - left - right, layout.paper.height - top - bottom)
    if layout.gutter < 0:
        raise fail("a gutter is never below 0", hint="write --gutter '2 mm'")
    if min(layout.margins) < 0:
        raise _impossible("a margin is never below 0")
    if min(room) <= 0:
        raise _impossible(f"the margins leave no room on {layout.paper}")


def _impossible(message: str) -> PnpError:
    return fail(message, hint="write --margin '5 mm', or left, top, right, bottom: '5 5 5 12 mm'")
