"""Finished kits in the programs of printers: they open without a warning, and say what is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pnp.kit import Kit
from pnp.scene.node import Text
from tests.export.test_pdf_tools import run
from tests.kits.bundled import EACH_GAME
from tests.kits.conftest import Built
from tests.make import leaves

LOW = 40
"""Dots per inch: enough to make a program draw everything."""


@pytest.fixture(params=EACH_GAME)
def key(request: pytest.FixtureRequest) -> str:
    """A bundled game's key."""
    return str(request.param)


@pytest.fixture
def pdfs(key: str, built_kit: Built) -> list[Path]:
    """The PDFs of a game's kit."""
    return sorted(built_kit(key, "a4").folder.glob("*.pdf"))


@pytest.fixture
def whole(key: str, pdfs: list[Path]) -> Path:
    """The PDF that holds every sheet."""
    return next(pdf for pdf in pdfs if pdf.name == f"{key}-kit.pdf")


@pytest.mark.needs("qpdf")
def test_qpdf_finds_no_error(pdfs: list[Path]) -> None:
    for pdf in pdfs:
        said, complaints = run("qpdf", "--check", pdf)
        assert "No syntax or stream encoding errors found" in said
        assert complaints == ""


@pytest.mark.needs("mutool")
def test_mupdf_draws_every_sheet_without_a_warning(whole: Path, tmp_path: Path) -> None:
    _, complaints = run("mutool", "draw", "-q", "-r", LOW, "-o", tmp_path / "%d.png", whole)
    assert complaints == ""


@pytest.mark.needs("pdftoppm")
def test_poppler_draws_every_sheet_without_a_warning(whole: Path, tmp_path: Path) -> None:
    _, complaints = run("pdftoppm", "-r", LOW, whole, tmp_path / "sheet")
    assert complaints == ""


@pytest.mark.needs("pdffonts")
def test_poppler_finds_all_fonts_embedded(pdfs: list[Path]) -> None:
    for pdf in pdfs:
        said, complaints = run("pdffonts", pdf)
        assert complaints == ""
        for row in said.splitlines()[2:]:
            assert row.split()[-5:-2] == ["yes", "yes", "yes"], row


@pytest.mark.needs("pdfinfo")
def test_poppler_sees_each_box_inside_the_next(pdfs: list[Path]) -> None:
    for pdf in pdfs:
        said, complaints = run("pdfinfo", "-box", pdf)
        found = dict(line.split(":", 1) for line in said.splitlines())
        media, bleed, trim = (
            [float(side) for side in found[f"{name}Box"].split()]
            for name in ("Media", "Bleed", "Trim")
        )
        assert complaints == ""
        if not pdf.stem.endswith("-screen"):  # the pages of a booklet, one by one
            assert media == [0, 0, 595.28, 841.89]
        for outer, inner in ((media, bleed), (bleed, trim)):
            assert [max(a, b) for a, b in zip(outer[:2], inner[:2], strict=True)] == inner[:2]
            assert [min(a, b) for a, b in zip(outer[2:], inner[2:], strict=True)] == inner[2:]


@pytest.mark.needs("pdftotext")
def test_poppler_copies_the_words_of_every_card_in_order(
    key: str, whole: Path, built_kit: Built
) -> None:
    said, at = bare(run("pdftotext", "-raw", whole, "-")[0]), 0
    for name, word in words_of_cards(built_kit(key, "a4").kit):
        found = said.find(bare(word), at)
        assert found >= 0, f"{name}: {word!r}"
        at = found + len(bare(word))


def words_of_cards(kit: Kit) -> Iterator[tuple[str, str]]:
    """Yield what is written on the faces of cards, as they lie on the sheets, with their keys."""
    for sheet in kit.sheets:
        for placement in sheet.front.placements:
            if kit.game.component(placement.key.split("/")[0]).kind.name == "deck":
                for node in leaves(placement.face.nodes):
                    if isinstance(node, Text):
                        yield placement.key, node.string


def bare(text: str) -> str:
    """Return a text without white space: that is the reader's own business."""
    return "".join(text.split())
