"""``Destination``: what one is, in words and in functions; a destination is one module."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pnp.destinations.goods import Goods, Proven, TableUse
from pnp.destinations.plates import Limits, MadePicture, Plate


class Shelf(NamedTuple):
    """What a destination writes with: where to, the goods, and the pictures of its plates.

    ``folder`` is where it writes now, ``home`` where that folder will be. ``base_url`` is the
    address that the pictures will have; blank for files of this machine.
    """

    folder: Path
    home: Path
    goods: Goods
    pictures: Mapping[Plate, MadePicture]
    base_url: str


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
    linked: bool = False
    """Whether its files name pictures by address: it takes ``--base-url``."""
