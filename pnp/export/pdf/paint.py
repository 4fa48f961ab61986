"""Paint on outlines and letters: solid colours, gradients and patterns, clear ones apart."""

from collections.abc import Callable

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObjectReference

from pnp.export.pdf import gradient
from pnp.export.pdf.extent import extent
from pnp.export.pdf.forms import state, tile
from pnp.export.pdf.store import Content, Store
from pnp.export.pdf.syntax import color, matrix, pen
from pnp.geometry import Affine, Rect
from pnp.scene.node import Mask, Shape, Text
from pnp.scene.paint import Linear, Paint, Pattern, Radial, Solid, Stroke
from pnp.scene.path import Path

Body = Callable[[bool, bool], str]
"""Gives the operators that draw an outline or letters: filled, stroked, or both."""


def is_opaque(paint: Paint) -> bool:
    """Say whether nothing shines through; a pattern is never taken for opaque."""
    match paint:
        case Solid():
            return paint.opacity >= 1
        case Linear() | Radial():
            return not gradient.is_clear(paint)
        case Pattern():
            return False


def draw_painted(content: Content, node: Shape | Text, body: Body) -> None:
    """Write a node with its fill and its stroke, in one go where both are opaque."""
    fill, stroke = node.fill, node.stroke
    if fill is None or stroke is None or (is_opaque(fill) and is_opaque(stroke.paint)):
        _draw(content, node, fill, stroke, body)
    else:
        _draw(content, node, fill, None, body)
        _draw(content, node, None, stroke, body)


def solid_setup(fill: Paint | None, stroke: Stroke | None) -> str | None:
    """Return the operators that set solid opaque paints, or None when others are wanted."""
    setup = []
    if fill is not None:
        if not isinstance(fill, Solid) or fill.opacity < 1:
            return None
        setup.append(f"{color(fill.color)} rg")
    if stroke is not None:
        if not isinstance(stroke.paint, Solid) or stroke.paint.opacity < 1:
            return None
        setup.append(f"{color(stroke.paint.color)} RG {pen(stroke)}")
    return " ".join(setup)


def _draw(
    content: Content, node: Shape | Text, fill: Paint | None, stroke: Stroke | None, body: Body
) -> None:
    """Write one pass; of two paints in one pass both are opaque."""
    setup: list[str] = []
    if fill is not None:
        setup += _setup(content, fill, node, stroking=False)
    if stroke is not None:
        setup += [pen(stroke), *_setup(content, stroke.paint, node, stroking=True)]
    content.lines += ["q", *setup, body(fill is not None, stroke is not None), "Q"]


def _setup(content: Content, paint: Paint, node: Shape | Text, *, stroking: bool) -> list[str]:
    """Return the operators that choose a paint, its opacity included."""
    store = content.store
    if isinstance(paint, Linear | Radial):
        box = _reach(store, node)
        paint = gradient.settled(paint, box)
        if not isinstance(paint, Solid) and gradient.is_clear(paint):
            through = state(store, 1, _fade(store, paint, box))
            return [f"{content.use(through)} gs", _choose(content, paint, stroking)]
    chosen = _choose(content, paint, stroking)
    if isinstance(paint, Solid) and paint.opacity < 1:
        return [f"{content.use(state(store, paint.opacity))} gs", chosen]
    return [chosen]


def _choose(content: Content, paint: Paint, stroking: bool) -> str:
    match paint:
        case Solid():
            return f"{color(paint.color)} {'RG' if stroking else 'rg'}"
        case Pattern():
            name = tile(content.store, paint, content.place @ paint.place)
        case Linear() | Radial():
            name = _shaded(content.store, paint, content.place @ paint.place)
    space, choose = ("CS", "SCN") if stroking else ("cs", "scn")
    return f"/Pattern {space} {content.use(name)} {choose}"


def _shaded(store: Store, paint: Linear | Radial, place: Affine) -> str:
    """Return the name of a gradient whose space lies in the stream as ``place`` says."""

    def add() -> PDFObjectReference:
        entries = {
            "Type": PDFName("Pattern"),
            "PatternType": 2,
            "Shading": gradient.shading(paint),
            "Matrix": f"[ {matrix(place)} ]",
        }
        return store.file.add(PDFDictionary(entries))

    return store.name("P", (paint._replace(place=place), ""), add)


def _fade(store: Store, paint: Linear | Radial, box: Rect) -> Mask:
    """Return the mask that gives a gradient the opacities of its stops: they become greys."""
    key = paint, box
    if key not in store.fades:
        cover = Shape(Path.rect(box), gradient.opacities(paint))
        store.fades[key] = Mask((cover,), box)
    return store.fades[key]


def _reach(store: Store, node: Shape | Text) -> Rect:
    return extent((node,), store.book) or Rect(0, 0, 0, 0)
