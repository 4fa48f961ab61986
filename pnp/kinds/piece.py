"""``Piece``: one card, tile or token as drawn; ``Key``: the name of one side of one copy of it."""

import re
from functools import lru_cache
from typing import NamedTuple

from pnp.base.slotted import slotted
from pnp.data.game import Card, Component
from pnp.geometry.path import Path
from pnp.geometry.plane import ROUNDING, Affine, Rect, Size
from pnp.scene.page import Face

SIDES = ("face", "back")
"""The sides of a piece, as keys and attributes call them."""

_KEY = re.compile(r"(.*?)(?:\.([A-Z][1-9]\d*))?#([1-9]\d*)/([^/]*)")


class Key(NamedTuple):
    """The unique name of one side of one copy in the kit: ``board/map.B1#2/face`` as a text.

    ``Key("board/map", 2, "face", "B1")``. ``panel`` names a panel of a board, empty for a piece.
    """

    piece: str
    copy: int
    side: str
    panel: str = ""

    def __str__(self) -> str:
        panel = f".{self.panel}" if self.panel else ""
        return f"{self.piece}{panel}#{self.copy}/{self.side}"

    @staticmethod
    @lru_cache(4096)
    def parse(text: str) -> "Key":
        """Return the key in a text; one that is no key is a piece without a side."""
        if match := _KEY.fullmatch(text):
            piece, panel, copy, side = match.groups()
            return Key(piece, int(copy), side, panel or "")
        return Key(text, 0, "")


@slotted
class Panels:
    """How a piece larger than the paper is split into panels: ``Panels(overlap=10.0)``.

    ``overlap`` is the width of the glue strips in millimetres; at 0 the panels are butted. ``keep``
    are boxes on the face that no joint should cross, in millimetres from its top-left corner.
    """

    overlap: float
    keep: tuple[Rect, ...] = ()


@slotted(eq=False)
class Piece:
    """A piece with its drawn sides: ``piece.id`` is ``"graveyard/zombie"``, ``piece.qty`` 3.

    ``outline`` is the line to cut along; None for straight cuts along the trim. ``outline`` and
    ``creases`` are in millimetres from the top-left corner of the face's trim. ``panels`` is None
    if the piece must not be split.
    """

    component: Component
    card: Card
    face: Face
    back: Face | None = None
    outline: Path | None = None
    creases: tuple[Path, ...] = ()
    panels: Panels | None = None

    @property
    def id(self) -> str:
        """Return the unique name of the piece in the kit: ``component/row``."""
        return f"{self.component.name}/{self.card.id}"

    @property
    def qty(self) -> int:
        """Return how many copies are printed."""
        return self.card.qty

    @property
    def cut_straight(self) -> bool:
        """Tell whether it is cut along its trim: no outline, and no page of a guide or booklet."""
        kind = self.component.kind
        return self.outline is None and not (kind.guide or kind.booklet)

    @property
    def cut(self) -> Path:
        """Return the line to cut along: the outline, or the trim with its corners rounded."""
        return self.outline or Path.rect(Rect.of(self.trim), self.component.corner)

    @property
    def printed_folds(self) -> tuple[Path, ...]:
        """Return the strokes of folds that are printed on it: all, or those that need it.

        A mark beside the piece shows no stroke that is neither level nor upright.
        """
        strokes = (stroke for crease in self.creases for stroke in crease.strokes())
        return tuple(fold for fold in strokes if self.component.kind.creased or _slanted(fold))

    @property
    def cut_on_back(self) -> Path:
        """Return the same line as the back shows it, mirrored."""
        return self.cut.placed(Affine(-1, 0, 0, 1, self.trim.width, 0))

    @property
    def trim(self) -> Size:
        """Return the size after cutting and before folding, in millimetres."""
        return self.face.trim


def _slanted(stroke: Path) -> bool:
    """Tell whether a stroke is neither level nor upright."""
    x1, y1, *_, x2, y2 = stroke.coords
    return "C" in stroke.ops or min(abs(x2 - x1), abs(y2 - y1)) > ROUNDING
