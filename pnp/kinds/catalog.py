"""The kinds of component: those of the program, and those of installed packages.

A package offers a kind as an entry point of the group ``pnp.kinds``. It is imported when a game
names a kind that is not the program's own, or when all kinds are listed, and not before. What lies
in a project's folder is never imported.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

from pnp.base.diagnostics import PnpError, quote, user_error
from pnp.data.entry import Entry
from pnp.kinds.box import BOX
from pnp.kinds.die import DIE
from pnp.kinds.flat import DECK, SHEET, TILE, TOKEN
from pnp.kinds.gameboard import BOARD, MAT
from pnp.kinds.guide import GUIDE
from pnp.kinds.kind import ComponentKind
from pnp.kinds.spinner import SPINNER
from pnp.kinds.standee import STANDEE
from pnp.kinds.track import TRACK
from pnp.kinds.tray import TRAY

BUILT_IN: tuple[ComponentKind, ...] = (
    DECK,
    TILE,
    TOKEN,
    STANDEE,
    BOARD,
    MAT,
    BOX,
    TRAY,
    DIE,
    SPINNER,
    TRACK,
    SHEET,
    GUIDE,
)

GROUP = "pnp.kinds"


class Catalog:
    """Kinds by name. Those of installed packages are added when one of them may be meant."""

    def __init__(self, built_in: Iterable[ComponentKind]) -> None:
        self._built_in = {kind.name: kind for kind in built_in}

    @cached_property
    def all(self) -> Mapping[str, ComponentKind]:
        """Return every kind, the program's own first.

        Raises:
            PnpError: a package's kind cannot be imported, or has a name that another kind has.
        """
        found = dict(self._built_in)
        for entry_point in _installed():
            kind = _imported(entry_point)
            if kind.name in found:
                raise _unusable(entry_point, "another kind has that name")
            found[kind.name] = kind
        return found

    def entries(self, names: Iterable[str]) -> Mapping[str, type[Entry]]:
        """Return the models of entries by kind: of the program's own kinds, if all names are such.

        Otherwise those of installed packages are among them.
        """
        own = self._built_in.keys() >= set(names)
        kinds = self._built_in if own else self.all
        return {name: kind.entry for name, kind in kinds.items()}

    def named(self, name: str) -> ComponentKind:
        """Return a kind by its name.

        Raises:
            KeyError: there is none of that name.
        """
        return self._built_in.get(name) or self.all[name]


KINDS = Catalog(BUILT_IN)
"""The kinds that a game may name."""


def _installed() -> Iterator[EntryPoint]:
    """Yield what packages offer, sorted by name; nothing of the folder that ``pnp`` is run in.

    ``python -m pnp`` has that folder among those that Python imports from.
    """
    for found in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        if found.dist is None or not _is_here(str(found.dist.locate_file(""))):
            yield found


def _is_here(folder: str) -> bool:
    """Say whether a folder is the one that ``pnp`` is run in."""
    return Path(folder).resolve() == Path.cwd().resolve()


def _is_shadowed(module: str) -> bool:
    """Say whether Python would import a module from the folder that ``pnp`` is run in."""
    spec = find_spec(module.partition(".")[0])
    places = [spec.origin, *(spec.submodule_search_locations or ())] if spec else []
    return any(_is_here(str(Path(place).parent)) for place in places if place)


def _imported(found: EntryPoint) -> ComponentKind:
    """Return the kind that a package offers.

    Raises:
        PnpError: it cannot be imported, is no kind, or its names differ.
    """
    if _is_shadowed(found.module):
        raise _unusable(found, "a file here has the name of its module")
    try:
        kind = found.load()
    except Exception as error:  # a package may fail in any way while it is imported
        raise _unusable(found, f"{type(error).__name__}: {error}") from error
    if not isinstance(kind, ComponentKind):
        raise _unusable(found, "it is no ComponentKind")
    names = {found.name, kind.name, *get_args(kind.entry.model_fields["kind"].annotation)}
    if len(names) > 1:
        raise _unusable(found, f"it is called {' and '.join(map(quote, sorted(names)))}")
    return kind


def _unusable(found: EntryPoint, reason: str) -> PnpError:
    return user_error(
        f"the kind {quote(found.name)} of an installed package cannot be used: {reason}",
        hint=f"mend or uninstall the package with the module {found.module}",
    )
