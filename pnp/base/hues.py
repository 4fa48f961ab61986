"""What people call a colour: one of eleven basic colour terms, by the nearest known shade.

The terms are those of Berlin and Kay, Basic Color Terms (1969). The shades are all named with the
term itself: ``dark green`` of the XKCD colour survey (xkcd.com/color/rgb.txt, CC0),
``forestgreen`` of CSS Color 4.
"""

from collections.abc import Mapping
from functools import lru_cache

from pnp.base.color import Color, parse_color
from pnp.base.vision import difference

SHADES: Mapping[str, str] = {
    "black": "000000 070d0d",  # black, almost black
    "white": "ffffff ffffe4 faebd7 fffaf0 f8f8ff f5f5f5",
    # white, off white; antiquewhite, floralwhite, ghostwhite, whitesmoke
    "gray": "929591 363737 d8dcd6 7d7f7c 978a84 808080",
    # grey, dark, light, medium, warm; gray
    "red": "e50000 840000 ff474c ff000d 9a0200 bb3f3f d9544d d3494e a90308 fe2f4a ff0000 8b0000",
    # red, dark, light, bright, deep, dull, pale, faded, darkish, lightish; red, darkred
    "orange": "f97306 c65102 fdaa48 ff5b00 dc4d01 d8863b ffa756 ff964f f0833a ffa500 ff8c00",
    # orange, dark, light, bright, deep, dull, pale, pastel, dusty; orange, darkorange
    "yellow": "ffff14 d5b60a fffe7a fffd01 ffff84 eedc5b fffe71 feff7f fec615 ffdf22 ffff00 ffffe0",
    # yellow, dark, light, bright, pale, dull, pastel, faded, golden, sun; yellow, lightyellow
    "green": "15b01a 033500 96f97b 01ff07 c7fdb5 02590f 74a662 39ad48 b0ff9d 6fc276 5fa052 7bb274 "
    "50a747 5cac2d 287c37 61e160 89fe05 677a04 06470c 008000 006400 90ee90 228b22 32cd32 2e8b57",
    # green, dark, light, bright, pale, deep, dull, medium, pastel, soft, muted, faded, mid, grass,
    # darkish, lightish, lime, olive, forest; green, dark, light, forest, lime, sea
    "blue": "0343df 00035b 95d0fc 0165fc d0fefe 040273 49759c 2c6fbb a2bffe 6488ea 3b719f 658cbb "
    "276ab3 014182 3d7afd 75bbfd 001146 3b5b92 0000ff 00008b add8e6 4169e1 87ceeb 4682b4",
    # blue, dark, light, bright, pale, deep, dull, medium, pastel, soft, muted, faded, mid, darkish,
    # lightish, sky, navy, denim; blue, dark, light, royal, sky, steel
    "purple": "7e1e9c 35063e bf77f6 be03fd b790d4 36013f 84597e 9e43a2 caa0ff a66fb5 805b87 916e99 "
    "751973 a552e6 4b006e 5729ce 800080 9370db 663399",
    # purple, dark, light, bright, pale, deep, dull, medium, pastel, soft, muted, faded, darkish,
    # lightish, royal, blue purple; purple, medium, rebecca
    "pink": "ff81c0 cb416b ffd1df fe01b1 ffcfdc cb0162 d5869d f36196 ffbacd fdb0c0 d1768f de9dac "
    "da467d ff028d ffc0cb ff1493 ff69b4",
    # pink, dark, light, bright, pale, deep, dull, medium, pastel, soft, muted, faded, darkish, hot;
    # pink, deep, hot
    "brown": "653700 341c02 ad8150 b1916e 876e4b 7f5112 964e02 7f2b0a 9b7a01 9c6d57 8b4513",
    # brown, dark, light, pale, dull, medium, warm, reddish, yellowish, brownish; saddlebrown
}
"""The shades of each term; first those of the survey, then after ``;`` those of CSS."""

FARTHEST = 20.0
"""The greatest distance (CIEDE2000) from a shade at which a colour still has its name."""

_KNOWN: Mapping[str, tuple[Color, ...]] = {
    term: tuple(parse_color(f"#{shade}")[0] for shade in shades.split())
    for term, shades in SHADES.items()
}


@lru_cache(maxsize=4096)
def hue_name(color: Color) -> str | None:
    """Return the term for a colour, ``"green"``; None if it is far from all of them."""
    apart, term = min(
        (difference(color, shade), term) for term, shades in _KNOWN.items() for shade in shades
    )
    return term if apart <= FARTHEST else None
