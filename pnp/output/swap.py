"""A kit is built beside the old one and takes its place as a whole; one build at a time."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.base.diagnostics import PnpError, quote, user_error
from pnp.output.manifest import listed_files

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def exclusive(kit: Path, lock: Path) -> Iterator[None]:
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
    return user_error(
        f"another build is writing {quote(kit.name)}", hint="build again when it is done"
    )


@contextmanager
def swapped_in(kit: Path) -> Iterator[Path]:
    """Yield an empty folder to build in; when the block ends well it becomes the kit's folder.

    When the block raises, the old kit stays as it was. Files of the old kit that its manifest does
    not list belong to somebody else: they are carried over.

    Raises:
        PnpError: another build is writing the same kit.
    """
    kit.parent.mkdir(parents=True, exist_ok=True)
    with exclusive(kit, _beside(kit, "lock")):
        recover(kit)
        fresh = _beside(kit, "new")
        fresh.mkdir()
        try:
            yield fresh
            _carry_over(kit, fresh)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise
        _swap(kit, fresh)


def recover(kit: Path) -> None:
    """Finish what an interrupted swap left: the old kit comes back, half-built ones go."""
    old = _beside(kit, "old")
    if old.is_dir() and not kit.exists():
        old.rename(kit)
    for left in (old, _beside(kit, "new")):
        if left.is_dir():
            shutil.rmtree(left)


def _swap(kit: Path, fresh: Path) -> None:
    old = _beside(kit, "old")
    if kit.exists():
        kit.rename(old)
    fresh.rename(kit)
    shutil.rmtree(old, ignore_errors=True)


def _carry_over(kit: Path, fresh: Path) -> None:
    if not kit.is_dir():
        return
    ours = listed_files(kit)
    for path in sorted(kit.rglob("*")):
        name = path.relative_to(kit)
        target = fresh / name
        ends = path.is_symlink() or not path.is_dir()  # a link is carried, what it leads to stays
        if ends and name.as_posix() not in ours and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target, follow_symlinks=False)


def _beside(kit: Path, state: str) -> Path:
    return kit.with_name(f".{kit.name}.{state}")
