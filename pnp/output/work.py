"""A folder beside a kit in which a build works; it is told from anybody else's by its label."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from pnp.errors import named
from pnp.output.manifest import PROGRAM
from pnp.output.target import Target

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
