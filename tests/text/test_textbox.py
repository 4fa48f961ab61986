from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.diagnostics import Where
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Rect, Size
from pnp.scene.node import Group, Shape, Text
from pnp.text.breaking import divisions
from pnp.text.style import Icon, TextStyle
from pnp.text.typeset import box, line

BODY = TextStyle(("Alegreya Sans",), 3.0)
BOX = Rect(5, 10, 40, 30)
HERE = Where("templates/x/card.svg", 12)
FOX = "The quick brown fox jumps over the lazy dog and then some more words follow, well-known."
SKULL = Icon((Group((Shape(Path.rect(Rect(0, 0, 10, 20))),)),), Size(10, 20))


def find_icon(name):
    return SKULL if name == "skull" else None


def texts(typeset):
    return [node for node in typeset.nodes if isinstance(node, Text)]


def lines(typeset):
    """Return what stands on each baseline, from the top."""
    rows = {}
    for text in texts(typeset):
        rows[round(text.origin.y, 4)] = rows.get(round(text.origin.y, 4), "") + text.string
    return [rows[y] for y in sorted(rows)]


def right_edge(book, text):
    last = text.glyphs[-1]
    return text.origin.x + last.x + book.font(text.font).advance(last.gid) * text.size


def test_lines_are_filled_and_stand_where_inkscape_puts_them(book):
    typeset = box(book, FOX, BODY, BOX)
    assert lines(typeset) == [
        "The quick brown fox jumps over",
        "the lazy dog and then some more",
        "words follow, well-known.",
    ]
    assert [text.origin for text in texts(typeset)] == [
        pytest.approx(Point(5, 12.7)),
        pytest.approx(Point(5, 16.3)),
        pytest.approx(Point(5, 19.9)),
    ]


@pytest.mark.parametrize(("markup", "text"), [("fly To", "fly To"), ("*fly* To", " To")])
def test_a_space_is_kerned_with_the_letters_beside_it(book, markup, text):
    style = TextStyle(("Atkinson Hyperlegible Next",), 4.0)
    last = box(book, markup, style, BOX).nodes[-1]
    (want,) = line(book, text, style, Point(0, 0)).nodes
    assert last.string == text
    assert [glyph.x for glyph in last.glyphs] == pytest.approx([glyph.x for glyph in want.glyphs])


@pytest.mark.parametrize(("width", "count"), [(60, 1), (24, 2)])
def test_words_look_as_in_their_line_where_the_font_regards_their_neighbours(book, width, count):
    style, words = TextStyle(("Caveat Brush",), 4.0), "Flip House to the other side"
    rows = texts(box(book, words, style, Rect(0, 0, width, 30)))
    (whole,) = line(book, words, style, Point(0, 0)).nodes
    said = [[(glyph.text, glyph.gid) for glyph in text.glyphs] for text in (whole, *rows)]
    space = next(letter for letter in said[0] if letter[0] == " ")
    assert len(rows) == count
    assert said[0] == [letter for row in said[1:] for letter in (*row, space)][:-1]


def test_a_soft_hyphen_divides_what_is_shaped_whole(book):
    style = TextStyle(("Caveat Brush",), 4.0)
    wide, narrow = (
        lines(box(book, "Flip hou\u00adses **now** over", style, Rect(0, 0, width, 30)))
        for width in (60, 14)
    )
    assert wide == ["Flip houses now over"]
    assert narrow == ["Flip hou-", "ses now", "over"]


def test_a_tall_display_font_stands_where_inkscape_puts_it(book):
    style = TextStyle(("Grenze Gotisch",), 4.0, 800, line_height=1.5)
    typeset = box(book, "The quick brown fox jumps", style, Rect(5, 50, 40, 30))
    assert [text.origin.y for text in texts(typeset)] == pytest.approx([53.972973, 59.972973])


@pytest.mark.parametrize(
    ("align", "share"), [("start", 0.0), ("middle", 0.5), ("end", 1.0), ("justify", 0.0)]
)
def test_lines_are_aligned(book, align, share):
    (text,) = texts(box(book, "one two", BODY, BOX, align=align))
    room = 40 - (right_edge(book, text) - text.origin.x)
    assert text.origin.x == pytest.approx(5 + share * room)


