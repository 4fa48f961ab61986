"""virtualtabletop.io: a ``.vtt`` file, a zip of widgets and pictures.

Widgets are named and made as the server's program makes them (version 16 of its files, which newer
ones take too).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile
from zlib import crc32

from pnp.base.diagnostics import named
from pnp.data.translation import say
from pnp.destinations import browsertable
from pnp.destinations.browsertable import (
    HAND,
    ROOM,
    Box,
    Widget,
    button_box,
    deck_of,
    part_of,
    snap_points,
    spins,
    spread,
    title_box,
)
from pnp.destinations.destination import Destination, Shelf
from pnp.destinations.goods import PictureSide, Proven, Shows, TableUse, die_values, proven
from pnp.destinations.plates import Limits, MadePicture
from pnp.destinations.tabletop import TAKEN, Heap, two_sided
from pnp.destinations.zipped import write_zip
from pnp.geometry.plane import Size

FORMAT = 16
"""The version of the file's format; a server of an older one refuses it."""

LIMITS = Limits(side=4096, bytes=10 * 2**20)

_URL = re.compile(r"url\((.*?)\)")

ENLARGE = 3
"""How much larger a card is shown while the pointer is on it."""


def write(shelf: Shelf) -> None:
    """Write the file."""
    game = shelf.goods.game
    table = _VttTable(shelf)
    players = f"{game.players[0]}-{game.players[-1]}" if game.players else ""
    info = {
        "name": game.title,
        "players": players,
        "language": game.language,
        "image": table.cover(),
    }
    widgets: dict[str, Any] = {"_meta": {"version": FORMAT, "info": info}}
    widgets |= browsertable.by_id(table.widgets())
    files = {f"assets/{address(p)[8:]}": p.data for p in table.made.values()}
    text = json.dumps(widgets, indent=1, ensure_ascii=False, allow_nan=False)
    file = shelf.folder / f"{game.kit}.vtt"
    with named(file):
        write_zip(file, {"0.json": text.encode(), **files})


def address(picture: MadePicture) -> str:
    """Return a picture's address: its checksum, as a signed number, and its length."""
    checksum = crc32(picture.data)
    signed = checksum - (1 << 32) if checksum >= 1 << 31 else checksum
    return f"/assets/{signed}_{len(picture.data)}"


