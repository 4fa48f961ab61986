"""Faults that are planted in a finished PDF, one a line: each is found, and in these words."""

import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import PIL.Image
import pytest
from pikepdf import Array, Dictionary, Name

from pnp.base.color import Color
from pnp.base.diagnostics import PnpError
from pnp.geometry.plane import Affine, Rect, Sides, Size
from pnp.imposition.impose import single
from pnp.imposition.sheet import Backs
from pnp.proof.prove import Prover
from pnp.scene.image import load_image
from pnp.scene.node import Group, Mask, Picture, Solid
from tests import make
from tests.conftest import ROOT
from tests.proof.kits import BOOK, write
from tests.proof.riches import (
    BLUE,
    KEY,
    LARGE_ENOUGH,
    Edit,
    content,
    entry,
    good_file,
    is_a,
    keys,
    proof_after,
    rich,
    used_at,
)
from tests.proof.test_agreement import FAULTS as PLANNED
from tests.proof.test_svg_faults import FAULTS as DRAWN

CONTENT, STRAY, BOX, BACK, FONT = (
    f"proof-{name}" for name in ("content", "stray", "box", "back", "font")
)
UNKNOWN, COUNT, SCALING = "proof-unknown", "proof-count", "proof-scaling"


class Fault(NamedTuple):
    planted: str
    edit: Edit
    rule: str
    message: str


def page(name: str, value: Any) -> Edit:
    return lambda pdf: pdf.pages[0].obj.__setitem__(name, value)


def catalog(name: str, value: Any) -> Edit:
    return lambda pdf: pdf.Root.__setitem__(name, value)


def preference(name: str, value: str) -> Edit:
    return lambda pdf: pdf.Root.ViewerPreferences.__setitem__(name, Name(value))


def inherited(name: str, value: Any) -> Edit:
    return lambda pdf: pdf.Root.Pages.__setitem__(name, value)


def stamped(pdf: pikepdf.Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=[0, 0, 99, 99])
    pdf.pages[0].obj["/Annots"] = Array([pdf.make_indirect(note)])


def layered(pdf: pikepdf.Pdf) -> None:
    """Put the first form into a layer that is switched off, as editors do."""
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="hidden"))
    pdf.Root["/OCProperties"] = Dictionary(OCGs=[layer], D=Dictionary(OFF=[layer]))
    next(o for o in pdf.objects if is_a(o, "/Subtype", "/Form"))["/OC"] = layer


def pixels(image: Callable[[Any], bool]) -> Edit:
    """Make the pixels of an image white."""

    def edit(pdf: pikepdf.Pdf) -> None:
        found = next(o for o in pdf.objects if is_a(o, "/Subtype", "/Image") and image(o))
        found.write(b"\xff" * len(found.read_bytes()))

    return edit


REGULAR, BOLD = (BOOK.font(f"AlegreyaSans-{style}") for style in ("Regular", "Bold"))


def font_file(change: Callable[[bytes], bytes]) -> Edit:
    """Change the program of the embedded font; its name and its widths stay."""

    def edit(pdf: pikepdf.Pdf) -> None:
        program = next(o for o in pdf.objects if "/FontFile2" in keys(o)).FontFile2
        program.write(change(program.read_bytes()))

    return edit


def one_moved(program: bytes) -> bytes:
    """Move a point of a glyph inside of its box, as a damaged file or another version has it."""
    start, length = next(
        (at, size)
        for tag, _, at, size in struct.iter_unpack(">4sIII", program[12 : 12 + 16 * program[5]])
        if tag == b"glyf"
    )
    glyf = bytearray(program[start : start + length])
    glyf[-3] ^= 1
    return program[:start] + bytes(glyf) + program[start + length :]


def in_function(name: str, number: int, value: Any) -> Edit:
    def edit(pdf: pikepdf.Pdf) -> None:
        found = [o for o in pdf.objects if is_a(o, "/PatternType", 2)]
        shadings = [o.Shading for o in found if "/Functions" in keys(o.Shading.Function)]
        shadings[0].Function.Functions[number][name] = value

    return edit


def in_shading(name: str, value: Any) -> Edit:
    return entry(lambda o: "/ShadingType" in keys(o), name, value)


def has(name: str, value: object = None) -> Callable[[Any], bool]:
    return lambda o: is_a(o, name, value) if value is not None else name in keys(o)


def pair(thing: Any) -> bool:
    """Whether this is the form that is drawn twice, masked and transparent."""
    return is_a(thing, "/Subtype", "/Form") and float(thing.BBox[3]) == 36


