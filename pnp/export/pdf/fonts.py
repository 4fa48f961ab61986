"""Embedded fonts: a subset of each, with its widths and its ToUnicode CMap."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby, islice
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import PDFArray, PDFArrayCompact, PDFDictionary, PDFName

from pnp.export.pdf.file import Objects
from pnp.export.pdf.syntax import number
from pnp.geometry.plane import Rect
from pnp.scene.node import Glyph, Letters
from pnp.text.font import Font

EM = 1000
"""Units per em in a PDF's glyph space."""

NOTICED = 0.5
"""The most that a glyph may be off its place, in thousandths of the em, without an adjustment."""

SYMBOLIC, ITALIC = 1 << 2, 1 << 6

STEM = 80
"""The stem width, a required entry; viewers need it only for fonts that are not embedded."""

CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{ranges}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""

MOST_IN_RANGE = 100
"""The most entries in a section of a CMap."""


class Widths(dict[int, float]):
    """Advances by glyph id, in thousandths of the em, measured on first access."""

    def __init__(self, font: Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, gid: int) -> float:
        self[gid] = width = round(self._font.advance(gid) * EM, 3)
        return width


class GlyphRun(NamedTuple):
    """Glyphs on one baseline, as the inside of a TJ array: glyph ids with adjustments in between.

    ``start``, ``width`` and ``height`` (y down) are thousandths of the em:
    ``GlyphRun(0, 0, "0012>-35<0041", 1123)``.
    """

    start: float
    height: float
    shown: str
    width: float


class ShownGlyphs(NamedTuple):
    """Letters as glyph runs; ``agreed``: the ToUnicode CMap gives the text of every glyph."""

    runs: tuple[GlyphRun, ...]
    agreed: bool


class EmbeddedFont:
    """A font in the file, of which the glyphs drawn so far are embedded as a subset.

    ``name`` is its resource name, such as "F1"; ``widths`` has the advance of every glyph drawn.
    After a text of two different glyphs ``widths`` is like ``{50: 691.0, 90: 732.0}``.
    """

    def __init__(self, font: Font, name: str) -> None:
        self.name = name
        self._font = font
        self.widths = Widths(font)
        self._texts: dict[int, str] = {}
        self._shown: dict[Letters, ShownGlyphs] = {}
        self._written: tuple[int, PDFDictionary] | None = None

    def shown(self, letters: Letters) -> ShownGlyphs:
        """Return letters as glyph runs, and add their glyphs to the subset and the CMap."""
        known = self._shown.get(letters)
        if known is None:
            levels = groupby(letters.glyphs, key=lambda glyph: glyph.y)
            runs = tuple(self._run(y, list(glyphs)) for y, glyphs in levels)
            known = self._shown[letters] = ShownGlyphs(runs, self._note(letters.glyphs))
        return known

    def _run(self, y: float, glyphs: list[Glyph]) -> GlyphRun:
        start = glyphs[0].x * EM
        parts, pen = [], start
        for gid, x, _, _ in glyphs:
            off = pen - x * EM
            if abs(off) > NOTICED:
                move = round(off)
                parts.append(f">{move}<")
                pen -= move
            parts.append(f"{gid:04X}")
            pen += self.widths[gid]
        return GlyphRun(start, y * EM, "".join(parts), pen - start)

    def _note(self, glyphs: Iterable[Glyph]) -> bool:
        """Add glyphs to the CMap, and return whether the CMap gives the text of each.

        It does not if a glyph had another text before, or has none, as a part of a letter.
        """
        note, agreed = self._texts.setdefault, True
        for gid, _, _, text in glyphs:
            agreed &= text != "" and note(gid, text) == text
        return agreed

    def written(self, objects: Objects) -> PDFDictionary:
        """Return the font with the glyphs that were drawn so far, its parts added to the objects.

        Until more glyphs are drawn it is the same font.
        """
        if self._written is None or self._written[0] != len(self.widths):
            self._written = len(self.widths), self._font_of(objects)
        return self._written[1]

    def _font_of(self, objects: Objects) -> PDFDictionary:
        data = self._font.subset(frozenset(self.widths))
        base = PDFName(f"{_tag(data)}+{self._font.postscript_name}")
        described = objects.add(PDFDictionary(self._descriptor(objects, base, data)))
        font = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type0"),
            "BaseFont": base,
            "Encoding": PDFName("Identity-H"),
            "DescendantFonts": PDFArray([objects.add(self._descendant(base, described))]),
            "ToUnicode": objects.add_stream({}, self._character_map()),
        }
        return PDFDictionary(font)

    def _descendant(self, base: str, described: object) -> PDFDictionary:
        system = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
        font = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("CIDFontType0" if self._font.is_cff else "CIDFontType2"),
            "BaseFont": base,
            "CIDSystemInfo": system,
            "FontDescriptor": described,
            "DW": 0,
            "W": f"[ {' '.join(self._width_runs())} ]",
        }
        if not self._font.is_cff:
            font["CIDToGIDMap"] = PDFName("Identity")
        return PDFDictionary(font)

    def _width_runs(self) -> Iterator[str]:
        """Yield the entries of the W array: a first glyph id, and the widths from it on."""
        for first, run in _runs(sorted(self.widths)):
            widths = " ".join(number(self.widths[gid]) for gid in run)
            yield f"{first} [{widths}]"

    def _descriptor(self, objects: Objects, base: str, data: bytes) -> dict[str, object]:
        font = self._font
        kind = {"Subtype": PDFName("OpenType")} if font.is_cff else {"Length1": len(data)}
        return {
            "Type": PDFName("FontDescriptor"),
            "FontName": base,
            "Flags": SYMBOLIC | (ITALIC if font.italic else 0),
            "FontBBox": PDFArrayCompact(_box(font.bbox)),
            "ItalicAngle": round(font.italic_angle, 3),
            "Ascent": round(font.ascent * EM),
            "Descent": -round(font.descent * EM),
            "CapHeight": round(font.cap_height * EM),
            "StemV": STEM,
            "FontFile3" if font.is_cff else "FontFile2": objects.add_stream(kind, data),
        }

    def _character_map(self) -> bytes:
        """Return the ToUnicode CMap; a ligature maps to several characters."""
        pairs = [
            f"<{gid:04X}> <{text.encode('utf-16-be').hex().upper()}>"
            for gid, text in sorted(self._texts.items())
            if text
        ]
        return CMAP.format(ranges="\n".join(_sections(pairs))).encode("ascii")


def _sections(pairs: list[str]) -> Iterator[str]:
    rest = iter(pairs)
    while section := list(islice(rest, MOST_IN_RANGE)):
        yield "\n".join([f"{len(section)} beginbfchar", *section, "endbfchar"])


def _runs(gids: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield each run of consecutive numbers, with its first one."""
    for _, run in groupby(enumerate(gids), key=lambda pair: pair[1] - pair[0]):
        members = [gid for _, gid in run]
        yield members[0], members


def _tag(data: bytes) -> str:
    """Return the subset tag of six letters; equal data gives equal tags."""
    return "".join(chr(ord("A") + byte % 26) for byte in sha256(data).digest()[:6])


def _box(rect: Rect) -> list[int]:
    """Return left, bottom, right and top with y up, in thousandths of the em."""
    return [round(edge * EM) for edge in (rect.x, -rect.bottom, rect.right, -rect.y)]