class _VttTable:
    """Writes the widgets of a game; ``made`` are its pictures by what they show."""

    def __init__(self, shelf: Shelf) -> None:
        self.made = browsertable.by_key(shelf.pictures.values())
        self._goods, self._spread = shelf.goods, spread(shelf.goods)
        self._translation = shelf.goods.game.translation
        self._z = 0

    def cover(self) -> str:
        """Return the picture of the game on the shelf: its largest board, else its first piece."""
        boards = [area for area, _ in self._spread.areas if area.board is not None]
        largest = max(boards, key=lambda area: area.size.width * area.size.height, default=None)
        copy = largest.board if largest is not None else None
        item = copy.item if copy is not None else next(self._goods.all)
        return self._image(item.sides[-1] if copy is None else item.sides[0])

    def widgets(self) -> Iterator[Widget]:
        """Yield all widgets."""
        yield _hand()
        for area, box in self._spread.areas:
            if area.board is not None:
                image = self._image(area.board.item.sides[0])
                own = {"movable": area.movable, "layer": BOARDS, "image": image}
                for copy in (*area.below, area.board):
                    yield {"id": copy.name, **self._lies(box), **own}
        yield from self._decks()
        for heap, box in self._spread.heaps:
            use = heap.copies[0].item.use
            if use is TableUse.DIE:
                yield self._die(heap, box)
            elif use is TableUse.SPINNER:
                yield from self._spinner(heap, box)
            else:
                yield from self._heap(heap, box)

    def _image(self, side: PictureSide) -> str:
        return address(self.made[side.key])

    def _lies(self, box: Box) -> Widget:
        """Return place and size of a widget; each lies above those before it."""
        self._z += 1
        turn = {"rotation": box.turn} if box.turn else {}
        size = {"width": box.size.width, "height": box.size.height}
        return {"x": box.at.x, "y": box.at.y, "z": self._z, **size, **turn}

    def _decks(self) -> Iterator[Widget]:
        """Yield the decks: what is shuffled has one of its own, so that all of it is recalled."""
        seen = set()
        for heap, box in self._spread.heaps:
            if heap.copies[0].item.use in NO_CARDS or (name := deck_of(heap)) in seen:
                continue
            seen.add(name)
            parent = {"parent": heap.name} if heap.shuffled else {}
            at = {"x": 0, "y": 0} if heap.shuffled else {"x": box.at.x, "y": box.at.y}
            yield {"id": name, "type": "deck", **at, **parent, **self._deck(heap, box.size)}

    def _deck(self, heap: Heap, size: Size) -> Widget:
        items = self._goods.items[heap.component.name]
        sides = ("back", "front") if two_sided(items) else ("front",)
        corner = round(heap.component.corner * self._spread.scale, 1)
        whole = {"x": 0, "y": 0, "width": size.width, "height": size.height}
        return {
            "cardDefaults": {
                "width": size.width,
                "height": size.height,
                "enlarge": ENLARGE,
                "grid": list(self._snaps(size)),
            },
            "cardTypes": {
                item.piece.id: {
                    name: self._image(side)
                    for name, side in zip(("front", "back"), item.pair, strict=True)
                    if name in sides
                }
                for item in items
            },
            "faceTemplates": [
                {
                    "radius": corner,
                    "objects": [
                        {
                            "type": "image",
                            **whole,
                            "color": "transparent",
                            "dynamicProperties": {"value": name},
                        }
                    ],
                }
                for name in sides
            ],
        }

    def _snaps(self, size: Size) -> Iterator[Widget]:
        """Yield where a piece of a size snaps to: a point for each space of a board."""
        for at, reach in snap_points(self._goods.game, self._spread):
            x, y = at.x - size.width / 2, at.y - size.height / 2
            yield {
                "x": FAR,
                "y": FAR,
                "offsetX": round(at.x, 1),
                "offsetY": round(at.y, 1),
                "alignX": 0.5,
                "alignY": 0.5,
                "minX": round(x - reach, 1),
                "maxX": round(x + reach, 1),
                "minY": round(y - reach, 1),
                "maxY": round(y + reach, 1),
            }

    def _heap(self, heap: Heap, box: Box) -> Iterator[Widget]:
        lies = self._lies(box)
        inside = {"x": 0, "y": 0}
        parent: str | None = None
        if heap.title:
            yield self._title(heap, box)
        if heap.shuffled:
            parent = heap.name
            yield {"id": parent, **holder(deck_of(heap)), **lies}
            yield from self._dealt(heap, box)
        if len(heap.copies) > 1:
            pile, turn = part_of(heap.name, "pile"), lies.pop("rotation", None)
            place = inside if parent else {}
            handle = {"handleOffset": 0} if heap.title else {}
            yield {"id": pile, "type": "pile", **lies, **place, "parent": parent, **handle}
            parent, lies = pile, {} if turn is None else {"rotation": turn}
        elif parent:
            lies = {}
        lies = {key: lies[key] for key in lies if key not in ("width", "height")}
        face = int(heap.face_up and two_sided(self._goods.items[heap.component.name]))
        for number, copy in enumerate(reversed(heap.copies), 1):
            kind = {"type": "card", "deck": deck_of(heap), "cardType": copy.item.piece.id}
            where = {**lies, **inside, "z": number, "parent": parent} if parent else lies
            yield {"id": copy.name, **kind, "activeFace": face, **where}

    def _title(self, heap: Heap, box: Box) -> Widget:
        return {
            "id": part_of(heap.name, "title"),
            "type": "label",
            **_placed(title_box(box)),
            "text": heap.title,
            "twoRowBottomAlign": True,
            "css": SMALL,
        }

    def _dealt(self, heap: Heap, box: Box) -> Iterator[Widget]:
        """Yield the button that shuffles a heap, and the slots that it is dealt to."""
        slots = self._spread.slots[heap.name]
        names = [part_of(heap.name, f"slot-{number}") for number in range(1, len(slots) + 1)]
        boards = {area.name for area, _ in self._spread.areas if area.board is not None}
        for name, spot, slot in zip(names, heap.slots, slots, strict=True):
            clear = {"classes": "transparent"} if spot.on in boards else {}
            yield {"id": name, **holder(deck_of(heap)), **self._lies(slot), **clear}
        routine: list[Widget] = [
            {"func": "RECALL", "holder": heap.name},
            {"func": "FLIP", "holder": heap.name, "face": int(heap.face_up)},
            {"func": "SHUFFLE", "holder": heap.name},
        ]
        if names:
            routine.append({"func": "MOVE", "from": heap.name, "to": names, "count": 1})
        words = say(self._translation, "Shuffle and deal" if names else "Shuffle")
        yield {
            "id": part_of(heap.name, "shuffle"),
            "type": "button",
            **_placed(button_box(box)),
            "borderRadius": 8,
            "css": SMALL,
            "text": words,
            "clickRoutine": routine,
            "gameStartRoutine": routine,
        }

    def _die(self, heap: Heap, box: Box) -> Widget:
        (copy,) = heap.copies
        values = die_values(heap.component)
        faces = [
            {"image": self._image(side), "value": value}
            for side, value in zip(copy.item.sides, values, strict=True)
        ]
        looks = {"imageScale": 1, "shape3d": True, "movable": True}
        return {"id": copy.name, "type": "dice", **self._lies(box), **looks, "faces": faces}

    def _spinner(self, heap: Heap, box: Box) -> Iterator[Widget]:
        """Yield the disc, and on it a spinner of which only the arrow is seen."""
        (copy,) = heap.copies
        disc, *arrow = copy.item.sides
        lies = self._lies(box)
        fixed = {"movable": False, "layer": BOARDS, "image": self._image(disc)}
        yield {"id": copy.name, **lies, **fixed}
        if not arrow:
            return
        share = arrow[0].size.width / disc.size.width * 100
        high = arrow[0].size.height / disc.size.height * 100
        yield {
            "id": part_of(copy.name, "arrow"),
            "type": "spinner",
            **self._lies(box),
            "options": list(spins(heap.component)),
            "backgroundCSS": "display: none",
            "valueCSS": "display: none",
            "spinnerCSS": f"background-image: url({self._image(arrow[0])}); "
            f"background-size: {share:.1f}% {high:.1f}%",
        }


