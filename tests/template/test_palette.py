"""Colours of a drawing that follow the palette, and those that are written out."""

import pytest

from pnp.base.color import Color
from pnp.base.diagnostics import PnpError
from pnp.data.project import Project
from pnp.scene.node import Shape, Solid
from pnp.scene.page import Ink
from pnp.template.render import Templates
from tests.template.drawings import Studio, flat

PALETTE = {"night": "#202040", "bone": "#eee", "white": "white", "dark red": "#8b0000"}


@pytest.fixture
def studio(tmp_path, book):
    made = Studio(tmp_path, book)
    made.templates = Templates(Project(tmp_path), book, palette=PALETTE)
    return made


def drawing(body, *, says=""):
    said = f'pnp:palette="{says}"' if says else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template" '
        f'width="40mm" height="40mm" viewBox="0 0 40 40" {said}>{body}</svg>'
    )


def colors(drawn):
    """Return the colour of every filled or stroked shape."""
    paints = [
        paint
        for node in flat(drawn.nodes)
        if isinstance(node, Shape)
        for paint in (node.fill, node.stroke and node.stroke.paint)
    ]
    return [paint.color.hex for paint in paints if isinstance(paint, Solid)]


def painted(studio, body, *, says="night #111; bone #f0e0d0", card=None, ink=Ink.FULL):
    studio.write("t.svg", drawing(body, says=says))
    return colors(studio.draw("t.svg", card, ink))


def test_a_name_of_the_palette_may_have_spaces(studio):
    assert painted(studio, '<rect width="9" height="9" fill="#811"/>', says="dark red #811") == [
        "#8b0000"
    ]


def refused(studio, says):
    with pytest.raises(PnpError) as error:
        painted(studio, "<rect/>", says=says)
    return str(error.value)


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="9" height="9" fill="#111111"/>',
        '<rect width="9" height="9" fill="#111"/>',
        '<rect width="9" height="9" style="opacity:1;fill:#111"/>',
        '<style>.sky{fill:#111}</style><rect class="sky" width="9" height="9"/>',
        '<path d="M0 0H9" fill="none" stroke="#111111"/>',
        '<g color="#111"><rect width="9" height="9" fill="currentColor"/></g>',
    ],
)
def test_a_color_that_stands_for_the_palettes_is_printed_as_that(studio, body):
    assert painted(studio, body) == ["#202040"]
    assert studio.templates.literal_colors == ()


def test_colors_of_gradients_follow_the_palette(studio):
    body = (
        '<linearGradient id="g"><stop offset="0" stop-color="#111"/>'
        '<stop offset="1" style="stop-color:#f0e0d0"/></linearGradient>'
        '<rect width="9" height="9" fill="url(#g)"/>'
    )
    studio.write("t.svg", drawing(body, says="night #111; bone #f0e0d0"))
    (shape,) = flat(studio.draw("t.svg").nodes)
    assert [stop.color for stop in shape.fill.stops] == [Color(32, 32, 64), Color(238, 238, 238)]


def test_palette_colors_may_change_places(studio):
    body = '<rect width="9" height="9" fill="#202040"/><rect width="9" height="9" fill="#eee"/>'
    swapped = painted(studio, body, says="bone #202040; night #eeeeee")
    assert swapped == ["#eeeeee", "#202040"]


def test_references_and_selectors_that_look_like_colors_stay(studio):
    body = (
        "<style>#add{stroke:none}</style>"
        '<linearGradient id="add"><stop stop-color="#123456"/></linearGradient>'
        '<rect width="9" height="9" style="fill:url(#add)"/>'
    )
    assert painted(studio, body, says="night #add") == ["#123456"]


def test_a_value_from_data_wins(studio):
    body = '<rect width="9" height="9" fill="#111" pnp:fill="{{ card.hue }}"/>'
    assert painted(studio, body, card={"hue": "#111111"}) == ["#111111"]


def test_a_drawing_with_colors_of_the_palette_is_told_what_to_write(studio):
    body = '<rect fill="#EEE" stroke="#202040"/><rect style="fill:#202040"/><rect fill="#010203"/>'
    painted(studio, body, says="")
    (finding,) = studio.templates.literal_colors
    assert finding.message == "3 colors of the palette written out: night 2, bone 1"
    assert 'pnp:palette="bone #eeeeee; night #202040"' in finding.hint
    assert str(finding.where) == "templates/t.svg:1"


def test_the_line_to_write_keeps_what_is_written(studio):
    painted(studio, '<rect fill="#eee"/>', says="night #111")
    (finding,) = studio.templates.literal_colors
    assert 'pnp:palette="night #111111; bone #eeeeee"' in finding.hint


def test_the_line_to_write_keeps_every_sample_of_a_color(studio):
    painted(studio, '<rect fill="#eee"/>', says="night #111; night #222")
    (finding,) = studio.templates.literal_colors
    assert 'pnp:palette="night #111111; night #222222; bone #eeeeee"' in finding.hint


def test_a_sample_beside_a_value_from_data_is_not_counted(studio):
    body = (
        '<rect width="9" height="9" fill="#202040" pnp:fill="{{ card.hue }}"/>'
        '<rect width="9" height="9" style="fill:#202040" pnp:fill="{{ card.hue }}"/>'
    )
    painted(studio, body, says="", card={"hue": "red"})
    assert studio.templates.literal_colors == ()


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("nigth #111", '"nigth" is not in the palette'),
        ("night", 'pnp:palette cannot be read: "night"'),
        ("night: #111", 'pnp:palette cannot be read: "night: #111"'),
        ("night #111; bone #111111", "#111111 stands for two colors"),
    ],
)
def test_a_wrong_palette_is_refused(studio, says, told):
    message = refused(studio, says)
    assert told in message
    assert "templates/t.svg:1" in message


def test_pnp_palette_stands_on_the_root_only(studio):
    with pytest.raises(PnpError, match="put it on the root"):
        painted(studio, '<rect width="9" height="9" pnp:palette="night #111"/>', says="")


SKY = (
    "<style>.low .sky{fill:#ffffff}</style>"
    '<g><rect id="sky" class="sky" width="9" height="9" fill="#123456"/></g>'
)


@pytest.mark.parametrize(("ink", "color"), [(Ink.FULL, "#123456"), (Ink.LOW, "#ffffff")])
def test_the_root_has_the_ink_as_a_class(studio, ink, color):
    assert painted(studio, SKY, says="", ink=ink) == [color]


@pytest.mark.parametrize(("ink", "color"), [(Ink.FULL, "#123456"), (Ink.LOW, "#ffffff")])
def test_a_part_that_another_drawing_uses_sees_the_ink_of_its_own_root(studio, ink, color):
    studio.write("sky.svg", drawing(SKY))
    assert painted(studio, '<use href="sky.svg#sky"/>', says="", ink=ink) == [color]
