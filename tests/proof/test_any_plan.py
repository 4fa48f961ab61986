"""Whatever the sizes, papers and margins are, a plan that nobody changed agrees with its game."""

from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pnp.base.diagnostics import PnpError, Where
from pnp.data.game import Cut
from pnp.geometry.path import Path
from pnp.geometry.plane import Sides, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, Bleed, Layout, Sheet, pages
from pnp.kinds.piece import Panels, Piece
from pnp.proof.agreement import Agreement
from pnp.proof.ticket import job_ticket
from tests.make import card, component, game
from tests.make import pieces as made
from tests.proof.kits import BOOK

lengths = st.floats(10, 120).map(lambda length: round(length, 2))
sides = st.floats(80, 300).map(lambda length: round(length, 2))
margins = st.sampled_from([0.0, 3.0, 5.0, 12.0])
layouts = st.builds(
    Layout,
    paper=st.sampled_from([Size(210, 297), Size(297, 420)]) | st.builds(Size, sides, sides),
    paper_name=st.just("paper"),
    margins=st.builds(Sides, margins, margins, margins, margins),
    backs=st.sampled_from(Backs),
    bleed=st.sampled_from(Bleed),
    gutter=st.sampled_from([0.0, 0.5, 2.0]),
)


@st.composite
def components(draw: st.DrawFn) -> tuple[Piece, ...]:
    kind = draw(st.sampled_from(["deck", "token", "standee", "board"]))
    size = Size(draw(lengths), draw(lengths))
    if kind == "board":
        size = Size(size.width * 4, size.height * 4)
    backs = kind == "deck" and draw(st.booleans())
    quantities = draw(st.lists(st.integers(1, 9), min_size=1, max_size=4))
    cards = [card(f"row-{n}", q, "b.svg" if backs else None) for n, q in enumerate(quantities)]
    part = component(
        "part",
        size,
        cards[:1] if kind == "board" else cards,
        kind=kind,
        stock=draw(st.sampled_from(["card", "thick · paper"])),
        bleed=draw(st.sampled_from([0.0, 1.0, 3.0, 5.0])),
        cut=Cut.OUTLINE if kind == "token" else Cut.STRAIGHT,
    )
    folds = [Path.line((0, size.height / 3), (size.width, size.height / 3))]
    creases = folds if draw(st.booleans()) else []
    if kind != "board":
        return made(part, backs=backs, creases=creases)
    overlap = draw(st.sampled_from([0.0, 3.0, 10.0, 20.0]))
    board = replace(part, own=Panels(overlap))
    return tuple(replace(p, panels=Panels(overlap)) for p in made(board, creases=creases))


def named(parts: list[tuple[Piece, ...]]) -> list[Piece]:
    """The pieces, each component with a name and a place of its own."""
    found = []
    for number, part in enumerate(parts):
        where = Where("game.yaml", number + 1)
        home = replace(part[0].component, name=f"part-{number}", where=where)
        found += [replace(piece, component=home) for piece in part]
    return found


@settings(max_examples=25)
@given(parts=st.lists(components(), min_size=1, max_size=3), layout=layouts)
def test_a_plan_agrees_with_its_game(parts: list[tuple[Piece, ...]], layout: Layout) -> None:
    try:
        assert told(named(parts), layout) == []
    except PnpError:  # a piece is too large for the paper
        assume(False)


@pytest.mark.parametrize("left_over", [-0.2, 0.0, 0.05, 0.3, 0.45, 0.55, 1.0])
@pytest.mark.parametrize("turned", [False, True])
def test_a_board_agrees_whose_glue_strips_end_near_the_printable_end(
    left_over: float, turned: bool
) -> None:
    """The free length is what 15 mm of glue leave on a panel of a third, behind its label."""
    size = Size(300, 3 * (297 - 12 - 6.4 - 15 - left_over))
    paper, margins = Size(210, 297), Sides(0, 12, 0, 0)
    if turned:
        size, paper, margins = size.turned, paper.turned, Sides(12, 0, 0, 0)
    part = component("part", size, [card("row", 1)], kind="board", own=Panels(15.0))
    kit = [replace(piece, panels=Panels(15.0)) for piece in made(part)]
    assert told(kit, Layout(paper=paper, paper_name="paper", margins=margins)) == []


def told(kit: list[Piece], layout: Layout) -> list[str]:
    """Return what the proof says of a kit as it is imposed."""
    made_of = game(*{piece.component.name: piece.component for piece in kit}.values())
    sheets, warned = impose(made_of, kit, layout, BOOK)
    agreement = Agreement(job_ticket(made_of, kit, layout.backs), layout, warned)
    found = [*agreement.check_kit("kit", printed(sheets))]
    for name, group in groupby(sorted(sheets, key=file), key=file):
        found += agreement.check_part(name, printed(tuple(group)))
    return [str(finding) for finding in (*found, *agreement.check_filed())]


def file(sheet: Sheet) -> str:
    return sheet.file


def printed(sheets: tuple[Sheet, ...]):
    return pages(sheets, duplex=any(sheet.back for sheet in sheets))
