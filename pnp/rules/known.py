"""The print rules that a game can break, by their ids."""

from collections.abc import Mapping

from pnp.content.reading import ROW_LEFT_OUT
from pnp.finding import Rule
from pnp.imposition import faults as sheets
from pnp.rules.allow import UNUSED
from pnp.rules.printing import findings as printing
from pnp.template.faults import RASTERISED, UNSUPPORTED_SVG
from pnp.template.text import textfaults

PRINT_RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        ROW_LEFT_OUT,
        UNSUPPORTED_SVG,
        RASTERISED,
        *textfaults.RULES,
        *printing.RULES,
        *sheets.RULES,
        UNUSED,
    )
}

ELSEWHERE = frozenset(rule.id for rule in sheets.RULES)
"""Rules that only a build can break: they are about sheets."""
