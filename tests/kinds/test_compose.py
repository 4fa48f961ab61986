from dataclasses import replace

import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.game import Board, Card, Cut, Link, Space
from pnp.data.wanted import Wanted
from pnp.geometry.path import Path
from pnp.geometry.plane import Point, Rect, Size
from pnp.kinds.compose import compose, compose_guide
from pnp.kinds.piece import Panels
from pnp.kinds.standee import Feet
from pnp.scene.page import Ink
from tests.kinds.sketches import Sketch, Sketches, composed
from tests.make import HERE, card, component, game

MINI = Size(44, 67)
ROOMS = {
    f"room-{name}": Rect(0, 0, 40, height)
    for name, height in [
        ("page", 25), ("heading", 5), ("step", 10), ("content", 4), ("help", 10), ("part", 5)
    ]
}  # fmt: skip


def row(name: str, look: str = "plain", qty: int = 1, back: str | None = None) -> Card:
    return replace(card(name, qty, back), values={"look": look, "points": 3})


def problems(sketches: Sketches, *components) -> str:
    with pytest.raises(PnpError) as error:
        composed(sketches, *components)
    return str(error.value)


def test_a_row_becomes_a_piece_with_its_own_back():
    deck = component("deck", MINI, [row("a", back="back.svg"), row("b", qty=3)])
    first, second = composed(Sketches({"face.svg": Sketch(MINI), "back.svg": Sketch(MINI)}), deck)
    assert (first.id, first.qty, first.trim) == ("deck/a", 1, MINI)
    assert first.back is not None
    assert (second.id, second.qty, second.back) == ("deck/b", 3, None)
    assert (first.face.bleed, first.face.safe) == (3.0, 3.0)
    assert first.outline is None


def test_templates_see_the_row_the_component_and_the_game():
    sketch = Sketch(MINI)
    composed(Sketches({"face.svg": sketch}), component("deck", MINI, [row("a", qty=2)]))
    (values,) = sketch.seen
    assert values["card"] == {"look": "plain", "points": 3, "id": "a", "qty": 2}
    assert values["component"] == {
        "name": "deck",
        "title": "Deck",
        "width": 44,
        "height": 67,
    }
    assert values["game"] == {
        "key": "test",
        "title": "Test",
        "designer": "Nobody",
        "version": "1.0",
        "language": "en",
        "players": (2, 3),
    }
    assert values["play"] == {"rounds": 3}
    assert values["palette"] == {"red": "#c00"}
    assert values["ink"] == "full"


def test_low_ink_is_a_drawing_of_its_own():
    sketch = Sketch(MINI)
    deck = component("deck", MINI, [row("a")])
    (full,) = composed(Sketches({"face.svg": sketch}), deck)
    (low,) = composed(Sketches({"face.svg": sketch}), deck, ink=Ink.LOW)
    assert sketch.seen[1]["ink"] == "low"
    assert low.face.nodes != full.face.nodes


def test_rows_that_look_alike_share_one_face():
    deck = component("deck", MINI, [row("a", "x"), row("b", "x"), row("c", "y")])
    a, b, c = composed(Sketches({"face.svg": Sketch(MINI)}), deck)
    assert a.face is b.face
    assert c.face is not a.face


def test_a_face_with_a_fault_is_its_rows_own():
    deck = component("deck", MINI, [row("a", "x"), row("b", "x")])
    a, b = composed(Sketches({"face.svg": Sketch(MINI, findings=True)}), deck)
    assert a.face is not b.face
    assert a.face.nodes == b.face.nodes
    assert len(a.face.findings) == len(b.face.findings) == 1


def test_only_the_named_components_are_drawn_and_guides_never():
    made = (
        component("deck", MINI, [row("a")]),
        component("more", MINI, [row("b")]),
        component("guide", MINI, [row("c")], kind="guide"),
    )
    sketches = Sketches({"face.svg": Sketch(MINI)})
    assert [piece.id for piece in composed(sketches, *made)] == ["deck/a", "more/b"]
    assert [p.id for p in composed(sketches, *made, only=[Wanted("more"), Wanted("guide")])] == [
        "more/b"
    ]


def test_a_template_of_another_size_is_an_error_that_names_both_sizes():
    told = problems(
        Sketches({"face.svg": Sketch(Size(44, 68))}),
        component("deck", MINI, [row("a"), row("b")]),
    )
    assert told.startswith('card_data/test/game.yaml:7:5: template "face.svg" is 44 x 68 mm, ')
    assert told.count("deck is 44 x 67 mm") == 1


def test_a_size_rounded_by_an_editor_is_no_error():
    (piece,) = composed(
        Sketches({"face.svg": Sketch(Size(44.0004, 66.9996))}), component("d", MINI, [row("a")])
    )
    assert piece.trim == MINI


COUNTED = {
    "whole pixels": (Size(43.921, 66.939), "its program counts whole pixels"),
    "points": (Size(33.0002, 50.2498), "its program counts points as pixels"),
}


