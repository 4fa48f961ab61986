"""Orders for MakePlayingCards: each slot has a front and its own back, of a size that is sold."""

from collections import Counter
from pathlib import Path
from shutil import copytree
from xml.etree import ElementTree

import pytest
from PIL import Image

from pnp.destinations.mpc import PRODUCTS, read
from tests.destinations.test_exports import CARDS, colour
from tests.destinations.zoo import COLOURS, filled, zoo
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
        ("lone", (67, 44), "card.back", dot),
    ):
        (root / f"templates/{name}.svg").write_text(filled(size, fill, more))
    result = pnp(root, "export", "mpc")
    assert result.exit_code == 0, result.output
    assert "7 pieces for MakePlayingCards" in result.output
    assert "lone: art is drawn 2 mm past the cut, 3.05 mm are printed" in result.output
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
