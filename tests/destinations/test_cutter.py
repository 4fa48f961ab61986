"""Lines for cutting machines: as many as there are pieces, and where the sheets have them."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.destinations.cardmaker import TEMPLATES, CuttingTemplate
from pnp.destinations.dxf import DxfLayer, dxf, polylines
from pnp.destinations.registration import registration_marks
from pnp.export.png import rasterise
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect, Size
from tests.destinations.zoo import filled, zoo
from tests.make import write
from tests.projects import change, pnp

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


def test_four_marks_are_angles_in_the_corners(tmp_path: Path) -> None:
    root = zoo(tmp_path)
    result = pnp(root, "export", "cutter", "--registration", "four", "--paper", "letter")
    assert result.exit_code == 0, result.output
    marks = cut_of(root / "output/zoo-cutter/card-long-edge-01.svg", "Regmarks")
    assert marks == {
        "regmark-tl": (10, 10, 30, 30),
        "regmark-tr": (185.9, 10, 205.9, 30),
        "regmark-bl": (10, 249.4, 30, 269.4),
        "regmark-br": (185.9, 249.4, 205.9, 269.4),
    }
    pdf = root / "output/zoo-cutter/zoo-card-long-edge.pdf"

    def inked(box: Rect) -> tuple[int, int, int, int] | None:
        shown = rasterise(pdf, 0, 254, grey=True, box=box)  # ten pixels a millimetre
        return shown.point(lambda grey: 255 * (grey < 128)).getbbox()

    assert inked(Rect(184, 248, 24, 24)) == pytest.approx((19, 14, 221, 216), abs=3)
    assert inked(Rect(10.5, 10.5, 4.5, 4.5)) is None  # no square


CARD_MAKER = {
    "letter_standard_v3": ((742, 1036), (141, 900, 1658, 2417), (232, 1282)),
    "letter_japanese_v1": ((694, 1015), (165, 924, 1682, 2441), (243, 1293)),
    "letter_poker_v2": ((748, 1049), (132, 895, 1657, 2420), (220, 1283)),
    "letter_pokerhalf_v2": ((524, 733), (265, 827, 1388, 1950, 2512), (142, 908, 1674)),
    "letter_bridge_v2": ((673, 1049), (256, 961, 1666, 2371), (214, 1288)),
    "letter_bridgesquare_v1": ((673, 673), (242, 956, 1670, 2384), (221, 938, 1654)),
    "letter_domino_v1": ((524, 1049), (245, 817, 1388, 1959, 2531), (205, 1296)),
    "letter_dominosquare_v1": ((524, 524), (256, 823, 1388, 1954, 2520), (167, 731, 1295, 1859)),
    "a4_standard_v2": ((742, 1036), (245, 1004, 1763, 2522), (197, 1247)),
    "a4_japanese_v1": ((694, 1015), (269, 1028, 1786, 2545), (208, 1258)),
    "a4_poker_v1": ((748, 1049), (236, 999, 1761, 2524), (185, 1248)),
    "a4_pokerhalf_v1": ((524, 733), (368, 930, 1492, 2054, 2616), (120, 873, 1626)),
    "a4_bridge_v1": ((673, 1049), (359, 1064, 1769, 2475), (179, 1252)),
    "a3_standard_v1": ((742, 1036), (212, 971, 1730, 2489, 3248, 4007), (185, 1235, 2285)),
}
"""Cards and their left and upper edges, pixels at 300 dpi: Alan-Cha/silhouette-card-maker
(MIT), assets/layouts.json at 1fcf82a."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)
def test_cutting_templates_cut_where_their_public_table_says(template: CuttingTemplate) -> None:
    """The middle of each card within three pixels, a quarter of a millimetre."""
    (width, height), lefts, tops = CARD_MAKER[template.name]
    card = template.card
    assert (width, height) == pytest.approx(
        (card.width * 300 / 25.4, card.height * 300 / 25.4), abs=4
    )
    precut = template.precut(card)
    assert (precut.columns, precut.rows) == (len(lefts), len(tops))
    for edges, size, paper, whole, own, gap in (
        (lefts, width, template.sheet.width, precut.whole.width, card.width, precut.gaps.width),
        (tops, height, template.sheet.height, precut.whole.height, card.height, precut.gaps.height),
    ):
        mine = [(paper - whole + own) / 2 + number * (own + gap) for number in range(len(edges))]
        theirs = [(edge + size / 2) / 300 * 25.4 for edge in edges]
        assert mine == pytest.approx(theirs, abs=0.25)
    assert CARD_MAKER.keys() == {each.name for each in TEMPLATES}


