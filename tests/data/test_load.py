import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unicodedata import normalize

import pytest

from pnp.base.diagnostics import PnpError, Where
from pnp.data.cards import TEMPLATE_NAMES
from pnp.data.game import Card, Cut
from pnp.data.load import load_game
from pnp.data.project import SHARE, Project
from pnp.geometry.plane import Size
from pnp.kinds.catalog import KINDS
from pnp.kinds.kind import shared_values
from pnp.kinds.standee import foot_height
from pnp.scene.page import Ink
from tests.data.games import GAME, ROWS, faults, load, places, write_game
from tests.data.workbooks import write_ods, write_xlsx

BEASTS = "card_data/beasts/beasts.csv"
YAML = "card_data/beasts/game.yaml"


def test_a_blank_length_is_told_as_blank(tmp_path: Path) -> None:
    assert faults(write_game(tmp_path, GAME.replace("size: poker", "size:")))[:2] == [
        f"{YAML}:6:10: the value is blank",
        "  hint: write one, as 44 x 67 mm or poker",
    ]


def test_a_blank_kind_is_told_as_blank(tmp_path: Path) -> None:
    told, hint = faults(write_game(tmp_path, GAME.replace("kind: deck", "kind:")))[:2]
    assert told == f"{YAML}:5:5: the kind is blank"
    assert hint.startswith("  hint: write one of deck, ")


@pytest.mark.parametrize("more", ["", "    from: {id: Beast}\n"])
def test_another_sheet_is_named_where_the_first_one_lacks_a_column(
    tmp_path: Path, more: str
) -> None:
    text = GAME.replace("beasts.csv", "b.xlsx").replace("    columns", f"{more}    columns")
    folder = write_game(tmp_path, text)
    write_xlsx(folder / "b.xlsx", [["a", "b"], ["c", 1]], name="Notes", after=["Old", "Cards"])
    assert any(line.endswith("write sheet: and its name: Old, Cards") for line in faults(folder))


GREEN = [["id", "größe", "farbe"], ["owl", "groß", "grün"]]


def green_csv(path: Path, form: str) -> None:
    path.write_text(normalize(form, "\n".join(map(",".join, GREEN))), "utf-8")


def green_json(path: Path, form: str) -> None:
    names, cells = (map(partial(normalize, form), row) for row in GREEN)
    path.write_text(json.dumps([dict(zip(names, cells, strict=True))]), "ascii")


def green_workbook(path: Path, form: str) -> None:
    write = write_xlsx if path.suffix == ".xlsx" else write_ods
    rows = [[normalize(form, cell) for cell in row] for row in GREEN]
    write(path, rows, name=normalize(form, "Vögel"), before=["Notes"])


@pytest.mark.parametrize(("of_game", "of_table"), [("NFC", "NFD"), ("NFD", "NFC")])
@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("b.csv", green_csv),
        ("b.json", green_json),
        ("b.yaml", green_json),
        ("b.xlsx", green_workbook),
        ("b.ods", green_workbook),
    ],
)
def test_an_accented_letter_is_the_same_as_one_character_and_as_two(
    tmp_path: Path, name: str, make: Callable[[Path, str], None], of_game: str, of_table: str
) -> None:
    sheet = "\n    sheet: Vögel" if make is green_workbook else ""
    text = GAME.replace("beasts.csv", name + sheet)
    text = re.sub("columns: .*", "columns: {größe: text, farbe: [rot, grün]}", text)
    folder = write_game(tmp_path, normalize(of_game, text))
    make(folder / name, of_table)
    (card,) = load(folder).component("beast").cards
    assert card.values == {"größe": "groß", "farbe": "grün"}


def test_an_empty_table_of_texts_wants_a_header_of_languages(tmp_path: Path) -> None:
    folder = write_game(tmp_path, GAME + "texts: texts.csv\n")
    (folder / "texts.csv").write_text("")
    assert faults(folder) == [
        "card_data/beasts/texts.csv: the table is empty",
        "  hint: write a header of languages, the game's own first, as en,de",
    ]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("texts.csv", "`pnp texts beasts --language de > card_data/beasts/texts.csv` writes it"),
        ("texts.ods", "`pnp texts beasts --language de` prints the rows to put there"),
        ("txets.csv", 'did you mean "texts-2.csv"?'),
    ],
)
def test_a_table_of_texts_that_is_missing_is_no_table_of_cards(
    tmp_path: Path, name: str, hint: str
) -> None:
    text = GAME.replace("beasts.csv", "texts-1.csv") + f"texts: {name}\n"
    folder = write_game(tmp_path, text)
    (folder / "beasts.csv").rename(folder / "texts-1.csv")
    (folder / f"._{name}").write_bytes(b"\0\5\x16\7")  # what a Mac leaves on a stick
    if name == "txets.csv":
        (folder / "texts-2.csv").write_text("en,de\n")
    assert faults(folder)[1] == f"  hint: {hint}"


