"""Drawings as programs save them, one file a program, drawn as resvg draws them.

The files in ``artwork`` are our own, written with the structure of what each program exports:
namespaces, entities, editors' elements, roots in any unit, style sheets, masks, filters.
"""

from base64 import b64encode
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
import resvg_py
from PIL import Image

from pnp.base.color import BLACK, Color
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, pages
from pnp.kinds.piece import Piece
from pnp.proof.prove import Prover
from pnp.scene.node import Picture, Shape, Solid, Text
from pnp.scene.page import Drawing
from tests import make
from tests.make import card, component, game, layout
from tests.pictures import page_of, pdf_raster, svg_raster
from tests.proof.kits import BOOK, write
from tests.svg.test_conformance import apart
from tests.template.drawings import Studio, flat

ARTWORK = Path(__file__).parent / "artwork"
NAMES = sorted(path.stem for path in ARTWORK.glob("*.svg"))

WIDE = 240
"""The width of a picture in pixels."""

MOST_APART = 0.02
"""The share of pixels without a like one beside them from which a picture is another one."""

TOLD = {
    "figma": {"rasterised"},
    "illustrator-cs6": {"rasterised"},
    "sketch": {"rasterised", "invalid-svg"},  # it writes a line join that SVG has not
    "icon-sprite": {"unsupported-svg"},  # @media
}


def drawn(name: str, studio: Studio) -> Drawing:
    studio.write(f"{name}.svg", (ARTWORK / f"{name}.svg").read_bytes())
    return studio.draw(f"{name}.svg")


def reference(name: str, width: int, height: int) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=(ARTWORK / f"{name}.svg").read_text(), width=width, height=height, dpi=96,
        skip_system_fonts=True, font_dirs=[str(folder) for folder in BOOK.folders],
    )  # fmt: skip
    paper = Image.new("RGBA", (width, height), "white")
    paper.alpha_composite(Image.open(BytesIO(bytes(png))).convert("RGBA").resize(paper.size))
    return paper.convert("RGB")


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_is_read_with_no_word_but_what_is_left_out(name: str, studio: Studio) -> None:
    drawing = drawn(name, studio)
    assert {finding.rule.id for finding in drawing.findings} == TOLD.get(name, set())
    assert flat(drawing.nodes)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_looks_as_in_another_renderer_and_is_proven(
    name: str, studio: Studio, tmp_path: Path
) -> None:
    drawing = drawn(name, studio)
    width, height = drawing.size
    page, dpi = page_of(drawing.nodes, width, height), WIDE / width * 25.4
    want = reference(name, WIDE, round(WIDE * height / width))
    for rasterise in (pdf_raster, svg_raster):
        assert apart(want, rasterise(page, dpi, BOOK).resize(want.size)) < MOST_APART
    made = component("any", drawing.size, [card("one")])
    piece = Piece(made, made.cards[0], make.face(drawing.size, nodes=drawing.nodes), None)
    chosen = layout(backs=Backs.NONE)
    sheets, _ = impose(game(made), [piece], chosen, BOOK)
    printed = pages(sheets, duplex=False)
    path = write(printed, tmp_path / "any.pdf", Backs.NONE)
    proof = Prover(chosen, BOOK).prove(path, printed, Backs.NONE)
    assert [finding.message for finding in proof.findings] == []


def test_a_font_is_found_by_its_postscript_name(studio: Studio) -> None:
    body = '<text x="3" y="9" font-family="AlegreyaSans-BoldItalic" font-size="4">Owl</text>'
    drawing = studio.drawn(body)
    (text,) = flat(drawing.nodes)
    assert isinstance(text, Text) and text.font == "AlegreyaSans-BoldItalic"
    assert drawing.findings == ()


@pytest.mark.parametrize(
    ("name", "weight", "font"),
    [
        ("AlegreyaSans-Regular", "bold", "AlegreyaSans-Bold"),
        ("AlegreyaSans-Bold", "normal", "AlegreyaSans-Bold"),
    ],
)
def test_words_in_a_regular_font_by_its_postscript_name_may_be_made_bold(
    name: str, weight: str, font: str, studio: Studio
) -> None:
    body = f'<text x="3" y="9" font-family="{name}" font-weight="{weight}">Owl</text>'
    drawing = studio.drawn(body)
    assert [node.font for node in flat(drawing.nodes) if isinstance(node, Text)] == [font]
    assert drawing.findings == ()


PAINTED = {
    "a fallback": ('style="fill: var(--fill-0, #2a7)"', "#22aa77"),
    "a fallback of an attribute": ('fill="var(--fill-0, #2a7)"', "#22aa77"),
    "a property of the root": ('style="fill: var(--Leaf)"', "#00aa00"),
    "a property that is not there": ('fill="var(--leaf, var(--Leaf))"', "#00aa00"),
    "one that names another": ('fill="var(--twig)"', "#00aa00"),
    "one in a function": ('fill="rgb(var(--red), 0, 0)"', "#090000"),
    "the nearest": ('style="--Leaf: #123456; fill: var(--Leaf)"', "#123456"),
    "a light colour": ('fill="#111" style="fill: light-dark(#fff, var(--x, #121212))"', "#ffffff"),
    "one with commas": ('style="fill: light-dark(rgb(9, 0, 0), rgb(0, 9, 0))"', "#090000"),
}

CUSTOM = "<style>:root { --Leaf: #0a0; --twig: var(--Leaf); --red: 9 }</style>"


@pytest.mark.parametrize("name", PAINTED)
def test_values_that_refer_to_others_are_those_of_paper(name: str, studio: Studio) -> None:
    attribute, colour = PAINTED[name]
    drawing = studio.drawn(f'{CUSTOM}<g><rect width="9" height="9" {attribute}/></g>')
    (shape,) = flat(drawing.nodes)
    assert isinstance(shape, Shape) and isinstance(shape.fill, Solid)
    assert (shape.fill.color.hex, drawing.findings) == (colour, ())


