"""``setup`` in game.yaml: tables on a screen are laid by it, and hold the whole game."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.data.game import Game
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.destinations import browsertable, tts
from pnp.destinations.browsertable import HAND, ROOM, Box, spread
from pnp.destinations.directory import destination
from pnp.destinations.goods import Goods, goods
from pnp.destinations.tabletop import REACH, is_aside, packed
from pnp.geometry.plane import Point, Size
from pnp.kinds.catalog import KINDS
from pnp.kinds.piece import Piece
from pnp.kit import draw
from tests.destinations.zoo import GAME, filled, zoo
from tests.kits.bundled import EACH_GAME
from tests.make import write
from tests.projects import pnp

SETUP = """\
play: {rows: [3, 2]}
setup:
  - {put: beast, shuffled: true, grid: play.rows, gap: 5}
  - {put: coin, each: 1, on: map, at: gate}
  - {put: coin, up: back, on: map, at: [[10, 10], pond]}
  - {put: keeper, on: map, at: [[20, 20]]}
  - {put: star, aside: true}
"""


def laid(root: Path, setup: str = SETUP) -> Path:
    zoo(root)
    return write(
        root, {"card_data/zoo/game.yaml": GAME.replace("components:", setup + "components:")}
    )


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = laid(tmp_path_factory.mktemp("laid"))
    for target in ("tts", "vtt", "pcio"):
        result = pnp(root, "export", target)
        assert result.exit_code == 0, result.output
        assert "left out: 1 × star (of no use on a screen)" in result.output
    return root


@cache
def pieces(root: Path, game: str) -> tuple[Game, list[Piece]]:
    loaded = load_game(root / "card_data" / game, Project(root), KINDS)
    return loaded, list(draw(loaded).pieces)


def cargo(root: Path, game: str, target: str) -> Goods:
    loaded, drawn = pieces(root, game)
    found = destination(target)

    def fits(piece: Piece) -> bool:
        return not is_aside(loaded, piece.component.name, piece.card.id)

    return goods(loaded, drawn, found.takes, fits)


def vtt(root: Path) -> dict[str, Any]:
    with ZipFile(root / "output/zoo-vtt/zoo.vtt") as packed_file:
        found: dict[str, Any] = json.loads(packed_file.read("0.json"))
    return found


def pcio(root: Path) -> dict[str, Any]:
    with ZipFile(root / "output/zoo-pcio/zoo.pcio") as packed_file:
        found = json.loads(packed_file.read("widgets.json"))
    return {each["id"]: each for each in found}


def saved(root: Path) -> list[dict[str, Any]]:
    found = json.loads((root / "output/zoo-tts/zoo-box.json").read_text("utf-8"))
    return list(found["ObjectStates"])


def middle(widget: Mapping[str, Any], size: tuple[float, float]) -> tuple[float, float]:
    return widget["x"] + size[0] / 2, widget["y"] + size[1] / 2


def test_what_is_shuffled_is_dealt_to_its_places(sent: Path) -> None:
    found = vtt(sent)
    slots = [f"beast~slot-{number}" for number in range(1, 7)]
    button = found["beast~shuffle"]
    assert button["clickRoutine"] == button["gameStartRoutine"]
    steps = [
        (step["func"], step.get("holder", step.get("from"))) for step in button["clickRoutine"]
    ]
    assert steps == [(name, "beast") for name in ("RECALL", "FLIP", "SHUFFLE", "MOVE")]
    assert button["clickRoutine"][-1]["to"] == slots
    assert found["beast~own-deck"]["parent"] == "beast"  # else nothing is recalled
    first, second, fourth = (found[f"beast~slot-{number}"] for number in (1, 2, 4))
    assert second["x"] - first["x"] == pytest.approx(1.25 * first["width"], abs=1)
    assert fourth["x"] == first["x"] and fourth["y"] > first["y"] + first["height"]
    assert {found[slot]["dropTarget"]["deck"] for slot in slots} == {"beast~own-deck"}

    there = pcio(sent)
    steps = there["beast_7ebutton"]["clickRoutine"]["steps"]
    assert [step["func"] for step in steps] == [
        "RECALL_CARDS",
        "SHUFFLE_CARDS",
        "MOVE_CARDS_BETWEEN_HOLDERS",
    ]
    places = [slot.replace("~", "_7e") for slot in slots]
    assert steps[2]["args"]["to"]["value"] == places and set(places) <= there.keys()
    assert not there["beast"]["hasShuffleButton"]  # it would leave the places as they are


def test_pieces_lie_on_their_spaces(sent: Path) -> None:
    found = vtt(sent)
    board, deck = found["map/map#1"], found["coin~deck"]["cardDefaults"]
    scale = board["width"] / 60
    size = deck["width"], deck["height"]
    assert deck["width"] == pytest.approx(16 * scale, abs=1)
    spots = {"coin/coin#1": (30, 20), "coin/coin#2": (10, 10), "coin/coin#3": (60, 0)}
    for name, (x, y) in spots.items():
        at = board["x"] + x * scale, board["y"] + y * scale
        assert middle(found[name], size) == pytest.approx(at, abs=1)
        there = pcio(sent)[name.replace("/", "_2f").replace("#", "_23")]
        assert (there["x"], there["y"]) == pytest.approx(
            (found[name]["x"], found[name]["y"]), abs=1
        )
    assert [found[name]["activeFace"] for name in spots] == [1, 0, 0]


def test_a_saved_object_lies_as_the_table(sent: Path) -> None:
    board, *others = saved(sent)
    assert board["Nickname"] == "map/map"
    found = {each["Nickname"]: each for each in others}
    half = 60 / tts.UNIT / 2, 40 / tts.UNIT / 2
    coins = [each for each in others if each["Nickname"] == "coin/coin"]
    places = [
        (
            coin["Transform"]["posX"] - board["Transform"]["posX"],
            coin["Transform"]["posZ"] - board["Transform"]["posZ"],
        )
        for coin in coins
    ]
    assert places[0] == pytest.approx((0, 0), abs=1e-3)  # the gate, in the middle
    assert places[2] == pytest.approx(half, abs=1e-3)  # the pond, at the top right
    assert [coin["Transform"]["rotZ"] for coin in coins] == [0, 180, 180]
    points = [(p["Position"]["x"], p["Position"]["z"]) for p in board["AttachedSnapPoints"]]
    assert len(points) == len(set(points)) == 4
    assert found["Beast"]["Transform"]["rotZ"] == 180  # face down
    inside = {each["Nickname"] for each in found["Zoo"]["ContainedObjects"]}
    assert inside == {"lone/lone", "luck/luck", "Wheel"}


def test_a_bowl_holds_all_and_gives_them_at_random(tmp_path: Path) -> None:
    root = laid(tmp_path, "setup: [{put: [coin, star], shuffled: true, in: map}]\n")
    for target in ("tts", "vtt", "pcio"):
        assert pnp(root, "export", target).exit_code == 0
    bag, star, box = saved(root)
    assert (bag["Nickname"], bag["Bag"], len(bag["ContainedObjects"])) == ("Map", {"Order": 2}, 3)
    assert (star["Nickname"], box["Nickname"]) == ("star/star", "Zoo")
    assert vtt(root)["coin~title"]["text"] == "Map" and pcio(root)["coin"]["label"] == "Map"


def test_a_board_is_seen_through_the_places_on_it(tmp_path: Path) -> None:
    root = laid(tmp_path, "setup: [{put: beast, shuffled: true, on: map, at: field}]\n")
    for target in ("vtt", "pcio"):
        assert pnp(root, "export", target).exit_code == 0
    slots = [vtt(root)[f"beast~slot-{number}"] for number in (1, 2)]
    assert all(slot["classes"] == "transparent" for slot in slots)
    there = pcio(root)
    boards = [each["z"] for each in there.values() if each["type"] == "board"]
    # virtualtabletop's reader takes a pile for clear that lies three times higher than its board
    assert all(there[f"beast_7eslot-{number}"]["z"] > 3 * max(boards) for number in (1, 2))


def test_what_turns_on_a_space_is_turned(tmp_path: Path) -> None:
    root = laid(tmp_path, "setup: [{put: keeper, on: map, at: gate}]\n")
    file = root / "card_data/zoo/map.yaml"
    file.write_text(file.read_text("utf-8").replace("y: 20}", "y: 20, turn: 8}"), "utf-8")
    for target in ("tts", "vtt", "pcio"):
        assert pnp(root, "export", target).exit_code == 0
    assert vtt(root)["keeper/keeper#1"]["rotation"] == 8
    assert pcio(root)["keeper_2fkeeper_231"]["r"] == 8
    assert saved(root)[1]["Transform"]["rotY"] == 188


def test_what_has_one_side_lies_with_it_up(sent: Path) -> None:
    found, there = vtt(sent), pcio(sent)
    assert [
        face["objects"][0]["dynamicProperties"] for face in found["lone~deck"]["faceTemplates"]
    ] == [{"value": "front"}]
    deck = there["lone_7edeck"]
    assert deck["backTemplate"] == deck["faceTemplate"]
    assert there["lone_2flone_231"]["faceup"]
    box = saved(sent)[-1]["ContainedObjects"]
    lone = next(each for each in box if each["Nickname"] == "lone/lone")
    assert lone["Transform"]["rotZ"] == 0


def test_dice_roll_and_spinners_spin(sent: Path) -> None:
    die = vtt(sent)["luck/luck#1"]
    assert [face["value"] for face in die["faces"]] == [
        "front",
        "top",
        "right",
        "left",
        "bottom",
        "back",
    ]
    assert len({face["image"] for face in die["faces"]}) == 6
    there = pcio(sent)
    die = there["luck_2fluck_231"]
    sides = there[die["deck"]]["cardTypes"]
    assert die["diceValue"] in sides and len({side["image"] for side in sides.values()}) == 6
    arrow = vtt(sent)["wheel/wheel#1~arrow"]
    half = len(arrow["options"]) // 2
    # the middle of the first of two segments is at the top; steps go clockwise from the right
    assert arrow["options"] == ["b"] * half + ["a"] * half


def test_pieces_snap_to_the_nearest_space_only(sent: Path) -> None:
    found = vtt(sent)
    grid = found["coin~deck"]["cardDefaults"]["grid"]
    board = found["map/map#1"]
    scale = board["width"] / 60
    ends = [(entry["offsetX"] - board["x"], entry["offsetY"] - board["y"]) for entry in grid]
    assert ends[0] == pytest.approx((30 * scale, 20 * scale), abs=0.2)
    assert ends[1] == pytest.approx((60 * scale, 0), abs=0.2)
    for entry in grid:
        assert entry["maxX"] - entry["minX"] == pytest.approx(2 * REACH * scale, abs=0.3)


def boxes(root: Path, game: str, target: str) -> Iterator[Box]:
    """All that lies beside each other, with titles and buttons."""
    found = spread(cargo(root, game, target))
    yield from (box for _, box in found.areas)
    for heap, box in found.heaps:
        if heap.spot is None:
            above = browsertable.LABEL.height if heap.title else 0
            below = browsertable.BUTTON.height if heap.shuffled else 0
            wide = max(box.size.width, browsertable.LABEL.width if heap.title else 0)
            corner = Point(box.at.x - (wide - box.size.width) / 2, box.at.y - above)
            yield Box(corner, Size(wide, box.size.height + above + below))


def disjoint(found: list[Box]) -> bool:
    return not any(
        one.at.x < other.at.x + other.size.width
        and other.at.x < one.at.x + one.size.width
        and one.at.y < other.at.y + other.size.height
        and other.at.y < one.at.y + one.size.height
        for number, one in enumerate(found)
        for other in found[:number]
    )


@pytest.mark.parametrize("target", ["vtt", "pcio"])
@pytest.mark.parametrize("game", EACH_GAME)
def test_nothing_overlaps_on_the_tables_of_bundled_games(game: str, target: str) -> None:
    found = list(boxes(Path(), game, target))
    assert disjoint(found)
    assert all(box.at.x >= 0 and box.at.x + box.size.width <= ROOM.width for box in found)
    assert all(box.at.y >= 0 and box.at.y + box.size.height <= ROOM.height - HAND for box in found)


@given(st.lists(st.builds(Size, st.integers(1, 90), st.integers(1, 90)), max_size=12))
def test_what_is_packed_does_not_overlap(sizes: list[Size]) -> None:
    found = packed(sizes, Size(300, 250), 7)
    if found is None:
        assert sum((size.width + 7) * (size.height + 7) for size in sizes) > 300 * 250 / 4
        return
    wide = [Size(size.width + 6.9, size.height + 6.9) for size in sizes]
    assert disjoint([Box(at, size) for at, size in zip(found, wide, strict=True)])
    for at, size in zip(found, sizes, strict=True):
        assert 7 <= at.x <= 300 - 7 - size.width and 7 <= at.y <= 250 - 7 - size.height


def many(root: Path, tokens: int, dice: int, board: str) -> Path:
    zoo(root)
    rows = ", ".join(f'{{id: t{number}, fur: "#010203"}}' for number in range(tokens))
    more = f"""\
  crowd: {{kind: token, size: 20 x 30 mm, columns: {{fur: text}}, face: beast.svg,
    rows: [{rows}]}}
  lots: {{kind: die, qty: {dice}, size: 12 x 12 mm, columns: {{fur: text}}, face: side.svg,
    rows: luck.csv}}
  wide: {{kind: sheet, size: {board}, face: wide.svg}}
