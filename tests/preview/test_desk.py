"""What the live view shows after a save: what changed, and the last good pictures."""

import gc
import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from lxml import etree

from pnp.data.project import Project
from pnp.kit import Options
from pnp.preview.desk import FIRST_SCREEN, Desk
from pnp.preview.live import teller
from pnp.preview.pictures import GENERATIONS
from pnp.scene.page import Ink
from tests.make import layout, write
from tests.preview.desks import changed, desk, digests, new_desk, pieces, with_guide
from tests.projects import CHIP, change, owls

OWN_FONT = Path(__file__).parent.parent / "text/fonts/Slabs.ttf"

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


def test_a_table_that_is_saved_with_a_template_is_read(project: Path) -> None:
    shown = desk(project)
    before = digests(shown)
    change(project, "templates/back.svg", "</svg>", '<path d="M5 5h4v4z"/></svg>')
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    shown.redraw({project / "templates/back.svg", project / "card_data/owls/owl.csv"})
    backs = {f"owl/{row}/back" for row in ("barn", "snow", "blind")}
    assert changed(before, digests(shown)) == {"owl/snow/face", *backs}


def test_a_table_that_cannot_be_used_is_told_until_it_is_mended_whatever_is_drawn(
    project: Path,
) -> None:
    shown, table, back = desk(project), project / "card_data/owls/owl.csv", "templates/back.svg"
    good, place = table.read_text("utf-8"), 'card_data/owls/owl.csv:2, column "qty"'
    table.write_text(good.replace("barn,3", "barn,three"), "utf-8")
    shown.redraw({table})
    assert [each["place"] for each in shown.state["problems"]] == [place]
    change(project, back, "</svg>", '<path d="M5 5h4v4z"/></svg>')
    shown.redraw({project / back})
    assert [each["place"] for each in shown.state["problems"]] == [place]
    table.write_text(good, "utf-8")
    shown.redraw({table})
    assert shown.state["problems"] == []


def test_a_template_that_went_away_is_told(project: Path) -> None:
    shown, back = desk(project), project / "templates/back.svg"
    before = digests(shown)
    back.rename(project / "elsewhere.svg")
    shown.redraw({back})
    (problem,) = shown.state["problems"]
    assert "back.svg" in problem["message"]
    assert digests(shown) == before
    (project / "elsewhere.svg").rename(back)
    shown.redraw({back})
    assert shown.state["problems"] == []


def _with_icon(project: Path) -> Path:
    change(project, "templates/owl.svg", "</svg>\n", BOX)
    icon = project / "templates/icons/wing.svg"
    icon.parent.mkdir()
    icon.write_text(ICON, encoding="utf-8")
    return icon


def test_an_icon_that_is_drawn_when_it_was_missed_is_seen(project: Path) -> None:
    icon = _with_icon(project)
    drawn = icon.read_bytes()
    icon.unlink()
    shown = desk(project)
    assert {each["rule"] for each in _told(shown)} == {"missing-icon"}
    icon.write_bytes(drawn)
    shown.redraw({icon})
    assert _told(shown) == []


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


@pytest.mark.parametrize(("also", "now"), [((), "barn"), (("finch",), "GAME")])
def test_a_game_whose_folder_is_renamed_is_told_with_its_new_name(
    project: Path, also: tuple[str, ...], now: str
) -> None:
    folder, games, shown = project / "card_data/owls", project / "card_data", desk(project)
    for other in also:
        copytree(folder, games / other)
    folder.rename(games / "barn")
    shown.redraw(None)
    (problem,) = shown.state["problems"]
    assert problem["place"] == "card_data/owls"
    assert problem["message"] == "the folder does not exist any more"
    want = f"name it back; or end this with Ctrl-C, and write pnp preview {now}"
    assert problem["hint"] == want
    (games / "barn").rename(folder)
    (folder / "game.yaml").rename(folder / "gone")
    shown.redraw(None)
    assert [each["place"] for each in shown.state["problems"]] == ["card_data/owls"]
    (folder / "gone").rename(folder / "game.yaml")
    shown.redraw(None)
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