def test_a_game_is_loaded_with_its_cards(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, GAME + "play: {rounds: 3, map: {no: [1, 2.5]}}\n"))
    assert (game.key, game.title, game.players) == ("beasts", "Beasts", (2, 3, 4))
    assert game.play == {"rounds": 3, "map": {"no": [1, 2.5]}}
    deck = game.component("beast")
    assert (deck.kind.name, deck.title, deck.size) == ("deck", "Beast", Size(63.5, 88.9))
    assert (deck.qty, deck.bleed, deck.safe, deck.cut) == (3, 3, 3, Cut.STRAIGHT)
    assert deck.columns == {"name": "text", "teeth": "int", "mood": ("calm", "cross")}
    assert deck.where == Where(YAML, 4, 3)
    assert deck.cards[0] == Card(
        id="wolf",
        qty=2,
        values={"name": "Wolf", "teeth": 42, "mood": "cross"},
        where=Where(BEASTS, 2),
        face="beasts/face.svg",
    )
    assert game.findings == ()


def test_the_game_says_which_files_were_read(tmp_path: Path) -> None:
    folder = write_game(tmp_path, rulebook_yaml="rules: []\n")
    game = load(folder)
    assert game.files == (folder / "game.yaml", folder / "beasts.csv")
    assert game.rulebook == folder / "rulebook.yaml"
    assert load(write_game(tmp_path / "other")).rulebook is None


def test_without_declared_columns_every_column_is_text(tmp_path: Path) -> None:
    game = load(write_game(tmp_path, GAME.replace("    columns", "    # columns")))
    deck = game.component("beast")
    assert deck.columns == {"name": "text", "teeth": "text", "mood": "text"}
    assert deck.cards[0].values == {"name": "Wolf", "teeth": "42", "mood": "cross"}


def test_sources_have_their_own_faces_and_the_component_has_the_back(tmp_path: Path) -> None:
    text = """\
title: Beasts
players: 2
components:
  beast:
    kind: deck
    size: poker
    back: beasts/back.svg
    cards:
      - {rows: beasts.csv, face: beasts/face.svg}
      - rows: [{id: bear, qty: 3, home: cave}]
        face: beasts/back.svg
        back: beasts/face.svg
"""
    wolf, hare, bear = load(write_game(tmp_path, text)).component("beast").cards
    assert (wolf.face, wolf.back) == ("beasts/face.svg", "beasts/back.svg")
    assert (bear.face, bear.back, bear.qty) == ("beasts/back.svg", "beasts/face.svg", 3)
    assert bear.values == {"name": "", "teeth": "", "mood": "", "home": "cave"}
    assert hare.values["home"] == ""
    assert str(bear.where_of("home")) == f'{YAML}:10:41, column "home"'


def test_a_sheet_without_rows_is_one_piece_and_a_standee_has_a_foot(tmp_path: Path) -> None:
    text = """\
title: Beasts
players: 2
components:
  score-strip: {kind: sheet, aid: true, size: 190 x 30 mm, face: beasts/face.svg}
  guide: {kind: guide, aid: true, size: 190 x 250 mm, face: beasts/face.svg}
  lord: {kind: standee, size: 20 x 40 mm, rows: [{id: red}], face: beasts/face.svg}
"""
    game = load(write_game(tmp_path, text))
    strip, lord = game.component("score-strip"), game.component("lord")
    assert (strip.title, strip.aid, strip.stock) == ("Score strip", True, "paper")
    assert [(card.id, card.qty, card.values) for card in strip.cards] == [("score-strip", 1, {})]
    guide = game.component("guide")
    assert [card.id for card in guide.cards] == ["guide"]
    assert (guide.stock, guide.bleed, guide.safe) == ("paper", 0, 0), "nobody cuts a guide"
    assert (foot_height(lord), lord.stock, foot_height(strip)) == (8, "card", 0)


