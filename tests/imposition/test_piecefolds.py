from dataclasses import replace

import pytest

from pnp.base.color import BLACK, WHITE
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.imposition.sheet import Layout, Sheet
from pnp.kinds.piece import Panels, Piece
from pnp.scene.node import Group, Shape, Solid
from tests.imposition.kits import made
from tests.make import card, component, layout, pieces
from tests.proof.kits import BOOK


def sheets(*wanted: Piece, chosen: Layout | None = None) -> tuple[Sheet, ...]:
    return made(wanted, chosen or layout(), BOOK)


def folds(sheet: Sheet) -> list[tuple[Group, Shape, Shape]]:
    """The folds on the pieces of a sheet: what is drawn of each piece, the light and the dark."""
    groups = [node for node in sheet.front.nodes if isinstance(node, Group) and not node.key]
    pairs = [(group, *group.nodes) for group in groups if len(group.nodes) == 2]
    return [
        (group, light, dark)
        for group, light, dark in pairs
        if isinstance(light, Shape) and isinstance(dark, Shape) and dark.stroke.dashes
    ]


def standee(*creases: Path, qty: int = 1) -> Piece:
    part = component("lord", Size(60, 96), [card("red", qty)], kind="standee")
    (piece,) = pieces(part, creases=creases)
    return piece


def on_piece(sheet: Sheet, path: Path, copy: int = 0) -> list[list[float]]:
    """The strokes of a path on a sheet, in millimetres from the piece's corner."""
    back = sheet.front.placements[copy].slot.place.inverse()
    return [[round(number, 6) for number in each.placed(back).coords] for each in path.strokes()]


@pytest.mark.parametrize(
    ("across", "printed"),
    [
        (60, [[0, 5, 4, 5], [60, 5, 56, 5]]),
        (12, [[0, 5, 4, 5], [12, 5, 8, 5]]),
        (11, [[0, 5, 11, 5]]),
    ],
)
def test_a_straight_fold_is_printed_at_its_ends_so_that_none_stays_on_the_finished_picture(
    across: float, printed: list[list[float]]
) -> None:
    (sheet,) = sheets(standee(Path.line((0, 5), (across, 5))))
    ((_, light, dark),) = folds(sheet)
    assert on_piece(sheet, light.path) == on_piece(sheet, dark.path) == printed
    assert (light.stroke.paint, light.stroke.dashes) == (Solid(WHITE), ())
    assert dark.stroke.paint == Solid(BLACK)


def test_a_fold_that_is_not_straight_is_printed_as_a_whole() -> None:
    curve = Path("MC", (0, 10, 20, 20, 40, 20, 60, 10))
    part = component("mask", Size(60, 60), [card("x")], kind="token")
    (sheet,) = sheets(*pieces(part, creases=[curve, Path.line((0, 30), (60, 30))]))
    ((_, _, dark),) = folds(sheet)
    assert on_piece(sheet, dark.path) == [[*curve.coords]]


def test_each_copy_has_its_folds_and_a_piece_without_any_has_none() -> None:
    (sheet,) = sheets(standee(Path.line((0, 5), (60, 5)), qty=2), standee())
    drawn = folds(sheet)
    assert len(sheet.front.placements) == 3
    assert [on_piece(sheet, dark.path, copy) for copy, (_, _, dark) in enumerate(drawn)] == [
        [[0, 5, 4, 5], [60, 5, 56, 5]]
    ] * 2


def test_a_fold_on_a_board_in_panels_is_drawn_as_far_as_each_panel_shows_it() -> None:
    part = component("map", Size(380, 250), [card("map")], kind="board")
    (whole,) = pieces(replace(part, own=Panels(10.0)), creases=[Path.line((0, 0), (380, 250))])
    found = sheets(replace(whole, panels=Panels(10.0)))
    assert len(found) > 1
    for sheet in found:
        (placed,) = sheet.front.placements
        ((group, _, _),) = folds(sheet)
        assert group.clip.path == Path.rect(placed.window)
        assert Rect.of(sheet.front.size).contains(placed.window)
