"""The parts of a packed workbook, unpacked with bounds, and packed anew."""

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Mapping

from pnp.errors import PnpError, Where, fail, quoted

LARGEST_UNPACKED = 256 * 2**20
"""Bytes, all parts together: a few megabytes of XML are a large deck, and there may be pictures."""

LARGEST_PART = 64 * 2**20
"""Bytes of one part that is read."""

MOST_PARTS = 10_000

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files of the days before XML begin, and XLSX files with a password still do."""

_ENTRY = b"PK\x01\x02"
_READABLE = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 1
"""The bit of an entry's flags."""

_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(OSError, EOFError, RuntimeError, ValueError, LookupError, OverflowError),
)
"""What reading a broken archive raises; NotImplementedError is a RuntimeError."""

SAVE_AGAIN = "save it again from a spreadsheet program"


class Parts:
    """The parts of a workbook by their names; as in Excel, case makes no difference."""

    def __init__(self, data: bytes, shown: str) -> None:
        """Open a workbook; nothing is unpacked yet.

        Raises:
            PnpError: it is no workbook, is locked, or would fill the memory when it is unpacked.
        """
        self._where = Where(shown)
        if data.startswith(_COMPOUND):
            hint = "save it without a password, as XLSX or ODS"
            raise fail("the workbook has a password, or is of the old kind XLS", self._where, hint)
        if data.count(_ENTRY) > MOST_PARTS:
            raise fail(f"the workbook has more than {MOST_PARTS:,} parts", self._where, SAVE_AGAIN)
        try:
            self._packed = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN:
            raise fail("the file is no workbook", self._where, SAVE_AGAIN) from None
        self._entries = self._named()

    def _named(self) -> Mapping[str, zipfile.ZipInfo]:
        entries: dict[str, zipfile.ZipInfo] = {}
        unpacked = 0
        for entry in self._packed.infolist():
            name = entry.filename.lower()
            if name in entries:
                raise self._broken(f"{quoted(entry.filename)} stands twice in it")
            entries[name] = entry
            unpacked += entry.file_size
        if unpacked > LARGEST_UNPACKED:
            most = f"{LARGEST_UNPACKED >> 20} MB"
            hint = "keep the table in a workbook of its own, without pictures"
            raise fail(f"the workbook unpacks to more than {most}", self._where, hint)
        return entries

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._entries

    def read(self, name: str) -> bytes:
        """Return a part's content.

        Raises:
            PnpError: there is no such part, or it cannot be unpacked.
        """
        entry = self._entries.get(name.lower())
        if entry is None:
            raise self._broken(f"{quoted(name)} is missing in it")
        if entry.flag_bits & _ENCRYPTED:
            raise locked(self._where)
        if entry.compress_type not in _READABLE:
            raise self._broken(f"{quoted(name)} is packed in an unusual way")
        try:
            with self._packed.open(entry) as part:
                content = part.read(LARGEST_PART + 1)
        except _BROKEN as error:
            raise self._broken(f"{quoted(name)} is damaged: {quoted(error)[1:-1]}") from None
        if len(content) > LARGEST_PART:
            message = f"{quoted(name)} in the workbook unpacks to more than {LARGEST_PART >> 20} MB"
            raise fail(message, self._where, "delete what does not belong to the table")
        return content

    def _broken(self, reason: str) -> PnpError:
        return fail(f"the workbook cannot be read: {reason}", self._where, SAVE_AGAIN)


def locked(where: Where) -> PnpError:
    """Return the error for a workbook that only its password opens."""
    return fail("the workbook is locked by a password", where, "save it without one")


def repacked(parts: Mapping[str, bytes]) -> io.BytesIO:
    """Return an archive of some parts and nothing else, whatever archive they came from."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    stream.seek(0)
    return stream
