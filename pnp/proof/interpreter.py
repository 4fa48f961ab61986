"""Interprets content streams: operators become marks (ISO 32000-1, annex A).

It knows nothing of the PDF writer. An operator, or an entry of a resource, that is not known here
raises ``NotUnderstoodError``.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import hypot, inf
from operator import attrgetter
from typing import Any, NamedTuple

from pnp.base.slotted import slotted
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, NOWHERE, Affine, Bounds, Rect
from pnp.proof.contentstream import (
    PATH,
    Operation,
    ShownCodes,
    entries_of,
    shown_codes,
    steps,
    text_of,
)
from pnp.proof.expected import Keyed
from pnp.proof.printedobjects import (
    EM,
    NotUnderstoodError,
    PrintedFont,
    box,
    matrix,
    one_of,
    only,
    read_font,
    read_image,
    read_ramp,
)
from pnp.proof.traits import (
    TOLERANCE,
    Blending,
    Clipping,
    ColorRamp,
    GlyphString,
    Item,
    Mark,
    MarkList,
    Painted,
    Pen,
    Tiling,
    Use,
    Veil,
    Veils,
    grouped,
    leaves,
)


@slotted(frozen=False)
class State:
    """The graphics state; ``place`` is the CTM, and maps to millimetres, y down."""

    place: Affine
    clips: tuple[Clipping, ...] = ()
    fill: Painted | None = "#000000"
    stroke: Painted | None = "#000000"
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    veils: Veils = ()
    width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 10.0
    dashes: tuple[float, ...] = ()
    dash_offset: float = 0.0
    font: PrintedFont | None = None
    size: float = 1.0
    spacing: float = 0.0
    stretch: float = 1.0
    rise: float = 0.0
    rendering: int = 0
    space: str = ""
    stroke_space: str = ""

    def copy(self) -> "State":
        """Return a state of the same values, to be changed."""
        return State(*_VALUES(self))

    @property
    def pen(self) -> Pen:
        """Return how an outline is stroked."""
        return Pen(self.width, self.cap, self.join, self.miter, self.dashes, self.dash_offset)

    @property
    def is_plain(self) -> bool:
        """Return whether nothing in it depends on the place on the page."""
        return not self.veils and isinstance(self.fill, str) and isinstance(self.stroke, str)

    @property
    def inherited(self) -> tuple[object, ...]:
        """Return what a form XObject inherits besides its place and its clips, as a key."""
        return id(self.font), *_INHERITED(self)  # a font, with its tables, has no hash


_VALUES = attrgetter(*State.__match_args__)
_INHERITED = attrgetter(*(n for n in State.__match_args__ if n not in ("place", "clips", "font")))


class Interpretation(NamedTuple):
    """What a content stream paints, by key, and the key of each piece of marked content."""

    marks: Keyed
    keys: list[str]


@slotted(eq=False)
class PrintedForm:
    """A stream to draw by its name: a form XObject, or what a tiling pattern repeats.

    ``has_keys`` is whether it has the key of a placement, so that it draws more than one of them.
    """

    place: Affine
    box: Rect
    resources: Any
    is_group: bool
    operations: tuple[Operation, ...]
    has_keys: bool


class Interpreter:
    """Interprets the pages of a file; each form XObject once for all its places, per colours."""

    def __init__(self) -> None:
        self._batches: dict[tuple[Any, ...], MarkList] = {}
        self._reaches: dict[int, tuple[MarkList, Bounds]] = {}
        self._read: dict[tuple[Any, ...], Any] = {}
        self.fonts: dict[int, PrintedFont] = {}

    def page(self, content: bytes, resources: Any, place: Affine) -> Interpretation:
        """Return what a page paints, in drawing order; ``place`` maps its points to millimetres."""
        found = Interpretation({}, [])
        _Stream(self, resources, State(place), found, [None]).run(steps(content))
        return found

    def once(self, thing: Any, read: Callable[[Any], Any]) -> Any:
        """Return what is read of an object, which is done once if it has a number."""
        if not thing.is_indirect:
            return read(thing)
        key = (*thing.objgen, read)
        if key not in self._read:
            self._read[key] = read(thing)
        return self._read[key]

    def batch(self, form: PrintedForm, state: State, *, cut: bool = True) -> MarkList:
        """Return what a form XObject paints in a state, in the form's own space.

        ``cut`` applies its BBox as a clip, where that hides anything.
        """
        key = (form, cut, *state.inherited)
        if key not in self._batches:
            self._batches[key] = self._interpreted(form, state, cut)
        return self._batches[key]

    def _interpreted(self, form: PrintedForm, state: State, cut: bool) -> MarkList:
        inner = state.copy()
        inner.place, inner.clips = IDENTITY, ()
        drawn = Interpretation({}, [])
        _Stream(self, form.resources, inner, drawn, [None]).run(form.operations)
        if drawn.keys:
            raise NotUnderstoodError(f"the key {drawn.keys[0]} in a group, a mask or a pattern")
        found, window = drawn.marks[None], Bounds.of(form.box)
        reach = max(map(abs, window)) if cut else inf
        if cut and not self._fits(window.grown(TOLERANCE), found):
            cuts = (_window(form.box, IDENTITY),)
            return MarkList.of([Use(MarkList.of(found), clips=cuts)], reach)
        return MarkList.of(found, reach)

    def _fits(self, room: Bounds, found: Sequence[Item]) -> bool:
        """Return whether a form's BBox hides nothing of what it draws."""
        boxes = ((item, self._reach_of(item)) for item in found)
        beyond = [item for item, box in boxes if box.within(room) != box]
        return not beyond or _contains(room, beyond)

    def _reach(self, items: Iterable[Item]) -> Bounds:
        """Return a box around all that a drawing paints, inside the boxes of its clips."""
        return Bounds.around(self._reach_of(item) for item in items)

    def _reach_of(self, item: Item) -> Bounds:
        if isinstance(item, Mark):
            whole = _surely_painted(item, item.place)
        else:
            whole = self._reach_of_batch(item.batch).placed(item.place)
        seen = whole.within(_clip_box(item.clips)) if item.clips else whole
        return seen if seen.left <= seen.right and seen.top <= seen.bottom else NOWHERE

    def _reach_of_batch(self, batch: MarkList) -> Bounds:
        known = self._reaches.get(id(batch))
        if known is None:
            known = self._reaches[id(batch)] = batch, self._reach(batch.items)
        return known[1]


