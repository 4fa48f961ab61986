"""``pnp show``: one card as a picture, several as a contact sheet, and no kit touched."""

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from lxml import etree
from PIL import Image

from pnp.base.color import Color
from pnp.base.vision import VISIONS
from pnp.scene.image import seen
from tests.projects import change, owls, pnp


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return owls(tmp_path)


def shown(project: Path, *words: str, name: str = "owl.png") -> Path:
    result = pnp(project, "show", *words, "-o", name)
    assert result.exit_code == 0, result.output
    return project / name


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def colours(path: Path) -> set[tuple[int, ...]]:
    with Image.open(path) as picture:
        found = picture.convert("RGB").getcolors(1 << 24) or []
    return {colour for _, colour in found}


def test_a_card_is_a_picture_of_its_trim(project: Path) -> None:
    assert size(shown(project, "owl/barn")) == (472, 709)  # 40 x 60 mm at 300 dpi
    assert size(shown(project, "owl/barn", "--dpi", "100")) == (157, 236)
    assert not (project / "output").exists()


def test_the_art_past_the_cut_is_shown_with_bleed(project: Path) -> None:
    assert size(shown(project, "owl/barn", "--bleed", "--dpi", "127")) == (230, 330)


def test_a_card_with_round_corners_is_shown_as_it_is_cut(project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "size: 40 x 60", "corner: 6 mm\n    size: 40 x 60")
    white = (255, 255, 255)
    with Image.open(shown(project, "owl/barn", "--both")) as picture:
        cards = picture.convert("RGB")
    assert {cards.getpixel((x, y)) for x in (4, 467, 524, 987) for y in (4, 704)} == {white}
    assert white not in {cards.getpixel((x, y)) for x in (4, 236, 524, 756) for y in (100, 600)}
    with Image.open(shown(project, "owl/barn", "--bleed")) as picture:
        assert picture.convert("RGB").getpixel((4, 4)) != white


def test_of_several_cards_the_backs_alone_are_shown_each_once(project: Path) -> None:
    ground, back = (0xE9, 0xDC, 0xC3), (0x22, 0x66, 0x44)
    assert {ground, back} <= colours(shown(project, "owl"))
    backs = colours(shown(project, "owl", "--back"))
    assert (back in backs, ground in backs) == (True, False)
    drawn = shown(project, "owl", "--back", name="backs.svg").read_text("utf-8")
    assert drawn.count('"#264"') + drawn.count('"#226644"') == 1


def test_several_cards_without_a_back_are_told(project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "{id: dot, qty: 4}", "{id: dot}, {id: dash}")
    result = pnp(project, "show", "chip", "--back", "-o", "chips.png")
    assert (result.exit_code, (project / "chips.png").exists()) == (2, False)
    assert "no card of these has a back\n  hint: leave out --back" in result.output


def test_the_back_alone_or_beside_the_face(project: Path) -> None:
    face = shown(project, "owl/barn", name="face.png")
    back = shown(project, "owl/barn", "--back", name="back.png")
    both = shown(project, "owl/barn", "--both", name="both.png")
    assert face.read_bytes() != back.read_bytes()
    assert size(both) == (992, 709)  # 40 + 4 + 40 mm


def test_a_picture_in_other_formats(project: Path) -> None:
    svg = etree.fromstring(shown(project, "owl/barn", name="owl.svg").read_bytes())
    assert (svg.get("width"), svg.get("height")) == ("40mm", "60mm")
    with pikepdf.open(shown(project, "owl/barn", name="owl.pdf")) as pdf:
        assert len(pdf.pages) == 1
        assert float(pdf.pages[0].mediabox[2]) == pytest.approx(40 / 25.4 * 72, abs=0.01)


def test_the_row_is_drawn_that_was_asked_for(project: Path) -> None:
    pictures = {shown(project, f"owl/{row}").read_bytes() for row in ("barn", "snow", "blind")}
    assert len(pictures) == 3


def test_several_cards_are_a_contact_sheet(project: Path) -> None:
    result = pnp(project, "show", "owl/b*", "-o", "some.png")
    assert result.output.startswith("owl/barn, owl/blind: some.png")
    every = pnp(project, "show", "owl", "-o", "all.png")
    assert every.output.startswith("owl/barn, owl/snow, owl/blind: all.png")
    assert pnp(project, "show", "owls", "-o", "game.png").output.count("chip/dot") == 1
    two = pnp(project, "show", "owl/snow", "chip", "-o", "two.png")
    assert two.output.startswith("owl/snow, chip/dot: two.png")


