"""Style sheets as SVG editors write them: rules, selectors, and which of them fit an element."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pnp.base.diagnostics import Finding, Where, quote
from pnp.svg.rules import unsupported

Declared = dict[str, tuple[str, bool]]
"""What a rule or a style attribute sets: a property's value, and whether it is !important."""


class Names(NamedTuple):
    """What a selector can tell of an element."""

    tag: str
    id: str
    classes: frozenset[str]


class Compound(NamedTuple):
    """One step of a selector, as in ``path.dark#eye``; ``child`` ties it to the step before."""

    tag: str
    id: str
    classes: frozenset[str]
    child: bool

    def fits(self, names: Names) -> bool:
        """Say whether an element is what the step describes."""
        return (
            self.tag in ("*", names.tag)
            and self.id in ("", names.id)
            and self.classes <= names.classes
        )


class StyleRule(NamedTuple):
    """A selector with its weight (ids, classes, tags) and what it sets."""

    selector: tuple[Compound, ...]
    weight: tuple[int, int, int]
    declared: Declared


class Stylesheet:
    """All rules of a file in ascending order of weight, and what could not be read of them."""

    def __init__(self, rules: Iterable[StyleRule], findings: Iterable[Finding]) -> None:
        self.rules = sorted(rules, key=lambda rule: rule.weight)
        self.findings = tuple(findings)
        self._fitting: dict[tuple[Names, ...], Declared] = {}

    def declared(self, lineage: tuple[Names, ...]) -> Declared:
        """Return what the rules set for the last of a line of elements, outermost first."""
        if lineage not in self._fitting:
            found: Declared = {}
            for rule in self.rules:
                if _fits(rule.selector, lineage):
                    lay_over(found, rule.declared)
            self._fitting[lineage] = found
        return self._fitting[lineage]


def lay_over(found: Declared, declared: Mapping[str, tuple[str, bool]]) -> None:
    """Let later declarations win over earlier ones, unless those alone are important."""
    for name, (value, important) in declared.items():
        if important or not found.get(name, ("", False))[1]:
            found[name] = (value, important)


def parse_sheet(sources: Iterable[tuple[str, Where]]) -> Stylesheet:
    """Return the rules of ``<style>`` elements, each with the place where its text begins."""
    rules: list[StyleRule] = []
    findings: list[Finding] = []
    for text, where in sources:
        clean = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
        for match in _BLOCK.finditer(clean):
            at = match.start() + len(match[0]) - len(match[0].lstrip())
            place = Where(where.file, (where.line or 1) + clean.count("\n", 0, at))
            _read_block(match, place, rules, findings)
    return Stylesheet(rules, findings)


@lru_cache(maxsize=2048)
def parse_declarations(text: str) -> Declared:
    """Return the declarations of a style attribute or of a rule's body, shorthands spelt out."""
    found: Declared = {}
    for name, value in _DECLARATION.findall(_COMMENT.sub("", text)):
        important = value.rstrip().lower().endswith("!important")
        plain = value.rstrip()[:-10].rstrip() if important else value.rstrip()
        for key, part in _spelt_out(name.lower(), plain):
            lay_over(found, {key: (part, important)})
    return found


_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)

_BLOCK = re.compile(
    r"\s*(?:(@[\w-]+)([^;{]*+)(?:;|\{(?:[^{}]|\{[^{}]*+\})*+\}|\Z)|([^{}@]*+)\{([^{}]*+)\}|(\}|\S[^{}@]*+))"
)

_DECLARATION = re.compile(r"""([\w-]+)\s*:\s*((?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\))++)""")

_STEP = re.compile(r"\s*([>+~]?)\s*(\*|[\w-]+)?((?:[.#][\w-]+)*+)(\S?)")

_MARK = re.compile(r"([.#])([\w-]+)")

_SILENT_AT_RULES = ("@charset", "@namespace")


def _read_block(
    match: re.Match[str], where: Where, rules: list[StyleRule], findings: list[Finding]
) -> None:
    """Add the rules of one block of a sheet, or the finding that it is not read."""
    at_rule, _, selectors, body, stray = match.groups()
    if at_rule:
        if at_rule.lower() not in _SILENT_AT_RULES:
            findings.append(
                unsupported(f"the CSS rule {quote(at_rule)}", where, _AT_HINTS.get(at_rule))
            )
        return
    if stray is not None:
        if stray.strip("};\n\t "):
            findings.append(unsupported("a broken CSS rule", where, "look for a missing brace"))
        return
    for text in selectors.split(","):
        selector = _parse_selector(text.strip())
        if selector is None:
            what = f"the CSS selector {quote(text.strip())}"
            findings.append(unsupported(what, where, _SELECTOR_HINT))
        else:
            rules.append(StyleRule(selector, _weight(selector), parse_declarations(body)))


_AT_HINTS = {"@font-face": "put the font into fonts/", "@import": "put the rules into <style>"}

_SELECTOR_HINT = "select by tag, .class, #id, a descendant or a child"


def _parse_selector(text: str) -> tuple[Compound, ...] | None:
    """Return a selector's steps from the outermost in, or None when it is none we read."""
    steps: list[Compound] = []
    at = 0
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None or match[1] in ("+", "~") or not (match[2] or match[3]):
            return None
        if match[4] and match[4] != ">":
            return None
        marks = _MARK.findall(match[3])
        ids = [name for kind, name in marks if kind == "#"]
        classes = frozenset(name for kind, name in marks if kind == ".")
        steps.append(Compound(match[2] or "*", "".join(ids[:1]), classes, match[1] == ">"))
        at = match.end(3)
    return tuple(steps) or None


def _weight(selector: tuple[Compound, ...]) -> tuple[int, int, int]:
    ids = sum(step.id != "" for step in selector)
    classes = sum(len(step.classes) for step in selector)
    return ids, classes, sum(step.tag != "*" for step in selector)


def _fits(selector: tuple[Compound, ...], lineage: tuple[Names, ...]) -> bool:
    """Say whether the last element of the line is meant, its ancestors considered."""
    if not lineage or not selector[-1].fits(lineage[-1]):
        return False
    if len(selector) == 1:
        return True
    above = range(len(lineage) - 1, 0, -1)
    ends = [len(lineage) - 1] if selector[-1].child else above
    return any(_fits(selector[:-1], lineage[:end]) for end in ends)


def _spelt_out(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield a declaration as its longhands."""
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


_FONT = re.compile(r"((?:[a-z0-9-]+\s+)*?)([\d.]+[a-z%]+)(?:\s*/\s*([\d.]+[a-z%]*))?\s+(.+)")