_BLENDS = {
    "/Normal": "",
    "/Multiply": "multiply",
    "/Screen": "screen",
    "/Overlay": "overlay",
    "/Darken": "darken",
    "/Lighten": "lighten",
    "/ColorDodge": "color-dodge",
    "/ColorBurn": "color-burn",
    "/HardLight": "hard-light",
    "/SoftLight": "soft-light",
    "/Difference": "difference",
    "/Exclusion": "exclusion",
    "/Hue": "hue",
    "/Saturation": "saturation",
    "/Color": "color",
    "/Luminosity": "luminosity",
}
"""The blend modes of ISO 32000-1, tables 136 and 137, as CSS calls them."""


class _Shown(NamedTuple):
    """A text object under construction: glyphs from where its matrix was set."""

    gids: list[int]
    xs: list[float]
    ys: list[float]


class _Stream:
    """The interpretation of one content stream: graphics state, marked content, current path.

    ``keys`` are those of the marked content around, the innermost last; ``found`` is added to.
    """

    def __init__(
        self,
        interpreter: Interpreter,
        resources: Any,
        state: State,
        found: Interpretation,
        keys: list[str | None],
    ) -> None:
        self.interpreter = interpreter
        self.resources = resources if resources is not None else {}
        only("the resources", self.resources, _RESOURCES)
        self.state, self.base = state, state.place
        self.found, self.keys = found, keys
        self.stack: list[State] = []
        self.path: Path | None = None
        self.clipping: str | None = None
        self.matrix = IDENTITY
        self.pen = 0.0
        self.shown = _Shown([], [], [])
        self.said: list[str | None] = [None]
        self.fonts: dict[str, PrintedFont] = {}
        self.drawable: dict[str, PrintedForm | str] = {}
        self.items = found.marks.setdefault(keys[-1], [])

    def run(self, operations: Iterable[Operation]) -> None:
        """Follow the operations."""
        for operator, operands in operations:
            act = _ACTIONS.get(operator)
            if act is None:
                raise NotUnderstoodError(f"the operator {operator}")
            if len(operands) != _OPERANDS.get(operator, len(operands)):
                raise NotUnderstoodError(f"the operator {operator} with {len(operands)} operands")
            act(self, operands)
        if self.stack:
            raise NotUnderstoodError("a graphics state that is saved and not restored")

    # paths

    def outline(self, path: Any) -> None:
        self.path = path if self.path is None else self.path + path

    def rectangle(self, operands: Sequence[Any]) -> None:
        x, y, width, height = operands
        right, bottom = x + width, y + height
        self.outline(Path("MLLLZ", (x, y, right, y, right, bottom, x, bottom)))

    def paint(self, fill: bool, stroke: bool, even_odd: bool) -> None:
        state, path = self.state, self.path
        if path is not None and fill and state.fill_alpha > 0:
            self.items.append(
                Mark(
                    "fill", path, state.place, state.fill, state.clips, state.fill_alpha,
                    state.veils, None, even_odd,
                )
            )  # fmt: skip
        if path is not None and stroke and state.stroke_alpha > 0:
            self.items.append(
                Mark(
                    "stroke", path, state.place, state.stroke, state.clips, state.stroke_alpha,
                    state.veils, state.pen,
                )
            )  # fmt: skip
        if self.clipping and path is not None:
            state.clips = (*state.clips, Clipping(path, state.place, self.clipping == "W*"))
        self.path = self.clipping = None

    # state

    def save(self, _: Sequence[Any]) -> None:
        self.stack.append(self.state.copy())

    def restore(self, _: Sequence[Any]) -> None:
        if not self.stack:
            raise NotUnderstoodError("a graphics state that is restored and not saved")
        self.state = self.stack.pop()

    def concat(self, operands: Sequence[Any]) -> None:
        self.state.place = self.state.place @ Affine(*operands)

    def dash(self, operands: Sequence[Any]) -> None:
        self.state.dashes, self.state.dash_offset = tuple(operands[0]), operands[1]

    def color(self, operands: Sequence[Any], *, stroking: bool) -> None:
        self.flush()
        if stroking:
            self.state.stroke, self.state.stroke_space = _hex(*operands), ""
        else:
            self.state.fill, self.state.space = _hex(*operands), ""

    def space(self, operands: Sequence[Any], *, stroking: bool) -> None:
        one_of("the colour space", operands[0], ("/Pattern",))
        self.flush()
        if stroking:
            self.state.stroke, self.state.stroke_space = None, operands[0]
        else:
            self.state.fill, self.state.space = None, operands[0]

    def pattern(self, operands: Sequence[Any], *, stroking: bool) -> None:
        (name,) = operands
        self.flush()
        space = self.state.stroke_space if stroking else self.state.space
        one_of("a pattern in the colour space", space, ("/Pattern",))
        chosen = self._pattern(self.resource("/Pattern", name))
        if stroking:
            self.state.stroke = chosen
        else:
            self.state.fill = chosen

    def _pattern(self, pattern: Any) -> Painted:
        if int(pattern["/PatternType"]) == 2:
            shade: ColorRamp = self.interpreter.once(pattern, _shading)
            return shade._replace(place=self.base @ shade.place)
        tiling: Tiling = self.interpreter.once(pattern, self._tiling)
        return tiling._replace(place=self.base @ tiling.place)

    def _tiling(self, pattern: Any) -> Tiling:
        only("a pattern", pattern, _TILING)
        one_of("a pattern of the paint type", int(pattern["/PaintType"]), (1,))
        steps = float(pattern["/XStep"]), float(pattern["/YStep"])
        form = _form(pattern)
        batch = self.interpreter.batch(form, State(IDENTITY), cut=False)
        return Tiling(form.box, steps, form.place, batch)

    def external(self, operands: Sequence[Any]) -> None:
        self.flush()
        entries = self.resource("/ExtGState", operands[0])
        only("a graphics state", entries, ("/Type", "/ca", "/CA", "/SMask", "/BM"))
        mode = str(entries.get("/BM", "/Normal"))
        one_of("the blend mode", mode, _BLENDS)
        self.state.fill_alpha = float(entries.get("/ca", self.state.fill_alpha))
        self.state.stroke_alpha = float(entries.get("/CA", self.state.stroke_alpha))
        if "/SMask" in entries:
            mask = entries["/SMask"]
            self.state.veils = () if str(mask) == "/None" else (self._veil(mask),)
        if _BLENDS[mode]:
            self.state.veils = (Blending(_BLENDS[mode]), *self.state.veils)

    def _veil(self, mask: Any) -> Veil:
        only("a soft mask", mask, ("/Type", "/S", "/G"))
        one_of("a soft mask by", mask["/S"], ("/Luminosity", "/Alpha"))
        form: PrintedForm = self.interpreter.once(mask["/G"], _read_form)
        place = self.state.place @ form.place
        drawing = Use(self.interpreter.batch(form, State(place), cut=False), place)
        return Veil(str(mask["/S"]) == "/Luminosity", form.box, place, drawing)

    # marked content

    def begin(self, operands: Sequence[Any]) -> None:
        tag, entries = operands[0], entries_of(operands)
        if tag == "/Piece" and entries.keys() == {"/Key"}:
            self._enter(text_of(entries["/Key"]))
            self.found.keys.append(text_of(entries["/Key"]))
            self.said.append(self.said[-1])
        elif tag == "/Span" and entries.keys() == {"/ActualText"}:
            self._enter(self.keys[-1])
            self.said.append(text_of(entries["/ActualText"]))
        else:
            raise NotUnderstoodError(f"the marked content {tag} with {', '.join(entries)}")

    def _enter(self, key: str | None) -> None:
        self.keys.append(key)
        self.items = self.found.marks.setdefault(key, [])

    def end(self, _: Sequence[Any]) -> None:
        if len(self.said) == 1:
            raise NotUnderstoodError("marked content that ends and did not begin")
        self.keys.pop()
        self.said.pop()
        self.items = self.found.marks.setdefault(self.keys[-1], [])

    # objects

    def resource(self, kind: str, name: str) -> Any:
        """Return a resource by its name."""
        try:
            return self.resources[kind][name]
        except KeyError:
            raise NotUnderstoodError(f"the name {name}: no {kind[1:]} is called so") from None

    def draw(self, operands: Sequence[Any]) -> None:
        drawn = self._drawable(operands[0])
        if isinstance(drawn, str):
            self._image(drawn)
            return
        inner = self.state.copy()
        inner.place = inner.place @ drawn.place
        if drawn.is_group:
            inner.fill_alpha = inner.stroke_alpha = 1.0
            inner.veils = ()
            if not inner.is_plain:
                raise NotUnderstoodError("a group that inherits a gradient or a pattern")
        elif not inner.is_plain or drawn.has_keys:
            inner.clips = (*inner.clips, _window(drawn.box, inner.place))
            within = _Stream(self.interpreter, drawn.resources, inner, self.found, self.keys)
            within.run(drawn.operations)
            return
        self._use(self.interpreter.batch(drawn, inner), inner.place, drawn.is_group)

    def _drawable(self, name: str) -> PrintedForm | str:
        """Return a form XObject, or the digest of an image, by its name."""
        if name not in self.drawable:
            thing = self.resource("/XObject", name)
            read = read_image if str(thing.get("/Subtype")) == "/Image" else _read_form
            self.drawable[name] = self.interpreter.once(thing, read)
        return self.drawable[name]

    def _use(self, batch: MarkList, place: Affine, group: bool) -> None:
        state = self.state
        if group:
            self.items += grouped(batch, place, state.clips, state.fill_alpha, state.veils)
        elif batch.size:
            self.items.append(Use(batch, place, state.clips))

    def _image(self, digest: str) -> None:
        state = self.state
        if state.fill_alpha > 0:
            self.items.append(
                Mark("image", digest, state.place, None, state.clips, state.fill_alpha, state.veils)
            )

    # text

    def text_begin(self, _: Sequence[Any]) -> None:
        self._set_matrix(IDENTITY)

    def _set_matrix(self, place: Affine) -> None:
        self.flush()
        self.matrix, self.pen = place, 0.0

    def text_font(self, operands: Sequence[Any]) -> None:
        name, size = operands
        if name not in self.fonts:
            found = self.resource("/Font", name)
            self.fonts[name] = font = self.interpreter.once(found, read_font)
            self.interpreter.fonts[id(font)] = font
        self.flush()
        self.state.font, self.state.size = self.fonts[name], size

    def text_matrix(self, operands: Sequence[Any]) -> None:
        self._set_matrix(Affine(*operands))

    def text_scale(self, operands: Sequence[Any]) -> None:
        self.flush()
        self.state.stretch = operands[0] / 100

    def text_mode(self, operands: Sequence[Any]) -> None:
        self.flush()
        one_of("the text rendering mode", int(operands[0]), (0, 1, 2, 3))
        self.state.rendering = int(operands[0])

    def text_rise(self, operands: Sequence[Any]) -> None:
        self.state.rise = operands[0]

    def text_show(self, operands: Sequence[Any]) -> None:
        state, shown = self.state, self.shown
        if state.font is None or not state.size or not state.stretch:
            raise NotUnderstoodError("a text without a font or a size")
        operand = operands[0]
        if not isinstance(operand, ShownCodes):
            operand = shown_codes(operand if isinstance(operand, list) else operands)
        ends = list(map(state.font.widths.__getitem__, operand.codes))
        if state.spacing:
            ends = [end + state.spacing / state.size for end in ends]
        for before, move in operand.moves:
            if before:
                ends[before - 1] -= move / EM
            else:
                self.pen -= move / EM
        *starts, self.pen = accumulate(ends, initial=self.pen)
        shown.gids.extend(operand.codes)
        shown.xs.extend(starts)
        shown.ys.extend([state.rise / state.size] * len(starts))

    def flush(self, _: Sequence[Any] = ()) -> None:
        """Add what was shown since the text matrix was set as one mark, or two."""
        gids, xs, ys = self.shown
        if not gids:
            return
        self.shown = _Shown([], [], [])
        state, font = self.state, self.state.font
        assert font is not None
        said = self.said[-1]
        if said is None:
            said = "".join(map(font.letters.__getitem__, gids))
        drawn = GlyphString(font.name, tuple(gids), xs, ys, "".join(said.split()))
        place = state.place @ self.matrix @ Affine(state.size * state.stretch, 0, 0, state.size)
        if state.rendering in (0, 2) and state.fill_alpha > 0:
            self.items.append(
                Mark("text", drawn, place, state.fill, state.clips, state.fill_alpha, state.veils)
            )
        if state.rendering in (1, 2) and state.stroke_alpha > 0:
            self.items.append(
                Mark(
                    "lettering", drawn, place, state.stroke, state.clips, state.stroke_alpha,
                    state.veils, state.pen,
                )
            )  # fmt: skip


