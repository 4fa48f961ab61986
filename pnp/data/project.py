"""Finds files and games: in the user's project first, then among the bundled ones."""

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from posixpath import relpath
from unicodedata import normalize

from pnp.base.diagnostics import Finding, PnpError, Where, nearest, quote, user_error
from pnp.base.slotted import slotted

DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)
"""Names that Windows reserves for devices."""

_NOWHERE = re.compile(r"[<>:\"/\\|?*\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|[. ]$")
"""Characters that some file system refuses in a name; lone surrogates are bytes not in UTF-8."""


def game_key(folder: Path) -> str:
    """Return the key of the game in a folder: the folder's name.

    Raises:
        PnpError: the name is not valid for a kit on every system.
    """
    key = folder.resolve().name
    check_key(key, folder)
    return key


def check_key(key: str, folder: Path) -> None:
    """Raise an error for a key that cannot name a kit; ``folder`` is the place in the message."""
    if DEVICE.fullmatch(key) or _NOWHERE.search(key):
        hint = "give the folder another name: letters, digits and hyphens, as in my-game"
        if DEVICE.fullmatch(key):
            hint = f"give the folder another name: {reserved(key)}"
        raise user_error(
            f"{quote(key)} cannot name a kit on every system", Where(str(folder)), hint
        )


def reserved(name: str) -> str:
    """Return why a device's name cannot be used, and one that can: ``con-1``, ``aux-1.x``."""
    first, dot, rest = name.partition(".")
    return f"Windows keeps this one for a device, but not {first}-1{dot}{rest}"


LONGEST_SLUG = 60
"""Limit for the characters of a name that is made from words."""

_NO_SLUG = re.compile(r"[^a-z0-9]+")


def slug_of(words: str) -> str:
    """Return words as a name for files: ``Café Owl!`` is ``cafe-owl``; blank if none is left."""
    plain = normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    return _NO_SLUG.sub("-", plain).strip("-")[:LONGEST_SLUG].rstrip("-")


PACKAGE = Path(__file__).resolve().parent.parent

SHARE = PACKAGE / "_share" if (PACKAGE / "_share").is_dir() else PACKAGE.parent
"""The bundled folders: inside the wheel, or beside the package in a checkout."""

LONGEST_NAME = 200
"""Limit for the characters of a path that every file system allows."""

DATA = "card_data"

GAME_FILE = "game.yaml"


@slotted
class Project:
    """A root folder with ``card_data``, ``templates`` and ``fonts``, any of which may be missing.

    Example: ``project.find("templates", "halloween/card.svg")`` is that file in the project, else
    the bundled one.
    """

    root: Path

    def folders(self, name: str) -> tuple[Path, ...]:
        """Return the existing folders of that name: the project's first, then the bundled one."""
        roots = dict.fromkeys((self.root.resolve(), SHARE))
        return tuple(root / name for root in roots if (root / name).is_dir())

    def find(self, kind: str, name: str, where: Where | None = None, base: str = "") -> Path:
        """Return the path of a template or font; ``kind`` is ``templates`` or ``fonts``.

        ``base`` is the folder inside it from which names are written at ``where``.

        Raises:
            PnpError: the name leaves the folder, or no such folder has the file.
        """
        if path := self.located(kind, name, where):
            return path
        wanted = PurePosixPath(name)
        known = [n for n in self.names(kind) if self._is_near(kind, n, wanted)]
        alike = [n for n in known if PurePosixPath(n).name in name]
        kind_of_file = wanted.suffix.casefold()
        same = [n for n in known if PurePosixPath(n).suffix.casefold() == kind_of_file]
        written = partial(relpath, start=base or ".")
        near = nearest(written(name), map(written, alike))
        near = near or nearest(written(name), map(written, same))
        place = PurePosixPath(kind, name)
        hint = near or f"put the file into {place.parent}/"
        raise user_error(f"{quote(place)} does not exist", where, hint)

    def located(self, kind: str, name: str, where: Where | None = None) -> Path | None:
        """Return the path of a template or font, its links followed; None if there is none.

        Raises:
            PnpError: the name leaves the folder.
        """
        paths = (confined(folder, name, where) for folder in self.folders(kind))
        return next((path for path in paths if path.is_file()), None)

    def _is_near(self, kind: str, name: str, wanted: PurePosixPath) -> bool:
        """Tell whether a file may be meant: of another game's bundled folder none is."""
        of_game, own = PurePosixPath(name).parent, self.root / kind / name
        return of_game in (PurePosixPath(), wanted.parent) or own.is_file()

    def names(self, kind: str) -> Iterator[str]:
        """Yield the names of all files of a kind, as ``find`` takes them."""
        for folder in self.folders(kind):
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    yield path.relative_to(folder).as_posix()

    def show(self, path: Path) -> str:
        """Return a path for messages: relative to the project's root, else only the name."""
        for root in (self.root.resolve(), SHARE):
            if path.resolve().is_relative_to(root):
                return path.resolve().relative_to(root).as_posix()
        return path.name


