"""Reads a PDF file back: its pages with what they paint, and what the file asks of a printer.

The only module of the proof that uses pikepdf; it knows nothing of the PDF writer.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any

from pnp.base.diagnostics import user_error
from pnp.base.interrupts import uninterrupted
from pnp.base.slotted import slotted
from pnp.base.units import MM_PER_POINT
from pnp.geometry.plane import Affine, Rect, Size
from pnp.proof.expected import Keyed
from pnp.proof.interpreter import Interpretation, Interpreter, check_group
from pnp.proof.printedobjects import NotUnderstoodError, PrintedFont, box, only

with uninterrupted():  # an interrupt while it is loaded would end Python itself
    import pikepdf


@slotted
class Printed:
    """One page of a PDF in millimetres, y down from its top-left corner; a missing box is None."""

    size: Size
    trim: Rect | None
    bleed: Rect | None
    keys: tuple[str, ...]
    """The key of each placement in drawing order; twice if it is drawn twice."""
    marks: Keyed
    turned: bool = False
    """Whether the page is turned, enlarged or cropped, or has something above its contents."""
    unknown: str | None = None
    """What is on the page and not known to the proof, which cannot say what is painted then."""


class Signer:
    """Digests of a file's objects by content: all that they refer to counts, their numbers do not.

    Two objects with the same digest print the same, in whatever files they are.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], bytes] = {}

    def sign(self, thing: Any) -> bytes:
        """Return the digest of an object of any type."""
        if not isinstance(thing, pikepdf.Object):
            return repr(thing).encode()
        if not thing.is_indirect:
            return self._digest(thing)
        if thing.objgen not in self._known:
            self._known[thing.objgen] = b"in itself"  # until it is signed: objects may be circular
            self._known[thing.objgen] = self._digest(thing)
        return self._known[thing.objgen]

    def _digest(self, thing: Any) -> bytes:
        if isinstance(thing, pikepdf.Array):
            parts = [b"[", *map(self.sign, thing)]
        elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            parts = [b"<<"]
            for name in sorted(thing.keys()):
                if name != "/Parent":
                    parts += [name.encode(), self.sign(thing[name])]
            if isinstance(thing, pikepdf.Stream):
                parts += [b"stream", blake2b(thing.read_raw_bytes()).digest()]
        else:
            return bytes(thing.unparse())
        return blake2b(b" ".join(parts), digest_size=20).digest()


INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
"""The entries that a page takes from its ancestors if it has none itself (ISO 32000-1, 7.7.3.4)."""


def _inherited(page: Any, name: str) -> Any:
    """Return an entry of a page or of the nearest ancestor that has it, or None."""
    while page is not None and name not in page:
        page = page.get("/Parent")
    return None if page is None else page[name]


class PrintedPage:
    """A page of an open file that may be read. Pages with equal signatures print the same."""

    def __init__(self, page: pikepdf.Page, reader: Interpreter, signer: Signer) -> None:
        self._page, self._reader = page, reader
        inherited = (_inherited(page.obj, name) for name in INHERITED if name not in page.obj)
        self.signature = b"".join(map(signer.sign, (page.obj, *inherited)))

    def read(self) -> Printed:
        """Return what the page shows."""
        return _page(self._page, self._reader)


@slotted
class PrintedFile:
    """The contents of a PDF: pages, names of fonts that are not embedded, and what it asks for.

    ``fonts`` are those of the pages that were read by now.

    ``scaling`` and ``duplex`` are the viewer preferences ``PrintScaling`` and ``Duplex``;
    ``unknown`` are entries that may change what is printed: layers, forms, actions, page ranges.

    ``pages`` can be iterated once; each page is read on demand: a large file has millions of marks.
    """

    pages: Iterator[PrintedPage]
    page_count: int
    loose_fonts: tuple[str, ...]
    fonts: Collection[PrintedFont]
    scaling: str | None
    duplex: str | None
    unknown: tuple[str, ...]


_CATALOG = ("/Type", "/Version", "/Pages", "/PageMode", "/ViewerPreferences", "/Metadata", "/Lang")
_NAVIGATION = ("/Outlines", "/PageLabels", "/PageLayout")
_PAGE = ("/Type", "/Parent", "/Resources", "/Contents", "/Group", "/Rotate", "/UserUnit", "/Annots")
_PREFERENCES = ("/PrintScaling", "/Duplex", "/DisplayDocTitle")
_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")


