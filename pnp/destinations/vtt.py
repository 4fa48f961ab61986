"""virtualtabletop.io: a ``.vtt`` file, a zip of widgets and pictures.

Widgets are named and made as the server's program makes them (version 16 of its files, which newer
ones take too).
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile
from zlib import crc32

from pnp.base.diagnostics import named
from pnp.destinations import browsertable
from pnp.destinations.browsertable import Pile, spread
from pnp.destinations.destination import Destination, Shelf
from pnp.destinations.goods import Proven, SentPiece, Shows, proven
from pnp.destinations.plates import Limits, MadePicture
from pnp.destinations.zipped import write_zip

FORMAT = 16
"""The version of the file's format; a server of an older one refuses it."""

LIMITS = Limits(side=4096, bytes=10 * 2**20)

ENLARGE = 3
"""How much larger a card is shown while the pointer is on it."""


def write(shelf: Shelf) -> None:
    """Write the file."""
    made = browsertable.by_key(shelf.pictures.values())
    game = shelf.goods.game
    players = f"{game.players[0]}-{game.players[-1]}" if game.players else ""
    info = {"name": game.title, "players": players, "language": game.language, "image": ""}
    widgets: dict[str, Any] = {"_meta": {"version": FORMAT, "info": info}}
    for number, each in enumerate(spread(shelf.goods), 1):
        widgets |= {widget["id"]: widget for widget in _widgets(each, number, made)}
    files = {f"assets/{address(p)[8:]}": p.data for p in made.values()}
    text = json.dumps(widgets, indent=1, ensure_ascii=False, allow_nan=False)
    file = shelf.folder / f"{game.kit}.vtt"
    with named(file):
        write_zip(file, {"0.json": text.encode(), **files})


def address(picture: MadePicture) -> str:
    """Return a picture's address: its checksum, as a signed number, and its length."""
    checksum = crc32(picture.data)
    signed = checksum - (1 << 32) if checksum >= 1 << 31 else checksum
    return f"/assets/{signed}_{len(picture.data)}"


def _widgets(each: Pile, number: int, made: Mapping[str, MadePicture]) -> Iterator[dict[str, Any]]:
    place = {"x": each.at.x, "y": each.at.y, "z": number}
    size = {"width": each.size.width, "height": each.size.height}
    if each.is_board:
        (item,) = each.items
        image = address(made[item.sides[0].key])
        for copy in range(1, item.piece.qty + 1):
            fixed = {"movable": False, "layer": -4, "image": image}
            yield {"id": f"{item.piece.id}#{copy}", **place, **size, **fixed}
        return
    yield _deck(each, made)
    pile = f"{each.name}-pile"
    cards = list(_copies(each.items))
    if len(cards) > 1:
        yield {"id": pile, "type": "pile", "parent": None, **place, **size}
    for at, (name, item) in enumerate(cards, 1):
        inside = {"x": 0, "y": 0, "z": at, "parent": pile} if len(cards) > 1 else place
        card = {"type": "card", "deck": f"{each.name}-deck", "cardType": item.piece.id}
        yield {"id": name, **card, "activeFace": 0, **inside}


def _copies(items: Iterable[SentPiece]) -> Iterator[tuple[str, SentPiece]]:
    for item in items:
        for copy in range(1, item.piece.qty + 1):
            yield f"{item.piece.id}#{copy}", item


def _deck(each: Pile, made: Mapping[str, MadePicture]) -> dict[str, Any]:
    width, height = each.size
    whole = {"x": 0, "y": 0, "width": width, "height": height}
    return {
        "id": f"{each.name}-deck",
        "type": "deck",
        "x": each.at.x,
        "y": each.at.y,
        "cardDefaults": {"width": width, "height": height, "enlarge": ENLARGE},
        "cardTypes": {
            item.piece.id: {
                "front": address(made[face.key]),
                "back": address(made[back.key]),
            }
            for item in each.items
            for face, back in [item.pair]
        },
        "faceTemplates": [
            {"objects": [{"type": "image", **whole, "dynamicProperties": {"value": name}}]}
            for name in ("back", "front")
        ],
    }


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the pieces of the file: its cards, and its boards by their pictures."""
    (file,) = folder.glob("*.vtt")
    with ZipFile(file) as packed:
        widgets = json.loads(packed.read("0.json"))
        seen = _addresses(packed, shows)
    found: Counter[Proven] = Counter()
    for name, widget in widgets.items():
        piece = name.partition("#")[0]
        if widget.get("type") == "card":
            types = widgets[widget["deck"]]["cardTypes"][widget["cardType"]]
            found[proven(piece, *(seen.get(types[side], "") for side in ("front", "back")))] += 1
        elif "image" in widget:
            found[proven(piece, seen.get(widget["image"], ""))] += 1
    return found


def _addresses(packed: ZipFile, shows: Shows) -> dict[str, str]:
    """Return what is seen at each address: pictures are known by their bytes."""
    from hashlib import sha256

    by_digest = {name.rpartition("-")[2]: keys[0] for name, keys in shows.items()}
    found = {}
    for entry in packed.infolist():
        if entry.filename.startswith("assets/"):
            data = packed.read(entry)
            found[f"/{entry.filename}"] = str(by_digest.get(f"{sha256(data).hexdigest()[:16]}.png"))
    return found


VTT = Destination(
    name="vtt",
    title="virtualtabletop.io",
    takes=browsertable.TAKEN,
    limits=LIMITS,
    remarks=(
        "tiles, tokens and standing figures are cards there: a click turns them",
        "pictures are 10 MB at most, else coarser",
    ),
    steps=(
        "1. Open https://virtualtabletop.io, and in your room the game shelf.",
        "2. Add a game: choose {key}.vtt, and play it.",
        "3. Click on the number of a pile to shuffle it before you deal.",
    ),
    plates=browsertable.plates,
    write=write,
    read=read,
)
"""The free table, or a server of one's own with its program."""
