"""Which copies share a sheet: a component keeps its own grid unless sharing saves a sheet."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from math import ceil
from typing import NamedTuple

from pnp.imposition.batch import Batch, Copy
from pnp.imposition.frame import Frame
from pnp.imposition.mixing import Lot, bound, mix
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.spread import Spread, framed


class Own(NamedTuple):
    """Copies of one component that are dealt into the grid of their size."""

    batch: Batch
    frame: Frame
    copies: tuple[Copy, ...]

    @property
    def lot(self) -> Lot:
        """Return the copies with their size, whatever they are dealt into."""
        return Lot(self.batch.trim, self.batch.bleed, self.copies)

    @property
    def full(self) -> "Own":
        """Return the copies that fill whole sheets."""
        return self._replace(copies=self.copies[: self._whole])

    @property
    def rest(self) -> "Own":
        """Return the copies that do not fill a sheet."""
        return self._replace(copies=self.copies[self._whole :])

    @property
    def _whole(self) -> int:
        places = self.frame.grid.places
        return len(self.copies) // places * places


class Dealt(NamedTuple):
    """The spreads of one file, and the batches on them that lie in a grid of their own."""

    spreads: tuple[Spread, ...]
    grids: tuple[tuple[Batch, Frame], ...]


def deal(found: Iterable[tuple[Batch, Frame]], layout: Layout, backs: Backs) -> Dealt:
    """Return the spreads of one file.

    Sheets that a component fills stay its own. What is left of the components shares sheets where
    that saves some. Whole components are taken apart only where the sheets are still more than
    one above what the area of the pieces asks for.
    """
    owns = [Own(b, frame, part.copies) for b, frame in found for part in b.components]
    dealt = min(_alone(owns, layout), _rests_shared(owns, layout, backs), key=_sheets)
    lots = [own.lot for own in owns]
    if _sheets(dealt) > bound(lots, layout, backs) + 1:
        mixed = mix(lots, layout, backs)
        if mixed is not None and len(mixed) < _sheets(dealt):
            return Dealt(tuple(mixed), ())
    return dealt


def _sheets(dealt: Dealt) -> int:
    return len(dealt.spreads)


def _alone(owns: Sequence[Own], layout: Layout) -> Dealt:
    """Return all copies in grids."""
    spreads = tuple(_grids(owns, layout))
    return Dealt(spreads, tuple(dict.fromkeys((o.batch, o.frame) for o in owns if o.copies)))


def _rests_shared(owns: Sequence[Own], layout: Layout, backs: Backs) -> Dealt:
    """Return full sheets in grids, and what is left of the components on shared ones.

    The fullest rests are asked first: each that costs no sheet keeps a grid of its own.
    """
    sharing = [own for own in owns if own.rest.copies and mix([own.rest.lot], layout, backs)]
    mixed = _mixed(sharing, layout, backs)
    for own in sorted(sharing, key=lambda own: -len(own.rest.copies) / own.frame.grid.places):
        others = [other for other in sharing if other is not own]
        fewer = _mixed(others, layout, backs)
        if len(fewer) < len(mixed):
            sharing, mixed = others, fewer
    alone = _alone([own.full if own in sharing else own for own in owns], layout)
    return Dealt((*alone.spreads, *mixed), alone.grids)


def _mixed(sharing: Iterable[Own], layout: Layout, backs: Backs) -> list[Spread]:
    return mix([own.rest.lot for own in sharing], layout, backs) or []


def _grids(owns: Iterable[Own], layout: Layout) -> Iterator[Spread]:
    """Yield the sheets in grids; components of one size share them only where that saves one."""
    for (batch, frame), group in groupby(owns, key=lambda own: (own.batch, own.frame)):
        for copies in _streams(list(group)):
            for start in range(0, len(copies), frame.grid.places):
                load = copies[start : start + frame.grid.places]
                yield framed(load, frame, batch.bleed, layout.bleed)


def _streams(parts: Sequence[Own]) -> list[tuple[Copy, ...]]:
    """Return the copies that are dealt one after the other; each stream begins a sheet."""
    rests = [part.rest.copies for part in parts if part.rest.copies]
    pooled = tuple(chain.from_iterable(rests))
    if not rests or ceil(len(pooled) / parts[0].frame.grid.places) == len(rests):
        return [part.copies for part in parts]
    return [*(part.full.copies for part in parts), pooled]
