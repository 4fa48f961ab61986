"""playingcards.io: a ``.pcio`` file, a zip of widgets and pictures.

The site has no manual for it; widgets are made as its own backups have them, and as programs read
them that take such files (virtualtabletop's server).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from pnp.base.diagnostics import named
from pnp.destinations import browsertable
from pnp.destinations.browsertable import Pile, spread
from pnp.destinations.destination import Destination, Shelf
from pnp.destinations.goods import Proven, Shows, proven
from pnp.destinations.plates import Limits, MadePicture
from pnp.destinations.zipped import write_zip

ASSETS = "userassets"

LIMITS = Limits(side=2600, bytes=2 * 2**20 - 1)
"""Readers leave out larger files without a word."""


def write(shelf: Shelf) -> None:
    """Write the file."""
    made = browsertable.by_key(shelf.pictures.values())
    widgets: list[dict[str, Any]] = [{"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1}]
    for each in spread(shelf.goods):
        widgets += _widgets(each, len(widgets), made)
    text = json.dumps(widgets, indent=1, ensure_ascii=False, allow_nan=False)
    files = {f"{ASSETS}/{picture.name}": picture.data for picture in made.values()}
    file = shelf.folder / f"{shelf.goods.game.kit}.pcio"
    with named(file):
        write_zip(file, {"widgets.json": text.encode(), **files})


def _widgets(each: Pile, below: int, made: Mapping[str, MadePicture]) -> Iterator[dict[str, Any]]:
    place = {"x": each.at.x, "y": each.at.y}
    size = {"width": each.size.width, "height": each.size.height}
    if each.is_board:
        (item,) = each.items
        for copy in range(1, item.piece.qty + 1):
            image = _address(made[item.sides[0].key])
            board = {"type": "board", **place, "z": below + copy, "boardImage": image}
            yield {"id": plain(f"{item.piece.id}#{copy}"), **board, **size}
        return
    pile, z = f"{each.name}-pile", below + 1
    label = {"label": each.items[0].piece.component.title, "hasShuffleButton": True}
    yield {"id": pile, "type": "cardPile", **place, "z": z, **size, **label}
    yield {**_deck(each, made), **place, "z": z + 1, "parent": pile}
    for item in each.items:
        for copy in range(1, item.piece.qty + 1):
            z += 1
            card = {"type": "card", "deck": f"{each.name}-deck", "cardType": plain(item.piece.id)}
            lies = {**place, "z": z + 1, "faceup": False, "parent": pile}
            yield {"id": plain(f"{item.piece.id}#{copy}"), **card, **lies}


def _deck(each: Pile, made: Mapping[str, MadePicture]) -> dict[str, Any]:
    types = {
        plain(item.piece.id): {
            "label": item.piece.card.id,
            "face": _address(made[face.key]),
            "back": _address(made[back.key]),
        }
        for item in each.items
        for face, back in [item.pair]
    }
    return {
        "id": f"{each.name}-deck",
        "type": "cardDeck",
        "cardWidth": each.size.width,
        "cardHeight": each.size.height,
        "enlarge": True,
        "cardTypes": types,
        "faceTemplate": _template(each, "face"),
        "backTemplate": _template(each, "back"),
    }


_ODD = re.compile(r"[^A-Za-z0-9-]")

_CODES = re.compile(r"(?:_[0-9a-f]{2})+")


def plain(name: str) -> str:
    """Return a name that any database takes as a key: ``owl/barn#1`` is ``owl_2fbarn_231``."""
    return _ODD.sub(lambda odd: "".join(f"_{byte:02x}" for byte in odd[0].encode()), name)


def meant(key: str) -> str:
    """Return the name that ``plain`` made a key of."""
    return _CODES.sub(lambda codes: bytes.fromhex(codes[0].replace("_", "")).decode(), key)


def _template(each: Pile, value: str) -> dict[str, Any]:
    whole = {"x": 0, "y": 0, "w": each.size.width, "h": each.size.height}
    shown = {"valueType": "dynamic", "value": value}
    rounded = each.items[0].piece.component.corner > 0
    image = {"type": "image", **whole, "color": "white", **shown}
    return {"includeBorder": False, "includeRadius": rounded, "objects": [image]}


def _address(picture: MadePicture) -> str:
    return f"package://{ASSETS}/{picture.name}"


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the pieces of the file: its cards, and its boards by their pictures."""
    (file,) = folder.glob("*.pcio")
    with ZipFile(file) as packed:
        widgets = {widget["id"]: widget for widget in json.loads(packed.read("widgets.json"))}
        names = {name.rpartition("/")[2] for name in packed.namelist()}
    seen = {
        f"package://{ASSETS}/{name}": str(keys[0]) for name, keys in shows.items() if name in names
    }
    found: Counter[Proven] = Counter()
    for widget in widgets.values():
        piece = meant(widget["id"]).partition("#")[0]
        if widget["type"] == "card":
            types = widgets[widget["deck"]]["cardTypes"][widget["cardType"]]
            found[proven(piece, *(seen.get(types[side], "") for side in ("face", "back")))] += 1
        elif widget["type"] == "board":
            found[proven(piece, seen.get(widget["boardImage"], ""))] += 1
    return found


PCIO = Destination(
    name="pcio",
    title="playingcards.io",
    takes=browsertable.TAKEN,
    limits=LIMITS,
    remarks=(
        "tiles, tokens and standing figures are cards there",
        "pictures are 2 MB at most, else coarser; a room takes some 1,200 pieces",
    ),
    steps=(
        "1. Open https://playingcards.io, start a custom game, and open Edit Table.",
        "2. Room options > Import from file: choose {key}.pcio.",
        "3. Click Shuffle below each pile before you deal.",
    ),
    plates=browsertable.plates,
    write=write,
    read=read,
)
"""The site of playingcards.io."""
