"""The print rules that a check can find broken, by their ids."""

from collections.abc import Mapping

from pnp.content.reading import ROW_LEFT_OUT
from pnp.finding import Rule
from pnp.template.faults import RASTERISED, UNSUPPORTED_SVG
from pnp.template.textfaults import (
    MISSING_GLYPH,
    MISSING_ICON,
    MISSING_STYLE,
    RIGHT_TO_LEFT,
    TEXT_OVERFLOW,
)

PRINT_RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        ROW_LEFT_OUT,
        UNSUPPORTED_SVG,
        RASTERISED,
        TEXT_OVERFLOW,
        MISSING_GLYPH,
        MISSING_ICON,
        MISSING_STYLE,
        RIGHT_TO_LEFT,
    )
}
