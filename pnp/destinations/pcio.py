"""playingcards.io: a ``.pcio`` file, a zip of widgets and pictures.

The site has no manual for it; widgets are made as its own backups have them, and as programs read
them that take such files (virtualtabletop's server).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

from pnp.base.diagnostics import named
from pnp.data.translation import say
from pnp.destinations import browsertable
from pnp.destinations.browsertable import Box, Widget, button_box, deck_of, part_of, spread, widened
from pnp.destinations.destination import Destination, Shelf
from pnp.destinations.goods import PictureSide, Proven, Shows, TableUse, die_values, proven
from pnp.destinations.plates import Limits, MadePicture
from pnp.destinations.tabletop import TAKEN, Heap, two_sided
from pnp.destinations.zipped import write_zip

ASSETS = "userassets"

ABOVE_BOARDS = 4
"""How many times higher than boards all else lies: then a reader shows places on them clear."""

LIMITS = Limits(side=2600, bytes=2 * 2**20 - 1)
"""Readers leave out larger files without a word."""


def write(shelf: Shelf) -> None:
    """Write the file."""
    table = _PcioTable(shelf)
    widgets = list(browsertable.by_id(table.widgets()).values())
    text = json.dumps(widgets, indent=1, ensure_ascii=False, allow_nan=False)
    files = {f"{ASSETS}/{picture.name}": picture.data for picture in table.made.values()}
    file = shelf.folder / f"{shelf.goods.game.kit}.pcio"
    with named(file):
        write_zip(file, {"widgets.json": text.encode(), **files})


class _PcioTable:
    """Writes the widgets of a game; ``made`` are its pictures by what they show."""

    def __init__(self, shelf: Shelf) -> None:
        self.made = browsertable.by_key(shelf.pictures.values())
        self._goods, self._spread = shelf.goods, spread(shelf.goods)
        self._translation = shelf.goods.game.translation
        self._z = 1

    def widgets(self) -> Iterator[Widget]:
        """Yield all widgets."""
        yield {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1}
        for area, box in self._spread.areas:
            if area.board is not None:
                board = {"type": "board", "boardImage": self._image(area.board.item.sides[0])}
                for copy in (*area.below, area.board):
                    yield {"id": plain(copy.name), **board, **self._lies(box), **_size(box)}
        self._z *= ABOVE_BOARDS
        seen: set[str] = set()
        for heap, box in self._spread.heaps:
            if heap.copies[0].item.use is TableUse.DIE:
                yield from self._die(heap, box)
            else:
                yield from self._heap(heap, box, seen)

    def _image(self, side: PictureSide) -> str:
        return _address(self.made[side.key])

    def _lies(self, box: Box) -> Widget:
        """Return the place of a widget; each lies above those before it."""
        self._z += 1
        turn = {"r": box.turn} if box.turn else {}
        return {"x": box.at.x, "y": box.at.y, "z": self._z, **turn}

    def _heap(self, heap: Heap, box: Box, seen: set[str]) -> Iterator[Widget]:
        """Yield a pile; what is shuffled or has a title lies in a holder, with its own deck."""
        slots = self._spread.slots[heap.name]
        deck, inside = plain(deck_of(heap)), {}
        if heap.title:
            inside = {"parent": heap.name}
            button = heap.shuffled and not slots
            words = {"label": heap.title, "hasShuffleButton": button}
            own = {"allowedDecks": [deck]}
            holder = {"id": heap.name, "type": "cardPile", **words, **own}
            wide = widened(box)
            yield {**holder, **self._lies(wide), **_size(wide)}
        if deck not in seen:
            seen.add(deck)
            home = inside if heap.shuffled else {}
            yield {"id": deck, **self._deck(heap, box), **self._lies(box), **home}
        if slots:
            yield from self._dealt(heap, box)
        kind = "card" if heap.copies[0].item.use is TableUse.CARD else "piece"
        for copy in reversed(heap.copies):
            card = {"type": kind, "deck": deck, "cardType": plain(copy.item.piece.id)}
            lies = {**self._lies(box), "faceup": heap.face_up}
            yield {"id": plain(copy.name), **card, **lies, **inside}

    def _deck(self, heap: Heap, box: Box) -> Widget:
        items = self._goods.items[heap.component.name]
        both = two_sided(items)
        types = {
            plain(item.piece.id): {
                "label": item.piece.card.id,
                "face": self._image(face),
                **({"back": self._image(back)} if both else {}),
            }
            for item in items
            for face, back in [item.pair]
        }
        pieces = {} if items[0].use is TableUse.CARD else {"collectionType": "pieces"}
        return {
            "type": "cardDeck",
            **pieces,
            "cardWidth": box.size.width,
            "cardHeight": box.size.height,
            "enlarge": True,
            "cardTypes": types,
            "faceTemplate": _template(heap, box, "face"),
            "backTemplate": _template(heap, box, "back" if both else "face"),
        }

    def _dealt(self, heap: Heap, box: Box) -> Iterator[Widget]:
        """Yield the places that a heap is dealt to, and the button that does it."""
        names = []
        for number, slot in enumerate(self._spread.slots[heap.name], 1):
            names.append(plain(part_of(heap.name, f"slot-{number}")))
            words = {"label": "", "hasShuffleButton": False, "allowedDecks": [plain(deck_of(heap))]}
            holder = {"id": names[-1], "type": "cardPile", **words}
            yield {**holder, **self._lies(slot), **_size(slot)}
        up = "faceUp" if heap.face_up else "faceDown"
        steps = [
            _step("RECALL_CARDS", decks=[plain(deck_of(heap))], includeHands="hands", flip=up),
            _step("SHUFFLE_CARDS", holders=[heap.name]),
            _step("MOVE_CARDS_BETWEEN_HOLDERS", **{"from": [heap.name]}, to=names, quantity=1),
        ]
        at = button_box(box)
        button = {"type": "automationButton", "label": say(self._translation, "Shuffle and deal")}
        routine = {"clickRoutine": {"steps": steps}}
        yield {
            "id": plain(part_of(heap.name, "button")),
            **button,
            **self._lies(at),
            **_size(at),
            **routine,
        }

    def _die(self, heap: Heap, box: Box) -> Iterator[Widget]:
        """Yield a die, and the deck that has its sides."""
        (copy,) = heap.copies
        values = zip(copy.item.sides, die_values(heap.component), strict=True)
        sides = {
            f"side-{number}": {"label": value, "image": self._image(side)}
            for number, (side, value) in enumerate(values, 1)
        }
        name = plain(part_of(copy.name, "deck"))
        size = {"cardWidth": box.size.width, "cardHeight": box.size.height}
        yield {
            "id": name,
            "type": "cardDeck",
            "collectionType": "dice",
            **size,
            "cardTypes": sides,
            "faceTemplate": _template(heap, box, "image"),
            **self._lies(box),
        }
        die = {"type": "dice", "deck": name, "diceValue": "side-1"}
        yield {"id": plain(copy.name), **die, **self._lies(box), **_size(box)}


def _size(box: Box) -> Widget:
    return {"width": box.size.width, "height": box.size.height}


def _step(function: str, **values: object) -> Widget:
    """Return what a button does."""
    return {
        "func": function,
        "args": {name: {"type": "literal", "value": value} for name, value in values.items()},
    }


_ODD = re.compile(r"[^A-Za-z0-9-]")

_CODES = re.compile(r"(?:_[0-9a-f]{2})+")


def plain(name: str) -> str:
    """Return a name that any database takes as a key: ``owl/barn#1`` is ``owl_2fbarn_231``."""
    return _ODD.sub(lambda odd: "".join(f"_{byte:02x}" for byte in odd[0].encode()), name)


