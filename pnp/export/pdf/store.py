"""Content streams while they are written, and the things they call by name."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject, PDFObjectReference

from pnp.export.pdf.file import File
from pnp.export.pdf.fonts import EmbeddedFont
from pnp.geometry import IDENTITY, Affine, Rect
from pnp.scene.node import Mask, Node
from pnp.scene.paint import Paint
from pnp.template.text.fonts import FontBook

KINDS = {"F": "Font", "G": "ExtGState", "P": "Pattern", "X": "XObject"}
"""What the first letter of a name says: the part of a resource dictionary where it stands."""


class Store:
    """Fonts, states, patterns, forms and images: each stands in the file once.

    Names are the same in all streams of a file. ``draw`` draws nodes into a stream; ``shared``
    holds the contents of groups that become forms.
    """

    def __init__(
        self,
        file: File,
        book: FontBook,
        shared: frozenset[tuple[Node, ...]],
        draw: "Callable[[Content, tuple[Node, ...]], None]",
    ) -> None:
        self.file = file
        self.book = book
        self.shared = shared
        self.draw = draw
        self.fonts: dict[str, EmbeddedFont] = {}
        self.fades: dict[tuple[Paint, Rect], Mask] = {}
        self._names: dict[Hashable, str] = {}
        self._references: dict[str, PDFObjectReference] = {}
        self._counts: Counter[str] = Counter()

    def name(self, kind: str, key: Hashable, make: Callable[[], PDFObjectReference]) -> str:
        """Return the name of a thing; it is made when its key is met for the first time."""
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
        """Return a font of the book, ready to take note of the glyphs that are drawn."""
        if key not in self.fonts:
            font = EmbeddedFont(self.book.font(key), f"F{len(self.fonts) + 1}")
            self.fonts[key] = font
            self._references[font.name] = self.file.named(font.name)
        return self.fonts[key]

    def resources(self, names: Iterable[str]) -> PDFDictionary:
        """Return the dictionary that gives the names of one stream their meaning."""
        kinds: dict[str, dict[str, PDFObject]] = {}
        for name in names:
            kinds.setdefault(KINDS[name[0]], {})[name] = self._references[name]
        return PDFDictionary({kind: PDFDictionary(things) for kind, things in kinds.items()})


class Content:
    """One content stream: its operators so far, and the names they use.

    ``place`` maps the space of the next operator to that in which the stream began.
    """

    def __init__(self, store: Store, place: Affine = IDENTITY) -> None:
        self.store = store
        self.place = place
        self.lines: list[str] = []
        self._names: set[str] = set()

    def use(self, name: str) -> str:
        """Return a name as it is written, and list it in the stream's resources."""
        self._names.add(name)
        return f"/{name}"

    @property
    def resources(self) -> PDFDictionary:
        """Return the dictionary of all names that the stream uses."""
        return self.store.resources(self._names)

    @property
    def data(self) -> bytes:
        """Return the operators as bytes."""
        return "\n".join(self.lines).encode("ascii")

    def add(self, entries: Mapping[str, object]) -> PDFObjectReference:
        """Return a reference to the stream, added to the file with its resources."""
        return self.store.file.add_stream({**entries, "Resources": self.resources}, self.data)
