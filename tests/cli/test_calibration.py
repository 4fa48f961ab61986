"""``pnp calibrate``, ``pnp printers`` and ``pnp build --printer``, as a player uses them."""

import json
import subprocess
import sys
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
    """Print a chart for a printer, read it, and return what is told of it."""
    told(project, "calibrate", "--printer", "den", *words)
    return told(project, "calibrate", "--printer", "den", "--read", SHIFTED)


def back_of_kit(project: Path) -> list[float]:
    with pikepdf.open(project / "output" / "owls" / "owls-kit.pdf") as pdf:
        first = pikepdf.parse_content_stream(pdf.pages[1])
        return [float(number) for number in first[0].operands]


def test_a_chart_has_a_front_and_a_back_and_says_how_it_is_read(project: Path) -> None:
    assert "turned over on the long edge" in told(project, "calibrate", "--printer", "den")
    document = pypdfium2.PdfDocument(project / "calibration.pdf")
    front, back = (page.get_textpage().get_text_bounded() for page in document)
    command = "pnp calibrate --printer den --paper a4 --backs long-edge --read"
    assert command in " ".join(front.split())
    assert all(letter in front for letter in "ABCDEFGH")
    assert "Back" in back
    assert document[0].get_size() == pytest.approx((210 * POINTS_PER_MM, 297 * POINTS_PER_MM))


def test_the_chart_names_the_options_that_its_reading_needs(project: Path) -> None:
    words = ("--paper", "letter", "--backs", "short-edge", "--margin", "5 5 5 12 mm")
    told(project, "calibrate", *words, "-o", "c.pdf")
    wanted = "--paper letter --backs short-edge --margin '5 5 5 12 mm' --read"
    assert wanted in front(project / "c.pdf")


def front(chart: Path) -> str:
    """Return the words on the front of a chart."""
    return " ".join(pypdfium2.PdfDocument(chart)[0].get_textpage().get_text_bounded().split())


LETTER = ("--paper", "letter", "--margin", "6.35 mm", "--backs", "short-edge", "--feed", "face up")
OF_LETTER = "letter · margins 6.35 mm · short-edge · face up"


@pytest.mark.parametrize("words", [(), ("--feed", "rear tray")])
def test_a_known_printer_is_measured_again_as_it_is_set(
    project: Path, words: tuple[str, ...]
) -> None:
    calibrated(project, *LETTER)
    output = told(project, "calibrate", "--printer", "den")
    assert "on letter, turned over on the short edge" in output
    assert "Front · letter · turned on the short edge" in front(project / "calibration.pdf")
    output = told(project, "calibrate", "--printer", "den", "--read", SHIFTED, *words)
    now = OF_LETTER.replace("face up", words[1]) if words else OF_LETTER
    assert output.startswith(f"den: {now}\n")
    assert ("before it was" in output) is bool(words)
    assert told(project, "printers").startswith(f"den: {now} · read on")


def test_a_chart_lost_from_the_settings_is_read_as_the_printer_is_set(project: Path) -> None:
    calibrated(project, *LETTER)
    (project.parent / "settings" / "printers-charts.yaml").unlink()
    assert f"den: {OF_LETTER}\n" in told(
        project, "calibrate", "--printer", "den", "--read", SHIFTED
    )


def test_a_new_printer_is_read_as_its_chart_was_printed(project: Path) -> None:
    assert calibrated(project, *LETTER).startswith(f"den: {OF_LETTER}\nbacks lie 0.7 mm right")


def test_a_chart_on_other_paper_changes_the_printer_once_it_is_read(project: Path) -> None:
    calibrated(project)
    usual = "a4 · margins 5 mm · long-edge"
    output = told(project, "calibrate", "--printer", "den", *LETTER)
    assert f"den stays {usual} until this chart is read" in output
    assert told(project, "printers").startswith(f"den: {usual} · read on")
    told(project, "calibrate", "--printer", "den", "--read", "10 10 10", code=2)
    output = told(project, "calibrate", "--printer", "den", "--read", SHIFTED)
    assert f"den: {OF_LETTER}\nbefore it was {usual}\n" in output


