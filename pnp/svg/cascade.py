"""The CSS cascade: presentation attributes, style sheets, ``style``, data; then inheritance."""

import re
from collections.abc import Mapping
from functools import lru_cache
from weakref import WeakValueDictionary

from pnp.base.diagnostics import quote
from pnp.scene.node import Blend
from pnp.svg.css import Declaration, Declared, lay_over, parse_declarations, substituted
from pnp.svg.declarations import SILENT_WORDS, flaw, in_small, is_computed
from pnp.svg.measure import PIXELS_PER_UNIT, parse_number, parse_user_length

INHERITED = {
    "color": "black",
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "clip-rule": "nonzero",
    "paint-order": "normal",
    "visibility": "visible",
    "font-family": "sans-serif",
    "font-size": "16",
    "font-weight": "400",
    "font-style": "normal",
    "letter-spacing": "0",
    "word-spacing": "0",
    "line-height": "normal",
    "text-anchor": "start",
    "text-align": "",
    "white-space": "",
    "dominant-baseline": "auto",
    "text-transform": "none",
    "font-variation-settings": "normal",
    "font-feature-settings": "normal",
    "font-variant-numeric": "normal",
    "direction": "ltr",
    "hyphens": "manual",
    "marker-start": "none",
    "marker-mid": "none",
    "marker-end": "none",
    "context-fill": "none",
    "context-stroke": "none",
}
"""The inherited properties with their initial values.

The last two are not CSS: they hold the paints of an element for the drawings of its markers, or for
the one that it uses.
"""

OWN = (
    *("opacity", "display", "clip-path", "mask", "mask-type", "filter", "overflow", "transform"),
    *("stop-color", "stop-opacity", "baseline-shift", "alignment-baseline"),
    *("shape-inside", "shape-padding", "inline-size", "transform-origin", "text-decoration"),
)
"""The properties that are not inherited."""

FILL_BOX = ("fill-box", "content-box")
"""The values of ``transform-box`` by which ``transform-origin`` counts from the element's box."""

SUPPORTED_VALUES = {
    "mix-blend-mode": tuple(Blend),
    "isolation": ("auto", "isolate"),
    "color-interpolation": ("auto", "srgb"),
    "vector-effect": ("none",),
    "unicode-bidi": ("normal", "embed"),
    "writing-mode": ("lr-tb", "lr", "horizontal-tb"),
    "font-variant": ("normal",),
    "font-variant-caps": ("normal",),
    "font-variant-ligatures": ("normal",),
    "font-variant-position": ("normal",),
    "font-variant-east-asian": ("normal",),
    "font-variant-alternates": ("normal",),
    "font-kerning": ("auto", "normal"),
    "font-stretch": ("normal", "100%"),
    "transform-box": ("view-box", *FILL_BOX),
    "text-overflow": ("clip",),
    "mask-image": ("none",),
    "animation": ("none",),
    "background-color": ("none", "transparent"),
    "background": ("none", "transparent"),
    "background-image": ("none",),
    "text-shadow": ("none",),
    "box-shadow": ("none",),
    "text-decoration-style": ("solid",),
    "shape-subtract": ("none",),
    "shape-margin": ("0", "0px"),
    "rotate": ("none",),
    "scale": ("none",),
    "translate": ("none",),
}
"""Unsupported properties, with the values that have no effect and so may be declared."""

INSTEAD = {
    "vector-effect": "give the line the width that it is to have on paper, as 0.1 mm",
    "transform-box": "its transform-origin counts from the drawing's corner: write fill-box, or let"
    " the editor apply the transform to the path",
    "text-shadow": "draw the words twice, the first of them moved",
    "background-color": "draw a rect below",
}
"""What to do instead of an unsupported property."""

PROPERTIES = frozenset((*INHERITED, *OWN, *SUPPORTED_VALUES)) - {"context-fill", "context-stroke"}

_NAMESAKES = frozenset(("rotate", "scale", "translate", "background"))
"""Properties that have no presentation attribute, but whose name an attribute may bear."""

NO_ATTRIBUTES = frozenset(("mix-blend-mode", "isolation", "marker", *_NAMESAKES))
"""Properties that have no presentation attribute."""

_BOX = ("x", "y", "width", "height")

GEOMETRY: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("svg", "image", "use"), _BOX),
    "rect": (*_BOX, "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "path": ("d",),
}
"""The attributes of an element that style sheets may set, too (SVG 2, section 7.5)."""

_PATH = re.compile(r"""path\(\s*(["'])(.*)\1\s*\)""", re.DOTALL)
"""A ``d`` in a style sheet."""

_WRITTEN = PROPERTIES - NO_ATTRIBUTES

