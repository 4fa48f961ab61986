"""Pages for print shops: each is one side of a piece with its bleed, in PDF/X, copies repeated."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as File
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.diagnostics import counted, named, quote, user_error
from pnp.destinations.destination import Settings, Shelf
from pnp.destinations.goods import BLANK, Proven, SentPiece, proven
from pnp.export.pdfx.press import Standard
from pnp.geometry.path import Path
from pnp.geometry.plane import Affine, Rect, Size
from pnp.scene.node import Group
from pnp.scene.page import Face, Page
from pnp.scene.sameness import Contents

if TYPE_CHECKING:
    from pnp.export.pdfx.press import Press
    from pnp.export.pdfx.printedlook import PrintedLook
    from pnp.export.pdfx.standard import SpotLayer, XPage

FACE, BACK = "face", "back"


class PrintedSide(NamedTuple):
    """A side of a piece as a page: ``place`` maps the face to the page of ``size``, in millimetres.

    ``trim`` is the trim box on the page. ``lined`` tells whether lines to cut and to crease are on
    it.
    """

    item: SentPiece
    name: str
    size: Size
    trim: Rect
    place: Affine
    lined: bool = False

    @property
    def face(self) -> Face | None:
        """Return what is drawn; None for a blank back."""
        return self.item.piece.face if self.name == FACE else self.item.piece.back

    @property
    def label(self) -> str:
        """Return what it is read back by: piece, side, and the digest of what is drawn."""
        face, back = self.item.pair
        seen = face if self.name == FACE else back
        return f"{self.item.piece.id}/{self.name}@{seen.key}"


class PressRun(NamedTuple):
    """How pages are printed: by which standard, with at most how much ink."""

    standard: Standard
    limit_percent: int


def refuse_profile(standard: Standard, settings: Settings, hint: str) -> None:
    """Refuse a profile of the user's that the standard does not take.

    Raises:
        PnpError: its format is newer than the standard.
    """
    profile = settings.profile
    if profile is not None and not standard.takes(profile):
        version = f"{quote(profile.name)} is of ICC version {profile.icc_version}"
        raise user_error(f"--profile: {version}, {standard.version} takes version 2", hint=hint)


def write_decks(shelf: Shelf, decks: Mapping[str, Sequence[PrintedSide]], run: PressRun) -> None:
    """Write a PDF for each component: its sides, in their order."""
    from pnp.export.pdf.file import Info
    from pnp.export.pdf.writer import PdfWriter
    from pnp.export.pdfx.press import Press, shipped_profile
    from pnp.export.pdfx.standard import pdfx

    press = Press(shelf.settings.profile or shipped_profile(), run.limit_percent)
    game = shelf.goods.game
    drawn = _drawn(shelf, [side for sides in decks.values() for side in sides], press, run)
    for name, sides in decks.items():
        leaves = [drawn[side] for side in sides]
        writer = PdfWriter([*dict.fromkeys(leaves)], shelf.book)
        plain = writer.data(leaves, Info(f"{game.title}: {name}", language=game.language))
        data = pdfx(plain, [*map(_described, sides)], run.standard, press)
        file = shelf.folder / f"{game.kit}-{name}.pdf"
        with named(file):
            file.write_bytes(data)


def _drawn(
    shelf: Shelf, sides: Sequence[PrintedSide], press: "Press", run: PressRun
) -> dict[PrintedSide, Page]:
    """Return the page of each side, ready for inks; sides that look the same are drawn once."""
    from pnp.export.pdfx.flatten import Flattener
    from pnp.export.pdfx.printedlook import PrintedLook

    plain = _plain(shelf, [*dict.fromkeys(sides)], press)
    pages = [*dict.fromkeys(plain.values())]
    flat = Flattener(shelf.book, transparent=run.standard.transparent).flattened(pages)
    ready = dict(zip(pages, flat, strict=True))
    if number := sum(ready[page] is not page for page in plain.values()):
        drawn = f"{counted(number, 'side')} of {len(plain)} drawn as pixels"
        shelf.remarks.append(f"{drawn} where art is see-through")
    printed = PrintedLook(press)
    return {
        side: _page(side, _keyed(side, ready[page].nodes, printed)) for side, page in plain.items()
    }


def _keyed(side: PrintedSide, nodes: Contents, printed: "PrintedLook") -> Group:
    """Return what is drawn, with the key by which it is read back."""
    return Group(nodes, key=f"{side.label}~{printed.digest(nodes)}")


def _plain(shelf: Shelf, sides: Sequence[PrintedSide], press: "Press") -> dict[PrintedSide, Page]:
    """Return the page of each side as the scene has it, with black letters marked."""
    from pnp.destinations.blacktext import BlackText
    from pnp.export.pdfx.flatten import shown_only

    black = BlackText(shelf.book, press, [item.piece for item in shelf.goods.all])
    known: dict[tuple[object, ...], Page] = {}
    found = {}
    for side in sides:
        piece, face = side.item.piece, side.face
        key = (face and face.nodes, side.place, side.size, side.name, piece.component.name)
        if key not in known:
            nodes = () if face is None else black.marked(piece, face, side.name)
            known[key] = _page(side, Group(shown_only(nodes), side.place))
        found[side] = known[key]
    return found


def _page(side: PrintedSide, group: Group) -> Page:
    whole = Rect.of(side.size)
    return Page(side.size, (group,), whole, whole, (), side.label)


def _described(side: PrintedSide) -> "XPage":
    from pnp.export.pdfx.standard import XPage

    return XPage(side.trim, tuple(_lines(side)) if side.lined else ())


def _lines(side: PrintedSide) -> "Iterator[tuple[SpotLayer, Path]]":
    from pnp.export.pdfx.standard import CREASE, CUT

    piece = side.item.piece
    yield CUT, piece.cut.placed(side.place)
    for crease in piece.creases:
        yield CREASE, crease.placed(side.place)


def read_pages(folder: File, first: str) -> "Counter[Proven]":
    """Return the pieces in the PDFs of a folder; ``first`` is the side that comes first of each.

    A page is not counted if another one of the file, that is to look otherwise in print, draws the
    same.
    """
    from pnp.export.pdfx.readback import read_keys

    found: Counter[Proven] = Counter()
    for file in sorted(folder.glob("*.pdf")):
        looks: dict[str, str] = {}
        labels = []
        for page in read_keys(file):
            label, _, look = page.key.partition("~")
            labels.append(label if looks.setdefault(page.drawn, look) == look else "")
        found.update(_paired(labels, first))
    return found


def _paired(labels: Sequence[str], first: str) -> Iterator[Proven]:
    """Yield pieces: two sides of one that follow each other, or one alone."""
    waiting: tuple[str, str, str] | None = None
    for label in labels:
        piece, side, seen = _parsed(label)
        if waiting and waiting[0] == piece and waiting[1] != side:
            pair = (waiting[2], seen)
            yield proven(piece, *(pair if first == FACE else reversed(pair)))
            waiting = None
            continue
        if waiting:
            yield proven(waiting[0], waiting[2])
        waiting = (piece, side, seen) if side == first else None
    if waiting:
        yield proven(waiting[0], waiting[2])


def _parsed(label: str) -> tuple[str, str, str]:
    name, _, seen = label.rpartition("@")
    piece, _, side = name.rpartition("/")
    return piece, side, seen


def has_backs(items: Sequence[SentPiece]) -> bool:
    """Tell whether any piece has something on its back."""
    return any(len(item.sides) > 1 and item.sides[1].key != BLANK for item in items)
