"""The print rules that a game can break, by their ids."""

from collections.abc import Mapping

from pnp.content.reading import ROW_LEFT_OUT
from pnp.finding import Rule
from pnp.imposition import faults as sheets
from pnp.template.faults import RASTERISED, UNSUPPORTED_SVG
from pnp.template.text import textfaults

PRINT_RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        ROW_LEFT_OUT,
        UNSUPPORTED_SVG,
        RASTERISED,
        *textfaults.RULES,
        *sheets.RULES,
    )
}
