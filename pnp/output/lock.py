"""One build at a time writes a kit; the lock ends with its process, however that ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

from pnp.errors import PnpError, fail, quoted

MARK = b"pnp holds this while it writes the kit beside it\n"
"""What a lock file says, so that a file of somebody else is never taken for one."""

_AS_IT_IS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""Links and line ends as they are, where the system would change them."""

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, 2 * len(MARK), os.SEEK_SET)  # what is locked there nobody else can read
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone(kit: Path, lock: Path) -> Iterator[None]:
    """Hold a kit's lock file, which is gone again afterwards.

    Raises:
        PnpError: another build holds it, or a file of somebody else has its name.
    """
    file = _opened(lock, kit)
    try:
        _take(file, kit)
        _mark(file, lock)
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps a file that is open: it stays, and harms nobody
                lock.unlink()
    finally:
        os.close(file)


def _opened(lock: Path, kit: Path) -> int:
    """Return the lock file, made where there is none; a link is never followed."""
    with suppress(FileExistsError):
        os.close(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    try:
        if not S_ISREG(lock.lstat().st_mode):
            raise _foreign(lock)
        return os.open(lock, os.O_RDWR | _AS_IT_IS)
    except FileNotFoundError:  # its last holder removed it just now
        raise _busy(kit) from None


def _take(file: int, kit: Path) -> None:
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):
        raise _busy(kit) from None
    if os.fstat(file).st_nlink == 0:  # its last holder removed it between our open and our lock
        raise _busy(kit)


def _mark(file: int, lock: Path) -> None:
    """Mark a lock file that is new; refuse one that says anything else."""
    os.lseek(file, 0, os.SEEK_SET)
    said = os.read(file, len(MARK) + 1)
    if not said:
        os.write(file, MARK)
    elif said != MARK:
        raise _foreign(lock)


def _busy(kit: Path) -> PnpError:
    return fail(f"another build is writing {quoted(kit.name)}", hint="build again when it is done")


def _foreign(lock: Path) -> PnpError:
    message = f"{quoted(lock.name)} beside the kit has a lock's name, and is none"
    return fail(message, hint="move it away, or name another folder with --output")
