"""A kit is built in a folder beside the old one and takes its place as a whole.

At every moment one whole kit is on disk: under its own name, or under the name that ``mend`` knows.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.output.lock import alone
from pnp.output.manifest import listed_files


@contextmanager
def swapped_in(kit: Path) -> Iterator[Path]:
    """Yield an empty folder to build in; when the block ends well it becomes the kit's folder.

    When the block raises, the old kit stays as it was. Files of the old kit that its manifest does
    not list belong to somebody else: they are carried over.

    Raises:
        PnpError: another build is writing the same kit.
    """
    kit.parent.mkdir(parents=True, exist_ok=True)
    with alone(kit, _beside(kit, "lock")):
        mend(kit)
        fresh = _beside(kit, "new")
        fresh.mkdir()
        try:
            yield fresh
            _carry_over(kit, fresh)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise
        _swap(kit, fresh)


def mend(kit: Path) -> None:
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