@pytest.mark.parametrize(("size", "reason"), COUNTED.values(), ids=COUNTED)
def test_a_size_that_a_program_counts_otherwise_is_told_with_what_to_write(size, reason):
    told = problems(Sketches({"face.svg": Sketch(size)}), component("deck", MINI, [row("a")]))
    assert f'{reason}: write width="44mm" height="67mm" on its <svg>' in told


def test_every_fault_is_told_once_and_sorted_by_place():
    deck = component("deck", MINI, [row("a", "broken"), row("b", "broken")])
    lost = component("lost", MINI, [replace(row("a"), face="los.svg")])
    assert problems(Sketches({"face.svg": Sketch(MINI)}), deck, lost) == (
        'card_data/test/game.yaml:7:5: "templates/los.svg" does not exist\n'
        "  hint: put the file into templates/\n"
        'templates/face.svg:3: "lok" is no column\n'
        '  hint: did you mean "look"?'
    )


# --- tokens ------------------------------------------------------------------------------------


def test_a_token_is_cut_along_the_outline_of_its_template():
    size = Size(20, 20)
    ring = Path.ellipse((10, 10), 10, 10)
    token = component("chip", size, [row("a")], kind="token", cut=Cut.OUTLINE)
    (piece,) = composed(Sketches({"face.svg": Sketch(size, cut=ring)}), token)
    assert piece.outline == ring
    straight = replace(token, cut=Cut.STRAIGHT)
    (piece,) = composed(Sketches({"face.svg": Sketch(size, cut=ring)}), straight)
    assert piece.outline is None


def test_a_token_without_the_outline_it_is_to_be_cut_along_is_an_error():
    size = Size(20, 20)
    token = component("chip", size, [row("a")], kind="token", cut=Cut.OUTLINE)
    assert problems(Sketches({"face.svg": Sketch(size)}), token) == (
        'card_data/test/game.yaml:7:5: chip has "cut: outline", but "face.svg" has no outline\n'
        '  hint: mark a path of the template with pnp:role="cut", or write cut: straight'
    )


@pytest.mark.parametrize(
    ("outline", "message"),
    [
        (
            Path.line((0, 0), (20, 20)),
            'is not closed\n  hint: close the path with pnp:role="cut" around the piece',
        ),
        (
            Path.line((0, 0), (20, 20)) + Path.line((20, 20), (20, 0)),
            'is not closed\n  hint: close the path with pnp:role="cut" around the piece',
        ),
        (
            Path("MLZ", (0, 0, 20, 20)),
            'is not closed\n  hint: close the path with pnp:role="cut" around the piece',
        ),
        (
            Path.ellipse((10, 10), 12, 5),
            "leaves the piece at 22.0, 10.0 mm\n"
            "  hint: draw it inside 20 x 20 mm, or make the size larger",
        ),
        (
            Path.rect(Rect(0, 0, 8, 20)) + Path.rect(Rect(12, 0, 8, 20)),
            "cuts the piece in two at 12.0, 0.0 mm\n"
            "  hint: a knife goes round once: one contour; holes and slits lie inside it",
        ),
    ],
)
def test_an_outline_that_frees_no_piece_is_an_error(outline: Path, message: str) -> None:
    size = Size(20, 20)
    token = component("chip", size, [row("a")], kind="token", cut=Cut.OUTLINE)
    assert problems(Sketches({"face.svg": Sketch(size, cut=outline)}), token) == (
        f'card_data/test/game.yaml:7:5: the outline of "face.svg" {message}'
    )


def test_an_outline_that_crosses_itself_is_an_error_that_names_the_template() -> None:
    size = Size(20, 20)
    bow = Path.polygon([(0, 0), (20, 20), (20, 0), (0, 20)])
    token = component("chip", size, [row("a"), row("b")], kind="token", cut=Cut.OUTLINE)
    assert problems(Sketches({"face.svg": Sketch(size, cut=bow)}), token) == (
        'card_data/test/game.yaml:7:5: the outline of "face.svg" crosses itself at 10.0, 10.0 mm\n'
        '  hint: a knife goes round once: fix the path with pnp:role="cut"'
    )


# --- boards and mats ---------------------------------------------------------------------------


def test_a_board_is_one_piece_that_may_be_split_and_its_template_sees_the_spaces() -> None:
    size = Size(400, 300)
    made = replace(component("map", size, [row("map")], kind="board"), own=Panels(10.0))
    yard = Space("yard", "", Point(30, 5), {}, HERE)
    gate = Space("gate", "house", Point(10, 20), {"colour": "red", "x": "no place"}, HERE)
    board = Board("map", (gate, yard), (Link("gate", "yard", "path", HERE),), HERE)
    kept = (Rect(10, 20, 30, 5),)
    sketch = Sketch(size, keep=kept)
    whole = replace(game(made), boards={"map": board})
    (piece,) = compose(whole, Sketches({"face.svg": sketch}), Ink.FULL)
    assert piece.panels == Panels(10, kept)
    assert sketch.seen[0]["board"] == {
        "spaces": [
            {"id": "gate", "kind": "house", "x": 10, "y": 20, "colour": "red"},
            {"id": "yard", "kind": "", "x": 30, "y": 5},
        ],
        "links": [
            {"from": "gate", "to": "yard", "kind": "path", "x1": 10, "y1": 20, "x2": 30, "y2": 5}
        ],
    }


