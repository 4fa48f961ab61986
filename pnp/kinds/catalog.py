"""The catalog of kinds: those built in, and those of installed packages.

A package offers a kind as an entry point of the group ``pnp.kinds``. It is imported only when a
game names a kind that is not built in, or when all kinds are listed. Nothing is ever imported from
a project's folder.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from pnp.base.diagnostics import PnpError, quote, user_error
from pnp.data.entry import Entry
from pnp.kinds.kind import ComponentKind

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN: Mapping[str, str] = {
    "deck": "pnp.kinds.flat:DECK",
    "tile": "pnp.kinds.flat:TILE",
    "token": "pnp.kinds.flat:TOKEN",
    "standee": "pnp.kinds.standee:STANDEE",
    "board": "pnp.kinds.gameboard:BOARD",
    "mat": "pnp.kinds.gameboard:MAT",
    "box": "pnp.kinds.box:BOX",
    "tray": "pnp.kinds.tray:TRAY",
    "die": "pnp.kinds.die:DIE",
    "spinner": "pnp.kinds.spinner:SPINNER",
    "track": "pnp.kinds.track:TRACK",
    "sheet": "pnp.kinds.flat:SHEET",
    "booklet": "pnp.kinds.booklet:BOOKLET",
    "guide": "pnp.kinds.guide:GUIDE",
}
"""Where each built-in kind stands, as in an entry point: it is loaded when a game names it."""

COMMONEST = frozenset({"deck", "token"})

GROUP = "pnp.kinds"


class Catalog:
    """Kinds by name: ``KINDS.named("deck")``. Installed packages are searched only when needed.

    ``built_in`` says where each of the program's own stands: ``{"deck": "pnp.kinds.flat:DECK"}``.
    """

    def __init__(self, built_in: Mapping[str, str]) -> None:
        self._built_in = built_in
        self._loaded: dict[str, ComponentKind] = {}

    @cached_property
    def all(self) -> Mapping[str, ComponentKind]:
        """Return every kind by name, the built-in ones first.

        Raises:
            PnpError: a package's kind cannot be imported, or has the name of another kind.
        """
        kinds = {name: self._own(name) for name in self._built_in}
        for entry_point in _installed():
            kind = _imported(entry_point)
            if kind.name in kinds:
                raise _unusable(entry_point, "another kind has that name")
            kinds[kind.name] = kind
        return kinds

    def entries(self, names: Iterable[str]) -> Mapping[str, type[Entry]]:
        """Return the model of an entry by kind: of the named kinds if all of them are built in.

        Otherwise, and without names, of all kinds, those of installed packages included. The
        commonest are always among them: pydantic's union takes two at least.
        """
        wanted = {*names}
        if not wanted or wanted - self._built_in.keys():
            kinds = self.all
        else:
            kinds = {n: self._own(n) for n in self._built_in if n in wanted | COMMONEST}
        return {name: kind.entry for name, kind in kinds.items()}

    def named(self, name: str) -> ComponentKind:
        """Return a kind by its name.

        Raises:
            KeyError: no kind has that name.
        """
        return self._own(name) if name in self._built_in else self.all[name]

    def _own(self, name: str) -> ComponentKind:
        """Return a built-in kind."""
        if name not in self._loaded:
            module, _, attribute = self._built_in[name].partition(":")
            self._loaded[name] = getattr(import_module(module), attribute)
        return self._loaded[name]


KINDS = Catalog(BUILT_IN)
"""The kinds that a game may name."""


def _installed() -> "Iterator[EntryPoint]":
    """Yield the entry points of packages, sorted by name, except those in the current folder.

    ``python -m pnp`` adds the current folder to Python's import path.
    """
    from importlib.metadata import entry_points

    for found in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        if found.dist is None or not _is_here(str(found.dist.locate_file(""))):
            yield found


def _is_here(folder: str) -> bool:
    """Tell whether a folder is the current folder."""
    return Path(folder).resolve() == Path.cwd().resolve()


def _is_shadowed(module: str) -> bool:
    """Tell whether Python would import a module from the current folder."""
    spec = find_spec(module.partition(".")[0])
    places = [spec.origin, *(spec.submodule_search_locations or ())] if spec else []
    return any(_is_here(str(Path(place).parent)) for place in places if place)


def _imported(found: "EntryPoint") -> ComponentKind:
    """Return the kind of an entry point.

    Raises:
        PnpError: it cannot be imported, is not a kind, or its names differ.
    """
    if _is_shadowed(found.module):
        raise _unusable(found, "a file in the current folder has the name of its module")
    try:
        kind = found.load()
    except Exception as error:  # a package may fail in any way while it is imported
        raise _unusable(found, f"{type(error).__name__}: {error}") from error
    if not isinstance(kind, ComponentKind):
        raise _unusable(found, "it is not a ComponentKind")
    names = {found.name, kind.name, *get_args(kind.entry.model_fields["kind"].annotation)}
    if len(names) > 1:
        raise _unusable(found, f"its names differ: {' and '.join(map(quote, sorted(names)))}")
    return kind


def _unusable(found: "EntryPoint", reason: str) -> PnpError:
    return user_error(
        f"the kind {quote(found.name)} of an installed package cannot be used: {reason}",
        hint=f"fix or uninstall the package with the module {found.module}",
    )
