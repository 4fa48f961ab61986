"""Outlines that are cut through two drawings at once, and rows that draw none."""

from pathlib import Path

import pytest

from tests.projects import pnp, write

SLANTED = "M0 0H30V10L10 30H0Z"
MIRRORED = "M20 30L0 10V0H30V30Z"


def drawn(line: str, width: int = 30, height: int = 30, more: str = "") -> str:
    """Return a template with a line to cut along, if there is one."""
    cut = f'<path pnp:role="cut" d="{line}" fill="none" {more}/>' if line else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
        f'<rect x="-3" y="-3" width="{width + 6}" height="{height + 6}" fill="#cde"/>{cut}</svg>'
    )


def project(root: Path, entry: str, **templates: str) -> Path:
    game = f"title: Bits\nplayers: 2\ncomponents:\n  bit: {{{entry}, cut: outline}}\n"
    files = {f"templates/{name}.svg": text for name, text in templates.items()}
    return write(root, {"card_data/bits/game.yaml": game, **files})


TOKEN = "kind: token, size: 30 x 30 mm, rows: [{id: a}, {id: b}], face: face.svg"


@pytest.mark.parametrize(
    ("back", "told"),
    [(SLANTED, True), (MIRRORED, False), ("", False)],
    ids=["as its face", "mirrored", "none"],
)
def test_a_back_that_draws_another_outline_is_told_once(
    tmp_path: Path, back: str, told: bool
) -> None:
    root = project(tmp_path, f"{TOKEN}, back: back.svg", face=drawn(SLANTED), back=drawn(back))
    result = pnp(root, "check")
    assert result.exit_code == 0
    assert result.output.count("[back-outline]") == told
    if told:
        message = 'the outline of "back.svg" is not that of "face.svg", mirrored'
        where = "card_data/bits/game.yaml:4:3"
        assert f"{where}: warning [back-outline] {message}\n" in result.output


def test_a_slanted_piece_needs_a_back_of_its_own(tmp_path: Path) -> None:
    result = pnp(project(tmp_path, f"{TOKEN}, back: face.svg", face=drawn(SLANTED)), "check")
    assert "hint: a back is cut with its face: draw it in a template of its own" in result.output


def test_a_shape_that_is_its_own_mirror_image_may_have_one_template(tmp_path: Path) -> None:
    round_ = drawn("M0 15A15 15 0 0 1 30 15A15 15 0 0 1 0 15Z")
    result = pnp(project(tmp_path, f"{TOKEN}, back: face.svg", face=round_), "check")
    assert "back-outline" not in result.output


STANDEE = "kind: standee, size: 20 x 34 mm, rows: [{id: a}, {id: b}], face: face.svg"


@pytest.mark.parametrize(
    ("line", "more", "told"),
    [
        ("M0 0H20V84H10V20H0Z", "", True),
        ("M0 0H20V84H0Z", "", False),
        ("M0 0H20L15 42L20 84H0Z", "", False),
        (
            "M0 0H20V84H10V20H0Z",
            '/><path pnp:role="crease" d="M0 30H20" fill="none" stroke="#000"',
            False,
        ),
    ],
    ids=["uneven", "straight", "waisted", "folded elsewhere"],
)
def test_halves_of_a_standee_that_do_not_meet_are_told(
    tmp_path: Path, line: str, more: str, told: bool
) -> None:
    root = project(tmp_path, STANDEE, face=drawn(line, 20, 84, more))
    result = pnp(root, "build", "--format", "pdf")
    assert result.exit_code == 0, result.output
    assert ("[uneven-halves]" in result.output) == told
    if told:
        assert result.output.count("[uneven-halves]") == 1
        assert (
            "card_data/bits/game.yaml:4:3: warning [uneven-halves] the halves of the outline of "
            '"face.svg" differ when bit is folded\n'
        ) in result.output


def test_a_row_that_draws_no_outline_is_named(tmp_path: Path) -> None:
    face = drawn(SLANTED, more="pnp:if=\"card.id == 'a'\"")
    result = pnp(project(tmp_path, TOKEN, face=face), "build")
    assert result.exit_code == 2
    assert result.output == (
        'error: card_data/bits/game.yaml:4:56: bit has "cut: outline", but "face.svg" draws none'
        " for bit/b\n"
        '  hint: draw the path with pnp:role="cut" for every row, or write cut: straight\n'
    )


@pytest.mark.parametrize("tag", ["clipPath", "defs"])
def test_an_outline_that_is_not_drawn_itself_is_named(tag: str, tmp_path: Path) -> None:
    face = drawn(SLANTED).replace("<path", f"\n<{tag} id='c'>\n<path", 1)
    face = face.replace("</svg>", f"</{tag}></svg>")
    result = pnp(project(tmp_path, TOKEN, face=face), "build")
    assert result.exit_code == 2
    assert '4:47: bit has "cut: outline", but "face.svg" draws none for bit/a' in result.output
    hint = f'what has pnp:role="cut" (templates/face.svg:3) lies in a <{tag}>, which is not drawn'
    assert f"  hint: {hint} itself: move it out, or show it by a <use>" in result.output
    shown = face.replace("<path", '<path id="knife"', 1).replace(
        "</svg>", '<use href="#knife"/></svg>'
    )
    assert pnp(project(tmp_path, TOKEN, face=shown), "build").exit_code == 0
