"""Pieces are imposed: sorted by paper, laid out in grids, drawn on both sides, labelled."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pnp.component.piece import Piece
from pnp.content.game import Game
from pnp.errors import PnpError, Problem
from pnp.finding import Finding
from pnp.imposition import faults
from pnp.imposition.batch import Batch, Paper, batches, papers
from pnp.imposition.fitting import fitted, given_up
from pnp.imposition.frame import Frame, windows
from pnp.imposition.placing import Art
from pnp.imposition.sheet import Backs, Layout, Sheet
from pnp.imposition.sides import Desk, Load, draw_back, draw_front
from pnp.scene.page import Page
from pnp.sizes import PAPERS
from pnp.template.drawing import Ink
from pnp.template.fonts import FontBook

COMMON_PAPER = "a4-letter"

Framed = Mapping[Paper, Sequence[tuple[Batch, Frame]]]
"""The batches of each file, each with the frame that it is dealt into."""


def impose(
    game: Game, pieces: Sequence[Piece], layout: Layout, book: FontBook, ink: Ink = Ink.FULL
) -> tuple[tuple[Sheet, ...], tuple[Finding, ...]]:
    """Return the sheets of all pieces, file by file, and what is wrong with them.

    Raises:
        PnpError: pieces are larger than the paper; names every such component.
    """
    framed = _framed(pieces, layout)
    findings = list(_findings(framed, layout))
    desk = Desk(game, layout, book, ink, Art())
    sheets = []
    for load in _loads(framed, layout):
        front, back = draw_front(load, desk), draw_back(load, desk)
        findings += (*front.findings, *(back.findings if back else ()))
        sheets.append(_sheet(load, front.page, back.page if back else None))
    return tuple(sheets), tuple(dict.fromkeys(findings))


def _framed(pieces: Sequence[Piece], layout: Layout) -> Framed:
    """Return every batch with its frame; the pieces too large for the paper are told at once."""
    framed: dict[Paper, list[tuple[Batch, Frame]]] = {}
    problems: list[Problem] = []
    for paper, group in papers(pieces, layout.backs).items():
        framed[paper] = []
        for batch in batches(group):
            try:
                framed[paper].append((batch, fitted(batch, layout, paper.backs)))
            except PnpError as error:
                problems += error.problems
    if problems:
        raise PnpError(problems)
    return framed


def _findings(framed: Framed, layout: Layout) -> Iterator[Finding]:
    if layout.paper == PAPERS[COMMON_PAPER] and any(p.backs is not Backs.NONE for p in framed):
        yield Finding(
            faults.COMMON_PAPER_DUPLEX,
            f"{COMMON_PAPER} pages are centred on the paper by the printer: backs may slip",
            hint="print fronts only, or take a4 or letter",
        )
    for found in framed.values():
        for batch, frame in found:
            yield from given_up(batch, frame, layout)


def _loads(framed: Framed, layout: Layout) -> Iterator[Load]:
    """Yield what lies on each sheet, numbered within its file."""
    for paper, found in framed.items():
        dealt = [
            (frame, copies, windows(frame, len(copies), batch.bleed, layout.bleed))
            for batch, frame in found
            for copies in batch.loads(frame.grid.places)
        ]
        for number, (frame, copies, shown) in enumerate(dealt, 1):
            yield Load(paper, frame, copies, shown, number, len(dealt))


def _sheet(load: Load, front: Page, back: Page | None) -> Sheet:
    contents = Counter(copy.piece.component.name for copy in load.copies)
    paper = load.paper
    return Sheet(
        file=paper.file,
        number=load.number,
        of=load.of,
        stock=paper.stock,
        backs=paper.backs,
        front=front,
        back=back,
        contents=tuple(contents.items()),
    )
