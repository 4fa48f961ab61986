"""Letters of which nothing is printed, as their glyph is empty."""

from pathlib import Path

import pytest

from pnp.text.fontbook import FontBook
from tests.template.drawings import ROW, Studio
from tests.text.fontfiles import packed, patched, tables

OWN = Path(__file__).resolve().parents[1] / "text" / "fonts"
EMPTY = '"A" (U+0041, latin capital letter a) is empty in Reeds: nothing is printed'


@pytest.fixture
def tryout(tmp_path: Path) -> Studio:
    """Return a studio with a font in which the A has no contours."""
    parts = tables((OWN / "Reeds.ttf").read_bytes())
    gid = FontBook([OWN]).chain(("Reeds",))[0].glyph_id("A") or 0
    start = 2 * int.from_bytes(parts[b"loca"][2 * gid : 2 * gid + 2])
    folder = tmp_path / "fonts"
    folder.mkdir()
    (folder / "Reeds.ttf").write_bytes(packed(patched(parts, b"glyf", start, bytes(2))))
    return Studio(tmp_path, FontBook([folder]))


def test_a_letter_whose_glyph_is_empty_is_told(tryout: Studio) -> None:
    body = '<text x="3" y="9" font-family="Reeds" font-size="4">AB A</text>'
    (finding,) = tryout.drawn(body).findings
    assert (finding.rule.id, finding.message) == ("missing-glyph", EMPTY)
    assert finding.where is not None and finding.where.file.startswith("templates/")


@pytest.mark.parametrize("box", ["", ' style="inline-size:30px"'])
def test_words_of_the_data_are_told_at_their_row(tryout: Studio, box: str) -> None:
    font = 'font-family="Reeds" font-size="4"'
    body = f'<text x="3" y="9" {font}{box} pnp:text="{{{{ card.n }}}}">B</text>'
    (finding,) = tryout.drawn(body, {"n": "BAB"}).findings
    assert (finding.message, finding.where) == (EMPTY, ROW)


def test_what_has_no_ink_by_its_nature_is_not_told(tryout: Studio) -> None:
    body = '<text x="3" y="9" font-family="Reeds" font-size="4">B B&#160;B</text>'
    assert tryout.told(body) == ""
