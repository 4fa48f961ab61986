"""PDF/X for print shops: inks as they are meant, on the plates where they belong."""

import subprocess
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageCms

from pnp.base.color import Color
from pnp.destinations.printpages import read_pages
from pnp.export.pdfx.press import Inks, Press, Standard, read_profile, shipped_profile
from pnp.export.pdfx.separation import _parts
from pnp.export.pdfx.standard import CUT, XPage, pdfx
from pnp.export.png import rasterise
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Rect
from tests.destinations.zoo import COLOURS
from tests.make import svg, write
from tests.projects import pnp

GAME = """\
title: Press & Co
players: 2
components:
  beast:
    kind: deck
    size: 20 x 30 mm
    bleed: 3 mm
    columns: {fur: text, back: text}
    face: beast.svg
    back: back.svg
    rows: [{id: ape, qty: 2, fur: "#ff0000", back: "#000010"},
      {id: bee, fur: "#00ff00", back: "#000010"},
      {id: cat, qty: 3, fur: "#0000ff", back: "#000080"}]
  keeper: {kind: standee, size: 10 x 20 mm, base: 5 mm, face: keeper.svg, rows: [{id: keeper}]}
"""

GROUND = '<rect x="-3" y="-3" width="26" height="36" fill="{fill}" pnp:fill="{{{{ {value} }}}}"/>'

WORDS = '<text x="2" y="{y}" font-family="Alegreya Sans" font-size="4" fill="{fill}">HHHH</text>'

BEAST = f"""
{GROUND.format(fill="#f00", value="card.fur")}
<defs><linearGradient id="fade" x1="0" x2="1"><stop offset="0" stop-color="#000"/>
<stop offset="1" stop-color="#ff0"/></linearGradient></defs>
<rect x="0" y="0" width="20" height="6" fill="#fff"/>
{WORDS.format(y=5, fill="#000")}
<rect x="0" y="6" width="20" height="6" fill="#000000"/>
{WORDS.format(y=11, fill="#111111")}
<rect x="0" y="12" width="20" height="6" fill="url(#fade)"/>
<rect x="0" y="18" width="10" height="6" fill="#000"/>
<image x="10" y="18" width="10" height="6" preserveAspectRatio="none" href="spot.png"/>
<path d="M0 26H20" stroke="#808080" stroke-width=".2"/>
<rect x="12" y="26" width="6" height="3" fill="#fff" fill-opacity=".5"/>
"""
"""White under black letters, black under others, a gradient, black, a picture, a grey line, and a
veil."""

SIZE = (26.0, 36.0)
"""The page of a card: its trim and 3 mm of bleed, in millimetres."""


def project(root: Path) -> Path:
    """A game with one thing of each sort that a press treats in a way of its own."""
    spot = BytesIO()
    Image.new("RGB", (8, 8), (40, 160, 90)).save(spot, "PNG")
    keeper = '<rect x="-3" y="-3" width="16" height="56" fill="#0a0"/>'
    templates = {
        "beast": svg(BEAST, (20, 30)),
        "back": svg(GROUND.format(fill="#000", value="card.back"), (20, 30)),
        "keeper": svg(keeper, (10, 50)),
    }
    return write(
        root,
        {
            "card_data/press/game.yaml": GAME,
            **{f"templates/{name}.svg": text for name, text in templates.items()},
            "templates/spot.png": spot.getvalue(),
        },
    )


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(tmp_path_factory.mktemp("press"))


@pytest.fixture(scope="module")
def x4(root: Path) -> Path:
    result = pnp(root, "export", "pdfx")
    assert result.exit_code == 0, result.output
    assert "7 pieces for print shops, read back as they are" in result.output
    return root / "output/press-pdfx"


@pytest.fixture(scope="module")
def x1a(root: Path) -> Path:
    result = pnp(root, "export", "pdfx", "--standard", "x1a", "-o", "old")
    assert result.exit_code == 0, result.output
    assert "3 sides of 7 drawn as pixels where art is see-through" in result.output
    return root / "old/press-pdfx"


@pytest.fixture(scope="module")
def press() -> Press:
    return Press(shipped_profile(), 300)


def colour(text: str) -> Color:
    return Color(*bytes.fromhex(text.removeprefix("#")))


