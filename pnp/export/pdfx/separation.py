"""Separates the colours of a finished PDF: every stream, gradient and picture, into inks.

Nothing is changed in place, for a drawing may be printed and be a mask too: a mask stays grey, as
its lightness is an opacity.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from math import ceil, sqrt
from typing import Any
from zlib import compress

from pikepdf import (
    Array,
    Dictionary,
    Name,
    Object,
    Operator,
    Pdf,
    PdfImage,
    Stream,
    parse_content_stream,
    unparse_content_stream,
)

from pnp.base.color import Color
from pnp.base.units import POINTS_PER_MM
from pnp.export.pdf.file import COMPRESSION
from pnp.export.pdfx.press import FULL, Press

HAIRLINE = 0.35
"""Millimetres: grey lines that are not wider are black ink alone, as letters are."""

STEP = 16
"""The most that a channel (of 255) changes from one stop of a gradient to the next.

Between two stops inks change evenly, which colours do not: with so many stops the error of random
gradients is below 3.8 (CIE76), of half of them below 1.5.
"""

OVERPRINT = "overprint"
"""The key of a group of letters that print over what is below; black is not cut out of it."""

OVERPRINTS = Name("/Overprint")
"""The name of the graphics state of such letters in resource dictionaries."""

PATH_BEGINS, PATH_ENDS = {"m", "re"}, {"f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "n"}

UNMEANT = {"g", "G", "k", "K", "sc", "SC", "sh", "INLINE IMAGE"}
"""Operators that our files do not have: a colour that is not separated must not pass."""

Instruction = tuple[Sequence[Any], Operator]


@dataclass
class PenState:
    """The part of the graphics state that colours depend on.

    ``fill`` and ``stroke`` are what is asked for, the others what the stream has set. ``scale`` is
    the size of a unit in points.
    """

    scale: float
    width: float = 1.0
    fill: Color | None = None
    stroke: Color | None = None
    fill_set: tuple[Decimal, ...] = ()
    stroke_set: tuple[Decimal, ...] = ()


class Colorant:
    """Colours as operands in a colour space: inks for what is printed, greys for masks."""

    def __init__(self, press: Press | None) -> None:
        self._press = press
        self.space = Name.DeviceCMYK if press else Name.DeviceGray
        self.operators = ("k", "K") if press else ("g", "G")

    def learn(self, colors: Sequence[Color]) -> None:
        """Prepare many colours at once."""
        if self._press:
            self._press.learn(colors)

    def operands(self, color: Color, *, fine: bool = False) -> tuple[Decimal, ...]:
        """Return a colour as numbers from 0 to 1; ``fine`` is for letters and thin lines."""
        if self._press is None:
            return (_part(_luminosity(color)),)
        alone = self._press.black_alone(color) if fine else None
        return tuple(map(_part, alone or self._press.inks(color)))

    def picture(self, raster: Any) -> tuple[Name, bytes]:
        """Return the colour space and the samples of a picture; grey ones are black ink alone."""
        if self._press is None:
            return Name.DeviceGray, raster.convert("L").tobytes()
        if raster.mode == "L":
            lights = [FULL - ink for ink in self._press.blacks]
            return Name.DeviceGray, raster.point(lights).tobytes()
        return Name.DeviceCMYK, self._press.raster(raster.convert("RGB")).tobytes()


def _part(ink: float) -> Decimal:
    return Decimal(round(ink / FULL, 4)).quantize(Decimal("0.0001")).normalize() + 0


def _luminosity(color: Color) -> float:
    """Return how light a colour is to a mask: ISO 32000-1, 11.5.3."""
    return 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue


class Separation:
    """Converts the pages of a PDF; ``transparent`` tells whether they may have transparency."""

    def __init__(self, pdf: Pdf, press: Press, *, transparent: bool) -> None:
        self._pdf = pdf
        self._printed, self._masks = Colorant(press), Colorant(None)
        self._transparent = transparent
        self._made: dict[tuple[tuple[int, int], Colorant], Object] = {}
        state = Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)
        self.overprint = pdf.make_indirect(state)

    def convert(self, page: Object) -> None:
        """Convert a page."""
        page.Contents = self._once(page.Contents, self._printed, self._content)
        page.Resources = self._resources(page.get("/Resources", Dictionary()), self._printed)
        if "/Group" in page:
            del page["/Group"]
        if self._transparent:
            page.Group = _group(self._printed)

    def _once(
        self, thing: Object, colorant: Colorant, make: Callable[[Object, Colorant], Object]
    ) -> Object:
        """Return what is made of an object, made once."""
        key = (thing.objgen, colorant)
        if not thing.is_indirect:
            return make(thing, colorant)
        if key not in self._made:
            self._made[key] = self._pdf.make_indirect(make(thing, colorant))
        return self._made[key]

    def _content(self, stream: Object, colorant: Colorant) -> Object:
        """Return a stream of operators with its entries."""
        made = Stream(self._pdf, _separated(stream, colorant))
        for name, value in stream.items():
            if name not in ("/Length", "/Filter", "/DecodeParms", "/Group", "/Resources"):
                made[name] = value
        if "/Resources" in stream:
            made.Resources = self._resources(stream.Resources, colorant)
        if "/Group" in stream and (self._transparent or colorant is self._masks):
            made.Group = _group(colorant)
        return made

    def _resources(self, old: Any, colorant: Colorant) -> Dictionary:
        new = Dictionary(old)
        for kind, make in (
            ("/XObject", self._external),
            ("/Pattern", self._pattern),
            ("/ExtGState", self._state),
        ):
            if kind in old:
                items = old[kind].items()
                new[kind] = Dictionary({n: self._once(v, colorant, make) for n, v in items})
        states = new.get("/ExtGState", Dictionary())
        states[OVERPRINTS] = self.overprint
        new.ExtGState = states
        return new

    def _external(self, thing: Object, colorant: Colorant) -> Object:
        is_form = thing.Subtype == Name.Form
        return self._content(thing, colorant) if is_form else self._picture(thing, colorant)

    def _picture(self, stream: Any, colorant: Colorant) -> Object:
        space, samples = colorant.picture(PdfImage(stream).as_pil_image())
        made = Stream(self._pdf, b"")
        made.write(compress(samples, COMPRESSION), filter=Name.FlateDecode)
        for name in ("/Type", "/Subtype", "/Width", "/Height", "/BitsPerComponent"):
            made[name] = stream[name]
        made.ColorSpace = space
        if "/SMask" in stream:
            self._refuse_transparency("a picture with opacities")
            made.SMask = stream.SMask
        return made

    def _pattern(self, thing: Any, colorant: Colorant) -> Object:
        if thing.PatternType == 1:
            return self._content(thing, colorant)
        made = Dictionary(thing)
        made.Shading = _shading(thing.Shading, colorant)
        return made

    def _state(self, thing: Any, colorant: Colorant) -> Object:
        self._refuse_transparency("a graphics state")
        made = Dictionary(thing)
        if "/SMask" in made and made.SMask != Name("/None"):
            old: Any = made.SMask
            mask = Dictionary(old)
            mask.G = self._once(mask.G, self._masks, self._content)
            made.SMask = mask
        return made

    def _refuse_transparency(self, what: str) -> None:
        """Raise an error: what is written must not be other than what is drawn."""
        if not self._transparent:
            raise RuntimeError(f"{what} was not flattened")


def _group(colorant: Colorant) -> Dictionary:
    return Dictionary(Type=Name.Group, S=Name.Transparency, CS=colorant.space, I=True)


def _separated(stream: Any, colorant: Colorant) -> bytes:
    """Return a stream's operators with other colours."""
    return unparse_content_stream([*_Separated(colorant).instructions(stream)])


