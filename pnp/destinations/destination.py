"""``Destination``: what one is, in words and in functions; a destination is one module."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pnp.data.game import Component
from pnp.destinations.goods import Goods, Proven, TableUse
from pnp.destinations.plates import Limits, MadePicture, Plate
from pnp.geometry.plane import Point
from pnp.imposition.sheet import Layout
from pnp.kinds.piece import Piece
from pnp.text.fontbook import FontBook


class Settings(NamedTuple):
    """What the user chose: ``base_url`` is where pictures will be, blank for files of this machine.

    ``layout`` is for sheets; ``cut_offset`` moves lines to cut, in millimetres, y down.
    """

    layout: Layout
    base_url: str = ""
    cut_offset: Point = Point(0, 0)


class Shelf(NamedTuple):
    """What a destination writes with: where to, the goods, and the pictures of its plates.

    ``folder`` is where it writes now, ``home`` where that folder will be.
    """

    folder: Path
    home: Path
    goods: Goods
    pictures: Mapping[Plate, MadePicture]
    settings: Settings
    book: FontBook


@dataclass(frozen=True)
class Destination:
    """A program or a service that takes a game.

    - ``takes``: what becomes of each kind of component; other kinds are left out.
    - ``remarks``: its limits, for ``pnp export --list``.
    - ``steps``: what to do with the files there, in three lines; ``{key}`` is the game's key.
    - ``plates``: returns the pictures to be made, each once.
    - ``write``: writes the files.
    - ``read``: reads the files back, and returns the pieces in them; ``shows`` are the keys of what
      is at each place of a picture, by its file's name.
    - ``options``: the names of those options of ``pnp export`` that it takes.
    - ``fits``: tells whether a piece is not too large.
    - ``wanted``: returns what must be read back.
    - ``reason``: returns why a component is left out, ``remark`` what is wrong with one that is
      not; blank for nothing.
    """

    name: str
    title: str
    takes: Mapping[str, TableUse]
    limits: Limits
    remarks: tuple[str, ...]
    steps: tuple[str, str, str]
    plates: Callable[[Goods], list[Plate]]
    write: Callable[[Shelf], None]
    read: Callable[[Path, Mapping[str, tuple[str | None, ...]]], "Counter[Proven]"]
    options: frozenset[str] = frozenset()
    fits: Callable[[Piece, Settings], bool] = lambda *_: True
    wanted: Callable[[Goods], "Counter[Proven]"] = lambda cargo: cargo.wanted
    reason: Callable[[Component], str] = lambda _: ""
    remark: Callable[[Component], str] = lambda _: ""
