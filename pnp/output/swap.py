"""A kit is built in a folder beside the old one and takes its place as a whole.

At every moment one whole kit is on disk: under its own name, or in the work folder that ``mend``
knows.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.output.lock import alone
from pnp.output.ownership import carry_over, refuse_newcomers, refuse_strangers
from pnp.output.target import PARTS, Target
from pnp.output.work import Work, begin, discard, left_over


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
    with alone(kit, kit.with_name(f".{kit.name}.pnp-lock")):
        mend(kit)
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
            mend(kit)


def mend(kit: Path) -> None:
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
