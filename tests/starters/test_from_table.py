"""``pnp add deck NAME --from TABLE``: a table as people have it is a deck that can be printed."""

import csv
from pathlib import Path

import pytest
from lxml import etree

from pnp.base.diagnostics import Problems
from pnp.data.table import read_table
from pnp.starters.fromtable import columns_of
from tests.cli.test_commands import held
from tests.projects import change, pnp

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


MARKET = """\
Card name,COPIES,Type,Cost,What it does,Picture
Herring,6,Fish,1,Sell two of them.,herring.svg
Old tin,5,Junk,0,,tin.svg
Cod,4,Fish,3,Worth more on Fridays.,cod.svg
"""


@pytest.mark.parametrize("copies", ["x", "X", "#", "No.", "Nr.", "n", "times", "×", "Qty", "Stück"])
def test_what_was_found_in_a_table_is_told(project: Path, copies: str) -> None:
    (project / "market.csv").write_text(MARKET.replace("COPIES", copies), "utf-8")
    assert added(project, "market.csv").splitlines()[-2:] == [
        f"name = Card name, copies = {copies}, number = Cost, kind = Type, words = What it does;"
        " not used: Picture",
        "now: pnp show monkeys --open",
    ]
    built = pnp(project, "build", "--component", "monkeys", "--format", "svg")
    assert "15 pieces" in built.output, built.output


@pytest.mark.parametrize(
    ("header", "rows", "told"),
    [
        ("Name,Text", "Owl,Fly\nBat,Hang", "name = Name, copies: 1 each, words = Text"),
        (
            "No.,Name,Cost",
            "1,Owl,2\n2,Bat,2\n3,Elk,1",
            "name = Name, copies: 1 each, number = Cost; not used: No.",
        ),
        (
            "Name,x,y",
            "Owl,4,2\nBat,4,1",
            "name = Name, copies: 1 each, number = y; not used: x",
        ),
        (
            "Name,n,Cost",
            "Owl,two,2\nBat,3,1",
            "name = Name, copies: 1 each, number = Cost, kind = n",
        ),
    ],
)
def test_a_table_without_a_column_of_copies_has_one_card_each(
    project: Path, header: str, rows: str, told: str
) -> None:
    (project / "own.csv").write_text(f"{header}\n{rows}\n", "utf-8")
    assert told in added(project, "own.csv").splitlines()
    assert "likely-copies" not in pnp(project, "check").output


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("Name,Count,Kind,Text", {"kind": "Kind", "effect": "Text"}),
        ("Name,Qty,Cost,Text", {"number": "Cost", "effect": "Text"}),
        ("Name,Anzahl,Kosten,Text", {"number": "Kosten", "effect": "Text"}),
        ("Name,Count,Cost,Rules", {"number": "Cost", "effect": "Rules"}),
        ("Name,Count,Cost,Effect", {"number": "Cost", "effect": "Effect"}),
        ("Name,Anzahl,Typ,Wirkung", {"kind": "Typ", "effect": "Wirkung"}),
        ("Name,Menge,Art,Fähigkeit", {"kind": "Art", "effect": "Fähigkeit"}),
        ("Name,Copies,Picture,Ability", {"effect": "Ability"}),
        ("Name,Copies,Art,Ability", {"kind": "Art", "effect": "Ability"}),
        ("Name,Copies,Card type,Card text", {"kind": "Card type", "effect": "Card text"}),
    ],
)
def test_the_name_of_a_column_says_more_than_the_length_of_its_texts(
    project: Path, header: str, shown: dict[str, str]
) -> None:
    third = "1" if "Cost" in header or "Kosten" in header else "bird"
    rows = f"Owl,2,{third},Draw 1.\nBat,3,{third},Skip.\n"
    (project / "own.csv").write_text(f"{header}\n{rows}", "utf-8")
    added(project, "own.csv")
    columns = {"title": "Name", **shown}
    assert {part: (text or "").strip("{} ") for part, text in drawn(project).items()} == {
        part: f"card.{name}" if name.isascii() and " " not in name else f"card[{name!r}]"
        for part, name in columns.items()
    }
    assert pnp(project, "check").exit_code == 0


@pytest.mark.parametrize("name", ["Art", "Type"])
def test_a_column_of_files_is_no_kind(project: Path, name: str) -> None:
    (project / "own.csv").write_text(f"Name,{name}\nOwl,a b.svg\nBat,b.PNG\n", "utf-8")
    assert f"name = Name, copies: 1 each; not used: {name}" in added(project, "own.csv")


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


