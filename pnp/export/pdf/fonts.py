"""Fonts in the file: a subset of each, with widths and the text that its glyphs stand for."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby, islice
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import PDFArray, PDFArrayCompact, PDFDictionary, PDFName

from pnp.export.pdf.file import File
from pnp.export.pdf.syntax import number
from pnp.geometry.plane import Rect
from pnp.scene.node import Glyph, Letters
from pnp.text.font import Font

EM = 1000
"""Fonts in a PDF measure glyphs in thousandths of the em."""

NOTICED = 0.5
"""Thousandths of the em by which a glyph may stand off its place before the pen is moved."""

SYMBOLIC, ITALIC = 1 << 2, 1 << 6

STEM = 80
"""How thick stems are, for viewers that must replace the font: it is embedded, so none does."""

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
"""A section of a character map may not be longer."""


class Widths(dict[int, float]):
    """The advances of all glyphs that were asked for, in thousandths of the em."""

    def __init__(self, font: Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, gid: int) -> float:
        self[gid] = width = round(self._font.advance(gid) * EM, 3)
        return width


class GlyphRun(NamedTuple):
    """Glyphs at one height, as they are shown: their numbers, with moves of the pen between them.

    ``start``, ``width`` and ``height`` (y down) are thousandths of the em.
    """

    start: float
    height: float
    shown: str
    width: float


class ShownGlyphs(NamedTuple):
    """Letters as they are shown; ``agreed`` says whether each glyph alone tells what it does."""

    runs: tuple[GlyphRun, ...]
    agreed: bool


class EmbeddedFont:
    """A font, and the ``widths`` of those glyphs of it that the file draws."""

    def __init__(self, font: Font, name: str) -> None:
        self.name = name
        self._font = font
        self.widths = Widths(font)
        self._texts: dict[int, str] = {}
        self._shown: dict[Letters, ShownGlyphs] = {}

    def shown(self, letters: Letters) -> ShownGlyphs:
        """Return letters as they are shown, and take note of their glyphs."""
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
        """Take note of what glyphs stand for, and say whether each alone tells what it does.

        It does not when it stood for something else before, or is the rest of a letter.
        """
        note, agreed = self._texts.setdefault, True
        for gid, _, _, text in glyphs:
            agreed &= text != "" and note(gid, text) == text
        return agreed

    def add_to(self, file: File) -> None:
        """Add the font to the file under its name: only the glyphs that were drawn."""
        data = self._font.subset(frozenset(self.widths))
        base = PDFName(f"{_tag(data)}+{self._font.postscript_name}")
        described = file.add(PDFDictionary(self._descriptor(file, base, data)))
        font = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type0"),
            "BaseFont": base,
            "Encoding": PDFName("Identity-H"),
            "DescendantFonts": PDFArray([file.add(self._descendant(base, described))]),
            "ToUnicode": file.add_stream({}, self._character_map()),
        }
        file.add(PDFDictionary(font), self.name)

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
        """Yield the widths of glyphs with numbers in a row, after the first one's number."""
        for first, run in _runs(sorted(self.widths)):
            widths = " ".join(number(self.widths[gid]) for gid in run)
            yield f"{first} [{widths}]"

    def _descriptor(self, file: File, base: str, data: bytes) -> dict[str, object]:
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
            "FontFile3" if font.is_cff else "FontFile2": file.add_stream(kind, data),
        }

    def _character_map(self) -> bytes:
        """Return the map from glyphs to text; a ligature gives several letters."""
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
    """Yield the first and all of each run of numbers that follow one another."""
    for _, run in groupby(enumerate(gids), key=lambda pair: pair[1] - pair[0]):
        members = [gid for _, gid in run]
        yield members[0], members


def _tag(data: bytes) -> str:
    """Return the six letters that mark a subset, always the same for the same glyphs."""
    return "".join(chr(ord("A") + byte % 26) for byte in sha256(data).digest()[:6])


def _box(rect: Rect) -> list[int]:
    """Return left, low, right and high with y up."""
    return [round(edge * EM) for edge in (rect.x, -rect.bottom, rect.right, -rect.y)]