def _rename(project: Path, shown: Desk, old: str, new: str) -> None:
    change(project, "card_data/owls/owl.csv", old, new)
    shown.redraw({project / "card_data/owls/owl.csv"})


def test_how_a_piece_looked_before_its_last_change_stays_on_offer(project: Path) -> None:
    shown = desk(project)
    assert pieces(shown)["owl/snow"]["before"] is None
    old = digests(shown)["owl/snow/face"]
    _rename(project, shown, "Snowy Owl", "Snow Owl")
    for other in ("Barn", "Bar", "Ba", "B"):
        _rename(project, shown, f",{other}", f",{other[:-1]}")
    assert pieces(shown)["owl/snow"]["before"]["full"]["face"] == old
    assert shown.svg(old)


def test_older_pictures_are_forgotten_after_a_while(project: Path) -> None:
    shown = desk(project)
    old = digests(shown)["owl/snow/face"]
    _rename(project, shown, "Snowy Owl", "Snow Owl")
    _rename(project, shown, "Snow Owl", "Ice Owl")
    assert shown.svg(old), "a slow tab may still ask for it"
    for _ in range(GENERATIONS):
        shown.redraw()
    assert shown.svg(old) is None


def test_faces_drawn_alike_in_two_sizes_are_two_pictures(project: Path) -> None:
    small = "  coin: {kind: token, size: 20 x 20 mm, bleed: 0 mm, face: chip.svg, rows: [{id: c}]}"
    change(project, "card_data/owls/game.yaml", "  chip:", f"{small}\n  chip:")
    shown = desk(project)
    boxes = [
        etree.fromstring((shown.svg(digests(shown)[name]) or "").encode()).get("viewBox")
        for name in ("coin/c/face", "chip/dot/face")
    ]
    assert boxes == ["0 0 20 20", "0 0 24 24"]


def test_a_saved_table_of_texts_changes_the_faces_that_say_them(project: Path) -> None:
    game, table = "card_data/owls/game.yaml", "card_data/owls/texts.csv"
    change(project, game, "players: 2-3", "players: 2-3\ntexts: texts.csv")
    write(project, {table: "en,de\nBarn Owl,Schleiereule\nSnowy Owl,Schneeeule\n"})
    options = Options(layout(), language="de")
    shown = Desk(project / "card_data/owls", Project(project), options)
    shown.redraw()
    assert pieces(shown)["owl/barn"]["text"] == "Schleiereule"
    before = digests(shown)
    change(project, table, "Schneeeule", "Schnee-Eule")
    shown.redraw([project / table])
    after = digests(shown)
    assert [side for side in after if after[side] != before[side]] == ["owl/snow/face"]


def test_a_saved_palette_changes_the_drawings_that_follow_it(project: Path) -> None:
    game, owl = "card_data/owls/game.yaml", "templates/owl.svg"
    change(project, game, "players: 2-3", 'players: 2-3\npalette: {sand: "#e9dcc3"}')
    change(project, owl, "pnp:sample", 'pnp:palette="sand #e9dcc3" pnp:sample')
    shown = desk(project)
    before = digests(shown)
    change(project, game, "#e9dcc3", "#00aa00")
    shown.redraw([project / game])
    after = digests(shown)
    assert {side for side in after if after[side] != before[side]} == {
        f"owl/{row}/face" for row in ("barn", "snow", "blind")
    }


def test_the_first_rows_are_shown_while_the_others_are_drawn(project: Path) -> None:
    rows = "".join(f"owl-{number},1,Owl {number},2\n" for number in range(40))
    (project / "card_data/owls/owl.csv").write_text(f"id,qty,name,eyes\n{rows}", "utf-8")
    shown, told = new_desk(project), list[tuple[bool, int] | str]()
    shown.tell = lambda: told.append((shown.busy, len(pieces(shown) if shown.state else ())))
    shown.wait = lambda: told.append("browsers have their pictures")
    shown.redraw()
    first = FIRST_SCREEN // (2 * 40 * 60) + 1
    assert told == [(True, 0), (True, first), "browsers have their pictures", (False, 41)]


