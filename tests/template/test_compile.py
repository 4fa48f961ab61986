# ruff: noqa: E501 - a line of SVG is not broken
"""Data in drawings: bindings, conditions, loops, roles, ink, and that equal data draws once."""

import pytest

from pnp.base.color import Color
from pnp.geometry.plane import Point, Rect
from pnp.scene.node import Group, Shape, Solid, Text
from pnp.scene.page import Ink
from tests.template.drawings import Studio, flat, svg

RED, BLUE, GREEN = Color(255, 0, 0), Color(0, 0, 255), Color(0, 128, 0)


def colors(drawing) -> list[str]:
    return [shape.fill.color.hex for shape in flat(drawing.nodes)]


def test_a_twin_wins_over_attribute_style_and_sheet(studio: Studio) -> None:
    studio.write(
        "a.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template" width="9mm" '
        'height="9mm" viewBox="0 0 9 9"><style>rect{fill:green !important}</style>'
        '<rect width="9" height="9" fill="gray" style="fill:black" pnp:fill="{{ card.c }}"/></svg>',
    )
    assert colors(studio.draw("a.svg", {"c": "red"})) == ["#ff0000"]


def test_a_twin_replaces_geometry(studio: Studio) -> None:
    drawing = studio.drawn('<rect width="9" height="9" pnp:width="{{ card.n * 2 }}"/>', {"n": 3})
    assert flat(drawing.nodes)[0].path.coords[2] == 6


def test_a_twin_transform_stands_inside_the_drawn_one(studio: Studio) -> None:
    body = '<rect width="1" height="1" transform="scale(2)" pnp:transform="translate({{ card.n }} 0)"/>'
    group = studio.drawn(body, {"n": 3}).nodes[0]
    assert isinstance(group, Group)
    assert group.place.apply(0, 0) == Point(6, 0)


def test_a_twin_class_reaches_what_lies_inside(studio: Studio) -> None:
    body = (
        "<style>.ghost path{fill:blue} .zombie path{fill:red}</style>"
        '<g class="ghost" pnp:class="{{ card.monster }}"><path d="M0 0h9v9z"/></g>'
    )
    assert colors(studio.drawn(body, {"monster": "zombie"})) == ["#ff0000"]


def test_a_twin_style_wins(studio: Studio) -> None:
    body = '<rect width="1" height="1" fill="red" pnp:style="fill:{{ card.c }}"/>'
    assert colors(studio.drawn(body, {"c": "blue"})) == ["#0000ff"]


def test_a_condition_shows_what_the_editor_hides(studio: Studio) -> None:
    body = (
        '<rect width="1" height="1" fill="red" pnp:if="card.n > 1" style="display:none"/>'
        '<rect width="1" height="1" fill="blue" pnp:if="card.n == 1"/>'
    )
    assert colors(studio.drawn(body, {"n": 2})) == ["#ff0000"]
    assert colors(studio.drawn(body, {"n": 1})) == ["#0000ff"]


def test_a_hidden_layer_stays_hidden(studio: Studio) -> None:
    body = '<g display="none"><rect width="1" height="1" pnp:if="true"/></g>'
    assert studio.drawn(body).nodes == ()


def test_a_loop_draws_once_for_each_turn(studio: Studio) -> None:
    body = '<rect width="1" height="1" pnp:for="i in range(card.n)" pnp:x="{{ 2 * i }}"/>'
    shapes = flat(studio.drawn(body, {"n": 3}).nodes)
    assert [shape.path.coords[0] for shape in shapes] == [0, 2, 4]
    assert studio.drawn(body, {"n": 0}).nodes == ()


def test_a_loop_binds_pairs_and_a_condition_sees_them(studio: Studio) -> None:
    body = (
        "<rect height='1' pnp:for=\"c, n in [['red', 1], ['blue', 2], ['green', 3]]\" "
        'pnp:if="n > 1" pnp:fill="{{ c }}" pnp:width="{{ n }}"/>'
    )
    drawing = studio.drawn(body)
    assert colors(drawing) == ["#0000ff", "#008000"]


