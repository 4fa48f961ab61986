"""Boxes are measured: each from the deck that it holds."""

from collections.abc import Collection, Mapping
from typing import Any

from pnp.color import parse_color
from pnp.content.entries import BoxEntry
from pnp.content.files.document import Document
from pnp.content.game import Component, Cut, Kind
from pnp.content.kinds.box import Box, depth_around, front_around
from pnp.errors import Where, fail, nearest, quoted

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
        raise fail(
            f"the box holds {quoted(entry.holds)}, which is no deck of the game", where, hint
        )
    if found is not None and found.kind not in HELD:
        message = f"the box holds {quoted(entry.holds)}, which is of the kind {found.kind}"
        raise fail(message, where, "a box is made for a deck or for tiles")
    return found if found is not None and found.cards else None


def measured(entry: BoxEntry, part: Document, deck: Component, palette: Any) -> dict[str, Any]:
    """Return what a box around a deck has of its own, as fields of ``Component``.

    Raises:
        PnpError: its colour is none, and none of the palette.
    """
    box = Box(
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
        raise fail(f"{quoted(word)} is no colour of the palette", where, hint) from None
    return word
