"""Zip files with the same bytes for the same content."""

from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file can tell."""


def write_zip(file: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip file; pictures are stored as they are."""
    with ZipFile(file, "w") as packed:
        for name, data in files.items():
            entry = ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = ZIP_STORED if name.endswith(".png") else ZIP_DEFLATED
            packed.writestr(entry, data)
