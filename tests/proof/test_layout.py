"""Sheets that are folded, and boards in panels: good ones pass, planted faults are found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.geometry.plane import Rect, Size
from pnp.imposition.impose import impose
from pnp.imposition.sheet import Backs, pages
from pnp.kinds.piece import Panels
from pnp.proof.placement import check_backs, check_panels, check_room, uncovered
from pnp.proof.prove import Prover
from pnp.scene.page import Page
from tests.make import card, component, game, layout, pieces
from tests.proof.kits import BOOK, deck, with_slot, write

FACE = "deck/row-0#1/face"
BACK = "deck/row-0#1/back"


def folded() -> tuple[Page, ...]:
    chosen, cards = layout(backs=Backs.GUTTERFOLD), deck()
    return pages(impose(game(cards[0].component), cards, chosen, BOOK)[0], duplex=False)


def told(change: Callable[[Page], Page]) -> list[str]:
    first, *rest = folded()
    found = check_backs((change(first), *rest), Backs.NONE)
    return [finding.message.split(" ink: ")[1] for finding in found]


def test_a_folded_sheet_passes(tmp_path: Path) -> None:
    chosen, made = layout(backs=Backs.GUTTERFOLD), folded()
    proof = Prover(chosen, BOOK).prove(
        write(made, tmp_path / "deck.pdf", Backs.NONE), made, Backs.NONE
    )
    assert proof.findings == ()
    assert (proof.faces, proof.backs) == (12, 12)


@pytest.mark.parametrize(("x", "y"), [(0.3, 0), (0, 0.3), (-0.3, 0)])
def test_a_back_shifted_from_behind_its_face_is_found(x: float, y: float) -> None:
    messages = told(lambda page: with_slot(page, BACK, x, y))
    assert messages[0] == f"{BACK} is 0.30 mm from behind its face"


def test_backs_that_are_not_mirrored_are_found() -> None:
    """Backs in the order of their faces: right for a sheet that is cut first, then glued."""

    def repeated(page: Page) -> Page:
        slots = {p.key: p.slot for p in page.placements}
        faces = [key for key in slots if key.endswith("/face")]
        keys = [key.replace("/face", "/back") for key in faces]
        fold = min(slots[key].at.x for key in keys) - min(slots[key].at.x for key in faces)
        down = min(slots[key].at.y for key in keys) - min(slots[key].at.y for key in faces)
        for face, back in zip(faces, keys, strict=True):
            x = slots[face].at.x + fold - slots[back].at.x
            y = slots[face].at.y + down - slots[back].at.y
            page = with_slot(page, back, x, y, turn=slots[face].turn - slots[back].turn)
        return page

    assert len(told(repeated)) == len(folded()[0].placements) / 2


def test_a_back_that_is_not_turned_is_found() -> None:
    messages = told(lambda page: with_slot(page, BACK, 0, 0, turn=180))
    (message,) = messages
    assert message.startswith(f"{BACK} is turned ")


def test_a_fold_that_is_not_in_the_middle_is_found() -> None:
    """All pairs agree with each other, but not with the line that the sheet is folded along."""

    def moved(page: Page) -> Page:
        for placed in page.placements:
            page = with_slot(page, placed.key, 2, 2)
        return page

    first, *_ = folded()
    assert len(told(moved)) >= len(first.placements) / 2


def test_bleed_that_runs_into_the_fold_is_found() -> None:
    def grown(page: Page) -> Page:
        wide = tuple(p._replace(window=p.window.inset(-40)) for p in page.placements)
        return replace(page, placements=wide)

    assert any("mm from the fold, not 5 mm" in message for message in told(grown))


def test_a_back_without_its_face_is_found() -> None:
    def lost(page: Page) -> Page:
        return replace(page, placements=tuple(p for p in page.placements if p.key != FACE))

    assert told(lost) == [f"{BACK} has no face on the sheet's other side"]


def test_bleed_outside_the_printable_area_is_found() -> None:
    page = folded()[0]
    chosen = layout(backs=Backs.GUTTERFOLD)
    assert list(check_room(page, chosen)) == []
    left = min(p.window.x for p in page.placements)
    wider = chosen.margins._replace(left=left + 0.3)
    messages = [f.message for f in check_room(page, replace(chosen, margins=wider))]
    assert messages
    assert all(": the bleed of " in message for message in messages)


# --- panels --------------------------------------------------------------------------------------


def panelled(overlap: float = 10) -> tuple[Page, ...]:
    made = component("board", Size(570, 400), [card("board", 2)], kind="board")
    piece = replace(pieces(made)[0], panels=Panels(overlap))
    return pages(impose(game(made), [piece], layout(), BOOK)[0], duplex=False)


@pytest.mark.parametrize("overlap", [0, 10])
def test_a_board_in_panels_passes(overlap: float, tmp_path: Path) -> None:
    made = panelled(overlap)
    proof = Prover(layout(), BOOK).prove(
        write(made, tmp_path / "board.pdf", Backs.NONE), made, Backs.NONE
    )
    assert proof.findings == ()
    assert proof.faces == 8


def test_a_missing_panel_is_found() -> None:
    first, _, *rest = panelled()
    (finding,) = check_panels((first, *rest))
    assert finding.rule.id == "proof-panel"
    assert finding.message.startswith("board/board#1/face: ")
    assert finding.message.endswith(" of it are on no panel, from 285.0, 0.0 mm on")


def test_a_panel_shifted_by_a_third_of_a_millimetre_is_found() -> None:
    first, *rest = panelled()
    (placed,) = first.placements
    slot = placed.slot._replace(at=placed.slot.at._replace(x=placed.slot.at.x + 0.3))
    shifted = replace(first, placements=(placed._replace(slot=slot),))
    assert len(list(check_panels((shifted, *rest)))) == 1


def test_a_card_that_is_cropped_into_its_trim_is_found() -> None:
    page = folded()[0]
    cropped = tuple(p._replace(window=p.window.inset(4)) for p in page.placements[:1])
    (finding,) = check_panels([replace(page, placements=cropped)])
    assert finding.rule.id == "proof-panel"


def test_what_is_covered_by_several_is_covered() -> None:
    whole = Rect(0, 0, 10, 10)
    halves = [Rect(0, 0, 6, 12), Rect(5, -1, 6, 12)]
    assert uncovered(whole, halves) is None
    assert uncovered(whole, halves[:1]) == Rect(6, 0, 4, 10)
    assert uncovered(whole, []) == whole
