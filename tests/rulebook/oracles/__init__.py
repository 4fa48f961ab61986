"""What four rulebooks say, typed in as plain Python: nothing here knows of any rulebook.yaml."""

from collections.abc import Mapping

from tests.rulebook.oracles.box import Oracle
from tests.rulebook.oracles.ghoulash import GHOULASH
from tests.rulebook.oracles.girls import GIRLS
from tests.rulebook.oracles.halloween import HALLOWEEN
from tests.rulebook.oracles.haunted import HAUNTED

ORACLES: Mapping[str, Oracle] = {
    "ghoulash": GHOULASH,
    "girls-vs-ghouls": GIRLS,
    "halloween": HALLOWEEN,
    "haunted-halloween": HAUNTED,
}
"""By game: the number of a fact, and whether a game keeps it."""
