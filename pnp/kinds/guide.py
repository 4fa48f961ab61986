"""Guides: pages that explain how to print and cut the kit, and how the plan is paginated."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from typing import Any, Literal, NamedTuple

from pnp.base.diagnostics import PnpError, Where, nearest, quote, unusable, user_error
from pnp.base.slotted import slotted
from pnp.data.entry import PageEntry, RowSource
from pnp.data.fields import FileName, Length, Stock
from pnp.data.game import Card
from pnp.geometry.plane import ROUNDING, Rect
from pnp.kinds import flat
from pnp.kinds.kind import ComponentKind
from pnp.scene.page import Drawing


class GuideEntry(PageEntry):
    """Pages that say how to print and cut the kit: drawn from the plan, so without rows."""

    kind: Literal["guide"]
    stock: Stock = "paper"
    bleed: Length = 0.0
    """How far the art runs past the edge of the page, which is not cut."""
    safe: Length = 0.0
    """How far inside the edge of the page nothing important is drawn."""
    face: FileName
    """The template of a page, inside templates/."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, None)


GUIDE = ComponentKind(name="guide", entry=GuideEntry, piece=flat.piece, guide=True, close_cut=False)
"""Its pages are drawn by ``compose.compose_guide``, which calls ``pages`` of this module."""

PREFIX = "room-"
"""Prefix of the ids of the rectangles that define the rooms of a template."""


class GuideSlots(NamedTuple):
    """The rooms of a guide's template: its rectangles with the role ``room``, in millimetres.

    ``page`` is the room for steps, help and parts on the first page, ``next_page`` that on each
    further page. ``heading`` has the height of the heading above each of the three lists, ``file``
    that of the name of a file above its first steps. ``step``, ``help`` and ``part`` are the first
    cell of each list in the sample, ``content`` is the first content of a step.
    """

    page: Rect
    heading: Rect
    step: Rect
    content: Rect
    help: Rect
    part: Rect
    next_page: Rect
    file: Rect


def slots_of(drawn: Mapping[str, Rect], template: str, where: Where) -> GuideSlots:
    """Return the rooms of a template; ``drawn`` has its rectangles by id.

    Without ``room-next-page`` each page has the same room as the first, without ``room-file`` a
    file has no heading.

    Raises:
        PnpError: a room is missing, unknown, or has no area.
    """
    known = {PREFIX + name.replace("_", "-"): name for name in GuideSlots._fields}
    unknown, missing = drawn.keys() - known.keys(), known.keys() - drawn.keys()
    problems = [
        unusable(f"{quote(template)} has the unknown room {quote(room)}", where, hint)
        for room in unknown
        for hint in [nearest(room, known) or f"its rooms are {', '.join(known)}"]
    ] + [
        unusable(
            f"{quote(template)} has no room {quote(room)}",
            where,
            f'draw a rectangle with pnp:role="room" and id={quote(room)}',
        )
        for room in missing - {f"{PREFIX}next-page", f"{PREFIX}file"}
    ]
    problems += [
        unusable(
            f"the room {quote(room)} in {quote(template)} is empty: {box.width:g} mm wide and"
            f" {box.height:g} mm high",
            where,
            "draw a rectangle around the space that the page has for it",
        )
        for room, box in drawn.items()
        if min(box.size) <= 0
    ]
    if problems:
        raise PnpError(problems)
    rooms = {name: drawn[room] for room, name in known.items() if room in drawn}
    no_heading = rooms["step"]._replace(height=0.0)
    return GuideSlots(**{"next_page": rooms["page"], "file": no_heading, **rooms})


Item = Mapping[str, Any]

Plan = Mapping[str, Any]
"""The content of a guide as plain data, made by ``pnp.imposition.plan``."""

SECTIONS = ("steps", "help", "parts")
"""The lists of a plan that are laid out on pages, in the order of the work."""


class _GuideRow(NamedTuple):
    """Items side by side; ``cell`` is the first cell of their section in the sample.

    ``above`` is how much of its height is free above the cells.
    """

    section: str
    items: Sequence[Item]
    cell: Rect
    height: float
    above: float = 0.0


@slotted(frozen=False)
class _GuidePage:
    """A page being filled: ``free`` and ``bottom`` are the y of the room that is left, in mm."""

    free: float
    bottom: float
    items: dict[str, list[Item]] = field(default_factory=lambda: {name: [] for name in SECTIONS})

    @classmethod
    def within(cls, room: Rect) -> "_GuidePage":
        """Return an empty page."""
        return cls(room.y, room.bottom)

    @property
    def begun(self) -> bool:
        """Tell whether the page has any items."""
        return any(self.items.values())

    def has_room(self, height: float) -> bool:
        """Tell whether so many millimetres are left."""
        return self.free + height <= self.bottom + ROUNDING

    def takes(self, row: _GuideRow, heading: float) -> bool:
        """Add a row below the others and return True, or return False if there is no room."""
        above = 0.0 if self.items[row.section] else heading
        if not self.has_room(above + row.height):
            return False
        top = self.free + above
        self.free = top + row.height
        for column, item in enumerate(row.items):
            place = {"right": column * row.cell.width, "down": top + row.above - row.cell.y}
            self.items[row.section].append({**item, **place})
        return True