_TILING = (
    *("/Type", "/PatternType", "/PaintType", "/TilingType", "/BBox", "/XStep", "/YStep"),
    *("/Matrix", "/Resources", "/Length", "/Filter"),
)
_RESOURCES = ("/ExtGState", "/Font", "/Pattern", "/XObject", "/ProcSet")
_FORM = ("/Type", "/Subtype", "/BBox", "/Matrix", "/Resources", "/Group", "/Length", "/Filter")


def _shading(pattern: Any) -> Any:
    return read_ramp(pattern, IDENTITY)


def _read_form(form: Any) -> PrintedForm:
    one_of("an XObject of the type", form.get("/Subtype"), ("/Form",))
    only("a form", form, _FORM)
    if "/Group" in form:
        check_group(form["/Group"])
    return _form(form)


def _form(stream: Any) -> PrintedForm:
    operations = tuple(steps(stream.read_bytes()))
    return PrintedForm(
        place=matrix(stream),
        box=box(stream["/BBox"]),
        resources=stream.get("/Resources"),
        is_group="/Group" in stream,
        operations=operations,
        has_keys=_has_key(operations),
    )


def check_group(group: Any) -> None:
    """Raise an error if a transparency group is not isolated in RGB, without knockout."""
    only("a group", group, ("/Type", "/S", "/CS", "/I"))
    one_of("a group of the type", group.get("/S"), ("/Transparency",))
    one_of("a group in the colour space", group.get("/CS"), ("/DeviceRGB",))
    one_of("a group that is isolated", bool(group.get("/I", False)), (True,))


