"""Text on paper: how large, how clear, where, and over what."""

from pathlib import Path

import pytest

from tests.preflight.prints import (
    FACE_SVG,
    GAME,
    GROUND,
    OUTLINED,
    OWL_CSV,
    found,
    ids,
    rect,
    svg,
    text,
)

SHEET = GAME.replace("kind: deck", "kind: sheet").replace("40 x 60", "100 x 90")
SHEET = SHEET.replace("    back: back.svg\n", "")
LARGE = {"templates/face.svg": svg(text("a small owl", x=20, size=2.4), (100, 90))}


def test_small_letters_are_measured_on_paper(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, f'<g transform="scale(.5)">{text("owls", x=12, size=3)}</g>')
    assert str(finding) == (
        f'{FACE_SVG}: warning [small-type] owl/barn: "owls" is set at 4.3 pt: its small letters are'
        " 0.69 mm tall, less than 0.9 mm\n  hint: set it at 5.6 pt or more in this font"
    )


def test_capitals_may_be_as_tall_as_small_letters(tmp_path: Path) -> None:
    assert ids(found(tmp_path, text("OWLS", size=1.5))) == []
    assert ids(found(tmp_path, text("owls", size=1.5))) == ["small-type"]


def test_large_pieces_are_read_from_farther_away(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, game=SHEET, files=LARGE)
    assert "1.10 mm tall, less than 1.2 mm" in finding.message


def test_many_cards_are_told_once(tmp_path: Path) -> None:
    rows = "id,name,colour\n" + "".join(f"n{n},Owl {n},#fff\n" for n in range(108))
    words = text("", size=1.8, pnp__text="{{ card.name }}")
    (finding,) = found(tmp_path, words, rows=rows)
    assert finding.message.endswith("less than 0.9 mm, and 107 more like it")
    assert (finding.where, finding.row) == (FACE_SVG, OWL_CSV)


@pytest.mark.parametrize(
    ("size", "weight", "broken"),
    [(4, 400, True), (4.9, 700, True), (5, 700, False), (6, 400, True), (6.4, 400, False)],
)
def test_large_text_needs_less_contrast(
    size: float, weight: int, broken: bool, tmp_path: Path
) -> None:
    ground = rect(0, 10, 40, 12, fill="#767676")  # 3.0 to 4.5 with black: 4.6 is white's
    words = text("Boo", size=size, fill="#0b0b0b", font_weight=str(weight))
    assert ids(found(tmp_path, ground + words)) == ["low-contrast"] * broken


def test_contrast_is_told_with_both_colours(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, text("pale owl", fill="#c8b48c"))
    assert str(finding) == (
        f'{FACE_SVG}: warning [low-contrast] owl/barn: "pale owl" in #c8b48c on #e9dcc3 has a'
        " contrast of 1.5, less than 4.5\n"
        "  hint: make one of the colours lighter or darker, or give the letters an outline"
    )


@pytest.mark.parametrize(
    "words",
    [
        text("Boo", fill="#c8b48c", stroke="#222", stroke_width="0.6"),
        text("Boo", fill="#c8b48c", stroke="#222", stroke_width="0.6", paint_order="stroke"),
        text("Boo", fill="#222", stroke="#222", stroke_width="0.6") + text("Boo", fill="#c8b48c"),
        text("Boo", x=8.2, y=20.2, fill="#c8b48c") + text("Boo", fill="#222"),
        rect(6, 15, 20, 8, fill="#222") + text("Boo", fill="#c8b48c"),
        rect(6, 15, 20, 8, fill="#222", fill_opacity="0.9") + text("Boo", fill="#c8b48c"),
    ],
    ids=["outlined", "outline below", "drawn twice", "shadow", "panel", "veil"],
)
def test_text_that_stands_out_is_no_fault(words: str, tmp_path: Path) -> None:
    assert ids(found(tmp_path, words)) == []


