"""What the rulebook and the print rules say about a drawn game, as the page is told.

Only imported for the first check: its imports would keep the first pictures waiting.
"""

from pnp.base.diagnostics import PnpError
from pnp.check import inspection
from pnp.data.game import Game
from pnp.kit import Drawn
from pnp.preview.entries import Entries, Entry
from pnp.rulebook.contract import Status
from pnp.rulebook.report import as_data

HELD = (Status.PASS.value, Status.CHOICE.value)
"""The statuses of facts that the kit keeps, as ``pnp check`` counts them."""


def checked(game: Game, drawn: Drawn, entries: Entries) -> Entry:
    """Return the broken facts and the findings of a game; ``held`` counts the facts that hold."""
    try:
        found = inspection(game, drawn)
    except PnpError as error:
        return {"held": 0, "facts": [], "findings": [*map(entries.finding, error.problems)]}
    facts = [each for each in as_data([found]) if each["tier"] != "print"]
    broken = [fact for fact in facts if fact["status"] == "fail"]
    return {
        "held": sum(fact["status"] in HELD for fact in facts),
        "facts": [entries.fact(fact, drawn.pieces) for fact in broken],
        "findings": [entries.finding(finding, drawn.pieces) for finding in found.findings],
    }
