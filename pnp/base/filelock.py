"""Locks on open files, which the system lets go when a process ends, however it ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OPEN_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""Do not follow links, and do not translate line ends."""

BEHIND = 4096
"""Windows lets no one else read a locked range, so the lock is behind the content."""

if sys.platform == "win32":
    import msvcrt

    def lock_file(file: int) -> None:
        """Lock an open file; BlockingIOError or PermissionError if another process holds it."""
        os.lseek(file, BEHIND, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock_file(file: int) -> None:
        """Lock an open file; BlockingIOError or PermissionError if another process holds it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Let one process at a time be in such a block of a folder; others wait for it.

    Windows locks no folders, and some file systems lock nothing: there nobody waits.
    """
    if sys.platform == "win32":
        yield
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(place, fcntl.LOCK_EX)
        yield
    finally:
        os.close(place)
