"""Style sheets and ``style`` attributes: their declarations, and which rules match an element.

The only user of tinycss2, which parses the text, and of cssselect2, which parses selectors. They
are matched here, against an element and its ancestors but not its siblings: the same file is drawn
for many rows, and an element may be drawn by several ``use`` elements.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2
from cssselect2 import parser

from pnp.base.diagnostics import Finding, Where, quote
from pnp.svg.declarations import flaw
from pnp.svg.rules import unsupported


class Declaration(NamedTuple):
    """The value of a property, and whether it is !important.

    ``wrong`` says what is wrong with later ones, which would win if their values were right.
    """

    value: str
    important: bool = False
    wrong: tuple[str, ...] = ()


Declared = dict[str, Declaration]
"""Declarations by property."""

ROOT = ":root"
"""The class that a root has for selectors."""

MAX_TOKENS = 200
"""Tokens of a selector; no useful one has more."""


class Names(NamedTuple):
    """The parts of an element that selectors of its sheet match; all else of it is left out.

    ``<rect class="dark wide" x="3"/>`` is ``Names("rect", classes=frozenset({"dark"}))`` for a
    sheet with the selector ``rect.dark``.
    """

    tag: str = ""
    id: str = ""
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str], ...] = ()


NAMELESS = Names()

Lineage = tuple[Names, ...]
"""The names of an element's ancestors, root first; ``Stylesheet.below`` says which are left out."""


class Compound(NamedTuple):
    """A compound selector and the combinator before it, as ``> path.dark[stroke]``.

    ``asks`` are the names that ``tests`` ask for, by kind: ``("class", "dark")``.
    """

    combinator: str
    tests: tuple[Callable[[Names], bool], ...]
    asks: tuple[tuple[str, str], ...]

    def matches(self, names: Names) -> bool:
        """Say whether an element passes all tests."""
        return all(test(names) for test in self.tests)


class StyleRule(NamedTuple):
    """A selector from the outermost compound in, its specificity, and the rule's declarations.

    ``specificity`` counts ids, then classes and attributes, then tags.
    """

    selector: tuple[Compound, ...]
    specificity: tuple[int, int, int]
    declared: Declared

    def matches(self, lineage: Lineage) -> bool:
        """Say whether the selector matches the last element of a lineage, root first."""
        if not lineage or not self.selector[-1].matches(lineage[-1]):
            return False
        depths: set[int] = set()
        for number, step in enumerate(self.selector):
            places = {at for at, names in enumerate(lineage) if step.matches(names)}
            if number and step.combinator == ">":
                places = {at for at in places if at - 1 in depths}
            elif number:
                places = {at for at in places if at > min(depths)}
            if not places:
                return False
            depths = places
        return len(lineage) - 1 in depths


class Stylesheet:
    """All rules of a file in ascending specificity, and findings on what is not supported.

    ``attributes`` are the names of all attributes that occur in selectors.
    """

    def __init__(self, rules: Iterable[StyleRule], findings: Iterable[Finding]) -> None:
        self.rules = sorted(rules, key=lambda rule: rule.specificity)
        self.findings = tuple(findings)
        steps = [step for rule in self.rules for step in rule.selector]
        asked = sorted({ask for step in steps for ask in step.asks})
        self._tags, self._ids, self._classes, self.attributes = (
            tuple(name for kind, name in asked if kind == wanted) for wanted in KINDS_OF_NAMES
        )
        self._skips_nameless = all(step.asks and step.combinator != ">" for step in steps)
        self._matching: dict[Lineage, Declared] = {}

    def names(self, tag: str, attrs: Mapping[str, str], *more: str) -> Names:
        """Return what selectors match of an element; ``more`` are classes that it has besides."""
        if not self.rules:
            return NAMELESS
        ident, words = attrs.get("id", ""), (*attrs.get("class", "").split(), *more)
        classes = frozenset([word for word in words if word in self._classes])
        wanted = self.attributes
        attributes = tuple([(name, attrs[name]) for name in wanted if name in attrs])
        own = tag if tag in self._tags else "", ident if ident in self._ids else ""
        return Names(*own, classes, attributes) if any((*own, classes, attributes)) else NAMELESS

    def below(self, lineage: Lineage, names: Names) -> Lineage:
        """Return the lineage of an element's children.

        Those that no selector can tell from others are left out, so that lineages are more often
        the same: unless a selector names parents, or any element.
        """
        return lineage if names is NAMELESS and self._skips_nameless else (*lineage, names)

    def declared(self, lineage: Lineage) -> Declared:
        """Return the declarations for the last element of a lineage, root first."""
        if lineage not in self._matching:
            declared: Declared = {}
            for rule in self.rules:
                if rule.matches(lineage):
                    lay_over(declared, rule.declared)
            self._matching[lineage] = declared
        return self._matching[lineage]


