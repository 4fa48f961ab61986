# ruff: noqa: E501 - a line of SVG is not broken
"""Drawings as artists make them: roots of any size, markers, blend modes, fonts, outside art."""

import pytest

from pnp.geometry.plane import IDENTITY, Rect
from pnp.scene.node import Blend, Group, Node, Shape, Text, leaves
from pnp.svg.renderer import drawn_bounds
from tests.make import walk
from tests.pictures import page_of, pdf_letters, svg_letters
from tests.template.drawings import Studio, flat

SQUARE = '<rect width="20" height="10" fill="#f00"/>'
ROOTS = {
    'viewBox="0 0 20 10"': (20, 10),
    'width="20" height="10"': (20, 10),
    'width="20px" height="10px" viewBox="0 0 20 10"': (20, 10),
    'width="100%" height="100%" viewBox="0 0 20 10"': (20, 10),
    'width="40px" viewBox="0 0 20 10"': (40, 20),
    'height="20px" viewBox="0 0 20 10"': (40, 20),
    'width="1in" height=".5in" viewBox="0 0 20 10"': (96, 48),
    'width="auto" viewBox="0 0 20 10"': (20, 10),
}


@pytest.mark.parametrize("root", ROOTS)
def test_a_root_of_any_size_is_taken(root: str, studio: Studio) -> None:
    studio.write("art.svg", f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{SQUARE}</svg>')
    drawing = studio.draw("art.svg")
    width, height = (side * 25.4 / 96 for side in ROOTS[root])
    assert drawing.findings == ()
    assert (drawing.size.width, drawing.size.height) == pytest.approx((width, height))
    assert drawn_bounds(drawing.nodes, studio.templates.book) == pytest.approx(
        Rect(0, 0, width, height)
    )


def test_a_drawing_in_tiny_units_is_written_in_millimetres(studio: Studio) -> None:
    square = '<path d="M0 0H.000123V.00002H0z" fill="#f00"/>'
    root = 'width="20mm" height="10mm" viewBox="0 0 .0002 .0001"'
    studio.write("art.svg", f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{square}</svg>')
    ((shape, place),) = leaves(studio.draw("art.svg").nodes)
    assert isinstance(shape, Shape)
    assert place[:4] == pytest.approx(IDENTITY[:4])
    assert shape.path.coords == pytest.approx((0, 0, 12.3, 0, 12.3, 2, 0, 2))


def test_a_root_without_any_size_is_told(studio: Studio) -> None:
    studio.write("art.svg", f'<svg xmlns="http://www.w3.org/2000/svg">{SQUARE}</svg>')
    (told,) = studio.draw("art.svg").findings
    assert "neither a size nor a viewBox" in str(told)


def test_outside_art_without_fill_takes_that_of_the_use(studio: Studio) -> None:
    studio.write(
        "icon.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/><path d="M0 0v9h9z" fill="currentColor"/></svg>',
    )
    body = '<use href="icon.svg" width="18" height="18" pnp:fill="{{ card.c }}" pnp:color="{{ card.c }}"/>'
    one, other = flat(studio.drawn(body, {"c": "#ff0000"}).nodes)
    assert one.fill.color.hex == other.fill.color.hex == "#ff0000"


def test_an_effect_reaches_outside_art(studio: Studio) -> None:
    studio.write(
        "icon.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="g"><stop stop-color="#f00"/></linearGradient><path id="a" fill="url(#g)" d="M0 0h9v9H0z"/></svg>',
    )
    blur = '<filter id="f"><feOffset/></filter>'
    for href in ("icon.svg", "icon.svg#a"):
        (found,) = flat(
            studio.drawn(
                f'{blur}<g filter="url(#f)"><use href="{href}" width="9" height="9"/></g>'
            ).nodes
        )
        from io import BytesIO

        from PIL import Image

        pixels = Image.open(BytesIO(found.image.data)).convert("RGBA")
        assert pixels.getpixel((pixels.width // 2, pixels.height // 2)) == (255, 0, 0, 255)


def test_entities_of_illustrator_are_read(studio: Studio) -> None:
    studio.write(
        "art.svg",
        "<!DOCTYPE svg [<!ENTITY ns_svg \"http://www.w3.org/2000/svg\"><!ENTITY r \"<rect width='9' height='9'/>\">]>\n"
        '<svg xmlns="&ns_svg;" viewBox="0 0 9 9">&r;</svg>',
    )
    assert len(flat(studio.draw("art.svg").nodes)) == 1


@pytest.mark.parametrize("mode", list(Blend)[1:])
def test_a_blend_mode_mixes_with_the_art_and_not_with_the_paper(
    mode: Blend, studio: Studio
) -> None:
    body = f'<rect width="20" height="40" fill="#808080"/><rect width="40" height="40" fill="#f00" style="mix-blend-mode:{mode.value}"/>'
    nodes = studio.drawn(body).nodes
    groups = [node for node, _ in walk(nodes) if isinstance(node, Group)]
    assert [each.blend for each in groups if each.blend is not Blend.NORMAL] == [mode]
    assert groups[0].isolated
    page = page_of(nodes, 40, 40)
    assert pdf_letters(page)[20][30] == svg_letters(page)[20][30] == "R"


def names_of(nodes: tuple[Node, ...]) -> list[str]:
    return [type(node).__name__ for node in flat(nodes)]


def test_markers_are_drawn_between_fill_and_stroke_if_asked(studio: Studio) -> None:
    marker = '<marker id="m" markerWidth="4" markerHeight="4"><circle cx="2" cy="2" r="2" fill="#0f0"/></marker>'
    path = '<path d="M4 4h30v30" fill="#00f" stroke="#f00" style="marker:url(#m);paint-order:{}"/>'

    def kinds(order: str) -> str:
        shapes = flat(studio.drawn(marker + path.format(order)).nodes)
        assert all(isinstance(shape, Shape) for shape in shapes)
        return "".join(
            "m"
            if s.fill and s.fill.color.hex == "#00ff00"
            else "f"
            if s.fill and not s.stroke
            else "s"
            for s in shapes
        )

    assert kinds("fill markers") == "fmmms"
    assert kinds("stroke markers") == "smmmf"


def test_a_missing_font_is_told_and_replaced(studio: Studio) -> None:
    told = studio.told('<text x="5" y="20" font-size="5" font-family="Foo Bar">a</text>')
    assert 'the font "Foo Bar" is not there: "Alegreya Sans" is used' in told
    assert studio.told('<text x="5" y="20" font-family="Foo, sans-serif">a</text>')
    assert not studio.told('<text x="5" y="20" font-family="sans-serif">a</text>')
    data = '<text x="5" y="20" pnp:font-family="{{ card.f }}">a</text>'
    assert 'font family "Foo" is missing' in studio.refused(data, {"f": "Foo"})


def test_text_on_a_path_stays_text(studio: Studio) -> None:
    body = '<path id="p" d="M4 20H36" fill="none"/><text font-size="5" font-family="Alegreya Sans"><textPath href="#p">owl</textPath></text>'
    letters = [node for node in flat(studio.drawn(body).nodes) if isinstance(node, Text)]
    assert "".join(node.string for node in letters) == "owl"


def test_flowed_text_of_old_inkscape_is_wrapped(studio: Studio) -> None:
    body = (
        '<flowRoot font-family="Alegreya Sans" font-size="4"><flowRegion><rect x="4" y="4" width="20" height="30"/></flowRegion>'
        "<flowPara>Some *words* that need two lines</flowPara><flowPara>and more</flowPara></flowRoot>"
    )
    drawing = studio.drawn(body)
    lines = {round(node.origin.y, 3) for node in flat(drawing.nodes)}
    assert drawing.findings == ()
    assert len(lines) > 2
    assert "*words*" in " ".join(node.string for node in flat(drawing.nodes))


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="9" height="9" fill="red icc-color(#cmyk, 0, 1, 1, 0)"/>',
        '<rect width="9" height="9" stroke="url(#none) red icc-color(cmyk, 0, 1, 1, 0)" fill="none"/>',
    ],
)
def test_a_colour_of_a_profile_is_printed_as_the_one_of_srgb_and_told(
    body: str, studio: Studio
) -> None:
    drawing = studio.drawn(body)
    (shape,) = flat(drawing.nodes)
    paint = shape.fill or shape.stroke.paint
    assert paint.color.hex == "#ff0000"
    assert "icc-color()" in "".join(map(str, drawing.findings))


def test_a_stop_may_have_a_colour_of_a_profile(studio: Studio) -> None:
    stops = '<stop stop-color="red icc-color(cmyk, 0, 1, 1, 0)"/>'
    body = f'<linearGradient id="g">{stops}</linearGradient><rect width="9" height="9" fill="url(#g)"/>'
    (shape,) = flat(studio.drawn(body).nodes)
    assert shape.fill.color.hex == "#ff0000"
