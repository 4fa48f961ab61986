"""An element with its data, the fragment that it draws, and the interface to all else.

Each drawing function of this package draws one resolved element. For all else - data, other files,
fonts and the cache - it calls the renderer that it is given: a ``use`` gets the element that its
``href`` names, a group the drawing of its children, a gradient its stops with the row's data filled
in. ``Renderer`` declares these calls, in the order in which a drawing makes them::

    def draw_use(element: ResolvedElement, renderer: Renderer) -> Fragment:
        target = renderer.target(element.attrs["href"], element.source)
        with renderer.following(target, element):
            return renderer.draw(target, renderer.use_context(target, element.inner))

``pnp.template.render`` implements it for one row of data. Nothing here knows of rows, columns or
expressions. A drawing function raises PnpError, with the element's place, where a value of the
element, a reference or something that it draws is wrong.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from pnp.base.diagnostics import Finding, PnpError, Where, quote, unusable, user_error
from pnp.base.slotted import slotted
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Rect, Size
from pnp.scene.bounds import node_bounds, path_bounds, union
from pnp.scene.node import Group, Node
from pnp.scene.page import Ink
from pnp.svg.cascade import FILL_BOX, INHERITED, Style
from pnp.svg.css import Lineage
from pnp.svg.measure import (
    Viewport,
    fit,
    parse_number,
    parse_opacity,
    parse_origin,
    parse_transform,
    parse_user_length,
    parse_view_box,
)
from pnp.svg.parse import Element
from pnp.svg.rules import invalid, missing_picture
from pnp.text.fontbook import FontBook
from pnp.text.lettering import cell_box
from pnp.text.style import Icon

T = TypeVar("T")

MAX_NODES = 50_000
"""More than any face draws; a drawing with more has a runaway loop or a chain of copies."""

REGION = (("x", "x", "-10%"), ("y", "y", "-10%"), ("width", "x", "120%"), ("height", "y", "120%"))
"""The default region of a mask and a filter (CSS Masking 1, Filter Effects 1)."""

_BITMAP = "in Inkscape, choose Edit > Make a Bitmap Copy, delete the original, and keep the copy"

_INSTEAD = {
    **dict.fromkeys(("meshgradient", "mesh"), f"pnp draws no mesh gradients: {_BITMAP}"),
    "hatch": "pnp draws no <hatch>: draw its lines in a <pattern>",
}
"""What to do about a paint of Inkscape's own, by its tag."""

ROW = Where("")
"""A placeholder for the row's place in findings of a drawing that many rows share."""


class DataError(PnpError):
    """A value that comes from data is wrong: that of ``attribute``, as ``fill``."""

    def __init__(self, problem: Finding, attribute: str) -> None:
        super().__init__([problem])
        self.attribute = attribute


class Context(NamedTuple):
    """What an element is drawn with besides its attributes and the data; a part of memo keys.

    ``style`` is inherited; ``viewport`` is what percentages refer to; ``lineage`` are the ancestors
    that selectors match; ``ink`` is the version that is drawn. In a ``guide`` nothing is painted.
    """

    style: Style
    viewport: Viewport
    lineage: Lineage
    ink: Ink
    guide: "Guide | None" = None


class Guide(NamedTuple):
    """The ``pnp:role`` of an element around, and its id; without a role, a layer that is hidden."""

    role: str = ""
    name: str = ""


class RoleOutline(NamedTuple):
    """A guide, which is not printed: its ``role``, as ``cut`` or ``crease``, outline and id."""

    role: str
    path: Path
    name: str