def test_a_project_may_call_a_component_like_a_bundled_game(project: Path) -> None:
    change(project, "card_data/owls/game.yaml", "  chip:", "  halloween:")
    own = pnp(project, "show", "halloween/dot", "-o", "own.png")
    assert own.output.startswith("halloween/dot: own.png")
    other = pnp(project, "show", "halloween/turn/nothing", "-o", "x.png")
    assert 'halloween has no card "turn/nothing"' in other.output


def test_a_view_in_grey_has_greys_only(project: Path) -> None:
    change(project, "templates/owl.svg", 'fill="#e9dcc3"', 'fill="#c03020"')
    assert any(len(set(colour)) > 1 for colour in colours(shown(project, "owl/barn")))
    assert all(len(set(c)) == 1 for c in colours(shown(project, "owl/barn", "--view", "grey")))


@pytest.mark.parametrize("view", ["protanopia", "deuteranopia", "tritanopia", "grey"])
@pytest.mark.parametrize("colour", [(200, 30, 40), (20, 120, 60), (8, 8, 12), (250, 240, 30)])
def test_a_view_is_that_of_the_print_rules(view: str, colour: tuple[int, int, int]) -> None:
    name = "in grey" if view == "grey" else f"with {view}"
    pixel = seen(Image.new("RGB", (1, 1), colour), view).getpixel((0, 0))
    assert pixel == pytest.approx(VISIONS[name](Color(*colour)), abs=2)


def test_low_ink_is_drawn(project: Path) -> None:
    change(project, "templates/owl.svg", 'id="ground"', 'id="ground" pnp:ink="full"')
    full, low = (
        shown(project, "owl/barn", name="a.png"),
        shown(project, "owl/barn", "--ink", "low", name="b.png"),
    )
    assert full.read_bytes() != low.read_bytes()


def test_a_picture_for_a_pipe(project: Path) -> None:
    result = pnp(project, "show", "owl/barn", "-o", "-")
    with Image.open(BytesIO(result.stdout_bytes)) as picture:
        assert picture.format == "PNG"


def test_what_is_found_on_the_card_is_told(project: Path) -> None:
    change(project, "templates/owl.svg", 'font-size="5"', 'font-size="1"')
    change(project, "templates/owl.svg", 'pnp:min-size="3"', 'pnp:min-size="1"')
    result = pnp(project, "show", "owl/barn", "-o", "owl.png")
    assert "[small-type]" in result.output
    assert (project / "owl.png").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("owl/brn -o x.png", 'did you mean "owl/barn"'),
        ("owll -o x.png", 'did you mean "owl"'),
        ("owl/barn -o templates/owl.svg", "templates/owl.svg is among the sources"),
        ("owl/barn -o x.gif", "ends in .png, .svg, .pdf"),
        ("owl/barn", "-o card.png"),
        ("chip/dot --back -o x.png", "chip/dot has no back"),
        ("a/b/c/d -o x.png", "GAME/COMPONENT/CARD"),
        ("owl/barn/ -o x.png", "error: owl/barn/ has an empty part\n  hint: write owl/barn\n"),
        ("owl//barn -o x.png", "error: owl//barn has an empty part\n  hint: write owl/barn\n"),
        ("owls/owl/ -o x.png", "error: owls/owl/ has an empty part\n  hint: write owls/owl\n"),
        ("owl/ -o x.png", "error: owl/ has an empty part\n  hint: write owl\n"),
        ("// -o x.png", "error: // has empty parts only\n  hint: write GAME/COMPONENT/CARD"),
        ("barn -o x.png", 'did you mean "owl/barn"?'),
        ("owl/barn halloween/track -o x.png", "draw a picture for each game"),
        ("owl/barn -o none/x.png", "none"),
        ("owl/barn -o loop/x.png", "there is no folder loop"),
    ],
)
def test_what_cannot_be_shown_is_told(project: Path, words: str, told: str) -> None:
    (project / "loop").symlink_to("loop")
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    result = pnp(project, "show", *words.split())
    assert result.exit_code == 2
    assert told in result.output
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == before


def test_a_template_that_cannot_be_drawn_leaves_the_last_picture(project: Path) -> None:
    picture = shown(project, "owl/barn").read_bytes()
    change(project, "templates/owl.svg", "card.name", "card.nmae")
    result = pnp(project, "show", "owl/barn", "-o", "owl.png")
    assert result.exit_code == 2
    assert "templates/owl.svg" in result.output
    assert (project / "owl.png").read_bytes() == picture
    assert not list(project.glob(".pnp*"))
