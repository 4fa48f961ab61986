"""``write_kit``: writes the files of a kit (PDF, SVG, PNG, overview, manifest) and proves them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import sqrt
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pnp import __version__
from pnp.base.diagnostics import Finding, named
from pnp.base.units import pixels
from pnp.export.pdf.file import Info
from pnp.export.pdf.writer import write_pdf
from pnp.export.png import write_png
from pnp.export.svg.writer import write_svg
from pnp.geometry.plane import Size
from pnp.imposition.impose import single
from pnp.imposition.overview import overview
from pnp.imposition.sheet import Backs, Sheet, pages
from pnp.kit import Format, Kit, Options, Tell
from pnp.output import manifest
from pnp.proof.agreement import Agreement
from pnp.proof.prove import Proof, Prover
from pnp.proof.ticket import job_ticket
from pnp.scene.page import Face, Page
from pnp.scene.sameness import look


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


OVERVIEW_DPI = 110.0

OVERVIEW_PIXELS = 16_000_000
"""Limit for the overview's pixels; a larger overview gets a lower resolution.

Those of the bundled games have up to 9 million. While written, a pixel takes 7 bytes of memory.
"""


def write_kit(
    folder: Path, kit: Kit, options: Options, findings: Sequence[Finding], tell: Tell
) -> tuple[tuple[str, ...], Proof]:
    """Write all files of a kit into a folder; return their names, and the proof of its PDFs.

    Temporary files are written to the parent folder.
    """
    proof = Proof()
    ticket = job_ticket(kit.game, kit.pieces, options.layout.backs, options.only)
    agreement = Agreement(ticket, options.layout, kit.findings)
    prover = Prover(options.layout)
    if Format.PDF in options.formats:
        for name, sheets in _documents(kit):
            tell(f"writing {name}")
            proof += _write_document(folder / name, sheets, kit, agreement, prover)
        proof += Proof(findings=tuple(agreement.check_filed()))
    else:
        printed = pages(kit.sheets, _is_duplex(kit.sheets))
        proof += Proof(findings=agreement.check_kit(kit.game.key, printed))
    if Format.SVG in options.formats:
        tell("writing SVG")
        for name, page in _drawings(kit):
            path = _in_new_folder(folder / "svg" / f"{name}.svg")
            with named(path):
                write_svg(page, path, kit.templates.book)
    if Format.PNG in options.formats:
        tell("writing PNG")
        _write_pngs(folder / "png", dict(_drawings(kit)), kit, options.dpi, folder.parent)
    tell("writing the overview")
    sheet = overview(kit.pieces, kit.templates.book, kit.game.title)
    _write_pngs(folder, {"overview": sheet}, kit, _overview_dpi(sheet.size), folder.parent)
    files = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.*"))]
    entries = _entries(folder, files, kit, options, findings, proof)
    with named(folder / manifest.NAME):
        manifest.write_manifest(folder, entries)
    return (*files, manifest.NAME), proof


def _documents(kit: Kit) -> Iterator[tuple[str, Sequence[Sheet]]]:
    """Yield name and sheets of each PDF: the whole kit, then each stock and turning edge."""
    yield _kit_file(kit), kit.sheets
    by_file = attrgetter("file")
    for file, sheets in groupby(sorted(kit.sheets, key=by_file), key=by_file):
        yield f"{kit.game.key}-{file}.pdf", tuple(sheets)


def _kit_file(kit: Kit) -> str:
    return f"{kit.game.key}-kit.pdf"


def _write_document(
    path: Path, sheets: Sequence[Sheet], kit: Kit, agreement: Agreement, prover: Prover
) -> Proof:
    """Write one PDF; return the proof that it has the game's pages and that they are intact."""
    duplex = _is_duplex(sheets)
    printed = pages(sheets, duplex)
    turn = prover.layout.backs if duplex else Backs.NONE
    with named(path):
        write_pdf(printed, path, kit.templates.book, _info(kit, turn))
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
    """Yield every distinct face, then every side of a sheet, with a file name."""
    distinct: dict[str, tuple[str, Face]] = {}
    for name, face, _ in manifest.faces(kit.pieces):
        distinct.setdefault(look(face.nodes), (name, face))
    stems = file_stems([name for name, _ in distinct.values()])
    for name, face in distinct.values():
        yield f"faces/{stems[name]}", single(face, name)
    for sheet in kit.sheets:
        stem = f"sheets/{sheet.file}-{sheet.number}"
        yield f"{stem}-front", sheet.front
        if sheet.back is not None:
            yield f"{stem}-back", sheet.back


def _write_pngs(
    folder: Path, drawings: dict[str, Page], kit: Kit, dpi: float, scratch: Path
) -> None:
    """Write drawings as PNG files, rendered from a temporary PDF in the scratch folder."""
    with TemporaryDirectory(dir=scratch) as drawn:
        pdf = Path(drawn) / "drawings.pdf"
        with named(folder):
            write_pdf(tuple(drawings.values()), pdf, kit.templates.book, _info(kit, Backs.NONE))
        for number, name in enumerate(drawings):
            path = _in_new_folder(folder / f"{name}.png")
            with named(path):
                write_png(pdf, number, dpi, path)


def _overview_dpi(size: Size) -> float:
    many = pixels(size.width, OVERVIEW_DPI) * pixels(size.height, OVERVIEW_DPI)
    return OVERVIEW_DPI * min(1.0, sqrt(OVERVIEW_PIXELS / many))


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
    return {
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
        "components": manifest.components(game, kit.pieces),
        "faces": manifest.face_entries(kit.pieces),
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