@dataclass(eq=False)
class Fragment:
    """What an element draws: a ``<rect>`` gives ``Fragment((Shape(…),))``.

    ``marks`` are its guides. ``weight`` counts its nodes, shared ones each time they occur.
    ``growth`` is the largest scale of any part relative to that part's own user space. ``hidden``
    are the outlines of what is not painted, but counts for bounding boxes. ``blends`` says that a
    part mixes with what is below the drawing.
    """

    nodes: tuple[Node, ...] = ()
    findings: tuple[Finding, ...] = ()
    marks: tuple[RoleOutline, ...] = ()
    weight: int = 1
    growth: float = 1.0
    hidden: tuple[Path, ...] = ()
    blends: bool = False

    @property
    def is_seen(self) -> bool:
        """Say whether anything is drawn, found or marked."""
        return bool(self.nodes or self.findings or self.marks)

    @cached_property
    def grouped(self) -> tuple[Node, ...]:
        """Return the nodes as a tuple of one group, the same object at each call, or ``()``."""
        if len(self.nodes) == 1 and isinstance(self.nodes[0], Group):
            return self.nodes
        return (Group(self.nodes),) if self.nodes else ()

    def placed(self, place: Affine, name: str | None = None) -> "Fragment":
        """Return the drawing mapped by ``place``, as a group with the id that a ``use`` names."""
        marks = tuple(m._replace(path=m.path.placed(place)) for m in self.marks)
        nodes = (Group(self.grouped, place, name=name),) if self.nodes else ()
        growth = self.growth * place.stretch
        hidden = tuple(path.placed(place) for path in self.hidden)
        weight = self.weight + 1
        return Fragment(nodes, self.findings, marks, weight, growth, hidden, self.blends)


NOTHING = Fragment()


def joined(results: list[Fragment], where: Where) -> Fragment:
    """Return drawings as one, a later one over an earlier one.

    Raises:
        PnpError: together they have more than ``MAX_NODES`` nodes.
    """
    weight = 1 + sum(result.weight for result in results)
    if weight > MAX_NODES:
        hint = "look for a loop with too many turns, or for copies, masks, patterns of themselves"
        raise user_error(f"the drawing has more than {MAX_NODES:,} parts", where, hint)
    return Fragment(
        tuple(node for result in results for node in result.nodes),
        tuple(finding for result in results for finding in result.findings),
        tuple(mark for result in results for mark in result.marks),
        weight,
        max((result.growth for result in results), default=1.0),
        tuple(path for result in results for path in result.hidden),
        any(result.blends for result in results),
    )


class Ruler(NamedTuple):
    """What an attribute's lengths are measured in: the viewport along an axis, and the font size.

    Reading a length asks the viewport only for a percentage.
    """

    whole: Viewport
    axis: str
    em: float

    def length(self, text: str) -> float:
        """Return a length in user units.

        Raises:
            ValueError: the text is not a length.
        """
        return parse_user_length(text, self.whole.whole_of(text, self.axis), self.em)


