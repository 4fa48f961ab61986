"""Style sheets and inheritance, where a picture would not show the rule."""

import pytest

from pnp.base.diagnostics import Where
from pnp.svg.cascade import cascade, initial_style, line_factor, take_out_unsupported
from pnp.svg.css import Declaration, Names, parse_declarations, parse_sheet


def names(tag: str, id: str = "", *classes: str) -> Names:
    return Names(tag, id, frozenset(classes))


ROOT, GROUP, PATH = names("svg"), names("g", "ghost", "big"), names("path", "eye", "dark", "round")

SELECTORS = {
    "*": True,
    "path": True,
    "PATH": False,
    ".dark": True,
    ".dark.round": True,
    ".dark.square": False,
    "#eye": True,
    "path#eye.dark": True,
    "g path": True,
    "svg path": True,
    "svg > path": False,
    "g>path": True,
    "svg > g > path": True,
    "svg g.big #eye": True,
    "g g path": False,
    "rect, .dark": True,
}


@pytest.mark.parametrize("selector", SELECTORS)
def test_selectors(selector: str) -> None:
    sheet = parse_sheet([(f"{selector} {{ fill: red }}", Where("t.svg"))])
    assert sheet.findings == ()
    assert bool(sheet.declared((ROOT, GROUP, PATH))) is SELECTORS[selector]


ATTRIBUTES = {
    "[stroke]": True,
    "[d]": False,
    "path[stroke=red]": True,
    'g [stroke="red"]': True,
    "[stroke=RED]": False,
    "[stroke=RED i]": True,
    "[data-suit~=ghosts]": True,
    "[data-suit|=bats]": True,
    "[data-suit^=bat]": True,
    "[data-suit$=sts]": True,
    "[data-suit*='-and']": True,
    "[data-suit*='']": False,
}


@pytest.mark.parametrize("selector", ATTRIBUTES)
def test_attribute_selectors(selector: str) -> None:
    sheet = parse_sheet([(f"{selector} {{ fill: red }}", Where("t.svg"))])
    attrs = {"stroke": "red", "data-suit": "bats-and ghosts"}
    path = sheet.names("path", attrs)
    assert sheet.findings == ()
    assert bool(sheet.declared((ROOT, GROUP, path))) is ATTRIBUTES[selector]


def test_what_no_selector_asks_for_makes_no_difference() -> None:
    sheet = parse_sheet([(".low .dark{fill:red} #eye{fill:blue}", Where("t.svg"))])
    root = sheet.below((), sheet.names("svg", {"id": "owl"}, "low"))
    plain = sheet.below(root, sheet.names("g", {"id": "left", "class": "wide"}))
    assert plain == sheet.below(root, sheet.names("a", {"id": "right"})) == root
    dark = sheet.names("path", {"class": "dark round", "id": "eye"})
    assert (dark.tag, dark.id, dark.classes) == ("", "eye", {"dark"})
    assert bool(sheet.declared((*plain, sheet.names("path", {"class": "dark"}))))
    assert not sheet.declared((*plain, sheet.names("path", {"class": "round"})))


@pytest.mark.parametrize("css", [".low > .dark{fill:red}", "* .dark{fill:red} svg > *{fill:red}"])
def test_a_parent_that_is_asked_for_by_its_place_stays_in_the_lineage(css: str) -> None:
    sheet = parse_sheet([(css, Where("t.svg"))])
    root = sheet.below((), sheet.names("svg", {}, "low"))
    assert len(sheet.below(root, sheet.names("g", {}))) == 2
    dark = sheet.names("path", {"class": "dark"})
    assert bool(sheet.declared((*root, dark)))
    assert bool(sheet.declared((*sheet.below(root, sheet.names("g", {})), dark))) is ("*" in css)


def test_a_class_and_an_attribute_weigh_the_same() -> None:
    sheet = parse_sheet([("path.dark{fill:red} path[d]{fill:blue}", Where("t.svg"))])
    assert [rule.specificity for rule in sheet.rules] == [(0, 1, 1), (0, 1, 1)]


BLOATED = {
    "steps": "g " * 3000 + "{fill:red}",
    "brackets": "path{fill:" + "(" * 30_000,
    "pseudo-classes": ":not(" * 3000 + ")" * 3000 + "{fill:red}",
}


@pytest.mark.parametrize("css", BLOATED.values(), ids=BLOATED)
def test_bloated_sheets_are_left_out(css: str) -> None:
    assert not parse_sheet([(css, Where("t.svg"))]).declared((ROOT, GROUP, PATH))


def test_selectors_of_many_steps_are_matched_in_no_time() -> None:
    sheet = parse_sheet([("rect " + "* " * 60 + "{fill:red}", Where("t.svg"))])
    assert not sheet.declared((GROUP,) * 64)


def fill_of(css: str, style: str = "", attribute: str = "gray") -> str:
    sheet = parse_sheet([(css, Where("t.svg"))])
    attrs = {"fill": attribute, "style": style}
    return cascade(attrs, {}, sheet.declared((ROOT, GROUP, PATH)), [])["fill"]


def test_a_wrong_declaration_counts_as_not_written() -> None:
    assert fill_of("path{fill:redd}") == "gray"
    assert fill_of("path{fill:red}", "fill:#ggg") == "red"
    assert fill_of("", "fill:red;fill:#ggg") == "red"
    assert fill_of("path{fill:red;fill:oklch(70% .1 140)}") == "red"
    assert fill_of("path{fill:red} #eye{fill:redd !important} .dark{fill:green}") == "green"


