from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.base.color import BLACK, WHITE
from pnp.base.diagnostics import PnpError
from pnp.base.units import COMPONENT_SIZES, PAPERS
from pnp.data.game import Cut
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Sides, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, Bleed, Layout, Sheet
from pnp.kinds.piece import Piece
from pnp.scene.bounds import path_bounds
from pnp.scene.node import Group, Shape, Solid, Text
from pnp.scene.page import Page, Placement
from tests.imposition.kits import beside, made, marks
from tests.make import A4, card, component, deck, game, layout, leaves, pieces

MINI = Size(44, 67)
NO_MATTER = 1e-6


def keys(sheets, side: str) -> list[str]:
    """The keys of all faces, or of all backs, wherever they are printed."""
    every = [p.key for page in sides(sheets) for p in page.placements]
    return [key for key in every if key.endswith(side)]


# --- what is printed ---------------------------------------------------------------------------


def test_every_copy_is_printed_once_in_the_order_of_the_rows(book):
    sheets = made(deck("deck", MINI, [2, 1, 3]), layout(), book)
    copies = ["row-0#1", "row-0#2", "row-1#1", "row-2#1", "row-2#2", "row-2#3"]
    assert keys(sheets, "face") == [f"deck/{copy}/face" for copy in copies]
    assert sorted(keys(sheets, "back")) == [f"deck/{copy}/back" for copy in copies]


def test_a_graveyard_of_36_mini_cards_takes_four_sheets_with_all_bleed_and_marks(book):
    sheets = made(deck("graveyard", MINI, [2, 2, 2, 3] * 4), layout(), book)
    assert [len(sheet.front.placements) for sheet in sheets] == [10, 10, 10, 6]
    assert [(sheet.number, sheet.of, sheet.file) for sheet in sheets] == [
        (number, 4, "card-long-edge") for number in (1, 2, 3, 4)
    ]


def test_stocks_and_turns_are_files_of_their_own(book):
    kit = (
        *deck("deck", MINI, [1]),
        *deck("plain", MINI, [1], backs=False),
        *pieces(component("strip", Size(150, 20), [card("strip")], stock="Thin Paper")),
        *pieces(component("guide", Size(190, 250), [card("guide")], kind="guide")),
    )
    files = [(sheet.file, sheet.stock, sheet.backs) for sheet in made(kit, layout(), book)]
    assert files == [
        ("card-long-edge", "card", Backs.LONG_EDGE),
        ("card-one-side", "card", Backs.NONE),
        ("thin-paper-one-side", "Thin Paper", Backs.NONE),
        ("guide", "card", Backs.NONE),
    ]


def test_fronts_only_leaves_the_backs_out_and_says_so(book):
    (sheet,) = made(deck("deck", MINI, [3]), layout(backs=Backs.NONE), book)
    assert sheet.back is None
    assert "fronts only" in sheet.front.label


def test_fronts_only_is_a_warning_for_what_is_hidden_or_turned_in_play(book):
    hidden, tiles = deck("deck", MINI, [3]), component("tile", MINI, [card("a")], kind="tile")
    tokens = component("token", MINI, [card("a")], kind="token")
    kit = (*hidden, *pieces(tiles, backs=True), *pieces(tokens, backs=True))
    assert findings(kit, layout(backs=Backs.NONE), book) == [
        f"card_data/test/game.yaml:7:5: warning [backs-left-out] {name} is printed without its "
        "backs\n  hint: write --backs gutterfold to fold and glue them, or put the cards into "
        "opaque sleeves"
        for name in ("deck", "tile")
    ]
    assert findings(kit, layout(), book) == []


def test_components_share_a_sheet_where_that_saves_one(book):
    few = (*deck("a", MINI, [4]), *deck("b", MINI, [5]))
    assert [sheet.contents for sheet in made(few, layout(), book)] == [(("a", 4), ("b", 5))]
    full = (*deck("a", MINI, [10]), *deck("b", MINI, [10]))
    assert [s.contents for s in made(full, layout(), book)] == [(("a", 10),), (("b", 10),)]


