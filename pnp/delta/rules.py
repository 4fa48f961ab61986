"""The rules of editions: what players of a game must be able to tell apart."""

from pnp.base.diagnostics import Finding, Rule, Severity, counted
from pnp.data.game import Game

SAME_VERSION = Rule(
    "same-version",
    "Kits with different cards have different versions",
    Severity.WARNING,
    "Who printed the game and hears of a change looks at the version on the sheets. If it is the "
    "same, nobody can tell which cards lie on the table.",
    "ScrumFacilitators, measuringoutcome: update packs name the version that they begin with",
    good='three cards changed, and version: "0.4" instead of "0.3"',
    bad='three cards changed, and the version is still "0.3"',
)

RULES = (SAME_VERSION,)


def same_version(game: Game, number: int) -> Finding:
    """Return the finding that so many pieces changed under the same version."""
    pieces = counted(number, "different piece")
    message = f"{pieces} changed, came or went, and the version is still {game.version}"
    hint = "raise the version in game.yaml, so that players can tell their copies apart"
    return Finding(SAME_VERSION, message, game.where, hint)
