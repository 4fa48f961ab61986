# ruff: noqa: E501 - a line of SVG is not broken
"""Text elements with data: where words stand, how they shrink and wrap, icons among them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.geometry.plane import IDENTITY, Point, Rect
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Linear, Picture, Shape, Text, leaves
from pnp.svg.renderer import drawn_bounds
from pnp.text.fontbook import FontBook
from tests.make import svg
from tests.pictures import difference, page_of
from tests.template.drawings import Studio, flat

ROOT = Path(__file__).resolve().parents[2]
FONTS = [ROOT / "fonts", ROOT / "tests" / "text" / "fonts"]

FONT = 'font-family="Alegreya Sans" font-size="4"'
BOX = '<rect id="box" x="5" y="5" width="30" height="20" fill="none"/>'
INSIDE = 'style="shape-inside:url(#box)"'
BOLD = 'style="font-weight:700"'


def texts(drawing) -> list[Text]:
    return [node for node in flat(drawing.nodes) if isinstance(node, Text)]


def words(drawing) -> str:
    return " ".join(text.string for text in texts(drawing))


def test_the_first_space_of_a_span_has_its_place_in_lists(studio: Studio) -> None:
    """As in browsers: between two words of the whole text it does not collapse."""

    def placed(lists: str) -> list[tuple[str, Point]]:
        body = f'<text x="3" y="9" {FONT}>K<tspan {lists}> ab</tspan></text>'
        return [(text.string, text.origin) for text in texts(studio.drawn(body))]

    along = placed('x="12 20 28"')
    assert along == [("K", (3, 9)), (" ", (12, 9)), ("a", (20, 9)), ("b", (28, 9))]
    turned = dict(placed('rotate="0 20 0"'))
    assert turned["a"] == (0, 0) != turned["b"]  # a letter that is turned has a group of its own


def test_data_takes_the_place_of_the_sample(studio: Studio) -> None:
    body = f'<text x="3" y="9" {FONT} fill="red" pnp:text="{{{{ card.name }}}}">Sample</text>'
    (text,) = texts(studio.drawn(body, {"name": "Wisp & Co <3"}))
    assert (text.string, text.origin, text.size) == ("Wisp & Co <3", Point(3, 9), 4)
    assert text.fill.color.hex == "#ff0000"


def test_data_looks_as_the_inner_span_of_an_editor(studio: Studio) -> None:
    body = (
        f'<text x="3" y="9" {FONT} pnp:text="{{{{ card.name }}}}"><tspan sodipodi:role="line" x="5" y="11" '
        'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" font-size="6">Sample</tspan></text>'
    )
    (text,) = texts(studio.drawn(body, {"name": "Wisp"}))
    assert (text.origin, text.size) == (Point(5, 11), 6)


def test_data_wins_over_the_sample_on_an_inner_span(studio: Studio) -> None:
    body = (
        f'<text x="3" y="9" {FONT} pnp:x="{{{{ card.x }}}}" pnp:fill="red" pnp:text="Wisp">'
        '<tspan x="5" y="11" fill="blue">Sample</tspan></text>'
    )
    (text,) = texts(studio.drawn(body, {"x": 20}))
    assert text.origin == Point(20, 11)
    assert text.fill.color.hex == "#ff0000"


@pytest.mark.parametrize("inside", ["", f" {INSIDE}"])
def test_data_has_the_capitals_that_its_sample_has(inside: str, studio: Studio) -> None:
    sample = f'<tspan style="text-transform:uppercase" {FONT}>Sample</tspan>'
    body = f'{BOX}<text x="3" y="9"{inside} pnp:text="{{{{ card.name }}}}">{sample}</text>'
    drawing = studio.drawn(body, {"name": "Don't look"})
    assert (words(drawing), drawing.findings) == ("DON'T LOOK", ())


@pytest.mark.parametrize("placed", ['x="3 9 12"', 'dx="0 2"', 'rotate="9"', 'textLength="30"'])
def test_what_places_single_letters_of_data_is_told(placed: str, studio: Studio) -> None:
    body = f'<text y="9" {placed} {FONT} pnp:text="{{{{ card.name }}}}">Sample</text>'
    (finding,) = studio.drawn(body, {"name": "Wisp"}).findings
    assert finding.rule.id == "unsupported-svg" and placed.partition("=")[0] in finding.message


def test_data_in_one_span_moves_what_follows(studio: Studio) -> None:
    body = f'<text y="9" {FONT}>Worth <tspan pnp:text="{{{{ card.n }}}}">1</tspan> points</text>'
    short, long = (texts(studio.drawn(body, {"n": n})) for n in (1, 1000))
    assert [text.string for text in long] == ["Worth ", "1000", " points"]
    assert long[2].origin.x > short[2].origin.x


@pytest.mark.parametrize(
    ("anchor", "low", "high"), [("start", 20, 21), ("middle", 15, 20), ("end", 10, 18)]
)
def test_data_is_anchored(anchor: str, low: float, high: float, studio: Studio) -> None:
    body = f'<text x="20" y="9" {FONT} text-anchor="{anchor}" pnp:text="Boo!">x</text>'
    (text,) = texts(studio.drawn(body))
    assert low <= text.origin.x <= high


def test_a_line_shrinks_into_its_width(studio: Studio) -> None:
    body = (
        f'<text y="9" {FONT} pnp:fit="shrink" pnp:width="20" pnp:text="A rather long name">x</text>'
    )
    drawing = studio.drawn(body)
    assert 2 < texts(drawing)[0].size < 4
    assert drawing.findings == ()


def test_a_line_that_cannot_shrink_enough_is_found_and_drawn(studio: Studio) -> None:
    body = (
        f'<text y="9" {FONT} pnp:fit="shrink" pnp:width="20" pnp:min-size="3.5" '
        'pnp:text="A rather long name">x</text>'
    )
    drawing = studio.drawn(body)
    assert texts(drawing)[0].size == 3.5
    assert [finding.rule.id for finding in drawing.findings] == ["text-overflow"]
    assert str(drawing.findings[0].where) == "card_data/game/cards.csv:2"


def test_a_fit_without_a_width_is_refused(studio: Studio) -> None:
    error = studio.refused(f'<text {FONT} pnp:fit="shrink" pnp:text="a">x</text>')
    assert error == (
        "templates/t0.svg:2: pnp:fit needs a width to fit into\n"
        '  hint: write pnp:width="30" beside it'
    )


def test_rich_text_wraps_in_its_box(studio: Studio) -> None:
    body = f'{BOX}<text {FONT} {INSIDE} pnp:text="{{{{ card.rules }}}}">Sample</text>'
    drawing = studio.drawn(body, {"rules": "Words that **must** go on for more than a line"})
    found = texts(drawing)
    assert "must" in words(drawing)
    assert {text.font for text in found} == {"AlegreyaSans-Regular", "AlegreyaSans-Bold"}
    assert len({text.origin.y for text in found}) > 1
    assert all(5 <= text.origin.x < 35 for text in found)


def test_a_line_begins_where_the_first_words_of_its_sample_do(studio: Studio) -> None:
    sample = f'<tspan x="5" y="11" {BOLD}>A.</tspan> b'
    (text,) = texts(studio.drawn(f'<text {FONT} pnp:text="Wisp">{sample}</text>'))
    assert (text.origin, text.font) == (Point(5, 11), "AlegreyaSans-Regular")


def test_a_line_begins_where_a_span_around_its_words_says(studio: Studio) -> None:
    sample = f'<tspan x="5" y="11"><tspan dx="2" {BOLD}>A</tspan></tspan>'
    (text,) = texts(studio.drawn(f'<text {FONT} pnp:text="Wisp">{sample}</text>'))
    assert (text.origin, text.font) == (Point(7, 11), "AlegreyaSans-Bold")


@pytest.mark.parametrize(
    ("sample", "heavy"),
    [
        (f"<tspan {BOLD}>A.</tspan> b", False),
        (f"<tspan {BOLD}>A.</tspan><tspan> b</tspan>", False),
        (f"<tspan {BOLD}>A.</tspan> <a>b</a>", False),
        (f'<tspan x="5"><tspan {BOLD}>A.</tspan></tspan><tspan x="5">b</tspan>', False),
        (f"<tspan {BOLD}>A. b</tspan>", True),
        (f'<tspan x="5" {BOLD}>A.</tspan> <tspan x="5" dy="4" {BOLD}>b</tspan>', True),
        (f'<tspan x="5"/>\n<tspan x="5" dy="4"><tspan {BOLD}>A. b</tspan></tspan>', True),
    ],
)
def test_rich_text_looks_as_all_words_of_its_sample(
    sample: str, heavy: bool, studio: Studio
) -> None:
    body = f'{BOX}<text {FONT} {INSIDE} pnp:text="**A.** plain">{sample}</text>'
    *_, last = texts(studio.drawn(body))
    assert last.font == ("AlegreyaSans-Bold" if heavy else "AlegreyaSans-Regular")


def test_the_box_may_hold_data_and_be_moved(studio: Studio) -> None:
    box = '<rect id="box" x="5" y="5" width="9" height="9" pnp:x="{{ card.x }}" transform="translate(0 10)"/>'
    body = f'{box}<text {FONT} {INSIDE} pnp:text="a">x</text>'
    (text,) = texts(studio.drawn(body, {"x": 20}))
    assert text.origin.x == 20
    assert text.origin.y > 15


def test_rich_text_aligns(studio: Studio) -> None:
    body = (
        f'{BOX}<text {FONT} style="shape-inside:url(#box);text-align:center" pnp:valign="bottom" '
        'pnp:text="Boo">x</text>'
    )
    (text,) = texts(studio.drawn(body))
    assert 15 < text.origin.x < 20
    assert text.origin.y > 20


def test_rich_text_shrinks_and_tells_when_it_cannot(studio: Studio) -> None:
    body = f'{BOX}<text {FONT} {INSIDE} pnp:min-size="3" pnp:text="{{{{ card.t }}}}">x</text>'
    fitting = studio.drawn(body, {"t": "word " * 18})
    assert 3 <= texts(fitting)[0].size < 4 and fitting.findings == ()
    over = studio.drawn(body, {"t": "word " * 200})
    assert texts(over)[0].size == 3
    assert [finding.rule.id for finding in over.findings] == ["text-overflow"]


def test_lengths_in_findings_are_millimetres_whatever_the_view_box(studio: Studio) -> None:
    line = f'<text y="20" {FONT} pnp:width="10" pnp:text="Too long a line">x</text>'
    box = f'<rect id="box" width="20" height="4"/><text {FONT} {INSIDE} pnp:text="Two lines of words">x</text>'
    studio.write("half.svg", svg(line + box, view_box="0 0 80 80"))
    drawing = studio.draw("half.svg")
    said = [finding.message for finding in drawing.findings]
    assert "wider than its 5 mm, set at 2.00 mm" in said[0]
    assert "taller than its box of 10 x 2 mm, set at 2.00 mm" in said[1]
    first = texts(drawing)[0]
    assert first.size == 2


def test_sample_words_flow_as_they_are(studio: Studio) -> None:
    drawing = studio.drawn(f"{BOX}<text {FONT} {INSIDE}>3 **stars** and a :colon:</text>")
    assert words(drawing) == "3 **stars** and a :colon:"
    assert drawing.findings == ()


def test_a_text_with_only_a_width_wraps_below_its_baseline(studio: Studio) -> None:
    body = (
        f'<text x="5" y="9" {FONT} style="inline-size:20px" pnp:text="Some words to wrap">x</text>'
    )
    drawing = studio.drawn(body)
    (group,) = drawing.nodes
    lines = sorted({group.place.apply(*text.origin).y for text in texts(drawing)})
    assert lines[0] == pytest.approx(9)
    assert len(lines) > 1


def test_no_shape_to_flow_in_is_refused(studio: Studio) -> None:
    error = studio.refused(f'<g id="box"/><text {FONT} {INSIDE} pnp:text="a">x</text>')
    assert error == (
        'templates/t0.svg:2: shape-inside names "#box", which is not a shape\n'
        "  hint: it names a <rect> that is not empty"
    )


ICON = svg('<path d="M0 0h40v40z" fill="currentColor"/>')


@pytest.mark.parametrize("place", ["deck/icons/skull.svg", "icons/skull.svg"])
def test_an_icon_stands_among_the_words(place: str, studio: Studio) -> None:
    studio.write(place, ICON)
    body = f'{BOX}<text {FONT} fill="red" {INSIDE} pnp:text="Lose a :skull: now">x</text>'
    studio.write("deck/t.svg", svg(body))
    drawing = studio.draw("deck/t.svg")
    shapes = [node for node in flat(drawing.nodes) if isinstance(node, Shape)]
    assert [shape.fill.color.hex for shape in shapes] == ["#ff0000"]
    assert drawing.findings == ()


@pytest.mark.parametrize(
    ("rule", "text", "height", "lowered"),
    [
        ("", ":skull:", 1, 0),
        ("150% 20%", ":skull:", 1.5, 0.2),
        ("", ":skull 50%:", 0.5, 0),
        ("150% 20%", ":skull 80% -10%:", 0.8, -0.1),
    ],
)
def test_an_icon_has_its_height_by_its_drawing_or_in_place(
    rule: str, text: str, height: float, lowered: float, studio: Studio
) -> None:
    studio.write("icons/plain.svg", ICON)
    studio.write("icons/skull.svg", ICON.replace(">", f' pnp:icon="{rule}">', 1) if rule else ICON)
    plain, own = (
        drawn_bounds(studio.drawn(body).nodes, studio.templates.book)
        for body in [
            f'{BOX}<text {FONT} {INSIDE} pnp:text="{each}">x</text>' for each in (":plain:", text)
        ]
    )
    assert own.height == pytest.approx(plain.height * height)
    assert own.bottom - plain.bottom == pytest.approx(plain.height * lowered)


@pytest.mark.parametrize("look", ["big", "150", "0%", "150%, 20%"])
def test_a_look_of_an_icon_that_is_none_is_refused(look: str, studio: Studio) -> None:
    studio.write("icons/skull.svg", ICON.replace(">", f' pnp:icon="{look}">', 1))
    told = studio.refused(f'{BOX}<text {FONT} {INSIDE} pnp:text=":skull:">x</text>')
    assert told.startswith(f'templates/icons/skull.svg:1: "{look}" is no look of an icon\n')


def test_an_icon_beside_the_template_wins(studio: Studio) -> None:
    studio.write("icons/skull.svg", ICON.replace("currentColor", "blue"))
    studio.write("deck/icons/skull.svg", ICON.replace("currentColor", "green"))
    studio.write("deck/t.svg", svg(f'{BOX}<text {FONT} {INSIDE} pnp:text=":skull:">x</text>'))
    (shape,) = flat(studio.draw("deck/t.svg").nodes)
    assert shape.fill.color.hex == "#008000"


def test_the_same_icon_is_one_object(studio: Studio) -> None:
    studio.write("icons/skull.svg", ICON)
    drawing = studio.drawn(f'{BOX}<text {FONT} {INSIDE} pnp:text=":skull: :skull:">x</text>')
    groups = [node for node in drawing.nodes[0].nodes if isinstance(node, Group)]
    assert len({id(inner) for group in groups for inner in group.nodes}) == 1


def test_a_missing_icon_is_found(studio: Studio) -> None:
    drawing = studio.drawn(f'{BOX}<text {FONT} {INSIDE} pnp:text="a :skul: b">x</text>')
    assert [finding.rule.id for finding in drawing.findings] == ["missing-icon"]


FIGURES = {
    "alone": "<text x='3' y='9' {}>2039</text>",
    "from data": "<text x='3' y='9' {} pnp:text='2039'>Sample</text>",
    "in a span": "<text x='3' y='9' {}><tspan>2039</tspan></text>",
    "letter by letter": "<text x='3 6' y='9' {}>2039</text>",
    "in a box": BOX + "<text {} style='shape-inside:url(#box)' pnp:text='2039'>Sample</text>",
}


@pytest.mark.parametrize("place", FIGURES)
def test_figures_are_lining_tabular_or_old_style_as_they_are_asked_for(
    place: str, studio: Studio
) -> None:
    def glyphs(more: str) -> list[int]:
        body = FIGURES[place].format(f"{FONT} {more}")
        return [glyph.gid for text in texts(studio.drawn(body)) for glyph in text.glyphs]

    font = studio.templates.book.chain(("Alegreya Sans",))[0]
    for value, feature in (("lining-nums", "lnum"), ("tabular-nums", "tnum"), ("normal", "kern")):
        asked = [shaped.gid for shaped in font.shape("2039", ((feature, 1),))]
        assert glyphs(f'font-variant-numeric="{value}"') == asked
        assert glyphs(f"""font-feature-settings="'{feature}'\"""") == asked
    old, lining = glyphs(""), glyphs('font-variant-numeric="lining-nums"')
    assert old != lining
    assert glyphs("""font-feature-settings="'lnum' off\"""") == old


