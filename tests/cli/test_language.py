"""Texts in another language: ``--language`` in every command, and what is told about the table."""

import json
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from tests.data.workbooks import write_xlsx
from tests.make import write
from tests.projects import change, owls, pnp

TEXTS = """\
en,de,where
Owls,Eulen,
Barn Owl,Schleiereule,
Snowy Owl,Schneeeule,
Blind Owl,Blinde Eule,
{{ card.eyes }} eyes,{{ card.eyes }} Augen,
Hoo!,Schuhu!,
Owl,Eulen,owl.title
Chip,Chips,
"""

SAYS = """\
  <text id="eyes" x="20" y="55.5" font-family="Alegreya Sans" font-size="3"
        pnp:text="{{ card.eyes }} eyes">2 eyes</text>
  <text id="call" x="4" y="8" font-family="Alegreya Sans" font-size="3">Hoo!</text>
</svg>
"""

GAME, TABLE, OWL = "card_data/owls/game.yaml", "card_data/owls/texts.csv", "templates/owl.svg"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    owls(tmp_path)
    change(tmp_path, GAME, "players: 2-3", "players: 2-3\ntexts: texts.csv")
    change(tmp_path, OWL, "</svg>\n", SAYS)
    return write(tmp_path, {TABLE: TEXTS})


def test_a_german_kit_is_built_and_proved_beside_the_english_one(project: Path) -> None:
    assert pnp(project, "build").exit_code == 0
    made = pnp(project, "build", "--language", "de")
    assert made.exit_code == 0, made.output
    assert made.output.startswith("Eulen: 10 pieces")
    assert "proof passed" in made.output
    assert "output/owls-de" in made.output
    english, german = project / "output/owls", project / "output/owls-de"
    assert (english / "owls-kit.pdf").exists()
    with pikepdf.open(german / "owls-de-kit.pdf") as pdf:
        assert str(pdf.Root.Lang) == "de"
        with pdf.open_metadata() as metadata:
            assert metadata["dc:language"] == {"de"}
    told = json.loads((german / "manifest.json").read_text("utf-8"))
    assert told["game"]["language"] == "de"
    assert "card_data/owls/texts.csv" in [entry["path"] for entry in told["inputs"]]


def test_an_export_is_in_the_language_and_has_its_name(project: Path) -> None:
    told = pnp(project, "export", "vtt", "--language", "de")
    assert told.exit_code == 0, told.output
    assert told.output.startswith("Eulen: ") and "output/owls-de-vtt" in told.output
    assert (project / "output/owls-de-vtt/owls-de.vtt").is_file()
    assert pnp(project, "export", "vtt").exit_code == 0

    def shown(kit: str) -> dict[str, tuple[str, ...]]:
        data = json.loads((project / f"output/{kit}-vtt/manifest.json").read_text("utf-8"))
        return {piece["id"]: tuple(piece["shows"]) for piece in data["pieces"]}

    english, german = shown("owls"), shown("owls-de")
    assert english.keys() == german.keys()
    same = {name for name in english if english[name] == german[name]}
    assert same == {"chip/dot"}  # nothing is written on it
    assert 'owls has no texts in "fr"' in pnp(project, "export", "vtt", "--language", "fr").output


def test_what_is_not_translated_is_told_wherever_it_is_drawn(project: Path) -> None:
    change(project, TABLE, "Hoo!,Schuhu!,\n", "")
    told = f'{OWL}:11: warning [untranslated] "Hoo!" is not in German\n'
    for words in (("build",), ("export", "vtt"), ("show", "owl/barn", "-o", "owl.png")):
        found = pnp(project, *words, "--language", "de")
        assert (found.exit_code, told in found.stderr) == (0, True), found.output
    beside = pnp(project, "show", "chip", "-o", "chip.png", "--language", "de")
    assert (beside.exit_code, beside.stderr) == (0, "")


