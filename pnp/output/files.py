"""``write_kit``: writes the files of a kit (PDF, SVG, PNG, overview, manifest) and proves them."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.base.diagnostics import Finding, named
from pnp.base.parallel import beside
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import PdfWriter
from pnp.export.png import write_png, write_preview
from pnp.export.svg.writer import SvgWriter
from pnp.imposition.impose import single
from pnp.imposition.overview import overview, resolution
from pnp.imposition.sheet import Backs, Sheet, pages
from pnp.kit import Format, Kit, Options, Tell
from pnp.output import manifest
from pnp.proof.agreement import Agreement
from pnp.proof.placement import check_places
from pnp.proof.prove import Proof, Prover
from pnp.proof.svgsheets import prove_sheets
from pnp.proof.ticket import job_ticket
from pnp.scene.page import Face, Page
from pnp.scene.sameness import Contents, look


def file_stems(names: Sequence[str]) -> dict[str, str]:
    """Return a file stem for each name like ``graveyard/white-zombie/face``.

    The parts are joined with hyphens: ``graveyard-white-zombie-face``. If two names would then
    share a file, also on a case-insensitive file system, their parts are joined with ``+``, which
    no part contains: ``grave+yard-x+face`` and ``grave-yard+x+face``. Names that differ only in
    case are numbered.
    """
    plain = {name: name.replace("/", "-") for name in names}
    uses = Counter(stem.casefold() for stem in plain.values())
    stems = {n: s if uses[s.casefold()] == 1 else n.replace("/", "+") for n, s in plain.items()}
    return _numbered(stems)


def _numbered(stems: dict[str, str]) -> dict[str, str]:
    uses: Counter[str] = Counter()
    numbered = {}
    for name, stem in stems.items():
        uses[stem.casefold()] += 1
        number = uses[stem.casefold()]
        numbered[name] = stem if number == 1 else f"{stem}+{number}"
    return numbered


def write_kit(
    folder: Path,
    kit: Kit,
    options: Options,
    findings: Callable[[], Sequence[Finding]],
    tell: Tell,
) -> tuple[tuple[str, ...], Proof]:
    """Write all files of a kit into a folder; return their names, and the proof of its sheets."""
    printed = pages(kit.sheets, _is_duplex(kit.sheets))
    ticket = job_ticket(kit.game, kit.pieces, options.layout.backs, options.only)
    agreement = Agreement(ticket, options.layout, kit.findings)
    writer = PdfWriter(printed, kit.templates.book)
    with beside(partial(_write_overview, folder, kit, writer)) as finish_overview:
        proof = _write_documents(folder, printed, kit, options, agreement, writer, tell)
        if Format.SVG in options.formats:
            tell("writing SVG")
            _write_svgs(folder / "svg", kit)
            proof += _prove_svgs(folder / "svg", kit, agreement)
        if Format.PNG in options.formats:
            tell("writing PNG")
            _write_pngs(folder / "png", dict(_drawings(kit)), kit, writer, options.dpi)
        tell("writing the overview")
        finish_overview()
    tell("checking")
    files = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.*"))]
    entries = _entries(folder, files, kit, options, findings(), proof)
    with named(folder / manifest.NAME):
        manifest.write_manifest(folder, entries)
    return (*files, manifest.NAME), proof


def _write_documents(
    folder: Path,
    printed: Sequence[Page],
    kit: Kit,
    options: Options,
    agreement: Agreement,
    writer: PdfWriter,
    tell: Tell,
) -> Proof:
    """Write the PDFs, if any, and return their proof, or that of the pages that were planned."""
    if Format.PDF not in options.formats:
        turn = options.layout.backs if _is_duplex(kit.sheets) else Backs.NONE
        agreed = agreement.check_kit(kit.game.key, printed)
        return Proof(findings=(*agreed, *check_places(printed, options.layout, turn)))
    proof, prover = Proof(), Prover(options.layout)
    for name, sheets in _documents(kit):
        tell(f"writing {name}")
        proof += _write_document(folder / name, sheets, kit, agreement, prover, writer)
    return proof + Proof(findings=tuple(agreement.check_filed()))


def _documents(kit: Kit) -> Iterator[tuple[str, Sequence[Sheet]]]:
    """Yield name and sheets of each PDF: the whole kit, then each stock and turning edge."""
    yield _kit_file(kit), kit.sheets
    by_file = attrgetter("file")
    for file, sheets in groupby(sorted(kit.sheets, key=by_file), key=by_file):
        yield f"{kit.game.key}-{file}.pdf", tuple(sheets)


def _kit_file(kit: Kit) -> str:
    return f"{kit.game.key}-kit.pdf"


def _write_document(
    path: Path,
    sheets: Sequence[Sheet],
    kit: Kit,
    agreement: Agreement,
    prover: Prover,
    writer: PdfWriter,
) -> Proof:
    """Write one PDF; return the proof that it has the game's pages and that they are intact."""
    duplex = _is_duplex(sheets)
    printed = pages(sheets, duplex)
    turn = prover.layout.backs if duplex else Backs.NONE
    with named(path):
        writer.write(printed, path, _info(kit, turn))
    whole = path.name == _kit_file(kit)
    check = agreement.check_kit if whole else agreement.check_part
    agreed = Proof(findings=check(path.name, printed))
    return agreed + prover.prove(path, printed, turn)


def _is_duplex(sheets: Sequence[Sheet]) -> bool:
    return any(sheet.back is not None for sheet in sheets)


