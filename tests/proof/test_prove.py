"""The proof passes a good file, and finds each fault that is planted in one."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from pnp.base.color import BLACK
from pnp.base.diagnostics import PnpError
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import PdfWriter
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Affine
from pnp.imposition.impose import single
from pnp.imposition.sheet import Backs
from pnp.proof import rules
from pnp.proof.expected import ExpectedMarks
from pnp.proof.prove import Proof, Prover
from pnp.proof.read import PrintedPage
from pnp.scene.node import Clip, Group, Solid
from pnp.scene.page import Page
from tests import make
from tests.proof.kits import (
    BOOK,
    deck,
    group,
    printed,
    proof_of,
    shifted,
    with_group,
    with_slot,
    write,
)
from tests.proof.riches import rich

FIRST = "deck/row-0#1/face"
SECOND = "deck/row-1#1/face"
BACK = "deck/row-0#1/back"
OTHER_BACK = "deck/row-1#1/back"


def found(proof: Proof) -> set[str]:
    return {finding.rule.id for finding in proof.findings}


@pytest.mark.parametrize("backs", list(Backs))
def test_a_good_file_passes(backs: Backs, tmp_path: Path) -> None:
    chosen, made = printed(backs)
    proof = Prover(chosen, BOOK).prove(write(made, tmp_path / "deck.pdf", backs), made, backs)
    assert proof.findings == ()
    assert (proof.faces, proof.backs) == (12, 0 if backs is Backs.NONE else 12)
    assert proof.line().startswith("proof passed: 1 PDF, ")


def on_front(change: Callable[[Page], Page]) -> tuple[Page, ...]:
    front, *rest = printed()[1]
    return (change(front), *rest)


def on_back(change: Callable[[Page], Page]) -> tuple[Page, ...]:
    front, back, *rest = printed()[1]
    return (front, change(back), *rest)


def test_a_missing_card_is_found(tmp_path: Path) -> None:
    drawn = on_front(lambda page: with_group(page, FIRST))
    proof = proof_of(drawn, tmp_path, planned=printed()[1])
    assert found(proof) == {"proof-count", "proof-content"}
    told = f"deck.pdf: {FIRST} is printed 0 times, not 1"
    assert told in [finding.message for finding in proof.findings]


def test_a_doubled_card_is_found(tmp_path: Path) -> None:
    def doubled(page: Page) -> Page:
        card = group(page, FIRST)
        return with_group(page, FIRST, card, shifted(card, 50, 0))

    proof = proof_of(on_front(doubled), tmp_path, planned=printed()[1])
    told = f"deck.pdf: {FIRST} is printed 2 times, not 1"
    assert told in [finding.message for finding in proof.findings]


@pytest.mark.parametrize("side", ["face", "back"])
def test_a_side_shifted_by_a_third_of_a_millimetre_is_found(side: str, tmp_path: Path) -> None:
    key, change = (FIRST, on_front) if side == "face" else (BACK, on_back)
    drawn = change(lambda page: with_group(page, key, shifted(group(page, key), 0.3, 0)))
    proof = proof_of(drawn, tmp_path, planned=printed()[1])
    assert found(proof) == {"proof-content"}
    assert "0.30 mm from its place" in proof.findings[0].message


def test_two_faces_swapped_are_found(tmp_path: Path) -> None:
    def swapped(page: Page) -> Page:
        first, second = group(page, FIRST), group(page, SECOND)
        page = with_group(page, FIRST, replace(first, nodes=second.nodes))
        return with_group(page, SECOND, replace(second, nodes=first.nodes))

    proof = proof_of(on_front(swapped), tmp_path, planned=printed()[1])
    assert {FIRST, SECOND} == {
        key for key in (FIRST, SECOND) for f in proof.findings if f" {key} " in f.message
    }


def test_a_swapped_back_is_found(tmp_path: Path) -> None:
    def swapped(page: Page) -> Page:
        other = group(page, OTHER_BACK)
        return with_group(page, BACK, replace(group(page, BACK), nodes=other.nodes))

    proof = proof_of(on_back(swapped), tmp_path, planned=printed()[1])
    assert found(proof) == {"proof-content"}


def test_backs_in_the_order_of_their_faces_are_found(tmp_path: Path) -> None:
    """The commonest fault of home-made kits: the backs are not mirrored at all."""
    chosen, made = printed()
    front, back, *rest = made
    places = {placed.key.rpartition("/")[0]: placed.slot for placed in front.placements}
    for placed in back.placements:
        home = places[placed.key.rpartition("/")[0]]
        back = with_slot(back, placed.key, home.at.x - placed.slot.at.x, 0)
    drawn = (front, back, *rest)
    proof = Prover(chosen, BOOK).prove(write(drawn, tmp_path / "deck.pdf"), drawn, chosen.backs)
    assert found(proof) == {"proof-back"}


def test_a_file_made_for_the_other_turn_is_found(tmp_path: Path) -> None:
    chosen, made = printed(Backs.LONG_EDGE)
    proof = Prover(chosen, BOOK).prove(write(made, tmp_path / "deck.pdf"), made, Backs.SHORT_EDGE)
    assert "proof-back" in found(proof)


def test_a_back_upside_down_is_found(tmp_path: Path) -> None:
    drawn = on_back(lambda page: with_slot(page, BACK, 0, 0, turn=180))
    proof = proof_of(drawn, tmp_path)
    assert found(proof) == {"proof-back"}
    assert proof.findings[0].message.endswith(f"{BACK} is turned the wrong way behind its face")


def test_thirty_six_equal_fronts_are_found(tmp_path: Path) -> None:
    def same(page: Page) -> Page:
        art = group(page, FIRST).nodes
        for placed in page.placements:
            page = with_group(page, placed.key, replace(group(page, placed.key), nodes=art))
        return page

    proof = proof_of(on_front(same), tmp_path, planned=printed()[1])
    assert found(proof) == {"proof-content"}
    assert len(proof.findings) == len(printed()[1][0].placements) - 2


def test_a_card_off_the_paper_is_found(tmp_path: Path) -> None:
    key = max(printed()[1][0].placements, key=lambda placed: placed.slot.at.y).key
    drawn = on_front(lambda page: with_slot(page, key, 0, 60))
    assert "proof-margin" in found(proof_of(drawn, tmp_path))


def test_an_overlap_is_found(tmp_path: Path) -> None:
    drawn = on_front(lambda page: with_slot(page, FIRST, 2, 0))
    assert "proof-overlap" in found(proof_of(drawn, tmp_path))


def test_a_stray_drawing_is_found(tmp_path: Path) -> None:
    def stray(page: Page) -> Page:
        return replace(page, nodes=(*page.nodes, *deck()[0].face.nodes))

    proof = proof_of(on_front(stray), tmp_path, planned=printed()[1])
    assert found(proof) == {"proof-stray"}


def test_a_lost_bleed_is_found(tmp_path: Path) -> None:
    def cropped(page: Page) -> Page:
        card = group(page, FIRST)
        assert card.clip is not None
        smaller = card.clip.path.placed(_shrink(0.9))
        return with_group(page, FIRST, replace(card, clip=card.clip._replace(path=smaller)))

    proof = proof_of(on_front(cropped), tmp_path, planned=printed()[1])
    assert found(proof) == {"proof-content"}


def test_a_missing_page_is_found(tmp_path: Path) -> None:
    made = printed()[1]
    proof = proof_of(made[:-1], tmp_path, planned=made)
    assert f"deck.pdf: it has {len(made) - 1} pages, not {len(made)}" in [
        finding.message for finding in proof.findings
    ]


def edited(folder: Path, edit: Callable[[pikepdf.Pdf], None]) -> set[str]:
    """Which faults are found in a good file that was edited afterwards."""
    chosen, made = printed()
    path = write(made, folder / "deck.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        edit(pdf)
        pdf.save(path)
    return found(Prover(chosen, BOOK).prove(path, made, chosen.backs))


def test_a_font_that_is_not_embedded_is_found(tmp_path: Path) -> None:
    def strip(pdf: pikepdf.Pdf) -> None:
        for obj in pdf.objects:
            if isinstance(obj, pikepdf.Dictionary) and "/FontFile2" in obj:
                del obj["/FontFile2"]

    assert edited(tmp_path, strip) == {"proof-font"}


@pytest.mark.parametrize("box", ["/TrimBox", "/BleedBox"])
def test_a_missing_box_is_found(box: str, tmp_path: Path) -> None:
    def drop(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[0].obj[box]

    assert edited(tmp_path, drop) == {"proof-box"}


def test_a_file_that_is_scaled_to_fit_is_found(tmp_path: Path) -> None:
    def fit(pdf: pikepdf.Pdf) -> None:
        del pdf.Root.ViewerPreferences["/PrintScaling"]

    assert edited(tmp_path, fit) == {"proof-scaling"}


def test_a_page_scaled_by_two_per_cent_is_found(tmp_path: Path) -> None:
    def shrink(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        page.contents_add(pdf.make_stream(b"q 0.98 0 0 0.98 0 0 cm"), prepend=True)
        page.contents_add(pdf.make_stream(b"Q"))

    assert "proof-content" in edited(tmp_path, shrink)


def test_no_pdf_at_all_stops_the_run(tmp_path: Path) -> None:
    chosen, made = printed()
    (tmp_path / "deck.pdf").write_text("no PDF")
    with pytest.raises(PnpError, match=r"deck\.pdf cannot be read back"):
        Prover(chosen, BOOK).prove(tmp_path / "deck.pdf", made, chosen.backs)


def test_every_fault_says_why_and_who_says_so() -> None:
    assert BOOK.families()
    for rule in rules.RULES:
        assert rule.id.startswith("proof-")
        assert rule.title
        assert rule.rationale
        assert rule.source


def _shrink(by: float) -> Affine:
    return Affine.scale(by)


def test_a_kit_of_more_faces_than_stay_read_is_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.proof.expected.MOST_BATCHES", 2)
    chosen, made = printed()
    plan = ExpectedMarks()
    for page in made:
        plan.marks(page)
        assert len(plan._batches) <= 2
    assert (
        Prover(chosen, BOOK).prove(write(made, tmp_path / "kit.pdf"), made, Backs.LONG_EDGE).passed
    )


def test_a_page_in_two_files_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files number their objects differently: what counts is what the objects contain."""
    chosen, made = printed()
    read: list[object] = []
    whole = PrintedPage.read
    monkeypatch.setattr(PrintedPage, "read", lambda page: read.append(page) or whole(page))
    prover = Prover(chosen, BOOK)
    assert prover.prove(write(made, tmp_path / "kit.pdf"), made, chosen.backs).passed
    assert prover.prove(write(made, tmp_path / "deck.pdf"), made, chosen.backs).passed
    assert len(read) == len(made)