def test_justified_lines_fill_the_box_but_the_last(book):
    *full, last = texts(box(book, FOX + "\nnew line", BODY, BOX, align="justify"))
    assert [right_edge(book, text) for text in full[:2]] == pytest.approx([45, 45])
    assert right_edge(book, full[2]) < 40 and right_edge(book, last) < 40


@pytest.mark.parametrize(("valign", "share"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_the_block_is_placed_in_its_box(book, valign, share):
    (text,) = texts(box(book, "one", BODY, BOX, valign=valign))
    assert text.origin.y == pytest.approx(12.7 + share * (30 - 3.6))


def test_text_shrinks_to_the_largest_size_that_fits(book):
    low = Rect(5, 10, 40, 7)
    reached = box(book, FOX, BODY, low, min_size=1)
    assert 1 < reached.size < 3 and reached.findings == ()
    larger = TextStyle(BODY.families, reached.size * 1.01)
    assert [f.rule.id for f in box(book, FOX, larger, low).findings] == ["text-overflow"]


def test_a_long_word_shrinks_too(book):
    typeset = box(book, "Rindfleischetikettierung", BODY, Rect(0, 0, 20, 30), min_size=1)
    assert typeset.width == pytest.approx(20, rel=0.01) and typeset.findings == ()


def test_text_that_does_not_fit_is_drawn_and_found(book):
    typeset = box(book, FOX, BODY, Rect(5, 10, 40, 7), HERE, min_size=2.5)
    assert typeset.size == 2.5
    assert "".join(lines(typeset)).replace(" ", "") == FOX.replace(" ", "")
    assert [str(finding) for finding in typeset.findings] == [
        'templates/x/card.svg:12: error [text-overflow] "The quick brown fox jumps over…" is '
        "2.00 mm taller than its box of 40 x 7 mm, set at 2.50 mm\n"
        "  hint: shorten the text, enlarge the box, or lower pnp:min-size"
    ]


def test_a_word_wider_than_the_box_is_found(book):
    typeset = box(book, "Unbreakable", BODY, Rect(0, 0, 10, 30), HERE)
    assert lines(typeset) == ["Unbreakable"]
    (finding,) = typeset.findings
    assert finding.message.endswith("mm wider than its 10 mm, set at 3.00 mm")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Donau\u00addampf\u00adschiff", ["Donau-", "dampf-", "schiff"]),
        ("Donau\u00addampf", ["Donau-", "dampf"]),
        ("Do\u00adnau x", ["Donau x"]),
        ("roll 10\u00a0mm", ["roll", "10\u00a0mm"]),
        ("well-known", ["well-", "known"]),
        ("dark—night", ["dark—", "night"]),
        ("dark—(night)", ["dark—", "(night)"]),
        ("darker—”", ["darker—”"]),
        ("darker–)", ["darker–)"]),
        ("darker—!", ["darker—!"]),
        ("for 2–4", ["for 2–4"]),
        ("abcdef\u200bghijkl", ["abcdef", "ghijkl"]),
        ("one  two", ["one two"]),
    ],
)
def test_where_lines_break(book, text, rows):
    assert lines(box(book, text, BODY, Rect(0, 0, 10.5, 30))) == rows


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("日本語。漢字", ["日", "本", "語。", "漢", "字"]),
        ("「行く」、コーヒーを", ["「行", "く」、", "コー", "ヒー", "を"]),
        ("第３章ABC漢字（注）の", ["第", "３", "章", "ABC", "漢", "字", "（注）", "の"]),
        ("안녕하세요.", ["안", "녕", "하", "세", "요."]),
        ("日本\u00ad語", ["日", "本", "語"]),
    ],
)
def test_letters_without_spaces_are_broken_as_unicode_says(word, parts):
    assert [text for text, _ in divisions(word)] == parts


