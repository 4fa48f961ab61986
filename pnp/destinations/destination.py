"""``Destination``: what one is, in words and in functions; a destination is one module."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pnp.data.game import Component
from pnp.destinations.goods import Goods, Proven, Shows, TableUse
from pnp.destinations.plates import Limits, MadePicture, Plate
from pnp.export.pdfx.press import PressProfile, Standard
from pnp.geometry.plane import Point
from pnp.imposition.sheet import Layout
from pnp.kinds.piece import Piece
from pnp.text.fontbook import FontBook


class Registration(StrEnum):
    """Which marks a cutting machine finds a sheet by, and whose templates say where cards lie."""

    THREE = "three"
    FOUR = "four"
    CARD_MAKER = "card-maker"


class CardPictures(StrEnum):
    """How many cards share a picture: as many as a sheet holds, or each has its own."""

    SHEETS = "sheets"
    SINGLE = "single"


class Stock(StrEnum):
    """The card stocks of MakePlayingCards, by the codes of their names."""

    SMOOTH = "s27"
    STANDARD = "s30"
    SUPERIOR = "s33"
    LINEN = "m31"
    PLASTIC = "p10"


class Settings(NamedTuple):
    """What the user chose: ``base_url`` is where pictures will be, blank for files of this machine.

    ``layout`` is for sheets; ``cut_offset`` moves lines to cut, in millimetres, y down.
    ``language`` is that of the texts, None is the one that the game is written in.
    ``standard`` is the part of PDF/X; ``profile`` is None for the printing condition that pnp has.
    """

    layout: Layout
    base_url: str = ""
    cut_offset: Point = Point(0, 0)
    language: str | None = None
    registration: Registration = Registration.THREE
    standard: Standard = Standard.X4
    profile: PressProfile | None = None
    cards: CardPictures = CardPictures.SHEETS
    stock: Stock = Stock.STANDARD


class Shelf(NamedTuple):
    """What a destination writes with: where to, the goods, and the pictures of its plates.

    ``folder`` is where it writes now, ``home`` where that folder will be. ``remarks`` takes
    what the user is told of the files.
    """

    folder: Path
    home: Path
    goods: Goods
    pictures: Mapping[Plate, MadePicture]
    settings: Settings
    book: FontBook
    remarks: list[str]


NO_PICTURES = Limits(side=0, bytes=0)
"""The limits of what takes sheets or pages only."""


@dataclass(frozen=True)
class Destination:
    """A program or a service that takes a game.

    - ``takes``: what becomes of each kind of component; other kinds are left out.
    - ``remarks``: its limits, for ``pnp export --list``.
    - ``steps``: what to do with the files there, in three lines; ``{key}`` is the kit's name.
    - ``plates``: returns the pictures to be made, each once, within ``limits``; pages that are
      drawn as they are need none.
    - ``write``: writes the files.
    - ``read``: reads the files back, and returns the pieces in them.
    - ``options``: the names of those options of ``pnp export`` that it takes.
    - ``fits``: tells whether a piece of a kind that is taken can be made there.
    - ``refuse``: raises PnpError for settings that cannot be, before anything is written.
    - ``wanted``: returns what must be read back.
    - ``on_screen``: whether it is a table, on which ``setup`` in game.yaml lays the pieces.
    - ``reason``: returns why a component is left out, ``remark`` what is wrong with one that is
      not; blank for nothing.
    """

    name: str
    title: str
    takes: Mapping[str, TableUse]
    remarks: tuple[str, ...]
    steps: tuple[str, str, str]
    write: Callable[[Shelf], None]
    read: Callable[[Path, Shows], "Counter[Proven]"]
    limits: Limits = NO_PICTURES
    plates: Callable[[Goods, Settings], list[Plate]] = lambda *_: []
    options: frozenset[str] = frozenset()
    fits: Callable[[Piece, Settings], bool] = lambda *_: True
    refuse: Callable[[Goods, Settings], None] = lambda *_: None
    wanted: Callable[[Goods], "Counter[Proven]"] = lambda cargo: cargo.wanted
    on_screen: bool = False
    reason: Callable[[Component, Settings], str] = lambda *_: ""
    remark: Callable[[Component], str] = lambda _: ""
