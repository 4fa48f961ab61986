"""Orders for The Game Crafter: its sizes, its fields, each face with its back."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from PIL import Image

from pnp.destinations.tgc import read
from pnp.destinations.tgcsizes import BLEED, DICE, DOCUMENTS, PRODUCTS
from tests.destinations.test_exports import CARDS, colour
from tests.destinations.zoo import COLOURS, DIE, filled, zoo
from tests.make import svg, write
from tests.projects import change, pnp

GAME = "card_data/zoo/game.yaml"

RESIZED = (
    (
        "kind: deck\n    size: 20 x 30 mm\n",
        "kind: deck\n    size: 44.5 x 63.5 mm\n    bleed: 4 mm\n",
    ),
    (
        "size: 20 x 30 mm, face: back.svg",
        "size: 63.5 x 44.5 mm, face: lone.svg, back: lone-back.svg, safe: 1 mm",
    ),
    ("size: 16 x 16 mm, cut: outline, face: coin", "size: 19 x 19 mm, cut: outline, face: coin"),
    ("size: 12 x 12 mm", "size: 16 x 16 mm"),
    ("size: 60 x 40 mm", "size: 101.6 x 101.6 mm"),
)

CORNER = '<rect width="10" height="10" fill="#ff00ff"/>'

DRAWN = {
    "beast": filled((44.5, 63.5), "card.fur"),
    "back": filled((44.5, 63.5), "card.back"),
    "lone": svg(f'<rect x="-1" y="-4" width="69" height="53" fill="#0f8"/>{CORNER}', (63.5, 44.5)),
    "lone-back": filled((63.5, 44.5), "#0080ff", CORNER),
    "coin": filled(
        (19, 19), "#00aaaa", '<circle cx="9.5" cy="9.5" r="9.5" fill="none" pnp:role="cut"/>'
    ),
    "coin-back": filled((19, 19), "#00bbbb"),
    "side": filled((16, 16), "card.fur"),
    "map": filled((101.6, 101.6), "#888800"),
}


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an export, all that can have a size that is sold having it."""
    root = zoo(tmp_path_factory.mktemp("zoo"))
    for old, new in RESIZED:
        change(root, GAME, old, new)
    write(root, {f"templates/{name}.svg": text for name, text in DRAWN.items()})
    result = pnp(root, "export", "tgc")
    assert result.exit_code == 0, result.output
    assert "12 pieces for The Game Crafter" in result.output
    for told in (
        "left out: 1 × star (16 x 16 mm is not sold; nearest: MediumSquareChit 19 x 19 mm or ",
        "left out: 1 × keeper (the shape of its feet is not verified; nearest: SmallStandee)",
        "left out: 1 × wheel\n",
        "lone: the art of lone-lone ends 1.0 mm past the cut, 3.18 mm are printed",
        "lone: what matters keeps 1 mm away from the cut, 3.18 mm are asked for",
    ):
        assert told in result.output, result.output
    assert "beast: " not in result.stdout and "coin: " not in result.stdout
    return root / "output/zoo-tgc"


def calls(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "tgc.json").read_text("utf-8"))["components"]
    return {call["component"]: call for call in found}


def opened(folder: Path, name: str) -> Image.Image:
    return Image.open(folder / name)


def test_cards_have_their_faces_and_backs(sent: Path) -> None:
    deck = calls(sent)["beast"]
    assert deck["post"] == "/api/deck"
    common = deck["fields"].pop("back_id")
    want = {"game_id": "{game_id}", "name": "Beast", "identity": "MiniDeck", "quantity": 1}
    assert deck["fields"] == want
    (bulk,) = deck["then"]
    assert bulk["post"] == "/api/deck/{id}/bulk-cards"

    def seen() -> Iterator[tuple[str, str, int]]:
        for card in bulk["fields"]["cards"]:
            assert (card["back_from"] == "Deck") == ("back_id" not in card)
            back = card.get("back_id", common)
            sides = (colour(opened(sent, name)) for name in (card["face_id"], back))
            yield (*sides, card["quantity"])

    assert Counter(seen()) == CARDS


