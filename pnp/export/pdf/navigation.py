"""What a viewer shows of a PDF beside its pages: bookmarks, labels of pages, and metadata."""

from collections.abc import Sequence
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFPageLabel,
    PDFPageLabels,
    PDFStream,
    PDFString,
)

from pnp.export.pdf.xmp import alternative, escaped, packet


class Bookmark(NamedTuple):
    """A line in the list beside the pages: ``Bookmark("Graveyard", 3)``; pages count from 0."""

    title: str
    page: int


class Outlines(PDFObject):  # type: ignore[misc]
    """The root of the bookmarks; reportlab's own wants a canvas and named destinations."""

    ready = 1

    def __init__(self, entries: PDFDictionary) -> None:
        self._entries = entries

    def prepare(self, document: PDFDocument, canvas: None) -> None:
        """Do nothing: reportlab calls this before it writes the file."""

    def format(self, document: PDFDocument) -> bytes:
        """Return the root as bytes."""
        data: bytes = self._entries.format(document)
        return data


def add_bookmarks(document: PDFDocument, bookmarks: Sequence[Bookmark]) -> None:
    """Add a flat list of bookmarks; each leads to a whole page (ISO 32000-2, 12.3.3)."""
    names = [f"Bookmark{number}" for number in range(len(bookmarks))]
    pages = document.Pages.pages
    for number, (title, page) in enumerate(bookmarks):
        entries = {
            "Title": PDFString(title),
            "Parent": PDFObjectReference("Bookmarks"),
            "Dest": PDFArray([pages[page], PDFName("Fit")]),
        }
        if number:
            entries["Prev"] = PDFObjectReference(names[number - 1])
        if number + 1 < len(names):
            entries["Next"] = PDFObjectReference(names[number + 1])
        document.Reference(PDFDictionary(entries), names[number])
    root = {
        "Type": PDFName("Outlines"),
        "First": PDFObjectReference(names[0]),
        "Last": PDFObjectReference(names[-1]),
        "Count": len(names),
    }
    outlines = Outlines(PDFDictionary(root))
    document.Reference(outlines, "Bookmarks")
    document.Outlines = document.outline = document.Catalog.Outlines = outlines
    document.Catalog.showOutline()


def add_labels(document: PDFDocument, labels: Sequence[str]) -> None:
    """Name each page as the viewer shows it in place of its number (ISO 32000-2, 12.4.2)."""
    tree = PDFPageLabels()
    for page, label in enumerate(labels):
        tree.addPageLabel(page, PDFPageLabel(prefix=label))
    document.Catalog.PageLabels = tree


def add_metadata(
    document: PDFDocument, title: str, author: str, subject: str, tool: str, language: str
) -> None:
    """Add title, author and language as XMP too."""
    values = {
        "dc:title": alternative(title),
        "dc:creator": f"<rdf:Seq><rdf:li>{escaped(author)}</rdf:li></rdf:Seq>" if author else "",
        "dc:description": alternative(subject),
        "dc:language": f"<rdf:Bag><rdf:li>{escaped(language)}</rdf:li></rdf:Bag>",
        "dc:format": "application/pdf",
        "xmp:CreatorTool": escaped(tool),
    }
    data = packet(values, ("dc", "xmp"))
    entries = PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")})
    document.updateSignature(data)
    document.Catalog.Metadata = PDFStream(entries, data)
