"""Parses SVG files to plain trees of elements. The only user of lxml."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import field
from typing import Any, cast

from lxml import etree

from pnp.base.diagnostics import Finding, PnpError, Where, quote, user_error
from pnp.base.slotted import slotted
from pnp.scene.node import Provenance
from pnp.svg.entities import without_entities
from pnp.svg.rules import invalid, unsupported

GEOMETRY = frozenset(
    (
        *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2"),
        *("fx", "fy", "fr", "d", "points", "dx", "dy", "rotate", "textLength", "viewBox"),
        "pathLength",
    )
)
"""Attributes for positions and sizes."""

REFERENCES = frozenset((*("href", "class", "id", "style", "transform"),))
"""Attributes that identify and style an element, or refer to another."""

SERVERS = frozenset(
    (
        *("offset", "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits"),
        *("patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits"),
        *("maskContentUnits", "preserveAspectRatio"),
    )
)
"""Attributes of gradients, patterns, clip paths and masks."""

FILTERS = frozenset(
    (
        *("stdDeviation", "in", "in2", "result", "type", "values", "mode", "operator"),
        *("radius", "k1", "k2", "k3", "k4", "flood-color", "flood-opacity", "lighting-color"),
        *("order", "baseFrequency", "numOctaves", "seed", "scale", "slope", "intercept"),
        *("amplitude", "exponent", "tableValues", "azimuth", "elevation", "surfaceScale"),
        *("specularConstant", "specularExponent", "diffuseConstant", "kernelMatrix"),
        *("filterUnits", "primitiveUnits"),
    )
)
"""Attributes of filters and their primitives."""

ATTRIBUTES = GEOMETRY | REFERENCES | SERVERS | FILTERS

_TEXT = re.compile(rb"""\spnp:text\s*=\s*(?:"[^"<]*"|'[^'<]*')""")

_BREAK = re.compile(rb"\r\n|\r|\n")

_FOREIGN = re.compile(rb"""\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-?8)""", re.IGNORECASE)

_MARK = "\u2028"
"""Unicode's line separator, put before each line break: XML parsers turn a line break in an
attribute into a space. The break stays, so that line numbers do not change."""


def marked(data: bytes) -> bytes:
    """Return an SVG file with ``_MARK`` before each line break of a ``pnp:text``."""
    if _FOREIGN.match(data):
        return data
    return _TEXT.sub(_marked_text, data)


def unmarked(text: str) -> str:
    """Return a ``pnp:text`` of a marked file with its line breaks restored."""
    return text.replace(f"{_MARK} ", "\n")


def _marked_text(match: re.Match[bytes]) -> bytes:
    head, equals, text = match[0].partition(b"=")
    return head + equals + _BREAK.sub(_MARK.encode() + rb"\g<0>", text)


MAX_BYTES = 16_000_000

MAX_ELEMENTS = 50_000

MAX_PATHS = 2_000_000
"""Characters of path data and points in one file: a million segments take fifteen seconds."""

MAX_DEPTH = 64

SVG = "http://www.w3.org/2000/svg"

XLINK = "http://www.w3.org/1999/xlink"

PNP = "urn:pnp:template"

_KEPT = {
    f"{{{XLINK}}}href": "href",
    "{http://www.w3.org/XML/1998/namespace}space": "xml:space",
    "{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}role": "sodipodi:role",
}
"""Attributes of other namespaces that are read, and their names in ``Element.attrs``."""


@slotted(frozen=False, eq=False)
class SvgFile:
    """A parsed drawing. ``name`` is its path inside ``templates/``, ``shown`` that in messages.

    ``has_context`` says that it names the paints of what uses it (``context-fill``). Elements in
    its ``namespaces`` are drawn: in those of no namespace, too, if the root is in none.
    """

    name: str
    shown: str
    ids: dict[str, "Element"] = field(default_factory=dict)
    styles: list["Element"] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    size: int = 0
    path_size: int = 0
    has_context: bool = False
    namespaces: tuple[str | None, ...] = (SVG,)
    root: "Element" = field(init=False)