def test_blank_cells_are_empty_text_or_nothing(tmp_path: Path) -> None:
    text = GAME.replace("teeth: int", "teeth: int?")
    rows = "id,name,teeth,mood\nwolf,,,calm\n"
    card = load(write_game(tmp_path, text, beasts_csv=rows)).component("beast").cards[0]
    assert (card.qty, card.values) == (1, {"name": "", "teeth": None, "mood": "calm"})


@pytest.mark.parametrize(
    ("column", "type_"), [("name", "text"), ("name", "text?"), ("teeth", "int?"), ("teeth", "int")]
)
def test_a_declared_column_that_no_table_has_is_refused(
    tmp_path: Path, column: str, type_: str
) -> None:
    text = re.sub(rf"{column}: \w+", f"{column}: {type_}", GAME)
    rows = _rows(f"{column},", f"#{column},")
    assert faults(write_game(tmp_path, text, beasts_csv=rows)) == [
        f'{BEASTS}:1: the column "{column}" is missing',
        f"  hint: the column is declared as {type_} in {YAML}:7",
    ]


def test_a_column_that_may_be_blank_can_be_absent_from_one_of_two_tables(tmp_path: Path) -> None:
    one = "rows: beasts.csv\n    face: beasts/face.svg"
    two = "cards:\n" + "".join(
        f"      - {{rows: {name}.csv, face: beasts/face.svg}}\n" for name in ("beasts", "more")
    )
    text = GAME.replace("teeth: int", "teeth: int?").replace(one, two)
    folder = write_game(tmp_path, text, more_csv="id,name,mood\nfox,Fox,calm\n")
    cards = load(folder).component("beast").cards
    assert [card.values["teeth"] for card in cards] == [42, 28, None]


def test_a_column_that_hides_a_name_of_templates_is_told(tmp_path: Path) -> None:
    rows = "id,name,teeth,mood,ink\nwolf,Wolf,42,cross,x\n"
    text = GAME.replace("teeth: int", "teeth: int, ink: text")
    game = load(write_game(tmp_path, text, beasts_csv=rows))
    assert [(finding.rule.id, str(finding.where)) for finding in game.findings] == [
        ("hidden-name", f'{BEASTS}:1, column "ink"')
    ]


def test_what_templates_know_by_name_is_what_they_are_given(tmp_path: Path) -> None:
    game = load(write_game(tmp_path))
    assert {*TEMPLATE_NAMES} == shared_values(game, game.component("beast"), Ink.FULL).keys()


def test_a_written_0_leaves_the_row_out_and_is_reported(tmp_path: Path) -> None:
    folder = write_game(tmp_path, beasts_csv=ROWS.replace("wolf,2", "wolf,0"))
    game = load(folder)
    assert [card.id for card in game.component("beast").cards] == ["hare"]
    assert [str(finding) for finding in game.findings] == [
        f'{BEASTS}:2, column "qty": warning [row-left-out] "wolf" is left out: its qty is 0\n'
        "  hint: delete the row, or raise its qty"
    ]


def _rows(old: str, new: str) -> str:
    assert old in ROWS
    return ROWS.replace(old, new)