@pytest.mark.parametrize("part", ["/Font", "/XObject"])
def test_a_page_with_another_resource_is_read_again(part: str, tmp_path: Path) -> None:
    chosen, made = printed()
    prover = Prover(chosen, BOOK)
    path = write(made, tmp_path / "deck.pdf")
    assert prover.prove(path, made, chosen.backs).passed
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            for thing in page.Resources.get(part, {}).values():
                stream = thing.ToUnicode if part == "/Font" else thing
                stream.write(b"")
        pdf.save(path)
    assert found(prover.prove(path, made, chosen.backs)) >= {"proof-content"}


def test_a_face_with_gradients_is_the_same_on_a_sheet_and_on_a_page_of_its_own(
    tmp_path: Path,
) -> None:
    chosen, (sheet,) = rich()
    placed = sheet.placements[0]
    alone = single(placed.face, placed.key)
    writer, path = PdfWriter([sheet], BOOK), tmp_path / "both.pdf"
    writer.write([sheet, alone], path, Info("Test"))
    whole = rules.CONTENT, rules.STRAY, rules.UNKNOWN
    found = Prover(chosen, BOOK).prove(path, [sheet, alone], Backs.NONE).findings
    assert [each for each in found if each.rule in whole] == []


def test_what_a_clip_without_an_area_hides_is_not_looked_for(tmp_path: Path) -> None:
    dot = make.filled(Solid(BLACK), 100, 100, 500, 500)
    hidden = Group((dot,), clip=Clip(Outline.line((150, 200), (300, 200))))
    shown = [make.filled(Solid(BLACK), n, 0, 1, 1) for n in range(20)]
    again = Group((*shown, hidden))
    drawn = tuple(Group((again,), Affine.move(0, 5 * n)) for n in range(3))
    chosen, (sheet,) = rich()
    path = write((page := replace(sheet, nodes=drawn, placements=()),), tmp_path / "hidden.pdf")
    found = Prover(chosen, BOOK).prove(path, [page], Backs.LONG_EDGE).findings
    assert [each.message for each in found if each.rule is rules.STRAY] == []
