"""Proves a finished PDF: reads it back, and compares it with the pages it was made from.

``Proof`` is the result, of the SVG sheets too, which ``svgsheets`` reads.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.diagnostics import Finding, counted
from pnp.base.slotted import slotted
from pnp.geometry.plane import Bounds
from pnp.imposition.sheet import Backs, Layout
from pnp.kinds.piece import Key
from pnp.proof.compare import Comparison
from pnp.proof.expected import ExpectedMarks
from pnp.proof.placement import check_backs, check_panels, check_room
from pnp.proof.printedobjects import PrintedFont
from pnp.proof.read import Printed, PrintedFile, PrintedPage, open_pdf
from pnp.proof.rules import BACK, BOX, CONTENT, COUNT, FONT, SCALING, STRAY, UNKNOWN
from pnp.proof.traits import TOLERANCE, apart
from pnp.scene.page import Page
from pnp.text.fontbook import FontBook


@slotted
class Proof:
    """The result of reading files back: pages by PDF, keys of all faces and backs, findings.

    ``Proof({"kit.pdf": 10}, frozenset({"deck/owl#1/face", "deck/owl#1/back"}))`` has passed.
    ``drawings`` is the number of SVG sheets.
    """

    pages: dict[str, int] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()
    drawings: int = 0

    def __add__(self, other: "Proof") -> "Proof":
        """Return the combined proof of two sets of files."""
        return Proof(
            {**self.pages, **other.pages},
            self.keys | other.keys,
            self.findings + other.findings,
            self.drawings + other.drawings,
        )

    @property
    def faces(self) -> int:
        """Return the number of faces; one that is in two files counts once."""
        return len(self.keys) - self.backs

    @property
    def backs(self) -> int:
        """Return the number of backs; one that is in two files counts once."""
        return sum(Key.parse(key).side == "back" for key in self.keys)

    @property
    def passed(self) -> bool:
        """Return whether there are no findings."""
        return not self.findings

    @property
    def _read(self) -> str:
        """Return in words what was read back; empty if nothing was."""
        pages = counted(sum(self.pages.values()), "page")
        pdfs = f"{counted(len(self.pages), 'PDF')}, {pages}" if self.pages else ""
        drawings = counted(self.drawings, "SVG sheet") if self.drawings else ""
        return " and ".join(filter(None, (pdfs, drawings)))

    def summary(self) -> dict[str, Any]:
        """Return the proof as data for the manifest; ``passed`` is None if nothing was read."""
        return {
            "passed": self.passed if self._read or self.findings else None,
            "pages": sum(self.pages.values()),
            "faces": self.faces,
            "backs": self.backs,
            "findings": [f"{found.rule.id}: {found.message}" for found in self.findings],
        }

    def line(self) -> str:
        """Return the proof as one line for the terminal."""
        read = f"{self._read or 'nothing'} read back"
        if not self.passed:
            return f"proof FAILED: {read}, {counted(len(self.findings), 'fault')}"
        if not self._read:
            return "not proved: neither PDF nor SVG was asked for"
        backs = f", {counted(self.backs, 'back')} behind their own" if self.backs else ""
        fonts = ", all fonts embedded" if self.pages else ""
        return f"proof passed: {read}, {counted(self.faces, 'face')} in place{backs}{fonts}"


class Printing(NamedTuple):
    """The result of holding a printed page against its plan: its keys, and its findings."""

    keys: tuple[str, ...]
    findings: tuple[Finding, ...]


class Prover:
    """Proves the PDFs of one build; a page that is in two of them is read and compared once.

    A printed page is recognised by the signature of all that it contains, never by its number or
    by what wrote it. ``book`` has the fonts that texts were set in; ``folded`` are the names of
    booklets, whose pages may reach into the margins.
    """

    def __init__(self, layout: Layout, book: FontBook, folded: Collection[str] = ()) -> None:
        self.layout, self.book, self.folded = layout, book, folded
        self._plan, self._comparison = ExpectedMarks(), Comparison()
        self._known: dict[tuple[Page, bytes], Printing] = {}

    def prove(self, path: Path, pages: Sequence[Page], turn: Backs) -> Proof:
        """Return the proof of one PDF against the pages that it was made from.

        ``turn`` is how the file's sheets are turned over.

        Raises:
            PnpError: the file cannot be read as a PDF.
        """
        keys = [placed.key for page in pages for placed in page.placements]
        with open_pdf(path) as document:
            found = [
                *_check_file(document, len(pages), turn),
                *self._check_pages(pages, document.pages),
                *self._check_fonts(document.fonts),  # those of the pages that were read
            ]
        found += [*check_backs(pages, turn), *check_panels(pages, self.folded)]
        named = tuple(Finding(f.rule, f"{path.name}: {f.message}") for f in found)
        return Proof({path.name: document.page_count}, frozenset(keys), named)

    def _check_pages(
        self, pages: Sequence[Page], document: Iterable[PrintedPage]
    ) -> Iterator[Finding]:
        """Yield the findings of each page, then keys that are printed too often or too rarely."""
        printed_keys = Counter[str]()
        for page, printed in zip_longest(pages, document):
            if page is None:
                printed_keys.update(printed.read().keys)
            elif printed is not None:
                printing = self._printing(page, printed)
                printed_keys.update(printing.keys)
                yield from printing.findings
        planned_keys = Counter(placed.key for page in pages for placed in page.placements)
        yield from _check_counts(planned_keys, printed_keys)

    def _check_fonts(self, fonts: Iterable[PrintedFont]) -> Iterator[Finding]:
        """Yield the fonts whose embedded glyphs are not those of the font that the text is in."""
        for font in (each for each in fonts if each.program):  # others are told as not embedded
            sources = self.book.named(font.name)
            glyphs = [source.unlike(font.program, font.widths) for source in sources]
            if None not in glyphs:
                glyph = f"glyph {glyphs[0]}" if glyphs else "name"
                yield Finding(FONT, f"the font {font.name} has another {glyph} than its file")

    def _printing(self, page: Page, printed: PrintedPage) -> Printing:
        key = page, printed.signature
        if key not in self._known:
            self._known[key] = self._compared(page, printed.read())
        return self._known[key]

    def _compared(self, page: Page, printed: Printed) -> Printing:
        found = (
            *_check_boxes(page, printed),
            *check_room(page, self.layout),
            *self._check_content(page, printed),
        )
        return Printing(printed.keys, found)

    def _check_content(self, page: Page, printed: Printed) -> Iterator[Finding]:
        """Yield each key whose marks differ from the planned ones, and stray marks."""
        if printed.unknown:
            message = f"the proof does not know {printed.unknown}, and cannot say what is printed"
            yield Finding(UNKNOWN, f"{page.label}: {message}")
            return
        want, have = self._plan.marks(page), printed.marks
        for key in dict.fromkeys((*want, *have)):
            fault = self._comparison.fault(want.get(key, ()), have.get(key, ()))
            if fault and key is None:
                yield Finding(STRAY, f"{page.label}: among marks and labels {fault}")
            elif fault:
                yield Finding(CONTENT, f"{page.label}: {key} is not what was planned: {fault}")


DUPLEX = {Backs.LONG_EDGE: "/DuplexFlipLongEdge", Backs.SHORT_EDGE: "/DuplexFlipShortEdge"}
"""What a file must ask of a printer that turns sheets itself (ISO 32000-2, table 147)."""


def _check_file(document: PrintedFile, planned: int, turn: Backs) -> Iterator[Finding]:
    if document.page_count != planned:
        yield Finding(COUNT, f"it has {document.page_count} pages, not {planned}")
    for font in document.loose_fonts:
        yield Finding(FONT, f"the font {font} is not embedded")
    if document.scaling != "/None":
        yield Finding(
            SCALING, "it does not set PrintScaling to None: a viewer may print it smaller"
        )
    wanted = DUPLEX.get(turn, "/Simplex")
    if document.duplex != wanted:
        yield Finding(BACK, f"it asks for {document.duplex}, and its sheets are made for {wanted}")
    for name in document.unknown:
        yield Finding(UNKNOWN, f"it has the entry {name}, which may change what is printed")


def _check_boxes(page: Page, printed: Printed) -> Iterator[Finding]:
    if apart(page.size, printed.size) > TOLERANCE:
        yield Finding(BOX, f"{page.label}: the page is {printed.size}, not {page.size}")
    if printed.turned:
        message = "the page is turned, enlarged, cropped, or has notes above its contents"
        yield Finding(BOX, f"{page.label}: {message}")
    if not page.placements:
        return
    for name, want, have in (
        ("trim", page.trim, printed.trim),
        ("bleed", page.bleed, printed.bleed),
    ):
        if have is None:
            yield Finding(BOX, f"{page.label}: the {name} box is missing")
        elif apart(Bounds.of(want), Bounds.of(have)) > TOLERANCE:
            yield Finding(BOX, f"{page.label}: the {name} box is not where it was planned")


def _check_counts(planned: Counter[str], printed: Counter[str]) -> Iterator[Finding]:
    """Yield the keys that are printed more or less often than planned."""
    for key in dict.fromkeys((*planned, *printed)):
        if planned[key] != printed[key]:
            message = f"{key} is printed {printed[key]} times, not {planned[key]}"
            yield Finding(COUNT, message)
