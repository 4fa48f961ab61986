"""How much room the template of a guide has: rectangles that an artist draws."""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.errors import PnpError, Problem, Where, nearest, quoted
from pnp.geometry import Rect

PREFIX = "room-"
"""What the ids of the rectangles begin with that say how much room there is."""


class Rooms(NamedTuple):
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


def rooms_of(drawn: Mapping[str, Rect], template: str, where: Where) -> Rooms:
    """Return the rooms that a template draws, by their ids.

    Without ``room-next-page`` each page has as much room as the first.

    Raises:
        PnpError: a room is missing, has no area, or is none that a guide knows.
    """
    known = {PREFIX + name.replace("_", "-"): name for name in Rooms._fields}
    strange, missing = drawn.keys() - known.keys(), known.keys() - drawn.keys()
    problems = [
        Problem(f"{quoted(template)} has {quoted(room)}, which no guide needs", where, hint)
        for room in strange
        for hint in [nearest(room, known) or f"its rooms are {', '.join(known)}"]
    ] + [
        Problem(
            f"{quoted(template)} has no {quoted(room)}, which says how much room there is",
            where,
            f'draw a rectangle with pnp:role="room" and id={quoted(room)}',
        )
        for room in missing - {f"{PREFIX}next-page"}
    ]
    problems += [
        Problem(
            f"{quoted(room)} in {quoted(template)} is {box.width:g} mm wide and {box.height:g} mm"
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
    return Rooms(**{"next_page": found["page"], **found})