def meant(key: str) -> str:
    """Return the name that ``plain`` made a key of."""
    return _CODES.sub(lambda codes: bytes.fromhex(codes[0].replace("_", "")).decode(), key)


def _template(heap: Heap, box: Box, value: str) -> Widget:
    whole = {"x": 0, "y": 0, "w": box.size.width, "h": box.size.height}
    shown = {"valueType": "dynamic", "value": value}
    color = "white" if heap.copies[0].item.use is TableUse.CARD else "transparent"
    image = {"type": "image", **whole, "color": color, **shown}
    return {
        "includeBorder": False,
        "includeRadius": heap.component.corner > 0,
        "objects": [image],
    }


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
        if widget["type"] in ("card", "piece"):
            deck = widgets[widget["deck"]]
            types = deck["cardTypes"][widget["cardType"]]
            sides = dict.fromkeys(
                deck[template]["objects"][0]["value"]
                for template in ("faceTemplate", "backTemplate")
            )
            found[proven(piece, *(seen.get(types[side], "") for side in sides))] += 1
        elif widget["type"] == "dice":
            faces = widgets[widget["deck"]]["cardTypes"].values()
            found[Proven(piece, tuple(seen.get(face["image"], "") for face in faces))] += 1
        elif widget["type"] == "board":
            found[proven(piece, seen.get(widget["boardImage"], ""))] += 1
    return found


PCIO = Destination(
    name="pcio",
    title="playingcards.io",
    takes={kind: use for kind, use in TAKEN.items() if use is not TableUse.SPINNER},
    on_screen=True,
    wanted=browsertable.wanted,
    remark=browsertable.remark,
    limits=LIMITS,
    remarks=(
        "tiles, tokens and standing figures are pieces there: a click turns them",
        "spaces of boards are no snap points there; what setup deals has a button",
        "pictures are 2 MB at most, else coarser; a room takes some 1,200 pieces",
    ),
    steps=(
        "1. Open https://playingcards.io, start a custom game, and open Edit Table.",
        "2. Room options > Import from file: choose {key}.pcio.",
        "3. Click on the buttons below the piles: they shuffle, and deal what lies on the table.",
    ),
    plates=browsertable.plates,
    write=write,
    read=read,
)
"""The site of playingcards.io."""
