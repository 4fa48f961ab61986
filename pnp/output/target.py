"""``Target``: the folder that a build writes: the kit's, or that of a part inside it.

A build never replaces what is not its: a kit's own files are told from foreign ones.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePath
from unicodedata import normalize

from pnp.base.diagnostics import PnpError, Where, quote, user_error
from pnp.base.slotted import slotted
from pnp.data.game import Game
from pnp.data.project import DATA, DEVICE, GAME_FILE, SHARE
from pnp.data.wanted import Wanted
from pnp.kit import Format, Options
from pnp.output.manifest import NAME, WHOLE, damage, digest, is_part, listed_files, version_of

LONGEST = 80
"""Limit for the characters of joined names; longer ones are replaced by a hash."""

_PLAIN = re.compile(r"[a-z0-9-]+(/[a-z0-9.-]*[a-z0-9-])?")
"""Components and cards that can name a folder as they are, on every system: no patterns."""

_PLAIN_VERSION = re.compile(r"[a-z0-9]([a-z0-9.-]{0,38}[a-z0-9-])?")

_KEPT_MANIFEST = re.compile(r"manifest-[a-z0-9.~-]{1,120}\.json")

_ODD = re.compile(r"[^a-z0-9.-]+")

_MISREAD = re.compile(r"pdf|svg|png-.*|con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Component names that alone would be read as a format, or that no folder on Windows can have."""


def part_name(options: Options) -> str | None:
    """Return the folder name of a part of a kit, or None for the whole kit.

    A part is built from ``only`` some components or cards, or without PDF or SVG: ``graveyard``,
    ``graveyard+headstone``, ``graveyard.white-zombie``, ``pdf``, ``graveyard_png-300``. Different
    selections never share a name. What changed since a version is ``since@0.3``.
    """
    if options.since is not None:
        return f"since@{_version(options)}"
    if options.only is None:
        return None if options.formats >= WHOLE else _formats(options)
    names = sorted({_named(wanted) for wanted in options.only})
    plain = options.formats == WHOLE and not all(map(_MISREAD.fullmatch, names))
    return _components(names) if plain else f"{_components(names)}_{_formats(options)}"


def _version(options: Options) -> str:
    """Return the version that an update begins with as part of a folder's name."""
    name = version_stem(options.since or "")
    return name if options.formats == WHOLE else f"{name}_{_formats(options)}"


def version_stem(version: str) -> str:
    """Return a version as part of a file's name; a hash keeps apart what looks alike in it."""
    if _PLAIN_VERSION.fullmatch(version):
        return version
    return f"{_ODD.sub('-', version.lower())[:LONGEST].strip('-.')}~{_hash(version)}"


def _named(wanted: Wanted) -> str:
    """Return a pattern as part of a folder's name; a hash keeps apart what looks alike in it."""
    text = str(wanted)
    name = text.replace("/", ".", 1)
    if _PLAIN.fullmatch(text) and not (wanted.card and DEVICE.fullmatch(name)):
        return name
    return f"{_ODD.sub('-', name.lower()).strip('-.')}~{_hash(text)}"


def _hash(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:12]


def _components(names: Sequence[str]) -> str:
    joined = "+".join(names)
    if len(joined) <= LONGEST:
        return joined
    return f"{names[0]}+{len(names) - 1}-more-{_hash(joined)}"


def _formats(options: Options) -> str:
    dpi = f"{options.dpi}".removesuffix(".0")
    names = {Format.PNG: f"png-{dpi}"}
    return "+".join(names.get(form, form.value) for form in Format if form in options.formats)


PARTS = "parts"
"""The folder inside a kit's for its parts, each with its own manifest."""

_ELSEWHERE = "name another folder with --output"


