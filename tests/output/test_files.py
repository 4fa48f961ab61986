"""Which files a kit has."""

from math import nan
from pathlib import Path

import pytest

from pnp.base.units import pixels
from pnp.geometry.plane import Size
from pnp.imposition.overview import DPI, MOST_PIXELS, resolution
from pnp.output.manifest import NAME, write_manifest


def test_a_small_overview_has_its_full_resolution() -> None:
    assert resolution(Size(650, 480)) == DPI


@pytest.mark.parametrize("size", [Size(875, 520), Size(10_000, 8_000)])
def test_a_large_overview_is_coarser(size: Size) -> None:
    dpi = resolution(size)
    made = pixels(size.width, dpi) * pixels(size.height, dpi)
    assert 0.99 * MOST_PIXELS < made < 1.01 * MOST_PIXELS


def test_a_manifest_never_holds_what_json_cannot_say(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_manifest(tmp_path, {"dpi": nan})
    assert not (tmp_path / NAME).exists()
