"""Atomic replacement of a kit: it is built in a folder beside the old one, then swapped in.

A lock file lets one build at a time write a kit. An interrupted swap is undone or finished by the
next build.
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import mkdtemp

from pnp.base.diagnostics import PnpError, named, quote, user_error
from pnp.base.filelock import OPEN_FLAGS, lock_file
from pnp.base.interrupts import uninterrupted
from pnp.base.slotted import slotted
from pnp.output.manifest import PROGRAM
from pnp.output.target import (
    PARTS,
    Target,
    carry_over,
    refuse_mounts,
    refuse_newcomers,
    refuse_strangers,
)

MARK = b"pnp holds this while it writes the kit beside it\n"
"""The content of a lock file, so that a foreign file of that name is recognised."""


@contextmanager
def exclusive(kit: Path, lock: Path) -> Iterator[None]:
    """Hold a kit's lock file, and remove it afterwards.

    Raises:
        PnpError: another build holds it, or a foreign file has its name.
    """
    file = None
    try:
        with uninterrupted():
            file = _held(kit, lock)
        yield
    finally:
        with uninterrupted():
            if file is not None:
                with suppress(OSError):  # Windows cannot remove an open file; it may stay
                    lock.unlink()
                os.close(file)


def _held(kit: Path, lock: Path) -> int:
    """Return the lock file as a descriptor by which this process holds it."""
    file = _opened(lock, kit)
    try:
        _take(file, kit)
        _mark(file, lock)
    except BaseException:
        os.close(file)
        raise
    return file


def _opened(lock: Path, kit: Path) -> int:
    """Return the lock file as a descriptor, created if missing; links are not followed."""
    with suppress(FileExistsError):
        os.close(os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    try:
        if not S_ISREG(lock.lstat().st_mode):
            raise _foreign(lock)
        return os.open(lock, os.O_RDWR | OPEN_FLAGS)
    except FileNotFoundError:  # its last holder removed it just now
        raise _busy(kit) from None


def _take(file: int, kit: Path) -> None:
    try:
        lock_file(file)
    except (BlockingIOError, PermissionError):
        raise _busy(kit) from None
    if os.fstat(file).st_nlink == 0:  # its last holder removed it between our open and our lock
        raise _busy(kit)


def _mark(file: int, lock: Path) -> None:
    """Write the mark into a new lock file; refuse one with any other content."""
    os.lseek(file, 0, os.SEEK_SET)
    content = os.read(file, len(MARK) + 1)
    if not content:
        try:
            with named(lock):
                os.write(file, MARK)
        except OSError:  # the disk is full: an empty lock file would stay
            lock.unlink()
            raise
    elif content != MARK:
        raise _foreign(lock)


def _busy(kit: Path) -> PnpError:
    return user_error(
        f"another build is writing {quote(kit.name)}", hint="build again when it is done"
    )


def _foreign(lock: Path) -> PnpError:
    message = f"{quote(lock.name)} beside the kit has the name of a lock file, but is not one"
    return user_error(message, hint="move it away, or name another folder with --output")


LABEL = "pnp-work.json"


@slotted
class Work:
    """A work folder beside a kit: ``.halloween.pnp-x3k9a_2c``, with ``new`` and ``old`` inside.

    ``part`` is the part of the kit that is built in it; None is the whole kit.
    """

    folder: Path
    part: str | None

    @property
    def new(self) -> Path:
        """Return the folder that the new kit is built in."""
        return self.folder / "new"

    @property
    def old(self) -> Path:
        """Return the path that the old kit is moved to by the swap."""
        return self.folder / "old"


def begin(target: Target) -> Work:
    """Make a work folder for a kit, with an empty folder to build in."""
    kit = target.kit
    work = Work(Path(mkdtemp(prefix=_prefix(kit), dir=kit.parent)), target.part)
    label = {"program": PROGRAM, "kit": kit.name, "part": target.part}
    try:
        with named(work.folder / LABEL):
            (work.folder / LABEL).write_text(json.dumps(label), encoding="utf-8")
        work.new.mkdir()
    except BaseException:
        shutil.rmtree(work.folder, ignore_errors=True)
        raise
    return work


def left_over(kit: Path) -> Iterator[Work]:
    """Yield the work folders left by interrupted builds of a kit.

    The caller holds the kit's lock, so no running build uses them.
    """
    own = re.compile(re.escape(_prefix(kit)) + r"[a-z0-9_]{8}")  # the suffix that mkdtemp adds
    for folder in sorted(kit.parent.iterdir()):
        if own.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
            _clear_unlabelled(folder)
            with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                yield Work(folder, _part(folder, kit))


def discard(work: Work) -> None:
    """Remove a work folder, its label last, so that an incomplete removal is continued later."""
    for path in work.folder.iterdir():
        if path.name != LABEL:
            _remove(path)
    with suppress(OSError):  # on Windows another program may still read a file of the old kit
        if not any(path.name != LABEL for path in work.folder.iterdir()):
            (work.folder / LABEL).unlink()
            work.folder.rmdir()


def _remove(folder: Path) -> None:
    """Remove a folder as far as that can be done; folders in it may be read-only."""
    shutil.rmtree(folder, ignore_errors=True)
    for at, _, _ in os.walk(folder):
        with suppress(OSError):
            Path(at).chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _clear_unlabelled(folder: Path) -> None:
    """Remove a work folder without a label that has no old kit.

    Its build was interrupted before it wrote the label, or somebody removed the label under it.
    """
    label = folder / LABEL
    with suppress(OSError):
        if [path.name for path in folder.iterdir()] == ["new"]:
            _remove(folder / "new")
        if list(folder.iterdir()) == [label] and label.stat().st_size == 0:
            label.unlink()
        folder.rmdir()


def _prefix(kit: Path) -> str:
    return f".{kit.name}.pnp-"


def _part(folder: Path, kit: Path) -> str | None:
    """Return the part that a work folder's label names; None is the whole kit.

    Raises:
        ValueError: the label is not that of a work folder of this kit.
    """
    label = json.loads((folder / LABEL).read_text(encoding="utf-8"))
    part: str | None = label["part"]
    if (label["program"], label["kit"]) != (PROGRAM, kit.name):
        raise ValueError(folder)
    if part is not None and (Path(part).name != part or part in ("", ".", "..")):
        raise ValueError(part)
    return part


@contextmanager
def swapped_in(target: Target) -> Iterator[Path]:
    """Yield an empty folder to build in; it replaces the target when the block ends normally.

    If the block raises, the target is left unchanged. The parts in a whole kit's folder move into
    the new kit.

    Raises:
        PnpError: another build is writing the same kit, or the target contains foreign files.
    """
    kit = target.kit
    kit.parent.mkdir(parents=True, exist_ok=True)
    with exclusive(kit, kit.with_name(f".{kit.name}.pnp-lock")):
        try:
            with uninterrupted():
                recover(kit)
            refuse_mounts(target)
            refuse_strangers(target)
            with uninterrupted():
                work = begin(target)
            with _named_as_shown(work.new, target):
                yield work.new
                refuse_strangers(target)  # again: files may have been added during the build
                with uninterrupted():
                    carry_over(target, work.new)
                    _swap(target, work)
        finally:
            with uninterrupted():
                recover(kit)


def recover(kit: Path) -> None:
    """Clean up after an interrupted swap: restore the old kit, and remove half-built ones."""
    for work in left_over(kit):
        place = kit if work.part is None else kit / PARTS / work.part
        _put_back(work.old, place)
        if work.part is None:
            _put_back(work.old / PARTS, place / PARTS)
        if work.part is not None or not os.path.lexists(work.old / PARTS):
            discard(work)


def _swap(target: Target, work: Work) -> None:
    folder = target.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    if folder.exists():
        folder.rename(work.old)
        refuse_newcomers(work.old, target)
    work.new.rename(folder)


def _put_back(old: Path, place: Path) -> None:
    """Move an old folder back, unless its place is taken."""
    if os.path.lexists(old) and not os.path.lexists(place) and place.parent.is_dir():
        old.rename(place)


@contextmanager
def _named_as_shown(new: Path, target: Target) -> Iterator[None]:
    """Replace a path in the work folder by the one that the user knows, in an error."""
    try:
        yield
    except OSError as error:
        path = Path(error.filename) if isinstance(error.filename, str) else None
        if path is not None and path.is_relative_to(new):
            error.filename = str(target.shown_folder / path.relative_to(new))
        raise
