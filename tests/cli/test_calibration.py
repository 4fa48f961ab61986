"""``pnp calibrate``, ``pnp printers`` and ``pnp build --printer``, as a player uses them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.base.units import POINTS_PER_MM
from pnp.geometry.plane import IDENTITY
from pnp.imposition.sheet import Sheet, pages
from pnp.output import files
from pnp.scene.page import Page
from tests.projects import owls, pnp

SHIFTED = "10.7 9.8 10.7 9.8 10.7 9.8 10.7 9.8"
"""0.7 mm to the right and 0.2 mm up, everywhere."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_PRINTERS", str(tmp_path / "settings" / "printers.yaml"))
    return owls(tmp_path / "project")


def told(project: Path, *words: str, code: int = 0) -> str:
    result = pnp(project, *words)
    assert result.exit_code == code, result.output
    return result.output


def calibrated(project: Path, *words: str) -> str:
    return told(project, "calibrate", "--printer", "den", "--read", SHIFTED, *words)


def back_of_kit(project: Path) -> list[float]:
    with pikepdf.open(project / "output" / "owls" / "owls-kit.pdf") as pdf:
        first = pikepdf.parse_content_stream(pdf.pages[1])
        return [float(number) for number in first[0].operands]


def test_a_chart_has_a_front_and_a_back_and_says_how_it_is_read(project: Path) -> None:
    assert "turned over on the long edge" in told(project, "calibrate", "--printer", "den")
    document = pypdfium2.PdfDocument(project / "calibration.pdf")
    front, back = (page.get_textpage().get_text_bounded() for page in document)
    assert "pnp calibrate --printer den --read" in " ".join(front.split())
    assert all(letter in front for letter in "ABCDEFGH")
    assert "Back" in back
    assert document[0].get_size() == pytest.approx((210 * POINTS_PER_MM, 297 * POINTS_PER_MM))


def test_the_chart_names_the_options_that_its_reading_needs(project: Path) -> None:
    told(project, "calibrate", "--paper", "letter", "--backs", "short-edge", "-o", "c.pdf")
    document = pypdfium2.PdfDocument(project / "c.pdf")
    front = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert "--paper 'letter' --backs 'short-edge' --read" in front


def test_a_build_for_a_printer_moves_every_back_and_no_front(project: Path) -> None:
    plain = told(project, "build")
    before = back_of_kit(project)
    assert "backs lie 0.7 mm right, 0.2 mm up" in calibrated(project, "--feed", "rear tray")
    assert told(project, "build", "--printer", "den") == plain
    after = back_of_kit(project)
    # Seen from behind, to the right is to the left; the page's y points up.
    assert after[4] - before[4] == pytest.approx(0.7 * POINTS_PER_MM, abs=1e-3)
    assert after[5] - before[5] == pytest.approx(-0.2 * POINTS_PER_MM, abs=1e-3)
    manifest = json.loads((project / "output/owls/manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["printer"] == "den"
    assert "proof passed" in plain
    svg = (project / "output/owls/svg/sheets/card-long-edge-1-back.svg").read_text(encoding="utf-8")
    assert svg.partition("</defs>")[2].startswith('<g transform="matrix(1 0 0 1 0.7 0.2)">')


def test_a_printer_remembers_paper_margins_and_feed(project: Path) -> None:
    calibrated(project, "--paper", "letter", "--margin", "0", "--feed", "rear tray, face up")
    assert told(project, "printers").startswith(
        "den: letter · borderless · long-edge · rear tray, face up · read on 20"
    )
    told(project, "build", "--printer", "den")
    manifest = json.loads((project / "output/owls/manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["paper"] == "letter"
    assert manifest["options"]["margins"] == [0, 0, 0, 0]
    told(project, "printers", "--remove", "den")
    assert "no printer is calibrated" in told(project, "printers")


def test_the_paper_of_a_printer_is_the_same_by_another_name(project: Path) -> None:
    calibrated(project, "--paper", "8.5 x 11 in")
    words = ("--precut", "40 x 60 mm, 4 x 4", "--component", "owl")
    assert "proof passed" in told(project, "build", "--printer", "den", "--paper", "letter", *words)


def test_one_sided_sheets_need_no_correction(project: Path) -> None:
    calibrated(project)
    assert "proof passed" in told(project, "build", "--printer", "den", "--backs", "gutterfold")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("build", "--printer", "dan"), 'no printer "dan"\n  hint: did you mean "den"?'),
        (("build", "--printer", "den", "--paper", "a3"), "den was calibrated for a4, not a3"),
        (
            ("build", "--printer", "den", "--precut", "business-letter"),
            "den was calibrated for a4, not letter",
        ),
        (("build", "--printer", "den", "--backs", "short-edge"), "calibrated for long-edge"),
        (("calibrate", "--read", SHIFTED), "no printer is named"),
        (("calibrate", "--printer", "Den 1"), "is no name for a printer"),
        (("calibrate", "--printer", "x", "--read", "10 10 10"), "3 readings, not 8"),
        (("calibrate", "--printer", "x", "--read", "10 +1 10"), '"+1" is no reading'),
        (
            ("calibrate", "--printer", "x", "--read", "10.7 9.8 12.7 9.8 10.7 9.8 10.7 9.8"),
            "C is 12.7, and the others expect 10.7",
        ),
        (("calibrate", "--printer", "x", "--read", "99 9 9 9 9 9 9 9"), "beyond the rulers"),
        (("calibrate", "--verify", "--printer", "x"), 'no printer "x"'),
        (("calibrate", "--verify", "--printer", "den", "--read", SHIFTED), "what is left"),
        (("calibrate", "--backs", "none"), "not turned over"),
        (("calibrate", "-o", "card.svg"), "is no PDF by its name"),
        (("printers", "--remove", "dan"), 'no printer "dan"'),
    ],
)
def test_what_cannot_be_used_is_told(project: Path, words: Sequence[str], message: str) -> None:
    calibrated(project)
    assert message in told(project, *words, code=2)
    assert told(project, "printers").count("\n") == 1


def test_a_damaged_file_of_printers_is_told_with_its_line(project: Path) -> None:
    calibrated(project)
    file = project.parent / "settings" / "printers.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("backs", "bucks"), encoding="utf-8")
    output = told(project, "build", "--printer", "den", code=2)
    assert "printers.yaml:4:3" in output
    assert "bucks" in output


def test_a_chart_to_verify_is_corrected(project: Path) -> None:
    calibrated(project)
    told(project, "calibrate", "--verify", "--printer", "den")
    with pikepdf.open(project / "calibration.pdf") as pdf:
        moves = [pikepdf.parse_content_stream(page)[0].operands[4] for page in pdf.pages]
    assert [float(move) for move in moves] == pytest.approx([0, 0.7 * POINTS_PER_MM], abs=1e-3)


def test_decimal_commas_are_read(project: Path) -> None:
    told(project, "calibrate", "--printer", "den", "--read", SHIFTED.replace(".", ","))
    assert "0.7 mm right" in told(project, "printers")


def test_a_back_that_is_not_corrected_fails_the_proof(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrated(project)

    def forgetful(sheets: Sequence[Sheet], duplex: bool) -> tuple[Page, ...]:
        return tuple(replace(page, correction=IDENTITY) for page in pages(sheets, duplex))

    monkeypatch.setattr(files, "pages", forgetful)
    assert "is not corrected as den needs it" in told(project, "build", "--printer", "den", code=1)