def test_pictures_are_called_what_they_are(sent: Path) -> None:
    """A back that several cards share is the deck's; the digest behind a name is left out here."""
    found = {file.stem.rpartition("-")[0] for file in sent.glob("[!_]*/*.png")}
    assert found == {
        *("beast-ape", "beast-bee", "beast-cat", "beast-back", "beast-cat-back"),
        *("lone-lone", "lone-lone-back", "coin-coin", "coin-coin-back", "map-map", "map-map-back"),
        *(f"luck-luck-{number}" for number in range(1, 7)),
    }


def test_what_is_no_deck_is_ordered_as_it_is_sold(sent: Path) -> None:
    found = calls(sent)
    coin = found["coin"]
    assert coin["post"] == "/api/twosidedsluggedset"
    assert coin["fields"]["identity"] == "MediumCircleChit"
    ((path, chit),) = ((each["post"], each["fields"]) for each in coin["then"])
    assert (path, chit["set_id"], chit["quantity"]) == ("/api/twosidedslugged", "{id}", 3)
    assert colour(opened(sent, chit["face_id"])) == "#00aaaa"
    assert colour(opened(sent, chit["back_id"])) == "#00bbbb"
    board = found["map"]
    assert (board["post"], board["fields"]["identity"]) == ("/api/twosidedset", "SmallSquareBoard")
    ((path, side),) = ((each["post"], each["fields"]) for each in board["then"])
    assert path == "/api/twosided" and colour(opened(sent, side["back_id"])) == "#ffffff"
    die = found["luck"]
    assert die["post"] == "/api/customcolord6" and "then" not in die
    shown = [colour(opened(sent, die["fields"][f"side{n}_id"])) for n in range(1, 7)]
    assert shown == list(DIE.values())


def test_pictures_have_the_pixels_of_the_templates(sent: Path) -> None:
    sizes = {each.identity: each.pixels for each in PRODUCTS}
    for name, call in calls(sent).items():
        for file in (sent / name).iterdir():
            with Image.open(file) as picture:
                assert picture.size == sizes[call["fields"]["identity"]]
                assert picture.mode == "RGB"
    with Image.open(next((sent / "beast").glob("beast-ape-*.png"))) as picture:
        assert colour(picture, (0.001, 0.001)) == colour(picture)  # drawn to the edge


def test_a_lying_card_is_turned_and_so_is_its_back(sent: Path) -> None:
    (bulk,) = calls(sent)["lone"]["then"]
    (card,) = bulk["fields"]["cards"]
    back = calls(sent)["lone"]["fields"]["back_id"]

    def pink(name: str) -> list[tuple[float, float]]:
        corners = [(x, y) for x in (0.15, 0.85) for y in (0.12, 0.88)]
        return [spot for spot in corners if colour(opened(sent, name), spot) == "#ff00ff"]

    assert pink(card["face_id"]) == [(0.85, 0.12)]  # clockwise
    assert pink(back) == [(0.15, 0.88)]  # the other way


def test_a_mask_covers_what_is_cut_off(sent: Path) -> None:
    found = {file.name.split("-")[1]: file for file in (sent / "_masks").iterdir()}
    assert found.keys() == {call["fields"]["identity"] for call in calls(sent).values()}
    with Image.open(found["MiniDeck"]) as mask:
        assert (mask.size, mask.mode) == ((600, 825), "RGBA")
        alpha = mask.getchannel("A")
        across = [int(alpha.getpixel((x, 400))) for x in range(600)]
        assert across.index(0) == pytest.approx(37.5, abs=1)  # the cut
        line = next(x for x in range(60, 300) if across[x])
        assert line == pytest.approx(75, abs=1)  # the safe area
        assert across[80:520] == [0] * 440
        assert alpha.getpixel((40, 40)) == 255  # corners are round
    with Image.open(found["MediumCircleChit"]) as mask:
        alpha = mask.getchannel("A")
        assert (alpha.getpixel((150, 45)), alpha.getpixel((50, 50))) == (0, 255)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"quantity": 2,', '"quantity": 1,'),
        ('"back_from": "Deck"', '"back_id": "x"'),
        ('"face_id": "coin/', '"face_id": "x'),
        ('"side1_id": "luck/', '"side1_id": "luck/x'),
        ('"identity": "SmallSquareBoard"', '"identity": "QuarterBoard"'),
        ('"name": "ape"', '"name": "bee"'),
    ],
)
def test_reading_back_sees_what_is_wrong(sent: Path, tmp_path: Path, old: str, new: str) -> None:
    folder = copytree(sent, tmp_path / "tgc")
    listed = json.loads((folder / "manifest.json").read_text("utf-8"))["pictures"]
    shows: Mapping[str, tuple[str]] = {each["file"]: tuple(each["shows"]) for each in listed}
    before = read(folder, shows)
    assert before.total() == 12 and len(before) == len(COLOURS) + 4
    text = (folder / "tgc.json").read_text("utf-8")
    assert old in text
    (folder / "tgc.json").write_text(text.replace(old, new, 1), "utf-8")
    assert read(folder, shows) != before


