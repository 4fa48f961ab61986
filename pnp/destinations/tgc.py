"""The Game Crafter: pictures at the sizes that it prints, and the calls of its API that order them.

``tgc.json`` has the calls in their order, with the API's names of fields
(thegamecrafter.com/developer); where a field wants the id of an uploaded picture it has the file's
path, and ``{id}`` stands for the id that the call above returns. Nothing is uploaded here. A mask
for each product lies over its pictures: black where they are cut off, a line round the safe area.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from pnp.base.color import BLACK
from pnp.base.diagnostics import named
from pnp.data.game import Component, Cut
from pnp.destinations.destination import Destination, Settings, Shelf
from pnp.destinations.drawnbleed import CutLine, too_short
from pnp.destinations.goods import (
    Goods,
    PictureSide,
    Proven,
    SentPiece,
    Shows,
    TableUse,
    is_hexagon,
    is_round,
    proven,
)
from pnp.destinations.plates import Limits, MadePicture, Plate
from pnp.destinations.printshop import (
    DPI,
    PictureKey,
    apart,
    nearest_first,
    not_sold,
    on_picture,
    picture_key,
)
from pnp.destinations.tgcsizes import (
    BLEED,
    BOOKLETS,
    DECKS,
    DICE,
    DOCUMENTS,
    FAMILIES,
    PRODUCTS,
    STANDEES,
    TUCK_BOXES,
    TgcFamily,
    TgcProduct,
)
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import ROUNDING, Rect, Size
from pnp.kinds.piece import Piece
from pnp.scene.node import Shape, Solid

SAME = 1.0
"""Millimetres by which a piece may differ from a product: half of it on either side, which is less
than cuts drift (help article 392)."""

SAFE_SLACK = 0.2
"""Millimetres: a safe area of 3 mm is taken for 1/8 inch."""

MOST_PAGES = 40
"""Pages of a booklet, which come in fours."""

MOST_COPIES = 99
"""The largest quantity of one entry; more copies are further entries."""

MOST_CARDS = 100
"""Cards that one call adds to a deck."""

SAFE_LINE = 0.2
"""Millimetres: how wide the line round the safe area is on a mask."""

FILE = "tgc.json"

MASKS = "_masks"
"""The folder of the masks; no component has a name with an underscore."""


def product(piece: Piece) -> TgcProduct | None:
    """Return the product that a piece is printed as, None if none is sold that fits."""
    component = piece.component
    for family in FAMILIES.get(component.kind.name, ()):
        sold = [each for each in _of((family,)) if each.shape == _shape(piece)]
        fitting = [each for each in sold if _is_sold(component, each)]
        if fitting and (piece.back is None or len(family.sides) > 1):
            return nearest_first(component.size, fitting)[0]
    return None


def _of(families: Sequence[TgcFamily]) -> list[TgcProduct]:
    return [each for each in PRODUCTS if each.family in families]


def _shape(piece: Piece) -> str:
    if piece.outline is None or piece.component.kind.name == "die":
        return "box"
    if is_round(piece):
        return "circle"
    return "hexagon" if is_hexagon(piece) else ""


def _is_sold(component: Component, sold: TgcProduct) -> bool:
    """Tell whether a component has the size of a product, and what else it asks for."""
    return _fits_size(component.size, sold) and not _refusal(component, sold)


def _fits_size(size: Size, sold: TgcProduct) -> bool:
    """Tell whether a size is that of a product, lying or standing; a document may be smaller."""
    trim = sold.trim
    if sold.family is DOCUMENTS:
        ways = (size, size.turned)
        return any(w <= trim.width + ROUNDING and h <= trim.height + ROUNDING for w, h in ways)
    return apart(size, trim) <= SAME


def _refusal(component: Component, sold: TgcProduct) -> str:
    """Return why a component is not printed as a product of its size; blank if it is."""
    if sold.family is not BOOKLETS:
        return ""
    if component.size.width > component.size.height:
        return "a booklet that lies is not sold"
    pages = len(component.cards)
    told = f"a booklet has 4, 8, 12 … or {MOST_PAGES} pages"
    return told if pages % 4 or pages > MOST_PAGES else ""


def fits(piece: Piece, settings: Settings) -> bool:
    """Tell whether a piece is printed."""
    return product(piece) is not None


def reason(component: Component, settings: Settings) -> str:
    """Return why a component is left out; blank if its kind says it."""
    kind, size = component.kind.name, component.size
    for other, sold, why in (
        ("box", TUCK_BOXES, "the panels of its boxes have sizes of their own"),
        ("standee", STANDEES, "the shape of its feet is not verified"),
    ):
        if kind == other:
            name = min(sold, key=lambda each: apart(size, each[1]))[0]
            return f"{why}; nearest: {name}"
    if kind not in FAMILIES:
        return ""
    straight = component.cut is Cut.STRAIGHT
    shapes = (each for each in _of(FAMILIES[kind]) if each.shape == "box" or not straight)
    ranked = nearest_first(size, shapes)
    fitting = [each for each in ranked if _fits_size(size, each)]
    if fitting:
        other = "it is printed on one side only" if straight else "its outline is not sold"
        return _refusal(component, fitting[0]) or other
    return not_sold(size, [each.label for each in ranked])


def _unsafe(component: Component, items: Sequence[SentPiece]) -> Iterator[str]:
    """Yield what to say of a component that is cut, and is not safe from the cut."""
    cut = any(_sold(item).family not in NOT_CUT for item in items)
    if cut and component.safe < BLEED - SAFE_SLACK:
        kept = f"what matters keeps {component.safe:g} mm away from the cut"
        yield f"{component.name}: {kept}, {BLEED + ROUNDING:.3g} mm are asked for"


NOT_CUT = (DOCUMENTS, DICE)
"""What is printed on without being cut: documents keep a margin, dice have their size."""


def plates(cargo: Goods, settings: Settings) -> list[Plate]:
    """Return a picture for each different side of each component, and a mask for each product."""
    found: dict[Plate, None] = {}
    for name, items in cargo.items.items():
        found |= dict.fromkeys(_pictures(name, items).values())
        found |= dict.fromkeys(_mask(_sold(item)) for item in items)
    return list(found)


def _sold(item: SentPiece) -> TgcProduct:
    sold = product(item.piece)
    assert sold is not None  # others are left out
    return sold


def _sides(item: SentPiece) -> tuple[PictureSide, ...]:
    """Return the sides of a piece that are sent, each on a picture of the product.

    What has a back in any case has an empty one.
    """
    sold = _sold(item)
    family = sold.family
    sides = item.sides if family in (DICE, DOCUMENTS) else item.pair
    return tuple(
        on_picture(side, sold.whole, back=number == 1 and family is not DICE)
        for number, side in enumerate(sides[: len(family.sides)])
    )


def _pictures(name: str, items: Sequence[SentPiece]) -> dict[PictureKey, Plate]:
    """Return the different pictures of a component."""
    shown = [(item, *each) for item in items for each in enumerate(_sides(item))]
    uses = Counter(picture_key(side) for _, number, side in shown if number)
    found: dict[PictureKey, Plate] = {}
    for item, number, side in shown:
        key = picture_key(side)
        owner = name if number and uses[key] > 1 else f"{name}-{item.piece.card.id}"
        found.setdefault(key, Plate(f"{owner}{_end(item, number)}", (side,), 1, DPI))
    return found


def _end(item: SentPiece, number: int) -> str:
    """Return how the name of a picture ends: the number of a die's side, ``-back``, or blank."""
    if _sold(item).family is DICE:
        return f"-{number + 1}"
    return "-back" if number else ""


