"""Cutting machines: sheets to print, with the lines to cut and crease as SVG and DXF.

The sheets have registration marks as Silhouette's machines look for them, and neither crop marks
nor labels, which their cameras could take for marks. Folders: ``cricut`` has PNGs for Print Then
Cut, whose marks its own program draws.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from pnp.base.color import BLACK, WHITE
from pnp.base.diagnostics import named, user_error
from pnp.base.units import MM_PER_INCH
from pnp.data.game import Component
from pnp.destinations.cardmaker import TEMPLATES, cut_out, layouts, template_for
from pnp.destinations.destination import Destination, Registration, Settings, Shelf
from pnp.destinations.dxf import DxfLayer, counted_by_layer, dxf
from pnp.destinations.goods import Goods, Proven, Shows, TableUse
from pnp.destinations.registration import (
    CARD_MAKER,
    FOUR,
    MARK_INSET,
    THREE,
    registration_marks,
)
from pnp.geometry.path import Path as Outline
from pnp.geometry.plane import Affine, Rect, Sides, Size
from pnp.imposition.grid import frame_for
from pnp.imposition.impose import impose, page
from pnp.imposition.sheet import Backs, Layout, Sheet, pages
from pnp.kinds.piece import Key, Piece
from pnp.scene.node import Node, Shape, Solid
from pnp.scene.page import Page, Placement

MARGINS = Sides(left=16, top=12, right=16, bottom=12)
"""Millimetres kept free for registration marks on upright paper."""

LARGEST_CRICUT = Size(6.75 * MM_PER_INCH, 9.25 * MM_PER_INCH)
"""What Print Then Cut takes on every machine, by several public sources."""

CRICUT_DPI = 300.0

CRICUT_GAP = 3.0
"""Millimetres between pieces there: those that touch would be cut out as one."""

RULER = 100.0
"""Millimetres: the length of the line by which the scale of a DXF is checked."""


class PieceLines(NamedTuple):
    """What is cut out of a sheet: the piece's key, its outline and its creases on the paper."""

    key: str
    outline: Outline
    creases: tuple[Outline, ...]


def fits(piece: Piece, settings: Settings) -> bool:
    """Tell whether a piece has room between the marks."""
    layout = _layout(settings)
    backs = Backs.NONE if piece.back is None else layout.backs
    trim, bleed = piece.trim, piece.component.bleed
    return frame_for(layout, backs, trim, bleed=bleed, copies=1) is not None


def reason(component: Component, settings: Settings) -> str:
    """Return why a component is left out; blank if its kind says it."""
    if component.kind.name not in TAKES:
        return ""
    return f"no room for it between the marks on {settings.layout.paper_name}"


def _layout(settings: Settings) -> Layout:
    layout = settings.layout
    margins = MARGINS if layout.paper.height >= layout.paper.width else Sides(12, 16, 12, 16)
    return replace(layout, margins=margins)


def refuse(cargo: Goods, settings: Settings) -> None:
    """Refuse settings that cannot be.

    Raises:
        PnpError: cutting templates are asked for, and none fits.
    """
    layout, chosen = settings.layout, settings.registration
    fitting = (template_for(item.piece, layout) for item in cargo.all)
    if chosen is Registration.CARD_MAKER and not any(fitting):
        message = f"--registration {chosen}: no template for {layout.paper_name} fits a piece"
        raise user_error(message, hint=cut_out(layout))


def write(shelf: Shelf) -> None:
    """Write the sheets, their lines, and the pictures for Cricut."""
    layout = _layout(shelf.settings)
    pieces = [item.piece for item in shelf.goods.all]
    sheets = list(_imposed(shelf, pieces, layout))
    _write_pages(shelf, sheets)
    offset = Affine.move(*shelf.settings.cut_offset)
    by_id = {piece.id: piece for piece in pieces}
    written: Counter[str] = Counter()  # two sizes may share a template: its sheets count on
    for sheet in sheets:
        written[sheet.file] += 1
        lines = [_cut_line(put, by_id, offset) for put in sheet.front.placements]
        _write_lines(shelf.folder, f"{sheet.file}-{written[sheet.file]:02}", sheet, lines)
    _write_cricut(shelf, pieces)


class MarkedSheet(NamedTuple):
    """A sheet as it is printed for a machine, with its registration marks by name."""

    file: str
    sheet: Sheet
    marks: Mapping[str, Shape]

    @property
    def front(self) -> Page:
        """Return the side with the faces."""
        return self.sheet.front