@pytest.mark.parametrize(
    ("rows", "line", "column", "word"),
    [
        (_rows("42", "three"), 2, "teeth", '"three"'),
        (_rows("42", ""), 2, "teeth", "blank"),
        (_rows("cross", "corss"), 2, "mood", '"corss"'),
        (_rows("wolf,2", "wolf,"), 2, "qty", "blank"),
        (_rows("wolf,2", "wolf,two"), 2, "qty", '"two"'),
        (_rows("wolf,2", "wolf,-1"), 2, "qty", '"-1"'),
        (_rows("wolf,2", "wolf,1.5"), 2, "qty", '"1.5"'),
        (_rows("wolf,2", "wolf,10001"), 2, "qty", '"10001"'),
        (_rows("name,", "nmae,"), 1, "nmae", "declared"),
        (_rows("qty,", "Qty,"), 1, "Qty", "declared"),
        (_rows("hare,", "Wolf,"), 3, "id", '"Wolf"'),
    ],
)
def test_a_cell_that_does_not_fit_is_refused_at_its_place(
    tmp_path: Path, rows: str, line: int, column: str, word: str
) -> None:
    (told, hint) = faults(write_game(tmp_path, beasts_csv=rows))
    assert told.startswith(f'{BEASTS}:{line}, column "{column}": ')
    assert word in told
    assert hint.startswith("  hint: ")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            "id,name,mood,tail\nwolf,Wolf,calm,x\n",
            [
                f'{BEASTS}:1: the column "teeth" is missing',
                f"  hint: the column is declared as int in {YAML}:7",
                f'{BEASTS}:1, column "tail": the column is not declared',
                f"  hint: declare it in {YAML}:4, as tail: text; or begin its name with #",
            ],
        ),
        (
            _rows("id,", "ID,"),
            [
                f'{BEASTS}:1: the column "id" is missing',
                "  hint: give each row a short, unique name, such as white-zombie, or write from:"
                f" {{id: ID}} in {YAML}",
                f'{BEASTS}:1, column "ID": the column is not declared',
                '  hint: did you mean "id"?',
            ],
        ),
        (
            _rows("hare,", ","),
            [
                f'{BEASTS}:3, column "id": the id is blank',
                "  hint: give each row a unique id",
            ],
        ),
        (
            "id,name,teeth,mood\n",
            [
                f'{YAML}:4:3: "beast" has no cards',
                "  hint: write at least one row with a qty above 0",
            ],
        ),
        (
            "id,qty,name,teeth,mood\nwolf,0,Wolf,1,calm\n",
            [
                f'{YAML}:4:3: "beast" has no cards',
                "  hint: write at least one row with a qty above 0",
            ],
        ),
    ],
)
def test_a_row_that_does_not_fit_is_refused(tmp_path: Path, rows: str, message: list[str]) -> None:
    assert faults(write_game(tmp_path, beasts_csv=rows)) == message


@pytest.mark.parametrize("id_", ["../wolf", "a/b", "wolf pack", "ñu", "con", "LPT1.x", "a.", ".a"])
def test_an_id_must_be_able_to_name_a_file(tmp_path: Path, id_: str) -> None:
    folder = write_game(tmp_path, beasts_csv=_rows("hare,", f"{id_},"))
    assert faults(folder)[0].startswith(f'{BEASTS}:3, column "id": "{id_}" ')


def test_a_qty_in_another_case_is_no_text_column(tmp_path: Path) -> None:
    text = GAME.replace("    columns", "    # columns")
    folder = write_game(tmp_path, text, beasts_csv=_rows("qty", "Qty"))
    assert places(folder) == [f'{BEASTS}:1, column "Qty"']


def test_ids_are_unique_over_all_sources(tmp_path: Path) -> None:
    text = """\
title: Beasts
players: 2
components:
  beast:
    kind: deck
    size: poker
    cards:
      - {rows: beasts.csv, face: beasts/face.svg}
      - {rows: [{id: hare}], face: beasts/face.svg}
"""
    told, hint = faults(write_game(tmp_path, text))
    assert told.startswith(f'{YAML}:9:22, column "id": ') and '"hare"' in told
    assert f"{BEASTS}:3" in hint


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("baests.csv", '"beasts.csv"'),
        ("../../../etc/passwd", '"../../../etc/passwd" leaves'),
        ("/etc/passwd", '"/etc/passwd" is not a path'),
        ("C:\\beasts.csv", '"C:\\\\beasts.csv" is not a path'),
    ],
)
def test_rows_come_from_inside_the_folder(tmp_path: Path, name: str, word: str) -> None:
    told, hint = faults(write_game(tmp_path, GAME.replace("beasts.csv", name)))
    assert told.startswith(f"{YAML}:8:11: ")
    assert word in told + hint


