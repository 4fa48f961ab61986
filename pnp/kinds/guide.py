"""A guide has as many pages as its steps, its help and its list of parts need."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Literal, NamedTuple

from pnp.base.diagnostics import PnpError, Where, nearest, quote, unusable, user_error
from pnp.data.entry import RowSource, SizedEntry
from pnp.data.fields import FileName, Length, Stock
from pnp.data.game import Card
from pnp.geometry.plane import Rect
from pnp.geometry.tolerance import ROUNDING
from pnp.kinds import flat
from pnp.kinds.kind import ComponentKind
from pnp.scene.drawing import Drawing


class GuideEntry(SizedEntry):
    """Pages that say how to print and cut the kit: drawn from the plan, so without rows."""

    kind: Literal["guide"]
    stock: Stock = "paper"
    bleed: Length = 0.0
    """How far the art runs past the edge of the page, which nobody has to cut."""
    safe: Length = 0.0
    """How far inside the edge of the page nothing of weight stands."""
    face: FileName
    """The template of a page, inside templates/."""

    def sources(self) -> Iterator[RowSource]:
        """Yield the one source, which has no rows."""
        yield RowSource((), None, None, self.face, None)


GUIDE = ComponentKind(name="guide", entry=GuideEntry, piece=flat.piece, guide=True, close_cut=False)
"""Its pages are drawn by ``compose.compose_guide``, with ``pages`` of this module."""

PREFIX = "room-"
"""What the ids of the rectangles begin with that say how much room there is."""


class GuideSlots(NamedTuple):
    """How much room a template has: rectangles with the role ``room``, in millimetres.

    ``page`` is what the first page has for steps, help and parts together, ``next_page`` what each
    other page has. ``heading`` is as high as what stands above each of the three. ``step``,
    ``help`` and ``part`` are where the sample shows the first one, ``content`` is the place of a
    step's first content.
    """

    page: Rect
    heading: Rect
    step: Rect
    content: Rect
    help: Rect
    part: Rect
    next_page: Rect


def slots_of(drawn: Mapping[str, Rect], template: str, where: Where) -> GuideSlots:
    """Return the rooms that a template draws, by their ids.

    Without ``room-next-page`` each page has as much room as the first.

    Raises:
        PnpError: a room is missing, has no area, or is none that a guide knows.
    """
    known = {PREFIX + name.replace("_", "-"): name for name in GuideSlots._fields}
    strange, missing = drawn.keys() - known.keys(), known.keys() - drawn.keys()
    problems = [
        unusable(f"{quote(template)} has {quote(room)}, which no guide needs", where, hint)
        for room in strange
        for hint in [nearest(room, known) or f"its rooms are {', '.join(known)}"]
    ] + [
        unusable(
            f"{quote(template)} has no {quote(room)}, which says how much room there is",
            where,
            f'draw a rectangle with pnp:role="room" and id={quote(room)}',
        )
        for room in missing - {f"{PREFIX}next-page"}
    ]
    problems += [
        unusable(
            f"{quote(room)} in {quote(template)} is {box.width:g} mm wide and {box.height:g} mm"
            " high, which is no room",
            where,
            "draw it as a rectangle of what it says there is room for",
        )
        for room, box in drawn.items()
        if min(box.size) <= 0
    ]
    if problems:
        raise PnpError(problems)
    found = {name: drawn[room] for room, name in known.items() if room in drawn}
    return GuideSlots(**{"next_page": found["page"], **found})


Item = Mapping[str, Any]

Plan = Mapping[str, Any]
"""What a guide tells, as ``pnp.imposition.plan`` makes it."""

SECTIONS = ("steps", "help", "parts")
"""The lists of a plan that are laid out on pages, in the order of the work."""


class _GuideRow(NamedTuple):
    """What stands side by side; ``cell`` is where the sample shows the first of its section."""

    section: str
    items: Sequence[Item]
    cell: Rect
    height: float


@dataclass(slots=True)
class _GuidePage:
    """A page being filled: ``free`` is the top of what is left of its room."""

    free: float
    bottom: float
    items: dict[str, list[Item]] = field(default_factory=lambda: {name: [] for name in SECTIONS})

    @classmethod
    def within(cls, room: Rect) -> "_GuidePage":
        """Return a page with nothing on it yet."""
        return cls(room.y, room.bottom)

    @property
    def begun(self) -> bool:
        """Say whether something stands on it."""
        return any(self.items.values())

    def has_room(self, height: float) -> bool:
        """Say whether so many millimetres are left."""
        return self.free + height <= self.bottom + ROUNDING

    def takes(self, row: _GuideRow, heading: float) -> bool:
        """Put a row below the others, and say so; or say that there is no room for it."""
        above = 0.0 if self.items[row.section] else heading
        if not self.has_room(above + row.height):
            return False
        top = self.free + above
        self.free = top + row.height
        for column, item in enumerate(row.items):
            place = {"right": column * row.cell.width, "down": top - row.cell.y}
            self.items[row.section].append({**item, **place})
        return True


def pages(plan: Plan, draw: Callable[[Plan], Drawing], template: str, where: Where) -> list[Plan]:
    """Return the plan of each page, which holds the steps, the help and the parts that it shows.

    What does not fit below another list, and fits on a page of its own, begins on the next page.
    Each has its place: ``right`` and ``down`` are millimetres from where the sample shows the first
    one; a step's contents have theirs within the step. ``draw`` draws the template for a plan.

    Raises:
        PnpError: the template says not or wrongly how much room there is, or it has too little.
    """
    rooms = slots_of(draw(_on_one_page(plan)).rooms, template, where)
    made, heading = [_GuidePage.within(rooms.page)], rooms.heading.height
    for section in _sections(plan, rooms):
        whole = heading + sum(row.height for row in section)
        fresh = _GuidePage.within(rooms.next_page)
        if made[-1].begun and not made[-1].has_room(whole) and fresh.has_room(whole):
            made.append(fresh)
        for row in section:
            if not made[-1].takes(row, heading):
                made.append(_GuidePage.within(rooms.next_page))
                if not made[-1].takes(row, heading):
                    raise _too_high(row, heading, rooms.next_page, template, where)
    return [{**plan, **p.items, "page": n, "pages": len(made)} for n, p in enumerate(made, 1)]


def page_cards(card: Card, number: int) -> tuple[Card, ...]:
    """Return the rows of so many pages: the guide's only one, and more like it."""
    return (card, *(replace(card, id=f"{card.id}-{page}") for page in range(2, number + 1)))


