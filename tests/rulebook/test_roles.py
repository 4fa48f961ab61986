"""What is drawn, by the ids of the elements that drew it, and where a fault of it is placed."""

import pytest

from pnp.rulebook.values import Row
from tests.projects import change, owls, pnp

SVG, BOOK = "templates/owl.svg", "card_data/owls/rulebook.yaml"

ART = """<defs><path id="moon" d="M0 0H3V3Z"/><path id="star" d="M0 0H3V3Z"/></defs>
<g id="field"><rect width="40" height="60" fill="#d8422f"/></g>
<text id="eyes" x="5" y="20" font-size="3" pnp:text="{{ card.eyes }} eyes">2</text>
<use id="mark" href="#moon" x="6" y="21"/>
<use href="#star" x="30" y="50"/>
<text id="secret" x="5" y="9" font-size="3" pnp:if="card.eyes > 9">Argus</text>
</svg>"""

LAMP = """<defs><g id="lamp">
<path id="glass" d="M0 0H3V3Z" fill="#f7cc45"/>
<path id="foot" d="M0 4H3V5Z"/>
</g></defs>
<use href="#lamp" x="9" y="9" fill="#1e4f8f"/>
</svg>"""


EMPTY = '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="60mm" viewBox="0 0 40 60"/>'

LAMPS = f"""{EMPTY[:-2]}>
<g id="lamp"><path id="glass" d="M0 0H3V3Z"/></g>
</svg>"""


@pytest.fixture
def project(tmp_path):
    made = owls(tmp_path)
    change(made, SVG, "</svg>", ART)
    return made


def checked(project, check, code=0):
    """Return what a check of one fact more prints."""
    fact = f"  - id: OW-9\n    tier: stated\n    says: So.\n    where: Box\n    check: {check}\n"
    change(project, BOOK, "checks:\n", "checks:\n" + fact)
    result = pnp(project, "check", "--only", "OW-9")
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize(
    "check",
    [
        "all(numbers(words(card, 'eyes')) == [card.eyes] for card in owl)",
        "all(drawn(card, 'm[ao]*') == {'moon', 'mark'} for card in owl)",
        "set(colours(owl, 'field')) == {{'red'}}",
        "set(beside(owl, 'eyes', 'star', 'moon')) == {'moon'}",
        "set(words(owl, 'secret')) == {null}",
        "colour('#1e4f8f') == 'blue'",
        "set(marks(owl, 'field')) == {1} and set(letter_size(owl, 'eyes')) == {3}",
        "set(drawn(owl, 'mark moon')) == {{'moon'}} and set(symbols(owl, 'mark star')) == {0}",
        "shows(owl, 'name')",
        "len(pairs(owl)) == 3 and optional('pad') == []",
        "ink == 'full'",
        "plain('**Two** owls') == 'Two owls'",
    ],
)
def test_what_is_drawn_is_known_by_its_element(project, check):
    assert "the checked fact holds" in checked(project, check)


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("all(numbers(words(card, 'eyes')) == [card.eyes + 1] for card in owl)", 'id="eyes"'),
        ("set(colours(owl, 'field')) == {{'blue'}}", "<rect width"),
        ("set(colours(owl, 'glass')) == {{'red'}}", 'id="glass"'),
        ("set(colours(owl, 'foot')) == {{'red'}}", 'href="#lamp"'),
        ("set(colours(owl, 'lamp')) == {{'red'}}", 'href="#lamp"'),
        ("set(marks(owl, 'glass')) == {2}", 'href="#lamp"'),
    ],
)
def test_a_fault_of_a_drawing_is_placed_at_the_element(project, check, text):
    """One of a symbol at its use, but one of its colour where that is said."""
    change(project, SVG, "</svg>", LAMP)
    lines = (project / SVG).read_text("utf-8").split("\n")
    line = next(n for n, each in enumerate(lines, 1) if text in each)
    assert f"— {SVG}:{line}" in checked(project, check, code=1)


