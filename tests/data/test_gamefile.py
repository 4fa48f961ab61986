import pytest

from pnp.base.diagnostics import PnpError
from pnp.data.document import parse_document
from pnp.data.game import Cut
from pnp.data.gamefile import GameFile, game_file_model, parse_players
from pnp.data.schema import UnfitError, json_schema, validate
from pnp.geometry.plane import Size
from pnp.kinds.catalog import BUILT_IN, KINDS
from pnp.kinds.standee import StandeeEntry


def entry(text: str) -> str:
    return f"title: Beasts\nplayers: 2-4\ncomponents:\n  beast: {{{text}}}\n"


MODEL = game_file_model(KINDS.entries(()))


def check(text: str) -> GameFile:
    return validate(MODEL, parse_document(text, "game.yaml"))


def fault(text: str) -> str:
    with pytest.raises(PnpError) as caught:
        check(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("value", "players"),
    [
        (3, (3,)),
        ("2-4", (2, 3, 4)),
        ("2 – 5", (2, 3, 4, 5)),
        ("4-4", (4,)),
        ([4, 2, 2], (2, 4)),
    ],
)
def test_players_are_a_number_a_range_or_a_list(value: object, players: tuple[int, ...]) -> None:
    assert parse_players(value) == players


@pytest.mark.parametrize("value", ["4-2", 0, -1, "two", [], [2, "3"], True, 2.5, 101, {}, None])
def test_other_players_are_refused(value: object) -> None:
    with pytest.raises(UnfitError, match="players"):
        parse_players(value)


def test_sizes_and_lengths_become_millimetres() -> None:
    text = entry(
        "kind: standee, size: 20 x 40 mm, base: 0.5 in, corner: 1 cm, bleed: 0 mm, rows: a.csv, "
        "face: f.svg, cut: outline, stock: thick-card"
    )
    found = check(text).components["beast"]
    assert isinstance(found, StandeeEntry)
    assert (found.size, found.base, found.corner) == (Size(20, 40), 12.7, 10)
    assert (found.bleed, found.safe, found.cut) == (0, 3, Cut.OUTLINE)


def test_what_is_left_out_has_its_default() -> None:
    found = check(entry("kind: sheet, size: mini-euro, face: f.svg")).components["beast"]
    assert (found.size, found.stock, found.aid) == (Size(44, 67), "paper", False)
    assert (found.bleed, found.safe, found.corner, found.cut) == (3, 3, 0, Cut.STRAIGHT)