@pytest.mark.parametrize(
    "words",
    [
        rect(6, 15, 20, 8, fill="#222") + text("Boo", fill="#000"),
        rect(6, 15, 20, 8, fill="#222", fill_opacity="0.1") + text("Boo", fill="#c8b48c"),
        text("Boo", opacity="0.3"),
        text("Boo", fill="#c8b48c") + rect(6, 15, 20, 8, fill="#e9dcc3", fill_opacity="0"),
    ],
    ids=["dark on dark", "thin veil", "faded", "below nothing"],
)
def test_text_that_hardly_shows_is_a_fault(words: str, tmp_path: Path) -> None:
    assert ids(found(tmp_path, words)) == ["low-contrast"]


@pytest.mark.parametrize("first", [True, False])
def test_each_of_several_words_has_a_ground_of_its_own(first: bool, tmp_path: Path) -> None:
    panel = rect(6, 25 if first else 15, 20, 8, fill="#e9dcc3")
    dark = rect(0, 10, 40, 30, fill="#222")
    words = text("Boo", fill="#111") + text("Hoo", y=30, fill="#111")
    told = [one.message for one in found(tmp_path, dark + panel + words)]
    low = [message for message in told if "contrast" in message]
    assert [message.split('"')[1] for message in low] == ["Boo" if first else "Hoo"]


def test_an_outline_keeps_words_readable_that_cross_dark_art(tmp_path: Path) -> None:
    owl = '<path d="M4 12C14 8 26 8 26 24H4z" fill="#222"/>'
    dark, pale = text("Barn owl hoots", fill="#222"), text("Barn owl hoots", fill="#fff")
    outlined = text("Barn owl hoots", fill="#fff", stroke="#222", stroke_width="0.5")
    assert ids(found(tmp_path, owl + dark)) == ["low-contrast"]
    assert ids(found(tmp_path, pale)) == ["low-contrast"]
    assert ids(found(tmp_path, owl + outlined)) == []


def test_what_every_card_has_is_told_once_and_counted(tmp_path: Path) -> None:
    shared = text("pale owl", fill="#c8b48c")
    (finding,) = found(tmp_path, text("", y=40, pnp__text="{{ card.name }}") + shared)
    assert finding.message.startswith('owl/barn: "pale owl" in #c8b48c')
    assert finding.message.endswith(", and 1 more like it")


def test_a_ground_that_cards_share_is_seen_behind_what_they_do_not(tmp_path: Path) -> None:
    own = text("", pnp__text="{{ card.name }}", fill="#222")
    panel = rect(6, 15, 28, 8, pnp__fill="{{ '#222' if card.id == 'snow' else '#fff' }}")
    (finding,) = found(tmp_path, rect(-3, -3, 46, 33, fill="#fff") + panel + own)
    assert finding.message.startswith('owl/snow: "Snowy owl" in #222222 on #222222')


def test_one_letter_over_a_dark_detail_is_no_fault(tmp_path: Path) -> None:
    detail = rect(8, 15, 2, 8, fill="#222")
    assert ids(found(tmp_path, detail + text("Barn owl"))) == []


@pytest.mark.parametrize(
    ("x", "y", "rules"),
    [
        (3, 20, []),
        (2, 20, ["outside-safe-area"]),
        (8, 5, ["outside-safe-area"]),
        (8, 2, ["text-cut-off"]),
        (-2, 20, ["text-cut-off"]),
        (8, 66, []),
    ],
    ids=["inside", "left", "top", "through the top", "through the left", "cut away as a whole"],
)
def test_text_keeps_away_from_the_cut(x: float, y: float, rules: list[str], tmp_path: Path) -> None:
    assert ids(found(tmp_path, text("Owl", x=x, y=y))) == rules


