"""How the tests are dealt to several workers: what shares an expensive set-up stays together."""

import re

from xdist.scheduler import LoadScopeScheduling

from tests.conftest import ROOT

GAMES = "|".join(sorted(path.parent.name for path in (ROOT / "card_data").glob("*/game.yaml")))
ASKED = re.compile(rf"(tests/\w+)/.*\[(?:.*?\W)??({GAMES})(?:\W.*)?\]$")


def group(nodeid: str) -> str:
    """Return what a worker does as one: the tests of a bundled game in a folder, or a module's."""
    asked = ASKED.match(nodeid)
    return "/".join(asked.groups()) if asked else nodeid.partition("::")[0]


class ByKit(LoadScopeScheduling):  # type: ignore[misc]
    """Groups with the most tests first, each to the worker that has nothing left to do."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
