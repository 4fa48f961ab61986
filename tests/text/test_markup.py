import pytest

from pnp.text.flow import IconName, MarkupLine, StyledWords, parse_markup
from pnp.text.style import IconLook


def inlines(text):
    (line,) = parse_markup(text)
    return list(line.inlines)


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("plain", [StyledWords("plain")]),
        ("**b** c", [StyledWords("b", bold=True), StyledWords(" c")]),
        ("*i*", [StyledWords("i", italic=True)]),
        ("***x***", [StyledWords("x", bold=True, italic=True)]),
        ("**a *b***", [StyledWords("a ", bold=True), StyledWords("b", bold=True, italic=True)]),
        (
            "*a **b** c*",
            [
                StyledWords("a ", italic=True),
                StyledWords("b", True, True),
                StyledWords(" c", False, True),
            ],
        ),
        ("2:skull:, go", [StyledWords("2"), IconName("skull"), StyledWords(", go")]),
        ("**:skull:**", [IconName("skull", bold=True)]),
        ("2:skull 80%:", [StyledWords("2"), IconName("skull", IconLook(0.8))]),
        (":skull 150% -20%:", [IconName("skull", IconLook(1.5, -0.2))]),
    ],
)
def test_emphasis_and_icons(text, parsed):
    assert inlines(text) == parsed


@pytest.mark.parametrize(
    "text",
    [
        "3 * 4 * 5",
        "**open",
        "a*",
        "* a*",
        "**a*",
        "at 12:30: x",
        "1 : 2",
        "a \\ b",
        "x :not an icon:",
        "a :skull 0%: b",
        "a :skull 150% 20: b",
    ],
)
def test_what_is_no_markup_stays_as_it_is(text):
    assert inlines(text) == [StyledWords(text)]


@pytest.mark.parametrize(
    ("text", "plain"),
    [(r"\*a\*", "*a*"), (r"\:skull:", ":skull:"), (r"\- a", "- a"), (r"a\\b", r"a\b")],
)
def test_a_backslash_makes_the_plain_character(text, plain):
    assert inlines(text) == [StyledWords(plain)]


def test_lines_paragraphs_and_lists():
    text = "\n\nOne\ntwo\n\n- first\n- second\n  goes on\nafter\n\n\n  last \n"
    assert parse_markup(text) == (
        MarkupLine((StyledWords("One"),)),
        MarkupLine((StyledWords("two"),)),
        MarkupLine((StyledWords("first"),), bullet=True, indented=True, gap=True),
        MarkupLine((StyledWords("second"),), bullet=True, indented=True),
        MarkupLine((StyledWords("goes on"),), indented=True),
        MarkupLine((StyledWords("after"),)),
        MarkupLine((StyledWords("last"),), gap=True),
    )


def test_an_empty_text_has_no_lines():
    assert parse_markup(" \n\n") == ()


def test_a_line_of_a_hundred_thousand_stars_is_read():
    text = "*a " * 50_000 + "x** " * 50_000
    assert "".join(words.text for words in inlines(text)) == text.strip()