@slotted(frozen=False, eq=False, weakref=True)
class Element:
    """One element: ``attrs`` are its SVG attributes, ``pnp_attrs`` those of the pnp namespace.

    ``<rect x="3" pnp:if="cost > 3"/>`` has the ``tag`` ``rect``, the ``attrs`` ``{"x": "3"}`` and
    the ``pnp_attrs`` ``{"if": "cost > 3"}``. ``text`` is the text before its first child, ``tail``
    that between the element and its next sibling. ``said`` are the cells of a table of texts from
    which its words, and those in it, were taken instead of the file's.
    """

    tag: str
    attrs: dict[str, str]
    pnp_attrs: dict[str, str]
    line: int
    file: SvgFile
    parent: "Element | None"
    text: str = ""
    tail: str = ""
    children: list["Element"] = field(default_factory=list)
    said: tuple[Where, ...] = ()
    _provenance: Provenance | None = None

    @property
    def provenance(self) -> Provenance:
        """Return what the nodes that the element draws have as their provenance, one object."""
        if self._provenance is None:
            own = (self.attrs["id"],) if "id" in self.attrs else ()
            around = self.parent.provenance if self.parent is not None else None
            ids = own + (around.ids if around else ())
            outer = around.painter if around else None
            painter = Provenance(self.where, ids) if self._has_fill else outer
            filled = self.tag == "text" and any("text" in each.pnp_attrs for each in self.walk())
            self._provenance = Provenance(self.where, ids, painter, self.said, filled)
        return self._provenance

    @property
    def _has_fill(self) -> bool:
        """Say whether the element itself says what it is filled with."""
        styled = "fill:" in self.attrs.get("style", "")
        return styled or "fill" in self.attrs or "fill" in self.pnp_attrs

    @property
    def where(self) -> Where:
        """Return the element's place in its file."""
        return Where(self.file.shown, self.line)

    def is_for(self, language: str) -> bool:
        """Say whether readers of a language see the element, by its ``systemLanguage``."""
        if "systemLanguage" not in self.attrs:
            return True
        languages = self.attrs["systemLanguage"].split(",")
        own = language.partition("-")[0].lower()
        return any(each.strip().lower().partition("-")[0] == own for each in languages)

    def above(self) -> Iterator["Element"]:
        """Yield the ancestors of the element, from the root down."""
        if self.parent is not None:
            yield from self.parent.above()
            yield self.parent

    def walk(self) -> Iterator["Element"]:
        """Yield this element and its descendants, in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack += reversed(element.children)


def parse_svg(data: bytes, name: str, shown: str) -> SvgFile:
    """Return the tree of an SVG file.

    Raises:
        PnpError: the file is too large, is not XML, is not SVG, or declares entities.
    """
    where = Where(shown)
    if len(data) > MAX_BYTES:
        raise user_error(
            f"the drawing has more than {MAX_BYTES // 1_000_000} MB", where, "simplify it"
        )
    top = _parse(marked(without_entities(data, where)), where)
    hint = f'the first element is <svg xmlns="{SVG}">'
    if top.tag not in ("svg", f"{{{SVG}}}svg"):
        raise user_error("the file is not an SVG drawing", where, hint)
    if top.nsmap.get("pnp", PNP) != PNP:
        hint = f'write xmlns:pnp="{PNP}"'
        message = f"the prefix pnp is bound to {quote(top.nsmap['pnp'])}"
        raise user_error(message, where, hint)
    file = SvgFile(name, shown, has_context=b"context-" in data)
    if top.tag == "svg":
        file.namespaces = (SVG, None)
        message = "the drawing does not say that it is SVG: browsers would not show it"
        file.findings.append(invalid(message, Where(shown, _line(top)), hint))
    _note_outside_sheets(top, file)
    file.root = cast(Element, _convert(top, None, file, 0))
    return file


def _parse(data: bytes, where: Where) -> etree._Element:
    # A value may have more than 10 MB then, as an embedded picture has: MAX_BYTES bounds it. It
    # takes libxml2's bounds off entities, too: those of such a file are seen, and replaced.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=_is_plain(data)
    )
    try:
        top = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _malformed(error, where) from None
    except ValueError as error:
        raise user_error(f"the file is not XML: {error}", where) from None
    return top


def _is_plain(data: bytes) -> bool:
    """Tell whether a file is written in UTF-8, so that its bytes show what it declares."""
    text = data.removeprefix(BOM_UTF8).lstrip()
    return text.startswith(b"<") and b"\0" not in data and not _FOREIGN.match(text)


def _malformed(error: etree.XMLSyntaxError, where: Where) -> PnpError:
    line, column = error.position
    reason = str(error.msg or "empty file").split(", line ")[0]
    if "depth" in reason:
        return _too_deep(Where(where.file, line))
    place = Where(where.file, line or 1, column or 1)
    for form, message, hint in _REASONS:
        if found := form.search(reason):
            said, help_ = message.format(*found.groups()), hint.format(*found.groups())
            return user_error(f"the file is not XML: {said}", place, help_)
    said = reason if reason[1:2].isupper() else reason[:1].lower() + reason[1:]
    return user_error(f"the file is not XML: {said}", place, "save it again as SVG")


_REASONS = [
    (re.compile(form), message, hint)
    for form, message, hint in (
        (
            r"tag mismatch: (\S+) line (\d+) and (\S+)",
            "</{2}> stands where <{0}> of line {1} is to be closed",
            "close each element where it ends, or itself with />",
        ),
        (
            r"Premature end of data in tag (\S+) line (\d+)",
            "it ends before <{0}> of line {1} is closed",
            "is it cut short? save it again, or write </{0}>",
        ),
        (r"Attribute (\S+) redefined", "the attribute {0} is there twice", "keep one of them"),
        ("AttValue:", "a value is not in quotes", 'write it like width="3"'),
        (r"mandates value for attribute (\S+)", "the attribute {0} has no value", 'write {0}="…"'),
        ("attributes construct error", "two attributes touch", "write a space between them"),
        (
            "parsing attribute name|invalid element name",
            "< begins no element here",
            "close the element before it with >, or write &lt; for the sign",
        ),
        (
            "Unescaped '<'",
            "< stands in the value of an attribute",
            "is a quote missing before it? write &lt; for the sign",
        ),
        (r"Entity '([^']+)' not defined", "&{0}; is not known in SVG", "write the sign itself"),
        ("xmlParseEntityRef|EntityRef: expecting", "& begins nothing", "write &amp; for &"),
        (
            "declaration allowed only at the start",
            "something stands before <?xml",
            "take it away, also an empty line",
        ),
        ("Double hyphen", "-- stands in a comment", "write a single hyphen"),
        ("Extra content", "something stands behind the drawing's end", "take it away"),
        ("is empty|Start tag expected", "no element is found", "save it again as SVG"),
        ("invalid (?:Char|xmlChar)", "a control character stands there", "take it away"),
        ("prefix pnp (.*)", "namespace prefix pnp {0}", f'add xmlns:pnp="{PNP}" to <svg>'),
        ("prefix xlink (.*)", "namespace prefix xlink {0}", f'add xmlns:xlink="{XLINK}" to <svg>'),
    )
]
"""What libxml2 says, and how a reader of the file would say it, with what to do."""


def _too_deep(where: Where) -> PnpError:
    hint = "ungroup what needs no group"
    return user_error(f"the drawing is nested deeper than {MAX_DEPTH} levels", where, hint)


def _note_outside_sheets(top: etree._Element, file: SvgFile) -> None:
    """Note references to external style sheets, which are not read."""
    node = top.getprevious()
    while node is not None:
        if isinstance(node, etree._ProcessingInstruction) and node.target == "xml-stylesheet":
            where = Where(file.shown, _line(node))
            hint = "put the rules into a <style> element"
            file.findings.append(unsupported("<?xml-stylesheet?>", where, hint))
        node = node.getprevious()


def _convert(
    node: etree._Element, parent: Element | None, file: SvgFile, depth: int
) -> Element | None:
    """Return the element for a node in SVG's namespace, None for a node of an editor's."""
    name = etree.QName(node)
    where = Where(file.shown, _line(node))
    if name.namespace == PNP:
        hint = "bind data with attributes, as in pnp:text or pnp:if"
        raise user_error(f"<pnp:{name.localname}> is not an element", where, hint)
    if name.namespace not in file.namespaces:
        return None
    file.size += 1
    if file.size > MAX_ELEMENTS:
        raise user_error(f"the drawing has more than {MAX_ELEMENTS} elements", where, "simplify it")
    if depth >= MAX_DEPTH:
        raise _too_deep(where)
    attrs, pnp_attrs = _attributes(node)
    file.path_size += len(attrs.get("d", "")) + len(attrs.get("points", ""))
    if file.path_size > MAX_PATHS:
        message = f"the paths of the drawing have more than {MAX_PATHS:,} characters"
        raise user_error(message, where, "simplify them, or put a finished picture in their place")
    element = Element(name.localname, attrs, pnp_attrs, _line(node), file, parent)
    _register(element)
    _fill(element, node, depth)
    return element


def _line(node: etree._Element) -> int:
    return int(cast(Any, node).sourceline or 0)


def _register(element: Element) -> None:
    if "id" in element.attrs:
        element.file.ids.setdefault(element.attrs["id"], element)
    if element.tag == "style" and element.attrs.get("type", "") in ("", "text/css"):
        media = element.attrs.get("media", "")
        if media.strip() in ("", "all", "screen"):
            element.file.styles.append(element)
        else:
            what = f"{quote(media)} as the media of a <style>"
            hint = "take media away if its rules are meant for all"
            element.file.findings.append(unsupported(what, element.where, hint))


def _attributes(node: etree._Element) -> tuple[dict[str, str], dict[str, str]]:
    attrs: dict[str, str] = {}
    pnp_attrs: dict[str, str] = {}
    for raw, value in node.attrib.items():
        key = str(raw)
        if key.startswith(f"{{{PNP}}}"):
            pnp_attrs[key[len(PNP) + 2 :]] = unmarked(str(value))
        elif key[0] != "{":
            attrs[key] = str(value)
        elif key in _KEPT:
            attrs.setdefault(_KEPT[key], str(value))
    return attrs, pnp_attrs


def _fill(element: Element, node: etree._Element, depth: int) -> None:
    """Add text and children; text after a comment or an editor's element joins the text before."""
    element.text = node.text or ""
    for inner in node:
        tail = inner.tail or ""
        is_element = isinstance(inner.tag, str)  # not a comment or a processing instruction
        child = _convert(inner, element, element.file, depth + 1) if is_element else None
        if child is not None:
            child.tail = tail
            element.children.append(child)
        elif element.children:
            element.children[-1].tail += tail
        else:
            element.text += tail
