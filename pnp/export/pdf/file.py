"""The PDF file: reportlab's document, to which streams and pages are added."""

import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import (
    PDFArrayCompact,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFPage,
    PDFStream,
    ViewerPreferencesPDFDictionary,
)

from pnp.base.diagnostics import quote, user_error
from pnp.imposition.sheet import Backs

VERSION = (1, 6)
"""The first version with OpenType fonts, and the base of PDF/X-4."""

COMPRESSION = 5
"""zlib's level: 6 takes twice as long and saves 1 %, 9 takes six times as long and saves 2 %."""

DUPLEX = {
    Backs.LONG_EDGE: "DuplexFlipLongEdge",
    Backs.SHORT_EDGE: "DuplexFlipShortEdge",
    Backs.NONE: "Simplex",
}


class Info(NamedTuple):
    """Document information and viewer preferences."""

    title: str
    author: str = ""
    subject: str = ""
    creator: str = "pnp"
    duplex: Backs = Backs.NONE


class File:
    """A PDF file under construction."""

    def __init__(self, info: Info) -> None:
        _check_date()
        self._document = PDFDocument(dummyoutline=0, invariant=1, pdfVersion=VERSION, lang=None)
        self._describe(info)

    def add(self, content: PDFObject, name: str | None = None) -> PDFObjectReference:
        """Add an object to the file, and return a reference to it.

        ``name`` is given for an object that ``named`` has referred to before.
        """
        return self._document.Reference(content, name)

    def named(self, name: str) -> PDFObjectReference:
        """Return a reference to an object that is added later, under this name."""
        return PDFObjectReference(name)

    def add_stream(
        self, entries: Mapping[str, object], data: bytes, *, packed: bool = False
    ) -> PDFObjectReference:
        """Add a stream, compressed unless it is ``packed`` already; return a reference to it."""
        dictionary = PDFDictionary(dict(entries))
        if not packed:
            data = zlib.compress(data, COMPRESSION)
            dictionary["Filter"] = PDFName("FlateDecode")
        self._document.updateSignature(data)
        return self.add(PDFStream(dictionary, data))

    def add_page(
        self, boxes: Mapping[str, tuple[float, ...]], resources: PDFObject, data: bytes
    ) -> None:
        """Add a page with its boxes in points.

        Every page is a transparency group in RGB: blended in the printer's inks, pages with and
        without transparency would differ in colour.
        """
        page = PDFPage()
        for name, box in boxes.items():
            setattr(page, name, PDFArrayCompact(box))
        page.__NoDefault__ = [
            *page.__NoDefault__,
            "Group",
        ]  # reportlab writes only entries listed there
        page.Group = transparency()
        page.Resources = resources
        page.Contents = self.add_stream({}, data)
        self._document.addPage(page)

    def save(self, path: Path) -> None:
        """Write the file."""
        path.write_bytes(self._document.GetPDFData(None))

    def _describe(self, info: Info) -> None:
        document = self._document
        document.setTitle(info.title)
        document.setAuthor(info.author)
        document.setSubject(info.subject)
        document.setCreator(info.creator)
        preferences = ViewerPreferencesPDFDictionary()
        preferences["PrintScaling"] = "None"
        preferences["Duplex"] = DUPLEX[info.duplex]
        preferences["DisplayDocTitle"] = "true"
        document.Catalog.ViewerPreferences = preferences


def transparency() -> PDFDictionary:
    """Return the ``Group`` entry of a page or form: a transparency group, isolated, in RGB."""
    entries = {
        "Type": PDFName("Group"),
        "S": PDFName("Transparency"),
        "CS": PDFName("DeviceRGB"),
        "I": "true",
    }
    return PDFDictionary(entries)


def _check_date() -> None:
    """Raise an error for a SOURCE_DATE_EPOCH that reportlab could not read."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if seconds and not (seconds.isascii() and seconds.isdigit() and len(seconds) <= 11):
        raise user_error(
            f"the environment variable SOURCE_DATE_EPOCH is {quote(seconds)}",
            hint="give whole seconds since 1970, or leave it out for a fixed date",
        )
