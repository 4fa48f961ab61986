"""The proof knows the game: pages that are changed before they are written are found."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import dist
from pathlib import Path as File
from typing import NamedTuple

import pytest
from click.testing import Result

import pnp.output.files
from pnp.base.color import BLACK
from pnp.data.selection import selected
from pnp.data.wanted import Wanted
from pnp.geometry.path import NO_PATH, Path
from pnp.geometry.plane import Affine, Point, Rect, Size
from pnp.imposition.sheet import Backs, Bleed, pages
from pnp.proof.cutmarks import outline_grounds
from pnp.proof.foldlines import fold_groups
from pnp.proof.ticket import job_ticket
from pnp.scene.node import Group, Node, Shape, Solid
from pnp.scene.page import Page
from tests.make import RED
from tests.projects import owls
from tests.projects import pnp as run
from tests.proof.kits import group, with_group, with_slot
from tests.proof.plans import (
    Change,
    Pages,
    exchanged,
    moved,
    on_page_of,
    page_of,
    planned,
    put_of,
    redrawn,
    shape_moved,
    told,
    with_corners,
    with_key,
    with_marks,
    without_subpath,
)

FACE, OTHER = "deck/row-0#1/face", "deck/row-1#1/face"
BACK, OTHER_BACK = "deck/row-0#1/back", "deck/row-1#1/back"
CHIP, TENT = "chip/dot#1/face", "tent/owl#1/face"
WEST, EAST = "map/map.A1#1/face", "map/map.A2#1/face"


class Fault(NamedTuple):
    """A fault that is planted in good pages, and what the proof says of it."""

    planted: str
    change: Callable[[Pages], Pages]
    rule: str
    message: str
    backs: Backs = Backs.LONG_EDGE


def on(key: str, change: Change) -> Callable[[Pages], Pages]:
    return on_page_of(key, change)


def lost(key: str) -> Callable[[Pages], Pages]:
    def change(page: Page) -> Page:
        puts = tuple(put for put in page.placements if put.key != key)
        return replace(with_group(page, key), placements=puts)

    return on(key, change)


def drawn(key: str, place: Affine) -> Callable[[Pages], Pages]:
    """Draw a face elsewhere than in its slot."""
    return on(key, lambda page: redrawn(page, key, lambda group: moved(group, place)))


def about(key: str, turn: Affine) -> Callable[[Pages], Pages]:
    """Draw a face in its slot, changed about the middle of the slot."""

    def change(page: Page) -> Page:
        x, y = put_of(page, key).slot.rect.center
        place = Affine.move(x, y) @ turn @ Affine.move(-x, -y)
        return redrawn(page, key, lambda group: moved(group, place))

    return on(key, change)


def marks(key: str, change: Callable[[Shape], Shape | None], *, dashed: bool = False) -> Change:
    return lambda made: on(key, lambda page: with_marks(page, change, dashed=dashed))(made)


Regroup = Callable[[Group], Group | None]
"""A change of a group; None takes it away."""


def groups(
    key: str, of: Callable[[Sequence[Node]], Sequence[Group]], change: Regroup
) -> Callable[[Pages], Pages]:
    """Change some groups of a page."""

    def changed(page: Page) -> Page:
        found = of(page.nodes)
        nodes = (change(n) if isinstance(n, Group) and n in found else n for n in page.nodes)
        return replace(page, nodes=tuple(filter(None, nodes)))

    return on(key, changed)


def grounds(key: str, change: Regroup) -> Callable[[Pages], Pages]:
    """Change the white beside the outlines of a page."""
    return groups(key, outline_grounds, change)


def folds(key: str, change: Callable[[Path], Path]) -> Callable[[Pages], Pages]:
    """Change the folds on the pieces of a page: both their white and their black."""

    def drawn(home: Group) -> Group:
        lines = [n for n in home.nodes if isinstance(n, Shape)]
        return replace(home, nodes=tuple(replace(n, path=change(n.path)) for n in lines))

    return fold_nodes(key, drawn)


def fold_nodes(key: str, change: Regroup) -> Callable[[Pages], Pages]:
    return groups(key, fold_groups, change)


def first_ends(path: Path) -> Path:
    return sum([*path.strokes()][::2], NO_PATH)


def shortened(path: Path) -> Path:
    """Only half a millimetre at either end of a fold."""
    return sum((_shortened(part) for part in path.strokes()), NO_PATH)


def _shortened(part: Path) -> Path:
    start, end = part.points()
    share = 0.5 / dist(start, end)
    at = (start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
    return Path.line(start, at)


def on_the_piece_too(ground: Group) -> Group:
    return replace(ground, clip=None)


def in_black(shape: Shape) -> Shape:
    assert shape.stroke is not None
    return replace(shape, stroke=shape.stroke._replace(paint=Solid(BLACK)))


def bold(shape: Shape) -> Shape:
    assert shape.stroke is not None
    return replace(shape, stroke=shape.stroke._replace(width=0.25))


def added(made: Pages, number: int) -> Pages:
    """Print a sheet once more, both sides of it."""
    return (*made, *made[number : number + 2])


def doubled(page: Page) -> Page:
    """Put a card into two slots: its own, and that of another."""
    return with_key(page, OTHER, FACE)


def other_slot(page: Page, first: str, second: str) -> Page:
    one, two = put_of(page, first).slot, put_of(page, second).slot
    across, down = two.at.x - one.at.x, two.at.y - one.at.y
    return with_slot(with_slot(page, first, across, down), second, -across, -down)


def used(page: Page) -> Page:
    """Print a back where a front belongs."""
    made = planned().pages
    back = group(page_of(made, BACK), BACK).nodes
    face = put_of(page_of(made, BACK), BACK).face
    puts = tuple(p._replace(face=face) if p.key == FACE else p for p in page.placements)
    changed = replace(page, placements=puts)
    return redrawn(changed, FACE, lambda group: replace(group, nodes=back))


def unlabelled(page: Page) -> Page:
    kept = [node for node in page.nodes if not isinstance(node, Group) or node.key]
    return replace(page, nodes=tuple(kept))


def relabelled(made: Pages) -> Pages:
    """Give the first sheet of cards the label of the second."""
    (first, second), label = [p for p in made if "Deck" in p.label and "front" in p.label], -1
    page = replace(first, nodes=(*unlabelled(first).nodes, second.nodes[label]))
    return tuple(page if each is first else each for each in made)


def apart(made: Pages) -> Pages:
    """Print a back of a folded sheet on another sheet than its face."""
    home = page_of(made, BACK)
    put, drawn = put_of(home, BACK), group(home, BACK)
    rest = next(page for page in made if page is not home and "Deck" in page.label)
    full = replace(rest, placements=(*rest.placements, put), nodes=(drawn, *rest.nodes))
    without = lost(BACK)(made)
    return tuple(full if page is rest else page for page in without)


def cover(page: Page) -> Page:
    stray = Shape(Path.rect(Rect(*put_of(page, FACE).slot.at, 5, 5)), Solid(RED))
    return replace(page, nodes=(*page.nodes, stray))


def slid(page: Page) -> Page:
    """Move a board under the window of its panel: slot and drawing, but not what is cut."""
    put, home = put_of(page, WEST), group(page, WEST)
    at = Point(put.slot.at.x + 1, put.slot.at.y)
    changed = replace(page, placements=(put._replace(slot=put.slot._replace(at=at)),))
    place = Affine.move(1, 0) @ home.place
    window = Path.rect(place.inverse().box(put.window))
    assert home.clip is not None
    clip = home.clip._replace(path=window)
    return redrawn(changed, WEST, lambda group: replace(group, place=place, clip=clip))


def swapped_panels(made: Pages) -> Pages:
    made = on(WEST, lambda page: with_key(page, WEST, "map/map.A3#1/face"))(made)
    made = on(EAST, lambda page: with_key(page, EAST, WEST))(made)
    return on("map/map.A3#1/face", lambda page: with_key(page, "map/map.A3#1/face", EAST))(made)


def wrapped(page: Page) -> Page:
    """Move all marks by a group around them."""
    return with_marks(page, lambda shape: Group((shape,), Affine.move(1, 0)))


def without_blank(made: Pages) -> Pages:
    return tuple(page for page in made if "Chip" not in page.label or page.nodes)


FOLDED = Backs.GUTTERFOLD
FAULTS = [
    Fault("a card lost", lost(FACE), "count", f"deck: {FACE} is on no page; the game has 12 faces"),
    Fault("a back lost", lost(BACK), "count", f"deck: {BACK} is on no page; the game has 12 backs"),
    Fault("a chip lost", lost(CHIP), "count", "on no page; the game has 4 faces"),
    Fault("a sheet lost", lambda made: made[2:], "count", "deck/row-1#1/face and 7 more are on no"),
    Fault(
        "a sheet lost",
        lambda made: made[2:],
        "label",
        "it is sheet 1 of 1 on card, its label differs",
    ),
    Fault("a sheet twice", lambda made: added(made, 0), "count", "more are there more than once"),
    Fault("a card twice", on(FACE, doubled), "count", f"{FACE} is there more than once"),
    Fault(
        "a copy too many",
        on(FACE, lambda page: with_key(page, FACE, "deck/row-0#3/face")),
        "count",
        "deck/row-0#3/face is on a page, and the game has no such copy",
    ),
    Fault("a card not drawn", on(FACE, lambda page: with_group(page, FACE)), "count", "not drawn"),
    Fault(
        "two fronts swapped",
        on(FACE, lambda page: exchanged(page, FACE, OTHER)),
        "content",
        f"{FACE} shows the face of deck/row-1",
    ),
    Fault(
        "two backs swapped",
        on(BACK, lambda page: exchanged(page, BACK, OTHER_BACK)),
        "content",
        f"{BACK} shows the back of deck/row-1",
    ),
    Fault("a back as a front", on(FACE, used), "content", f"{FACE} shows the back of deck/row-0"),
    Fault("0.3 mm off", drawn(FACE, Affine.move(0.3, 0)), "content", "is drawn 0.30 mm off its"),
    Fault("a back off", drawn(BACK, Affine.move(0, 0.3)), "content", "is drawn 0.30 mm off its"),
    Fault(
        "a page moved for a printer that is not there",
        on(FACE, lambda page: replace(page, correction=Affine.move(0.7, 0))),
        "back",
        "is moved as no printer needs it",
    ),
    Fault("1 % smaller", about(FACE, Affine.scale(0.99)), "content", "scaled, turned or mirrored"),
    Fault("head down", about(FACE, Affine.turn(180)), "content", "scaled, turned or mirrored"),
    Fault("mirrored", about(FACE, Affine.scale(-1, 1)), "content", "scaled, turned or mirrored"),
    Fault(
        "not cut off",
        on(FACE, lambda page: redrawn(page, FACE, lambda group: replace(group, clip=None))),
        "content",
        f"{FACE} is not cut off where its window ends",
    ),
    Fault(
        "faded",
        on(FACE, lambda page: redrawn(page, FACE, lambda group: replace(group, opacity=0.5))),
        "content",
        f"{FACE} is drawn with a mask, an opacity or a blend mode of its sheet",
    ),
    Fault(
        "backs in each other's slots",
        on(BACK, lambda page: other_slot(page, BACK, OTHER_BACK)),
        "back",
        f"{BACK} is 50.00 mm from behind its face",
    ),
    Fault(
        "a back in its front's slot",
        on(BACK, lambda page: with_slot(page, BACK, 0.5, 0)),
        "back",
        "is 0.50 mm from behind its face",
    ),
    Fault("no blank back", without_blank, "back", "its faces are printed on a back"),
    Fault("the last back lost", lambda made: made[:-1], "back", "the last sheet has a front only"),
    Fault("a pair apart", apart, "back", f"{BACK} has no face on the sheet's other side", FOLDED),
    Fault(
        "a fold moved",
        marks(FACE, lambda shape: shape_moved(shape, 1, 1), dashed=True),
        "back",
        "0 lines to fold along are in the middle of the sheet, not 1",
        FOLDED,
    ),
    Fault(
        "marks moved",
        marks(FACE, lambda shape: shape_moved(shape, 1, 0)),
        "marks",
        "the crop mark at x 36.0 mm is 1.00 mm from the nearest edge; so are ",
    ),
    Fault(
        "marks moved along themselves",
        marks(FACE, lambda shape: shape_moved(shape, 0, 0.1)),
        "marks",
        "is at no edge",
    ),
    Fault("marks in a moved group", on(FACE, wrapped), "marks", "is missing"),
    Fault("no marks", marks(BACK, lambda shape: None), "marks", f"above {BACK} is missing"),
    Fault("one mark lost", marks(FACE, partial(without_subpath, number=3)), "marks", "is missing"),
    Fault("no marks", marks(FACE, lambda shape: None), "marks", "is missing", FOLDED),
    Fault("no fold marks", marks(TENT, lambda shape: None, dashed=True), "marks", "the fold mark"),
    Fault(
        "fold marks moved",
        marks(TENT, lambda shape: shape_moved(shape, 0, 1), dashed=True),
        "marks",
        "1.00 mm from the nearest edge",
    ),
    Fault("an outline lost", marks(CHIP, partial(without_subpath, number=0)), "marks", "outline"),
    Fault(
        "an outline moved",
        marks(CHIP, lambda shape: shape_moved(shape, 0.3, 0)),
        "marks",
        f"the outline of {CHIP} is missing or not at its place",
    ),
    Fault(
        "no folds on a piece",
        fold_nodes(TENT, lambda group: None),
        "marks",
        f"a fold of {TENT} is not printed at both ends",
    ),
    Fault("a fold without its other end", folds(TENT, first_ends), "marks", "not printed at both"),
    Fault("ends of folds too short", folds(TENT, shortened), "marks", "not printed at both ends"),
    Fault(
        "folds on a piece moved",
        folds(TENT, lambda path: path.placed(Affine.move(0.1, 0.1))),
        "marks",
        "not printed at both ends",
    ),
    Fault(
        "a line as of a fold where none is",
        folds(TENT, lambda path: path + Path.line((40, 40), (60, 60))),
        "marks",
        f"a line on {TENT} is drawn as a fold, and is none",
    ),
    Fault(
        "folds that belong to no piece",
        on(TENT, lambda page: replace(page, nodes=(*page.nodes, *fold_groups(page.nodes)[:1]))),
        "marks",
        "folds are drawn that belong to no piece",
    ),
    Fault(
        "folds past the picture",
        fold_nodes(TENT, lambda group: replace(group, clip=None)),
        "marks",
        f"the folds of {TENT} are drawn past what its sheet shows of it",
    ),
    Fault(
        "folds without white below",
        fold_nodes(TENT, lambda group: replace(group, nodes=group.nodes[1:])),
        "stray",
        "lines are drawn beside the pieces that are no marks",
    ),
    Fault(
        "no white beside an outline",
        grounds(CHIP, lambda ground: None),
        "marks",
        "no white beside it",
    ),
    Fault(
        "white of an outline on the piece",
        grounds(CHIP, on_the_piece_too),
        "marks",
        "no white beside it",
    ),
    Fault(
        "marks at corners lost",
        on(FACE, lambda page: with_corners(page, lambda shape: None)),
        "marks",
        "a white mark at the corner 34.83, 26.5 mm is missing; so are ",
    ),
    Fault(
        "one mark at a corner lost",
        on(FACE, lambda page: with_corners(page, partial(without_subpath, number=3))),
        "marks",
        "mark at the corner",
    ),
    Fault(
        "marks at corners on the pieces",
        on(FACE, lambda page: with_corners(page, lambda shape: shape_moved(shape, 0.5, 0))),
        "marks",
        "is at no corner of a piece",
    ),
    Fault(
        "marks at corners without their white",
        on(FACE, lambda page: with_corners(page, in_black)),
        "marks",
        "a white mark at the corner",
    ),
    Fault(
        "marks at corners too bold",
        on(FACE, lambda page: with_corners(page, bold)),
        "stray",
        "lines are drawn beside the pieces that are no marks",
    ),
    Fault("a card covered", on(FACE, cover), "stray", "something other than a mark is drawn over"),
    Fault("a label lost", on(FACE, unlabelled), "label", "it has no label"),
    Fault("a label swapped", relabelled, "label", "it is sheet 1 of 2 on card, its label differs"),
    Fault("a panel lost", lost(EAST), "panel", "are on no panel"),
    Fault("two panels swapped", swapped_panels, "panel", f"{WEST} does not show its part"),
    Fault("a board under its window", on(WEST, slid), "marks", "1.00 mm from the nearest edge"),
    Fault(
        "a board 1 mm off",
        drawn(WEST, Affine.move(1, 0)),
        "content",
        f"{WEST} is drawn 1.00 mm off its slot",
    ),
    Fault(
        "a panel's marks moved",
        marks(WEST, lambda shape: shape_moved(shape, 0, 1)),
        "marks",
        "the crop mark",
    ),
    Fault(
        "larger paper",
        on(FACE, lambda page: replace(page, size=Size(216, 297))),
        "box",
        "the page is 216 x 297 mm, the paper 210 x 297 mm",
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.planted}, {fault.backs}")
def test_a_planted_fault_is_found(fault: Fault) -> None:
    kit = planned(fault.backs)
    found = [f.message for f in told(kit, fault.change(kit.pages)) if f.rule.id[6:] == fault.rule]
    assert any(fault.message in message for message in found), found


@pytest.mark.parametrize("bleed", Bleed)
@pytest.mark.parametrize("backs", Backs)
def test_a_good_plan_agrees_with_its_game(backs: Backs, bleed: Bleed) -> None:
    kit = planned(backs, bleed)
    assert [finding.message for finding in told(kit, kit.pages)] == []


# --- the data ------------------------------------------------------------------------------------


def test_a_row_without_a_piece_is_found() -> None:
    kit = planned()
    ticket = job_ticket(kit.game, kit.pieces[1:], Backs.NONE)
    (finding,) = ticket.findings
    assert str(finding) == (
        "card_data/test/deck.csv:2: error [proof-count] deck/row-0 is a row of the game, and it was"
        " not drawn"
    )


def test_a_piece_without_a_row_is_found() -> None:
    kit = planned()
    some = replace(kit.game, components={"deck": kit.game.components["deck"]})
    messages = [finding.message for finding in job_ticket(some, kit.pieces, Backs.NONE).findings]
    assert messages[0] == "chip/dot was drawn, and the game has no such row"


def test_a_part_of_a_kit_asks_for_its_components_only() -> None:
    kit = planned()
    chips = [piece for piece in kit.pieces if piece.component.name == "chip"]
    ticket = job_ticket(selected(kit.game, [Wanted("chip")]), chips, Backs.NONE)
    assert [*ticket.sides] == [f"chip/dot#{number}/face" for number in range(1, 5)]
    assert ticket.findings == ()


def test_more_copies_in_the_data_than_on_the_sheets_are_found() -> None:
    kit = planned()
    chip = kit.game.components["chip"]
    more = replace(chip, cards=tuple(replace(card, qty=5) for card in chip.cards))
    game = replace(kit.game, components={**kit.game.components, "chip": more})
    messages = [f.message for f in told(kit._replace(game=game), kit.pages)]
    assert messages == ["kit.pdf: chip: chip/dot#5/face is on no page; the game has 5 faces"]


# --- the files -----------------------------------------------------------------------------------


def test_each_file_holds_one_stock() -> None:
    kit = planned()
    agreement = kit.agreement
    files = {
        file: [s for s in kit.sheets if s.file == file] for file in (s.file for s in kit.sheets)
    }
    for name, sheets in files.items():
        assert agreement.check_part(name, pages(sheets, any(s.back for s in sheets))) == ()
    assert [*agreement.check_filed()] == []


def test_a_file_that_is_lost_or_mixed_is_found() -> None:
    kit = planned()
    agreement = kit.agreement
    cards = [sheet for sheet in kit.sheets if sheet.back]
    others = [sheet for sheet in kit.sheets if not sheet.back]
    assert agreement.check_part("card.pdf", pages(cards, duplex=True)) == ()
    mixed = agreement.check_part("board.pdf", pages(others, duplex=False))
    assert "the game has no such copy" in mixed[0].message
    assert [finding.message for finding in agreement.check_filed()] == [
        "there is no file of the pieces on paper printed on one side",
        "there is no file of the pieces on sticker printed on one side",
    ]
    (twice, *_) = agreement.check_part("card-2.pdf", pages(cards, duplex=True))
    assert twice.message == "card-2.pdf: its pieces are in another file too"


# --- a whole build -------------------------------------------------------------------------------


def built(root: File, monkeypatch: pytest.MonkeyPatch, *words: str) -> Result:
    """A build in which the first sheet is lost on its way from imposition to the files."""
    whole = pnp.output.files.pages
    monkeypatch.setattr(pnp.output.files, "pages", lambda *given: whole(*given)[2:])
    return run(owls(root), "build", *words)


@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_a_build_that_loses_a_sheet_fails(
    form: str, tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = built(tmp_path, monkeypatch, "--format", form)
    assert result.exit_code == 1
    assert "proof FAILED" in result.output
    assert "error [proof-count]" in result.output
    assert "are on no page" in result.output
