"""Limits are raised and lowered by whoever runs pnp, never by the data."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL.Image import new

from pnp.base.ceilings import CEILINGS
from pnp.base.diagnostics import PnpError
from pnp.scene.image import load_image
from tests.guides import read
from tests.projects import change, owls, pnp


def test_the_readme_lists_every_limit() -> None:
    for each in CEILINGS.values():
        assert f"| `{each.name}` | {each.what} | {each.default:,} |\n" in read("README.md")


def told(folder: Path, limits: str, monkeypatch: pytest.MonkeyPatch, *command: str) -> str:
    """What a command says under a limit that is too low, and that it is fine without it."""
    monkeypatch.setenv("PNP_LIMITS", limits)
    refused = pnp(folder, *command)
    assert refused.exit_code == 2, refused.output
    monkeypatch.delenv("PNP_LIMITS")
    assert pnp(folder, *command).exit_code in (0, 1)
    return refused.output


COUNT = ("count", "card_data/owls")

CASES = {
    "rows": ("rows=2", COUNT, "more than 2 rows"),
    "columns": ("columns=3", COUNT, "more than 3 columns"),
    "lines": ("rows=1", COUNT, "more than 1 rows"),
    "copies": ("copies=2", COUNT, '"3" is too many copies'),
    "pieces": ("rows=10,pieces=3", COUNT, "has 6 pieces"),
    "file": ("file-bytes=100", COUNT, "is larger than"),
    "sheets": ("sheets=1", ("build", "card_data/owls"), "sheets"),
    "pixels": ("png-pixels=9999", ("build", "card_data/owls", "--format", "png"), "million pixels"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_limit_that_is_set_holds_and_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits, command, message = CASES[name]
    said = told(owls(tmp_path), limits, monkeypatch, *command)
    assert message in said
    assert f"; PNP_LIMITS={limits.split(',')[-1].partition('=')[0]}=NUMBER allows more" in said


def test_more_copies_than_usual_are_printed_by_who_wants_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = owls(tmp_path)
    change(folder, "card_data/owls/owl.csv", "barn,3", "barn,1200")
    assert pnp(folder, *COUNT).exit_code == 2
    monkeypatch.setenv("PNP_LIMITS", "copies=1200")
    assert "1203" in pnp(folder, *COUNT).output.replace(",", "")


def test_the_pixels_of_images_can_be_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_LIMITS", "image-pixels=1000")
    picture = BytesIO()
    new("L", (40, 30)).save(picture, "PNG")
    with pytest.raises(PnpError, match=r"more than 0\.001 million pixels"):
        load_image(picture.getvalue())


WRONG = {
    "row=7": 'there is no limit "row"\n  hint: did you mean "rows"?',
    "x=7": 'there is no limit "x"\n  hint: there are file-bytes, rows,',
    "rows": 'has "rows"\n  hint: write names and whole numbers, as PNP_LIMITS="rows=50000',
    "rows=0": 'has "rows=0"',
    "rows=1e9": 'has "rows=1e9"',
    "rows=٣": 'has "rows=',
    "rows=9 sheets=\x1b[2J": "\\u001b",
}


@pytest.mark.parametrize("limits", WRONG)
def test_limits_that_cannot_be_read_are_told_first(
    limits: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_LIMITS", limits)
    said = pnp(tmp_path, "games")
    assert said.exit_code == 2
    assert "the environment variable PNP_LIMITS" in said.output
    assert WRONG[limits] in said.output