def test_cards_lie_where_a_cutting_template_cuts_them(tmp_path: Path) -> None:
    root = zoo(tmp_path)
    words = ("export", "cutter", "--registration", "card-maker")
    assert "--registration card-maker" in pnp(root, *words, "--paper", "legal").output
    change(root, "card_data/zoo/game.yaml", "deck\n    size: 20 x 30", "deck\n    size: 63 x 88")
    change(root, "card_data/zoo/game.yaml", "deck, size: 20 x 30 mm, face: back", SMALL)
    for name in ("beast", "back"):
        fill = {"beast": "card.fur", "back": "card.back"}[name]
        (root / f"templates/{name}.svg").write_text(filled((63, 88), fill))
    (root / "templates/small.svg").write_text(filled((20, 30), "#00ff80"))
    result = pnp(root, *words)
    assert result.exit_code == 0, result.output
    assert "14 pieces" in result.output
    folder = root / "output/zoo-cutter"
    sheet = folder / "card-long-edge-a4_standard_v2-01.svg"
    assert ElementTree.parse(sheet).getroot().get("viewBox") == "0 0 297 210"
    cards = cut_of(sheet)
    assert len(cards) == 6
    left, top, right, bottom = cards["cut/beast/ape#1"]
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((52.16, 60.54), abs=0.2)
    marks = cut_of(sheet, "Regmarks")
    assert marks["regmark-tl"] == (10, 10, 15, 15)
    pdf = folder / "zoo-card-long-edge-a4_standard_v2.pdf"
    shown = rasterise(pdf, 0, 600, grey=True, box=Rect(0, 0, 18, 16))
    first = shown.point(lambda grey: 255 * (grey < 128)).getbbox()
    assert first == pytest.approx([at / 25.4 * 600 for at in (9.48, 9.48, 15.54, 15.54)], abs=3)
    others = cut_of(folder / "card-one-side-01.svg")
    assert "cut/lone/lone#1" in others and cut_of(folder / "card-one-side-01.svg", "Regmarks")


SMALL = "deck, size: 20 x 30 mm, face: small"


def test_decks_of_one_cutting_template_have_sheets_of_their_own(tmp_path: Path) -> None:
    """Cards that stand, that lie and that are a little wider are all cut by one template."""
    sizes = {"owl": (63, 88), "bat": (88, 63), "fox": (63.2, 88)}
    decks = "".join(
        f"  {name}: {{kind: deck, size: {size[0]} x {size[1]} mm, face: {name}.svg,"
        f" rows: [{{id: {name}}}]}}\n"
        for name, size in sizes.items()
    )
    game = f"title: Wood\nplayers: 2\ncomponents:\n{decks}"
    faces = {f"templates/{name}.svg": filled(size, "#008800") for name, size in sizes.items()}
    root = write(tmp_path, {"card_data/wood/game.yaml": game, **faces})
    result = pnp(root, "export", "cutter", "--registration", "card-maker")
    assert result.exit_code == 0, result.output
    folder = root / "output/wood-cutter"
    sheets = [folder / f"card-one-side-a4_standard_v2-{number:02}.svg" for number in (1, 2, 3)]
    assert [[*cut_of(sheet)] for sheet in sheets] == [[f"cut/{n}/{n}#1"] for n in sizes]
    with pikepdf.open(folder / "wood-card-one-side-a4_standard_v2.pdf") as pdf:
        assert len(pdf.pages) == 3


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