def _imposed(shelf: Shelf, pieces: Sequence[Piece], layout: Layout) -> Iterator[MarkedSheet]:
    """Yield the sheets: those of cutting templates first, if they are asked for."""
    game, chosen = shelf.goods.game, shelf.settings.registration
    rest = list(pieces)
    if chosen is Registration.CARD_MAKER:
        rest = [piece for piece in pieces if template_for(piece, layout) is None]
        for template, mine, group in layouts(pieces, layout):
            sheets, _ = impose(game, group, mine, shelf.book)
            marks = registration_marks(mine.paper, CARD_MAKER)
            yield from (MarkedSheet(f"{each.file}-{template.name}", each, marks) for each in sheets)
    marks = registration_marks(layout.paper, FOUR if chosen is Registration.FOUR else THREE)
    sheets, _ = impose(game, rest, layout, shelf.book)
    yield from (MarkedSheet(each.file, each, marks) for each in sheets)


def _write_pages(shelf: Shelf, sheets: Sequence[MarkedSheet]) -> None:
    """Write a PDF for each stock and turning edge, as a kit has them; marks are on fronts only."""
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import write_pdf

    game = shelf.goods.game
    by_file = attrgetter("file")
    for stem, group in groupby(sorted(sheets, key=by_file), key=by_file):
        mine = [_for_cutter(sheet) for sheet in group]
        duplex = any(sheet.back is not None for sheet in mine)
        info = Info(f"{game.title}: {stem} for a cutter", language=game.language)
        if duplex:
            info = info._replace(duplex=mine[0].backs)
        file = shelf.folder / f"{game.kit}-{stem}.pdf"
        with named(file):
            write_pdf(pages(mine, duplex), file, shelf.book, info)


def _for_cutter(marked: MarkedSheet) -> Sheet:
    """Return a sheet without crop marks and labels, but with registration marks."""
    sheet, marks = marked.sheet, marked.marks.values()
    front, back = sheet.front, sheet.back
    bare = None if back is None else page(back.size, back.placements, {}, (), back.label)
    return replace(
        sheet, front=page(front.size, front.placements, {}, marks, front.label), back=bare
    )


def _cut_line(put: Placement, pieces: Mapping[str, Piece], offset: Affine) -> PieceLines:
    """Return what is cut for a placement, moved by the machine's offset."""
    key = Key.parse(put.key)
    piece = pieces[key.piece]
    place = offset @ put.slot.place
    creases = tuple(crease.placed(place) for crease in piece.creases)
    return PieceLines(f"{key.piece}#{key.copy}", piece.cut.placed(place), creases)


def _write_lines(folder: Path, stem: str, marked: MarkedSheet, lines: Sequence[PieceLines]) -> None:
    marks, paper = marked.marks, marked.front.size
    for name, text in (
        (f"{stem}.svg", _svg(lines, marks, paper)),
        (f"{stem}.dxf", _dxf(lines, marks, paper)),
    ):
        with named(folder / name):
            (folder / name).write_text(text, encoding="utf-8", newline="")


def _dxf(lines: Sequence[PieceLines], marks: Mapping[str, Shape], paper: Size) -> str:
    low = paper.height - MARK_INSET / 2
    ruler = Outline.line((MARK_INSET, low), (MARK_INSET + RULER, low))
    return dxf(
        (
            DxfLayer("Cut", 1, [line.outline for line in lines]),
            DxfLayer("Crease", 5, [crease for line in lines for crease in line.creases]),
            DxfLayer("Regmarks", 7, [mark.path for mark in marks.values()]),
            DxfLayer("Scale-100mm", 7, [ruler]),
        ),
        paper.height,
    )


SVG_HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" \
xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" \
width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">
"""


def _svg(lines: Sequence[PieceLines], marks: Mapping[str, Shape], paper: Size) -> str:
    """Return the lines as layers that plug-ins for cutters know by their names."""
    width, height = f"{paper.width:.6g}", f"{paper.height:.6g}"
    cut = [(f"cut/{line.key}", line.outline) for line in lines]
    creases = [
        (f"crease/{line.key}/{number}", crease)
        for line in lines
        for number, crease in enumerate(line.creases, 1)
    ]
    return "".join(
        (
            SVG_HEAD.format(width=width, height=height),
            _layer("Regmarks", "#000000", [(name, mark.path) for name, mark in marks.items()]),
            _layer("Crease", "#0000ff", creases),
            _layer("Cut", "#ff0000", cut),
            "</svg>\n",
        )
    )


def _layer(name: str, color: str, paths: Iterable[tuple[str, Outline]]) -> str:
    style = f'fill="none" stroke="{color}" stroke-width="0.1"'
    head = f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {style}>\n'
    drawn = (f"<path id={quoteattr(id_)} d={quoteattr(_data(path))}/>\n" for id_, path in paths)
    return head + "".join(drawn) + "</g>\n"


def _data(path: Outline) -> str:
    return " ".join(
        op + ",".join(f"{round(value, 4) + 0.0:.10g}" for value in coords)
        for op, coords in path.segments()
    )


def _write_cricut(shelf: Shelf, pieces: Sequence[Piece]) -> None:
    """Write sheets of fronts as PNGs of their size, transparent outside of what is cut out."""
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import PdfWriter
    from pnp.export.png import png_bytes

    layout = Layout(LARGEST_CRICUT, "Print Then Cut", Sides.all(0), Backs.NONE, gutter=CRICUT_GAP)
    fitting = [
        piece
        for piece in _bare(pieces)
        if frame_for(layout, Backs.NONE, piece.trim, bleed=0, copies=1) is not None
    ]
    if not fitting:
        return
    sheets, _ = impose(shelf.goods.game, fitting, layout, shelf.book)
    by_id = {piece.id: piece for piece in fitting}
    leaves = [leaf for sheet in sheets for leaf in _front_and_mask(sheet, by_id)]
    pdf = PdfWriter(leaves, shelf.book).for_pixels(leaves, Info("Print Then Cut"))
    folder = shelf.folder / "cricut"
    folder.mkdir()
    for number in range(len(sheets)):
        file = folder / f"sheet-{number + 1:02}.png"
        with named(file):
            file.write_bytes(png_bytes(pdf, 2 * number, CRICUT_DPI, 2 * number + 1))


def _bare(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces without backs and bleed: what is outside of a cut is transparent."""
    components: dict[str, Component] = {}
    for piece in pieces:
        name = piece.component.name
        bare = components.setdefault(name, replace(piece.component, bleed=0.0))
        yield replace(piece, back=None, component=bare, face=replace(piece.face, bleed=0.0))