def test_sizes_share_a_sheet_where_that_saves_one(book):
    few = (*deck("a", MINI, [1]), *deck("b", Size(63, 88), [1]))
    assert [sheet.contents for sheet in made(few, layout(), book)] == [(("a", 1), ("b", 1))]
    full = (*deck("a", MINI, [10]), *deck("b", Size(63, 88), [8]))
    assert [s.contents for s in made(full, layout(), book)] == [(("a", 10),), (("b", 8),)]


def test_copies_of_one_face_share_one_group(book):
    (sheet,) = made(deck("deck", MINI, [3]), layout(), book)
    placed = [node for node in sheet.front.nodes if isinstance(node, Group) and node.key]
    assert len(placed) == 3
    assert len({id(node.nodes[0]) for node in placed}) == 1


# --- backs -------------------------------------------------------------------------------------


def up_of(placement: Placement) -> tuple[float, float]:
    """Which way the top of a face points on its page."""
    top = placement.slot.place.apply(placement.face.trim.width / 2, 0)
    middle = placement.slot.rect.center
    return round(top.x - middle.x, 6), round(top.y - middle.y, 6)


@pytest.mark.parametrize(
    ("paper", "backs", "axis"),
    [
        (A4, Backs.LONG_EDGE, "x"),
        (A4, Backs.SHORT_EDGE, "y"),
        (A4.turned, Backs.LONG_EDGE, "y"),
        (A4.turned, Backs.SHORT_EDGE, "x"),
    ],
)
@pytest.mark.parametrize("size", [MINI, MINI.turned, Size(63.5, 88.9)])
def test_backs_lie_behind_their_faces_and_stand_upright(paper, backs, axis, size, book):
    (sheet,) = made(deck("deck", size, [1, 2]), layout(paper, backs=backs), book)
    behind = {p.key.removesuffix("/back"): p for p in sheet.back.placements}
    for front in sheet.front.placements:
        back = behind[front.key.removesuffix("/face")]
        a, b = front.slot.rect, back.slot.rect
        mirrored = (paper.width - a.right, a.y) if axis == "x" else (a.x, paper.height - a.bottom)
        assert (b.x, b.y) == pytest.approx(mirrored)
        x, y = up_of(front)
        assert up_of(back) == pytest.approx((-x, y) if axis == "x" else (x, -y))
    assert [p.key for p in sheet.back.placements] == [
        p.key.replace("/face", "/back") for p in sheet.front.placements
    ]


def test_uneven_margins_keep_both_sides_inside_the_printable_area(book):
    uneven = Sides(left=3, top=1.8, right=15, bottom=16.7)
    for backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE):
        chosen = layout(margins=uneven, backs=backs)
        for sheet in made(deck("deck", MINI, [36]), chosen, book):
            for page in (sheet.front, sheet.back):
                assert Rect.of(A4).inset(uneven).contains(page.bleed)


# --- marks, folds, outlines ----------------------------------------------------------------------


def test_neighbours_with_gaps_have_double_cut_lines_marked_at_the_edges_only(book):
    (sheet,) = made(deck("deck", MINI, [10]), layout(), book)
    lines = marks(sheet.front)
    upright = [line for line in lines if line.height > line.width]
    assert len(upright) == 2 * 2 * 2
    assert len(lines) - len(upright) == 5 * 2 * 2
    assert {round(line.height, 3) for line in upright} == {4.0}


def test_butted_neighbours_share_one_cut_line(book):
    (sheet,) = made(deck("deck", Size(63.5, 88.9), [9]), layout(bleed=Bleed.BUTT), book)
    lines = marks(sheet.front)
    upright = [line for line in lines if line.height > line.width]
    assert (len(upright), len(lines)) == (8, 16)
    assert sheet.front.placements[4].window == sheet.front.placements[4].slot.rect


def test_a_gutter_has_marks_of_its_own(book):
    (sheet,) = made(deck("deck", Size(50, 50), [2]), layout(gutter=5), book)
    between = sheet.front.placements
    gap = Rect(between[0].window.right, 0, 5, A4.height)
    inside = [line for line in marks(sheet.front) if gap.intersection(line)]
    assert len(inside) == 4


def test_both_sides_of_a_sheet_have_marks(book):
    (sheet,) = made(deck("deck", MINI, [3]), layout(), book)
    assert len(marks(sheet.front)) == len(marks(sheet.back)) > 0