@pytest.mark.parametrize(
    ("style", "told"),
    [
        ("font-variant-numeric:lining", '"lining" is not known: lining-nums, '),
        ("font-feature-settings:lnum", '"lnum" is no list of features, as "lnum", "liga" 0'),
        ("font-variant-ligatures:none", '"font-variant-ligatures: none" is not supported'),
    ],
)
def test_figures_and_ligatures_that_cannot_be_had_are_told(
    style: str, told: str, studio: Studio
) -> None:
    assert told in studio.told(f'<text x="3" y="9" {FONT} style="{style}">20</text>')


def test_a_font_that_is_there_but_not_read_is_named(studio: Studio) -> None:
    body = '<text y="9" font-family="Alegreya Sand">Owl</text>'
    folder = studio.folder.parent / "fonts"
    folder.mkdir()
    (folder / "AlegreyaSand.woff").write_bytes(b"wOFF")
    named = Studio(studio.folder.parent, FontBook([folder, *FONTS])).told(body)
    assert "fonts/AlegreyaSand.woff cannot be read: convert to .ttf or .otf; did you mean" in named
    assert "cannot be read" not in studio.told(body)


def test_an_unknown_family_names_the_template(studio: Studio) -> None:
    told = studio.told('<text font-family="Alegria Sans">x</text>')
    assert told.startswith('templates/t0.svg:2: warning [substituted-font] the font "Alegria Sans"')
    assert told.endswith('hint: did you mean "Alegreya Sans"?')