@pytest.mark.parametrize("name", ["game.yaml", "beasts.csv", "rulebook.yaml"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_game(tmp_path)
    secret = tmp_path / "secret"
    secret.write_text("id\nwolf\n")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(secret)
    assert f'"{name}" leaves beasts/' in faults(folder)[0]


def test_a_missing_template_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    text = GAME.replace("beasts/face.svg", "beasts/faec.svg") + "    back: ../beasts.svg\n"
    assert faults(write_game(tmp_path, text)) == [
        f'{YAML}:9:11: "templates/beasts/faec.svg" does not exist',
        '  hint: did you mean "beasts/face.svg"?',
        f'{YAML}:10:11: "../beasts.svg" leaves templates/',
        "  hint: write a path inside the folder, without a leading slash and without ..",
    ]


def test_everything_that_is_wrong_is_said_at_once_sorted_by_place(tmp_path: Path) -> None:
    text = GAME.replace("players: 2-4", "players: some") + (
        "  hat: {kind: token, size: 10 x 10, rows: hats.csv, face: beasts/face.svg}\n"
        "  den: {kind: token, size: 10 x 10 mm, rows: [{id: a}, {id: a}], face: beasts/f.svg}\n"
    )
    rows = _rows("42", "many").replace("hare,1", "hare,")
    assert places(write_game(tmp_path, text, beasts_csv=rows)) == [
        f'{BEASTS}:2, column "teeth"',
        f'{BEASTS}:3, column "qty"',
        f"{YAML}:2:10",
        f"{YAML}:10:28",
        f'{YAML}:11:61, column "id"',
        f"{YAML}:11:72",
    ]


def test_sheets_are_shared_or_own_or_those_of_a_component_with_sheets_of_its_own(
    tmp_path: Path,
) -> None:
    map_ = "  map: {kind: sheet, aid: true, size: 190 x 30 mm, face: beasts/face.svg, sheets: %s}\n"
    own = f"{GAME}    sheets: own\n"
    game = load(write_game(tmp_path, own + map_ % "beast"))
    assert [part.sheets_of for part in (game.component("beast"), game.component("map"))] == [
        "beast",
        "beast",
    ]
    (fault, *_) = faults(write_game(tmp_path, own + map_ % "beasts"))
    assert '"beasts" is no component with sheets: own' in fault


def test_a_folder_that_is_no_game_is_refused(tmp_path: Path) -> None:
    project = Project(tmp_path)
    with pytest.raises(PnpError) as caught:
        load_game(tmp_path, project, KINDS)
    assert str(caught.value).startswith(f"{tmp_path}: ")
    assert "game.yaml" in str(caught.value)
    (tmp_path / "game.yml").write_text("title: x")
    with pytest.raises(PnpError, match=r'"game\.yml"'):
        load_game(tmp_path, project, KINDS)
    with pytest.raises(PnpError, match=r"^card_data/none: the folder does not exist"):
        load_game(tmp_path / "card_data/none", project, KINDS)


@pytest.mark.parametrize("key", sorted(p.parent.name for p in SHARE.glob("card_data/*/game.yaml")))
def test_every_bundled_game_loads_without_a_finding(key: str) -> None:
    assert load_game(SHARE / "card_data" / key, Project(SHARE), KINDS).findings == ()


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"title: \xf1\n", f"{YAML}:1"),
        (b"title: a\0b\n", f"{YAML}:1"),
        (b"", YAML),
        (b"- a\n", f"{YAML}:1:1"),
        (b"a: &a [*a]\n", f"{YAML}:1:4"),
        (GAME.encode() + b"title: x\n", f"{YAML}:10:1"),
    ],
)
def test_a_game_file_that_is_no_yaml_is_refused(tmp_path: Path, data: bytes, place: str) -> None:
    folder = write_game(tmp_path)
    (folder / "game.yaml").write_bytes(data)
    assert places(folder)[0] == place


def test_a_game_has_no_more_pieces_than_can_be_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_LIMITS", "pieces=2")
    assert faults(write_game(tmp_path)) == [
        f"{YAML}:4:3: up to this component the game has 3 pieces",
        "  hint: the limit is 2: lower the qty of its rows, or make two games; "
        "PNP_LIMITS=pieces=NUMBER allows more",
    ]


def test_a_game_has_no_more_rows_than_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_LIMITS", "pieces=1")
    assert faults(write_game(tmp_path)) == [
        f"{YAML}:4:3: up to this component the game has 2 rows",
        "  hint: the limit is 1: lower the qty of its rows, or make two games; "
        "PNP_LIMITS=pieces=NUMBER allows more",
    ]


def test_five_thousand_different_cards_are_fine(tmp_path: Path) -> None:
    rows = "".join(f"beast-{n},3,Beast,{n},calm\n" for n in range(5_400))
    folder = write_game(tmp_path, beasts_csv="id,qty,name,teeth,mood\n" + rows)
    assert load(folder).component("beast").qty == 16_200
