"""What drawing a template for one row gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pnp.base.diagnostics import Finding
from pnp.geometry.path import Path
from pnp.geometry.plane import Rect, Size
from pnp.scene.node import Node


class Ink(StrEnum):
    """Which drawing of a template is printed; low ink has outlines where full ink has fills."""

    FULL = "full"
    LOW = "low"


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A template drawn: millimetres from the top-left corner of its trim.

    ``cut`` and ``creases`` come from elements with that ``pnp:role``; ``safe`` is the guide's box.
    ``rooms`` are the boxes of elements with the role ``room``, by their ids.
    """

    size: Size
    nodes: tuple[Node, ...]
    cut: Path | None
    creases: tuple[Path, ...]
    safe: Rect | None
    findings: tuple[Finding, ...]
    rooms: Mapping[str, Rect] = field(default_factory=dict)