@slotted(frozen=False, eq=False)
class ResolvedElement:
    """An element with its data filled in, its cascaded and its inherited values computed.

    ``source`` is the element as parsed. For ``<g pnp:fill="{{ hue }}" opacity=".5">`` in a row
    with ``hue`` red, ``attrs`` is ``{"opacity": ".5", "fill": "red"}``; ``cascaded`` holds the same
    properties after style sheets and ``style``; ``style`` is what children inherit, with ``fill``
    among it and ``opacity`` not. ``inner`` is the context of the children. ``weight`` is that of
    the masks and patterns that it is drawn with. ``data`` are the attributes that come from the
    row: ``{"fill": "red"}``.
    """

    source: Element
    attrs: dict[str, str]
    cascaded: dict[str, str]
    style: Style
    context: Context
    inner: Context
    findings: list[Finding] = field(default_factory=list)
    weight: int = 0
    data: Mapping[str, str] = field(default_factory=dict)

    def filled(self, data: Mapping[str, str]) -> "ResolvedElement":
        """Return a copy with data among the attributes, so that a cached element stays as it is.

        The data must not be what selectors match or what is cascaded.
        """
        attrs = {**self.attrs, **data} if data else self.attrs
        return ResolvedElement(
            self.source, attrs, self.cascaded, self.style, self.context, self.inner,
            list(self.findings), 0, data,
        )  # fmt: skip

    @property
    def where(self) -> Where:
        """Return the element's place in its file."""
        return self.source.where

    def read(self, parse: Callable[..., T], *arguments: object) -> T:
        """Return the parser's result for some arguments; a ValueError gets the element's place.

        Raises:
            PnpError: the parser raised a ValueError.
        """
        try:
            return parse(*arguments)
        except ValueError as error:
            raise user_error(str(error), self.where) from None

    def is_data(self, name: str) -> bool:
        """Say whether a value may come from a ``pnp:`` attribute of the element or one above it."""
        if not {name.removeprefix("pnp:"), "style"}.isdisjoint(self.source.pnp_attrs):
            return True
        return name in INHERITED and any(name in each.pnp_attrs for each in self.source.above())

    def fault(self, name: str, message: str, hint: str | None = None) -> None:
        """Note that an attribute or a property is wrong, and so counts as not written.

        ``name`` is that of the element's ``attrs``: ``fill``, ``pnp:transform``.

        Raises:
            PnpError: the value comes from data, which has to be right.
        """
        if self.is_data(name):
            raise DataError(unusable(message, self.where, hint), name)
        self.findings.append(invalid(message, self.where, hint))

    def miss(self, name: str, problem: Finding) -> None:
        """Note that what an attribute shows of another file is not there, or cannot be used.

        Raises:
            PnpError: the value comes from data, which has to be right.
        """
        if self.is_data(name):
            raise DataError(problem, name)
        self.findings.append(missing_picture(problem.message, self.where, problem.hint))

    def understood(self, name: str, default: T, parse: Callable[..., T], *arguments: object) -> T:
        """Return the parser's result for some arguments; a ``fault`` gives the default."""
        try:
            return parse(*arguments)
        except ValueError as error:
            self.fault(name, str(error))
            return default

    def measured(self, text: str, axis: str = "d") -> float:
        """Return a length in user units; percentages refer to the viewport along an axis."""
        whole = self.context.viewport.whole_of(text, axis)
        return self.read(parse_user_length, text, whole, self.style.size)

    def length(self, name: str, axis: str = "d", default: str = "0") -> float:
        """Return an attribute as a length in user units."""
        whole, em, text = self.context.viewport, self.style.size, self.attrs.get(name, default)
        if text.endswith("rem"):
            return self.length_in(name, text[:-3] + "em", Ruler(whole, axis, whole.rem), default)
        return self.length_in(name, text, Ruler(whole, axis, em), default)

    def length_in(self, name: str, text: str, ruler: "Ruler", default: str) -> float:
        """Return an attribute's text as a length; a ``fault`` gives the default."""
        try:
            return ruler.length(text)
        except ValueError as error:
            self.fault(name, str(error))
            return ruler.length(default)

    def region(self, whole: Viewport) -> Rect:
        """Return the region of a mask or a filter; percentages refer to ``whole``."""
        return Rect(
            *(
                self.length_in(name, self.attrs.get(name, usual), Ruler(whole, axis, 1.0), usual)
                for name, axis, usual in REGION
            )
        )

    def number(self, text: str) -> float:
        """Return a number or a percentage as a fraction."""
        return self.read(parse_number, text)

    def opacity(self, text: str) -> float:
        """Return an opacity, clamped to 0 to 1."""
        return self.read(parse_opacity, text)

    def transform(self, box: Callable[[], Rect | None]) -> Affine:
        """Return the element's ``transform``, with ``pnp:transform`` applied inside it.

        ``box`` returns the box of what the element draws, in its user space; it is called only if
        the fixed point of the transform refers to it.
        """
        drawn = self.read(parse_transform, self.cascaded.get("transform", ""))
        if drawn != IDENTITY and self.cascaded.get("transform-box", "").lower() in FILL_BOX:
            drawn = about(drawn, self, box() or Rect(0, 0, 0, 0))
        elif drawn != IDENTITY and "transform-origin" in self.cascaded:
            drawn = about(drawn, self, whole_of(self.context.viewport))
        data = self.attrs.get("pnp:transform")
        return drawn @ self.read(parse_transform, data) if data else drawn

    def place(self, box: Callable[[], Rect | None]) -> Affine:
        """Return the map of the element's user space onto its parent's; ``box`` is in that space.

        That of a ``use`` ends with its ``x`` and ``y``: clips, masks and filters move with it (SVG
        2, section 5.6).
        """
        place = self.transform(box)
        if self.source.tag == "use":
            place @= Affine.move(self.length("x", "x"), self.length("y", "y"))
        return place

    @property
    def stretch(self) -> float:
        """Return how many times larger the element's ``transform`` draws it."""
        return self.transform(lambda: None).stretch

    @property
    def visible(self) -> bool:
        """Say whether the element's ``visibility`` lets it be painted."""
        return self.style["visibility"] == "visible"


