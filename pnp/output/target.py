"""Where a kit is written: its folder, or that of one part inside it, named for what it holds."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pnp.base.diagnostics import quote, user_error
from pnp.data.game import Game
from pnp.data.project import DATA, GAME_FILE, SHARE
from pnp.kit import Format, Options, chosen

WHOLE = frozenset({Format.PDF, Format.SVG})
"""What the whole kit has at least, of every component."""

LONGEST = 80
"""Characters of component names; the names of more than fit are told by a hash."""

_MISREAD = re.compile(r"pdf|svg|png-.*|con|prn|aux|nul|com[0-9]|lpt[0-9]")
"""Components that alone would be taken for a format, or that Windows cannot name a folder."""


def part_name(game: Game, options: Options) -> str | None:
    """Return the name of the folder of a part of a kit; None is the whole kit.

    A part is what was built with ``only`` some components, or without PDF or SVG: ``graveyard``,
    ``graveyard+headstone``, ``pdf``, ``graveyard_png-300``. Two different selections never have
    the same name.

    Raises:
        PnpError: a component is not known.
    """
    names = sorted(component.name for component in chosen(game, options.only))
    if options.only is None:
        return None if options.formats >= WHOLE else _formats(options)
    plain = options.formats == WHOLE and not all(map(_MISREAD.fullmatch, names))
    return _components(names) if plain else f"{_components(names)}_{_formats(options)}"


def _components(names: Sequence[str]) -> str:
    joined = "+".join(names)
    if len(joined) <= LONGEST:
        return joined
    return f"{names[0]}+{len(names) - 1}-more-{sha256(joined.encode()).hexdigest()[:12]}"


def _formats(options: Options) -> str:
    dpi = f"{options.dpi}".removesuffix(".0")
    names = {Format.PNG: f"png-{dpi}"}
    return "+".join(names.get(form, form.value) for form in Format if form in options.formats)


PARTS = "parts"
"""The folder inside a kit's that holds its parts, each with a manifest of its own."""

_ELSEWHERE = "name another folder with --output"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a build goes: ``kit`` is the kit's folder without links, ``part`` one part of it.

    ``shown`` is the kit's folder as the user named it.
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
        """Return the folder that the build replaces, as the user would write it."""
        return self._of(self.shown)

    def _of(self, kit: Path) -> Path:
        return kit if self.part is None else kit / PARTS / self.part


def target(output: Path, game: Game, options: Options) -> Target:
    """Return where a build of a game goes; nothing is made there yet.

    Raises:
        PnpError: the folder belongs to a game's sources, or no folder can be made there.
    """
    shown = output / game.key
    found = Target(_resolved(shown), shown, part_name(game, options))
    _refuse_sources(found, output, game)
    _refuse_no_folder(found)
    if is_within(Path.cwd(), found.folder):
        hint = f"leave the folder first, or {_ELSEWHERE}"
        raise user_error(f"{quote(found.shown_folder)} is the folder you are in", hint=hint)
    return found


def is_within(path: Path, folder: Path) -> bool:
    """Say whether a path is a folder or below it, by whatever names the two are called.

    Names tell little where a file system takes no notice of case.
    """
    return any(_is_same(each, folder) for each in (path, *path.parents))


def _resolved(path: Path) -> Path:
    """Return where a link leads, so that the link itself stays."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):  # what links to itself, up to Python 3.12
        raise user_error(f"{quote(path)} is a link that leads nowhere", hint=_ELSEWHERE) from None


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist
        return one == other


def _refuse_sources(found: Target, output: Path, game: Game) -> None:
    """Refuse a kit's folder among the sources of a game, or around them."""
    kit, roots = found.kit, (game.project.root.resolve(), SHARE)
    among = (root / kind for root in roots for kind in (DATA, "templates", "fonts"))
    if (kit / GAME_FILE).exists() or any(is_within(kit, folder) for folder in among):
        raise user_error(f"{quote(output)} is where the game's own files lie", hint=_ELSEWHERE)
    source = game.files[0].resolve()
    for inside in (source, *roots):
        if is_within(inside, kit):
            what = f"{quote(found.shown)} cannot be the kit's folder"
            first = source if is_within(source, kit) else inside
            held = os.path.relpath(first, kit)
            raise user_error(f"{what}: it holds {quote(held)}", hint=_ELSEWHERE)


def _refuse_no_folder(found: Target) -> None:
    """Refuse a path on which no folder can be made or replaced."""
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
            hint = f"mend the rights of that place, or {_ELSEWHERE}"
            raise user_error(f"{shown}: permission denied", hint=hint)


def _written(found: Target) -> Iterator[tuple[Path, Path]]:
    """Yield the folders that a build changes, each with its name for messages."""
    above = found.kit.parent
    yield next(each for each in (above, *above.parents) if each.exists()), found.shown.parent
    yield found.kit, found.shown
    yield from ((path, found.shown_folder) for path in _part_folders(found))


def _part_folders(found: Target) -> Iterator[Path]:
    if found.part is not None:
        yield from (found.folder, found.folder.parent)