def _has_key(operations: Iterable[Operation]) -> bool:
    return any(step.operator == "BDC" and step.operands[0] == "/Piece" for step in operations)


def _window(rect: Rect, place: Affine) -> Clipping:
    return Clipping(Path.rect(rect), place, even_odd=False)


def _contains(room: Bounds, items: Iterable[Item]) -> bool:
    """Return whether a form's BBox hides nothing of what it draws, mark by mark."""
    for mark in leaves(items):
        cut, whole = _clip_box(mark.clips), _surely_painted(mark, mark.place)
        seen = whole.within(cut)
        if not _hidden(whole, cut, seen) and seen.within(room) != seen:
            return False
    return True


def _hidden(whole: Bounds, cut: Bounds, seen: Bounds) -> bool:
    """Return whether a clip leaves no area of a mark, of which ``seen`` is left."""
    none = cut.left >= cut.right or cut.top >= cut.bottom
    beside = seen.left > seen.right or seen.top > seen.bottom
    touching = seen.width <= 0 < whole.width or seen.height <= 0 < whole.height
    return none or beside or touching


def _surely_painted(mark: Mark, place: Affine) -> Bounds:
    """Return a box of which a mark reaches every side: of a text, that of its glyphs' origins.

    A stroke is taken to end with its outline's width.
    """
    if isinstance(mark.drawn, GlyphString):
        xs, ys = mark.drawn.xs, mark.drawn.ys
        return Bounds(min(xs), min(ys), max(xs), max(ys)).placed(place)
    box, half = mark.box(place), mark.pen.width / 2 if mark.pen else 0.0
    across, down = half * hypot(place.a, place.c), half * hypot(place.b, place.d)
    return Bounds(box.left - across, box.top - down, box.right + across, box.bottom + down)