_BOUND = PROPERTIES - _NAMESAKES

_FONT_SIZES = {
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16,
    "large": 18, "x-large": 24, "xx-large": 32,
}  # fmt: skip

_LENGTHS = ("letter-spacing", "word-spacing", "stroke-width", "stroke-dashoffset")


_Values = tuple[str | tuple[str, str], ...]
"""The values of a style, then its custom properties: what tells it from others."""

NO_CUSTOM: Mapping[str, str] = {}


class Style:
    """The inherited properties of an element, as text: ``{"fill": "#c00", "font-size": "4", …}``.

    ``custom`` has those that style sheets name themselves, as ``{"--leaf": "#0a0"}``. Styles with
    equal values that come from one ``initial_style`` are one object, so that they may be compared
    by identity.
    """

    __slots__ = ("__weakref__", "_alike", "_children", "custom", "values")

    def __init__(
        self,
        values: Mapping[str, str],
        alike: "WeakValueDictionary[_Values, Style] | None" = None,
        custom: Mapping[str, str] = NO_CUSTOM,
    ) -> None:
        self.values, self.custom = dict(values), custom
        self._children: dict[tuple[tuple[str, str], ...], Style] = {}
        self._alike = WeakValueDictionary() if alike is None else alike
        self._alike[*self.values.values(), *custom.items()] = self

    def __getitem__(self, name: str) -> str:
        """Return the value of an inherited property."""
        return self.values[name]

    @property
    def size(self) -> float:
        """Return the font size in user units."""
        return float(self.values["font-size"])

    def child(self, cascaded: Mapping[str, str]) -> "Style":
        """Return the style of a child with these cascaded values.

        Raises:
            ValueError: a font size, a weight or a spacing is not in CSS notation.
        """
        given = tuple(
            [(k, v) for k, v in cascaded.items() if k in INHERITED and v not in _KEEP.get(k, _)]
        )
        if not given:
            return self
        child = self._children.get(given)
        if child is None:
            # data may bring any number of colours; styles still in use are held by the memo's keys
            if len(self._children) >= 1024:
                self._children.clear()
            values = {**self.values, **_computed(dict(given), self)}
            child = self._children[given] = self._made(values, self.custom)
        return child

    def declaring(self, custom: Mapping[str, str]) -> "Style":
        """Return the style with more custom properties; what they refer to is filled in."""
        known: dict[str, str | None] = {}

        def find(name: str) -> str | None:
            if name not in known:
                known[name] = None  # in a circle, none has a value
                value = custom.get(name)
                known[name] = substituted(value, find) if value else self.custom.get(name)
            return known[name]

        values = {name: find(name) for name in (*self.custom, *custom)}
        return self._made(self.values, {n: value for n, value in values.items() if value})

    def _made(self, values: Mapping[str, str], custom: Mapping[str, str]) -> "Style":
        known = self._alike.get((*values.values(), *custom.items()))
        return Style(values, self._alike, custom) if known is None else known


_ = ("inherit", "unset")

_KEEP = {"color": ("inherit", "unset", "currentColor", "currentcolor")}


def initial_style() -> Style:
    """Return the style that an outermost element inherits, a new object at each call.

    Whoever keeps drawings keeps one of his own: a style shared by all games would forget children
    when another game has many, and what a kit shares would depend on the one built before it.
    """
    return Style(INHERITED)


def cascade(
    attrs: Mapping[str, str], data: Mapping[str, str], sheet: Declared, wrong: list[str]
) -> dict[str, str]:
    """Return an element's cascaded values: attributes, then sheets, its style, and data.

    A declaration with a wrong value counts as not written, as in CSS, and is appended to ``wrong``;
    data is not checked here, as a wrong value of data is an error.

    ``data`` holds the values of its pnp: attributes. The attributes ``fill="red" style="opacity:
    .5"`` with ``pnp:fill="{{ hue }}"`` give ``{"fill": "blue", "opacity": ".5"}`` on a blue row.
    """
    written = tuple([(name, value) for name, value in attrs.items() if name in _WRITTEN])
    known, flaws = _written(written, tuple(sheet.items()), attrs.get("style", ""))
    wrong += flaws
    cascaded = known.copy()
    if "style" in data:
        styled = parse_declarations(data["style"]).items()
        cascaded |= {name: in_small(name, one.value) for name, one in styled}
    if data:
        cascaded |= {name: value.strip() for name, value in data.items() if name in _BOUND}
    return cascaded


