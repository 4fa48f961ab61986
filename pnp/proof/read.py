"""Reads a PDF file back, and collects the marks of its pages (operators: ISO 32000-1, annex A).

The only module that uses pikepdf; it knows nothing of the PDF writer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from pnp.base.diagnostics import user_error
from pnp.base.units import MM_PER_POINT
from pnp.geometry.plane import IDENTITY, NOWHERE, Affine, Bounds, Rect, Size
from pnp.proof.contentstream import POINTS, Decoder, Operation, color_of, decoder, key_of, steps
from pnp.proof.traits import Mark, clipped, cut

Keyed = tuple[str | None, Mark]


class Interpretation(NamedTuple):
    """What a content stream paints: marks with their keys, and the key of each marked content.

    ``Interpretation([("deck/owl#1/face", Mark("fill", "#ffffff", …))], ["deck/owl#1/face"])``.
    """

    marks: Sequence[Keyed]
    keys: Sequence[str]


class State(NamedTuple):
    """The graphics state, limited to what the comparison needs; ``place`` is the CTM."""

    place: Affine
    clip: Bounds | None = None
    fill: str | None = "#000000"
    stroke: str | None = "#000000"
    font: Decoder | None = None
    rendering: int = 0


class Interpreter:
    """Interprets the pages of a file; each form XObject once per scale, turn and colours."""

    def __init__(self) -> None:
        self._steps: dict[tuple[int, int], tuple[Operation, ...]] = {}
        self._forms: dict[tuple[Any, ...], Interpretation] = {}
        self._fonts: dict[tuple[int, int], Decoder] = {}

    def page(self, content: bytes, resources: Any, place: Affine) -> Interpretation:
        """Return what a page paints, in drawing order; ``place`` maps its points to millimetres."""
        return _Stream(self, resources, State(place)).interpreted(steps(content))

    def form(self, form: Any, state: State) -> Interpretation:
        """Return what a form XObject paints under a graphics state."""
        a, b, c, d, e, f = state.place @ _matrix(form)
        moved = state._replace(place=Affine(a, b, c, d), clip=None)  # without the translation
        key = (form.objgen, *(round(n, 9) for n in (a, b, c, d)), state.fill, state.stroke)
        if key not in self._forms:
            stream = _Stream(self, form.get("/Resources"), moved._replace(clip=_bbox(form, moved)))
            self._forms[key] = stream.interpreted(self._read(form))
        drawn = self._forms[key]
        return drawn._replace(marks=[(k, m.moved(e, f, state.clip)) for k, m in drawn.marks])

    def _read(self, form: Any) -> tuple[Operation, ...]:
        """Return the operations of a form XObject; its stream is parsed once."""
        if form.objgen not in self._steps:
            self._steps[form.objgen] = tuple(steps(form.read_bytes()))
        return self._steps[form.objgen]

    def font(self, font: Any) -> Decoder:
        """Return the decoder of a font: from the bytes of a string to text."""
        if font.objgen not in self._fonts:
            self._fonts[font.objgen] = decoder(font)
        return self._fonts[font.objgen]


class _Stream:
    """The interpretation of one content stream: graphics state, marked content, current path."""

    def __init__(self, interpreter: Interpreter, resources: Any, state: State) -> None:
        self.interpreter = interpreter
        self.resources = resources if resources is not None else {}
        self.state = state
        self.stack: list[State] = []
        self.keys: list[str | None] = [None]
        self.fonts: dict[str, Decoder] = {}
        self.path: list[float] = []
        self.clipping = False
        self.matrix = self.line = IDENTITY
        self.marks: list[Keyed] = []
        self.all_keys: list[str] = []

    def interpreted(self, operations: Iterable[Operation]) -> Interpretation:
        for operator, operands in operations:
            if operator == POINTS:
                self.path += operands
            elif act := _ACTIONS.get(operator):
                act(self, operands)
            elif operator in _PAINTS:
                self.paint(*_PAINTS[operator])
        return Interpretation(self.marks, self.all_keys)

    def mark(self, kind: str, color: str | None, box: Bounds | None, text: str = "") -> None:
        self.marks.append((self.keys[-1], Mark(kind, color, box, text)))

    # paths

    def rectangle(self, operands: Sequence[Any]) -> None:
        x, y, width, height = operands
        right, bottom = x + width, y + height
        self.path += (x, y, right, y, right, bottom, x, bottom)

    def paint(self, fill: bool, stroke: bool) -> None:
        box = Bounds.hull(self.path, self.state.place)
        shown = cut(box, self.state.clip)
        if fill and box is not NOWHERE:
            self.mark("fill", self.state.fill, shown)
        if stroke and box is not NOWHERE:
            self.mark("stroke", self.state.stroke, shown)
        if self.clipping:
            self.state = self.state._replace(clip=clipped(box, self.state.clip))
        self.path, self.clipping = [], False

    def clip(self, _: Sequence[Any]) -> None:
        self.clipping = True

    # state

    def save(self, _: Sequence[Any]) -> None:
        self.stack.append(self.state)

    def restore(self, _: Sequence[Any]) -> None:
        self.state = self.stack.pop() if self.stack else self.state

    def concat(self, operands: Sequence[Any]) -> None:
        self.state = self.state._replace(place=self.state.place @ _affine(operands))

    def fill_color(self, operands: Sequence[Any]) -> None:
        self.state = self.state._replace(fill=color_of(operands))

    def stroke_color(self, operands: Sequence[Any]) -> None:
        self.state = self.state._replace(stroke=color_of(operands))

    def begin(self, operands: Sequence[Any]) -> None:
        key = key_of(operands)
        self.keys.append(self.keys[-1] if key is None else key)
        if key is not None:
            self.all_keys.append(key)

    def end(self, _: Sequence[Any]) -> None:
        if len(self.keys) > 1:
            self.keys.pop()

    # objects

    def draw(self, operands: Sequence[Any]) -> None:
        thing = self.resources["/XObject"][operands[0]]
        if str(thing.get("/Subtype")) == "/Image":
            self.image(operands)
            return
        outer = self.keys[-1]
        marks, keys = self.interpreter.form(thing, self.state)
        self.marks += [(key or outer, mark) for key, mark in marks]
        self.all_keys += keys

    def image(self, _: Sequence[Any]) -> None:
        square = Bounds(0, 0, 1, 1).placed(self.state.place)
        self.mark("image", None, cut(square, self.state.clip))

    def shade(self, _: Sequence[Any]) -> None:
        self.mark("shade", None, self.state.clip)

    # text

    def text_begin(self, _: Sequence[Any]) -> None:
        self.matrix = self.line = IDENTITY

    def text_font(self, operands: Sequence[Any]) -> None:
        name = operands[0]
        if name not in self.fonts:
            self.fonts[name] = self.interpreter.font(self.resources["/Font"][name])
        self.state = self.state._replace(font=self.fonts[name])

    def text_rendering(self, operands: Sequence[Any]) -> None:
        self.state = self.state._replace(rendering=int(operands[0]))

    def text_move(self, operands: Sequence[Any]) -> None:
        self.line = self.line @ Affine.move(*operands)
        self.matrix = self.line

    def text_matrix(self, operands: Sequence[Any]) -> None:
        self.matrix = self.line = _affine(operands)

    def text_show(self, operands: Sequence[Any]) -> None:
        parts = operands[0] if isinstance(operands[0], list) else operands
        codes = b"".join(part for part in parts if isinstance(part, bytes))
        text = self.state.font(codes) if self.state.font else codes.decode("latin-1")
        start = Bounds.at(self.state.place.apply(self.matrix.e, self.matrix.f))
        color = self.state.stroke if self.state.rendering == 1 else self.state.fill
        self.mark("text", color, cut(start, self.state.clip) or start, text)


def _affine(operands: Sequence[Any]) -> Affine:
    return Affine(*(float(n) for n in operands))


def _matrix(form: Any) -> Affine:
    return _affine(form.get("/Matrix")) if "/Matrix" in form else IDENTITY


def _bbox(form: Any, state: State) -> Bounds:
    return Bounds(*(float(n) for n in form.get("/BBox"))).placed(state.place)


_PAINTS = {
    **dict.fromkeys(("f", "F", "f*"), (True, False)),
    **dict.fromkeys(("B", "B*", "b", "b*"), (True, True)),
    **dict.fromkeys(("S", "s"), (False, True)),
    "n": (False, False),
}

_ACTIONS: dict[str, Callable[[_Stream, Sequence[Any]], None]] = {
    **dict.fromkeys(("W", "W*"), _Stream.clip),
    **dict.fromkeys(("rg", "g", "sc", "scn"), _Stream.fill_color),
    **dict.fromkeys(("RG", "G", "SC", "SCN"), _Stream.stroke_color),
    **dict.fromkeys(("BDC", "BMC"), _Stream.begin),
    **dict.fromkeys(("TJ", "Tj"), _Stream.text_show),
    **dict.fromkeys(("Td", "TD"), _Stream.text_move),
    "re": _Stream.rectangle,
    "q": _Stream.save,
    "Q": _Stream.restore,
    "cm": _Stream.concat,
    "EMC": _Stream.end,
    "Do": _Stream.draw,
    "BI": _Stream.image,
    "sh": _Stream.shade,
    "BT": _Stream.text_begin,
    "Tf": _Stream.text_font,
    "Tr": _Stream.text_rendering,
    "Tm": _Stream.text_matrix,
}


@dataclass(frozen=True, slots=True)
class Printed:
    """One page of a PDF in millimetres, y down from its top-left corner; a missing box is None."""

    size: Size
    trim: Rect | None
    bleed: Rect | None
    keys: tuple[str, ...]
    """The key of each placement in drawing order; twice if it is drawn twice."""
    marks: tuple[tuple[str | None, Mark], ...]


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
        inherited = (_inherited(page.obj, name) for name in INHERITED)
        self.signature = b"".join(map(signer.sign, (page.obj, *inherited)))

    def read(self) -> Printed:
        """Return what the page shows."""
        return _page(self._page, self._reader)


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """The contents of a PDF: pages, names of fonts that are not embedded, and PrintScaling.

    ``pages`` can be iterated once; each page is read on demand: a large file has millions of marks.
    """

    pages: Iterator[PrintedPage]
    page_count: int
    loose_fonts: tuple[str, ...]
    scaling: str | None


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
            yield PrintedFile(pages, len(pdf.pages), _loose_fonts(pdf), _scaling(pdf))
    except (pikepdf.PdfError, ValueError) as error:
        raise user_error(f"{path.name} cannot be read back: {error}") from None


def _page(page: pikepdf.Page, reader: Interpreter) -> Printed:
    left, bottom, right, top = (float(side) for side in page.mediabox)
    to_mm = Affine(MM_PER_POINT, 0, 0, -MM_PER_POINT, -left * MM_PER_POINT, top * MM_PER_POINT)
    size = Size((right - left) * MM_PER_POINT, (top - bottom) * MM_PER_POINT)
    drawn = reader.page(_content(page), _inherited(page.obj, "/Resources"), to_mm)
    trim, bleed = _box(page, "/TrimBox", to_mm), _box(page, "/BleedBox", to_mm)
    return Printed(size, trim, bleed, tuple(drawn.keys), tuple(drawn.marks))


def _content(page: pikepdf.Page) -> bytes:
    """Return the page's content stream; the file may split it between any two operators."""
    content: Any = page.obj.get("/Contents", [])
    parts = content if isinstance(content, pikepdf.Array) else [content]
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


def _scaling(pdf: pikepdf.Pdf) -> str | None:
    preferences: Any = pdf.Root.get("/ViewerPreferences", {})
    return str(preferences.get("/PrintScaling")) if "/PrintScaling" in preferences else None
