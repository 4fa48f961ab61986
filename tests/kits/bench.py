"""Templates made ready for editing: every element can be named, left out, moved and found again."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from pnp.data.project import Project
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.geometry.plane import Affine, Bounds
from pnp.proof.expected import ExpectedMarks, Keyed
from pnp.proof.read import open_pdf
from pnp.proof.traits import Mark as PaintedMark
from pnp.proof.traits import leaves as marks_of
from pnp.scene.node import Group, Node, Shape, Solid, Text
from pnp.scene.page import Drawing, Ink
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook
from tests.conftest import ROOT
from tests.kits.bundled import Sample, drawn, on_page, rows, values
from tests.kits.drawings import Row
from tests.kits.tree import (
    PNP,
    ask,
    has_data,
    has_own_fill,
    is_placed,
    is_scaled,
    is_turned,
    named,
    take_off_clips,
)
from tests.make import walk


class Placed(NamedTuple):
    """What is drawn, and where: a drawing may hold the same object in several places."""

    node: Node
    place: Affine


class Mark(NamedTuple):
    """A painted thing by its kind, its colour, the box around it and what it says."""

    kind: str
    color: str | None
    box: Bounds | None
    text: str


ROOM = 150.0
"""Millimetres shown around the trim: nothing is cut off there before or after it moves."""


class Setting(NamedTuple):
    """What a template is drawn for."""

    row: Row
    ink: Ink

    def __str__(self) -> str:
        return f"{self.row.card.id} in {self.ink} ink"


class Owned(NamedTuple):
    """The marks that go when an element goes, by their numbers in the drawing of a setting."""

    name: str
    setting: Setting
    marks: frozenset[int]


class Bench:
    """Two copies of a template: ``file`` to be changed, and one that leaves out what it is told.

    ``names`` are the elements with pnp: attributes, but for ``guides``, which have a role and leave
    no ink, and for those whose place is data. ``turned`` stand in what data turns, ``scaled`` in
    what it makes smaller, ``copies`` show once more what is shown. ``painted`` have their fill
    written in the drawing.
    """

    def __init__(self, sample: Sample, root: Any, folder: Path, book: FontBook) -> None:
        self.sample, self.folder, self.book = sample, folder, book
        shutil.copytree(ROOT / "templates", folder / "templates")
        found = list(named(root))
        data = [e for e in found if has_data(e)]
        self.guides = tuple(e.get("id") for e in data if e.get(f"{PNP}role"))
        movable = (e for e in data if not e.get(f"{PNP}role") and not is_placed(e))
        self.names = tuple(e.get("id") for e in movable)
        self.turned = frozenset(e.get("id") for e in data if is_turned(e))
        self.scaled = frozenset(e.get("id") for e in data if is_scaled(e))
        shown = {f"#{e.get('id')}" for e in found}
        self.copies = tuple(e.get("id") for e in found if shown & {*e.attrib.values()})
        self.painted = tuple(e.get("id") for e in found if has_own_fill(e))
        take_off_clips(data)
        self.file = self.write(root)
        ask(found)
        self._asked = self.write(root, "asked")
        self._templates = Templates(Project(folder), book)
        self._settings = [Setting(row, ink) for ink in Ink for row in rows(sample)]
        self._wholes: dict[int, list[Placed]] = {}
        self._losses: dict[tuple[int, tuple[str, ...]], frozenset[int]] = {}
        self._unmoved: dict[int, list[Mark]] = {}
        self._seen: dict[int, dict[str, object]] = {}

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
        return self._settings

    def drawing(self, file: Path, setting: Setting) -> Drawing:
        """Return what a copy draws; each is read once, as it was written."""
        return drawn(setting.row, self._sample_of(file), setting.ink, self._templates)

    def unmoved(self, setting: Setting) -> list[Mark]:
        """Return the marks that the copy leaves as it is."""
        if (marks := self._unmoved.get(id(setting))) is None:
            marks = self._unmoved[id(setting)] = self.printed(self.file, setting)
        return marks

    def printed(self, file: Path, setting: Setting) -> list[Mark]:
        """Return the marks that a copy leaves, read back from its PDF, lines of text whole."""
        page = on_page(self.drawing(file, setting), ROOM)
        pdf = self.folder / "page.pdf"
        write_pdf([page], pdf, self.book, Info("Test"))
        with open_pdf(pdf) as document:
            have = next(document.pages).read().marks
        return list(_in_step(_marks(have), _marks(ExpectedMarks().marks(page))))

    def owned(self, name: str, settings: Sequence[Setting]) -> Owned | None:
        """Return what an element draws in the first setting in which it draws anything."""
        for setting in settings:
            lost = self.lost(setting, [name])
            if lost:
                return Owned(name, setting, lost)
        return None

    def copied(self, setting: Setting, but: Iterable[str]) -> frozenset[int]:
        """Return the marks of copies: when a thing is moved, its copies may stay or follow."""
        but = {*but}
        return self.lost(setting, [name for name in self.copies if name not in but])

    def lost(self, setting: Setting, names: Iterable[str]) -> frozenset[int]:
        """Return the marks that go when elements go; a guide asks for the same many times."""
        without = tuple(names)
        key = (id(setting), without)
        if key not in self._losses:
            if (whole := self._wholes.get(id(setting))) is None:
                whole = self._wholes[id(setting)] = self._drawn(setting)
            self._losses[key] = _lost(whole, self._drawn(setting, without) if without else whole)
        return self._losses[key]

    def together(self, groups: Iterable[Sequence[Owned]]) -> list[list[Sequence[Owned]]]:
        """Return groups that can be moved in one copy: none has a mark where another is looked at.

        They come in the order of their settings: what the later ones move was drawn in none before.
        """
        batches: list[list[Sequence[Owned]]] = []
        for group in sorted(groups, key=self._place):
            setting = group[0].setting
            fitting = (
                batch
                for batch in batches
                if not self.lost(setting, [one.name for other in batch for one in other])
            )
            batch = next(fitting, None)
            if batch is None:
                batches.append([group])
            else:
                batch.append(group)
        return batches

    def _place(self, group: Sequence[Owned]) -> int:
        return next(n for n, one in enumerate(self._settings) if one is group[0].setting)

    def _drawn(self, setting: Setting, without: tuple[str, ...] = ()) -> list[Placed]:
        """Return what is drawn without some elements; what is the same is the same object.

        The pages of guides are made up once: nothing is missing there that says how much room is.
        """
        row, ink = setting
        if (seen := self._seen.get(id(setting))) is None:
            seen = values(row, self._sample_of(self.file), ink, self._templates)
            self._seen[id(setting)] = seen
        asked = self._templates.get(self._sample_of(self._asked).template)
        drawing = asked.draw({**seen, "left_out": without}, ink, row.card.where)
        placed = (Placed(*found) for found in walk(drawing.nodes))
        return [one for one in placed if not isinstance(one.node, Group)]

    def _sample_of(self, file: Path) -> Sample:
        name = file.relative_to(self.folder / "templates").as_posix()
        return self.sample._replace(template=name)


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


def _lost(whole: Sequence[Placed], rest: Sequence[Placed]) -> frozenset[int]:
    """Return the numbers of the marks that the whole leaves and the rest does not."""
    lost: set[int] = set()
    left, number = list(reversed(rest)), 0
    for one in whole:
        after = number + _marks_of(one.node)
        if left and left[-1].node is one.node and left[-1].place == one.place:
            left.pop()
        else:
            lost.update(range(number, after))
        number = after
    assert not left, "leaving out an element changed others"
    return frozenset(lost)


def _marks_of(node: Node) -> int:
    match node:
        case Shape():
            return bool(node.path.ops) * _paints_of(node)
        case Text():
            return bool(_bare(node.string)) * _paints_of(node)
        case _:
            return 1


def _paints_of(node: Shape | Text) -> int:
    """Return how many paints of a node leave a mark: one that is clear leaves none."""
    paints = (node.fill, node.stroke.paint if node.stroke else None)
    clear = (isinstance(paint, Solid) and paint.opacity <= 0 for paint in paints)
    return sum(p is not None and not c for p, c in zip(paints, clear, strict=True))


def _marks(keyed: Keyed) -> list[Mark]:
    """Return the marks of a page in drawing order, each cut by its clips."""
    found = [mark for items in keyed.values() for mark in marks_of(items)]
    return [Mark(_KINDS.get(m.kind, m.kind), m.color, _seen(m), m.text) for m in found]


_KINDS = {"lettering": "stroke"}


def _seen(mark: PaintedMark) -> Bounds | None:
    if mark.text:  # where its first glyph begins
        return Bounds.at(mark.place.apply(mark.drawn.xs[0], mark.drawn.ys[0]))
    box = mark.box(mark.place)
    for clip in mark.clips:
        box = box.within(Bounds.hull(clip.path.coords, clip.place))
    return box if box.right >= box.left and box.bottom >= box.top else None


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
