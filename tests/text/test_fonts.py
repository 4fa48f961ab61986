import shutil
from pathlib import Path

import pytest

from pnp.base.diagnostics import PnpError, Where
from pnp.text.fontbook import FontBook, axes_of, with_axes

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


def test_a_font_with_damaged_insides_is_named_when_it_is_used(tmp_path):
    data = (OWN / "Slabs.ttf").read_bytes()
    (tmp_path / "Slabs.ttf").write_bytes(data.replace(b"glyf", b"g\xffyf"))
    book = FontBook([tmp_path])
    assert book.families() == ("Slabs",)
    with pytest.raises(PnpError) as caught:
        book.chain(("Slabs",))
    assert "Slabs.ttf: the font cannot be read: its tables are damaged\n  hint: " in str(
        caught.value
    )


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