def pages(
    plan: Plan,
    draw: Callable[[Plan], Drawing],
    template: str,
    where: Where,
    sheets: int | None = None,
) -> list[Plan]:
    """Paginate a plan: return one plan for each page, with the items that the page shows.

    A list that does not fit below another one, but on a page alone, begins a new page. Each item
    gets its place: ``right`` and ``down`` are its offset in millimetres from the first cell in the
    sample; a step's contents have theirs within the step. ``draw`` draws the template for a plan.
    ``sheets`` are those that the guides are printed on, which come first in the whole kit: the
    steps' pages there follow them. It is a sheet for each page if None.

    Raises:
        PnpError: the template's rooms are missing or invalid, or too small for an item.
    """
    rooms = slots_of(draw(_on_one_page(plan)).rooms, template, where)
    filled, heading = [_GuidePage.within(rooms.page)], rooms.heading.height
    for section in _sections(plan, rooms):
        height = heading + sum(row.height for row in section)
        fresh = _GuidePage.within(rooms.next_page)
        if filled[-1].begun and not filled[-1].has_room(height) and fresh.has_room(height):
            filled.append(fresh)
        for row in section:
            if not filled[-1].takes(row, heading):
                filled.append(_GuidePage.within(rooms.next_page))
                if not filled[-1].takes(row, heading):
                    raise _too_high(row, heading, rooms.next_page, template, where)
    before = (len(filled) if sheets is None else sheets) * plan["sides"]
    return [
        {**plan, **page.items, "steps": _after(before, page), "page": number, "pages": len(filled)}
        for number, page in enumerate(filled, 1)
    ]


def _after(before: int, page: _GuidePage) -> list[Item]:
    """Return the steps of a page, with their pages in the whole kit after so many others."""
    keys = ("kit_first", "kit_last")
    return [{**step, **{key: before + step[key] for key in keys}} for step in page.items["steps"]]


def page_cards(card: Card, number: int) -> tuple[Card, ...]:
    """Return a card for each page: the guide's only one, then copies with ids like ``guide-2``."""
    return (card, *(replace(card, id=f"{card.id}-{page}") for page in range(2, number + 1)))


def _on_one_page(plan: Plan) -> Plan:
    """Return the whole plan on one page, every item at offset 0: only to read the rooms."""
    here = {"right": 0.0, "down": 0.0}
    whole = {name: [{**item, **here} for item in plan[name]] for name in SECTIONS}
    for step in whole["steps"]:
        step["contents"] = [{**content, **here} for content in step["contents"]]
    return {**plan, **whole, "page": 1, "pages": 1}


def _sections(plan: Plan, rooms: GuideSlots) -> Iterator[list[_GuideRow]]:
    """Yield the rows of each list that is not empty."""
    for _, rows in groupby(_rows(plan, rooms), key=lambda row: row.section):
        yield list(rows)


def _rows(plan: Plan, rooms: GuideSlots) -> Iterator[_GuideRow]:
    """Yield all rows of a guide, from top to bottom."""
    for _, steps in groupby(plan["steps"], key=lambda step: step.get("file")):
        above = rooms.file.height
        for line in _in_rows(list(steps), rooms.step, rooms.page):
            cells = [_step(step, rooms) for step in line]
            height = above + max(high for _, high in cells)
            yield _GuideRow("steps", [step for step, _ in cells], rooms.step, height, above)
            above = 0.0
    for section, cell in (("help", rooms.help), ("parts", rooms.part)):
        for items in _in_rows(plan[section], cell, rooms.page):
            yield _GuideRow(section, items, cell, cell.height)


def _step(step: Item, rooms: GuideSlots) -> tuple[Item, float]:
    """Return a step whose contents have their places within it, and how high it is."""
    contents = _in_rows(step["contents"], rooms.content, rooms.step)
    placed = [
        {**content, "right": column * rooms.content.width, "down": row * rooms.content.height}
        for row, line in enumerate(contents)
        for column, content in enumerate(line)
    ]
    lines = rooms.content.y - rooms.step.y + len(contents) * rooms.content.height
    return {**step, "contents": placed}, max(rooms.step.height, lines)


def _in_rows(items: Sequence[Item], cell: Rect, room: Rect) -> list[Sequence[Item]]:
    """Return the items in rows of as many as fit from the cell to the right end of the room."""
    columns = max(1, int((room.right - cell.x + ROUNDING) / cell.width))
    return [items[first : first + columns] for first in range(0, len(items), columns)]


def _too_high(row: _GuideRow, heading: float, room: Rect, template: str, where: Where) -> PnpError:
    what = f"step {row.items[0]['number']}" if row.section == "steps" else f"a row of {row.section}"
    needs = f"{what} needs {heading + row.height:g} mm with the heading above it"
    has = f"a page of {quote(template)} has {room.height:g} mm"
    return user_error(
        f"{needs}, {has}", where, "make the room of a page higher, or what it holds lower"
    )