def test_versions_and_titles_stay_as_they_are_written() -> None:
    text = entry("kind: sheet, size: poker, face: f.svg") + "version: 1.10\ndesigner: 0123\n"
    assert (check(text).version, check(text).designer) == ("1.10", "0123")


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("kind: deck, size: pokre, rows: a.csv, face: f.svg", 29, '"pokre"'),
        ("kind: deck, size: 44 x 6700 mm, rows: a.csv, face: f.svg", 29, '"44 x 6700 mm"'),
        ("kind: deck, size: poker, corner: 3, rows: a.csv, face: f.svg", 44, '"3"'),
        ("kind: deck, size: poker, corner: -3 mm, rows: a.csv, face: f.svg", 44, '"-3 mm"'),
        ("kind: deck, size: 10 x 20 mm, corner: 6 mm, rows: a.csv, face: f.svg", 49, "6 mm"),
        (
            "kind: deck, size: poker, stock: Thick Card, rows: a.csv, face: f.svg",
            43,
            '"Thick Card"',
        ),
        ("kind: dekc, size: poker", 10, '"dekc"'),
        ("kind: deck, size: poker, rows: a.csv, face: f.svg, base: 8 mm", 62, '"base"'),
        ("kind: deck, size: poker, rows: a.csv, face: f.svg, colums: {a: int}", 62, '"colums"'),
        ("kind: deck, size: poker, rows: a.csv, face: f.svg, columns: {a: itn}", 75, '"itn"'),
    ],
)
def test_a_value_that_does_not_fit_is_refused_at_its_place(
    text: str, column: int, word: str
) -> None:
    told = fault(entry(text))
    assert told.startswith(f"game.yaml:4:{column}: ")
    assert word in told.splitlines()[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "kind: cards, size: poker",
            'game.yaml:4:10: "cards" is not a known kind\n  hint: write one of deck, tile, token, '
            "standee, board, mat, box, tray, die, spinner, track, sheet, booklet, guide",
        ),
        (
            "kind: deck, size: '63,5 x 88,9 mm', rows: a.csv, face: f.svg",
            'game.yaml:4:29: "63,5 x 88,9 mm" is not a size: decimals have a point, as 63.5 x '
            "88.9 mm",
        ),
        (
            "kind: deck, size: poker, corner: '2,5 mm', rows: a.csv, face: f.svg",
            'game.yaml:4:44: "2,5 mm" is not a length: decimals have a point, as 2.5 mm',
        ),
        (
            "kind: deck, size: {w: 63, h: 88}, rows: a.csv, face: f.svg",
            "game.yaml:4:29: a mapping is not one value\n  hint: write 44 x 67 mm or poker",
        ),
        (
            "kind: die, size: 1 x 1 mm, rows: a.csv, face: f.svg",
            'game.yaml:4:28: "1 x 1 mm" is too small\n  hint: a side is 3 mm or more',
        ),
        (
            "kind: die, size: 6 x 6 mm, rows: a.csv, face: f.svg",
            "game.yaml:4:28: 6 x 6 mm is too small to fold\n"
            "  hint: a side is 10 mm or more: 16 x 16 mm",
        ),
        (
            "kind: deck, size: poker, face: f.svg",
            'game.yaml:4:10: the key "rows" is missing\n  hint: name a table: rows: cards.csv',
        ),
        (
            "kind: deck, size: poker, rows: a.csv",
            'game.yaml:4:10: the key "face" is missing\n'
            "  hint: name a template: face: my-game/card.svg",
        ),
        (
            "kind: deck, size: poker, face: f.svg, cards: [{rows: a.csv, face: f.svg}]",
            "game.yaml:4:10: rows, sheet, from or face given beside cards\n"
            "  hint: move them into cards",
        ),
        (
            "kind: deck, size: poker, cards: []",
            "game.yaml:4:43: a list is empty",
        ),
        (
            "kind: guide, size: poker, face: f.svg, rows: a.csv",
            'game.yaml:4:50: the key "rows" is not known\n'
            "  hint: the keys are kind, title, stock, aid, bleed, sheets, size, safe, face",
        ),
        (
            "kind: booklet, size: poker, rows: a.csv, face: f.svg, corner: 3 mm",
            "game.yaml:4:10: corner given, but pages are not cut\n  hint: leave it out",
        ),
        (
            "kind: booklet, size: poker, pages: [f.svg], corner: 3 mm, cut: outline",
            "game.yaml:4:10: corner and cut given, but pages are not cut\n  hint: leave it out",
        ),
        (
            "kind: guide, size: poker, face: f.svg, cut: outline",
            "game.yaml:4:10: cut given, but pages are not cut\n  hint: leave it out",
        ),
        (
            "kind: deck, size: poker, rows: a.csv, face: f.svg, columns: {a: [x, y, x]}",
            'game.yaml:4:75: duplicate word "x"\n  hint: write each word once',
        ),
        (
            "kind: deck, size: poker, rows: a.csv, face: f.svg, columns: {a: []}",
            "game.yaml:4:75: the list of words is empty\n"
            "  hint: write the words that cells may have",
        ),
        (
            "kind: deck, size: poker, rows: a.csv, face: f.svg, columns: {qty: int}",
            'game.yaml:4:72: "qty" needs no type\n  hint: leave it out: every table has id and qty',
        ),
    ],
)
def test_a_component_that_does_not_fit_is_refused(text: str, message: str) -> None:
    assert fault(entry(text)) == message


def test_a_component_needs_a_name_for_files_and_expressions() -> None:
    text = "title: Beasts\nplayers: 2\ncomponents:\n  Dark Lord: {kind: sheet, size: 3}\n"
    assert fault(text).startswith('game.yaml:4:3: "Dark Lord" ')


def test_a_palette_holds_colours() -> None:
    text = entry("kind: sheet, size: poker, face: f.svg") + "palette: {red: '#d00', sky: blau}\n"
    assert fault(text).startswith('game.yaml:5:29: "blau" ')


def test_a_game_has_a_title_and_components() -> None:
    assert fault("components: {}\n").splitlines() == [
        'game.yaml:1:1: the key "title" is missing',
        "  hint: the game's name, as on its box",
        "game.yaml:1:13: a mapping is empty",
    ]


def test_every_kind_has_its_entry_and_its_part_of_the_json_schema() -> None:
    components = json_schema(MODEL)["properties"]["components"]["additionalProperties"]
    assert set(components["discriminator"]["mapping"]) == set(BUILT_IN)


@pytest.mark.parametrize("tag", ["en_US", "english", "d"])
def test_what_is_no_language_is_told_with_an_example(tag: str) -> None:
    text = f"title: A\nplayers: 2\nlanguage: {tag}\ncomponents: {{}}\n"
    assert f'game.yaml:3:11: "{tag}" is not the tag of a language\n  hint: write en' in fault(text)
