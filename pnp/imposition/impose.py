"""Pieces are imposed: sorted by paper, laid out on sheets, drawn on both sides, labelled."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pnp.base.diagnostics import Finding
from pnp.base.sizes import PAPERS
from pnp.data.game import Game
from pnp.imposition import rules
from pnp.imposition.layout import LaidOut, lay
from pnp.imposition.sheet import Backs, Layout, OutputFile, Sheet
from pnp.imposition.sides import SheetDrawing
from pnp.kinds.piece import Piece
from pnp.scene.drawing import Ink
from pnp.scene.node import Group
from pnp.scene.sameness import Contents
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
    """Return the pieces of each file in the order given; guides have files of their own.

    Without backs (``Backs.NONE``) every piece prints on one side.
    """
    stems: dict[tuple[str, bool], str] = {}
    found: dict[OutputFile, list[Piece]] = {}
    for piece in pieces:
        turn = backs if piece.back is not None else Backs.NONE
        stock, guide = piece.component.stock, piece.component.kind.guide
        if (stock, guide) not in stems:
            stems[stock, guide] = _unused("guide" if guide else _slug(stock), stems.values())
        stem = stems[stock, guide]
        paper = OutputFile(stem if guide else f"{stem}-{_TURNS[turn]}", stock, turn)
        found.setdefault(paper, []).append(piece)
    return found


def _common_paper(laid: Mapping[OutputFile, LaidOut], layout: Layout) -> Iterator[Finding]:
    """Yield that backs slip where the printer centres pages on paper of another size."""
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
    """Return a stem, numbered where another stock of like name has it."""
    known, number, found = set(taken), 1, stem
    while found in known:
        number += 1
        found = f"{stem}-{number}"
    return found
