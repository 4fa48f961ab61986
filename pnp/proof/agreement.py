"""Checks planned pages against the job ticket: counts, slots, labels and marks."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field
from functools import partial
from itertools import chain
from math import hypot

from pnp.base.diagnostics import Finding, Rule, Where, counted
from pnp.base.slotted import slotted
from pnp.data.translation import say
from pnp.geometry.plane import IDENTITY, NOWHERE, Affine, Bounds, Point, Rect
from pnp.imposition.rules import GLUE_STRIP_NARROW, LABEL_LEFT_OUT, MARKS_CLIPPED
from pnp.imposition.sheet import Backs, Layout
from pnp.imposition.sheetlayout import panel_name
from pnp.kinds.piece import Key, Panels
from pnp.proof.cutlines import Warned
from pnp.proof.cutmarks import Cutting
from pnp.proof.folding import check_folding
from pnp.proof.panelgrid import PanelGrid, panel_grid
from pnp.proof.rules import BACK, BOX, CONTENT, COUNT, FOLD, LABEL, PANEL
from pnp.proof.ticket import Claim, Part, Ticket, side_of
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.node import Blend, Group, Node, Text
from pnp.scene.page import Page, Placement


@slotted
class Agreement:
    """Checks the pages of a kit's files against the job ticket; a page in two files only once.

    ``warned`` are the findings of imposition about pieces without room for marks or a label: what
    they name is not reported again.
    """

    ticket: Ticket
    layout: Layout
    warned: Sequence[Finding] = ()
    _checked: set[Page] = field(default_factory=set)
    _filed: set[Part] = field(default_factory=set)

    def check_kit(self, name: str, pages: Sequence[Page]) -> tuple[Finding, ...]:
        """Return the findings of the whole kit's file, after those of the job ticket."""
        return (*self.ticket.findings, *self._named(name, pages, self.ticket))

    def check_part(self, name: str, pages: Sequence[Page]) -> tuple[Finding, ...]:
        """Return the findings of one stock's file; its first known piece determines the stock."""
        claims = chain.from_iterable(map(self.ticket.claims, pages))
        part = next((claim.side.part.file for claim in claims), None)
        if part is None:
            return (Finding(COUNT, f"{name}: nothing of the game is in it"),)
        again = part in self._filed
        self._filed.add(part)
        twice = [Finding(COUNT, f"{name}: its pieces are in another file too")] if again else []
        return (*twice, *self._named(name, pages, self.ticket.files[part]))

    def check_screen(self, name: str, pages: Sequence[Page]) -> Iterator[Finding]:
        """Yield a finding if a file has not the pages of a booklet one by one, in order."""
        shown = [put.face.nodes for page in pages for put in page.placements]
        known = [
            [self.ticket.sides[key].face.nodes for key in keys] for keys in self.ticket.booklets
        ]
        if not any(
            shown == faces[: len(shown)] and not any(faces[len(shown) :]) for faces in known
        ):
            yield Finding(FOLD, f"{name}: it does not have the pages of a booklet in reading order")

    def check_filed(self) -> Iterator[Finding]:
        """Yield a finding for each stock without a file, of those passed to ``check_part``."""
        for part in self.ticket.files:
            if part not in self._filed:
                sides = "with backs" if part.backed else "printed on one side"
                kind = "guide" if part.guide else "file of the pieces"
                message = f"there is no {kind} on {part.stock} {sides}"
                yield Finding(COUNT, message)

    def check_drawings(
        self, name: str, pages: Sequence[Page], *, proved: bool
    ) -> tuple[Finding, ...]:
        """Return the findings of the sheets that are written one by one, in any order.

        ``proved`` pages are those of a PDF too, and checked with it: here only what is on them
        counts.
        """
        by_page = () if proved else self._check_pages(pages, self.ticket)
        found = (*check_counts(pages, self.ticket), *by_page)
        return tuple(Finding(f.rule, f"{name}: {f.message}", f.where) for f in found)

    def _named(self, name: str, pages: Sequence[Page], ticket: Ticket) -> Iterator[Finding]:
        for found in self._check(pages, ticket):
            yield Finding(found.rule, f"{name}: {found.message}", found.where)

    def _check(self, pages: Sequence[Page], ticket: Ticket) -> Iterator[Finding]:
        turning = self.layout.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE)
        turned = turning and ticket.backed
        yield from check_counts(pages, ticket)
        yield from check_order(pages, turned)
        yield from check_folding(pages, ticket.booklets, self.layout)
        yield from check_labels(pages, ticket, self._warned_of(LABEL_LEFT_OUT))
        yield from self._check_pages(pages, ticket)

    def _check_pages(self, pages: Sequence[Page], ticket: Ticket) -> Iterator[Finding]:
        """Yield the findings of pages by themselves, of those that were not checked yet."""
        if self._checked.issuperset(pages):
            return
        warned = Warned(self._warned_of(MARKS_CLIPPED), self._warned_of(GLUE_STRIP_NARROW))
        cutting = Cutting(ticket, self.layout.margins, warned, self.layout.precut is not None)
        grids = panels_of(pages, ticket)
        for page in pages:
            if page not in self._checked:
                self._checked.add(page)
                yield from _check_size(page, self.layout)
                yield from _check_correction(page, self.layout)
                yield from check_slots(page, ticket)
                yield from cutting.check(page, grids)

    def _warned_of(self, rule: Rule) -> set[Where | None]:
        """Return the places of the findings by one rule."""
        return {found.where for found in self.warned if found.rule is rule}


