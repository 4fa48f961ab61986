"""The cutting templates of Alan-Cha/silhouette-card-maker: where they cut cards out of a sheet.

Numbers are those of its table of layouts, in pixels at 300 dpi, read off its templates; each lies
in the middle of the paper, within two pixels.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.base.units import PAPERS
from pnp.destinations.printshop import SAME, apart, picture_size
from pnp.geometry.plane import Sides, Size
from pnp.imposition.precut import Precut
from pnp.imposition.sheet import Layout
from pnp.kinds.piece import Piece

OUTER_BLEED = 0.9
"""Millimetres of art past the outer cuts: neighbours have half of the gap between them, and marks
are near."""


class CuttingTemplate(NamedTuple):
    """A template by its file's name: ``letter_poker_v2`` cuts 4 x 2 cards of 63.5 x 88.9 mm.

    ``paper`` lies; ``pitch`` is from one card to the next, in pixels.
    """

    name: str
    paper: str
    card: Size
    columns: int
    rows: int
    pitch: tuple[float, float]

    @property
    def sheet(self) -> Size:
        """Return the size of the lying paper in millimetres."""
        return PAPERS[self.paper].turned

    def precut(self, trim: Size) -> Precut:
        """Return where cards of a size lie on the paper."""
        across, down = picture_size(*self.pitch)
        upright = trim if trim.width <= trim.height else trim.turned
        gaps = Size(across - upright.width, down - upright.height)
        return Precut(upright, self.columns, self.rows, gaps)


TEMPLATES = tuple(
    CuttingTemplate(name, paper, Size(*card), columns, rows, pitch)
    for name, paper, card, columns, rows, pitch in (
        ("letter_standard_v3", "letter", (63.0, 88.0), 4, 2, (758.67, 1050.0)),
        ("letter_japanese_v1", "letter", (59.0, 86.0), 4, 2, (758.67, 1050.0)),
        ("letter_poker_v2", "letter", (63.5, 88.9), 4, 2, (762.67, 1063.0)),
        ("letter_pokerhalf_v2", "letter", (44.45, 62.23), 5, 3, (561.75, 766.0)),
        ("letter_bridge_v2", "letter", (57.15, 88.9), 4, 2, (705.0, 1074.0)),
        ("letter_bridgesquare_v1", "letter", (57.15, 57.15), 4, 3, (714.0, 716.0)),
        ("letter_domino_v1", "letter", (44.45, 88.9), 5, 2, (571.5, 1091.0)),
        ("letter_dominosquare_v1", "letter", (44.45, 44.45), 5, 4, (566.0, 564.0)),
        ("a4_standard_v2", "a4", (63.0, 88.0), 4, 2, (759.0, 1050.0)),
        ("a4_japanese_v1", "a4", (59.0, 86.0), 4, 2, (758.67, 1050.0)),
        ("a4_poker_v1", "a4", (63.5, 88.9), 4, 2, (762.67, 1063.0)),
        ("a4_pokerhalf_v1", "a4", (44.45, 62.23), 5, 3, (562.0, 753.0)),
        ("a4_bridge_v1", "a4", (57.15, 88.9), 4, 2, (705.33, 1073.0)),
        ("a3_standard_v1", "a3", (63.0, 88.0), 6, 3, (759.0, 1050.0)),
    )
)


def cut_out(layout: Layout) -> str:
    """Return in words which cards templates cut out of a paper, or which papers they are for."""
    sizes = ", ".join(str(each.card) for each in _of(layout))
    papers = ", ".join(dict.fromkeys(each.paper for each in TEMPLATES))
    return f"they cut cards of {sizes}" if sizes else f"there are templates for {papers}"


def template_for(piece: Piece, layout: Layout) -> CuttingTemplate | None:
    """Return the template that cuts a piece out of a paper, None if there is none."""
    if not piece.cut_straight or piece.creases or piece.panels is not None:
        return None
    fitting = [each for each in _of(layout) if apart(piece.trim, each.card) <= SAME]
    return min(fitting, key=lambda each: apart(piece.trim, each.card), default=None)


def _of(layout: Layout) -> list[CuttingTemplate]:
    """Return the templates for a paper, lying or standing."""
    return [each for each in TEMPLATES if layout.paper in (each.sheet, each.sheet.turned)]


def layouts(
    pieces: Iterable[Piece], layout: Layout
) -> Iterator[tuple[CuttingTemplate, Layout, Sequence[Piece]]]:
    """Yield how the pieces of each size that a template cuts are imposed."""
    groups: dict[tuple[CuttingTemplate, Size], list[Piece]] = {}
    for piece in pieces:
        template = template_for(piece, layout)
        if template is not None:
            groups.setdefault((template, piece.trim), []).append(piece)
    for (template, trim), mine in groups.items():
        precut, sheet = template.precut(trim), template.sheet
        beside = (sheet.width - precut.whole.width) / 2 - OUTER_BLEED
        above = (sheet.height - precut.whole.height) / 2 - OUTER_BLEED
        margins = Sides(beside, above, beside, above)
        yield template, replace(layout, paper=sheet, margins=margins, precut=precut), mine
