"""A text of the data and the drawing of it read alike, whatever markup and line breaks it has."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.rulebook.printed import joined, plain_text, printed_forms, squeezed
from pnp.scene.node import Group, Shape, texts_in
from pnp.text.style import Icon, TextStyle
from pnp.text.typeset import box
from tests.projects import change, owls, pnp

STAR = Icon((Group((Shape(Path.rect(Rect(0, 0, 10, 10))),)),), Size(10, 10))
BODY = TextStyle(("Alegreya Sans",), 3.0)

WORDS = st.text(r"abMfi3*\:-.(", min_size=1, max_size=9).filter(lambda word: word[-1] != "-")
"""A line that ends with a word such as ``Vor-`` does not tell whether a space follows."""

MARKUP = st.lists(
    st.one_of(
        WORDS,
        st.sampled_from(
            ["**b**", "*i*,", ":star:", ":star 150% 20%:", "well-known", "a/b", "Vor—nach", "\\*"]
        ),
        st.sampled_from(
            ["\n", "\n\n- ", "\n- ", "internationalization", "**incomprehensibility**"]
        ),
    ),
    max_size=12,
)


@given(words=MARKUP, width=st.floats(8, 50), align=st.sampled_from(["start", "middle", "justify"]))
@example(["- Draw two\n- Discard one"], 30.0, "start")
@example(["internationalization", "well-known", "-", "incomprehensibilities"], 12.0, "start")
@example(["(**two**)", "**Bold**ly"], 30.0, "start")
def test_a_box_prints_the_plain_text(book, words, width, align):
    markup = " ".join(words)
    drawn = box(
        book,
        markup,
        BODY,
        Rect(0, 0, width, 9),
        align=align,
        icon=lambda name: STAR if name == "star" else None,
        hyphens="en",
    )
    assume(not {finding.rule.id for finding in drawn.findings} - {"text-overflow"})
    text = joined(texts_in(drawn.nodes))
    assert text == plain_text(markup)
    assert squeezed(text) in printed_forms(markup)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("- Draw *two*\n- Discard one", "• Draw two • Discard one"),
        (r"2\*3 is 6\: so", "2*3 is 6: so"),
        ("a :star 150% 20%: b", "a b"),
        ("well-\nknown", "well-known"),
        ("ten -\neleven", "ten - eleven"),
        ("in\u00adter\u00adna\u00adtion\u00adal", "international"),
        ("日本\n語", "日本語"),
    ],
)
def test_plain_text_is_what_is_printed(text, plain):
    assert plain_text(text) == plain


ROWS = "card_data/owls/owl.csv"

BOXED = """<defs><rect id="box" x="3" y="3" width="20" height="30"/></defs>
<text id="rule" style="shape-inside:url(#box);hyphens:auto" font-family="Alegreya Sans"
font-size="3" pnp:text="{{ card.rule }}">Sample</text></svg>"""


@pytest.fixture
def ruled(tmp_path):
    """Return the owls, each with a rule in a narrow box whose words are divided."""
    made = owls(tmp_path)
    change(made, "card_data/owls/game.yaml", "eyes: int}", "eyes: int, rule: text}")
    change(made, ROWS, "eyes\n", "eyes,rule\n")
    change(made, ROWS, "Barn Owl,2", 'Barn Owl,2,"- Draw two\n- Discard :star 150% 20%: one"')
    change(made, ROWS, "Snowy Owl,2", r"Snowy Owl,2,2\*3 is 6\: incomprehensibilities")
    change(made, ROWS, "Blind Owl,0", "Blind Owl,0,internationalization *well-known* sensibilities")
    change(made, "templates/owl.svg", "</svg>", BOXED)
    (made / "templates/icons").mkdir()
    star = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    (made / "templates/icons/star.svg").write_text(star, "utf-8")
    return made


def facts(project, *checks):
    """Write facts with these checks, and return what `pnp check` prints of them."""
    entries = "".join(
        f"  - {{id: OW-9{n}, tier: stated, says: So., where: Box, check: '{check}'}}\n"
        for n, check in enumerate(checks)
    )
    change(project, "card_data/owls/rulebook.yaml", "checks:\n", f"checks:\n{entries}")
    return pnp(project, "check", "--only", "OW-9*").output


def test_a_card_shows_its_lists_escapes_icons_and_divided_words(ruled):
    output = facts(
        ruled,
        'shows(owl, "rule")',
        'words(owl, "rule") == [plain(text) for text in owl.rule]',
        "all(plain(card.rule) in wording(card) for card in owl)",
    )
    assert "all 3 checked facts hold" in output


@pytest.mark.parametrize("turned", ["", 'transform="rotate(30) scale(1.4 .9)"'])
def test_a_text_along_an_arc_is_read_as_its_words(tmp_path, turned):
    """Each of its letters is placed by itself; a fact on a wheel reads what a player does."""
    made = owls(tmp_path)
    along = f"""<path id="arc" d="M4 40A20 20 0 0 1 44 40" fill="none"/>
<text id="around" {turned} font-family="Alegreya Sans" font-size="3">
<textPath xlink:href="#arc" startOffset="9" pnp:text="{{{{ card.name }}}}">Owl</textPath>
</text>"""
    change(made, "templates/owl.svg", "</svg>", f"{along}</svg>")
    change(made, "templates/owl.svg", "<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ')
    output = facts(made, 'words(owl, "around") == owl.name', 'shows(owl, "name")')
    assert "all 2 checked facts hold" in output


def test_a_text_with_lines_is_told_in_one_line(ruled):
    change(ruled, "templates/owl.svg", "{{ card.rule }}", "{{ card.rule[:9] }}")
    output = facts(ruled, 'shows(owl, "rule")')
    assert r'barn does not show its rule, "- Draw two\n- Discard :star 150% 20%: one"' in output
