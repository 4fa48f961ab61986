"""Faults that are planted in a finished SVG sheet, one a line: each is found, in these words."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.export.svg import SvgWriter, svg_text
from pnp.geometry.plane import Affine, Size
from pnp.imposition.impose import single
from pnp.proof.prove import Proof
from pnp.proof.svgsheets import prove_sheets
from pnp.scene.page import Page
from tests import make
from tests.projects import owls, pnp
from tests.proof.kits import BOOK
from tests.proof.riches import KEY, LARGE_ENOUGH, rich, used_at

CONTENT, STRAY, BOX = "proof-content", "proof-stray", "proof-box"
UNKNOWN, COUNT = "proof-unknown", "proof-count"

NAME = "rich-1-front.svg"

Edit = Callable[[str], str]


class Fault(NamedTuple):
    planted: str
    edit: Edit
    rule: str
    message: str


@cache
def good_sheet() -> str:
    return svg_text(rich()[1][0], BOOK)


def swap(old: str, new: str) -> Edit:
    """Replace words that the file has, the first time that it has them."""

    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return edit


def letter(number: int, **values: str) -> Edit:
    """Change attributes of a letter of the text."""

    def edit(text: str) -> str:
        uses = re.findall(r'<use(?: x="\d+")? xlink:href="#glyph\d+" />', text)
        changed = uses[number]
        for name, value in values.items():
            changed = re.sub(f' {name}="[^"]*"', "", changed)
            changed = changed.replace(" /", f' {name}="{value}" /')
        return text.replace(uses[number], changed, 1)

    return edit


FIRST = '<path d="M2 2L12 2L12 8L2 8Z" fill="url(#paint1)" />'
USE = '<use mask="url(#mask1)" xlink:href="#art1" />'
LINE = '<path d="M4 20L40 20" fill="none" '
PLACE = 'transform="matrix(0 1 -1 0 102 26.5)"'
FAULTS = (
    # the sheet
    Fault("another size", swap('width="210mm"', 'width="216mm"'), UNKNOWN, "scales or moves"),
    Fault("larger paper", lambda text: swap('width="210mm"', 'width="216mm"')(
        swap("0 0 210 297", "0 0 216 297")(text)), BOX, "the sheet is 216 x 297 mm, not 210"),
    Fault("an inch for a millimetre", swap('"297mm"', '"297in"'), UNKNOWN, "the size"),
    Fault("everything scaled", swap("0 0 210 297", "0 0 105 148.5"), UNKNOWN, "scales or moves"),
    Fault("everything moved", swap("0 0 210 297", "1 0 210 297"), UNKNOWN, "scales or moves"),
    Fault(
        "blended in another way",
        swap("mix-blend-mode:", "mix-blend-mode:plus-"),
        CONTENT,
        "is blended as mix-blend-mode:plus-",
    ),
    Fault("a style sheet", swap("<svg", '<?xml-stylesheet href="a.css"?><svg'), UNKNOWN, "instruc"),
    Fault("a style element", swap("<defs>", "<defs><style>path{}</style>"), UNKNOWN, "of a style"),
    Fault("an entity", swap("<svg", "<!DOCTYPE svg><svg"), UNKNOWN, "declarations"),
    Fault("cut short", lambda text: text[: len(text) // 2], UNKNOWN, "a damaged file"),
    Fault("an element twice", swap('id="glyph2"', 'id="glyph1"'), UNKNOWN, "the id \"glyph1\""),
    # pieces and marks
    Fault("a piece moved", swap(PLACE, PLACE.replace("102", "102.3")), CONTENT, "0.30 mm from its"),
    Fault("a piece smaller", swap(PLACE, 'transform="matrix(0 0.99 -0.99 0 102 26.5)"'), CONTENT,
          "a group is scaled"),
    Fault("a piece head down", swap(PLACE, 'transform="matrix(0 -1 1 0 102 26.5)"'), CONTENT,
          "turned or mirrored"),
    Fault("a piece hidden", swap(PLACE, f'display="none" {PLACE}'), UNKNOWN, "attribute display"),
    Fault("a piece not cut off", swap('<g clip-path="url(#clip1)" ', "<g "), CONTENT, "a clip is"),
    Fault("another key", swap(f'data-key="{KEY}"', 'data-key="x"'), COUNT, "drawn 0 times, not 1"),
    Fault("a piece twice", swap("</svg>", f'<g data-key="{KEY}" /></svg>'), COUNT, "drawn 2 times"),
    Fault("a crop mark moved", swap("M35 19.5L35 23.5", "M36 19.5L36 23.5"), STRAY, "1.00 mm from"),
    Fault("a crop mark lost", swap("M35 19.5L35 23.5", ""), STRAY, "a stroke has another outline"),
    Fault("all crop marks lost", lambda text: re.sub(r'<path [^>]*stroke-width="0.15" />', "", text,
          count=1), STRAY, "marks and labels, not"),
    Fault("thick marks", swap('width="0.15"', 'width="1.5"'), STRAY, "1.500 mm wide, not 0.150"),
    Fault("a stray drawing", swap("</svg>", '<path d="M0 0L9 9L9 0Z" /></svg>'), STRAY,
          "marks and"),
    # outlines
    Fault("a shape lost", swap(FIRST, ""), CONTENT, "things are drawn in the place of"),
    Fault("two shapes exchanged", lambda text: swap(FIRST, "")(swap(LINE, FIRST + LINE)(text)),
          CONTENT, "has another outline"),
    Fault("a corner moved", swap("M2 2L12 2L12 8L2 8Z", "M2 2L12.1 2L12 8L2 8Z"), CONTENT,
          "0.10 mm"),
    Fault("a curve made a line", swap("C36 12.209 33.314 14 30 14", "L30 14"), CONTENT, "outline"),
    Fault("an outline left open", swap("L2 8Z", "L2 8"), CONTENT, "another outline"),
    Fault("relative path data", swap("M2 2L12 2", "M2 2l10 0"), UNKNOWN, "the outline"),
    Fault("holes filled", swap(' fill-rule="evenodd"', ""), CONTENT, "holes"),
    Fault("a stroke ten times as wide", swap('width="0.6"', 'width="6"'), CONTENT, "6.000 mm wide"),
    Fault("dashes lost", swap(' stroke-dasharray="2 1"', ""), CONTENT, "dashes"),
    Fault("dashes shifted", swap('offset="0.5"', 'offset="1"'), CONTENT, "dashes"),
    Fault("round ends", swap(LINE, f'{LINE}stroke-linecap="round" '), CONTENT, "ends"),
    Fault("round corners", swap(LINE, f'{LINE}stroke-linejoin="round" '), CONTENT, "corners"),
    Fault("a line filled", swap(LINE, '<path d="M4 20L40 20" '), CONTENT, "a fill was not planned"),
    # colours and opacity
    Fault("another colour", swap("#212c37", "#212c38"), CONTENT, "a fill is #212c38, not #212c37"),
    Fault("another line colour", swap("#095a09", "#ffffff"), CONTENT, "a stroke is #ffffff"),
    Fault("a fill lost", swap('fill="#212c37"', 'fill="none"'), CONTENT, "a fill is missing"),
    Fault("opaque", swap(' fill-opacity="0.4"', ""), CONTENT, "the opacity 1, not 0.4"),
    Fault("a group opaque", swap(' opacity="0.5"', ""), CONTENT, "a group has the opacity 1"),
    Fault("a filter", swap(FIRST, FIRST.replace(" d=", ' filter="url(#f)" d=')), UNKNOWN, "filter"),
    Fault("a style", swap(FIRST, FIRST.replace(" d=", ' style="fill:red" d=')), UNKNOWN, "style"),
    # gradients, patterns, masks, clips
    Fault("another stop's colour", swap("#0a781e", "#000000"), CONTENT,
          "other colours in its grad"),
    Fault("a stop moved", swap('offset="0.4"', 'offset="0.5"'), CONTENT,
          "other colours in its grad"),
    Fault("a clear stop", swap('stop-opacity="0.2"', 'stop-opacity="0"'), CONTENT, "other colours"),
    Fault("a gradient moved", swap('x1="2" x2="12"', 'x1="4" x2="14"'), CONTENT,
          "in another place"),
    Fault("a gradient that ends", swap(' spreadMethod="reflect"', ""), CONTENT, "with other ends"),
    Fault("a gradient lost", swap("url(#paint1)", "url(#paint99)"), UNKNOWN, "paint99"),
    Fault("another gradient", swap("url(#paint1)", "url(#paint2)"), CONTENT, "of another form"),
    Fault("a wider pattern", swap('<pattern height="2"', '<pattern height="3"'), CONTENT, "steps"),
    Fault("a pattern moved", swap("translate(0.5 0.5)", "translate(1 0.5)"), CONTENT,
          "pattern is 0.50"),
    Fault("another tile", swap('fill="#0a781e" /></pattern', 'fill="#000000" /></pattern'), CONTENT,
          "has another pattern"),
    Fault("a mask lost", swap(USE, USE.replace(' mask="url(#mask1)"', "")), CONTENT,
          "a soft mask is"),
    Fault("a mask of another size", swap('<mask height="12"', '<mask height="9"'), CONTENT,
          "region"),
    Fault("a mask by opacity", swap("<mask ", '<mask mask-type="alpha" '), CONTENT, "another way"),
    Fault("a clip of another form", swap("M35 8C35 10.761", "M35 8C35 9"), CONTENT,
          "a clip is 1.76"),
    Fault("a clip's rule", swap('<clipPath id="clip2"><path ',
          '<clipPath id="clip2"><path clip-rule="evenodd" '), CONTENT, "a clip has holes"),
    Fault("a drawing used elsewhere", swap(USE, USE.replace("art1", "image1")), CONTENT,
          "for a group"),
    # images
    Fault("other pixels", swap("AAAHklEQVR4", "AAAHklEQVR5"), CONTENT, "other pixels"),
    Fault("an image elsewhere", swap("data:image/png;base64,", "a.png#"), UNKNOWN, "in the file"),
    Fault("an image moved", swap("matrix(2 0 0 2 30 40)", "matrix(2 0 0 2 30 41)"), CONTENT,
          "1.00 mm"),
    Fault("an image mirrored", swap("matrix(2 0 0 2 30", "matrix(-2 0 0 2 30"), CONTENT,
          "mirrored"),
    # text
    Fault("a letter moved", letter(2, x="1089"), CONTENT, "a letter is 0.50 mm from its place"),
    Fault("a letter raised", letter(2, y="100"), CONTENT, "a letter is 0.50 mm from its place"),
    Fault("a letter lost", lambda text: letter(2)(re.sub(r'<use x="989"[^>]*>', "", text)), CONTENT,
          "6 letters in the place of 7"),
    Fault("another letter", lambda text: letter(2, **{"xlink:href": "#glyph9"})(text), CONTENT,
          "other glyphs"),
    Fault("a letter turned", letter(2, transform="rotate(9)"), UNKNOWN, "attribute transform"),
    Fault("text twice as large", swap("0.005 0 0 0.005 4", "0.01 0 0 0.01 4"), CONTENT, "a letter"),
    Fault("narrow text", swap("0.005 0 0 0.005 4 60", "0.004 0 0 0.005 4 60"), CONTENT,
          "a text is"),
    Fault("text moved", swap("0.005 4 60", "0.005 4 61"), CONTENT, "a text is 1.00 mm from its"),
    Fault("white text", swap('fill="#010203"', 'fill="#ffffff"'), CONTENT, "a fill is #ffffff"),
    Fault("another shape of a letter", swap('d="M362 -334', 'd="M362 -300'), CONTENT,
          "other glyphs"),
)  # fmt: skip


def proof_of(text: str, folder: Path, name: str = NAME) -> Proof:
    (folder / name).write_text(text, encoding="utf-8")
    return prove_sheets(folder, {NAME: rich()[1][0]}, BOOK)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.planted)
def test_a_fault_in_a_finished_sheet_is_found(fault: Fault, tmp_path: Path) -> None:
    proof = proof_of(fault.edit(good_sheet()), tmp_path)
    found = [(finding.rule.id, fault.message in finding.message) for finding in proof.findings]
    assert (fault.rule, True) in found, [finding.message for finding in proof.findings]


@LARGE_ENOUGH
def test_a_fault_in_a_shared_drawing_is_found_where_it_is_large_enough(
    places: tuple[Affine, ...], passes: bool, tmp_path: Path
) -> None:
    page = single(make.face(Size(44, 67), nodes=used_at(places)), "a/b#1/face")
    text, path = svg_text(page, BOOK), tmp_path / NAME
    assert text.count("<use ") == 2
    path.write_text(text, encoding="utf-8")
    assert prove_sheets(tmp_path, {NAME: page}, BOOK).passed
    # on paper, a tenth of it or three times as much
    path.write_text(swap("L9 9Z", "L9.01 9Z")(text), encoding="utf-8")
    assert prove_sheets(tmp_path, {NAME: page}, BOOK).passed == passes


def test_a_good_sheet_has_no_fault(tmp_path: Path) -> None:
    proof = proof_of(good_sheet(), tmp_path)
    assert proof.passed
    assert proof.line() == "proof passed: 1 SVG sheet read back, 1 face in place"


def test_a_sheet_that_is_missing_or_of_another_name_is_found(tmp_path: Path) -> None:
    proof = proof_of(good_sheet(), tmp_path, "rich-2-front.svg")
    assert [finding.message for finding in proof.findings] == [
        "rich-2-front.svg: no sheet of the kit is called so",
        f"{NAME}: the file is missing",
    ]


def test_a_build_whose_sheets_are_not_what_was_drawn_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SvgWriter.text

    def paler(writer: SvgWriter, page: Page) -> str:
        return text(writer, page).replace("#222222", "#333333")

    monkeypatch.setattr(SvgWriter, "text", paler)
    result = pnp(owls(tmp_path), "build", "owls")
    assert result.exit_code == 1
    assert "proof FAILED: " in result.output
    place = "[proof-content] card-long-edge-1-front.svg: owl/barn#1/face"
    fault = "a fill is #333333, not #222222"
    assert f"{place} is not what was planned: {fault}" in result.output