def test_pieces_for_print_then_cut_do_not_touch(tmp_path: Path) -> None:
    """A machine that follows the edge of what is opaque cuts out what touches as one piece."""
    root = zoo(tmp_path)
    change(root, "card_data/zoo/game.yaml", "16 x 16 mm, cut: outline", "16 x 16 mm, bleed: 0 mm")
    assert pnp(root, "export", "cutter").exit_code == 0
    found = 0
    for file in (root / "output/zoo-cutter/cricut").glob("*.png"):
        with Image.open(file) as picture:
            found += opaque_parts(picture.getchannel("A").reduce(4))
    assert found == 15  # the arrow of a spinner is cut out alone


def test_pieces_for_print_then_cut_need_no_room_for_their_bleed(tmp_path: Path) -> None:
    deck = "{kind: deck, size: 50 x 70 mm, bleed: 6 mm, face: card.svg, rows: [{id: owl, qty: 9}]}"
    card = filled((50, 70), "#00aa00").replace("-4", "-7").replace("58", "64").replace("78", "84")
    game = f"title: Wood\nplayers: 2\ncomponents:\n  owl: {deck}\n"
    root = write(tmp_path, {"card_data/wood/game.yaml": game, "templates/card.svg": card})
    assert pnp(root, "export", "cutter").exit_code == 0
    assert len([*(root / "output/wood-cutter/cricut").glob("*.png")]) == 1


def opaque_parts(alpha: Image.Image) -> int:
    """How many parts of a picture are not transparent, and do not touch each other."""
    width, data = alpha.width, alpha.tobytes()
    joined: list[int] = []
    above: list[tuple[int, int, int]] = []
    for start in range(0, len(data), width):
        here = []
        for run in re.finditer(rb"[^\0]+", data[start : start + width]):
            left, right = run.span()
            touched = {
                _first(joined, part) for one, end, part in above if one < right and left < end
            }
            part = min(touched, default=len(joined))
            if not touched:
                joined.append(part)
            for other in touched:
                joined[other] = part
            here.append((left, right, part))
        above = here
    return sum(part == number for number, part in enumerate(joined))


def _first(joined: list[int], part: int) -> int:
    while joined[part] != part:
        part = joined[part]
    return part


def test_what_finds_no_room_between_the_marks_is_told(tmp_path: Path) -> None:
    result = pnp(zoo(tmp_path), "export", "cutter", "--paper", "80 x 90 mm", "--backs", "none")
    assert result.exit_code == 0, result.output
    told = "left out: 1 × wheel (no room for it between the marks on 80 x 90 mm)"
    assert told in result.output


def test_a_fold_is_neither_offered_nor_taken(tmp_path: Path) -> None:
    """The marks of a machine are on one side of the paper."""
    assert "gutterfold" not in pnp(tmp_path, "export", "--help").output
    result = pnp(zoo(tmp_path), "export", "cutter", "--backs", "gutterfold")
    assert result.exit_code == 2
    assert "'gutterfold' is not one of 'long-edge', 'short-edge', 'none'" in result.output


def test_a_paper_without_room_is_told_in_a_sentence(tmp_path: Path) -> None:
    result = pnp(zoo(tmp_path), "export", "cutter", "--paper", "40 x 40 mm")
    assert result.exit_code == 2
    assert "zoo has nothing for cutting machines\n" in result.output


@pytest.mark.thorough
def test_another_reader_of_dxf_finds_no_fault(sent: Path) -> None:
    import ezdxf
    from ezdxf import bbox

    for file in sent.glob("*.dxf"):
        drawing = ezdxf.readfile(file)
        found = drawing.audit()
        assert not found.errors and not found.fixes
        assert (drawing.dxfversion, drawing.header["$INSUNITS"]) == ("AC1009", 4)
        ours: dict[str, list[Box]] = {}
        for line in drawing.modelspace():
            around = bbox.extents([line])
            (left, low, _), (right, high, _) = around.extmin, around.extmax
            box = (left, 297 - high, right, 297 - low)
            ours.setdefault(line.dxf.layer, []).append(box)
        for layer, boxed in ours.items():
            want = boxes(file.read_bytes().decode(), layer, 297)
            assert sorted(boxed) == [pytest.approx(box, abs=0.001) for box in sorted(want)]
        assert len(ours["Cut"]) >= len(cut_of(file.with_suffix(".svg")))


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