def _check_size(page: Page, layout: Layout) -> Iterator[Finding]:
    if apart(page.size, layout.paper) > TOLERANCE:
        yield Finding(BOX, f"{page.label}: the page is {page.size}, the paper {layout.paper}")


def _check_correction(page: Page, layout: Layout) -> Iterator[Finding]:
    """Yield a back side without the printer's correction, or another side that has one."""
    turned = layout.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE) and not _has_face(page)
    wanted = layout.correction if turned and page.placements else IDENTITY
    if page.correction != wanted:
        what = "is not corrected" if wanted != IDENTITY else "is moved"
        yield Finding(BACK, f"{page.label}: {what} as {layout.printer or 'no printer'} needs it")


_NAMED = 3
"""The most keys in a message: a missing sheet has many."""


def check_counts(pages: Sequence[Page], ticket: Ticket) -> Iterator[Finding]:
    """Yield sides that are missing, placed more than once, or not on the ticket."""
    placed = Counter(put.key for page in pages for put in page.placements)
    claims = {key: ticket.claim(key) for key in placed}
    for key, claim in claims.items():
        if claim is None:
            yield Finding(COUNT, f"{key} is on a page, and the game has no such copy")
    panels = _panels(filter(None, claims.values()))
    missing = [key for key in ticket.sides if key not in placed and key not in panels]
    yield from _grouped(missing, ticket, "on no page")
    doubled = [key for key, number in placed.items() if number > 1 and claims[key]]
    doubled += [key for key in panels if key in placed]
    yield from _grouped(doubled, ticket, "there more than once")
    for key, found in panels.items():
        yield from _check_grid(key, found)


def panels_of(pages: Sequence[Page], ticket: Ticket) -> dict[str, PanelGrid]:
    """Return how each side in panels is divided, by its key."""
    found: dict[str, dict[tuple[int, int], Placement]] = {}
    declared: dict[str, Panels] = {}
    for put in chain.from_iterable(page.placements for page in pages):
        claim = ticket.claim(put.key)
        if claim is not None and claim.panel is not None:
            found.setdefault(claim.key, {})[claim.panel] = put
            declared[claim.key] = claim.side.piece.panels or Panels(0.0)
    return {key: panel_grid(panels, declared[key]) for key, panels in found.items()}


def _panels(claims: Iterable[Claim]) -> dict[str, set[tuple[int, int]]]:
    """Return the (row, column) of each panel of each side that is split into panels, by key."""
    found: dict[str, set[tuple[int, int]]] = {}
    for claim in claims:
        if claim.panel is not None:
            found.setdefault(claim.key, set()).add(claim.panel)
    return found


def _grid(panels: Collection[tuple[int, int]]) -> tuple[int, int]:
    """Return the numbers of rows and columns that the panels' names imply."""
    return 1 + max(row for row, _ in panels), 1 + max(column for _, column in panels)


def _check_grid(key: str, panels: Collection[tuple[int, int]]) -> Iterator[Finding]:
    rows, columns = _grid(panels)
    lost = [
        panel_name(row, column)
        for row in range(rows)
        for column in range(columns)
        if (row, column) not in panels
    ]
    if lost:
        yield Finding(PANEL, f"{key}: of {columns} x {rows} panels {_listed(lost)} on no page")


def _grouped(keys: Iterable[str], ticket: Ticket, what: str) -> Iterator[Finding]:
    """Yield one finding for the faces of each component, and one for its backs."""
    apart: dict[tuple[str, str], list[str]] = {}
    for key in keys:
        apart.setdefault(_sort(key), []).append(key)
    wanted = Counter(map(_sort, ticket.sides)) if apart else Counter()
    for (name, word), found in apart.items():
        message = (
            f"{name}: {_listed(found)} {what}; the game has {counted(wanted[name, word], word)}"
        )
        claim = ticket.claim(found[0])
        yield Finding(COUNT, message, claim.side.piece.card.where if claim else None)


