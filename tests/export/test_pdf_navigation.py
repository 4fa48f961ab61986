"""What a viewer shows beside the pages: bookmarks, names of pages, and metadata."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.export.pdf.file import Info
from pnp.export.pdf.navigation import Bookmark
from tests.export.pdfs import sheet, written
from tests.pictures import block
from tests.projects import owls, pnp

RED = block("R", 10, 10, 10, 10)


def test_bookmarks_lead_to_their_pages_in_any_script(tmp_path: Path) -> None:
    wanted = (Bookmark("Gräber & (Geister)", 0), Bookmark("おばけ", 2), Bookmark("Turn <cards>", 2))
    pages = [sheet([RED]), sheet([]), sheet([RED])]
    path = written(pages, tmp_path, info=Info("Test", bookmarks=wanted))
    found = [
        (item.get_title(), item.get_dest().get_index())
        for item in pypdfium2.PdfDocument(path).get_toc()
    ]
    assert found == list(wanted)
    with pikepdf.open(path) as pdf:
        assert pdf.Root.PageMode == "/UseOutlines"


def test_a_file_without_bookmarks_opens_without_a_list(tmp_path: Path) -> None:
    with pikepdf.open(written(sheet([RED]), tmp_path)) as pdf:
        assert not {"/Outlines", "/PageLabels"} & set(pdf.Root.keys())
        assert pdf.Root.PageMode == "/UseNone"


def test_pages_have_the_names_that_they_are_given(tmp_path: Path) -> None:
    labels = ("card 1 front", "card 1 back", "Pappe 300 g/m² 2")
    pages = [sheet([RED]), sheet([RED]), sheet([])]
    with pikepdf.open(written(pages, tmp_path, info=Info("Test", labels=labels))) as pdf:
        assert tuple(page.label for page in pdf.pages) == labels


def test_a_file_names_its_language(tmp_path: Path) -> None:
    path = written(sheet([RED]), tmp_path, info=Info("Geister", language="de"))
    with pikepdf.open(path) as pdf, pdf.open_metadata() as found:
        assert (str(pdf.Root.Lang), found["dc:language"]) == ("de", {"de"})


def test_title_and_author_are_in_the_metadata_too(tmp_path: Path) -> None:
    info = Info("Geister & Söhne <1>", "Néstor", "a kit", "pnp 0.1.0")
    path = written(sheet([RED]), tmp_path, info=info)
    with pikepdf.open(path) as pdf, pdf.open_metadata() as found:
        assert found["dc:title"] == "Geister & Söhne <1>"
        assert found["dc:creator"] == ["Néstor"]
        assert found["dc:description"] == "a kit"
        assert found["xmp:CreatorTool"] == "pnp 0.1.0"


@pytest.mark.parametrize("turned", ["long-edge", "none"])
def test_a_kit_has_a_bookmark_for_each_component_and_names_its_sides(
    turned: str, tmp_path: Path
) -> None:
    project = owls(tmp_path)
    assert pnp(project, "build", "--backs", turned).exit_code == 0
    path = project / "output" / "owls" / "owls-kit.pdf"
    document = pypdfium2.PdfDocument(path)
    found = [(item.get_title(), item.get_dest().get_index()) for item in document.get_toc()]
    labels = [document.get_page_label(number) for number in range(len(document))]
    if turned == "none":
        assert (found, labels) == ([("Owl", 0), ("Chip", 0)], ["card 1"])
    else:
        assert found == [("Owl", 0), ("Chip", 2)]
        assert labels == ["card 1 front", "card 1 back", "card 1 front", "card 1 back"]
