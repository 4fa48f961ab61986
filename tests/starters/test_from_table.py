"""``pnp add deck NAME --from TABLE``: a table as people have it is a deck that can be printed."""

from pathlib import Path

import pytest
from lxml import etree

from pnp.base.diagnostics import Problems
from pnp.data.table import read_table
from pnp.starters.fromtable import columns_of
from tests.cli.test_commands import held
from tests.projects import pnp

MONKEYS = """\
Name,Count,Cost,Kind,Rules text,Picture file of the artist
Spider Monkey,2,3,Animal,"Draw **two** cards & keep one of them, then discard.",a.png
Mango,4,,Food,Eat it: heal 2.,b.png
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    assert pnp(tmp_path, "new", "pond").exit_code == 0
    return tmp_path / "pond"


def added(project: Path, table: Path | str) -> str:
    result = pnp(project, "add", "deck", "monkeys", "--from", str(table))
    assert result.exit_code == 0, result.output
    return result.output


def entry(project: Path) -> list[str]:
    """The lines about the added deck in game.yaml."""
    text = (project / "card_data/pond/game.yaml").read_text("utf-8")
    return text.split("  monkeys:\n")[1].splitlines()


def drawn(project: Path) -> dict[str, str | None]:
    """What each part of the template shows: its ``pnp:text`` by its id."""
    root = etree.parse(project / "templates/pond/monkeys.svg").getroot()
    return {
        text.get("id", ""): text.get("{urn:pnp:template}text")
        for text in root.iter("{http://www.w3.org/2000/svg}text")
    }


def test_a_table_as_it_is_becomes_cards_that_show_its_columns(project: Path) -> None:
    (project.parent / "monkeys.csv").write_text(MONKEYS, "utf-8")
    said = added(project, "../monkeys.csv")
    assert said.splitlines()[:2] == ["card_data/pond/game.yaml", "card_data/pond/monkeys.csv"]
    assert (project / "card_data/pond/monkeys.csv").read_text("utf-8") == MONKEYS
    assert "    from: {id: Name, qty: Count}" in entry(project)
    assert drawn(project) == {
        "title": "{{ card.Name }}",
        "number": "{{ card.Cost }}",
        "kind": "{{ card.Kind }}",
        "effect": "{{ card['Rules text'] }}",
    }
    assert pnp(project, "check").exit_code == 0
    built = pnp(project, "build", "--strict", "--component", "monkeys")
    assert (built.exit_code, "6 pieces" in built.output) == (0, True), built.output


def test_a_table_in_the_game_s_folder_is_read_where_it_is(project: Path) -> None:
    (project / "card_data/pond/own.csv").write_text("id,qty,name\nowl,2,Owl\n", "utf-8")
    added(project, "card_data/pond/own.csv")
    assert "    rows: own.csv" in entry(project)
    assert not any("from:" in line for line in entry(project))
    assert drawn(project) == {"title": "{{ card.name }}"}
    assert pnp(project, "show", "monkeys/owl", "-o", "owl.png").exit_code == 0


def test_the_sample_is_the_first_row(project: Path) -> None:
    words = 'Titel;Text\nÄffchen & Co;"Zieh <zwei> {{ Karten }}, und behalte eine davon."\n'
    (project / "monkeys.csv").write_text(words, "utf-8")
    added(project, "monkeys.csv")
    root = etree.parse(project / "templates/pond/monkeys.svg").getroot()
    assert root.get("{urn:pnp:template}sample") == "monkeys/affchen-co"
    assert "Äffchen & Co" in set(root.itertext())
    assert pnp(project, "check").exit_code == 0


@pytest.mark.parametrize(
    ("table", "aliases", "parts"),
    [
        ("ID,Qty\nx,2\n", {"id": "ID", "qty": "Qty"}, {"name": "ID"}),
        ("Cost,Animal\n1,Owl\n1,Bat\n", {"id": "Animal"}, {"name": "Animal", "number": "Cost"}),
        ("name,count\nOwl,many\n", {"id": "name"}, {"name": "name", "kind": "count"}),
        ("id,items\nx,an owl\n", {}, {"name": "items"}),
        ("Power,Speed\n1,2\n1,3\n", {"id": "Power"}, {"name": "Power", "number": "Speed"}),
    ],
)
def test_what_columns_are_for(
    tmp_path: Path, table: str, aliases: dict[str, str], parts: dict[str, str]
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(table, "utf-8")
    found = columns_of(read_table(path, "table.csv", None, Problems()))
    assert (found.aliases, found.parts) == (aliases, parts)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("none.csv", None, "none.csv: the file does not exist"),
        ("empty.csv", "", "the table is empty"),
        ("header.csv", "Name,Count\n", "the table has no rows"),
        ("private.csv", "#Name\nOwl\n", "the table has no columns that are not private"),
        ("notes.txt", "Name\nOwl\n", "is not a supported kind of table"),
        ("pond.csv", "Name\nOwl\n", "the file exists already"),
    ],
)
def test_a_table_that_cannot_be_used_is_told_and_nothing_is_written(
    project: Path, name: str, content: str | None, told: str
) -> None:
    if content is not None:
        (project / name).write_text(content, "utf-8")
    before = held(project)
    result = pnp(project, "add", "deck", "monkeys", "--from", name)
    assert (result.exit_code, held(project)) == (2, before)
    assert told in result.output


def test_only_a_deck_is_made_of_a_table(project: Path) -> None:
    (project / "own.csv").write_text(MONKEYS, "utf-8")
    result = pnp(project, "add", "token", "coin", "--from", "own.csv")
    assert result.exit_code == 2
    assert "--from is for a deck" in result.output