def test_a_gradient_spans_the_whole_text(studio: Studio) -> None:
    body = (
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
        f'<text x="5" y="9" {FONT} fill="url(#g)" pnp:text="Boo">x</text>'
    )
    (text,) = texts(studio.drawn(body))
    assert isinstance(text.fill, Linear)
    assert text.fill.place.apply(0, 0).x == pytest.approx(5)


def test_text_over_its_stroke_is_read_once(studio: Studio) -> None:
    body = f'<text x="5" y="9" {FONT} stroke="red" paint-order="stroke" pnp:text="Boo">x</text>'
    outline, text = flat(studio.drawn(body).nodes)
    assert isinstance(outline, Shape) and outline.fill is None
    assert isinstance(text, Text) and text.stroke is None


@pytest.mark.parametrize(
    "effect", ["opacity:.5", "filter:blur(1px)", "mask:url(#m)", "clip-path:url(#m)"]
)
@pytest.mark.parametrize("data", ["", 'pnp:text="Boo"'])
def test_effects_of_a_part_of_a_text_are_told(effect: str, data: str, studio: Studio) -> None:
    body = f'<text x="5" y="9" {FONT} {data}><tspan style="{{}}">Boo</tspan></text>'
    told = studio.told(body.format(effect))
    assert f"{effect.partition(':')[0]} of a <tspan> is not supported" in told
    assert not studio.told(body.format("opacity:1;filter:none;mask:none"))