KINDS_OF_NAMES = ("tag", "id", "class", "attribute")
"""What a selector may ask for."""


def lay_over(declared: Declared, later: Mapping[str, Declaration]) -> None:
    """Add later declarations to earlier ones; they win, unless only the earlier is !important.

    One with a wrong value counts as not written, as in CSS, and loses.
    """
    for name, one in later.items():
        earlier = declared.get(name)
        if earlier is None or flaw(name, earlier.value):
            declared[name] = one
        elif message := flaw(name, one.value):
            declared[name] = earlier._replace(wrong=(*earlier.wrong, message, *one.wrong))
        elif one.important or not earlier.important:
            declared[name] = one


def parse_sheet(sources: Iterable[tuple[str, Where]]) -> Stylesheet:
    """Return the rules of ``<style>`` elements, each with the place where its text begins."""
    reader = _SheetReader()
    for text, where in sources:
        for node in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            reader.read(node, where)
    return Stylesheet(reader.rules, reader.findings)


class _SheetReader:
    """Collects the rules of style sheets, and findings on what is not supported."""

    def __init__(self) -> None:
        self.rules: list[StyleRule] = []
        self.findings: list[Finding] = []

    def read(self, node: Any, start: Where) -> None:
        """Add one rule of a sheet; ``start`` is where the sheet's text begins."""
        where = _place(node, start)
        if node.type == "at-rule":
            keyword = f"@{node.lower_at_keyword}"
            if keyword not in _SILENT_AT_RULES:
                what = f"the CSS rule {quote(keyword)}"
                self.findings.append(unsupported(what, where, _AT_HINTS.get(keyword)))
        elif node.type == "qualified-rule":
            declared = self._body(node.content, start)
            for tokens in _split(node.prelude):
                self._selector(tokens, declared, where)
        else:
            self.findings.append(unsupported("a broken CSS rule", where, _BROKEN_HINT))

    def _body(self, content: list[Any], start: Where) -> Declared:
        """Return the declarations of a rule's body, and note what else it holds."""
        nodes = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        for node in nodes:
            if node.type != "declaration":
                where = _place(node, start)
                self.findings.append(unsupported("a broken CSS declaration", where, _BODY_HINT))
        return _declared(nodes)

    def _selector(self, tokens: list[Any], declared: Declared, where: Where) -> None:
        try:
            selector = _parse_selector(tokens)
            steps = tuple(_steps(selector))
        except (parser.SelectorError, _UnsupportedError, RecursionError):
            what = f"the CSS selector {quote(_text(tokens))}"
            self.findings.append(unsupported(what, where, _SELECTOR_HINT))
            return
        self.rules.append(StyleRule(steps, selector.specificity, declared))


_SILENT_AT_RULES = ("@charset", "@namespace")

_AT_HINTS = {"@font-face": "put the font into fonts/", "@import": "put the rules into <style>"}

_BROKEN_HINT = "look for a missing brace"

_BODY_HINT = "write each as in fill: #ff0000;"

_SELECTOR_HINT = "select by tag, .class, #id, [attribute], a descendant or a child"


class _UnsupportedError(ValueError):
    """A selector has a pseudo-class, a pseudo-element or a sibling combinator, or is too long."""


def _place(node: Any, start: Where) -> Where:
    return Where(start.file, (start.line or 1) + node.source_line - 1)