def test_the_page_of_an_update_is_in_the_language(project: Path) -> None:
    assert pnp(project, "build", "--language", "de", "-o", "old").exit_code == 0
    change(project, "card_data/owls/owl.csv", "barn,3", "barn,4")
    words = ("build", "--language", "de", "--format", "pdf", "--since")
    made = pnp(project, *words, "old/owls-de")
    assert made.exit_code == 0, made.output
    with PdfDocument(next(project.rglob("owls-update.pdf"))) as pdf:
        told = pdf[0].get_textpage().get_text_range()
    assert "1 Teil drucken" in told and "1 × owl/barn (mehr davon)" in told
    assert told.startswith("Eulen: Nachdruck von")
    english = pnp(project, "build", "--since", "old/owls-de")
    assert english.exit_code == 2
    assert "the earlier kit is in de, this one is in en" in english.output
    assert "build it with --language de" in english.output


def test_every_text_of_a_card_is_in_the_language(project: Path) -> None:
    facts = """
  - {id: OW-4, tier: stated, says: They say so., where: Box, check: "said"}
"""
    words = '["Schleiereule", "2 Augen", "Schuhu!"]'
    check = f"""'texts(rows(owl, id == "barn"), "face")[0] == {words}'"""
    book = "card_data/owls/rulebook.yaml"
    change(project, book, "play:", facts.strip("\n").replace('"said"', check) + "\nplay:")
    german = pnp(project, "check", "--language", "de", "--only", "OW-4")
    assert german.exit_code == 0, german.output
    assert german.output == "Eulen, German: the checked fact holds\n"
    assert pnp(project, "check", "--language", "en", "--only", "OW-4").exit_code == 1