def test_a_guide_stands_below_all_pieces_from_the_start(project: Path) -> None:
    rows = "".join(f"owl-{number},1,Owl {number},2\n" for number in range(40))
    (with_guide(project) / "card_data/owls/owl.csv").write_text(
        f"id,qty,name,eyes\n{rows}", "utf-8"
    )
    shown, told = new_desk(project), list[list[str]]()
    shown.tell = lambda: told.append([c["name"] for c in shown.state.get("components", ())])
    shown.redraw()
    assert told == [[], ["owl"], ["owl", "guide", "chip"]]


def test_pictures_of_the_first_screen_are_not_loaded_again_when_all_are_drawn(
    project: Path,
) -> None:
    rows = "".join(f"owl-{number},1,Owl {number},2\n" for number in range(40))
    (project / "card_data/owls/owl.csv").write_text(f"id,qty,name,eyes\n{rows}", "utf-8")
    shown, first = new_desk(project), dict[str, str]()
    shown.wait = lambda: first.update(digests(shown))
    shown.redraw()
    assert first and first.items() < digests(shown).items()
    assert len({*first.values()}) > 2
    assert all(shown.svg(picture) for picture in first.values())
    shown.redraw()
    assert first.items() < digests(shown).items()


def test_an_evening_of_saves_does_not_fill_the_memory(project: Path) -> None:
    change(project, "templates/owl.svg", "</svg>", f"<!--4-->{'<g/>' * 500}</svg>")
    shown, kept = desk(project), list[int]()
    gc.disable()  # as the program does
    try:
        for number in range(12):
            old, new = ("3", "4") if number % 2 else ("4", "3")
            change(project, "templates/owl.svg", f"<!--{old}-->", f"<!--{new}-->")
            shown.redraw([project / "templates/owl.svg"])
            shown.tidy()
            kept.append(len(gc.get_objects()))
    finally:
        gc.enable()
    assert kept[-1] - kept[5] < 500


def test_the_pieces_whose_template_is_saved_are_shown_while_others_with_it_are_drawn(
    project: Path,
) -> None:
    change(project, "templates/chip.svg", "</svg>", '<image href="back.svg" width="9"/></svg>')
    shown, told = desk(project), list[set[str] | str]()
    before = digests(shown)
    shown.tell = lambda: told.append(changed(before, digests(shown)))
    shown.wait = lambda: told.append("browsers have their pictures")
    change(project, "templates/back.svg", "#fff", "#ead")
    shown.redraw([project / "templates/back.svg"])
    backs = {f"owl/{row}/back" for row in ("barn", "snow", "blind")}
    assert told == [set(), backs, "browsers have their pictures", backs | {"chip/dot/face"}]


def test_a_font_that_is_deleted_is_told_and_the_last_pictures_can_be_asked_for(
    project: Path,
) -> None:
    font = project / "fonts/own/Slabs.ttf"
    font.parent.mkdir(parents=True)
    font.write_bytes(OWN_FONT.read_bytes())
    change(project, "templates/owl.svg", "Alegreya Sans", "Slabs")
    change(project, "templates/owl.svg", "{{ card.name }}", "A")
    shown = desk(project)
    before, data = digests(shown), font.read_bytes()
    font.unlink()
    shown.redraw({font})
    assert "Slabs" in shown.state["problems"][0]["message"]
    assert digests(shown) == before
    assert shown.svg(before["owl/barn/face"])
    font.write_bytes(data)
    shown.redraw({font})
    assert shown.state["problems"] == []


def test_a_disk_that_cannot_be_read_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = desk(project)
    before = digests(shown)

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error", "owl.csv")

    with monkeypatch.context() as patch:
        patch.setattr("pnp.preview.desk.load_game", broken)
        shown.redraw()
    assert shown.state["problems"][0]["message"] == "owl.csv cannot be read: Input/output error"
    assert digests(shown) == before
    shown.redraw()
    assert shown.state["problems"] == []