def _sort(key: str) -> tuple[str, str]:
    """Return the component in a key, and its side: ("deck", "face")."""
    part = Key.parse(key)
    return part.piece.partition("/")[0], part.side


def _listed(words: Sequence[str]) -> str:
    """Return the first words, how many more there are, and "is" or "are"."""
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return f"{', '.join(words[:_NAMED])}{more} {'is' if len(words) == 1 else 'are'}"


def check_order(pages: Sequence[Page], turned: bool) -> Iterator[Finding]:
    """Yield pages on the wrong side of the paper.

    In a ``turned`` file every second page is a sheet's back; it is blank where pieces have none.
    """
    for number, page in enumerate(pages):
        verso = turned and number % 2 == 1
        ends = {side_of(put) for put in page.placements}
        if verso and "face" in ends:
            yield Finding(BACK, f"{page.label}: its faces are printed on a back")
        elif verso and not ends and page.nodes:
            yield Finding(BACK, f"{page.label}: there is a drawing on a back without pieces")
        elif not verso and "face" not in ends:
            what = "its backs are printed on a front" if ends else "it is blank, and no back"
            yield Finding(BACK, f"{page.label}: {what}")
    if turned and len(pages) % 2:
        yield Finding(BACK, "the last sheet has a front only: backs are on every second page")


PLACE = "sheet {number} of {of}"
"""What a label says of the sheet's place."""


def check_labels(
    pages: Sequence[Page], ticket: Ticket, left_out: Collection[Where | None]
) -> Iterator[Finding]:
    """Yield pages whose label is missing or wrong; each part of the ticket counts its own sheets.

    The outside of a booklet's sheet has none if there is a back to have it.

    ``left_out`` are the places of components that imposition warned of: no room for a label.
    """
    sheets: dict[Part, list[Page]] = {}
    for page in pages:
        if page.placements and (part := _part(page, ticket)):
            sheets.setdefault(part, []).append(page)
    said = partial(say, ticket.translation)
    leaves = {key for keys in ticket.booklets for key in keys}
    for part, found in sheets.items():
        numbers = _numbers(found)
        wrong: list[str] = []
        for page, number in zip(found, numbers, strict=True):
            label = _label(page.nodes, said(PLACE, number="#", of="#"))
            place = said(PLACE, number=number, of=max(numbers))
            if part.backed and any(p.key in leaves for p in page.placements):
                if label:
                    yield Finding(LABEL, f"{page.label}: a page of a booklet has a label")
            elif not label and not _excused(page, ticket, left_out):
                yield Finding(LABEL, f"{page.label}: it has no label")
            elif label and not _agrees(label, page, part, place, said):
                wrong.append(f"{page.label}: it is {place} on {part.stock}, its label differs")
        if wrong:
            others = f"; so do {len(wrong) - 1} more" if wrong[1:] else ""
            yield Finding(LABEL, f"{wrong[0]}{others}")


def _numbers(pages: Sequence[Page]) -> list[int]:
    """Return the sheet number of each page, from 1; a page of backs has that of its front."""
    numbers: list[int] = []
    for page in pages:
        numbers.append((numbers[-1] if numbers else 0) + _has_face(page))
    return numbers


def _has_face(page: Page) -> bool:
    return any(side_of(put) == "face" for put in page.placements)


def _part(page: Page, ticket: Ticket) -> Part | None:
    return next((claim.side.part for claim in ticket.claims(page)), None)


def _agrees(label: str, page: Page, part: Part, place: str, said: Callable[..., str]) -> bool:
    """Return whether a label has the right sheet number, stock, and side."""
    words = [place, said("stock: {stock}", stock=said(part.stock))]
    if not _has_face(page):
        words.append(f"· {said('back')} ·")
    return all(_tight(word) in label for word in words)


def _label(nodes: Sequence[Node], place: str) -> str:
    """Return the label of a page without its spaces; empty if there is none.

    ``place`` is what it says of a sheet's place, with ``#`` for each number.
    """
    number = re.compile(re.escape(f"·{_tight(place)}·").replace(re.escape("#"), r"\d+"))
    for node in nodes:
        if isinstance(node, Group) and node.key is None:
            words = _tight("".join(_words(node.nodes)))
            if number.search(words):
                return words
    return ""


def _words(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Text):
            yield node.string
        elif isinstance(node, Group):
            yield from _words(node.nodes)


def _tight(text: str) -> str:
    return "".join(text.split())


