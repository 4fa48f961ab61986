"""A kit is built in a folder beside the old one and takes its place as a whole.

One build at a time writes a kit; a swap that was cut short is finished by the next build.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from tempfile import mkdtemp

from pnp.base.diagnostics import PnpError, named, quote, user_error
from pnp.output.manifest import PROGRAM
from pnp.output.ownership import carry_over, refuse_newcomers, refuse_strangers
from pnp.output.target import PARTS, Target

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
def exclusive(kit: Path, lock: Path) -> Iterator[None]:
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
    return user_error(
        f"another build is writing {quote(kit.name)}", hint="build again when it is done"
    )


def _foreign(lock: Path) -> PnpError:
    message = f"{quote(lock.name)} beside the kit has a lock's name, and is none"
    return user_error(message, hint="move it away, or name another folder with --output")


LABEL = "pnp-work.json"


@dataclass(frozen=True, slots=True)
class Work:
    """A work folder, and which part of its kit is built in it; None is the whole kit."""

    folder: Path
    part: str | None

    @property
    def new(self) -> Path:
        """Return where the new kit is built."""
        return self.folder / "new"

    @property
    def old(self) -> Path:
        """Return where the old kit goes when the new one takes its place."""
        return self.folder / "old"


def begin(target: Target) -> Work:
    """Return a new work folder of a kit, with an empty folder to build in."""
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
    """Yield the work folders of a kit; whoever asks holds its lock, so that no build is in them."""
    own = re.compile(re.escape(_prefix(kit)) + r"[a-z0-9_]{8}")  # as mkdtemp ends them
    for folder in sorted(kit.parent.iterdir()):
        if own.fullmatch(folder.name) and folder.is_dir() and not folder.is_symlink():
            _clear_unlabelled(folder)
            with suppress(OSError, ValueError, KeyError, TypeError):
                yield Work(folder, _part(folder, kit))


def discard(work: Work) -> None:
    """Remove a work folder, its label last: what is left of it is known again."""
    for path in work.folder.iterdir():
        if path.name != LABEL:
            shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):  # on Windows somebody may still read a file of the old kit
        if not any(path.name != LABEL for path in work.folder.iterdir()):
            (work.folder / LABEL).unlink()
            work.folder.rmdir()


def _clear_unlabelled(folder: Path) -> None:
    """Remove a work folder that was made and not labelled yet, as long as nothing is in it."""
    label = folder / LABEL
    with suppress(OSError):
        if list(folder.iterdir()) == [label] and label.stat().st_size == 0:
            label.unlink()
        folder.rmdir()


def _prefix(kit: Path) -> str:
    return f".{kit.name}.pnp-"


def _part(folder: Path, kit: Path) -> str | None:
    """Return what a work folder's label says.

    Raises:
        ValueError: it is not the label of a work folder of this kit.
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
    """Yield an empty folder to build in; when the block ends well it takes the target's place.

    When the block raises, what was there before stays as it was. The parts in a whole kit's folder
    move into the new kit.

    Raises:
        PnpError: another build is writing the same kit, or files of somebody else lie there.
    """
    kit = target.kit
    kit.parent.mkdir(parents=True, exist_ok=True)
    with exclusive(kit, kit.with_name(f".{kit.name}.pnp-lock")):
        recover(kit)
        refuse_strangers(target)
        work = begin(target)
        try:
            yield work.new
            refuse_strangers(target)
            carry_over(target, work.new)
            _swap(target, work)
        except OSError as error:
            _name_as_shown(error, work.new, target)
            raise
        finally:
            recover(kit)


def recover(kit: Path) -> None:
    """Finish what an interrupted swap left: the old kit comes back, half-built ones go."""
    for work in left_over(kit):
        place = kit if work.part is None else kit / PARTS / work.part
        _put_back(work.old, place)
        if work.part is None:
            _put_back(work.old / PARTS, place / PARTS)
        if work.part is not None or not _exists(work.old / PARTS):
            discard(work)


def _swap(target: Target, work: Work) -> None:
    folder = target.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    if folder.exists():
        folder.rename(work.old)
        refuse_newcomers(work.old, target)
    work.new.rename(folder)


def _put_back(old: Path, place: Path) -> None:
    """Move an old folder back, unless something has taken its place."""
    if _exists(old) and not _exists(place) and place.parent.is_dir():
        old.rename(place)


def _exists(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _name_as_shown(error: OSError, new: Path, target: Target) -> None:
    """Let an error name a file of the new kit as the user would."""
    path = Path(error.filename) if isinstance(error.filename, str) else None
    if path is not None and path.is_relative_to(new):
        error.filename = str(target.shown_folder / path.relative_to(new))