def about(place: Affine, element: ResolvedElement, box: Rect) -> Affine:
    """Return a map with an element's ``transform-origin`` in a box as its fixed point."""
    text = element.cascaded.get("transform-origin", "0 0")
    right, down = element.understood("transform-origin", (0.0, 0.0), parse_origin, text, box.size)
    x, y = box.x + right, box.y + down
    return Affine.move(x, y) @ place @ Affine.move(-x, -y)


def whole_of(viewport: Viewport) -> Rect:
    """Return a viewport as the box of a ``transform-origin`` (CSS Transforms 1, section 11)."""
    return Rect(0, 0, viewport.along("x"), viewport.along("y"))


def view_box(element: ResolvedElement | None) -> Rect | None:
    """Return the ``viewBox`` of an element, None if it has none or, with a finding, a wrong one."""
    if element is None or "viewBox" not in element.attrs:
        return None
    return element.understood("viewBox", None, parse_view_box, element.attrs["viewBox"])


def fitted(element: ResolvedElement, box: Rect, into: Rect, aspect: str) -> Affine:
    """Return the map of a view box into a rectangle by an element's ``preserveAspectRatio``."""
    usual = fit(box, into, "xMidYMid")
    return element.understood("preserveAspectRatio", usual, fit, box, into, aspect)


def drawn_bounds(nodes: Iterable[Node], book: FontBook) -> Rect | None:
    """Return the bounding box of nodes: outlines without strokes, letters by their glyph cells."""
    return union(node_bounds(node, lambda text: cell_box(text, book)) for node in nodes)


@slotted(frozen=False, eq=False)
class Blob:
    """The bytes of an image file, from a file or a ``data:`` URL, and their place."""

    data: bytes
    where: Where