@pytest.mark.parametrize(
    "rows", ["№,Имя,Количество\n1,Кот,2\n2,Пёс,1\n", "名前,枚数\n猫,2\n犬,1\n"]
)
def test_a_table_in_other_letters_becomes_cards(project: Path, rows: str) -> None:
    (project / "own.csv").write_text(rows, "utf-8")
    added(project, "own.csv")
    assert "  monkeys       3  " in pnp(project, "count").output
    root = etree.parse(project / "templates/pond/monkeys.svg").getroot()
    assert root.get("{urn:pnp:template}sample") == "monkeys/monkeys-1"
    built = pnp(project, "build", "--card", "monkeys/monkeys-2", "--format", "svg")
    assert "1 piece " in built.output, built.output


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("id,name\na b,X\n", 'own.csv:2, column "id": "a b" cannot be used as an id'),
        ("id,name\na,X\nA,Y\n", 'own.csv:3, column "id": duplicate id "A"'),
        ("Name,Qty,qty\nA,2,1\n", 'own.csv:1, column "Qty": the table has a column "qty" too'),
        ("Name,Qty\nA,q\nB,r\n", 'own.csv:1, column "Qty": the column has no numbers of copies'),
        ("Name,Count\nA,0\nB,0\n", 'own.csv:2, column "Count": the deck has no cards'),
        ("#\n1\n2\n", "the table has no columns that are not private"),
        ("Name,Count\n,2\nB,1\n", 'own.csv:2, column "Name": the id is blank'),
        ("Name,Count\nA,2\nB,\n", 'own.csv:3, column "Count": the qty is blank'),
        ("Name,Count\nA,2\nB,2x\n", 'own.csv:3, column "Count": "2x" is not a number of copies'),
        ("Name,Count\n" + "".join(f"A{n},1000\n" for n in range(21)), "more than 20,000 cards"),
    ],
)
def test_a_deck_that_would_not_load_is_told_and_nothing_is_written(
    project: Path, rows: str, told: str
) -> None:
    (project / "own.csv").write_text(rows, "utf-8")
    before = held(project)
    result = pnp(project, "add", "deck", "monkeys", "--from", "own.csv")
    assert (result.exit_code, held(project)) == (2, before)
    assert told in result.output


def test_a_column_that_is_taken_for_copies_may_have_another_name(project: Path) -> None:
    (project / "own.csv").write_text("Name,Count\nA,2\nB,\n", "utf-8")
    told = pnp(project, "add", "deck", "monkeys", "--from", "own.csv").output
    assert "0 leaves the row out; or rename the column, if it has no copies\n" in told


def test_only_a_deck_is_made_of_a_table(project: Path) -> None:
    (project / "own.csv").write_text(MONKEYS, "utf-8")
    result = pnp(project, "add", "token", "coin", "--from", "own.csv")
    assert result.exit_code == 2
    assert "--from is for a deck" in result.output


def test_a_header_that_changes_later_is_named_with_its_table(project: Path) -> None:
    (project / "monkeys.csv").write_text(MONKEYS, "utf-8")
    added(project, "monkeys.csv")
    change(project, "card_data/pond/monkeys.csv", "Rules text", "Rulse text")
    told = pnp(project, "check").output
    assert 'monkeys.svg:19: "Rules text" is not known here\n' in told
    assert (
        '  hint: the table monkeys.csv has "Rulse text" (line 1): rename one of them; known are: '
        in told
    )


ODD_NAMES = (
    *("#", "#x", "component", "ink", "card", "items", "_x", "None", "ID", "Id", "id"),
    *("{%x%}", "{{ x }}", "a }} b", "{#c#}", "it's", 'say "x"', "both ' \"", "a\\b", "a\nb", "a<b"),
)


def test_whatever_columns_are_called_the_game_builds(project: Path) -> None:
    for number, name in enumerate(ODD_NAMES):
        tables = (
            [["Name", "Type", name], ["Wolf", "Animal", "7"], ["Fox", "Bird", "8"]],
            [[name, "Title", "Art"], ["1", "Wolf", "Animal"], ["2", "Fox", "Bird"]],
            [[name, "Count"], ["wolf", "0"], ["fox", "2"]],
        )
        for place, rows in enumerate(tables):
            if place == 2 and name.startswith("#"):
                continue  # nothing is left but the copies
            path = project / "own" / f"t{number}-{place}.csv"
            path.parent.mkdir(exist_ok=True)
            with path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows(rows)
            deck = f"d{number}-{place}"
            result = pnp(project, "add", "deck", deck, "--from", f"own/{path.name}")
            assert result.exit_code == 0, (name, result.output)
    found = pnp(project, "check")
    assert found.exit_code == 0, found.output
    assert "stale-sample" not in found.output


def test_the_column_of_card_numbers_is_not_used(project: Path) -> None:
    (project / "own.csv").write_text("#,Name\n1,Wolf\n2,Fox\n", "utf-8")
    assert "name = Name, copies: 1 each" in added(project, "own.csv").splitlines()
    assert drawn(project) == {"title": "{{ card.Name }}"}
    built = pnp(project, "build", "--component", "monkeys", "--format", "svg")
    assert "2 pieces" in built.output, built.output


def test_a_column_named_component_leaves_the_title_on_the_back(project: Path) -> None:
    (project / "own.csv").write_text("Name,component\nWolf,aa\nFox,b\n", "utf-8")
    added(project, "own.csv")
    back = (project / "templates/pond/monkeys-back.svg").read_text("utf-8")
    assert ('pnp:text="Monkeys"' in back, "component" in back) == (True, False)
    assert pnp(project, "build", "--component", "monkeys").exit_code == 0


def test_a_table_of_a_name_that_is_taken_says_how_to_read_the_one_there(project: Path) -> None:
    (project / "card_data/pond/own.csv").write_text("Name\nOwl\n", "utf-8")
    (project / "own.csv").write_text("Name\nOwl\n", "utf-8")
    told = pnp(project, "add", "deck", "monkeys", "--from", "own.csv")
    hint = "rename the table, or write --from card_data/pond/own.csv if it is the same one"
    assert (told.exit_code, hint in told.output) == (2, True), told.output
    assert "    rows: own.csv" in (added(project, "card_data/pond/own.csv") and entry(project))