def test_a_mat_without_spaces_has_no_board_and_a_deck_has_no_panels() -> None:
    sketch = Sketch(MINI)
    mat = replace(component("mat", MINI, [row("mat")], kind="mat"), own=Panels(0.0))
    pieces = composed(Sketches({"face.svg": sketch}), mat, component("deck", MINI, [row("a")]))
    assert [piece.panels for piece in pieces] == [Panels(0), None]
    assert "board" not in sketch.seen[0]


# --- standees ----------------------------------------------------------------------------------


def standee(base: float, *rows: Card):
    return component("lord", Size(20, 40), rows, kind="standee", own=Feet(base))


def test_a_standee_is_both_sides_and_both_feet_large_and_folded_between_them():
    strip = Size(20, 96)
    (piece,) = composed(Sketches({"face.svg": Sketch(strip)}), standee(8, row("red")))
    assert piece.trim == strip
    assert piece.back is None
    assert piece.creases == tuple(Path.line((0, y), (20, y)) for y in (8, 48, 88))


def test_a_standee_without_feet_is_folded_once():
    (piece,) = composed(Sketches({"face.svg": Sketch(Size(20, 80))}), standee(0, row("red")))
    assert piece.creases == (Path.line((0, 40), (20, 40)),)


def test_a_standee_is_folded_where_its_template_says():
    own = (Path.line((0, 50), (20, 50)),)
    sketch = Sketch(Size(20, 96), creases=own)
    (piece,) = composed(Sketches({"face.svg": sketch}), standee(8, row("red")))
    assert piece.creases == own


def test_all_folds_of_a_standee_are_printed_on_it_and_none_is_part_of_its_picture():
    sketch = Sketch(Size(20, 96))
    (piece,) = composed(Sketches({"face.svg": sketch}), standee(8, row("red")))
    assert piece.printed_folds == piece.creases
    assert piece.face.nodes == tuple(sketch.art.values())


def test_of_a_flat_piece_only_those_folds_are_printed_that_no_mark_beside_it_shows():
    net = Path("MLML", (15, 26, 45, 26, 45, 26, 30, 52))
    curve = Path("MC", (0, 10, 20, 20, 40, 20, 60, 10))
    sketch = Sketch(Size(60, 60), creases=(net, curve, Path.line((0, 30), (60, 30))))
    (piece,) = composed(
        Sketches({"face.svg": sketch}), component("d4", Size(60, 60), (row("x"),), kind="token")
    )
    assert piece.printed_folds == (Path.line((45, 26), (30, 52)), curve)
    assert piece.creases == sketch.creases


def test_a_standee_drawn_for_one_side_only_is_an_error():
    assert 'template "face.svg" is 20 x 40 mm, but lord is 20 x 96 mm' in problems(
        Sketches({"face.svg": Sketch(Size(20, 40))}), standee(8, row("red"))
    )


def test_a_standee_with_a_back_is_an_error():
    assert problems(
        Sketches({"face.svg": Sketch(Size(20, 96))}), standee(8, row("red", back="back.svg"))
    ) == (
        f"{HERE}: lord is a standee and has a back: it is printed on one side\n"
        "  hint: remove the back and draw both sides on the face: the upper one upside down"
    )


# --- guides ------------------------------------------------------------------------------------


def test_a_guide_has_as_many_pages_as_it_needs_and_each_sees_what_it_shows():
    guide = component("guide", MINI, [row("guide")], kind="guide")
    sketch = Sketch(MINI, rooms=ROOMS)
    steps = [{"number": n, "kit_first": n, "kit_last": n, "contents": []} for n in (1, 2, 3)]
    plan = {"paper": "a4", "sides": 1, "steps": steps, "help": [], "parts": []}
    pieces = compose_guide(game(guide), guide, Sketches({"face.svg": sketch}), Ink.FULL, plan)
    assert [piece.id for piece in pieces] == ["guide/guide", "guide/guide-2"]
    assert all(piece.component is guide and piece.qty == 1 for piece in pieces)
    _, *seen = [values["plan"] for values in sketch.seen]
    assert [[step["number"] for step in plan["steps"]] for plan in seen] == [[1, 2], [3]]
    assert [(p["page"], p["pages"], p["paper"]) for p in seen] == [(1, 2, "a4"), (2, 2, "a4")]
