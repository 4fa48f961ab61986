"""Compares what a template shows in an editor with what the row that it names as its sample gives.

Who recolours an element in Inkscape changes its plain attribute, and its ``pnp:`` twin is printed
all the same. The sample row is known, so a drawing that shows something else can be told.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from urllib.parse import unquote

from pnp.base.color import parse_color
from pnp.base.diagnostics import Finding, PnpError, Rule, Severity, Where, nearest, quote
from pnp.data.textfile import composed
from pnp.scene.page import Ink
from pnp.svg.cascade import cascade
from pnp.svg.parse import Element
from pnp.template.binding import NO_BINDINGS, Bindings
from pnp.template.expression import scope
from pnp.template.memo import Query, Tracker
from pnp.text.flow import StyledWords, parse_markup

STALE_SAMPLE = Rule(
    "stale-sample",
    "A template shows what its sample row gives",
    Severity.WARNING,
    "What an editor shows is the sample; what is printed is the value of the pnp: attribute beside "
    "it. Where the two differ, somebody changed the one and meant the other.",
    "this project: a template shows the finished card of the row that pnp:sample names",
    good='<rect fill="#f6efdf" pnp:fill="{{ card.paper }}"/>, and #f6efdf in the sample row',
    bad='<rect fill="#ff0000" pnp:fill="{{ card.paper }}"/>, and #f6efdf in the sample row',
)

NEAR = 0.01
"""The part of a number by which the two may differ: editors round."""

DECIMALS = 6
"""Decimals of a number in a message; an expression leaves more of binary fractions."""

_FINE = re.compile(rf"-?\d+\.\d{{{DECIMALS + 1},}}(?:e[+-]?\d+)?")


def stale_samples(
    bindings: Mapping[Element, Bindings], values: Mapping[str, object], row: str
) -> Iterator[Finding]:
    """Yield a finding for each attribute and text that shows another value than the sample row's.

    ``values`` are what the template reads for the row whose name is ``row``. Loops are left out,
    and what is not shown on the row.
    """
    tracker = Tracker(scope(values))
    for element, own in bindings.items():
        lineage = [*element.above(), element]
        if all(_is_shown(bindings.get(each, NO_BINDINGS), tracker) for each in lineage):
            yield from _of_element(element, own, tracker, row)


def lost_sample(name: str, row: str, rows: Iterable[str], where: Where) -> Finding:
    """Return the finding that the sample row ``name`` is not there any more, or never was."""
    message = f"pnp:sample names {quote(name)}, and there is no such row: nothing is compared"
    hint = nearest(row, rows) or "name a row, or leave pnp:sample out"
    return Finding(STALE_SAMPLE, message, where, hint)


def lost_owner(name: str, owner: str, components: Iterable[str], where: Where) -> Finding:
    """Return the finding that the sample row ``name`` is one of no component."""
    message = f"pnp:sample names {quote(name)}, and there is no such component: nothing is compared"
    known = nearest(owner, components) or f"the components are {', '.join(components)}"
    return Finding(STALE_SAMPLE, message, where, f"write COMPONENT/ROW; {known}")


def _is_shown(bindings: Bindings, tracker: Tracker) -> bool:
    """Tell whether an element is drawn once for the row, with full ink."""
    if bindings.loop or bindings.role == "sample" or bindings.ink is Ink.LOW:
        return False
    with suppress(PnpError):
        return bindings.test is None or bool(tracker.value(bindings.test))
    return False


def _of_element(
    element: Element, bindings: Bindings, tracker: Tracker, row: str
) -> Iterator[Finding]:
    shown = {**element.attrs, **cascade(element.attrs, {}, {}, [])}
    shown["pnp:text"] = "".join(_words(element))
    for name, query in bindings.values.items():
        if name not in shown or not isinstance(query, Query):
            continue
        with suppress(PnpError):
            given = str(tracker.value(query))
            same = _SAME.get(name, _same_value)
            if not same(composed(shown[name]), composed(given)):
                what = "the text" if name == "pnp:text" else name
                told = quote(given if name in _SAME else _rounded(given))
                message = f"{what} is {quote(shown[name])} here, and {row} gives {told}"
                hint = f"the row's is printed: change it there or in {_twin(name)}, or show it here"
                yield Finding(STALE_SAMPLE, message, element.where, hint)


def _rounded(given: str) -> str:
    """Return a value with numbers that somebody may type: ``-0.165`` for -0.16500000000000004."""
    return _FINE.sub(lambda found: f"{round(float(found[0]), DECIMALS) + 0.0:.12g}", given)


def _twin(name: str) -> str:
    return f"pnp:{name.removeprefix('pnp:').removeprefix('xlink:')}"


def _words(element: Element) -> Iterator[str]:
    yield element.text
    for child in element.children:
        yield from _words(child)
        yield child.tail


def _same_text(shown: str, given: str) -> bool:
    """Tell whether a sample has the words of a text; line breaks, markup and icons do not count."""
    inlines = [inline for line in parse_markup(given) for inline in line.inlines]
    words = [inline.text for inline in inlines if isinstance(inline, StyledWords)]
    if len(words) < len(inlines):  # an icon is a word, a drawing or nothing in a sample
        return all(_bare(word) in _bare(shown) for part in words for word in part.split())
    return _bare(shown) in (_bare("".join(words)), _bare(given))


def _bare(text: str) -> str:
    return "".join(text.replace("\u2022", "").split()).casefold()


def _same_color(shown: str, given: str) -> bool:
    """Tell whether two paints are one; the colour of ``currentColor`` is elsewhere."""
    try:
        return parse_color(shown) == parse_color(given)
    except ValueError:
        return shown.strip() == given.strip() or "currentColor" in (shown.strip(), given.strip())


def _same_file(shown: str, given: str) -> bool:
    """Tell whether two references are one; an embedded picture cannot be compared."""
    return shown.startswith("data:") or _address(shown) == _address(given)


def _address(href: str) -> str:
    path, mark, anchor = composed(unquote(href.strip())).partition("#")
    return f"{posixpath.normpath(path) if path else ''}{mark}{anchor}"


def _same_value(shown: str, given: str) -> bool:
    one, other = (text.replace(",", " ").split() for text in (shown, given))
    return len(one) == len(other) and all(map(_same_word, one, other))


def _same_word(one: str, other: str) -> bool:
    try:
        a, b = float(one), float(other)
    except ValueError:
        return one == other
    return abs(a - b) <= NEAR * max(1.0, abs(a), abs(b))


_SAME = {
    "pnp:text": _same_text,
    **dict.fromkeys(("fill", "stroke", "stop-color", "color"), _same_color),
    **dict.fromkeys(("href", "xlink:href"), _same_file),
}
