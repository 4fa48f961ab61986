# ruff: noqa: E501 - a line of SVG is not broken
"""What editors and style sheets write besides plain attributes, drawn as they show it, or told."""

import pytest

from pnp.geometry.plane import Rect
from pnp.scene.node import Picture, Shape, Text
from pnp.svg.renderer import drawn_bounds
from tests.svg.test_pictures import png
from tests.template.drawings import Studio, flat

FONT = 'font-family="Alegreya Sans" font-size="8"'
NAME = {"name": "The Night Watchman"}
SHRUNK = {
    "on the text": f'<text x="2" y="20" {FONT} pnp:text="{{{{ card.name }}}}" pnp:fit="shrink" pnp:width="35">Owl</text>',
    "on its tspan": f'<text {FONT}><tspan x="2" y="20" pnp:text="{{{{ card.name }}}}" pnp:fit="shrink" pnp:width="35">Owl</tspan></text>',
    "on both": f'<text {FONT} pnp:fit="shrink" pnp:width="35"><tspan x="2" y="20" pnp:text="{{{{ card.name }}}}">Owl</tspan></text>',
    "without data": f'<text {FONT} pnp:fit="shrink" pnp:width="35"><tspan x="2" y="20">The Night Watchman</tspan></text>',
}


@pytest.mark.parametrize("body", SHRUNK.values(), ids=SHRUNK)
def test_words_shrink_wherever_an_editor_keeps_them(body: str, studio: Studio) -> None:
    drawing = studio.drawn(body, NAME)
    (found,) = flat(drawing.nodes)
    assert isinstance(found, Text) and found.string == NAME["name"] and found.size < 5
    assert drawn_bounds(drawing.nodes, studio.templates.book).right < 37.5


def test_words_of_several_pieces_are_not_fitted(studio: Studio) -> None:
    body = f'<text x="2" y="20" {FONT} pnp:fit="shrink" pnp:width="35">Night <tspan pnp:text="{{{{ card.name }}}}">Owl</tspan></text>'
    assert studio.refused(body, NAME) == (
        "templates/t0.svg:2: only words of one piece can be fitted into a width\n  hint: write all "
        "of them as pnp:text on the <text>, with pnp:fit and pnp:width beside it"
    )


WAY = '<path id="p" d="M5 30C15 5 25 5 35 30" fill="none"/>'


def test_data_follows_a_path(studio: Studio) -> None:
    ways = (
        f'{WAY}<text {FONT}><textPath href="#p" pnp:text="{{{{ card.name }}}}">Owl</textPath></text>',
        f'{WAY}<text {FONT}><textPath href="#p"><tspan pnp:text="{{{{ card.name }}}}">Owl</tspan></textPath></text>',
    )
    one, other = (studio.drawn(way, {"name": "Barn"}) for way in ways)
    boxes = [drawn_bounds(drawing.nodes, studio.templates.book) for drawing in (one, other)]
    assert boxes[0] == boxes[1] and boxes[0].height > 10
    off = f'{WAY}<text {FONT} pnp:text="{{{{ card.name }}}}"><textPath href="#p">Owl</textPath></text>'
    assert "write it on the <textPath>" in studio.refused(off, NAME)


def test_a_text_in_another_shape_than_a_rectangle_is_told(studio: Studio) -> None:
    text = f'<text style="shape-inside:url(#s)" {FONT} pnp:text="Owl">x</text>'
    told = 'the text is set in the box around the <ellipse> "#s", not in it'
    assert told in studio.told(f'<ellipse id="s" cx="20" cy="20" rx="18" ry="15"/>{text}')
    turned = '<rect id="s" width="20" height="20" transform="rotate(20 20 20)"/>'
    assert 'around the <rect> "#s"' in studio.told(turned + text)
    upright = '<path id="s" fill="none" d="M2 2Q20 1 38 2V38H2z"/>'
    assert studio.told(upright + text) == ""


def test_a_text_that_flows_on_into_a_second_shape_is_told(studio: Studio) -> None:
    boxes = '<rect id="s" width="20" height="20"/><rect id="t" width="9" height="9"/>'
    text = f'<text style="shape-inside:url(#s) url(#t)" {FONT}>Owl</text>'
    assert "the second shape of a flowed text is not supported" in studio.told(boxes + text)
    assert studio.told(boxes + text.replace(" url(#t)", "")) == ""


