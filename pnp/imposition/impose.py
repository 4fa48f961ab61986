"""``impose``: sorts pieces into files, lays them out on sheets, and draws both sides of each."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pnp.base.ceilings import SHEETS
from pnp.base.diagnostics import Finding, user_error
from pnp.base.slotted import slotted
from pnp.base.units import PAPERS
from pnp.data.game import Game
from pnp.data.translation import say
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Rect, Size
from pnp.imposition import rules
from pnp.imposition.cornermarks import corner_marks, panel_cut, panel_marks
from pnp.imposition.cutnumbers import cut_numbers
from pnp.imposition.cutorder import cut_order, order_words
from pnp.imposition.layout import LaidOut, lay
from pnp.imposition.marks import (
    CutEdge,
    crop_marks,
    draw_fold,
    draw_key,
    draw_label,
    draw_panel,
    draw_ruler,
    fold_marks,
    outer_box,
    outlines,
)
from pnp.imposition.piecefolds import piece_folds
from pnp.imposition.sheet import (
    Backs,
    Layout,
    OutputFile,
    Sheet,
    SheetCut,
    rect_behind,
    slot_behind,
)
from pnp.imposition.sheetlayout import Place, SheetLayout
from pnp.imposition.signature import bound, told
from pnp.kinds.piece import Piece
from pnp.scene.bounds import union
from pnp.scene.node import Clip, Group, Node, Shape
from pnp.scene.page import Face, Ink, Page, Placement, Slot
from pnp.scene.sameness import Contents
from pnp.text.fontbook import FontBook
from pnp.text.style import Typeset

COMMON_PAPER = "a4-letter"


def impose(
    game: Game, pieces: Sequence[Piece], layout: Layout, book: FontBook, ink: Ink = Ink.FULL
) -> tuple[tuple[Sheet, ...], tuple[Finding, ...]]:
    """Return the sheets of all pieces, file by file, and the findings about them.

    Raises:
        PnpError: pieces do not fit on the paper, which names every such component, or need more
            than ``SHEETS`` allows.
    """
    laid = lay(papers(list(bound(pieces, layout.backs)), layout.backs), layout)
    needed = sum(len(layouts) for layouts, _ in laid.values())
    if needed > SHEETS.most:
        advice = f"the limit is {SHEETS.most:,}: lower the qty of rows, or build --component by one"
        raise user_error(f"the kit has {needed:,} sheets", game.where, SHEETS.hint(advice))
    findings = [
        *_common_paper(laid, layout),
        *_without_backs(pieces, layout),
        *told(pieces, layout.backs),
        *(finding for each in laid.values() for finding in each.findings),
    ]
    art: dict[Contents, Group] = {}
    sheets = []
    for file, (layouts, _) in laid.items():
        ruled = next((n for n, spread in enumerate(layouts, 1) if not spread.leaf), None)
        for number, spread in enumerate(layouts, 1):
            place = (number, len(layouts), number == ruled)
            drawing = SheetDrawing(game, layout, book, ink, art, file, spread, *place)
            sheet, more = drawing.sheet()
            sheets.append(sheet)
            findings += more
    return tuple(sheets), tuple(dict.fromkeys(findings))


def papers(pieces: Iterable[Piece], backs: Backs) -> dict[OutputFile, list[Piece]]:
    """Return the pieces of each file, in the order given: one file for each stock and turning edge.

    Guides have separate files. With ``Backs.NONE`` every piece is printed on one side.
    """
    stems: dict[tuple[str, bool], str] = {}
    files: dict[OutputFile, list[Piece]] = {}
    for piece in pieces:
        turn = backs if piece.back is not None else Backs.NONE
        stock, guide = piece.component.stock, piece.component.kind.guide
        if (stock, guide) not in stems:
            stems[stock, guide] = _unused("guide" if guide else _slug(stock), stems.values())
        stem = stems[stock, guide]
        paper = OutputFile(stem if guide else f"{stem}-{_TURNS[turn]}", stock, turn)
        files.setdefault(paper, []).append(piece)
    return files


def _common_paper(laid: Mapping[OutputFile, LaidOut], layout: Layout) -> Iterator[Finding]:
    """Yield a warning for duplex on a page that the printer centres on paper of another size."""
    turned = any(paper.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE) for paper in laid)
    if turned and layout.paper == PAPERS[COMMON_PAPER]:
        yield Finding(
            rules.COMMON_PAPER_DUPLEX,
            f"{COMMON_PAPER} pages are centred on the paper by the printer: backs may slip",
            hint="write --backs gutterfold, print fronts only, or take a4 or letter",
        )


def _without_backs(pieces: Iterable[Piece], layout: Layout) -> Iterator[Finding]:
    """Yield a warning for each component that is hidden or turned in play, and has no backs."""
    if layout.backs is Backs.NONE:
        parts = {piece.component.name: piece.component for piece in pieces if piece.back}
        for component in parts.values():
            kind = component.kind
            if not component.aid and (kind.shuffled or kind.two_sided):
                yield rules.backs_left_out(component)


_TURNS = {turn: "one-side" if turn is Backs.NONE else turn.value for turn in Backs}


def _slug(stock: str) -> str:
    return re.sub(r"[\W_]+", "-", stock.lower()).strip("-") or "stock"


def _unused(stem: str, taken: Iterable[str]) -> str:
    """Return a file stem, numbered if another stock has the same."""
    known, number, free = set(taken), 1, stem
    while free in known:
        number += 1
        free = f"{stem}-{number}"
    return free


Art = dict[Contents, Group]
"""One group for each different drawing, so that exporters store it once for all copies."""


def page(
    paper: Size, placements: Sequence[Placement], art: Art, beside: Iterable[Node], label: str
) -> Page:
    """Return a side of a sheet: the placements, then ``beside``, the marks and labels."""
    whole = Rect.of(paper)
    return Page(
        size=paper,
        nodes=(*(_placed(placement, art) for placement in placements), *beside),
        trim=union(placement.trim for placement in placements) or whole,
        bleed=union(placement.window for placement in placements) or whole,
        placements=tuple(placements),
        label=label,
    )


def single(face: Face, key: str) -> Page:
    """Return a page with one face and its bleed; its trim box is the face's trim."""
    size = face.bleed_box.size
    slot = Slot(Point(face.bleed, face.bleed), face.trim)
    placement = Placement(slot, face, key, Rect.of(size))
    return page(size, [placement], {}, (), key)


