"""What in a kit's folder was built, and what is somebody else's."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from unicodedata import normalize

from pnp.base.diagnostics import PnpError, Where, user_error
from pnp.output.manifest import digest, listed_files
from pnp.output.target import PARTS, Target

DROPPINGS = frozenset(
    {".ds_store", ".directory", ".localized", "desktop.ini", "ehthumbs.db", "thumbs.db"}
)
"""What file managers leave in any folder (Finder, Dolphin, Explorer), in lower case."""


def refuse_strangers(target: Target) -> None:
    """Refuse to replace a folder that holds anything but what a build made.

    ``parts`` inside the whole kit's folder are not looked at: they move into the new kit as they
    are. The droppings of file managers stop nobody.

    Raises:
        PnpError: names the first file that no manifest lists, or that was changed since.
    """
    folder = target.folder
    ours = _listed(folder)
    for name in _files(folder, target):
        if not _is_dropping(name):
            _refuse_stranger(folder, name, ours, target)


def refuse_newcomers(folder: Path, target: Target) -> None:
    """Refuse what came into a folder since its files were compared, by names alone.

    Raises:
        PnpError: names the first file that no manifest lists.
    """
    ours = _listed(folder)
    for name in _files(folder, target):
        if not _is_dropping(name) and _key(name) not in ours:
            raise _stranger(target, name)


def carry_over(target: Target, fresh: Path) -> None:
    """Copy droppings and empty folders of the old kit into a new one, where they have a place."""
    old = target.folder
    ours = {folder for name in listed_files(old) for folder in PurePath(name).parents}
    for name in _folders(old, target):
        if name not in ours:
            with suppress(FileExistsError, NotADirectoryError):  # a file of the new kit is there
                (fresh / name).mkdir(parents=True, exist_ok=True)
    for name in filter(_is_dropping, _files(old, target)):
        if (fresh / name).parent.is_dir() and not (fresh / name).exists():
            shutil.copy2(old / name, fresh / name, follow_symlinks=False)


def _listed(folder: Path) -> Mapping[str, str | None]:
    return {_key(PurePath(name)): sha for name, sha in listed_files(folder).items()}


def _key(name: PurePath) -> str:
    """Return a file's name for comparing: HFS+ takes ``é`` apart into ``e`` and an accent."""
    return normalize("NFC", name.as_posix())


def _refuse_stranger(
    folder: Path, name: PurePath, ours: Mapping[str, str | None], target: Target
) -> None:
    path, sha = folder / name, ours.get(_key(name))
    if _key(name) not in ours or path.is_symlink() or not path.is_file():
        if os.path.lexists(path):
            raise _stranger(target, name)
    elif sha is not None and sha != digest(path):
        hint = "move it away to keep it; or delete it, and it is made anew"
        raise user_error("the file was changed since it was built", _where(target, name), hint)


def _stranger(target: Target, name: PurePath) -> PnpError:
    hint = "move it away, or name another folder with --output"
    return user_error("no build made what lies here", _where(target, name), hint)


def _where(target: Target, name: PurePath) -> Where:
    return Where((target.shown_folder / name).as_posix())


def _is_dropping(name: PurePath) -> bool:
    return name.name.lower() in DROPPINGS


def _files(folder: Path, target: Target) -> Iterator[PurePath]:
    """Yield everything but folders, in the order of names; a link to a folder is no folder."""
    for at, folders, files in _walk(folder, target):
        links = [name for name in folders if (at / name).is_symlink()]
        yield from ((at / name).relative_to(folder) for name in sorted(files + links))


def _folders(folder: Path, target: Target) -> Iterator[PurePath]:
    yield from (at.relative_to(folder) for at, _, _ in _walk(folder, target))


def _walk(folder: Path, target: Target) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Yield each folder with the names in it, without the parts of a whole kit."""
    for at, folders, files in os.walk(folder, onerror=_raise):
        here = Path(at)
        if here == folder and target.part is None:
            folders[:], files[:] = _without_parts(folders), _without_parts(files)
        folders.sort()
        yield here, folders, files


def _without_parts(names: list[str]) -> list[str]:
    return [name for name in names if name != PARTS]


def _raise(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):  # a kit that was never built
        raise error