def test_a_soft_hyphen_among_letters_without_spaces_is_shown_at_a_break():
    assert list(divisions("日本\u00ad語")) == [("日", False), ("本", True), ("語", False)]


def test_balanced_lines_are_about_equally_long(book):
    typeset = box(book, "one two three four five six seven eight", BODY, BOX, wrap="balance")
    assert lines(typeset) == ["one two three four", "five six seven eight"]


def test_bold_and_italic_are_fonts_of_their_own(book):
    typeset = box(book, "Take **two** or *th*ree", BODY, BOX)
    assert [(text.font, text.string) for text in texts(typeset)] == [
        ("AlegreyaSans-Regular", "Take "),
        ("AlegreyaSans-Bold", "two"),
        ("AlegreyaSans-Regular", " or "),
        ("AlegreyaSans-Italic", "th"),
        ("AlegreyaSans-Regular", "ree"),
    ]
    edges = [right_edge(book, text) for text in texts(typeset)]
    starts = [text.origin.x for text in texts(typeset)]
    assert starts[1:] == pytest.approx(edges[:-1])


def test_italic_within_italic_is_upright(book):
    style = TextStyle(BODY.families, 3, italic=True)
    typeset = box(book, "a *b*", style, BOX)
    assert [text.font for text in texts(typeset)] == ["AlegreyaSans-Italic", "AlegreyaSans-Regular"]
    assert typeset.findings == ()


def test_a_style_that_the_family_lacks_is_found_once(book):
    style = TextStyle(("Grenze Gotisch",), 3, 700)
    typeset = box(book, "*a* and *b*", style, BOX, HERE)
    assert [str(finding) for finding in typeset.findings] == [
        "templates/x/card.svg:12: warning [missing-style] Grenze Gotisch has no italic style\n"
        "  hint: put the style's font into fonts/, or use another family"
    ]


def test_an_icon_stands_on_the_baseline_as_tall_as_a_capital(book):
    typeset = box(book, "Take :skull: home", BODY, BOX, icon=find_icon)
    icon = next(node for node in typeset.nodes if isinstance(node, Group))
    corner, far = icon.place.apply(0, 0), icon.place.apply(*SKULL.size)
    assert far.y == pytest.approx(12.7)
    assert far.y - corner.y == pytest.approx(0.641 * 3)
    assert icon.nodes is SKULL.nodes
    take = next(text for text in texts(typeset) if text.string.startswith("Take "))
    assert take.string == "Take  home"
    before, after = take.glyphs[4], take.glyphs[5]
    space = book.font(take.font).advance(before.gid) * 3
    assert corner.x == pytest.approx(take.origin.x + before.x + space)
    assert far.x == pytest.approx(take.origin.x + after.x)


def test_an_icon_keeps_a_little_air_from_a_number_and_wraps_with_it(book):
    typeset = box(book, "take 2:skull:", BODY, Rect(0, 0, 8, 30), icon=find_icon)
    icon = next(node for node in typeset.nodes if isinstance(node, Group))
    number = next(text for text in texts(typeset) if text.string == "2")
    assert number.origin.y == pytest.approx(12.7 - 10 + 3.6)
    assert icon.place.e - right_edge(book, number) == pytest.approx(0.08 * 3)


def test_an_unknown_icon_is_printed_as_its_name_and_found(book):
    typeset = box(book, "a :nope: b :nope:", BODY, BOX, HERE, icon=find_icon)
    assert lines(typeset) == ["a :nope: b :nope:"]
    assert [str(finding) for finding in typeset.findings] == [
        'templates/x/card.svg:12: error [missing-icon] there is no icon ":nope:"\n'
        "  hint: draw templates/icons/nope.svg, or nope.svg in icons/ beside the template; "
        "write \\:nope: for the plain words"
    ]


def test_an_icon_that_is_not_there_is_looked_for_once(book):
    """Each time, folders are read: with thousands of names this took minutes."""
    sought, listed = [], []

    def names():
        listed.append("names")
        yield from ("hope", "day")

    found = box(
        book, ":nope: :nay: " * 50, BODY, BOX, HERE, icon=sought.append, icon_names=names
    ).findings
    assert (sorted(sought), listed) == (["nay", "nope"], ["names"])
    hints = [each.hint for each in found if each.rule.id == "missing-icon"]
    assert [hint.partition("?")[0] for hint in hints] == [
        'did you mean ":hope:"',
        'did you mean ":day:"',
    ]


