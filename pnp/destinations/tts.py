"""Tabletop Simulator: a saved object, and its pictures.

The fields are those that the game itself writes, as shipped mods have them (argonui/SCED). It is a
box with a deck for each deck, a bag for tokens of one kind, boards with snap points, standing
figures and dice. What nobody here could try in the game itself is marked below: sizes of tiles and
figures, the places of snap points, and the sides of a die.
"""

import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.diagnostics import named
from pnp.base.units import MM_PER_INCH, pixels
from pnp.data.game import Game
from pnp.destinations.destination import CardPictures, Destination, Settings, Shelf
from pnp.destinations.goods import (
    Goods,
    PictureSide,
    Proven,
    SentPiece,
    Shows,
    TableUse,
    die_values,
    is_round,
    proven,
)
from pnp.destinations.plates import Limits, Plate
from pnp.destinations.tabletop import TAKEN, Heap, LaidCopy, Tabletop, laid_out, packed
from pnp.geometry.plane import Affine, Point, Rect, Size

LIMITS = Limits(side=4096, bytes=20 * 2**20)
"""The recommended largest side; kb.tabletopsimulator.com, asset creation."""

DPI = 200.0
"""Enough to read a card that fills the screen; a sheet of poker cards then holds 40."""

MOST_COLUMNS, MOST_ROWS = 10, 7
"""The places of a sheet of cards."""

CARD_HEIGHT = 3.5 * MM_PER_INCH
"""Millimetres: the height of a card at scale 1."""

TILE_HEIGHT = 1.318 * MM_PER_INCH
"""Millimetres: the height of a tile at scale 1, as frankieliu/tts-tools measured it on boards."""

TILE_TYPES = {"box": 0, "circle": 2, "rounded": 3}

THICKNESS = 0.1

DIE_SIX = 1
"""The type of a die with six sides."""

ROTATIONS = ((-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0))
"""How a die lies with its sides 1 to 6 up; dice that the game wrote have the same."""

DIE_CELLS = (6, 3, 7, 4, 5, 8)
"""The places of the sides 1 to 6 on a sheet of three columns (Templative's order)."""

DIE_TURNED = (0, 5)
"""The sides, counted from 0, that stand upside down on that sheet."""


ARROW = " (arrow)"
"""The end of the name of a spinner's arrow."""

RANDOM = 2
"""The order of a bag from which things are drawn at random."""

UNIT = TILE_HEIGHT / 2
"""Millimetres of the game's unit of length: a tile at scale 1 is two units high."""

TABLE, TABLE_MIDDLE = Size(1100, 1_000_000), 300.0
"""The room on a table in millimetres, as long as it must be, and its middle from the far end."""

BOX, GAP = Size(60, 60), 20.0
"""The room of a bag, and the gaps between things."""


class CardSheet(NamedTuple):
    """Some cards of a deck on one sheet: different pairs of face and back, and the pictures.

    ``backs`` has one back if all are alike, else one for each card.
    """

    pairs: tuple[tuple[str, str], ...]
    fronts: Plate
    backs: Plate


def plates(cargo: Goods, settings: Settings) -> list[Plate]:
    """Return the pictures of all items."""
    found: dict[Plate, None] = {}
    for name, items in cargo.items.items():
        found.update(dict.fromkeys(_plates(name, items, settings)))
    return list(found)


def _plates(name: str, items: Sequence[SentPiece], settings: Settings) -> Iterator[Plate]:
    if items[0].use is TableUse.CARD:
        for sheet in card_sheets(name, items, settings.cards):
            yield from (sheet.fronts, sheet.backs)
    else:
        for item in items:
            yield from _pictures_of(item)


