"""A tuck box as data: made to measure for the deck that it holds."""

from dataclasses import dataclass

from pnp.geometry import Size

WALL = 0.3
"""How thick the box's own card is, in millimetres: what home printers take at most."""


@dataclass(frozen=True, slots=True)
class Box:
    """What is special of a tuck box; its front panel is as large as the component.

    ``holds`` names the deck. ``depth`` is how wide the narrow sides are, in millimetres. ``color``
    is the paint of all panels without a drawing, as SVG writes it; ``font`` is the family of the
    titles on them, None for the program's own.
    """

    holds: str
    depth: float
    color: str
    font: str | None = None


def front_around(card: Size, play: float) -> Size:
    """Return a front panel that leaves cards so much play inside, all in millimetres.

    Panels are measured from fold to fold. Half a wall is lost at each fold; a glue flap takes one
    from the width, and dust flaps take one at either end.
    """
    return Size(card.width + play + 2 * WALL, card.height + play + 3 * WALL)


def depth_around(cards: int, thickness: float, play: float) -> float:
    """Return how wide the narrow sides are; a tucked flap and the folds take a wall each."""
    return cards * thickness + play + 2 * WALL
