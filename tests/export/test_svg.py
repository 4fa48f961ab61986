import gc
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path as FilePath
from weakref import ref
from xml.etree import ElementTree

import pytest
from PIL import Image as Pillow
from PIL import ImageChops
from svgwrite.validator2 import get_validator

from pnp.export.svg import SvgWriter, svg_text
from pnp.geometry.path import Path
from pnp.geometry.plane import IDENTITY, Affine, Point, Rect
from pnp.markup.nodes import Scribe
from pnp.markup.svgpage import SvgPage
from pnp.scene.image import load_image
from pnp.scene.node import (
    Cap,
    Clip,
    Glyph,
    Group,
    Join,
    Letters,
    Linear,
    Mask,
    Node,
    Pattern,
    Picture,
    Radial,
    Shape,
    Solid,
    SpreadMethod,
    Stop,
    Stroke,
    Text,
)
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.goldens import canonical
from tests.pictures import NO_FONTS, block, colour, page_of, paint, svg_raster

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"

PREFIXED = {HREF: "xlink:href", "{http://www.w3.org/XML/1998/namespace}space": "xml:space"}

DOT = Path.rect(Rect(0, 0, 1, 1))
STOPS = (Stop(0, colour("R")), Stop(1, colour("B"), 0.25))


def checkers() -> bytes:
    """Return a PNG of two by two pixels."""
    file = BytesIO()
    Pillow.frombytes("L", (2, 2), bytes([0, 255, 255, 0])).save(file, "PNG")
    return file.getvalue()


def word(book: FontBook, string: str, **style: object) -> Text:
    """Return a word set at 10 mm, each letter 6 mm after the one before."""
    font = book.chain(("Alegreya Sans",), 400, False, None)[0]
    gids = [font.glyph_id(char) or 0 for char in string]
    letters = Letters(tuple(Glyph(gid, 0.6 * at, 0, string[at]) for at, gid in enumerate(gids)))
    style = {"fill": paint("K"), **style}
    return Text(font.key, 10, Point(1, 9), ((0, letters),), string, **style)