UNDER = 'text-decoration="underline"'


def rules(drawing) -> list[Rect]:
    """Return the boxes of the shapes in a drawing but the first, the frame of its text."""
    shapes = [node for node in flat(drawing.nodes) if isinstance(node, Shape)]
    return [path_bounds(shape.path, IDENTITY) for shape in shapes if shape.fill is not None]


def test_each_line_of_a_box_is_underlined_as_far_as_its_words(studio: Studio) -> None:
    body = f'{BOX}<text {FONT} {INSIDE} {UNDER} fill="#d22" pnp:text="{{{{ card.t }}}}">x</text>'
    drawing = studio.drawn(body, {"t": "Words that go **on** for more than a line"})
    lines = rules(drawing)
    assert len(lines) == len({text.origin.y for text in texts(drawing)}) == 3
    assert [box.x for box in lines] == pytest.approx([5, 5, 5])
    for box, y in zip(lines, sorted({text.origin.y for text in texts(drawing)}), strict=True):
        assert y < box.y < y + 1 and 0.1 < box.height < 0.4 and 5 < box.width < 30
    assert drawing.findings == ()
    shape = next(n for n in flat(drawing.nodes) if isinstance(n, Shape) and n.fill)
    assert shape.fill.color.hex == "#dd2222"


def test_an_icon_in_a_box_is_not_underlined(studio: Studio) -> None:
    studio.write(
        "icons/dot.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="2mm" height="2mm"/>'
    )
    body = f'{BOX}<text {FONT} {INSIDE} {UNDER} pnp:text="two :dot: owls">x</text>'
    one, two = rules(studio.drawn(body))
    assert two.x - one.right > 2