def test_a_loop_without_an_end_is_told_at_its_line(project: Path) -> None:
    shown = desk(project)
    change(project, "templates/owl.svg", "range(card.eyes)", "range(10 ** 9)")
    shown.redraw({project / "templates/owl.svg"})
    assert shown.state["problems"][0]["place"].startswith("templates/owl.svg:5")


def test_a_check_that_fails_is_told_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = desk(project)

    def broken(*_: object) -> None:
        raise RuntimeError("no check today")

    monkeypatch.setattr("pnp.preview.checks.inspection", broken)
    shown.check()
    first = shown.checks or {}
    assert "no check today" in first["findings"][0]["message"]
    shown.check()
    assert shown.checks is first


def test_low_ink_is_drawn_when_it_is_asked_for(project: Path) -> None:
    change(project, "templates/owl.svg", 'id="ground"', 'id="ground" pnp:ink="full"')
    shown = desk(project)
    assert "low" not in pieces(shown)["owl/barn"]["sides"]
    shown.also(Ink.LOW)
    full, low = digests(shown), digests(shown, "low")
    assert changed(full, low) == {f"owl/{r}/face" for r in ("barn", "snow", "blind")}


def test_what_is_checked_stays_when_low_ink_is_drawn(project: Path) -> None:
    shown = desk(project)
    shown.check()
    checks, version = shown.checks, shown.version
    shown.also(Ink.LOW)
    assert shown.checks is checks
    assert shown.state["version"] == version


def test_low_ink_that_cannot_be_drawn_is_told_and_drawn_when_it_can(project: Path) -> None:
    owl = "templates/owl.svg"
    change(project, owl, "<circle", '<use pnp:ink="low" pnp:href="#e{{ card.name }}"/><circle')
    shown = desk(project)
    assert shown.state["problems"] == []
    shown.also(Ink.LOW)
    assert shown.state["problems"]
    assert "low" not in pieces(shown)["owl/barn"]["sides"]
    change(project, owl, '<use pnp:ink="low" pnp:href="#e{{ card.name }}"/>', "")
    shown.redraw({project / owl})
    assert shown.state["problems"] == []
    assert "low" in pieces(shown)["owl/barn"]["sides"]


def test_facts_that_hold_by_choice_count_as_in_a_check(project: Path) -> None:
    book = "card_data/owls/rulebook.yaml"
    change(project, book, "tier: stated", "tier: choice\n    pick: text(count(owl)) + ' owls'")
    shown = desk(project)
    shown.check()
    assert (shown.checks or {})["held"] == 2


def test_very_many_problems_are_counted(project: Path) -> None:
    shown = desk(project)
    rows = "".join(f"owl-{number},1,Owl,many\n" for number in range(100))
    (project / "card_data/owls/owl.csv").write_text(f"id,qty,name,eyes\n{rows}", "utf-8")
    shown.redraw({project / "card_data/owls/owl.csv"})
    messages = [problem["message"] for problem in shown.state["problems"]]
    assert messages == ['"many" is not a whole number'] * 12 + ["and 88 more like these"]


def test_findings_and_facts_come_after_the_pictures(project: Path) -> None:
    change(project, "card_data/owls/owl.csv", "barn,3", "barn,4")
    change(project, "templates/chip.svg", 'r="6"', 'r="6" stroke="#000" stroke-width=".01"')
    shown = desk(project)
    assert shown.checks is None
    shown.check()
    told = shown.checks or {}
    assert {fact["id"] for fact in told["facts"]} == {"OW-1", "OW-2"}
    assert {fact["piece"] for fact in told["facts"]} == {"owl/barn"}
    (found,) = told["findings"]
    assert (found["rule"], found["piece"]) == ("hairline", "chip/dot")


def test_the_sheets_are_those_of_a_build(project: Path) -> None:
    shown = desk(project)
    sheets = shown.sheets(Ink.FULL)["sheets"]
    assert len(sheets) == 3  # the deck's two sides, and the chips
    assert all((sheet["width"], sheet["height"]) == (210, 297) for sheet in sheets)
    assert all(shown.svg(sheet["picture"]) for sheet in sheets)


