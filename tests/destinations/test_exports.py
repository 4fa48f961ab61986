"""``pnp export``: what leaves the program is the game, read here by other means than there."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from shutil import copytree
from typing import Any
from zipfile import ZipFile
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from PIL import Image

from pnp.destinations import pcio, tts, vtt
from pnp.destinations.directory import WHERE, destination
from pnp.destinations.goods import Proven
from tests.destinations.zoo import COLOURS, COPIES, DIE, filled, zoo
from tests.make import write
from tests.projects import change, owls, pnp

TARGETS = ("tts", "vtt", "pcio")

CARDS = Counter({(*colours, COPIES[name]): 1 for name, colours in COLOURS.items()})
"""Face, back and copies of each different card."""


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project, exported for all targets."""
    root = zoo(tmp_path_factory.mktemp("zoo"))
    for target in TARGETS:
        result = pnp(root, "export", target)
        assert result.exit_code == 0, result.output
    return root


@pytest.fixture
def project(sent: Path, tmp_path: Path) -> Path:
    return copytree(sent, tmp_path / "zoo")


def colour(picture: Image.Image, at: tuple[float, float] = (0.5, 0.5)) -> str:
    width, height = picture.size
    red, green, blue, alpha = picture.convert("RGBA").getpixel((width * at[0], height * at[1]))
    return f"#{red:02x}{green:02x}{blue:02x}" if alpha else "none"


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def counted(cards: Iterator[tuple[str, str]]) -> Counter[tuple[str, str, int]]:
    return Counter((*pair, number) for pair, number in Counter(cards).items())


def widgets(root: Path) -> dict[str, Any]:
    with ZipFile(root / "output/zoo-vtt/zoo.vtt") as packed:
        found: dict[str, Any] = json.loads(packed.read("0.json"))
    return found


def saved(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / "output/zoo-tts/zoo-box.json").read_text("utf-8"))
    return found


def objects(one: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for each in one.get("ObjectStates", one.get("ContainedObjects", ())):
        yield each
        yield from objects(each)


def called(root: Path, name: str) -> Mapping[str, Any]:
    return next(each for each in objects(saved(root)) if each["Nickname"] == name)


def picture(root: Path, url: str) -> Image.Image:
    assert url.startswith("file:///")
    return Image.open(root / "output/zoo-tts" / url.rpartition("/")[2])


def test_cards_of_tts_have_their_faces_and_backs(sent: Path) -> None:
    deck = next(each for each in objects(saved(sent)) if each["Name"] == "Deck")
    assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]

    def seen(card: Mapping[str, Any]) -> tuple[str, str]:
        key, at = divmod(card["CardID"], 100)
        sheet = card["CustomDeck"][str(key)]
        row, column = divmod(at, sheet["NumWidth"])
        spot = ((column + 0.5) / sheet["NumWidth"], (row + 0.5) / sheet["NumHeight"])
        assert sheet["BackIsHidden"] and sheet["UniqueBack"]
        faces, backs = picture(sent, sheet["FaceURL"]), picture(sent, sheet["BackURL"])
        return colour(faces, spot), colour(backs, spot)

    assert counted(map(seen, deck["ContainedObjects"])) == CARDS


