"""What has no vector form becomes an image: the one door to resvg."""

from functools import lru_cache

from pnp.template.text.fonts import BODY_FAMILY
from pnp.units import PIXELS_PER_INCH


@lru_cache(maxsize=128)
def rasterise(svg: str, width: int, height: int, fonts: tuple[str, ...]) -> bytes:
    """Return an SVG drawing as a PNG file with that many pixels.

    Raises:
        ValueError: the drawing cannot be drawn.
    """
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            dpi=PIXELS_PER_INCH,
            skip_system_fonts=True,
            font_files=list(fonts),
            sans_serif_family=BODY_FAMILY,
            serif_family=BODY_FAMILY,
        )
    )
