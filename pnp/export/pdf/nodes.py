"""Writes nodes as operators of a content stream, one function per kind of node."""

from collections.abc import Iterable
from functools import lru_cache
from typing import assert_never

from reportlab.pdfbase.pdfdoc import PDFName, PDFObjectReference

from pnp.export.pdf.content import Content, form, state
from pnp.export.pdf.file import Objects
from pnp.export.pdf.fonts import EM, NOTICED, ShownGlyphs
from pnp.export.pdf.paint import draw_painted, is_opaque, solid_setup
from pnp.export.pdf.syntax import LONG_PATH, matrix, number, numbers, outline, precise, string
from pnp.geometry.plane import IDENTITY
from pnp.scene.image import Image, samples
from pnp.scene.node import Blend, Clip, Group, Node, Picture, Shape, Text

SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


def draw_picture(content: Content, picture: Picture) -> None:
    """Write an image XObject, stretched over its box."""
    # A PDF paints an image into the unit square with y up, hence the negative height.
    image, box = picture.image, picture.box
    name = content.store.name("X", image.digest, lambda: _add(content.store.objects, image))
    place = numbers(box.width, 0, 0, -box.height, box.x, box.bottom)
    content.lines.append(f"q {place} cm {content.use(name)} Do Q")


def _add(objects: Objects, image: Image) -> PDFObjectReference:
    if image.format == "jpeg":
        entries = _entries(image.width, image.height, "L" if image.grey else "RGB")
        entries["Filter"] = PDFName("DCTDecode")
        return objects.add_stream(entries, image.data, compress=False)
    pixels = samples(image)
    entries = _entries(pixels.width, pixels.height, pixels.mode)
    if pixels.alpha is not None:
        opacity = _entries(pixels.width, pixels.height, "L")
        entries["SMask"] = objects.add_stream(opacity, pixels.alpha)
    return objects.add_stream(entries, pixels.data)


def _entries(width: int, height: int, mode: str) -> dict[str, object]:
    return {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Image"),
        "Width": width,
        "Height": height,
        "ColorSpace": PDFName(SPACES[mode]),
        "BitsPerComponent": 8,
    }


FLAT = 1e-12
"""The contents of a map that scales areas by less than this are invisible."""

ENDS = {
    (True, False, False): "f",
    (True, False, True): "f*",
    (False, True, False): "S",
    (False, True, True): "S",
    (True, True, False): "B",
    (True, True, True): "B*",
    (False, False, False): "n",
    (False, False, True): "n",
}
"""Path-painting operators by (filled, stroked, even-odd): ISO 32000-1, table 60."""


def draw_nodes(content: Content, nodes: tuple[Node, ...]) -> None:
    """Write nodes in painting order."""
    for node in nodes:
        match node:
            case Group():
                draw_group(content, node)
            case Shape():
                draw_shape(content, node)
            case Text():
                draw_text(content, node)
            case Picture():
                draw_picture(content, node)
            case _:
                assert_never(node)


def draw_shape(content: Content, shape: Shape) -> None:
    """Write a path, filled and then stroked."""
    if not shape.path.ops or (shape.fill is None and shape.stroke is None):
        return
    long = len(shape.path.coords) > LONG_PATH
    solid = _solid_shape(shape) if long else _known_solid_shape(shape)
    if solid is not None:
        content.lines.append(solid)
    else:
        path, even_odd = outline(shape.path), shape.even_odd
        draw_painted(content, shape, lambda fill, line: f"{path} {ENDS[fill, line, even_odd]}")


def draw_group(content: Content, group: Group) -> None:
    """Write a group; one with a key as marked content, by which the proof finds it."""
    if group.key is not None:
        content.lines.append(f"/Piece <</Key {string(group.key)}>> BDC")
    if group.opacity > 0 and abs(group.place.determinant) > FLAT:
        _draw_inside(content, group)
    if group.key is not None:
        content.lines.append("EMC")


def _solid_shape(shape: Shape) -> str | None:
    """Return the operators of a shape with solid opaque paints, or None: others need resources."""
    setup = solid_setup(shape.fill, shape.stroke)
    if setup is None:
        return None
    end = ENDS[shape.fill is not None, shape.stroke is not None, shape.even_odd]
    return f"{setup} {outline(shape.path)} {end}"


_known_solid_shape = lru_cache(4096)(_solid_shape)


def _draw_inside(content: Content, group: Group) -> None:
    outer = content.place
    setup = _setup(group)
    content.place = outer @ group.place
    if setup or _has_state(group) or group.isolated:
        content.lines += ["q", *setup]
        _draw_contents(content, group)
        content.lines.append("Q")
    else:
        _draw_contents(content, group)
    content.place = outer