@cache
def _mask(sold: TgcProduct) -> Plate:
    """Return what covers the pictures of a product: all but what is left of them when cut.

    It is drawn once: drawings are equal only if they are the same, and the finished picture is
    looked up by its plate.
    """
    whole = Rect.of(sold.whole)
    outside = Outline.rect(whole) + _hole(sold.cut())
    line = sold.cut(BLEED) + _hole(sold.cut(BLEED + SAFE_LINE))
    shown = (Shape(Outline.rect(whole), Solid(BLACK)),)
    key = f"mask/{sold.identity}"
    side = PictureSide(key, shown, sold.whole, outside + line)
    return Plate(f"mask-{sold.identity}", (side,), 1, DPI)


def _hole(path: Outline) -> Outline:
    """Return a path counter-clockwise."""
    return Outline.polygon([*path.chords(24)][::-1])


def write(shelf: Shelf) -> None:
    """Write the pictures of each component into a folder of its own, the masks, and the calls."""
    calls: list[dict[str, Any]] = []
    for name, items in shelf.goods.items.items():
        wanted = _pictures(name, items)
        files = {key: f"{name}/{shelf.pictures[plate].name}" for key, plate in wanted.items()}
        _write_pictures(shelf, name, list(wanted.values()))
        shelf.remarks.extend(_unsafe(shelf.goods.component(name), items))
        shelf.remarks.extend(too_short(name, _cut_pictures(shelf, items, wanted), BLEED))
        calls += _calls(shelf.goods.component(name), items, files)
    masks = dict.fromkeys(_mask(_sold(item)) for item in shelf.goods.all)
    _write_pictures(shelf, MASKS, list(masks))
    data = {"about": ABOUT, "game": {"name": shelf.goods.game.title}, "components": calls}
    with named(shelf.folder / FILE):
        text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)
        (shelf.folder / FILE).write_text(f"{text}\n", encoding="utf-8", newline="\n")


