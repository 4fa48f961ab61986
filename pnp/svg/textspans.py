"""The characters of a ``text`` element: white space, positions, and the style they are set in."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from pnp.base.diagnostics import Finding, quote
from pnp.base.slotted import slotted
from pnp.geometry.plane import Affine, Rect
from pnp.scene.node import Linear, Paint, Pattern, Radial, Solid, Stroke
from pnp.svg.cascade import line_factor
from pnp.svg.declarations import features_of
from pnp.svg.measure import parse_numbers
from pnp.svg.paintservers import paints_of
from pnp.svg.parse import Element
from pnp.svg.pathdata import NUMBER
from pnp.svg.renderer import Renderer, ResolvedElement, Ruler
from pnp.svg.rules import unsupported
from pnp.text.casing import cased
from pnp.text.flow import BOLD
from pnp.text.font import Axes, Features, Font
from pnp.text.fontbook import with_axes
from pnp.text.rules import missing_style, substituted_font
from pnp.text.style import PLAIN_BLACK, Decoration, TextStyle

LISTS = {"x": "x", "y": "y", "dx": "x", "dy": "y"}
"""The attributes that position characters one by one, and their axes."""

_POSITIONS = frozenset((*LISTS, "rotate"))

_SPACES = str.maketrans("\t\n\r", "   ")


@slotted(frozen=False, eq=False)
class Letter:
    """A character of a text element, in user units.

    ``kept`` is false for white space that collapses, which ``exact`` prevents; ``breaks`` is true
    for a space that was a line break and is one in a box. ``x`` and ``y`` are a new position,
    ``dx`` and ``dy`` a shift; ``piece`` is the number of its text span.
    """

    char: str
    element: ResolvedElement
    exact: bool
    kept: bool = True
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    piece: int = 0
    turn: float | None = None
    around: "Surroundings | None" = None
    breaks: bool = False


class White(NamedTuple):
    """Whether spaces are ``exact``, and whether a line ``breaks`` in a box as it does in the file.

    In a text without a box all line breaks are spaces.
    """

    exact: bool = False
    breaks: bool = False


COLLAPSED = White()


class Surroundings(NamedTuple):
    """What a character has from the elements around it, besides its style.

    ``raised`` is the shift of its baseline upwards, in user units; ``decorated`` are the elements
    with a ``text-decoration``, ``fitted`` those with a ``textLength``, the innermost last;
    ``path`` is the ``textPath``.
    """

    raised: float = 0.0
    decorated: tuple[ResolvedElement, ...] = ()
    fitted: tuple[ResolvedElement, ...] = ()
    path: ResolvedElement | None = None

    @classmethod
    def of(cls, element: ResolvedElement, outer: "Surroundings") -> "Surroundings":
        """Return what an element adds to that of the elements around it."""
        tag = element.source.tag
        return Surroundings(
            outer.raised + (raised(element) if tag != "text" else 0.0),
            (*outer.decorated, element) if decorations(element) else outer.decorated,
            (*outer.fitted, element) if "textLength" in element.attrs else outer.fitted,
            element if tag == "textPath" else outer.path,
        )


DECORATIONS = ("underline", "overline", "line-through")


def decorations(element: ResolvedElement) -> tuple[str, ...]:
    """Return the lines that an element's ``text-decoration`` draws."""
    words = element.cascaded.get("text-decoration", "none").split()
    return tuple(word for word in DECORATIONS if word in words)


def raised(element: ResolvedElement) -> float:
    """Return by how much an element's ``baseline-shift`` lifts its text, in user units."""
    size, shift = element.style.size, element.cascaded.get("baseline-shift", "baseline")
    named = {"baseline": 0.0, "sub": -SUB * size, "super": SUPER * size}
    return named[shift] if shift in named else _shift(element, shift)


class TextSpan(NamedTuple):
    """Consecutive characters in one style, without a position or shift after the first."""

    text: str
    first: Letter


def divide(kept: list[Letter]) -> None:
    """Number the spans of characters: one begins at each shift, position and change of style."""
    for number, letter in enumerate(kept):
        moved = letter.x is not None or letter.y is not None or letter.dx or letter.dy
        before = kept[number - 1] if number else letter
        letter.piece = number if moved or letter.element is not before.element else before.piece


def spans(kept: list[Letter]) -> list[TextSpan]:
    """Return characters as spans, by their numbers."""
    pieces = (list(group) for _, group in groupby(kept, key=lambda letter: letter.piece))
    return [TextSpan("".join(letter.char for letter in piece), piece[0]) for piece in pieces]


