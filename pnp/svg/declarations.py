"""Checks of the values of CSS properties, as far as a wrong one would change the drawing."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from pnp.base.color import parse_color
from pnp.base.diagnostics import HintedError, nearest, quote
from pnp.base.slotted import slotted
from pnp.svg.measure import (
    parse_angle,
    parse_number,
    parse_numbers,
    parse_transform,
    parse_user_length,
)

Check = Callable[[str], object]
"""Raises a ValueError, which says what is wrong, unless a property takes the value."""

URL = re.compile(r"""\s*url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s"']+))\s*\)(.*)""", re.DOTALL)
"""A reference, and what follows it: the fallback of a paint."""

ICC = re.compile(r"\bicc-color\([^()]*\)")
"""The second half of an SVG 1.1 colour: a colour of a profile, which no editor reads."""

CONTEXT = ("context-fill", "context-stroke")


def _color(text: str) -> None:
    if text.lower() != "currentcolor":
        parse_color(ICC.sub("", text))


def _paint(text: str) -> None:
    match = URL.fullmatch(text)
    rest = (match[4] if match else text).strip()
    if rest and rest not in ("none", *CONTEXT):
        _color(rest)


def _length(*words: str, least: float | None = None) -> Check:
    """Return the check of a length that may also be one of some words."""

    def check(text: str) -> None:
        if text not in words and least is not None and parse_user_length(text, 1, 1) < least:
            raise ValueError(f"{quote(text)} is less than {least:g}")
        if text not in words:
            parse_user_length(text, 1, 1)

    return check


