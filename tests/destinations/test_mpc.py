"""Orders for MakePlayingCards: each slot has a front and its own back, of a size that is sold."""

import re
from collections import Counter
from pathlib import Path
from shutil import copytree
from xml.etree import ElementTree

import pytest
from PIL import Image

from pnp.destinations.destination import Stock
from pnp.destinations.mpc import PRODUCTS, STOCKS, read
from tests.destinations.test_exports import CARDS, colour
from tests.destinations.zoo import COLOURS, filled, zoo
from tests.make import svg, write
from tests.projects import change, pnp

GAME = "card_data/zoo/game.yaml"


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project, its cards of a size that is sold, the lone one lying."""
    root = zoo(tmp_path_factory.mktemp("zoo"))
    change(root, GAME, "size: 20 x 30 mm\n", "size: 44 x 67 mm\n    bleed: 3.1 mm\n")
    lone = "size: 20 x 30 mm, face: back.svg"
    change(root, GAME, lone, "size: 67 x 44 mm, bleed: 2 mm, face: lone.svg")
    dot = '<rect width="10" height="10" fill="#ff00ff"/>'
    for name, size, fill, more in (
        ("beast", (44, 67), "card.fur", ""),
        ("back", (44, 67), "card.back", ""),
    ):
        (root / f"templates/{name}.svg").write_text(filled(size, fill, more))
    near = '<rect x="-2" y="-2" width="71" height="48" fill="#00ff80"/>'
    (root / "templates/lone.svg").write_text(svg(near + dot, (67, 44)))
    result = pnp(root, "export", "mpc")
    assert result.exit_code == 0, result.output
    assert "7 pieces for MakePlayingCards" in result.output
    told = r"lone: the art of lone-lone ends (1\.9|2\.0) mm past the cut, 3\.05 mm are printed"
    assert re.search(told, result.output)
    assert "beast:" not in result.output
    return root


def slots(order: Path, tag: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for card in ElementTree.parse(order).iterfind(f"{tag}/card"):
        for slot in card.findtext("slots", "").split(","):
            assert int(slot) not in found
            found[int(slot)] = card.findtext("id", "")
    return found


def test_each_slot_has_a_front_and_its_back(sent: Path) -> None:
    folder = sent / "output/zoo-mpc/beast"
    order = folder / "order.xml"
    fronts, backs = slots(order, "fronts"), slots(order, "backs")
    assert sorted(fronts) == list(range(6))
    common = ElementTree.parse(order).findtext("cardback", "")
    pairs = Counter(
        tuple(colour(Image.open(folder / name)) for name in (front, backs.get(slot, common)))
        for slot, front in fronts.items()
    )
    assert Counter({(*pair, number): 1 for pair, number in pairs.items()}) == CARDS
    details = ElementTree.parse(order).find("details")
    assert details is not None
    assert [each.text for each in details] == ["6", "18", "(S30) Standard Smooth", "false"]


KNOWN_STOCKS = (
    *("(S27) Smooth", "(S30) Standard Smooth", "(S33) Superior Smooth"),
    *("(M31) Linen", "(P10) Plastic"),
)


def test_an_order_has_what_the_desktop_tool_of_mpc_autofill_reads(sent: Path) -> None:
    """As its order.py and constants.py have it (desktop-tool, ceb7c3b).

    An id that is no file in the order's folder is taken for one of Google Drive; a slot that no
    front has is only warned of.
    """
    for order in (sent / "output/zoo-mpc").glob("*/order.xml"):
        root = ElementTree.parse(order).getroot()
        assert root.tag == "order"
        details = {each.tag: each.text or "" for each in root.iterfind("details/*")}
        assert details["stock"] in KNOWN_STOCKS and details["foil"] in ("true", "false")
        assert 1 <= int(details["quantity"]) <= 612
        ids = [root.findtext("cardback", "")]
        for card in root.iterfind("*/card"):
            read = {each.tag: each.text or "" for each in card}
            assert read["sourceType"] == "Local File" and read["name"] == read["id"]
            assert set(read["slots"]) <= set("0123456789,")
            ids.append(read["id"])
        assert all((order.parent / name).is_file() and Path(name).name == name for name in ids)
        assert sorted(slots(order, "fronts")) == list(range(int(details["quantity"])))
        assert root.find("backs") is None or root.find("backs/card") is not None


def test_the_stock_is_chosen(sent: Path, tmp_path: Path) -> None:
    result = pnp(sent, "export", "mpc", "--stock", "m31", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    orders = [*tmp_path.glob("zoo-mpc/*/order.xml")]
    assert {ElementTree.parse(one).findtext("details/stock") for one in orders} == {"(M31) Linen"}
    assert list(STOCKS) == list(Stock) and tuple(STOCKS.values()) == KNOWN_STOCKS


def test_pictures_have_the_pixels_that_are_asked_for(sent: Path) -> None:
    found = list((sent / "output/zoo-mpc").glob("*/*.png"))
    assert len(found) == 3 + 2 + 2
    for file in found:
        with Image.open(file) as picture:
            assert picture.size == (591, 864) and picture.mode == "RGB"
            if "beast" in file.name:  # its bleed reaches the edge
                assert colour(picture, (0.001, 0.001)) == colour(picture)


def test_a_lying_card_is_turned(sent: Path) -> None:
    (face,) = (sent / "output/zoo-mpc/lone").glob("lone-lone-*.png")
    with Image.open(face) as picture:
        corners = [(x, y) for x in (0.12, 0.88) for y in (0.1, 0.9)]
        pink = [spot for spot in corners if colour(picture, spot) == "#ff00ff"]
    assert pink == [(0.88, 0.1)]  # its upper left corner, a quarter of a turn clockwise


def test_a_lying_card_that_is_alike_on_both_sides_has_its_back_the_other_way(
    tmp_path: Path,
) -> None:
    twin = "twin: {kind: deck, size: 67 x 44 mm, face: twin.svg, back: twin.svg, rows: [{id: one}]}"
    dot = '<rect width="10" height="10" fill="#ff00ff"/>'
    game = f"title: Twin\nplayers: 2\ncomponents:\n  {twin}\n"
    files = {"card_data/twin/game.yaml": game, "templates/twin.svg": filled((67, 44), "#008", dot)}
    root = write(tmp_path, files)
    result = pnp(root, "export", "mpc")
    assert result.exit_code == 0, result.output
    folder = root / "output/twin-mpc/twin"
    back = ElementTree.parse(folder / "order.xml").findtext("cardback", "")
    for name, upper in ((slots(folder / "order.xml", "fronts")[0], True), (back, False)):
        with Image.open(folder / name) as picture:
            assert (colour(picture, (0.88, 0.1)) == "#ff00ff") is upper
            assert (colour(picture, (0.12, 0.9)) == "#ff00ff") is not upper


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<slots>0,1</slots>", "<slots>0,0</slots>"),
        ("<slots>0,1</slots>", "<slots>0</slots>"),
        ("<quantity>6<", "<quantity>5<"),
        ("<cardback>beast-back-", "<cardback>"),
    ],
)
def test_reading_back_sees_what_is_wrong(sent: Path, tmp_path: Path, old: str, new: str) -> None:
    folder = copytree(sent / "output/zoo-mpc", tmp_path / "mpc")
    shows = {file.name: (file.name,) for file in folder.glob("*/*.png")}
    before = read(folder, shows)
    assert before.total() == 7 and len(before) == len(COLOURS) + 1
    change(folder, "beast/order.xml", old, new)
    assert read(folder, shows) != before


def test_a_size_that_is_not_sold_is_told_with_the_nearest(tmp_path: Path) -> None:
    root = zoo(tmp_path)
    result = pnp(root, "export", "mpc")
    assert result.exit_code == 2
    assert "hint: 20 x 30 mm is not sold; nearest: Mini American 41 x 63 mm or" in result.output
    assert not (root / "output").exists()


def test_the_sizes_are_those_of_their_names() -> None:
    for each in PRODUCTS:
        width, height = (float(n) for n in each.name.split()[-4:-1:2])
        assert each.trim.width == pytest.approx(width, abs=0.3)
        assert each.trim.height == pytest.approx(height, abs=0.5)
