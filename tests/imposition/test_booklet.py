"""Booklets folded by hand: finished PDFs are read back, their sheets folded, their pages read."""

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest

from pnp.base.units import MM_PER_POINT
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.geometry.plane import Point, Size
from pnp.imposition.plan import plan
from pnp.imposition.sheet import Sheet, pages
from pnp.kit import Kit, Options, lay_out
from pnp.output.files import _agreement, _documents
from pnp.proof.rules import FOLD
from tests.kits.bundled import chosen
from tests.make import load
from tests.projects import pnp, write

PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"
     width="148mm" height="210mm" viewBox="0 0 148 210">
  <text x="74" y="100" font-family="Alegreya Sans" font-size="80" text-anchor="middle"
        pnp:text="{{ card.letter }}">A</text>
  <text x="74" y="160" font-family="Alegreya Sans" font-size="30" text-anchor="middle">x</text>
</svg>
"""
LETTERS = "ABCDEFGHIJKL"


def tales(root: Path, number: int, keys: str = "") -> Path:
    rows = ", ".join(f"{{id: {letter.lower()}, letter: {letter}}}" for letter in LETTERS[:number])
    entry = f"components:\n  rules:\n    kind: booklet\n    rows: [{rows}]\n    face: page.svg\n"
    game = f"title: Tales\nplayers: 2\n{entry}{keys}"
    return write(root, {"card_data/tales/game.yaml": game, "templates/page.svg": PAGE})


def kit_of(root: Path, options: Options) -> Kit:
    return lay_out(load(root / "card_data/tales"), options, lambda step: None)


class Seen(NamedTuple):
    """A letter on a side of the paper, and which way its page is down: from the top left, in mm."""

    letter: str
    at: Point
    down: Point


def seen_in(pdf: Path) -> list[list[Seen]]:
    """Return the large letters of each page, with the x that stands below each of them."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_letters(page) for page in document]
    finally:
        document.close()


def _letters(page: pypdfium2.PdfPage) -> list[Seen]:
    text, height = page.get_textpage(), page.get_height()
    letters, feet = [], []
    for number in range(text.count_chars()):
        left, bottom, right, top = (c * MM_PER_POINT for c in text.get_charbox(number))
        at = Point((left + right) / 2, height * MM_PER_POINT - (bottom + top) / 2)
        tall = max(right - left, top - bottom)
        if tall > 30:
            letters.append((text.get_text_range(number, 1), at))
        elif tall > 8:
            feet.append(at)
    found = []
    for letter, at in letters:
        foot = min(feet, key=lambda foot: abs(foot.x - at.x) + abs(foot.y - at.y))
        found.append(Seen(letter, at, Point(foot.x - at.x, foot.y - at.y)))
    text.close()
    return found


