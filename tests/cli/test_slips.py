"""What newcomers get wrong in a game of their own, and the way out that pnp then names."""

import errno
from pathlib import Path

import pytest

from pnp.cli.console import unwritable
from tests.projects import change, owls, pnp

DATA, ROWS, OWL = "card_data/owls/game.yaml", "card_data/owls/owl.csv", "templates/owl.svg"

SLIPS = [
    (
        ROWS,
        "id,qty",
        "id,count",
        'card_data/owls/owl.csv:1, column "count": the column is not declared\n'
        '  hint: did you mean "qty"?',
    ),
    (
        DATA,
        "    size: 40",
        "\tsize: 40",
        f"{DATA}:8:1: found a tab character that violates indentation\n"
        "  hint: indent with spaces, never with tabs",
    ),
    (
        DATA,
        "play: {hand: 3}",
        "palette: {night: #1f2a44, day: white}",
        f"{DATA}:5:11: did not find expected ',' or '}}'\n"
        '  hint: close the bracket, and put a colour in quotes: "#1f2a44"',
    ),
    (
        DATA,
        "face: owl.svg",
        "face: owls/owl.svg",
        f'{DATA}:10:11: "templates/owls/owl.svg" does not exist\n  hint: did you mean "owl.svg"?',
    ),
    (
        OWL,
        "urn:pnp:template",
        "urn:pnp",
        'templates/owl.svg: the prefix pnp is bound to "urn:pnp"\n'
        '  hint: write xmlns:pnp="urn:pnp:template"',
    ),
    (
        OWL,
        ' xmlns:pnp="urn:pnp:template"',
        "",
        "namespace prefix pnp for sample on svg is not defined\n"
        '  hint: add xmlns:pnp="urn:pnp:template" to <svg>',
    ),
    (
        OWL,
        "</text>",
        "",
        "opening and ending tag mismatch: text line 6 and svg\n"
        "  hint: close each element where it ends, or itself with />",
    ),
    (
        OWL,
        'pnp:for="i in range(card.eyes)"',
        'pnp:if="card.eyes < 2"',
        "unescaped '<' not allowed in attributes values\n  hint: write &lt; for < in an attribute",
    ),
    (
        OWL,
        "{{ card.name }}",
        "{{ cards.name }}",
        'templates/owl.svg:8: "cards" is not known here\n  hint: did you mean "card"?',
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "told"), SLIPS, ids=[slip[2] for slip in SLIPS])
def test_a_slip_is_told_with_its_way_out(
    tmp_path: Path, name: str, old: str, new: str, told: str
) -> None:
    change(owls(tmp_path), name, old, new)
    found = pnp(tmp_path, "check")
    assert (found.exit_code, told in found.output) == (2, True), found.output


def test_a_word_of_the_data_without_quotes_is_no_name(tmp_path: Path) -> None:
    change(owls(tmp_path), OWL, 'pnp:for="i in range(card.eyes)"', 'pnp:if="card.name == snowy"')
    found = pnp(tmp_path, "check").output
    assert '"snowy" is not known here\n  hint: known are: ' in found
    assert found.endswith("; put a word of the data in quotes: 'snowy'\n")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("check", "--explain", "XX"), "`pnp check --json` lists every fact with its id"),
        (("count", "--by", "wings"), "the columns are eyes, id, name"),
        (("build", "halloween/"), "for the bundled game write halloween, without a slash"),
    ],
)
def test_a_name_like_no_other_has_a_hint_too(
    tmp_path: Path, words: tuple[str, ...], hint: str
) -> None:
    assert pnp(owls(tmp_path), *words).output.endswith(f"\n  hint: {hint}\n")


@pytest.mark.parametrize("output", ["card_data", "templates", "templates/kits", "fonts"])
def test_a_kit_is_never_written_among_the_data(tmp_path: Path, output: str) -> None:
    owls(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    found = pnp(tmp_path, "build", "--output", output)
    assert found.exit_code == 2
    assert found.output == (
        f'error: "{output}" contains the game\'s own files\n'
        "  hint: name another folder with --output\n"
    )
    assert sorted(tmp_path.rglob("*")) == before


def test_one_thing_is_told_as_one(tmp_path: Path) -> None:
    change(owls(tmp_path), DATA, "qty: 4", "qty: 1")
    found = pnp(tmp_path, "build", "--component", "chip", "--format", "pdf")
    assert found.output.splitlines()[0] == "Owls: 1 piece on 1 sheet (1 side)"
    assert "1 face in place" in found.output


@pytest.mark.parametrize(
    ("number", "file", "told"),
    [
        (
            errno.ENOSPC,
            None,
            "no space left on device\n"
            "  hint: free some space, or name another folder with --output",
        ),
        (
            errno.EACCES,
            "out/.owls.pnp-lock",
            "out: permission denied\n"
            "  hint: change its permissions, or name another folder with --output",
        ),
        (errno.EIO, "out/owls", "out/owls: input/output error"),
    ],
)
def test_what_the_system_refuses_has_a_way_out(number: int, file: str | None, told: str) -> None:
    assert str(unwritable(OSError(number, _said(number), file))) == told


def _said(number: int) -> str:
    said = {errno.ENOSPC: "No space left on device", errno.EACCES: "Permission denied"}
    return said.get(number, "Input/output error")