def _front_and_mask(sheet: Sheet, pieces: Mapping[str, Piece]) -> Iterator[Page]:
    front = sheet.front
    yield page(front.size, front.placements, {}, (), front.label)
    lines = (_cut_line(put, pieces, Affine()) for put in front.placements)
    opaque: list[Node] = [Shape(line.outline, Solid(WHITE)) for line in lines]
    ground = Shape(Outline.rect(Rect.of(front.size)), Solid(BLACK))
    whole = Rect.of(front.size)
    yield Page(front.size, (ground, *opaque), whole, whole, (), front.label)


def wanted(cargo: Goods) -> "Counter[Proven]":
    """Return every copy by its name: lines show nothing."""
    return Counter({Proven(item.piece.id, ()): item.piece.qty for item in cargo.all})


LINES = ("Cut", "Crease")
"""The layers of lines that a machine follows."""

SVG = "{http://www.w3.org/2000/svg}"


def read(folder: Path, shows: Shows) -> "Counter[Proven]":
    """Return the pieces that the SVG files cut out, if the DXF files have as many lines."""
    found: Counter[Proven] = Counter()
    for file in sorted(folder.glob("*.svg")):
        paths = [*ElementTree.parse(file).iter(f"{SVG}path")]
        lines = counted_by_layer(file.with_suffix(".dxf").read_bytes().decode())
        if all(_parts(paths, f"{name.lower()}/") == lines.get(name, 0) for name in LINES):
            names = (path.get("id", "") for path in paths)
            cut = (name[4:] for name in names if name.startswith("cut/"))
            found.update(Proven(name.partition("#")[0], ()) for name in cut)
    return found


def _parts(paths: Iterable[ElementTree.Element], beginning: str) -> int:
    """Return how many separate lines the paths have whose ids begin so."""
    return sum(
        path.get("d", "").count("M") for path in paths if path.get("id", "").startswith(beginning)
    )


TAKES = dict.fromkeys(
    ("deck", "tile", "token", "standee", "die", "box", "tray", "spinner", "track", "sheet"),
    TableUse.CUT,
)

CUTTER = Destination(
    name="cutter",
    title="cutting machines",
    takes=TAKES,
    remarks=(
        "sheets with three registration marks of Silhouette, 10 mm from the paper's edge; pieces "
        "that find no room between them are left out",
        "--registration four: a mark in each corner, for machines that look for four (not tried)",
        "--registration card-maker: cards lie where templates of silhouette-card-maker cut them: "
        + ", ".join(f"{each.name} ({each.card})" for each in TEMPLATES),
        "lines as SVG and DXF (R12), in millimetres: Cut red, Crease blue, Regmarks; in the DXF "
        "also Scale-100mm",
        "cricut/: PNGs within 6.75 x 9.25 in; larger pieces are not among them",
        "--paper, --backs (no gutterfold) and --bleed as pnp build; --cut-offset '0.3 -0.2 mm' "
        "moves all lines",
    ),
    steps=(
        "1. Print the PDFs at 100 %; a sheet's lines are in the file of its name and number.",
        "2. Open that DXF (Silhouette Studio; its line of Scale-100mm must be 100 mm long) or SVG "
        "(other programs; its page must be as large as the paper); set the registration marks to "
        "10 mm from the paper's edge.",
        "3. Crease first, then cut. For a Cricut upload cricut/sheet-01.png as Print Then Cut.",
    ),
    write=write,
    read=read,
    options=frozenset({"paper", "backs", "bleed", "cut_offset", "registration"}),
    fits=fits,
    refuse=refuse,
    wanted=wanted,
    reason=reason,
)
"""Silhouette, Cricut, and whatever reads DXF or SVG."""