def test_a_list_hangs_from_its_bullets(book):
    text = "Do this:\n- one two three four five six seven eight\n- nine\n  ten\nend"
    typeset = box(book, text, BODY, Rect(0, 0, 30, 40))
    assert lines(typeset) == [
        "Do this:",
        "• one two three four five",
        "six seven eight",
        "• nine",
        "ten",
        "end",
    ]
    rows = {text.string: text for text in texts(typeset)}
    item = rows["• one two three four five"]
    indents = [rows["six seven eight"].origin.x, rows["ten"].origin.x]
    assert indents == pytest.approx([2.4, 2.4])
    assert (item.origin.x, item.glyphs[2].x) == (0, pytest.approx(2.4))
    assert rows["end"].origin.x == 0


@pytest.mark.parametrize(("gap", "below"), [(1.0, 7.2), (0.5, 5.4), (0.0, 3.6)])
def test_a_blank_line_is_as_high_as_the_style_says(book, gap, below):
    style = TextStyle(BODY.families, 3.0, paragraph_gap=gap)
    ys = [text.origin.y for text in texts(box(book, "a\n\nb\nc", style, BOX))]
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([below, 3.6])


def test_missing_letters_are_named_once(book):
    typeset = box(book, "\U0001f383 **\U0001f383** \U0001f383", BODY, BOX)
    (finding,) = typeset.findings
    assert finding.rule.id == "missing-glyph"
    assert "(U+1F383, jack-o-lantern)" in finding.message


@pytest.mark.parametrize(("text", "size"), [("", 3.0), (" \n\n ", 3.0), ("words", 0.0)])
def test_nothing_to_draw_is_nothing(book, text, size):
    typeset = box(book, text, TextStyle(BODY.families, size), BOX)
    assert (typeset.nodes, typeset.findings) == ((), ())


def test_a_box_without_room_is_an_overflow(book):
    typeset = box(book, "a b", BODY, Rect(0, 0, 0, 0), min_size=2)
    assert {finding.rule.id for finding in typeset.findings} == {"text-overflow"}
    assert lines(typeset) == ["a", "b"]


def test_the_same_text_is_set_the_same_way(book):
    first, second = (
        box(book, FOX, BODY, BOX, min_size=1, icon=find_icon, align="justify") for _ in range(2)
    )
    shown = [[(t.string, t.origin, t.glyphs) for t in texts(made)] for made in (first, second)]
    assert shown[0] == shown[1]


WORD = st.text("aefgiMVw-Ł—", min_size=1, max_size=12)
MARKUP = st.lists(st.one_of(WORD, st.sampled_from(["**b**", "*i*", ":skull:", "\n", "\n\n- "])))


@given(
    words=MARKUP,
    size=st.floats(1, 6),
    rect=st.builds(Rect, st.floats(-9, 9), st.floats(-9, 9), st.floats(8, 60), st.floats(4, 60)),
    align=st.sampled_from(["start", "middle", "end", "justify"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
    wrap=st.sampled_from(["fill", "balance"]),
)
def test_text_without_a_finding_lies_inside_its_box(book, words, size, rect, align, valign, wrap):
    style = TextStyle(BODY.families, size)
    options = {"align": align, "valign": valign, "wrap": wrap, "icon": find_icon}
    typeset = box(book, " ".join(words), style, rect, min_size=0.8, **options)
    if typeset.findings:
        return
    for text in texts(typeset):
        assert text.origin.x >= rect.x - 1e-5
        assert right_edge(book, text) <= rect.right + 1e-5
        assert rect.y < text.origin.y - 0.6 * text.size * 0.9
        assert text.origin.y <= rect.bottom + 1e-5
        assert text.string == "".join(glyph.text for glyph in text.glyphs)