def confined(folder: Path, name: str, where: Where | None = None) -> Path:
    """Return the path of a name inside a folder.

    An accented letter may be one character or two: a Mac writes names of files in the second way.

    Raises:
        PnpError: the name is absolute, leaves the folder, holds a NUL character or is too long.
    """
    hint = "write a path inside the folder, without a leading slash and without .."
    if "\0" in name or Path(name).is_absolute() or "\\" in name or ":" in name:
        raise user_error(f"{quote(name)} is not a path inside {folder.name}/", where, hint)
    if len(name) > LONGEST_NAME:
        raise user_error(f"{quote(name)} is too long for a path", where)
    try:
        path = _spelled(folder, name).resolve()
    except (OSError, RuntimeError):  # a link to itself; RuntimeError up to Python 3.12
        raise user_error(f"{quote(name)} is a link that leads nowhere", where) from None
    except UnicodeError:
        hint = "set LC_ALL=C.UTF-8 in the environment, or use plain letters"
        raise user_error(f"this locale cannot name the file {quote(name)}", where, hint) from None
    if not path.is_relative_to(folder.resolve()):
        if ".." not in PurePosixPath(name).parts:
            hint = "it is a link to a file elsewhere: put the file itself there"
        raise user_error(f"{quote(name)} leaves {folder.name}/", where, hint)
    return path


def _spelled(folder: Path, name: str) -> Path:
    """Return the path of a name as the file is written, if there is one."""
    path = folder / name
    if not name.isascii() and not path.exists():
        ways = (folder / normalize(form, name) for form in ("NFC", "NFD"))
        return next((way for way in ways if way.exists()), path)
    return path


def find_project(start: Path) -> Project:
    """Return the project around a folder: the nearest one with ``card_data``, else the folder."""
    start = start.resolve()
    return next((Project(at) for at in (start, *start.parents) if _has_data(at)), Project(start))


def select_games(
    names: Sequence[str], cwd: Path, *, bundled: bool = True
) -> list[tuple[Path, Project]]:
    """Return the folders of games, each with its project.

    A name is a key when it is a bare word, and a path when it has a slash; a path may also lead to
    a whole project. Without names: the game in ``cwd``, else the games of the project around it,
    else all bundled ones, unless ``bundled`` is False.

    Raises:
        PnpError: a name is unknown, or a folder is not a game; holds all such errors. Or there is
            neither a name nor a project, and the bundled games are not meant.
    """
    chosen: dict[Path, Project] = {}
    problems: list[Finding] = []
    if not names:
        chosen.update(_own_games(cwd) or _bundled(bundled, cwd))
    for name in names:
        try:
            chosen.update(_named(name, cwd))
        except PnpError as error:
            problems += error.problems
    if problems:
        raise PnpError(problems)
    return list(chosen.items())