PAGES = """\
title: Paper
players: 2
components:
  rules: {kind: booklet, size: 63 x 89 mm, pages: [%s], qty: 2}
  hex: {kind: token, size: 44 x 50.8 mm, cut: outline, face: hex.svg, rows: [{id: hex, qty: 150}]}
"""


def test_pages_hexagons_and_many_copies(tmp_path: Path) -> None:
    """A hexagon that stands is turned; a set has 99 copies of a piece at most."""
    outline = '<path d="M22 0L44 12.7V38.1L22 50.8L0 38.1V12.7z" fill="none" pnp:role="cut"/>'
    write(
        tmp_path,
        {
            "card_data/paper/game.yaml": PAGES % "a.svg, b.svg, a.svg, b.svg",
            "templates/a.svg": svg('<rect width="63" height="89" fill="#aa0000"/>', (63, 89)),
            "templates/b.svg": svg('<rect width="63" height="89" fill="#00bb00"/>', (63, 89)),
            "templates/hex.svg": filled((44, 50.8), "#0000cc", outline),
        },
    )
    result = pnp(tmp_path, "export", "tgc")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "output/paper-tgc"
    found = calls(folder)
    assert found["rules"]["fields"]["quantity"] == 2
    pages = [each["fields"] for each in found["rules"]["then"]]
    assert [page["sequence_number"] for page in pages] == [1, 2, 3, 4]
    shown = [colour(opened(folder, page["image_id"])) for page in pages]
    assert shown == ["#aa0000", "#00bb00"] * 2
    assert found["hex"]["fields"]["identity"] == "SmallHexTile"
    assert [each["fields"]["quantity"] for each in found["hex"]["then"]] == [99, 51]


def test_a_lying_card_alike_on_both_sides_and_a_deck_called_masks(tmp_path: Path) -> None:
    """Its back is turned the other way; the folder of the masks is nobody's name."""
    masks = "masks: {kind: deck, size: 63.5 x 44.5 mm, face: a.svg, back: a.svg, rows: [{id: one}]}"
    game = f"title: Ball\nplayers: 2\ncomponents:\n  {masks}\n"
    art = filled((63.5, 44.5), "#000088", CORNER)
    root = write(tmp_path, {"card_data/ball/game.yaml": game, "templates/a.svg": art})
    result = pnp(root, "export", "tgc")
    assert result.exit_code == 0, result.output
    folder = root / "output/ball-tgc"
    assert [file.name[:13] for file in (folder / "_masks").iterdir()] == ["mask-MiniDeck"]
    deck = calls(folder)["masks"]
    (card,) = deck["then"][0]["fields"]["cards"]
    for name, corner in (
        (card["face_id"], (0.85, 0.12)),
        (deck["fields"]["back_id"], (0.15, 0.88)),
    ):
        with opened(folder, name) as picture:
            pink = [at for at in ((0.85, 0.12), (0.15, 0.88)) if colour(picture, at) == "#ff00ff"]
        assert pink == [corner]