def fade(thing: Any) -> bool:
    """Whether this is the form that is the mask."""
    return is_a(thing, "/Subtype", "/Form") and float(thing.BBox[3]) == 40


def missing_form(pdf: pikepdf.Pdf) -> None:
    del next(o for o in pdf.objects if is_a(o, "/Subtype", "/Form"))["/BBox"]


def told(name: str, value: Any) -> Edit:
    return lambda pdf: pdf.Root.ViewerPreferences.__setitem__(name, value)


def other_spaces(pdf: pikepdf.Pdf) -> None:
    """Give the page's plain colours another meaning: what is red turns dark."""
    dark = Array([Name.CalRGB, Dictionary(WhitePoint=[0.95, 1, 1.09], Gamma=[5, 5, 5])])
    pdf.pages[0].obj.Resources["/ColorSpace"] = Dictionary(DefaultRGB=dark)


def elsewhere(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Contents["/F"] = pikepdf.String("other.bin")


TEXT, CROP, DOT = "BT /F1 5 Tf", "35 19.5 m 35 23.5 l", "1.5 1 m"
FAULTS = (
    # the page
    Fault("a page turned by a quarter", page("/Rotate", 90), BOX, "turned, enlarged, cropped"),
    Fault("all pages turned", inherited("/Rotate", 180), BOX, "turned, enlarged, cropped"),
    Fault("a page enlarged", page("/UserUnit", 2), BOX, "turned, enlarged, cropped"),
    Fault("a page cropped", page("/CropBox", Array([0, 0, 300, 300])), BOX, "cropped"),
    Fault("a page of another size", page("/MediaBox", Array([0, 0, 595, 800])), BOX, "the page is"),
    Fault("a stamp on a page", stamped, BOX, "notes above"),
    Fault("another trim box", page("/TrimBox", Array([9, 9, 90, 90])), BOX, "the trim box"),
    Fault("a transition of the page", page("/Trans", Dictionary(S=Name.Fly)), UNKNOWN, "/Trans"),
    # the file
    Fault("scaled to fit", preference("/PrintScaling", "/AppDefault"), SCALING, "PrintScaling"),
    Fault("another edge", preference("/Duplex", "/DuplexFlipLongEdge"), BACK, "made for /Simplex"),
    Fault("a hidden layer", layered, UNKNOWN, "/OCProperties"),
    Fault("a form to fill in", catalog("/AcroForm", Dictionary(Fields=[])), UNKNOWN, "/AcroForm"),
    Fault("a range of pages", told("/PrintPageRange", Array([0, 0])), UNKNOWN, "/PrintPageRange"),
    Fault("five copies", told("/NumCopies", 5), UNKNOWN, "/NumCopies"),
    Fault("only the trim box", told("/PrintArea", Name.TrimBox), UNKNOWN, "/PrintArea"),
    Fault("contents in another file", elsewhere, UNKNOWN, "/F of the contents"),
    Fault("an action", catalog("/OpenAction", Dictionary(S=Name.Named)), UNKNOWN, "/OpenAction"),
    # marks
    Fault("a crop mark moved", content(CROP, "36 19.5 m 36 23.5 l"), STRAY, "stroke is 1.00 mm"),
    Fault("an inner crop mark left out", content(CROP, ""), STRAY, "another outline"),
    Fault("a crop mark 0.02 mm off", content(CROP, "35.02 19.5 m 35 23.5 l"), STRAY, "0.02 mm"),
    Fault("thick crop marks", content("0.15 w", "1.5 w"), STRAY, "1.500 mm wide, not 0.150 mm"),
    Fault("a stray rectangle", content("EMC", "EMC 9 9 5 5 re f"), STRAY, "for a stroke"),
    # outlines
    Fault("a curve made a polygon", content("36 10 m 36 12.2091 33.3137 14 30 14 c",
          "36 10 m 36 12.2091 l 33.3137 14 l 30 14 l"), CONTENT, "another outline"),
    Fault("a control point moved", content("36 12.2091 33", "36 12.9 33"), CONTENT, "0.69 mm"),
    Fault("an outline left open", content("2 8 l h f", "2 8 l f"), CONTENT, "another outline"),
    Fault("holes filled", content("h f*", "h f"), CONTENT, "holes"),
    Fault("an operand too many", content("0.6 w", "0.6 9 w"), UNKNOWN, "w with 2 operands"),
    Fault("a stroke ten times as wide", content("0.6 w", "6 w"), CONTENT, "6.000 mm wide"),
    Fault("dashes left out", content("[2 1] 0.5 d", "[] 0 d"), CONTENT, "dashes"),
    Fault("dashes shifted", content("[2 1] 0.5 d", "[2 1] 1 d"), CONTENT, "dashes"),
    Fault("round ends", content("0.6 w 0 J", "0.6 w 1 J"), CONTENT, "ends or corners"),
    Fault("a line filled", content("40 20 l S", "40 20 l f"), CONTENT, "a fill is drawn"),
    Fault("drawn after all", content("Q\nEMC", "0 0 1 1 re f Q\nEMC"), CONTENT, "not planned"),
    Fault("a shape left out", content("4 20 m 40 20 l S", "n"), CONTENT, "is drawn for a stroke"),
    Fault("scaled", content("0 1 -1 0 102 26.5 cm", "0 .99 -1 0 102 26.5 cm"), CONTENT, "mm from"),
    Fault("mirrored", content("0 1 -1 0 102 26.5 cm", "0 -1 -1 0 102 70 cm"), CONTENT, "mm from"),
    # colours and opacity
    Fault("another colour", content("0.1294 0.1725", "0.1294 0.2"), CONTENT, "is #213337"),
    Fault("another line colour", content("0.0353 RG", "1 RG"), CONTENT, "a stroke is #095aff"),
    Fault("a grey of three numbers", content("0.2157 rg", "0.2157 g"), UNKNOWN, "the operator g"),
    Fault("no colour", content("0.2157 rg", "0.2157 rg /Pattern cs"), UNKNOWN, "inherits"),
    Fault("a pattern without its space", content("/Pattern cs /P1", "/P1"), UNKNOWN, "a pattern"),
    Fault("a pattern for lines", content("/Pattern cs /P1", "/Pattern CS /P1"), UNKNOWN,
          "a pattern"),
    Fault("colours that mean others", other_spaces, UNKNOWN, "/ColorSpace of the resources"),
    Fault("invisible", entry(has("/ca", "0.4"), "/ca", 0), CONTENT, "is drawn for a fill"),
    Fault("opaque", entry(has("/ca", "0.4"), "/ca", 1), CONTENT, "the opacity 1, not 0.4"),
    Fault("a group opaque", entry(has("/ca", "0.5"), "/ca", 1), CONTENT, "transparent as planned"),
    Fault("a group paler", entry(has("/ca", "0.5"), "/ca", 0.25), CONTENT, "opacity 0.25, not 0.5"),
    Fault("a blend mode", entry(has("/ca"), "/BM", Name.Multiply), CONTENT, "blended"),
    # gradients, patterns, masks, clips
    Fault("another stop's colour", in_function("/C0", 1, Array([0, 0, 0])), CONTENT, "gradient"),
    Fault("a gradient moved", in_shading("/Coords", Array([4, 2, 14, 2])), CONTENT, "gradient"),
    Fault("a gradient turned", in_shading("/Coords", Array([2, 2, 2, 12])), CONTENT, "gradient"),
    Fault("a gradient that ends", in_shading("/Extend", Array([False, True])), UNKNOWN, "extends"),
    Fault(
        "an axial gradient called radial",
        entry(lambda o: is_a(o, "/ShadingType", 2), "/ShadingType", 3),
        UNKNOWN,
        "a shading of type 3 with coordinates: 4",
    ),
    Fault(
        "a radial gradient called axial",
        entry(lambda o: is_a(o, "/ShadingType", 3), "/ShadingType", 2),
        UNKNOWN,
        "a shading of type 2 with coordinates: 6",
    ),
    Fault("colours of ink", in_shading("/ColorSpace", Name.DeviceCMYK), UNKNOWN, "/DeviceCMYK"),
    Fault("a wider pattern", entry(has("/XStep"), "/XStep", 3), CONTENT, "other steps"),
    Fault("a moved pattern", entry(has("/XStep"), "/Matrix", Array([1, 0, 0, 1, 0, 0])), CONTENT,
          "pattern in another place"),
    Fault("another tile", content(DOT, "1.2 1 m"), CONTENT, "has another pattern"),
    Fault("no mask", entry(lambda o: is_a(o, "/Type", "/ExtGState") and "/SMask" in keys(o),
          "/SMask", Name("/None")), CONTENT, "soft masks"),
    Fault("no blend mode", entry(has("/BM"), "/BM", Name.Normal), CONTENT, "as transparent"),
    Fault("another blend mode", entry(has("/BM"), "/BM", Name.Screen), CONTENT, "blended"),
    Fault("an unknown blend mode", entry(has("/BM"), "/BM", Name.Odd), UNKNOWN, "blend mode"),
    Fault("a mask by opacity", entry(has("/S", "/Luminosity"), "/S", Name.Alpha), CONTENT, "mask"),
    Fault("a mask moved", entry(fade, "/Matrix", Array([1, 0, 0, 1, 0, 2])), CONTENT, "soft mask"),
    Fault("a clip of another form", content("35 8 m 35 10.7614", "35 8 m 35 9"), CONTENT, "a clip"),
    Fault("no clip", content("35 5.2386 35 8 c h W n", "35 5.2386 35 8 c h n"), CONTENT,
          "there are 1 clips around it, not 2"),
    Fault("a form cut off", entry(pair, "/BBox", Array([3, 6, 36, 30])),
          CONTENT, "clips around it"),
    # images
    Fault("white pixels", pixels(has("/SMask")), CONTENT, "other pixels"),
    Fault("an opaque image", pixels(has("/ColorSpace", "/DeviceGray")), CONTENT, "other pixels"),
    Fault("an image moved", content("8 0 0 -6 30 46", "8 0 0 -6 30 46.5"), CONTENT, "an image is"),
    Fault("an image upside down", content("8 0 0 -6 30 46", "8 0 0 6 30 40"), CONTENT, "an image"),
    Fault("a negative", entry(has("/SMask"), "/Decode", Array([1, 0])), UNKNOWN, "/Decode"),
    # text
    Fault("invisible text", content(TEXT, f"3 Tr {TEXT}"), CONTENT, "a text is missing"),
    Fault("text in outline", content(TEXT, f"1 Tr {TEXT}"), CONTENT, "a lettering is drawn"),
    Fault("text twice as large", content(TEXT, "BT /F1 10 Tf"), CONTENT, "size 10.00 mm, not 5.00"),
    Fault("narrow text", content(TEXT, f"20 Tz {TEXT}"), CONTENT, "has the size"),
    Fault("spaced text", content(TEXT, f"0.2 Tc {TEXT}"), CONTENT, "a letter is"),
    Fault("spaced words", content(TEXT, f"2 Tw {TEXT}"), UNKNOWN, "the operator Tw"),
    Fault("raised text", content(TEXT, f"1 Ts {TEXT}"), CONTENT, "a letter is 1.00 mm"),
    Fault("text turned", content("1 0 0 -1 4 60 Tm", "0 1 1 0 4 60 Tm"), CONTENT, "has the size"),
    Fault("a wrong kern", content("<001F00FF>10<", "<001F00FF>90<"), CONTENT, "a letter is"),
    Fault("another glyph", content("001F00FF", "001F01A3"), CONTENT, "it says"),
    Fault("white text", content("0.0039 0.0078 0.0118 rg", "1 g"), CONTENT, "a text is #ffffff"),
    Fault("another font", entry(has("/Subtype", "/Type0"), "/BaseFont", Name.ABCDEF_Other), CONTENT,
          "is set in"),
    Fault("other widths", entry(has("/Subtype", "/CIDFontType2"), "/W", Array([0, 900, 700])),
          CONTENT, "a letter is"),
    Fault("no font", entry(has("/FontFile2"), "/FontFile2", None), FONT, "is not embedded"),
    Fault("a font of rubbish", font_file(lambda _: b"rubbish"), FONT, "another glyph"),
    Fault("letters without ink", font_file(lambda _: REGULAR.subset([])), FONT, "glyph 31"),
    Fault("letters of another font", font_file(lambda _: BOLD.subset(range(999))), FONT,
          "the font AlegreyaSans-Regular has another glyph"),
    Fault("a point of a letter moved", font_file(one_moved), FONT, "another glyph"),
    # what nobody knows
    Fault("an operator", content("Q\nEMC", "1 i Q\nEMC"), UNKNOWN, "the operator i"),
    Fault("a shading painted", content("Q\nEMC", "/P1 sh Q\nEMC"), UNKNOWN, "the operator sh"),
    Fault("colours of ink", content("0.1294 0.1725", "0 0 0 1 k 0 0"), UNKNOWN, "the operator k"),
    Fault("a state not restored", content("EMC", "q EMC"), UNKNOWN, "not restored"),
    Fault("a resource that is not there", content("/G1 gs", "/G99 gs"), UNKNOWN, "/G99"),
    Fault("an inline image", content("Q\nEMC", "BI /W 1 ID x EI Q\nEMC"), UNKNOWN, "BI"),
    Fault("a layer in the page", content("q\n/G1", "/OC /L BDC EMC q\n/G1"), UNKNOWN, "/OC"),
    Fault("a damaged form", missing_form, UNKNOWN, "a damaged object"),
    # keys
    Fault("another key", content(KEY, KEY.replace("all", "one")), COUNT, "printed 0 times"),
)  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.planted)
def test_a_fault_in_a_finished_file_is_found(fault: Fault, tmp_path: Path) -> None:
    proof = proof_after(fault.edit, tmp_path)
    found = [(finding.rule.id, fault.message in finding.message) for finding in proof.findings]
    assert (fault.rule, True) in found, [finding.message for finding in proof.findings]


