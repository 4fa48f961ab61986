"""What a kind of component is: its entry in game.yaml, its pieces, and what others ask of it.

A module of this folder declares one, or a few that are nearly the same::

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
    """Return the size that the component has by itself: it lies flat, unfolded."""
    return component.size


@dataclass(frozen=True, kw_only=True)
class ComponentKind(Kind):
    """A kind with all that it does; its traits are those of ``Kind``.

    - ``entry``: the model of its entry in game.yaml, with everything that is checked when it is
      read. Its field ``kind`` is ``Literal[name]``.
    - ``piece``: returns the piece of a row: face, back, outline and creases. It raises ``PnpError``
      where a template is missing or broken, or has another size than it should.
    - ``trim``: returns the size after cutting and before folding, in millimetres.
    """

    entry: type[Entry]
    piece: Callable[[Card, FaceRenderer], Piece]
    trim: Callable[[Component], Size] = own_size


def kind_of(component: Component) -> ComponentKind:
    """Return the kind of a component with all that it does.

    Raises:
        TypeError: the component was not read with the kinds of this room.
    """
    if not isinstance(component.kind, ComponentKind):
        raise TypeError(f"{component.name} is of {component.kind!r}, which cannot draw pieces")
    return component.kind
