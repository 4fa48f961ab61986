"""Where things lie: a user's project, then what is bundled with the program."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.errors import Where, fail, nearest

PACKAGE = Path(__file__).resolve().parent.parent
SHARE = PACKAGE / "_share" if (PACKAGE / "_share").is_dir() else PACKAGE.parent
"""The bundled folders: inside the wheel, or beside the package in a checkout."""


@dataclass(frozen=True, slots=True)
class Project:
    """A root folder with ``card_data``, ``templates`` and ``fonts``; any of them may be absent."""

    root: Path

    def folders(self, name: str) -> tuple[Path, ...]:
        """Return the folders of one kind that exist: the project's first, then the bundled."""
        roots = dict.fromkeys((self.root.resolve(), SHARE))
        return tuple(root / name for root in roots if (root / name).is_dir())

    def find(self, kind: str, name: str, where: Where | None = None) -> Path:
        """Return the file of a kind (``templates``, ``fonts``) by its name inside that folder.

        Raises:
            PnpError: the name leaves the folder, or no folder has the file.
        """
        for folder in self.folders(kind):
            path = confined(folder, name, where)
            if path.is_file():
                return path
        near = nearest(name, self.names(kind))
        place = f"{kind}/{name}"
        raise fail(f"{place!r} does not exist", where, near or f"put the file into {kind}/")

    def names(self, kind: str) -> Iterator[str]:
        """Yield the names of all files of a kind, as ``find`` takes them."""
        for folder in self.folders(kind):
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    yield path.relative_to(folder).as_posix()

    def show(self, path: Path) -> str:
        """Return a path as the user would write it: from the project's root where it is inside."""
        for root in (self.root.resolve(), SHARE):
            if path.resolve().is_relative_to(root):
                return path.resolve().relative_to(root).as_posix()
        return path.name


def confined(folder: Path, name: str, where: Where | None = None) -> Path:
    """Return the path of a name inside a folder.

    Raises:
        PnpError: the name is absolute, leaves the folder, or holds a NUL character.
    """
    hint = "write a path inside the folder, without a leading slash and without .."
    if "\0" in name or Path(name).is_absolute() or "\\" in name or ":" in name:
        raise fail(f"{name!r} is not a path inside {folder.name}/", where, hint)
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise fail(f"{name!r} leaves {folder.name}/", where, hint)
    return path