@pytest.mark.parametrize("cut", [(b"startxref\n", b"startxref\n9"), (b"\nxref", b"\nxrev")])
def test_a_damaged_file_is_not_proved(cut: tuple[bytes, bytes], tmp_path: Path) -> None:
    path = tmp_path / "rich.pdf"
    path.write_bytes(good_file().replace(*cut))
    with pytest.raises(PnpError, match=r"rich.pdf cannot be read back: it is damaged"):
        Prover(rich()[0], BOOK).prove(path, rich()[1], Backs.NONE)


def test_a_file_that_may_not_be_printed_is_not_proved(tmp_path: Path) -> None:
    path = tmp_path / "rich.pdf"
    with pikepdf.open(BytesIO(good_file())) as pdf:
        no = pikepdf.Permissions(print_lowres=False, print_highres=False)
        pdf.save(path, encryption=pikepdf.Encryption(owner="a", user="", allow=no))
    proof = Prover(rich()[0], BOOK).prove(path, rich()[1], Backs.NONE)
    assert any("/Encrypt" in finding.message for finding in proof.findings)


def test_a_jpeg_in_other_colours_is_not_proved(tmp_path: Path) -> None:
    file = BytesIO()
    PIL.Image.new("RGB", (4, 3), (200, 10, 10)).save(file, "JPEG")
    picture = Picture(load_image(file.getvalue()), Rect(0, 0, 44, 67))
    page = single(make.face(Size(44, 67), nodes=(picture,)), "a/b#1/face")
    path = write((page,), tmp_path / "deck.pdf", Backs.NONE)
    prover = Prover(make.layout(backs=Backs.NONE, margins=Sides.all(0)), BOOK)
    assert not any(f.rule.id == UNKNOWN for f in prover.prove(path, (page,), Backs.NONE).findings)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        entry(lambda o: is_a(o, "/Filter", "/DCTDecode"), "/ColorSpace", Name.DeviceGray)(pdf)
        pdf.save(path)
    (found,) = [f for f in prover.prove(path, (page,), Backs.NONE).findings if f.rule.id == UNKNOWN]
    assert "a JPEG, as L, with channels: 3" in found.message


