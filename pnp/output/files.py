"""``write_kit``: writes the files of a kit (PDF, SVG, PNG, overview, manifest) and proves them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, zip_longest
from operator import attrgetter
from pathlib import Path
from time import time_ns
from typing import Any, NamedTuple

from pnp import __version__
from pnp.base.diagnostics import Finding, Problems, Where, named
from pnp.base.parallel import beside
from pnp.data.game import Game
from pnp.data.project import Project
from pnp.data.translation import say
from pnp.export.pdf.file import Info
from pnp.export.pdf.navigation import Bookmark
from pnp.export.pdf.writer import PdfWriter
from pnp.export.png import write_png, write_preview
from pnp.geometry.plane import Sides, Size
from pnp.imposition.impose import single
from pnp.imposition.overview import overview, resolution
from pnp.imposition.sheet import Backs, Sheet, pages
from pnp.kit import Format, Kit, Options, Tell
from pnp.output import manifest
from pnp.proof.agreement import Agreement
from pnp.proof.placement import check_places
from pnp.proof.prove import Proof, Prover
from pnp.proof.ticket import job_ticket
from pnp.scene.page import Face, Page
from pnp.scene.sameness import Contents, look
from pnp.text.fontbook import FontBook


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
    begun: int,
    findings: Callable[[], Sequence[Finding]],
    tell: Tell,
) -> tuple[tuple[str, ...], Proof]:
    """Write all files of a kit into a folder; return their names, and the proof of its sheets.

    ``begun`` is when its first file was read, in nanoseconds since 1970.

    Raises:
        PnpError: a file that it was made from was saved or deleted since then.
    """
    documents = tuple(_documents(kit, options.layout.backs))
    agreement = _agreement(kit, options)
    writer = PdfWriter(documents[0].pages, kit.templates.book)
    if Format.PDF in options.formats:
        writer.draw(documents[0].pages)  # before the overview, which has the same faces

    def aside() -> list[Proof]:
        """Do what needs no finished file beside the reading back, which takes as long."""
        _write_overview(folder, kit, writer)
        return list(_agreed(documents, agreement)) if Format.PDF in options.formats else []

    with (
        beside(aside, alone=kit.is_small) as finish_aside,
        _proving(folder, documents, kit, options, agreement, writer, tell) as prove,
    ):
        drawings = Proof()
        if Format.SVG in options.formats:
            tell("writing SVG")
            _write_svgs(folder / "svg", kit)
            drawings = _prove_svgs(folder / "svg", kit, options, agreement)
        if Format.PNG in options.formats:
            tell("writing PNG")
            _write_pngs(folder / "png", dict(_drawings(kit)), kit, writer, options.dpi)
        tell("proving")
        proofs = prove()
        tell("writing the overview")
        proof = _joined(finish_aside(), proofs) + drawings
    tell("checking")
    inputs = _inputs(kit)
    _refuse_saved(inputs, kit.game.project, begun)
    files = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.*"))]
    entries = _entries(folder, files, inputs, kit, options, findings(), proof)
    with named(folder / manifest.NAME):
        manifest.write_manifest(folder, entries)
    return (*files, manifest.NAME), proof


class KitPdf(NamedTuple):
    """A PDF of a kit: its file name, its pages with their labels, and how its sheets are turned.

    ``screen`` has the pages of a booklet one by one, to be read on a screen.
    """

    name: str
    pages: Sequence[Page]
    turn: Backs
    labels: tuple[str, ...]
    screen: bool = False


def _joined(agreed: Sequence[Proof], read_back: Sequence[Proof]) -> Proof:
    """Return both proofs of each document, in the order of the documents, as one."""
    by_document = zip_longest(agreed, read_back, fillvalue=Proof())
    return sum(chain.from_iterable(by_document), Proof())


@contextmanager
def _proving(
    folder: Path,
    documents: Sequence[KitPdf],
    kit: Kit,
    options: Options,
    agreement: Agreement,
    writer: PdfWriter,
    tell: Tell,
) -> Iterator[Callable[[], list[Proof]]]:
    """Write the PDFs, if asked for; yield what returns the proof of each, or that of their plan.

    They are read back beside the block, if there are other files to write in it.
    """
    if Format.PDF not in options.formats:
        yield partial(_prove_plan, documents[0], kit, options, agreement)
        return
    for name, printed, turn, labels, _ in documents:
        tell(f"writing {name}")
        info = _info(kit, turn)._replace(bookmarks=_bookmarks(kit.game, printed), labels=labels)
        with named(folder / name):
            writer.write(printed, folder / name, info)
    prove = partial(_prove, folder, documents, kit, options)
    with beside(prove, alone=kit.is_small or len(options.formats) < 2) as proof:
        yield proof


def _prove_plan(whole: KitPdf, kit: Kit, options: Options, agreement: Agreement) -> list[Proof]:
    """Return the proof that the planned pages have all that the game has."""
    agreed = agreement.check_kit(kit.game.kit, whole.pages)
    return [Proof(findings=(*agreed, *_places(whole, kit, options)))]


def _places(whole: KitPdf, kit: Kit, options: Options) -> Iterator[Finding]:
    return check_places(whole.pages, options.layout, whole.turn, _booklets(kit))


def _booklets(kit: Kit) -> frozenset[str]:
    components = kit.game.components.values()
    return frozenset(component.name for component in components if component.kind.booklet)


def _agreed(documents: Sequence[KitPdf], agreement: Agreement) -> Iterator[Proof]:
    """Yield for each PDF the proof that it has all that the game has, and one for those missing."""
    for number, (name, printed, _, _, screen) in enumerate(documents):
        check = agreement.check_part if number else agreement.check_kit
        yield Proof(findings=tuple((agreement.check_screen if screen else check)(name, printed)))
    yield Proof(findings=tuple(agreement.check_filed()))


def _prove(folder: Path, documents: Sequence[KitPdf], kit: Kit, options: Options) -> list[Proof]:
    """Return for each PDF the proof that it is intact."""
    book = kit.templates.book
    prover = Prover(options.layout, book, _booklets(kit))
    return [
        _prove_screen(folder, document, book, options)
        if document.screen
        else prover.prove(folder / document.name, document.pages, document.turn)
        for document in documents
    ]


def _prove_screen(folder: Path, document: KitPdf, book: FontBook, options: Options) -> Proof:
    """Return the proof of a booklet's pages one by one; its faces are counted on the sheets."""
    name, printed, turn, *_ = document
    prover = Prover(replace(options.layout, margins=Sides.all(0)), book)
    return replace(prover.prove(folder / name, printed, turn), keys=frozenset())