def test_loops_nest(studio: Studio) -> None:
    body = (
        '<g pnp:for="i in range(card.n)"><rect width="1" height="1" pnp:for="j in range(i)" '
        'pnp:x="{{ i }}" pnp:y="{{ j }}"/></g>'
    )
    for n in (3, 4, 3):
        shapes = flat(studio.drawn(body, {"n": n}).nodes)
        corners = [shape.path.coords[:2] for shape in shapes]
        assert corners == [(i, j) for i in range(n) for j in range(i)]


def test_what_stands_in_a_loop_is_drawn_for_the_right_turn_on_the_next_row(studio: Studio) -> None:
    studio.write(
        "loop.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template" width="9mm" height="9mm" '
        'viewBox="0 0 9 9"><g pnp:for="c in card.colors"><rect width="1" height="1" pnp:fill="{{ c }}"/>'
        "</g></svg>",
    )
    assert colors(studio.draw("loop.svg", {"colors": ["red", "blue"]})) == ["#ff0000", "#0000ff"]
    assert colors(studio.draw("loop.svg", {"colors": ["blue", "red"]})) == ["#0000ff", "#ff0000"]


def test_one_and_true_are_not_the_same_turn(studio: Studio) -> None:
    body = '<text font-family="Alegreya Sans" pnp:for="v in card.list" pnp:text="{{ v }}">x</text>'
    texts = flat(studio.drawn(body, {"list": [1, True, "1"]}).nodes)
    assert [text.string for text in texts] == ["1", "true", "1"]


def test_data_names_the_part_that_is_used(studio: Studio) -> None:
    studio.write(
        "parts/frames.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><defs>'
        '<g id="a"><rect width="1" height="1" fill="red"/></g>'
        '<g id="b"><rect width="1" height="1" fill="blue"/></g></defs></svg>',
    )
    body = '<use href="parts/frames.svg#a" pnp:href="parts/frames.svg#{{ card.frame }}"/>'
    assert colors(studio.drawn(body, {"frame": "b"})) == ["#0000ff"]


def test_a_used_part_holds_data_too(studio: Studio) -> None:
    body = (
        '<defs><g id="a"><rect width="1" height="1" pnp:fill="{{ card.c }}"/></g></defs>'
        '<use href="#a"/><use href="#a" x="3"/>'
    )
    assert colors(studio.drawn(body, {"c": "red"})) == ["#ff0000", "#ff0000"]


def test_data_in_a_gradient_a_clip_and_a_mask(studio: Studio) -> None:
    body = (
        '<linearGradient id="g"><stop stop-color="red" pnp:stop-color="{{ card.c }}"/>'
        '<stop offset="1"/></linearGradient>'
        '<clipPath id="c"><rect width="1" height="9" pnp:width="{{ card.w }}"/></clipPath>'
        '<rect width="9" height="9" fill="url(#g)" clip-path="url(#c)"/>'
    )
    for color, width in ((BLUE, 3), (GREEN, 4), (BLUE, 3)):
        drawing = studio.drawn(body, {"c": color.hex, "w": width})
        assert flat(drawing.nodes)[0].fill.stops[0].color == color
        assert drawing.nodes[0].clip.path.coords[2] == width


def test_roles_are_guides_and_no_ink(studio: Studio) -> None:
    drawing = studio.drawn(
        '<g transform="translate(10 0)"><path pnp:role="cut" d="M0 0h9v9z" stroke="red"/></g>'
        '<path pnp:role="crease" d="M0 5h40"/><path pnp:role="crease" d="M0 6h40"/>'
        '<rect pnp:role="safe" x="3" y="3" width="34" height="34" display="none"/>'
        '<g transform="translate(0 2)"><rect id="r" pnp:role="room" y="1" width="9" height="4"/></g>'
        '<rect pnp:role="sample" width="40" height="40"/>'
        '<g transform="translate(1 2)"><ellipse pnp:role="keep" cx="9" cy="9" rx="4" ry="3"/></g>'
        '<rect pnp:role="keep" x="1" y="2" width="3" height="4"/>'
    )
    assert flat(drawing.nodes) == []
    assert drawing.keep == (Rect(6, 8, 8, 6), Rect(1, 2, 3, 4))
    assert drawing.cut is not None and drawing.cut.coords[:2] == (10, 0)
    assert [crease.coords[1] for crease in drawing.creases] == [5, 6]
    assert drawing.safe == Rect(3, 3, 34, 34)
    assert drawing.rooms == {"r": Rect(0, 3, 9, 4)}


