"""Raster images: each in the file once, however often it is drawn."""

from reportlab.pdfbase.pdfdoc import PDFName, PDFObjectReference

from pnp.export.pdf.file import File
from pnp.export.pdf.store import Content
from pnp.export.pdf.syntax import numbers
from pnp.scene.image import Image, samples
from pnp.scene.node import Picture

SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


def draw_picture(content: Content, picture: Picture) -> None:
    """Write an image stretched over its box: a PDF draws it in a unit square, the first row up."""
    image, box = picture.image, picture.box
    name = content.store.name("X", image.digest, lambda: _add(content.store.file, image))
    place = numbers(box.width, 0, 0, -box.height, box.x, box.bottom)
    content.lines.append(f"q {place} cm {content.use(name)} Do Q")


def _add(file: File, image: Image) -> PDFObjectReference:
    if image.format == "jpeg":
        entries = _entries(image.width, image.height, "L" if image.grey else "RGB")
        entries["Filter"] = PDFName("DCTDecode")
        return file.add_stream(entries, image.data, packed=True)
    pixels = samples(image)
    entries = _entries(pixels.width, pixels.height, pixels.mode)
    if pixels.alpha is not None:
        opacity = _entries(pixels.width, pixels.height, "L")
        entries["SMask"] = file.add_stream(opacity, pixels.alpha)
    return file.add_stream(entries, pixels.data)


def _entries(width: int, height: int, mode: str) -> dict[str, object]:
    return {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Image"),
        "Width": width,
        "Height": height,
        "ColorSpace": PDFName(SPACES[mode]),
        "BitsPerComponent": 8,
    }
