"""The result of drawing a template for one row of data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pnp.base.diagnostics import Finding
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.scene.node import Node


class Ink(StrEnum):
    """The version of a template that is printed: LOW has outlines where FULL has fills."""

    FULL = "full"
    LOW = "low"


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A template drawn for one row, in millimetres from the top-left corner of its trim.

    The guides come from elements with a ``pnp:role``, which are not printed: ``cut`` is the outline
    to cut along, ``creases`` are the lines to fold, ``safe`` is the box of the safe area, and
    ``rooms`` are the boxes of the elements with the role ``room``, by their ids.
    """

    size: Size
    nodes: tuple[Node, ...]
    cut: Path | None
    creases: tuple[Path, ...]
    safe: Rect | None
    findings: tuple[Finding, ...]
    rooms: Mapping[str, Rect] = field(default_factory=dict)
