"""Templates made ready for editing: every element can be named, left out, moved and found again."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from pnp.component.faces import Side
from pnp.content.game import Card
from pnp.content.project import Project
from pnp.export.pdf import Info, write_pdf
from pnp.proof.mark import Mark
from pnp.proof.plan import page_marks
from pnp.proof.read import read_pdf
from pnp.scene.node import Node, Shape, Text
from pnp.template.drawing import Ink
from pnp.template.fonts import FontBook
from pnp.template.library import Templates
from tests.conftest import ROOT
from tests.imposition.kits import leaves
from tests.kits.bundled import Sample, drawn, on_wide_page, rows

PNP, SVG = "{urn:pnp:template}", "{http://www.w3.org/2000/svg}"

PAINTED = tuple(SVG + tag for tag in ("path", "rect", "circle", "ellipse", "polygon", "text"))
OBJECTS = (*PAINTED, *(SVG + tag for tag in ("g", "use", "image", "line", "polyline", "a")))
NO_CANVAS = tuple(SVG + tag for tag in ("clipPath", "mask", "pattern", "marker", "symbol"))
"""What can be selected on the canvas, and inside of what nothing can."""

ROOM = 60.0
"""Millimetres shown around the trim: nothing is cut off there before or after it moves."""


class Setting(NamedTuple):
    """What a template is drawn for."""

    card: Card
    ink: Ink

    def __str__(self) -> str:
        return f"{self.card.id} in {self.ink} ink"


class Owned(NamedTuple):
    """The marks that go when an element goes, by their numbers in the drawing of a setting."""

    name: str
    setting: Setting
    marks: frozenset[int]


class Bench:
    """Two copies of a template: ``file`` to be changed, and one that leaves out what it is told.

    ``names`` are the elements with pnp: attributes, ``guides`` those that have a role and leave no
    ink, ``painted`` those whose fill is written in the drawing.
    """

    def __init__(self, sample: Sample, root: Any, folder: Path, book: FontBook) -> None:
        self.sample, self.folder, self.book = sample, folder, book
        shutil.copytree(ROOT / "templates", folder / "templates")
        found = list(_named(root))
        data = [e for e in found if _has_data(e)]
        self.guides = tuple(e.get("id") for e in data if e.get(f"{PNP}role"))
        self.names = tuple(e.get("id") for e in data if not e.get(f"{PNP}role"))
        self.painted = tuple(e.get("id") for e in found if _has_own_fill(e))
        _take_off_clips(data)
        self.file = self.write(root)
        _ask(found)
        self._asked = self.write(root, "asked")
        self._templates = Templates(Project(folder), book)

    def path(self, word: str = "") -> Path:
        """Return the path of a copy, beside the others."""
        copy = self.folder / "templates" / self.sample.template
        return copy.with_suffix(f".{word}.svg") if word else copy

    def write(self, root: Any, word: str = "") -> Path:
        """Write a copy and return its path."""
        path = self.path(word)
        path.write_bytes(etree.tostring(root))
        return path

    def settings(self) -> list[Setting]:
        """Return every row in full and in low ink; what the sample shows comes first."""
        return [Setting(card, ink) for ink in Ink for card in rows(self.sample)]

    def side(self, file: Path, setting: Setting) -> Side:
        """Return what a copy draws, read anew."""
        return self._side(file, setting, Templates(Project(self.folder), self.book))

    def printed(self, file: Path, setting: Setting) -> list[Mark]:
        """Return the marks that a copy leaves, read back from its PDF, lines of text whole."""
        page = on_wide_page(self.side(file, setting).face, ROOM)
        pdf = self.folder / "page.pdf"
        write_pdf([page], pdf, self.book, Info("Test"))
        have = [mark for _, mark in read_pdf(pdf).pages[0].marks]
        return list(_in_step(have, [mark for _, mark in page_marks(page)]))

    def owned(self, name: str, settings: Sequence[Setting]) -> Owned | None:
        """Return what an element draws in the first setting in which it draws anything."""
        for setting in settings:
            lost = _lost(self._drawn(setting), self._drawn(setting, name))
            if lost:
                return Owned(name, setting, lost)
        return None

    def _drawn(self, setting: Setting, without: str = "") -> list[Node]:
        """Return what is drawn without an element; what is the same is the same object."""
        side = self._side(self._asked, setting, self._templates, left_out=without)
        return list(leaves(side.face.nodes))

    def _side(self, file: Path, setting: Setting, templates: Templates, **more: object) -> Side:
        name = file.relative_to(self.folder / "templates").as_posix()
        sample = self.sample._replace(template=name)
        return drawn(sample, setting.card, setting.ink, templates, more)


def as_it_is(sample: Sample) -> Any:
    """Return a template's tree."""
    return etree.parse(ROOT / "templates" / sample.template).getroot()


