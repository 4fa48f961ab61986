"""All print rules, over all pieces; faults that are like each other are told once."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pnp.base.diagnostics import Finding
from pnp.kinds.piece import Piece
from pnp.preflight import (
    backs,
    bleed,
    border,
    coloralone,
    contrast,
    hairline,
    overprint,
    resolution,
    safearea,
    smalltype,
)
from pnp.preflight.side import PieceSide, Reader, SideView, SideViolation, Violation
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
    hairline.RULE,
    resolution.RULE,
)

OF_A_SIDE: Sequence[Callable[[SideView], Iterator[Violation]]] = (
    smalltype.flaws,
    contrast.flaws,
    safearea.flaws,
    overprint.flaws,
    bleed.flaws,
    border.flaws,
    hairline.flaws,
    resolution.flaws,
)
"""The rules that look at one side alone."""


def print_findings(pieces: Sequence[Piece], book: FontBook) -> tuple[Finding, ...]:
    """Return what the print rules find on pieces; ``book`` holds the fonts they are set in."""
    sides = list(_sides(pieces))
    reader = Reader(book, sides)
    faults = [*backs.faults(pieces), *coloralone.faults(sides)]
    for side in sides:  # one after the other: what a side paints is large, and soon forgotten
        view = reader.view(side)
        faults += [side.fault(flaw) for rule in OF_A_SIDE for flaw in rule(view)]
    return tuple(_told(faults))


def _sides(pieces: Sequence[Piece]) -> Iterator[PieceSide]:
    """Yield every different side once, as that of the first piece that has it."""
    met = set()
    for piece in pieces:
        for side, face in (("face", piece.face), ("back", piece.back)):
            if face is not None and face not in met:
                met.add(face)
                yield PieceSide(piece, face, side)


def _told(faults: Iterable[SideViolation]) -> Iterator[Finding]:
    """Yield the worst of each kind of fault of a component, with the number of other sides."""
    kinds: dict[object, list[SideViolation]] = {}
    for fault in faults:
        flaw = fault.flaw
        kinds.setdefault((flaw.rule.id, fault.component, flaw.like), []).append(fault)
    for kind in kinds.values():
        worst = max(kind, key=lambda fault: fault.flaw.by)
        others = len(kind) - 1
        more = f", and {others} more like it" if others else ""
        rule, _, _, message, hint = worst.flaw
        yield Finding(rule, f"{worst.name}: {message}{more}", worst.where, hint)