def _info(kit: Kit, turn: Backs) -> Info:
    return Info(
        title=f"{kit.game.title} {kit.game.version}".strip(),
        author=kit.game.designer,
        subject="Print-and-play kit",
        creator=f"pnp {__version__}",
        duplex=turn,
    )


def _drawings(kit: Kit) -> Iterator[tuple[str, Page]]:
    """Yield every distinct face and every side of a sheet, with a file name.

    Faces are followed by the first sheet with them, so that what is drawn for a face is still at
    hand for its sheet.
    """
    faces = _distinct_faces(kit)
    for name, page in _sheet_pages(kit):
        for placed in page.placements:
            if named_page := faces.pop(placed.face.nodes, None):
                yield named_page
        yield f"sheets/{name}", page
    yield from faces.values()


def _sheet_pages(kit: Kit) -> Iterator[tuple[str, Page]]:
    """Yield every printed side of a sheet with its name: ``card-long-edge-1-front``."""
    for sheet in kit.sheets:
        for side, page in (("front", sheet.front), ("back", sheet.back)):
            if page is not None:
                yield f"{sheet.file}-{sheet.number}-{side}", page


def _distinct_faces(kit: Kit) -> dict[Contents, tuple[str, Page]]:
    """Return a file name and a page for each distinct face, by the contents of the face."""
    distinct: dict[str, tuple[str, Face]] = {}
    for name, face in manifest.faces(kit.pieces):
        distinct.setdefault(look(face.nodes), (name, face))
    stems = file_stems([name for name, _ in distinct.values()])
    return {
        face.nodes: (f"faces/{stems[name]}", single(face, name)) for name, face in distinct.values()
    }


def _write_svgs(folder: Path, kit: Kit) -> None:
    writer = SvgWriter(kit.templates.book)
    for name, page in _drawings(kit):
        path = _in_new_folder(folder / f"{name}.svg")
        with named(path):
            writer.write(page, path)


def _prove_svgs(folder: Path, kit: Kit, agreement: Agreement) -> Proof:
    """Return the proof that the SVG sheets have the game's pages, and that they are intact."""
    sheets = {f"{name}.svg": page for name, page in _sheet_pages(kit)}
    agreed = agreement.check_drawings("svg/sheets", tuple(sheets.values()))
    return Proof(findings=agreed) + prove_sheets(folder / "sheets", sheets, kit.templates.book)


def _write_pngs(
    folder: Path, drawings: dict[str, Page], kit: Kit, writer: PdfWriter, dpi: float
) -> None:
    """Write drawings as PNG files, rendered from a PDF that is not kept."""
    pdf = writer.for_pixels(tuple(drawings.values()), _info(kit, Backs.NONE))
    for number, name in enumerate(drawings):
        path = _in_new_folder(folder / f"{name}.png")
        with named(path):
            write_png(pdf, number, dpi, path)


def _write_overview(folder: Path, kit: Kit, writer: PdfWriter) -> None:
    """Write overview.png, and overview-2.png and so on for a large game, one after the other."""
    sheets = overview(kit.pieces, kit.templates.book, kit.game.title)
    for number, sheet in enumerate(sheets, 1):
        path = folder / ("overview.png" if number == 1 else f"overview-{number}.png")
        with named(path):
            pdf = writer.for_pixels((sheet,), _info(kit, Backs.NONE))
            write_preview(pdf, 0, resolution(sheet.size), path)


def _in_new_folder(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _entries(
    folder: Path,
    files: Sequence[str],
    kit: Kit,
    options: Options,
    findings: Sequence[Finding],
    proof: Proof,
) -> dict[str, Any]:
    game = kit.game
    layout = options.layout
    rules = () if game.rulebook is None else (game.rulebook,)
    inputs = sorted({*game.files, *rules, *kit.templates.files})
    pieces = manifest.piece_entries(kit.pieces)
    return {
        "manifest": manifest.VERSION,
        "game": {"key": game.key, "title": game.title, "version": game.version},
        "program": {"name": manifest.PROGRAM, "version": __version__},
        "options": {
            "paper": layout.paper_name,
            "margins": list(layout.margins),
            "backs": layout.backs.value,
            "bleed": layout.bleed.value,
            "gutter": layout.gutter,
            "ink": options.ink.value,
            "components": sorted(options.only) if options.only is not None else None,
            "formats": sorted(form.value for form in options.formats),
            "dpi": options.dpi,
        },
        "components": manifest.component_entries(game, pieces),
        "pieces": pieces,
        "sheets": [_sheet_entry(sheet) for sheet in kit.sheets],
        "files": [_file_entry(folder / name, name, proof) for name in files],
        "inputs": [manifest.file_entry(path, game.project.show(path)) for path in inputs],
        "findings": [manifest.finding_entry(finding) for finding in findings],
        "proof": proof.summary(),
    }


def _sheet_entry(sheet: Sheet) -> dict[str, Any]:
    return {
        "file": sheet.file,
        "number": sheet.number,
        "of": sheet.of,
        "stock": sheet.stock,
        "sides": sheet.sides,
        "contents": dict(sheet.contents),
        "panels": dict(sheet.panels),
    }


def _file_entry(path: Path, name: str, proof: Proof) -> dict[str, Any]:
    count = proof.pages.get(name)
    return manifest.file_entry(path, name, **({} if count is None else {"pages": count}))