@pytest.mark.parametrize(("x", "y"), [(8, 66), (8, 150), (-60, 20)])
def test_words_of_the_data_are_not_cut_away_in_silence(x: float, y: float, tmp_path: Path) -> None:
    (finding, *_) = found(tmp_path, text("Owl", x=x, y=y, pnp__text="{{ card.name }}"))
    assert finding.rule.id == "text-cut-off"
    assert "is cut off: all of it lies beyond the trim line" in finding.message


def test_turned_text_is_measured_as_it_lies(tmp_path: Path) -> None:
    words = text("Snowy owl", x=20, y=54, transform="rotate(-90 20 54)")
    assert ids(found(tmp_path, words)) == []


def test_a_round_piece_is_cut_round(tmp_path: Path) -> None:
    cut = '<circle pnp:role="cut" cx="20" cy="20" r="20" fill="none"/>'
    for x, y, rules in ((14, 21, []), (5, 9, ["text-cut-off"]), (2.5, 21, ["outside-safe-area"])):
        face = {"templates/face.svg": svg(cut + text("Owl", x=x, y=y), (40, 40))}
        assert ids(found(tmp_path, game=OUTLINED, files=face)) == rules


@pytest.mark.parametrize(("x", "past"), [(10, ""), (33, "8.0"), (-2, "1.6")])
def test_text_of_a_box_ends_with_its_panel(x: float, past: str, tmp_path: Path) -> None:
    boxed = GAME + "  den: {kind: box, aid: true, holds: owl, face: den.svg}\n"
    front = GROUND + text("Night owls", x=x, fill="#000")
    files = {"templates/den.svg": svg(front, (41.6, 61.9))}
    told = found(tmp_path, game=boxed, files=files)
    assert ids(told) == ["text-cut-off"] * bool(past)
    assert all(f"is cut off: it runs {past}" in each.message for each in told)
    assert all("mm past its panel" in each.message for each in told)


def test_text_that_overflows_is_told_once(tmp_path: Path) -> None:
    words = text("", pnp__text="{{ card.name * 3 }}", pnp__width="20")
    assert set(ids(found(tmp_path, words))) == {"text-overflow"}


def test_lines_may_touch_but_not_cover_each_other(tmp_path: Path) -> None:
    for gap, rules in ((3.6, []), (2.4, []), (1.0, ["text-over-text"])):
        face = text("spry ghoul") + text("quick imp", y=20 + gap)
        assert ids(found(tmp_path, face)) == rules


def test_covered_text_is_told_with_both_texts(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, text("Hoots at night") + text("Sleeps by day", x=12, y=20.5))
    assert finding.message == 'owl/barn: "Sleeps by day" is printed over "Hoots at night"'


@pytest.mark.parametrize(
    "face",
    [
        text("owl", x=8.3, y=20.3, fill="#777") + text("owl"),
        text("Hoots") + rect(6, 15, 20, 8, fill="#fff") + text("Sleeps"),
        text("left") + text("right", x=20),
        text("upright", x=20, y=30, transform="rotate(-90 20 30)") + text("beside", x=22, y=30),
    ],
    ids=["shadow", "covered by a panel", "side by side", "round a corner"],
)
def test_text_that_reads_well_is_no_fault(face: str, tmp_path: Path) -> None:
    assert "text-over-text" not in ids(found(tmp_path, face))


def test_clipped_text_is_asked_where_it_shows(tmp_path: Path) -> None:
    clip = '<clipPath id="hole"><rect x="5" y="5" width="12" height="20"/></clipPath>'
    words = text("Owl", x=30, y=20)
    hidden = f'{clip}<g clip-path="url(#hole)">{words}{text("Bat", x=37, y=20)}</g>'
    assert ids(found(tmp_path, hidden)) == []


def test_text_without_letters_or_size_is_no_fault(tmp_path: Path) -> None:
    assert set(ids(found(tmp_path, text("梟") + text("·", size=0.001)))) == {
        "missing-glyph",
        "small-type",
    }
    assert ids(found(tmp_path, f'<g transform="scale(0)">{text("owl")}</g>')) == []