def inside_out(sample: Sample) -> Any:
    """Return a template's tree with the parts in ``<defs>`` shown, and the rest in their place.

    On the canvas nobody can reach these parts, and where they are used they move by a share.
    """
    root = as_it_is(sample)
    shown = [child for child in root if child.tag != f"{SVG}defs"]
    hidden = [child for child in root if child.tag == f"{SVG}defs"]
    for part in hidden:
        part.tag = f"{SVG}g"
    etree.SubElement(root, f"{SVG}defs").extend(shown)
    return root


def has_parts(sample: Sample) -> bool:
    """Say whether parts in ``<defs>`` hold data."""
    return any(map(_has_data, _named(inside_out(sample))))


def has_guides(sample: Sample) -> bool:
    """Say whether a template marks what is cut, folded or kept clear."""
    return any(element.get(f"{PNP}role") for element in _named(as_it_is(sample)))


def apart(owned: Iterable[Owned]) -> list[list[Owned]]:
    """Return elements in groups that can be moved at once: of one setting, sharing no mark."""
    groups: list[list[Owned]] = []
    for one in owned:
        fitting = (group for group in groups if all(_strangers(one, other) for other in group))
        group = next(fitting, None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    return groups


def _strangers(one: Owned, other: Owned) -> bool:
    return one.setting is other.setting and not one.marks & other.marks


def _named(root: Any) -> Iterator[Any]:
    """Yield what an editor can move and the build shows; each has an id."""
    for number, element in enumerate(root.iter(OBJECTS)):
        above = [element, *element.iterancestors()]
        hidden = any(e.tag in (*NO_CANVAS, f"{SVG}defs") for e in above)
        if not hidden and all(e.get(f"{PNP}role") != "sample" for e in above):
            element.set("id", element.get("id", f"element-{number}"))
            yield element


def _has_data(element: Any) -> bool:
    return any(str(key).startswith(PNP) for key in element.attrib)


def _has_own_fill(element: Any) -> bool:
    """Say whether an element's fill is a colour that is written on it, and no data."""
    written = element.get("fill", "").startswith("#") and f"{PNP}fill" not in element.attrib
    return element.tag in PAINTED and written and not element.get(f"{PNP}role")


def _take_off_clips(elements: Iterable[Any]) -> None:
    """Take off the clips and masks around elements: they would cut what moves beneath them."""
    for outer in {above for element in elements for above in element.iterancestors()}:
        outer.attrib.pop("clip-path", None)
        outer.attrib.pop("mask", None)


def _ask(elements: Iterable[Any]) -> None:
    """Let each element that may be shown be left out by name."""
    for element in elements:
        condition = f"left_out != '{element.get('id')}'"
        own = element.get(f"{PNP}if")
        shows = own or any(f"{PNP}{name}" in element.attrib for name in ("for", "ink"))
        if shows or not _is_hidden(element):
            element.set(f"{PNP}if", f"({own}) and {condition}" if own else condition)


def _is_hidden(element: Any) -> bool:
    style = element.get("style", "").replace(" ", "")
    return element.get("display") == "none" or "display:none" in style


def _lost(whole: Sequence[Node], rest: Sequence[Node]) -> frozenset[int]:
    """Return the numbers of the marks that the whole leaves and the rest does not."""
    lost: set[int] = set()
    left, number = list(reversed(rest)), 0
    for node in whole:
        after = number + _marks_of(node)
        if left and left[-1] is node:
            left.pop()
        else:
            lost.update(range(number, after))
        number = after
    assert not left, "leaving out an element changed others"
    return frozenset(lost)


def _marks_of(node: Node) -> int:
    match node:
        case Shape():
            return bool(node.path.ops) * sum(p is not None for p in (node.fill, node.stroke))
        case Text():
            return bool(_bare(node.string))
        case _:
            return 1


def _in_step(have: Iterable[Mark], want: Iterable[Mark]) -> Iterator[Mark]:
    """Yield printed marks as the planned ones are cut: a line of text may be shown in parts."""
    left = [mark for mark in have if _is_ink(mark)][::-1]
    for planned in filter(_is_ink, want):
        mark, text = left.pop(), planned.text
        assert mark.kind == planned.kind
        shown = mark.text
        while _bare(shown) != _bare(text):
            shown += left.pop().text
        yield mark._replace(text=text)
    assert not left


def _is_ink(mark: Mark) -> bool:
    return mark.kind != "text" or bool(_bare(mark.text))


def _bare(text: str) -> str:
    return "".join(text.split())
