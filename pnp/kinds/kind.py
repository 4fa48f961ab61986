"""``ComponentKind``: a kind of component with its entry in game.yaml and how it draws pieces.

A module of this package declares one kind, or a few that are nearly the same::

    class CounterEntry(RowsEntry):
        kind: Literal["counter"]

    COUNTER = ComponentKind(name="counter", entry=CounterEntry, piece=flat.piece, cutting=TOKENS)

``catalog`` lists the kinds of the program. README.md in this folder shows how to add one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from pnp.data.entry import Entry
from pnp.data.game import Card, Component, Kind
from pnp.geometry.plane import Size
from pnp.kinds.faces import FaceRenderer
from pnp.kinds.piece import Piece


def own_size(component: Component) -> Size:
    """Return the trim size of a piece that is not folded: the component's own size."""
    return component.size


@dataclass(frozen=True, kw_only=True)
class ComponentKind(Kind):
    """A kind with its implementation, beside the traits of ``Kind``.

    Example: ``ComponentKind(name="deck", entry=DeckEntry, piece=flat.piece, shuffled=True)``.

    - ``entry``: the model of its entry in game.yaml, which validates it. Its field ``kind`` is
      ``Literal[name]``.
    - ``piece``: returns the piece of a row: face, back, outline and creases. It raises ``PnpError``
      if a template is missing, broken or of the wrong size.
    - ``trim``: returns the size after cutting and before folding, in millimetres.
    """

    entry: type[Entry]
    piece: Callable[[Card, FaceRenderer], Piece]
    trim: Callable[[Component], Size] = own_size


def kind_of(component: Component) -> ComponentKind:
    """Return the kind of a component with its implementation.

    Raises:
        TypeError: the component was not loaded with the kinds of this package.
    """
    if not isinstance(component.kind, ComponentKind):
        raise TypeError(f"{component.name} is of {component.kind!r}, which cannot draw pieces")
    return component.kind