def test_lines_through_words_lie_on_them_and_others_below(studio: Studio) -> None:
    inner = '<tspan text-decoration="line-through" fill="#d22">x</tspan>'
    body = f'<text x="3" y="9" {FONT} {UNDER} fill="#00f" pnp:text="Owl">{inner}</text>'
    drawing = studio.drawn(body)
    kinds = [type(node).__name__ for node in flat(drawing.nodes)]
    assert kinds == ["Shape", "Text", "Shape"]
    under, _, through = flat(drawing.nodes)
    assert under.fill.color.hex == "#0000ff" and through.fill.color.hex == "#dd2222"


def test_a_hidden_word_has_no_line(studio: Studio) -> None:
    body = f'<text x="3" y="9" {FONT} {UNDER} fill="none" pnp:text="Owl">x</text>'
    assert rules(studio.drawn(body)) == []


@pytest.fixture
def embers(tmp_path: Path) -> Studio:
    """Return a studio with a colour font, whose fire is yellow below and red above."""
    return Studio(tmp_path, FontBook(FONTS))


@pytest.mark.parametrize("where", ['x="3" y="9"', INSIDE])
def test_letters_of_a_colour_font_are_pictures_among_words(where: str, embers: Studio) -> None:
    body = f'{BOX}<text {FONT} {where} pnp:text="Burn \U0001f525 1">x</text>'
    drawing = embers.drawn(body.replace("Alegreya Sans", "Alegreya Sans, Embers"))
    assert words(drawing).split() == ["Burn", "1"]
    (place,) = [at for node, at in leaves(drawing.nodes) if isinstance(node, Picture)]
    (fire,) = [node for node in flat(drawing.nodes) if isinstance(node, Picture)]
    box = place.box(fire.box)
    burn, one = texts(drawing)[0], texts(drawing)[-1]
    assert box.width == pytest.approx(4)
    assert burn.origin.x + 5 < box.x < box.right < 18
    pixels = Image.open(BytesIO(fire.image.data)).convert("RGB")
    middle, high = pixels.width // 2, pixels.height
    assert pixels.getpixel((middle, round(high * 0.9 / 1.5))) == (255, 204, 0)
    assert pixels.getpixel((middle, round(high * 0.5 / 1.5))) == (204, 0, 0)
    assert [finding.rule.id for finding in drawing.findings] == ["rasterised"]
    assert one.fill is not None


