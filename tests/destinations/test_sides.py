"""What an export shows of a piece: each side in its own shape, as it is turned over."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image

from tests.destinations.test_exports import colour, opened
from tests.destinations.zoo import filled
from tests.make import write
from tests.projects import pnp

POINTS = {"west": "M16 0V16L0 8Z", "east": "M0 0V16L16 8Z"}
"""Triangles with their tip at the left, and at the right."""

TIP, BASE = (0.2, 0.2), (0.8, 0.2)
"""Spots of a triangle that points to the left: off it, and on it."""


def pointing(way: str, fill: str) -> str:
    return filled((16, 16), fill, f'<path d="{POINTS[way]}" fill="none" pnp:role="cut"/>')


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two arrows that only their cut tells apart; one with a back; a page with a back."""
    token = "kind: token, size: 16 x 16 mm, cut: outline"
    game = (
        "title: Wood\nplayers: 2\ncomponents:\n"
        f"  west: {{{token}, face: west.svg}}\n"
        f"  east: {{{token}, face: east.svg}}\n"
        f"  both: {{{token}, face: both.svg, back: both-back.svg}}\n"
        "  page: {kind: sheet, size: 40 x 60 mm, face: page.svg, back: page-back.svg}\n"
    ).replace(", face: ", ", rows: [{id: one}], face: ")
    templates = {
        "west": pointing("west", "#00aaaa"),
        "east": pointing("east", "#00aaaa"),
        "both": pointing("west", "#0000aa"),
        "both-back": pointing("east", "#aa0000"),
        "page": filled((40, 60), "#00aa00"),
        "page-back": filled((40, 60), "#aaaa00"),
    }
    files = {f"templates/{name}.svg": text for name, text in templates.items()}
    return write(tmp_path_factory.mktemp("wood"), {"card_data/wood/game.yaml": game, **files})


def exported(root: Path, target: str) -> str:
    result = pnp(root, "export", target)
    assert result.exit_code == 0, result.output
    return result.stdout


def shape(picture: Image.Image) -> str:
    """Which way the triangle on a picture points."""
    seen = colour(picture, TIP) != "none", colour(picture, BASE) != "none"
    return {(False, True): "west", (True, False): "east"}[seen]


def test_pieces_that_only_their_cut_tells_apart_have_pictures_of_their_own(sent: Path) -> None:
    exported(sent, "vtt")
    with ZipFile(sent / "output/wood-vtt/wood.vtt") as packed:
        decks = json.loads(packed.read("0.json"))
        for way in ("west", "east"):
            front = decks[f"{way}~deck"]["cardTypes"][f"{way}/one"]["front"]
            assert shape(opened(packed.read(front.removeprefix("/")))) == way


def test_the_back_of_a_piece_is_cut_as_its_face_seen_from_behind(sent: Path) -> None:
    exported(sent, "tts")
    folder = sent / "output/wood-tts"
    (back,) = folder.glob("both-one-back-*.png")
    (face,) = {*folder.glob("both-one-*.png")} - {back}
    assert (shape(Image.open(face)), shape(Image.open(back))) == ("west", "east")


@pytest.mark.parametrize("target", ["vtt", "pcio"])
def test_a_page_lies_face_up_in_a_browser_and_the_user_is_told(sent: Path, target: str) -> None:
    told = exported(sent, target)
    assert "page: its back is left out, boards and pages lie face up" in told
    assert "left out: 1 × page" not in told
    with ZipFile(sent / f"output/wood-{target}/wood.{target}") as packed:
        pictures = [name for name in packed.namelist() if not name.endswith(".json")]
        shown = {colour(opened(packed.read(name))) for name in pictures}
    assert "#00aa00" in shown and "#aaaa00" not in shown