def test_a_text_keeps_off_its_box_by_a_padding(studio: Studio) -> None:
    box = '<rect id="s" x="2" y="2" width="36" height="36" fill="none"/>'
    lefts = []
    for padding in ("", ";shape-padding:5"):
        text = f'<text style="shape-inside:url(#s){padding}" {FONT} pnp:text="Owl">x</text>'
        (found,) = flat(studio.drawn(box + text).nodes)
        lefts.append(found.origin.x)
    assert lefts[1] - lefts[0] == pytest.approx(5)


def test_styles_that_flowed_text_loses_are_told(studio: Studio) -> None:
    box = '<rect id="s" x="2" y="2" width="36" height="36" fill="none"/>'
    inside = '<tspan x="2" y="9">An <tspan style="fill:red">owl</tspan></tspan>'
    text = f'<text style="shape-inside:url(#s);white-space:pre" {FONT}>{inside}</text>'
    assert "another style inside flowed text" in studio.told(box + text)
    assert studio.told(box + text.replace("fill:red", "fill:black")) == ""


SHEET = (
    "<style>.sun{r:12px} .sea{width:30px;height:10px} .box{width:auto;rx:2} "
    '.leaf{d:path("M5 5h9v9z")} .eye{cx:20px;cy:10px;rx:8px;ry:4px}</style>'
)
GEOMETRY = {
    '<circle class="sun" cx="20" cy="20"/>': Rect(8, 8, 24, 24),
    '<circle cx="20" cy="20" r="3" style="r:5px"/>': Rect(15, 15, 10, 10),
    '<rect class="sea" x="1" y="2"/>': Rect(1, 2, 30, 10),
    '<rect class="box" x="1" y="2" width="9" height="8"/>': Rect(1, 2, 9, 8),
    '<path class="leaf"/>': Rect(5, 5, 9, 9),
    '<ellipse class="eye"/>': Rect(12, 6, 16, 8),
    '<circle class="sun" cx="20" cy="20" pnp:r="{{ card.r }}"/>': Rect(13, 13, 14, 14),
}


@pytest.mark.parametrize("body", GEOMETRY)
def test_style_sheets_say_how_large_shapes_are(body: str, studio: Studio) -> None:
    drawing = studio.drawn(SHEET + body, {"r": "7"})
    assert drawing.findings == ()
    box = drawn_bounds(drawing.nodes, studio.templates.book)
    assert tuple(box) == pytest.approx(tuple(GEOMETRY[body]), abs=0.01)


@pytest.mark.parametrize(
    "style",
    [
        *("text-shadow: 1px 1px red", "rotate: 30deg", "scale: 2", "translate: 5px"),
        *("background: #ffd", "text-decoration-style: wavy", "shape-subtract: url(#s)"),
    ],
)
def test_a_property_that_is_not_drawn_is_told(style: str, studio: Studio) -> None:
    assert f'"{style}" is not supported' in studio.told(
        f'<rect style="{style}" width="9" height="9"/>'
    )
    wavy = f'<text x="2" y="9" style="text-decoration:underline wavy" {FONT}>Owl</text>'
    assert '"text-decoration-style: wavy" is not supported' in studio.told(wavy)


def test_attributes_with_the_name_of_a_property_are_none(studio: Studio) -> None:
    turned = f'<text x="2" y="20" rotate="10 20" pnp:rotate="{{{{ card.turn }}}}" {FONT}>Owl</text>'
    assert studio.told(turned, {"turn": "30"}) == ""


def test_dashes_count_in_the_length_that_an_outline_is_given(studio: Studio) -> None:
    body = '<rect x="5" y="5" width="20" height="20" stroke="red" stroke-dasharray="25" stroke-dashoffset="5" {}/>'
    plain, measured = (
        flat(studio.drawn(body.format(more)).nodes)[0].stroke
        for more in ("", 'pathLength="100" id="a"')
    )
    assert plain.dashes == (25, 25) and plain.dash_offset == 5
    assert measured.dashes == pytest.approx((20, 20)) and measured.dash_offset == pytest.approx(4)


def test_a_dot_with_square_ends_has_a_direction(studio: Studio) -> None:
    body = '<path d="M20 20z" stroke="blue" stroke-width="6" stroke-linecap="{}"/>'
    (square,) = flat(studio.drawn(body.format("square")).nodes)
    assert isinstance(square, Shape) and square.path.ops == "ML"
    assert square.path.coords == pytest.approx((20, 20, 20.03, 20))
    (dot,) = flat(studio.drawn(body.format("round")).nodes)
    assert dot.path.ops == "MZ"
    dashed = '<path d="M5 20H35" stroke="blue" stroke-width="2" stroke-linecap="square" stroke-dasharray="0 4"/>'
    (line,) = flat(studio.drawn(dashed).nodes)
    assert line.stroke.dashes == (0.01, 4)


