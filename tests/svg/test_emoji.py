"""Letters of colour fonts that mean harm, or cannot be drawn in their colours."""

import struct
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.scene.node import Picture
from pnp.text.fontbook import FontBook
from tests.template.drawings import Studio, flat
from tests.text.fontfiles import Tables, packed, tables

FONTS = Path(__file__).resolve().parents[1] / "text" / "fonts"
FIRE = "\U0001f525"
TEXT = f'<text x="3" y="20" font-family="Embers" font-size="9">{FIRE}</text>'
EMBERS = tables((FONTS / "Embers.ttf").read_bytes())
GLYPH = FontBook([FONTS]).chain(("Embers",))[0].glyph_id(FIRE) or 0

PAINTED, LAYERED = b"\x02" + bytes(4), b"\x01"
"""The formats of paints: one colour; a list of layers."""


def studio_of(folder: Path, parts: Tables) -> Studio:
    fonts = folder / "fonts"
    fonts.mkdir(parents=True)
    (fonts / "Embers.ttf").write_bytes(packed(parts))
    return Studio(folder, FontBook([fonts]))


def with_drawing(parts: Tables, drawing: str) -> Tables:
    """Return tables of a font in which the fire is an SVG drawing."""
    text = drawing.encode()
    entry = struct.pack(">HIIHHHII", 0, 10, 0, 1, GLYPH, GLYPH, 14, len(text))
    return {**parts, b"SVG ": entry + text}


def nested(levels: int, each: int, last: int | None = None) -> bytes:
    """Return a COLR table whose fire has layers, each with as many: ``each ** levels`` paints.

    The layers of the last level are the paint of level ``last``, by default one colour.
    """
    glyphs, lists = 34, 44
    paints = lists + 4 + 4 * each * levels
    inside = [*range(1, levels), levels if last is None else last]
    offsets = b"".join(struct.pack(">I", paints - lists + 6 * n) * each for n in inside)
    layered = b"".join(LAYERED + struct.pack(">BI", each, each * n) for n in range(levels))
    head = struct.pack(">HHIIHIIIII", 1, 0, 0, 0, 0, glyphs, lists, 0, 0, 0)
    fire = struct.pack(">IHI", 1, GLYPH, paints - glyphs)
    return head + fire + struct.pack(">I", each * levels) + offsets + layered + PAINTED


def flat_layers(number: int) -> bytes:
    """Return a COLR table whose fire has layers of one colour."""
    layers = struct.pack(">HH", GLYPH, 0) * number
    return (
        struct.pack(">HHIIH", 0, 1, 14, 20, number) + struct.pack(">3H", GLYPH, 0, number) + layers
    )


def test_a_font_opens_no_file(tmp_path: Path) -> None:
    """Its SVG drawings may name any; with a table of colours beside them, those are drawn."""
    Image.new("RGB", (8, 8), (0, 200, 0)).save(tmp_path / "secret.png")
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">'
        f'<image id="glyph{GLYPH}" x:href="{tmp_path}/secret.png" y="-700" width="900" '
        'height="900"/></svg>'
    )
    drawn = studio_of(tmp_path / "both", with_drawing(EMBERS, drawing)).drawn(TEXT)
    (fire,) = [node for node in flat(drawn.nodes) if isinstance(node, Picture)]
    pixels = Image.open(BytesIO(fire.image.data)).convert("RGBA")
    colours = {colour[:3] for _, colour in pixels.getcolors(99_999) if colour[3] == 255}
    assert (204, 0, 0) in colours and (0, 200, 0) not in colours
    plain = {tag: part for tag, part in EMBERS.items() if tag not in (b"COLR", b"CPAL")}
    only = studio_of(tmp_path / "only", with_drawing(plain, drawing)).drawn(TEXT)
    assert not [node for node in flat(only.nodes) if isinstance(node, Picture)]
    assert [finding.rule.id for finding in only.findings] == ["unsupported-svg"]
    assert "the SVG table of the font Embers" in only.findings[0].message


@pytest.mark.parametrize("colr", [flat_layers(9_000), nested(4, 200)], ids=["flat", "nested"])
def test_a_letter_of_too_many_layers_is_refused(tmp_path: Path, colr: bytes) -> None:
    studio = studio_of(tmp_path, {**EMBERS, b"COLR": colr})
    said = f'"{FIRE}" has more than 2,000 layers and paints in the font Embers'
    assert said in studio.refused(TEXT)


def test_layers_inside_themselves_are_refused(tmp_path: Path) -> None:
    studio = studio_of(tmp_path, {**EMBERS, b"COLR": nested(2, 1, last=0)})
    assert "the colours of the font Embers are damaged" in studio.refused(TEXT)


def test_a_letter_may_have_hundreds_of_layers(tmp_path: Path) -> None:
    studio = studio_of(tmp_path, {**EMBERS, b"COLR": flat_layers(900)})
    assert [finding.rule.id for finding in studio.drawn(TEXT).findings] == ["rasterised"]


def test_a_picture_of_too_many_pixels_is_refused(tmp_path: Path) -> None:
    """As bytes it is small, which says nothing of what it unpacks to."""
    file = BytesIO()
    Image.new("1", (20_000, 20_000)).save(file, "PNG")
    count = struct.unpack_from(">H", EMBERS[b"maxp"], 4)[0]
    graphic = bytes(4) + b"png " + file.getvalue()
    first = 4 + 4 * (count + 1)
    places = [first + len(graphic) * (gid > GLYPH) for gid in range(count + 1)]
    strike = struct.pack(f">HH{count + 1}I", 160, 72, *places) + graphic
    sbix = struct.pack(">HHII", 1, 1, 1, 12) + strike
    plain = {tag: part for tag, part in EMBERS.items() if tag not in (b"COLR", b"CPAL")}
    studio = studio_of(tmp_path, {**plain, b"sbix": sbix})
    assert f'"{FIRE}" has more than 17 million pixels in the font Embers' in studio.refused(TEXT)
