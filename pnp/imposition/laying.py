"""All pieces of a kit are laid on sheets: in grids, on shared sheets, or split into panels."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.component.piece import Piece
from pnp.errors import PnpError, Problem
from pnp.finding import Finding
from pnp.imposition import panels
from pnp.imposition.batch import Batch, Paper, batches
from pnp.imposition.fitting import frame_of, given_up, too_large
from pnp.imposition.frame import Frame
from pnp.imposition.sharing import deal
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.split import Split, split
from pnp.imposition.spread import Spread


class Laid(NamedTuple):
    """The spreads of one file, and what there was no room for."""

    spreads: tuple[Spread, ...]
    findings: tuple[Finding, ...]


class _Fit(NamedTuple):
    """How the pieces of one file fit: batches in grids, and boards in panels."""

    framed: list[tuple[Batch, Frame]]
    splits: list[tuple[Piece, Split]]
    problems: list[Problem]


def lay(sorted_out: Mapping[Paper, Sequence[Piece]], layout: Layout) -> dict[Paper, Laid]:
    """Return what lies on the sheets of each file.

    Raises:
        PnpError: pieces are too large for the paper; all of them are told at once.
    """
    fits = {paper: _fit(pieces, layout, paper.backs) for paper, pieces in sorted_out.items()}
    if problems := [problem for fit in fits.values() for problem in fit.problems]:
        raise PnpError(problems)
    return {paper: _laid(fit, layout, paper.backs) for paper, fit in fits.items()}


def _fit(pieces: Sequence[Piece], layout: Layout, backs: Backs) -> _Fit:
    fit = _Fit([], [], [])
    for batch in batches(pieces):
        if frame := frame_of(batch, layout, backs):
            fit.framed.append((batch, frame))
        else:
            problems = _split_all(batch.pieces, layout, backs, fit.splits)
            fit.problems.extend(dict.fromkeys(problems))
    return fit


def _split_all(
    pieces: Iterable[Piece], layout: Layout, backs: Backs, splits: list[tuple[Piece, Split]]
) -> Iterator[Problem]:
    """Put the splits of pieces that the paper cannot hold into a list; yield why one cannot be."""
    for piece in pieces:
        if piece.panels is None:
            yield too_large(piece, layout, backs)
            continue
        try:
            splits.append((piece, split(piece, layout)))
        except PnpError as error:
            yield from error.problems


def _laid(fit: _Fit, layout: Layout, backs: Backs) -> Laid:
    dealt = deal(fit.framed, layout, backs)
    findings = [found for grid in dealt.grids for found in given_up(*grid, layout)]
    spreads = list(dealt.spreads)
    for piece, parts in fit.splits:
        spreads += panels.spreads(piece, parts)
        findings += panels.given_up(piece, parts, layout)
    return Laid(tuple(spreads), tuple(findings))
