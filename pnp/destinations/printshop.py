"""What print services share: pictures of a size that is sold, with as much bleed as is drawn."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from pnp.base.units import inches
from pnp.data.game import Component
from pnp.destinations.goods import PictureSide
from pnp.geometry.plane import ROUNDING, Affine, Size

SAME = 0.45
"""Millimetres by which a card may differ from a size that is sold or cut: less than a cut errs."""


DPI = 300.0
"""The resolution that print services ask for."""


class Sold(Protocol):
    """What is sold in a size, after cutting, in millimetres."""

    @property
    def trim(self) -> Size:
        """Return the size after cutting."""


Product = TypeVar("Product", bound=Sold)


def picture_size(width: float, height: float) -> Size:
    """Return the size in millimetres of a picture of so many pixels at ``DPI``."""
    return inches(width / DPI, height / DPI)


def nearest_first(size: Size, sold: Iterable[Product]) -> list[Product]:
    """Return products in the order of how little a size differs from theirs."""
    return sorted(sold, key=lambda each: apart(size, each.trim))


def apart(size: Size, sold: Size) -> float:
    """Return by how many millimetres a size differs from one that is sold, lying or standing."""
    return min(
        max(abs(width - sold.width), abs(height - sold.height))
        for width, height in (size, size.turned)
    )


def on_picture(side: PictureSide, whole: Size, *, back: bool = False) -> PictureSide:
    """Return a side in the middle of a picture; one that lies is turned to stand, or vice versa.

    A back is turned the other way: whoever turns the card over finds it upright.
    """
    lying = (side.size.width > side.size.height) != (whole.width > whole.height)
    if not lying or whole.width == whole.height or side.size.width == side.size.height:
        return _placed(side, whole, _middle(side.size, whole))
    place = _middle(side.size, whole.turned)
    if back:
        return _placed(side, whole, Affine.move(0, whole.height) @ Affine.turn(-90) @ place)
    return _placed(side, whole, Affine.move(whole.width, 0) @ Affine.turn(90) @ place)


def not_sold(size: Size, ranked: Sequence[str]) -> str:
    """Return that a size is not sold, and what is; ``ranked`` are names, the nearest first."""
    return f"{size} is not sold; nearest: {' or '.join(ranked[:2])}"


PictureKey = tuple[str, Affine]
"""What a side on a picture shows, and how it lies there; equal keys are one picture."""


def picture_key(side: PictureSide) -> PictureKey:
    """Return the key of a side that is on a picture.

    A card that lies and is alike on both sides has two pictures: its back is turned the other way.
    """
    return side.key, side.place


def _placed(side: PictureSide, whole: Size, place: Affine) -> PictureSide:
    return side._replace(size=whole, outline=None, place=place @ side.place)


def _middle(size: Size, whole: Size) -> Affine:
    return Affine.move((whole.width - size.width) / 2, (whole.height - size.height) / 2)


def bleed_remark(component: Component, wanted: float) -> str:
    """Return what to say of a bleed that is less than a service prints; blank if it is not."""
    if component.bleed >= wanted - 0.05:
        return ""
    return (
        f"{component.name}: its bleed is {component.bleed:g} mm, "
        f"{wanted + ROUNDING:.3g} mm are printed past the cut"
    )
