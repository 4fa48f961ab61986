"""The characters of a text element: which of them count, where they stand, how they look."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from pnp.geometry.plane import Affine, Rect
from pnp.scene.node import Linear, Paint, Pattern, Radial, Solid, Stroke
from pnp.svg.cascade import line_factor
from pnp.svg.measure import parse_user_length
from pnp.svg.paintservers import fill_of, stroke_of
from pnp.svg.parse import Element
from pnp.svg.renderer import Renderer
from pnp.svg.resolved import ResolvedElement
from pnp.text.font import Font
from pnp.text.style import PLAIN_BLACK, TextStyle

LISTS = {"x": "x", "y": "y", "dx": "x", "dy": "y"}
"""The lists that place characters, and the axis of each."""

_BREAKS = str.maketrans("\t\n\r", "   ")


@dataclass(slots=True, eq=False)
class Letter:
    """A character on its way: where it is put or moved, and whether it counts.

    ``exact`` keeps its spaces; ``piece`` is the number of the piece it belongs to.
    """

    char: str
    view: ResolvedElement
    exact: bool
    kept: bool = True
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    piece: int = 0


class TextSpan(NamedTuple):
    """Characters in one look that follow one another; ``first`` says where they begin."""

    text: str
    first: Letter


def spans(view: ResolvedElement, pen: Renderer) -> list[TextSpan]:
    """Return the pieces of a text element, spaces collapsed as ``xml:space`` says.

    Raises:
        PnpError: a position is no length, or data is wrong.
    """
    letters = _collected(view, pen, _is_exact(view, False))
    _collapse(letters)
    kept = [letter for letter in letters if letter.kept]
    for number, letter in enumerate(kept):
        moved = letter.x is not None or letter.y is not None or letter.dx or letter.dy
        before = kept[number - 1] if number else letter
        letter.piece = number if moved or letter.view is not before.view else before.piece
    pieces = (list(group) for _, group in groupby(kept, key=lambda letter: letter.piece))
    return [TextSpan("".join(letter.char for letter in piece), piece[0]) for piece in pieces]


def plain_text(view: ResolvedElement, pen: Renderer) -> str:
    """Return all words of a text element, as one string."""
    return "".join(letter.char for letter in _collected(view, pen, exact=True))


def leaf(view: ResolvedElement, pen: Renderer) -> ResolvedElement:
    """Return the element whose look all the words have: editors put it on inner tspans.

    An editor divides long words into a tspan a line, so several in one look count as one; where
    looks differ, the outer element's counts. What data says of the text itself still wins.
    """
    first, level = view, [view]
    while not any(_own_words(outer.element).strip() for outer in level):
        level = [
            pen.view(child, outer.inner)
            for outer in level
            for child in outer.element.children
            if child.tag == "tspan" and _words(child).strip()
        ]
        if not level or any(each.style.values != level[0].style.values for each in level):
            break
        first = level[0]
    if first is not view:
        data = {name: view.own[name] for name in view.element.twins if name in view.own}
        first.style = first.read(first.style.child, data)
    return first


def beginning(view: ResolvedElement, pen: Renderer) -> ResolvedElement:
    """Return the element that the first words stand in, whatever the others look like."""
    while not view.element.text.strip():
        children = view.element.children
        tspans = [child for child in children if child.tag == "tspan" and _words(child).strip()]
        if not tspans:
            break
        view = pen.view(tspans[0], view.inner)
    return view


def _words(element: Element) -> str:
    return element.text + "".join(_words(child) + child.tail for child in element.children)


def _own_words(element: Element) -> str:
    """Return the words that stand in no tspan of the element."""
    links = (_words(child) for child in element.children if child.tag == "a")
    return element.text + "".join([*links, *(child.tail for child in element.children)])


def _collected(view: ResolvedElement, pen: Renderer, exact: bool) -> list[Letter]:
    """Return the characters of an element and of the tspans in it, placed by their lists."""
    if "pnp:text" in view.attrs:
        return _placed(_letters(view.attrs["pnp:text"], view, exact), view)
    found = _letters(view.element.text, view, exact)
    for child in view.element.children:
        if child.tag in ("tspan", "a"):
            for inner in pen.views(child, view.inner):
                found += _collected(inner, pen, _is_exact(inner, exact))
                view.findings += inner.findings
        # between the lines of an editor's text only the indentation of the file is found
        if child.attrs.get("sodipodi:role") != "line" or child.tail.strip():
            found += _letters(child.tail, view, exact)
    return _placed(found, view)


def _letters(text: str, view: ResolvedElement, exact: bool) -> list[Letter]:
    text = _TRANSFORMS.get(view.style["text-transform"], str)(text)
    return [Letter(char, view, exact) for char in text.translate(_BREAKS)]


_TRANSFORMS = {"uppercase": str.upper, "lowercase": str.lower, "capitalize": str.title}


def _placed(letters: list[Letter], view: ResolvedElement) -> list[Letter]:
    """Return the characters with an element's position lists noted on those that will count."""
    lists = [name for name in LISTS if name in view.attrs]
    if lists:
        _collapse(letters)
    counting = [letter for letter in letters if letter.kept]
    for name in lists:
        for letter, value in zip(counting, _lengths(view, name), strict=False):
            if getattr(letter, name) in (None, 0.0):
                setattr(letter, name, value)
    return letters


