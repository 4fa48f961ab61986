"""What a template shows in an editor is what is built of the row that it names as its sample."""

import re
from collections.abc import Sequence
from functools import reduce
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from PIL import Image, ImageChops

from pnp.base.units import MM_PER_INCH
from pnp.data.load import load_game
from pnp.data.project import Project
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.export.png import rasterise
from pnp.kinds.catalog import KINDS
from pnp.scene.page import Drawing, Ink
from pnp.starters.add import TO_ADD
from pnp.starters.new import STARTERS
from pnp.template.render import Templates
from pnp.text.fontbook import FontBook
from tests.kits.bundled import on_page
from tests.kits.drawings import Row, drawn_rows
from tests.projects import pnp

PNP = "{urn:pnp:template}"

NOTICED, MOST_APART = 40, 0.005
"""Of 255 in a channel, and of the pixels."""

DPI = 3 * MM_PER_INCH


@pytest.fixture(scope="module", params=[*STARTERS, "added"])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each small game, and one with a component of each kind that can be added."""
    folder = tmp_path_factory.mktemp("samples") / "owls"
    starter = request.param if request.param in STARTERS else "deck"
    pnp(folder.parent, "new", "owls", "--from", starter)
    for kind in TO_ADD if request.param == "added" else ():
        assert pnp(folder, "add", kind, f"own-{kind}").exit_code == 0
    return folder


def test_samples_show_what_is_built(project: Path, tmp_path: Path) -> None:
    game = load_game(project / "card_data/owls", Project(project), KINDS)
    book = FontBook(game.project.folders("fonts"))
    rows = drawn_rows(game, Templates(game.project, book))
    bound, plain = (
        Templates(_copy(project, tmp_path / name, keeps_data=name == "bound"), book)
        for name in ("bound", "plain")
    )
    for name in sorted(rows):
        row = _sample(project, name, rows[name])
        values = {"card": {**row.card.values, "id": row.card.id, "qty": 1}, **row.told}
        built = bound.get(name).draw(values, Ink.FULL, row.card.where)
        shown = plain.get(name).draw({}, Ink.FULL, row.card.where)
        apart = _share_apart(*(_raster(one, book, tmp_path) for one in (built, shown)))
        assert apart <= MOST_APART, name


def test_samples_say_what_is_set(project: Path) -> None:
    """Boxes of text, word for word; an icon is a word there."""
    game = load_game(project / "card_data/owls", Project(project), KINDS)
    rows = drawn_rows(game, Templates(game.project, FontBook(game.project.folders("fonts"))))
    for name in sorted(rows):
        row = _sample(project, name, rows[name])
        for box in filter(_is_box, etree.parse(project / "templates" / name).iter(etree.Element)):
            column = re.fullmatch(r"{{ card\.(\w+) }}", box.get(f"{PNP}text"))
            assert column, "the words of a box are a column's"
            said = re.sub(r"[*]|^- ", "", str(row.card.values[column[1]]), flags=re.M).split()
            seen = "".join(box.itertext()).replace("\u2022 ", "").split()
            pairs = list(zip_longest(said, seen))
            assert [pair for pair in pairs if pair[0] != pair[1] and not _is_icon(pair[0])] == []


def _sample(project: Path, name: str, rows: Sequence[Row]) -> Row:
    """Return the row that a template shows; a back without a sample shows any."""
    sample = etree.parse(project / "templates" / name).getroot().get(f"{PNP}sample")
    named = {f"{row.component.name}/{row.card.id}": row for row in rows}
    assert sample in named or sample is None, f"{name} is not drawn for {sample}"
    return rows[0] if sample is None else named[sample]


def _is_icon(word: str | None) -> bool:
    return word is not None and re.fullmatch(r":[a-z]+:", word) is not None


def _is_box(element: Any) -> bool:
    return "shape-inside" in element.get("style", "")


def _copy(project: Path, folder: Path, *, keeps_data: bool) -> Project:
    """Return a copy of a project's templates, without boxes of text, and perhaps without data."""
    for file in project.glob("templates/**/*.svg"):
        tree = etree.parse(file)
        for element in [*tree.iter(etree.Element)]:
            if _is_box(element):
                element.getparent().remove(element)
            for key in [] if keeps_data else [*element.attrib]:
                if str(key).startswith(PNP) and not _is_guide(key, element.get(key)):
                    del element.attrib[key]
        copy = folder / file.relative_to(project)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(etree.tostring(tree))
    return Project(folder)


def _is_guide(key: str, value: str) -> bool:
    """Tell whether an attribute says what an element is for, and nothing about data."""
    return key == f"{PNP}role" and value != "sample"


def _raster(drawing: Drawing, book: FontBook, folder: Path) -> Image.Image:
    pdf = folder / "drawing.pdf"
    write_pdf([on_page(drawing)], pdf, book, Info("Test"))
    return rasterise(pdf, 0, DPI).convert("RGB")


def _share_apart(one: Image.Image, other: Image.Image) -> float:
    bands = ImageChops.difference(one, other).split()
    worst = reduce(ImageChops.lighter, bands).histogram()
    return sum(worst[NOTICED + 1 :]) / (one.width * one.height)
