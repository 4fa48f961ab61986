"""Aids that are too large for the paper are made smaller; the game's own pieces are not."""

from dataclasses import replace

import pytest

from pnp.base.units import PAPERS
from pnp.geometry.path import Path
from pnp.geometry.plane import Size
from pnp.imposition.shrink import shrunk
from pnp.kinds.piece import Piece
from pnp.scene.bounds import node_bounds
from tests.make import card, component, layout, pieces

A5 = layout(PAPERS["a5"], name="a5")


def page(width: float = 190, height: float = 250, *, aid: bool = True) -> Piece:
    size = Size(width, height)
    made = component("rules", size, [card("a")], kind="sheet", bleed=0, aid=aid)
    return pieces(made)[0]


def test_a_page_for_a4_is_made_smaller_on_a5_with_all_that_is_drawn() -> None:
    (small,), (finding,) = shrunk([page()], A5)
    assert small.trim == pytest.approx((190 * 0.7, 250 * 0.7), rel=0.02)
    by = small.trim.width / 190
    assert small.trim.height == pytest.approx(250 * by)
    (art,) = small.face.nodes
    drawn = node_bounds(art, lambda text, place: None)
    assert drawn == pytest.approx((0, 0, *small.trim))
    assert finding.message == (
        f"rules is too large for a5, and is printed at {by * 100:.0f} % of its size"
    )


def test_its_folds_and_outline_shrink_with_it() -> None:
    line = Path.line((0, 100), (190, 100))
    (small,), _ = shrunk([replace(page(), outline=line, creases=(line,))], A5)
    by = small.trim.width / 190
    assert small.creases[0].coords == pytest.approx((0, 100 * by, 190 * by, 100 * by))
    assert small.outline == small.creases[0]


@pytest.mark.parametrize(
    "piece",
    [page(aid=False), page(400), page(63, 88)],
    ids=["own", "large", "fits"],
)
def test_what_is_played_with_what_nobody_could_read_and_what_fits_stays(piece: Piece) -> None:
    assert shrunk([piece], A5) == ((piece,), ())


def booklet_page(width: float, height: float) -> Piece:
    made = component("rules", Size(width, height), [card("a")], kind="booklet", bleed=0)
    return pieces(made)[0]


@pytest.mark.parametrize(
    ("paper", "width", "height", "percent", "half"),
    [
        ("letter", 140, 200, "99.8", "139.7 x 215.9 mm"),
        ("a4", 148.501, 210, "99.9", "148.5 x 210 mm"),
        ("a5", 148, 210, "70.5", "105 x 148 mm"),
        ("a5", 210, 148, "50", "105 x 148 mm"),
    ],
)
def test_a_booklet_that_is_a_little_too_large_is_not_printed_at_its_size(
    paper: str, width: float, height: float, percent: str, half: str
) -> None:
    shown = layout(PAPERS[paper], name=paper)
    _, (finding,) = shrunk([booklet_page(width, height)], shown)
    assert finding.message == (
        f"rules is too large for {paper}, and is printed at {percent} % of its size"
    )
    assert finding.hint == f"print it on larger paper; pages of {half} keep their size"


def test_a_booklet_as_large_as_half_of_the_paper_is_not_made_smaller() -> None:
    whole = booklet_page(*PAPERS["half-letter"])
    assert shrunk([whole], layout(PAPERS["letter"], name="letter")) == ((whole,), ())