@slotted
class Target:
    """The folder that a build writes: ``/home/me/output/halloween``, or ``…/parts/graveyard``.

    ``kit`` is the kit's folder with links resolved, ``shown`` the same as the user named it:
    ``output/halloween``. ``part`` is a folder name in its ``parts``, None for the whole kit.
    """

    kit: Path
    shown: Path
    part: str | None = None

    @property
    def folder(self) -> Path:
        """Return the folder that the build replaces."""
        return self._of(self.kit)

    @property
    def shown_folder(self) -> Path:
        """Return the folder that the build replaces, relative to where the user named it."""
        return self._of(self.shown)

    def _of(self, kit: Path) -> Path:
        return kit if self.part is None else kit / PARTS / self.part


def target(output: Path, game: Game, options: Options) -> Target:
    """Return the target of a build; nothing is written yet.

    Raises:
        PnpError: the folder belongs to a game's sources, or cannot be made or replaced.
    """
    return folder_for(output, game, game.kit, part_name(options))


def folder_for(output: Path, game: Game, name: str, part: str | None = None) -> Target:
    """Return the target for files of a game in a folder of any name, as ``halloween-tts``.

    Raises:
        PnpError: the folder belongs to a game's sources, or cannot be made or replaced.
    """
    shown = output / name
    place = Target(_resolved(shown), shown, part)
    _refuse_namesake(game)
    _refuse_sources(place, output, game)
    _refuse_no_folder(place)
    refuse_inside_kit(shown)
    if is_within(Path.cwd(), place.folder):
        hint = f"leave the folder first, or {_ELSEWHERE}"
        raise user_error(f"{quote(place.shown_folder)} is the folder you are in", hint=hint)
    return place


def _refuse_namesake(game: Game) -> None:
    """Refuse the kit of a translated game if another game has its name."""
    if game.translation is not None:
        other = game.files[0].parent.with_name(game.kit) / GAME_FILE
        if other.is_file():
            message = f"the kit {quote(game.kit)} would be that of another game"
            hint = "rename the folder of that game"
            raise user_error(message, Where(game.project.show(other)), hint)


def is_within(path: Path, folder: Path) -> bool:
    """Tell whether a path is a folder or below it.

    Compares files, not names: on a case-insensitive file system names can differ.
    """
    return any(_is_same(each, folder) for each in (path, *path.parents))


def _resolved(path: Path) -> Path:
    """Return a path with links resolved, so that the swap replaces the folder and not the link."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # a link to itself; RuntimeError up to Python 3.12
        raise user_error(f"{quote(path)} is a link that leads nowhere", hint=_ELSEWHERE) from None


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist
        return one == other


def _refuse_sources(found: Target, output: Path, game: Game) -> None:
    """Refuse a kit's folder that lies inside the sources of a game, or contains them."""
    kit, roots = found.kit, (game.project.root.resolve(), SHARE)
    among = (root / kind for root in roots for kind in (DATA, "templates", "fonts"))
    if (kit / GAME_FILE).exists() or any(is_within(kit, folder) for folder in among):
        raise user_error(f"{quote(output)} contains the game's own files", hint=_ELSEWHERE)
    source = game.files[0].resolve()
    for inside in (source, *roots):
        if is_within(inside, kit):
            what = f"{quote(found.shown)} cannot be the kit's folder"
            first = source if is_within(source, kit) else inside
            inner = os.path.relpath(first, kit)
            raise user_error(f"{what}: it contains {quote(inner)}", hint=_ELSEWHERE)


def _refuse_no_folder(found: Target) -> None:
    """Refuse a path where no folder can be made or replaced."""
    for path in (*_part_folders(found), found.kit, *found.kit.parents):
        if path.exists() and not path.is_dir():
            raise user_error(
                f"{quote(path.name)} in the output path is a file", hint="move it away"
            )
    for path in _part_folders(found):
        if path.is_symlink():
            raise user_error(
                f"{quote(path.name)} in the output path is a link", hint="move it away"
            )
    for path, shown in _written(found):
        if path.exists() and not os.access(path, os.W_OK | os.X_OK):
            hint = f"change its permissions, or {_ELSEWHERE}"
            raise user_error(f"{shown}: permission denied", hint=hint)