def test_the_same_letter_is_one_picture_for_all_rows(embers: Studio) -> None:
    body = '<text x="3" y="9" font-family="Embers" font-size="4" pnp:text="\U0001f525{{ card.n }}">x</text>'
    embers.write("fire.svg", svg(body))
    drawn = [embers.draw("fire.svg", {"n": n}) for n in (1, 11)]
    one, two = (
        next(node for node in flat(drawing.nodes) if isinstance(node, Picture)) for drawing in drawn
    )
    assert one.image is two.image
    assert [texts(drawing)[0].string for drawing in drawn] == ["1", "11"]


RAMP = (
    '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="40"><stop stop-color="red"/>'
    '<stop offset="1" stop-color="blue"/></linearGradient>'
)
EDGED = 'font-family="Alegreya Sans" font-weight="900" font-size="16" stroke="url(#g)"'


@pytest.mark.parametrize(
    "body",
    [
        f'<text x="2" y="25" {EDGED} stroke-width="1.5" fill="gold">Boo</text>',
        f'<text x="2" y="25" {EDGED} stroke-width="1.5" fill="none">Boo</text>',
        f'<text x="2" y="25" {EDGED} fill="gold" rotate="20">Boo</text>',
        f'{BOX}<text {EDGED} fill="gold" style="shape-inside:url(#box)">Boo</text>',
    ],
)
def test_letters_edged_with_a_gradient_are_printed_as_they_are_seen(
    body: str, studio: Studio
) -> None:
    page = page_of(studio.drawn(RAMP + body).nodes, 40, 40)
    assert difference(page, 150, studio.templates.book)[1] < 0.001