def test_a_guide_is_drawn_with_the_sheets(project: Path) -> None:
    shown = desk(with_guide(project))
    (entry,) = (each for each in shown.state["components"] if each["guide"])
    assert (entry["name"], entry["pieces"]) == ("guide", [])
    told = shown.sheets(Ink.FULL)
    assert told["findings"] == []
    page = told["guides"]["guide"][0]
    assert (page["id"], page["width"]) == ("guide/guide", 100)
    assert shown.svg(page["sides"]["full"]["face"])


def test_a_piece_that_fits_on_no_paper_is_told_with_the_sheets(project: Path) -> None:
    wide = "  mat: {kind: token, size: 900 x 20 mm, bleed: 2 mm, face: mat.svg, rows: [{id: m}]}"
    mat = CHIP.replace("20mm", "900mm", 1).replace("0 0 20 20", "0 0 900 20")
    (project / "templates/mat.svg").write_text(mat, encoding="utf-8")
    change(project, "card_data/owls/game.yaml", "  chip:", f"{wide}\n  chip:")
    told = desk(project).sheets(Ink.FULL)
    assert told["sheets"] == []
    assert "mat" in told["findings"][0]["message"]


def test_a_value_that_all_rows_share_is_drawn_anew_when_its_type_changes(project: Path) -> None:
    change(project, "templates/owl.svg", "{{ card.name }}", "{{ play.hand == 1 }}")
    change(project, "card_data/owls/game.yaml", "hand: 3", "hand: '1'")
    shown = desk(project)
    before = digests(shown)["owl/barn/face"]
    change(project, "card_data/owls/game.yaml", "hand: '1'", "hand: 1")
    shown.redraw({project / "card_data/owls/game.yaml"})
    assert shown.state["problems"] == []
    assert digests(shown)["owl/barn/face"] != before


def test_the_terminal_says_what_is_wrong_and_when_it_is_mended(project: Path) -> None:
    said = list[str]()
    shown = new_desk(project)
    shown.tell = teller(shown, said.append)
    shown.redraw()
    rows = "card_data/owls/owl.csv"
    change(project, rows, "snow,2", "snow,two")
    shown.redraw({project / rows})
    shown.redraw({project / rows})
    assert said == [
        'card_data/owls/owl.csv:3, column "qty": "two" is not a number of copies',
        "  hint: write a whole number; 0 leaves the row out",
    ]
    change(project, rows, "snow,two", "snow,2")
    shown.redraw({project / rows})
    assert said[2:] == ["mended, and drawn again"]


def _link(link: Path, target: Path) -> None:
    """Make a link anew, as ``ln -sfn`` does."""
    if link.is_symlink():
        link.unlink()
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("this system makes no links")


def _linked_template(project: Path) -> tuple[Path, Path]:
    """Put the owl behind a link: ``owl.svg`` leads to ``g/real.svg``."""
    link, real = project / "templates/owl.svg", project / "templates/g/real.svg"
    real.parent.mkdir()
    link.rename(real)
    _link(link, Path("g/real.svg"))
    return link, real


def _linked_folder(project: Path) -> tuple[Path, Path]:
    """Put the owl behind a linked folder: ``g`` leads to ``shared``, with the template in it."""
    real = project / "templates/shared/owl.svg"
    real.parent.mkdir()
    (project / "templates/owl.svg").rename(real)
    _link(project / "templates/g", Path("shared"))
    change(project, "card_data/owls/game.yaml", "face: owl.svg", "face: g/owl.svg")
    return project / "templates/g", real


def _linked_picture(project: Path) -> tuple[Path, Path]:
    """Show a drawing behind a link on each owl."""
    shown = '<image href="moon.svg" width="9" height="9"/>\n</svg>\n'
    change(project, "templates/owl.svg", "</svg>\n", shown)
    link, real = project / "templates/moon.svg", project / "templates/g/moon.svg"
    real.parent.mkdir()
    real.write_text(MOON, encoding="utf-8")
    _link(link, Path("g/moon.svg"))
    return link, real