def _excused(page: Page, ticket: Ticket, left_out: Collection[Where | None]) -> bool:
    return any(claim.side.piece.component.where in left_out for claim in ticket.claims(page))


_PLAIN = Affine()


def check_slots(page: Page, ticket: Ticket) -> Iterator[Finding]:
    """Yield findings about the placements of a page and the groups drawn under their keys."""
    groups = {node.key: node for node in page.nodes if isinstance(node, Group) and node.key}
    for put in page.placements:
        claim, group = ticket.claim(put.key), groups.pop(put.key, None)
        if group is None:
            yield Finding(COUNT, f"{page.label}: {put.key} is not drawn")
        elif claim is not None:
            for fault in _faults(put, group, claim, ticket):
                yield Finding(CONTENT, f"{page.label}: {put.key} {fault}")
    for key in groups:
        yield Finding(COUNT, f"{page.label}: {key} is drawn, and has no slot")


def _faults(put: Placement, group: Group, claim: Claim, ticket: Ticket) -> Iterator[str]:
    """Yield a message for each fault of one placement."""
    face = claim.side.face
    if put.face.nodes != face.nodes or not _draws(group, face.nodes):
        yield f"shows {_other(put, group, ticket)}"
    if fault := _trim_fault(put, claim) or _place_fault(put, group) or _clip_fault(put, group):
        yield fault
    if group.mask is not None or group.opacity != 1.0 or group.blend is not Blend.NORMAL:
        yield "is drawn with a mask, an opacity or a blend mode of its sheet"


def _draws(group: Group, nodes: tuple[Node, ...]) -> bool:
    """Return whether a group draws exactly these nodes; plain groups may be in between."""
    inside = group.nodes
    while inside != nodes:
        if len(inside) != 1 or not isinstance(inside[0], Group) or not _is_plain(inside[0]):
            return False
        inside = inside[0].nodes
    return True


def _is_plain(group: Group) -> bool:
    free = group.clip is None and group.mask is None and group.key is None
    plain = group.opacity == 1.0 and group.blend is Blend.NORMAL
    return free and plain and group.place == _PLAIN


def _other(put: Placement, group: Group, ticket: Ticket) -> str:
    """Return in words which side is drawn in the place of another."""
    for key, side in ticket.sides.items():
        if _draws(group, side.face.nodes):
            return f"the {Key.parse(key).side} of {side.piece.id}"
    return f"a drawing that is no {side_of(put)} of the game"


def _trim_fault(put: Placement, claim: Claim) -> str | None:
    """Return what is wrong with a side's slot or window, in words, or None."""
    slot, face = put.slot, claim.side.face
    if apart(Bounds.of(Rect.of(slot.trim)), Bounds.of(Rect.of(face.trim))) > TOLERANCE:
        return f"is {face.trim}, and its slot is {slot.trim}"
    if slot.turn % 90:
        return f"is turned by {slot.turn} degrees"
    if not slot.rect.inset(-face.bleed).contains(put.window, TOLERANCE):
        return "is shown past its bleed"
    whole = claim.panel is None and not claim.side.piece.component.kind.booklet
    if whole and not put.window.contains(slot.rect, TOLERANCE):
        return "is cut off inside its trim"
    return None


def _place_fault(put: Placement, group: Group) -> str | None:
    """Return in words how the drawing is off its slot, such as moved or scaled, or None."""
    width, height = put.face.trim
    have = [group.place.apply(*corner) for corner in ((0, 0), (width, 0), (0, height))]
    rect = put.slot.rect
    around = (
        Point(rect.x, rect.y),
        Point(rect.right, rect.y),
        Point(rect.right, rect.bottom),
        Point(rect.x, rect.bottom),
    )
    quarter = put.slot.turn // 90
    want = [around[(quarter + corner) % 4] for corner in (0, 1, 3)]
    moved = [Point(h.x - w.x, h.y - w.y) for h, w in zip(have, want, strict=True)]
    if max(max(abs(way.x), abs(way.y)) for way in moved) <= TOLERANCE:
        return None
    spread = max(hypot(way.x - moved[0].x, way.y - moved[0].y) for way in moved)
    if spread > TOLERANCE:
        return "is scaled, turned or mirrored in its slot"
    return f"is drawn {hypot(*moved[0]):.2f} mm off its slot"


def _clip_fault(put: Placement, group: Group) -> str | None:
    box = Bounds.hull(group.clip.path.coords, group.place) if group.clip else NOWHERE
    if box is NOWHERE or apart(box, Bounds.of(put.window)) > TOLERANCE:
        return "is not cut off where its window ends"
    return None