@pytest.mark.parametrize("words", [(), ("--paper", "a4"), ("--backs", "long-edge")])
def test_the_paper_of_a_chart_that_is_not_known_is_asked_for(
    project: Path, words: tuple[str, ...]
) -> None:
    told(project, "calibrate", "--paper", "letter")
    output = told(project, "calibrate", "--printer", "den", "--read", SHIFTED, *words, code=2)
    assert "no chart of den is known; name its paper and its turning edge" in output
    assert "no printer is calibrated" in told(project, "printers")
    edge = ("--paper", "letter", "--backs", "long-edge")
    output = told(project, "calibrate", "--printer", "den", "--read", SHIFTED, *edge)
    assert output.startswith("den: letter · margins 5 mm · long-edge\n")


def test_a_chart_of_a_printer_that_is_forgotten_is_forgotten_too(project: Path) -> None:
    calibrated(project)
    told(project, "calibrate", "--printer", "den", *LETTER)
    told(project, "printers", "--remove", "den")
    told(project, "calibrate", "--printer", "den", "--read", SHIFTED, code=2)


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
        (("calibrate", "--verify", "--printer", "den", "--paper", "a3"), "for a4, not a3"),
        (("calibrate", "--verify", "--printer", "den", "--backs", "none"), "for long-edge"),
        (("calibrate", "--printer", "x", "--read", "10 10 10"), "3 readings, not 8"),
        (("calibrate", "--printer", "x", "--read", "10 +1 10"), '"+1" is no reading'),
        (
            ("calibrate", "--printer", "den", "--read", "10.7 9.8 12.7 9.8 10.7 9.8 10.7 9.8"),
            "C is 12.7, and the others expect 10.7",
        ),
        (("calibrate", "--printer", "den", "--read", "99 9 9 9 9 9 9 9"), "beyond the rulers"),
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


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        ('"a4"', '"a44"', 'den: paper: "a44"'),
        ('"5 mm"', '"5 parsec"', 'den: margin: "5 parsec"'),
        ('"long-edge"', '"gutterfold"', "den: backs gutterfold: the paper is not turned over"),
        ("10.7, 9.8, 10.7", "10.7, 99, 10.7", "den: B: 99 is beyond the rulers"),
    ],
)
def test_what_a_file_of_printers_cannot_mean_is_told_with_its_name(
    project: Path, good: str, bad: str, message: str
) -> None:
    calibrated(project)
    file = project.parent / "settings" / "printers.yaml"
    before = file.read_text(encoding="utf-8")
    assert good in before
    file.write_text(before.replace(good, bad), encoding="utf-8")
    for words in ("printers", "build --printer den", "calibrate --verify --printer den"):
        assert f"printers.yaml:2:3: {message}" in told(project, *words.split(), code=2)


@pytest.mark.parametrize("good", ['"a4"', "10.7, 9.8, 10.7"])
def test_a_printer_that_cannot_be_leaves_the_others_and_can_be_replaced(
    project: Path, good: str
) -> None:
    calibrated(project)
    file = project.parent / "settings" / "printers.yaml"
    broken = file.read_text(encoding="utf-8").replace(good, '"a44"' if "a" in good else "10, 99, 1")
    file.write_text(broken, encoding="utf-8")
    told(project, "calibrate", "--printer", "attic")
    told(project, "calibrate", "--printer", "attic", "--read", SHIFTED)
    told(project, "build", "--printer", "attic")
    told(project, "calibrate", "--printer", "den", "--paper", "a4")
    told(project, "calibrate", "--printer", "den", "--read", SHIFTED)
    assert "den: a4" in told(project, "printers")
    file.write_text(broken, encoding="utf-8")
    told(project, "printers", "--remove", "den")
    assert "no printer is calibrated" in told(project, "printers")