KINDS = {
    "mask": ('<mask id="{}">{}</mask>', 'mask="url(#{})"'),
    "pattern": (
        '<pattern id="{}" width="9" height="9" patternUnits="userSpaceOnUse">{}</pattern>',
        'fill="url(#{})"',
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_masks_of_masks_and_patterns_of_patterns_have_an_end(kind: str, studio: Studio) -> None:
    form, refers = KINDS[kind]
    square = '<rect width="9" height="9" {}/>'
    made = [form.format("m0", square.format('fill="red"'))]
    for number in range(1, 21):
        inside = square.format(refers.format(f"m{number - 1}")) * 2
        made.append(form.format(f"m{number}", inside))
    some, many = ("".join(made) + square.format(refers.format(f"m{last}")) for last in (3, 20))
    assert len(flat(studio.drawn(some).nodes)) == 1
    assert "the drawing has more than 50,000 parts" in studio.refused(many)


def test_a_clip_of_a_picture_is_as_large_as_its_box(studio: Studio) -> None:
    studio.write("red.png", png(4, 2))
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height=".5"/></clipPath>'
    body = f'{clip}<image href="red.png" x="5" y="5" width="20" height="20" clip-path="url(#c)"/>'
    drawing = studio.drawn(body)
    (group,) = drawing.nodes
    assert group.clip.path.points()[2] == (25, 15)
    assert isinstance(flat(drawing.nodes)[0], Picture)


def test_a_symbol_stands_at_its_place(studio: Studio) -> None:
    body = '<symbol id="s" x="4" y="5"><rect width="9" height="9"/></symbol><use href="#s" x="1"/>'
    drawing = studio.drawn(body)
    assert drawn_bounds(drawing.nodes, studio.templates.book) == Rect(5, 5, 9, 9)


def test_a_picture_whose_name_differs_in_capitals_is_meant(studio: Studio) -> None:
    studio.write("owl.png", png())
    studio.write("OWK.png", png())
    told = studio.told('<image href="OWL.png" width="9" height="9"/>')
    assert 'did you mean "owl.png"?' in told


LINES = "One\n</tspan><tspan>two   owls\n</tspan><tspan>\n</tspan><tspan>  or three"
KEPT = {
    "pre": ("white-space:pre", ["One", "two   owls", "", "  or three"]),
    "pre-line": ("white-space:pre-line", ["One", "two owls", "", "or three"]),
    "normal": ("white-space:normal", ["One two owls or three"]),
    "none": ("fill:black", ["One two owls or three"]),
}


@pytest.mark.parametrize(("style", "lines"), KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("frame", ["shape-inside:url(#s)", "inline-size:90px"])
def test_lines_of_a_text_frame_end_where_somebody_pressed_enter(
    frame: str, style: str, lines: list[str], studio: Studio
) -> None:
    box = '<rect id="s" x="2" y="2" width="90" height="36" fill="none"/>'
    text = f'<text y="9" style="{frame};{style}" {FONT.replace("8", "4")}><tspan>{LINES}</tspan></text>'
    drawing = studio.drawn(box + text)
    rows: dict[float, list[str]] = {}
    for node in flat(drawing.nodes):
        assert isinstance(node, Text)
        rows.setdefault(round(node.origin.y, 3), []).append(node.string)
    printed = {
        y: " ".join("".join(words).replace("\u00a0", " ").split()) for y, words in rows.items()
    }
    tops = sorted(printed)
    assert [printed[y] for y in tops if printed[y]] == [
        " ".join(line.split()) for line in lines if line
    ]
    if len(lines) > 1:
        below = [at for at, line in enumerate(lines) if line]
        leading = (tops[-1] - tops[0]) / (below[-1] - below[0])
        assert tops[1] - tops[0] == pytest.approx(leading)


@pytest.mark.parametrize("space", ["white-space:pre", "white-space:pre-wrap", "fill:black"])
def test_spaces_in_a_text_frame_are_as_wide_as_typed(space: str, studio: Studio) -> None:
    box = '<rect id="s" x="2" y="2" width="36" height="36" fill="none"/>'
    widths = []
    for words in ("a b", "a   b", "   a b"):
        text = (
            f'<text xml:space="preserve" style="shape-inside:url(#s);{space}" {FONT}>{words}</text>'
        )
        widths.append(drawn_bounds(studio.drawn(box + text).nodes, studio.templates.book))
    wider, indented = (each.width - widths[0].width for each in widths[1:])
    assert wider / 2 == pytest.approx(indented / 3)
    assert wider > 1
