"""Pieces of several sizes on one sheet: few sheets, straight cuts, decks kept together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, groupby, product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.plane import Rect, Size
from pnp.imposition.layout import least_sheets
from pnp.imposition.sheet import Backs, Bleed, Sheet
from pnp.imposition.sheetlayout import batches
from pnp.kinds.piece import Piece
from tests.imposition.kits import made, marks
from tests.make import A4, LETTER, card, component, deck, layout, pieces

SIZES = [
    Size(63, 88),
    Size(44, 67),
    Size(16, 16),
    Size(20, 96),
    Size(25, 110),
    Size(58, 58),
    Size(35, 35),
    Size(190, 30),
    Size(70, 120),
]


def together(sheets: Sequence[Sheet]) -> list[tuple[str, ...]]:
    return [tuple(name for name, _ in sheet.contents) for sheet in sheets]


def test_small_components_share_one_sheet(book):
    kit = [
        *deck("standee", Size(20, 96), [1] * 4, backs=False),
        *deck("token", Size(16, 16), [10, 10], backs=False),
        *deck("first-player", Size(35, 35), [1], backs=False),
        *deck("victory", Size(70, 120), [1, 1], backs=False),
    ]
    (sheet,) = made(kit, layout(), book)
    assert sheet.contents == (("standee", 4), ("token", 20), ("first-player", 1), ("victory", 2))


def test_a_component_with_sheets_of_its_own_shares_none(book):
    kit = [
        *deck("a", Size(44, 67), [4]),
        *deck("b", Size(44, 67), [4]),
        *deck("c", Size(35, 35), [2]),
    ]
    apart = [
        replace(piece, component=replace(piece.component, sheets_of="b"))
        if piece.component.name == "b"
        else piece
        for piece in kit
    ]
    assert together(made(kit, layout(), book)) == [("a", "b", "c")]
    assert together(made(apart, layout(), book)) == [("a", "c"), ("b",)]


def test_components_lie_on_the_sheets_of_the_one_they_name_and_on_no_others(book):
    kit = [
        *deck("a", Size(44, 67), [4]),
        *deck("b", Size(120, 160), [1]),
        *deck("c", Size(35, 35), [2]),
    ]
    hosted = [
        replace(piece, component=replace(piece.component, sheets_of="b"))
        if piece.component.name in "bc"
        else piece
        for piece in kit
    ]
    assert together(made(hosted, layout(), book)) == [("a",), ("b", "c")]


def test_blocks_lie_so_far_apart_that_a_cut_between_them_spoils_nothing(book):
    kit = [
        *deck("a", Size(63, 88), [3]),
        *deck("b", Size(44, 67), [4]),
        *deck("c", Size(35, 35), [5]),
    ]
    (sheet,) = made(kit, layout(), book)
    windows = {name: [] for name in "abc"}
    for put in sheet.front.placements:
        windows[put.key[0]].append(put.window)
    for first, second in combinations(windows, 2):
        for one, other in product(windows[first], windows[second]):
            across = max(one.x - other.right, other.x - one.right)
            down = max(one.y - other.bottom, other.y - one.bottom)
            assert max(across, down) > 2.999


def test_a_deck_keeps_its_own_grid_where_nothing_is_saved(book):
    kit = [
        *deck("full", Size(63, 88), [16]),
        *deck("nearly", Size(44, 67), [19]),
        *deck("few", Size(70, 120), [3]),
    ]
    sheets = made(kit, layout(), book)
    assert together(sheets) == [("full",)] * 2 + [("nearly",)] * 2 + [("few",)]
    slots = {tuple(p.slot.rect.size) for p in sheets[2].front.placements}
    assert len(slots) == 1


def test_full_sheets_stay_whole_and_only_what_is_left_shares_one(book):
    kit = [*deck("treat", Size(63, 88), [10]), *deck("chip", Size(16, 16), [112])]
    sheets = made(kit, layout(), book)
    assert [sheet.contents for sheet in sheets] == [
        (("treat", 8),),
        (("chip", 96),),
        (("treat", 2), ("chip", 16)),
    ]


def test_pieces_of_a_size_are_cut_as_one_block_where_that_costs_no_sheet(book):
    kit = [
        *deck("token", Size(16, 16), [20] * 4, backs=False, bleed=0),
        *deck("standee", Size(20, 96), [1] * 4, backs=False, bleed=0),
        *deck("aid", Size(59, 92), [1] * 4, backs=False, bleed=0),
        *deck("box", Size(128, 124), [1], backs=False, bleed=0),
    ]
    sheets = made(kit, layout(), book)
    assert len(sheets) == 2
    for name, count in (("token", 80), ("standee", 4), ("aid", 4), ("box", 1)):
        (own,) = [
            slots
            for sheet in sheets
            if (slots := [p.slot.rect for p in sheet.front.placements if p.key.startswith(name)])
        ]
        columns, rows = ({round(getattr(slot, way), 3) for slot in own} for way in "xy")
        assert len(columns) * len(rows) == len(own) == count


def test_blocks_lie_farther_apart_where_there_is_room(book):
    few = [
        *deck("a", Size(63, 88), [1], backs=False, bleed=0),
        *deck("b", Size(44, 67), [1], backs=False, bleed=0),
    ]
    more, many = (
        [
            *deck("a", Size(95, tall), [2], backs=False, bleed=0),
            *deck("b", Size(63, tall), [3], backs=False, bleed=0),
        ]
        for tall in (137, 140)
    )
    for kit, apart in ((few, 12.0), (more, 6.0), (many, 3.0)):
        (sheet,) = made(kit, layout(), book)
        one, other = (
            [put.slot.rect for put in sheet.front.placements if put.key.startswith(name)]
            for name in "ab"
        )
        gaps = [
            max(a.x - b.right, b.x - a.right, a.y - b.bottom, b.y - a.bottom)
            for a, b in product(one, other)
        ]
        assert min(gaps) == pytest.approx(apart)


def test_a_block_is_torn_where_that_saves_a_sheet(book):
    kit = [
        *deck("token", Size(16, 16), [80], backs=False, bleed=0),
        *deck("standee", Size(20, 96), [1] * 4, backs=False, bleed=0),
        *deck("box", Size(128, 124), [1], backs=False, bleed=0),
    ]
    (sheet,) = made(kit, layout(), book)
    assert sheet.contents == (("token", 80), ("standee", 4), ("box", 1))


def test_copies_of_a_deck_stay_in_reading_order(book):
    kit = [*deck("a", Size(44, 67), [3, 4, 4]), *deck("b", Size(58, 58), [1, 2, 9])]
    sheets = made(kit, layout(), book)
    for piece_of in ("a", "b"):
        keys = [p.key for s in sheets for p in s.front.placements if p.key.startswith(piece_of)]
        rows = [key.partition("#")[0] for key in keys]
        assert [row for row, _ in groupby(rows)] == sorted(set(rows))


def test_a_deck_that_its_grid_wastes_lies_both_ways_up(book):
    """In a grid 10 of these cards fit on A4; partly turned it is 13, and 200 take 5 sheets less."""
    sheets = made(deck("deck", Size(44, 67), [200]), layout(), book)
    assert len(sheets) == ceil(200 / 13)
    assert {p.slot.turn for p in sheets[0].front.placements} == {0, 90}


def test_duplex_sheets_share_too_and_one_sided_pieces_have_their_own(book):
    kit = [
        *deck("a", Size(63, 88), [3]),
        *deck("b", Size(44, 67), [5]),
        *deck("c", Size(35, 35), [2], backs=False),
    ]
    sheets = made(kit, layout(), book)
    assert together(sheets) == [("a", "b"), ("c",)]
    assert len(sheets[0].back.placements) == 8


def test_stocks_are_never_mixed(book):
    paper = component("strip", Size(150, 20), [card("strip")], stock="paper", kind="sheet")
    kit = [*deck("a", Size(35, 35), [2], backs=False), *pieces(paper)]
    assert together(made(kit, layout(), book)) == [("a",), ("strip",)]


def test_every_row_and_column_of_a_shared_sheet_has_its_marks(book):
    """Each edge of each block is marked at both ends; a knife needs no more."""
    kit = [*deck("a", Size(63, 88), [3]), *deck("b", Size(44, 67), [4])]
    (sheet,) = made(kit, layout(), book)
    for page in (sheet.front, sheet.back):
        lines = marks(page)
        for trim in [placed.slot.rect for placed in page.placements]:
            for x in (trim.x, trim.right):
                upright = [m for m in lines if m.height > m.width and at(m.center.x, x)]
                assert any(m.bottom <= trim.y for m in upright)
                assert any(m.y >= trim.bottom for m in upright)
            for y in (trim.y, trim.bottom):
                level = [m for m in lines if m.width > m.height and at(m.center.y, y)]
                assert any(m.right <= trim.x for m in level)
                assert any(m.x >= trim.right for m in level)


def at(first: float, second: float) -> bool:
    return abs(first - second) < 0.01


# --- whatever the kit ----------------------------------------------------------------------------


@st.composite
def kits(draw) -> list[Piece]:
    found: list[Piece] = []
    for name in "abcdef"[: draw(st.integers(1, 6))]:
        size, bleed = draw(st.sampled_from(SIZES)), draw(st.sampled_from([2.0, 3.0]))
        quantities = draw(st.lists(st.integers(1, 30), min_size=1, max_size=3))
        found += deck(name, size, quantities, bleed=bleed)
    return found


def separable(trims: list[Rect]) -> bool:
    """Say whether straight cuts, each through all that is left, free every piece."""
    if len(trims) < 2:
        return True
    for low, high in (("x", "right"), ("y", "bottom")):
        ordered = sorted(trims, key=lambda rect: getattr(rect, low))
        reach = getattr(ordered[0], high)
        for number, rect in enumerate(ordered[1:], 1):
            if getattr(rect, low) >= reach - 1e-6:
                return separable(ordered[:number]) and separable(ordered[number:])
            reach = max(reach, getattr(rect, high))
    return False


@given(
    kit=kits(),
    paper=st.sampled_from([A4, A4.turned, LETTER]),
    backs=st.sampled_from(Backs),
    style=st.sampled_from(Bleed),
)
def test_straight_cuts_free_every_piece_and_the_same_kit_is_laid_out_in_the_same_way(
    kit, paper, backs, style, book
):
    chosen = layout(paper, backs=backs, bleed=style)
    sheets = made(kit, chosen, book)
    for sheet in sheets:
        for page in (sheet.front, sheet.back):
            assert page is None or separable([p.slot.rect for p in page.placements])
    faces = Counter(p.key.rpartition("#")[0] for s in sheets for p in s.front.placements)
    assert {piece.id: faces[piece.id] for piece in kit} == {
        piece.id: piece.qty * (2 if backs is Backs.GUTTERFOLD else 1) for piece in kit
    }
    again = made(kit, chosen, book)
    assert [s.front.placements for s in again] == [s.front.placements for s in sheets]


@given(kit=kits(), paper=st.sampled_from([A4, LETTER]), style=st.sampled_from(Bleed))
def test_sharing_takes_no_more_than_one_sheet_above_what_the_grids_hold(kit, paper, style, book):
    """A sheet that holds 8 is worth an eighth for each: the sum is what sharing can reach."""
    chosen = layout(paper, bleed=style)
    shares = [
        len(batch.copies) / batch.frame(chosen, chosen.backs).grid.places for batch in batches(kit)
    ]
    assert len(made(kit, chosen, book)) <= ceil(sum(shares) - 1e-9) + 1


def test_a_whole_game_is_within_one_sheet_of_the_area_of_its_slots(book):
    two_sided = [
        *deck("reference", Size(63, 88), [12]),
        *deck("treat", Size(63, 88), [75]),
        *deck("trick", Size(63, 88), [50]),
        *deck("identity", Size(63, 88), [7]),
        *deck("victory", Size(70, 120), [3]),
        *deck("house-tile", Size(58, 58), [8]),
    ]
    tokens = [
        *deck("standee", Size(25, 110), [12], backs=False),
        *deck("token", Size(16, 16), [80], backs=False),
        *deck("first-player", Size(35, 35), [1], backs=False),
        *deck("strip", Size(190, 30), [1], backs=False),
    ]
    chosen = layout()
    for kit, backs in ((two_sided, chosen.backs), (tokens, Backs.NONE)):
        assert len(made(kit, chosen, book)) <= least_sheets(batches(kit), chosen, backs) + 1