@pytest.mark.parametrize("name", ["007", "0x1", "1e3", "on", "null"])
def test_a_printer_is_known_by_the_name_it_was_given(project: Path, name: str) -> None:
    told(project, "calibrate", "--printer", name)
    told(project, "calibrate", "--printer", name, "--read", SHIFTED)
    assert told(project, "printers").startswith(f"{name}: a4")
    told(project, "printers", "--remove", name)
    assert "no printer is calibrated" in told(project, "printers")


@pytest.mark.parametrize("feed", ["rear\x07tray", "rear\x9dtray", "rear\udce4tray", "rear\ntray"])
def test_how_paper_is_put_in_is_said_in_plain_words(project: Path, feed: str) -> None:
    output = told(project, "calibrate", "--printer", "den", "--feed", feed, code=2)
    assert "--feed: " in output
    assert not (project / "calibration.pdf").exists()
    told(project, "calibrate", "--printer", "den", "--feed", "Einzug hinten, Druckseite oben ☂")
    assert "Druckseite oben ☂" in told(project, "calibrate", "--printer", "den", "--read", SHIFTED)


def test_a_link_to_the_printers_stays_a_link(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, real = tmp_path / "link.yaml", tmp_path / "synced" / "printers.yaml"
    link.symlink_to(real)
    monkeypatch.setenv("PNP_PRINTERS", str(link))
    calibrated(project)
    assert link.is_symlink()
    assert "den" in real.read_text(encoding="utf-8")


def test_a_folder_in_the_place_of_the_printers_is_told(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_PRINTERS", str(tmp_path))
    assert f"PNP_PRINTERS: {tmp_path} is a folder" in told(project, "printers", code=2)


def test_printers_that_cannot_be_written_leave_nothing_behind(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrated(project)
    settings = project.parent / "settings"
    before = {file.name: file.read_bytes() for file in settings.iterdir()}

    def full(self: Path, text: str, **_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    output = told(project, "calibrate", "--printer", "den", "--read", SHIFTED, code=2)
    assert "printers.yaml" in output
    assert "no space left" in output
    assert "PNP_PRINTERS" in output
    monkeypatch.undo()
    assert {file.name: file.read_bytes() for file in settings.iterdir()} == before


def test_no_chart_is_written_for_printers_that_cannot_be_remembered(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PNP_PRINTERS", str(tmp_path / "file" / "printers.yaml"))
    assert "PNP_PRINTERS" in told(project, "calibrate", "--printer", "den", code=2)
    assert not (project / "calibration.pdf").exists()


def test_a_link_to_itself_in_the_place_of_the_printers_is_told(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "printers.yaml"
    link.symlink_to(link)
    monkeypatch.setenv("PNP_PRINTERS", str(link))
    for words in (("printers",), ("calibrate", "--printer", "den")):
        assert "is a link that leads nowhere" in told(project, *words, code=2)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks no folders")
def test_printers_that_are_read_at_once_are_all_remembered(project: Path) -> None:
    names = [f"den-{number}" for number in range(6)]
    options = ["--read", SHIFTED, "--paper", "a4", "--backs", "long-edge"]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "pnp", "calibrate", "--printer", name, *options],
            cwd=project,
            stdout=subprocess.DEVNULL,
        )
        for name in names
    ]
    assert [each.wait() for each in running] == [0] * len(names)
    assert [line.split(":")[0] for line in sorted(told(project, "printers").splitlines())] == names


def test_a_chart_to_verify_is_corrected(project: Path) -> None:
    calibrated(project)
    told(project, "calibrate", "--verify", "--printer", "den")
    with pikepdf.open(project / "calibration.pdf") as pdf:
        moves = [pikepdf.parse_content_stream(page)[0].operands[4] for page in pdf.pages]
    assert [float(move) for move in moves] == pytest.approx([0, 0.7 * POINTS_PER_MM], abs=1e-3)


def test_decimal_commas_are_read(project: Path) -> None:
    told(project, "calibrate", "--printer", "den")
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
