import os
import shutil
import struct
from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError, Where
from pnp.text.font import LARGEST
from pnp.text.fontbook import FontBook, axes_of, with_axes
from tests.text.fontfiles import packed, patched, tables

OWN = Path(__file__).parent / "fonts"
BUNDLED = Path(__file__).resolve().parents[2] / "fonts"
HERE = Where("card_data/x/game.yaml", 3)


def keys(book, *families, weight=400, italic=False):
    return [font.key for font in book.chain(families, weight, italic)]


def test_the_bundled_families_are_there(book):
    assert {"Alegreya Sans", "Grenze Gotisch"} <= set(book.families())
    assert keys(book, "Grenze Gotisch", weight=800)[0] == "GrenzeGotisch-ExtraBold"
    assert keys(book, "Alegreya Sans", weight=700, italic=True) == ["AlegreyaSans-BoldItalic"]


def test_each_family_lies_beside_its_licence():
    folders = [path for path in BUNDLED.iterdir() if path.is_dir()]
    assert folders
    for folder in folders:
        licence = (folder / "OFL.txt").read_text(encoding="utf-8")
        assert licence.startswith("Copyright ")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert any(folder.glob("*.[ot]tf"))


def test_every_family_is_named_in_the_notice_and_the_fonts_own_page(book):
    notice = (BUNDLED.parent / "NOTICE").read_text(encoding="utf-8")
    page = (BUNDLED / "README.md").read_text(encoding="utf-8")
    for family in book.families():
        assert family in notice
        assert family in page


@pytest.mark.parametrize("family", ["Grenze Gotisch", "Alegreya Sans"])
def test_europe_can_be_written(book, family):
    letters = "ąćęłńóśźżčďěňřšťúůýžőűğışİăâîșțßœæøåñçëïü×–—…“”‘’„«»•½€©°−"
    known = book.chain((family,), 700)[0].characters
    assert [char for char in letters if char not in known] == []


@pytest.mark.parametrize(
    ("weight", "found"),
    [(100, 400), (400, 400), (500, 400), (501, 700), (600, 700), (700, 700), (900, 700)],
)
def test_the_nearest_weight_is_taken_as_css_says(book, weight, found):
    assert book.chain(("Alegreya Sans",), weight)[0].weight == found


def test_a_family_without_italics_stays_upright(book):
    font = book.chain(("Grenze Gotisch",), 700, italic=True)[0]
    assert (font.key, font.italic) == ("GrenzeGotisch-Bold", False)


def test_named_families_come_before_the_body_family(book):
    assert keys(book, "Nowhere", "grenze  GOTISCH", "serif", weight=700) == [
        "GrenzeGotisch-Bold",
        "AlegreyaSans-Bold",
    ]


@pytest.mark.parametrize("generic", ["sans-serif", "serif", "cursive", "monospace"])
def test_generic_families_are_the_body_family(book, generic):
    assert keys(book, generic) == keys(book) == ["AlegreyaSans-Regular"]


def test_the_older_family_name_finds_the_style(book):
    assert keys(book, "Grenze Gotisch ExtraBold")[0] == "GrenzeGotisch-ExtraBold"


def test_a_missing_family_names_the_nearest(book):
    with pytest.raises(PnpError) as caught:
        book.chain(("Grenze Gothic",), 400, False, HERE)
    assert str(caught.value) == (
        'card_data/x/game.yaml:3: font family "Grenze Gothic" is missing\n'
        '  hint: did you mean "Grenze Gotisch"?'
    )


def test_a_missing_family_names_what_lies_there_unread(tmp_path):
    folder = tmp_path / "fonts"
    shutil.copytree(OWN, folder)
    (folder / "Spooky.woff2").write_bytes(b"wOF2")
    with pytest.raises(PnpError) as caught:
        FontBook([folder]).chain(("Quill",))
    assert str(caught.value) == (
        'font family "Quill" is missing\n'
        "  hint: put its .ttf or .otf files into fonts/; known families: Embers, Reeds, "
        "Slabs, Squares; fonts/Spooky.woff2 cannot be read: convert to .ttf or .otf"
    )


def test_what_a_mac_notes_beside_a_font_is_no_font(tmp_path):
    folder = tmp_path / "fonts"
    shutil.copytree(OWN, folder)
    before = FontBook([folder]).families()
    (folder / "._Slabs.ttf").write_bytes(b"\0\5\x16\7Mac OS X")
    assert FontBook([folder]).families() == before