def _setup(group: Group) -> list[str]:
    """Return the operators that set a group's matrix and clipping path."""
    setup = []
    if group.place != IDENTITY:
        setup.append(f"{matrix(group.place)} cm")
    if group.clip is not None:
        setup.append(_clip(group.clip))
    return setup


def _clip(clip: Clip) -> str:
    path = outline(clip.path) or "0 0 0 0 re"
    return f"{path} {'W*' if clip.even_odd else 'W'} n"


def _draw_contents(content: Content, group: Group) -> None:
    """Write the contents of a group: inline, or by painting a form XObject."""
    store, nodes = content.store, group.nodes
    if _has_state(group):
        chosen = state(store, group.opacity, group.mask, group.blend)
        content.lines.append(f"{content.use(chosen)} gs")
    if group.isolated or (_has_state(group) and not _is_single(nodes, group.mask is not None)):
        content.lines.append(f"{content.use(form(store, nodes, apart=True))} Do")
    elif nodes in store.shared:
        content.lines.append(f"{content.use(form(store, nodes))} Do")
    else:
        content.draw(nodes)


def _has_state(group: Group) -> bool:
    """Return whether a group needs a graphics state of its own."""
    return group.opacity < 1 or group.mask is not None or group.blend is not Blend.NORMAL


def _is_single(nodes: tuple[Node, ...], masked: bool) -> bool:
    """Return whether nodes are one opaque painting operation, which needs no transparency group.

    Under a mask an image is not: its own SMask would replace the mask of the graphics state.
    """
    if len(nodes) != 1:
        return False
    match nodes[0]:
        case Picture():
            return not masked
        case Shape(fill=fill, stroke=stroke) | Text(fill=fill, stroke=stroke):
            paints = [fill] if stroke is None else [fill, stroke.paint]
            return len([p for p in paints if p]) == 1 and all(is_opaque(p) for p in paints if p)
    return False


FILLED, STROKED, BOTH = 0, 1, 2
"""Text rendering modes: ISO 32000-1, table 106."""


def draw_text(content: Content, text: Text) -> None:
    """Write a text; with ``ActualText`` where the fonts' CMaps do not give its characters."""
    if not text.words or text.size <= 0 or (text.fill is None and text.stroke is None):
        return
    font = content.store.font(text.font)
    words = [(start, font.shown(letters)) for start, letters in text.words]
    tool = f"{content.use(font.name)} {precise(text.size)} Tf"
    # y points down in the scene: the text matrix turns the glyphs upright.
    letters = f"{tool} 1 0 0 -1 {numbers(*text.origin)} Tm {_shown(words, text.size)}"
    agreed = all(shown.agreed for _, shown in words)
    if not agreed:
        # readers take the text of a page as it is seen, and turn letters such as Hebrew ones round
        content.lines.append(f"/Span <</ActualText {string(text.shown)}>> BDC")
    setup = solid_setup(text.fill, text.stroke)
    if setup is None:
        draw_painted(content, text, lambda fill, stroke: _object(letters, fill, stroke))
    else:
        body = _object(letters, text.fill is not None, text.stroke is not None)
        content.lines.append(f"{setup} {body}")
    if not agreed:
        content.lines.append("EMC")


def _object(letters: str, fill: bool, stroke: bool) -> str:
    """Return a text object with its rendering mode."""
    mode = BOTH if fill and stroke else STROKED if stroke else FILLED
    if mode == FILLED:
        return f"BT {letters} ET"
    return f"BT {mode} Tr {letters} {FILLED} Tr ET"


def _shown(words: Iterable[tuple[float, ShownGlyphs]], size: float) -> str:
    """Return the operators that show words: TJ arrays, and text rise (Ts) for other baselines."""
    # ``pen`` is in thousandths of the em from the text's origin.

    parts, pen, level = ["[<"], 0.0, 0.0
    for at, (runs, _) in words:
        for start, height, shown, width in runs:
            if height != level:
                parts.append(f">] TJ {number(-height / EM * size)} Ts [<")
                level = height
            off = pen - at * EM - start
            if off > NOTICED or off < -NOTICED:
                move = round(off)
                parts.append(f">{move}<")
                pen -= move
            parts.append(shown)
            pen += width
    parts.append(">] TJ 0 Ts" if level else ">] TJ")
    return "".join(parts).replace("<>", "").replace("[] TJ ", "")
