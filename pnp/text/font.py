"""One font: its names, its metrics, shaped text, glyph outlines, and subsets to embed.

HarfBuzz does the work. It gives no access to a few numbers of ``head``, ``post`` and ``OS/2``,
cannot remove a language from a layout table, and takes a truncated file for one with small tables,
so these tables and the table directory are read here: to import fontTools takes 50 ms, longer than
to draw a card.
"""

import re
import struct
from collections.abc import Iterable
from functools import cache, cached_property
from operator import le
from pathlib import Path as FilePath
from typing import BinaryIO, NamedTuple

import uharfbuzz as hb

from pnp.base.diagnostics import quote, user_error
from pnp.geometry.path import Path, cubic
from pnp.geometry.plane import Rect
from pnp.text.colrtable import ColrTable

SIGNATURES = (b"\0\1\0\0", b"true", b"OTTO")
"""The first bytes of a TrueType or OpenType font; collections and web fonts have others."""

NEEDED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6, "name": 6}
"""The tables that text needs, and the least number of bytes of each."""

LARGEST = 128 * 2**20
"""Bytes of a font file, which is read as a whole. Fonts of all Chinese characters have half."""

SMALLEST_EM, LARGEST_EM = 16, 16_384
"""The units of an em (OpenType, head). With others HarfBuzz counts 1,000, and viewers draw none."""

OUTLINES = frozenset(("glyf", "CFF ", "CFF2", "CBDT", "sbix"))
"""The tables of which a font has one to draw its letters by."""

FAMILY, POSTSCRIPT_NAME, TYPOGRAPHIC_FAMILY = 1, 6, 16
"""Name ids of the ``name`` table (OpenType)."""

ITALIC_OR_OBLIQUE = 0x201
"""Bits of ``fsSelection`` in the ``OS/2`` table."""


COLOUR_TABLES = frozenset(("COLR", "CBDT", "sbix"))
"""The tables of glyphs in colours (OpenType), but for ``DRAWINGS``."""

DRAWINGS, UNREAD = b"SVG ", b"SVG-"
"""The table of glyphs as SVG drawings, and what it is called where it is not to be read.

Such a drawing may name files anywhere on the computer, and work without end.
"""


class Header(NamedTuple):
    """The names and the style of a font file. ``lightest`` and ``heaviest`` differ if ``variable``.

    ``legacy_family`` is the name for programs with four styles a family at most. ``width`` is
    ``usWidthClass``: 1 is the narrowest, 5 normal, 9 the widest.
    """

    family: str
    legacy_family: str
    postscript_name: str
    weight: int
    lightest: int
    heaviest: int
    width: int
    italic: bool
    variable: bool


def read_header(path: FilePath) -> Header:
    """Return the names and the style of a font file.

    Raises:
        ValueError: the file is not a whole TrueType or OpenType font, or has no family name.
    """
    size = path.stat().st_size
    if size > LARGEST:
        raise ValueError(f"it has more than {LARGEST >> 20} MB")
    try:
        with path.open("rb") as file:
            _check_tables(file, size)
    except struct.error as error:
        raise ValueError("it is cut short") from error
    try:
        blob = hb.Blob.from_file_path(str(path))
    except hb.HarfBuzzError as error:
        raise ValueError("the system does not let it be read") from error
    return _header(hb.Face(blob))


def _header(face: hb.Face) -> Header:
    legacy = _name(face, FAMILY)
    family = _name(face, TYPOGRAPHIC_FAMILY) or legacy
    if not family:
        raise ValueError("it has no family name")
    weight, width, italic = _style(face.reference_table("OS/2").data)
    axes = {axis.tag: axis for axis in face.axis_infos}
    lightest = heaviest = weight
    if "wght" in axes:
        lightest, heaviest = round(axes["wght"].min_value), round(axes["wght"].max_value)
    postscript_name = _plain(_name(face, POSTSCRIPT_NAME)) or _plain(family) or "Font"
    weights = weight, lightest, heaviest
    return Header(family, legacy or family, postscript_name, *weights, width, italic, bool(axes))