def card_sheets(name: str, items: Sequence[SentPiece], pictures: CardPictures) -> list[CardSheet]:
    """Return the different cards of a deck on as few sheets as its limits allow, or one each."""
    cards: dict[tuple[str, str], SentPiece] = {}
    for item in items:
        face, back = item.pair
        cards.setdefault((face.key, back.key), item)
    if pictures is CardPictures.SINGLE:
        return list(_alone(name, cards))
    size = items[0].sides[0].size
    columns = min(MOST_COLUMNS, max(1, LIMITS.side // pixels(size.width, DPI)), len(cards))
    rows = min(MOST_ROWS, max(1, LIMITS.side // pixels(size.height, DPI)))
    each, pairs = columns * rows, list(cards)
    return [
        _card_sheet(name, pairs[at : at + each], cards, columns)
        for at in range(0, len(pairs), each)
    ]


def _alone(name: str, cards: Mapping[tuple[str, str], SentPiece]) -> Iterator[CardSheet]:
    """Yield a sheet for each card, with pictures of its own; cards with one back share that."""
    backs: dict[str, Plate] = {}
    for pair, item in cards.items():
        face, back = item.pair
        shared = backs.setdefault(back.key, Plate(f"{name}-back", (back,), 1, DPI))
        yield CardSheet((pair,), Plate(f"{name}-{item.piece.card.id}", (face,), 1, DPI), shared)


def _card_sheet(
    name: str,
    pairs: Sequence[tuple[str, str]],
    cards: Mapping[tuple[str, str], SentPiece],
    columns: int,
) -> CardSheet:
    faces, backs = zip(*(cards[pair].pair for pair in pairs), strict=True)
    alike = len({back.key for back in backs}) == 1
    return CardSheet(
        tuple(pairs),
        Plate(f"{name}-faces", faces, columns, DPI),
        Plate(f"{name}-back", backs[:1], 1, DPI)
        if alike
        else Plate(f"{name}-backs", backs, columns, DPI),
    )


def _pictures_of(item: SentPiece) -> tuple[Plate, ...]:
    """Return the plates of what is no card: one for each side, or the sheet of a die."""
    stem = item.piece.id.replace("/", "-")
    if item.use is TableUse.SPINNER:
        ends = ("", "-arrow")
        return tuple(
            Plate(f"{stem}{end}", (side,), 1, DPI)
            for end, side in zip(ends, item.sides, strict=False)
        )
    if item.use is TableUse.DIE:
        cells: list[PictureSide | None] = [None] * 9
        for number, (cell, side) in enumerate(zip(DIE_CELLS, item.sides, strict=True)):
            cells[cell] = _turned(side) if number in DIE_TURNED else side
        return (Plate(stem, tuple(cells), 3, DPI),)
    names = (stem, f"{stem}-back")
    return tuple(
        Plate(name, (side,), 1, DPI) for name, side in zip(names, item.sides, strict=False)
    )


def _turned(side: PictureSide) -> PictureSide:
    middle = Rect.of(side.size).center
    return side._replace(place=Affine.turn(180, middle) @ side.place)


def write(shelf: Shelf) -> None:
    """Write the pictures and the saved object."""
    for picture in shelf.pictures.values():
        with named(shelf.folder / picture.name):
            (shelf.folder / picture.name).write_bytes(picture.data)
    saved = {**ENVELOPE, "ObjectStates": list(_SavedObject(shelf).states())}
    file = shelf.folder / f"{shelf.goods.game.kit}-box.json"
    with named(file):
        text = json.dumps(saved, indent=1, ensure_ascii=False, allow_nan=False)
        file.write_text(f"{text}\n", encoding="utf-8", newline="\n")


ENVELOPE: dict[str, Any] = {
    **dict.fromkeys(("SaveName", "GameMode", "GameType", "GameComplexity", "Date"), ""),
    **dict.fromkeys(("Table", "Sky", "Note", "Rules", "PlayerTurn", "LuaScript"), ""),
    **dict.fromkeys(("LuaScriptState", "XmlUI", "VersionNumber"), ""),
    "Tags": [],
    "Gravity": 0.5,
    "PlayArea": 0.5,
    "TabStates": {},
}
"""The fields of a saved object besides its objects."""

COMMON: dict[str, Any] = {
    **dict.fromkeys(("Description", "GMNotes", "LuaScript", "LuaScriptState", "XmlUI"), ""),
    **dict.fromkeys(("Grid", "Snap", "Autoraise", "Sticky", "Tooltip"), True),
    **dict.fromkeys(("Locked", "IgnoreFoW", "GridProjection"), False),
    "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
}
"""The fields of each object that are always the same."""


class _SavedObject:
    """Builds the objects of a game; keys of decks and identifiers are unique in it."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._used: set[str] = set()
        self._decks = 0
        self._made: dict[str, tuple[dict[str, Any], dict[tuple[str, str], int]]] = {}

    def states(self) -> Iterator[dict[str, Any]]:
        """Yield what ``setup`` lays on the table, and a box with everything else."""
        cargo = self.shelf.goods
        table = laid_out(cargo)
        boards = {setup.on for setup in cargo.game.setup}
        areas = [a for a in table.areas if a.board is None or a.component in boards]
        heaps = [heap for heap in table.heaps if heap.setup is not None]
        sizes = [area.size for area in areas]
        sizes += [heap.size for heap in heaps if heap.spot is None]
        width = max(TABLE.width, *(size.width + 2 * GAP for size in (*sizes, BOX)))
        corners = packed([*sizes, BOX], Size(width, TABLE.height), GAP) or []
        corner = {area.name: at for area, at in zip(areas, corners, strict=False)}
        free = iter(corners[len(areas) :])
        for area in areas:
            if area.board is not None:
                made = self._thing(area.board.item, area.board.name)
                yield _at(made, corner[area.name], area.size)
        for heap in heaps:
            made = self._heap(heap)
            if heap.spot is None:
                yield _at(made, next(free), heap.size)
            else:
                on = corner[heap.spot.on]
                middle = Point(on.x + heap.spot.at.x, on.y + heap.spot.at.y)
                yield _put(made, middle, heap.spot.turn, above=1.0)
        laid = {area.name for area in areas}
        inside = list(self._rest(table, laid))
        if inside:
            box = self._bag(cargo.game.title, cargo.game.kit, inside)
            yield _at(box, next(free), BOX) if heaps or areas else box

    def _rest(self, table: Tabletop, laid: Container[str]) -> Iterator[dict[str, Any]]:
        """Yield what is in the box, by component."""
        groups: dict[str, list[LaidCopy]] = {}
        face_up = {}
        for area in table.areas:
            if area.board is not None and area.name not in laid:
                mine = groups.setdefault(area.component, [])
                mine += [area.board, *area.below]
        for heap in table.heaps:
            if heap.setup is None:
                groups.setdefault(heap.component.name, []).extend(heap.copies)
                face_up[heap.component.name] = heap.face_up
        for name in self.shelf.goods.items:
            if name in groups:
                title = self.shelf.goods.component(name).title
                yield self._several(title, name, groups[name], face_up.get(name, True))

    def _heap(self, heap: Heap) -> dict[str, Any]:
        made = self._several(
            heap.title or heap.component.title, heap.name, heap.copies, heap.face_up
        )
        if heap.shuffled and made["Name"] == "Bag":
            made["Bag"] = {"Order": RANDOM}
        return made

    def _several(
        self, title: str, key: str, copies: Sequence[LaidCopy], face_up: bool
    ) -> dict[str, Any]:
        """Return a deck of cards, a bag of other things, or the only one."""
        if copies[0].item.use is TableUse.CARD:
            return self._deck(title, f"{key} deck", copies, face_up)
        made = [thing for copy in copies for thing in self._things(copy, face_up)]
        return made[0] if len(made) == 1 else self._bag(title, f"{key} bag", made)

    def _things(self, copy: LaidCopy, face_up: bool) -> Iterator[dict[str, Any]]:
        """Yield what is no card; a spinner is two things."""
        item = copy.item
        if item.use is not TableUse.SPINNER:
            made = self._thing(item, copy.name)
            made["Transform"]["rotZ"] = 0.0 if face_up else 180.0
            yield made
            return
        for name, side, plate in zip(("", ARROW), item.sides, _pictures_of(item), strict=False):
            part = replace(item, use=TableUse.TILE, sides=(side,))
            made = self._thing(part, f"{copy.name}{name}", (plate,))
            made["Nickname"] = f"{item.piece.id}{name}"
            yield made

    def _bag(self, title: str, key: str, inside: list[dict[str, Any]]) -> dict[str, Any]:
        bag = self._object("Bag", title, key, 1.0)
        return {**bag, "Bag": {"Order": 0}, "ContainedObjects": inside}

    def _deck(
        self, title: str, name: str, copies: Sequence[LaidCopy], face_up: bool
    ) -> dict[str, Any]:
        """Return a deck, or the only card of one: a deck of one card is none."""
        component = copies[0].item.piece.component.name
        if component not in self._made:
            items = self.shelf.goods.items[component]
            self._made[component] = self._sheets(
                card_sheets(component, items, self.shelf.settings.cards), items[0]
            )
        customs, ids = self._made[component]
        cards = [self._card(copy, ids, customs, face_up) for copy in copies]
        if len(cards) == 1:
            return cards[0]
        scale = copies[0].item.sides[0].size.height / CARD_HEIGHT
        used = {str(card["CardID"] // 100) for card in cards}
        return {
            **self._object("Deck", title, name, scale, face_down=not face_up),
            "SidewaysCard": False,
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": {key: custom for key, custom in customs.items() if key in used},
            "ContainedObjects": cards,
        }

    def _sheets(
        self, sheets: Iterable[CardSheet], like: SentPiece
    ) -> tuple[dict[str, Any], dict[tuple[str, str], int]]:
        """Return the sheets by their numbers, and the id of each different card."""
        customs: dict[str, Any] = {}
        ids: dict[tuple[str, str], int] = {}
        rounded = like.piece.component.corner > 0
        kind = 4 if is_round(like.piece) else int(not rounded)
        for sheet in sheets:
            self._decks += 1
            customs[str(self._decks)] = {
                "FaceURL": self._url(sheet.fronts),
                "BackURL": self._url(sheet.backs),
                "NumWidth": sheet.fronts.columns,
                "NumHeight": sheet.fronts.rows,
                "BackIsHidden": True,
                "UniqueBack": len(sheet.backs.sides) > 1,
                "Type": kind,
            }
            ids |= {pair: 100 * self._decks + at for at, pair in enumerate(sheet.pairs)}
        return customs, ids

    def _card(
        self,
        copy: LaidCopy,
        ids: Mapping[tuple[str, str], int],
        customs: Mapping[str, Any],
        face_up: bool,
    ) -> dict[str, Any]:
        face, back = copy.item.pair
        number = ids[face.key, back.key]
        scale = face.size.height / CARD_HEIGHT
        deck = str(number // 100)
        named = self._object("Card", copy.item.piece.id, copy.name, scale, face_down=not face_up)
        return {
            **named,
            "HideWhenFaceDown": True,
            "Hands": True,
            "SidewaysCard": False,
            "CardID": number,
            "CustomDeck": {deck: customs[deck]},
        }

    def _thing(self, item: SentPiece, key: str, plates: Sequence[Plate] = ()) -> dict[str, Any]:
        """Return what is no card; ``plates`` are its own ones if it is a part of a piece."""
        scale = item.sides[0].size.height / TILE_HEIGHT
        shape, more = _shape(item)
        first, *others = map(self._url, plates or _pictures_of(item))
        image = {
            "ImageURL": first,
            "ImageSecondaryURL": others[0] if others else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            **more,
        }
        made = self._object(shape, item.piece.id, key, 1.0 if item.use is TableUse.DIE else scale)
        made["CustomImage"] = image
        if item.use is TableUse.DIE:
            made["RotationValues"] = list(_rotations(item))
        if item.use is TableUse.BOARD:
            made["Locked"] = item.piece.component.kind.name != "sheet"
            points = list(snap_points(self.shelf.goods.game, item))
            if points:
                made["AttachedSnapPoints"] = points
        return made

    def _object(
        self, name: str, title: str, key: str, scale: float, *, face_down: bool = False
    ) -> dict[str, Any]:
        return {
            "GUID": self._guid(key),
            "Name": name,
            "Transform": {
                "posX": 0.0,
                "posY": 1.0,
                "posZ": 0.0,
                "rotX": 0.0,
                "rotY": 180.0,
                "rotZ": 180.0 if face_down else 0.0,
                **dict.fromkeys(("scaleX", "scaleY", "scaleZ"), round(scale, 4)),
            },
            "Nickname": title,
            **COMMON,
        }

    def _guid(self, key: str) -> str:
        """Return six hexadecimal digits for a key, other ones for each key."""
        words = (f"{key} {attempt}" for attempt in range(16**6))
        digests = (sha256(word.encode()).hexdigest()[:6] for word in words)
        guid = next(digest for digest in digests if digest not in self._used)
        self._used.add(guid)
        return guid

    def _url(self, plate: Plate) -> str:
        name = self.shelf.pictures[plate].name
        if self.shelf.settings.base_url:
            return f"{self.shelf.settings.base_url.rstrip('/')}/{name}"
        return (self.shelf.home / name).as_uri()


def _shape(item: SentPiece) -> tuple[str, dict[str, Any]]:
    """Return the kind of object that an item is, and its own fields."""
    if item.use is TableUse.FIGURE:
        return "Figurine_Custom", {}
    if item.use is TableUse.DIE:
        return "Custom_Dice", {"CustomDice": {"Type": DIE_SIX}}
    piece = item.piece
    if piece.outline is not None and not is_round(piece) and len(item.sides) == 1:
        token = {"MergeDistancePixels": 10.0, "StandUp": False, "Stackable": False}
        return "Custom_Token", {"CustomToken": {"Thickness": THICKNESS, **token}}
    shape = "circle" if is_round(piece) else ("rounded" if piece.component.corner else "box")
    tile = {"Type": TILE_TYPES[shape], "Thickness": THICKNESS, "Stackable": False, "Stretch": True}
    return "Custom_Tile", {"CustomTile": tile}


def _rotations(item: SentPiece) -> Iterator[dict[str, Any]]:
    values = die_values(item.piece.component)
    for value, (x, y, z) in zip(values, ROTATIONS, strict=True):
        yield {"Value": value, "Rotation": {"x": float(x), "y": float(y), "z": float(z)}}


def snap_points(game: Game, item: SentPiece) -> Iterator[dict[str, Any]]:
    """Yield a snap point for each space, and each place that ``setup`` names on a board.

    They are in the tile's own space: it is 2 units high, and lies turned by half a turn, so that x
    points to the left, and z towards the player.
    """
    component, size = item.piece.component.name, item.sides[0].size
    board = game.boards.get(component)
    found = [space.at for space in board.spaces] if board is not None else []
    for setup in game.setup:
        found += [place.at for place in setup.places if setup.on == component]
    across = 2 * size.width / size.height
    for at in dict.fromkeys(found):
        x = (0.5 - at.x / size.width) * across
        z = (at.y / size.height - 0.5) * 2
        yield {"Position": {"x": round(x, 4), "y": 0.1, "z": round(z, 4)}}


def _at(made: dict[str, Any], corner: Point, size: Size) -> dict[str, Any]:
    """Return an object in the middle of a rectangle of the table, in millimetres."""
    return _put(made, Point(corner.x + size.width / 2, corner.y + size.height / 2))


def _put(
    made: dict[str, Any], middle: Point, turn: float = 0.0, *, above: float = 0.0
) -> dict[str, Any]:
    """Return an object with its middle at a point of the table, whose y runs towards the player."""
    lies = made["Transform"]
    lies["posX"] = round((middle.x - TABLE.width / 2) / UNIT, 4)
    lies["posY"] += above
    lies["posZ"] = round((TABLE_MIDDLE - middle.y) / UNIT, 4)
    lies["rotY"] = (lies["rotY"] + turn) % 360
    return made


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the pieces of a saved object; pictures that are missing show nothing."""
    (file,) = folder.glob("*-box.json")
    saved = json.loads(file.read_text(encoding="utf-8"))
    there = {name: keys for name, keys in shows.items() if (folder / name).is_file()}
    found = list(chain.from_iterable(_read(one, there) for one in saved["ObjectStates"]))
    arrows = {each.name: each for each in found if each.name.endswith(ARROW)}
    return Counter(
        Proven(each.name, (*each.seen, *arrows[f"{each.name}{ARROW}"].seen))
        if f"{each.name}{ARROW}" in arrows
        else each
        for each in found
        if each.name not in arrows
    )


def _read(one: Mapping[str, Any], shows: Shows) -> Iterator[Proven]:
    """Yield an object, or what is in it."""
    if one["Name"] in ("Bag", "Deck"):
        inside = one["ContainedObjects"]
        if one["Name"] == "Deck" and one["DeckIDs"] != [card["CardID"] for card in inside]:
            return
        for each in inside:
            yield from _read(each, shows)
    elif one["Name"] == "Card":
        yield _read_card(one, shows)
    else:
        yield _read_thing(one, shows)


def _read_card(card: Mapping[str, Any], shows: Shows) -> Proven:
    deck, at = divmod(card["CardID"], 100)
    sheet = card["CustomDeck"][str(deck)]
    if at >= sheet["NumWidth"] * sheet["NumHeight"]:
        return Proven(card["Nickname"], ())
    seen = [_seen(sheet["FaceURL"], shows)[at]]
    seen += _seen(sheet["BackURL"], shows)[at if sheet["UniqueBack"] else 0 :][:1]
    return proven(card["Nickname"], *map(str, seen))


def _read_thing(thing: Mapping[str, Any], shows: Shows) -> Proven:
    image = thing["CustomImage"]
    seen = _seen(image["ImageURL"], shows)
    if "CustomDice" in image:
        return Proven(thing["Nickname"], tuple(str(seen[cell]) for cell in DIE_CELLS))
    if image["ImageSecondaryURL"]:
        seen = (*seen, *_seen(image["ImageSecondaryURL"], shows))
    return proven(thing["Nickname"], *map(str, seen))


def _seen(url: str, shows: Shows) -> tuple[str | None, ...]:
    """Return what a picture shows, by the last part of its address."""
    if not url.startswith(("file:///", "http://", "https://")):
        return (None,) * 100
    return shows.get(url.rpartition("/")[2], (None,) * 100)


TTS = Destination(
    name="tts",
    title="Tabletop Simulator",
    takes=TAKEN,
    on_screen=True,
    limits=LIMITS,
    remarks=(
        "boards have a snap point at each space, and where setup puts something",
        "what setup names lies on the table, all else in a box; shuffle decks and deal them there",
        "pictures are 4096 pixels at most; 200 dpi where that allows it",
        "--cards single: a picture for each card, so that a changed card is a new picture alone",
        "--base-url names where the pictures will be; without it they are files of this machine",
        "sizes of tiles and figures are not tried in the game: scale them there, if need be",
    ),
    steps=(
        "1. Copy {key}-box.json into Documents/My Games/Tabletop Simulator/Saves/Saved Objects "
        "(Linux: ~/.local/share/Tabletop Simulator/Saves/Saved Objects).",
        "2. In the game: Objects > Saved Objects, place it; what does not lie out is in the box. "
        "Shuffle the decks (R), and deal.",
        "3. For others to see it: Modding > Cloud Manager > Upload All, or export it with "
        "--base-url and put the pictures there.",
    ),
    plates=plates,
    write=write,
    read=read,
    options=frozenset({"base_url", "cards"}),
)
"""The game of Berserk Games."""
