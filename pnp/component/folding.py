"""How nets are drawn: art on the panels, grey on what is glued, dashes where it is folded."""

from collections.abc import Iterator, Mapping, Sequence

from pnp.color import Color
from pnp.component.faces import Faces
from pnp.component.piece import Piece
from pnp.component.unfolded import Panel, Unfolded
from pnp.content.game import Card
from pnp.finding import Finding
from pnp.scene.face import Face
from pnp.scene.node import Clip, Group, Node, Shape
from pnp.scene.paint import Solid, Stroke
from pnp.scene.path import Path
from pnp.template.drawing import Drawing

GLUE_GREY = Color(230, 230, 230)
FOLD_GREY = Color(120, 120, 120)
"""Folds of a net lie between drawings, which may be dark or light."""

FOLD_WIDTH = 0.2
FOLD_DASHES = (1.6, 1.0)


def folded(
    net: Unfolded, arts: Mapping[str, Drawing], under: Sequence[Node], card: Card, faces: Faces
) -> Piece:
    """Return the piece of a net; ``arts`` are drawings by panel, ``under`` lies below them."""
    nodes = (
        *(Shape(tab.path, Solid(GLUE_GREY)) for tab in net.tabs),
        *under,
        *(art_on(net.panels[name], art) for name, art in arts.items()),
        _folds(net),
    )
    component = faces.component
    findings = tuple(dict.fromkeys(_found(arts)))
    face = Face(net.trim, component.bleed, component.safe, nodes, card.where, findings)
    return Piece(component, card, face, None, net.outline, net.creases)


def art_on(panel: Panel, art: Drawing) -> Group:
    """Return a drawing on its panel, cut off where the panel ends."""
    return Group((Group(art.nodes, panel.place),), clip=Clip(panel.window))


def _folds(net: Unfolded) -> Shape:
    path = sum(net.creases, Path("", ()))
    return Shape(path, stroke=Stroke(Solid(FOLD_GREY), FOLD_WIDTH, dashes=FOLD_DASHES))


def _found(arts: Mapping[str, Drawing]) -> Iterator[Finding]:
    return (finding for art in arts.values() for finding in art.findings)