def test_folds_are_dashed_ticks_outside_the_trim(book):
    lords = component("lord", Size(20, 96), [card("red")], kind="standee")
    closed = Path("MLLZ", (0, 88, 10, 80, 20, 88))  # its last line has no operator but the Z
    folds = [*(Path.line((0, y), (20, y)) for y in (8, 48)), closed]
    (sheet,) = made(pieces(lords, creases=folds), layout(), book)
    (dashed,) = [
        n for n in sheet.front.nodes if isinstance(n, Shape) and n.stroke and n.stroke.dashes
    ]
    assert dashed.path.ops == "ML" * 6
    trim = sheet.front.placements[0].slot.rect
    ys = {round(y - trim.y, 6) for y in dashed.path.coords[1::2]}
    xs = {round(x - trim.x, 6) for x in dashed.path.coords[0::2]}
    if sheet.front.placements[0].slot.turn:
        xs, ys = ys, xs
    assert ys == {8, 48, 88}
    assert all(x < 0 or x > 20 for x in xs)


def test_an_outline_is_a_thin_black_line_with_white_off_the_piece_and_has_no_crop_marks(book):
    chips = component("chip", Size(20, 20), [card("a", 2)], kind="token", cut=Cut.OUTLINE)
    (sheet,) = made(pieces(chips), layout(), book)
    at = next(i for i, n in enumerate(sheet.front.nodes) if isinstance(n, Shape))
    ground, drawn = sheet.front.nodes[at - 1 : at + 1]
    (under,) = ground.nodes
    assert (drawn.stroke.paint, drawn.stroke.width) == (Solid(BLACK), 0.15)
    assert (under.stroke.paint, under.stroke.width) == (Solid(WHITE), pytest.approx(0.35))
    assert under.path == drawn.path
    around, *pieces_off = ground.clip.path.subpaths()  # white on a piece is a hair that stays
    assert ground.clip.even_odd
    assert [part.coords for part in pieces_off] == [part.coords for part in drawn.path.subpaths()]
    assert path_bounds(around).intersection(path_bounds(under.path)) == path_bounds(under.path)
    boxes = [path_bounds(part) for part in drawn.path.subpaths()]
    assert boxes == [pytest.approx(p.slot.rect) for p in sheet.front.placements]


def test_a_guide_is_not_cut_and_needs_no_room_for_marks(book):
    guide = component("guide", Size(190, 250), [card("guide")], kind="guide", bleed=0)
    (sheet,), findings = impose(game(guide), pieces(guide), layout(margins=Sides.all(9.5)), book)
    assert (marks(sheet.front), list(findings)) == ([], [])


def test_a_straight_cut_has_no_line_on_the_component(book):
    (sheet,) = made(deck("token", Size(16, 16), [80], backs=False), layout(), book)
    trims = [p.slot.rect for p in sheet.front.placements]
    assert not any(line.intersection(trim) for line in marks(sheet.front) for trim in trims)


# --- labels and ruler ----------------------------------------------------------------------------


def words(page: Page) -> str:
    return "".join(n.string for n in leaves(list(beside(page))) if isinstance(n, Text))


def test_the_label_says_what_the_sheet_is(book):
    first, *_ = made(deck("deck", MINI, [36]), layout(), book)
    assert first.front.label == (
        "Test 1.0 · Deck · sheet 1 of 4 · front · turn on the long edge · stock: card · full ink"
    )
    assert " · back · " in first.back.label
    assert first.front.label.replace(" ", "") in words(first.front).replace(" ", "")


def test_only_the_first_sheet_of_a_file_has_the_ruler(book):
    sheets = made(deck("deck", MINI, [36]), layout(), book)
    text = "printat100%–thislineis100mm"
    assert [text in words(sheet.front).replace(" ", "") for sheet in sheets] == [True] + [False] * 3
    ruler = [n for n in leaves(list(beside(sheets[0].front))) if isinstance(n, Shape)]
    assert path_bounds(ruler[0].path).width == pytest.approx(100)


