"""pnp/starters/COMING-FROM.md: what its tables say is put into a project, and run."""

import re
import shlex
from pathlib import Path

import pytest
from PIL import Image

from pnp.cli.commands import main
from tests.conftest import ROOT
from tests.guides import rows
from tests.make import load, svg, write
from tests.projects import pnp

PAGE = (ROOT / "pnp/starters/COMING-FROM.md").read_text(encoding="utf-8")

HERE = [cell for heading in ("## Squib", "## nanDECK") for _, cell in rows(PAGE, heading, 2)]
"""What the tables say of this program; a cell of one code is without its quotes."""

CODE = [code for cell in HERE for code in re.findall("`([^`]+)`", cell) or [cell]]

BOX = """\
<rect id="room" x="4" y="40" width="55" height="40" fill="none"/>
<text font-family="serif" font-size="4" style="shape-inside:url(#room)"
      pnp:text="Pay :gold:">Pay</text>
"""


@pytest.fixture(params=["Qty", "Count"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A deck as somebody brings it; all that the tables say of templates is in its drawing."""
    copies = request.param
    elements = [code for code in CODE if re.match("<(text|use|image) ", code)]
    tested = [f"<g {code}/>" for code in CODE if code.startswith("pnp:if=")]
    settings = [code for code in CODE if re.match("(size|face|from): ", code)]
    other = {"Qty": "Count", "Count": "Qty"}[copies]
    entry = dict.fromkeys(code for code in settings if f"qty: {other}" not in code)
    table = f"Name,{copies},type,art,kind\nOwl,2,owl,owl.png,owl\nOwl chick,3.0,owl,owl.png,chick\n"
    lines = ["title: Mine", "components:", "  deck:", "    kind: deck", "    rows: deck.csv"]
    write(
        tmp_path,
        {
            "card_data/my-game/game.yaml": "\n    ".join(["\n".join(lines), *entry]) + "\n",
            "card_data/my-game/deck.csv": table,
            "templates/my-game/owl.svg": svg("\n".join([BOX, *elements, *tested]), (63, 88)),
            "templates/my-game/art.svg": svg('<path id="owl" d="M9 9h9v9z"/>', (63, 88)),
            "templates/my-game/icons/gold.svg": svg('<circle cx="2" cy="2" r="2"/>', (4, 4)),
        },
    )
    Image.new("RGB", (300, 300), "brown").save(tmp_path / "templates/my-game/owl.png")
    return tmp_path


def test_what_the_tables_say_of_data_and_drawings_is_understood(project: Path) -> None:
    deck = load(project / "card_data/my-game").component("deck")
    assert {card.id: card.qty for card in deck.cards} == {"owl": 2, "owl-chick": 3}
    assert {card.face for card in deck.cards} == {"my-game/owl.svg"}
    told = pnp(project, "check").output
    assert not re.search("error:|unsupported|missing", told), told


def test_its_commands_and_options_are_there(project: Path) -> None:
    lines = [shlex.split(code)[1:] for code in CODE if code.startswith("pnp ")]
    assert {command for command, *_ in lines} == {"build", "check", "preview", "show"}
    for words in lines:
        if len(words) > 1:
            done = pnp(project, *words)
            assert done.exit_code in (0, 1), done.output
    known = {name for each in main.commands["build"].params for name in each.opts}
    assert {code.split()[0] for code in CODE if code.startswith("--")} <= known
