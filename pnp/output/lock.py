"""One build at a time writes a kit; the lock ends with its process, however that ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.errors import PnpError, fail, quoted

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone(kit: Path, lock: Path) -> Iterator[None]:
    """Hold a kit's lock file, which is gone again afterwards.

    Raises:
        PnpError: another build holds it.
    """
    file = os.open(lock, os.O_RDWR | os.O_CREAT)
    try:
        _take(file, kit)
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that is open: it stays, and harms nobody
                lock.unlink()
    finally:
        os.close(file)


def _take(file: int, kit: Path) -> None:
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):
        raise _busy(kit) from None
    if os.fstat(file).st_nlink == 0:  # its last holder removed it between our open and our lock
        raise _busy(kit)


def _busy(kit: Path) -> PnpError:
    return fail(f"another build is writing {quoted(kit.name)}", hint="build again when it is done")