def _clip_box(clips: tuple[Clipping, ...]) -> Bounds:
    whole = Bounds(-1e9, -1e9, 1e9, 1e9)
    for cut in clips:
        whole = whole.within(Bounds.hull(cut.path.coords, cut.place))
    return whole


@lru_cache(4096)
def _hex(*levels: float) -> str:
    """Return a grey or RGB colour as ``#rrggbb``."""
    channels = [round(n * 255) for n in levels]
    if len(channels) == 1:
        channels *= 3
    if len(channels) != 3 or not all(0 <= n <= 255 for n in channels):
        raise NotUnderstoodError(f"a colour of {len(levels)} components")
    return "#" + "".join(f"{n:02x}" for n in channels)


Action = Callable[[_Stream, Sequence[Any]], None]


def _paints(fill: bool, stroke: bool, even_odd: bool = False) -> Action:
    return lambda stream, _: stream.paint(fill, stroke, even_odd)


def _sets(name: str) -> Action:
    def act(stream: _Stream, operands: Sequence[Any]) -> None:
        stream.flush()
        setattr(stream.state, name, operands[0])

    return act


def _clips(rule: str) -> Action:
    return lambda stream, _: setattr(stream, "clipping", rule)


def _colors(stroking: bool) -> Action:
    return lambda stream, operands: stream.color(operands, stroking=stroking)


