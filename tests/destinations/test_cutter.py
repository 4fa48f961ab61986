"""Lines for cutting machines: as many as there are pieces, and where the sheets have them."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.destinations.cutter import registration_marks
from pnp.destinations.dxf import DxfLayer, dxf, polylines
from pnp.export.png import rasterise
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Size
from tests.destinations.zoo import filled, zoo
from tests.projects import pnp

SVG, INKSCAPE = "{http://www.w3.org/2000/svg}", "{http://www.inkscape.org/namespaces/inkscape}"

Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an export; the cards of one deck have a white field from edge to edge."""
    root = zoo(tmp_path_factory.mktemp("zoo"))
    field = '<rect width="20" height="30" fill="#ffffff"/>'
    (root / "templates/beast.svg").write_text(filled((20, 30), "#000000", field))
    result = pnp(root, "export", "cutter")
    assert result.exit_code == 0, result.output
    assert "14 pieces" in result.output and "left out: 1 × map" in result.output
    return root / "output/zoo-cutter"


def cut_of(svg: Path, layer: str = "Cut") -> dict[str, Box]:
    """The box of each path of a layer; curves are inside of their points here."""
    found = {}
    for group in ElementTree.parse(svg).iter(f"{SVG}g"):
        if group.get(f"{INKSCAPE}label") == layer:
            assert group.get(f"{INKSCAPE}groupmode") == "layer"
            for path in group:
                numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d", ""))]
                xs, ys = numbers[::2], numbers[1::2]
                found[path.get("id", "")] = (min(xs), min(ys), max(xs), max(ys))
    return found


def boxes(text: str, layer: str, height: float) -> list[Box]:
    found = []
    for name, _, points in polylines(text):
        if name == layer:
            xs, ys = [x for x, _ in points], [height - y for _, y in points]
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def test_every_piece_is_cut_once(sent: Path) -> None:
    names = Counter(
        name.removeprefix("cut/").partition("#")[0]
        for svg in sent.glob("*.svg")
        for name in cut_of(svg)
    )
    pieces = {"beast/ape": 2, "beast/bee": 1, "beast/cat": 3, "coin/coin": 3}
    once = ("lone/lone", "star/star", "keeper/keeper", "luck/luck", "wheel/wheel")
    assert names == Counter(pieces) + Counter(once)


def test_svg_and_dxf_have_the_same_lines(sent: Path) -> None:
    for svg in sent.glob("*.svg"):
        root = ElementTree.parse(svg).getroot()
        assert root.get("width") == "210mm" and root.get("viewBox") == "0 0 210 297"
        text = svg.with_suffix(".dxf").read_bytes().decode()
        assert text.count("\r\n") == text.count("\n")
        single = {name: box for name, box in cut_of(svg).items() if "wheel" not in name}
        for name, box in single.items():  # the wheel's disc and its arrow are two lines
            near = [pytest.approx(side, abs=0.01) for side in box]
            assert any(list(other) == near for other in boxes(text, "Cut", 297)), name
        assert all(closed for layer, closed, _ in polylines(text) if layer == "Cut")


def test_lines_lie_on_the_edges_of_the_printed_cards(sent: Path) -> None:
    """Within 0.05 mm of where the white field ends in the finished PDF."""
    lines = cut_of(sent / "card-long-edge-01.svg")
    left, top, right, bottom = lines["cut/beast/ape#1"]
    pdf = sent / "zoo-card-long-edge.pdf"
    for edge, level in ((left, True), (right, True), (top, False), (bottom, False)):
        middle = ((left + right) / 2, (top + bottom) / 2)
        x, y = (edge, middle[1]) if level else (middle[0], edge)
        shown = rasterise(pdf, 0, 1200, grey=True, box=Rect(x - 1, y - 1, 2, 2))
        assert abs(_step(shown, level) - 1) <= 0.05


