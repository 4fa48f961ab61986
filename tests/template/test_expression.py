"""Expressions see the row and what the program gives, and nothing of Python's."""

import subprocess
import sys

import pytest

from pnp.base.diagnostics import PnpError, Where, quote
from pnp.template.expression import compile_text, compile_value, scope

HERE = Where("templates/card.svg", 7)
WORDED = ("upper", "lower", "title", "capitalize", "trim", "replace('a', 'b')", "default('')")
CARD = {"id": "zed", "name": "Zed", "shots": 3, "items": "rope", "weight": 2.0, "note": None}
VALUES = scope({"card": CARD, "game": {"title": "Night"}, "ink": "full"})


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ card.name }}", "Zed"),
        ("{{name}}", "Zed"),
        ("{{ 5 * card.shots }}mm", "15mm"),
        ("{{ card.items }}", "rope"),
        ("{{ weight }}", "2"),
        ("[{{ note }}]", "[]"),
        ("{{ card.shots > 2 }}", "true"),
        ("{{ game.title|upper }}", "NIGHT"),
        ("{{ range(3)|join('-') }}", "0-1-2"),
        ("{{ 'a' if ink == 'full' else 'b' }}", "a"),
        ("{{ card.nothing is defined }}", "false"),
        *((f"[{{{{ note|{filter_} }}}}]", "[]") for filter_ in WORDED),
        ("{{ note ~ '!' }}", "!"),
        ("{{ name|replace('Z', note) }}", "ed"),
        ("{{ weight ~ ' kg' }}", "2 kg"),
        ("{{ 0.1 * 3 }}", "0.3"),
        ("{{ 2.7 * 3 }}", "8.1"),
        ("{{ 1 - 0.9 - 0.1 }}", "0"),
        ("{{ 0.123456789012 }}", "0.123456789012"),
        ("svg{#top{fill:red}}", "svg{#top{fill:red}}"),
        ("plain", "plain"),
    ],
)
def test_a_text_takes_values_of_the_row(source: str, text: str) -> None:
    assert compile_text(source, HERE)(VALUES) == text


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("card.name == 'Zed'", True),
        ("shots > 2 and ink == 'low'", False),
        ("range(card.shots)", range(3)),
        ("card['name']", "Zed"),
    ],
)
def test_a_value_keeps_its_type(source: str, value: object) -> None:
    assert compile_value(source, HERE)(VALUES) == value


def test_constants_are_known_before_the_first_row() -> None:
    assert compile_text("{{ 2 + 3 }} mm", HERE).constant
    assert not compile_text("{{ card.shots }} mm", HERE).constant
    assert not compile_value("shots", HERE).constant


def message(source: str, *, value: bool = False) -> str:
    with pytest.raises(PnpError) as caught:
        (compile_value if value else compile_text)(source, HERE)(VALUES)
    return str(caught.value)


def test_an_unknown_column_names_the_nearest() -> None:
    told = {message("{{ card.nam }}"), message("{{ nam }}"), message("card.nam == 'x'", value=True)}
    for first, hint in map(str.splitlines, told):
        assert first.startswith('templates/card.svg:7: "nam" ')
        assert hint.startswith('  hint: did you mean "name"?')


def test_an_unlike_name_lists_what_is_known() -> None:
    assert message("{{ card.qqq }}").endswith(
        "hint: known are: id, name, shots, items, weight, note"
    )


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__ }}",
        "{{ card.__class__ }}",
        "{{ card.get('name') }}",
        "{{ name.upper() }}",
        "{{ lipsum() }}",
        "{{ cycler }}",
        "{{ self }}",
        "{{ [].append(1) }}",
        "{{ name|attr('upper') }}",
        "{{ name|format(1) }}",
    ],
)
def test_nothing_of_python_is_in_reach(source: str) -> None:
    assert message(source).startswith("templates/card.svg:7: ")


@pytest.mark.parametrize(
    "source",
    [
        "{{ 'a' * 10**9 }}",
        "{{ 10**9 * 'a' }}",
        "{{ [1] * 10**8 }}",
        "{{ range(10**9)|length }}",
        "{{ 2**99999 }}",
        "{{ ((2**60)**60)**60 }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ (name * 9999)|replace('Z', 'y' * 9999) }}",
        "{{ range(999)|join('x' * 9999) }}",
    ],
)
def test_what_would_explode_is_refused(source: str) -> None:
    assert f"{quote(source)} is not allowed: " in message(source)


def test_statements_are_sent_to_the_attributes_that_do_it() -> None:
    assert message("{% if 1 %}x{% endif %}") == (
        "templates/card.svg:7: only {{ … }} is read in a template, no {% … %}\n"
        "  hint: choose and repeat with pnp:if and pnp:for on the element"
    )


def test_a_broken_expression_says_where() -> None:
    assert message("1 +", value=True).startswith(
        'templates/card.svg:7: "1 +" is not an expression: '
    )
    assert message("{{ ").startswith('templates/card.svg:7: "{{ " does not parse: ')
    assert message("x" * 3000, value=True) == (
        "templates/card.svg:7: an expression has at most 2,000 characters"
    )