@pytest.mark.parametrize(
    "check",
    [
        "sum(symbols(owl, 'stra')) == 0",
        "not any(marks(owl, 'stra'))",
        "all(word == null for word in words(owl, 'stra'))",
        "all('star' not in ids for ids in drawn(owl, 'stra'))",
        "all(len(names) == 0 for names in colours(owl, 'mark stra'))",
        "all(sum(symbols(owl, name)) >= 0 for name in ['moon', 'stra'])",
        "set(beside(owl, 'eyes', 'stra')) == {null} and set(marks(owl, 'stra')) == {0}",
    ],
)
def test_an_id_that_no_template_has_fails_a_fact_that_would_hold(project, check):
    """Whoever renames an element, or mistypes its id, is told: the fact would hold for ever."""
    output = checked(project, check, code=1)
    assert 'nothing that is drawn there has the id "stra" (did you mean "star"?)' in output
    assert f"— {BOOK}:7" in output


def test_a_text_that_no_aid_has_fails_a_fact_that_would_hold(project):
    output = checked(project, "printed('rule-tei') == []", code=1)
    assert 'nothing that is drawn there has the id "rule-tei"' in output


def test_an_id_that_is_only_drawn_elsewhere_or_under_a_condition_is_no_mistake(project):
    checks = "not any(marks(chip, 'eyes')) and not any(marks(owl, 'secret', 'back'))"
    assert "the checked fact holds" in checked(project, f"{checks} and sum(marks(owl, 'se*')) == 0")


def test_templates_in_a_linked_folder_are_looked_through(project, tmp_path):
    (project / "templates").rename(tmp_path / "drawings")
    (project / "templates").symlink_to(tmp_path / "drawings", target_is_directory=True)
    assert "the checked fact holds" in checked(project, "sum(marks(owl, 'secret')) == 0")


def borrow(project, lamps):
    """Draw the lamp of the owls from a file of its own."""
    change(project, SVG, "</svg>", LAMP)
    (project / "templates/lamps.svg").write_text(lamps, "utf-8")
    change(project, SVG, 'href="#lamp"', 'href="lamps.svg#lamp"')


def test_a_part_that_a_symbol_lacks_is_placed_where_the_symbol_is_drawn(project):
    borrow(project, LAMPS)
    output = checked(project, "set(symbols(owl, 'lamp shade')) == {1}", code=1)
    assert "— templates/lamps.svg:2" in output


def test_a_word_in_a_symbol_is_placed_where_it_is_written(project):
    lamps = LAMPS.replace("</g>", '<text x="1" y="9" font-size="3">3 W</text></g>')
    borrow(project, lamps)
    output = checked(project, "set(words(owl, 'lamp')) == {'5 W'}", code=1)
    assert "— templates/lamps.svg:2" in output


def test_a_side_on_which_nothing_is_drawn_is_placed_at_its_template(project):
    (project / SVG).write_text(EMPTY, "utf-8")
    output = checked(project, "set(colours(owl, 'field')) == {{'red'}}", code=1)
    assert f"— {SVG}:1" in output


CRATE = """  crate:
    kind: tray
    size: 30 x 20 mm
    depth: 10 mm
    aid: true
    stock: card
    face: wall.svg
"""