class _Separated:
    """One pass over a stream: colours are set when it is known what they paint."""

    def __init__(self, colorant: Colorant) -> None:
        self._colorant = colorant
        self._state = PenState(POINTS_PER_MM)
        self._outer: list[PenState] = []
        self._marks: list[bool] = []
        self._in_path = False

    def instructions(self, stream: Any) -> Iterator[Instruction]:
        begins = True
        for each in parse_content_stream(stream):
            operator, operands = each.operator, [*each.operands]
            name = str(operator)
            if begins and name == "cm":  # a page's: from millimetres to points
                self._state.scale = 1.0
            begins = False
            yield from self._instruction(name, operands, operator)

    def _instruction(
        self, name: str, operands: Sequence[Any], operator: Operator
    ) -> Iterator[Instruction]:
        if name in UNMEANT:
            raise RuntimeError(f"the operator {name} is not separated")
        if name in ("rg", "RG"):
            self._choose(name, operands)
            return
        if name in ("BDC", "BMC", "EMC"):
            yield from self._marked(name, operands, operator)
            return
        if name == "BT" or (name in PATH_BEGINS and not self._in_path):
            yield from self._set(letters=name == "BT")
        self._follow(name, operands)
        yield operands, operator

    def _choose(self, name: str, operands: Sequence[Any]) -> None:
        color = Color(*(round(float(part) * 255) for part in operands))
        if name == "rg":
            self._state.fill = color
        else:
            self._state.stroke = color

    def _marked(
        self, name: str, operands: Sequence[Any], operator: Operator
    ) -> Iterator[Instruction]:
        """Yield marked content; that of overprinting letters becomes a graphics state."""
        if name == "EMC":
            if self._marks.pop():
                yield from self._instruction("Q", (), Operator("Q"))
            else:
                yield operands, operator
            return
        entries = operands[1] if name == "BDC" and operands[0] == "/Piece" else {}
        over = "/Key" in entries and str(entries["/Key"]) == OVERPRINT
        self._marks.append(over)
        if over:
            yield from self._instruction("q", (), Operator("q"))
            yield (OVERPRINTS,), Operator("gs")
        else:
            yield operands, operator

    def _follow(self, name: str, operands: Sequence[Any]) -> None:
        """Follow an operator in the graphics state."""
        state = self._state
        if name == "q":
            self._outer.append(replace(state))
        elif name == "Q":
            self._state = self._outer.pop()
        elif name == "cm":
            a, b, c, d = map(float, operands[:4])
            state.scale *= sqrt(abs(a * d - b * c))
        elif name == "w":
            state.width = float(operands[0])
        elif name == "cs":
            state.fill, state.fill_set = None, ()
        elif name == "CS":
            state.stroke, state.stroke_set = None, ()
        elif name in PATH_BEGINS:
            self._in_path = True
        elif name in PATH_ENDS:
            self._in_path = False

    def _set(self, *, letters: bool) -> Iterator[Instruction]:
        """Yield the operators that set colours for a path or letters."""
        state, (fill, stroke) = self._state, self._colorant.operators
        if state.fill is not None:
            operands = self._colorant.operands(state.fill, fine=letters)
            if operands != state.fill_set:
                state.fill_set = operands
                yield operands, Operator(fill)
        if state.stroke is not None:
            thin = state.width * state.scale <= HAIRLINE * POINTS_PER_MM
            operands = self._colorant.operands(state.stroke, fine=letters or thin)
            if operands != state.stroke_set:
                state.stroke_set = operands
                yield operands, Operator(stroke)