def letters_of(element: ResolvedElement, renderer: Renderer) -> list[Letter]:
    """Return the characters of a text element, white space collapsed by ``xml:space``."""
    listed: list[_Listed] = []
    letters = _collected(element, renderer, _white(element, COLLAPSED), listed)
    _collapse(letters)
    for inner, its in listed:  # spaces that collapse in the whole text take no place of a list
        _place(inner, [letter for letter in its if letter.kept])
    return [letter for letter in letters if letter.kept]


def plain_text(element: ResolvedElement, renderer: Renderer) -> str:
    """Return all characters of a text element as one string."""
    return "".join(letter.char for letter in _collected(element, renderer, White(exact=True), []))


def text_in_box(element: ResolvedElement, renderer: Renderer) -> str:
    """Return the characters of a text that is set in a box, as lines.

    A line break is one where ``white-space`` keeps it; spaces that do not collapse cannot break,
    but for the last of a row.
    """
    letters = _collected(element, renderer, _white(element, COLLAPSED), [])
    lines: list[list[Letter]] = [[]]
    for letter in letters:
        if letter.breaks:
            lines.append([])
        else:
            lines[-1].append(letter)
    return "\n".join([_line_in_box(line) for line in lines]).rstrip()


def _line_in_box(letters: list[Letter]) -> str:
    _collapse(letters)
    text = "".join(letter.char for letter in letters if letter.kept)
    if not text.strip():
        return NO_BREAK
    return _BOUND.sub(lambda row: NO_BREAK * len(row[0]), text)


NO_BREAK = "\u00a0"

_BOUND = re.compile("^ +| +(?= )")
"""The spaces at the beginning of a line, and all of a row but the last."""

_EFFECTS = ("opacity", "filter", "mask", "clip-path")
"""What a whole text can have, and a part of one cannot."""

_NO_EFFECT = ("none", "1", "1.0", "100%", "initial", "unset")

INLINE = ("tspan", "a", "textPath")
"""The elements inside a text that have characters."""

NO_SURROUNDINGS = Surroundings()


def leaf(element: ResolvedElement, renderer: Renderer) -> ResolvedElement:
    """Return the innermost element whose style all text has: editors style the inner tspans.

    An editor makes a tspan of each line, so several of equal style count as one; if their styles
    differ, the outer element is returned. Data bound to the text element itself wins.
    """
    first, level = element, [element]
    while not any(own_words(outer.source).strip() for outer in level):
        level = [
            renderer.resolve(child, outer.inner)
            for outer in level
            for child in outer.source.children
            if child.tag == "tspan" and _words(child).strip()
        ]
        if not level or any(each.style.values != level[0].style.values for each in level):
            break
        first = level[0]
    if first is not element:
        element.findings += _effects_of(first)
        data = {
            name: element.cascaded[name]
            for name in element.source.pnp_attrs
            if name in element.cascaded
        }
        first.style = first.read(first.style.child, data)
    return first


def beginning(element: ResolvedElement, renderer: Renderer) -> tuple[ResolvedElement, ...]:
    """Return the tspans that contain the first words of a text, the innermost first."""
    found: tuple[ResolvedElement, ...] = ()
    while not element.source.text.strip():
        children = element.source.children
        tspans = [child for child in children if child.tag == "tspan" and _words(child).strip()]
        if not tspans:
            break
        element = renderer.resolve(tspans[0], element.inner)
        found = (element, *found)
    return found


def _words(element: Element) -> str:
    return element.text + "".join(_words(child) + child.tail for child in element.children)


def own_words(element: Element) -> str:
    """Return the text of an element outside its tspans."""
    links = (_words(child) for child in element.children if child.tag == "a")
    return element.text + "".join([*links, *(child.tail for child in element.children)])


def _effects_of(part: ResolvedElement) -> list[Finding]:
    """Return a finding on each effect of a part of a text."""
    hint = "write it on the whole <text>, or make a text of its own of the part"
    return [
        unsupported(f"{name} of a <{part.source.tag}>", part.where, hint)
        for name in _EFFECTS
        if part.cascaded.get(name, "none") not in _NO_EFFECT
    ]


_Listed = tuple[ResolvedElement, list[Letter]]
"""An element whose lists position characters, and its characters."""


def _collected(
    element: ResolvedElement,
    renderer: Renderer,
    white: White,
    listed: list[_Listed],
    outer: Surroundings = NO_SURROUNDINGS,
) -> list[Letter]:
    """Return the characters of an element and of its tspans.

    Those of them that have lists are added to ``listed``, inner ones first.
    """
    around = Surroundings.of(element, outer)
    letters = _own_and_inner(element, renderer, white, listed, around)
    # a path places its characters itself (SVG 2, section 11.8.2)
    if element.source.tag != "textPath" and not _POSITIONS.isdisjoint(element.attrs):
        listed.append((element, letters))
    return letters