def boxes_beside(page: Page) -> list[Rect]:
    """What label and ruler cover: lines by their outline, text by its baseline and size."""
    found = []
    for group in beside(page):
        for leaf in leaves(group.nodes):
            if isinstance(leaf, Shape):
                box = path_bounds(leaf.path)
            else:
                assert isinstance(leaf, Text)
                ends = [leaf.origin.x + leaf.glyphs[0].x, leaf.origin.x + leaf.glyphs[-1].x]
                # figures stand on the baseline, and are as tall as capitals
                high, deep = (0.65, 0.65) if leaf.string.isdigit() else (0.7, 0.95)
                top = leaf.origin.y - high * leaf.size
                box = Rect(ends[0], top, ends[1] - ends[0], deep * leaf.size)
            found.append(group.place.box(box))
    return found


# --- findings and errors -------------------------------------------------------------------------


def findings(kit, chosen, book) -> list[str]:
    found = impose(game(kit[0].component), kit, chosen, book)[1]
    return [str(finding) for finding in found]


def test_a_kit_with_room_for_everything_has_no_findings(book):
    assert findings(deck("deck", MINI, [36]), layout(), book) == []


def test_bleed_that_cannot_be_printed_is_told(book):
    assert findings(deck("mat", Size(198.5, 198.5), [1]), layout(), book)[:1] == [
        "card_data/test/game.yaml:7:5: error [bleed-lost] mat has 3 mm of bleed, "
        "but a4 leaves room for 0.75 mm at its edge\n  hint: use smaller margins or larger paper; "
        "or write bleed: 0 mm, if its edge is white"
    ]
    assert findings(deck("mat", Size(194, 194), [1]), layout(), book) == [
        "card_data/test/game.yaml:7:5: warning [bleed-clipped] mat has 3 mm of bleed, "
        "but a4 leaves room for 1.5 mm at its edge\n  hint: use smaller margins or larger paper"
    ]


def test_a_piece_as_large_as_the_printable_area_has_neither_bleed_nor_marks_nor_label(book):
    found = findings(deck("mat", Size(200, 287), [1]), layout(), book)
    assert [finding.split("\n")[0] for finding in found] == [
        "card_data/test/game.yaml:7:5: error [bleed-lost] mat has 3 mm of bleed, "
        "but a4 leaves room for 0 mm at its edge",
        "card_data/test/game.yaml:7:5: warning [marks-clipped] mat leaves no room for crop marks "
        "beside it and above and below it on a4",
        "card_data/test/game.yaml:7:5: warning [label-left-out] mat leaves no room for the "
        "sheet's label on a4",
    ]


def test_backs_on_the_common_paper_of_a4_and_letter_are_a_warning(book):
    common = layout(PAPERS["a4-letter"], name="a4-letter")
    assert findings(deck("deck", MINI, [1]), common, book) == [
        "warning [common-paper-duplex] a4-letter pages are centred on the paper by the printer: "
        "backs may slip\n  hint: write --backs gutterfold, print fronts only, or take a4 or letter"
    ]
    assert findings(deck("deck", MINI, [1], backs=False), common, book) == []


def test_pieces_larger_than_the_paper_stop_the_run_with_a_paper_that_would_do(book):
    kit = (*deck("mat", Size(250, 280), [1]), *deck("map", Size(600, 900), [1]))
    with pytest.raises(PnpError) as error:
        impose(game(), kit, layout(), book)
    assert str(error.value) == (
        "card_data/test/game.yaml:7:5: map is 600 x 900 mm, but a4 with these margins can print "
        "200 x 287 mm\n  hint: make it smaller, or print on paper of at least 610 x 910 mm\n"
        "card_data/test/game.yaml:7:5: mat is 250 x 280 mm, but a4 with these margins can print "
        "200 x 287 mm\n  hint: tabloid is large enough"
    )


def test_margins_that_leave_nothing_of_the_paper_stop_the_run(book):
    with pytest.raises(PnpError, match=r"a4 .* 0 x 0 mm"):
        impose(game(), deck("deck", MINI, [1]), layout(margins=Sides.all(150)), book)


# --- whatever the deck ---------------------------------------------------------------------------

SIZES = [*sorted(COMPONENT_SIZES.values()), Size(16, 16), Size(190, 30)]


@st.composite
def layouts(draw):
    paper = draw(st.sampled_from(sorted(PAPERS.values())))
    edge = st.floats(0, 15)
    return layout(
        draw(st.sampled_from([paper, paper.turned])),
        margins=Sides(draw(edge), draw(edge), draw(edge), draw(edge)),
        backs=draw(st.sampled_from(Backs)),
        bleed=draw(st.sampled_from(Bleed)),
        gutter=draw(st.sampled_from([0.0, 0.0, 1.0, 6.0])),
    )