@slotted
class _Keywords:
    """The check of a value that is one of some words, which may have capitals."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> None:
        if text.lower() not in self.words:
            raise _not_known(text, self.words)


def _words(*words: str) -> Check:
    return _Keywords(words)


def _not_known(text: str, words: Sequence[str]) -> HintedError:
    message = f"{quote(text)} is not known: one of {', '.join(words)}"
    return HintedError(message, nearest(text, words))


def _slant(text: str) -> None:
    if not text.lower().startswith("oblique "):
        _words("normal", "italic", "oblique")(text)
    else:
        parse_angle(text[len("oblique ") :])


def _lines(text: str) -> None:
    """Check the lines along a text, with their style, colour and thickness."""
    for word in text.lower().split() if "(" not in text else ():
        if word not in DECORATIONS and not _is(_color, word) and not _is(_THICKNESS, word):
            raise _not_known(word, DECORATIONS)


def _is(check: Check, text: str) -> bool:
    try:
        check(text)
    except ValueError:
        return False
    return True


def _area(text: str) -> None:
    """Check a reference to a clip or a mask; a shape of CSS has brackets."""
    if text != "none" and "(" not in text:
        raise ValueError(f"{quote(text)} names nothing: write url(#id)")


def _dashes(text: str) -> None:
    for part in [] if text == "none" else re.split(r"[\s,]+", text.strip()):
        if parse_user_length(part, 1, 1) < 0:
            raise ValueError(f"{quote(text)} has a negative length")


def _weight(text: str) -> None:
    if text in ("normal", "bold", "bolder", "lighter"):
        return
    if not 1 <= parse_number(text) <= 1000:
        raise ValueError(f"font weight {quote(text)} is not between 1 and 1000")


def _miter(text: str) -> None:
    if parse_number(text) < 1:
        raise ValueError(f"{quote(text)} is less than 1")


def _order(text: str) -> None:
    words = text.split()
    wrong = not {*words} <= {"fill", "stroke", "markers"} or len(words) > len({*words})
    if text != "normal" and (wrong or not words):
        raise ValueError(f"{quote(text)} is not known: fill, stroke and markers, each once")


NUMERALS = {
    "lining-nums": "lnum", "oldstyle-nums": "onum",
    "proportional-nums": "pnum", "tabular-nums": "tnum",
    "diagonal-fractions": "frac", "stacked-fractions": "afrc",
    "ordinal": "ordn", "slashed-zero": "zero",
}  # fmt: skip
"""The words of ``font-variant-numeric`` with their OpenType features: CSS Fonts 4, 6.7."""

_FEATURE = re.compile(r"""\s*["']([ -~]{4})["'](?:\s+(\d{1,5}|on|off))?\s*""")

_SWITCHES = {None: "1", "on": "1", "off": "0"}


@lru_cache(maxsize=256)
def features_of(numerals: str, settings: str) -> tuple[tuple[str, int], ...]:
    """Return the OpenType features of a ``font-variant-numeric`` and a ``font-feature-settings``.

    Raises:
        ValueError: one of them is not in CSS notation.
    """
    found: dict[str, int] = {}
    for word in () if numerals == "normal" else numerals.split():
        if word not in NUMERALS:
            raise ValueError(f"{quote(word)} is not known: {', '.join(NUMERALS)}")
        found[NUMERALS[word]] = 1
    for part in () if settings == "normal" else settings.split(","):
        match = _FEATURE.fullmatch(part)
        if match is None:
            raise ValueError(f'{quote(settings)} is no list of features, as "lnum", "liga" 0')
        found[match[1]] = int(_SWITCHES.get(match[2], match[2]))
    return tuple(found.items())


DECORATIONS = (
    *("none", "underline", "overline", "line-through", "blink"),
    *("solid", "double", "dotted", "dashed", "wavy", "auto", "from-font"),
)
"""The words of ``text-decoration``: lines, and how they are drawn."""

DISPLAYS = (
    *("inline", "block", "none", "contents", "flow-root", "list-item", "run-in", "flow", "ruby"),
    *("flex", "grid", "table", "inline-block", "inline-flex", "inline-grid", "inline-table"),
    *("table-row-group", "table-header-group", "table-footer-group", "table-row", "table-cell"),
    *("table-column-group", "table-column", "table-caption", "compact", "marker"),
)
"""The values of ``display``: all but ``none`` draw the element."""

BASELINES = (
    *("auto", "alphabetic", "baseline", "middle", "central", "hanging", "mathematical", "top"),
    *("ideographic", "text-top", "text-bottom", "text-before-edge", "text-after-edge", "bottom"),
    *("before-edge", "after-edge", "use-script", "no-change", "reset-size", "center"),
)
"""The values of ``dominant-baseline`` and ``alignment-baseline``, those of SVG 1.1 too."""

SIZES = (
    *("xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large"),
    *("larger", "smaller"),
)
"""The sizes of fonts that have a name."""

_SHARE = parse_number

_THICKNESS = _length()

CHECKS: Mapping[str, Check] = {
    **dict.fromkeys(("fill", "stroke"), _paint),
    **dict.fromkeys(("color", "stop-color"), _color),
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity", "stop-opacity"), _SHARE),
    **dict.fromkeys(("fill-rule", "clip-rule"), _words("nonzero", "evenodd")),
    "stroke-width": _length(least=0),
    "stroke-dashoffset": _length(),
    "stroke-dasharray": _dashes,
    "stroke-linecap": _words("butt", "round", "square"),
    "stroke-linejoin": _words("miter", "round", "bevel", "miter-clip", "arcs"),
    "stroke-miterlimit": _miter,
    "letter-spacing": _length("normal"),
    "word-spacing": _length("normal"),
    "font-size": _length(*SIZES, least=0),
    "font-weight": _weight,
    "baseline-shift": _length("baseline", "sub", "super"),
    "line-height": _length("normal"),
    "font-style": _slant,
    "display": _words(*DISPLAYS),
    "direction": _words("ltr", "rtl"),
    **dict.fromkeys(("dominant-baseline", "alignment-baseline"), _words(*BASELINES)),
    "text-decoration": _lines,
    "text-transform": _words(
        *("none", "capitalize", "uppercase", "lowercase", "full-width", "full-size-kana")
    ),
    "text-align": _words(
        *("start", "end", "left", "right", "middle", "center", "justify"),
        *("justify-all", "match-parent"),
    ),
    "overflow": _words("visible", "hidden", "scroll", "auto", "clip"),
    "mask-type": _words("luminance", "alpha"),
    **dict.fromkeys(("clip-path", "mask"), _area),
    "transform": parse_transform,
    "visibility": _words("visible", "hidden", "collapse"),
    "paint-order": _order,
    "text-anchor": _words("start", "middle", "end"),
    "hyphens": _words("none", "manual", "auto"),
    "font-variant-numeric": lambda text: features_of(text, "normal"),
    "font-feature-settings": lambda text: features_of("normal", text),
}
"""The properties whose values are checked."""


def _between(text: str) -> None:
    """Check an opacity of data: what is beyond is cut off, and so was meant as something else."""
    if not 0 <= parse_number(text) <= 1:
        raise HintedError(f"{quote(text)} is not between 0 and 1", "write it as 0.5 or 50%")


def _given_paint(text: str) -> None:
    """Check a paint of data, which may not be blank: none is a paint, too."""
    _paint(text) if text else _color(text)


def _lengths(text: str) -> None:
    for part in text.replace(",", " ").split() or [text]:
        parse_user_length(part, 1, 1)


def _turns(text: str) -> None:
    if text != "none":
        parse_numbers(text)


SILENT_WORDS = ("inherit", "initial", "unset")
"""The values that every property takes."""

FITS, VALIGNS = ("none", "shrink"), ("top", "middle", "bottom")
"""The words of ``pnp:fit`` and ``pnp:valign``."""

OF_DATA: Mapping[str, Check] = {
    **CHECKS,
    **dict.fromkeys(("fill", "stroke"), _given_paint),
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity", "stop-opacity"), _between),
    **dict.fromkeys(("x", "y", "dx", "dy"), _lengths),
    **dict.fromkeys(("width", "height", "rx", "ry"), _length("auto", least=0)),
    **dict.fromkeys(("r", "textLength", "pnp:width", "pnp:min-size"), _length(least=0)),
    **dict.fromkeys(("filter", "marker", "marker-start", "marker-mid", "marker-end"), _area),
    "white-space": _words(
        *("normal", "nowrap", "pre", "pre-wrap", "pre-line", "break-spaces", "collapse", "preserve")
    ),
    "rotate": _turns,
    "pnp:transform": parse_transform,
    "pnp:fit": _words(*FITS),
    "pnp:valign": _words(*VALIGNS),
}
"""The attributes of an element whose values are checked if they come from data."""


_WORDED = frozenset(
    ("font-style", *(name for name, check in OF_DATA.items() if isinstance(check, _Keywords)))
)


def in_small(name: str, value: str) -> str:
    """Return a value as it is compared: words as in ``text-anchor: Middle`` may have capitals."""
    return value.lower() if name in _WORDED else value


def is_computed(value: str) -> bool:
    """Say whether a value has a function that stands for another value."""
    return "var(" in value or "light-dark(" in value


@lru_cache(maxsize=8192)
def flaw(name: str, value: str) -> str | None:
    """Return what is wrong with the value of a property, None if nothing is, as far as is known."""
    check = CHECKS.get(name)
    if check is None or value in SILENT_WORDS or is_computed(value) or "calc(" in value:
        return None
    try:
        check(value)
    except ValueError as error:
        return f"{name}: {error}"
    return None


_MAY_BE_BLANK = (
    *("stroke-dasharray", "filter", "clip-path", "mask", "display", "visibility"),
    *("marker", "marker-start", "marker-mid", "marker-end", "text-decoration"),
)
"""Properties that say nothing if they are blank: ``{{ '4 2' if card.dashed else '' }}``."""


@lru_cache(maxsize=8192)
def flaw_of_data(name: str, value: str) -> HintedError | None:
    """Return what is wrong with a value of ``OF_DATA`` that comes from data, None if nothing is."""
    if not value and name in _MAY_BE_BLANK:
        return None
    try:
        if value not in SILENT_WORDS:
            OF_DATA[name](value)
    except ValueError as error:
        return HintedError(str(error), getattr(error, "hint", None))
    return None