def data_size(selected: tuple[Path, Project]) -> int:
    """Return the bytes of a game's data files: the more data, the more there is to draw."""
    with suppress(OSError):  # whoever reads the game says what is wrong
        return sum(path.stat().st_size for path in selected[0].iterdir())
    return 0


def _bundled(meant: bool, cwd: Path) -> dict[Path, Project]:
    games = project_games(Project(SHARE))
    if not meant:
        known = ", ".join(folder.name for folder in games)
        hint = f"{entered(cwd)}pnp build GAME, or pnp build --all; the games are {known}"
        raise user_error("this folder is in no project: name the game to build", hint=hint)
    return games


def entered(cwd: Path) -> str:
    """Return how to enter the projects just below a folder, as the begin of a hint; or nothing."""
    try:
        below = sorted(path.name for path in cwd.iterdir() if _has_data(path))
    except OSError:
        return ""
    if not below:
        return ""
    return " or ".join(f"cd {shlex.quote(name)}" for name in below[:3]) + " first, or "


def game_file(folder: Path, shown: str = "") -> Path:
    """Return the path of a game's ``game.yaml``.

    Messages call the folder ``shown``; by its whole path while its project is not known.

    Raises:
        PnpError: the folder does not exist, or has no game.yaml.
    """
    where = Where(shown or str(folder))
    if not folder.is_dir():
        bundled = (SHARE / DATA / folder.name).is_dir()
        hint = f"for the bundled game write {folder.name}, without a slash" if bundled else None
        raise user_error("the folder does not exist", where, hint)
    path = confined(folder, GAME_FILE)
    if not path.is_file():
        alike = sorted(path.name for path in folder.iterdir() if path.name.startswith("game"))
        near = nearest(GAME_FILE, alike)
        hint = near or "`pnp games` lists the games; `pnp customise` copies one for changing"
        raise user_error(f"the folder is not a game: it has no {GAME_FILE}", where, hint)
    return path


def _named(name: str, cwd: Path) -> dict[Path, Project]:
    """Return the games that one name selects."""
    if "/" in name or "\\" in name or name in (".", ".."):
        folder = (cwd / name).resolve()
        folder = folder.parent if folder.name == GAME_FILE else folder
        found = {} if (folder / GAME_FILE).is_file() else project_games(Project(folder))
        return found or {game_file(folder).parent: find_project(folder)}
    project = find_project(cwd)
    known = known_games(cwd)
    if name in known:
        return {known[name]: project if _has_data(project.root) else Project(SHARE)}
    if (project.root / DATA / name).is_dir():
        game_file(project.root / DATA / name)
    near = nearest(name, known) or f"the games are {', '.join(sorted(known))}"
    path = f"; write ./{name} for the folder" if (cwd / name).is_dir() else ""
    raise user_error(f"there is no game {quote(name)}", hint=near + path)


def known_games(cwd: Path) -> dict[str, Path]:
    """Return the folders of all games that a key can name, those of the project before bundled."""
    games = (*project_games(Project(SHARE)), *project_games(find_project(cwd)))
    return {folder.name: folder for folder in games}


def project_games(project: Project) -> dict[Path, Project]:
    """Return the folders of all games of a project, sorted by key, each with the project."""
    folders = sorted(path.parent for path in (project.root / DATA).glob(f"*/{GAME_FILE}"))
    return dict.fromkeys(folders, project)


def _own_games(cwd: Path) -> dict[Path, Project]:
    """Return the game of a folder, else those of the project around it; nothing outside of one.

    Raises:
        PnpError: the project has folders for games, and none of them has a game.yaml.
    """
    folder = cwd.resolve()
    project = find_project(folder)
    if (folder / GAME_FILE).is_file():
        return {folder: project}
    found = project_games(project)
    if not found and _has_data(project.root):
        for game in sorted(path for path in (project.root / DATA).iterdir() if path.is_dir()):
            game_file(game)
    return found


def _has_data(folder: Path) -> bool:
    return (folder / DATA).is_dir()