def _on_one_page(plan: Plan) -> Plan:
    """Return the plan as if everything stood where the sample shows the first of its section."""
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
    """Yield everything a guide tells, from top to bottom."""
    for step in plan["steps"]:
        contents = _in_rows(step["contents"], rooms.content, rooms.step)
        placed = [
            {**content, "right": column * rooms.content.width, "down": row * rooms.content.height}
            for row, line in enumerate(contents)
            for column, content in enumerate(line)
        ]
        lines = rooms.content.y - rooms.step.y + len(contents) * rooms.content.height
        height = max(rooms.step.height, lines)
        yield _GuideRow("steps", [{**step, "contents": placed}], rooms.step, height)
    for section, cell in (("help", rooms.help), ("parts", rooms.part)):
        for items in _in_rows(plan[section], cell, rooms.page):
            yield _GuideRow(section, items, cell, cell.height)


def _in_rows(items: Sequence[Item], cell: Rect, room: Rect) -> list[Sequence[Item]]:
    """Return the items in rows, of as many as there is room for on the cell's right."""
    columns = max(1, int((room.right - cell.x + ROUNDING) / cell.width))
    return [items[first : first + columns] for first in range(0, len(items), columns)]


def _too_high(row: _GuideRow, heading: float, room: Rect, template: str, where: Where) -> PnpError:
    what = f"step {row.items[0]['number']}" if row.section == "steps" else f"a row of {row.section}"
    needs = f"{what} needs {heading + row.height:g} mm with the heading above it"
    has = f"a page of {quote(template)} has {room.height:g} mm"
    return user_error(
        f"{needs}, {has}", where, "make the room of a page higher, or what it holds lower"
    )