def texts_in(pdf: Path) -> list[str]:
    """Return the words of each page."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def through(seen: Seen, paper: Size, vertical: bool) -> Seen:
    """Return a letter on the back as it lies behind the front, the paper turned over an edge."""
    (x, y), (a, b) = seen.at, seen.down
    if vertical:
        return Seen(seen.letter, Point(paper.width - x, y), Point(-a, b))
    return Seen(seen.letter, Point(x, paper.height - y), Point(a, -b))


def side(found: Sequence[Seen], paper: Size) -> tuple[str, str]:
    """Return the letters left and right of the fold, "" for a blank page; all pages are upright."""
    turned = paper.height > paper.width
    halves = {True: "", False: ""}
    for letter, at, down in found:
        assert (down.x < -20 and abs(down.y) < 5) if turned else (down.y > 20 and abs(down.x) < 5)
        halves[at.y < paper.height / 2 if turned else at.x < paper.width / 2] += letter
    return halves[True], halves[False]


def folded(pdf: Path, paper: Size, vertical: bool) -> str:
    """Return the letters of a booklet that is printed on both sides, nested and stapled."""
    printed = seen_in(pdf)
    fronts = [side(found, paper) for found in printed[::2]]
    backs = [side([through(s, paper, vertical) for s in found], paper) for found in printed[1::2]]
    sheets = list(zip(fronts, backs, strict=True))
    first = [letter for (_, front), (_, back) in sheets for letter in (front, back)]
    last = [letter for (front, _), (back, _) in reversed(sheets) for letter in (back, front)]
    return "".join(letter or "-" for letter in (*first, *last))


def printed(kit: Kit, folder: Path, duplex: bool, sheets: Sequence[Sheet] = ()) -> Path:
    path = folder / "tales.pdf"
    write_pdf(pages(sheets or kit.sheets, duplex), path, kit.templates.book, Info("Tales"))
    return path


@pytest.mark.parametrize(
    ("paper", "size", "backs", "vertical"),
    [
        ("a4", Size(210, 297), "long-edge", True),
        ("a4", Size(210, 297), "short-edge", False),
        ("letter", Size(215.9, 279.4), "long-edge", True),
        ("297 x 210 mm", Size(297, 210), "short-edge", True),
        ("297 x 210 mm", Size(297, 210), "long-edge", False),
    ],
)
def test_sheets_that_are_nested_and_folded_are_read_from_page_to_page(
    tmp_path: Path, paper: str, size: Size, backs: str, vertical: bool
) -> None:
    kit = kit_of(tales(tmp_path, 8), chosen(paper=paper, backs=backs))
    assert len(kit.sheets) == 2
    assert folded(printed(kit, tmp_path, duplex=True), size, vertical) == "ABCDEFGH"


def test_pages_that_are_missing_are_blank_and_told(tmp_path: Path) -> None:
    kit = kit_of(tales(tmp_path, 6), chosen())
    read = folded(printed(kit, tmp_path, duplex=True), Size(210, 297), True)
    assert read == "ABCDEF--"
    (told,) = kit.findings
    assert str(told).startswith(
        "card_data/tales/game.yaml:4:3: warning [blank-pages] rules has 6 pages, and is printed as"
        " 8: pages 7-8 are blank"
    )


@pytest.mark.parametrize("backs", ["none", "gutterfold"])
def test_on_one_side_each_sheet_is_folded_and_has_two_pages_in_order(
    tmp_path: Path, backs: str
) -> None:
    kit = kit_of(tales(tmp_path, 5), chosen(backs=backs))
    sheets = [side(found, Size(210, 297)) for found in seen_in(printed(kit, tmp_path, False))]
    assert sheets == [("A", "B"), ("C", "D"), ("E", "")]
    assert {told.rule.id for told in kit.findings} == {"blank-pages", "folded-singly"}


def test_pages_inside_other_sheets_move_to_the_fold(tmp_path: Path) -> None:
    kit = kit_of(tales(tmp_path, 12, "    creep: 0.5 mm\n"), chosen())
    found = seen_in(printed(kit, tmp_path, duplex=True))
    feet = {s.letter: abs(s.at.y + s.down.y - 297 / 2) for page in found for s in page}
    first, last = zip(*(("AL", "BK"), ("CJ", "DI"), ("EH", "FG")), strict=True)
    for sheets in (first, last):
        for depth, letters in enumerate(sheets):
            for letter in letters:
                assert feet[letter] == pytest.approx(74 - depth * 0.5, abs=0.1)


def test_each_booklet_begins_with_its_outer_sheet_and_is_one_piece(tmp_path: Path) -> None:
    kit = kit_of(tales(tmp_path, 8, "    qty: 2\n"), chosen())
    assert [sheet.contents for sheet in kit.sheets] == [
        (("rules", 0),),
        (("rules", 1),),
        (("rules", 0),),
        (("rules", 1),),
    ]


def test_a_booklet_has_neither_label_nor_ruler(tmp_path: Path) -> None:
    kit = kit_of(tales(tmp_path, 8, "    qty: 2\n"), chosen())
    words = texts_in(printed(kit, tmp_path, duplex=True))
    assert [re.findall(r"sheet|100 mm|Tales", text) for text in words] == [[]] * 8


def test_the_ruler_is_on_the_first_sheet_that_is_no_booklet(tmp_path: Path) -> None:
    cards = (
        "  card:\n    kind: deck\n    size: 63 x 88 mm\n    stock: paper\n"
        "    rows: [{id: a, letter: Z}]\n    face: card.svg\n    back: card.svg\n"
    )
    root = tales(tmp_path, 4, cards)
    write(root, {"templates/card.svg": PAGE.replace("148", "63").replace("210", "88")})
    words = texts_in(printed(kit_of(root, chosen()), tmp_path, duplex=True))
    assert ["100 mm" in text for text in words] == [False, False, True, False]
    assert ["sheet 2 of 2" in text for text in words] == [False, False, True, True]


def test_on_one_side_a_cover_has_its_label(tmp_path: Path) -> None:
    kit = kit_of(tales(tmp_path, 4), chosen(backs="none"))
    words = texts_in(printed(kit, tmp_path, duplex=False))
    assert ["sheet 1 of 2" in words[0], "sheet 2 of 2" in words[1], "100 mm" in words[0]] == [
        True
    ] * 3


@pytest.mark.parametrize("side", [0, 1])
def test_the_proof_finds_a_label_on_a_page(tmp_path: Path, side: int) -> None:
    options = chosen()
    kit = kit_of(tales(tmp_path / "duplex", 4), options)
    single = kit_of(tales(tmp_path / "single", 4), chosen(backs="none"))
    label = pages(single.sheets, False)[0].nodes[-1]
    wrong = [*pages(kit.sheets, True)]
    wrong[side] = replace(wrong[side], nodes=(*wrong[side].nodes, label))
    found = _agreement(kit, options).check_kit("kit", tuple(wrong))
    assert {told.message for told in found} >= {
        f"kit: {wrong[side].label}: a page of a booklet has a label"
    }


def test_the_proof_folds_the_sheets(tmp_path: Path) -> None:
    options = chosen()
    kit = kit_of(tales(tmp_path, 8), options)
    good, swapped = kit.sheets, tuple(reversed(kit.sheets))
    assert not _agreement(kit, options).check_kit("kit", pages(good, True))
    found = _agreement(kit, options).check_kit("kit", pages(swapped, True))
    folds = [told.message for told in found if told.rule is FOLD]
    assert folds == [
        "kit: rules: folded, rules/c#1/face is read as page 1, not rules/a#1/face",
    ]


def test_the_proof_finds_pages_that_do_not_meet_at_the_fold_or_are_cut_off(tmp_path: Path) -> None:
    options = chosen()
    kit = kit_of(tales(tmp_path, 4), options)
    (sheet,) = kit.sheets
    first, second = sheet.front.placements
    away = first._replace(slot=first.slot._replace(at=Point(0, -5)))
    cut = first._replace(window=first.window.inset(20))
    for put, words in ((away, "do not meet at the fold"), (cut, "is cut off inside")):
        page = replace(sheet.front, placements=(put, second))
        found = _agreement(kit, options).check_kit("kit", (page, sheet.back))
        assert any(words in told.message for told in found if told.rule is FOLD)


def test_a_file_for_the_screen_has_the_pages_one_by_one(tmp_path: Path) -> None:
    options = chosen()
    kit = kit_of(tales(tmp_path, 6), options)
    (screen,) = (document for document in _documents(kit, options.layout.backs) if document.screen)
    assert screen.name == "tales-rules-screen.pdf"
    assert [page.size for page in screen.pages] == [Size(148, 210)] * 6
    path = tmp_path / "screen.pdf"
    write_pdf(screen.pages, path, kit.templates.book, Info("Tales"))
    assert [[s.letter for s in found] for found in seen_in(path)] == [[c] for c in "ABCDEF"]
    agreement = _agreement(kit, options)
    assert not list(agreement.check_screen("screen", screen.pages))
    assert list(agreement.check_screen("screen", screen.pages[::-1]))


@pytest.mark.parametrize(
    ("backs", "words"), [("long-edge", "staple the fold"), ("none", "staple the open edges")]
)
def test_the_guide_says_how_these_sheets_are_bound(tmp_path: Path, backs: str, words: str) -> None:
    options = chosen(backs=backs)
    kit = kit_of(tales(tmp_path, 8), options)
    (topic,) = plan(kit.game, kit.sheets, options.layout)["help"]
    assert topic["words"].endswith(f"{words}.")


def test_a_booklet_is_built_and_proved(tmp_path: Path) -> None:
    result = pnp(tales(tmp_path, 8), "build", "--format", "pdf", "--output", str(tmp_path / "o"))
    assert result.exit_code == 0
    assert "proof passed: 3 PDFs, 16 pages read back, 4 faces in place, 4 backs" in result.output


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("    margin: 3 mm\n", 'the key "margin" is not known'),
        ("    pages: [page.svg]\n", "face and rows given beside pages"),
        ("    back: page.svg\n", "a page has no back"),
        ("    creep: 2 mm\n", "2 mm is out of range"),
    ],
)
def test_what_a_booklet_cannot_have_is_refused(tmp_path: Path, keys: str, words: str) -> None:
    result = pnp(tales(tmp_path, 4, keys), "check")
    assert result.exit_code == 2
    assert words in result.output


def test_pages_that_are_named_one_by_one_know_their_place(tmp_path: Path) -> None:
    page = PAGE.replace("{{ card.letter }}", "{{ 'ABCDEFGH'[page.number - 1] }}")
    game = (
        "title: Tales\nplayers: 2\ncomponents:\n  rules:\n    kind: booklet\n"
        "    pages: [page.svg, page.svg, page.svg, page.svg]\n"
    )
    write(tmp_path, {"card_data/tales/game.yaml": game, "templates/page.svg": page})
    kit = kit_of(tmp_path, chosen())
    assert [piece.id for piece in kit.pieces] == [f"rules/page-{n}" for n in (1, 2, 3, 4)]
    assert folded(printed(kit, tmp_path, True), Size(210, 297), True) == "ABCD"


def test_margins_that_cost_more_than_the_safe_area_are_told(tmp_path: Path) -> None:
    kit = kit_of(tales(tmp_path, 4), chosen(margin="12 mm"))
    (told,) = kit.findings
    assert told.message.startswith("rules is printed on a4 without 12.0 mm")
    assert not kit_of(tales(tmp_path / "narrow", 4), chosen(margin="9 mm")).findings


def test_a_page_may_be_called_as_a_blank_one_would_be(tmp_path: Path) -> None:
    page = PAGE.replace("{{ card.letter }}", "{{ 'ABCDEFGH'[page.number - 1] }}")
    rows = "{id: one}, {id: two}, {id: blank-6}, {id: four}, {id: five}"
    game = (
        "title: Tales\nplayers: 2\ncomponents:\n"
        f"  rules: {{kind: booklet, face: page.svg, rows: [{rows}]}}\n"
    )
    root = write(tmp_path, {"card_data/tales/game.yaml": game, "templates/page.svg": page})
    result = pnp(root, "build")
    assert result.exit_code == 0, result.output
    assert "proof passed" in result.output


@pytest.mark.parametrize("card", ["rules/c", "rules/[cd]", "rules/a", "rules/*"])
def test_some_pages_of_a_booklet_are_printed_and_proved(tmp_path: Path, card: str) -> None:
    result = pnp(tales(tmp_path, 8), "build", "--card", card, "--output", str(tmp_path / "o"))
    assert result.exit_code == 0, result.output
    assert "proof passed" in result.output
    assert ("blank-pages" in result.output) == (card != "rules/*")


@pytest.mark.parametrize(
    ("number", "card", "backs", "words"),
    [
        (8, "rules/c", "long-edge", "1 page of rules is printed as 4: pages 2-4 are blank"),
        (8, "rules/[abc]", "long-edge", "3 pages of rules are printed as 4: page 4 is blank"),
        (8, "rules/c", "long-edge", "write --component rules to print the booklet as a whole"),
        (1, "rules/a", "long-edge", "rules has 1 page, and is printed as 4: pages 2-4 are blank"),
        (5, "rules/*", "long-edge", "a sheet has 4 pages: add some, or leave some out"),
        (5, "rules/*", "none", "a sheet has 2 pages: add some, or leave some out"),
        (5, "rules/*", "gutterfold", "a sheet has 2 pages: add some, or leave some out"),
    ],
)
def test_how_many_pages_are_blank_is_told_of_what_is_printed(
    tmp_path: Path, number: int, card: str, backs: str, words: str
) -> None:
    root = tales(tmp_path, number)
    result = pnp(root, "build", "--card", card, "--backs", backs, "--format", "pdf")
    assert words in result.output


def long_tale(root: Path, keys: str, width: int = 100) -> Path:
    """A booklet of 64 pages: of 16 sheets, of which 15 lie around the innermost."""
    rows = ", ".join(f"{{id: p{number}}}" for number in range(64))
    drawing = f'width="{width}mm" height="140mm" viewBox="0 0 {width} 140"'
    game = (
        f"title: Tales\nplayers: 2\ncomponents:\n  rules:\n    kind: booklet\n"
        f"    size: {width} x 140 mm\n    rows: [{rows}]\n    face: page.svg\n{keys}"
    )
    page = f'<svg xmlns="http://www.w3.org/2000/svg" {drawing}><path d="M0 0H9V9Z"/></svg>'
    return write(root, {"card_data/tales/game.yaml": game, "templates/page.svg": page})


CREPT = "the creep of rules moves the pages of its innermost sheet"


@pytest.mark.parametrize(
    ("keys", "backs", "told"),
    [
        ("    safe: 3 mm\n    creep: 0.2 mm\n", "long-edge", []),
        ("    safe: 3 mm\n    creep: 0.5 mm\n", "none", []),
        (
            "    safe: 3 mm\n    creep: 0.5 mm\n",
            "long-edge",
            [
                "card_data/tales/game.yaml:10:12: warning [page-clipped] "
                f"{CREPT} 7.5 mm over the fold, and only 3 mm are safe to lose\n"
                "  hint: write a smaller creep, or safe: 7.5 mm and keep the drawings inside it"
            ],
        ),
        (
            "    creep: 1 mm\n",
            "short-edge",
            [
                "card_data/tales/game.yaml:9:12: warning [page-clipped] "
                f"{CREPT} 15 mm over the fold, and only 9 mm are safe to lose\n"
                "  hint: write a smaller creep, or safe: 15 mm and keep the drawings inside it"
            ],
        ),
    ],
)
def test_creep_that_costs_more_than_the_safe_area_is_told(
    tmp_path: Path, keys: str, backs: str, told: list[str]
) -> None:
    kit = kit_of(long_tale(tmp_path, keys, width=140), chosen(backs=backs))
    others = ("folded-singly", "leaf-larger")
    assert [str(f) for f in kit.findings if f.rule.id not in others] == told


@pytest.mark.parametrize(
    ("paper", "told"),
    [
        ("a4", []),
        ("letter", []),
        ("a3", ["rules has pages of 148 x 210 mm, and a3 is folded to leaves of 148.5 x 420 mm"]),
    ],
)
def test_a_rim_that_has_to_be_cut_off_without_marks_is_told(
    tmp_path: Path, paper: str, told: list[str]
) -> None:
    kit = kit_of(tales(tmp_path, 4), chosen(paper=paper))
    assert [found.message for found in kit.findings if found.rule.id == "leaf-larger"] == told


@pytest.mark.parametrize(("creep", "code"), [("0.6", 0), ("0.7", 2), ("1", 2)])
def test_creep_that_costs_half_of_a_page_is_refused_and_less_is_proved(
    tmp_path: Path, creep: str, code: int
) -> None:
    root = long_tale(tmp_path, f"    safe: 9 mm\n    creep: {creep} mm\n", width=20)
    result = pnp(root, "build", "--format", "pdf", "--output", str(tmp_path / "o"))
    assert result.exit_code == code, result.output
    if code:
        assert result.output == (
            f"error: card_data/tales/game.yaml:10:12: {CREPT} {15 * float(creep):g} mm over the"
            " fold, and they are 20 mm wide\n"
            "  hint: write a smaller creep, or make two booklets\n"
        )
    one_side = pnp(root, "build", "--backs", "none", "--output", str(tmp_path / "single"))
    assert one_side.exit_code == 0


def test_pages_that_are_made_smaller_have_a_smaller_safe_area(tmp_path: Path) -> None:
    kit = kit_of(tales(tmp_path, 4), chosen(paper="a5", margin="7 mm"))
    told = [found.message for found in kit.findings if found.rule.id == "page-clipped"]
    assert told == [
        "rules is printed on a5 without 7.0 mm at the edges of its pages,"
        " and only 6.34 mm are safe to lose"
    ]
