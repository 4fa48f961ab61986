"""Trays are raised: walls that cannot meet are told before anything is drawn."""

from itertools import pairwise
from typing import Any

from pnp.content.files.document import Document
from pnp.content.kinds.boxreading import color_of
from pnp.content.kinds.tray import Tray, tab_after, walls_around
from pnp.content.kinds.wholes import FREE, TrayEntry
from pnp.errors import fail

LEAST_TAB = 2.5
"""Millimetres: what is smaller holds no glue."""


def raised(entry: TrayEntry, part: Document, palette: Any) -> dict[str, Any]:
    """Return what a tray has of its own, as fields of ``Component``.

    Raises:
        PnpError: its walls cannot meet, or its colour is none, and none of the palette.
    """
    color = color_of(entry.color, palette, part)
    tray = Tray(entry.shape, entry.depth, entry.flare, entry.floor, color)
    if entry.flare >= entry.depth:
        raise fail(
            f"the walls cannot meet: they are {entry.depth:g} mm high and lean out by"
            f" {entry.flare:g} mm",
            part.where(("flare",)),
            "write a smaller flare, or 0 mm for upright walls",
        )
    _check_tabs(entry, tray, part)
    return {"size": entry.size, "tray": tray, **FREE}


def _check_tabs(entry: TrayEntry, tray: Tray, part: Document) -> None:
    walls = walls_around(entry.size, tray)
    for wall, after in pairwise((*walls, walls[0])):
        if tab_after(wall, after, tray.depth).reach < LEAST_TAB:
            raise fail(
                f"the walls {wall.name} and {after.name} cannot meet: there is no room in the net"
                " for a tab between them",
                part.where(("flare",) if entry.flare else ("size",)),
                "write a smaller flare" if entry.flare else "make the floor larger",
            )