def _own_and_inner(
    element: ResolvedElement,
    renderer: Renderer,
    white: White,
    listed: list[_Listed],
    around: Surroundings,
) -> list[Letter]:
    if "pnp:text" in element.attrs:
        return _letters(element.attrs["pnp:text"], element, white, around, renderer.language)
    letters = _letters(element.source.text, element, white, around, renderer.language)
    for child in element.source.children:
        if child.tag in INLINE and not (child.tag == "textPath" and around.path):
            for inner in renderer.instances(child, element.inner):
                inner.findings += _effects_of(inner)
                letters += _collected(inner, renderer, _white(inner, white), listed, around)
                element.findings += inner.findings
        # white space between the lines of an editor's text is the indentation of the file
        if child.attrs.get("sodipodi:role") != "line" or child.tail.strip():
            letters += _letters(child.tail, element, white, around, renderer.language)
    return letters


def _letters(
    text: str, element: ResolvedElement, white: White, around: Surroundings, language: str
) -> list[Letter]:
    text = cased(text, element.style["text-transform"], language)
    return [
        Letter(char, element, white.exact, around=around, breaks=white.breaks and raw == "\n")
        for raw, char in zip(text, text.translate(_SPACES), strict=True)
    ]


def _place(element: ResolvedElement, letters: list[Letter]) -> None:
    """Give characters the positions and turns of an element's lists that they lack."""
    if "rotate" in element.attrs:
        none: tuple[float, ...] = ()
        turns = element.understood("rotate", none, parse_numbers, element.attrs["rotate"])
        for number, letter in enumerate(letters if turns else ()):
            if letter.turn is None:
                letter.turn = turns[min(number, len(turns) - 1)]
    for name in LISTS:
        if name in element.attrs:
            for letter, value in zip(letters, _lengths(element, name), strict=False):
                if getattr(letter, name) in (None, 0.0):
                    setattr(letter, name, value)


def _lengths(element: ResolvedElement, name: str) -> list[float]:
    ruler = Ruler(element.context.viewport, LISTS[name], element.style.size)
    parts = element.attrs[name].replace(",", " ").split()
    return [element.read(ruler.length, part) for part in parts]


def _white(element: ResolvedElement, outer: White) -> White:
    """Return what becomes of an element's white space, with that of the element around it."""
    space = element.source.attrs.get("xml:space")
    named = element.cascaded.get("white-space")
    if named is not None:
        breaks = named.startswith(("pre", "break"))
        return White(breaks and named != "pre-line", breaks)
    return outer if space is None else White(exact=space == "preserve")


def _collapse(letters: list[Letter]) -> None:
    """Clear ``kept`` on collapsible spaces: those at either end, and all but one in a row."""
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
"""``line-height: normal`` in Inkscape, as a multiple of the font size."""

_FAMILY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,"']+))\s*(?:,|$)""")


def text_style(
    element: ResolvedElement, renderer: Renderer, box: Callable[[], Rect | None] | None = None
) -> TextStyle:
    """Return the text style of an element, in user units; without ``box``, painted black."""
    style = element.style
    factor = element.read(line_factor, style["line-height"], style.size)
    fill, stroke = (PLAIN_BLACK, None) if box is None else _paints(element, renderer, box)
    return TextStyle(
        fonts_of(element, renderer),
        style.size,
        int(style["font-weight"]),
        style["font-style"] != "normal",
        fill,
        stroke,
        letter_spacing=element.measured(style["letter-spacing"]),
        word_spacing=element.measured(style["word-spacing"]),
        line_height=LINE_HEIGHT if factor is None else factor,
        features=_features(element),
        rtl=is_rtl(element),
    )


def _features(element: ResolvedElement) -> Features:
    style = element.style
    return element.read(features_of, style["font-variant-numeric"], style["font-feature-settings"])


def is_rtl(element: ResolvedElement) -> bool:
    """Say whether the drawing has an element's text run from right to left."""
    return element.style["direction"] == "rtl"


def decorated_style(
    inner: ResolvedElement,
    outer: ResolvedElement,
    renderer: Renderer,
    box: Callable[[], Rect | None],
) -> TextStyle:
    """Return the text style of an element with its decorations, and those of one around it.

    Each line is painted as the element that asks for it.
    """
    style = text_style(inner, renderer, box)
    lines = [Decoration(kind, style.fill, style.stroke) for kind in decorations(inner)]
    if outer.source is not inner.source:
        for kind in decorations(outer):
            lines.append(Decoration(kind, *_paints(outer, renderer, box)))
    return replace(style, decorations=tuple(lines)) if lines else style