def _split(tokens: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield the selectors of a list one by one, so that an unsupported one leaves the others."""
    part: list[Any] = []
    for token in tokens:
        if token == ",":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _parse_selector(tokens: list[Any]) -> Any:
    if len(tokens) > MAX_TOKENS:
        raise _UnsupportedError
    (selector,) = parser.parse(tokens)
    if selector.pseudo_element:
        raise _UnsupportedError
    return selector


def _steps(selector: Any) -> Iterator[Compound]:
    """Return the compounds of a selector from the outermost in."""
    tree, steps = selector.parsed_tree, []
    while isinstance(tree, parser.CombinedSelector):
        if tree.combinator not in (" ", ">"):
            raise _UnsupportedError
        steps.append(_compound(tree.combinator, tree.right))
        tree = tree.left
    steps.append(_compound("", tree))
    return reversed(steps)


def _compound(combinator: str, tree: Any) -> Compound:
    tests = tuple(map(_test, tree.simple_selectors))
    return Compound(combinator, tuple(test for test, _ in tests), tuple(ask for _, ask in tests))


def _test(simple: Any) -> tuple[Callable[[Names], bool], tuple[str, str]]:
    """Return the test for one simple selector, and the name that it asks for, after its kind."""
    match simple:
        case parser.LocalNameSelector(local_name=tag):
            return lambda names: names.tag == tag, ("tag", tag)
        case parser.IDSelector(ident=ident):
            return lambda names: names.id == ident, ("id", ident)
        case parser.ClassSelector(class_name=name):
            return lambda names: name in names.classes, ("class", name)
        case parser.PseudoClassSelector(name="root"):
            return lambda names: ROOT in names.classes, ("class", ROOT)
        case parser.AttributeSelector(namespace="", operator=operator) if operator in _OPERATORS:
            return _attribute_test(simple), ("attribute", simple.name)
    raise _UnsupportedError


def _attribute_test(simple: Any) -> Callable[[Names], bool]:
    compare, folded = _OPERATORS[simple.operator], simple.case_sensitive is False
    expected = (simple.value or "").lower() if folded else simple.value or ""

    def test(names: Names) -> bool:
        value = dict(names.attributes).get(simple.name)
        return value is not None and compare(value.lower() if folded else value, expected)

    return test


_OPERATORS: dict[str | None, Callable[[str, str], bool]] = {
    None: lambda value, expected: True,
    "=": lambda value, expected: value == expected,
    "~=": lambda value, expected: expected in value.split(),
    "|=": lambda value, expected: f"{value}-".startswith(f"{expected}-"),
    "^=": lambda value, expected: bool(expected) and value.startswith(expected),
    "$=": lambda value, expected: bool(expected) and value.endswith(expected),
    "*=": lambda value, expected: bool(expected) and expected in value,
}
"""How an attribute is compared (Selectors 4, section 6)."""


@lru_cache(maxsize=2048)
def parse_declarations(text: str) -> Declared:
    """Return the declarations of a style attribute, the ``font`` shorthand as its longhands.

    ``fill:red; opacity:.5 !important`` gives ``{"fill": Declaration("red"), "opacity":
    Declaration(".5", important=True)}``.
    """
    nodes = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    return _declared(nodes)


LONGEST = 10_000
"""The letters of a value after its functions are replaced: each may double what it refers to."""


def substituted(value: str, find: Callable[[str], str | None]) -> str | None:
    """Return a value with what its functions stand for; ``find`` has the custom properties.

    ``var(--leaf, #0a0)`` is the value of ``--leaf``, or else ``#0a0``; paper shows the first of
    ``light-dark(#fff, #000)``. Return None if a custom property without a fallback has no value.
    """
    try:
        text = _text(_replaced(tinycss2.parse_component_value_list(value), find))
    except (KeyError, RecursionError):
        return None
    return text if 0 < len(text) <= LONGEST else None


def _replaced(tokens: list[Any], find: Callable[[str], str | None]) -> list[Any]:
    """Return tokens with those that functions among them stand for.

    Raises:
        KeyError: a custom property without a fallback has no value.
    """
    found: list[Any] = []
    for token in tokens:
        if token.type != "function":
            found.append(token)
            continue
        first, *others = list(_split(token.arguments))
        if token.lower_name == "light-dark" and others:
            found += _replaced(first, find)
        elif token.lower_name == "var":
            name = _text(first)
            known = find(name)
            if known is None and not others:
                raise KeyError(name)
            if known is not None:
                found += tinycss2.parse_component_value_list(known)
            else:
                found += _replaced(token.arguments[len(first) + 1 :], find)
        else:
            token.arguments = _replaced(token.arguments, find)
            found.append(token)
    return found


def _text(tokens: list[Any]) -> str:
    try:
        return str(tinycss2.serialize(tokens)).strip()
    except RecursionError:
        return ""


def _declared(nodes: Iterable[Any]) -> Declared:
    """Return the declarations among nodes of tinycss2; one without a value counts for nothing."""
    declared: Declared = {}
    for node in nodes:
        value = _text(node.value) if node.type == "declaration" else ""
        if value:
            name = node.name if node.name.startswith("--") else node.lower_name
            for key, part in _longhands(name, value):
                lay_over(declared, {key: Declaration(part, node.important)})
    return declared


def _longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield a declaration as its longhands."""
    if name == "text-decoration-line":
        yield "text-decoration", value
        return
    if name == "text-decoration":
        words = [word for word in value.split() if word in _DECORATION_STYLES]
        yield from (("text-decoration-style", word) for word in words)
    if name == "marker":
        yield from ((f"marker-{place}", value) for place in ("start", "mid", "end"))
        return
    match = _FONT.fullmatch(value) if name == "font" else None
    if match is None:
        yield name, value
        return
    words = (match[1] or "").split()
    yield "font-style", next((w for w in words if w in ("italic", "oblique")), "normal")
    weights = (w for w in words if w in ("bold", "bolder", "lighter") or w.isdigit())
    yield "font-weight", next(weights, "normal")
    yield "font-size", match[2]
    yield "line-height", match[3] or "normal"
    yield "font-family", match[4]


_DECORATION_STYLES = ("double", "dotted", "dashed", "wavy")

_FONT = re.compile(r"((?:[a-z0-9-]+\s+)*?)([\d.]+[a-z%]+)(?:\s*/\s*([\d.]+[a-z%]*))?\s+(.+)")
