"""The operators of a page, followed one by one (ISO 32000-1, annex A), down to what they mark."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pikepdf

from pnp.geometry import IDENTITY, Affine, Rect
from pnp.proof.cmap import Decoder, decoder
from pnp.proof.mark import Mark, cut, hull

Keyed = tuple[str | None, Mark]


@dataclass(frozen=True, slots=True)
class State:
    """The graphics state, as far as it changes what is compared."""

    place: Affine
    clip: Rect | None = None
    fill: str | None = "#000000"
    stroke: str | None = "#000000"
    font: Decoder | None = None
    rendering: int = 0


class Interpreter:
    """Follows one page; a form that is drawn again under the same turn is read once."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self._forms: dict[tuple[Any, ...], tuple[Keyed, ...]] = {}
        self._fonts: dict[tuple[int, int], Decoder] = {}

    def run(self, content: Any, resources: Any, place: Affine) -> tuple[Keyed, ...]:
        """Return every mark of a content stream with its key, in drawing order."""
        return tuple(_Stream(self, resources, State(place)).marks(content))

    def form(self, form: Any, state: State) -> Sequence[Keyed]:
        """Return the marks of a form as it is drawn in a state."""
        a, b, c, d, e, f = state.place @ _matrix(form)
        moved = replace(state, place=Affine(a, b, c, d), clip=None)
        key = (form.objgen, *(round(n, 9) for n in (a, b, c, d)), state.fill, state.stroke)
        if key not in self._forms:
            stream = _Stream(self, form.get("/Resources"), replace(moved, clip=_bbox(form, moved)))
            self._forms[key] = tuple(stream.marks(form))
        shifted = ((name, mark.shifted(e, f)) for name, mark in self._forms[key])
        return [(name, mark._replace(box=cut(mark.box, state.clip))) for name, mark in shifted]

    def font(self, font: Any) -> Decoder:
        """Return what turns the shown bytes of a font into text."""
        if font.objgen not in self._fonts:
            self._fonts[font.objgen] = decoder(font)
        return self._fonts[font.objgen]


