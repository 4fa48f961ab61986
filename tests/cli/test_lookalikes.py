"""Pieces that only their cut or their bleed tells apart are judged and shown, each of them."""

from pathlib import Path

import pytest
from PIL import Image

from tests.destinations.zoo import filled
from tests.make import write
from tests.projects import pnp

CUTS = (
    '<path pnp:role="cut" d="M0 0H20V20H0Z" pnp:d="'
    "{{ 'M0 0H20V20H0Z' if card.id == 'square' else 'M10 0L20 20H0Z' }}\"/>"
)
WORD = '<text x="1.5" y="9" font-family="Alegreya Sans" font-size="4">LOST</text>'


def tokens(root: Path, rows: str) -> Path:
    game = (
        "title: Wood\nplayers: 2\ncomponents:\n  mark: {kind: token, size: 20 x 20 mm, safe: 0 mm,"
        f" cut: outline, face: mark.svg, rows: [{rows}]}}\n"
    )
    face = filled((20, 20), "#ccddee", WORD + CUTS)
    return write(root, {"card_data/wood/game.yaml": game, "templates/mark.svg": face})


@pytest.mark.parametrize(
    "rows", ["{id: square}, {id: peak}", "{id: peak}, {id: square}"], ids=["first", "last"]
)
def test_a_word_cut_off_of_one_of_them_is_told_whichever_comes_first(
    rows: str, tmp_path: Path
) -> None:
    told = pnp(tokens(tmp_path, rows), "check", "wood")
    assert told.exit_code == 1
    assert 'error [text-cut-off] mark/peak: "LOST" is cut off' in told.output
    assert "mark/square:" not in told.output


def test_a_picture_of_all_shows_each(tmp_path: Path) -> None:
    root = tokens(tmp_path, "{id: square}, {id: peak}")
    both = pnp(root, "show", "wood", "-o", "both.png")
    assert both.exit_code in (0, 1) and (root / "both.png").exists()
    one = pnp(root, "show", "wood/mark/square", "-o", "one.png")
    assert one.exit_code == 0, one.output
    with Image.open(root / "both.png") as two, Image.open(root / "one.png") as single:
        assert two.width > 1.5 * single.width


def test_each_bleed_has_a_drawing_of_its_own(tmp_path: Path) -> None:
    part = "{kind: token, size: 20 x 20 mm, bleed: %d mm, face: mark.svg, rows: [{id: a}]}"
    game = f"title: Wood\nplayers: 2\ncomponents:\n  near: {part % 1}\n  far: {part % 3}\n"
    face = filled((20, 20), "#ccddee")
    root = write(tmp_path, {"card_data/wood/game.yaml": game, "templates/mark.svg": face})
    made = pnp(root, "build", "wood")
    assert made.exit_code == 0, made.output
    faces = sorted((root / "output/wood/svg/faces").iterdir())
    assert [file.name for file in faces] == ["far-a-face.svg", "near-a-face.svg"]
    assert ['width="26mm"' in file.read_text("utf-8") for file in faces] == [True, False]
