"""Flattens a drawing: its groups become a list of paint operations in painting order."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.geometry.plane import IDENTITY, NOWHERE, Affine, Bounds
from pnp.scene.bounds import ink_bounds
from pnp.scene.node import Blend, Clip, Group, Node, Picture, Shape, Text
from pnp.text.lettering import Lettering

Leaf = Shape | Text | Picture


class GraphicsState(NamedTuple):
    """The part of the PDF graphics state that groups set: clips, opacity, and whether masked.

    Each clip comes with the map from its own space to the face. ``opacity`` is from 0 to 1.
    For example ``GraphicsState(clips=(), opacity=0.5, masked=False)`` in a half transparent group.
    """

    clips: tuple[tuple[Clip, Affine], ...] = ()
    opacity: float = 1.0
    masked: bool = False


INITIAL_STATE = GraphicsState()


class PaintOp(NamedTuple):
    """One painted shape, text or picture. ``place`` maps its own space to the face.

    ``box`` is its bounding box on the face in millimetres, y down, with its stroke. For a text it
    is the ink box; for a curved outline it holds the control points, and may be too large.

    A card's ground of 63 x 88 mm and 3 mm of bleed:
    ``PaintOp(Shape(…), IDENTITY, Bounds(-3, -3, 66, 91), INITIAL_STATE)``.
    """

    node: Leaf
    place: Affine
    box: Bounds
    state: GraphicsState


class PaintFlattener:
    """Flattens drawings to paint operations; the box of a node that several share is kept."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering = lettering
        self._boxes: dict[Node, Bounds] = {}

    def flatten(self, nodes: Sequence[Node]) -> tuple[PaintOp, ...]:
        """Return the paint operations of nodes in painting order; unpainted nodes have none."""
        found: list[PaintOp] = []
        self.gather(nodes, IDENTITY, INITIAL_STATE, found)
        return tuple(found)

    def gather(
        self, nodes: Sequence[Node], place: Affine, state: GraphicsState, found: list[PaintOp]
    ) -> None:
        """Append the paint operations of nodes to ``found``."""
        # One list passed down takes half the time of one list returned by each group.
        for node in nodes:
            if isinstance(node, Group):
                self.gather(node.nodes, *inside(node, place, state), found)
            else:
                box = self._boxes.get(node)
                if box is None:
                    box = self._boxes[node] = ink_bounds(node, self._lettering.ink)
                if box is not NOWHERE:
                    found.append(PaintOp(node, place, box.placed(place), state))


def inside(group: Group, place: Affine, state: GraphicsState) -> tuple[Affine, GraphicsState]:
    """Return the map and the graphics state for the nodes of a group."""
    own = group.place
    inner = place if own is IDENTITY else own if place is IDENTITY else place @ own
    hazy = group.mask is not None or group.blend is not Blend.NORMAL
    if group.clip is None and not hazy and group.opacity == 1.0:
        return inner, state
    clips = state.clips if group.clip is None else (*state.clips, (group.clip, inner))
    return inner, GraphicsState(clips, state.opacity * group.opacity, state.masked or hazy)
