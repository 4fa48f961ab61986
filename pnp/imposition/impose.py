"""Pieces are imposed: sorted by paper, laid out on sheets, drawn on both sides, labelled."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pnp.component.piece import Piece
from pnp.content.game import Game
from pnp.finding import Finding
from pnp.imposition import faults
from pnp.imposition.batch import Paper, papers
from pnp.imposition.laying import Laid, lay
from pnp.imposition.placing import Art
from pnp.imposition.sheet import Backs, Layout, Sheet
from pnp.imposition.sides import Desk, Load, draw_back, draw_front
from pnp.imposition.spread import Spread
from pnp.scene.page import Page
from pnp.sizes import PAPERS
from pnp.template.drawing import Ink
from pnp.template.text.fonts import FontBook

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
    desk = Desk(game, layout, book, ink, Art())
    sheets = []
    for load in _loads(laid):
        front, back = draw_front(load, desk), draw_back(load, desk)
        findings += (*front.findings, *(back.findings if back else ()))
        sheets.append(_sheet(load, front.page, back.page if back else None))
    return tuple(sheets), tuple(dict.fromkeys(findings))


def _common_paper(laid: Mapping[Paper, Laid], layout: Layout) -> Iterator[Finding]:
    """Yield that backs slip where the printer centres pages on paper of another size."""
    turned = any(paper.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE) for paper in laid)
    if turned and layout.paper == PAPERS[COMMON_PAPER]:
        yield Finding(
            faults.COMMON_PAPER_DUPLEX,
            f"{COMMON_PAPER} pages are centred on the paper by the printer: backs may slip",
            hint="write --backs gutterfold, print fronts only, or take a4 or letter",
        )


def _loads(laid: Mapping[Paper, Laid]) -> Iterator[Load]:
    """Yield what lies on each sheet, numbered within its file."""
    for paper, (spreads, _) in laid.items():
        for number, spread in enumerate(spreads, 1):
            yield Load(paper, spread, number, len(spreads))


def _sheet(load: Load, front: Page, back: Page | None) -> Sheet:
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


def _folds(spread: Spread) -> frozenset[str]:
    pieces = (place.copy.piece for place in spread.places)
    return frozenset(piece.component.name for piece in pieces if piece.creases)