def _written(found: Target) -> Iterator[tuple[Path, Path]]:
    """Yield the folders that a build writes to, each with its path for messages."""
    above = found.kit.parent
    yield next(each for each in (above, *above.parents) if each.exists()), found.shown.parent
    yield found.kit, found.shown
    yield from ((path, found.shown_folder) for path in _part_folders(found))


def _part_folders(found: Target) -> Iterator[Path]:
    if found.part is not None:
        yield from (found.folder, found.folder.parent)


DROPPINGS = frozenset(
    {".ds_store", ".directory", ".localized", "desktop.ini", "ehthumbs.db", "thumbs.db"}
)
"""Files that file managers leave in any folder (Finder, Dolphin, Explorer), in lower case."""


def refuse_mounts(target: Target) -> None:
    """Refuse to replace a folder where another disk is mounted: it cannot be moved.

    Raises:
        PnpError: names the folder.
    """
    places = {target.folder: target.shown_folder}
    if target.part is None:
        places[target.folder / PARTS] = target.shown_folder / PARTS
    for path, shown in places.items():
        if path.is_mount():
            message = f"{shown} is a disk of its own, which cannot be replaced"
            raise user_error(message, hint=f"unmount it, or {_ELSEWHERE}")


def refuse_strangers(target: Target) -> None:
    """Refuse to replace a folder that contains files not written by a build.

    ``parts`` inside the whole kit's folder are not checked: they move into the new kit unchanged.
    The droppings of file managers are ignored.

    Raises:
        PnpError: names the first file that is not in the manifest, or was changed since.
    """
    folder = target.folder
    if reason := _lost(folder):
        where = _where(target, PurePath(NAME))
        hint = f"move the folder {target.shown_folder} away as a whole, or {_ELSEWHERE}"
        message = f"it cannot be read ({reason}): no one knows which files a build made"
        raise user_error(message, where, hint)
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


def refuse_inside_kit(path: Path) -> None:
    """Refuse a path to write to inside the folder of a kit or an export.

    A file of theirs must not be replaced, and one more would stop the next build.

    Raises:
        PnpError: names the path, and that folder.
    """
    place = Path(os.path.realpath(path.parent))  # which takes a link to itself, too
    folder = next(filter(_is_made, (place, *place.parents)), None)
    if folder is not None:
        there = "is" if os.path.lexists(path) else "would be"
        message = f"{path} {there} inside the kit or export {quote(folder.name)}"
        hint = "name a place outside of that folder: a build or an export makes it anew"
        raise user_error(message, hint=hint)


def _is_made(folder: Path) -> bool:
    """Tell whether a folder is that of a kit or an export, or has parts of a kit.

    A manifest that somebody keeps elsewhere makes no kit of that folder.
    """
    parts = (manifest.parent for manifest in folder.glob(f"{PARTS}/*/{NAME}"))
    if _lost(folder):
        return True
    return _has_files(folder) or any(_has_files(part) and is_part(part) for part in parts)


def _lost(folder: Path) -> str | None:
    """Return why the manifest of what is a kit by its files cannot be read, or None."""
    return damage(folder) if any(folder.glob("*-kit.pdf")) else None


def _has_files(folder: Path) -> bool:
    """Tell whether a folder has any of the files that its manifest lists."""
    return any((folder / name).is_file() for name in listed_files(folder) if name != NAME)


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


def keep_manifests(old: Path, fresh: Path, version: str) -> None:
    """Copy the manifests of other versions from the old kit: ``manifest-0.3.json``.

    They are what a later update begins with, once the kit that they describe is replaced. That of
    the old kit itself is kept if it has another version.
    """
    for name in listed_files(old):
        if _KEPT_MANIFEST.fullmatch(name) and (old / name).is_file():
            shutil.copyfile(old / name, fresh / name)
    before = version_of(old)
    if before and before != version:
        shutil.copyfile(old / NAME, fresh / f"manifest-{version_stem(before)}.json")


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