def test_ink_chooses_the_drawing(studio: Studio) -> None:
    studio.write(
        "ink.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template" width="9mm" height="9mm" '
        'viewBox="0 0 9 9"><rect width="9" height="9" fill="red" pnp:ink="full"/>'
        '<rect width="9" height="9" fill="blue" pnp:ink="low" style="display:none"/></svg>',
    )
    assert colors(studio.draw("ink.svg")) == ["#ff0000"]
    assert colors(studio.draw("ink.svg", ink=Ink.LOW)) == ["#0000ff"]
    assert colors(studio.draw("ink.svg")) == ["#ff0000"]


def test_the_root_says_which_row_it_shows(studio: Studio) -> None:
    studio.write(
        "s.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template" width="44mm" height="67mm" '
        'viewBox="0 0 44 67" pnp:sample="graveyard/zombie-white"/>',
    )
    template = studio.templates.get("s.svg")
    assert template.sample == "graveyard/zombie-white"
    assert (template.name, template.path.name) == ("s.svg", "s.svg")
    assert template.size == (44, 67)


MIXED = (
    '<rect width="9" height="9"/><circle r="3"/><g><path d="M0 0h9v9z" pnp:fill="{{ card.c }}"/></g>'
    '<rect x="2" width="9" height="9"/><circle r="4"/>'
)


def draw_mixed(studio: Studio, c: str) -> tuple:
    if "mixed.svg" not in {path.name for path in studio.folder.iterdir()}:
        from tests.template.drawings import svg

        studio.write("mixed.svg", svg(MIXED))
    return studio.draw("mixed.svg", {"c": c}).nodes


def test_the_same_data_gives_the_same_objects(studio: Studio) -> None:
    assert draw_mixed(studio, "red") == draw_mixed(studio, "red")


def test_parts_without_data_are_one_object_for_all_rows(studio: Studio) -> None:
    red, blue = draw_mixed(studio, "red")[0], draw_mixed(studio, "blue")[0]
    assert red is not blue
    assert [a is b for a, b in zip(red.nodes, blue.nodes, strict=True)] == [True, False, True]
    assert all(isinstance(node, Group) for node in red.nodes)
    assert draw_mixed(studio, "red")[0] is red


def test_neighbours_without_data_are_one_group(studio: Studio) -> None:
    first, _, last = draw_mixed(studio, "red")[0].nodes
    assert [len(first.nodes), len(last.nodes)] == [2, 2]


@pytest.mark.parametrize("shown", [(True, False, True), (False, True, False)])
def test_neighbours_of_what_only_some_rows_show_are_all_drawn(
    shown: tuple[bool, ...], studio: Studio
) -> None:
    studio.write(
        "some.svg",
        svg(
            '<rect width="1" height="1" fill="red"/><rect width="2" height="1" fill="red"/>'
            '<rect width="3" height="1" fill="lime" pnp:if="card.shown"/>'
            '<rect width="4" height="1" fill="blue"/><rect width="5" height="1" fill="blue"/>'
            '<rect width="6" height="1" pnp:fill="{{ card.last }}"/>'
        ),
    )
    for on in shown:
        found = colors(studio.draw("some.svg", {"shown": on, "last": "black"}))
        middle = ["#00ff00"] * on
        assert found == ["#ff0000"] * 2 + middle + ["#0000ff"] * 2 + ["#000000"]


def test_the_same_part_in_two_templates_is_one_object(studio: Studio) -> None:
    studio.write(
        "part.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
        '<g id="a"><rect width="1" height="1"/><circle r="2"/></g></svg>',
    )
    one = studio.drawn('<use href="part.svg#a"/><rect width="1" height="1"/>').nodes[0]
    two = studio.drawn('<use href="part.svg#a" x="5"/><rect width="2" height="2"/>').nodes[0]
    assert one.nodes[0] is two.nodes[0].nodes[0]


def test_findings_name_the_row_they_are_drawn_for(studio: Studio) -> None:
    from pnp.base.diagnostics import Where
    from tests.template.drawings import svg

    studio.write("t.svg", svg('<text font-family="Alegreya Sans" pnp:text="{{ card.t }}">x</text>'))
    for line in (2, 3):
        where = Where("cards.csv", line)
        drawing = studio.templates.get("t.svg").draw({"card": {"t": "☃"}}, Ink.FULL, where)
        assert [finding.where for finding in drawing.findings] == [where]