@contextmanager
def open_pdf(path: Path) -> Iterator[PrintedFile]:
    """Open a PDF file for the duration of the context.

    Raises:
        PnpError: the file cannot be read as a PDF.
    """
    try:
        with pikepdf.open(BytesIO(path.read_bytes())) as pdf:
            reader, signer = Interpreter(), Signer()
            pages = (PrintedPage(page, reader, signer) for page in pdf.pages)
            unknown = tuple(_unknown(pdf))
            scaling, duplex = (_preference(pdf, name) for name in ("/PrintScaling", "/Duplex"))
            fonts = _loose_fonts(pdf)
            printed = reader.fonts.values()
            yield PrintedFile(pages, len(pdf.pages), fonts, printed, scaling, duplex, unknown)
            if warnings := pdf.get_warnings():  # of what was read by now: it was mended on the way
                raise ValueError(f"it is damaged: {warnings[0]}")
    except (pikepdf.PdfError, pikepdf.PasswordError, ValueError) as error:
        raise user_error(f"{path.name} cannot be read back: {error}") from None


def _unknown(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Yield the entries of the file that may change what is printed, or whether it is."""
    if pdf.is_encrypted:
        yield "/Encrypt"
    yield from sorted({*pdf.Root.keys()} - {*_CATALOG, *_NAVIGATION})
    yield from sorted({*pdf.Root.get("/ViewerPreferences", {}).keys()} - {*_PREFERENCES})


def _page(page: pikepdf.Page, reader: Interpreter) -> Printed:
    left, bottom, right, top = (float(side) for side in page.mediabox)
    to_mm = Affine(MM_PER_POINT, 0, 0, -MM_PER_POINT, -left * MM_PER_POINT, top * MM_PER_POINT)
    size = Size((right - left) * MM_PER_POINT, (top - bottom) * MM_PER_POINT)
    trim, bleed = _box(page, "/TrimBox", to_mm), _box(page, "/BleedBox", to_mm)
    drawn, unknown = Interpretation({}, []), None
    try:
        _check_page(page)
        resources = _inherited(page.obj, "/Resources")
        drawn = reader.page(_content(page), resources, to_mm)
    except NotUnderstoodError as error:
        unknown = str(error)
    except (KeyError, IndexError, TypeError) as error:
        unknown = f"what to make of a damaged object: {error}"
    return Printed(size, trim, bleed, tuple(drawn.keys), drawn.marks, _is_turned(page), unknown)


def _check_page(page: pikepdf.Page) -> None:
    """Raise an error if the page has an entry that may change what is printed."""
    for name in sorted({*page.obj.keys()} - {*_PAGE, *_BOXES}):
        raise NotUnderstoodError(f"the entry {name} of a page")
    if "/Group" in page.obj:
        check_group(page.obj["/Group"])


def _is_turned(page: pikepdf.Page) -> bool:
    turn, crop = (_inherited(page.obj, name) for name in ("/Rotate", "/CropBox"))
    scaled = float(page.obj.get("/UserUnit", 1)) != 1
    cropped = crop is not None and box(crop) != box(page.mediabox)
    return bool(turn) or scaled or cropped or len(page.obj.get("/Annots", ())) > 0


def _content(page: pikepdf.Page) -> bytes:
    """Return the page's content stream; the file may split it between any two operators."""
    content: Any = page.obj.get("/Contents", [])
    parts = list(content) if isinstance(content, pikepdf.Array) else [content]
    for part in parts:
        only("the contents of a page", part, ("/Length", "/Filter"))
    return b"\n".join(part.read_bytes() for part in parts)


def _box(page: pikepdf.Page, name: str, to_mm: Affine) -> Rect | None:
    box: Any = page.obj.get(name)
    if box is None:
        return None
    left, bottom, right, top = (float(side) for side in box)
    return to_mm.box(Rect(left, bottom, right - left, top - bottom))


def _loose_fonts(pdf: pikepdf.Pdf) -> tuple[str, ...]:
    """Return the names of the fonts that are not embedded."""
    fonts = [obj for obj in pdf.objects if _is(obj, "/Type", "/Font")]
    return tuple(sorted({str(font.get("/BaseFont", "?")) for font in fonts if not _embedded(font)}))


def _embedded(font: Any) -> bool:
    if _is(font, "/Subtype", "/Type3"):
        return True
    if _is(font, "/Subtype", "/Type0"):
        return all(_embedded(inner) for inner in font.DescendantFonts)
    descriptor = font.get("/FontDescriptor", {})
    return any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3"))


def _is(obj: Any, key: str, value: str) -> bool:
    return isinstance(obj, pikepdf.Dictionary) and str(obj.get(key, "")) == value


def _preference(pdf: pikepdf.Pdf, name: str) -> str | None:
    preferences: Any = pdf.Root.get("/ViewerPreferences", {})
    return str(preferences[name]) if name in preferences else None
