"""What PDF/X demands of a file beside its colours: who it is, its boxes, its printing condition.

ISO 15930-4 (PDF/X-1a:2003) and ISO 15930-7 (PDF/X-4).
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from struct import unpack_from
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Pdf, Stream, String
from pikepdf.models.metadata import decode_pdf_date

from pnp.base.units import POINTS_PER_MM
from pnp.export.pdf.syntax import outline
from pnp.export.pdf.xmp import NAMESPACES, alternative, escaped, packet
from pnp.export.pdfx.press import Press, PressProfile, Standard
from pnp.export.pdfx.separation import Separation
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect

PDF_VERSIONS = {Standard.X4: "1.6", Standard.X1A: "1.4"}

LINE = 0.25 / POINTS_PER_MM
"""The width in millimetres of lines that a machine follows."""


class SpotLayer(NamedTuple):
    """A spot colour for lines that are followed and not printed, on a layer of its own.

    ``shown`` is how it looks on a screen, in inks from 0 to 1; ``step`` is its name in ISO 19593-1.
    """

    name: str
    shown: tuple[int, int, int, int]
    step: str


CUT = SpotLayer("CutContour", (0, 1, 0, 0), "Cutting")
CREASE = SpotLayer("Crease", (1, 0, 0, 0), "Creasing")
LAYERS = (CUT, CREASE)


class XPage(NamedTuple):
    """A page's trim box in millimetres, y down; the page itself is its bleed box.

    ``lines`` are drawn in spot colours: pairs of a layer and a path on the page.
    """

    trim: Rect
    lines: tuple[tuple[SpotLayer, Path], ...] = ()


def pdfx(data: bytes, pages: Sequence[XPage], standard: Standard, press: Press) -> bytes:
    """Return a PDF in sRGB as PDF/X; ``pages`` describes each of its pages.

    Raises:
        RuntimeError: PDF/X-1a is asked for, and something is transparent.
    """
    with Pdf.open(BytesIO(data)) as pdf:
        separation = Separation(pdf, press, transparent=standard.transparent)
        spots = _Spots(pdf, separation.overprint, layered=standard.transparent)
        for leaf, page in zip(pdf.pages, pages, strict=True):
            separation.convert(leaf.obj)
            _set_boxes(leaf.obj, page)
            spots.draw(leaf.obj, page)
        if standard is Standard.X1A:
            _embed_bare_outlines(pdf)
        _identify(pdf, standard, press.profile, sha256(data).hexdigest())
        made = BytesIO()
        pdf.save(
            made,
            force_version=PDF_VERSIONS[standard],
            object_stream_mode=ObjectStreamMode.disable,
            deterministic_id=True,
            fix_metadata_version=False,
        )
    return made.getvalue()


def _set_boxes(leaf: Any, page: XPage) -> None:
    """Set the boxes of a page; a transition, which reportlab leaves empty, is not for print."""
    media = [float(edge) for edge in leaf.MediaBox]
    leaf.BleedBox = leaf.MediaBox
    edges = page.trim.x, page.trim.bottom, page.trim.right, page.trim.y
    left, low, right, high = (edge * POINTS_PER_MM for edge in edges)
    box = (left, media[3] - low, right, media[3] - high)
    leaf.TrimBox = Array([round(edge, 4) for edge in box])
    if "/Trans" in leaf:
        del leaf["/Trans"]


class _Spots:
    """Draws lines in spot colours on pages."""

    def __init__(self, pdf: Pdf, overprint: Any, *, layered: bool) -> None:
        self._pdf, self._overprint, self._layered = pdf, overprint, layered
        self._spaces: dict[SpotLayer, Any] = {}
        self._groups: dict[SpotLayer, Any] = {}

    def draw(self, leaf: Any, page: XPage) -> None:
        """Append the lines of a page to its content, whose first operator sets millimetres."""
        used = [layer for layer in LAYERS if any(layer is each for each, _ in page.lines)]
        if not used:
            return
        parts = [part for layer in used for part in self._lines(layer, page)]
        drawn = Stream(self._pdf, "\n".join(parts).encode("ascii"))
        leaf.Contents = Array([leaf.Contents, self._pdf.make_indirect(drawn)])
        _add_to(leaf.Resources, "/ColorSpace", {e.name: self._space(e) for e in used})
        if self._layered:
            _add_to(leaf.Resources, "/Properties", {e.name: self._group(e) for e in used})

    def _lines(self, layer: SpotLayer, page: XPage) -> Sequence[str]:
        paths = [outline(path) for each, path in page.lines if each is layer]
        body = [
            f"q /Overprint gs /{layer.name} CS 1 SCN {LINE:.4f} w",
            *(f"{path} S" for path in paths),
            "Q",
        ]
        return [f"/OC /{layer.name} BDC", *body, "EMC"] if self._layered else body

    def _space(self, layer: SpotLayer) -> Any:
        if layer not in self._spaces:
            tint = Dictionary(
                FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[*layer.shown], N=1
            )
            space = Array([Name.Separation, Name(f"/{layer.name}"), Name.DeviceCMYK, tint])
            self._spaces[layer] = self._pdf.make_indirect(space)
        return self._spaces[layer]

    def _group(self, layer: SpotLayer) -> Any:
        """Return a layer; programs that know its processing step find it by that too."""
        if layer not in self._groups:
            step = Dictionary(
                GTS_ProcStepsGroup=Name.Structural, GTS_ProcStepsType=Name(f"/{layer.step}")
            )
            group = Dictionary(Type=Name.OCG, Name=String(layer.name), GTS_Metadata=step)
            self._groups[layer] = self._pdf.make_indirect(group)
            every = Array([*self._groups.values()])
            shown = Dictionary(Name=String("pnp"), Order=every, ON=every)
            self._pdf.Root.OCProperties = Dictionary(OCGs=every, D=shown)
        return self._groups[layer]


def _add_to(resources: Any, kind: str, things: Mapping[str, Any]) -> None:
    """Add named resources to those of their kind, which other pages may share."""
    whole = Dictionary(resources.get(kind, Dictionary()))
    for name, thing in things.items():
        whole[f"/{name}"] = thing
    resources[kind] = whole


def _embed_bare_outlines(pdf: Pdf) -> None:
    """Embed PostScript outlines without their OpenType wrapper, which came with PDF 1.6."""
    for thing in pdf.objects:
        if isinstance(thing, Dictionary) and thing.get("/Type") == Name.FontDescriptor:
            file = thing.get("/FontFile3")
            if file is not None and file.Subtype == Name.OpenType:
                bare = Stream(pdf, _table(file.read_bytes(), b"CFF "))
                bare.Subtype = Name.CIDFontType0C
                thing.FontFile3 = pdf.make_indirect(bare)


def _table(font: bytes, tag: bytes) -> bytes:
    """Return a table of an OpenType font (ISO 14496-22, 4.5)."""
    (count,) = unpack_from(">H", font, 4)
    for number in range(count):
        name, _, start, length = unpack_from(">4sLLL", font, 12 + 16 * number)
        if name == tag:
            return font[start : start + length]
    raise RuntimeError(f"a font has no table {tag!r}")


def _identify(pdf: Pdf, standard: Standard, profile: PressProfile, digest: str) -> None:
    """Write what the file is, and for which printing condition it is meant."""
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(profile.registered or "Custom"),
        Info=String(profile.name),
    )
    if profile.registered:
        intent.RegistryName = String("http://www.color.org")
    condition = Stream(pdf, profile.data)
    condition.N = 4
    intent.DestOutputProfile = pdf.make_indirect(condition)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    facts = pdf.docinfo
    facts.Trapped = Name("/False")
    facts.GTS_PDFXVersion = String(standard.version)
    if standard is Standard.X1A:
        facts.GTS_PDFXConformance = String(standard.version)
    metadata = Stream(pdf, _metadata(facts, standard, digest))
    metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = pdf.make_indirect(metadata)


def _metadata(facts: Any, standard: Standard, digest: str) -> bytes:
    """Return the metadata as XMP, the same as in the dictionary of the document."""
    made = decode_pdf_date(str(facts.CreationDate)).isoformat()
    values = {
        "dc:title": alternative(str(facts.Title)),
        "dc:format": "application/pdf",
        "xmp:CreatorTool": escaped(str(facts.Creator)),
        "xmp:CreateDate": made,
        "xmp:ModifyDate": made,
        "xmp:MetadataDate": made,
        "pdf:Producer": escaped(str(facts.Producer)),
        "pdf:Trapped": "False",
        "xmpMM:DocumentID": f"uuid:{digest[:32]}",
        "xmpMM:InstanceID": f"uuid:{digest[32:]}",
        "xmpMM:VersionID": "1",
        "xmpMM:RenditionClass": "default",
        "pdfxid:GTS_PDFXVersion": standard.version,
    }
    return packet(values, tuple(NAMESPACES))
