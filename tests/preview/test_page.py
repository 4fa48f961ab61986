"""The page in a real browser: what a designer sees after a save, and what the keys do."""

import re
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from pnp.preview.server import Preview
from tests.preview.desks import desk, new_desk, with_guide
from tests.projects import change, owls

pytestmark = pytest.mark.needs("chromium")

PASTED = "".join(f"owl-{number},Owl {number},2\n" for number in range(10_000))

PATIENCE = 30_000
"""Milliseconds after which a test has failed; a redraw takes a fraction of one second."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    flags = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        yield chromium
        chromium.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


@pytest.fixture
def preview(project: Path) -> Iterator[Preview]:
    made = Preview(desk(project))
    with made.running():
        yield made


@pytest.fixture
def page(browser: Browser, preview: Preview) -> Iterator[Page]:
    yield from opened(browser, preview)


def opened(browser: Browser, preview: Preview) -> Iterator[Page]:
    """A tab with the page; a fault of its script fails the test."""
    tab, faults = browser.new_page(viewport={"width": 900, "height": 700}), list[str]()
    tab.on("pageerror", lambda fault: faults.append(str(fault)))
    tab.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    tab.goto(preview.address)
    yield tab
    tab.close()
    assert faults == []


def picture(page: Page, id_: str, side: str = "face") -> Locator:
    return page.locator(f'figure[data-id="{id_}"] img[data-side="{side}"]')


def seen(page: Page, id_: str, side: str = "face") -> str:
    """Wait for a picture, and return its address."""
    found = picture(page, id_, side)
    expect(found).to_have_attribute("src", re.compile("picture/"))
    expect(found).to_have_js_property("complete", True)
    return found.get_attribute("src") or ""


def scroll_to(page: Page, selector: str) -> None:
    """Scroll in one step: the page puts a new element there as soon as a guide is drawn."""
    page.evaluate("where => document.querySelector(where).scrollIntoView()", selector)


def test_every_piece_is_shown_front_beside_back(page: Page) -> None:
    assert all(
        seen(page, f"owl/{row}", side) for row in ("barn", "snow") for side in ("face", "back")
    )
    expect(page.locator("h1")).to_have_text("Owls")
    expect(page.locator("#counts")).to_have_text("4 different, 10 to print")
    expect(page.locator("#findings")).to_have_text("2 facts hold")


def test_a_saved_cell_swaps_its_picture_alone(page: Page, project: Path) -> None:
    snow, barn = seen(page, "owl/snow"), seen(page, "owl/barn")
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    expect(picture(page, "owl/snow")).not_to_have_attribute("src", snow)
    assert seen(page, "owl/barn") == barn


def test_a_saved_template_swaps_every_picture_of_it(page: Page, project: Path) -> None:
    before = {row: seen(page, f"owl/{row}") for row in ("barn", "snow", "blind")}
    change(project, "templates/owl.svg", 'fill="#e9dcc3"', 'fill="#ccddee"')
    for row, old in before.items():
        expect(picture(page, f"owl/{row}")).not_to_have_attribute("src", old)


def test_a_mistake_is_a_banner_until_it_is_mended(page: Page, project: Path) -> None:
    old = seen(page, "owl/barn")
    change(project, "templates/owl.svg", "card.name", "card.nmae")
    expect(page.locator("#banner")).to_contain_text("templates/owl.svg:8")
    assert seen(page, "owl/barn") == old
    change(project, "templates/owl.svg", "card.nmae", "card.name")
    expect(page.locator("#banner")).to_be_hidden()


BANNERS = {
    "half a table": ("card_data/owls/owl.csv", 'id,qty,name,eyes\nbarn,3,"Barn', "owl.csv"),
    "half a drawing": ("templates/owl.svg", "<svg xmlns='http://www.w3.org/2000/svg'", "owl.svg"),
    "a loop without an end": (
        "templates/owl.svg",
        None,
        'owl.svg:5: "range(10 ** 9)" is not allowed',
    ),
    "10,000 rows twice": ("card_data/owls/owl.csv", f"id,name,eyes\n{PASTED}{PASTED}", "owl.csv"),
}


@pytest.mark.parametrize("fault", BANNERS)
def test_bad_input_is_a_banner_over_the_last_pictures(
    page: Page, project: Path, fault: str
) -> None:
    name, text, told = BANNERS[fault]
    path, old = project / name, seen(page, "owl/barn")
    good = path.read_text("utf-8")
    path.write_text(good.replace("card.eyes", "10 ** 9") if text is None else text, "utf-8")
    expect(page.locator("#banner")).to_contain_text(told)
    expect(page.locator("#banner")).to_contain_text("the last good ones")
    expect(page.locator("#state")).to_have_text("cannot be drawn")
    assert seen(page, "owl/barn") == old
    path.write_text(good, "utf-8")
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator("#state")).to_have_text("up to date")


def test_a_spreadsheet_that_locks_and_replaces_its_table(page: Page, project: Path) -> None:
    old, table = seen(page, "owl/snow"), project / "card_data/owls/owl.csv"
    lock = table.with_name(".~lock.owl.csv#")
    lock.write_text("somebody", "utf-8")
    fresh = table.with_name("lu123.tmp")
    fresh.write_text(table.read_text("utf-8").replace("Snowy Owl", "Snow Owl"), "utf-8")
    fresh.replace(table)
    lock.unlink()
    expect(picture(page, "owl/snow")).not_to_have_attribute("src", old)
    expect(page.locator("#banner")).to_be_hidden()


def test_a_game_that_cannot_be_drawn_at_first_says_why(browser: Browser, project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "title: Owls", "titel: Owls")
    made = Preview(new_desk(project))
    with made.running():
        for tab in opened(browser, made):
            expect(tab.locator("#banner")).to_contain_text("titel")
            expect(tab.locator("#grid")).to_contain_text("Nothing can be drawn yet")
            change(project, "card_data/owls/game.yaml", "titel: Owls", "title: Owls")
            assert seen(tab, "owl/barn")


def test_the_end_of_the_program_is_told(browser: Browser, project: Path) -> None:
    made, tab = Preview(desk(project)), browser.new_page()
    with made.running():
        tab.goto(made.address)
        seen(tab, "owl/barn")
        expect(tab.locator("#gone")).to_be_hidden()
    expect(tab.locator("#gone")).to_contain_text("Start it again")
    assert seen(tab, "owl/barn"), "the last pictures stay"
    tab.close()


def test_a_place_leads_to_the_editor(browser: Browser, project: Path) -> None:
    made = Preview(desk(project), editor="vscode://file{file}:{line}")
    with made.running():
        for tab in opened(browser, made):
            seen(tab, "owl/barn")
            change(project, "templates/owl.svg", "card.name", "card.nmae")
            address = f"vscode://file{project}/templates/owl.svg:8"
            expect(tab.locator("#banner a")).to_have_attribute("href", address)


def test_two_tabs_show_the_same(
    page: Page, browser: Browser, preview: Preview, project: Path
) -> None:
    for other in opened(browser, preview):
        old = seen(other, "owl/snow")
        assert seen(page, "owl/snow") == old
        change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
        for tab in (page, other):
            expect(picture(tab, "owl/snow")).not_to_have_attribute("src", old)


def test_a_piece_in_large_with_the_keys(page: Page) -> None:
    seen(page, "owl/barn")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#name")).to_have_text("owl/barn × 3")
    expect(page.locator("#where")).to_contain_text("card_data/owls/owl.csv:2, face")
    page.keyboard.press("f")
    expect(page.locator("#where")).to_contain_text("back")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#name")).to_have_text("owl/snow × 2")
    page.keyboard.press("Escape")
    expect(page.locator("#large")).to_be_hidden()


def test_before_and_after_the_last_change(page: Page, project: Path) -> None:
    old = seen(page, "owl/snow")
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    expect(picture(page, "owl/snow")).not_to_have_attribute("src", old)
    picture(page, "owl/snow").click()
    page.keyboard.press("b")
    expect(page.locator("#stage img")).to_have_attribute("src", old)


def test_a_save_is_seen_in_the_large_view(page: Page, project: Path) -> None:
    old = seen(page, "owl/snow")
    picture(page, "owl/snow").click()
    expect(page.locator("#stage img")).to_have_attribute("src", old)
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    expect(page.locator("#stage img")).not_to_have_attribute("src", old)
    page.locator("#next").click()
    expect(page.locator("#name")).to_have_text("owl/blind")


def test_before_outlives_other_saves_and_a_reload(page: Page, project: Path) -> None:
    old = seen(page, "owl/snow")
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    expect(picture(page, "owl/snow")).not_to_have_attribute("src", old)
    for name in ("Barn Ow", "Barn O", "Barn", "Bar"):
        barn = seen(page, "owl/barn")
        text = (project / "card_data/owls/owl.csv").read_text("utf-8")
        text = re.sub("barn,3,[^,]*", f"barn,3,{name}", text)
        (project / "card_data/owls/owl.csv").write_text(text, "utf-8")
        expect(picture(page, "owl/barn")).not_to_have_attribute("src", barn)
    page.reload()
    seen(page, "owl/snow")
    picture(page, "owl/snow").click()
    page.locator("#before").click()
    expect(page.locator("#stage img")).to_have_attribute("src", old)


def test_true_size_is_measured_once(page: Page) -> None:
    seen(page, "owl/barn")
    picture(page, "owl/barn").click()
    page.keyboard.press("1")
    page.locator("#scale").fill("5")
    page.locator("#measured").click()
    expect(page.locator("#stage .face")).to_have_css("width", "200px")  # 40 mm, 5 pixels each
    page.keyboard.press("1")
    expect(page.locator("#stage .face")).not_to_have_css("width", "200px")
    page.reload()
    seen(page, "owl/barn")
    picture(page, "owl/barn").click()
    page.keyboard.press("1")
    expect(page.locator("#stage .face")).to_have_css("width", "200px")
    page.locator("#adjust").click()
    expect(page.locator("#ruler")).to_be_visible()


def test_a_large_piece_is_as_large_as_the_page(page: Page, project: Path) -> None:
    seen(page, "owl/barn")
    text = (project / "templates/chip.svg").read_text("utf-8")
    wide = text.replace("20mm", "900mm", 1).replace("0 0 20 20", "0 0 900 20")
    (project / "templates/chip.svg").write_text(wide, "utf-8")
    change(project, "card_data/owls/game.yaml", "20 x 20 mm", "900 x 20 mm")
    expect(page.locator('figure[data-id="chip/dot"] .face')).to_have_css(
        "width", re.compile(r"^8\d\d(\.\d+)?px$")
    )


def test_the_list_of_keys_names_every_key(page: Page) -> None:
    seen(page, "owl/barn")
    page.keyboard.press("?")
    listed = {key.strip() for key in page.locator("#keys kbd").all_text_contents()}
    script = (files("pnp.preview") / "page/page.js").read_text("utf-8")
    table = script.partition("const KEYS = {")[2].partition("\n};")[0]
    keys = re.findall(r'^  "?([^\s":]+)"?:', table, re.MULTILINE)
    arrows = {"ArrowLeft": "←", "ArrowRight": "→", "Escape": "Esc"}
    assert listed == {arrows.get(key, key) for key in keys}


def test_the_edges_and_the_views(page: Page) -> None:
    seen(page, "owl/barn")
    trim = page.locator('figure[data-id="owl/barn"] path.trim').first
    expect(trim).to_be_hidden()
    page.keyboard.press("o")
    expect(trim).to_be_visible()
    expect(page.locator('figure[data-id="owl/barn"] path.bleed').first).to_be_visible()
    expect(page.locator("#legend")).to_contain_text("safe area")
    page.keyboard.press("v")
    expect(picture(page, "owl/barn")).to_have_css("filter", 'url("#grey")')
    page.locator('figure[data-id="owl/barn"] img').first.click()
    on_stage = page.locator("#stage path.safe")
    expect(on_stage).to_be_visible()
    page.locator("#edges").click()
    expect(on_stage).to_be_hidden()


def test_a_search_by_text(page: Page) -> None:
    seen(page, "owl/barn")
    page.keyboard.press("/")
    page.keyboard.type("snowy")
    expect(page.locator("figure:visible")).to_have_count(1)
    expect(page.locator("#counts")).to_have_text("1 of 4 shown")
    page.keyboard.type(" eagle")
    expect(page.locator("#grid")).to_contain_text("Nothing fits the search")
    page.keyboard.press("Escape")
    expect(page.locator("figure:visible")).to_have_count(4)
    page.locator("#filter").select_option("chip")
    expect(page.locator("figure:visible")).to_have_count(1)


def test_a_finding_leads_to_its_face(page: Page, project: Path) -> None:
    seen(page, "owl/barn")
    change(project, "templates/chip.svg", 'r="6"', 'r="6" stroke="#000" stroke-width=".01"')
    badge = page.locator('figure[data-id="chip/dot"] .badge')
    expect(badge).to_have_text("1")
    badge.click()
    page.locator("#filter").select_option("owl")
    page.locator(".found", has_text="hairline").click()
    expect(page.locator('figure[data-id="chip/dot"]')).to_be_in_viewport()
    expect(page.locator('figure[data-id="chip/dot"]')).to_have_class(re.compile(r"\bcurrent\b"))


def test_the_sheets_with_their_marks(page: Page) -> None:
    seen(page, "owl/barn")
    page.keyboard.press("s")
    expect(page.locator("#grid figure")).to_have_count(3)
    expect(page.locator("#grid img").first).to_have_attribute("src", re.compile("picture/"))
    page.locator("#grid img").first.click()
    expect(page.locator("#name")).to_contain_text("Owls")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    assert seen(page, "owl/barn")


def test_a_save_is_seen_on_the_sheets(page: Page, project: Path) -> None:
    seen(page, "owl/barn")
    page.keyboard.press("s")
    old = seen(page, "sheet/1")
    change(project, "card_data/owls/owl.csv", "Snowy Owl", "Snow Owl")
    expect(picture(page, "sheet/1")).not_to_have_attribute("src", old)


def test_a_guide_is_drawn_when_somebody_looks_at_it(browser: Browser, project: Path) -> None:
    made = Preview(desk(with_guide(project)))
    with made.running():
        for tab in opened(browser, made):
            assert seen(tab, "owl/barn")
            scroll_to(tab, 'section[data-component="guide"]')
            old = seen(tab, "guide/guide")
            change(project, "templates/guide.svg", "plan.paper", "plan.backs")
            expect(picture(tab, "guide/guide")).not_to_have_attribute("src", old)


def test_low_ink_is_drawn_on_request(page: Page, project: Path) -> None:
    change(project, "templates/owl.svg", 'id="ground"', 'id="ground" pnp:ink="full"')
    full = seen(page, "owl/barn")
    page.keyboard.press("i")
    expect(picture(page, "owl/barn")).not_to_have_attribute("src", full)


def test_of_500_faces_only_those_near_are_loaded(browser: Browser, project: Path) -> None:
    rows = "".join(f"owl-{number},1,Owl {number},2\n" for number in range(500))
    (project / "card_data/owls/owl.csv").write_text(f"id,qty,name,eyes\n{rows}", "utf-8")
    made = Preview(desk(project))
    with made.running():
        for tab in opened(browser, made):
            seen(tab, "owl/owl-0")
            assert tab.locator("figure").count() == 501
            assert tab.locator("img[src]").count() < 200
            scroll_to(tab, 'figure[data-id="owl/owl-499"]')
            assert seen(tab, "owl/owl-499")
