"""All print rules, by their ids: for `allow:` and `pnp check --explain`."""

from collections.abc import Mapping

from pnp.base.diagnostics import Rule
from pnp.data.load import ROW_LEFT_OUT
from pnp.imposition import rules as sheets
from pnp.preflight import run as printing
from pnp.rulebook.allow import UNUSED
from pnp.svg.rules import RASTERISED, UNSUPPORTED_SVG
from pnp.text import rules

PRINT_RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in (
        ROW_LEFT_OUT,
        UNSUPPORTED_SVG,
        RASTERISED,
        *rules.RULES,
        *printing.RULES,
        *sheets.RULES,
        UNUSED,
    )
}

ELSEWHERE = frozenset(rule.id for rule in sheets.RULES)
"""Rules about sheets, which `pnp check` cannot run: only a build has sheets."""
