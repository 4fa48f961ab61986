"""Compiles the pnp: attributes of a file to bindings: conditions, loops, and values from data."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from pnp.base.diagnostics import Finding, PnpError, Where, nearest, quote, user_error
from pnp.base.slotted import slotted
from pnp.data.textfile import composed
from pnp.scene.page import Ink
from pnp.svg.cascade import PROPERTIES
from pnp.svg.declarations import FITS, VALIGNS
from pnp.svg.parse import ATTRIBUTES, Element, SvgFile
from pnp.template.expression import compile_text, compile_value
from pnp.template.memo import Query, freeze
from pnp.text.flow import parse_look

ROLES = ("cut", "crease", "safe", "keep", "room", "sample")

OF_TEXT = ("text", "fit", "min-size", "valign", "width")

CONTROLS = ("if", "for", "role", "ink", "sample", "icon", "palette")

_WORDED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("fit", "min-size", "valign"), ("text", "tspan")),
    "text": ("text", "tspan", "textPath"),
}
"""The elements that an attribute of words may stand on."""

_TAKERS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("cx", "cy"), ("circle", "ellipse", "radialGradient")),
    **dict.fromkeys(("rx", "ry"), ("rect", "ellipse")),
    "r": ("circle", "radialGradient"),
    **dict.fromkeys(("x1", "y1", "x2", "y2"), ("line", "linearGradient")),
    "points": ("polyline", "polygon"),
    "d": ("path",),
    "href": (
        *("use", "image", "a", "textPath", "linearGradient", "radialGradient", "pattern"),
        *("filter", "feImage", "tref", "mpath", "script"),
    ),
}
"""The elements that take an attribute, which does nothing on others."""

_LOOSE = ("text", "href", "class", "id")
"""Attributes of words and names, which are still some where a part of them is blank."""

_FOR = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:,\s*([A-Za-z_]\w*)\s*)?\s+in\s+(.+)", re.DOTALL)

_UNBRACED = re.compile(r"^\s*(?P<bare>card\.\w+)\s*$|\{\s*(?P<single>card\.\w+)\s*\}")
"""Data in no brace, or in one instead of two."""


@slotted
class Loop:
    """``pnp:for``: its one or two variables, and the query for the items to loop over."""

    names: tuple[str, ...]
    items: Query


@slotted(frozen=False)
class Bindings:
    """The compiled pnp: attributes of one element; ``values`` maps attributes to text or queries.

    ``<rect pnp:if="card.cost" pnp:fill="red"/>`` has a query as ``test`` and
    ``{"fill": "red"}`` as ``values``.
    """

    role: str | None = None
    ink: Ink | None = None
    test: Query | None = None
    loop: Loop | None = None
    values: dict[str, str | Query] = field(default_factory=dict)

    @property
    def shows(self) -> bool:
        """Say whether ``display: none`` hides the element in an editor only, not in print."""
        return any((self.role, self.ink, self.test, self.loop))


NO_BINDINGS = Bindings()


def compile_file(
    file: SvgFile,
    places: Mapping[Element, Where] | None = None,
    known: Mapping[Element, Bindings] | None = None,
) -> dict[Element, Bindings]:
    """Return the bindings of each element that has pnp: attributes.

    ``places`` are where the texts are written that are not in the file, ``known`` the bindings of
    elements that it shares with another.

    Raises:
        PnpError: all mistakes in them, collected.
    """
    compiled: dict[Element, Bindings] = {}
    problems: list[Finding] = []
    for element in file.root.walk():
        try:
            if known and element in known:
                compiled[element] = known[element]
                continue
            _refuse_braces(element)
            if element.pnp_attrs:
                compiled[element] = _compile(element, (places or {}).get(element, element.where))
        except PnpError as error:
            problems += error.problems
    if problems:
        raise PnpError(problems)
    return compiled


def _refuse_braces(element: Element) -> None:
    """Refuse ``{{ }}`` in plain attributes and text, which an editor would show or break."""
    for name, value in element.attrs.items():
        if "{{" in value:
            hint = f"keep a sample value there and write pnp:{name.split(':')[-1]}={quote(value)}"
            raise user_error(
                f"the plain attribute {quote(name)} holds data: {quote(value)}", element.where, hint
            )
    texts = [element.text, *(child.tail for child in element.children)]
    if element.tag != "style" and any("{{" in text for text in texts):
        hint = 'keep sample words there and write pnp:text="{{ … }}" on the element'
        raise user_error(f"<{element.tag}> holds {{{{ }}}} as its text", element.where, hint)


def _compile(element: Element, text: Where) -> Bindings:
    """Return the bindings of an element, whose ``pnp:text`` is written at the place ``text``."""
    bindings, where = Bindings(), element.where
    for name, written in element.pnp_attrs.items():
        _check_name(name, element)
        source = composed(written)
        if name == "role":
            bindings.role = _one_of(ROLES, name, source, where)
        elif name == "ink":
            bindings.ink = Ink(_one_of([ink.value for ink in Ink], name, source, where))
        elif name == "if":
            bindings.test = Query(compile_value(source, where), bool)
        elif name == "for":
            bindings.loop = _loop(source, where)
        elif name == "icon":
            _check_look(source, where)
        elif name not in ("sample", "palette"):
            place = text if name == "text" else where
            bindings.values[_key(name, element)] = _value(name, source, place)
    return bindings


def _check_look(text: str, where: Where) -> None:
    try:
        parse_look(text)
    except ValueError:
        hint = "write its height in capital letters, and how far it is lowered: 150% 20%"
        raise user_error(f"{quote(text)} is no look of an icon", where, hint) from None


def _check_name(name: str, element: Element) -> None:
    if element.tag not in _TAKERS.get(name, (element.tag,)):
        hint = f"it is for {', '.join(f'<{tag}>' for tag in _TAKERS[name])}"
        raise user_error(f"pnp:{name} is not for <{element.tag}>", element.where, hint)
    if element.tag not in _WORDED.get(name, (element.tag,)):
        hint = "put it on a <text>; its box is the shape that shape-inside names"
        raise user_error(f"pnp:{name} is not for <{element.tag}>", element.where, hint)
    on_text = (name, element.tag) == ("text", "text")
    if on_text and any(part.tag == "textPath" for part in element.walk()):
        message = "pnp:text on this <text> would take its words off the <textPath>"
        raise user_error(message, element.where, "write it on the <textPath>")
    if name in ("sample", "icon", "palette") and element.parent is not None:
        raise user_error(
            f"pnp:{name} is not for <{element.tag}>", element.where, "put it on the root <svg>"
        )
    if name not in OF_TEXT and name not in CONTROLS and name not in ATTRIBUTES | PROPERTIES:
        known = sorted({*OF_TEXT, *CONTROLS, *ATTRIBUTES, *PROPERTIES})
        raise user_error(f"pnp:{name} is not known", element.where, nearest(name, known))


def _key(name: str, element: Element) -> str:
    """Return the attribute that a value replaces, or ``pnp:`` and its name if it replaces none."""
    additional = ("text", "fit", "min-size", "valign", "transform")
    on_text = name == "width" and element.tag in ("text", "tspan")
    return f"pnp:{name}" if on_text or name in additional else name


def _value(name: str, source: str, where: Where) -> str | Query:
    choices = {"fit": FITS, "valign": VALIGNS}
    if "{{" not in source and "{%" not in source:
        if name == "text":
            _refuse_unbraced(source, where)
        return _one_of(choices[name], name, source, where) if name in choices else source
    expression = compile_text(source, where, solid=name not in _LOOSE)
    if expression.constant:
        return str(expression({}))
    return Query(expression, freeze, prints=name == "text")


def _refuse_unbraced(source: str, where: Where) -> None:
    """Refuse a ``pnp:text`` that names a column without double braces: it would be printed so."""
    if "}}" in source:
        message = f"pnp:text={quote(source)} has }}}} without {{{{"
        raise user_error(message, where, 'write data as pnp:text="{{ card.name }}"')
    meant = _UNBRACED.sub(lambda found: f"{{{{ {found['bare'] or found['single']} }}}}", source)
    if meant != source:
        message = f"pnp:text={quote(source)} is words, not data"
        raise user_error(message, where, f"write pnp:text={quote(meant)}")


def _loop(source: str, where: Where) -> Loop:
    match = _FOR.fullmatch(source)
    if match is None:
        hint = 'write it as pnp:for="i in range(card.shots)"'
        raise user_error(f"pnp:for={quote(source)} is not a loop", where, hint)
    names = tuple(name for name in match.group(1, 2) if name)
    return Loop(names, Query(compile_value(match[3], where), _freeze_items, prints=True))


def _freeze_items(value: Any) -> Any:
    return freeze(tuple(value) if isinstance(value, Iterable) else value)


def _one_of(known: Iterable[str], name: str, source: str, where: Where) -> str:
    words = list(known)
    if source not in words:
        hint = nearest(source, words) or f"one of {', '.join(words)}"
        raise user_error(f"pnp:{name}={quote(source)} is not known", where, hint)
    return source