BOARDS = -4
"""The layer of boards: below all that lies on them."""

SMALL = "font-size: 13px"
"""Letters of titles and buttons: a long word fits above a token."""

FAR = 100_000
"""The distance of snap points of one grid from each other, so that one is in the room."""

NO_CARDS = (TableUse.DIE, TableUse.SPINNER)


def holder(deck: str) -> Widget:
    """Return a place that cards of one deck snap to."""
    drop = {"dropOffsetX": 0, "dropOffsetY": 0, "dropTarget": {"deck": deck}}
    return {"type": "holder", **drop, "inheritChildZ": True}


def _placed(box: Box) -> Widget:
    return {"x": box.at.x, "y": box.at.y, "width": box.size.width, "height": box.size.height}


def _hand() -> Widget:
    """Return the place of each player's own cards: what lies there, nobody else sees."""
    lies = {"x": 50, "y": ROOM.height - HAND, "width": ROOM.width - 100, "height": HAND, "z": 1}
    inside = {"dropOffsetX": 6, "dropOffsetY": 6, "stackOffsetX": 40, "childrenPerOwner": True}
    turns = {"onEnter": {"activeFace": 1}, "onLeave": {"activeFace": 0}, "inheritChildZ": True}
    return {"id": "hand", "type": "holder", **lies, **inside, **turns}


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
            sides = [side for side in ("front", "back") if side in types]
            found[proven(piece, *(seen.get(types[side], "") for side in sides))] += 1
        elif widget.get("type") == "dice":
            shown = (seen.get(face["image"], "") for face in widget["faces"])
            found[Proven(piece, tuple(shown))] += 1
        elif "image" in widget:
            shows_ = [seen.get(widget["image"], "")]
            if arrow := widgets.get(part_of(name, "arrow")):
                shows_.append(seen.get(_URL.findall(arrow["spinnerCSS"])[0], ""))
            found[Proven(piece, tuple(shows_))] += 1
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
    takes=TAKEN,
    on_screen=True,
    wanted=browsertable.wanted,
    remark=browsertable.remark,
    limits=LIMITS,
    remarks=(
        "tiles, tokens and standing figures are cards there: a click turns them",
        "pieces snap to the spaces of boards; what setup shuffles is shuffled at the start",
        "pictures are 10 MB at most, else coarser",
    ),
    steps=(
        "1. Open https://virtualtabletop.io, and in your room the game shelf.",
        "2. Add a game: choose {key}.vtt, and play it.",
        "3. What is shuffled is so already; the buttons below gather it and shuffle it anew.",
    ),
    plates=browsertable.plates,
    write=write,
    read=read,
)
"""The free table, or a server of one's own with its program."""
