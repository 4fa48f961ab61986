"""What a face paints: every outline, text and picture, in painting order, placed on the face."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from pnp.geometry.plane import IDENTITY, NOWHERE, Affine, Bounds, box_of, hull, placed
from pnp.preflight.lettering import Lettering
from pnp.scene.node import Clip, Group, Node, Paint, Picture, Shape, Solid, Text

Leaf = Shape | Text | Picture


class GraphicsState(NamedTuple):
    """What lies over a mark: the clips it is seen through, how opaque it is, whether it is masked.

    Each clip has the map from its own space to the face.
    """

    clips: tuple[tuple[Clip, Affine], ...] = ()
    opacity: float = 1.0
    masked: bool = False


NO_VEIL = GraphicsState()


class PaintOp(NamedTuple):
    """One thing that is painted. ``box`` is around it on the face, its stroke included.

    The box of a text is that of its ink; the box of an outline may be larger where it is curved.
    """

    node: Leaf
    place: Affine
    box: Bounds
    veil: GraphicsState


class PaintFlattener:
    """Lists the marks of drawings; what they share is measured once."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering = lettering
        self._boxes: dict[Node, Bounds] = {}

    def marks(self, nodes: Sequence[Node]) -> tuple[PaintOp, ...]:
        """Return what nodes paint, in painting order; what has no paint is left out."""
        found: list[PaintOp] = []
        self.gather(nodes, IDENTITY, NO_VEIL, found)
        return tuple(found)

    def gather(
        self, nodes: Sequence[Node], place: Affine, veil: GraphicsState, found: list[PaintOp]
    ) -> None:
        """Append what nodes paint: one list for all takes half the time of one for each group."""
        for node in nodes:
            if isinstance(node, Group):
                self.gather(node.nodes, *inside(node, place, veil), found)
            else:
                box = self._boxes.get(node)
                if box is None:
                    box = self._boxes[node] = self._own_box(node)
                if box is not NOWHERE:
                    found.append(PaintOp(node, place, placed(box, place), veil))

    def _own_box(self, node: Leaf) -> Bounds:
        """Return the box of a leaf in its own space, ``NOWHERE`` where it paints nothing."""
        if isinstance(node, Shape):
            return _outline_box(node)
        match node:
            case Text():
                seen = _seen(node.fill) or (node.stroke is not None and _seen(node.stroke.paint))
                return self._lettering.ink(node) if seen and node.string.strip() else NOWHERE
            case Picture():
                return box_of(node.box) if min(node.box.size) > 0 else NOWHERE
            case _:
                assert_never(node)


def inside(group: Group, place: Affine, veil: GraphicsState) -> tuple[Affine, GraphicsState]:
    """Return where the nodes of a group are put, and what lies over them."""
    own = group.place
    inner = place if own is IDENTITY else own if place is IDENTITY else place @ own
    if group.clip is None and group.mask is None and group.opacity == 1.0:
        return inner, veil
    clips = veil.clips if group.clip is None else (*veil.clips, (group.clip, inner))
    return inner, GraphicsState(
        clips, veil.opacity * group.opacity, veil.masked or group.mask is not None
    )


def _outline_box(shape: Shape) -> Bounds:
    """Return the box of an outline with its stroke, mitres apart."""
    stroked = shape.stroke is not None and _seen(shape.stroke.paint)
    if not stroked and not _seen(shape.fill):
        return NOWHERE
    box = hull(shape.path.coords)
    return box.grown(shape.stroke.width / 2) if stroked and shape.stroke else box


def _seen(paint: Paint | None) -> bool:
    return paint is not None and not (isinstance(paint, Solid) and paint.opacity <= 0)
