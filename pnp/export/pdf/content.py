"""Content streams under construction, and the resources they share: forms, patterns, states, fonts.

reportlab's canvas is not used: it loses opacity and gradients inside forms, and has no shaped
text.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFDictionary,
    PDFName,
    PDFObject,
    PDFObjectReference,
)

from pnp.export.pdf.file import Objects, transparency
from pnp.export.pdf.fonts import EmbeddedFont
from pnp.export.pdf.syntax import matrix, number, numbers
from pnp.geometry.plane import IDENTITY, Affine, Rect
from pnp.scene.bounds import node_reach, union
from pnp.scene.node import Blend, Mask, Node, Paint, Pattern
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook
from pnp.text.lettering import largest_box

KINDS = {"F": "Font", "G": "ExtGState", "P": "Pattern", "X": "XObject"}
"""The category of the resource dictionary for the first letter of a resource name: /X3, /F1."""


class DrawnFace(NamedTuple):
    """The operators of a face, the same wherever it is, and the resource names that they use."""

    operators: tuple[str, ...]
    names: frozenset[str]


class Store:
    """The resources of a build's files: fonts, graphics states, patterns, forms and images.

    Equal resources are written once, and have one name in all streams of all files. ``draw`` writes
    nodes into a stream (``nodes.draw_nodes``, passed in to avoid an import cycle); ``shared`` are
    the contents of groups that become form XObjects. ``faces`` are those of faces: they are on a
    sheet, in the overview, and on a page of their own.
    """

    def __init__(
        self,
        book: FontBook,
        shared: frozenset[Contents],
        faces: frozenset[Contents],
        draw: "Callable[[Content, Contents], None]",
    ) -> None:
        self.objects = Objects()
        self.book = book
        self.shared = shared
        self.faces = faces
        self.draw = draw
        self.drawn: dict[Contents, DrawnFace] = {}
        self.fonts: dict[str, EmbeddedFont] = {}
        self.fades: dict[tuple[Paint, Rect], Mask] = {}
        self._names: dict[Hashable, str] = {}
        self._references: dict[str, PDFObjectReference] = {}
        self._counts: Counter[str] = Counter()

    def name(self, kind: str, key: Hashable, make: Callable[[], PDFObjectReference]) -> str:
        """Return the name of the resource with a key, which ``make`` adds on first use: ``X3``."""
        known = self._names.get((kind, key))
        if known is not None:
            return known
        reference = make()
        self._counts[kind] += 1
        name = f"{kind}{self._counts[kind]}"
        self._names[kind, key] = name
        self._references[name] = reference
        return name

    def font(self, key: str) -> EmbeddedFont:
        """Return a font of the book; files embed it when all their pages are drawn."""
        if key not in self.fonts:
            font = EmbeddedFont(self.book.font(key), f"F{len(self.fonts) + 1}")
            self.fonts[key] = font
            self._references[font.name] = PDFObjectReference(font.name)
        return self.fonts[key]

    def resources(self, names: Iterable[str]) -> PDFDictionary:
        """Return the resource dictionary for the names that one stream uses."""
        kinds: dict[str, dict[str, PDFObject]] = {}
        for name in names:
            kinds.setdefault(KINDS[name[0]], {})[name] = self._references[name]
        return PDFDictionary({kind: PDFDictionary(things) for kind, things in kinds.items()})


class Content:
    """One content stream under construction: lines of operators, and the resource names they use.

    ``place`` is the map from the space of the next operator to the stream's initial space;
    ``is_fixed`` is whether an operator depends on it, so that it is wrong in any other place.
    A green rectangle adds ``"0.1333 0.4 0.2667 rg 0 0 m 63 0 l 63 88 l 0 88 l h f"`` to ``lines``.
    """

    def __init__(self, store: Store, place: Affine = IDENTITY) -> None:
        self.store = store
        self.place = place
        self.is_fixed = False
        self.lines: list[str] = []
        self._names: set[str] = set()

    def draw(self, nodes: Contents) -> None:
        """Write the contents of a group; those of a face are drawn once for all pages."""
        store = self.store
        if nodes not in store.faces:
            store.draw(self, nodes)
            return
        face = store.drawn.get(nodes)
        if face is None:
            inner = Content(store, self.place)
            store.draw(inner, nodes)
            operators = ("\n".join(inner.lines),) if inner.lines else ()
            face = DrawnFace(operators, frozenset(inner._names))
            self.is_fixed |= inner.is_fixed
            if not inner.is_fixed:
                store.drawn[nodes] = face
        self.lines += face.operators
        self._names |= face.names

    def to_start(self, place: Affine) -> Affine:
        """Return a map to the space of the next operator as one to the stream's initial space."""
        self.is_fixed = True
        return self.place @ place

    def use(self, name: str) -> str:
        """Return a resource name as an operand, with its slash, and add it to the resources."""
        self._names.add(name)
        return f"/{name}"

    @property
    def resources(self) -> PDFDictionary:
        """Return the resource dictionary of the stream."""
        return self.store.resources(self._names)

    @property
    def data(self) -> bytes:
        """Return the stream's data."""
        return "\n".join(self.lines).encode("ascii")

    def add(self, entries: Mapping[str, object]) -> PDFObjectReference:
        """Add the stream to the store with ``entries`` and its resources; return a reference."""
        return self.store.objects.add_stream({**entries, "Resources": self.resources}, self.data)