def _shading(old: Any, colorant: Colorant) -> Dictionary:
    """Return a gradient with so many stops that it looks the same in inks."""
    new = Dictionary(old)
    new.ColorSpace = colorant.space
    parts = [*_parts(old.Function)]
    colorant.learn([color for first, last, _ in parts for color in (first, last)])
    if len(parts) == 1:
        first, last, _ = parts[0]
        new.Function = _blend(first, last, colorant)
        return new
    new.Function = Dictionary(
        FunctionType=3,
        Domain=[0, 1],
        Functions=Array([_blend(first, last, colorant) for first, last, _ in parts]),
        Bounds=Array([_place(end) for *_, end in parts[:-1]]),
        Encode=Array([0, 1] * len(parts)),
    )
    return new


def _blend(first: Color, last: Color, colorant: Colorant) -> Dictionary:
    start, end = (Array(colorant.operands(color)) for color in (first, last))
    return Dictionary(FunctionType=2, Domain=[0, 1], C0=start, C1=end, N=1)


def _place(offset: float) -> Decimal:
    return Decimal(f"{offset:.6f}").normalize() + 0


def _parts(function: Object) -> Iterator[tuple[Color, Color, float]]:
    """Yield the parts of a gradient, cut small: first and last colour, and where each ends."""
    whole = function.FunctionType == 2
    functions = [function] if whole else list(function.Functions)
    ends = [0.0, *(() if whole else map(float, function.Bounds)), 1.0]
    for each, (start, end) in zip(functions, pairwise(ends), strict=True):
        first, last = ([float(part) * 255 for part in c] for c in (each.C0, each.C1))
        count = max(1, ceil(max(abs(a - b) for a, b in zip(first, last, strict=True)) / STEP))
        stops = [_between(first, last, number / count) for number in range(count + 1)]
        for number, (one, two) in enumerate(pairwise(stops), 1):
            yield one, two, start + (end - start) * number / count


def _between(first: Sequence[float], last: Sequence[float], share: float) -> Color:
    return Color(*(round(a + (b - a) * share) for a, b in zip(first, last, strict=True)))
