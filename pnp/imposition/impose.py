"""Pieces are imposed: sorted by paper, laid out on sheets, drawn on both sides, labelled."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pnp.base.diagnostics import Finding
from pnp.base.sizes import PAPERS
from pnp.data.game import Game
from pnp.imposition import rules
from pnp.imposition.batch import OutputFile, papers
from pnp.imposition.layout import LaidOut, lay
from pnp.imposition.sheet import Backs, Layout, Sheet
from pnp.imposition.sheetlayout import SheetLayout
from pnp.imposition.sides import FaceCache, SheetContext, SheetJob, draw_back, draw_front
from pnp.kinds.piece import Piece
from pnp.scene.drawing import Ink
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook

COMMON_PAPER = "a4-letter"


def impose(
    game: Game, pieces: Sequence[Piece], layout: Layout, book: FontBook, ink: Ink = Ink.FULL
) -> tuple[tuple[Sheet, ...], tuple[Finding, ...]]:
    """Return the sheets of all pieces, file by file, and what is wrong with them.

    Raises:
        PnpError: pieces are larger than the paper; names every such component.
    """
    laid = lay(papers(pieces, layout.backs), layout)
    findings = [
        *_common_paper(laid, layout),
        *(found for each in laid.values() for found in each.findings),
    ]
    desk = SheetContext(game, layout, book, ink, FaceCache())
    sheets = []
    for load in _loads(laid):
        front, back = draw_front(load, desk), draw_back(load, desk)
        findings += (*front.findings, *(back.findings if back else ()))
        sheets.append(_sheet(load, front.page, back.page if back else None))
    return tuple(sheets), tuple(dict.fromkeys(findings))


def _common_paper(laid: Mapping[OutputFile, LaidOut], layout: Layout) -> Iterator[Finding]:
    """Yield that backs slip where the printer centres pages on paper of another size."""
    turned = any(paper.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE) for paper in laid)
    if turned and layout.paper == PAPERS[COMMON_PAPER]:
        yield Finding(
            rules.COMMON_PAPER_DUPLEX,
            f"{COMMON_PAPER} pages are centred on the paper by the printer: backs may slip",
            hint="write --backs gutterfold, print fronts only, or take a4 or letter",
        )


def _loads(laid: Mapping[OutputFile, LaidOut]) -> Iterator[SheetJob]:
    """Yield what lies on each sheet, numbered within its file."""
    for paper, (spreads, _) in laid.items():
        for number, spread in enumerate(spreads, 1):
            yield SheetJob(paper, spread, number, len(spreads))


def _sheet(load: SheetJob, front: Page, back: Page | None) -> Sheet:
    paper, spread = load.paper, load.spread
    names = Counter(place.copy.piece.component.name for place in spread.places)
    whole = spread.panel is None or spread.panel.last
    return Sheet(
        file=paper.file,
        number=load.number,
        of=load.of,
        stock=paper.stock,
        backs=paper.backs,
        front=front,
        back=back,
        contents=tuple(names.items()) if whole else (),
        panels=tuple(names.items()) if spread.panel else (),
        folds=_folds(spread),
    )


def _folds(spread: SheetLayout) -> frozenset[str]:
    pieces = (place.copy.piece for place in spread.places)
    return frozenset(piece.component.name for piece in pieces if piece.creases)