def _spaces(stroking: bool) -> Action:
    return lambda stream, operands: stream.space(operands, stroking=stroking)


def _patterns(stroking: bool) -> Action:
    return lambda stream, operands: stream.pattern(operands, stroking=stroking)


_ACTIONS: dict[str, Action] = {
    PATH: _Stream.outline,
    "re": _Stream.rectangle,
    "f": _paints(True, False),
    "f*": _paints(True, False, True),
    "B": _paints(True, True),
    "B*": _paints(True, True, True),
    "S": _paints(False, True),
    "n": _paints(False, False),
    "W": _clips("W"),
    "W*": _clips("W*"),
    "q": _Stream.save,
    "Q": _Stream.restore,
    "cm": _Stream.concat,
    "w": _sets("width"),
    "J": _sets("cap"),
    "j": _sets("join"),
    "M": _sets("miter"),
    "d": _Stream.dash,
    "gs": _Stream.external,
    "g": _colors(False),
    "rg": _colors(False),
    "G": _colors(True),
    "RG": _colors(True),
    "cs": _spaces(False),
    "CS": _spaces(True),
    "scn": _patterns(False),
    "SCN": _patterns(True),
    "BDC": _Stream.begin,
    "EMC": _Stream.end,
    "Do": _Stream.draw,
    "BT": _Stream.text_begin,
    "ET": _Stream.flush,
    "Tf": _Stream.text_font,
    "Tm": _Stream.text_matrix,
    "Tz": _Stream.text_scale,
    "Tr": _Stream.text_mode,
    "Tc": _sets("spacing"),
    "Ts": _Stream.text_rise,
    "TJ": _Stream.text_show,
    "Tj": _Stream.text_show,
}

_OPERANDS = {
    **dict.fromkeys(("f", "f*", "B", "B*", "S", "n", "W", "W*", "q", "Q", "BT", "ET", "EMC"), 0),
    **dict.fromkeys(("w", "J", "j", "M", "gs", "g", "G", "cs", "CS", "scn", "SCN"), 1),
    **dict.fromkeys(("Do", "Tz", "Tr", "Tc", "Ts", "TJ", "Tj"), 1),
    **dict.fromkeys(("d", "BDC", "Tf"), 2),
    **dict.fromkeys(("rg", "RG"), 3),
    **dict.fromkeys(("re",), 4),
    **dict.fromkeys(("cm", "Tm"), 6),
}
"""How many operands each operator takes; a viewer may drop one that has others."""