def test_the_heavier_selector_wins_then_the_later_rule() -> None:
    assert fill_of("#eye{fill:red} .dark.round{fill:green} path{fill:blue}") == "red"
    assert fill_of(".dark{fill:red} .round{fill:green}") == "green"
    assert fill_of("g path{fill:red} path{fill:green}") == "red"


def test_style_wins_over_sheets_and_sheets_over_attributes() -> None:
    assert fill_of("") == "gray"
    assert fill_of("path{fill:red}") == "red"
    assert fill_of("#eye{fill:red}", "fill:blue") == "blue"


def test_important_wins() -> None:
    assert fill_of("path{fill:red !important} #eye{fill:green}", "fill:blue") == "red"
    assert fill_of("path{fill:red !important}", "fill:blue !important") == "blue"


def test_declarations_keep_quoted_and_bracketed_semicolons() -> None:
    text = "/* a;b */ fill: url('a;b') red ; -inkscape-font-specification:'A;B'; stroke:#000"
    assert {name: one.value for name, one in parse_declarations(text).items()} == {
        "fill": 'url("a;b") red',
        "-inkscape-font-specification": '"A;B"',
        "stroke": "#000",
    }


def test_the_font_shorthand_is_spelt_out() -> None:
    declared = parse_declarations("font: italic bold 5px/1.2 'Grenze Gotisch', serif")
    assert {name: one.value for name, one in declared.items()} == {
        "font-style": "italic",
        "font-weight": "bold",
        "font-size": "5px",
        "line-height": "1.2",
        "font-family": '"Grenze Gotisch", serif',
    }


def test_what_cannot_be_read_is_named_with_its_line() -> None:
    text = (
        "\n@media print { path{fill:red} }\n/* x\n */ path::before{fill:red}\n"
        " a + b {fill:red} }\nstray"
    )
    findings = parse_sheet([(text, Where("t.svg", 10))]).findings
    assert [(finding.where.line, finding.message.split(" is not")[0]) for finding in findings] == [
        (11, 'the CSS rule "@media"'),
        (13, 'the CSS selector "path::before"'),
        (14, 'the CSS selector "a + b"'),
        (15, "a broken CSS rule"),
    ]


def test_a_broken_declaration_is_named_with_its_line() -> None:
    sheet = parse_sheet([("path{\n fill red;\n stroke: blue }", Where("t.svg", 10))])
    assert sheet.declared((PATH,)) == {"stroke": Declaration("blue")}
    assert [(finding.where.line, finding.message) for finding in sheet.findings] == [
        (11, "a broken CSS declaration is not supported and is left out")
    ]


def test_sizes_weights_and_spacings_hang_on_the_parent() -> None:
    outer = initial_style().child(
        {"font-size": "10", "font-weight": "bold", "letter-spacing": "0.1em"}
    )
    inner = outer.child({"font-size": "150%", "font-weight": "lighter"})
    assert (inner.size, inner["font-weight"], inner["letter-spacing"]) == (15, "400", "1.0")
    assert outer.child({"font-size": "2em"}).size == 20
    assert outer.child({"font-weight": "bolder"})["font-weight"] == "900"


def test_what_sets_nothing_inherited_is_the_parent_itself() -> None:
    initial = initial_style()
    assert initial.child({"opacity": "0.5", "fill": "inherit"}) is initial
    assert initial.child({"fill": "red"}) is initial.child({"fill": "red"})
    assert initial.child({"fill": "red"}).child({"fill": "initial"})["fill"] == "black"


@pytest.mark.parametrize(
    "own", [{"font-weight": "fat"}, {"font-weight": "0"}, {"font-size": "big"}]
)
def test_wrong_fonts_are_refused(own: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        initial_style().child(own)


def test_line_heights_are_multiples_of_the_size() -> None:
    assert [line_factor(text, 4) for text in ("normal", "1.5", "150%", "1.5em", "6px")] == [
        None, 1.5, 1.5, 1.5, 1.5,
    ]  # fmt: skip


def test_what_is_not_drawn_is_taken_out() -> None:
    own = {"fill": "calc(1)", "writing-mode": "tb", "isolation": "auto"}
    assert take_out_unsupported(own) == {"fill": "calc(1)", "writing-mode": "tb"}
    assert own == {"isolation": "auto"}


@pytest.mark.parametrize(
    ("attrs", "data"),
    [
        ({"text-anchor": "Middle", "font-style": "Normal", "visibility": "VISIBLE"}, {}),
        ({"style": "text-anchor:MIDDLE;font-style:normal;visibility:Visible"}, {}),
        ({}, {"style": "text-anchor:Middle;font-style:Normal;visibility:Visible"}),
    ],
    ids=["attributes", "style", "style of data"],
)
def test_words_of_properties_may_have_capitals_as_spreadsheets_write_them(
    attrs: dict[str, str], data: dict[str, str]
) -> None:
    wrong: list[str] = []
    cascaded = cascade(attrs, data, {}, wrong)
    assert wrong == []
    assert cascaded == {"text-anchor": "middle", "font-style": "normal", "visibility": "visible"}


def test_names_of_fonts_and_ids_keep_their_capitals() -> None:
    attrs = {"font-family": "Alegreya Sans", "fill": "url(#Sky)"}
    assert cascade(attrs, {}, {}, []) == attrs