_NO_POSTSCRIPT = re.compile(r"[^!-~]|[\[\](){}<>/%]")
"""What a PostScript name may not have (OpenType, name table, name ID 6)."""


def _plain(name: str) -> str:
    return _NO_POSTSCRIPT.sub("", name)[:63]


def _check_tables(file: BinaryIO, size: int) -> None:
    """Refuse a file that ends within a table, or lacks a table that text needs."""
    head = file.read(12)
    if head[:4] not in SIGNATURES:
        raise ValueError("it is not a TrueType or OpenType font")
    (count,) = struct.unpack(">4xH6x", head)
    lengths = {}
    for tag, offset, length in struct.iter_unpack(">4s4xII", file.read(16 * count)):
        lengths[tag.decode("latin-1")] = length
        if offset + length > size:
            raise ValueError("it is cut short")
    for tag, least in NEEDED.items():
        if lengths.get(tag, 0) < least:
            raise ValueError(f"it has no {tag} table")
    if OUTLINES.isdisjoint(lengths):
        raise ValueError("it has no outlines of letters")


def _name(face: hb.Face, number: int) -> str:
    """Return an entry of the ``name`` table, in English if there are several languages."""
    name = face.get_name(number, "en")
    if not name:
        entries = (entry for entry in face.list_names() if entry.name_id == number)
        name = next((face.get_name(number, entry.language) for entry in entries), "")
    return str(name or "").strip("\0 ")


def _style(os2: bytes) -> tuple[int, int, bool]:
    """Return weight, width and slant; an old font without the table counts as regular."""
    if len(os2) < 64:
        return 400, 5, False
    weight, width = struct.unpack_from(">2H", os2, 4)
    (selection,) = struct.unpack_from(">H", os2, 62)
    return max(1, min(1000, weight)), width, bool(selection & ITALIC_OR_OBLIQUE)


