"""The interface between drawing an element and all else: data, other files, fonts and the cache.

Each drawing function of this package draws one resolved element. For all else it calls the
renderer that it is given: a ``use`` gets the element that its ``href`` names, a group the drawing
of its children, a gradient its stops with the row's data filled in. ``Renderer`` declares these
calls, in the order in which a drawing makes them::

    def draw_use(element: ResolvedElement, renderer: Renderer) -> Fragment:
        target = renderer.target(element.attrs["href"], element.source)
        with renderer.following(target, element):
            return renderer.draw(target, renderer.use_context(target, element.inner))

``pnp.template.render`` implements it for one row of data. Nothing here knows of rows, columns or
expressions.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from pnp.base.diagnostics import Where
from pnp.geometry.plane import Rect, Size
from pnp.scene.node import Node
from pnp.svg.cascade import Style
from pnp.svg.parse import Element
from pnp.svg.resolved import Context, Fragment, ResolvedElement
from pnp.text.fontbook import FontBook


@dataclass(slots=True, eq=False)
class Blob:
    """The bytes of an image file, from a file or a ``data:`` URL, and their place."""

    data: bytes
    where: Where


class Renderer(ABC):
    """What the drawing functions call. ``where`` is the data's place: ``cards.csv:7``."""

    book: FontBook
    where: Where
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
    def draw_file(self, name: str, style: Style) -> tuple[Fragment, Size] | None:
        """Return a whole file's drawing and its size in millimetres, None if there is no file.

        ``name`` is a path inside ``templates/``, as ``icons/skull.svg``; ``style`` is inherited.
        """

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
    def context_of(self, element: Element) -> Context:
        """Return the context of an element in its own file: paint servers inherit from there."""

    @abstractmethod
    def use_context(self, target: Element, context: Context) -> Context:
        """Return the context that a ``use`` passes to its target, with the target's ancestors."""

    # measures

    @abstractmethod
    def mm_per_unit(self, element: Element) -> float:
        """Return a user unit at the root of the element's file in millimetres."""

    @abstractmethod
    def bounding_box(self, nodes: Iterable[Node]) -> Rect | None:
        """Return the bounding box of nodes without their strokes, None if nothing is drawn."""
