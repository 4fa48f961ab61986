"""PDF files: reportlab's documents, which have streams and other objects in common."""

import os
import zlib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
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
from pnp.export.pdf.navigation import Bookmark, add_bookmarks, add_labels, add_metadata
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
    """Document information, viewer preferences, and the ways through the pages.

    ``labels`` has a name for each page, or is empty. ``language`` is the tag of the texts' language
    (BCP 47).
    """

    title: str
    author: str = ""
    subject: str = ""
    creator: str = "pnp"
    duplex: Backs = Backs.NONE
    bookmarks: tuple[Bookmark, ...] = ()
    labels: tuple[str, ...] = ()
    language: str = "en"


class StoredObject(NamedTuple):
    """An object of the store, with the names of the objects that it refers to."""

    number: int
    content: PDFObject
    needs: tuple[str, ...]


class Objects:
    """The objects that the PDF files of a build have in common, in the order they were made."""

    def __init__(self) -> None:
        self._stored: dict[str, StoredObject] = {}
        self._count = 0

    def add(self, content: PDFObject) -> PDFObjectReference:
        """Add an object, and return a reference to it, valid in all files."""
        self._count += 1
        number, name = self._count, f"S{self._count}"
        self._stored[name] = StoredObject(number, content, tuple(_references(content)))
        return PDFObjectReference(name)

    def add_stream(
        self, entries: Mapping[str, object], data: bytes, *, compress: bool = True
    ) -> PDFObjectReference:
        """Add a stream, compressed unless it is already; return a reference to it."""
        dictionary = PDFDictionary(dict(entries))
        if compress:
            data = zlib.compress(data, COMPRESSION)
            dictionary["Filter"] = PDFName("FlateDecode")
        return self.add(PDFStream(dictionary, data))

    def remove(self, reference: PDFObjectReference) -> None:
        """Remove an object that no further file has."""
        del self._stored[reference.name]

    def get(self, name: str) -> StoredObject | None:
        """Return an object by the name in its references."""
        return self._stored.get(name)


def _references(thing: object) -> Iterator[str]:
    """Yield the names of the references inside an object."""
    match thing:
        case PDFObjectReference():
            yield thing.name
        case PDFStream():
            yield from _references(thing.dictionary)
        case PDFDictionary():
            for value in thing.dict.values():
                yield from _references(value)
        case PDFArray():
            for value in thing.sequence:
                yield from _references(value)


class Shared(PDFObject):  # type: ignore[misc]
    """An object in a file, which other files may have too."""

    def __init__(self, content: PDFObject) -> None:
        self._content = content

    def format(self, document: PDFDocument) -> bytes:
        """Return the object as bytes; reportlab marks the functions inside it as this file's."""
        whole = isinstance(self._content, PDFStream)
        formatted: bytes = (self._content if whole else deepcopy(self._content)).format(document)
        return formatted


class DrawnPage(NamedTuple):
    """A page for any file: its boxes in points, its resources and a reference to its content."""

    boxes: Mapping[str, tuple[float, ...]]
    resources: PDFDictionary
    content: PDFObjectReference


class File:
    """A PDF file under construction: pages, and what they refer to of the shared objects.

    ``fonts`` are the names of the fonts that its streams use, which are added last.
    """

    def __init__(self, objects: Objects, info: Info) -> None:
        _check_date()
        self._objects = objects
        self.fonts: set[str] = set()
        self._document = PDFDocument(
            dummyoutline=0, invariant=1, pdfVersion=VERSION, lang=info.language
        )
        self._info = info
        self._describe(info)

    def add_page(self, drawn: DrawnPage) -> None:
        """Add a page, with all that it refers to.

        Every page is a transparency group in RGB: blended in the printer's inks, pages with and
        without transparency would differ in colour.
        """
        page = PDFPage()
        for name, box in drawn.boxes.items():
            setattr(page, name, PDFArrayCompact(box))
        page.__NoDefault__ = [
            *page.__NoDefault__,
            "Group",
        ]  # reportlab writes only entries listed there
        page.Group = transparency()
        page.Resources = drawn.resources
        page.Contents = drawn.content
        self._include(PDFArray([drawn.resources, drawn.content]))
        self._document.addPage(page)

    def add_font(self, name: str, font: PDFDictionary) -> None:
        """Add a font to the file under the name by which streams refer to it."""
        self._include(font)
        self._document.Reference(Shared(font), name)

    def _include(self, thing: PDFObject) -> None:
        """Add the stored objects that a thing refers to, also through others, in the order made."""
        found: dict[str, StoredObject] = {}
        waiting = list(_references(thing))
        while waiting:
            name = waiting.pop()
            stored = self._objects.get(name)
            if stored is None:
                self.fonts.add(name)
            elif name not in found and name not in self._document.idToObject:
                found[name] = stored
                waiting += stored.needs
        for name, stored in sorted(found.items(), key=lambda item: item[1].number):
            if isinstance(stored.content, PDFStream):
                self._document.updateSignature(stored.content.content)
            self._document.Reference(Shared(stored.content), name)

    def data(self) -> bytes:
        """Return the finished file."""
        if self._info.bookmarks:
            add_bookmarks(self._document, self._info.bookmarks)
        if self._info.labels:
            add_labels(self._document, self._info.labels)
        data: bytes = self._document.GetPDFData(None)
        return data

    def _describe(self, info: Info) -> None:
        document = self._document
        document.setTitle(info.title)
        document.setAuthor(info.author)
        document.setSubject(info.subject)
        document.setCreator(info.creator)
        add_metadata(document, *info[:4], info.language)
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
