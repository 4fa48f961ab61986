"""The page in a real browser: what a designer sees after a save, and what the keys do."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from pnp.preview.server import Preview
from tests.preview.desks import desk
from tests.projects import change, owls

pytestmark = pytest.mark.needs("chromium")

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


def test_the_edges_and_the_views(page: Page) -> None:
    seen(page, "owl/barn")
    trim = page.locator('figure[data-id="owl/barn"] path.trim').first
    expect(trim).to_be_hidden()
    page.keyboard.press("o")
    expect(trim).to_be_visible()
    page.keyboard.press("v")
    expect(picture(page, "owl/barn")).to_have_css("filter", 'url("#grey")')


def test_a_search_by_text(page: Page) -> None:
    seen(page, "owl/barn")
    page.keyboard.press("/")
    page.keyboard.type("snowy")
    expect(page.locator("figure:visible")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("figure:visible")).to_have_count(4)


def test_a_finding_leads_to_its_face(page: Page, project: Path) -> None:
    seen(page, "owl/barn")
    change(project, "templates/chip.svg", 'r="6"', 'r="6" stroke="#000" stroke-width=".01"')
    badge = page.locator('figure[data-id="chip/dot"] .badge')
    expect(badge).to_have_text("1")
    badge.click()
    page.locator(".found", has_text="hairline").click()
    expect(page.locator('figure[data-id="chip/dot"]')).to_have_class(re.compile(r"\bcurrent\b"))


def test_the_sheets_with_their_marks(page: Page) -> None:
    seen(page, "owl/barn")
    page.keyboard.press("s")
    expect(page.locator("#grid figure")).to_have_count(3)
    expect(page.locator("#grid img").first).to_have_attribute("src", re.compile("picture/"))
    page.keyboard.press("s")
    assert seen(page, "owl/barn")


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
            tab.locator('figure[data-id="owl/owl-499"]').scroll_into_view_if_needed()
            assert seen(tab, "owl/owl-499")