def _lengths(view: ResolvedElement, name: str) -> list[float]:
    whole = view.context.viewport.along(LISTS[name])
    parts = view.attrs[name].replace(",", " ").split()
    return [view.read(parse_user_length, part, whole, view.style.size) for part in parts]


def _is_exact(view: ResolvedElement, outer: bool) -> bool:
    space = view.element.attrs.get("xml:space")
    white = view.own.get("white-space")
    if white is not None:
        return white.startswith(("pre", "break"))
    return outer if space is None else space == "preserve"


def _collapse(letters: list[Letter]) -> None:
    """Note which spaces do not count: those at either end, and all but one in a row."""
    space_before = True
    for letter in letters:
        blank = letter.char == " " and not letter.exact
        letter.kept = not (blank and space_before)
        space_before = blank if letter.kept else space_before
    for letter in reversed(letters):
        if letter.kept and (letter.char != " " or letter.exact):
            return
        letter.kept = False


LINE_HEIGHT = 1.25
"""What Inkscape takes for ``line-height: normal``."""

_FAMILY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,"']+))\s*(?:,|$)""")


def text_style(
    view: ResolvedElement, pen: Renderer, box: Callable[[], Rect | None] | None = None
) -> TextStyle:
    """Return the look of an element's words, in user units; without ``box`` in plain black.

    Raises:
        PnpError: a length or a paint is wrong.
    """
    style = view.style
    factor = view.read(line_factor, style["line-height"], style.size)
    fill, stroke = (PLAIN_BLACK, None) if box is None else _paints(view, pen, box)
    return TextStyle(
        families(style["font-family"]),
        style.size,
        int(style["font-weight"]),
        style["font-style"] != "normal",
        fill,
        stroke,
        letter_spacing=view.measured(style["letter-spacing"]),
        word_spacing=view.measured(style["word-spacing"]),
        line_height=LINE_HEIGHT if factor is None else factor,
    )


def _paints(
    view: ResolvedElement, pen: Renderer, box: Callable[[], Rect | None]
) -> tuple[Paint | None, Stroke | None]:
    if not view.visible:
        return None, None
    return fill_of(view, box, pen), stroke_of(view, box, pen)


def scaled(style: TextStyle, by: float) -> TextStyle:
    """Return the same look in units that are so many times smaller."""
    if by == 1.0:
        return style
    stroke = style.stroke
    if stroke is not None:
        stroke = stroke._replace(
            paint=_moved(stroke.paint, by),
            width=stroke.width * by,
            dashes=tuple(dash * by for dash in stroke.dashes),
            dash_offset=stroke.dash_offset * by,
        )
    return replace(
        style,
        size=style.size * by,
        letter_spacing=style.letter_spacing * by,
        word_spacing=style.word_spacing * by,
        fill=None if style.fill is None else _moved(style.fill, by),
        stroke=stroke,
    )


def _moved(paint: Paint, by: float) -> Paint:
    match paint:
        case Linear() | Radial():
            return paint._replace(place=Affine.scale(by) @ paint.place)
        case Pattern():
            return replace(paint, place=Affine.scale(by) @ paint.place)
        case Solid():
            return paint


@lru_cache(maxsize=512)
def families(text: str) -> tuple[str, ...]:
    """Return the names in a ``font-family`` list."""
    return tuple("".join(match).strip() for match in _FAMILY.findall(text) if any(match))


def lowered(view: ResolvedElement, pen: Renderer) -> float:
    """Return how far below the given point the baseline lies, in user units.

    Raises:
        PnpError: ``baseline-shift`` is no length.
    """
    size = view.style.size
    line = view.own.get("alignment-baseline", view.style["dominant-baseline"])
    font = pen.book.chain(
        families(view.style["font-family"]), int(view.style["font-weight"]),
        view.style["font-style"] != "normal", view.where,
    )[0]  # fmt: skip
    shift = view.own.get("baseline-shift", "baseline")
    named = {"baseline": 0.0, "sub": SUB * size, "super": -SUPER * size}
    raised = named[shift] if shift in named else -_shift(view, shift)
    return _line(font, line) * size + raised


SUB, SUPER = 0.2, 0.4
"""How far down and up small letters go, in ems: between what browsers and Inkscape do."""


def _shift(view: ResolvedElement, text: str) -> float:
    size = view.style.size
    return view.number(text) * size if text.endswith("%") else view.measured(text)


def _line(font: Font, name: str) -> float:
    """Return how far above the baseline a font's named line lies, in ems."""
    heights = {
        "middle": font.x_height / 2,
        "central": (font.ascent - abs(font.descent)) / 2,
        "hanging": font.cap_height,
        "mathematical": font.cap_height / 2,
        "text-before-edge": font.ascent,
        "before-edge": font.ascent,
        "text-top": font.ascent,
        "text-after-edge": -abs(font.descent),
        "after-edge": -abs(font.descent),
        "ideographic": -abs(font.descent),
        "text-bottom": -abs(font.descent),
    }
    return heights.get(name, 0.0)