def _placed(placement: Placement, art: Art) -> Group:
    """Return a face in its slot, clipped to its window, as a group with the placement's key."""
    nodes, place = placement.face.nodes, placement.slot.place
    if nodes not in art:
        art[nodes] = Group(nodes)
    window = Path.rect(place.inverse().box(placement.window))
    return Group((art[nodes],), place=place, clip=Clip(window), key=placement.key)


NO_LABEL = Typeset((), 0.0, 0.0)

_TURNING = {
    Backs.LONG_EDGE: ["turn on the long edge"],
    Backs.SHORT_EDGE: ["turn on the short edge"],
    Backs.GUTTERFOLD: ["gutterfold"],
    Backs.NONE: [],
}
"""What a label says about the paper's other side."""


@slotted
class SheetDrawing:
    """Draws one sheet from its layout, ``spread``: ``SheetDrawing(…).sheet()``.

    ``art`` is shared by all sheets of a kit. ``number`` counts from 1 to ``of``, the number of
    sheets in the file. The sheet that is ``ruled`` has the file's ruler. What is folded to a
    booklet has neither ruler nor label: nothing is cut off it, and its pages have numbers.
    """

    game: Game
    layout: Layout
    book: FontBook
    ink: Ink
    art: Art
    file: OutputFile
    spread: SheetLayout
    number: int
    of: int
    ruled: bool

    def sheet(self) -> tuple[Sheet, tuple[Finding, ...]]:
        """Return the finished sheet, and the findings about its labels."""
        front, findings = self._front()
        back, more = self._back()
        names = tuple(Counter(piece.component.name for piece in self._pieces).items())
        sheet = Sheet(
            file=self.file.file,
            number=self.number,
            of=self.of,
            stock=self.file.stock,
            backs=self.file.backs,
            front=front,
            back=back,
            contents=self._contents(names),
            panels=names if self.spread.panel else (),
            folds=frozenset(piece.component.name for piece in self._pieces if piece.creases),
            cuts=self.cuts,
        )
        return sheet, (*findings, *more)

    def _contents(self, names: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        """Return the components with the number of pieces that the sheet completes."""
        if self.spread.counts is not None:
            return self.spread.counts
        panel = self.spread.panel
        return names if panel is None or panel.last else ()

    @property
    def _pieces(self) -> list[Piece]:
        return [place.copy.piece for place in self.spread.places]

    def _front(self) -> tuple[Page, tuple[Finding, ...]]:
        """Return the side with the faces, crop marks, fold marks, fold lines and outlines."""
        field, panel = self.spread.field, self.spread.panel
        faces = [_face(place) for place in self.spread.places]
        backs: list[Placement] = []
        marks: list[Node] = []
        order = ""
        if self.file.backs is Backs.GUTTERFOLD:
            backs = self._backs()
            marks += draw_fold(self.layout.paper, field, self.book, self.game.translation)
            marks += self._crop_marks(backs, self._area_behind())
        beside = [*self._crop_marks(faces, field.area), *self._fold_marks(faces)]
        marks += beside
        marks += piece_folds(zip(faces, self._pieces, strict=True))
        marks += self._outlines(faces)
        if panel:
            marks += draw_panel(panel, field.area, self.book, self.game.translation)
            marks += panel_marks(panel, field.area)
        else:
            straight = self._straight(faces)
            marks += corner_marks(straight)
            numbers = cut_numbers(
                self.cuts, straight, _windows(faces), tuple(beside), field.area, self.book
            )
            marks += numbers
            order = order_words(self.cuts, self.game.translation) if numbers else ""
        if self.ruled and field.ruler:
            marks += draw_ruler(field.ruler, self.book, self.game.translation)
        strip = None if self.spread.leaf else field.label
        return self._side([*faces, *backs], marks, strip, self._front_word(), order)

    def _back(self) -> tuple[Page | None, tuple[Finding, ...]]:
        """Return the side with the backs, each behind its face; None on a one-sided sheet."""
        if self.file.backs in (Backs.NONE, Backs.GUTTERFOLD):
            return None, ()
        backs = self._backs()
        marks: list[Node] = [*self._crop_marks(backs, self._area_behind())]
        back, findings = self._side(backs, marks, self._strip_behind(), "back")
        return replace(back, correction=self.layout.correction), findings

    def _backs(self) -> list[Placement]:
        """Return the backs, mirrored so that each lies behind its face once turned or folded."""
        size, mirror = self.layout.paper, self.spread.field.mirror
        return [
            Placement(
                slot_behind(slot, size, mirror),
                copy.piece.back,
                copy.key("back"),
                rect_behind(window, size, mirror),
            )
            for slot, copy, window in self.spread.places
            if copy.piece.back is not None and mirror is not None
        ]

    def _area_behind(self) -> Rect:
        field = self.spread.field
        if field.mirror is None:
            return field.area
        return rect_behind(field.area, self.layout.paper, field.mirror)

    def _strip_behind(self) -> Rect | None:
        """Return the strip for the label of a back, where it is beside the area for the backs."""
        strip, area, behind = self.spread.field.label, self.spread.field.area, self._area_behind()
        if strip is None or self.spread.leaf:
            return None
        return strip.shifted(behind.x - area.x, behind.y - area.y)

    @property
    def cuts(self) -> tuple[SheetCut, ...]:
        """Return the cuts in their order; none for a panel, which is alone on its sheet."""
        if self.spread.panel or self.layout.precut:
            return ()
        places = self.spread.places
        straight = [CutEdge(p.slot.rect, p.window) for p in places if p.copy.piece.cut_straight]
        others = [p.slot.rect for p in places if not p.copy.piece.cut_straight]
        return cut_order(tuple(straight), tuple(others), Rect.of(self.layout.paper))

    def _crop_marks(self, placements: Sequence[Placement], area: Rect) -> tuple[Shape, ...]:
        """Return the crop marks of the panel, or of all pieces that are cut straight."""
        panel = self.spread.panel
        if panel:
            box = outer_box(panel, area)
            return crop_marks((CutEdge(panel_cut(panel, area), box),), (box,), area)
        return crop_marks(self._straight(placements), _windows(placements), area)

    def _straight(self, placements: Sequence[Placement]) -> tuple[CutEdge, ...]:
        """Return what is cut along straight edges: nothing of stock that is cut already."""
        if self.layout.precut:
            return ()
        pairs = zip(placements, self._pieces, strict=True)
        return tuple(CutEdge(put.trim, put.window) for put, piece in pairs if piece.cut_straight)

    def _fold_marks(self, faces: Sequence[Placement]) -> tuple[Shape, ...]:
        placed = zip(faces, self._pieces, strict=True)
        folds = [(put, crease) for put, piece in placed for crease in piece.creases]
        return fold_marks(folds, _windows(faces), self.spread.field.area)

    def _outlines(self, faces: Sequence[Placement]) -> tuple[Node, ...]:
        if self.layout.precut:
            return ()
        placed = zip(faces, self._pieces, strict=True)
        return outlines([(put, piece.outline) for put, piece in placed if piece.outline])

    def _front_word(self) -> str:
        if self.spread.panel:
            return self.spread.panel.words(self.game.translation)
        if self.file.backs is Backs.GUTTERFOLD:
            return "faces and backs"
        if self.file.backs is not Backs.NONE:
            return "front"
        return "fronts only" if any(piece.back for piece in self._pieces) else "one side"

    def _side(
        self,
        placements: Sequence[Placement],
        marks: Sequence[Node],
        strip: Rect | None,
        word: str,
        order: str = "",
    ) -> tuple[Page, tuple[Finding, ...]]:
        """Return a finished side; without a strip for the label it has none.

        The label says the order of cuts if there is room for that.
        """
        texts = self._label_texts(word)
        beside, typeset = list(marks), NO_LABEL
        if strip and self.spread.panel:
            strip, key = draw_key(self.spread.panel, strip)
            beside.append(key)
        if strip:
            ordered = [f"{texts[0]} · {order}"] if order else []
            typeset = draw_label([*ordered, *texts], strip, self.book, self.game.where)
        nodes = (*beside, *typeset.nodes)
        finished = page(self.layout.paper, placements, self.art, nodes, texts[0])
        return finished, typeset.findings

    def _label_texts(self, side: str) -> tuple[str, str]:
        """Return the label with every component named, and a shorter one that counts them."""
        titles = list(dict.fromkeys(piece.component.title for piece in self._pieces))
        said = partial(say, self.game.translation)
        number = said("sheet {number} of {of}", number=self.number, of=self.of)
        stock = said("stock: {stock}", stock=said(self.file.stock))
        turning = map(said, _TURNING[self.file.backs])
        rest = [number, said(side), *turning, stock, said(f"{self.ink} ink")]
        game = " ".join(filter(None, (self.game.title, self.game.version)))
        some = titles[0]
        if len(titles) > 1:
            some = said("{number} components", number=len(titles))
        return " · ".join([game, ", ".join(titles), *rest]), " · ".join([game, some, *rest])


def _face(place: Place) -> Placement:
    return Placement(place.slot, place.copy.piece.face, place.copy.key("face"), place.window)


def _windows(placements: Sequence[Placement]) -> tuple[Rect, ...]:
    return tuple(placement.window for placement in placements)