MOON = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    '<path d="M1 1h7v7z" fill="#e9dcc3"/></svg>'
)

OWLS = {f"owl/{row}/face" for row in ("barn", "snow", "blind")}


def _told(shown: Desk) -> list[dict[str, str]]:
    """All that is told of the drawings, those that cannot be used first."""
    shown.check()
    assert shown.checks is not None
    return [*shown.state["problems"], *shown.checks["findings"]]


LINKS = {"template": _linked_template, "folder": _linked_folder, "picture": _linked_picture}


@pytest.mark.parametrize("linked", LINKS)
def test_what_a_link_leads_to_is_drawn_when_it_is_saved(project: Path, linked: str) -> None:
    _, real = LINKS[linked](project)
    shown = desk(project)
    before, good = digests(shown), real.read_text("utf-8")
    real.write_text(good.replace("#e9dcc3", "#c22"), encoding="utf-8")
    shown.redraw({real})
    assert changed(before, digests(shown)) == OWLS
    real.write_text("<svg", encoding="utf-8")
    shown.redraw({real})
    assert any("is not XML" in each["message"] for each in _told(shown))
    real.write_text(good, encoding="utf-8")
    shown.redraw({real})
    assert shown.state["problems"] == []
    assert digests(shown) == before


@pytest.mark.parametrize("linked", LINKS)
def test_a_link_that_leads_elsewhere_is_followed(project: Path, linked: str) -> None:
    link, real = LINKS[linked](project)
    other = project / "templates/other"
    other.mkdir()
    copy = other / real.name
    copy.write_text(real.read_text("utf-8").replace("#e9dcc3", "#c22"), encoding="utf-8")
    shown = desk(project)
    before = digests(shown)
    _link(link, other if linked == "folder" else copy)
    shown.redraw({link})
    assert changed(before, digests(shown)) == OWLS


@pytest.mark.parametrize("linked", LINKS)
@pytest.mark.parametrize("target", [None, "../../secret"], ids=["gone", "outside"])
def test_a_link_that_is_of_no_use_any_more_is_told(
    project: Path, linked: str, target: str | None
) -> None:
    link, real = LINKS[linked](project)
    outside = project.parent / "secret"
    outside.mkdir(exist_ok=True)
    (outside / real.name).write_text(real.read_text("utf-8"), encoding="utf-8")
    shown = desk(project)
    before = digests(shown)
    link.unlink()
    if target is not None:
        _link(link, outside if linked == "folder" else outside / real.name)
    shown.redraw({link})
    wrong = "does not exist" if target is None else "leaves"
    assert any(wrong in each["message"] for each in _told(shown))
    link.unlink(missing_ok=True)
    _link(link, real.parent if linked == "folder" else real)
    shown.redraw({link})
    assert shown.state["problems"] == []
    assert digests(shown) == before


def test_a_picture_that_was_missing_is_shown_when_it_is_there(project: Path) -> None:
    shown_moon = '<image href="moon.svg" width="9" height="9"/>\n</svg>\n'
    change(project, "templates/owl.svg", "</svg>\n", shown_moon)
    shown = desk(project)
    before = digests(shown)
    moon = project / "templates/moon.svg"
    moon.write_text(MOON, encoding="utf-8")
    shown.redraw({moon})
    assert changed(before, digests(shown)) == OWLS


def test_a_link_to_itself_is_no_fault_of_the_live_view(project: Path) -> None:
    loop = project / "templates/loop"
    _link(loop, Path("loop"))
    shown = desk(project)
    shown.redraw({loop})
    assert shown.state["problems"] == []
    change(project, "templates/chip.svg", "#fff", "#eee")
    before = digests(shown)
    shown.redraw({loop, project / "templates/chip.svg"})
    assert changed(before, digests(shown)) == {"chip/dot/face"}