class OutlinePen:
    """Records an outline in ems, y down; HarfBuzz calls it with font units, y up."""

    def __init__(self, em: int) -> None:
        self.em = em
        self.ops: list[str] = []
        self.coords: list[float] = []
        self.at = (0.0, 0.0)

    def add(self, op: str, *numbers: float) -> None:
        """Append one operator and its points."""
        self.ops.append(op)
        units = (self.em, -self.em) * (len(numbers) // 2)
        self.coords += [n / unit or 0.0 for n, unit in zip(numbers, units, strict=True)]
        self.at = numbers[-2:] if numbers else self.at  # type: ignore[assignment]

    def quadratic(self, cx: float, cy: float, x: float, y: float) -> None:
        """Append a quadratic curve as the equal cubic one."""
        self.add("C", *cubic(self.at, (cx, cy), (x, y)))

    @property
    def path(self) -> Path:
        """Return the outline so far."""
        return Path("".join(self.ops), tuple(self.coords))


APPLIED = (
    *("rvrn", "ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt", "rand", "lnum"),
    *("kern", "dist", "curs", "mark", "mkmk"),
)
"""The features that HarfBuzz applies to left-to-right text by default, and ``lnum`` for labels."""


def without_languages(table: bytes, kept: bytes) -> bytes:
    """Return a layout table (GSUB or GPOS) without the language systems of its scripts.

    A script with a language system for ``kept``, an OpenType language tag as ``b"ENG "``, stays
    unchanged.

    Raises:
        struct.error: the table is truncated.
    """
    data = bytearray(table)
    (scripts,) = struct.unpack_from(">4xH", data)
    (count,) = struct.unpack_from(">H", data, scripts)
    for number in range(count):
        (offset,) = struct.unpack_from(">4xH", data, scripts + 2 + 6 * number)
        script = scripts + offset
        (languages,) = struct.unpack_from(">2xH", data, script)
        records = struct.iter_unpack(">4sH", data[script + 4 : script + 4 + 6 * languages])
        if kept not in [tag for tag, _ in records]:
            struct.pack_into(">H", data, script + 2, 0)
    return bytes(data)


Features = tuple[tuple[str, int], ...]
"""OpenType features on (1) or off (0), by their four-letter tags: ``(("liga", 0),)``."""

LANGUAGE, LANGUAGE_TAG = "en", b"ENG "
"""The language of all text and its OpenType tag. By default, HarfBuzz would use the system's."""

_SUBSET = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE

_LAYOUT_TABLES = [int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF", b"kern")]

_APPLIED = [int.from_bytes(tag.encode(), "big") for tag in APPLIED]


class ColourWork(NamedTuple):
    """What it takes to draw letters in colours: its ``parts``, and the ``pixels`` of pictures."""

    parts: int
    pixels: int


class ShapedGlyph(NamedTuple):
    """A glyph of shaped text; lengths are in ems, y down.

    ``cluster`` is the index of the first character of the string that the glyph represents.
    """

    gid: int
    cluster: int
    advance: float
    x: float
    y: float


class Font:
    """A font to shape, draw and embed text with. Lengths are in ems.

    ``font.shape("fit")`` gives three ``ShapedGlyph``, or two if the font has a ligature. ``key`` is
    unique in a book: ``"AlegreyaSans-Bold"``. ``ascent`` and ``descent`` are distances from the
    baseline, both positive. ``bbox`` is the box around all glyphs, y down from the baseline.
    ``data`` is the font file, that of one instance for a variable font; ``is_cff`` says that its
    outlines are PostScript curves.
    """

    def __init__(self, key: str, header: Header, data: bytes) -> None:
        self.key = key
        self.family = header.family
        self.weight = header.weight
        self.italic = header.italic
        self.postscript_name = header.postscript_name
        self.data = data
        self._face = hb.Face(hb.Blob(data))
        self._font = hb.Font(self._face)
        self.units_per_em: int = self._face.upem
        self.glyph_count: int = self._face.glyph_count
        self.ascent, self.descent = self._line_extents()
        self.is_cff = "CFF " in self._face.table_tags
        self.bbox = self._bbox()
        self._outlines: dict[int, Path] = {}

    @cached_property
    def is_coloured(self) -> bool:
        """Say whether the font has glyphs in colours of their own, which PDF has no form for."""
        return not COLOUR_TABLES.isdisjoint(self._face.table_tags)

    @cached_property
    def has_drawings(self) -> bool:
        """Say whether the font has glyphs as SVG drawings, which are not read."""
        return DRAWINGS.decode() in self._face.table_tags

    @cached_property
    def without_drawings(self) -> bytes:
        """Return the font file with its SVG drawings under a name that nobody reads."""
        data = bytearray(self.data)
        for at in range(12, 12 + 16 * int.from_bytes(data[4:6]), 16):
            if data[at : at + 4] == DRAWINGS:
                data[at : at + 4] = UNREAD
        return bytes(data)

    def colour_work(self, string: str) -> ColourWork:
        """Return what it takes to draw a string with the colours of its glyphs.

        Raises:
            ValueError: the table of colours is damaged.
        """
        gids = [glyph.gid for glyph in self.shape(string)]
        pictures = [self._font.get_glyph_color_png(gid) for gid in gids]
        pixels = sum([_pixels(picture.data) for picture in pictures if picture])
        try:
            table = ColrTable(self._face.reference_table("COLR").data)
            return ColourWork(sum(map(table.parts, gids)), pixels)
        except (struct.error, RecursionError) as error:
            raise ValueError(f"the colours of the font {self.family} are damaged") from error

    @cached_property
    def cap_height(self) -> float:
        """Return the height of an H in ems."""
        return self._height(hb.OTMetricsTag.CAP_HEIGHT, "H", 0.7)

    @cached_property
    def x_height(self) -> float:
        """Return the height of an x in ems."""
        return self._height(hb.OTMetricsTag.X_HEIGHT, "x", 0.5)

    @cached_property
    def italic_angle(self) -> float:
        """Return the slant of the letters in degrees, counter-clockwise from upright."""
        post = self._face.reference_table("post").data
        return float(struct.unpack(">i", post[4:8])[0] / 65536) if len(post) >= 8 else 0.0

    @cached_property
    def characters(self) -> frozenset[str]:
        """Return the characters that the font has a glyph for."""
        return frozenset(map(chr, self._face.unicodes))

    @cached_property
    def alters_at_spaces(self) -> bool:
        """Say whether GSUB has rules for the space: words cannot be shaped one by one then."""
        return bool(self._face.has_layout_substitution) and self._names_space("GSUB")

    @cached_property
    def kerns_at_spaces(self) -> bool:
        """Say whether the font may kern the space with the letters beside it."""
        if self._face.has_layout_positioning and self._names_space("GPOS"):
            return True
        return "kern" in self._face.table_tags

    def glyph_id(self, char: str) -> int | None:
        """Return the id of a character's glyph, or None if the font has none."""
        gid: int | None = self._font.get_nominal_glyph(ord(char))
        return gid

    def advance(self, gid: int) -> float:
        """Return the advance width of a glyph in ems."""
        return float(self._font.get_glyph_h_advance(gid) / self.units_per_em)

    def extents(self, gid: int) -> Rect | None:
        """Return the box around a glyph's ink, y down from the baseline; None where it has none."""
        ink = self._font.get_glyph_extents(gid)
        if ink is None or not ink.width:
            return None
        em = self.units_per_em
        return Rect(ink.x_bearing / em, -ink.y_bearing / em, ink.width / em, -ink.height / em)

    def subset(self, gids: Iterable[int]) -> bytes:
        """Return a font file of these glyphs only, with unchanged ids, for a PDF."""
        wanted = hb.SubsetInput()
        wanted.glyph_set.update(gids)
        wanted.drop_table_tag_set.update(_LAYOUT_TABLES)
        wanted.flags = _SUBSET | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        return bytes(hb.subset(self._face, wanted).blob.data)

    def subset_text(self, text: str) -> bytes:
        """Return a font file for this text, layout tables included, for live text in an SVG."""
        wanted = hb.SubsetInput()
        wanted.unicode_set.update({ord(char) for char in text})
        wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
        return bytes(hb.subset(self._face, wanted).blob.data)

    def shape(
        self, string: str, features: Features = (), *, rtl: bool = False
    ) -> tuple[ShapedGlyph, ...]:
        """Return the glyphs of a string from left to right, with kerning and ligatures.

        ``rtl`` says that the string is read from right to left: its last glyph comes first.

        Raises:
            PnpError: substitutions of the font make thousands of glyphs of a letter.
        """
        buffer = hb.Buffer()
        buffer.add_str(string)
        buffer.direction = "rtl" if rtl else "ltr"
        buffer.language = LANGUAGE
        buffer.guess_segment_properties()
        buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        try:
            hb.shape(self._font, buffer, dict(features))
        except MemoryError:  # HarfBuzz limits how many glyphs a text may become
            message = f"the rules of the font {self.family} make too many glyphs of {quote(string)}"
            raise user_error(message, hint="use another font") from None
        em = self.units_per_em
        glyphs = []
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            x, y, advance, _ = place.position
            glyphs.append(ShapedGlyph(info.codepoint, info.cluster, advance / em, x / em, -y / em))
        return tuple(glyphs)

    def outline(self, gid: int) -> Path:
        """Return a glyph's outline in ems, y down; the origin is on the baseline."""
        if gid not in self._outlines:
            self._outlines[gid] = _outline(self._font, gid)
        return self._outlines[gid]

    def unlike(self, program: bytes, gids: Iterable[int]) -> int | None:
        """Return the first of some glyphs that another font file draws otherwise, or None.

        A file that is not a font draws none of them.
        """
        wanted = sorted(gids)
        other = hb.Font(hb.Face(hb.Blob(program)))
        if self.subset(wanted) == program:  # byte for byte: few outlines need be drawn
            wanted = [g for g in wanted if _extents(self._font, g) != _extents(other, g)]
        return next((g for g in wanted if self.outline(g) != _outline(other, g)), None)

    def rule_line(self, kind: str) -> tuple[float, float]:
        """Return where the middle of a decoration is and how thick it is, in ems, y down.

        ``kind`` is one of ``underline``, ``overline`` and ``line-through``.
        """
        if kind == "overline":
            return -self.ascent, self.rule_line("underline")[1]
        tags = {
            "underline": (hb.OTMetricsTag.UNDERLINE_OFFSET, hb.OTMetricsTag.UNDERLINE_SIZE),
            "line-through": (hb.OTMetricsTag.STRIKEOUT_OFFSET, hb.OTMetricsTag.STRIKEOUT_SIZE),
        }
        usual = {"underline": -0.1, "line-through": self.x_height / 2}
        offset, size = (self._font.get_metric_position(tag) for tag in tags[kind])
        em = self.units_per_em
        return -(offset / em if offset else usual[kind]), size / em if size else 0.05

    def _names_space(self, name: str) -> bool:
        """Say whether a layout table has rules for the space; True if it is damaged."""
        glyphs = set(range(self.glyph_count))
        others = glyphs - {self.glyph_id(" ")}
        try:
            return self._rules(name, glyphs) != self._rules(name, others)
        except (RuntimeError, struct.error):
            return True

    def _rules(self, name: str, glyphs: set[int]) -> bytes:
        """Return a layout table subset to some glyphs and to ``LANGUAGE``."""
        tables = {tag: self._face.reference_table(tag).data for tag in ("head", "maxp", "GDEF")}
        tables[name] = without_languages(self._face.reference_table(name).data, LANGUAGE_TAG)
        face = hb.Face.create_for_tables(lambda _, tag, data: data.get(tag, b""), tables)
        wanted = hb.SubsetInput()
        wanted.glyph_set.update(glyphs)
        wanted.layout_feature_tag_set.clear()
        wanted.layout_feature_tag_set.update(_APPLIED)
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        return bytes(hb.subset(face, wanted).reference_table(name).data)

    def _bbox(self) -> Rect:
        head = self._face.reference_table("head").data
        left, low, right, high = struct.unpack_from(">4h", head, 36)
        em = self.units_per_em
        return Rect(left / em, -high / em, (right - left) / em, (high - low) / em)

    def _line_extents(self) -> tuple[float, float]:
        """Return ascent and descent: OS/2's typographic ones, which Inkscape uses for lines."""
        os2 = self._face.reference_table("OS/2").data
        up, down = struct.unpack(">2h", os2[68:72]) if len(os2) >= 72 else (0, 0)
        if up <= down:
            extents = self._font.get_font_extents("ltr")
            up, down = extents.ascender, extents.descender
        if up <= down:
            return 0.8, 0.2
        return up / self.units_per_em, -down / self.units_per_em

    def _height(self, metric: "hb.OTMetricsTag", char: str, fallback: float) -> float:
        if height := self._font.get_metric_position(metric):
            return float(height / self.units_per_em)
        extents = self._font.get_glyph_extents(self.glyph_id(char) or 0)
        return float(extents.y_bearing / self.units_per_em) if extents else fallback


def _extents(font: "hb.Font", gid: int) -> tuple[float, ...] | None:
    """Return the box of a glyph's ink in ems, as a file of glyphs states it."""
    ink, em = font.get_glyph_extents(gid), font.face.upem
    box = ink and (ink.x_bearing, ink.y_bearing, ink.width, ink.height)
    return box and tuple(side / em for side in box)


def _outline(font: "hb.Font", gid: int) -> Path:
    pen = OutlinePen(font.face.upem)
    font.draw_glyph(gid, _draw_funcs(), pen)
    return pen.path


@cache
def _draw_funcs() -> "hb.DrawFuncs":
    funcs = hb.DrawFuncs()
    funcs.set_move_to_func(lambda x, y, pen: pen.add("M", x, y))
    funcs.set_line_to_func(lambda x, y, pen: pen.add("L", x, y))
    funcs.set_quadratic_to_func(lambda cx, cy, x, y, pen: pen.quadratic(cx, cy, x, y))
    funcs.set_cubic_to_func(lambda *numbers_pen: numbers_pen[-1].add("C", *numbers_pen[:-1]))
    funcs.set_close_path_func(lambda pen: pen.add("Z"))
    return funcs


def _pixels(png: bytes) -> int:
    """Return how many pixels a PNG file says to have: its bytes 16 to 23 are its two sides."""
    return int.from_bytes(png[16:20]) * int.from_bytes(png[20:24])


Axes = tuple[tuple[str, float], ...]
"""Places on the axes of a variable font, by their four-letter tags: ``(("wdth", 75.0),)``."""


def open_font(key: str, header: Header, data: bytes, axes: Axes = ()) -> Font:
    """Return a font, or one instance of a variable font, that can be embedded later.

    Raises:
        ValueError: the font is damaged.
    """
    _check_numbers(hb.Face(hb.Blob(data)))
    try:
        font = Font(key, header, instance(data, header.weight, axes) if header.variable else data)
        font.subset(range(font.glyph_count))
    except (RuntimeError, ValueError, struct.error, hb.HarfBuzzError) as error:
        raise ValueError("its tables are damaged") from error
    return font


def _check_numbers(face: "hb.Face") -> None:
    """Refuse a font whose numbers HarfBuzz replaces by its own, where a viewer of PDF does not.

    What is measured and proved would then be another text than the one that is printed.
    """
    (em,) = struct.unpack_from(">H", face.reference_table("head").data, 18)
    if not SMALLEST_EM <= em <= LARGEST_EM:
        most = f"{SMALLEST_EM} to {LARGEST_EM:,}"
        raise ValueError(f"its em has {em:,} units, where OpenType has {most}")
    (widths,) = struct.unpack_from(">H", face.reference_table("hhea").data, 34)
    if not 0 < 4 * widths <= len(face.reference_table("hmtx")):
        raise ValueError("it lacks the widths of its letters")
    end = len(face.reference_table("glyf"))
    if end and not _has_all(face, end):
        raise ValueError("it lacks the outlines of some letters")


def _has_all(face: "hb.Face", end: int) -> bool:
    """Say whether the outline of each glyph is in ``glyf``, which ends at ``end``."""
    data, head = face.reference_table("loca").data, face.reference_table("head").data
    kind, size, step = ("I", 4, 1) if head[51] else ("H", 2, 2)
    number = face.glyph_count + 1
    if len(data) < number * size:
        return False
    places = struct.unpack_from(f">{number}{kind}", data)
    return all(map(le, places, places[1:])) and places[-1] * step <= end


def instance(data: bytes, weight: int, axes: Axes = ()) -> bytes:
    """Return a variable font's file with its weight fixed, and some other axes.

    The rest are at their defaults; a place beyond the end of an axis counts as its end.
    """
    face = hb.Face(hb.Blob(data))
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    wanted.pin_all_axes_to_default(face)
    if any(axis.tag == "wght" for axis in face.axis_infos):
        wanted.pin_axis_location(face, "wght", weight)
    known = {axis.tag: axis for axis in face.axis_infos}
    for tag, place in axes:
        if tag in known:
            least, most = known[tag].min_value, known[tag].max_value
            wanted.pin_axis_location(face, tag, max(least, min(most, place)))
    wanted.flags |= hb.SubsetFlags.DOWNGRADE_CFF2
    return bytes(hb.subset(face, wanted).blob.data)