def operations(leaf: pikepdf.Page, part: int = 0) -> list[tuple[str, list[Any]]]:
    content = leaf.obj.Contents
    stream = content[part] if isinstance(content, pikepdf.Array) else content
    return [(str(each.operator), [*each.operands]) for each in pikepdf.parse_content_stream(stream)]


def inks_of(leaf: pikepdf.Page) -> list[Inks]:
    """The inks of all fills of a page, from 0 to 255, in their order."""
    found = (operands for operator, operands in operations(leaf) if operator == "k")
    return [Inks(*(round(float(part) * 255) for part in each)) for each in found]


def everything(file: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every object, those inside of others too."""

    def inside(thing: Any) -> Iterator[Any]:
        yield thing
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            for key in thing.keys():  # noqa: SIM118
                yield from () if thing[key] is None or key == "/Parent" else inner(thing[key])
        elif isinstance(thing, pikepdf.Array):
            for each in thing:
                yield from inner(each)

    def inner(thing: Any) -> Iterator[Any]:
        direct = not isinstance(thing, pikepdf.Object) or not thing.is_indirect
        return inside(thing) if direct else iter(())

    for each in file.objects:
        yield from inside(each)


def names(file: pikepdf.Pdf) -> set[str]:
    return {str(each) for each in everything(file) if isinstance(each, pikepdf.Name)}


@pytest.mark.parametrize("limit", [240, 300])
def test_no_colour_has_more_ink_than_the_limit(limit: int) -> None:
    press, full = Press(shipped_profile(), limit), Press(shipped_profile(), 400)
    random = Random(1)
    colours = [Color(*random.randbytes(3)) for _ in range(4000)] + [Color(0, 0, 0)]
    press.learn(colours)
    full.learn(colours)
    assert max(sum(press.inks(each)) for each in colours) <= limit * 255 // 100
    for each in colours:
        meant, made = full.inks(each), press.inks(each)
        if sum(meant) <= press.most_ink:
            assert made == meant
        else:
            room = press.most_ink - meant.black
            scaled = [ink * room / meant.colored for ink in meant[:3]]
            assert made.black == meant.black and made[:3] == pytest.approx(scaled, abs=1)


def test_a_picture_has_the_inks_of_its_colours(press: Press) -> None:
    random = Random(2)
    colours = [Color(*random.randbytes(3)) for _ in range(64)]
    picture = Image.frombytes("RGB", (8, 8), bytes(part for each in colours for part in each))
    made = press.raster(picture).tobytes()
    assert [Inks(*made[at : at + 4]) for at in range(0, 256, 4)] == [*map(press.inks, colours)]


def test_greys_of_letters_are_black_ink_that_is_as_light(press: Press) -> None:
    assert press.black_alone(Color(0, 0, 0)) == Inks(0, 0, 0, 255)
    assert press.black_alone(Color(255, 255, 255)) == Inks(0, 0, 0, 0)
    assert press.black_alone(Color(29, 29, 31)) == Inks(0, 0, 0, 255)  # darker than the ink
    assert press.black_alone(Color(60, 29, 31)) is None
    ramp = [press.blacks[grey] for grey in range(256)]
    assert ramp == sorted(ramp, reverse=True)
    shown = ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(BytesIO(shipped_profile().data)),
        ImageCms.createProfile("sRGB"),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
    )
    for grey in (80, 128, 200, 240):
        patch = Image.new("CMYK", (1, 1), press.black_alone(Color(grey, grey, grey)))
        seen = ImageCms.applyTransform(patch, shown)
        assert seen is not None
        assert sum(seen.tobytes()) / 3 == pytest.approx(grey, abs=4)


def test_faces_are_followed_by_their_backs(x4: Path, press: Press) -> None:
    with pikepdf.open(x4 / "press-beast.pdf") as file:
        shown = [inks_of(leaf)[0] for leaf in file.pages]
    wanted = {
        tuple(press.inks(colour(each)) for each in pair): name for name, pair in COLOURS.items()
    }
    pairs = zip(shown[::2], shown[1::2], strict=True)
    assert Counter(wanted[pair] for pair in pairs) == {"ape": 2, "bee": 1, "cat": 3}
    with pikepdf.open(x4 / "press-keeper.pdf") as file:
        assert len(file.pages) == 1


def test_reading_back_sees_what_is_wrong(x4: Path, tmp_path: Path) -> None:
    before = read_pages(x4, first="face")
    assert before.total() == 7
    for number, change in enumerate((_lose, _swap, _draw_another)):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in ("beast", "keeper"):
            with pikepdf.open(x4 / f"press-{name}.pdf") as file:
                change(file)
                file.save(folder / f"press-{name}.pdf")
        assert read_pages(folder, first="face") != before


def _lose(file: pikepdf.Pdf) -> None:
    del file.pages[-1]


def _swap(file: pikepdf.Pdf) -> None:
    file.pages.reverse()
    file.pages.append(file.pages[0])


def _draw_another(file: pikepdf.Pdf) -> None:
    """The last face is drawn as the first one, under its own name."""
    first, last = file.pages[0].obj, file.pages[-1 - (len(file.pages) + 1) % 2].obj
    drawn = {page.Contents[0].objgen: page.Contents[0] for page in (first, last)}
    one, other = first.Contents[0], last.Contents[0]
    head, mark, _ = other.read_bytes().partition(b"BDC")
    other.write(head + mark + one.read_bytes().partition(b"BDC")[2])
    if len(drawn) == 1:
        last.Contents = pikepdf.Array()
        last.Contents.append(file.make_stream(b""))


@pytest.mark.parametrize(
    "shape",
    [
        '<rect width="9" height="9" fill="#f00" fill-opacity="0" pnp:width="{{ card.wide }}"/>',
        '<text x="2" y="9" font-family="Alegreya Sans" font-size="4" fill="#000" '
        'pnp:fill="{{ card.dark }}">H</text>',
        '<text y="9" font-family="Alegreya Sans" fill="none" pnp:text="{{ card.wide }}">H</text>',
        '<rect width="9" height="9" transform="scale(0)" pnp:width="{{ card.wide }}"/>',
        '<path d="M0 9H9" stroke="#000" stroke-width=".2" pnp:stroke="{{ card.dark }}"/>',
        '<rect width="9" height="9" fill="#000" pnp:fill="{{ card.blue }}"/>',
    ],
)
def test_faces_that_print_alike_are_read_back(tmp_path: Path, shape: str) -> None:
    game = (
        "title: Alike\nplayers: 2\ncomponents:\n  card:\n    kind: deck\n    size: 20 x 30 mm\n"
        "    columns: {wide: int, dark: text, blue: text}\n    face: card.svg\n    rows:\n"
        '      - {id: one, wide: 3, dark: "#000000", blue: "#0001ff"}\n'
        '      - {id: two, wide: 5, dark: "#0b0b0b", blue: "#0000ff"}\n'
    )
    words = svg('<rect width="20" height="2" fill="#ccc"/>' + shape, (20, 30))
    write(tmp_path, {"card_data/alike/game.yaml": game, "templates/card.svg": words})
    result = pnp(tmp_path, "export", "pdfx")
    assert result.exit_code == 0, result.output
    assert "2 pieces for print shops, read back as they are" in result.output


def test_every_colour_is_an_ink(x4: Path, x1a: Path) -> None:
    for folder in (x4, x1a):
        for path in folder.glob("*.pdf"):
            with pikepdf.open(path) as file:
                assert not names(file) & {"/DeviceRGB", "/CalRGB", "/ICCBased"}, path
                for leaf in file.pages:
                    used = {operator for operator, _ in operations(leaf)}
                    assert "k" in used and not used & {"rg", "RG", "g", "G"}


def test_solid_colours_black_letters_and_thin_lines(x4: Path, press: Press) -> None:
    with pikepdf.open(x4 / "press-beast.pdf") as file:
        found = operations(file.pages[0])
    state = ""
    letters = []
    fills: list[Inks] = []
    for operator, operands in found:
        if operator == "gs":
            state = str(operands[0])
        elif operator == "Q":
            state = ""
        elif operator == "k":
            fills.append(Inks(*(round(float(part) * 255) for part in operands)))
        elif operator == "BT":
            letters.append((fills[-1], state))
    black = Inks(0, 0, 0, 255)
    # over white paper black is printed over; over all inks it would be too much
    assert letters == [(black, "/Overprint"), (black, "")]
    for meant in ("#ff0000", "#ffffff", "#000000"):
        assert press.inks(colour(meant)) in fills
    lines = [operands for operator, operands in found if operator == "K"]
    assert [float(part) for part in lines[0][:3]] == [0, 0, 0] and 0.4 < lines[0][3] < 0.7


def test_a_gradient_has_stops_enough(x4: Path, press: Press) -> None:
    with pikepdf.open(x4 / "press-beast.pdf") as file:
        found = [each for each in everything(file) if _is_gradient(each)]
        assert found
        function = found[0]
        parts = [
            (float(start), float(end), each)
            for (start, end), each in zip(
                pairwise([0, *function.Bounds, 1]), function.Functions, strict=True
            )
        ]
        assert len(parts) >= 16
        for start, _, each in parts:
            level = round(255 * start)
            near = press.inks(Color(level, level, 0))
            assert [round(float(part) * 255) for part in each.C0] == pytest.approx(near, abs=2)


def _is_gradient(thing: Any) -> bool:
    return isinstance(thing, pikepdf.Dictionary) and thing.get("/FunctionType") == 3


def test_a_step_of_a_gradient_stays_one() -> None:
    blend = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0], C1=[1, 1, 1], N=1)
    even = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 0, 0], C1=[1, 0, 0], N=1)
    both = pikepdf.Dictionary(FunctionType=3, Functions=[blend, even], Bounds=[0.25])
    parts = [*_parts(both)]
    assert parts[15][1:] == (Color(255, 255, 255), 0.25)
    assert parts[16:] == [(Color(255, 0, 0), Color(255, 0, 0), 1.0)]


@pytest.mark.parametrize(("standard", "version"), [("x4", "1.6"), ("x1a", "1.4")])
def test_the_file_says_what_it_is(
    standard: str, version: str, request: pytest.FixtureRequest
) -> None:
    folder: Path = request.getfixturevalue(standard)
    title = {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}[standard]
    data = (folder / "press-beast.pdf").read_bytes()
    assert data.startswith(f"%PDF-{version}".encode()) and b"/ObjStm" not in data
    with pikepdf.open(BytesIO(data)) as file:
        facts = file.docinfo
        assert facts["/GTS_PDFXVersion"] == title and facts["/Trapped"] == pikepdf.Name("/False")
        packet = file.Root.Metadata.read_bytes().decode()
        assert f"<pdfxid:GTS_PDFXVersion>{title}</" in packet
        assert "Press &amp; Co: beast" in packet and facts["/Title"] == "Press & Co: beast"
        (intent,) = file.Root.OutputIntents
        assert (intent.S, intent.OutputConditionIdentifier) == ("/GTS_PDFX", "FOGRA39")
        assert intent.DestOutputProfile.read_bytes() == shipped_profile().data
        for leaf in file.pages:
            width, height = (round(float(edge) / 72 * 25.4, 2) for edge in leaf.mediabox[2:])
            assert (width, height) == SIZE
            trim = [round(float(edge) / 72 * 25.4, 2) for edge in leaf.obj.TrimBox]
            assert trim == [3, 3, 23, 33] and leaf.obj.BleedBox == leaf.obj.MediaBox
            assert ("/Group" in leaf.obj) is (standard == "x4") and "/Trans" not in leaf.obj
        assert ("/OCProperties" in file.Root) is (standard == "x4")


def test_pdf_x_1a_has_nothing_see_through(x1a: Path, press: Press) -> None:
    for path in x1a.glob("*.pdf"):
        with pikepdf.open(path) as file:
            assert not names(file) & {"/Transparency", "/SMask", "/Luminosity", "/OCG"}
            for each in everything(file):
                if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
                    assert not {"/SMask", "/ca", "/CA", "/BM"} & {*each.keys()}
    with pikepdf.open(x1a / "press-beast.pdf") as file:
        leaf = file.pages[0]
        box, name = _last_picture(leaf)
        assert [round(part, 1) for part in box] == [6, 3, 15, 29]  # the veil, on the page
        picture = pikepdf.PdfImage(leaf.obj.Resources.XObject[name]).as_pil_image()
        middle = picture.getpixel((picture.width // 2, picture.height // 2))
        veiled = press.inks(Color(255, 128, 128))
        assert middle == pytest.approx(veiled, abs=1)


def _last_picture(leaf: pikepdf.Page) -> tuple[list[float], str]:
    """Width, height, left and top of the picture that is painted last, and its name."""
    box, name = [0.0] * 6, ""
    for operator, operands in operations(leaf):
        if operator == "cm":
            place = [float(part) for part in operands]
        elif operator == "Do":
            box, name = place, str(operands[0])
    return [box[0], -box[3], box[4], box[5] + box[3]], name


def test_lines_are_spot_colours_on_layers(x4: Path, x1a: Path) -> None:
    for folder, layered in ((x4, True), (x1a, False)):
        with pikepdf.open(folder / "press-keeper.pdf") as file:
            leaf = file.pages[0]
            found = operations(leaf, 1)
            spaces = leaf.obj.Resources.ColorSpace
            for name in ("/CutContour", "/Crease"):
                assert list(spaces[name])[:2] == ["/Separation", name]
                assert ("cs", name) not in found
            chosen = [str(operands[0]) for operator, operands in found if operator == "CS"]
            assert chosen == ["/CutContour", "/Crease"]
            begins = [[*map(float, place)] for operator, place in found if operator == "m"]
            assert begins == [[3, 3], [3, 8], [3, 28], [3, 48]]
            assert sum(operator == "gs" for operator, _ in found) == 2
            marks = [str(operands[1]) for operator, operands in found if operator == "BDC"]
            assert marks == (["/CutContour", "/Crease"] if layered else [])
            if layered:
                groups = leaf.obj.Resources.Properties
                assert [str(groups[mark].Name) for mark in marks] == ["CutContour", "Crease"]
                assert groups["/Crease"].GTS_Metadata.GTS_ProcStepsType == "/Creasing"
    with pikepdf.open(x4 / "press-beast.pdf") as file:
        assert isinstance(file.pages[1].obj.Contents, pikepdf.Stream)  # no lines on backs


def test_lines_leave_the_resources_of_their_page(press: Press) -> None:
    plain, data = pikepdf.new(), BytesIO()
    leaf = plain.add_blank_page(page_size=(90, 90))
    leaf.obj.Contents = plain.make_stream(b"1 0 0 rg 0 0 9 9 re f")
    mine = pikepdf.Dictionary(Mine=pikepdf.Name.DeviceCMYK)
    leaf.obj.Resources = pikepdf.Dictionary(ColorSpace=mine)
    for name in ("Title", "Creator", "Producer"):
        plain.docinfo[f"/{name}"] = name
    plain.docinfo["/CreationDate"] = "D:20260101000000Z"
    plain.save(data)
    described = XPage(Rect(0, 0, 30, 30), ((CUT, Outline.rect(Rect(0, 0, 30, 30))),))
    made = pdfx(data.getvalue(), [described], Standard.X4, press)
    with pikepdf.open(BytesIO(made)) as file:
        spaces = file.pages[0].obj.Resources.ColorSpace
        assert {*spaces.keys()} == {"/Mine", "/CutContour"}


def test_the_same_bytes_twice(root: Path, x4: Path, x1a: Path) -> None:
    for folder, words in ((x4, ()), (x1a, ("--standard", "x1a"))):
        result = pnp(root, "export", "pdfx", *words, "-o", "again")
        assert result.exit_code == 0, result.output
        for file in folder.iterdir():
            assert file.read_bytes() == (root / "again/press-pdfx" / file.name).read_bytes()


@pytest.mark.needs("gs")
@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_plates_are_as_they_are_meant(
    standard: str, request: pytest.FixtureRequest, tmp_path: Path, press: Press
) -> None:
    """Ghostscript's plates, each a picture of one ink; points lie in the middle of areas."""
    folder: Path = request.getfixturevalue(standard)
    plates = separated(folder / "press-beast.pdf", tmp_path)
    assert {*plates} == {"Cyan", "Magenta", "Yellow", "Black", "CutContour"}
    for point, meant in (
        ((1, 1), press.inks(colour("#ff0000"))),
        ((22, 14), press.inks(colour("#000000"))),
        ((8, 24), press.inks(colour("#000000"))),
        ((18, 24), press.inks(Color(40, 160, 90))),
        ((13, 18), press.inks(Color(128, 128, 0))),
    ):
        shown = [_at(plates[ink], point) for ink in ("Cyan", "Magenta", "Yellow", "Black")]
        assert shown == pytest.approx(meant, abs=3 if point == (13, 18) else 1), point
    letters = (3.5, 3.5, 22.5, 8.5)  # the strip of white paper with black letters
    for ink in ("Cyan", "Magenta", "Yellow"):
        assert _most(plates[ink], letters) == 0
    assert _most(plates["Black"], letters) == 255
    # the line to cut is on its own plate alone, and what is below it is not cut out
    assert _most(plates["CutContour"], (0, 0, *SIZE)) > 0
    edges = [part / DPI * 25.4 for part in plates["CutContour"].getbbox() or ()]
    assert edges == pytest.approx([3, 3, 23, 33], abs=0.3)  # two pixels: it is drawn on two at most
    assert _at(plates["Yellow"], (3, 32)) == press.inks(colour("#ff0000")).yellow
    bands = [plates[name].tobytes() for name in ("Cyan", "Magenta", "Yellow", "Black")]
    assert max(map(sum, zip(*bands, strict=True))) <= press.most_ink


DPI = 144


def separated(file: Path, folder: Path) -> dict[str, Image.Image]:
    """The plates of a file's first page; a level is the amount of ink.

    Ghostscript 10.0 loses spot colours when it is asked for some of a file's pages.
    """
    with pikepdf.open(file) as whole:
        del whole.pages[1:]
        whole.save(folder / "first.pdf")
    out = f"-sOutputFile={folder / 'plate%d.tif'}"
    tool = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiffsep", f"-r{DPI}", out]
    subprocess.run([*tool, str(folder / "first.pdf")], check=True, capture_output=True)
    found = {}
    for plate in folder.glob("plate1(*).tif"):
        with Image.open(plate) as picture:
            name = plate.stem.partition("(")[2].rstrip(")")
            found[name] = picture.convert("L").point(lambda level: 255 - level)
    return found


def _at(plate: Image.Image, point: tuple[float, float]) -> int:
    x, y = (int(part / 25.4 * DPI) for part in point)
    return int(plate.getpixel((x, y)))


def _most(plate: Image.Image, box: tuple[float, float, float, float]) -> int:
    part = plate.crop(tuple(int(edge / 25.4 * DPI) for edge in box))
    return int(part.getextrema()[1])


def test_another_printing_condition(root: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.icc"
    mine.write_bytes(shipped_profile().data)
    result = pnp(root, "export", "pdfx", "--profile", str(mine), "-o", "mine")
    assert result.exit_code == 0, result.output
    with pikepdf.open(root / "mine/press-pdfx/press-keeper.pdf") as file:
        (intent,) = file.Root.OutputIntents
        assert intent.OutputConditionIdentifier == "Custom" and "/RegistryName" not in intent
        assert intent.Info == "FOGRA39L Coated"


def with_a_matrix() -> bytes:
    """A profile of ICC version 4 with matrices before its tables, which Little CMS cannot write."""
    data = bytearray(shipped_profile().data)
    data[8] = 4
    count = int.from_bytes(data[128:132])
    for tag in (data[at : at + 12] for at in range(132, 132 + 12 * count, 12)):
        if tag[:3] == b"B2A":
            matrix = int.from_bytes(tag[4:8]) + 12
            data[matrix : matrix + 4] = (40000).to_bytes(4)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), "for RGB, not for"),
        (shipped_profile().data[:4000], "--profile: "),  # cut short
        (with_a_matrix(), "cannot be used: a table of colours is missing, damaged or unknown"),
        (shipped_profile().data + bytes(200_000), "is larger than 0.25 MB"),
    ],
    ids=("of a screen", "cut short", "with a matrix", "too large"),
)
def test_a_profile_that_is_none_is_refused(
    root: Path, tmp_path: Path, data: bytes, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_LIMITS", "file-bytes=262144")
    file = tmp_path / "odd.icc"
    file.write_bytes(data)
    result = pnp(root, "export", "pdfx", "--profile", str(file), "-o", str(tmp_path / "none"))
    assert result.exit_code == 2, result.output
    assert result.output.startswith(f'error: --profile: "{file}" ')
    assert told in result.output and "\n  hint: name an ICC profile (.icc)" in result.output
    assert not (tmp_path / "none").exists()


def newer_profile(folder: Path) -> Path:
    """The profile that pnp has, but for the version of its format."""
    data = bytearray(shipped_profile().data)
    data[8] = 4
    file = folder / "new.icc"
    file.write_bytes(data)
    return file


def test_a_profile_newer_than_the_standard_is_refused(root: Path, tmp_path: Path) -> None:
    file = newer_profile(tmp_path)
    words = ("--profile", str(file), "-o", str(tmp_path / "none"))
    result = pnp(root, "export", "pdfx", "--standard", "x1a", *words)
    assert result.exit_code == 2, result.output
    told = '"FOGRA39L Coated" is of ICC version 4, PDF/X-1a:2003 takes version 2'
    assert told in result.output and "hint: write --standard x4" in result.output
    assert not (tmp_path / "none").exists()
    assert Standard.X4.takes(read_profile(file))


GREEN, HALF = Color(20, 180, 60), 128 / 255
BELOW = Color(200, 100, 50)
"""What is below all veils, and what they are of."""

BOX = '<rect x="{x}" y="0" width="6" height="6"'

VEILS = {
    "opacity of a fill": f'{BOX} fill="#14b43c" fill-opacity=".502"/>',
    "opacity of a line": '<path d="M{x} 3h6" stroke-width="6" stroke="#14b43c80"/>',
    "a group": f'<g opacity=".502">{BOX} fill="#f0f"/>{BOX} fill="#14b43c"/></g>',
    "a clip": f'<g clip-path="url(#all)">{BOX} fill="#14b43c" fill-opacity=".502"/></g>',
    "a mask": f'<g mask="url(#half)">{BOX} fill="#14b43c"/></g>',
    "a gradient": f'{BOX} fill="url(#thin)"/>',
    "a pattern": f'{BOX} fill="url(#tiles)"/>',
    "a picture": '<image x="{x}" y="0" width="6" height="6" href="veil.png"/>',
    "moved": '<g transform="translate({x} 0) scale(2)">'
    '<rect width="3" height="3" fill="#14b43c" fill-opacity=".502"/></g>',
    "a blend mode": f'{BOX} fill="#14b43c" style="mix-blend-mode: multiply"/>',
}

DEFINED = """\
<defs><clipPath id="all"><rect x="-9" y="-9" width="99" height="99"/></clipPath>
<mask id="half" maskUnits="userSpaceOnUse" x="-9" y="-9" width="99" height="99">
<rect x="-9" y="-9" width="99" height="99" fill="#808080"/></mask>
<linearGradient id="thin"><stop stop-color="#14b43c" stop-opacity=".502"/>
<stop offset="1" stop-color="#14b43c" stop-opacity=".502"/></linearGradient>
<pattern id="tiles" width="2" height="2" patternUnits="userSpaceOnUse">
<rect width="2" height="2" fill="#14b43c" fill-opacity=".502"/></pattern></defs>
<rect x="-3" y="-3" width="66" height="12" fill="#c86432"/>
"""


@pytest.mark.needs("gs")
@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_what_is_see_through_has_the_inks_of_what_is_seen(
    standard: str, tmp_path: Path, press: Press
) -> None:
    """PDF/X-4 mixes inks; pixels, all that PDF/X-1a has, are mixed as on a screen."""
    veil = BytesIO()
    Image.new("RGBA", (8, 8), (*GREEN, 128)).save(veil, "PNG")
    body = "".join(text.format(x=6 * at) for at, text in enumerate(VEILS.values()))
    write(
        tmp_path,
        {
            "card_data/veil/game.yaml": "title: Veil\nplayers: 2\ncomponents:\n  veil: {kind: deck,"
            " size: 60 x 6 mm, bleed: 3 mm, face: veil.svg, rows: [{id: a}]}\n",
            "templates/veil.svg": svg(DEFINED + body, (60, 6)),
            "templates/veil.png": veil.getvalue(),
        },
    )
    result = pnp(tmp_path, "export", "pdfx", "--standard", standard)
    assert result.exit_code == 0, result.output
    plates = separated(tmp_path / "output/veil-pdfx/veil-veil.pdf", tmp_path)
    mixed = Color(*(round(a + (b - a) * HALF) for a, b in zip(BELOW, GREEN, strict=True)))
    below, above = press.inks(BELOW), press.inks(GREEN)
    meant = {name: press.inks(mixed) for name in VEILS}
    if standard == "x4":
        inks = Inks(*(round(a + (b - a) * HALF) for a, b in zip(below, above, strict=True)))
        meant = dict.fromkeys(VEILS, inks)
    multiplied = Color(*(round(a * b / 255) for a, b in zip(BELOW, GREEN, strict=True)))
    meant["a blend mode"] = press.inks(multiplied)
    four = ("Cyan", "Magenta", "Yellow", "Black")
    for number, (name, wanted) in enumerate(meant.items()):
        shown = [_at(plates[ink], (3 + 6 * number + 3.3, 3 + 3.3)) for ink in four]
        assert shown == pytest.approx(wanted, abs=4), name


def test_words_between_veils_stay_letters(tmp_path: Path) -> None:
    """Veils in two corners: each is a picture, and none covers the words in the middle."""
    veil = '<rect x="{0}" y="{0}" width="4" height="4" fill="#f00" fill-opacity=".5"/>'
    words = '<text x="9" y="16" font-family="Alegreya Sans" font-size="4">HHHH</text>'
    body = words + veil.format(1) + veil.format(25)
    game = (
        "title: Veil\nplayers: 2\ncomponents:\n"
        "  veil: {kind: deck, size: 30 x 30 mm, face: veil.svg, rows: [{id: a}]}\n"
    )
    files = {"card_data/veil/game.yaml": game, "templates/veil.svg": svg(body, (30, 30))}
    result = pnp(write(tmp_path, files), "export", "pdfx", "--standard", "x1a")
    assert result.exit_code == 0, result.output
    with pikepdf.open(tmp_path / "output/veil-pdfx/veil-veil.pdf") as file:
        found = operations(file.pages[0])
    boxes = [[*map(float, each)] for (name, each), (after, _) in pairwise(found) if after == "Do"]
    assert [[round(part) for part in box[4:]] for box in boxes] == [
        [4, 8],
        [28, 32],
    ]  # with 3 mm of bleed
    assert all(box[0] < 4.2 for box in boxes)


def test_postscript_outlines_are_embedded_as_pdf_1_4_knows_them(tmp_path: Path) -> None:
    font = Path(__file__).parents[1] / "text/fonts/Squares.otf"
    words = '<text x="2" y="8" font-family="Squares" font-size="9" fill="#c00">A</text>'
    game = (
        "title: Box\nplayers: 2\ncomponents:\n"
        "  box: {kind: deck, size: 20 x 10 mm, face: box.svg, rows: [{id: a}]}\n"
    )
    files = {"card_data/box/game.yaml": game, "templates/box.svg": svg(words, (20, 10))}
    root = write(tmp_path, {**files, "fonts/Squares.otf": font.read_bytes()})
    shown = {}
    for standard, kind in (("x4", "/OpenType"), ("x1a", "/CIDFontType0C")):
        result = pnp(root, "export", "pdfx", "--standard", standard)
        assert result.exit_code == 0, result.output
        pdf = root / "output/box-pdfx/box-box.pdf"
        with pikepdf.open(pdf) as file:
            (embedded,) = (
                each.FontFile3
                for each in everything(file)
                if isinstance(each, pikepdf.Dictionary) and "/FontFile3" in each
            )
            assert embedded.Subtype == kind
            assert embedded.read_bytes().startswith(b"OTTO") is (standard == "x4")
        shown[standard] = rasterise(pdf, 0, 100).tobytes()
    differences = (abs(a - b) for a, b in zip(shown["x4"], shown["x1a"], strict=True))
    assert max(differences) <= 3 and len(set(shown["x4"])) > 2