def _agreement(kit: Kit, options: Options) -> Agreement:
    ticket = job_ticket(kit.game, kit.pieces, options.layout.backs)
    return Agreement(ticket, options.layout, kit.findings)


def _documents(kit: Kit, backs: Backs) -> Iterator[KitPdf]:
    """Yield the PDFs: the whole kit, each stock and turning edge, the pages of each booklet."""
    by_file = attrgetter("file")
    parts = groupby(sorted(kit.sheets, key=by_file), key=by_file)
    files = ((file, tuple(sheets)) for file, sheets in parts)
    for name, sheets in (("kit", kit.sheets), *files):
        duplex = any(sheet.back is not None for sheet in sheets)
        turn, labels = backs if duplex else Backs.NONE, _labels(sheets, duplex)
        yield KitPdf(f"{kit.game.kit}-{name}.pdf", pages(sheets, duplex), turn, labels)
    yield from _screens(kit)


def _screens(kit: Kit) -> Iterator[KitPdf]:
    """Yield a PDF for each booklet, with its pages in reading order."""
    for name in sorted(_booklets(kit)):
        own = [piece for piece in kit.pieces if piece.component.name == name]
        shown = [single(piece.face, f"{piece.id}#1/face") for piece in own]
        labels = tuple(str(number) for number in range(1, len(own) + 1))
        yield KitPdf(f"{kit.game.kit}-{name}-screen.pdf", shown, Backs.NONE, labels, screen=True)


def _info(kit: Kit, turn: Backs) -> Info:
    return Info(
        title=f"{kit.game.title} {kit.game.version}".strip(),
        author=kit.game.designer,
        subject=say(kit.game.translation, "Print-and-play kit"),
        creator=f"pnp {__version__}",
        duplex=turn,
        language=kit.game.language,
    )


def _bookmarks(game: Game, printed: Sequence[Page]) -> tuple[Bookmark, ...]:
    """Return a bookmark for the first page of each component."""
    first: dict[str, int] = {}
    for number, page in enumerate(printed):
        for put in page.placements:
            first.setdefault(put.key.partition("/")[0], number)
    return tuple(Bookmark(game.components[name].title, page) for name, page in first.items())


def _labels(sheets: Sequence[Sheet], duplex: bool) -> tuple[str, ...]:
    """Return the names of pages, as ``card 1 front``."""
    sides = (" front", " back") if duplex else ("",)
    names = (sheet.file if sheet.file.startswith("guide") else sheet.stock for sheet in sheets)
    numbered = zip(names, sheets, strict=True)
    return tuple(f"{name} {sheet.number}{side}" for name, sheet in numbered for side in sides)


def _drawings(kit: Kit) -> Iterator[tuple[str, Page]]:
    """Yield every distinct face and every side of a sheet, with a file name.

    Faces are followed by the first sheet with them, so that what is drawn for a face is still at
    hand for its sheet.
    """
    faces = _distinct_faces(kit)
    for name, page in _sheet_pages(kit):
        for placed in page.placements:
            if named_page := faces.pop(_shown(placed.face), None):
                yield named_page
        yield f"sheets/{name}", page
    yield from faces.values()