def styled_geometry(tag: str, cascaded: dict[str, str]) -> dict[str, str]:
    """Remove from the cascaded values those that are attributes of an element, and return them."""
    named = GEOMETRY.get(tag, ()) if cascaded else ()
    found = {name: cascaded.pop(name) for name in named if name in cascaded}
    if "d" in found:
        data = _PATH.fullmatch(found["d"])
        found["d"] = data[2] if data else "none"
    return {name: value for name, value in found.items() if value not in (*SILENT_WORDS, "auto")}


@lru_cache(maxsize=8192)
def _written(
    attrs: tuple[tuple[str, str], ...], sheet: tuple[tuple[str, Declaration], ...], style: str
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the cascaded values of what a file says of an element, and what is wrong with it.

    Many elements are written alike but for their outlines.
    """
    declared = dict(sheet)
    if style:
        lay_over(declared, parse_declarations(style))
    written = {name: Declaration(value.strip()) for name, value in attrs}
    lay_over(written, declared)
    wrong = [message for one in written.values() for message in one.wrong]
    cascaded = {}
    for name, one in written.items():
        message = flaw(name, one.value)
        if message is None:
            cascaded[name] = in_small(name, one.value)
        else:
            wrong.append(message)
    return cascaded, tuple(wrong)


def take_out_custom(cascaded: dict[str, str]) -> dict[str, str]:
    """Remove the declarations of custom properties, and return them."""
    names = [name for name in cascaded if name.startswith("--")]
    return {name: cascaded.pop(name) for name in names}


def compute(cascaded: dict[str, str], custom: Mapping[str, str], wrong: list[str]) -> None:
    """Fill in what values refer to: custom properties, and the light one of two colours.

    What has no value then, or a wrong one, counts as ``unset`` (CSS Variables 1, section 3.1) and
    is appended to ``wrong``.
    """
    for name in [name for name, value in cascaded.items() if is_computed(value)]:
        given = cascaded.pop(name)
        value = substituted(given, custom.get)
        if value is None:
            wrong.append(f"{name}: {quote(given)} has no value")
        elif message := flaw(name, value):
            wrong.append(message)
        else:
            cascaded[name] = in_small(name, value)


def take_out_unsupported(cascaded: dict[str, str]) -> dict[str, str]:
    """Remove the declarations that are not supported, and return them."""
    names = [name for name, value in cascaded.items() if _is_unsupported(name, value)]
    return {name: cascaded.pop(name) for name in names}


@lru_cache(maxsize=8192)
def _is_unsupported(name: str, value: str) -> bool:
    if name in SUPPORTED_VALUES:
        return value.lower() not in (*SUPPORTED_VALUES[name], *SILENT_WORDS)
    return name in PROPERTIES and "calc(" in value


def _computed(given: dict[str, str], parent: Style) -> dict[str, str]:
    """Return the computed values: initial values, font size, weight and ``em`` lengths resolved."""
    given = {k: INHERITED[k] if v == "initial" else v for k, v in given.items()}
    size = _font_size(given["font-size"], parent.size) if "font-size" in given else parent.size
    if "font-size" in given:
        given["font-size"] = repr(size)
    if "font-weight" in given:
        given["font-weight"] = str(_weight(given["font-weight"], int(parent["font-weight"])))
    for name in _LENGTHS:
        if given.get(name, "").endswith(("em", "ex")):
            given[name] = repr(parse_user_length(given[name], 0, size))
        elif given.get(name) == "normal":
            given[name] = "0"
    return given


def _font_size(text: str, parent: float) -> float:
    if text in _FONT_SIZES:
        return float(_FONT_SIZES[text])
    if text in ("larger", "smaller"):
        return parent * 1.2 if text == "larger" else parent / 1.2
    return parse_user_length(text, parent, parent)


def _weight(text: str, parent: int) -> int:
    """Return a weight as a number (CSS Fonts 4, section 2.2.1)."""
    if text == "bolder":
        return 400 if parent < 350 else 700 if parent < 550 else 900
    if text == "lighter":
        return 100 if parent < 550 else 400 if parent < 750 else 700
    named = {"normal": 400, "bold": 700}
    weight = named[text] if text in named else round(parse_number(text))
    if not 1 <= weight <= 1000:
        raise ValueError(f"font weight {quote(text)} is not between 1 and 1000")
    return weight


@lru_cache(maxsize=512)
def line_factor(text: str, size: float) -> float | None:
    """Return ``line-height`` as a multiple of the font size, None for ``normal``.

    Raises:
        ValueError: the text is neither a number nor a length.
    """
    if text == "normal":
        return None
    if text.rstrip("0123456789.").endswith(tuple(unit for unit in PIXELS_PER_UNIT if unit)):
        return parse_user_length(text, size, size) / (size or 1)
    return parse_user_length(text, 1, 1)
