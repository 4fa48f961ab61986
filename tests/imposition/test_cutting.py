"""Every printed sheet can be cut up: each cut finds two marks, whatever was cut before it.

Pieces and marks are measured in the finished PDF; see ``tests.cutting``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from pnp.base.color import BLACK, WHITE, Color
from pnp.base.diagnostics import PnpError
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import PdfWriter
from pnp.geometry.plane import Sides, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, Bleed, Layout
from pnp.kinds.piece import Panels, Piece
from pnp.kit import lay_out
from pnp.proof.panelgrid import panel_grid
from pnp.scene.node import Node, Shape, Solid
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook
from tests.cutting import Box, Sheet, Sort, faults, panel_of, sheets
from tests.kits.bundled import GAMES, chosen, kit
from tests.make import A4, LETTER, bundled, card, component, face, filled, game, layout, pieces
from tests.make import deck as many
from tests.proof.kits import BOOK

OPTIONS: dict[str, dict[str, str]] = {
    "a4": {},
    "letter": {"paper": "letter"},
    "gutterfold": {"backs": "gutterfold"},
    "butt": {"bleed": "butt"},
    "letter-gutterfold": {"paper": "letter", "backs": "gutterfold", "margin": "8 mm"},
    "a3-gutter": {"paper": "a3", "backs": "short-edge", "gutter": "2 mm"},
}

FEW, MANY = 3, 200
"""How many random kits the quick and the thorough test cut up."""

GROUNDS = (BLACK, WHITE, Color(128, 128, 128), Color(255, 120, 0), Color(24, 14, 46))


@pytest.mark.thorough
@pytest.mark.parametrize("key", GAMES)
def test_every_sheet_of_a_game_can_be_cut_up(key: str) -> None:
    assert [*of_game(key)] == []


def test_sheets_of_any_decks_can_be_cut_up() -> None:
    assert [fault for seed in range(FEW) for fault in of_decks(seed)] == []


@pytest.mark.thorough
def test_sheets_of_very_many_decks_can_be_cut_up() -> None:
    assert [fault for seed in range(MANY) for fault in of_decks(seed)] == []


def test_a_mark_that_is_lost_is_missed() -> None:
    plan, layout = decks(Random(3))
    (found, *_) = read(printed(plan, layout), plan, layout.margins)
    edge = found.pieces[0].edges[0]
    marks = tuple(mark for mark in found.marks if abs(mark.line.at - edge.at) > 1)
    assert any("has not two marks" in fault for fault in faults(found._replace(marks=marks)))


def test_rows_bear_a_one_and_columns_a_two() -> None:
    plan, chose = many("card", Size(41, 63), [12], bleed=2.0), layout()
    (sheet,) = read(printed(plan, chose), plan, chose.margins)
    left = min(piece.box.left for piece in sheet.pieces)
    top = min(piece.box.top for piece in sheet.pieces)
    assert {n.value for n in sheet.numbers if n.x < left and n.y > top} == {1}
    assert {n.value for n in sheet.numbers if n.x > left and n.y < top} == {2}
    assert len(sheet.numbers) == 2 * (4 + 3)


def test_blocks_along_one_cut_have_a_number_each() -> None:
    """Rows of large and of small squares stand apart, and begin at one line."""
    made = many("large", Size(30, 30), [10], bleed=2.0), many("small", Size(20, 20), [7], bleed=2.0)
    plan, chose = [piece for deck in made for piece in deck], layout()
    (sheet,) = read(printed(plan, chose), plan, chose.margins)
    tops = {size: min(p.box.top for p in sheet.pieces if is_wide(p.box, size)) for size in (30, 20)}
    twos = [number for number in sheet.numbers if number.value == 2]
    lines = {
        size: {round(e, 1) for p in sheet.pieces if is_wide(p.box, size) for e in sides(p.box)}
        for size in (30, 20)
    }
    assert lines[30] & lines[20]
    for size, top in tops.items():
        assert len([n for n in twos if top - 6 < n.y < top]) == len(lines[size])


def is_wide(box: Box, size: float) -> bool:
    return abs(box.right - box.left - size) < 1


def sides(box: Box) -> tuple[float, float]:
    return box.left, box.right


@pytest.mark.parametrize("key", ["girls-vs-ghouls", "haunted-halloween"])
def test_no_two_numbers_at_marks_are_read_as_one(key: str) -> None:
    made = kit(key)
    fronts = [sheet.front for sheet in made.sheets]
    for sheet in read(fronts, made.pieces, chosen().layout.margins, made.templates.book):
        for one, other in combinations(sheet.numbers, 2):
            apart = max(abs(one.x - other.x), abs(one.y - other.y))
            assert one.value == other.value or apart > 2, (sheet.name, one, other)


# --- kits --------------------------------------------------------------------------------------


def of_game(key: str) -> Iterator[str]:
    """Yield what cannot be cut of a bundled game, in any of the ways to print it."""
    templates = kit(key).templates
    for name, options in OPTIONS.items():
        chose = chosen(**options)
        made = lay_out(bundled(key), chose, lambda step: None, templates)
        fronts = [sheet.front for sheet in made.sheets]
        for sheet in read(fronts, made.pieces, chose.layout.margins, templates.book):
            yield from (f"{name}: {fault}" for fault in faults(sheet))


def of_decks(seed: int) -> Iterator[str]:
    """Yield what cannot be cut of a random kit."""
    plan, layout = decks(Random(seed))
    for sheet in read(printed(plan, layout), plan, layout.margins):
        yield from (f"kit {seed}, {fault}" for fault in faults(sheet))


def printed(plan: Sequence[Piece], layout: Layout) -> list[Page]:
    """Return the fronts of a kit; it has none if a piece is larger than the paper."""
    parts = {piece.component.name: piece.component for piece in plan}
    try:
        made, _ = impose(game(*parts.values()), plan, layout, BOOK)
    except PnpError:
        return []
    return [sheet.front for sheet in made]


def read(
    fronts: Sequence[Page], plan: Sequence[Piece], margins: Sides, book: FontBook = BOOK
) -> Iterator[Sheet]:
    """Print pages as a PDF, and read what is on it."""
    labels = tuple(page.label for page in fronts)
    data = PdfWriter(fronts, book).data(fronts, Info("kit", labels=labels))
    return (
        sheets(data, {piece.id: sort(piece, fronts) for piece in plan}, Box(*margins))
        if fronts
        else iter(())
    )


def sort(piece: Piece, fronts: Sequence[Page]) -> Sort:
    """Return what a knife has to know of a piece."""
    if piece.panels is None:
        return Sort(piece.trim, piece.cut_straight)
    met = joints(piece, piece.panels, fronts)
    return Sort(piece.trim, piece.cut_straight, piece.panels.overlap, met)


def joints(
    piece: Piece, declared: Panels, fronts: Sequence[Page]
) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
    """Return where the panels of a board meet, as the proof finds it; None if it has none."""
    named = [(panel_of(put.key), put) for page in fronts for put in page.placements]
    found = {panel: put for (name, panel), put in named if name == piece.id and panel is not None}
    if not found:
        return None
    grid = panel_grid(found, declared)
    return grid.across[1:-1], grid.down[1:-1]


def decks(random: Random) -> tuple[list[Piece], Layout]:
    """Return a kit of one to three components, and how it is printed."""
    backs = random.choice([Backs.LONG_EDGE, Backs.SHORT_EDGE, Backs.GUTTERFOLD, Backs.NONE])
    layout = Layout(
        random.choice([A4, LETTER, Size(148, 210)]),
        "paper",
        Sides.all(random.choice([0.0, 5.0, 12.7])),
        backs,
        random.choice([Bleed.GAP, Bleed.GAP, Bleed.BUTT]),
        random.choice([0.0, 0.0, 0.5, 2.0]),
    )
    plan = [
        piece
        for number in range(random.randint(1, 3))
        for piece in deck(random, number, turned=backs is not Backs.NONE)
    ]
    return plan, layout


def deck(random: Random, number: int, *, turned: bool) -> Iterator[Piece]:
    """Yield the pieces of a random component: cards that differ in what is printed on them."""
    size = Size(round(random.uniform(10, 100), 1), round(random.uniform(10, 120), 1))
    board = random.random() < 0.1
    if board:
        size = Size(size.width * 4, size.height * 4)
    bleed = random.choice([0.0, 0.2, 1.0, 3.0])
    cards = [
        card(f"row-{n}", 1 if board else random.randint(1, 6)) for n in range(1 if board else 3)
    ]
    part = component(f"part-{number}", size, cards, bleed=bleed, kind="board" if board else "deck")
    for piece in pieces(part, backs=turned and not board):
        art = face(size, bleed, list(stripes(random, size, bleed)))
        overlap = Panels(random.choice([0.0, 5.0, 10.0])) if board else None
        yield replace(piece, face=art, panels=overlap)


def stripes(random: Random, size: Size, bleed: float) -> Iterator[Node]:
    """Yield a ground of one colour, and as often as not stripes of another along its edges."""
    ground, other = random.choice(GROUNDS), random.choice(GROUNDS)
    box = (-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)
    yield filled(Solid(ground), *box)
    if random.random() < 0.5:
        yield from _rim(other, size)


def _rim(color: Color, size: Size) -> Iterator[Shape]:
    for x in (-0.2, size.width - 0.2):
        yield filled(Solid(color), x, 0, 0.4, size.height)
    for y in (-0.2, size.height - 0.2):
        yield filled(Solid(color), 0, y, size.width, 0.4)
