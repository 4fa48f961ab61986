"""Boxes and trays of game.yaml: measured, and refused where their walls cannot meet."""

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any

from pnp.base.color import parse_color
from pnp.base.diagnostics import Where, nearest, quote, user_error
from pnp.data.boxes import Tray, TuckBox, depth_around, front_around, tab_after, walls_around
from pnp.data.document import Document
from pnp.data.entries import FREE, BoxEntry, TrayEntry
from pnp.data.game import Component, Cut, Kind

HELD = (Kind.DECK, Kind.TILE)
"""What lies in a box as one block."""


def held(
    entry: BoxEntry, where: Where, components: Mapping[str, Component], unsound: Collection[str]
) -> Component | None:
    """Return the deck that a box holds; None where the deck has been told to be unsound.

    Raises:
        PnpError: it names no component of the game, or one that is no deck.
    """
    found = components.get(entry.holds)
    if found is None and entry.holds not in unsound:
        decks = [name for name, component in components.items() if component.kind in HELD]
        hint = nearest(entry.holds, decks) or f"the decks are {', '.join(decks) or 'none'}"
        raise user_error(
            f"the box holds {quote(entry.holds)}, which is no deck of the game", where, hint
        )
    if found is not None and found.kind not in HELD:
        message = f"the box holds {quote(entry.holds)}, which is of the kind {found.kind}"
        raise user_error(message, where, "a box is made for a deck or for tiles")
    return found if found is not None and found.cards else None


def measured(entry: BoxEntry, part: Document, deck: Component, palette: Any) -> dict[str, Any]:
    """Return what a box around a deck has of its own, as fields of ``Component``.

    Raises:
        PnpError: its colour is none, and none of the palette.
    """
    box = TuckBox(
        holds=deck.name,
        depth=depth_around(deck.qty, entry.thickness, entry.play),
        color=color_of(entry.color, palette, part),
        font=entry.font,
    )
    size = front_around(deck.size, entry.play)
    return {"size": size, "corner": 0.0, "safe": 0.0, "cut": Cut.OUTLINE, "box": box}


def color_of(word: str, palette: Any, part: Document) -> str:
    """Return a colour as SVG writes it, from a word of a palette or from a colour.

    Raises:
        PnpError: the word is neither.
    """
    names: Mapping[str, Any] = palette if isinstance(palette, dict) else {}
    if word in names:
        return str(names[word])
    try:
        parse_color(word)
    except ValueError:
        where = part.where(("color",))
        hint = nearest(word, names) or "write a name from the palette, or #rrggbb"
        raise user_error(f"{quote(word)} is no colour of the palette", where, hint) from None
    return word


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
        raise user_error(
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
            raise user_error(
                f"the walls {wall.name} and {after.name} cannot meet: there is no room in the net"
                " for a tab between them",
                part.where(("flare",) if entry.flare else ("size",)),
                "write a smaller flare" if entry.flare else "make the floor larger",
            )
