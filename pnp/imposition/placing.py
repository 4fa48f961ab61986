"""Faces are put into their slots, and a side of a sheet becomes a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pnp.geometry import Rect, Size
from pnp.scene.bounds import union
from pnp.scene.face import Face
from pnp.scene.node import Clip, Group, Node
from pnp.scene.page import Page, Placement
from pnp.scene.path import Path


@dataclass(frozen=True, slots=True)
class Art:
    """One group for each different drawing, so that back ends store it once for all copies."""

    _groups: dict[tuple[Node, ...], Group] = field(default_factory=dict)

    def group(self, face: Face) -> Group:
        """Return the group that draws a face; faces of equal drawing share it."""
        if face.nodes not in self._groups:
            self._groups[face.nodes] = Group(face.nodes)
        return self._groups[face.nodes]

    def placed(self, placement: Placement) -> Group:
        """Return a face in its slot, cut off at its window, under its key."""
        place = placement.slot.place
        window = Path.rect(place.inverse().box(placement.window))
        art = (self.group(placement.face),)
        return Group(art, place=place, clip=Clip(window), key=placement.key)


def page(
    paper: Size, placements: Sequence[Placement], art: Art, beside: Iterable[Node], label: str
) -> Page:
    """Return a side of a sheet: the placements, then what stands beside and over them."""
    whole = Rect.of(paper)
    return Page(
        size=paper,
        nodes=(*(art.placed(placement) for placement in placements), *beside),
        trim=union(placement.trim for placement in placements) or whole,
        bleed=union(placement.window for placement in placements) or whole,
        placements=tuple(placements),
        label=label,
    )