def test_a_project_without_any_font_says_so(tmp_path):
    with pytest.raises(PnpError) as caught:
        FontBook([tmp_path]).chain((), 400, False, HERE)
    assert "there is no font\n  hint: put a .ttf or .otf file into fonts/" in str(caught.value)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: b"", "it is not a TrueType or OpenType font"),
        (lambda data: b"GIF89a" + data, "it is not a TrueType or OpenType font"),
        (lambda data: data[:700], "it is cut short"),
        (lambda data: data[:40], "it is cut short"),
        (lambda data: data[:8], "it is cut short"),
        (lambda data: data.replace(b"cmap", b"xmap"), "it has no cmap table"),
    ],
)
def test_a_broken_font_is_named(tmp_path, damage, why):
    folder = tmp_path / "fonts" / "own"
    folder.mkdir(parents=True)
    data = (OWN / "Slabs.ttf").read_bytes()
    (folder / "Slabs.ttf").write_bytes(damage(data))
    with pytest.raises(PnpError) as caught:
        FontBook([tmp_path / "fonts"]).families()
    assert str(caught.value) == (
        f"fonts/own/Slabs.ttf: the font cannot be read: {why}\n"
        "  hint: replace the file by a whole .ttf or .otf font, or remove it"
    )


SLABS = tables((OWN / "Slabs.ttf").read_bytes())


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ((b"maxp", 4, bytes(2)), "its tables are damaged"),
        ((b"head", 18, bytes(2)), "its em has 0 units, where OpenType has 16 to 16,384"),
        ((b"head", 18, b"\0\1"), "its em has 1 units, where OpenType has 16 to 16,384"),
        ((b"head", 18, b"\xff\xff"), "its em has 65,535 units, where OpenType has 16 to 16,384"),
        ((b"hhea", 34, bytes(2)), "it lacks the widths of its letters"),
        ((b"hhea", 34, b"\xff\xff"), "it lacks the widths of its letters"),
        ((b"loca", 2, b"\xff\xff"), "it lacks the outlines of some letters"),
        ((b"maxp", 4, b"\xff\xff"), "it lacks the outlines of some letters"),
    ],
)
def test_a_font_that_cannot_be_printed_as_it_is_measured_is_named_when_used(
    tmp_path: Path, damage: tuple[bytes, int, bytes], why: str
) -> None:
    (tmp_path / "Slabs.ttf").write_bytes(packed(patched(SLABS, *damage)))
    book = FontBook([tmp_path])
    assert book.families() == ("Slabs",)
    with pytest.raises(PnpError) as caught:
        book.chain(("Slabs",))
    assert f"Slabs.ttf: the font cannot be read: {why}\n  hint: " in str(caught.value)


def _told(folder: Path) -> str:
    with pytest.raises(PnpError) as caught:
        FontBook([folder]).families()
    return str(caught.value)


def test_a_font_without_outlines_is_named(tmp_path: Path) -> None:
    rest = {tag: part for tag, part in SLABS.items() if tag != b"glyf"}
    (tmp_path / "Slabs.ttf").write_bytes(packed(rest))
    assert "Slabs.ttf: the font cannot be read: it has no outlines of letters" in _told(tmp_path)


def test_a_font_file_may_not_be_endless(tmp_path: Path) -> None:
    file = tmp_path / "Slabs.ttf"
    shutil.copy(OWN / "Slabs.ttf", file)
    with file.open("r+b") as opened:
        opened.truncate(LARGEST + 1)  # a hole, which takes no room on the disk
    assert "Slabs.ttf: the font cannot be read: it has more than 128 MB" in _told(tmp_path)


