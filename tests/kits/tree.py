"""Templates as trees: which elements an editor can move, and copies for the tests to ask of."""

from collections.abc import Iterable, Iterator
from typing import Any

from lxml import etree

from tests.conftest import ROOT
from tests.kits.bundled import Sample

PNP, SVG = "{urn:pnp:template}", "{http://www.w3.org/2000/svg}"

PAINTED = tuple(SVG + tag for tag in ("path", "rect", "circle", "ellipse", "polygon", "text"))
LEAVES = (*PAINTED, *(SVG + tag for tag in ("image", "line", "polyline")))
OBJECTS = (*LEAVES, *(SVG + tag for tag in ("g", "use", "a")))
NO_CANVAS = tuple(SVG + tag for tag in ("clipPath", "mask", "pattern", "marker", "symbol"))
"""What can be selected on the canvas, and inside of what nothing can."""

PLACES = ("d", "points", "x", "y", "cx", "cy", "x1", "y1", "x2", "y2")


def as_it_is(sample: Sample) -> Any:
    """Return a template's tree."""
    return etree.parse(ROOT / "templates" / sample.template).getroot()


def inside_out(sample: Sample) -> Any:
    """Return a template's tree with the parts in ``<defs>`` shown, and the rest in their place.

    On the canvas nobody can reach these parts, and where they are used they move by a share. What
    says how much room a guide has stays: without it there are no pages.
    """
    root = as_it_is(sample)
    drawn = [child for child in root if child.get(f"{PNP}role") != "room"]
    shown = [child for child in drawn if child.tag != f"{SVG}defs"]
    hidden = [child for child in root if child.tag == f"{SVG}defs"]
    for part in hidden:
        part.tag = f"{SVG}g"
    etree.SubElement(root, f"{SVG}defs").extend(shown)
    return root


def has_parts(sample: Sample) -> bool:
    """Say whether parts in ``<defs>`` hold data."""
    return any(map(has_data, named(inside_out(sample))))


def has_guides(sample: Sample) -> bool:
    """Say whether a template marks what is cut, folded or kept clear."""
    return any(element.get(f"{PNP}role") for element in named(as_it_is(sample)))


def named(root: Any) -> Iterator[Any]:
    """Yield what an editor can move and the build shows; each has an id."""
    for number, element in enumerate(root.iter(OBJECTS)):
        above = [element, *element.iterancestors()]
        hidden = any(e.tag in (*NO_CANVAS, f"{SVG}defs") for e in above)
        if not hidden and all(e.get(f"{PNP}role") != "sample" for e in above):
            element.set("id", element.get("id", f"element-{number}"))
            yield element


def has_data(element: Any) -> bool:
    return any(str(key).startswith(PNP) for key in element.attrib)


def is_placed(element: Any) -> bool:
    """Say whether data says where a shape is: an editor that moves it writes the same numbers."""
    return element.tag in LEAVES and any(f"{PNP}{name}" in element.attrib for name in PLACES)


def is_turned(element: Any) -> bool:
    """Say whether data turns what is around an element: it does not turn what an editor shows."""
    data = (outer.get(f"{PNP}transform", "") for outer in element.iterancestors())
    return any(turn in text for text in data for turn in ("rotate", "scale", "matrix"))


def is_scaled(element: Any) -> bool:
    """Say whether data says how large what is around an element is: it moves by that share."""
    data = (outer.get(f"{PNP}transform", "") for outer in element.iterancestors())
    return any("scale({{" in text for text in data)


def has_own_fill(element: Any) -> bool:
    """Say whether an element's fill is a colour that is written on it, and no data."""
    written = element.get("fill", "").startswith("#") and f"{PNP}fill" not in element.attrib
    return element.tag in PAINTED and written and not element.get(f"{PNP}role")


def take_off_clips(elements: Iterable[Any]) -> None:
    """Take off the clips and masks around elements: they would cut what moves beneath them."""
    for outer in {above for element in elements for above in element.iterancestors()}:
        outer.attrib.pop("clip-path", None)
        outer.attrib.pop("mask", None)


def ask(elements: Iterable[Any]) -> None:
    """Let elements that may be shown be left out by their names, some at a time."""
    for element in elements:
        condition = f"'{element.get('id')}' not in left_out"
        own = element.get(f"{PNP}if")
        shows = own or any(f"{PNP}{name}" in element.attrib for name in ("for", "ink"))
        if shows or not _is_hidden(element):
            element.set(f"{PNP}if", f"({own}) and {condition}" if own else condition)


def _is_hidden(element: Any) -> bool:
    style = element.get("style", "").replace(" ", "")
    return element.get("display") == "none" or "display:none" in style
