"""Locks on open files, which the system lets go when a process ends, however it ends."""

import os
import sys

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