def _step(shown: Image.Image, level: bool) -> float:
    """Where black meets white, in millimetres from the picture's left or upper edge."""
    width, height = shown.size
    if level:
        row = [shown.getpixel((x, height // 2)) for x in range(width)]
    else:
        row = [shown.getpixel((width // 2, y)) for y in range(height)]
    dark = sum(255 - int(value) for value in row) / 255
    share = dark / len(row)
    return 2 * (share if int(row[0]) < 128 else 1 - share)


def test_folds_are_creased(sent: Path) -> None:
    svg = next(file for file in sent.glob("*.svg") if "keeper" in file.read_text("utf-8"))
    creases = [name for name in cut_of(svg, "Crease") if "keeper" in name]
    assert creases == [f"crease/keeper/keeper#1/{number}" for number in (1, 2, 3)]


def test_an_offset_moves_lines_but_no_marks(tmp_path: Path) -> None:
    root = zoo(tmp_path)
    for folder, words in (("a", ()), ("b", ("--cut-offset", "0.5 -0.25 mm"))):
        result = pnp(root, "export", "cutter", "-o", folder, "--bleed", "butt", *words)
        assert result.exit_code == 0, result.output
    plain, moved = (root / at / "zoo-cutter/card-long-edge-01.svg" for at in "ab")
    for name, (left, top, right, bottom) in cut_of(plain).items():
        want = (left + 0.5, top - 0.25, right + 0.5, bottom - 0.25)
        assert cut_of(moved)[name] == pytest.approx(want, abs=0.001)
    assert cut_of(plain, "Regmarks") == cut_of(moved, "Regmarks")


def test_three_marks_are_where_the_machine_looks(sent: Path) -> None:
    marks = cut_of(sent / "card-long-edge-01.svg", "Regmarks")
    assert marks == {
        "regmark-tl": (10, 10, 15, 15),
        "regmark-tr": (180, 10, 200, 30),
        "regmark-bl": (10, 267, 30, 287),
    }
    assert registration_marks(Size(297, 210)).keys() == marks.keys()
    shown = rasterise(sent / "zoo-card-long-edge.pdf", 0, 100, grey=True)
    back = rasterise(sent / "zoo-card-long-edge.pdf", 1, 100, grey=True)
    spot = (round(12.5 / 25.4 * 100), round(12.5 / 25.4 * 100))
    assert shown.getpixel(spot) == 0 and back.getpixel(spot) == 255


def test_art_keeps_away_from_the_marks(sent: Path) -> None:
    for svg in sent.glob("*.svg"):
        for left, top, right, bottom in cut_of(svg).values():
            assert left >= 16 and right <= 194 and top >= 12 and bottom <= 285


def test_a_line_tells_the_scale(sent: Path) -> None:
    text = (sent / "card-long-edge-01.dxf").read_bytes().decode()
    ((left, _, right, _),) = boxes(text, "Scale-100mm", 297)
    assert right - left == pytest.approx(100)
    assert "AC1009" in text and "$INSUNITS\r\n70\r\n4\r\n" in text


def test_pictures_for_print_then_cut(sent: Path) -> None:
    found = sorted((sent / "cricut").glob("*.png"))
    assert found
    for file in found:
        with Image.open(file) as picture:
            assert picture.size == (2025, 2775) and picture.mode == "RGBA"
            assert {int(alpha) for (alpha,) in zip(picture.getchannel("A").getextrema())} == {
                0,
                255,
            }


@given(st.floats(1, 150), st.floats(1, 150), st.floats(0, 60), st.floats(0, 50), st.floats(0, 50))
def test_a_dxf_reads_back_as_it_was(
    width: float, height: float, radius: float, x: float, y: float
) -> None:
    path = Outline.rect(Rect(x, y, width, height), radius)
    text = dxf((DxfLayer("Cut", 1, (path, Outline.line((0, 0), (9, 0)))),), 297)
    (_, closed, points), (_, opened, _) = polylines(text)
    assert closed and not opened
    (box,) = boxes(text, "Cut", 297)[:1]
    assert box == pytest.approx((x, y, x + width, y + height), abs=0.001)
    assert len(set(points)) >= 4
