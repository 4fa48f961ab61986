"""Checks of the values of CSS properties, as far as a wrong one would change the drawing."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from pnp.base.color import parse_color
from pnp.base.diagnostics import quote
from pnp.svg.measure import parse_number, parse_transform, parse_user_length

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


def _words(*words: str) -> Check:
    def check(text: str) -> None:
        if text.lower() not in words:
            raise ValueError(f"{quote(text)} is not known: one of {', '.join(words)}")

    return check


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


SIZES = (
    *("xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large"),
    *("larger", "smaller"),
)
"""The sizes of fonts that have a name."""

_SHARE = parse_number

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
    "transform": parse_transform,
    "visibility": _words("visible", "hidden", "collapse"),
    "paint-order": _order,
    "text-anchor": _words("start", "middle", "end"),
    "hyphens": _words("none", "manual", "auto"),
    "font-variant-numeric": lambda text: features_of(text, "normal"),
    "font-feature-settings": lambda text: features_of("normal", text),
}
"""The properties whose values are checked."""