@pytest.mark.parametrize("cores", [1, 8])
def test_check_looks_at_all_languages_and_tells_how_much_is_translated(
    cores: int, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    result = pnp(project, "check")
    assert result.exit_code == 0, result.output
    assert "Owls: all 2 checked facts hold" in result.output
    assert "Eulen: all 2 checked facts hold\n  German: 8 of 8 texts" in result.output


def test_a_text_without_a_translation_is_told_with_its_place(project: Path) -> None:
    change(project, TABLE, "Snowy Owl,Schneeeule", "Snowy Owl,")
    change(project, TABLE, "Hoo!,Schuhu!,\n", "")
    output = pnp(project, "check", "--language", "de").output
    assert "German: 6 of 8 texts" in output
    line = (project / OWL).read_text("utf-8").splitlines().index(SAYS.splitlines()[2]) + 1
    assert f'{OWL}:{line}: warning [untranslated] "Hoo!" is not in German' in output
    assert 'owl.csv:3, column "name": warning [untranslated] "Snowy Owl"' in output
    table = pnp(project, "texts", "--language", "de").output
    assert table == "en,de,#where\nSnowy Owl,,owl/snow.name\nHoo!,,owl.svg#call\n"


def test_a_text_that_was_changed_is_told_at_its_row(project: Path) -> None:
    change(project, OWL, "Hoo!", "Hoo-hoo!")
    output = pnp(project, "check", "--language", "de").output
    assert 'texts.csv:7, column "en": warning [unused-text] the game has no text "Hoo!"' in output
    assert 'hint: did you mean "Hoo-hoo!"?' in output
    assert '[untranslated] "Hoo-hoo!" is not in German' in output


@pytest.mark.parametrize("command", ["build", "show owl/barn -o x.png", "check", "count"])
def test_a_language_that_the_table_lacks_is_refused(project: Path, command: str) -> None:
    result = pnp(project, *command.split(), "--language", "dk")
    assert result.exit_code == 2
    assert 'owls has no texts in "dk"' in result.output
    assert 'hint: did you mean "de"?' in result.output


def test_the_case_of_a_tag_does_not_count(project: Path) -> None:
    assert pnp(project, "count", "--language", "DE").output.startswith("Eulen: 10 pieces")
    assert pnp(project, "count", "--language", "EN").output.startswith("Owls: 10 pieces")


def test_a_new_language_begins_with_a_table_of_all_texts(tmp_path: Path) -> None:
    owls(tmp_path)
    assert "texts.csv" in pnp(tmp_path, "build", "--language", "fr").output
    table = pnp(tmp_path, "texts", "--language", "fr")
    assert table.exit_code == 0, table.output
    assert table.output.splitlines()[:3] == ["en,fr,#where", "Owls,,title", "Owl,,owl.title"]
    assert pnp(tmp_path, "texts", "--language", "../x").exit_code == 2


def absent(_: Path) -> None:
    pass


def emptied(table: Path) -> None:
    table.write_text("")


def on_no_sheet(table: Path) -> None:
    write_xlsx(table.with_name("owls.xlsx"), [["id"]])


def on_an_empty_sheet(table: Path) -> None:
    write_xlsx(table.with_name("owls.xlsx"), [], name="Texts")


SHEET = "{rows: owls.xlsx, sheet: Texts}"


@pytest.mark.parametrize(
    ("named", "make"),
    [
        ("texts.csv", absent),
        ("texts.csv", emptied),
        (SHEET, on_no_sheet),
        (SHEET, on_an_empty_sheet),
    ],
)
def test_a_table_of_texts_that_is_named_may_begin_with_nothing(
    tmp_path: Path, named: str, make: Callable[[Path], None]
) -> None:
    owls(tmp_path)
    change(tmp_path, GAME, "players: 2-3", f"players: 2-3\ntexts: {named}")
    make(tmp_path / TABLE)
    table = pnp(tmp_path, "texts", "--language", "de")
    assert table.exit_code == 0, table.output
    assert table.output.splitlines()[:2] == ["en,de,#where", "Owls,,title"]
    assert pnp(tmp_path, "count").exit_code == 2


@pytest.mark.parametrize("name", [TABLE, OWL, "card_data/owls/owl.csv"])
def test_an_accented_letter_may_be_two_characters_anywhere(project: Path, name: str) -> None:
    for each in (TABLE, OWL, "card_data/owls/owl.csv"):
        file = project / each
        text = file.read_text("utf-8").replace("Hoo!", "Hü!").replace("eyes", "äyes")
        text = text.replace("Barn Owl", "Bärn Owl")
        file.write_text(normalize("NFD" if each == name else "NFC", text), "utf-8")
    change(project, GAME, "eyes: int", "äyes: int")
    change(project, "card_data/owls/rulebook.yaml", "owl.eyes", "owl.äyes")
    told = pnp(project, "check")
    assert told.exit_code == 0 and "warning" not in told.output, told.output


def test_a_row_can_be_for_one_place(project: Path) -> None:
    change(project, OWL, "Hoo!", "Barn Owl")
    change(project, TABLE, "Hoo!,Schuhu!,", "Barn Owl,Eule aus dem Stall,owl.svg#call")
    output = pnp(project, "check", "--language", "de").output
    assert "warning" not in output
    assert pnp(project, "texts", "--language", "de").output == "en,de,#where\n"


def test_words_that_the_game_looks_up_stay_as_they_are(project: Path) -> None:
    change(project, GAME, "columns: {name: text, eyes: int}", "columns: {name: text, eyes: [two]}")
    for number in "220":
        change(project, "card_data/owls/owl.csv", f",{number}\n", ",two\n")
    change(project, OWL, "range(card.eyes)", "range(2 if card.eyes == 'two' else 0)")
    change(project, "card_data/owls/rulebook.yaml", "sum(owl.eyes) == 10", 'owl.eyes[0] == "two"')
    change(project, TABLE, "Chip,", "two,zwei,\nChip,")
    output = pnp(project, "check", "--language", "de").output
    assert "all 2 checked facts hold" in output


def test_what_drawings_and_facts_ask_for_is_the_word_that_is_written(project: Path) -> None:
    change(project, GAME, "play: {hand: 3}", "play: {hand: 3, moods: {first: calm, last: wild}}")
    asking = """\
  <defs><path id="mood-wild" d="M0 0H3V3Z"/></defs>
  <g pnp:for="name, mood in [['last', play.moods.last]]">
    <use id="mood" href="#mood-wild" pnp:href="#{{ 'mood-' ~ mood|lower }}" y="30"/>
    <text id="said" x="4" y="15" font-family="Alegreya Sans" font-size="3" pnp:if="mood == 'wild'"
          pnp:text="{{ {'wild': 2}[mood] }} {{ mood }} {{ 1 if mood in ['wild'] else 0 }}">2</text>
  </g>
</svg>
"""
    change(project, OWL, "</svg>\n", asking)
    facts = """
  - {id: OW-4, tier: stated, says: Calm first., where: Box, check: play.moods, equals: EQUALS}
  - {id: OW-5, tier: stated, says: It is drawn., where: Box, check: DRAWN}
  - {id: OW-6, tier: stated, says: It is printed., where: Box, check: PRINTED}
"""
    for name, check in {
        "EQUALS": "{first: calm, last: wild}",
        "DRAWN": """'all(symbols(card, "mood-" + play.moods.last) == 1 for card in owl)'""",
        "PRINTED": """'all("2 " + play.moods.last + " 1" in texts(it, "face") for it in owl)'""",
    }.items():
        facts = facts.replace(name, check)
    change(project, "card_data/owls/rulebook.yaml", "play:", facts.strip("\n") + "\nplay:")
    change(project, TABLE, "Chip,", "wild,wüst,\ncalm,ruhig,\nChip,")
    german = pnp(project, "check", "--language", "de")
    assert german.exit_code == 0, german.output
    assert "all 5 checked facts hold" in german.output
    assert pnp(project, "check", "--language", "en").exit_code == 0


def test_an_error_in_a_translation_is_told_in_the_table(project: Path) -> None:
    change(project, TABLE, "{{ card.eyes }} Augen", "{{ card.eies }} Augen")
    result = pnp(project, "check", "--language", "de")
    assert result.exit_code == 2
    assert f'{TABLE}:6, column "de": "eies" is not known here' in result.output


def test_a_text_too_long_for_its_place_is_told_at_the_words_of_that_language(project: Path) -> None:
    change(project, TABLE, "Schleiereule", "Gewöhnliche Westeuropäische Schleiereule")
    assert "text-overflow" not in pnp(project, "check", "--language", "en").output
    told = pnp(project, "check", "--language", "de").output
    assert f'{TABLE}:3, column "de": error [text-overflow] "Gewöhnliche' in told
    assert "; it is printed by card_data/owls/owl.csv:2\n" in told


def test_words_of_a_drawing_are_told_at_the_table_too(project: Path) -> None:
    change(project, TABLE, "Schuhu!", "Schuhu! Schuhuuu! Schuhuuuuuu! Schuhuuuuuuuuu!")
    told = pnp(project, "check", "--language", "de").output
    (line,) = [line for line in told.splitlines() if "[text-cut-off]" in line]
    assert line.strip().startswith("templates/owl.svg:11: ")
    assert f'; its words are at {TABLE}:7, column "de"\n' in told


NUMBERS = {
    "words of a drawing": (
        "all(numbers(words(it, 'eyes')) == [it.eyes] for it in owl)",
        ("{{ card.eyes }} Augen", "{{ card.eyes + 1 }} Augen", 6),
        (OWL, "{{ card.eyes }} eyes", "{{ card.eyes + 1 }} eyes", 10),
    ),
    "words of a row": (
        "all(numbers(words(it, 'name')) == [] for it in owl)",
        ("Schneeeule", "Schneeeule 2", 4),
        ("card_data/owls/owl.csv", "Snowy Owl", "Snowy Owl 2", 3),
    ),
    "a cell": (
        "all(numbers(it.sum) == [it.qty * it.eyes] for it in owl)",
        ("4 Augen zusammen", "5 Augen zusammen", 11),
        ("card_data/owls/owl.csv", "together 4 eyes", "together 5 eyes", 3),
    ),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_wrong_number_is_told_where_its_language_has_it(project: Path, name: str) -> None:
    fact, (said, wrong, row), (file, written, changed, line) = NUMBERS[name]
    change(project, GAME, "eyes: int}", "eyes: int, sum: text}")
    rows = "id,qty,name,eyes,sum\nbarn,3,Barn Owl,2,together 6 eyes\n"
    rows += "snow,2,Snowy Owl,2,together 4 eyes\nblind,1,Blind Owl,0,together 0 eyes\n"
    write(project, {"card_data/owls/owl.csv": rows})
    sums = "".join(f"together {n} eyes,{n} Augen zusammen,\n" for n in (6, 4, 0))
    write(project, {TABLE: TEXTS + sums})
    change(project, "card_data/owls/rulebook.yaml", "count(owl) == 6", f'"{fact}"')
    assert pnp(project, "check", "--only", "OW-1").exit_code == 0
    change(project, TABLE, said, wrong)
    assert pnp(project, "check", "--language", "en", "--only", "OW-1").exit_code == 0
    german = pnp(project, "check", "--language", "de", "--only", "OW-1")
    assert german.exit_code == 1
    assert f'— {TABLE}:{row}, column "de"' in german.output
    change(project, TABLE, wrong, said)
    change(project, file, written, changed)
    english = pnp(project, "check", "--language", "en", "--only", "OW-1").output
    assert TABLE not in english
    assert f"{file}:{line}" in english


def test_what_is_drawn_for_readers_of_one_language_is_not_translated(project: Path) -> None:
    call = '<text id="call" x="4"'
    change(project, OWL, call, f'<text systemLanguage="de" x="20" y="8">Uhu!</text>\n  {call}')
    change(project, OWL, call, call.replace(" x", ' systemLanguage="en" x'))
    change(project, TABLE, "Hoo!,Schuhu!,\n", "")
    said = '["Uhu!" in texts(owl)[0], "Hoo!" in texts(owl)[0]] == [True, False]'
    change(project, "card_data/owls/rulebook.yaml", "count(owl) == 6", f"'{said}'")
    german = pnp(project, "check", "--language", "de", "--only", "OW-1,untranslated")
    assert german.output.endswith("German: 7 of 7 texts\n")
    assert german.exit_code == 0, german.output
    assert pnp(project, "check", "--language", "en", "--only", "OW-1").exit_code == 1


def test_games_lists_the_languages(project: Path) -> None:
    assert "owls: Owls, by Nobody, 2-3 players, in en, de\n" in pnp(project, "games").output


def test_count_has_the_names_of_the_language(project: Path) -> None:
    assert pnp(project, "count", "--language", "de").output.startswith("Eulen: 10 pieces")


def test_a_kit_does_not_take_the_folder_of_another_game(project: Path) -> None:
    files = {path.name: path.read_bytes() for path in (project / "card_data/owls").iterdir()}
    write(project / "card_data/owls-de", files)
    result = pnp(project, "build", "owls", "--language", "de")
    assert result.exit_code == 2
    assert "owls-de" in result.output


def test_boxes_are_hyphenated_in_the_language_of_the_kit(project: Path) -> None:
    box = '<text style="hyphens:auto;inline-size:18;font-size:4px" x="4" y="14" id="box" '
    box += 'font-family="Alegreya Sans" pnp:text="{{ card.name }}">Barn Owl</text>\n</svg>'
    change(project, OWL, "</svg>", box)
    change(project, TABLE, "Barn Owl,Schleiereule", "Barn Owl,Gewöhnliche Schleiereulenfamilie")
    facts = "{id: OW-4, tier: stated, says: Words are whole., where: Box, check: 'check'}"
    check = '"Gewöhnli-" not in texts(rows(owl, id == "barn"))[0]'
    book = "card_data/owls/rulebook.yaml"
    change(project, book, "play:", f"  - {facts}\nplay:".replace("'check'", f"'{check}'"))
    for language, holds in (("en", True), ("de", False)):
        result = pnp(project, "check", "--language", language, "--only", "OW-4")
        assert (result.exit_code == 0) == holds, result.output


def test_quotation_marks_of_another_language_are_told(project: Path) -> None:
    change(project, TABLE, "Hoo!,Schuhu!,", 'Hoo!,"“Schuhu!”",')
    output = pnp(project, "check", "--language", "de").output
    place = f'{TABLE}:7, column "de": warning [foreign-quotes]'
    assert f"{place} German does not quote with ”" in output
    change(project, TABLE, '"“Schuhu!”"', "„Schuhu!“")
    assert "foreign-quotes" not in pnp(project, "check", "--language", "de").output


@pytest.mark.parametrize(
    ("language", "told"),
    [("de", 'German does not quote with ”: "“Barn” Owl"'), ("fr", "French"), ("en", "")],
)
def test_quotation_marks_of_another_language_are_told_in_the_cells_of_a_game(
    tmp_path: Path, language: str, told: str
) -> None:
    owls(tmp_path)
    change(tmp_path, GAME, "players: 2-3", f"players: 2-3\nlanguage: {language}")
    change(tmp_path, "card_data/owls/owl.csv", "Barn", "“Barn”")
    output = pnp(tmp_path, "check").output
    place = 'card_data/owls/owl.csv:2, column "name": warning [foreign-quotes]'
    assert f"{place} {told}" in output if told else "foreign-quotes" not in output


def test_a_fraction_has_the_comma_of_the_language(project: Path) -> None:
    half = "\"{{ (card.eyes / 4)|replace('.', ',') }} Augen\""
    change(project, TABLE, "{{ card.eyes }} Augen", half)
    said = 'len([said for said in texts(owl)[0] if said == "0,5 Augen"]) == 1'
    change(project, "card_data/owls/rulebook.yaml", "count(owl) == 6", said)
    german = pnp(project, "check", "--language", "de", "--only", "OW-1")
    assert german.exit_code == 0, german.output


ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="4mm" viewBox="0 0 4 4">
  <circle cx="2" cy="2" r="2"/>
  <text x="2" y="3" font-family="Alegreya Sans" font-size="3" fill="#fff">G</text>
</svg>
"""

DIVIDED = {
    "an icon between words": "Worth 4 :gold: at the end of it",
    "an icon first": ":gold: for each of all the owls",
    "an icon with a look": "Worth :gold 150% 20%: at the end",
    "two icons in a row": "Pay :gold::gold:, then *go*",
    "an icon that is not there": "Pay :goold: or go",
    "soft hyphens": "Dampf\u00adschiff\u00adfahrten for ow\u00adls",
    "a break without a hyphen": "Donaudampf\u200bschifffahrts\u200bgesellschaft",
    "patterns of hyphenation": "Unbelievably ornithological overextensions",
    "letters in several fonts": "Owlжук owl",
    "an accent of its own": "Cafe\u0301 owl",
}


@pytest.mark.parametrize("plain", [False, True], ids=["in a box", "on a line"])
@pytest.mark.parametrize("words", DIVIDED.values(), ids=DIVIDED)
def test_a_text_that_is_drawn_in_parts_is_missed_in_the_table(
    words: str, plain: bool, project: Path
) -> None:
    if not plain:
        box = 'style="inline-size:18;hyphens:auto" pnp:text="{{ card.name }}" pnp:min-size="1"'
        old = 'pnp:text="{{ card.name }}" pnp:width="34" pnp:fit="shrink"\n        pnp:min-size="3"'
        change(project, OWL, old, box)
    change(project, OWL, 'y="50" font-family="', 'y="50" font-family="Bangers, ')
    write(project, {"templates/icons/gold.svg": ICON})
    change(project, "card_data/owls/owl.csv", "Barn Owl", f'"{words}"')
    table = pnp(project, "texts", "--language", "de").output
    assert f"{normalize('NFC', words)},,owl/barn.name" in table.replace('"', "")
    assert "is not in German" in pnp(project, "check", "--language", "de").output


@pytest.mark.parametrize("words", ["arn Owl", "Owl Barn", ":gold:", ":gold 150% 20%:"])
def test_what_no_drawing_shows_is_not_missed(words: str, project: Path) -> None:
    write(project, {"templates/icons/gold.svg": ICON})
    change(project, OWL, "{{ card.name }}", "{{ 'Barn Owl' if card.name else '' }}")
    change(project, "card_data/owls/owl.csv", "Snowy Owl", words)
    assert "owl/snow.name" not in pnp(project, "texts", "--language", "de").output


def test_the_bundled_guide_is_in_german_as_a_whole(tmp_path: Path) -> None:
    pnp(tmp_path, "new", "owl", "--from", "board")
    own = write(tmp_path / "owl", {"card_data/owl/texts.csv": "en,de\n"})
    change(own, "card_data/owl/game.yaml", "title: Owl\n", "title: Owl\ntexts: texts.csv\n")
    told = pnp(own, "build", "--language", "de", "--format", "pdf").output
    assert '[untranslated] "Owl"' in told and "templates/guide.svg" not in told