NEEDING = (
    *("range(note)", "note + 1", "1 - note", "note > 2", "-note", "note|length", "note|first"),
    *("note|last", "note|abs", "note|round", "note|sum", "note|max", "note|sort", "note|reverse"),
    *("note|unique", "note|list", "note|join", "note[0]", "note.x", "game[note]", "'x' in note"),
    *("note is odd", "[note, 1]|sum", "''|first", "''[0]"),
)


@pytest.mark.parametrize("source", NEEDING)
def test_what_needs_a_value_says_that_it_is_blank(source: str) -> None:
    told = message(f"{{{{ {source} }}}}")
    assert "cannot be evaluated: a value in it is blank" in told
    assert "None" not in told


@pytest.mark.parametrize(
    "source", ["{{ game }}", "{{ range(3) }}", "{{ [1, 2] }}", "{{ 1e308 * 10 }}"]
)
def test_what_is_not_one_value_is_not_printed(source: str) -> None:
    assert f"{quote(source)} cannot be printed: it is a" in message(source)


def test_a_number_of_a_drawing_is_exact() -> None:
    assert compile_text("{{ 0.1 * shots }}", HERE, solid=True)(VALUES) == repr(0.1 * 3)


@pytest.mark.parametrize("part", ["note", "card.note", "blank", "note|default(0)"])
def test_no_part_of_a_drawing_is_blank_but_the_whole_may_be(part: str) -> None:
    values = scope({"card": {**CARD, "blank": ""}})
    with pytest.raises(PnpError):
        compile_text(f"translate({{{{ {part} }}}} 5)", HERE, solid=True)(values)
    assert compile_text(f"{{{{ {part} }}}}", HERE, solid=True)(values) == ""
    chosen = compile_text("translate(1 2) {{ 'scale(2)' if note else '' }}", HERE, solid=True)
    assert chosen(values) == "translate(1 2) "


def test_a_column_named_range_leaves_the_function() -> None:
    values = scope({"card": {"range": 3}})
    assert compile_value("range(card.range)", HERE)(values) == range(3)


@pytest.mark.parametrize("source", ["{{ card.name.upper }}", "{{ 'a'.center(9) }}"])
def test_a_text_has_no_entries_to_offer(source: str) -> None:
    assert message(source).endswith(
        "no entries; filters stand behind a bar, as in card.name|length"
    )


@pytest.mark.parametrize(("source", "loaded"), [("{{ card.name }}", False), ("{{ 1 + 1 }}", True)])
def test_jinja_is_loaded_for_more_than_a_name(source: str, loaded: bool) -> None:
    program = f"""if True:
        import sys
        from pnp.base.diagnostics import Where
        from pnp.template.expression import compile_text
        import pnp.template.render
        compile_text({source!r}, Where("card.svg"))
        print("jinja2" in sys.modules)
    """
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout == f"{loaded}\n", ran.stderr


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("points > 3 && name", "write and"),
        ("!name", "write not"),
        ("name === 'x'", "write =="),
        ("points <> 3", "write !="),
        ("points > .5", "write 0.5"),
        ("name == “x”", "write straight quotes: 'luna'"),
        ("points ? 1 : 2", "write 'a' if card.kind == 'b' else 'c'"),
        ("name like 'x'", "write 'owl' in card.name"),
        ("points AND name", "write and"),
        ("name is null", "write not card.name, or card.name alone"),
    ],
)
def test_slips_are_answered_with_what_to_write(source: str, hint: str) -> None:
    with pytest.raises(PnpError) as caught:
        compile_value(source, HERE)
    assert caught.value.problems[0].hint == hint
    with pytest.raises(PnpError) as caught:
        compile_text(f"'&&' {{{{ '??' ~ {source} }}}} &&", HERE)
    assert caught.value.problems[0].hint == hint


def test_a_word_for_nothing_is_answered() -> None:
    assert "write not card.name for a blank" in message("{{ card.name == null }}")


@pytest.mark.parametrize("name", ["int", "float"])
@pytest.mark.parametrize("text", ["3o", "1,5", "12 mm", "0x1A", "inf"])
def test_a_text_that_is_no_number_is_no_zero(name: str, text: str) -> None:
    told = message(f"{{{{ '{text}'|{name} }}}}")
    assert f"{quote(text)} is no number; write |{name}(0) for 0 in its place" in told


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ '12'|int + 1 }}", "13"),
        ("{{ ' 3.5 '|int }}", "3"),
        ("{{ '3.5'|float }}", "3.5"),
        ("{{ ''|int }}", "0"),
        ("{{ 'x'|int(7) }}", "7"),
        ("{{ 'x'|int(default=7) }}", "7"),
        ("{{ 'ff'|int(0, 16) }}", "255"),
        ("{{ 2.9|int }}", "2"),
    ],
)
def test_a_text_that_has_a_number_is_read(source: str, shown: str) -> None:
    assert compile_text(source, HERE)(VALUES) == shown
