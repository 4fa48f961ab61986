"""``impose``: sorts pieces into files, lays them out on sheets, and draws both sides of each."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.base.diagnostics import Finding
from pnp.base.units import PAPERS
from pnp.data.game import Game
from pnp.imposition import rules
from pnp.imposition.layout import LaidOut, lay
from pnp.imposition.sheet import Backs, Layout, OutputFile, Sheet
from pnp.imposition.sides import SheetDrawing
from pnp.kinds.piece import Piece
from pnp.scene.node import Group
from pnp.scene.page import Ink
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook

COMMON_PAPER = "a4-letter"


def impose(
    game: Game, pieces: Sequence[Piece], layout: Layout, book: FontBook, ink: Ink = Ink.FULL
) -> tuple[tuple[Sheet, ...], tuple[Finding, ...]]:
    """Return the sheets of all pieces, file by file, and the findings about them.

    Raises:
        PnpError: pieces do not fit on the paper; names every such component.
    """
    laid = lay(papers(pieces, layout.backs), layout)
    findings = [
        *_common_paper(laid, layout),
        *(finding for each in laid.values() for finding in each.findings),
    ]
    art: dict[Contents, Group] = {}
    sheets = []
    for file, (layouts, _) in laid.items():
        for number, spread in enumerate(layouts, 1):
            of = len(layouts)
            drawing = SheetDrawing(game, layout, book, ink, art, file, spread, number, of)
            sheet, more = drawing.sheet()
            sheets.append(sheet)
            findings += more
    return tuple(sheets), tuple(dict.fromkeys(findings))


def papers(pieces: Iterable[Piece], backs: Backs) -> dict[OutputFile, list[Piece]]:
    """Return the pieces of each file, in the order given: one file for each stock and turning edge.

    Guides have separate files. With ``Backs.NONE`` every piece is printed on one side.
    """
    stems: dict[tuple[str, bool], str] = {}
    files: dict[OutputFile, list[Piece]] = {}
    for piece in pieces:
        turn = backs if piece.back is not None else Backs.NONE
        stock, guide = piece.component.stock, piece.component.kind.guide
        if (stock, guide) not in stems:
            stems[stock, guide] = _unused("guide" if guide else _slug(stock), stems.values())
        stem = stems[stock, guide]
        paper = OutputFile(stem if guide else f"{stem}-{_TURNS[turn]}", stock, turn)
        files.setdefault(paper, []).append(piece)
    return files


def _common_paper(laid: Mapping[OutputFile, LaidOut], layout: Layout) -> Iterator[Finding]:
    """Yield a warning for duplex on a page that the printer centres on paper of another size."""
    turned = any(paper.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE) for paper in laid)
    if turned and layout.paper == PAPERS[COMMON_PAPER]:
        yield Finding(
            rules.COMMON_PAPER_DUPLEX,
            f"{COMMON_PAPER} pages are centred on the paper by the printer: backs may slip",
            hint="write --backs gutterfold, print fronts only, or take a4 or letter",
        )


_TURNS = {turn: "one-side" if turn is Backs.NONE else turn.value for turn in Backs}


def _slug(stock: str) -> str:
    return re.sub(r"[\W_]+", "-", stock.lower()).strip("-") or "stock"


def _unused(stem: str, taken: Iterable[str]) -> str:
    """Return a file stem, numbered if another stock has the same."""
    known, number, free = set(taken), 1, stem
    while free in known:
        number += 1
        free = f"{stem}-{number}"
    return free
