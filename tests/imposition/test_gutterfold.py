"""Gutterfold: faces and backs on one side of the sheet, on both sides of a fold."""

from dataclasses import replace

import pytest

from pnp.base.diagnostics import PnpError
from pnp.base.units import PAPERS
from pnp.geometry.plane import Rect, Sides, Size
from pnp.imposition.impose import impose
from pnp.imposition.plan import plan
from pnp.imposition.sheet import Backs, Bleed, pages
from pnp.kinds.piece import Panels
from pnp.scene.node import Shape, Text
from pnp.scene.page import Page, Placement
from tests.imposition.kits import beside, made, marks
from tests.make import A4, card, component, deck, game, layout, leaves, pieces

MINI = Size(44, 67)
FOLDED = layout(backs=Backs.GUTTERFOLD)


def pairs(page: Page) -> list[tuple[Placement, Placement]]:
    backs = {p.key.removesuffix("/back"): p for p in page.placements if p.key.endswith("/back")}
    faces = [p for p in page.placements if p.key.endswith("/face")]
    return [(face, backs.pop(face.key.removesuffix("/face"))) for face in faces]


def fold(page: Page) -> Shape:
    (line,) = [n for n in page.nodes if isinstance(n, Shape) and n.stroke and n.stroke.dashes]
    return line


def test_a_sheet_holds_each_face_and_its_back_on_one_side(book):
    sheets = made(deck("deck", MINI, [2, 1, 3]), FOLDED, book)
    assert {(sheet.file, sheet.backs) for sheet in sheets} == {
        ("card-gutterfold", Backs.GUTTERFOLD)
    }
    assert [sheet.back for sheet in sheets] == [None] * len(sheets)
    assert sum(len(pairs(sheet.front)) for sheet in sheets) == 6
    assert pages(sheets, duplex=False) == tuple(sheet.front for sheet in sheets)


@pytest.mark.parametrize("paper", [A4, A4.turned, Size(250, 200)])
@pytest.mark.parametrize("size", [MINI, MINI.turned, Size(63, 88), Size(58, 58)])
def test_each_back_is_its_face_mirrored_about_the_fold_in_the_middle(paper, size, book):
    """A corner of the back that is met by a corner of the face: left by right, top by top."""
    chosen = layout(paper, backs=Backs.GUTTERFOLD)
    for sheet in made(deck("deck", size, [3, 2]), chosen, book):
        (x, y), level = Rect.of(paper).center, fold(sheet.front).path.coords[1::2]
        upright = level[0] != level[1]
        for front, back in pairs(sheet.front):
            w, h = size
            for corner in ((0, 0), (w, 0), (w, h), (0, h)):
                a = front.slot.place.apply(*corner)
                b = back.slot.place.apply(w - corner[0], corner[1])
                met = (2 * x - a.x, a.y) if upright else (a.x, 2 * y - a.y)
                assert b == pytest.approx(met)


def test_backs_stand_on_their_heads_across_a_level_fold(book):
    sheet = made(deck("deck", Size(190, 60), [2]), FOLDED, book)[0]
    assert [(face.slot.turn, back.slot.turn) for face, back in pairs(sheet.front)] == [(0, 180)] * 2


@pytest.mark.parametrize("style", Bleed)
@pytest.mark.parametrize("size", [MINI, Size(63.5, 88.9), Size(125, 125), Size(190, 120)])
def test_bleed_keeps_five_millimetres_from_the_fold(size, style, book):
    chosen = layout(backs=Backs.GUTTERFOLD, bleed=style)
    for sheet in made(deck("deck", size, [2]), chosen, book):
        line = fold(sheet.front).path
        box = Rect(line.coords[0], line.coords[1], 0, 0)
        upright = line.coords[0] == line.coords[2]
        for placed in sheet.front.placements:
            window = placed.window
            if upright:
                clear = max(window.x - box.x, box.x - window.right)
            else:
                clear = max(window.y - box.y, box.y - window.bottom)
            assert clear >= 5 - 1e-6