@pytest.mark.thorough  # a document has eight million pixels
def test_a_sheet_lies_in_the_middle_of_a_document(tmp_path: Path) -> None:
    strip = "  strip: {kind: sheet, size: 190 x 30 mm, face: strip.svg, rows: [{id: strip}]}\n"
    game = f"title: Strip\nplayers: 2\ncomponents:\n{strip}"
    art = filled((190, 30), "#dd00dd")
    root = write(tmp_path, {"card_data/strip/game.yaml": game, "templates/strip.svg": art})
    assert pnp(root, "export", "tgc").exit_code == 0
    call = calls(root / "output/strip-tgc")["strip"]
    assert call["post"] == "/api/document" and "back_id" not in call["fields"]
    with opened(root / "output/strip-tgc", call["fields"]["face_id"]) as page:
        assert page.size == (2550, 3300)
        assert (colour(page), colour(page, (0.5, 0.01))) == ("#dd00dd", "#ffffff")


def test_a_game_without_anything_that_is_sold_is_told(tmp_path: Path) -> None:
    game = PAGES % "a.svg, b.svg, a.svg"
    files = {"card_data/a/game.yaml": game.partition("  hex:")[0]}
    files["templates/a.svg"] = files["templates/b.svg"] = filled((63, 89), "#000000")
    root = write(tmp_path, files)
    result = pnp(root, "export", "tgc")
    assert result.exit_code == 2
    assert "a has nothing for The Game Crafter" in result.output
    assert "hint: a booklet has 4, 8, 12 … or 40 pages" in result.output
    change(root, "card_data/a/game.yaml", "63 x 89 mm", "20 x 30 mm")
    for name in "ab":
        write(root, {f"templates/{name}.svg": filled((20, 30), "#000000")})
    result = pnp(root, "export", "tgc")
    assert "20 x 30 mm is not sold; nearest: SmallBooklet 63.5 x 88.9 mm or " in result.output
    assert not (root / "output").exists()


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (
            "{kind: mat, size: 254 x 406.4 mm, face: a.svg, back: a.svg, rows: [{id: one}]}",
            "it is printed on one side only",
        ),
        ("{kind: booklet, size: 89 x 63 mm, pages: [%s]}", "a booklet that lies is not sold"),
    ],
)
def test_what_is_not_sold_has_its_reason(tmp_path: Path, entry: str, told: str) -> None:
    entry = entry.replace("%s", ", ".join(["a.svg"] * 8))
    game = f"title: Odd\nplayers: 2\ncomponents:\n  odd: {entry}\n"
    size = (89.0, 63.0) if "89 x 63" in entry else (254.0, 406.4)
    files = {"card_data/odd/game.yaml": game, "templates/a.svg": filled(size, "#008800")}
    result = pnp(write(tmp_path, files), "export", "tgc")
    assert result.exit_code == 2 and f"hint: {told}" in result.output, result.output


def test_a_track_that_is_cut_out_as_a_mat_is_not_safe_within_a_millimetre(tmp_path: Path) -> None:
    track = "size: 101.6 x 101.6 mm, safe: 1 mm, face: a.svg, rows: [{id: one, x: 9, y: 9}]"
    game = f"title: Way\nplayers: 2\ncomponents:\n  way: {{kind: track, {track}}}\n"
    art = filled((101.6, 101.6), "#008800")
    root = write(tmp_path, {"card_data/way/game.yaml": game, "templates/a.svg": art})
    result = pnp(root, "export", "tgc")
    assert result.exit_code == 0, result.output
    assert "way: what matters keeps 1 mm away from the cut, 3.18 mm are" in result.output


def test_every_picture_reaches_an_eighth_of_an_inch_past_the_cut() -> None:
    for each in PRODUCTS:
        if each.family in (DOCUMENTS, DICE):
            continue
        past = [(whole - trim) / 2 for whole, trim in zip(each.whole, each.trim, strict=True)]
        assert min(past) >= BLEED - 0.1, each.identity
        assert max(past) <= 6, each.identity
    assert len({each.identity for each in PRODUCTS}) == len(PRODUCTS)
