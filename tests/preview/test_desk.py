"""What the live view shows after a save: what changed, and the last good pictures."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from pnp.preview.desk import GENERATIONS
from pnp.scene.page import Ink
from tests.preview.desks import changed, desk, digests, pieces
from tests.projects import change, owls

ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="4mm" viewBox="0 0 4 4">
  <path d="M0 0h4v4z" fill="currentColor"/>
</svg>
"""

BOX = """\
  <rect id="box" x="4" y="30" width="32" height="12" fill="none"/>
  <text id="rules" style="shape-inside:url(#box);font-family:'Alegreya Sans';font-size:4px"
    pnp:text="Hoot :wing: twice">Hoot</text>
</svg>
"""

PARTS = """\
<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">
  <circle id="moon" r="3" cx="4" cy="4" fill="#ffe"/>
</svg>
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


def test_a_page_has_every_piece_with_its_row(project: Path) -> None:
    shown = desk(project)
    barn = pieces(shown)["owl/barn"]
    assert barn["qty"] == 3
    assert (barn["file"], barn["line"]) == ("card_data/owls/owl.csv", 2)
    assert (barn["width"], barn["height"], barn["bleed"]) == (40, 60, 3)
    assert barn["text"] == "Barn Owl"
    assert list(pieces(shown)) == ["owl/barn", "owl/snow", "owl/blind", "chip/dot"]
    assert json.loads(json.dumps(shown.state)) == shown.state


def test_a_picture_is_an_svg_with_its_bleed(project: Path) -> None:
    shown = desk(project)
    svg = etree.fromstring((shown.svg(digests(shown)["owl/barn/face"]) or "").encode())
    assert svg.get("viewBox") == "0 0 46 66"


def test_a_saved_cell_changes_its_face_alone(project: Path) -> None:
    shown = desk(project)
    before = digests(shown)
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    shown.redraw({project / "card_data/owls/owl.csv"})
    assert changed(before, digests(shown)) == {"owl/snow/face"}


def test_a_row_more_keeps_the_others(project: Path) -> None:
    shown = desk(project)
    before = digests(shown)
    change(project, "card_data/owls/owl.csv", "snow,2", "wood,1,Wood Owl,2\nsnow,2")
    shown.redraw({project / "card_data/owls/owl.csv"})
    assert changed(before, digests(shown)) == {"owl/wood/face", "owl/wood/back"}


def test_a_saved_template_changes_what_is_drawn_with_it(project: Path) -> None:
    shown = desk(project)
    before = digests(shown)
    change(project, "templates/owl.svg", 'fill="#e9dcc3"', 'fill="#ccddee"')
    shown.redraw({project / "templates/owl.svg"})
    assert changed(before, digests(shown)) == {f"owl/{r}/face" for r in ("barn", "snow", "blind")}


def _with_icon(project: Path) -> Path:
    change(project, "templates/owl.svg", "</svg>\n", BOX)
    icon = project / "templates/icons/wing.svg"
    icon.parent.mkdir()
    icon.write_text(ICON, encoding="utf-8")
    return icon


def _with_part(project: Path) -> Path:
    use = '<use href="parts.svg#moon"/>\n</svg>\n'
    change(project, "templates/owl.svg", "</svg>\n", use)
    part = project / "templates/parts.svg"
    part.write_text(PARTS, encoding="utf-8")
    return part


@pytest.mark.parametrize(
    ("add", "old", "new"),
    [(_with_icon, "M0 0h4v4z", "M0 0h4v2z"), (_with_part, "#ffe", "#fde")],
    ids=["icon", "use"],
)
def test_a_saved_drawing_changes_the_templates_that_use_it(
    project: Path, add: Callable[[Path], Path], old: str, new: str
) -> None:
    path = add(project)
    shown = desk(project)
    before = digests(shown)
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    shown.redraw({path})
    assert changed(before, digests(shown)) == {f"owl/{r}/face" for r in ("barn", "snow", "blind")}


BROKEN = {
    "half a table": ("card_data/owls/owl.csv", 'id,qty,name,eyes\nbarn,3,"Barn', "owl.csv"),
    "half a drawing": ("templates/owl.svg", "<svg xmlns='http://www.w3.org/2000/svg'", "owl.svg"),
    "an empty game": ("card_data/owls/game.yaml", "", "game.yaml"),
    "a typo in an expression": ("templates/owl.svg", None, "owl.svg:5"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_the_last_good_pictures_stay_while_a_file_cannot_be_used(project: Path, fault: str) -> None:
    name, text, place = BROKEN[fault]
    path, shown = project / name, desk(project)
    before, good = digests(shown), path.read_text("utf-8")
    path.write_text(good.replace("card.eyes", "card.eys") if text is None else text, "utf-8")
    shown.redraw({path})
    assert digests(shown) == before
    (problem, *_) = shown.state["problems"]
    assert place in problem["place"]
    path.write_text(good, "utf-8")
    shown.redraw({path})
    assert shown.state["problems"] == []
    assert digests(shown) == before


def test_a_folder_that_went_away_is_told(project: Path) -> None:
    shown = desk(project)
    before = digests(shown)
    (project / "card_data").rename(project / "elsewhere")
    shown.redraw()
    assert shown.state["problems"]
    assert digests(shown) == before
    (project / "elsewhere").rename(project / "card_data")
    shown.redraw()
    assert shown.state["problems"] == []


def test_a_game_that_never_could_be_drawn_says_why(project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "title: Owls", "titel: Owls")
    shown = desk(project)
    assert shown.state["components"] == []
    assert "titel" in shown.state["problems"][0]["message"]


def test_only_what_was_shown_can_be_asked_for(project: Path) -> None:
    shown = desk(project)
    assert shown.svg("../../card_data/owls/owl.csv") is None
    assert shown.svg("0" * 24) is None


def test_an_old_picture_can_be_compared_for_a_while(project: Path) -> None:
    shown = desk(project)
    old = digests(shown)["owl/snow/face"]
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    shown.redraw({project / "card_data/owls/owl.csv"})
    assert shown.svg(old)
    for _ in range(GENERATIONS):
        shown.redraw()
    assert shown.svg(old) is None


def test_low_ink_is_drawn_when_it_is_asked_for(project: Path) -> None:
    change(project, "templates/owl.svg", 'id="ground"', 'id="ground" pnp:ink="full"')
    shown = desk(project)
    assert "low" not in pieces(shown)["owl/barn"]["sides"]
    shown.also(Ink.LOW)
    full, low = digests(shown), digests(shown, "low")
    assert changed(full, low) == {f"owl/{r}/face" for r in ("barn", "snow", "blind")}


def test_findings_and_facts_come_after_the_pictures(project: Path) -> None:
    change(project, "card_data/owls/owl.csv", "barn,3", "barn,4")
    change(project, "templates/chip.svg", 'r="6"', 'r="6" stroke="#000" stroke-width=".01"')
    shown = desk(project)
    assert shown.checks is None
    shown.check()
    told = shown.checks or {}
    assert {fact["id"] for fact in told["facts"]} == {"OW-1", "OW-2"}
    (found,) = told["findings"]
    assert (found["rule"], found["piece"]) == ("hairline", "chip/dot")


def test_the_sheets_are_those_of_a_build(project: Path) -> None:
    shown = desk(project)
    sheets = shown.sheets()["sheets"]
    assert len(sheets) == 3  # the deck's two sides, and the chips
    assert all((sheet["width"], sheet["height"]) == (210, 297) for sheet in sheets)
    assert all(shown.svg(sheet["picture"]) for sheet in sheets)