def test_the_fold_is_a_dashed_line_that_says_what_to_do(book):
    page = made(deck("deck", MINI, [2]), FOLDED, book)[0].front
    texts = [n.string for g in beside(page) for n in leaves(g.nodes) if isinstance(n, Text)]
    assert "fold here, glue, then cut" in " ".join("".join(texts).split()) or (
        "foldhere,glue,thencut" in "".join(texts).replace(" ", "")
    )
    line = fold(page).path
    assert line.ops == "ML"
    middle = Rect.of(A4).center
    assert middle.x in line.coords[::2] or middle.y in line.coords[1::2]


def test_faces_and_backs_have_their_marks(book):
    page = made(deck("deck", MINI, [2]), FOLDED, book)[0].front
    (x, y), cuts = Rect.of(A4).center, marks(page)
    solid = [m for m in cuts if max(m.size) <= 4.001]
    level = fold(page).path.coords[1] == fold(page).path.coords[3]
    before = [m for m in solid if (m.center.y < y if level else m.center.x < x)]
    assert len(before) * 2 == len(solid) > 0


def test_pieces_without_a_back_are_printed_on_one_side(book):
    kit = (*deck("deck", MINI, [2]), *deck("token", Size(16, 16), [4], backs=False))
    assert [sheet.file for sheet in made(kit, FOLDED, book)] == ["card-gutterfold", "card-one-side"]


def test_guides_are_not_folded(book):
    guide = pieces(component("guide", Size(190, 250), [card("guide")], kind="guide"))
    assert [sheet.file for sheet in made(guide, FOLDED, book)] == ["guide"]


def test_sizes_share_folded_sheets_too(book):
    kit = (*deck("a", MINI, [2]), *deck("tile", Size(58, 58), [2]))
    (sheet,) = made(kit, FOLDED, book)
    assert sheet.contents == (("a", 2), ("tile", 2))


def test_a_wide_margin_on_one_side_keeps_the_fold_in_the_middle(book):
    chosen = layout(backs=Backs.GUTTERFOLD, margins=Sides(5, 5, 5, 20))
    page = made(deck("deck", MINI, [8]), chosen, book)[0].front
    printable = Rect.of(A4).inset(chosen.margins)
    assert all(printable.contains(p.window) for p in page.placements)
    middle = Rect.of(A4).center
    assert middle.y in fold(page).path.coords or middle.x in fold(page).path.coords


def test_the_label_and_the_plan_say_gutterfold(book):
    kit = deck("deck", MINI, [2])
    sheets = made(kit, FOLDED, book)
    assert " · faces and backs · gutterfold · stock: card" in sheets[0].front.label
    told = plan(game(kit[0].component), sheets, FOLDED)
    assert told["backs"] == "gutterfold"
    assert told["steps"][0]["turn"] == "gutterfold"
    assert told["steps"][0]["file"] == "test-card-gutterfold.pdf"


def test_the_common_paper_of_a4_and_letter_is_no_fault(book):
    kit = deck("deck", MINI, [2])
    chosen = layout(PAPERS["a4-letter"], name="a4-letter", backs=Backs.GUTTERFOLD)
    assert impose(game(kit[0].component), kit, chosen, book)[1] == ()


def test_a_piece_that_does_not_fit_twice_stops_the_run(book):
    with pytest.raises(PnpError) as error:
        made(deck("mat", Size(190, 200), [1]), FOLDED, book)
    assert str(error.value) == (
        "card_data/test/game.yaml:7:5: mat is 190 x 200 mm, but a4 with these margins can print "
        "200 x 138.5 mm of each side\n  hint: tabloid is large enough; or print its back with "
        "--backs long-edge"
    )
    with pytest.raises(PnpError, match="print its back with --backs long-edge"):
        made(deck("mat", Size(500, 500), [1]), FOLDED, book)


def test_a_board_whose_sides_fit_one_by_one_is_not_too_large_for_the_paper(book):
    """It would be split into panels, which have no back."""
    (mat,) = deck("mat", Size(190, 140), [1])
    with pytest.raises(PnpError) as error:
        made((replace(mat, panels=Panels(10)),), FOLDED, book)
    assert "200 x 138.5 mm of each side" in str(error.value)
    assert "or print its back with --backs long-edge" in str(error.value)


def test_sleeved_cards_fit_four_to_a_sheet(book):
    """Four faces and backs of 63 x 88 mm with their bleed use all of A4: the marks are short."""
    (sheet,) = made(deck("deck", Size(63, 88), [4]), FOLDED, book)
    assert len(pairs(sheet.front)) == 4
