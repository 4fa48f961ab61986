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
