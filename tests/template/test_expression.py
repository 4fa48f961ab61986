"""Expressions see the row and what the program gives, and nothing of Python's."""

import subprocess
import sys

import pytest

from pnp.base.diagnostics import PnpError, Where, quote
from pnp.template.expression import compile_text, compile_value, scope

HERE = Where("templates/card.svg", 7)
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


@pytest.mark.parametrize("source", ["{{ card.name.upper }}", "{{ 'a'.center(9) }}"])
def test_a_text_has_no_entries_to_offer(source: str) -> None:
    assert message(source).endswith("\n  hint: a text or number has no entries")


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