@st.composite
def kits(draw):
    found: list[Piece] = []
    for name in "abc"[: draw(st.integers(1, 3))]:
        size = draw(st.sampled_from(SIZES))
        quantities = draw(st.lists(st.integers(1, 14), min_size=1, max_size=4))
        bleed = draw(st.sampled_from([0.0, 2.0, 3.0]))
        found += deck(name, size, quantities, backs=draw(st.booleans()), bleed=bleed)
    return tuple(found)


def sides(sheets: tuple[Sheet, ...]) -> list[Page]:
    return [page for sheet in sheets for page in (sheet.front, sheet.back) if page is not None]


def none_overlap(rects: list[Rect]) -> bool:
    inner = [rect.inset(NO_MATTER) for rect in rects]
    return not any(a.intersection(b) for n, a in enumerate(inner) for b in inner[:n])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(kit=kits(), chosen=layouts())
def test_whatever_the_deck_and_the_paper(kit, chosen, book):
    try:
        sheets = made(kit, chosen, book)
    except PnpError as error:
        assert "can print" in str(error)
        return
    copies = Counter(key.rpartition("#")[0] for key in keys(sheets, "face"))
    assert copies == {piece.id: piece.qty for piece in kit}
    assert len(set(keys(sheets, "face"))) == copies.total()
    backed = {p.id: p.qty for p in kit if p.back and chosen.backs is not Backs.NONE}
    assert Counter(key.rpartition("#")[0] for key in keys(sheets, "back")) == backed
    printable = Rect.of(chosen.paper).inset(chosen.margins)
    assert made(kit, chosen, book)[0].front.placements == sheets[0].front.placements
    for page in sides(sheets):
        windows = [p.window for p in page.placements]
        drawn = [*marks(page), *boxes_beside(page)]
        assert none_overlap(windows)
        assert all(p.window.contains(p.slot.rect) for p in page.placements)
        assert all(printable.contains(box) for box in (*windows, *drawn))
        shown = [window.inset(NO_MATTER) for window in windows]
        assert not any(box.intersection(window) for box in drawn for window in shown)
        assert not any(text.intersection(m) for text in boxes_beside(page) for m in marks(page))
    for sheet in sheets:
        backs_meet_faces(sheet, chosen)


def backs_meet_faces(sheet: Sheet, chosen: Layout) -> None:
    """Lay the backs over the faces as the paper turns or folds: every corner must agree.

    A card is turned over like the leaf of a book, so the left of its back lies behind its right.
    """
    if sheet.backs is Backs.NONE:
        return
    placed = (*sheet.front.placements, *(sheet.back.placements if sheet.back else ()))
    faces = [p for p in placed if p.key.endswith("/face")]
    backs = [p for p in placed if p.key.endswith("/back")]
    width, height = chosen.paper
    leaf = (sheet.backs is Backs.LONG_EDGE) == (height >= width)
    if sheet.backs is Backs.GUTTERFOLD:
        leaf = abs(faces[0].slot.at.y - backs[0].slot.at.y) < NO_MATTER
        folds = [p.window.x - width / 2 if leaf else p.window.y - height / 2 for p in backs]
        assert min(folds) >= 5 - NO_MATTER
    for front, back in zip(faces, backs, strict=True):
        w, h = front.face.trim
        for x, y in ((0, 0), (w, 0), (w, h), (0, h)):
            a, b = front.slot.place.apply(x, y), back.slot.place.apply(w - x, y)
            through = (width - a.x, a.y) if leaf else (a.x, height - a.y)
            assert b == pytest.approx(through, abs=NO_MATTER)


def test_a_kit_of_more_sheets_than_anybody_prints_is_refused(book) -> None:
    pages = deck("page", Size(180, 270), [1000, 1000, 501])
    with pytest.raises(PnpError) as error:
        impose(game(), pages, layout(), book)
    assert str(error.value) == (
        "card_data/test/game.yaml: the kit has 2,501 sheets\n"
        "  hint: the limit is 2,500: lower the qty of rows, or build --component by one"
        "; PNP_LIMITS=sheets=NUMBER allows more"
    )
