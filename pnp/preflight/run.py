"""Runs all print rules over all pieces, and reports similar violations as one finding."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.base.diagnostics import Finding
from pnp.kinds.piece import Piece
from pnp.preflight import (
    backs,
    bleed,
    border,
    coloralone,
    contrast,
    edgeline,
    hairline,
    overprint,
    resolution,
    safearea,
    smalltype,
)
from pnp.preflight.side import PieceSide, Reader, SideView, Violation
from pnp.text.fontbook import FontBook

RULES = (
    backs.TELLTALE,
    backs.ALIKE,
    coloralone.RULE,
    smalltype.RULE,
    contrast.RULE,
    safearea.CUT_OFF,
    safearea.SAFE_AREA,
    overprint.RULE,
    bleed.RULE,
    border.RULE,
    edgeline.RULE,
    hairline.RULE,
    resolution.RULE,
)

OF_A_SIDE: Sequence[Callable[[SideView], Iterator[Violation]]] = (
    smalltype.violations,
    contrast.violations,
    safearea.violations,
    overprint.violations,
    bleed.violations,
    border.violations,
    edgeline.violations,
    hairline.violations,
    resolution.violations,
)
"""The rules that need one side only."""


def print_findings(pieces: Sequence[Piece], book: FontBook) -> tuple[Finding, ...]:
    """Return the findings of the print rules on pieces; ``book`` holds the fonts of their texts."""
    return findings_of_each([pieces], book)[0]


def findings_of_each(games: Iterable[Sequence[Piece]], book: FontBook) -> list[tuple[Finding, ...]]:
    """Return the findings of the print rules on the pieces of each game.

    What the drawings of several games share is read once: those of a game in several languages
    differ in little but words.
    """
    read = [(pieces, list(_sides(pieces))) for pieces in games]
    reader = Reader(book, [side for _, sides in read for side in sides])
    return [tuple(_grouped(_violations(*one, reader))) for one in read]


def _violations(
    pieces: Sequence[Piece], sides: Sequence[PieceSide], reader: Reader
) -> Iterator[Violation]:
    yield from backs.violations(pieces)
    yield from coloralone.violations(sides)
    for side in sides:  # side by side, not rule by rule: the paint operations of a side are large
        view = reader.view(side)
        yield from (side.located(violation) for rule in OF_A_SIDE for violation in rule(view))


def _sides(pieces: Sequence[Piece]) -> Iterator[PieceSide]:
    """Yield every different face once for each line that it is cut along, with the first piece."""
    known = set()
    for piece in pieces:
        for side, face in (("face", piece.face), ("back", piece.back)):
            if face is not None and (seen := (face, side, piece.outline)) not in known:
                known.add(seen)
                yield PieceSide(piece, face, side)


def _grouped(violations: Iterable[Violation]) -> Iterator[Finding]:
    """Yield one finding per component, rule and ``like``: the worst, and how many more."""
    groups: dict[object, list[Violation]] = {}
    for found in violations:
        groups.setdefault((found.rule.id, found.component, found.like), []).append(found)
    for group in groups.values():
        worst = max(group, key=lambda found: found.by)
        others = len(group) - 1
        more = f", and {others} more like it" if others else ""
        message, where = f"{worst.name}: {worst.message}{more}", worst.where or worst.row
        yield Finding(worst.rule, message, where, worst.hint, row=worst.row)
