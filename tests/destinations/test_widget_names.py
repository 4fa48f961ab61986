"""Whatever components are called, each thing on a browser's table has a name of its own."""

import json
from collections import Counter
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.destinations.zoo import filled
from tests.make import write
from tests.projects import pnp

DECK = "{kind: deck, size: 20 x 30 mm, rows: [{id: a}, {id: b}], face: %s.svg, back: back.svg}"
TOKEN = "{kind: token, size: 16 x 16 mm, rows: [{id: a, qty: 3}], face: coin.svg}"

GAMES = {
    "a token and the deck of its name": {"owl": TOKEN, "owl-deck": DECK % "one"},
    "a deck and the pile of its name": {"owl": DECK % "one", "owl-pile": DECK % "two"},
    "a deck called hand": {"hand": DECK % "one"},
    "a deck and its own": {"owl": DECK % "one", "owl-own-deck": DECK % "two", "owl-title": TOKEN},
}


def exported(root: Path, components: dict[str, str], target: str) -> list[dict[str, Any]]:
    parts = "".join(f"  {name}: {part}\n" for name, part in components.items())
    templates = {"one": "#110000", "two": "#220000", "back": "#000011"}
    files = {f"templates/{name}.svg": filled((20, 30), fill) for name, fill in templates.items()}
    files["templates/coin.svg"] = filled((16, 16), "#00aaaa")
    files["card_data/wood/game.yaml"] = f"title: Wood\nplayers: 2\ncomponents:\n{parts}"
    result = pnp(write(root, files), "export", target)
    assert "read back as they are" in result.output
    with ZipFile(root / f"output/wood-{target}/wood.{target}") as packed:
        if target == "pcio":
            return list(json.loads(packed.read("widgets.json")))
        found = json.loads(packed.read("0.json"))
    return [{**widget, "id": name} for name, widget in found.items()]


@pytest.mark.parametrize("target", ["vtt", "pcio"])
@pytest.mark.parametrize("name", GAMES)
def test_every_card_lies_in_the_pile_of_its_own_deck_and_players_have_a_hand(
    name: str, target: str, tmp_path: Path
) -> None:
    widgets = exported(tmp_path, GAMES[name], target)
    assert max(Counter(widget["id"] for widget in widgets).values()) == 1
    by_id = {widget["id"]: widget for widget in widgets}
    assert by_id["hand"]["type"] in ("hand", "holder") and by_id["hand"]["y"] >= 800
    for widget in widgets:
        if widget.get("type") in ("card", "piece"):
            home = by_id[widget["deck"]]
            assert widget["cardType"] in home["cardTypes"]
            allowed = _allowed(by_id, widget)
            assert allowed in (None, widget["deck"])


def _allowed(by_id: dict[str, dict[str, Any]], widget: dict[str, Any]) -> str | None:
    """The deck whose cards the holder takes that a card lies in, None if it lies free."""
    while parent := widget.get("parent"):
        widget = by_id[parent]
    if widget["type"] == "holder":
        deck: str = widget["dropTarget"]["deck"]
        return deck
    return widget["allowedDecks"][0] if widget["type"] == "cardPile" else None
