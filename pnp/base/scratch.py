"""Folders to write files in before they are moved to their place as a whole."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from tempfile import mkdtemp

from pnp.base.filelock import OPEN_FLAGS, lock_file
from pnp.base.interrupts import uninterrupted

PREFIX = ".pnp-scratch-"
_OURS = re.compile(re.escape(PREFIX) + "[a-z0-9_]{8}")  # the suffix that mkdtemp adds
_NEW = "new"
_LOCK = "pnp-lock"
_MARK = b"pnp holds this while it writes beside it\n"


@contextmanager
def scratch(place: Path) -> Iterator[Path]:
    """Yield an empty folder in an existing one; it is removed afterwards.

    Those that killed runs left there are removed too. An error of a file in it names that file in
    ``place``: nobody knows the folder.
    """
    clear_abandoned(place)
    folder = lock = None
    try:
        with uninterrupted():
            folder = Path(mkdtemp(prefix=PREFIX, dir=place))
            lock = _locked(folder)
            (folder / _NEW).mkdir()
        yield folder / _NEW
    except OSError as error:
        if error.errno and isinstance(error.filename, str):
            error.filename = str(_known(Path(error.filename), place))
        raise
    finally:
        with uninterrupted():
            if lock is not None:
                os.close(lock)
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)


def _known(path: Path, place: Path) -> Path:
    """Return a path in a folder's scratch folder as one in the folder itself; others as they are.

    >>> _known(Path("/kits/.pnp-scratch-a1b2c3d4/new/owl.png"), Path("/kits"))
    PosixPath('/kits/owl.png')
    """
    if not path.is_relative_to(place):
        return path
    parts = path.relative_to(place).parts
    ours = bool(parts) and _OURS.fullmatch(parts[0]) is not None
    return place.joinpath(*parts[2:]) if ours else path


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """Yield a path to write to; at the end it becomes a file in one step, in an existing folder.

    If the block raises, the file is as it was. An error names the file, or its folder where nothing
    can be made, as they are given.
    """
    place = file.parent.resolve()
    try:
        with scratch(place) as folder:
            yield folder / file.name
            (folder / file.name).replace(file)
    except OSError as error:
        shown = {None: file, str(place): file.parent, str(place / file.name): file}
        if error.errno and error.filename in shown:
            error.filename = str(shown[error.filename])
        raise


def clear_abandoned(place: Path) -> None:
    """Remove the folders that killed runs left in a folder."""
    with suppress(OSError):
        for folder in sorted(place.glob(f"{PREFIX}*")):
            if _OURS.fullmatch(folder.name) and not folder.is_symlink() and _is_abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _locked(folder: Path) -> int:
    """Return a new lock file as a descriptor: while it is open the folder is in use."""
    file = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_EXCL | OPEN_FLAGS)
    lock_file(file)
    os.write(file, _MARK)
    return file


def _is_abandoned(folder: Path) -> bool:
    """Return whether a folder has a lock file that no process holds."""
    lock = folder / _LOCK
    try:
        if not S_ISREG(lock.lstat().st_mode):
            return False
        file = os.open(lock, os.O_RDWR | OPEN_FLAGS)
        try:
            lock_file(file)
            os.lseek(file, 0, os.SEEK_SET)
            return os.read(file, len(_MARK) + 1) == _MARK
        finally:
            os.close(file)
    except OSError:
        return False


@contextmanager
def filled(folder: Path) -> Iterator[Path]:
    """Yield a folder to write in; all of it moves into an empty or new folder at the end.

    If the block raises, nothing is left.
    """
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with scratch(folder) as fresh:
            yield fresh
            with uninterrupted():
                for entry in sorted(fresh.iterdir()):
                    entry.rename(folder / entry.name)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename = str(folder)
        if made:
            with suppress(OSError):
                folder.rmdir()
        raise