def fonts_of(element: ResolvedElement, renderer: Renderer) -> tuple[str, ...]:
    """Return the families of an element's text that the book has; what is missing is told.

    Raises:
        PnpError: data names the families, and none of them exists.
    """
    left = _families_of(element, renderer)
    weight, italic = int(element.style["font-weight"]), element.style["font-style"] != "normal"
    if italic or weight >= BOLD:
        font = renderer.book.chain(left, weight, italic, element.where)[0]
        lacking = {"italic": italic and not font.italic, "bold": font.weight < BOLD <= weight}
        for style in (style for style, is_lacking in lacking.items() if is_lacking):
            element.findings.append(missing_style(font.family, style, element.where))
    return left


def _families_of(element: ResolvedElement, renderer: Renderer) -> tuple[str, ...]:
    names, axes = families(element.style["font-family"]), _axes(element)
    missing = renderer.book.missing(names)
    left = names[len(missing) :]
    if axes:
        left = tuple(with_axes(name, axes) for name in left)
        names = names if missing else left
    if not missing or (not left and element.is_data("font-family")):
        return names
    used = renderer.book.chain(left)[0].family
    hint = renderer.book.nearest(missing[0])
    element.findings.append(substituted_font(missing[0], used, element.where, hint))
    return left


_AXIS = re.compile(rf"""\s*["']([ -~]{{4}})["']\s+({NUMBER})\s*""")


def _axes(element: ResolvedElement) -> Axes:
    """Return the places on axes of a ``font-variation-settings``."""
    text = element.style["font-variation-settings"]
    if text == "normal":
        return ()
    found = [_AXIS.fullmatch(part) for part in text.split(",")]
    if None in found:
        element.fault("font-variation-settings", f"{quote(text)} is no list of axes")
    return tuple((match[1], float(match[2])) for match in found if match)


def _paints(
    element: ResolvedElement, renderer: Renderer, box: Callable[[], Rect | None]
) -> tuple[Paint | None, Stroke | None]:
    if not element.visible:
        return None, None
    return paints_of(element, box, renderer)


def scaled(style: TextStyle, by: float) -> TextStyle:
    """Return the same style with all lengths multiplied, for a unit smaller by that factor."""
    if by == 1.0:
        return style
    lines = [
        Decoration(line.kind, *_paints_scaled(line.fill, line.stroke, by))
        for line in style.decorations
    ]
    fill, stroke = _paints_scaled(style.fill, style.stroke, by)
    return replace(
        style,
        size=style.size * by,
        letter_spacing=style.letter_spacing * by,
        word_spacing=style.word_spacing * by,
        fill=fill,
        stroke=stroke,
        decorations=tuple(lines),
    )


def _paints_scaled(
    fill: Paint | None, stroke: Stroke | None, by: float
) -> tuple[Paint | None, Stroke | None]:
    if stroke is not None:
        stroke = stroke._replace(
            paint=_moved(stroke.paint, by),
            width=stroke.width * by,
            dashes=tuple(dash * by for dash in stroke.dashes),
            dash_offset=stroke.dash_offset * by,
        )
    return None if fill is None else _moved(fill, by), stroke


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
    """Return the names of a ``font-family`` list: ``"'Alegreya Sans', serif"`` has two."""
    return tuple("".join(match).strip() for match in _FAMILY.findall(text) if any(match))


def lowered(element: ResolvedElement, renderer: Renderer) -> float:
    """Return the distance of the alphabetic baseline below the given point, in user units."""
    if element.source.tag != "text":
        return dropped(element, renderer) - raised(element)
    return dropped(element, renderer)


def dropped(element: ResolvedElement, renderer: Renderer) -> float:
    """Return the same without the shift of a subscript or a superscript."""
    size = element.style.size
    line = element.cascaded.get("alignment-baseline", element.style["dominant-baseline"])
    font = renderer.book.chain(
        fonts_of(element, renderer), int(element.style["font-weight"]),
        element.style["font-style"] != "normal", element.where,
    )[0]  # fmt: skip
    return _line(font, line) * size


SUB, SUPER = 0.2, 0.4
"""Shifts of subscripts down and superscripts up, in ems: between those of browsers and Inkscape."""


def _shift(element: ResolvedElement, text: str) -> float:
    size = element.style.size
    return element.number(text) * size if text.endswith("%") else element.measured(text)


def _line(font: Font, name: str) -> float:
    """Return the height of a named baseline of a font above the alphabetic one, in ems."""
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