def _cut_pictures(
    shelf: Shelf, items: Sequence[SentPiece], wanted: Mapping[PictureKey, Plate]
) -> list[tuple[MadePicture, CutLine]]:
    """Return the pictures that are cut, with the lines that they are cut along."""
    sold = {wanted[picture_key(side)]: _sold(item) for item in items for side in _sides(item)}
    cut = {plate: each for plate, each in sold.items() if each.family not in NOT_CUT}
    return [(shelf.pictures[plate], each.edge) for plate, each in cut.items()]


ABOUT = (
    "Calls of thegamecrafter.com/api in their order. Upload a picture with POST /api/file and put "
    "its id where its path is; {id} is the id that the call above returned, {game_id} the game's. "
    "Proof each picture on the site: no field says that it is proofed."
)


def _write_pictures(shelf: Shelf, folder: str, wanted: Sequence[Plate]) -> None:
    place = shelf.folder / folder
    place.mkdir()
    for plate in wanted:
        picture = shelf.pictures[plate]
        with named(place / picture.name):
            (place / picture.name).write_bytes(picture.data)


def _calls(
    component: Component, items: Sequence[SentPiece], files: Mapping[PictureKey, str]
) -> Iterator[dict[str, Any]]:
    """Yield the calls that order a component: one for each product that its pieces are."""
    by_product = sorted(items, key=lambda item: PRODUCTS.index(_sold(item)))
    for sold, group in groupby(by_product, key=_sold):
        mine = list(group)
        if sold.family.member:
            yield _set_call(component, sold, mine, files)
        else:
            for entry in _entries(sold, mine, files):
                fields = {"game_id": "{game_id}", "identity": sold.identity, **entry}
                yield _call(sold.family.call, fields, component=component.name)


