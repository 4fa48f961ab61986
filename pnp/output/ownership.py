"""Tells a kit's own files from foreign ones, so that a build never overwrites what is not its."""

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
"""Files that file managers leave in any folder (Finder, Dolphin, Explorer), in lower case."""


def refuse_strangers(target: Target) -> None:
    """Refuse to replace a folder that contains files not written by a build.

    ``parts`` inside the whole kit's folder are not checked: they move into the new kit unchanged.
    The droppings of file managers are ignored.

    Raises:
        PnpError: names the first file that is not in the manifest, or was changed since.
    """
    folder = target.folder
    ours = _listed(folder)
    for name in _files(folder, target):
        if not _is_dropping(name):
            _refuse_stranger(folder, name, ours, target)


def refuse_newcomers(folder: Path, target: Target) -> None:
    """Refuse files that were added since ``refuse_strangers``; compares names only.

    Raises:
        PnpError: names the first file that is not in the manifest.
    """
    ours = _listed(folder)
    for name in _files(folder, target):
        if not _is_dropping(name) and _key(name) not in ours:
            raise _stranger(target, name)


def carry_over(target: Target, fresh: Path) -> None:
    """Copy droppings and foreign empty folders of the old kit into the new one, if they fit in."""
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
    """Return a file's name in NFC for comparing: HFS+ stores ``é`` as ``e`` and an accent."""
    return normalize("NFC", name.as_posix())


def _refuse_stranger(
    folder: Path, name: PurePath, ours: Mapping[str, str | None], target: Target
) -> None:
    path, sha = folder / name, ours.get(_key(name))
    if _key(name) not in ours or path.is_symlink() or not path.is_file():
        if os.path.lexists(path):
            raise _stranger(target, name)
    elif sha is not None and sha != digest(path):
        hint = "move it away to keep it, or delete it to have it rebuilt"
        raise user_error("the file was changed since it was built", _where(target, name), hint)


def _stranger(target: Target, name: PurePath) -> PnpError:
    hint = "move it away, or name another folder with --output"
    return user_error("the file was not made by a build", _where(target, name), hint)


def _where(target: Target, name: PurePath) -> Where:
    return Where((target.shown_folder / name).as_posix())


def _is_dropping(name: PurePath) -> bool:
    return name.name.lower() in DROPPINGS


def _files(folder: Path, target: Target) -> Iterator[PurePath]:
    """Yield all files and links, sorted by name in each folder; links to folders count as files."""
    for at, folders, files in _walk(folder, target):
        links = [name for name in folders if (at / name).is_symlink()]
        yield from ((at / name).relative_to(folder) for name in sorted(files + links))


def _folders(folder: Path, target: Target) -> Iterator[PurePath]:
    yield from (at.relative_to(folder) for at, _, _ in _walk(folder, target))


def _walk(folder: Path, target: Target) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Yield each folder with the names in it; ``parts`` of a whole kit is left out."""
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