def _sheet_pages(kit: Kit) -> Iterator[tuple[str, Page]]:
    """Yield every printed side of a sheet with its name: ``card-long-edge-1-front``."""
    for sheet in kit.sheets:
        for side, page in (("front", sheet.front), ("back", sheet.back)):
            if page is not None:
                yield f"{sheet.file}-{sheet.number}-{side}", page


def _distinct_faces(kit: Kit) -> dict[tuple[Contents, Size, float], tuple[str, Page]]:
    """Return a file name and a page for each distinct face, by what is shown of the face."""
    distinct: dict[tuple[str, Size, float], tuple[str, Face]] = {}
    for name, face in manifest.faces(kit.pieces):
        distinct.setdefault((look(face.nodes), face.trim, face.bleed), (name, face))
    stems = file_stems([name for name, _ in distinct.values()])
    return {
        _shown(face): (f"faces/{stems[name]}", single(face, name))
        for name, face in distinct.values()
    }


def _shown(face: Face) -> tuple[Contents, Size, float]:
    """Return what the picture of a face has: its drawing, as far as trim and bleed reach."""
    return face.nodes, face.trim, face.bleed


def _write_svgs(folder: Path, kit: Kit) -> None:
    from pnp.export.svg import SvgWriter  # imported late: not every build writes SVG

    writer = SvgWriter(kit.templates.book)
    for name, page in _drawings(kit):
        path = _in_new_folder(folder / f"{name}.svg")
        with named(path):
            writer.write(page, path)


def _prove_svgs(folder: Path, kit: Kit, options: Options, agreement: Agreement) -> Proof:
    """Return the proof that the SVG sheets have the game's pages, and that they are intact."""
    from pnp.proof.svgsheets import prove_sheets  # its reader of SVG is only for kits with SVG

    sheets = {f"{name}.svg": page for name, page in _sheet_pages(kit)}
    beside_pdfs = Format.PDF in options.formats
    agreed = agreement.check_drawings("svg/sheets", tuple(sheets.values()), proved=beside_pdfs)
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
    inputs: Sequence[Path],
    kit: Kit,
    options: Options,
    findings: Sequence[Finding],
    proof: Proof,
) -> dict[str, Any]:
    game = kit.game
    layout = options.layout
    pieces = manifest.piece_entries(kit.game, kit.pieces)
    looks = _looks(kit, options)
    return {
        "manifest": manifest.VERSION,
        **manifest.origin(game),
        "options": {
            "paper": layout.paper_name,
            "margins": list(layout.margins),
            "backs": layout.backs.value,
            "bleed": layout.bleed.value,
            "gutter": layout.gutter,
            "printer": layout.printer,
            "precut": None if layout.precut is None else str(layout.precut),
            "ink": options.ink.value,
            "components": _only(options),
            "formats": sorted(form.value for form in options.formats),
            "dpi": options.dpi,
            "since": options.since,
        },
        "components": manifest.component_entries(game, pieces),
        "pieces": pieces,
        "sheets": [_sheet_entry(sheet) for sheet in kit.sheets],
        "files": [_file_entry(folder / name, name, proof, looks) for name in files],
        "inputs": [manifest.file_entry(path, game.project.show(path)) for path in inputs],
        "findings": [manifest.finding_entry(finding) for finding in findings],
        "proof": proof.summary(),
    }


def _inputs(kit: Kit) -> list[Path]:
    """Return the files that a kit was made from."""
    rules = () if kit.game.rulebook is None else (kit.game.rulebook,)
    return sorted({*kit.game.files, *rules, *kit.templates.files})


def _refuse_saved(inputs: Iterable[Path], project: Project, begun: int) -> None:
    """Refuse files that changed since a build began: they are not what went into the kit.

    A time still to come is that of another clock, and says nothing.
    """
    problems, now = Problems(), time_ns()
    for path in inputs:
        where = Where(project.show(path))
        try:
            status = path.stat()
        except FileNotFoundError:
            problems.note("the file was deleted while the kit was built", where)
            continue
        if any(begun < time <= now for time in (status.st_mtime_ns, status.st_ctime_ns)):
            hint = "build again: the kit would have cards of before"
            problems.note("the file was saved while the kit was built", where, hint)
    problems.stop()


def _only(options: Options) -> list[str] | None:
    """Return what a part was built of: ``["graveyard/white-*", "track"]``; None for all."""
    return None if options.only is None else sorted(set(map(str, options.only)))


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


def _looks(kit: Kit, options: Options) -> dict[str, str]:
    """Return the look of each face that has a drawing of its own, by the name of its file."""
    if Format.SVG not in options.formats:
        return {}
    faces = _distinct_faces(kit)
    return {f"svg/{name}.svg": look(nodes) for (nodes, *_), (name, _) in faces.items()}


def _file_entry(path: Path, name: str, proof: Proof, looks: Mapping[str, str]) -> dict[str, Any]:
    """Return a file with the pages of a PDF, and the look of the face that it is a drawing of."""
    more = {"pages": proof.pages.get(name), "look": looks.get(name)}
    return manifest.file_entry(
        path, name, **{key: value for key, value in more.items() if value is not None}
    )