setup: [{{put: keeper, on: wide, at: [[10, 10]]}}]
"""
    width, height = (float(word) for word in board.removesuffix(" mm").split(" x "))
    return write(
        root,
        {
            "card_data/zoo/game.yaml": GAME + more,
            "templates/wide.svg": filled((width, height), "#123456"),
        },
    )


def test_many_rows_are_one_pile(tmp_path: Path) -> None:
    root = many(tmp_path, 60, 1, "200 x 100 mm")
    assert pnp(root, "export", "vtt").exit_code == 0
    assert {each["parent"] for name, each in vtt(root).items() if name.startswith("crowd/")} == {
        "crowd~pile"
    }


def test_a_table_that_is_too_full_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = many(tmp_path, 2, 100, "200 x 100 mm")
    monkeypatch.setattr(browsertable, "LEAST_SCALE", 1.6)
    result = pnp(root, "export", "pcio")
    assert result.exit_code == 2
    assert "zoo has too many pieces for a table" in result.output
    assert not (root / "output/zoo-pcio").exists()


def test_a_wide_board_lies_on_the_table(tmp_path: Path) -> None:
    root = many(tmp_path, 2, 1, "1500 x 100 mm")
    result = pnp(root, "export", "tts")
    assert result.exit_code == 0, result.output
    assert saved(root)[0]["Nickname"] == "wide/wide"