@pytest.mark.parametrize(
    ("words", "start", "told"),
    [
        ("an owl that is awake all the night long", "0", True),
        ("an owl", "80%", True),
        ("an owl ", "0", False),
        ("", "150%", False),
    ],
)
def test_letters_beyond_the_ends_of_their_path_are_told(
    words: str, start: str, told: bool, studio: Studio
) -> None:
    """SVG draws none of them: a sentence of the data would end in the middle of a word."""
    path = f'<textPath href="#w" startOffset="{start}">{words}</textPath>'
    body = f'<path id="w" d="M0 9H40" fill="none"/><text font-size="8">{path}</text>'
    assert ("is longer than its path" in studio.told(body)) == told


def test_a_text_on_a_path_inside_another_is_told(studio: Studio) -> None:
    body = '<path id="w" d="M0 9H40"/><text><textPath href="#w">a{}</textPath></text>'
    inner = '<textPath href="#w">b</textPath>'
    assert "<textPath> in a <textPath>" in studio.told(body.format(inner))
    assert studio.told(body.format("<tspan>b</tspan>")) == ""


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ('font-family="Grenze Gotisch" font-style="italic"', "Grenze Gotisch has no italic style"),
        ('font-family="Bangers" font-weight="bold"', "Bangers has no bold style"),
        ('font-family="Alegreya Sans" font-weight="bold" font-style="italic"', ""),
        ('font-family="Grenze Gotisch" font-weight="bold"', ""),
    ],
)
@pytest.mark.parametrize("place", ['x="3" y="9"', INSIDE, 'x="3" y="9" rotate="9"'])
def test_a_style_that_a_font_has_not_is_told_once(
    look: str, told: str, place: str, studio: Studio
) -> None:
    words = f'<text font-size="4" {look} {place}>Barn <tspan>owl</tspan></text>'
    findings = studio.drawn(BOX + words).findings
    assert [finding.message for finding in findings] == ([told] if told else [])