def tree(page: Page, book: FontBook = NO_FONTS, *, live_text: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(svg_text(page, book, live_text=live_text))


LOOK = Clip(DOT, even_odd=True)
FADE = Linear(Point(0, 0), Point(0, 1), STOPS, SpreadMethod.REFLECT, Affine.scale(2))
MASK = Mask((block("_", 0, 0, 1, 1),), Rect(0, 0, 1, 1))

CASES: dict[str, tuple[Node, ...]] = {
    "shape-fill": (Shape(DOT, Solid(colour("R"), 0.5), even_odd=True), Shape(DOT)),
    "shape-stroke": (
        Shape(DOT, None, Stroke(paint("K"), 0.15)),
        Shape(DOT, None, Stroke(paint("K", 0.5), 1, Cap.ROUND, Join.ROUND)),
        Shape(DOT, None, Stroke(paint("K"), 1, miter=8, dashes=(1, 0.5), dash_offset=0.25)),
    ),
    "path-curves": (Shape(Path.rect(Rect(0, 0, 3, 2), radius=1 / 3), paint("K")),),
    "group-place": (
        Group((block("R", 0, 0, 1, 1),), Affine.move(1 / 3, 2)),
        Group((block("R", 0, 0, 1, 1),), Affine.turn(30, Point(2, 2))),
        Group((block("R", 0, 0, 1, 1),), IDENTITY, opacity=0.5),
    ),
    "group-key": (Group((block("R", 0, 0, 1, 1),), key="graveyard/white-zombie#1/face"),),
    "clip-defined-once": (
        Group((block("R", 0, 0, 2, 2),), clip=LOOK),
        Group((block("B", 0, 0, 2, 2),), Affine.move(2, 0), clip=Clip(DOT, even_odd=True)),
    ),
    "mask-luminance": (Group((block("R", 0, 0, 2, 2),), mask=MASK),),
    "mask-alpha": (Group((block("R", 0, 0, 2, 2),), mask=replace(MASK, luminance=False)),),
    "gradient-linear": (Shape(DOT, FADE, Stroke(FADE, 1)),),
    "gradient-radial": (
        Shape(DOT, Radial(Point(1, 1), 2, Point(1, 1), 0, STOPS)),
        Shape(DOT, Radial(Point(1, 1), 2, Point(0, 1), 0.5, STOPS)),
    ),
    "pattern": (
        Shape(DOT, Pattern((block("R", 0, 0, 1, 1),), Rect(0, 0, 2, 2), Affine.move(1, 0))),
    ),
    "image-embedded-once": tuple(Picture(load_image(checkers()), Rect(x, 1, 2, 3)) for x in (0, 5)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_drawing_is_written_as_a_person_accepted_it(
    name: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"{name}.svg", canonical(svg_text(page_of(CASES[name], 9, 9), NO_FONTS)))


def test_text_is_written_as_outlines_of_glyphs(
    book: FontBook, golden: Callable[[str, str], None]
) -> None:
    page = page_of([word(book, "■ ■")], 20, 10)
    golden("text-outlines.svg", canonical(svg_text(page, book)))


def test_live_text_is_written_with_its_font(
    book: FontBook, golden: Callable[[str, str], None]
) -> None:
    page = page_of([word(book, "Boo!")], 30, 10)
    golden("text-live.svg", canonical(svg_text(page, book, live_text=True)))


@pytest.mark.parametrize(
    "name", [name for name in CASES if name not in ("group-key", "mask-alpha")]
)
def test_svgwrites_own_validator_agrees(name: str) -> None:
    nodes = [node for node in CASES[name] if name != "gradient-radial" or node is CASES[name][0]]
    validate(tree(page_of(nodes, 9, 9)))


def test_svgwrites_own_validator_agrees_with_text(book: FontBook) -> None:
    page = page_of([word(book, "Boo!"), word(book, "x", stroke=Stroke(FADE, 1))], 30, 10)
    for live_text in (False, True):
        validate(tree(page, book, live_text=live_text))


def test_the_validator_finds_what_is_no_svg() -> None:
    root = tree(page_of([block("R", 0, 0, 1, 1)], 9, 9))
    root.find(f"{SVG}path").set("fill", "reddish")
    with pytest.raises(TypeError, match="reddish"):
        validate(root)


def validate(element: ElementTree.Element) -> None:
    """Check each element, its attributes and what is inside it with svgwrite's validator."""
    validator = get_validator("full", debug=True)
    for each in element.iter():
        name = each.tag.removeprefix(SVG)
        attributes = {PREFIXED.get(key, key): value for key, value in each.attrib.items()}
        validator.check_all_svg_attribute_values(name, attributes)
        for inner in each:
            validator.check_valid_children(name, inner.tag.removeprefix(SVG))


def test_a_page_is_in_millimetres() -> None:
    root = tree(page_of([], 210, 279.4))
    assert (root.get("width"), root.get("height")) == ("210mm", "279.4mm")
    assert root.get("viewBox") == "0 0 210 279.4"


def test_the_title_is_the_pages_label() -> None:
    title = tree(page_of([], 9, 9)).find(f"{SVG}title")
    assert title is not None and title.text == "picture"


def test_what_is_met_twice_is_drawn_once() -> None:
    art = (block("R", 0, 0, 1, 1), block("B", 1, 0, 1, 1))
    copies = [Group(art, Affine.move(x, 0), key=f"card#{x}/face") for x in range(5)]
    root = tree(page_of(copies, 9, 9))
    assert len(root.findall(f".//{SVG}path")) == 2
    assert [use.get(HREF) for use in root.findall(f"{SVG}use")] == ["#art1"] * 5
    assert [use.get("data-key") for use in root.findall(f"{SVG}use")] == [
        f"card#{x}/face" for x in range(5)
    ]


def test_what_is_met_once_stands_where_it_is_drawn() -> None:
    root = tree(page_of([Group((Group((block("R", 0, 0, 1, 1),)),))], 9, 9))
    assert root.find(f"{SVG}g/{SVG}g/{SVG}path") is not None
    assert not list(root.iter(f"{SVG}use"))


def test_shared_drawings_inside_masks_and_patterns_are_found() -> None:
    art = (block("_", 0, 0, 1, 1),)
    mask = Mask((Group(art),), Rect(0, 0, 9, 9))
    pattern = Pattern((Group(art),), Rect(0, 0, 2, 2))
    nodes = [Group((block("R", 0, 0, 9, 9),), mask=mask), Shape(DOT, pattern)]
    root = tree(page_of(nodes, 9, 9))
    assert len(list(root.iter(f"{SVG}use"))) == 2


def test_no_symbol_is_written_since_it_would_cut_off_the_bleed() -> None:
    art = (block("R", -3, -3, 9, 9),)
    assert "symbol" not in svg_text(page_of([Group(art), Group(art)], 9, 9), NO_FONTS)


def test_every_reference_leads_to_one_definition(book: FontBook) -> None:
    nodes = [node for nodes in CASES.values() for node in nodes]
    text = svg_text(page_of([*nodes, *nodes, word(book, "Boo!")], 30, 10), book)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', text)) <= {
        pair for name in ids for pair in ((name, ""), ("", name))
    }


def test_no_paper_shines_between_neighbours_that_touch() -> None:
    windows = [Clip(Path.rect(Rect(x, 0, 1.03, 4))) for x in (1, 2.03, 3.06)]
    nodes = [Group((block("K", 0, 0, 9, 4),), clip=window) for window in windows]
    raster = svg_raster(page_of(nodes, 5, 4), 100)
    assert raster.crop((6, 2, 14, 14)).getcolors() == [(8 * 12, (0, 0, 0))]


def test_ids_begin_anew_in_every_file() -> None:
    page = page_of([*CASES["gradient-linear"], *CASES["clip-defined-once"]], 9, 9)
    assert svg_text(page, NO_FONTS) == svg_text(page, NO_FONTS)


def test_ids_are_safe_and_different_for_keys_that_look_alike() -> None:
    keys = ["a/b#1/face", "a b#1/face", "1/ä", "art1", "/"]
    art = (block("R", 0, 0, 1, 1),)
    root = tree(page_of([Group(art, key=key) for key in keys], 9, 9))
    uses = root.findall(f"{SVG}use")
    assert [use.get("id") for use in uses] == ["a-b-1-face", "a-b-1-face-2", "n1", "art1-2", "n"]
    assert [use.get("data-key") for use in uses] == keys


def test_characters_that_xml_cannot_hold_are_left_out(book: FontBook) -> None:
    page = replace(page_of([Group((), key="a\x0bb\ud800")], 9, 9), label="one\x00two & <three>")
    root = tree(page)
    assert root.findtext(f"{SVG}title") == "onetwo & <three>"
    group = root.find(f"{SVG}g")
    assert group is not None and group.get("data-key") == "ab"


def test_lengths_have_three_decimals_and_factors_more() -> None:
    third = Shape(Path.line((1 / 3, -1e-9), (0.1 + 0.2, 1e6)), None, Stroke(paint("K"), 1))
    text = svg_text(page_of([Group((third,), Affine.scale(1 / 3000))], 9, 9), NO_FONTS)
    assert 'd="M0.333 0L0.3 1000000"' in text
    assert "matrix(0.000333333 0 0 0.000333333 0 0)" in text


def test_an_image_keeps_its_bytes() -> None:
    image = load_image(checkers())
    root = tree(page_of([Picture(image, Rect(0, 0, 4, 4))], 9, 9))
    (element,) = root.iter(f"{SVG}image")
    assert b64decode(str(element.get(HREF)).split(",")[1]) == image.data


def test_live_text_says_its_words_and_places_each_letter(book: FontBook) -> None:
    root = tree(page_of([word(book, "Boo!")], 30, 10), book, live_text=True)
    (text,) = root.iter(f"{SVG}text")
    assert text.text == "Boo!"
    assert text.get("x") == "1 7 13 19"
    assert text.get("font-family") == "'pnp-1', 'Alegreya Sans'"


def test_the_letters_of_a_ligature_share_its_width(book: FontBook) -> None:
    one = word(book, "f")
    gid = one.glyphs[0].gid
    width = book.font(one.font).advance(gid) * one.size
    letters = Letters((Glyph(gid, 0, 0, "fi"), Glyph(gid, 0.6, 0, "")))
    run = replace(one, words=((0, letters),), string="fi")
    (text,) = tree(page_of([run], 30, 10), book, live_text=True).iter(f"{SVG}text")
    assert text.text == "fi"
    assert str(text.get("x")).split() == ["1", f"{1 + width / 2:.3f}".rstrip("0")]


def test_live_text_stands_where_the_outlines_stand(book: FontBook) -> None:
    page = page_of([word(book, "Boo!", fill=paint("B"))], 30, 14)
    outlines = svg_raster(page, 100, book)
    live = svg_raster(page, 100, book, live_text=True)
    assert outlines.getextrema() != ((255, 255), (255, 255), (255, 255))
    assert ImageChops.difference(outlines, live).point(lambda level: level > 96).getbbox() is None


def test_a_file_holds_the_text(tmp_path: FilePath) -> None:
    page = page_of(CASES["pattern"], 9, 9)
    SvgWriter(NO_FONTS).write(page, tmp_path / "page.svg")
    assert (tmp_path / "page.svg").read_bytes().decode() == svg_text(page, NO_FONTS)


def test_a_file_is_the_same_whatever_was_written_before(book: FontBook) -> None:
    nodes = [node for nodes in CASES.values() for node in nodes]
    art = (word(book, "Boo!"), *nodes)
    once = page_of([Group(art)], 30, 10)
    twice = page_of([Group(art), word(book, "oh"), Group(art, Affine.move(1, 0))], 30, 10)
    writer = SvgWriter(book)
    texts = [writer.text(page) for page in (once, twice, once)]
    assert texts == [svg_text(page, book) for page in (once, twice, once)]


def test_a_percent_sign_stays_what_it_is(book: FontBook) -> None:
    page = page_of([Group((word(book, "%s"),), key="100 %s")], 30, 10)
    group = tree(page, book).find(f"{SVG}g")
    assert group is not None and group.get("data-key") == "100 %s"
    (text,) = tree(page, book, live_text=True).iter(f"{SVG}text")
    assert text.text == "%s"


def test_a_file_that_was_written_leaves_no_circle_in_memory() -> None:
    """A large kit has thousands of them, and a build looks for no rubbish."""
    tile = Pattern((Shape(DOT, paint("R")),), Rect(0, 0, 2, 2))
    gc.collect()
    gc.disable()
    try:
        file = SvgPage(Scribe(NO_FONTS, live_text=False), frozenset())
        file.drawn((Shape(DOT, tile), Group((Shape(DOT, paint("R")),))))
        gone = ref(file)
        del file
        assert gone() is None
    finally:
        gc.enable()