WALL = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"
width="30mm" height="10mm" viewBox="0 0 30 10">
<text id="wall" x="15" y="6" font-size="4" text-anchor="middle" pnp:text="{{ panel.name }}">b</text>
</svg>"""


@pytest.fixture
def crate(project):
    with (project / "card_data/owls/game.yaml").open("a") as file:
        file.write(CRATE)
    (project / "templates/wall.svg").write_text(WALL, "utf-8")
    return project


def test_instead_of_a_side_a_tray_has_its_walls(crate):
    walls = "['front', 'left', 'back', 'right']"
    assert "holds" in checked(crate, f"all(words(crate, 'wall', at) == [at] for at in {walls})")


def test_a_side_that_a_tray_has_not_is_refused_with_the_names_of_its_panels(crate):
    output = checked(crate, "words(crate, 'wall', 'lid') == ['lid']", code=1)
    assert '"lid" is not a side' in output
    assert "takes the panels floor, front, right, back, left" in " ".join(output.split())


def test_an_element_that_is_missing_is_placed_at_its_template(project):
    output = checked(project, "all(words(card, 'wings') != None for card in owl)", code=1)
    assert f"— {SVG}:1," in output


def test_a_missing_symbol_is_placed_where_another_of_its_kind_stands(project):
    change(project, SVG, 'id="star"', 'id="moon-full"')
    change(project, SVG, "#star", "#moon-full")
    told = checked(project, "all(drawn(card, 'moon-half') == {'moon-half'} for card in owl)", 1)
    lines = (project / SVG).read_text("utf-8").splitlines()
    (line,) = [n for n, text in enumerate(lines, 1) if "#moon-full" in text]
    assert f"— {SVG}:{line}, " in told


def test_what_no_aid_prints_is_broken_without_any_aid(project):
    output = checked(project, "printed('rule-tie') != []", code=1)
    assert "OW-9" in output


PAGE = """  page:
    kind: sheet
    aid: true
    size: 40 x 60 mm
    columns: {words: text}
    rows:
      - {id: one, words: Take 3 owls}
    face: page.svg
"""

STEPS = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp:template"
width="40mm" height="60mm" viewBox="0 0 40 60">
<text id="title" x="5" y="9" font-size="3" pnp:text="Rules">a</text>
<text id="step-1" x="5" y="20" font-size="3" pnp:text="{{ card.words }}">b</text>
</svg>"""


@pytest.fixture
def page(project):
    with (project / "card_data/owls/game.yaml").open("a") as file:
        file.write(PAGE)
    (project / "templates/page.svg").write_text(STEPS, "utf-8")
    return project


def test_a_text_that_is_gone_is_placed_beside_those_of_its_name(page):
    output = checked(page, "printed('step-2') != []", code=1)
    assert "— templates/page.svg:4," in output


def test_a_printed_cell_is_placed_at_its_row(page):
    data = (page / "card_data/owls/game.yaml").read_text("utf-8").split("\n")
    line = next(n for n, each in enumerate(data, 1) if "Take 3 owls" in each)
    output = checked(page, "numbers(printed('step-1')) == [4]", code=1)
    assert f"— card_data/owls/game.yaml:{line}" in output
    assert "templates/page.svg:4" in output


def test_two_components_of_one_template_are_placed_where_they_name_it(page):
    with (page / "card_data/owls/game.yaml").open("a") as file:
        file.write(PAGE.replace("page:", "other:", 1))
    output = checked(page, "drawing(page) != drawing(other)", code=1)
    assert "— card_data/owls/game.yaml:" in output
    assert "templates/page.svg:1" in output


def test_an_id_that_no_drawing_has_is_named(project):
    output = checked(project, "all(words(card, 'wings') != None for card in owl)", code=1)
    assert 'nothing that is drawn there has the id "wings"' in output


def test_a_card_that_shows_the_name_of_another_is_named(project):
    change(project, SVG, "</svg>", '<text x="5" y="40" font-size="3">Barn Owl</text></svg>')
    output = checked(project, "shows(owl, 'name')", code=1)
    assert 'shows "Barn Owl", the name of barn' in output


def test_what_many_cards_do_not_show_is_soon_found(tmp_path, monkeypatch):
    asked, counts = [], []
    column = Row.column
    monkeypatch.setattr(Row, "column", lambda row, name: asked.append(name) or column(row, name))
    for number in (20, 80):
        project = owls(tmp_path / str(number))
        change(project, SVG, 'pnp:text="{{ card.name }}"', "")
        rows = "".join(f"owl-{n},1,Owl {n},2\n" for n in range(number))
        (project / "card_data/owls/owl.csv").write_text(f"id,qty,name,eyes\n{rows}")
        asked.clear()
        checked(project, "shows(owl, 'name')", code=1)
        counts.append(len(asked))
    assert counts[1] < 20 * counts[0]  # 64 where each card looks at all others again


def test_the_ids_that_a_fact_asks_for_are_told(project):
    checked(project, "all(words(card, 'eyes') != None for card in owl)")
    told = pnp(project, "check", "--explain", "OW-9").output
    assert "ids         owl, face: eyes" in told
