"""An element as one row sees it: attributes and style with the data in them; what it draws."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from pnp.base.diagnostics import Finding, Where, user_error
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Rect
from pnp.scene.bounds import node_bounds, union
from pnp.scene.drawing import Ink
from pnp.scene.node import Group, Node
from pnp.svg.cascade import Style
from pnp.svg.css import Names
from pnp.svg.measure import (
    Viewport,
    parse_number,
    parse_opacity,
    parse_transform,
    parse_user_length,
)
from pnp.svg.parse import Element
from pnp.text.fontbook import FontBook
from pnp.text.lettering import cell_box

T = TypeVar("T")

MAX_NODES = 50_000
"""No face draws more; what does is a loop or a chain of copies gone wild."""

REGION = (("x", "x", "-10%"), ("y", "y", "-10%"), ("width", "x", "120%"), ("height", "y", "120%"))
"""Where a mask and a filter work if they do not say (CSS Masking 1, Filter Effects 1)."""

ROW = Where("")
"""Stands for the place of the row in what is drawn for many rows."""


class Context(NamedTuple):
    """What an element's drawing hangs on besides itself and the data."""

    style: Style
    viewport: Viewport
    lineage: tuple[Names, ...]
    ink: Ink


class RoleOutline(NamedTuple):
    """An outline that is no ink: ``role`` is cut, crease, safe or room; ``name`` is its id."""

    role: str
    path: Path
    name: str


@dataclass(eq=False)
class Fragment:
    """What an element draws. ``weight`` counts its nodes, shared ones each time they appear.

    ``effort`` is the work of the filters in it, in visits to pixels, counted in the same way.
    ``growth`` is by how much the parts that are scaled up most are larger than in their own space.
    """

    nodes: tuple[Node, ...] = ()
    findings: tuple[Finding, ...] = ()
    marks: tuple[RoleOutline, ...] = ()
    weight: int = 1
    effort: float = 0.0
    growth: float = 1.0

    @cached_property
    def whole(self) -> tuple[Node, ...]:
        """Return the nodes as one group, the same object at each call, or nothing."""
        if len(self.nodes) == 1 and isinstance(self.nodes[0], Group):
            return self.nodes
        return (Group(self.nodes),) if self.nodes else ()

    def placed(self, place: Affine, name: str | None = None) -> "Fragment":
        """Return the drawing put elsewhere, under the name that it was called by."""
        marks = tuple(m._replace(path=m.path.placed(place)) for m in self.marks)
        nodes = (Group(self.whole, place, name=name),) if self.nodes else ()
        growth = self.growth * place.stretch
        return Fragment(nodes, self.findings, marks, self.weight + 1, self.effort, growth)


NOTHING = Fragment()


def joined(results: list[Fragment], where: Where) -> Fragment:
    """Return drawings one over the other.

    Raises:
        PnpError: a face would have too many nodes.
    """
    weight = 1 + sum(result.weight for result in results)
    if weight > MAX_NODES:
        hint = "look for a loop with too many turns, or for copies of copies"
        raise user_error(f"the drawing has more than {MAX_NODES:,} parts", where, hint)
    return Fragment(
        tuple(node for result in results for node in result.nodes),
        tuple(finding for result in results for finding in result.findings),
        tuple(mark for result in results for mark in result.marks),
        weight,
        sum(result.effort for result in results),
        max((result.growth for result in results), default=1.0),
    )


@dataclass(slots=True, eq=False)
class ResolvedElement:
    """An element with its data filled in, its cascaded and its inherited values computed.

    ``source`` is the element as parsed. For ``<g pnp:fill="{{ hue }}" opacity=".5">`` in a row
    with ``hue`` red, ``attrs`` is ``{"opacity": ".5", "fill": "red"}``; ``cascaded`` holds the same
    properties after style sheets and ``style``; ``style`` is what children inherit, with ``fill``
    among it and ``opacity`` not. ``inner`` is the context of the children.
    """

    source: Element
    attrs: dict[str, str]
    cascaded: dict[str, str]
    style: Style
    context: Context
    inner: Context
    findings: list[Finding] = field(default_factory=list)

    def copy(self) -> "ResolvedElement":
        """Return the element with a list of findings of its own."""
        return ResolvedElement(
            self.source, self.attrs, self.cascaded, self.style, self.context, self.inner,
            list(self.findings),
        )  # fmt: skip

    @property
    def where(self) -> Where:
        """Return the element's place in its file."""
        return self.source.where

    def read(self, parse: Callable[..., T], *arguments: object) -> T:
        """Return what a parser makes of the element's text; its error gets the element's place."""
        try:
            return parse(*arguments)
        except ValueError as error:
            raise user_error(str(error), self.where) from None

    def measured(self, text: str, axis: str = "d") -> float:
        """Return a length in user units; percentages are of the view box along an axis."""
        return self.read(
            parse_user_length, text, self.context.viewport.along(axis), self.style.size
        )

    def length(self, name: str, axis: str = "d", default: str = "0") -> float:
        """Return an attribute as a length in user units."""
        return self.measured(self.attrs.get(name, default), axis)

    def region(self, whole: Viewport) -> Rect:
        """Return the rectangle where a mask or a filter works, in the units of a whole."""
        return Rect(
            *(
                self.read(parse_user_length, self.attrs.get(n, usual), whole.along(axis), 1.0)
                for n, axis, usual in REGION
            )
        )

    def number(self, text: str) -> float:
        """Return a number or a percentage as a fraction."""
        return self.read(parse_number, text)

    def opacity(self, text: str) -> float:
        """Return an opacity, held between 0 and 1."""
        return self.read(parse_opacity, text)

    @property
    def transform(self) -> Affine:
        """Return the element's own transform, with ``pnp:transform`` applied inside it."""
        drawn = self.read(parse_transform, self.cascaded.get("transform", ""))
        data = self.attrs.get("pnp:transform")
        return drawn @ self.read(parse_transform, data) if data else drawn

    @property
    def visible(self) -> bool:
        """Say whether the element itself leaves ink."""
        return self.style["visibility"] == "visible"


def drawn_bounds(nodes: Iterable[Node], book: FontBook) -> Rect | None:
    """Return the box around what nodes draw: outlines without strokes, letters with their cells."""
    return union(node_bounds(node, lambda text: cell_box(text, book)) for node in nodes)
