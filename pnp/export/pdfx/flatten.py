"""Flattens what inks cannot be: transparency for PDF/X-1a, blend modes for any press.

What is see-through is drawn with all that is below it, as a picture of the box that it covers. What
is painted before stays as it is, below the picture; what is painted later stays as it is, above.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from math import ceil, floor, sqrt
from typing import NamedTuple

from pnp.base.units import pixels
from pnp.export.pdf.file import Info
from pnp.export.pdf.paint import is_opaque
from pnp.export.pdf.writer import PdfWriter
from pnp.export.png import rasterise
from pnp.geometry.plane import Rect, Size
from pnp.scene.bounds import node_reach
from pnp.scene.image import Image, load_image, samples
from pnp.scene.node import Blend, Group, Node, Paint, Pattern, Picture, Shape, Solid, Text, leaves
from pnp.scene.page import Page
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook
from pnp.text.lettering import largest_box

DPI = 600.0
"""Dots per inch of what is drawn as pixels: letters that a veil covers stay sharp."""

MOST_PIXELS = 25_000_000
"""The most pixels of a page; a larger one, a board, has fewer dots per inch."""

MOST_PICTURES = 12
"""Of a page with so many, boxes are joined whatever is below: each picture draws the page anew."""


class DrawnPart(NamedTuple):
    """A part of a drawing; ``needs_pixels`` if inks alone cannot print it."""

    node: Node
    needs_pixels: bool


class FlattenedRegion(NamedTuple):
    """A picture to be made: ``below`` is a page up to the last part that needs pixels.

    ``box`` is what is drawn of it: the box around the parts that need pixels.
    """

    below: Contents
    size: Size
    box: Rect


class Flattener:
    """Flattens pages; ``transparent`` tells whether opacities and masks stay as they are."""

    def __init__(self, book: FontBook, *, transparent: bool) -> None:
        self._book = book
        self._transparent = transparent
        self._split: dict[Node, tuple[DrawnPart, ...]] = {}
        self._known: dict[Node, bool] = {}
        self._made: dict[FlattenedRegion, Picture] = {}

    def flattened(self, pages: Sequence[Page]) -> list[Page]:
        """Return pages of which nothing needs pixels; where nothing did, it is the same object."""
        split = {page: [*self._parts(_opened(page.nodes))] for page in pages}
        found = {page: self._regions(page, parts) for page, parts in split.items()}
        self._make([region for regions in found.values() for region in regions.values()])
        return [self._replaced(page, split[page], found[page]) for page in pages]

    def _replaced(
        self, page: Page, parts: Sequence[DrawnPart], regions: dict[int, FlattenedRegion]
    ) -> Page:
        if not any(part.needs_pixels for part in parts):
            return page
        nodes: list[Node] = []
        for number, part in enumerate(parts):
            if not part.needs_pixels:
                nodes.append(part.node)
            elif number in regions:
                nodes.append(self._made[regions[number]])
        return replace(page, nodes=tuple(nodes))

    def _parts(self, nodes: Iterable[Node]) -> Iterator[DrawnPart]:
        """Yield the parts of a drawing: groups without effects, those with one, single nodes."""
        for node in nodes:
            if node not in self._split:
                self._split[node] = tuple(self._parts_of(node))
            yield from self._split[node]

    def _parts_of(self, node: Node) -> Iterator[DrawnPart]:
        if not self._needs_pixels(node):
            yield DrawnPart(node, False)
        elif isinstance(node, Group) and not is_apart(node):
            for part in self._parts(node.nodes):
                yield DrawnPart(replace(node, nodes=(part.node,)), part.needs_pixels)
        else:
            yield DrawnPart(node, True)

    def _needs_pixels(self, node: Node) -> bool:
        if node not in self._known:
            self._known[node] = self._has_effect(node)
        return self._known[node]

    def _has_effect(self, node: Node) -> bool:
        match node:
            case Group():
                effect = node.opacity < 1 or node.mask is not None
                if node.blend is not Blend.NORMAL or (effect and not self._transparent):
                    return True
                masked = node.mask.nodes if node.mask is not None else ()
                return any(map(self._needs_pixels, (*node.nodes, *masked)))
            case Picture():
                return not self._transparent and samples(node.image).alpha is not None
            case Shape() | Text():
                paints = (node.fill, node.stroke and node.stroke.paint)
                return any(self._paint_needs_pixels(paint) for paint in paints if paint)

    def _paint_needs_pixels(self, paint: Paint) -> bool:
        if isinstance(paint, Pattern):
            return any(map(self._needs_pixels, paint.nodes))
        return not self._transparent and not is_opaque(paint)

    def _regions(self, page: Page, parts: Sequence[DrawnPart]) -> dict[int, FlattenedRegion]:
        """Return the pictures to be made, by the place of the last part in each."""
        nodes = tuple(part.node for part in parts)
        return {
            last: FlattenedRegion(nodes[: last + 1], page.size, box)
            for last, box in self._boxes(page, parts).items()
        }

    def _boxes(self, page: Page, parts: Sequence[DrawnPart]) -> dict[int, Rect]:
        """Return the boxes of pictures, by the place of the last part in each.

        Parts that need pixels are one picture, unless text is painted between them, or lies below
        the box around both and below neither.
        """
        found: dict[int, Rect] = {}
        texts: list[Rect] = []
        last: int | None = None
        for number, part in enumerate(parts):
            if not part.needs_pixels:
                mine = [*self._texts(part.node)]
                texts += mine
                last = None if mine else last
            elif (box := self._box(page, part.node)) is not None:
                if last is not None and (
                    len(found) >= MOST_PICTURES or not _covers_more(found[last], box, texts)
                ):
                    box = box.union(found.pop(last))
                found[number], last = box, number
        return found

    def _texts(self, node: Node) -> Iterator[Rect]:
        """Yield the boxes of the texts of a part."""
        for leaf, place in leaves((node,)):
            box = largest_box(leaf, self._book) if isinstance(leaf, Text) else None
            if box is not None:
                yield place.box(box)

    def _box(self, page: Page, node: Node) -> Rect | None:
        """Return the box of a node on the page, in whole pixels; None if it is not on it."""
        reach = node_reach(node, lambda text: largest_box(text, self._book))
        box = reach and reach.intersection(Rect.of(page.size))
        if box is None:
            return None
        dpi = _dpi(page.size)
        across = page.size.width / pixels(page.size.width, dpi)
        down = page.size.height / pixels(page.size.height, dpi)
        left, top = floor(box.x / across) * across, floor(box.y / down) * down
        right, bottom = ceil(box.right / across) * across, ceil(box.bottom / down) * down
        return Rect(left, top, right - left, bottom - top)

    def _make(self, regions: Iterable[FlattenedRegion]) -> None:
        """Draw what has to be drawn as pixels."""
        new = [region for region in dict.fromkeys(regions) if region not in self._made]
        if not new:
            return
        whole = [Rect.of(region.size) for region in new]
        leaves = [
            Page(region.size, region.below, box, box, (), "")
            for region, box in zip(new, whole, strict=True)
        ]
        pdf = PdfWriter(leaves, self._book).for_pixels(leaves, Info("flattened"))
        for number, region in enumerate(new):
            image = _pixels(pdf, number, region)
            self._made[region] = Picture(image, region.box)


def _pixels(pdf: bytes, number: int, region: FlattenedRegion) -> Image:
    raster = rasterise(pdf, number, _dpi(region.size), box=region.box)
    file = BytesIO()
    raster.save(file, "PNG", compress_level=1)
    return load_image(file.getvalue())


def _dpi(size: Size) -> float:
    count = pixels(size.width, DPI) * pixels(size.height, DPI)
    return DPI * min(1.0, sqrt(MOST_PIXELS / count))


def is_apart(group: Group) -> bool:
    """Tell whether a group is composited by itself before it is painted."""
    effect = group.opacity < 1 or group.mask is not None or group.blend is not Blend.NORMAL
    return effect or group.isolated


def _opened(nodes: Contents) -> Contents:
    """Return nodes with the first group not isolated: nothing is below it to mix with."""
    if not nodes or not isinstance(nodes[0], Group) or is_apart(replace(nodes[0], isolated=False)):
        return nodes
    return (replace(nodes[0], nodes=_opened(nodes[0].nodes), isolated=False), *nodes[1:])


def _covers_more(first: Rect, second: Rect, texts: Iterable[Rect]) -> bool:
    """Tell whether the box around two boxes meets a text that neither meets."""
    whole = first.union(second)
    return any(
        whole.intersection(text) is not None
        and first.intersection(text) is None
        and second.intersection(text) is None
        for text in texts
    )


def mapped(nodes: Contents, change: Callable[[Node], Node]) -> Contents:
    """Return nodes, each changed; the same tuple if ``change`` returns every node as it is."""
    found = tuple(map(change, nodes))
    return nodes if all(a is b for a, b in zip(found, nodes, strict=True)) else found


def inside(group: Group, change: Callable[[Node], Node]) -> Group:
    """Return a group whose nodes are changed; the same object if none is."""
    inner = mapped(group.nodes, change)
    return group if inner is group.nodes else replace(group, nodes=inner)


def shown_only(nodes: Contents) -> Contents:
    """Return a drawing without paints that are wholly clear."""
    return mapped(nodes, _shown)


def _shown(node: Node) -> Node:
    if isinstance(node, Group):
        return inside(node, _shown)
    if isinstance(node, Picture):
        return node
    fill = None if _is_clear(node.fill) else node.fill
    stroke = None if node.stroke and _is_clear(node.stroke.paint) else node.stroke
    same = fill is node.fill and stroke is node.stroke
    return node if same else replace(node, fill=fill, stroke=stroke)


def _is_clear(paint: Paint | None) -> bool:
    return isinstance(paint, Solid) and paint.opacity <= 0
