import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest

from pnp.base.diagnostics import PnpError
from pnp.base.units import MM_PER_POINT
from pnp.export.pdf.file import Info
from pnp.geometry.plane import Affine, Rect
from pnp.imposition.sheet import Backs
from pnp.scene.node import Group
from pnp.text.fontbook import FontBook
from tests.export.pdfs import operators, sheet, words, written
from tests.pictures import block, page_of

RED = block("R", 10, 10, 10, 10)


def box(page: pikepdf.Page, name: str) -> tuple[float, ...]:
    """Return a box in millimetres: left, low, right, high."""
    return tuple(float(edge) * MM_PER_POINT for edge in page.obj[name])


def test_trim_lies_in_bleed_lies_in_the_paper(tmp_path: Path) -> None:
    with pikepdf.open(written(sheet([RED], 100, 50), tmp_path)) as pdf:
        page = pdf.pages[0]
        assert box(page, "/MediaBox") == pytest.approx((0, 0, 100, 50), abs=1e-4)
        assert box(page, "/BleedBox") == pytest.approx((2, 2, 98, 48), abs=1e-4)
        assert box(page, "/TrimBox") == pytest.approx((5, 5, 95, 45), abs=1e-4)


def test_boxes_are_measured_from_the_papers_lower_edge(tmp_path: Path) -> None:
    page = sheet([RED], 100, 50)
    high = type(page)(page.size, page.nodes, Rect(10, 1, 20, 5), page.bleed, page.placements, "")
    with pikepdf.open(written(high, tmp_path)) as pdf:
        assert box(pdf.pages[0], "/TrimBox") == pytest.approx((10, 44, 30, 49), abs=1e-4)


def test_a_page_without_anything_to_cut_has_paper_alone(tmp_path: Path) -> None:
    with pikepdf.open(written(page_of([], 100, 50), tmp_path)) as pdf:
        assert "/MediaBox" in pdf.pages[0]
        assert "/TrimBox" not in pdf.pages[0]
        assert "/BleedBox" not in pdf.pages[0]


@pytest.mark.parametrize(
    ("backs", "name"),
    [
        (Backs.LONG_EDGE, "/DuplexFlipLongEdge"),
        (Backs.SHORT_EDGE, "/DuplexFlipShortEdge"),
        (Backs.NONE, "/Simplex"),
    ],
)
def test_a_print_dialogue_opens_at_full_size_and_with_the_right_turn(
    backs: Backs, name: str, tmp_path: Path
) -> None:
    path = written(sheet([RED]), tmp_path, info=Info("Halloween", duplex=backs))
    with pikepdf.open(path) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == name


def test_a_reader_shows_title_author_and_program(tmp_path: Path) -> None:
    info = Info("Geister & Söhne ☠", "Néstor Romeral Andrés", "a kit (unofficial)", "pnp 0.1.0")
    with pikepdf.open(written(sheet([RED]), tmp_path, info=info)) as pdf:
        shown = [str(pdf.docinfo[key]) for key in ("/Title", "/Author", "/Subject", "/Creator")]
    assert shown == list(info[:4])


def test_a_page_says_nothing_that_was_not_asked_for(tmp_path: Path) -> None:
    """reportlab by itself adds Helvetica to every page, an empty transition, and ASCII streams."""
    path = written(sheet([RED]), tmp_path)
    data = path.read_bytes()
    assert data.startswith(b"%PDF-1.6")
    for stray in (b"Helvetica", b"/Trans\n", b"/Trans ", b"/Font", b"ASCII85"):
        assert stray not in data


def test_content_is_in_millimetres_after_one_change_of_units(tmp_path: Path) -> None:
    found = list(operators(written(sheet([RED], 100, 50), tmp_path)))
    (scale,) = [operands for name, operands in found if name == "cm"]
    assert [float(value) * MM_PER_POINT for value in scale] == pytest.approx(
        [1, 0, 0, -1, 0, 50], abs=1e-5
    )
    assert ("m", [10, 10]) in [(name, list(map(float, values))) for name, values in found]


def test_every_placement_can_be_read_back_by_its_key(tmp_path: Path) -> None:
    keys = ["graveyard/white-zombie#1/face", "deck/(odd) \\ name#2/back", "deck/Übung ☠#3/face"]
    nodes = [Group((RED,), Affine.move(i, 0), key=key) for i, key in enumerate(keys)]
    found = list(operators(written(sheet(nodes), tmp_path)))
    marks = [operands for name, operands in found if name == "BDC"]
    assert [str(properties.Key) for _, properties in marks] == keys
    assert {str(tag) for tag, _ in marks} == {"/Piece"}
    assert [name for name, _ in found].count("EMC") == len(keys)


def test_an_empty_placement_still_carries_its_key(tmp_path: Path) -> None:
    blank = Group((), key="deck/blank#1/face")
    names = [name for name, _ in operators(written(sheet([blank]), tmp_path))]
    assert names[-2:] == ["BDC", "EMC"]


def test_what_is_flat_or_clear_is_not_drawn(tmp_path: Path) -> None:
    nodes = [Group((RED,), Affine.scale(1, 0)), Group((RED,), opacity=0)]
    assert "f" not in [name for name, _ in operators(written(sheet(nodes), tmp_path))]


PROGRAM = """
import sys
from pathlib import Path
from pnp.text.fontbook import FontBook
from tests.export.pdfs import sheet, words, written
from tests.pictures import block
from pnp.scene.node import Group
book = FontBook([Path("fonts")])
art = Group(tuple(block("R", i, 0, 1, 1) for i in range(30)))
nodes = [words(book, "Grave of the will-o'-the-wisp"), Group((art,), opacity=0.5), art, art]
written(sheet(nodes), Path(sys.argv[1]), book)
"""


def built_apart(folder: Path, seed: str, **environment: str) -> bytes:
    folder.mkdir()
    program = [sys.executable, "-c", PROGRAM, str(folder)]
    root = Path(__file__).parents[2]
    settings = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root), **environment}
    subprocess.run(program, check=True, cwd=root, env=settings)
    return (folder / "test.pdf").read_bytes()


def test_the_same_pages_give_the_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    assert built_apart(tmp_path / "a", "1") == built_apart(tmp_path / "b", "2")


def test_the_date_is_fixed_or_that_of_source_date_epoch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    with pikepdf.open(written(sheet([RED]), tmp_path)) as pdf:
        assert str(pdf.docinfo["/CreationDate"]) == "D:20000101000000+00'00'"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with pikepdf.open(written(sheet([RED]), tmp_path)) as pdf:
        assert str(pdf.docinfo["/CreationDate"]) == "D:20231114221320+00'00'"


def test_a_date_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(PnpError) as error:
        written(sheet([RED]), tmp_path)
    assert str(error.value) == (
        'the environment variable SOURCE_DATE_EPOCH is "yesterday"\n'
        "  hint: give whole seconds since 1970, or leave it out for a fixed date"
    )


def test_other_content_gives_another_file_id(tmp_path: Path, book: FontBook) -> None:
    ids = set()
    for nodes in ([RED], [block("B", 10, 10, 10, 10)], [words(book, "red")]):
        with pikepdf.open(written(sheet(nodes), tmp_path, book)) as pdf:
            ids.add(bytes(pdf.trailer.ID[0]))
    assert len(ids) == 3
