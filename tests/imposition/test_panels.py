"""Boards larger than the paper: panels that meet, with strips to glue and words to find them by."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.color import Color
from pnp.base.diagnostics import Finding, PnpError
from pnp.base.units import PAPERS
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Point, Rect, Sides, Size
from pnp.imposition.impose import impose
from pnp.imposition.panels import JOINT_BLEED, split
from pnp.imposition.plan import plan
from pnp.imposition.sheet import Backs, Layout, Sheet
from pnp.kinds.piece import Panels, Piece
from pnp.proof.agreement import Agreement
from pnp.proof.ticket import job_ticket
from pnp.scene.bounds import path_bounds, union
from pnp.scene.node import Group, Shape, Solid, Text
from pnp.scene.page import Page
from tests.imposition.kits import beside, marks
from tests.make import A4, LETTER, card, component, deck, face, game, layout, leaves, pieces

BOARD = Size(570, 400)
SMALL = Size(360, 250)
GREY = Color(230, 230, 230)


def board(
    size: Size = BOARD,
    *,
    overlap: float = 10,
    qty: int = 1,
    bleed: float = 3,
    keep: tuple[Rect, ...] = (),
) -> Piece:
    made = component("board", size, [card("board", qty)], kind="board", bleed=bleed)
    return replace(pieces(made)[0], panels=Panels(overlap, keep))


def laid(piece: Piece, book, chosen: Layout | None = None) -> tuple[Sheet, ...]:
    return impose(game(piece.component), [piece], chosen or layout(), book)[0]


def told(piece: Piece, book, chosen: Layout | None = None) -> list[str]:
    found = impose(game(piece.component), [piece], chosen or layout(), book)[1]
    return [str(finding).split(": ", 1)[1] for finding in found]


def refused(piece: Piece, book, chosen: Layout | None = None) -> str:
    with pytest.raises(PnpError) as error:
        laid(piece, book, chosen)
    return str(error.value)


def shown(page: Page) -> Rect:
    """The part of the board that a page shows, bleed and what runs on under a joint included."""
    (placed,) = page.placements
    return placed.slot.place.inverse().box(placed.window)


def words(page: Page) -> str:
    texts = [node for node in leaves(list(beside(page))) if isinstance(node, Text)]
    return "".join(node.string for node in texts).replace(" ", "")


def greys(page: Page) -> list[Rect]:
    shapes = [node for node in page.nodes if isinstance(node, Shape)]
    return [path_bounds(s.path) for s in shapes if s.fill == Solid(GREY)]


# --- how many ------------------------------------------------------------------------------------


@pytest.mark.parametrize("overlap", [0, 4, 10])
@pytest.mark.parametrize(
    ("paper", "count"),
    [("a4", 4), ("a3", 2), ("letter", 6), ("a4-letter", 6), ("tabloid", 3)],
)
def test_a_board_takes_as_few_panels_as_the_paper_allows(paper, count, overlap, book):
    chosen = layout(PAPERS[paper], name=paper)
    assert len(laid(board(overlap=overlap), book, chosen)) == count


def test_a_board_that_fits_is_printed_whole(book):
    (sheet,) = laid(board(Size(190, 250)), book)
    assert (sheet.contents, sheet.panels) == ((("board", 1),), ())
    assert sheet.front.placements[0].key == "board/board#1/face"


def test_panels_are_named_by_row_and_column_and_printed_copy_by_copy(book):
    sheets = laid(board(qty=2), book)
    names = ["A1", "A2", "B1", "B2"]
    assert [sheet.front.placements[0].key for sheet in sheets] == [
        f"board/board.{name}#{number}/face" for number in (1, 2) for name in names
    ]
    assert [sheet.number for sheet in sheets] == list(range(1, 9))


def test_a_board_is_one_board_however_many_its_panels(book):
    piece = board()
    sheets = laid(piece, book)
    assert [sheet.contents for sheet in sheets] == [(), (), (), (("board", 1),)]
    told = plan(game(piece.component), sheets, layout())
    assert [each["topic"] for each in told["help"]] == ["panels"]
    (step,) = told["steps"]
    assert step["sheets"] == 4
    (content,) = step["contents"]
    assert (content["qty"], content["panels"]) == (1, 4)
    shown = [paper["pieces"][0] for paper in step["papers"]]
    assert [piece["panel"] for piece in shown] == ["A1", "A2", "B1", "B2"]
    (first, right, below, last) = [(piece["left"], piece["top"]) for piece in shown]
    assert first == pytest.approx((0, 0))
    assert last == pytest.approx((right[0], below[1])) and min(last) > 0


def test_panels_follow_the_other_sheets_of_their_stock(book):
    piece = board()
    kit = [piece, *deck("token", Size(16, 16), [9], backs=False)]
    sheets, _ = impose(game(piece.component), kit, layout(), book)
    assert [sheet.components for sheet in sheets] == [("token",)] + [("board",)] * 4
    assert {sheet.file for sheet in sheets} == {"card-one-side"}


# --- what they show ------------------------------------------------------------------------------


@st.composite
def boards(draw) -> tuple[Piece, Layout]:
    size = Size(draw(st.floats(300, 1100)), draw(st.floats(300, 1100)))
    overlap = draw(st.sampled_from([0.0, 3.0, 8.0, 15.0]))
    paper = draw(st.sampled_from([A4, A4.turned, LETTER, Size(297, 420)]))
    sides = Sides(*(draw(st.floats(0, 12)) for _ in range(4)))
    places = st.tuples(st.floats(0, 300), st.floats(0, 300), st.floats(1, 99), st.floats(1, 99))
    keep = tuple(Rect(*draw(places)) for _ in range(draw(st.integers(0, 3))))
    piece = board(size, overlap=overlap, bleed=draw(st.sampled_from([0.0, 3.0])), keep=keep)
    return piece, layout(paper, margins=sides)


@given(boards())
def test_panels_together_show_the_whole_board_and_meet_without_a_gap(book, made):
    piece, chosen = made
    try:
        sheets = laid(piece, book, chosen)
    except PnpError as error:
        assert "panels" in str(error)
        return
    printable = Rect.of(chosen.paper).inset(chosen.margins)
    board_rect = Rect.of(piece.trim)
    parts = []
    for sheet in sheets:
        (placed,) = sheet.front.placements
        assert printable.contains(placed.window)
        part = shown(sheet.front).intersection(board_rect)
        assert part is not None
        parts.append(part)
    xs, ys = (
        {round(n, 6) for n in found} for found in ([p.x for p in parts], [p.y for p in parts])
    )
    columns, rows = len(xs), len(ys)
    assert columns * rows == len(sheets)
    for number, part in enumerate(parts):
        row, column = divmod(number, columns)
        right = parts[number + 1].x if column + 1 < columns else piece.trim.width
        below = parts[number + columns].y if row + 1 < rows else piece.trim.height
        assert (part.x <= 0.001) is (column == 0)
        assert (part.y <= 0.001) is (row == 0)
        assert -0.001 <= part.right - right <= 2 * JOINT_BLEED + 0.001
        assert -0.001 <= part.bottom - below <= 2 * JOINT_BLEED + 0.001


@given(boards())
def test_joints_are_where_the_template_keeps_nothing_whole(book, made):
    piece, chosen = made
    try:
        found = split(piece, chosen)
    except PnpError:
        return
    crossing = "joint-crosses" in "".join(told(piece, book, chosen))
    kept = [rect for rect in piece.panels.keep if Rect.of(piece.trim).intersection(rect)]
    across = [x for x in found.across.joints for k in kept if k.x < x < k.right]
    down = [y for y in found.down.joints for k in kept if k.y < y < k.bottom]
    assert crossing or not (across or down)


def test_the_drawing_of_a_board_is_stored_once(book):
    sheets = laid(board(), book)
    groups = {
        id(node.nodes[0])
        for sheet in sheets
        for node in sheet.front.nodes
        if isinstance(node, Group) and node.key
    }
    assert len(groups) == 1


def test_the_same_spot_of_a_joint_is_drawn_on_both_panels(book):
    """What lies on a joint is found at the cut of one panel and at the glue line of the other."""
    a1, a2, *_ = laid(board(SMALL, overlap=10), book, layout(LETTER, name="letter"))
    spot = Point(180, 60)
    for sheet in (a1, a2):
        (placed,) = sheet.front.placements
        at = placed.slot.place.apply(*spot)
        trim = placed.window
        assert trim.contains(Rect(at.x, at.y, 0, 0))


# --- strips, marks and words ---------------------------------------------------------------------


def test_each_panel_says_its_name_and_what_is_glued_over_it(book):
    sheets = laid(board(), book)
    labels = [sheet.front.label for sheet in sheets]
    assert "panel A1 of 2 x 2, under A2 and B1" in labels[0]
    assert "panel A2 of 2 x 2, under B2" in labels[1]
    assert "panel B1 of 2 x 2, under B2" in labels[2]
    assert "panel B2 of 2 x 2 ·" in labels[3]
    for sheet in sheets:
        assert sheet.front.label.replace(" ", "") in words(sheet.front)


def test_a_key_shows_which_panel_it_is(book):
    for number, sheet in enumerate(laid(board(), book)):
        shapes = [s for group in beside(sheet.front) for s in group.nodes if isinstance(s, Shape)]
        cells = [s for s in shapes if s.path.ops == "MLLLZ"]
        assert [cell.fill is not None for cell in cells] == [n == number for n in range(4)]


def key_cells(page: Page) -> list[Shape]:
    """The cells of the key; no other words beside a panel have rectangles in them."""
    shapes = [node for node in leaves(list(beside(page))) if isinstance(node, Shape)]
    return [shape for shape in shapes if shape.path.ops == "MLLLZ"]


def in_reading_order(boxes: list[Rect]) -> list[int]:
    return sorted(range(len(boxes)), key=lambda n: (round(boxes[n].y, 3), round(boxes[n].x, 3)))


def assert_keys_show_their_panels(piece: Piece, sheets: tuple[Sheet, ...]) -> None:
    """The black cell is, as the board is read on the paper, where the panel is in the board."""
    printed = [shown(sheet.front).intersection(Rect.of(piece.trim)) for sheet in sheets]
    for number, sheet in enumerate(sheets):
        (placed,) = sheet.front.placements
        upright = Affine.turn(-placed.slot.turn)
        cells = key_cells(sheet.front)
        if not cells:  # there was no room for a label
            continue
        boxes = [upright.box(path_bounds(cell.path)) for cell in cells]
        order = in_reading_order(boxes)
        (black,) = [n for n, cell in enumerate(cells) if cell.fill is not None]
        assert order.index(black) == in_reading_order(printed).index(number)
        assert len({round(b.y, 3) for b in boxes}) == len({round(p.y, 3) for p in printed})


@pytest.mark.parametrize(
    ("size", "paper", "turn", "label"),
    [
        (Size(560, 370), A4.turned, 0, "flat"),
        (Size(560, 370), A4, 90, "upright"),
        (BOARD, A4.turned, 0, "upright"),
        (BOARD, A4, 90, "flat"),
        (Size(570, 250), A4, 0, "flat"),
        (Size(600, 150), A4, 90, "upright"),
        (Size(250, 600), A4.turned, 0, "upright"),
        (Size(600, 250), A4.turned, 90, "upright"),
        (Size(250, 600), A4, 90, "flat"),
    ],
)
def test_the_key_lies_as_the_board_lies(size, paper, turn, label, book):
    piece = board(size)
    sheets = laid(piece, book, layout(paper))
    (placed,) = sheets[0].front.placements
    key = union(path_bounds(cell.path) for cell in key_cells(sheets[0].front))
    assert (placed.slot.turn, len(key_cells(sheets[0].front))) == (turn, len(sheets))
    beside_it = key.right < placed.window.x or key.x > placed.window.right
    assert beside_it == (label == "upright")
    assert_keys_show_their_panels(piece, sheets)


@given(boards())
def test_the_key_of_every_board_shows_the_panel_that_is_printed(book, made):
    piece, chosen = made
    try:
        sheets = laid(piece, book, chosen)
    except PnpError:
        return
    assert_keys_show_their_panels(piece, sheets)


def test_strips_are_grey_and_name_the_panel_that_covers_them(book):
    page = laid(board(SMALL), book, layout(LETTER, name="letter"))[0].front
    (placed,) = page.placements
    (grey,) = greys(page)
    assert "glueunderA2" in words(page)
    assert not grey.intersection(placed.window.inset(1e-6))
    joint = placed.slot.place.apply(180, 0)
    upright = placed.slot.turn == 0
    reach = grey.right - joint.x if upright else grey.bottom - joint.y
    assert reach == pytest.approx(10)


def test_the_label_stands_where_most_room_is_left_to_glue(book):
    page = laid(board(Size(518, 374)), book)[0].front
    (placed,) = page.placements
    printed = [min(grey.width, grey.height) + JOINT_BLEED for grey in greys(page)]
    assert placed.slot.turn == 90
    assert min(printed) > 8


def test_panels_that_are_butted_have_no_strips(book):
    for sheet in laid(board(overlap=0), book, layout(LETTER, name="letter")):
        assert greys(sheet.front) == []
        assert "under" not in sheet.front.label
        assert len(marks(sheet.front)) == 8


def test_marks_stand_at_the_cuts_outside_drawing_and_strips(book):
    for sheet in laid(board(), book, layout(LETTER, name="letter")):
        page = sheet.front
        (placed,) = page.placements
        assert len(marks(page)) == 8
        taken = [placed.window, *greys(page)]
        assert not any(m.intersection(box.inset(1e-6)) for m in marks(page) for box in taken)
        printable = Rect.of(LETTER).inset(5)
        assert all(printable.contains(box) for box in [*marks(page), *greys(page)])


@pytest.mark.parametrize("overlap", [10, 4])
def test_triangles_point_at_each_joint_from_the_strips_that_stay_on(overlap, book):
    page = laid(board(overlap=overlap), book, layout(LETTER, name="letter"))[0].front
    heads = [s for s in page.nodes if isinstance(s, Shape) and s.path.ops == "MLLZ"]
    (placed,) = page.placements
    joint = placed.slot.place.apply(190, 200)
    stays_on = placed.window
    for grey in greys(page):
        stays_on = stays_on.union(grey)
    assert all(stays_on.contains(path_bounds(head.path)) for head in heads)
    tips = [Point(*head.path.coords[:2]) for head in heads]
    assert sum(0 < tip.x - joint.x < 0.5 and tip.y < joint.y for tip in tips) >= 2
    assert sum(0 < tip.y - joint.y < 0.5 and tip.x < joint.x for tip in tips) >= 2


def test_creases_are_ticked_on_the_panels_that_they_cross(book):
    piece = replace(board(Size(380, 250)), creases=(Path.line((50, 0), (50, 250)),))
    pages = [sheet.front for sheet in laid(piece, book, layout(LETTER, name="letter"))]
    dashed = [
        [n for n in p.nodes if isinstance(n, Shape) and n.stroke and n.stroke.dashes] for p in pages
    ]
    assert [len(found) for found in dashed] == [1, 0]


# --- what stays whole ----------------------------------------------------------------------------


def whole(piece: Piece, kept: Rect, book, chosen: Layout | None = None) -> int:
    """On how many panels a part of the board lies whole, a millimetre off their joints."""
    inside = [shown(sheet.front).inset(JOINT_BLEED) for sheet in laid(piece, book, chosen)]
    return sum(panel.contains(kept.inset(-1)) for panel in inside)


A3 = layout(PAPERS["a3"], name="a3")
ROOMY = Size(500, 380)
"""Two panels on A3, which could be 37 mm longer."""


@pytest.mark.parametrize(
    "kept",
    [Rect(245, 20, 8, 15), Rect(248, 20, 4, 340), Rect(240, 182, 45, 10), Rect(249.5, 9, 9, 9)],
    ids=["a word", "a road down", "a title", "a word beside"],
)
def test_joints_keep_off_what_is_to_stay_whole(kept, book):
    for piece in (board(ROOMY, keep=(kept,)), board(ROOMY.turned, keep=(turned(kept),))):
        (box,) = piece.panels.keep
        assert whole(board(piece.trim), box, book, A3) == 0
        assert whole(piece, box, book, A3) == 1
        assert told(piece, book, A3) == []
        assert len(laid(piece, book, A3)) == 2
        assert proved(piece, book, A3) == ()


def proved(piece: Piece, book, chosen: Layout) -> tuple[Finding, ...]:
    made = game(piece.component)
    sheets, warned = impose(made, [piece], chosen, book)
    agreement = Agreement(job_ticket(made, [piece], chosen.backs), chosen, warned)
    return agreement.check_kit("kit", [sheet.front for sheet in sheets])


def turned(rect: Rect) -> Rect:
    return Rect(rect.y, rect.x, rect.height, rect.width)


def test_two_words_side_by_side_are_both_kept(book):
    words = (Rect(240, 20, 9, 9), Rect(249, 60, 9, 9))
    assert [whole(board(ROOMY, keep=words), word, book, A3) for word in words] == [1, 1]


def test_a_joint_that_cannot_be_moved_is_told_and_stays(book):
    long = Rect(150, 20, 200, 9)
    assert told(board(ROOMY, keep=(long,)), book, A3) == [
        "warning [joint-crosses] board on a3 has a joint down at 250 mm from its left that crosses"
        ' what pnp:role="keep" marks\n  hint: move it in the drawing, or print on larger paper:'
        " panels get no shorter for it"
    ]


# --- what is wrong -------------------------------------------------------------------------------


def test_a_strip_narrower_than_asked_is_a_warning(book):
    found = told(board(), book)
    assert found[0] == (
        "warning [glue-strip-narrow] board asks for 10 mm of overlap, but a4 leaves room for 5 mm\n"
        "  hint: print on larger paper, or write overlap: 0 mm to trim the panels and butt them"
    )
    assert [line.split("]")[0] for line in found[1:]] == [
        "error [bleed-lost",
        "warning [marks-clipped",
    ]
    assert told(board(), book, layout(LETTER, name="letter")) == []


def test_an_overlap_larger_than_a_panel_stops_the_run(book):
    assert refused(board(overlap=250), book) == (
        "card_data/test/game.yaml:7:5: board overlaps its panels by 250 mm, but on a4 a panel is "
        "285 x 200 mm\n"
        "  hint: write a smaller overlap (10 mm is enough for glue), or 0 mm to trim and butt"
    )


def test_a_board_of_too_many_panels_stops_the_run(book):
    assert refused(board(Size(1700, 1900)), book) == (
        "card_data/test/game.yaml:7:5: board is 1700 x 1900 mm: on a4 that takes 6 x 10 panels, "
        "and 6 x 6 is the most\n  hint: print on larger paper: a3 will do"
    )
    assert refused(board(Size(9000, 9000)), book).endswith("hint: make it smaller")


def test_margins_that_leave_nothing_stop_the_run(book):
    chosen = layout(margins=Sides.all(105))
    assert "and 6 x 6 is the most" in refused(board(), book, chosen)


def test_a_board_with_a_back_is_not_split(book):
    piece = replace(board(), back=face(BOARD))
    assert refused(piece, book) == (
        "card_data/test/game.yaml:7:5: board has a back, and is too large for the paper: panels "
        "are printed on one side\n  hint: print on larger paper, or the face alone: remove the "
        "back, or write --backs none"
    )


def test_a_board_is_split_if_its_back_is_not_printed(book):
    piece = replace(board(), back=face(BOARD))
    alone = laid(board(), book, layout(backs=Backs.NONE))
    assert len(laid(piece, book, layout(backs=Backs.NONE))) == len(alone) > 1


def test_a_board_with_an_outline_is_not_split(book):
    piece = replace(board(), outline=Path.ellipse((285, 200), 285, 200))
    assert refused(piece, book) == (
        "card_data/test/game.yaml:7:5: board has an outline, and is too large for the paper: "
        "panels are cut straight\n  hint: write cut: straight, or print on larger paper"
    )


def test_large_pieces_without_panels_are_told_beside_boards(book):
    kit = [board(overlap=250), *deck("map", Size(600, 900), [1, 1])]
    with pytest.raises(PnpError) as error:
        impose(game(), kit, layout(backs=Backs.NONE), book)
    assert [problem.message.split(" is ")[0] for problem in error.value.problems] == [
        "board overlaps its panels by 250 mm, but on a4 a panel",
        "map",
    ]


def test_of_two_ways_of_as_many_panels_the_one_with_room_is_taken(book):
    """Unturned, four panels of 200 x 150 mm fill all that A4 has between its margins."""
    piece = board(Size(400, 300))
    sheets = laid(piece, book)
    assert [len(sheets), told(piece, book)] == [4, []]
    assert {sheet.front.placements[0].slot.turn for sheet in sheets} == {90}