HALVES = "".join(f"--x{n}: var(--x{n - 1}) var(--x{n - 1}); " for n in range(1, 40))

NO_VALUE = {
    "nothing of that name": ("", "var(--x)"),
    "itself": ("--x: var(--x)", "var(--x)"),
    "in a circle": ("--x: var(--y); --y: var(--x)", "var(--y)"),
    "too much": (f"--x0: #2a7; {HALVES}", "var(--x39)"),
}


@pytest.mark.parametrize("name", NO_VALUE)
def test_a_value_that_refers_to_none_is_told_and_inherited(name: str, studio: Studio) -> None:
    custom, value = NO_VALUE[name]
    body = f'<g fill="#2a7"><rect width="9" height="9" style="{custom}; fill: {value}"/></g>'
    drawing = studio.drawn(body)
    (shape,) = flat(drawing.nodes)
    assert isinstance(shape, Shape) and shape.fill == Solid(Color(34, 170, 119))
    (finding,) = drawing.findings
    assert finding.rule.id == "invalid-svg" and "has no value" in finding.message


def test_the_same_drawing_in_utf_16_is_a_picture_too(studio: Studio) -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9z"/></svg>'
    studio.write("wide.svg", f'<?xml version="1.0" encoding="UTF-16"?>{drawn}'.encode("utf-16"))
    drawing = studio.drawn('<image href="wide.svg" width="9" height="9"/>')
    assert any(isinstance(node, Shape) for node in flat(drawing.nodes))
    assert drawing.findings == ()


def test_a_drawing_without_a_namespace_is_read_with_a_warning(studio: Studio) -> None:
    body = (
        '<svg width="9mm" height="9mm" viewBox="0 0 9 9"><g><rect width="9" height="9"/></g></svg>'
    )
    studio.write("bare.svg", body)
    drawing = studio.draw("bare.svg")
    assert len(flat(drawing.nodes)) == 1
    assert [finding.rule.id for finding in drawing.findings] == ["invalid-svg"]


FLOW = (
    '<g style="display:none"><rect id="r" x="20" y="2" width="15" height="30"/></g><flowRoot '
    'font-family="Alegreya Sans" font-size="4"><flowRegion>{}</flowRegion>'
    "<flowPara>Barn owl</flowPara></flowRoot>"
)


def test_words_flow_into_a_shape_that_is_used(studio: Studio) -> None:
    drawing = studio.drawn(FLOW.format('<use href="#r" x="2"/>'))
    assert {text.origin.x for text in flat(drawing.nodes) if isinstance(text, Text)} == {22.0}
    assert drawing.findings == ()


@pytest.mark.parametrize("regions", ['<use href="#r"/><use href="#r" y="9"/>', "<g/>"])
def test_flowed_words_that_are_left_out_are_named(regions: str, studio: Studio) -> None:
    assert "flowed text" in studio.told(FLOW.format(regions))


RULES = "<style>.rind{fill:#00f} .low .rind{fill:#0f0}</style>"
RIND = '<g id="m"><rect class="rind" width="9" height="9"/></g>'


@pytest.mark.parametrize(
    ("body", "colours"),
    [
        (f'<g class="low">{RIND}</g><use href="#m" x="20"/>', ["#00ff00", "#00ff00"]),
        (f'<defs>{RIND}</defs><g class="low"><use href="#m"/></g>', ["#0000ff"]),
        (f'<defs>{RIND}</defs><use class="low" href="#m"/>', ["#0000ff"]),
    ],
)
def test_rules_match_what_is_used_where_it_is_defined(
    body: str, colours: list[str], studio: Studio
) -> None:
    shapes = flat(studio.drawn(RULES + body).nodes)
    assert [shape.fill.color.hex for shape in shapes] == colours  # type: ignore[union-attr]


def test_a_picture_of_ten_megabytes_is_read_from_inside_the_drawing(studio: Studio) -> None:
    file = BytesIO()
    Image.frombytes("RGB", (1800, 1500), Random(1).randbytes(1800 * 1500 * 3)).save(file, "PNG")
    data = b64encode(file.getvalue()).decode()
    assert len(data) > 10_000_000
    drawing = studio.drawn(f'<image width="9" height="9" href="data:image/png;base64,{data}"/>')
    (found,) = flat(drawing.nodes)
    assert isinstance(found, Picture)
    assert found.image.width == 1800


def test_an_entity_in_a_comment_is_none(studio: Studio) -> None:
    rect = '<rect width="9" height="9"/>'
    comment = "<!-- <!ENTITY plain SYSTEM 'x'> -->"
    file = f'{comment}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{rect}</svg>'
    studio.write("art.svg", file)
    assert len(flat(studio.draw("art.svg").nodes)) == 1


MEDIA = {"": False, "all": False, "screen": False, "print": True, "screen and (width > 9px)": True}


@pytest.mark.parametrize(("media", "told"), MEDIA.items(), ids=[*MEDIA])
def test_a_style_sheet_of_other_media_is_left_out_and_told(
    media: str, told: bool, studio: Studio
) -> None:
    style = f'<style media="{media.replace(">", "&gt;")}">rect{{fill:#f00}}</style>'
    drawing = studio.drawn(f'{style}<rect width="9" height="9"/>')
    (found,) = flat(drawing.nodes)
    assert isinstance(found, Shape)
    assert (found.fill == Solid(BLACK)) == told
    assert [each.message for each in drawing.findings] == [
        f'"{media}" as the media of a <style> is not supported and is left out'
    ] * told