@LARGE_ENOUGH
def test_a_fault_in_a_form_is_found_where_it_is_drawn_large_enough(
    places: tuple[Affine, ...], passes: bool, tmp_path: Path
) -> None:
    nodes = (make.filled(Solid(make.RED), -3, -3, 50, 73), *used_at(places))
    page = single(make.face(Size(44, 67), nodes=nodes), "a/b#1/face")
    path = write((page,), tmp_path / "deck.pdf", Backs.NONE)
    prover = Prover(make.layout(backs=Backs.NONE, margins=Sides.all(0)), BOOK)
    assert prover.prove(path, (page,), Backs.NONE).passed
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        content("9 9 l", "9.005 9 l")(pdf)  # on paper, a two hundredth of it or three times as much
        pdf.save(path)
    assert prover.prove(path, (page,), Backs.NONE).passed == passes


def test_a_mask_that_shows_nothing_is_proved_however_large_it_is(tmp_path: Path) -> None:
    drawn = (make.filled(Solid(Color(70, 0, 0)), 1, 1, 9, 9), make.filled(Solid(BLUE), 2, 2, 9, 9))
    hidden = Group(drawn, mask=Mask((), Rect(0, 0, 12, 12)))
    nodes = (make.filled(Solid(make.RED), -3, -3, 50, 73), Group((hidden,), Affine.scale(1 / 3)))
    page = single(make.face(Size(44, 67), nodes=nodes), "a/b#1/face")
    path = write((page,), tmp_path / "deck.pdf", Backs.NONE)
    prover = Prover(make.layout(backs=Backs.NONE, margins=Sides.all(0)), BOOK)
    assert prover.prove(path, (page,), Backs.NONE).passed


def test_the_readme_counts_the_planted_faults() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    svg, planned = len(DRAWN), len(PLANNED)
    files = f"{len(FAULTS)} faults in finished PDFs, {svg} in finished SVG sheets"
    assert f"{files} and {planned} in plans" in readme


def test_a_good_file_has_no_fault(tmp_path: Path) -> None:
    assert proof_after(lambda _: None, tmp_path).passed
