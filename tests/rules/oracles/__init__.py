"""What four rulebooks say, typed in as plain Python: nothing here knows of any rulebook.yaml."""

from collections.abc import Mapping

from tests.rules.oracles.box import Oracle
from tests.rules.oracles.ghoulash import GHOULASH
from tests.rules.oracles.girls import GIRLS
from tests.rules.oracles.halloween import HALLOWEEN
from tests.rules.oracles.haunted import HAUNTED

ORACLES: Mapping[str, Oracle] = {
    "ghoulash": GHOULASH,
    "girls-vs-ghouls": GIRLS,
    "halloween": HALLOWEEN,
    "haunted-halloween": HAUNTED,
}
"""By game: the number of a fact, and whether a game keeps it."""