def test_what_has_the_name_of_a_font_and_is_no_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "Slabs.ttf").mkdir()
    assert "Slabs.ttf: the font cannot be read: it is not a file" in _told(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_font_may_be_a_link_inside_its_folder_alone(tmp_path: Path) -> None:
    fonts, link = tmp_path / "fonts", tmp_path / "fonts" / "Linked.ttf"
    fonts.mkdir()
    shutil.copy(OWN / "Slabs.ttf", fonts)
    link.symlink_to("Slabs.ttf")
    assert FontBook([fonts]).families() == ("Slabs",)
    for target in ("Linked.ttf", "Nothing.ttf"):
        link.unlink()
        link.symlink_to(target)
        assert "fonts/Linked.ttf: the font cannot be read: it is a link to nothing" in _told(fonts)
    link.unlink()
    link.symlink_to(OWN / "Reeds.ttf")
    hint = "it is a link to a file elsewhere: put the file itself there"
    assert f"fonts/Linked.ttf: the font leaves fonts/\n  hint: {hint}" in _told(fonts)


def test_a_letter_that_grows_without_end_names_its_font(tmp_path: Path) -> None:
    """Each of ten lookups of ``liga`` makes ten glyphs of one: HarfBuzz stops, and says no more."""
    reeds = tables((OWN / "Reeds.ttf").read_bytes())
    (tmp_path / "Reeds.ttf").write_bytes(packed({**reeds, b"GSUB": _growing(10, 10)}))
    (font,) = FontBook([tmp_path]).chain(("Reeds",))
    with pytest.raises(PnpError) as caught:
        font.shape("A")
    assert 'the rules of the font Reeds make too many glyphs of "A"' in str(caught.value)


def _growing(lookups: int, each: int) -> bytes:
    """Return a GSUB table whose lookups replace the glyph of A by several of itself."""
    gid = FontBook([OWN]).chain(("Reeds",))[0].glyph_id("A") or 0
    script = (
        struct.pack(">H4sHHH", 1, b"DFLT", 8, 4, 0) + struct.pack(">3H", 0, 0xFFFF, 1) + bytes(2)
    )
    numbers = struct.pack(f">{lookups}H", *range(lookups))
    feature = struct.pack(">H4sHHH", 1, b"liga", 8, 0, lookups) + numbers
    many = struct.pack(">4H", 1, 8, 1, 14) + struct.pack(">3H", 1, 1, gid)
    many += struct.pack(f">H{each}H", each, *[gid] * each)
    lookup = struct.pack(">4H", 2, 0, 1, 8) + many
    places = [2 + 2 * lookups + len(lookup) * number for number in range(lookups)]
    listed = struct.pack(f">{1 + lookups}H", lookups, *places) + lookup * lookups
    first, second = 10 + len(script), 10 + len(script) + len(feature)
    return struct.pack(">IHHH", 0x10000, 10, first, second) + script + feature + listed


def test_the_projects_own_file_comes_before_the_bundled_one(tmp_path):
    folder = tmp_path / "fonts"
    folder.mkdir()
    own = folder / "mine.ttf"
    shutil.copy(BUNDLED / "alegreya-sans" / "AlegreyaSans-Bold.ttf", own)
    book = FontBook([folder, BUNDLED])
    bold = next(path for path in book.files if path.name in ("mine.ttf", "AlegreyaSans-Bold.ttf"))
    assert bold == own
    assert len(book.files) == len(FontBook([BUNDLED]).files)


def test_two_styles_that_share_a_postscript_name_have_different_keys(tmp_path):
    data = (OWN / "Slabs.ttf").read_bytes()
    name = "Slabs".encode("utf-16-be")
    other = "Slobs".encode("utf-16-be")
    (tmp_path / "a.ttf").write_bytes(data)
    (tmp_path / "b.ttf").write_bytes(
        data.replace(name, other).replace(other + b"\0-", name + b"\0-")
    )
    book = FontBook([tmp_path])
    first, second = book.chain(("Slabs",))[0], book.chain(("Slobs",))[0]
    assert first.key == "Slabs-Regular-400"
    assert second.key.startswith("Slabs-Regular-") and second.key != first.key
    assert book.font(second.key) is second


@pytest.mark.parametrize(("weight", "width"), [(100, 0.6), (400, 0.6), (650, 0.7), (1000, 0.8)])
def test_a_variable_font_gives_any_weight(weight, width):
    font = FontBook([OWN]).chain(("Slabs",), weight)[0]
    assert font.advance(font.glyph_id("A")) == pytest.approx(width)
    assert font.weight == max(300, min(900, weight))
    assert font.postscript_name == font.key == f"Slabs-Regular-{font.weight}"


def test_a_key_gives_the_font_back(book):
    font = book.chain(("Grenze Gotisch",), 700)[0]
    assert book.font("GrenzeGotisch-Bold") is font
    with pytest.raises(KeyError):
        book.font("Nobody")


@pytest.mark.parametrize(
    ("name", "key"),
    [("Slabs(Regular", "SlabsRegular"), ("漢字s-Regular ", "s-Regular"), ("ß" * 13, "Slabs")],
)
def test_a_font_is_named_in_files_as_postscript_allows(tmp_path, name: str, key: str) -> None:
    """The OpenType specification, name ID 6: printable ASCII without brackets, / and %."""
    data, own = (OWN / "Slabs.ttf").read_bytes(), "Slabs-Regular".encode("utf-16-be")
    other = name.ljust(13).encode("utf-16-be")
    data = data.replace(own, other).replace(b"Slabs-Regular", b" " * 13)
    (tmp_path / "odd.ttf").write_bytes(data)
    assert keys(FontBook([tmp_path, BUNDLED]), "Slabs")[0] == f"{key}-400"


def test_a_family_may_name_places_on_the_axes_of_its_font() -> None:
    named = with_axes("Inter", (("wdth", 75.0), ("opsz", 20.0)))
    assert axes_of(named) == (("wdth", 75.0), ("opsz", 20.0))
    assert with_axes("Inter", ()) == "Inter" and axes_of("Inter") == ()