def _call(path: str, fields: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {**more, "post": f"/api/{path}", "fields": fields}


def _set_call(
    component: Component,
    sold: TgcProduct,
    items: Sequence[SentPiece],
    files: Mapping[PictureKey, str],
) -> dict[str, Any]:
    """Return the call that makes a deck, a set or a booklet, and those that add to it."""
    family = sold.family
    fields: dict[str, Any] = {
        "game_id": "{game_id}",
        "name": component.title,
        "identity": sold.identity,
        "quantity": items[0].piece.qty if family is BOOKLETS else 1,
    }
    entries = list(_entries(sold, items, files))
    if family is DECKS:
        fields["back_id"] = _share_back(entries)
        parts = (entries[at : at + MOST_CARDS] for at in range(0, len(entries), MOST_CARDS))
        then = [_call(family.member, {"cards": part}) for part in parts]
    else:
        then = [_call(family.member, {family.parent: "{id}", **entry}) for entry in entries]
    return {**_call(family.call, fields, component=component.name), "then": then}


def _entries(
    sold: TgcProduct, items: Sequence[SentPiece], files: Mapping[PictureKey, str]
) -> Iterator[dict[str, Any]]:
    """Yield the fields of each piece; of a page its number in place of its quantity."""
    for number, item in enumerate(items, 1):
        shown = (files[picture_key(side)] for side in _sides(item))
        sides = dict(zip(sold.family.sides, shown, strict=False))
        name = item.piece.card.id
        if sold.family is BOOKLETS:
            yield {"name": name, "sequence_number": number, **sides}
            continue
        for done in range(0, item.piece.qty, MOST_COPIES):
            yield {"name": name, "quantity": min(MOST_COPIES, item.piece.qty - done), **sides}


def _share_back(entries: Sequence[dict[str, Any]]) -> str:
    """Return the back that most cards have; they take it from the deck from now on."""
    copies: Counter[str] = Counter()
    for entry in entries:
        copies[entry["back_id"]] += entry["quantity"]
    common = max(copies, key=lambda back: copies[back])
    for entry in entries:
        entry["back_from"] = "Deck" if entry["back_id"] == common else "Card"
        if entry["back_id"] == common:
            del entry["back_id"]
    return common


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the pieces that the calls order.

    A picture that is missing, or has not the pixels and colours that its product takes, shows
    nothing.
    """
    found: Counter[Proven] = Counter()
    by_identity = {each.identity: each for each in PRODUCTS}
    for call in json.loads((folder / FILE).read_text(encoding="utf-8"))["components"]:
        fields = call["fields"]
        sold = by_identity[fields["identity"]]
        made = fields["quantity"] if sold.family.member else 1
        for entry in _members(call):
            backed = {"back_id": fields.get("back_id"), **entry}
            names = filter(None, map(backed.get, sold.family.sides))
            seen = [_seen(folder / name, shows, sold) for name in names]
            piece = proven(f"{call['component']}/{entry['name']}", *seen)
            found[piece] += made * entry.get("quantity", 1)
    return found


def _members(call: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the fields of each piece of a call."""
    if "then" not in call:
        yield call["fields"]
    for inner in call.get("then", ()):
        yield from inner["fields"].get("cards", (inner["fields"],))


def _seen(file: Path, shows: Shows, sold: TgcProduct) -> str:
    right = file.is_file() and _png_form(file) == (*sold.pixels, PNG_RGB)
    return str(shows.get(file.name, (None,))[0] if right else None)


PNG_RGB = 2
"""The type of colour of a PNG without transparency (PNG specification, section 11.2.2)."""


def _png_form(file: Path) -> tuple[int, int, int]:
    """Return width, height and type of colour from a PNG's header."""
    with file.open("rb") as opened:
        head = opened.read(26)
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"), head[25]


def _range(family: TgcFamily) -> str:
    identities = ", ".join(each.identity for each in PRODUCTS if each.family is family)
    return f"{family.title}: {identities}"


TGC = Destination(
    name="tgc",
    title="The Game Crafter",
    takes={
        "deck": TableUse.CARD,
        **dict.fromkeys(("tile", "token"), TableUse.TILE),
        **dict.fromkeys(("board", "mat", "track"), TableUse.BOARD),
        **dict.fromkeys(("sheet", "booklet"), TableUse.PAGE),
        "die": TableUse.DIE,
    },
    limits=Limits(side=8175, bytes=200 * 2**20),
    remarks=(
        *map(_range, dict.fromkeys(family for group in FAMILIES.values() for family in group)),
        "pieces of other sizes or outlines are left out; a sheet lies in the middle of a document",
        "300 dpi, RGB, 1/8 inch of bleed as it is drawn; a safe area of 1/8 inch is looked for",
        "not verified: names of files, feet of standees, panels of boxes; the colour of dice is "
        "chosen there",
    ),
    steps=(
        "1. A folder is a component: look through its pictures, each under its mask in _masks.",
        "2. Upload the pictures there, and make of them what tgc.json says: by hand, or by a "
        "program that runs its calls.",
        "3. Proof every picture on the site, and order one copy before many.",
    ),
    plates=plates,
    write=write,
    read=read,
    fits=fits,
    reason=reason,
)
"""The print shop for single copies, of whole games."""
