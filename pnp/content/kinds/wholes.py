"""The kinds of component of which the rows, if there are any, make one piece all together."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, model_validator

from pnp.content.entry import SizedEntry
from pnp.content.files.document import Document
from pnp.content.files.problems import Problems
from pnp.content.files.wording import UnfitError
from pnp.content.game import Arrow, Card, Cut, Kind
from pnp.content.kinds.parts import check_opposite, check_positions, check_segments, check_sides
from pnp.content.kinds.tray import Floor
from pnp.content.kinds.whole import PartsEntry, WholeEntry
from pnp.content.measures import FileName, Length, TrimSize, length_within
from pnp.errors import Where
from pnp.geometry import Size

FREE = {"corner": 0.0, "safe": 0.0, "cut": Cut.OUTLINE}
"""What is true of all that is cut out along an outline, and is no rectangle."""


def _square(size: Size) -> Size:
    if size.width != size.height:
        raise UnfitError(
            f"{size} is not as high as wide", f"write {size.width:g} x {size.width:g} mm"
        )
    return size


LEAST_SIDE = 10.0
"""Millimetres: a smaller die has tabs that no finger folds."""


def _foldable(size: Size) -> Size:
    if size.width < LEAST_SIDE:
        raise UnfitError(
            f"{size} is too small to be folded", f"a side is {LEAST_SIDE:g} mm or more: 16 x 16 mm"
        )
    return size


Square = Annotated[TrimSize, AfterValidator(_square)]
Pair = Annotated[list[str], Field(min_length=2, max_length=2)]


class DieEntry(PartsEntry):
    """A die, as a net with tabs: a row for each side, drawn with the template.

    A row is the side that its column `side` names, or its id: top, front, right, back, left,
    bottom.
    """

    kind: Literal[Kind.DIE]
    size: Annotated[Square, AfterValidator(_foldable)]
    """The size of one side: `18 x 18 mm`."""
    bleed: Length = 1.0
    """How far the art runs past the lines that are cut."""
    opposite: dict[str, list[Pair]] = Field(default_factory=dict)
    """What lies opposite, by column: `{pips: [[1, 6], [2, 5], [3, 4]]}`."""

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {"size": self.size, **FREE}

    def check(
        self, cards: Sequence[Card], table: Where, part: Document, problems: Problems
    ) -> None:
        """Note sides that are missing, that stand twice, or that lie at another place."""
        before = len(problems)
        check_sides(cards, table, problems)
        if len(problems) == before and self.opposite:
            check_opposite(cards, self.opposite, part.at(("opposite",)), problems)


class SpinnerEntry(PartsEntry):
    """A disc with an arrow: a row for each segment, as wide as its `weight`."""

    kind: Literal[Kind.SPINNER]
    size: Square
    """The size of the disc: `80 x 80 mm`."""
    arrow: FileName | None = None
    """The template of the arrow, inside templates/."""
    arrow_size: TrimSize | None = Field(default=None, alias="arrow-size")
    """The size of the arrow: `60 x 16 mm`."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "arrow")
    numbers: ClassVar[tuple[str, ...]] = ("weight",)

    @model_validator(mode="after")
    def _has_whole_arrow(self) -> "SpinnerEntry":
        if (self.arrow is None) != (self.arrow_size is None):
            missing = "arrow" if self.arrow is None else "arrow-size"
            raise UnfitError(
                f'the key "{missing}" is missing',
                "an arrow has a template and a size: arrow: my-game/arrow.svg,"
                " arrow-size: 60 x 16 mm",
            )
        return self

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        whole = self.arrow is not None and self.arrow_size is not None
        arrow = Arrow(self.arrow, self.arrow_size) if whole else None  # type: ignore[arg-type]
        return {"size": self.size, "arrow": arrow, **FREE}

    def check(
        self, cards: Sequence[Card], table: Where, part: Document, problems: Problems
    ) -> None:
        """Note segments that have no width, and a disc with less than two."""
        check_segments(cards, table, problems)


class TrackEntry(PartsEntry, SizedEntry):
    """A strip or board with positions: a row for each, with `x` and `y` in millimetres."""

    kind: Literal[Kind.TRACK]
    overlap: Length = 10.0
    """How wide the strip is that a panel is glued on its neighbour with; 0 mm: they are butted."""

    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    needed: ClassVar[tuple[str, ...]] = ("x", "y")

    def own_values(self) -> dict[str, Any]:
        """Return what not every kind has, as fields of ``Component``."""
        return {**super().own_values(), "overlap": self.overlap}

    def check(
        self, cards: Sequence[Card], table: Where, part: Document, problems: Problems
    ) -> None:
        """Note positions beside the track, and two at one place."""
        check_positions(cards, self.size, table, problems)


class TrayEntry(WholeEntry):
    """An open box: a bowl, a coffin, or the lid of one. The template is drawn on each wall."""

    drawings: ClassVar[tuple[str, ...]] = ("face", "floor")

    kind: Literal[Kind.TRAY]
    size: TrimSize
    """The size of the floor."""
    shape: Floor = Floor.RECTANGLE
    """The outline of the floor."""
    depth: Annotated[Length, length_within(5.0, 300.0)]
    """How high the walls are, measured along them."""
    flare: Length = 0.0
    """How far the rim stands out beyond the floor, at each wall."""
    floor: FileName | None = None
    """The template of the underside, inside templates/, as large as the floor."""
    color: str = "white"
    """The colour of the underside without a template: a name from the palette, or a colour."""
