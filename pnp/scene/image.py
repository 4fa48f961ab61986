"""Raster images, read and made ready for every back end: the one door to Pillow."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """A raster image as back ends take it, turned upright.

    ``data`` is a whole JPEG or PNG file. ``digest`` is the SHA-256 of what is drawn.
    """

    data: bytes
    format: str
    width: int
    height: int
    digest: str