def test_many_rows_do_not_pile_up(studio: Studio) -> None:
    from pnp.template import memo
    from tests.template.drawings import svg

    studio.write("t.svg", svg('<g><rect width="1" height="1" pnp:fill="{{ card.c }}"/></g>'))
    for number in range(memo.MAX_LEAVES + 10):
        studio.draw("t.svg", {"c": f"#{number:06x}"})
    trees = studio.templates._cache.made._trees.values()
    assert max(tree.leaves for tree in trees) <= memo.MAX_LEAVES


REFUSED = {
    'pnp:fil="red"': 'pnp:fil is not known\n  hint: did you mean "fill"?',
    'pnp:role="cutt"': 'pnp:role="cutt" is not known\n  hint: did you mean "cut"?',
    'pnp:ink="none"': 'pnp:ink="none" is not known\n  hint: one of full, low',
    'pnp:for="range(3)"': 'pnp:for="range(3)" is not a loop\n'
    '  hint: write it as pnp:for="i in range(card.shots)"',
    'pnp:text="{{ card.a }}"': "pnp:text is not for <rect>\n"
    "  hint: put it on a <text>; its box is the shape that shape-inside names",
    'pnp:sample="a/b"': "pnp:sample is not for <rect>\n  hint: put it on the root <svg>",
    'fill="{{ card.a }}"': 'the plain attribute "fill" holds data: "{{ card.a }}"\n'
    '  hint: keep a sample value there and write pnp:fill="{{ card.a }}"',
    'pnp:fill="{{ card.b }}"': '"b" ',
    'pnp:fill="{{ card.a }}"': '"thing" ',
    'pnp:for="i in card.n"': 'pnp:for cannot loop over "3"\n  hint: loop over a list, or over range(n)',
    'pnp:for="i, j in range(3)"': 'pnp:for expects pairs, but "0" is not one\n'
    "  hint: with two names, each item must be a pair",
    'pnp:for="i in range(900)" pnp:if="true"><rect width="1" height="1" pnp:for="j in range(900)"/></g><g': "the loops have more than 1,000 iterations",
}


@pytest.mark.parametrize("attributes", REFUSED)
def test_a_wrong_twin_is_refused(attributes: str, studio: Studio) -> None:
    tag = "g" if attributes.endswith("<g") else "rect width='1' height='1'"
    error = studio.refused(f"<{tag} {attributes}/>", {"a": "thing", "n": 3})
    assert error.startswith("templates/t0.svg:2: ")
    assert REFUSED[attributes] in error


def test_data_in_plain_text_is_refused(studio: Studio) -> None:
    assert studio.refused("<text>{{ card.name }}</text>") == (
        "templates/t0.svg:2: <text> holds {{ }} as its text\n"
        '  hint: keep sample words there and write pnp:text="{{ … }}" on the element'
    )


def test_a_pnp_element_is_refused(studio: Studio) -> None:
    assert studio.refused("<pnp:if/>") == (
        "templates/t0.svg:2: <pnp:if> is not an element\n"
        "  hint: bind data with attributes, as in pnp:text or pnp:if"
    )


def test_everything_wrong_in_a_file_is_said_at_once(studio: Studio) -> None:
    error = studio.refused('<rect pnp:fil="x"/>\n<rect pnp:rle="cut"/>')
    assert "t0.svg:2: pnp:fil" in error and "t0.svg:3: pnp:rle" in error


def test_text_stays_text(studio: Studio) -> None:
    text = flat(
        studio.drawn('<text x="1" y="9" pnp:text="{{ card.n }}">x</text>', {"n": "Boo"}).nodes
    )[0]
    assert isinstance(text, Text) and text.string == "Boo" and text.origin == Point(1, 9)


def test_a_shape_keeps_its_fill(studio: Studio) -> None:
    shape = flat(studio.drawn('<rect width="1" height="1" fill="red" fill-opacity=".5"/>').nodes)[0]
    assert isinstance(shape, Shape) and shape.fill == Solid(RED, 0.5)
