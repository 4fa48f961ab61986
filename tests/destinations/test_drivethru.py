"""Files for DriveThruCards: each card's back and then its face, of a size that is sold."""

import subprocess
from collections import Counter
from pathlib import Path
from shutil import copytree

import pikepdf
import pytest
from PIL import Image

from pnp.base.color import Color
from pnp.destinations.drivethru import read
from pnp.export.pdfx.press import Inks, Press, shipped_profile
from tests.conftest import ROOT
from tests.destinations.test_pdfx import _at, inks_of, newer_profile, operations, separated
from tests.destinations.zoo import COLOURS, COPIES, filled, zoo
from tests.projects import change, pnp

GAME = "card_data/zoo/game.yaml"

PINK = Color(255, 0, 255)


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of two decks: one of poker cards, and a single card that lies and has no back."""
    root = zoo(tmp_path_factory.mktemp("zoo"))
    size = "size: 20 x 30 mm"
    change(root, GAME, f"{size}\n", "size: 63.5 x 88.9 mm\n    bleed: 3.2 mm\n")
    change(root, GAME, f"{size}, face: back.svg", "size: 88 x 63 mm, bleed: 2 mm, face: lone.svg")
    dot = '<rect width="20" height="20" fill="#ff00ff"/>'
    for name, trim, fill, more in (
        ("beast", (63.5, 88.9), "card.fur", ""),
        ("back", (63.5, 88.9), "card.back", '<rect width="40" height="40" fill="#000"/>'),
        ("lone", (88, 63), "card.back", dot),
    ):
        (root / f"templates/{name}.svg").write_text(filled(trim, fill, more))
    result = pnp(root, "export", "drivethru")
    assert result.exit_code == 0, result.output
    assert "7 pieces for DriveThruCards, read back as they are" in result.output
    assert "left out: 3 × coin\n" in result.output
    assert "lone: its bleed is 2 mm, 3.18 mm are printed past the cut" in result.output
    return root / "output/zoo-drivethru"


@pytest.fixture(scope="module")
def press() -> Press:
    return Press(shipped_profile(), 240)


def test_each_card_is_its_back_and_then_its_face(sent: Path, press: Press) -> None:
    with pikepdf.open(sent / "zoo-beast.pdf") as file:
        shown = [inks_of(leaf)[0] for leaf in file.pages]
        names = [str(file.docinfo["/GTS_PDFXVersion"]), str(file.Root.OutputIntents[0].S)]
    wanted = {
        tuple(press.inks(Color(*bytes.fromhex(each[1:]))) for each in pair): name
        for name, pair in COLOURS.items()
    }
    pairs = zip(shown[1::2], shown[::2], strict=True)
    assert Counter(wanted[pair] for pair in pairs) == COPIES
    assert names == ["PDF/X-1a:2003", "/GTS_PDFX"]


def test_a_page_is_a_card_with_an_eighth_of_an_inch_around_it(sent: Path) -> None:
    with pikepdf.open(sent / "zoo-beast.pdf") as file:
        for leaf in file.pages:
            assert [round(float(edge), 2) for edge in leaf.mediabox] == [0, 0, 198, 270]
            assert [round(float(edge), 2) for edge in leaf.obj.TrimBox] == [9, 9, 189, 261]
            assert not {operator for operator, _ in operations(leaf)} & {"CS", "SCN"}


def test_a_card_without_a_back_has_a_blank_one(sent: Path) -> None:
    with pikepdf.open(sent / "zoo-lone.pdf") as file:
        back, face = file.pages
        assert inks_of(back) == [] and inks_of(face) != []
        width, height = (float(edge) / 72 * 25.4 for edge in face.mediabox[2:])
        assert (width, height) == pytest.approx((63 + 6.35, 88 + 6.35), abs=0.01)


@pytest.mark.needs("gs")
def test_a_lying_card_stands_and_ink_is_bounded(sent: Path, tmp_path: Path, press: Press) -> None:
    with pikepdf.open(sent / "zoo-lone.pdf") as file:
        del file.pages[0]
        file.save(tmp_path / "face.pdf")
    (tmp_path / "lone").mkdir()
    plates = separated(tmp_path / "face.pdf", tmp_path / "lone")
    places = {name: (x, y) for name, x, y in (("right", 60, 10), ("left", 10, 10), ("low", 60, 80))}
    pink = press.inks(PINK).magenta
    dots = [name for name, at in places.items() if abs(_at(plates["Magenta"], at) - pink) <= 1]
    assert dots == ["right"]  # its upper left corner, a quarter of a turn clockwise
    (tmp_path / "back").mkdir()
    dark = separated(sent / "zoo-beast.pdf", tmp_path / "back")
    shown = Inks(*(_at(dark[ink], (20, 20)) for ink in ("Cyan", "Magenta", "Yellow", "Black")))
    assert shown == pytest.approx(press.inks(Color(0, 0, 0)), abs=1)
    assert sum(shown) <= press.most_ink == 612


def test_reading_back_sees_what_is_wrong(sent: Path, tmp_path: Path) -> None:
    before = read(sent, {})
    assert before.total() == 7
    folder = copytree(sent, tmp_path / "odd")
    with pikepdf.open(sent / "zoo-beast.pdf") as file:
        file.pages[0], file.pages[4] = file.pages[4], file.pages[0]
        file.pages[1], file.pages[10] = file.pages[10], file.pages[1]
        file.save(folder / "zoo-beast.pdf")
    assert read(folder, {}) != before


def test_a_size_that_is_not_sold_is_told_with_the_nearest(tmp_path: Path) -> None:
    root = zoo(tmp_path)
    result = pnp(root, "export", "drivethru")
    assert result.exit_code == 2
    assert "hint: 20 x 30 mm is not sold; nearest: Mini 1.625 x 2.5 in or" in result.output
    result = pnp(root, "export", "drivethru", "--standard", "x4")
    assert result.exit_code == 2 and "--standard is not for drivethru" in result.output
    assert not (root / "output").exists()


def test_a_profile_newer_than_pdf_x_1a_is_refused(sent: Path, tmp_path: Path) -> None:
    file = newer_profile(tmp_path)
    result = pnp(sent.parents[1], "export", "drivethru", "--profile", str(file))
    assert result.exit_code == 2
    assert "is of ICC version 4, PDF/X-1a:2003 takes version 2" in result.output
    assert "--standard" not in result.output  # drivethru does not take it


@pytest.mark.thorough
@pytest.mark.needs("gs")
def test_a_bundled_deck_has_no_place_with_too_much_ink(tmp_path: Path) -> None:
    """Pages with gradients, veils, pictures, and letters on all sorts of ground."""
    result = pnp(ROOT, "export", "drivethru", "girls-vs-ghouls", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    deck = tmp_path / "girls-vs-ghouls-drivethru/girls-vs-ghouls-identity.pdf"
    out = f"-sOutputFile={tmp_path / 'page%d.tif'}"
    tool = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiff32nc", "-r72", out]
    subprocess.run([*tool, str(deck)], check=True, capture_output=True)
    found = [*tmp_path.glob("page*.tif")]
    assert found
    for file in found:
        with Image.open(file) as page:
            levels = page.tobytes()
        assert max(map(sum, zip(*(levels[ink::4] for ink in range(4)), strict=True))) <= 612
