"""Drawings that stand apart from the page: forms, tiles, masks, and the states that use them."""

from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary, PDFName, PDFObjectReference

from pnp.export.pdf.extent import extent
from pnp.export.pdf.file import transparency
from pnp.export.pdf.store import Content, Store
from pnp.export.pdf.syntax import matrix, number, numbers
from pnp.geometry import Affine, Rect
from pnp.scene.node import Mask, Node
from pnp.scene.paint import Pattern

NOTHING = Rect(0, 0, 0, 0)


def form(store: Store, nodes: tuple[Node, ...], *, apart: bool = False) -> str:
    """Return the name of the form that draws these nodes.

    One that stands ``apart`` is put together first and then laid on the page as one picture.
    """

    def add() -> PDFObjectReference:
        box = extent(nodes, store.book) or NOTHING
        return _add_form(store, nodes, box, apart=apart)

    return store.name("X", (nodes, apart), add)


def tile(store: Store, pattern: Pattern, place: Affine) -> str:
    """Return the name of a pattern whose space lies in the stream as ``place`` says."""

    def add() -> PDFObjectReference:
        content = Content(store)
        store.draw(content, pattern.nodes)
        entries = {
            "Type": PDFName("Pattern"),
            "PatternType": 1,
            "PaintType": 1,
            "TilingType": 1,
            "BBox": _box(pattern.tile),
            "XStep": number(pattern.tile.width),
            "YStep": number(pattern.tile.height),
            "Matrix": f"[ {matrix(place)} ]",
        }
        return content.add(entries)

    return store.name("P", (pattern, place), add)


def state(store: Store, opacity: float, mask: Mask | None = None) -> str:
    """Return the name of the state that draws everything with an opacity and through a mask."""

    def add() -> PDFObjectReference:
        level = number(opacity)
        entries: dict[str, object] = {"Type": PDFName("ExtGState"), "ca": level, "CA": level}
        if mask is not None:
            entries["SMask"] = _soft_mask(store, mask)
        return store.file.add(PDFDictionary(entries))

    return store.name("G", (number(opacity), mask), add)


def _soft_mask(store: Store, mask: Mask) -> PDFDictionary:
    drawing = _add_form(store, mask.nodes, mask.region, apart=True)
    kind = PDFName("Luminosity" if mask.luminance else "Alpha")
    return PDFDictionary({"Type": PDFName("Mask"), "S": kind, "G": drawing})


def _add_form(
    store: Store, nodes: tuple[Node, ...], box: Rect, *, apart: bool
) -> PDFObjectReference:
    """Return a reference to a new form."""
    content = Content(store)
    store.draw(content, nodes)
    entries = {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Form"),
        "BBox": _box(box),
    }
    if apart:
        entries["Group"] = transparency()
    return content.add(entries)


def _box(rect: Rect) -> PDFArrayCompact:
    return PDFArrayCompact([numbers(rect.x, rect.y, rect.right, rect.bottom)])