@pytest.mark.parametrize("target", ["vtt", "mpc"])
def test_sides_that_differ_in_what_nobody_sees_are_alike(tmp_path: Path, target: str) -> None:
    """Grounds of two colours under a back that covers them; that of the third is white paper."""
    decks = "".join(
        f"  {name}: {{kind: deck, size: 63 x 88 mm, columns: {{fur: text}}, face: face.svg{back},"
        f' rows: [{{id: one, fur: "#ffffff"}}, {{id: two, fur: "#00ff00"}}]}}\n'
        for name, back in (("owl", ", back: back.svg"), ("bat", ", back: bare.svg"), ("fox", ""))
    )
    covers = '<rect x="-4" y="-4" width="71" height="96" fill="%s"/>'
    templates = {
        "face": filled((63, 88), "#008800"),
        "back": filled((63, 88), "card.fur", covers % "#880000"),
        "bare": filled((63, 88), "card.fur", covers % "#ffffff"),
    }
    files = {f"templates/{name}.svg": text for name, text in templates.items()}
    game = f"title: Wood\nplayers: 2\ncomponents:\n{decks}"
    result = pnp(write(tmp_path, {"card_data/wood/game.yaml": game, **files}), "export", target)
    assert result.exit_code == 1, result.output  # their backs tell the cards apart
    assert "Wood: 6 pieces for" in result.output


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A game with letters that no font has, and what a build tells of it."""
    root = tmp_path_factory.mktemp("faulty")
    assert pnp(root, "new", "deck").exit_code == 0
    change(root / "deck", "card_data/deck/pond.csv", "Tree frog", "Tree 漢 frog")
    made = pnp(root / "deck", "build")
    assert (made.exit_code, "error [missing-glyph]" in made.stderr) == (1, True)
    return root / "deck", made.stderr


@pytest.mark.parametrize("target", WHERE)
def test_an_export_tells_what_a_build_tells(faulty: tuple[Path, str], target: str) -> None:
    root, told = faulty
    found = pnp(root, "export", target)
    assert (found.exit_code, found.stderr) == (1, told)
    assert "read back as they are" in found.stdout
    assert (root / f"output/deck-{target}/what-to-do.txt").exists()


def test_what_an_export_leaves_out_is_not_told(tmp_path: Path) -> None:
    assert pnp(tmp_path, "new", "deck").exit_code == 0
    letter = '<text x="40" y="90" font-family="Alegreya Sans" font-size="4">漢</text></svg>'
    change(tmp_path / "deck", "templates/deck/rules.svg", "</svg>", letter)
    assert "[missing-glyph]" in pnp(tmp_path / "deck", "export", "vtt").stderr
    found = pnp(tmp_path / "deck", "export", "mpc")
    assert "left out: 1 × rules" in found.stdout
    assert (found.exit_code, found.stderr) == (0, "")


def test_a_fact_that_fails_is_told_by_an_export(tmp_path: Path) -> None:
    change(owls(tmp_path), "card_data/owls/owl.csv", "barn,3", "barn,4")
    found = pnp(tmp_path, "export", "vtt")
    assert (found.exit_code, found.stderr) == (1, pnp(tmp_path, "build").stderr)
    assert "OW-1" in found.stderr


def test_cards_of_vtt_have_their_faces_and_backs(sent: Path) -> None:
    found = widgets(sent)
    with ZipFile(sent / "output/zoo-vtt/zoo.vtt") as packed:
        for entry in packed.infolist():
            if entry.filename.startswith("assets/"):
                signed, _, length = entry.filename.removeprefix("assets/").partition("_")
                data = packed.read(entry)
                assert int(signed) % (1 << 32) == crc32(data) and int(length) == len(data)
        pictures = {f"/{name}": packed.read(name) for name in packed.namelist()}

    def seen(card: Mapping[str, Any]) -> tuple[str, str]:
        kind = found[card["deck"]]["cardTypes"][card["cardType"]]
        return colour(opened(pictures[kind["front"]])), colour(opened(pictures[kind["back"]]))

    cards = [each for name, each in found.items() if name.startswith("beast/")]
    assert counted(map(seen, cards)) == CARDS
    assert found["_meta"]["version"] == 16
    pile = found["beast~pile"]
    assert {card["parent"] for card in cards} == {pile["id"]}
    assert found[pile["parent"]]["type"] == "holder"


def test_cards_of_pcio_have_their_faces_and_backs(sent: Path) -> None:
    with ZipFile(sent / "output/zoo-pcio/zoo.pcio") as packed:
        found = {each["id"]: each for each in json.loads(packed.read("widgets.json"))}
        pictures = {f"package://{name}": packed.read(name) for name in packed.namelist()}

    def seen(card: Mapping[str, Any]) -> tuple[str, str]:
        kind = found[card["deck"]]["cardTypes"][card["cardType"]]
        return colour(opened(pictures[kind["face"]])), colour(opened(pictures[kind["back"]]))

    beasts = (each for name, each in found.items() if name.startswith("beast_2f"))
    assert counted(map(seen, beasts)) == CARDS
    assert {each["parent"] for each in found.values() if "parent" in each} <= found.keys()
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in found)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_plain_name_is_understood(name: str) -> None:
    assert pcio.meant(pcio.plain(name)) == name
    assert re.fullmatch(r"[A-Za-z0-9_-]*", pcio.plain(name))


def schema_errors(one: Mapping[str, Any], like: str | None = None) -> list[str]:
    """What the public declaration says against an object, read as one of the name ``like``."""
    name = like or one["Name"]
    kinds = {"Custom_Dice": "die", "Figurine_Custom": "figurine"}
    kind = kinds.get(name, name.removeprefix("Custom_").lower())
    schema = json.loads((Path(__file__).parent / "tts.schema.json").read_text("utf-8"))
    wanted = {"$ref": f"#/definitions/{kind}", "definitions": schema["definitions"]}
    return [error.message for error in Draft7Validator(wanted).iter_errors(one)]


def test_objects_of_tts_are_as_its_public_declaration_says(sent: Path) -> None:
    found = list(objects(saved(sent)))
    names = {"Bag", "Deck", "Card", "Custom_Tile", "Custom_Token", "Figurine_Custom", "Custom_Dice"}
    assert {each["Name"] for each in found} == names
    assert [error for each in found for error in schema_errors(each)] == []
    assert len({each["GUID"] for each in found}) == len(found)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("beast/ape", ("Transform",), None),
        ("beast/ape", ("CustomDeck", "1", "NumWidth"), "3"),
        ("beast/ape", ("CustomDeck", "1", "BackURL"), None),
        ("coin/coin", ("CustomImage", "CustomTile", "Type"), 9),
        ("star/star", ("CustomImage", "ImageURL"), None),
        ("luck/luck", ("Name",), "Dice_Custom"),
    ],
)
def test_the_declaration_finds_faults(
    sent: Path, name: str, path: tuple[str, ...], value: object
) -> None:
    broken = json.loads(json.dumps(called(sent, name)))
    *above, last = path
    inner = broken
    for key in above:
        inner = inner[key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    assert schema_errors(broken, like=called(sent, name)["Name"])


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["halloween", "haunted-halloween", "girls-vs-ghouls", "ghoulash"])
def test_bundled_games_are_as_the_declaration_says(game: str, tmp_path: Path) -> None:
    result = pnp(tmp_path, "export", "tts", game)
    assert result.exit_code == 0, result.output
    file = tmp_path / f"output/{game}-tts/{game}-box.json"
    found = list(objects(json.loads(file.read_text("utf-8"))))
    assert [error for each in found for error in schema_errors(each)] == []
    for image in file.parent.glob("*.png"):
        with Image.open(image) as opened_image:
            assert max(opened_image.size) <= 4096


def test_pieces_that_are_no_cards(sent: Path) -> None:
    coin = called(sent, "coin/coin")["CustomImage"]
    assert coin["CustomTile"]["Type"] == tts.TILE_TYPES["circle"]
    assert colour(picture(sent, coin["ImageURL"])) == "#00aaaa"
    assert colour(picture(sent, coin["ImageSecondaryURL"])) == "#00bbbb"
    star = picture(sent, called(sent, "star/star")["CustomImage"]["ImageURL"])
    assert (colour(star), colour(star, (0.05, 0.05))) == ("#00cccc", "none")
    keeper = called(sent, "keeper/keeper")["CustomImage"]
    front, back = (picture(sent, keeper[f"Image{name}URL"]) for name in ("", "Secondary"))
    assert (colour(front), colour(back)) == ("#aa0000", "#0000aa")
    lone = called(sent, "lone/lone")
    assert lone["Name"] == "Card"  # a deck of one card is none
    assert [colour(picture(sent, lone["CustomDeck"]["2"]["BackURL"]))] == ["#ffffff"]


def test_a_die_has_its_sides(sent: Path) -> None:
    die = called(sent, "luck/luck")
    sheet = picture(sent, die["CustomImage"]["ImageURL"])
    assert sheet.size[0] == sheet.size[1]
    cells = [divmod(cell, 3) for cell in tts.DIE_CELLS]
    seen = [colour(sheet, ((column + 0.5) / 3, (row + 0.5) / 3)) for row, column in cells]
    rows = [value["Value"] for value in die["RotationValues"]]
    assert [DIE[row] for row in rows] == seen
    opposite = {"front": "back", "top": "bottom", "right": "left"}
    assert all(rows[6 - rows.index(one) - 1] == other for one, other in opposite.items())


def test_a_board_has_its_spaces_as_snap_points(sent: Path) -> None:
    board = called(sent, "map/map")
    assert board["Locked"]
    spots = [(p["Position"]["x"], p["Position"]["z"]) for p in board["AttachedSnapPoints"]]
    assert spots == [(0.0, 0.0), (-1.5, -1.0)]  # the middle, and the top right corner


def test_pictures_may_be_on_the_web(project: Path) -> None:
    result = pnp(project, "export", "tts", "--base-url", "https://example.org/zoo/")
    assert result.exit_code == 0, result.output
    url = called(project, "star/star")["CustomImage"]["ImageURL"]
    assert url.startswith("https://example.org/zoo/star-star-")
    assert (project / "output/zoo-tts" / url.rpartition("/")[2]).is_file()


def test_each_card_may_have_a_picture_of_its_own(project: Path) -> None:
    """A card that changes is one new picture then; all else keeps its address."""
    assert pnp(project, "export", "tts", "--cards", "single").exit_code == 0
    before = {one["Nickname"]: one for one in objects(saved(project)) if one["Name"] == "Card"}
    sheets = {name: one["CustomDeck"][str(one["CardID"] // 100)] for name, one in before.items()}
    assert {(each["NumWidth"], each["NumHeight"]) for each in sheets.values()} == {(1, 1)}
    assert sheets["beast/ape"]["BackURL"] == sheets["beast/bee"]["BackURL"]
    assert proven(project, "tts").total() == 15
    pictures = {path.name for path in (project / "output/zoo-tts").glob("*.png")}
    change(project, "card_data/zoo/beast.csv", "#ff0000", "#ff00ff")
    assert pnp(project, "export", "tts", "--cards", "single").exit_code == 0
    changed = {path.name for path in (project / "output/zoo-tts").glob("*.png")} ^ pictures
    assert {name.rpartition("-")[0] for name in changed} == {"beast-ape"} and len(changed) == 2


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_left_out_is_told_and_nothing_else_is(sent: Path, target: str) -> None:
    folder = sent / f"output/zoo-{target}"
    data = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert data["left_out"] == ({"wheel": 1} if target == "pcio" else {})
    assert sum(piece["qty"] for piece in data["pieces"]) == 15 - len(data["left_out"])
    page = (folder / "what-to-do.txt").read_text("utf-8")
    assert [line[:2] for line in page.splitlines()] == ["1.", "2.", "3."]


def test_the_list_tells_what_each_target_takes(tmp_path: Path) -> None:
    told = pnp(tmp_path, "export", "--list").output
    assert "tts: Tabletop Simulator\n  cards: deck\n" in told
    assert told.count("left out: ") == len(WHERE)


@pytest.mark.parametrize("words", [("tts", "--list"), ("--list", "tts")], ids=" ".join)
def test_the_list_tells_of_one_target_if_it_is_named(words: tuple[str, ...]) -> None:
    told = pnp(Path(), "export", *words).output
    assert told.startswith("tts: Tabletop Simulator\n  cards: deck\n")
    assert told.count("left out: ") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("tss",), 'error: "tss" is no target of an export\n  hint: did you mean "tts"?\n'),
        (
            ("tts", "zoo"),
            'error: --list tells of targets, not of "zoo"\n'
            "  hint: write pnp export tts --list, or leave --list out\n",
        ),
    ],
)
def test_a_list_of_something_else_is_refused(words: tuple[str, ...], told: str) -> None:
    result = pnp(Path(), "export", *words, "--list")
    assert (result.exit_code, result.stderr) == (2, told)


def proven(root: Path, target: str) -> Counter[Proven]:
    folder = root / f"output/zoo-{target}"
    listed = json.loads((folder / "manifest.json").read_text("utf-8"))["pictures"]
    shows = {each["file"]: tuple(each["shows"]) for each in listed}
    return destination(target).read(folder, shows)


@pytest.mark.parametrize("target", TARGETS)
def test_reading_back_sees_what_is_wrong(project: Path, target: str) -> None:
    before = proven(project, target)
    assert before.total() == 15 - (target == "pcio")
    folder = project / f"output/zoo-{target}"
    file = folder / ("zoo-box.json" if target == "tts" else f"zoo.{target}")
    inner = {"vtt": "0.json", "pcio": "widgets.json"}.get(target)
    for old, new in FAULTS[target]:
        content = _content(file, inner)
        assert old in content
        _replace(file, inner, content.replace(old, new))
        assert proven(project, target) != before
        _replace(file, inner, content)
    assert proven(project, target) == before


FAULTS = {
    "tts": [
        ('"CardID": 102', '"CardID": 101'),
        ('"UniqueBack": true', '"UniqueBack": false'),
        ("coin-coin-back-", "coin-coin-front-"),
        ('"ImageURL": "', '"ImageURL": "x'),
        ("wheel-wheel-arrow-", "wheel-wheel-"),
    ],
    "vtt": [
        ('"type": "dice"', '"type": "mice"'),
        ("background-image: url(", "background-image: url(x"),
        ('"cardType": "beast/cat"', '"cardType": "beast/bee"'),
        ('"front": "', '"front": "x'),
        ('"type": "card"', '"type": "cart"'),
    ],
    "pcio": [
        ('"cardType": "beast_2fcat"', '"cardType": "beast_2fbee"'),
        ('"back": "', '"back": "x'),
        ('"type": "board"', '"type": "bored"'),
        ('"type": "dice"', '"type": "mice"'),
        ('"image": "', '"image": "x'),
    ],
}


def _content(file: Path, inner: str | None) -> str:
    if inner is None:
        return file.read_text("utf-8")
    with ZipFile(file) as packed:
        return packed.read(inner).decode()


def _replace(file: Path, inner: str | None, content: str) -> None:
    if inner is None:
        file.write_text(content, "utf-8")
        return
    with ZipFile(file) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    with ZipFile(file, "w") as packed:
        for name, data in (files | {inner: content.encode()}).items():
            packed.writestr(name, data)


def held(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_the_same_game_gives_the_same_files(project: Path) -> None:
    before = held(project / "output/zoo-vtt")
    assert pnp(project, "export", "vtt").exit_code == 0
    assert held(project / "output/zoo-vtt") == before


def test_an_export_that_stops_leaves_the_old_one(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(project / "output")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(vtt.json, "dumps", stop)
    assert pnp(project, "export", "vtt").exit_code == 130
    assert pnp(project, "export", "vtt", "-o", "new").exit_code == 130
    monkeypatch.undo()
    assert held(project / "output") == before
    assert not any((project / "new").iterdir())


def test_files_of_others_are_not_replaced(project: Path) -> None:
    write(project, {"output/zoo-vtt/notes.txt": "mine"})
    result = pnp(project, "export", "vtt")
    assert result.exit_code == 2 and "the file was not made by a build" in result.output
    (project / "output/zoo-vtt").rename(project / "output/zoo-pcio-2")
    copytree(project / "output/zoo-tts", project / "output/zoo-vtt")
    result = pnp(project, "export", "vtt")
    assert result.exit_code == 2
    assert '"output/zoo-vtt" is no export for virtualtabletop.io' in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("ttss",), '"ttss" is no target of an export\n  hint: did you mean "tts"?'),
        ((), "no target is named"),
        (("vtt", "--base-url", "https://x.org"), "--base-url is not for vtt"),
        (("tts", "--base-url", "x.org"), '--base-url: "x.org" is no address of a web site'),
        (("tts", "--base-url", "https://x.org/a b"), "is no address of a web site"),
        (("tts", "--paper", "letter"), "--paper is not for tts"),
        (("mpc", "--cards", "single"), "--cards is not for mpc"),
        (("tts", "--stock", "m31"), "--stock is not for tts"),
        (("cutter", "--cut-offset", "3 mm"), '--cut-offset: "3 mm" is no offset'),
        (("cutter", "--cut-offset", "0 nan mm"), '--cut-offset: "0 nan mm" is no offset'),
        (("tts", "-o", "card_data"), "contains the game's own files"),
    ],
)
def test_wrong_words_are_told(project: Path, words: tuple[str, ...], message: str) -> None:
    before = held(project)
    result = pnp(project, "export", *words)
    assert result.exit_code == 2 and message in result.output
    assert held(project) == before


def test_an_export_is_of_one_game(project: Path) -> None:
    copytree(project / "card_data/zoo", project / "card_data/zoo-two")
    result = pnp(project, "export", "vtt")
    assert result.exit_code == 2 and "an export is of one game" in result.output