class Renderer(ABC):
    """What the drawing functions call. ``where`` is the data's place: ``cards.csv:7``."""

    book: FontBook
    where: Where
    initial: Style
    """What outermost elements inherit."""
    language: str
    """The tag of the language that the texts are in."""
    effort: float
    """The work of the filters drawn so far, in pixel visits."""

    # elements with their data

    @abstractmethod
    def instances(self, element: Element, context: Context) -> Iterator[ResolvedElement]:
        """Yield the element each time it is shown: never, once, or once in a loop's iteration."""

    @abstractmethod
    def resolve(self, element: Element, context: Context) -> ResolvedElement:
        """Return the element once, even if its condition is false: paint servers need it so."""

    # their drawings

    @abstractmethod
    def draw(self, element: Element, context: Context) -> Fragment:
        """Return an element's drawing in its parent's user space."""

    @abstractmethod
    def draw_children(self, element: ResolvedElement, context: Context) -> Fragment:
        """Return what an element's children draw, in the element's user space."""

    @abstractmethod
    def draw_shared_children(self, element: ResolvedElement, context: Context) -> Fragment:
        """Return the result of ``draw_children``, cached, as it is drawn at several places."""

    @abstractmethod
    def draw_named(self, name: str, target: Element, context: Context) -> Fragment:
        """Return an element's drawing as a group with a name: the id that a ``use`` names."""

    @abstractmethod
    def draw_icon(self, name: str, style: Style) -> tuple[Fragment, Icon] | None:
        """Return a whole file's drawing, also as an icon; None if there is no file.

        ``name`` is a path inside ``templates/``, as ``icons/skull.svg``; ``style`` is inherited.
        """

    @abstractmethod
    def names_in(self, folders: Collection[str]) -> list[str]:
        """Return the names of the drawings in folders of ``templates/``, without ``.svg``."""

    @abstractmethod
    def draw_picture(self, href: str, element: Element) -> tuple[Fragment, Size] | None:
        """Return the drawing that an image shows, and its size in mm; None for one of pixels.

        Raises:
            PnpError: the file does not exist, cannot be read, or shows itself.
        """

    @abstractmethod
    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what a function returns, cached by a key and the data that it depends on."""

    @abstractmethod
    def translated_at(self, words: str) -> Where | None:
        """Return the cell of a table of texts that has the words of the data; None if none has."""

    # references

    @abstractmethod
    def target(self, href: str, element: Element) -> Element:
        """Return the element that an element's reference names, as ``#id`` or ``file.svg#id``.

        Raises:
            PnpError: the reference leads nowhere, or outside the templates folders.
        """

    @abstractmethod
    def blob(self, href: str, element: Element) -> Blob:
        """Return the image file that an element's reference or ``data:`` URL holds.

        Raises:
            PnpError: it does not exist, cannot be read, or lies outside the templates folders.
        """

    @abstractmethod
    def following(self, target: Element, element: ResolvedElement) -> AbstractContextManager[None]:
        """Guard the drawing of a referenced element against drawing itself.

        Raises:
            PnpError: the reference leads back to an element that is being drawn.
        """

    @abstractmethod
    def leads_back(self, target: Element) -> bool:
        """Say whether an element is being drawn, so that a reference to it has no end."""

    @abstractmethod
    def context_of(self, element: Element) -> Context:
        """Return the context of an element in its own file: paint servers inherit from there."""

    @abstractmethod
    def use_context(self, target: Element, context: Context) -> Context:
        """Return the context that a ``use`` passes to its target, with the target's ancestors."""

    def referred(
        self, element: ResolvedElement, name: str, href: str, *kinds: str
    ) -> Element | None:
        """Return the element that a reference names; None if it is a ``fault`` of an attribute.

        ``name`` is the attribute's or the property's; ``kinds`` are the tags that it may name.

        Raises:
            PnpError: the reference comes from data and is wrong, or the file cannot be read.
        """
        try:
            target = self.target(href, element.source)
        except PnpError as error:
            problem = error.problems[0]
            if problem.where != element.where:
                raise
            if href.strip().startswith("#"):
                element.fault(name, problem.message, problem.hint)
            else:
                element.miss(name, problem)
            return None
        if kinds and target.tag not in kinds:
            hint = _INSTEAD.get(target.tag, f"it names a <{kinds[0]}>")
            element.fault(name, f"{name} names a <{target.tag}>", hint)
            return None
        if self.leads_back(target):
            hint = "remove the reference that leads back"
            element.fault(
                name, f"{quote(target.attrs.get('id', target.tag))} refers to itself", hint
            )
            return None
        return target

    # measures

    @abstractmethod
    def mm_per_unit(self, element: Element) -> float:
        """Return a user unit at the root of the element's file in millimetres."""

    def box_of(self, drawn: Fragment) -> Rect | None:
        """Return the bounding box of a drawing, of what is not painted, too."""
        return union((self.bounding_box(drawn.nodes), *map(path_bounds, drawn.hidden)))

    @abstractmethod
    def bounding_box(self, nodes: Iterable[Node]) -> Rect | None:
        """Return the bounding box of nodes without their strokes, None if nothing is drawn."""