NOTHING = Rect(0, 0, 0, 0)


def reach(store: Store, nodes: Iterable[Node]) -> Rect:
    """Return a box around everything that nodes paint, for ``BBox`` entries."""
    boxes = (node_reach(node, lambda text: largest_box(text, store.book)) for node in nodes)
    return union(boxes) or NOTHING


def form(store: Store, nodes: Contents, *, apart: bool = False) -> str:
    """Return the name of the form XObject that draws some nodes.

    ``apart`` makes it a transparency group: composited by itself, then painted as one object.
    """

    def add() -> PDFObjectReference:
        return _add_form(store, nodes, reach(store, nodes), apart=apart)

    return store.name("X", (nodes, apart), add)


def tile(store: Store, pattern: Pattern, place: Affine) -> str:
    """Return the name of a tiling pattern; ``place`` maps its space to the stream's initial one."""

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


def state(
    store: Store, opacity: float, mask: Mask | None = None, blend: Blend = Blend.NORMAL
) -> str:
    """Return the name of the graphics state with an opacity, a soft mask and a blend mode."""

    def add() -> PDFObjectReference:
        level = number(opacity)
        entries: dict[str, object] = {"Type": PDFName("ExtGState"), "ca": level, "CA": level}
        if mask is not None:
            entries["SMask"] = _soft_mask(store, mask)
        if blend is not Blend.NORMAL:
            entries["BM"] = PDFName("".join(map(str.capitalize, blend.value.split("-"))))
        return store.objects.add(PDFDictionary(entries))

    return store.name("G", (number(opacity), mask, blend), add)


def _soft_mask(store: Store, mask: Mask) -> PDFDictionary:
    drawing = _add_form(store, mask.nodes, mask.region, apart=True)
    kind = PDFName("Luminosity" if mask.luminance else "Alpha")
    return PDFDictionary({"Type": PDFName("Mask"), "S": kind, "G": drawing})


def _add_form(store: Store, nodes: Contents, box: Rect, *, apart: bool) -> PDFObjectReference:
    """Return a reference to a new form XObject."""
    content = Content(store)
    store.draw(content, nodes)
    entries = {"Type": PDFName("XObject"), "Subtype": PDFName("Form"), "BBox": _box(box)}
    if apart:
        entries["Group"] = transparency()
    return content.add(entries)


def _box(rect: Rect) -> PDFArrayCompact:
    return PDFArrayCompact([numbers(rect.x, rect.y, rect.right, rect.bottom)])