class _Stream:
    """One content stream, being followed."""

    def __init__(self, interpreter: Interpreter, resources: Any, state: State) -> None:
        self.interpreter = interpreter
        self.resources = resources if resources is not None else {}
        self.state = state
        self.stack: list[State] = []
        self.keys: list[str | None] = []
        self.path: list[float] = []
        self.pen = (0.0, 0.0)
        self.clipping = False
        self.matrix = self.line = IDENTITY
        self.found: list[Keyed] = []

    def marks(self, content: Any) -> list[Keyed]:
        for step in pikepdf.parse_content_stream(content):
            name = str(step.operator)
            if act := _ACTIONS.get(name):
                act(self, list(step.operands))
            elif name in _PAINTS:
                self.paint(*_PAINTS[name])
        return self.found

    def mark(self, kind: str, color: str | None, box: Rect | None, text: str = "") -> None:
        key = next((key for key in reversed(self.keys) if key is not None), None)
        self.found.append((key, Mark(kind, color, box, text)))

    # paths

    def points(self, operands: Sequence[Any]) -> None:
        numbers = [float(n) for n in operands]
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            self.path.extend(self.state.place.apply(x, y))

    def rectangle(self, operands: Sequence[Any]) -> None:
        x, y, width, height = (float(n) for n in operands)
        self.points([x, y, x + width, y, x + width, y + height, x, y + height])

    def paint(self, fill: bool, stroke: bool) -> None:
        box = hull(self.path)
        shown = cut(box, self.state.clip)
        if fill and box is not None:
            self.mark("fill", self.state.fill, shown)
        if stroke and box is not None:
            self.mark("stroke", self.state.stroke, shown)
        if self.clipping:
            own = box or Rect(0, 0, 0, 0)
            left = cut(own, self.state.clip) or Rect(own.x, own.y, 0, 0)
            self.state = replace(self.state, clip=left)
        self.path, self.clipping = [], False

    def clip(self, _: Sequence[Any]) -> None:
        self.clipping = True

    # state

    def save(self, _: Sequence[Any]) -> None:
        self.stack.append(self.state)

    def restore(self, _: Sequence[Any]) -> None:
        self.state = self.stack.pop() if self.stack else self.state

    def concat(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, place=self.state.place @ _affine(operands))

    def fill_color(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, fill=_color(operands))

    def stroke_color(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, stroke=_color(operands))

    def begin(self, operands: Sequence[Any]) -> None:
        holds = len(operands) == 2 and isinstance(operands[1], pikepdf.Dictionary)
        key = operands[1].get("/Key") if holds and str(operands[0]) == "/Piece" else None
        self.keys.append(None if key is None else str(key))
        if key is not None:
            self.interpreter.keys.append(str(key))

    def end(self, _: Sequence[Any]) -> None:
        if self.keys:
            self.keys.pop()

    # objects

    def draw(self, operands: Sequence[Any]) -> None:
        thing = self.resources["/XObject"][str(operands[0])]
        if str(thing.get("/Subtype")) == "/Image":
            self.image(operands)
            return
        outer = next((key for key in reversed(self.keys) if key is not None), None)
        for key, mark in self.interpreter.form(thing, self.state):
            self.found.append((key or outer, mark))

    def image(self, _: Sequence[Any]) -> None:
        self.mark("image", None, cut(self.state.place.box(Rect(0, 0, 1, 1)), self.state.clip))

    def shade(self, _: Sequence[Any]) -> None:
        self.mark("shade", None, self.state.clip)

    # text

    def text_begin(self, _: Sequence[Any]) -> None:
        self.matrix = self.line = IDENTITY

    def text_font(self, operands: Sequence[Any]) -> None:
        font = self.resources["/Font"][str(operands[0])]
        self.state = replace(self.state, font=self.interpreter.font(font))

    def text_rendering(self, operands: Sequence[Any]) -> None:
        self.state = replace(self.state, rendering=int(operands[0]))

    def text_move(self, operands: Sequence[Any]) -> None:
        self.line = self.line @ Affine.move(float(operands[0]), float(operands[1]))
        self.matrix = self.line

    def text_matrix(self, operands: Sequence[Any]) -> None:
        self.matrix = self.line = _affine(operands)

    def text_show(self, operands: Sequence[Any]) -> None:
        parts = operands[0] if isinstance(operands[0], pikepdf.Array) else [operands[0]]
        codes = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
        text = self.state.font(codes) if self.state.font else codes.decode("latin-1")
        start = Rect(*(self.state.place @ self.matrix).apply(0, 0), 0, 0)
        color = self.state.stroke if self.state.rendering == 1 else self.state.fill
        self.mark("text", color, cut(start, self.state.clip) or start, text)


def _affine(operands: Sequence[Any]) -> Affine:
    return Affine(*(float(n) for n in operands))


def _matrix(form: Any) -> Affine:
    return _affine(form.get("/Matrix")) if "/Matrix" in form else IDENTITY


def _bbox(form: Any, state: State) -> Rect:
    left, bottom, right, top = (float(n) for n in form.get("/BBox"))
    return state.place.box(Rect(left, bottom, right - left, top - bottom))


def _color(operands: Sequence[Any]) -> str | None:
    if not operands or isinstance(operands[-1], pikepdf.Name):
        return None
    channels = [round(float(n) * 255) for n in operands]
    if len(channels) == 1:
        channels *= 3
    return "#" + "".join(f"{n:02x}" for n in channels) if len(channels) == 3 else None


_PAINTS = {
    **dict.fromkeys(("f", "F", "f*"), (True, False)),
    **dict.fromkeys(("B", "B*", "b", "b*"), (True, True)),
    **dict.fromkeys(("S", "s"), (False, True)),
    "n": (False, False),
}

_ACTIONS: dict[str, Callable[[_Stream, Sequence[Any]], None]] = {
    **dict.fromkeys(("m", "l", "c"), _Stream.points),
    **dict.fromkeys(("v", "y"), _Stream.points),
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
    "INLINE IMAGE": _Stream.image,
    "sh": _Stream.shade,
    "BT": _Stream.text_begin,
    "Tf": _Stream.text_font,
    "Tr": _Stream.text_rendering,
    "Tm": _Stream.text_matrix,
}
